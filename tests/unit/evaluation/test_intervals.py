"""Intervals hold what they say they hold."""

from __future__ import annotations

import math
from random import Random

import pytest

from darwindeck.evaluation.intervals import (
    bootstrap,
    mean_of,
    ratio_of,
    share_of,
    spread_of,
)
from darwindeck.evaluation.measuring import seat_balance
from darwindeck.evaluation.results import Metric


def covered(metrics: list[Metric], truth: float) -> float:
    return sum(metric.low <= truth <= metric.high for metric in metrics) / len(metrics)


@pytest.mark.parametrize("count", [4, 10, 50])
def test_95_of_100_intervals_of_a_mean_hold_the_truth(count: int) -> None:
    random = Random(count)
    metrics = [mean_of("m", [random.gauss(3, 2) for _ in range(count)]) for _ in range(2000)]
    assert covered(metrics, 3) == pytest.approx(0.95, abs=0.02)


def test_intervals_of_a_share_hold_it_near_the_ends_too() -> None:
    random = Random(7)
    metrics = [
        share_of("s", sum(random.random() < 0.02 for _ in range(60)), 60) for _ in range(999)
    ]
    assert covered(metrics, 0.02) > 0.93
    assert share_of("s", 0, 100).low == 0 < share_of("s", 0, 100).high
    assert share_of("s", 100, 100).high == 1


def test_intervals_of_a_ratio_hold_the_truth() -> None:
    random = Random(8)

    def sample() -> Metric:
        parts = []
        for _ in range(30):
            below = random.randint(5, 60)
            parts.append((sum(random.random() < 0.3 for _ in range(below)), below))
        return ratio_of("r", parts)

    assert covered([sample() for _ in range(800)], 0.3) == pytest.approx(0.95, abs=0.025)


def test_a_bootstrap_agrees_with_the_mean_it_is_taken_of() -> None:
    random = Random(9)
    values = [random.gauss(0, 1) for _ in range(100)]
    one = bootstrap("b", values, lambda drawn: math.fsum(drawn) / len(drawn))
    other = mean_of("b", values)
    assert one.value == other.value
    assert one.high - one.low == pytest.approx(other.high - other.low, rel=0.2)
    assert bootstrap("b", values, lambda drawn: sum(drawn) / len(drawn)).low == pytest.approx(
        one.low
    )


def test_nothing_gives_0_that_rests_on_nothing() -> None:
    for metric in (
        mean_of("m", []),
        share_of("m", 0, 0),
        ratio_of("m", []),
        ratio_of("m", [(0, 0)]),
    ):
        assert metric == Metric("m", 0.0, 0.0, 0.0, 0)


def test_students_factor_is_near_the_tables() -> None:
    for count, factor in ((2, 12.71), (3, 4.30), (5, 2.78), (11, 2.23), (31, 2.04)):
        assert spread_of(count) == pytest.approx(factor, rel=0.02)


def test_seats_that_win_their_fair_share_are_balanced() -> None:
    assert seat_balance([50, 50], 100).value == 1
    assert seat_balance([25, 25, 25, 25], 100).high == 1
    assert seat_balance([7], 7) == Metric("seat_balance", 1.0, 1.0, 1.0, 0)
    assert seat_balance([0, 0], 0).value == 1


def test_unfairness_counts_only_beyond_noise() -> None:
    few, many = seat_balance([6, 4], 10), seat_balance([6000, 4000], 10_000)
    assert few.value == few.high == 1
    assert many.value == pytest.approx(0.9, abs=0.001)
    assert many.high < 0.92


def test_a_fair_game_seldom_looks_unfair() -> None:
    random = Random(10)
    found = []
    for _ in range(500):
        wins = [0] * 4
        for _ in range(200):
            wins[random.randrange(4)] += 1
        found.append(seat_balance(wins, 200))
    assert sum(metric.high < 1 for metric in found) / len(found) < 0.08
