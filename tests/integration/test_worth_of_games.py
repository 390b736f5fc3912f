"""The measure of worth sees what is broken in a game, and prefers real games to made-up ones.

Scaled up by ``DARWINDECK_TEST_SCALE``: at 1 a few short games without searching players, at 10 the
whole library with them.
"""

from __future__ import annotations

import os
from functools import cache
from statistics import fmean

import pytest

from benchmarks.breakers import BREAKERS, broken
from benchmarks.worth import RATINGS, chance, kendall, left_out
from darwindeck import get_genome
from darwindeck.evaluation import Gate, Stage, Verdict, evaluate_game, judge
from darwindeck.evaluation.intervals import ranks, spearman
from darwindeck.evolution import generate_random_genome
from darwindeck.genome.examples import library_ids
from darwindeck.genome.schema import GameGenome
from darwindeck.genome.validator import GenomeValidator

SCALE = float(os.environ.get("DARWINDECK_TEST_SCALE", "1"))
GAMES = list(library_ids()) if SCALE >= 10 else ["briscola"]
CLEAR = (
    "hands of one card",
    "a fortune for the dealer",
    "rules that never apply",
)
"""Breakers that leave nothing of a game."""


def verdict(genome: GameGenome) -> Verdict:
    until = Stage.SEARCH if SCALE >= 10 else Stage.GREEDY
    return judge(evaluate_game(genome, until=until, effort="quick", seed=2, threads=1))


@cache
def whole(name: str) -> Verdict:
    return verdict(get_genome(name))


@pytest.mark.parametrize("name", GAMES)
def test_a_game_beats_broken_copies_of_itself(name: str) -> None:
    own = whole(name)
    if own.gate is not None:
        pytest.skip(f"{name} is turned away: {own.gate}")
    ruined = {what: verdict(changed) for what, changed in broken(get_genome(name)) if what in CLEAR}
    assert ruined
    for what, other in ruined.items():
        assert other.score < own.score, what
    assert fmean(other.score for other in ruined.values()) < 0.7 * own.score


def test_real_games_beat_random_ones() -> None:
    count = max(3, round(3 * SCALE))
    made_up = [verdict(generate_random_genome(seed)).score for seed in range(count)]
    real = [whole(name).score for name in GAMES]
    assert fmean(made_up) < 0.75 * fmean(real)


def test_a_game_without_decisions_is_turned_away() -> None:
    assert whole("war").gate is Gate.NO_DECISIONS
    assert whole("old-maid").gate is Gate.NO_DECISIONS


@pytest.mark.parametrize("name", ["hearts", "scopa", "draw-poker", "rummy"])
def test_broken_games_can_be_played_and_are_no_longer_the_same(name: str) -> None:
    genome = get_genome(name)
    found = dict(broken(genome))
    assert len(found) >= 5
    assert set(found) <= set(BREAKERS)
    for what, changed in found.items():
        assert GenomeValidator.validate(changed) == [], what
        assert changed != genome


def test_ranks_and_correlations() -> None:
    assert ranks([3.0, 1.0, 2.0]) == [3, 1, 2]
    assert ranks([1.0, 2.0, 2.0]) == [1, 2.5, 2.5]
    assert spearman([1, 2, 3, 4], [10, 20, 30, 40]) == pytest.approx(1)
    assert kendall([1, 2, 3, 4], [4, 3, 2, 1]) == pytest.approx(-1)
    assert spearman([1, 2, 3, 4, 5], [2, 1, 4, 3, 5]) == pytest.approx(0.8)
    assert kendall([1, 2, 3, 4, 5], [2, 1, 4, 3, 5]) == pytest.approx(0.6)
    assert kendall([1, 2, 2, 3], [1, 2, 3, 4]) == pytest.approx(5 / 30**0.5)
    assert spearman([1, 1, 1], [1, 2, 3]) == 0
    assert left_out(spearman, [1, 2, 3, 9], [1, 2, 3, 0]) == pytest.approx([-0.5, -0.5, -0.5, 1])


def test_chance_rarely_agrees_with_a_perfect_order() -> None:
    values = [float(number) for number in range(7)]
    assert chance(spearman, values, values, seed=1) < 0.003
    assert chance(spearman, values, values[::-1], seed=1) == pytest.approx(1)


def test_the_rated_games_are_in_the_library() -> None:
    assert set(RATINGS) <= set(library_ids())
    assert len(RATINGS) == 10
