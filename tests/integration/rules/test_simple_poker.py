"""Simple Poker: which hand is better, betting, folding, side pots and odd chips."""

from __future__ import annotations

from dataclasses import replace

import pytest

from darwindeck import get_genome
from darwindeck.simulation import EventKind, Game
from tests.support.poker import Accounts
from tests.support.seeds import for_seeds
from tests.support.stacked import Sitting, changed, rounds, sit

ALL_CHECK = ("South: check", "West: check", "North: check", "East: check")
NOTHING = ("2♣ 4♦ 6♥ 8♠ 10♣", "2♦ 4♥ 6♠ 8♣ 10♦", "2♥ 4♠ 6♣ 8♦ 10♥")
"""Three hands that are worth the same and less than a pair."""


def with_chips(chips: int) -> Game:
    setup = get_genome("simple-poker").setup
    return changed("simple-poker", setup=replace(setup, starting_chips=chips))


# --- the hands ---------------------------------------------------------------------------------

BETTER_FIRST = [
    ("10♠ J♠ Q♠ K♠ A♠", "9♥ 10♥ J♥ Q♥ K♥"),
    ("2♠ 3♠ 4♠ 5♠ 6♠", "A♥ 2♥ 3♥ 4♥ 5♥"),
    ("A♥ 2♥ 3♥ 4♥ 5♥", "K♠ K♥ K♣ K♦ A♠"),
    ("3♠ 3♥ 3♣ 3♦ 5♠", "A♠ A♥ A♣ K♦ K♠"),
    ("5♠ 5♥ 5♣ 5♦ 7♠", "3♠ 3♥ 3♣ 3♦ A♠"),
    ("8♠ 8♥ 8♣ 3♦ 3♠", "7♠ 7♥ 7♣ A♦ A♠"),
    ("3♠ 3♥ 3♣ 5♦ 5♠", "A♠ J♠ 9♠ 7♠ 2♠"),
    ("2♠ 4♠ 6♠ 8♠ Q♠", "J♠ 10♥ 9♣ 8♦ 7♠"),
    ("3♠ 4♠ 6♠ 8♠ Q♠", "2♥ 4♥ 6♥ 8♥ Q♥"),
    ("2♠ 3♥ 4♣ 5♦ 6♠", "A♠ 2♥ 3♣ 4♦ 5♥"),
    ("A♠ 2♥ 3♣ 4♦ 5♥", "A♥ A♣ A♦ K♦ Q♥"),
    ("10♠ J♥ Q♣ K♦ A♠", "9♥ 10♥ J♣ Q♦ K♠"),
    ("2♠ 2♥ 2♣ 3♦ 4♠", "A♠ A♥ K♣ K♦ Q♠"),
    ("A♠ A♥ 2♣ 2♦ 3♠", "K♠ K♥ Q♣ Q♦ A♣"),
    ("K♠ K♥ 3♣ 3♦ A♣", "K♣ K♦ 3♠ 3♥ Q♠"),
    ("2♠ 2♥ 3♣ 4♦ 6♠", "A♠ K♥ Q♣ J♦ 9♠"),
    ("7♠ 7♥ A♣ 4♦ 2♠", "7♣ 7♦ K♣ Q♦ J♠"),
    ("A♠ 9♥ 6♣ 4♦ 3♠", "A♥ 9♣ 6♦ 4♠ 2♥"),
]


@pytest.mark.parametrize(("better", "worse"), BETTER_FIRST)
def test_the_better_hand_takes_the_pot(better: str, worse: str) -> None:
    used = set(better.split()) | set(worse.split())
    low = "2 4 6 7 9 3 5 8".split()
    free = [f"{rank}{suit}" for suit in "♣♦♥♠" for rank in low if f"{rank}{suit}" not in used]
    east = free[:5]
    north = free[5:10]
    for order in ((better, worse), (worse, better)):
        game = sit("simple-poker", rounds(*order, " ".join(north), " ".join(east)))
        game.play("South: bet 10", "West: call 10", "North: fold", "East: fold")
        won, lost = (0, 1) if order[0] == better else (1, 0)
        assert game.result.chips[won] == 1000 + 40
        assert game.result.chips[lost] == 1000 - 20


def test_an_ace_in_the_middle_makes_no_straight() -> None:
    """Q K A 2 3 is only ace high, and loses to a pair of twos."""
    others = ("4♦ 6♦ 8♦ 10♦ J♥", "4♠ 6♣ 8♣ 10♥ J♦")
    game = sit("simple-poker", rounds("Q♠ K♥ A♣ 2♦ 3♠", "2♠ 2♥ 4♣ 5♦ 7♠", *others))
    game.play("South: bet 10", "West: call 10", "North: fold", "East: fold")
    assert game.result.chips == (980, 1040, 990, 990)


# --- betting -----------------------------------------------------------------------------------


def test_everybody_antes_ten_and_the_dealers_left_begins() -> None:
    game = sit("simple-poker")
    assert game.chips() == (990, 990, 990, 990)
    assert game.number("pot") == 40
    assert game.turn == "South"


def test_checked_all_round_the_best_hand_takes_the_antes() -> None:
    game = sit("simple-poker", rounds("A♠ A♥ 3♣ 5♦ 7♠", *NOTHING)).play(*ALL_CHECK)
    assert game.result.chips == (1030, 990, 990, 990)


def test_after_a_bet_those_who_checked_act_again() -> None:
    game = sit("simple-poker", rounds("A♠ A♥ 3♣ 5♦ 7♠", *NOTHING))
    game.play("South: check", "West: check", "North: bet 10")
    game.play("East: call 10")
    assert game.turn == "South"
    game.play("South: call 10", "West: fold")
    assert game.state.over


def test_three_raises_a_round_by_all_together() -> None:
    game = sit("simple-poker", rounds("A♠ A♥ 3♣ 5♦ 7♠", *NOTHING))
    game.play("South: bet 10", "West: raise to 30", "North: raise to 40", "East: raise to 50")
    assert game.may() == {"call 30", "fold"}
    game.play("South: call 30")
    assert game.may() == {"call 20", "fold"}


def test_a_raise_lets_everybody_answer_but_not_the_raiser() -> None:
    game = sit("simple-poker", rounds("A♠ A♥ 3♣ 5♦ 7♠", *NOTHING))
    game.play("South: bet 10", "West: raise to 30", "North: fold", "East: fold", "South: call 10")
    assert game.state.over
    assert game.result.chips == (1000 + 50, 970, 990, 990)


def test_the_last_one_in_takes_the_pot_and_shows_nothing() -> None:
    game = sit("simple-poker", rounds(NOTHING[0], "A♠ A♥ 3♣ 5♦ 7♠", *NOTHING[1:]))
    game.play("South: bet 10", "West: fold", "North: fold", "East: fold")
    assert game.result.chips == (1030, 990, 990, 990)
    assert game.text_of(EventKind.SHOWN) == []


def test_whoever_folds_does_not_show() -> None:
    game = sit("simple-poker", rounds("A♠ A♥ 3♣ 5♦ 7♠", *NOTHING))
    game.play("South: bet 10", "West: fold", "North: call 10", "East: fold")
    (hand,) = Accounts(game).hands
    assert set(hand.shown) == {0, 2}


# --- sharing -----------------------------------------------------------------------------------


def test_equal_hands_share_and_odd_chips_go_in_order_from_the_dealers_left() -> None:
    """70 chips for three equal hands: 24 for the first after the dealer, 23 for the others."""
    game = sit("simple-poker", rounds(NOTHING[0], "2♠ 3♣ 5♦ 7♥ 9♠", *NOTHING[1:]))
    game.play("South: bet 10", "West: fold", "North: call 10", "East: call 10")
    assert game.result.chips == (980 + 24, 990, 980 + 23, 980 + 23)


def test_the_order_of_odd_chips_begins_after_the_dealer() -> None:
    game = sit(
        "simple-poker", rounds(NOTHING[0], NOTHING[1], NOTHING[2], "2♠ 3♣ 5♦ 7♥ 9♠"), dealer="South"
    )
    game.play("West: bet 10", "North: call 10", "East: call 10", "South: fold")
    assert game.result.chips == (990, 980 + 24, 980 + 23, 980 + 23)


# --- all in ------------------------------------------------------------------------------------


@for_seeds(12)
def test_side_pots_are_shared_out_as_the_stakes_allow(seed: int) -> None:
    """Matches with few chips: every showdown is counted again, chip by chip."""
    game = Sitting(with_chips(25 + 10 * (seed % 4)).deal(seed, dealer=seed % 4))
    game.play_out()
    showdowns = [hand for hand in Accounts(game).hands if len(hand.shown) > 1]
    assert showdowns
    for hand in showdowns:
        got = {seat: hand.got[seat] for seat in hand.paid}
        assert got == hand.due(4)
    assert sum(game.result.chips) == 4 * (25 + 10 * (seed % 4))


def test_the_matches_above_have_side_pots() -> None:
    """So that the test above does not pass for want of cases."""
    uneven = 0
    for seed in range(12):
        game = Sitting(with_chips(25 + 10 * (seed % 4)).deal(seed, dealer=seed % 4))
        game.play_out()
        for hand in Accounts(game).hands:
            uneven += len({hand.paid[seat] for seat in hand.shown}) > 1
    assert uneven >= 5


def test_who_cannot_bet_in_full_cannot_bet() -> None:
    game = sit(with_chips(15))
    assert game.may() == {"check"}


def test_a_player_without_chips_is_dealt_no_cards_any_more() -> None:
    hands = ("A♠ A♥ 3♣ 5♦ 7♠", "K♠ K♥ 3♥ 5♥ 7♥", *NOTHING[1:])
    game = sit(with_chips(40), rounds(*hands), match=True)
    game.play("South: bet 10", "West: raise to 30", "North: fold", "East: fold")
    game.play("South: raise to 40", "West: call 10")
    assert game.chips()[1] == 0
    assert game.cards("West's hand") == []
    assert len(game.cards("South's hand")) == len(game.cards("North's hand")) == 5
    assert game.turn == "North", "West is passed over"


def test_the_deal_passes_to_the_left_and_most_chips_after_twenty_hands_win() -> None:
    game = sit("simple-poker", match=True)
    dealers = []
    while not game.state.over:
        dealers.append(game.number("dealer"))
        for _ in range(4):
            game.play(f"{game.turn}: check")
    assert dealers == [3, 0, 1, 2] * 5
    chips = game.result.chips
    assert sum(chips) == 4000
    assert game.result.winners == tuple(seat for seat in range(4) if chips[seat] == max(chips))
