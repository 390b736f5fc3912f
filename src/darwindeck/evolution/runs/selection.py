"""Who becomes a parent, and what is done with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from darwindeck.evolution.archive import Archive
from darwindeck.evolution.grid import FAMILIES
from darwindeck.evolution.kinds import OTHER
from darwindeck.evolution.runs.records import Proposal
from darwindeck.evolution.runs.settings import Settings

MOST_ELITES = 0.85
"""The share of parents from a well-filled archive; the others come from the stock."""
WELL_FILLED = 4
"""With so many elites of a family half of that share is reached."""
VARIANTS = 40
"""So many of the latest games that were too near to the library stay in the stock."""
STEPS = (1, 1, 2, 2, 3)
"""How many mutations in a row make a child of an elite, each as likely as the others."""
LONG_STEPS = (2, 3, 4)
"""How many make a child of the stock: a small step away from a known game is no new one."""
FOUNDERS = 0.6
"""The share of games that are made up while a family is empty: they are whole from the start,
and what is bred later has something new to begin with. It falls as the family fills."""
DONORS = 16
"""So many games may lend mechanics to a new one: what fits shows only when it is tried."""
NEAR = 0.05
"""What is added to the distance of a variant from the library, so that none is left out."""
TRUST = 2.0
"""Trials that a parent is credited with before it has had any, half of them a success."""

BRED = tuple(family for family in FAMILIES if family != OTHER)
"""The families over which new games are spread."""


@dataclass(frozen=True)
class Attempt:
    """How a new game is to be made."""

    method: str
    """``mutate``, ``crossover`` or ``random``."""
    parents: tuple[str, ...]
    steps: int
    """Mutations in a row; after a crossover there may be none."""
    family: str = ""
    """The family that it is meant to be of; empty: any."""


class Selection:
    """Chooses parents: elites of all cells alike, and games of the stock, family by family.

    New games are spread over the families of the archive: the fewer elites one has, and the oftener
    its games came through, the more of them are tried, and none is left out.
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
        self._families: dict[str, str] = {}
        self._family_trials: Counter[str] = Counter()
        self._family_successes: Counter[str] = Counter()

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

    def know(self, key: str, distance: float, family: str) -> None:
        """Remembers how far a game is from the library, and its family."""
        self._distances[key] = distance
        self._families[key] = family

    def note(self, proposal: Proposal) -> None:
        """Remembers how the parents of a proposal did, and its family."""
        self._family_trials[proposal.family] += 1
        if proposal.outcome in ("elite", "bench"):
            self._family_successes[proposal.family] += 1
        for parent in proposal.parents:
            self._trials[parent] += 1
            if proposal.outcome in ("elite", "bench"):
                self._successes[parent] += 1
        if proposal.outcome == "stock":
            self._variants.append(proposal.key)
            self._scores[proposal.key] = proposal.score

    def spread(self, count: int, archive: Archive) -> list[str]:
        """The families that so many new games are meant to be of, in the order in which they are
        tried: wherever a generation is broken off, they are spread."""
        if self._given:
            return [""] * count
        filled = self._filled(archive)
        need = {
            family: (self._family_successes[family] + TRUST / 2)
            / (self._family_trials[family] + TRUST)
            / (1 + filled[family])
            for family in BRED
        }
        meant: Counter[str] = Counter()
        order = []
        for _ in range(count):
            order.append(min(BRED, key=lambda family: (meant[family] + 1) / need[family]))
            meant[order[-1]] += 1
        return order

    def _filled(self, archive: Archive) -> Counter[str]:
        """How many elites each family has."""
        return Counter(self._families[entry.solution] for entry in archive)

    def choose(self, dice: Random, archive: Archive, family: str = "") -> Attempt:
        """How one new game is made, of a family or of any."""
        settings = self._settings
        draw = dice.random()
        elites = self._of(family, [entry.solution for entry in archive])
        fresh = self._fresh(len(elites))
        if not self._given and (draw < fresh or (not self._stock(family) and not elites)):
            return Attempt("random", self._lenders(dice, self._donors), 0, family)
        first, is_elite = self._parent(dice, elites, family)
        known = not is_elite and not self._given
        share = settings.crossover / (1.0 - settings.fresh) if settings.fresh < 1.0 else 0.0
        if draw < fresh + (1 - fresh) * share or (known and settings.crossover):
            # Small changes of a game that everybody knows, or of its variant, are no new game.
            lenders = self._donors_for(dice, archive, first)
            return Attempt("crossover", (first, *lenders), dice.choice((0, 0, 1)), family)
        return Attempt("mutate", (first,), dice.choice(STEPS if is_elite else LONG_STEPS), family)

    def _of(self, family: str, keys: Sequence[str]) -> list[str]:
        """The games of a family; all, if any is meant."""
        return [key for key in keys if not family or self._families[key] == family]

    def _stock(self, family: str) -> list[str]:
        """Parents of a family that are no elites."""
        return self._of(family, self._given or self._library) + self._of(family, self._variants)

    def _fresh(self, filled: int) -> float:
        """The share of games that are made up, with so many elites; none, if none are wanted."""
        settled = self._settings.fresh
        if settled == 0.0 or self._given:
            return settled
        return settled + max(0.0, FOUNDERS - settled) * WELL_FILLED / (filled + WELL_FILLED)

    def _parent(self, dice: Random, elites: Sequence[str], family: str) -> tuple[str, bool]:
        """A parent, and whether it is an elite."""
        filled = len(elites)
        known = self._of(family, self._given or self._library)
        variants = self._of(family, self._variants)[-VARIANTS:]
        share = MOST_ELITES * filled / (filled + WELL_FILLED)
        if elites and (dice.random() < share or not (known or variants)):
            return self._preferred(dice, elites), True
        if variants and (dice.random() < 0.5 or not known):
            fitness = [(NEAR + self._distances[key]) * self._scores[key] for key in variants]
            return self._preferred(dice, variants, fitness), False
        return self._preferred(dice, known), False

    def _donors_for(self, dice: Random, archive: Archive, first: str) -> tuple[str, ...]:
        """Anybody else: what a mechanic is worth shows only in its new surroundings."""
        donors = [*self._donors, *(entry.solution for entry in archive)]
        return self._lenders(dice, [key for key in donors if key != first])

    def _lenders(self, dice: Random, donors: Sequence[str]) -> tuple[str, ...]:
        """Games that may lend something, those first that have more ideas to lend, as a rule."""
        left, chosen = list(donors), list[str]()
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
