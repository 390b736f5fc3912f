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
