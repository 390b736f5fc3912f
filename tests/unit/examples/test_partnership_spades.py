from __future__ import annotations

import pytest

from darwindeck.cards import Suit
from darwindeck.genome.schema import TrickPhase
from darwindeck.library import create_partnership_spades_genome
from tests.support.scoresheet import Hand, Scoresheet, Subject

NORTH_SOUTH, EAST_WEST = (0, 2), (1, 3)


def hand(bids: tuple[int, int, int, int], tricks: tuple[int, int, int, int]) -> Hand:
    return Hand(seats={"bid": bids, "tricks": tricks})


def scores(bids: tuple[int, int, int, int], tricks: tuple[int, int, int, int]) -> tuple[int, int]:
    result = Scoresheet(create_partnership_spades_genome()).score_hand(hand(bids, tricks))
    return result[NORTH_SOUTH], result[EAST_WEST]


def test_two_partnerships_sit_across_from_each_other() -> None:
    genome = create_partnership_spades_genome()
    assert genome.team_mode is True
    assert genome.teams == (NORTH_SOUTH, EAST_WEST)
    assert genome.setup.trump_suit == Suit.SPADES
    (play,) = [p for p in genome.turn_structure.phases if isinstance(p, TrickPhase)]
    assert play.breaking_suit == Suit.SPADES


def test_bids_are_added_and_tricks_pooled() -> None:
    assert scores((4, 3, 2, 3), (2, 3, 5, 3)) == (61, 60)


def test_a_side_that_misses_its_added_bid_loses_ten_for_each_trick_of_it() -> None:
    assert scores((4, 3, 3, 3), (6, 6, 0, 1)) == (-70, 61)


def test_nil_is_judged_for_its_own_bidder() -> None:
    assert scores((0, 3, 4, 5), (0, 3, 4, 6)) == (140, 81)


def test_the_tricks_of_a_failed_nil_count_for_the_partners_bid() -> None:
    assert scores((0, 3, 4, 5), (1, 3, 3, 6)) == (40 - 100, 81)
    assert scores((0, 3, 4, 5), (2, 3, 4, 4)) == (40 + 2 - 100, -80)


def test_both_partners_may_bid_nil() -> None:
    assert scores((0, 6, 0, 6), (0, 6, 0, 7)) == (200, 121)
    assert scores((0, 6, 0, 6), (0, 6, 1, 6)) == (100 - 100 + 1, 120)


def test_nil_points_belong_to_the_player_and_count_for_the_side() -> None:
    sheet = Scoresheet(create_partnership_spades_genome())
    sheet.score_hand(hand((0, 3, 4, 5), (0, 3, 4, 6)))
    assert sheet.score[Subject((0,))] == 100
    assert sheet.score[Subject((2,))] == 0
    assert sheet.total(NORTH_SOUTH) == 140


def test_bags_are_the_sides_and_every_tenth_costs_a_hundred() -> None:
    sheet = Scoresheet(create_partnership_spades_genome())
    sheet.score_hand(hand((1, 2, 1, 2), (4, 2, 5, 2)))
    assert sheet.total(NORTH_SOUTH) == 27
    sheet.score_hand(hand((2, 2, 2, 2), (4, 2, 5, 2)))
    assert sheet.total(NORTH_SOUTH) == 27 + 45 - 100
    assert sheet.counters["bags"][Subject(NORTH_SOUTH, True)] == 2


@pytest.mark.parametrize(
    ("totals", "ends"),
    [
        ((499, 300), (False, False)),
        ((500, 300), (True, False)),
        ((520, 505), (True, False)),
        ((520, 520), (False, False)),
        ((-499, 20), (False, False)),
        ((-500, 20), (False, True)),
        ((-500, -620), (False, True)),
        ((-500, -500), (False, False)),
    ],
)
def test_the_game_ends_at_500_and_at_minus_500(
    totals: tuple[int, int], ends: tuple[bool, bool]
) -> None:
    genome = create_partnership_spades_genome()
    sheet = Scoresheet(genome)
    for side, points in zip(genome.teams, totals, strict=True):
        sheet.score[Subject(side, True)] = points
    assert tuple(sheet.holds(c.when) for c in genome.win_conditions) == ends
    assert [c.value for c in genome.win_conditions] == ["score", "score"]
    assert genome.match is not None
    assert genome.match.hands == 30
