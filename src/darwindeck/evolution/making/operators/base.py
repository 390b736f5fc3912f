"""What all mutation operators have in common."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any, TypeVar

from darwindeck.evolution.making.sites import Draft
from darwindeck.genome.schema import GameGenome

T = TypeVar("T")


class MutationOperator(ABC):
    """One kind of small change to a game.

    An operator first lists the places of a game where it could change something, then changes one
    of them. Its own `mutate` makes this bare change; only a pipeline sees to it that the result is
    a sound game that plays differently.
    """

    usual = 1.0
    """How probable it is unless something else is said."""
    rough = False
    """Whether it explores what a file can say, and seldom does what a designer would do."""

    def __init__(self, probability: float | None = None) -> None:
        probability = self.usual if probability is None else probability
        if not 0.0 <= probability <= 1.0:
            raise ValueError(f"a probability is a number from 0 to 1, not {probability}")
        self.probability = probability

    @property
    def name(self) -> str:
        """What it does, in words: ``tweak parameter``."""
        words = re.findall("[A-Z][a-z]*", type(self).__name__.removesuffix("Mutation"))
        return " ".join(words).lower()

    def mutate(self, genome: GameGenome, rng: Random | None = None) -> GameGenome:
        """The game with one change, or the same genome where there is nothing to change.

        It happens with the operator's probability. Without `rng` every call is another chance.
        """
        rng = rng or Random()
        if rng.random() >= self.probability:
            return genome
        changed = self.propose(Draft(genome), rng)
        if changed is None or changed == genome:
            return genome
        return replace(changed, generation=genome.generation + 1)

    def propose(self, draft: Draft, rng: Random) -> GameGenome | None:
        """A change at one of the operator's places; None if it finds none there."""
        places = self.places(draft)
        return self.change(draft, pick(places, rng), rng) if places else None

    @abstractmethod
    def places(self, draft: Draft) -> Sequence[Any]:
        """Where in the game it could change something; none: it does not apply."""

    @abstractmethod
    def change(self, draft: Draft, place: Any, rng: Random) -> GameGenome | None:
        """The game changed at one of its places."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}(probability={self.probability})"


def pick(choices: Sequence[T], rng: Random) -> T:
    """One of the choices."""
    return choices[rng.randrange(len(choices))]


def pick_other(choices: Sequence[T], old: Any, rng: Random) -> T | None:
    """One of the choices that is not the old one; None if there is no other."""
    others = [choice for choice in choices if choice != old]
    return pick(others, rng) if others else None


def near(value: int, rng: Random, low: int, high: int) -> int | None:
    """Another number not far from one, as round as that is, but not 0; None if there is none."""
    size = abs(value)
    if size <= 12:
        steps = [-2, -1, -1, 1, 1, 2] if size > 3 else [-1, 1, 1, 2]
        found = [value + step for step in steps]
    else:
        grain = next(g for g in (1000, 500, 100, 50, 25, 10, 5, 2, 1) if size % g == 0)
        if grain == size:
            grain = max(1, size // 10 if size % 10 == 0 else size // 5 if size % 5 == 0 else 1)
        shares = (0.5, 0.6, 0.75, 0.8, 1.2, 1.25, 1.5, 2.0)
        found = [grain * round(value * share / grain) for share in shares]
    fitting = [number for number in found if low <= number <= high and number not in (value, 0)]
    return pick(fitting, rng) if fitting else None
