"""How a run is made: everything that decides its outcome."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from darwindeck.evaluation.efforts import EFFORTS
from darwindeck.evaluation.results import Stage
from darwindeck.evaluation.styles import STYLES, Style
from darwindeck.evolution.wanted import Wanted, parse_path
from darwindeck.genome.limits import MAX_PLAYERS
from darwindeck.genome.problems import path_text
from darwindeck.quoting import QuotedValueError

MOST_GENERATIONS = 1_000_000
MOST_POPULATION = 10_000
MOST_SEED = 2**64 - 1
NEAR_AND_NEW = 1 / 3
"""Of the distance that a game may stray, so much it must: else nothing could be near and new."""


@dataclass(frozen=True)
class Settings:
    """The settings of a run. With the same settings every run finds the same games.

    Only where `minutes` ends a run does it depend on the machine how many generations it has.
    """

    seed: int = 0
    generations: int | None = 10
    """None: as many as `minutes` allow."""
    population: int = 20
    """New games that go on in each generation."""
    litter: int = 24
    """So many children are made for each of them; the most promising one goes on."""
    minutes: float | None = None
    """How long the run takes, about; breaks do not count."""
    style: str = "balanced"
    """What is wanted of a game: a name of `darwindeck.evaluation.STYLES`."""
    effort: str = "quick"
    """How much each game is played: a name of `darwindeck.evaluation.EFFORTS`."""
    deepest: str = "search"
    """The last stage of measuring: ``random``, ``greedy`` or ``search``."""
    crossover: float = 0.6
    """The share of new games that get a mechanic of a second one."""
    fresh: float = 0.2
    """The share of new games that are made up at random."""
    again: float = 0.2
    """Elites measured again in each generation, as a share of `population`."""
    novelty: float = 0.3
    """How far from every game of the library a game must be to be an elite."""
    words: int = 800
    """An elite's rules take at most so many words; with the summary that is about two pages."""
    shortest: float = 0.0
    longest: float = 75.0
    """An elite takes at least and at most so many minutes to play."""
    players: int | None = None
    """How many play; None: any number."""
    near: float | None = None
    """How far a game may stray from the games that it is bred from; None: as far as it likes."""
    keep: tuple[str, ...] = ()
    """What new games must keep of the games they are bred from: paths such as
    ``$.scoring_rules[0]``."""
    weights: Mapping[str, float] | None = None
    """What counts how much, where it is not as the style says: for somebody who has rated games."""
    best: int = 5
    """How many games are shown in the end; they are measured again until they are sure."""

    def __post_init__(self) -> None:
        _whole("seed", self.seed, 0, MOST_SEED)
        _whole("population", self.population, 1, MOST_POPULATION)
        _whole("litter", self.litter, 1, 1000)
        _whole("best", self.best, 1, 1000)
        if self.generations is not None:
            _whole("generations", self.generations, 1, MOST_GENERATIONS)
        if self.minutes is not None:
            _number("minutes", self.minutes, 0.0, 1e6)
        _whole("words", self.words, 1, 1_000_000)
        _number("shortest", self.shortest, 0.0, 1e6)
        _number("longest", self.longest, 0.0, 1e6)
        if self.shortest > self.longest:
            raise ValueError(
                f"games of {self.shortest:g} to {self.longest:g} minutes cannot be: "
                "the least comes first"
            )
        if self.players is not None:
            _whole("players", self.players, 1, MAX_PLAYERS)
        if self.near is not None:
            _number("near", self.near, 0.0, 1.0)
        if not isinstance(self.keep, list | tuple):
            raise ValueError(f"keep must be a list of paths, not {self.keep!r}")
        object.__setattr__(self, "keep", tuple(path_text(parse_path(part)) for part in self.keep))
        if self.generations is None and self.minutes is None:
            raise ValueError("a run needs an end: give generations, minutes or both")
        for name in ("crossover", "fresh", "again", "novelty"):
            _number(name, getattr(self, name), 0.0, 1.0)
        if self.crossover + self.fresh > 1.0:
            raise ValueError("crossover and fresh are shares of one whole: together at most 1")
        _name("style", self.style, STYLES)
        _name("effort", self.effort, EFFORTS)
        if self.weights is not None:
            for name, weight in self.weights.items():
                _name("weights", name, STYLES[self.style].weights)
                _number(f"weights[{name}]", weight, 0.0, 1.0)
            if abs(sum(self.weights.values()) - 1) > 1e-6:
                raise ValueError("weights must add up to 1")
        _name("deepest", self.deepest, [stage.value for stage in Stage if stage != Stage.DOOR])

    @property
    def taste(self) -> Style:
        """The style with the weights of the run."""
        style = STYLES[self.style]
        return style if self.weights is None else replace(style, weights=self.weights)

    def wanted(self, origins: tuple[str, ...]) -> Wanted:
        """What new games must be, if they are bred from these games (as JSON)."""
        novelty = self.novelty
        if self.near is not None:
            novelty = min(novelty, self.near * NEAR_AND_NEW)
        return Wanted(
            words=self.words,
            shortest=self.shortest,
            longest=self.longest,
            novelty=novelty,
            players=self.players,
            near=self.near,
            origins=origins,
            keep=self.keep,
        )

    def to_dict(self) -> dict[str, Any]:
        """The settings as plain values."""
        return asdict(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Settings:
        """What `to_dict` gave; raises `ValueError` for anything else."""
        known = {field.name for field in fields(cls)}
        if unknown := sorted(set(data) - known):
            raise QuotedValueError(f"unknown settings: {', '.join(unknown)}")
        return cls(**data)


def _whole(name: str, value: object, low: int, high: int) -> None:
    if type(value) is not int or not low <= value <= high:
        raise ValueError(f"{name} must be a whole number from {low} to {high}, not {value!r}")


def _name(name: str, value: object, choices: Iterable[str]) -> None:
    names = list(choices)
    if not isinstance(value, str):
        raise ValueError(f"{name} must be a name, not {value!r}")
    if value not in names:
        raise ValueError(f"{name} must be one of {', '.join(names)}, not {value!r}")


def _number(name: str, value: object, low: float, high: float) -> None:
    if (
        not isinstance(value, int | float)
        or isinstance(value, bool)
        or not math.isfinite(value)
        or not low <= value <= high
    ):
        raise ValueError(f"{name} must be a number from {low:g} to {high:g}, not {value!r}")
