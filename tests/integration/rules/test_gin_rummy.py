"""Gin Rummy: the first card, knocking, laying off, gin, undercut and the last two cards."""

from __future__ import annotations

import pytest

from darwindeck.simulation import EventKind
from tests.support.stacked import Sitting, game_of, rounds, sit, won_at

SOUTH = "2♣ 3♣ 4♣ 7♥ 8♥ 9♥ K♠ K♦ 2♦ 5♠"
"""With a third king: two runs, a set, and 2♦ and 5♠ over."""
NORTH = "A♣ A♦ A♥ 10♦ J♦ Q♦ 6♣ 6♠ 9♠ 4♦"
"""A set and a run, and 6♣, 6♠, 9♠ and 4♦ over: 25."""


def deal(
    south: str = SOUTH, north: str = NORTH, then: str = "Q♥ K♣ 8♣ 7♠", **options: str
) -> Sitting:
    game = game_of("gin-rummy", **options)
    return sit(game, rounds(south, north), then)


def drawn(**hands: str) -> Sitting:
    """Both have refused the card turned up, and South has drawn from the stock."""
    game = deal(**hands).play("South: refuse the card", "North: refuse the card")
    return game.play("South: draw from the stock")


def knocked(
    discard: str, *melds: str, game: Sitting | None = None, nothing: bool = True
) -> Sitting:
    """South knocks with a discard and lays down its melds."""
    game = (game or drawn()).play("South: knock", f"South: discard {discard}")
    for meld in melds:
        game.meld("South", meld)
    if nothing and "meld nothing" in game.may() and game.turn == "South":
        game.play("South: meld nothing")
    return game


# --- the first card ----------------------------------------------------------------------------


def test_the_card_turned_up_is_offered_to_both_before_the_stock() -> None:
    game = deal()
    assert game.may() == {"draw from the discard pile", "refuse the card"}
    game.play("South: refuse the card")
    assert game.may("North") == {"draw from the discard pile", "refuse the card"}
    game.play("North: refuse the card")
    assert game.may("South") == {"draw from the stock"}


def test_once_the_card_is_taken_play_goes_on_as_usual() -> None:
    game = deal().play("South: draw from the discard pile", "South: discard 5♠")
    assert game.may("North") == {"draw from the discard pile", "draw from the stock"}


def test_the_card_taken_may_not_be_discarded_at_once() -> None:
    game = deal().play("South: draw from the discard pile")
    assert "discard Q♥" not in game.may()
    assert "discard 5♠" in game.may()


# --- knocking ----------------------------------------------------------------------------------


def test_nobody_knocks_with_more_than_ten() -> None:
    """With a third king A♠ A♥ 3♠ 4♦ and 9♣ are over: 18."""
    north = "A♣ A♦ 10♥ 10♦ J♦ Q♦ 6♣ 6♠ 9♠ 5♦"
    game = drawn(south="2♣ 3♣ 4♣ K♠ K♦ A♠ A♥ 3♠ 4♦ 9♣", north=north)
    game.play("South: knock")
    assert game.may() == {"discard 9♣"}, "any other discard would leave more than ten"
    game = drawn(south="2♣ 3♣ 4♣ 7♥ 8♥ J♥ K♠ K♦ 2♦ 9♣", north=NORTH)
    assert "knock" not in game.may()


def test_one_may_knock_with_exactly_ten() -> None:
    game = drawn(south="2♣ 3♣ 4♣ 7♥ 8♥ 9♥ K♠ K♦ 10♠ 10♥", north=NORTH)
    game.play("South: knock")
    assert {"discard 10♠", "discard 10♥"} <= game.may()


def test_nobody_has_to_knock() -> None:
    game = drawn().play("South: discard 5♠")
    assert game.turn == "North"
    assert game.may() == {"draw from the discard pile", "draw from the stock"}


def test_melding_ends_only_with_ten_or_less_left() -> None:
    """South may not leave its kings in its hand."""
    game = drawn().play("South: knock", "South: discard 5♠")
    assert "meld nothing" not in game.may()
    game.meld("South", "K♠ K♦ K♣")
    assert "meld nothing" not in game.may()
    game.meld("South", "7♥ 8♥ 9♥")
    assert "meld nothing" not in game.may(), "2♣ 3♣ 4♣ and 2♦ are eleven"


def test_knocking_scores_the_difference_of_the_cards_left() -> None:
    game = knocked("5♠", "2♣ 3♣ 4♣", "7♥ 8♥ 9♥", "K♠ K♦ K♣")
    game.meld("North", "A♣ A♦ A♥").meld("North", "10♦ J♦ Q♦")
    finish(game)
    assert game.scored() == ["South: +23 (Knocking)"]
    assert game.result.scores == (25 - 2, 0)


def finish(game: Sitting) -> Sitting:
    while not game.state.over:
        game.play("North: meld nothing")
    return game


def test_the_opponent_lays_off_on_the_knockers_melds() -> None:
    """6♥ goes to the run of hearts and A♣ to the clubs; 9♠ 6♠ 4♦ 5♦ are left."""
    game = drawn(south=SOUTH, north="A♣ 6♥ A♥ 10♦ J♦ Q♦ 5♥ 6♠ 9♠ 4♦")
    knocked("5♠", "2♣ 3♣ 4♣", "7♥ 8♥ 9♥", "K♠ K♦ K♣", game=game)
    game.meld("North", "10♦ J♦ Q♦")
    if "meld nothing" in game.may() and not any(text.startswith("lay") for text in game.may()):
        game.play("North: meld nothing")
    game.play("North: lay A♣", "North: lay 6♥", "North: lay 5♥")
    finish(game)
    assert game.result.scores == (1 + 6 + 9 + 4 - 2, 0)


# --- undercut ----------------------------------------------------------------------------------


def test_an_equal_count_is_an_undercut() -> None:
    """Both have two points left."""
    game = drawn(south=SOUTH, north="A♣ A♦ A♥ 10♦ J♦ Q♦ 4♥ 4♦ 4♠ 2♥")
    knocked("5♠", "2♣ 3♣ 4♣", "7♥ 8♥ 9♥", "K♠ K♦ K♣", game=game)
    game.meld("North", "A♣ A♦ A♥").meld("North", "10♦ J♦ Q♦").meld("North", "4♥ 4♦ 4♠")
    finish(game)
    assert "North: +25 (Undercut)" in game.scored()
    assert game.result.scores == (0, 25)


def test_an_undercut_earns_the_difference_and_twenty_five() -> None:
    game = drawn(south=SOUTH, north="A♣ A♦ A♥ 10♦ J♦ Q♦ 4♥ 4♦ 4♠ A♠")
    knocked("2♦", "2♣ 3♣ 4♣", "7♥ 8♥ 9♥", "K♠ K♦ K♣", game=game)
    game.meld("North", "A♦ A♥ A♠").meld("North", "10♦ J♦ Q♦").meld("North", "4♥ 4♦ 4♠")
    finish(game)
    assert game.result.scores == (0, 5 - 1 + 25)


def test_laying_off_can_undercut() -> None:
    """North has A♣ and 10♥ over, and both fit South's runs."""
    game = drawn(south=SOUTH, north="A♣ 10♥ J♥ 10♦ J♦ Q♦ 4♥ 4♦ 4♠ A♠")
    knocked("5♠", "2♣ 3♣ 4♣", "7♥ 8♥ 9♥", "K♠ K♦ K♣", game=game)
    game.meld("North", "10♦ J♦ Q♦").meld("North", "4♥ 4♦ 4♠")
    game.play("North: lay A♣", "North: lay 10♥", "North: lay J♥")
    finish(game)
    assert game.result.scores == (0, 2 - 1 + 25)


def test_the_older_bonuses() -> None:
    game = deal(north="A♣ A♦ A♥ 10♦ J♦ Q♦ 4♥ 4♦ 4♠ 2♥", bonuses="older")
    game.play("South: refuse the card", "North: refuse the card", "South: draw from the stock")
    knocked("5♠", "2♣ 3♣ 4♣", "7♥ 8♥ 9♥", "K♠ K♦ K♣", game=game)
    game.meld("North", "A♣ A♦ A♥").meld("North", "10♦ J♦ Q♦").meld("North", "4♥ 4♦ 4♠")
    assert finish(game).result.scores == (0, 10)


# --- gin ---------------------------------------------------------------------------------------

GIN = "2♣ 3♣ 4♣ 7♥ 8♥ 9♥ K♠ K♦ K♥ 5♠"


def test_gin_earns_twenty_five_and_all_the_opponent_has_left() -> None:
    game = knocked("5♠", "2♣ 3♣ 4♣", "7♥ 8♥ 9♥", "K♠ K♦ K♥ K♣", game=drawn(south=GIN))
    game.meld("North", "A♣ A♦ A♥").meld("North", "10♦ J♦ Q♦")
    finish(game)
    assert game.scored() == ["South: +25 (Knocking)", "South: +25 (Gin)"]


def test_nothing_is_laid_off_against_gin() -> None:
    """6♥, 10♥, 5♥ and A♣ would fit South's runs; North has nothing to meld and is not asked."""
    game = drawn(south=GIN, north="A♣ 6♥ A♥ 10♥ J♥ 5♣ 5♥ 6♠ 9♠ 4♦")
    knocked("5♠", "2♣ 3♣ 4♣", "7♥ 8♥ 9♥", "K♠ K♦ K♥ K♣", game=game)
    assert game.state.over
    left = 1 + 6 + 1 + 10 + 10 + 5 + 5 + 6 + 9 + 4
    assert game.result.scores == (left + 25, 0)


def test_gin_cannot_be_undercut() -> None:
    game = drawn(south=GIN, north="A♣ A♦ A♥ 10♦ J♦ Q♦ 4♥ 4♦ 4♠ A♠")
    knocked("5♠", "2♣ 3♣ 4♣", "7♥ 8♥ 9♥", "K♠ K♦ K♥ K♣", game=game)
    game.meld("North", "A♣ A♦ A♥ A♠").meld("North", "10♦ J♦ Q♦").meld("North", "4♥ 4♦ 4♠")
    finish(game)
    assert game.result.scores == (25, 0)


# --- the last two cards ------------------------------------------------------------------------


def test_when_two_cards_are_left_the_hand_is_thrown_in_and_dealt_again() -> None:
    """Both draw from the stock and throw the card away; the 29th discard leaves two cards."""
    game = sit("gin-rummy", rounds("2♣ 4♣ 6♦ 8♦ 10♥ Q♥ A♠ 3♠ 5♣ 7♦", NORTH), match=True)
    game.play("South: refuse the card", "North: refuse the card")
    for turn in range(29):
        assert game.text_of(EventKind.THROWN_IN) == []
        assert len(game.cards("the stock")) == 31 - turn
        seat, drawn = game.turn, game.cards("the stock")[-1]
        game.play(f"{seat}: draw from the stock", f"{seat}: discard {drawn}")
    assert game.text_of(EventKind.THROWN_IN) == ["the cards are thrown in"]
    assert game.scored() == []
    assert game.number("dealer") == 1, "the same player deals again"
    assert game.number("hand_number") == 1, "the hand does not count"


@pytest.mark.parametrize(("target", "over"), [(23, True), (24, False)])
def test_the_match_ends_when_somebody_reaches_the_target(target: int, over: bool) -> None:
    game = sit(won_at("gin-rummy", target), rounds(SOUTH, NORTH), "Q♥ K♣ 8♣ 7♠", match=True)
    game.play("South: refuse the card", "North: refuse the card", "South: draw from the stock")
    knocked("5♠", "2♣ 3♣ 4♣", "7♥ 8♥ 9♥", "K♠ K♦ K♣", game=game)
    game.meld("North", "A♣ A♦ A♥").meld("North", "10♦ J♦ Q♦")
    while game.scored() == []:
        game.play("North: meld nothing")
    assert game.scores() == (23, 0)
    assert game.state.over is over
