"""A core that lies: to see that the laws would notice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from darwindeck._core import Position
from darwindeck.genome.schema import GameGenome
from darwindeck.simulation import Game

Lie = Callable[..., Any]
"""What a position says instead; it is given the true position and what it is asked."""


class OddPosition:
    """A position that lies about some things, and so do all that follow from it."""

    def __init__(self, truth: Position, lies: dict[str, Lie]) -> None:
        self.truth = truth
        self.lies = lies

    def __getattr__(self, name: str) -> Any:
        lie = self.lies.get(name)
        found = getattr(self.truth, name)
        if lie is None:
            return found
        if not callable(found):
            return lie(self.truth)
        return lambda *args, **names: self._as_odd(lie(self.truth, *args, **names))

    def apply(self, seat: int, code: int) -> OddPosition:
        apply = self.lies.get("apply", Position.apply)
        return OddPosition(apply(self.truth, seat, code), self.lies)

    def redeal(self, seat: int, seed: int) -> OddPosition:
        redeal = self.lies.get("redeal", Position.redeal)
        return OddPosition(redeal(self.truth, seat, seed), self.lies)

    def looks_the_same(self, other: OddPosition, seat: int) -> bool:
        return self.truth.looks_the_same(other.truth, seat)

    def _as_odd(self, found: Any) -> Any:
        return OddPosition(found, self.lies) if isinstance(found, Position) else found


class OddCore:
    """A core whose positions lie."""

    def __init__(self, core: Any, lies: dict[str, Lie]) -> None:
        self.core = core
        self.lies = lies

    def __getattr__(self, name: str) -> Any:
        return getattr(self.core, name)

    def deal(self, *args: Any, **names: Any) -> OddPosition:
        return OddPosition(self.core.deal(*args, **names), self.lies)


def odd_game(genome: GameGenome, **lies: Lie) -> Game:
    """A game whose core lies: for each method of a position, what it says instead."""
    game = Game(genome)
    game.core = OddCore(game.core, lies)  # type: ignore[assignment]
    return game
