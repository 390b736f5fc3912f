"""Pinochle: the auction, melds, the duties in a trick, counters and failed bids."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.support.seeds import for_seeds
from tests.support.table import Table, genome_of, these, won_at

PASSES = ("pass", "pass", "pass")
VALUES = {
    "run": 150,
    "double run": 1500,
    "royal marriage": 40,
    "marriage": 20,
    "dix": 10,
    "aces around": 100,
    "double aces around": 1000,
    "kings around": 80,
    "double kings around": 800,
    "queens around": 60,
    "double queens around": 600,
    "jacks around": 40,
    "double jacks around": 400,
    "pinochle": 40,
    "double pinochle": 300,
}


def named(suit: str) -> str:
    return f"name {suit} as the trump suit"


def with_hearts(*hands: str, bid: int = 250) -> Table:
    """Player 0 has the bid and names hearts."""
    return Table("pinochle", *hands).say(f"bid {bid} points", *PASSES, named("hearts"))


def melds(table: Table, seat: int) -> Counter[str]:
    return Counter(d.pattern for d in table.view.declarations if d.seat == seat)


# --- the auction ----------------------------------------------------------------------------------


def test_bids_go_from_250_to_1500_in_tens() -> None:
    table = Table("pinochle")
    assert table.moves == ["pass", *(f"bid {n} points" for n in range(250, 1501, 10))]
    table.say("bid 300 points")
    assert table.moves[:2] == ["pass", "bid 310 points"]


def test_who_has_passed_is_not_asked_again() -> None:
    table = Table("pinochle").say("bid 250 points", "pass", "bid 260 points", "pass")
    assert table.turn == 0
    table.say("bid 270 points")
    assert table.turn == 2
    table.say("pass")
    assert table.role("bidder") == 0
    assert table.counter("bid") == (270,)
    assert table.moves == [named(suit) for suit in ("clubs", "diamonds", "hearts", "spades")]


def test_the_last_player_may_bid_after_three_passes() -> None:
    table = Table("pinochle").say(*PASSES)
    assert table.turn == 3
    table.say("bid 320 points")
    assert (table.turn, table.role("bidder"), table.counter("bid")) == (3, 3, (320,))


def test_if_all_pass_the_dealer_has_the_bid_at_250() -> None:
    table = Table("pinochle").say(*PASSES, "pass")
    assert (table.turn, table.role("bidder"), table.counter("bid")) == (3, 3, (250,))
    table.say(named("spades"))
    assert table.turn == 3


# --- melds ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "found"),
    [
        ("AH 10H KH QH JH 9C 9C 9D 9D 9S JC JC", ["run"]),
        ("AH 10H KH KH QH JH 9C 9C 9D 9D 9S JC", ["run"]),
        ("AH 10H KH KH QH QH JH 9C 9C 9D 9D 9S", ["run", "royal marriage"]),
        ("AH AH 10H 10H KH KH QH QH JH JH 9C 9C", ["double run"]),
        ("KH QH KC QC KC QC 9D 9D 9S 9S AC AC", ["royal marriage", "marriage", "marriage"]),
        ("9H 9H 9C 9C 9D 9D 9S 9S JC JC AC AC", ["dix", "dix"]),
        ("AC AD AH AS AC AD AH 9C 9C 9D 9D 9S", ["aces around"]),
        ("AC AD AH AS AC AD AH AS 9C 9C 9D 9D", ["double aces around"]),
        ("KC KD KH KS KC KD KH KS 9C 9C 9D 9D", ["double kings around"]),
        ("QC QD QH QS QC QD QH QS 9C 9C 9D 9D", ["double queens around"]),
        ("JC JD JH JS JC JD JH JS 9C 9C 9D 9D", ["double jacks around"]),
        ("JC JD JH JS JC JD JH 9S 9C 9C 9D 9D", ["jacks around"]),
        ("QS JD QS 9C 9C 9D 9D 9S 9S JC JC AC", ["pinochle"]),
        ("QS JD QS JD 9C 9C 9D 9D 9S 9S JC JC", ["double pinochle"]),
        ("JC JD JH JS QS 9C 9C 9D 9D 9S 9S AC", ["jacks around", "pinochle"]),
        ("KC KD KH KS QC QH 9C 9C 9D 9D 9S 9S", ["kings around", "marriage", "royal marriage"]),
        (
            "KC KD KH KS QC QD QH QS 9C 9C 9D 9S",
            ["kings around", "queens around", "royal marriage", *["marriage"] * 3],
        ),
        ("AH 10H KH QH JH KC KD KS 9C 9C 9D 9D", ["run", "kings around"]),
        ("9C 9C 9D 9D 9S 9S JC JC 10C 10C 10D 10D", []),
    ],
)
def test_a_card_counts_once_in_each_class_of_melds(hand: str, found: list[str]) -> None:
    table = with_hearts(hand)
    assert melds(table, 0) == Counter(found)


def test_everybody_melds_and_takes_the_cards_up_again() -> None:
    table = with_hearts(
        "9C 9C 9D 9D 9S 9S JC JC 10C 10C 10D 10D",
        "QS JD AC AC AD AD AS AS 10S 10S 10H 10H",
    )
    assert melds(table, 1) == Counter(["pinochle"])
    assert table.hand(1) >= these("QS JD")
    assert table.turn == 0


# --- the duties in a trick ------------------------------------------------------------------------


def in_play() -> Table:
    return with_hearts(
        "KC QC JC 9C KD QD 9D KH QH 9S JS QS",
        "AC 10C 9C 10D AD JD AS 10S KS QS JS 9H",
        "JC QC 10H AH JH 9H AS 10S KS 9S QH KH",
        "KC AC 10C AD 10D KD QD JD 9D AH 10H JH",
    )


def test_the_suit_led_must_be_followed_by_a_card_that_beats_the_best() -> None:
    assert in_play().play("KC").playable == these("AC 10C")
    assert in_play().play("KC 10C QC").playable == these("AC")


def test_who_cannot_beat_the_best_must_still_follow() -> None:
    assert in_play().play("KC AC").playable == these("JC QC")


def test_who_cannot_follow_must_trump() -> None:
    assert in_play().play("KD AD").playable == these("10H AH JH 9H QH KH")


def test_a_trump_on_the_trick_must_be_beaten_by_those_who_are_void_too() -> None:
    table = in_play().play("9S AS AS")
    assert table.playable == these("AH 10H JH")
    table = in_play().play("KD AD KH 9D")
    assert table.turn == 2


def test_who_follows_suit_need_not_beat_a_trump() -> None:
    """Once a diamond trick is trumped, no diamond can win it, so any diamond will do."""
    table = in_play().play("KD AD 9H")
    assert table.playable == these("AD 10D KD QD JD 9D")


def test_who_cannot_beat_a_trump_must_undertrump() -> None:
    table = with_hearts(
        "9S AC AC 10C 10C KC KC QC QC JC JC 9C",
        "9C AH AH 10H AD AD 10D 10D KD KD QD QD",
        "9D 9D JD JD JH QH AS AS 10S 10S KS KS",
        "9H JH 9H QH QS QS JS JS 9S 10H KH KH",
    )
    table.play("AC 9C JH")
    assert table.playable == these("QH 10H KH")
    table = with_hearts(
        "9S AC AC 10C 10C KC KC QC QC JC JC 9C",
        "AH AH 10H KH AD AD 10D 10D KD KD QD QD",
        "9D 9D JD JD JH QH AS AS 10S 10S KS KS",
        "9H 9H JH QH QS QS JS JS 9S 10H KH 9C",
    )
    table.play("AC AH")
    assert table.playable == these("JH QH")


def test_who_has_neither_the_suit_led_nor_a_trump_may_play_anything() -> None:
    table = with_hearts(
        "AC AC 10C 10C KC KC QC QC JC JC 9C 9C", "AS AS 10S 10S KS KS QS QS JS JS 9S AD"
    )
    assert table.play("AC").playable == these("AS 10S KS QS JS 9S AD")


def test_of_two_equal_cards_the_first_wins() -> None:
    table = with_hearts(
        "AD 10C KC QC JC 9C 9D 9H JD JD QD QD",
        "AD 10C KC QC JC 9C 9S 9H JS JS QS QS",
        "AC AC KS 10D KD KD AS AS 10S 10S KS JH",
        "AH AH 10H 10H KH KH QH QH JH 10D 9S 9D",
    )
    table.play("AD AD 10D 10D")
    assert table.tricks == (1, 0, 0, 0)


# --- scores ---------------------------------------------------------------------------------------

ALL_HEARTS = "AH AH 10H 10H KH KH QH QH JH JH 9H 9H"
ONE_SUIT_EACH = [ALL_HEARTS.replace("H", suit) for suit in "HCDS"]


def all_hearts(bid: int, match: bool = False, target: int = 1500) -> Table:
    """Player 0 holds all the trumps: a double run and two dix, and every trick."""
    table = Table(won_at(genome_of("pinochle"), target), *ONE_SUIT_EACH, match=match)
    return table.say(f"bid {bid} points", *PASSES, named("hearts"))


def test_all_the_counters_and_the_last_trick_are_250() -> None:
    table = all_hearts(250).play_out()
    # Player 2 adds two marriages in diamonds.
    assert table.result.team_scores[0] == 1500 + 2 * 10 + 2 * 20 + 250


def test_a_side_without_a_trick_loses_its_meld() -> None:
    table = all_hearts(250)
    assert melds(table, 1) == Counter({"marriage": 2})
    assert table.play_out().result.team_scores[1] == 0


def test_a_failed_bid_is_lost_and_nothing_else_counts() -> None:
    table = Table("pinochle", *ONE_SUIT_EACH)
    table.say("pass", "bid 300 points", "pass", "pass", named("clubs")).play_out()
    # All tricks (250), a run twice, two dix in clubs and two marriages in spades.
    assert table.result.team_scores == (0, 250 + 1500 + 20 + 40)
    table = Table("pinochle", "9C 9C 9D 9D 9S 9S 9H 9H JC JC JS JS")
    table.say("bid 1500 points", *PASSES, named("hearts")).play_out()
    own, other = table.result.team_scores
    assert own == -1500
    assert other > 0


def test_the_bidders_side_wins_at_the_target_even_with_the_lower_score() -> None:
    table = Table(
        won_at(genome_of("pinochle"), 250),
        "AC AD AH AS QS QS JD JD 9D 9D 9H 9H",
        "AC 10C KC QC JC 10C QC JC 9C 9C JH JH",
        "KC KD KH KS AS AH 10D 10S 10H QD QH JS",
        match=True,
    )
    table.say("pass", "bid 250 points", "pass", "pass", named("clubs"))
    table.play_hand()
    lower, higher = sorted(table.result.team_scores)
    assert table.result.team_scores == (higher, lower)
    assert 250 <= lower < higher
    assert table.result.winning_team == 1


def test_another_side_that_reaches_the_target_wins_when_the_bid_fails() -> None:
    table = all_hearts(260, match=True, target=260)
    assert table.play_hand().result.winning_team == 0
    genome = won_at(genome_of("pinochle"), 250)
    table = Table(genome, ALL_HEARTS, match=True).say("pass", "pass", "pass", "bid 1500 points")
    table.say(named("hearts")).play_hand()
    assert table.result.team_scores[1] == -1500
    assert table.result.winning_team == 0


@for_seeds(25)
def test_every_hand_is_worth_250_besides_the_meld(seed: int) -> None:
    table = Table("pinochle", seed=seed).say("bid 250 points", *PASSES)
    table.step()
    meld = [
        sum(VALUES[d.pattern] for d in table.view.declarations if d.seat % 2 == side)
        for side in (0, 1)
    ]
    table.play_hand()
    tricks = [sum(table.tricks[side::2]) for side in (0, 1)]
    assert sum(tricks) == 12
    own, other = table.result.team_scores
    other_cards = other - (meld[1] if tricks[1] else 0)
    own_total = 250 - other_cards + (meld[0] if tricks[0] else 0)
    assert 0 <= other_cards <= 250
    assert own == (own_total if own_total >= 250 else -250)
