"""The best games of a run: good, new, and not like each other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from darwindeck.evaluation.fitness import Verdict, judge
from darwindeck.evaluation.results import Evaluation, pooled
from darwindeck.evolution.novelty import Saying, distance, sayings
from darwindeck.evolution.runs.records import Standing, StoredGame
from darwindeck.evolution.runs.store import RunStore
from darwindeck.genome.codec import from_json

DISTINCT = 0.25
"""How far apart the rules of two games must be to be shown side by side."""


@dataclass(frozen=True)
class BestGame:
    """One of the best games with all that is known of it."""

    game: StoredGame
    standing: Standing
    evaluation: Evaluation
    """All its evaluations taken together."""
    verdict: Verdict


def best_games(store: RunStore, count: int = 5) -> list[BestGame]:
    """The elites with the highest lower bounds, without those that are like a better one."""
    style = str(store.settings["style"])
    best = []
    for standing in distinct(store.elites(), count, lambda key: _game(store, key)):
        evaluation = pooled([one.evaluation for one in store.evaluations(standing.key)])
        game = _game(store, standing.key)
        best.append(BestGame(game, standing, evaluation, judge(evaluation, style)))
    return best


def distinct(
    standings: Sequence[Standing], count: int, game_of: Callable[[str], StoredGame]
) -> list[Standing]:
    """The first so many of the standings whose games are not like one before them."""
    chosen: list[Standing] = []
    said: list[Saying] = []
    for standing in standings:
        if len(chosen) == count:
            break
        new = _sayings(game_of(standing.key).text)
        if all(distance(new, other) >= DISTINCT for other in said):
            chosen.append(standing)
            said.append(new)
    return chosen


@lru_cache(maxsize=1000)
def _sayings(text: str) -> Saying:
    return sayings(from_json(text))


def _game(store: RunStore, key: str) -> StoredGame:
    game = store.game(key)
    if game is None:
        raise KeyError(f"{store.path} has no game with the key {key}")
    return game
