"""How games go: scripted chances with known answers."""

from __future__ import annotations

import math
from random import Random

import pytest

from darwindeck.evaluation.course import (
    calibrated,
    comeback,
    course_metrics,
    curves,
    decided_at,
    drama,
    tension,
    uncertainty,
)
from darwindeck.evaluation.traces import Checkpoint, GameTrace
from tests.support.traces import MANY, told


def test_a_game_whose_leader_never_changes_has_no_drama() -> None:
    assert drama(told([(0.5, 0.5), (0.6, 0.4), (0.8, 0.2)], (1, 0))) == 0


def test_drama_grows_with_how_far_and_how_long_the_winner_was_behind() -> None:
    short = drama(told([(0.5, 0.5), (0.3, 0.7), (0.6, 0.4), (0.9, 0.1)], (1, 0)))
    long = drama(told([(0.5, 0.5), (0.3, 0.7), (0.3, 0.7), (0.3, 0.7)], (1, 0)))
    far = drama(told([(0.5, 0.5), (0.1, 0.9), (0.6, 0.4), (0.9, 0.1)], (1, 0)))
    assert short == pytest.approx(math.sqrt(0.4) / 4, abs=0.01)
    assert long == pytest.approx(3 * short, rel=0.01)
    assert far > short


def test_what_may_be_noise_of_the_estimate_is_no_drama() -> None:
    assert drama(told([(0.45, 0.55)] * 4, (1, 0), playouts=24)) == 0


def test_a_shared_win_has_no_drama() -> None:
    assert drama(told([(0.1, 0.9), (0.9, 0.1)], (0.5, 0.5))) == 0


def test_uncertainty_is_1_where_all_are_equal_and_0_where_all_is_known() -> None:
    assert uncertainty(told([(0.25,) * 4] * 5, (1, 0, 0, 0))) == pytest.approx(1)
    assert uncertainty(told([(1.0, 0.0)] * 5, (1, 0))) == 0
    half = uncertainty(told([(0.5, 0.5, 0.0, 0.0)] * 5, (1, 0, 0, 0)))
    assert half == pytest.approx(0.5, abs=0.001)


def test_who_plays_alone_plays_against_the_cards() -> None:
    assert uncertainty(told([(0.5,)] * 3, (1,))) == pytest.approx(1)
    assert uncertainty(told([(0.0,)] * 3, (0,))) == 0
    assert told([(0.5,)], (0,)).result == (0, 1)


def test_what_nobody_wins_counts_for_all_alike() -> None:
    assert uncertainty(told([(0.0, 0.0)] * 3, (0, 0))) == pytest.approx(1)


def test_comeback_is_0_where_the_half_time_favourite_wins_and_fair_where_chance_decides() -> None:
    ahead = [(0.5, 0.5), (0.6, 0.4), (0.9, 0.1), (1.0, 0.0)]
    assert comeback(told(ahead, (1, 0))) == 0
    assert comeback(told(ahead, (0, 1))) == 2
    even = [comeback(told(ahead, shares)) for shares in ((1, 0), (0, 1))]
    assert sum(even) / 2 == 1
    assert comeback(told([(0.25,) * 4] * 4, (0, 0, 1, 0))) == pytest.approx(1)


def test_a_game_is_decided_when_the_winner_is_sure_for_good() -> None:
    chances = [(0.5, 0.5), (0.95, 0.05), (0.7, 0.3), (0.95, 0.05)]
    assert decided_at(told(chances, (1, 0))) == 0.75
    assert decided_at(told([(0.95, 0.05)] * 4, (1, 0))) == 0
    assert decided_at(told([(0.5, 0.5)] * 4, (1, 0))) == 1


def walk(steps: int, random: Random) -> GameTrace:
    """A fair game whose every step reveals as much: who is ahead after many equal strokes."""
    strokes = [random.choice((-1, 1)) for _ in range(steps)]

    def chance(ahead: int, left: int) -> float:
        ways = [math.comb(left, k) for k in range(left + 1)]
        return sum(w for k, w in enumerate(ways) if ahead + 2 * k - left > 0) / (1 << left)

    chances = []
    for step in range(steps):
        p = chance(sum(strokes[:step]), steps - step)
        chances.append((p, 1 - p))
    won = float(sum(strokes) > 0)
    return told(chances, (won, 1 - won))


def test_tension_tells_even_suspense_from_a_coin_flipped_at_the_end() -> None:
    random = Random(1)
    steady = [walk(9, random) for _ in range(400)]
    flip = [told([(0.5, 0.5)] * 9, random.choice(((1, 0), (0, 1)))) for _ in range(400)]
    known = [told([(1.0, 0.0)] * 9, (1, 0)) for _ in range(10)]
    assert tension(steady, 9) > 0.9
    assert tension(flip, 9) == pytest.approx(1 / 3, abs=0.01)
    assert tension(known, 9) == 0


def test_noise_of_the_estimates_makes_no_tension() -> None:
    random = Random(2)

    def noisy(count: int = 24) -> tuple[float, float]:
        p = sum(random.random() < 0.5 for _ in range(count)) / count
        return (p, 1 - p)

    games = [
        told([noisy() for _ in range(8)], random.choice(((1, 0), (0, 1))), playouts=24)
        for _ in range(2000)
    ]
    assert tension(games, 8) == pytest.approx(1 / math.sqrt(8), abs=0.1)


def test_estimates_that_are_too_bold_are_set_right() -> None:
    random = Random(3)
    games = []
    for _ in range(300):
        won = float(random.random() < 0.6)
        games.append(told([(0.9, 0.1)] * 4, (won, 1 - won)))
    for trace in calibrated(games):
        assert trace.checkpoints[0].chances[0] == pytest.approx(0.6, abs=0.1)


def test_right_estimates_stay_as_they_are() -> None:
    random = Random(4)
    games = []
    for _ in range(300):
        won = float(random.random() < 0.8)
        games.append(told([(0.8, 0.2)] * 4, (won, 1 - won)))
    assert calibrated(games)[0].checkpoints[0].power == pytest.approx(1, abs=0.25)


def test_all_measures_of_no_games_are_0() -> None:
    metrics = course_metrics([GameTrace(shares=(1.0, 0.0))], 8)
    assert {metric.value for metric in metrics.values()} == {0}
    assert {metric.count for metric in metrics.values()} == {0}


def test_curves_go_along_the_course_of_the_game() -> None:
    found = curves([told([(0.5, 0.5), (0.75, 0.25), (1.0, 0.0)], (1, 0))] * 3, 3)
    assert [point[0] for point in found["lead"].points] == pytest.approx([0, 1 / 3, 2 / 3])
    assert [point[1] for point in found["lead"].points] == pytest.approx([0, 0.5, 1])
    assert found["uncertainty"].points[0][1] == pytest.approx(1)
    assert found["uncertainty"].points[-1][1] == 0


def test_a_short_game_has_as_many_moments_as_decisions() -> None:
    trace = GameTrace(
        shares=(1.0, 0.0),
        decisions=2,
        choices=2,
        checkpoints=(Checkpoint(0, (0.5, 0.5), MANY), Checkpoint(1, (0.7, 0.3), MANY)),
    )
    assert 0 < tension([trace], 8) <= 1
