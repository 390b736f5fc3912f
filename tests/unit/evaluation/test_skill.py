"""Skill and luck: scripted duels with known answers."""

from __future__ import annotations

import math
from random import Random

import pytest

from darwindeck.evaluation.intervals import exact, normal_chance
from darwindeck.evaluation.results import Metric
from darwindeck.evaluation.skill import (
    SkillDuel,
    duel_lineups,
    levels,
    outcomes,
    shares_of_variance,
    skill,
    variance_metrics,
)
from darwindeck.evaluation.traces import GameTrace

DEALS = 400


def win(side: int, sides: int) -> tuple[float, ...]:
    return tuple(float(place == side) for place in range(sides))


def coin_flip(sides: int = 2) -> SkillDuel:
    """The cards alone say who wins, whoever plays."""
    random = Random(1)
    winners = [random.randrange(sides) for _ in range(DEALS)]
    return SkillDuel(tuple((win(winner, sides),) * sides for winner in winners), sides)


def chess(sides: int = 2) -> SkillDuel:
    """The better player always wins."""
    return SkillDuel((tuple(win(place, sides) for place in range(sides)),) * DEALS, sides)


def dice(sides: int = 2) -> SkillDuel:
    """Neither cards nor players say who wins."""
    random = Random(2)
    deals = tuple(
        tuple(win(random.randrange(sides), sides) for _ in range(sides)) for _ in range(DEALS)
    )
    return SkillDuel(deals, sides)


def test_the_strong_player_sits_once_in_every_side() -> None:
    assert duel_lineups([(0,), (1,), (2,)], "s", "w") == [
        ["s", "w", "w"],
        ["w", "s", "w"],
        ["w", "w", "s"],
    ]
    assert duel_lineups([(0, 2), (1, 3)], "s", "w") == [["s", "w"] * 2, ["w", "s"] * 2]
    assert duel_lineups([(0,)], "s", "w") == [["s"], ["w"]]


@pytest.mark.parametrize("sides", [2, 4])
def test_a_coin_flip_is_all_luck(sides: int) -> None:
    assert skill("s", coin_flip(sides)).value == pytest.approx(0)
    assert shares_of_variance(coin_flip(sides)) == (0, 1)


@pytest.mark.parametrize("sides", [2, 4])
def test_a_game_that_the_better_player_always_wins_is_all_skill(sides: int) -> None:
    assert skill("s", chess(sides)).value == 1
    assert shares_of_variance(chess(sides)) == (1, 0)


@pytest.mark.parametrize("sides", [2, 4])
def test_what_neither_cards_nor_players_decide_is_the_play_itself(sides: int) -> None:
    assert skill("s", dice(sides)).value == pytest.approx(0, abs=0.1)
    by_player, by_deal = shares_of_variance(dice(sides))
    assert by_player == pytest.approx(0, abs=0.02)
    assert by_deal == pytest.approx(0, abs=0.1)


def test_half_skill_half_luck_comes_out_so() -> None:
    random = Random(3)
    deals = []
    for _ in range(2000):
        luck = random.gauss(0, 1)
        # Two sides: the deal favours one by `luck`, the strong player is better by 2.
        deals.append(((luck + 1, -luck - 1), (luck - 1, -luck + 1)))
    by_player, by_deal = shares_of_variance(SkillDuel(tuple(deals), 2))
    assert by_player == pytest.approx(0.5, abs=0.03)
    assert by_deal == pytest.approx(0.5, abs=0.03)


def test_in_a_match_of_many_hands_skill_adds_up_and_luck_evens_out() -> None:
    random = Random(4)
    deals = []
    for _ in range(500):
        luck, noise = random.gauss(0, 3), random.gauss(0, 1)
        deals.append(((luck + 1, -luck - 1), (luck - 1 + noise, -luck + 1 - noise)))
    hand, match = SkillDuel(tuple(deals), 2, 1.0), SkillDuel(tuple(deals), 2, 25.0)
    assert skill("s", match).value > 2 * skill("s", hand).value > 0
    assert shares_of_variance(match)[0] > 2 * shares_of_variance(hand)[0]
    assert shares_of_variance(match)[1] < shares_of_variance(hand)[1]


def test_skill_of_a_match_follows_from_the_margins_of_its_hands() -> None:
    random = Random(5)
    sides, hands = 3, 16

    def hand(strong: int) -> GameTrace:
        points = tuple(int(random.gauss(100 + 10 * (s == strong), 40)) for s in range(sides))
        return GameTrace(win(points.index(max(points)), sides), standings=points)

    traces = []
    for deal in range(1500):
        for lineup in range(sides):
            trace = hand(lineup)
            traces.append(GameTrace(trace.shares, deal, lineup, trace.standings))
    expected = normal_chance(10 * math.sqrt(hands) / 40, sides)
    metric = skill("s", SkillDuel.of(traces, hands))
    assert metric.value == pytest.approx((expected - 1 / 3) / (2 / 3), abs=0.05)
    assert metric.low < metric.value < metric.high


def test_hands_without_scores_are_taken_as_they_were_won() -> None:
    traces = [GameTrace(win(lineup, 2), 0, lineup, (0, 0)) for lineup in range(2)]
    assert SkillDuel.of(traces, 7.0).hands == 0
    assert skill("s", SkillDuel.of(traces, 7.0)).value == 1


def test_draws_are_split() -> None:
    traces = [GameTrace((0.5, 0.5), 0, lineup) for lineup in range(2)]
    nobody = [GameTrace((0.0, 0.0), 1, lineup) for lineup in range(2)]
    assert skill("s", SkillDuel.of(traces + nobody)).value == 0


def test_who_plays_alone_is_measured_by_how_much_oftener_they_win() -> None:
    better = SkillDuel((((1.0,), (0.0,)), ((0.0,), (0.0,)), ((1.0,), (1.0,)), ((1.0,), (0.0,))), 1)
    assert skill("s", better).value == 0.5
    always = SkillDuel((((1.0,), (0.0,)),) * 9, 1)
    assert shares_of_variance(always) == (1, 0)
    never_mind = SkillDuel((((1.0,), (1.0,)), ((0.0,), (0.0,))) * 9, 1)
    assert shares_of_variance(never_mind) == (0, 1)


def test_few_deals_have_wide_intervals() -> None:
    few = SkillDuel(chess().deals[:3], 2)
    many = chess()
    assert skill("s", few).low < skill("s", many).low <= 1
    assert variance_metrics(coin_flip())["luck_share"].value == 1


def test_levels_count_how_often_three_of_five_are_won() -> None:
    step = exact("step", 0.2)
    assert levels("levels", [step, step, step], sides=2).value == pytest.approx(3)
    assert levels("levels", [exact("step", 0.0), exact("step", -0.5)], sides=4).value == 0


def test_levels_have_an_interval_from_their_steps() -> None:
    steps = [Metric("a", 0.2, 0.0, 0.4, 10), Metric("b", 0.1, -0.1, 0.3, 10)]
    found = levels("levels", steps, sides=2)
    assert found.low < found.value < found.high
    assert found.count == 20


def test_the_chance_of_a_favourite_among_equals() -> None:
    assert normal_chance(0, 4) == pytest.approx(0.25, abs=0.001)
    assert normal_chance(math.sqrt(2), 2) == pytest.approx(0.8413, abs=0.001)
    assert normal_chance(20, 5) == pytest.approx(1)


def test_outcomes_are_as_many_as_count_alike() -> None:
    """Of 600 games that end in four ways, equally often, two end alike in a quarter of cases."""
    four = outcomes([float(game % 4) for game in range(600)])
    assert four.value == pytest.approx(4.0, rel=0.02)
    assert four.low < 4.0 < four.high
    rare = outcomes([1.0] * 590 + [float(n) for n in range(10)])
    assert rare.value < 1.1
    assert outcomes([0.5] * 50).value == pytest.approx(1.0)
    assert outcomes([]).value == 1.0
    # To win by a pip more or less is the same: numbers as fine as these are no more ways than
    # coarse ones of the same shape.
    fine = outcomes([float(game % 400) for game in range(1200)])
    assert fine.value == pytest.approx(
        outcomes([float(game % 40) for game in range(1200)]).value, rel=0.2
    )
    assert fine.value < 12
    # A few that lie far out do not make the others alike.
    far = [float(game % 4) for game in range(600)] + [1e6] * 6
    assert outcomes(far).value == pytest.approx(4.0, rel=0.05)
    assert outcomes([0.0, 1.0]).high > outcomes([0.0, 1.0] * 50).high
