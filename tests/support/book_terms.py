"""The terms that a book explains and where it uses them; knows nothing of how books are made."""

from __future__ import annotations

import re
from typing import NamedTuple

_EXPLAINED = re.compile(
    r"(?:^|[.:] |- )(?:(?:A (?:player|side)'s )?\*\*(?:The |the )?([^*]+)\*\* (?:is|are|goes) |"
    r"An? \*\*([^*]+)\*\* is |(?:A player|A side|The hand|The game) is \*\*([^*]+)\*\* )"
)
_OUTSIDE = ("The game", "Summary", "House rules")


class Term(NamedTuple):
    """A term, the block in which it is explained, and those in which it is used."""

    name: str
    explained: int
    used: tuple[int, ...]


def blocks(text: str) -> list[str]:
    """The paragraphs, points and lines of tables between the overview and the summary."""
    found, section = [], ""
    for line in text.splitlines():
        if line.startswith("## "):
            section = line.removeprefix("## ")
        elif line.strip() and not line.startswith("#") and section not in _OUTSIDE:
            found.append(line.strip())
    return found


def terms(text: str) -> list[Term]:
    """Every term that is explained."""
    lines = blocks(text)
    found = []
    for at, line in enumerate(lines):
        for match in _EXPLAINED.finditer(line):
            name = next(group for group in match.groups() if group)
            if name.startswith(("Example", "a ", "an ")):
                name = re.sub(r"^an? ", "", name)
            word = _use(name)
            meaning = line[match.start() : match.end()]
            used = tuple(
                place
                for place, other in enumerate(lines)
                if word.search(other.replace(meaning, "") if place == at else other)
            )
            found.append(Term(name, at, used))
    return found


_BEFORE = r"(?:the|their|its|your|'s|whose|an?|no|any|each|one|is|are|not|than|of|more|fewer)"


def _use(name: str) -> re.Pattern[str]:
    """How a term is used, in the singular or the plural; a single word may also be a part of the
    name of something else, so that what stands before it counts."""
    stem = re.escape(name.removesuffix("s"))
    done = re.fullmatch(r"(\w+) (taken|won) by (.+)", name)
    if done:
        # "No tricks are taken by kontra."
        what, verb, who = (re.escape(group) for group in done.groups())
        return re.compile(
            rf"\b{what.removesuffix('s')}s? (?:(?:is|are) )?{verb} by {who}", re.IGNORECASE
        )
    if " of " in name:
        first, rest = name.split(" of ", 1)
        one = re.escape(first.removesuffix("s"))
        return re.compile(rf"\b{one}s? of {re.escape(rest)}", re.IGNORECASE)
    if " " in name:
        return re.compile(rf"\b{stem}", re.IGNORECASE)
    return re.compile(rf"{_BEFORE} {stem}\w*\b(?! points)", re.IGNORECASE)
