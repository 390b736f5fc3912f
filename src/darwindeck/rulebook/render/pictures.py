"""Cards drawn as vectors: what paper and screen have in common."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from darwindeck.rulebook.document import Face

WIDTH, HEIGHT = 40.0, 56.0
"""The size of a card; everything else is measured by it."""
BESIDE, ON, RISE, GAP = 43.0, 15.0, 8.0, 26.0
"""How far the next card of a row or a column is away, how far a card is raised, and the gap between
two spreads."""
INKS = {
    "red": "#b3122d",
    "black": "#22201c",
    "green": "#1f7a3f",
    "blue": "#1c4fa0",
    "yellow": "#a87400",
    "orange": "#b85a00",
    "purple": "#6a2b86",
}
FRENCH = "♣♦♥♠"


def ink(face: Face) -> str:
    return INKS.get(face.colour, INKS["black"])


class Shown(NamedTuple):
    """A piece of the example of a table: a card, or words between cards."""

    text: str
    face: Face | None


def shown(text: str, faces: Sequence[Face]) -> Iterator[Shown]:
    """The cards that a text is made of, with the words between them."""
    known = {face.name: face for face in faces}
    names = sorted(map(re.escape, known), key=len, reverse=True)
    if not names:
        yield Shown(text, None)
        return
    for at, part in enumerate(re.split(rf"(?<!\w)({'|'.join(names)})(?!\w)", text)):
        # Cards that are drawn need nothing between them.
        words = part if at % 2 else part.strip(" ,;")
        if words:
            yield Shown(words, known[part] if at % 2 else None)
