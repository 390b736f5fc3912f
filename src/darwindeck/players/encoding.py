"""What a seat sees and what a move is, as features that any game has.

A feature is there or not. Seats are counted from the observer (0 is the observer, 14 the house, 15
nobody), larger numbers go through one table of steps. The core has the only account of all this;
here it is put into words.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from darwindeck._core import CoreGame, Position, describe_features, learning_version


class FeatureKind(NamedTuple):
    """A kind of feature."""

    name: str
    meaning: str
    """What it says if it is there."""
    first: str
    """What its first number is; empty if it is always 0."""
    second: str


class Feature(NamedTuple):
    """A feature that is there."""

    kind: FeatureKind
    phase: int
    """The number of the innermost phase: what is learnt in one counts in no other."""
    first: int
    second: int
    row: int
    """The number by which a net knows it."""

    @property
    def text(self) -> str:
        """The feature for reading."""
        numbers = [
            f"{name} {number}"
            for name, number in ((self.kind.first, self.first), (self.kind.second, self.second))
            if name
        ]
        return self.kind.meaning + (f" ({', '.join(numbers)})" if numbers else "")


class Encoded(NamedTuple):
    """A decision as a player who learns sees it."""

    moment: tuple[Feature, ...]
    moves: dict[int, tuple[Feature, ...]]
    """By the code of the move."""


def version(game: CoreGame) -> int:
    """Changes with everything that changes a feature of this game."""
    return learning_version(game)[0]


@cache
def describe() -> tuple[FeatureKind, ...]:
    """Every kind of feature there is."""
    return tuple(FeatureKind(*one) for one in describe_features())


def encode(position: Position, seat: int) -> Encoded:
    """What a seat sees of a position, and each of its moves; nothing if it has no move."""
    kinds = describe()
    found = [
        (
            code,
            tuple(
                Feature(kinds[kind], phase, first, second, row)
                for (phase, _, kind, first, second), row in zip(told, rows, strict=True)
            ),
        )
        for code, told, rows in position.features(seat)
    ]
    if not found:
        return Encoded((), {})
    return Encoded(found[0][1], dict(found[1:]))
