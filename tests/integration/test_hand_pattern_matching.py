"""The reference matcher against known facts about poker hands and melds."""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement, product
from math import comb, prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from darwindeck.cards import Card, Rank, Suit
from darwindeck.genome.conditions import TWO_TO_ACE, CardContext, card_matches
from darwindeck.genome.examples.common import SUIT_LED
from darwindeck.genome.patterns import (
    compare_hands,
    compare_patterns,
    find_best_matching_pattern,
    matches_pattern,
    rank_hand,
)
from darwindeck.genome.schema import (
    Attribute,
    CardCondition,
    CardRanking,
    HandPattern,
    Promotion,
    TieKey,
)
from darwindeck.library import get_genome

SCALE = float(os.environ.get("DARWINDECK_TEST_SCALE", "1"))
SUIT_LETTERS = {"c": Suit.CLUBS, "d": Suit.DIAMONDS, "h": Suit.HEARTS, "s": Suit.SPADES}
POKER = get_genome("draw-poker").hand_evaluation
assert POKER is not None
POKER_HANDS = POKER.patterns
FULL_DECK = [Card(suit, rank) for suit in Suit for rank in Rank]

KNOWN_COUNTS = {
    "Royal Flush": 4,
    "Straight Flush": 36,
    "Four of a Kind": 624,
    "Full House": 3_744,
    "Flush": 5_108,
    "Straight": 10_200,
    "Three of a Kind": 54_912,
    "Two Pair": 123_552,
    "One Pair": 1_098_240,
    "High Card": 1_302_540,
}


def cards(text: str) -> list[Card]:
    """``"10h Ks"`` as cards; a word without a suit letter is a card of no suit."""
    return [
        Card(SUIT_LETTERS[word[-1]], word[:-1]) if word[-1] in SUIT_LETTERS else Card("", word)
        for word in text.split()
    ]


def best_name(text: str, patterns: tuple[HandPattern, ...] = POKER_HANDS) -> str:
    best = find_best_matching_pattern(cards(text), patterns)
    assert best is not None
    return best.name


# --- single constraints --------------------------------------------------------------------------


def test_five_cards_of_one_suit_are_a_flush() -> None:
    flush = HandPattern(name="Flush", rank_priority=60, same_suit_count=5)
    assert matches_pattern(cards("2h 5h 7h Jh Kh"), flush)
    assert not matches_pattern(cards("2h 5h 7h Jh Kd"), flush)


def test_five_consecutive_ranks_are_a_straight() -> None:
    straight = HandPattern(name="Straight", rank_priority=50, sequence_length=5)
    assert matches_pattern(cards("5h 6c 7d 8s 9h"), straight)
    assert not matches_pattern(cards("5h 6c 7d 8s 10h"), straight)


def test_the_ace_counts_low_only_with_wrap_and_never_in_the_middle() -> None:
    plain = HandPattern(name="Straight", rank_priority=50, sequence_length=5)
    wrap = HandPattern(name="Straight", rank_priority=50, sequence_length=5, sequence_wrap=True)
    assert matches_pattern(cards("Ah 2c 3d 4s 5h"), wrap)
    assert not matches_pattern(cards("Ah 2c 3d 4s 5h"), plain)
    for high in (plain, wrap):
        assert matches_pattern(cards("10h Jc Qd Ks Ah"), high)
        for round_the_corner in ("Jh Qc Kd As 2h", "Qh Kc Ad 2s 3h", "Kh Ac 2d 3s 4h"):
            assert not matches_pattern(cards(round_the_corner), high)


def test_three_and_two_alike_are_a_full_house() -> None:
    full_house = HandPattern(name="Full House", rank_priority=70, same_rank_groups=(3, 2))
    assert matches_pattern(cards("Kh Kc Kd 2s 2h"), full_house)
    assert not matches_pattern(cards("Kh Kc Kd Ks 2h"), full_house)


def test_groups_are_of_different_ranks() -> None:
    two_pair = HandPattern(name="Two Pair", rank_priority=30, same_rank_groups=(2, 2))
    assert not matches_pattern(cards("Kh Kc Kd Ks 2h"), two_pair)


def test_required_ranks_must_all_be_there() -> None:
    broadway = HandPattern(
        name="Broadway", rank_priority=1, required_ranks=(Rank.TEN, Rank.ACE, Rank.ACE)
    )
    assert matches_pattern(cards("10h Ac Ad"), broadway)
    assert not matches_pattern(cards("10h Ac Kd"), broadway)


def test_from_a_larger_hand_some_choice_of_the_required_count_must_fit() -> None:
    straight_flush = POKER_HANDS[1]
    assert matches_pattern(cards("5h 6h 7h 8h 9h Kc Kd"), straight_flush)
    # A flush in hearts and a straight, but no five cards are both.
    assert not matches_pattern(cards("5h 6h 7h 8c 9h Kh 2d"), straight_flush)
    assert not matches_pattern(cards("5h 6h 7h 8h"), straight_flush)


# --- the ten poker hands -------------------------------------------------------------------------


def test_the_highest_priority_wins_when_several_patterns_fit() -> None:
    patterns = (
        HandPattern(name="Flush", rank_priority=60, same_suit_count=5),
        HandPattern(name="Straight Flush", rank_priority=90, same_suit_count=5, sequence_length=5),
        HandPattern(name="Straight", rank_priority=50, sequence_length=5),
    )
    best = find_best_matching_pattern(cards("5h 6h 7h 8h 9h"), patterns)
    assert best is not None
    assert best.name == "Straight Flush"


def test_no_pattern_fits_a_hand_that_is_too_small() -> None:
    assert find_best_matching_pattern(cards("5h 6h"), POKER_HANDS) is None


@pytest.mark.parametrize(
    ("hand", "name"),
    [
        ("10s Js Qs Ks As", "Royal Flush"),
        ("9s 10s Js Qs Ks", "Straight Flush"),
        ("As 2s 3s 4s 5s", "Straight Flush"),
        ("7c 7d 7h 7s 2c", "Four of a Kind"),
        ("7c 7d 7h 2s 2c", "Full House"),
        ("Qs Ks As 2s 3s", "Flush"),
        ("Ac 2s 3s 4s 5s", "Straight"),
        ("10c Js Qs Ks As", "Straight"),
        ("7c 7d 7h 3s 2c", "Three of a Kind"),
        ("7c 7d 3h 3s 2c", "Two Pair"),
        ("7c 7d 4h 3s 2c", "One Pair"),
        ("Qc Ks As 2s 3s", "High Card"),
    ],
)
def test_poker_hands_by_name(hand: str, name: str) -> None:
    assert best_name(hand) == name


def classes_of_five_cards() -> Iterator[tuple[list[Card], int]]:
    """A hand of each kind, and how many of the 2,598,960 hands are of that kind.

    What a hand is worth depends on its ranks and on whether all suits are alike, so a kind is a
    choice of ranks together with that.
    """
    suits = list(Suit)
    for ranks in combinations_with_replacement(Rank, 5):
        counts = Counter(ranks)
        if max(counts.values()) > 4:
            continue
        ways = prod(comb(4, count) for count in counts.values())
        if len(counts) == 5:
            yield [Card(Suit.SPADES, rank) for rank in ranks], 4
            mixed = [Card(Suit.SPADES, rank) for rank in ranks[:4]]
            yield [*mixed, Card(Suit.HEARTS, ranks[4])], ways - 4
        else:
            yield [Card(s, rank) for rank, n in counts.items() for s in suits[:n]], ways


def test_all_2598960_hands_fall_into_the_ten_patterns_as_combinatorics_says() -> None:
    found: Counter[str] = Counter()
    for hand, ways in classes_of_five_cards():
        best = find_best_matching_pattern(hand, POKER_HANDS)
        assert best is not None
        found[best.name] += ways
    assert dict(found) == KNOWN_COUNTS
    assert found.total() == comb(52, 5)


def test_ties_leave_exactly_the_7462_different_strengths_of_poker() -> None:
    strengths: Counter[tuple[object, ...]] = Counter()
    for hand, ways in classes_of_five_cards():
        ranked = rank_hand(hand, POKER_HANDS)
        assert ranked is not None
        strengths[ranked.pattern.name, ranked.keys] += ways
    assert len(strengths) == 7_462
    assert strengths["Royal Flush", ()] == 4


@pytest.mark.skipif(SCALE < 10, reason="one by one they take minutes: DARWINDECK_TEST_SCALE=10")
def test_all_2598960_hands_one_by_one() -> None:
    found: Counter[str] = Counter()
    for hand in combinations(FULL_DECK, 5):
        best = find_best_matching_pattern(hand, POKER_HANDS)
        assert best is not None
        found[best.name] += 1
    assert dict(found) == KNOWN_COUNTS


def textbook_name(hand: list[Card]) -> str:
    """The poker hand, worked out as a player would, without patterns."""
    shape = sorted(Counter(card.rank for card in hand).values(), reverse=True)
    flush = len({card.suit for card in hand}) == 1
    places = sorted(TWO_TO_ACE.index(card.rank) for card in hand)
    straight = shape[0] == 1 and (places[4] - places[0] == 4 or places == [0, 1, 2, 3, 12])
    if flush and straight:
        return "Royal Flush" if places[0] == 8 else "Straight Flush"
    if flush:
        return "Flush"
    if straight:
        return "Straight"
    names = {
        (4, 1): "Four of a Kind",
        (3, 2): "Full House",
        (3, 1, 1): "Three of a Kind",
        (2, 2, 1): "Two Pair",
        (2, 1, 1, 1): "One Pair",
    }
    return names.get(tuple(shape), "High Card")


def test_random_hands_are_named_as_a_player_would() -> None:
    dice = random.Random(20)
    for _ in range(max(1, round(2_000 * SCALE))):
        hand = dice.sample(FULL_DECK, 5)
        best = find_best_matching_pattern(hand, POKER_HANDS)
        assert best is not None
        assert best.name == textbook_name(hand)


# --- ties ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("10s Js Qs Ks 9s", "As 2s 3s 4s 5s"),
        ("6c 2s 3s 4s 5s", "Ac 2d 3d 4d 5h"),
        ("2c 2d 2h 2s 4c", "2c 2d 2h 2s 3c"),
        ("3c 3d 3h 2s 2c", "2d 2h 2s Ac Ad"),
        ("3c 3d 3h 4s 4c", "3c 3d 3h 2s 2c"),
        ("As 9s 7s 5s 3s", "Ah 9h 7h 5h 2h"),
        ("Kc Kd 2h 2s 3c", "Qc Qd Jh Js Ac"),
        ("Kc Kd 3h 3s 2c", "Kh Ks 2d 2h Ac"),
        ("Kc Kd 3h 3s 5c", "Kh Ks 3c 3d 4h"),
        ("2c 2d 6h 5s 4c", "2h 2s 6d 5h 3c"),
        ("Ac 9d 7h 5s 4c", "Ad 9c 7s 5h 3c"),
    ],
)
def test_ties_within_a_pattern_are_decided_card_by_card(better: str, worse: str) -> None:
    assert compare_hands(cards(better), cards(worse), POKER_HANDS) == 1
    assert compare_hands(cards(worse), cards(better), POKER_HANDS) == -1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("10s Js Qs Ks As", "10h Jh Qh Kh Ah"),
        ("Kc Kd 3h 3s 5c", "Kh Ks 3c 3d 5h"),
        ("Ac 2d 3h 4s 5c", "Ad 2c 3s 4h 5d"),
    ],
)
def test_suits_never_decide(one: str, other: str) -> None:
    assert compare_hands(cards(one), cards(other), POKER_HANDS) == 0


def test_of_seven_cards_the_best_five_count() -> None:
    # Three pairs: the third pair's rank does not matter, the ace does.
    assert compare_hands(cards("Kc Kd 3h 3s 2c 2d Ac"), cards("Kh Ks 3c 3d Qc"), POKER_HANDS) == 1
    ranked = rank_hand(cards("5h 6c 7d 8s 9h 10c 2d"), POKER_HANDS)
    assert ranked is not None
    assert ranked.keys == ((TWO_TO_ACE.index(Rank.TEN),),)


def test_a_hand_without_any_pattern_is_below_every_other() -> None:
    pair = (POKER_HANDS[8],)
    assert compare_hands(cards("2c 2d 3h 4s 5c"), cards("Ac Kd 3h 4s 5c"), pair) == 1
    assert compare_hands(cards("Kc Qd 3h 4s 5c"), cards("Ac Kd 3h 4s 5c"), pair) == 0


@given(st.lists(st.integers(-1000, 1000), min_size=2, max_size=8))
def test_patterns_compare_by_priority_alone(priorities: list[int]) -> None:
    patterns = [HandPattern(name=str(p), rank_priority=p) for p in priorities]
    for a, b in product(patterns, patterns):
        assert compare_patterns(a, b) == -compare_patterns(b, a)
        assert (compare_patterns(a, b) > 0) == (a.rank_priority > b.rank_priority)


# --- melds ---------------------------------------------------------------------------------------

SET = HandPattern(
    name="Set",
    rank_priority=1,
    min_size=3,
    max_size=4,
    same=(Attribute.RANK,),
    different=(Attribute.SUIT,),
)
RUN = HandPattern(name="Run", rank_priority=1, min_size=3, same=(Attribute.SUIT,), consecutive=True)
WILD = CardContext(
    card_sets={
        "wild": CardCondition(ranks=(Rank.TWO, "joker")),
    }
)
GROUP = HandPattern(
    name="Group",
    rank_priority=1,
    min_size=3,
    same=(Attribute.RANK,),
    cards=CardCondition(not_=CardCondition(rank=Rank.THREE)),
    wild="wild",
    wild_max=3,
    natural_min=2,
)


@pytest.mark.parametrize(
    ("meld", "fits"),
    [
        ("7c 7d 7h", True),
        ("7c 7d 7h 7s", True),
        ("7c 7d", False),
        ("7c 7d 7d", False),
        ("7c 7d 8h", False),
    ],
)
def test_a_set_is_of_one_rank_and_different_suits(meld: str, fits: bool) -> None:
    assert matches_pattern(cards(meld), SET) is fits


@pytest.mark.parametrize(
    ("meld", "fits"),
    [
        ("7c 9c 8c", True),
        ("7c 8c 9c 10c Jc", True),
        ("7c 8c 9d", False),
        ("7c 8c 10c", False),
        ("7c 8c 8c", False),
        ("Qc Kc Ac", True),
        ("Ac 2c 3c", False),
    ],
)
def test_a_run_is_of_one_suit_and_neighbouring_ranks(meld: str, fits: bool) -> None:
    assert matches_pattern(cards(meld), RUN) is fits


def test_runs_follow_the_sequence_order_of_the_game() -> None:
    order = (Rank.SEVEN, Rank.EIGHT, Rank.NINE, Rank.JACK, Rank.QUEEN, Rank.KING, Rank.TEN)
    sequence = (Rank.SEVEN, Rank.EIGHT, Rank.NINE, Rank.TEN, Rank.JACK, Rank.QUEEN, Rank.KING)
    game = CardContext(ranking=CardRanking(plain=order, sequence=sequence))
    assert matches_pattern(cards("9c 10c Jc"), RUN, game)
    assert not matches_pattern(cards("9c Jc Qc"), RUN, game)


@pytest.mark.parametrize(
    ("meld", "fits"),
    [
        ("7c 7c joker", True),
        ("7c 7d 2h joker joker", True),
        ("7c joker joker", False),
        ("7c 7d 2h 2c joker joker", False),
        ("7c 8d joker", False),
        ("3c 3d joker", False),
        ("2c 2d 2h", False),
    ],
)
def test_wild_cards_stand_for_others_within_their_limits(meld: str, fits: bool) -> None:
    assert matches_pattern(cards(meld), GROUP, WILD) is fits


def test_wild_cards_fill_gaps_in_runs_and_help_poker_hands() -> None:
    run = HandPattern(
        name="Run",
        rank_priority=1,
        min_size=3,
        same=(Attribute.SUIT,),
        consecutive=True,
        wild="wild",
    )
    assert matches_pattern(cards("7c 9c joker"), run, WILD)
    assert not matches_pattern(cards("7c 10c joker"), run, WILD)
    assert matches_pattern(cards("Kc Ac joker"), run, WILD)
    straight = HandPattern(
        name="Straight",
        rank_priority=50,
        required_count=5,
        sequence_length=5,
        wild="wild",
        tie_keys=(TieKey.SEQUENCE_TOP,),
    )
    ranked = rank_hand(cards("5h 6c 7d 8s joker"), (straight,), WILD)
    assert ranked is not None
    assert ranked.keys == ((TWO_TO_ACE.index(Rank.NINE),),)


def test_an_exact_pattern_takes_one_card_for_each_condition_and_no_other() -> None:
    queen_of_spades = CardCondition(suit=Suit.SPADES, rank=Rank.QUEEN)
    couple = HandPattern(
        name="Couple",
        rank_priority=1,
        exact=(CardCondition(suits=(Suit.DIAMONDS, Suit.SPADES)), queen_of_spades),
    )
    assert matches_pattern(cards("Qs Jd"), couple)
    assert matches_pattern(cards("Qs Qs"), couple)
    assert not matches_pattern(cards("Jd Jd"), couple)
    assert not matches_pattern(cards("Qs Jd Jd"), couple)


def test_conditions_know_trumps_and_promoted_cards() -> None:
    left_bower = Promotion(
        CardCondition(rank=Rank.JACK, trump_colour=True, printed_trump=False), above=Rank.ACE
    )
    game = CardContext(
        ranking=CardRanking(plain=TWO_TO_ACE, promote=(left_bower,)), trump=Suit.HEARTS
    )
    jack_of_diamonds = Card(Suit.DIAMONDS, Rank.JACK)
    assert card_matches(jack_of_diamonds, CardCondition(trump=True), game)
    assert card_matches(jack_of_diamonds, CardCondition(suit=Suit.HEARTS), game)
    assert not card_matches(jack_of_diamonds, CardCondition(suit=Suit.DIAMONDS), game)
    assert card_matches(jack_of_diamonds, CardCondition(printed_suit=Suit.DIAMONDS), game)
    assert not card_matches(Card(Suit.CLUBS, Rank.JACK), CardCondition(trump=True), game)


def test_conditions_about_the_play_are_refused() -> None:
    with pytest.raises(ValueError, match="depends on the play"):
        card_matches(Card(Suit.CLUBS, Rank.JACK), SUIT_LED)
