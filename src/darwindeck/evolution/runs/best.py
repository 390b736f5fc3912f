"""The best games of a run: good, new, and not like each other."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from darwindeck.evaluation.fitness import FAIR, Verdict, judge
from darwindeck.evaluation.results import Evaluation, pooled
from darwindeck.evaluation.styles import Style
from darwindeck.evolution.ideas import are_alike
from darwindeck.evolution.kinds import family_in_rules
from darwindeck.evolution.novelty import Saying, distance, sayings
from darwindeck.evolution.report.descent import descent
from darwindeck.evolution.report.novelties import novelties
from darwindeck.evolution.runs.records import Standing, StoredGame
from darwindeck.evolution.runs.settings import Settings
from darwindeck.evolution.runs.store import RunStore
from darwindeck.genome.codec import from_json

DISTINCT = 0.25
"""How far apart the rules of two games must be to be shown side by side; nor may they have the same
ideas."""
DECIDING = 0.5
"""A game with less agency than this (see `darwindeck.evaluation.criteria`) is shown where there are
not enough others."""
SURE = 2
"""Evaluations from which on a score is not one lucky draw."""


@dataclass(frozen=True)
class BestGame:
    """One of the best games with all that is known of it."""

    game: StoredGame
    standing: Standing
    evaluation: Evaluation
    """All its evaluations taken together."""
    verdict: Verdict
    descent: Mapping[str, float]
    """How much of its rules is left of each game that it descends from, by name."""
    news: tuple[str, ...]
    """What is new in it, beside the game of the library that is most like it: two sentences."""
    hurried: bool = False
    """Whether there was no time to say what is new in it."""

    @property
    def is_sure(self) -> bool:
        """Whether it was measured more than once."""
        return self.standing.evaluations >= SURE


def best_games(
    store: RunStore, count: int = 5, is_late: Callable[[], bool] = lambda: False
) -> list[BestGame]:
    """The elites with the highest scores, the best first, without those that are like a better one.

    A game that was measured only once may owe its score to luck: it comes in only where there are
    not enough others. When it is late, what is new in them is left out: to read the rulebook of a
    game and of its nearest relative takes longer than all the rest.
    """
    style = Settings.from_dict(store.settings).taste
    best = []
    chosen = to_show(store, count, least=SURE)
    for standing in sorted(chosen, key=lambda one: (-one.score, one.key)):
        evaluation = pooled([one.evaluation for one in store.evaluations(standing.key)])
        game = _game(store, standing.key)
        hurried = is_late()
        best.append(
            BestGame(
                game=game,
                standing=standing,
                evaluation=evaluation,
                verdict=judge(evaluation, style),
                descent=descent(store, game),
                news=() if hurried else novelties(game.genome(), game.nearest),
                hurried=hurried,
            )
        )
    return best


def to_show(store: RunStore, count: int, least: int = 0) -> list[Standing]:
    """So many elites to be shown, those that were measured at least so often before others."""
    elites = sorted(store.elites(), key=lambda one: one.evaluations < least)
    style = Settings.from_dict(store.settings).taste
    idle = {
        one.key
        for one in elites
        if _agency([known.evaluation for known in store.evaluations(one.key)], style) < DECIDING
    }
    elites = sorted(elites, key=lambda one: one.key in idle)
    return distinct(elites, count, lambda key: _game(store, key), idle)


def _agency(evaluations: Sequence[Evaluation], style: Style) -> float:
    """How much there is to decide in a game; 1 if that was not measured."""
    parts = judge(pooled(evaluations), style).parts
    return next((part.value for part in parts if part.name == "agency"), 1.0)


def distinct(
    standings: Sequence[Standing],
    count: int,
    game_of: Callable[[str], StoredGame],
    idle: Container[str] = (),
) -> list[Standing]:
    """So many of the standings, none of whose games is like one before it.

    First comes one of each family of rules, as they stand, if it is worth showing at all and none
    of the `idle`, in which little is decided; then one of each family that is left, if it is worth
    showing; others follow where there are too few families.
    """
    chosen: list[Standing] = []
    said: list[Saying] = []
    families: set[str] = set()
    for another_family, deciding in ((True, True), (True, False), (False, False)):
        for standing in standings:
            if len(chosen) == count:
                return chosen
            if standing in chosen:
                continue
            game = game_of(standing.key)
            genome = game.genome()
            family = family_in_rules(genome)
            if another_family and (
                family in families or standing.score < FAIR or (deciding and standing.key in idle)
            ):
                continue
            new = _sayings(game.text)
            alike = any(are_alike(genome, game_of(other.key).genome()) for other in chosen)
            if not alike and all(distance(new, other) >= DISTINCT for other in said):
                chosen.append(standing)
                said.append(new)
                families.add(family)
    return chosen


@lru_cache(maxsize=1000)
def _sayings(text: str) -> Saying:
    return sayings(from_json(text))


def _game(store: RunStore, key: str) -> StoredGame:
    game = store.game(key)
    if game is None:
        raise KeyError(f"{store.path} has no game with the key {key}")
    return game
