"""Chance that can be repeated: the same seed makes the same choices in every process."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")


class Dice:
    """Random choices in the words of somebody who makes up a game.

    The seed is text: its letters decide everything, so that no two whole numbers share their games.
    """

    def __init__(self, seed: str) -> None:
        self._random = Random(seed)

    def chance(self, probability: float) -> bool:
        """Whether something happens that happens so often."""
        return self._random.random() < probability

    def between(self, low: int, high: int) -> int:
        """A whole number from `low` to `high`."""
        return self._random.randint(low, high)

    def pick(self, choices: Sequence[T]) -> T:
        return self._random.choice(choices)

    def weighted(self, choices: Sequence[tuple[T, int]]) -> T:
        """One of the choices; the number beside it says how often it comes up."""
        return self._random.choices(
            [choice for choice, _ in choices], [weight for _, weight in choices]
        )[0]

    def some(self, choices: Sequence[T], count: int) -> tuple[T, ...]:
        """So many different ones of the choices, in their own order."""
        places = sorted(self._random.sample(range(len(choices)), min(count, len(choices))))
        return tuple(choices[place] for place in places)
