"""Draw Poker: the exchange of cards, two rounds of betting, and who still draws."""

from __future__ import annotations

from dataclasses import replace

import pytest

from darwindeck import get_genome
from darwindeck.simulation import EventKind, Game
from tests.support.poker import Accounts
from tests.support.seeds import for_seeds
from tests.support.stacked import Sitting, changed, rounds, same_cards, sit

HANDS = (
    "A♠ K♥ 2♣ 3♦ 9♠",
    "K♠ K♦ 4♣ 5♦ 9♥",
    "Q♠ Q♥ 6♣ 7♦ 9♣",
    "J♠ J♥ 8♣ 10♦ 9♦",
)
ALL_CHECK = ("South: check", "West: check", "North: check", "East: check")


def with_chips(chips: int) -> Game:
    setup = get_genome("draw-poker").setup
    return changed("draw-poker", setup=replace(setup, starting_chips=chips))


def drawing(stock: str = "") -> Sitting:
    """Everybody has checked, and South is to exchange cards."""
    return sit("draw-poker", rounds(*HANDS), stock).play(*ALL_CHECK)


def exchange(game: Sitting, seat: str, cards: str, many: str = "up to three cards") -> Sitting:
    """A player throws away cards, one after another."""
    names = cards.split()
    if not names:
        return game.play(f"{seat}: discard nothing")
    held = len(game.cards(f"{seat}'s hand"))
    for place, card in enumerate(names):
        if place and game.turn != seat:
            break
        first = f"discard {card} ({many})"
        text = first if place == 0 and first in game.may() else f"discard {card}"
        game.play(f"{seat}: {text}{' as well' if place else ''}")
    if game.turn == seat and len(game.cards(f"{seat}'s hand")) == held:
        game.play(f"{seat}: discard just")
    return game


def stand_pat(game: Sitting, *seats: str) -> Sitting:
    for seat in seats:
        exchange(game, seat, "")
    return game


def test_everybody_antes_twenty() -> None:
    game = sit("draw-poker", rounds(*HANDS))
    assert game.chips() == (980,) * 4
    assert game.may() == {"check", "bet 20"}


def test_the_first_round_is_not_the_last() -> None:
    game = drawing()
    assert not game.state.over
    assert game.text_of(EventKind.SHOWN) == []


@pytest.mark.parametrize("cards", ["2♣", "2♣ 3♦", "2♣ 3♦ 9♠"])
def test_up_to_three_cards_are_exchanged(cards: str) -> None:
    game = exchange(drawing("10♥ 10♣ 10♠"), "South", cards)
    stand_pat(game, "West", "North", "East")
    many = len(cards.split())
    kept = [card for card in HANDS[0].split() if card not in cards.split()]
    assert same_cards(game.cards("South's hand"), kept + ["10♥", "10♣", "10♠"][:many])


def test_standing_pat_draws_nothing() -> None:
    game = stand_pat(drawing("10♥ 10♣ 10♠"), "South", "West", "North", "East")
    assert same_cards(game.cards("South's hand"), HANDS[0])
    assert len(game.cards("the stock")) == 32


def test_four_cards_only_by_a_player_who_keeps_an_ace() -> None:
    """South may throw all but A♠; West, without an ace, never four."""
    game = exchange(drawing("10♥ 10♣ 10♠ 8♥"), "South", "K♥ 2♣ 3♦ 9♠", "four cards")
    assert not any("four cards" in text for text in game.may("West"))
    stand_pat(game, "West", "North", "East")
    assert same_cards(game.cards("South's hand"), "A♠ 10♥ 10♣ 10♠ 8♥")


def test_the_ace_itself_may_not_be_among_four_cards() -> None:
    game = drawing()
    assert "discard A♠ (four cards)" not in game.may()
    assert "discard K♥ (four cards)" in game.may()


def test_the_cards_are_drawn_after_all_have_thrown_theirs_away_in_order_of_play() -> None:
    game = drawing("10♥ 10♣ 10♠ 8♥ 8♦")
    exchange(game, "South", "2♣ 3♦")
    assert len(game.cards("South's hand")) == 3
    exchange(game, "West", "4♣")
    stand_pat(game, "North", "East")
    assert same_cards(game.cards("South's hand"), "A♠ K♥ 9♠ 10♥ 10♣")
    assert same_cards(game.cards("West's hand"), "K♠ K♦ 5♦ 9♥ 10♠")


def test_nobody_sees_what_others_throw_away() -> None:
    game = exchange(drawing(), "South", "2♣ 3♦")
    (pile,) = game.state.view(1).zone("discard")
    assert pile.cards == (None, None)
    assert pile.known == ()


def test_who_has_folded_takes_no_part_in_the_draw_or_the_second_round() -> None:
    game = sit("draw-poker", rounds(*HANDS))
    game.play("South: bet 20", "West: fold", "North: call 20", "East: call 20")
    stand_pat(game, "South", "North", "East")
    game.play("South: check", "North: check", "East: check")
    assert game.result.chips == (960, 980, 960 + 140, 960), "North's queens win"


def test_each_round_has_its_own_three_raises() -> None:
    game = sit("draw-poker", rounds(*HANDS))
    game.play("South: bet 20", "West: raise to 60", "North: raise to 80", "East: raise to 100")
    assert game.may() == {"call 60", "fold"}
    game.play("South: call 60", "West: call 40", "North: call 20")
    stand_pat(game, "South", "West", "North", "East")
    game.play("South: bet 20", "West: raise to 140", "North: raise to 160", "East: raise to 180")
    assert game.may() == {"call 60", "fold"}
    game.play("South: call 60", "West: call 40", "North: call 20")
    assert game.result.chips == (820, 1000 + 3 * 180, 820, 820), "West's kings win"


def test_folding_in_the_second_round_leaves_the_pot_to_the_last() -> None:
    game = stand_pat(drawing(), "South", "West", "North", "East")
    game.play("South: bet 20", "West: fold", "North: fold", "East: fold")
    assert game.result.chips == (1060, 980, 980, 980)
    assert game.text_of(EventKind.SHOWN) == []


@for_seeds(10)
def test_side_pots_are_shared_out_as_the_stakes_allow(seed: int) -> None:
    chips = 50 + 20 * (seed % 4)
    game = Sitting(with_chips(chips).deal(seed, dealer=seed % 4)).play_out()
    showdowns = [hand for hand in Accounts(game).hands if len(hand.shown) > 1]
    assert showdowns
    for hand in showdowns:
        assert {seat: hand.got[seat] for seat in hand.paid} == hand.due(4)
    assert sum(game.result.chips) == 4 * chips


def test_all_in_players_still_exchange_cards() -> None:
    """With 20 chips each the ante is everything: there is no betting, but a draw."""
    game = sit(with_chips(20), rounds(*HANDS), "A♥ A♦ 8♥")
    assert game.turn == "South"
    assert "discard 2♣ (up to three cards)" in game.may()
    exchange(game, "South", "2♣ 3♦")
    stand_pat(game, "West", "North", "East")
    assert game.result.chips == (80, 0, 0, 0), "three aces"
