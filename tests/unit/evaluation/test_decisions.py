"""What players decide: scripted games with known answers."""

from __future__ import annotations

import math
from random import Random

import pytest

from darwindeck.evaluation.decisions import (
    family,
    gain,
    interaction,
    is_real,
    lead_changes,
    length_metrics,
    minutes,
    real_decisions,
    stakes,
    stuck,
)
from darwindeck.evaluation.traces import KINDS, NOBODY, GameTrace
from tests.support.traces import decided, trial


def test_decisions_are_counted_by_player_and_game() -> None:
    found = length_metrics([decided([1, 2, 3, 4]), decided([1, 1])], players=2, cards=52)
    assert found["decisions"].value == 1.5
    assert found["choice"].value == 0.5
    assert found["branching"].value == pytest.approx(12 / 6)
    assert found["branching_spread"].value == pytest.approx(math.sqrt(1.25) / 2)


def test_games_without_decisions_have_none() -> None:
    found = length_metrics([decided([], turns=26)] * 3, players=2, cards=52)
    assert found["decisions"].value == found["choice"].value == found["branching"].value == 0
    assert found["turns"].value == 26
    assert found["minutes"].value > 0


def test_minutes_count_deals_turns_and_thinking() -> None:
    quiet = minutes(decided([], hands=1), cards=40)
    assert quiet == pytest.approx((20 + 0.25 * 40) / 60)
    assert minutes(decided([], hands=2), cards=40) == pytest.approx(2 * quiet)
    forced, choice, wide = (minutes(decided([n], hands=1), cards=40) for n in (1, 2, 16))
    assert quiet < forced < choice < wide
    assert (wide - choice) * 60 == pytest.approx(3)


def test_the_lead_changes_when_another_side_takes_it() -> None:
    assert lead_changes([0, 0, NOBODY, 0, 1, NOBODY, 1, 0]) == 2
    assert lead_changes([NOBODY, NOBODY]) == 0


def test_a_game_is_stuck_where_positions_come_back() -> None:
    assert stuck([decided([2] * 10, repeats=4)], players=2).value == 0.4
    assert stuck([decided([2] * 10)], players=2).value == 0


def test_a_game_is_stuck_where_nobody_has_a_choice_for_rounds() -> None:
    assert stuck([decided([2] * 4 + [1] * 6)], players=2).value == 0.6
    assert stuck([decided([2] * 5 + [1] * 5)], players=2).value == 0
    assert stuck([decided([1, 1, 2] * 5)], players=2).value == 0


def test_the_family_is_where_most_is_decided_not_where_most_decisions_are() -> None:
    trick, call = KINDS.index("trick"), KINDS.index("call")
    counts = [2, 2, 8, 1, 1, 1]
    kinds = bytes([call, call, trick, call, call, call])
    assert family([decided(counts, kinds=kinds)]) == "trick"
    assert family([decided([1, 1], kinds=bytes([call, call]))]) == "none"
    assert family([decided([])]) == "none"


def test_interaction_is_weighed_by_the_choices_of_each_game() -> None:
    much = GameTrace((1.0, 0.0), decisions=30, choices=30, touches=(3, 3))
    little = GameTrace((1.0, 0.0), decisions=10, choices=10, touches=(3, 0))
    assert interaction([much, little]).value == pytest.approx(0.75)
    assert interaction([decided([])]).value == 0


def test_the_gain_of_a_clearly_best_move_is_its_lead_over_the_average() -> None:
    assert gain(trial([0.9] * 8, [0.5] * 8, [0.1] * 8)) == pytest.approx(0.4)
    assert is_real(trial([0.9] * 8, [0.5] * 8, [0.1] * 8))


def test_moves_that_do_the_same_gain_nothing() -> None:
    same = trial([0.1, 0.7, 0.3, 0.9] * 2, [0.1, 0.7, 0.3, 0.9] * 2)
    assert gain(same) == 0
    assert not is_real(same)


@pytest.mark.parametrize("moves", [2, 5])
def test_luck_in_the_worlds_seen_is_no_gain(moves: int) -> None:
    random = Random(5)
    trials = [
        trial(*([random.random() for _ in range(16)] for _ in range(moves))) for _ in range(2000)
    ]
    assert sum(map(gain, trials)) / len(trials) == pytest.approx(0, abs=0.01)
    assert sum(map(is_real, trials)) / len(trials) == pytest.approx(0.05, abs=0.015)


def test_worlds_that_differ_do_not_hide_that_moves_do() -> None:
    random = Random(6)
    worlds = [random.random() for _ in range(16)]
    moves = [[0.1 * better + 0.9 * world for world in worlds] for better in (0, 1)]
    noisy = [[value + random.gauss(0, 0.02) for value in values] for values in moves]
    assert is_real(trial(*noisy))


def test_forced_decisions_count_as_not_real() -> None:
    clear = trial([0.9] * 8, [0.1] * 8)
    games = [decided([2, 1, 1, 1], trials=(clear,))] * 4
    assert real_decisions(games).value == pytest.approx(0.25)
    assert stakes(games).value == pytest.approx(0.4)


def test_games_without_a_choice_have_no_real_decision_and_no_stakes() -> None:
    games = [decided([1, 1]), decided([])]
    assert real_decisions(games).value == 0
    assert stakes(games).value == 0
    assert real_decisions([]).value == 0


def test_false_alarms_do_not_make_decisions_real() -> None:
    same = trial([0.5] * 8, [0.5] * 8)
    metric = real_decisions([decided([2, 2], trials=(same, same))] * 3)
    assert metric.value == metric.low == 0
