"""Who becomes a parent, and what is done with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from darwindeck.evolution.archive import Archive
from darwindeck.evolution.runs.records import Proposal
from darwindeck.evolution.runs.settings import Settings

MOST_ELITES = 0.85
"""The share of parents from a well-filled archive; the others come from the stock."""
WELL_FILLED = 8
"""With so many elites half of that share is reached."""
VARIANTS = 40
"""So many of the latest games that were too near to the library stay in the stock."""
STEPS = (1, 1, 2, 2, 3)
"""How many mutations in a row make a child of an elite, each as likely as the others."""
LONG_STEPS = (2, 3, 4)
"""How many make a child of the stock: a small step away from a known game is no new one."""
FOUNDERS = 0.6
"""The share of games that are made up while the archive is empty: they are whole from the start,
and what is bred later has something new to begin with. It falls as the archive fills."""
DONORS = 2
"""So many games of the library may lend a mechanic to one that is made up: by itself it is mostly a
known game."""
NEAR = 0.05
"""What is added to the distance of a variant from the library, so that none is left out."""
TRUST = 2.0
"""Trials that a parent is credited with before it has had any, half of them a success."""


@dataclass(frozen=True)
class Attempt:
    """How a new game is to be made."""

    method: str
    """``mutate``, ``crossover`` or ``random``."""
    parents: tuple[str, ...]
    steps: int
    """Mutations in a row; after a crossover there may be none."""


class Selection:
    """Chooses parents: elites of all cells alike, and games of the stock.

    A parent whose children were accepted of late is preferred (the curiosity of pyribs' forebears:
    Cully and Demiris, 2018); no parent is ever left out.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._library: list[str] = []
        self._given: list[str] = []
        self._donors: list[str] = []
        self._ideas: dict[str, int] = {}
        self._variants: list[str] = []
        self._trials: Counter[str] = Counter()
        self._successes: Counter[str] = Counter()
        self._distances: dict[str, float] = {}
        self._scores: dict[str, float] = {}

    def add_library(self, key: str, *, parent: bool = True, ideas: int = 1) -> None:
        """Takes a game of the library into the stock: parents that are no elites, or only donors of
        mechanics. The more ideas it has, the oftener it lends one to a game that is made up."""
        self._donors.append(key)
        self._ideas[key] = ideas
        if parent:
            self._library.append(key)

    def add_given(self, key: str) -> None:
        """Takes a game that its owner wants to breed from; with such, no other is a parent at the
        beginning."""
        self._donors.append(key)
        self._given.append(key)

    def know(self, key: str, distance: float) -> None:
        """Remembers how far a game is from the library."""
        self._distances[key] = distance

    def note(self, proposal: Proposal) -> None:
        """Remembers how the parents of a proposal did."""
        for parent in proposal.parents:
            self._trials[parent] += 1
            if proposal.outcome in ("elite", "bench"):
                self._successes[parent] += 1
        if proposal.outcome == "stock":
            self._variants.append(proposal.key)
            self._scores[proposal.key] = proposal.score

    def choose(self, dice: Random, archive: Archive) -> Attempt:
        """How one new game is made."""
        settings = self._settings
        draw = dice.random()
        fresh = self._fresh(len(archive))
        if draw < fresh and not self._given:
            return Attempt("random", self._lenders(dice), 0)
        first, is_elite = self._parent(dice, archive)
        known = not is_elite and not self._given
        share = settings.crossover / (1.0 - settings.fresh) if settings.fresh < 1.0 else 0.0
        if draw < fresh + (1 - fresh) * share or (known and settings.crossover):
            # Small changes of a game that everybody knows, or of its variant, are no new game.
            second = self._donor(dice, archive, first)
            return Attempt("crossover", (first, second), dice.choice((0, 0, 1)))
        return Attempt("mutate", (first,), dice.choice(STEPS if is_elite else LONG_STEPS))

    def _fresh(self, filled: int) -> float:
        """The share of games that are made up, with so many elites; none, if none are wanted."""
        settled = self._settings.fresh
        if settled == 0.0 or self._given:
            return settled
        return settled + max(0.0, FOUNDERS - settled) * WELL_FILLED / (filled + WELL_FILLED)

    def _parent(self, dice: Random, archive: Archive) -> tuple[str, bool]:
        """A parent, and whether it is an elite."""
        filled = len(archive)
        if dice.random() < MOST_ELITES * filled / (filled + WELL_FILLED):
            return self._preferred(dice, [entry.solution for entry in archive]), True
        variants = self._variants[-VARIANTS:]
        if variants and dice.random() < 0.5:
            fitness = [(NEAR + self._distances[key]) * self._scores[key] for key in variants]
            return self._preferred(dice, variants, fitness), False
        return self._preferred(dice, self._given or self._library), False

    def _donor(self, dice: Random, archive: Archive, first: str) -> str:
        """Anybody else: what a mechanic is worth shows only in its new surroundings."""
        donors = [*self._donors, *(entry.solution for entry in archive)]
        return dice.choice([key for key in donors if key != first])

    def _lenders(self, dice: Random) -> tuple[str, ...]:
        """Games that lend something to one that is made up."""
        left, chosen = list(self._donors), list[str]()
        while left and len(chosen) < DONORS:
            chosen += dice.choices(left, [self._ideas.get(key, 1) for key in left])
            left.remove(chosen[-1])
        return tuple(chosen)

    def _preferred(
        self, dice: Random, keys: Sequence[str], fitness: Sequence[float] | None = None
    ) -> str:
        """One of the games, by how their children did and by how fit they are to begin with."""
        weights = [(self._successes[key] + TRUST / 2) / (self._trials[key] + TRUST) for key in keys]
        if fitness is not None:
            weights = [weight * fit for weight, fit in zip(weights, fitness, strict=True)]
        return dice.choices(keys, weights)[0]
