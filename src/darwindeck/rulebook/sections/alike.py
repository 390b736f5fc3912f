"""Parts of the play that differ by one word from an earlier one are told in a sentence."""

from __future__ import annotations

import re

from darwindeck.rulebook.document import Path, Section, of_section
from darwindeck.rulebook.sections.base import paragraph, say

LEAST_WORDS = 40
"""What is shorter is told again."""


def told_once(sections: list[Section]) -> list[Section]:
    """The sections; one that says of something else what an earlier one says refers to that."""
    whole: list[Section] = []
    found: list[Section] = []
    for section in sections:
        pairs = ((earlier, _difference(earlier, section)) for earlier in whole)
        like = next(((earlier, words) for earlier, words in pairs if words is not None), None)
        if like is None:
            whole.append(section)
            found.append(section)
            continue
        earlier, (one, other) = like
        sources: list[Path] = [path for s in of_section(section) for path in s.sources]
        text = f"this goes as under “{earlier.title}”, with {other} in the place of {one}"
        found.append(Section(section.title, tuple(paragraph([say(text, *sources)]))))
    return found


def _difference(one: Section, other: Section) -> tuple[str, str] | None:
    """The one word by which the headings of two sections and all their sentences differ."""
    first, second = one.title.lower().split(), other.title.lower().split()
    if len(first) != len(second):
        return None
    unlike = [pair for pair in zip(first, second, strict=True) if pair[0] != pair[1]]
    texts, others = ([s.text for s in of_section(section)] for section in (one, other))
    if len(unlike) != 1 or len(" ".join(texts).split()) < LEAST_WORDS:
        return None
    word, instead = unlike[0]
    return unlike[0] if [_with(text, word, instead) for text in texts] == others else None


def _with(text: str, word: str, instead: str) -> str:
    def put(match: re.Match[str]) -> str:
        return instead.capitalize() if match[0][0].isupper() else instead

    return re.sub(rf"\b{re.escape(word)}\b", put, text, flags=re.IGNORECASE)
