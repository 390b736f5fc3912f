"""Parts of the play that differ by one word from an earlier one are told in a sentence."""

from __future__ import annotations

import re
from itertools import repeat
from typing import NamedTuple

from darwindeck.english import STRONG_ON
from darwindeck.rulebook.document import (
    Block,
    Bullets,
    Paragraph,
    Path,
    Section,
    Sentence,
    of_block,
    of_section,
)
from darwindeck.rulebook.sections.base import paragraph, say

LEAST_WORDS = 40
"""What is shorter is told again."""

ONE_OF_THESE = "one of these:"
"""How a sentence ends that leads up to a list of what may be done."""


class Unlike(NamedTuple):
    """The one word by which the headings of two sections differ."""

    word: str
    instead: str

    def put(self, text: str) -> str:
        """A text of the first section as the second would have it."""

        def put(match: re.Match[str]) -> str:
            return self.instead.capitalize() if match[0][0].isupper() else self.instead

        return re.sub(rf"\b{re.escape(self.word)}\b", put, text, flags=re.IGNORECASE)

    def refers(self, earlier: Section) -> str:
        return f"under “{earlier.title}”, with {self.instead} in the place of {self.word}"


def told_once(sections: list[Section]) -> list[Section]:
    """The sections; one that says of something else what an earlier one says refers to that, and
    so does one that lists the same things to do."""
    whole: list[Section] = []
    found: list[Section] = []
    for section in sections:
        pairs = ((earlier, _unlike(earlier, section)) for earlier in whole)
        near = [(earlier, unlike) for earlier, unlike in pairs if unlike is not None]
        like = next(((one, unlike) for one, unlike in near if _same(one, section, unlike)), None)
        if like is not None:
            earlier, unlike = like
            sources: list[Path] = [path for s in of_section(section) for path in s.sources]
            text = f"this goes as {unlike.refers(earlier)}"
            found.append(Section(section.title, tuple(paragraph([say(text, *sources)]))))
            continue
        whole.append(section)
        for earlier, unlike in near:
            section = _with_lists_of(section, earlier, unlike)
        found.append(section)
    return found


def _unlike(one: Section, other: Section) -> Unlike | None:
    first, second = one.title.lower().split(), other.title.lower().split()
    if len(first) != len(second):
        return None
    unlike = [Unlike(*pair) for pair in zip(first, second, strict=True) if pair[0] != pair[1]]
    return unlike[0] if len(unlike) == 1 else None


def _same(one: Section, other: Section, unlike: Unlike) -> bool:
    texts, others = ([s.text for s in of_section(section)] for section in (one, other))
    return _is_long(texts) and [unlike.put(text) for text in texts] == others


def _is_long(texts: list[str]) -> bool:
    return len(" ".join(texts).split()) >= LEAST_WORDS


def _with_lists_of(section: Section, earlier: Section, unlike: Unlike) -> Section:
    """The section; of a list that an earlier one has too, only where it stands is said, and of
    what follows it, or of the end, if that is the same as well, that it holds here too."""
    for at, block in enumerate(section.blocks):
        lead = section.blocks[at - 1] if at else None
        if (
            not isinstance(block, Bullets)
            or not isinstance(lead, Paragraph)
            or not lead.sentences[-1].text.endswith(ONE_OF_THESE)
            or not _is_long(_texts(block))
        ):
            continue
        place = next((i for i, one in enumerate(earlier.blocks) if _like(one, block, unlike)), None)
        if place is None:
            continue
        *before, last = lead.sentences
        text = last.text.removesuffix(ONE_OF_THESE) + f"one of those {unlike.refers(earlier)}"
        there = _rules(earlier.blocks[place + 1 :])
        gone: list[Block] = [block]
        after = _rules(section.blocks[at + 1 :])
        if after and len(there) == len(after) and all(map(_like, there, after, repeat(unlike))):
            text += "; all else that is said there holds here too"
            gone += after
        elif there and after and _like(there[-1], after[-1], unlike):
            text += f"; {_about(after[-1])} goes as there, too"
            gone.append(after[-1])
        sources = [path for one in gone for said in of_block(one) for path in said.sources]
        said = Paragraph((*before, Sentence(f"{text}.", (*last.sources, *sources))))
        kept = [one for one in section.blocks[at + 1 :] if one not in gone]
        return Section(section.title, (*section.blocks[: at - 1], said, *kept), section.sections)
    return section


def _about(block: Block) -> str:
    """What a paragraph is about that is not told a second time: what it brings, or what follows."""
    texts = " ".join(_texts(block))
    return "what is scored at the end of it" if " score" in texts else "what follows from it"


def _like(one: Block, other: Block, unlike: Unlike) -> bool:
    """Whether two blocks differ by the one word alone, whomever they speak to."""
    texts = [_of_anybody(unlike.put(text)) for text in _texts(one)]
    return type(one) is type(other) and texts == [_of_anybody(text) for text in _texts(other)]


def _rules(blocks: tuple[Block, ...]) -> list[Block]:
    """The paragraphs but those that explain words."""
    found = [block for block in blocks if isinstance(block, Paragraph)]
    return [one for one in found if STRONG_ON not in one.sentences[0].text]


def _texts(block: Block) -> list[str]:
    return [one.text for one in of_block(block)]


_PERSONS = {
    "you": "they",
    "You": "They",
    "your": "their",
    "Your": "Their",
    "yours": "theirs",
}


def _of_anybody(text: str) -> str:
    """A text that is said to the reader as it is said of others."""
    return re.sub(r"\b([Yy]ours?|[Yy]ou)\b", lambda match: _PERSONS.get(match[0], match[0]), text)
