"""Betting War: the pot, raises, folding, and a player who cannot pay in full."""

from __future__ import annotations

from dataclasses import replace

from darwindeck import get_genome
from darwindeck.simulation import EventKind, Game
from tests.support.stacked import Sitting, changed, sit

ORDER = "2 3 4 5 6 7 8 9 10 J Q K A".split()


def with_chips(chips: int) -> Game:
    setup = get_genome("betting-war").setup
    return changed("betting-war", setup=replace(setup, starting_chips=chips))


def test_each_player_antes_ten() -> None:
    game = sit("betting-war", "K♠ 2♥")
    assert game.chips() == (490, 490)
    assert game.number("pot") == 20


def test_higher_card_takes_the_pot() -> None:
    game = sit("betting-war", "10♠ A♥").play("South: check", "North: check")
    assert game.result.chips == (490, 510)


def test_suits_do_not_matter_and_equal_cards_share() -> None:
    game = sit("betting-war", "7♠ 7♣").play("South: bet 10", "North: call 10")
    assert game.result.chips == (500, 500)


def test_a_bet_and_three_raises_are_the_most() -> None:
    game = sit("betting-war", "K♠ 2♥")
    game.play("South: bet 10", "North: raise to 30", "South: raise to 40", "North: raise to 50")
    assert game.may() == {"fold", "call 10"}
    game.play("South: call 10")
    assert game.result.chips == (550, 450)


def test_a_check_may_be_followed_by_a_bet() -> None:
    game = sit("betting-war", "K♠ 2♥").play("South: check")
    assert game.may() == {"check", "bet 10"}
    game.play("North: bet 10")
    assert game.may() == {"fold", "call 10", "raise to 30"}


def test_nobody_folds_before_there_is_a_bet() -> None:
    assert "fold" not in sit("betting-war", "K♠ 2♥").may()


def test_folding_gives_the_pot_to_the_other_who_shows_nothing() -> None:
    game = sit("betting-war", "K♠ 2♥").play("South: check", "North: bet 10", "South: fold")
    assert game.result.chips == (490, 510)
    assert game.text_of(EventKind.SHOWN) == []


def test_at_a_showdown_the_cards_are_shown() -> None:
    game = sit("betting-war", "K♠ 2♥").play("South: check", "North: check")
    assert game.text_of(EventKind.SHOWN) == [
        "K♠ is shown in South's hand",
        "2♥ is shown in North's hand",
    ]


def test_nobody_can_bet_more_than_they_have() -> None:
    game = sit(with_chips(15), "K♠ 2♥")
    assert game.chips() == (5, 5)
    assert game.may() == {"check"}


def test_a_short_call_is_all_in_and_the_rest_of_the_bet_goes_back() -> None:
    """South has 45 chips left and North 5: North can lose no more than those 5."""
    game = sit(with_chips(35), "K♠ 2♥", match=True)
    game.play("South: bet 10", "North: call 10")
    assert game.chips() == (45, 5), "the antes of the second hand have been paid"
    while game.turn == "North":
        game.play("North: check")
    game.play("South: bet 10")
    assert game.may() == {"fold", "call with the last 5"}
    higher = _higher(game)
    game.play("North: call with the last 5")
    after_the_hand = (70, 0) if higher == "South" else (40, 30)
    chips = game.chips() if game.state.over else tuple(chip + 10 for chip in game.chips())
    assert chips == after_the_hand


def _higher(game: Sitting) -> str:
    (south,), (north,) = game.cards("South's hand"), game.cards("North's hand")
    heights = [ORDER.index(card[:-1]) for card in (south, north)]
    assert heights[0] != heights[1]
    return "South" if heights[0] > heights[1] else "North"


def test_a_player_without_chips_has_lost_the_game() -> None:
    game = sit(with_chips(10), "K♠ 2♥", match=True)
    assert game.state.over, "neither has chips to bet with"
    assert game.result.winner == 0
    assert game.result.chips == (20, 0)


def test_the_deal_changes_and_the_game_ends_after_fifty_hands() -> None:
    game = sit("betting-war", "K♠ 2♥", match=True)
    dealers = []
    while not game.state.over:
        dealers.append(game.number("dealer"))
        game.play(f"{game.turn}: check", f"{'South' if game.turn == 'North' else 'North'}: check")
    assert dealers == [1, 0] * 25
    assert sum(game.result.chips) == 1000
