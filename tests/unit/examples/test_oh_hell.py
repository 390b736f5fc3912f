from __future__ import annotations

import pytest

from darwindeck.genome.options import apply_options
from darwindeck.genome.schema import Call, CallPhase, FillHands, Move, SetTrump
from darwindeck.library import create_oh_hell_genome
from tests.support.evaluate import evaluate
from tests.support.scoresheet import Hand, Scoresheet


def bid_call() -> Call:
    bidding = create_oh_hell_genome().turn_structure.phases[0]
    assert isinstance(bidding, CallPhase)
    (call,) = bidding.calls
    return call


def test_hands_go_from_ten_cards_down_to_one_and_up_again() -> None:
    genome = create_oh_hell_genome()
    (cards,) = genome.lets
    sizes = [evaluate(cards.value, {"hand_number": number}) for number in range(1, 20)]
    assert sizes == [10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
    assert genome.match is not None
    assert genome.match.hands == len(sizes)
    assert evaluate(genome.win_conditions[0].when or "", {"hand_number": 19}) is True
    assert evaluate(genome.win_conditions[0].when or "", {"hand_number": 18}) is False


def test_the_hands_are_dealt_and_the_suit_of_the_next_card_is_trumps() -> None:
    assert create_oh_hell_genome().setup.after_deal == (
        FillHands("cards_dealt"),
        Move("deck", "turned_card", count=1),
        SetTrump("suit(turned_card)"),
    )


@pytest.mark.parametrize(
    ("dealt", "others", "forbidden"), [(5, 3, {2}), (5, 6, set()), (5, 5, {0}), (1, 0, {1})]
)
def test_the_dealer_may_not_bring_the_bids_to_the_number_of_tricks(
    dealt: int, others: int, forbidden: set[int]
) -> None:
    for amount in range(dealt + 1):
        facts = {
            "dealer": 0,
            "amount": amount,
            "each": (),
            "bid": 0,
            "sum": lambda seats, value: others,
            "cards_dealt": dealt,
        }
        assert evaluate(bid_call().when, {**facts, "turn": 0}) is (amount not in forbidden)
        assert evaluate(bid_call().when, {**facts, "turn": 1}) is True


def test_tricks_count_one_and_an_exact_bid_ten() -> None:
    hand = Hand(seats={"bid": (3, 0, 2, 4), "tricks": (3, 0, 3, 4)})
    scored = Scoresheet(create_oh_hell_genome()).score_hand(hand)
    assert list(scored.values()) == [13, 10, 3, 14]


def test_a_missed_bid_may_score_nothing() -> None:
    hand = Hand(seats={"bid": (3, 0, 2, 4), "tricks": (3, 0, 3, 4)})
    genome = apply_options(create_oh_hell_genome(), {"missed_bid": "ignored"})
    assert list(Scoresheet(genome).score_hand(hand).values()) == [13, 10, 0, 14]
