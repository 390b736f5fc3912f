from __future__ import annotations

import pytest

from darwindeck.cards import Suit
from darwindeck.genome.options import apply_options
from darwindeck.genome.schema import BreakingRule, CallPhase, TrickPhase
from darwindeck.library import create_spades_genome
from tests.support.evaluate import evaluate
from tests.support.scoresheet import Hand, Scoresheet, Subject


def scores(*results: tuple[int, int], **options: str) -> list[int]:
    """What four players score for (bid, tricks) each, in a first hand."""
    sheet = Scoresheet(apply_options(create_spades_genome(), options))
    return list(sheet.score_hand(hand(*results)).values())


def hand(*results: tuple[int, int]) -> Hand:
    bids, tricks = zip(*results, strict=True)
    return Hand(seats={"bid": bids, "tricks": tricks})


def test_spades_are_trumps_and_must_be_broken_to_be_led() -> None:
    genome = create_spades_genome()
    play = genome.turn_structure.phases[1]
    assert isinstance(play, TrickPhase)
    assert genome.setup.trump_suit == play.trump_suit == play.breaking_suit == Suit.SPADES
    assert play.breaking_rule == BreakingRule.CANNOT_LEAD_UNTIL_BROKEN
    assert play.lead_suit_required
    assert play.leader == "left(dealer)"


def test_every_number_from_nil_to_thirteen_can_be_bid() -> None:
    bidding = create_spades_genome().turn_structure.phases[0]
    assert isinstance(bidding, CallPhase)
    (bid,) = bidding.calls
    (amount,) = bid.choices
    assert (amount.low, amount.high, amount.step) == (0, 13, 1)
    assert bid.key is None
    assert not any(call.is_pass for call in bidding.calls)


def test_a_made_bid_scores_ten_a_trick_and_one_for_each_overtrick() -> None:
    assert scores((4, 4), (3, 5), (1, 3), (1, 1)) == [40, 32, 12, 10]


def test_a_failed_bid_costs_ten_a_trick() -> None:
    assert scores((5, 4), (13, 0), (3, 4), (5, 5)) == [-50, -130, 31, 50]


def test_nil_is_worth_a_hundred_either_way() -> None:
    assert scores((0, 0), (0, 2), (6, 6), (5, 5)) == [100, -98, 60, 50]


def test_the_tricks_of_a_failed_nil_may_count_for_nothing() -> None:
    assert scores((0, 0), (0, 2), (6, 6), (5, 5), failed_nil="ignored") == [100, -100, 60, 50]


def test_ten_bags_cost_a_hundred_and_the_rest_is_carried_over() -> None:
    sheet = Scoresheet(create_spades_genome())
    for _ in range(3):
        sheet.score_hand(hand((1, 4), (3, 3), (3, 3), (3, 3)))
    assert sheet.total((0,)) == 39
    sheet.score_hand(hand((1, 4), (3, 3), (3, 3), (3, 3)))
    assert sheet.total((0,)) == 52 - 100
    assert sheet.counters["bags"][Subject((0,))] == 2
    for _ in range(2):
        sheet.score_hand(hand((1, 4), (3, 3), (3, 3), (3, 3)))
    assert sheet.total((0,)) == 78 - 100
    sheet.score_hand(hand((1, 4), (3, 3), (3, 3), (3, 3)))
    assert sheet.total((0,)) == 91 - 200


def test_twenty_bags_at_once_cost_two_hundred() -> None:
    sheet = Scoresheet(create_spades_genome())
    sheet.score_hand(hand((0, 9), (1, 1), (2, 2), (1, 1)))
    assert sheet.total((0,)) == -91
    sheet.score_hand(hand((1, 13), (1, 0), (1, 0), (1, 0)))
    assert sheet.total((0,)) == -91 + 22 - 200


@pytest.mark.parametrize(
    ("totals", "over"),
    [
        ((499, 300, 200, 100), False),
        ((500, 300, 200, 100), True),
        ((510, 505, 0, 0), True),
        ((510, 510, 0, 0), False),
        ((-600, 0, 0, 0), False),
    ],
)
def test_the_game_ends_when_somebody_leads_alone_with_500(
    totals: tuple[int, ...], over: bool
) -> None:
    genome = create_spades_genome()
    sheet = Scoresheet(genome)
    for seat, points in zip(sheet.score, totals, strict=True):
        sheet.score[seat] = points
    (condition,) = genome.win_conditions
    assert sheet.holds(condition.when) is over
    assert genome.match is not None
    assert genome.match.hands == 30


def test_overtricks_are_never_negative() -> None:
    (overtricks,) = create_spades_genome().lets
    for bid in range(14):
        for tricks in range(14):
            given = {"bid": bid, "tricks": tricks, "failed_nil": "counted", "ignored": "ignored"}
            assert evaluate(overtricks.value, given) == max(0, tricks - bid)
