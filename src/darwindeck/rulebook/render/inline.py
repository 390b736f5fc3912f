"""The text of a sentence in pieces that the renderers draw each in their own way."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from darwindeck.english import STRONG_OFF, STRONG_ON

_MARKS = re.compile(f"([{STRONG_ON}{STRONG_OFF}]|[♥♦]+)")


class Piece(NamedTuple):
    """Some text, perhaps emphasised, perhaps the symbols of red suits."""

    text: str
    strong: bool
    red: bool


def pieces(text: str) -> Iterator[Piece]:
    """The text piece by piece, without the marks of emphasis."""
    strong = False
    for part in _MARKS.split(text):
        if part in (STRONG_ON, STRONG_OFF):
            strong = part == STRONG_ON
        elif part:
            yield Piece(part, strong, part[0] in "♥♦")


_CARD = re.compile(r"(?<!\w)((?:10|[2-9JQKA])[♣♦♥♠])")


class Printed(NamedTuple):
    """Some text as it is printed: emphasised, in red, or drawn as a small card."""

    text: str
    strong: bool
    red: bool
    card: bool


def printed(text: str) -> Iterator[Printed]:
    """The pieces of a text for paper and screen: cards by themselves, apostrophes as printers set
    them."""
    strong = False
    for part in re.split(f"([{STRONG_ON}{STRONG_OFF}])", text.replace("'", "’")):
        if part in (STRONG_ON, STRONG_OFF):
            strong = part == STRONG_ON
            continue
        for at, piece in enumerate(_CARD.split(part)):
            if at % 2:
                yield Printed(piece, strong, piece[-1] in "♥♦", True)
                continue
            for words in re.split("([♥♦]+)", piece):
                if words:
                    yield Printed(words, strong, words[0] in "♥♦", False)
