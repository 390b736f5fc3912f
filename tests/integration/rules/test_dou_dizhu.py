"""Dou Dizhu: the auction, sequences and attached cards, bombs, the rocket, and the payment."""

from __future__ import annotations

from dataclasses import replace

import pytest

from darwindeck import get_genome
from darwindeck.genome.schema import CallPhase, DealStep
from tests.support.stacked import Sitting, changed, rounds, sit

RANKS = "3 4 5 6 7 8 9 10 J Q K A 2".split()


def cards_of(text: str, suits: str = "♣♦♥♠") -> list[str]:
    """ "3x5 black" as cards: three fives and the black joker."""
    cards = []
    for part in text.split():
        if part in ("black", "red"):
            cards.append(f"{part} joker")
            continue
        times, rank = part.split("x")
        cards += [f"{rank}{suit}" for suit in suits[: int(times)]]
    return cards


def table(*hands: list[str]) -> Sitting:
    """The landlord, for 3, holds the first hand; nobody takes the stock, and no lots are drawn."""
    genome = get_genome("dou-dizhu")
    size = len(hands[0])
    setup = replace(genome.setup, cards_per_player=size, deal=(DealStep(packets=(1,) * size),))
    _, auction, *others = genome.turn_structure.phases
    assert isinstance(auction, CallPhase)
    phases = (replace(auction, who=None, then=()), *others)
    turns = replace(genome.turn_structure, phases=phases)
    game = changed("dou-dizhu", setup=setup, turn_structure=turns)
    sitting = sit(game, rounds(*map(", ".join, hands)))
    return sitting.play(f"{sitting.turn}: bid 3")


def play(game: Sitting, cards: list[str]) -> Sitting:
    """Whoever's turn it is plays a combination."""
    seat = game.turn
    game.play(f"{seat}: play {cards[0]}")
    for card in cards[1:]:
        if game.turn == seat and game.picked(seat) and card not in game.picked(seat):
            game.play(f"{seat}: play {card} as well")
    if game.turn == seat and game.picked(seat):
        game.play(f"{seat}: play just")
    return game


def all_pass(game: Sitting, number: int) -> None:
    for _ in range(number):
        game.play(f"{game.turn}: pass")


def may_play(led: str, answer: str) -> bool:
    """Whether all of some cards may be played on others."""
    theirs = cards_of(answer, "♠♥♦♣")
    chosen: list[str] = []
    for card in cards_of(led):
        free = (f"{card[:-1]}{suit}" for suit in "♣♦♥♠")
        chosen.append(next(c for c in free if c not in theirs and c not in chosen))
    spare = [f"{rank}{suit}" for rank in RANKS for suit in "♣♦♥♠"]
    left = [card for card in spare if card not in {*chosen, *theirs}]
    size = max(len(chosen), len(theirs)) + 1
    held: tuple[list[str], ...] = (chosen, theirs, [])
    hands = [own + [left.pop() for _ in range(size - len(own))] for own in held]
    game = play(table(*hands), chosen)
    seat = game.turn
    for card in theirs:
        wanted = f"play {card}" if not game.picked(seat) else f"play {card} as well"
        if game.turn != seat or wanted not in game.may():
            return False
        game.play(f"{seat}: {wanted}")
    return game.turn != seat or any(move.startswith("play just") for move in game.may())


def test_the_highest_bidder_is_the_landlord_and_takes_the_stock() -> None:
    game = sit("dou-dizhu")
    game.play(f"{game.turn}: bid 1")
    assert game.may() == {"pass", "bid 2", "bid 3"}
    second = game.turn
    game.play(f"{second}: bid 3")
    assert game.turn == second, "nobody can bid more"
    assert len(game.cards(f"{second}'s hand")) == 20


def test_if_nobody_bids_the_cards_are_dealt_again() -> None:
    game = sit("dou-dizhu", match=True)
    for _ in range(3):
        game.play(f"{game.turn}: pass")
    assert (game.number("deal_number"), game.number("hand_number")) == (2, 1)


@pytest.mark.parametrize(
    ("led", "beaten_by", "not_by"),
    [
        ("1x5", "1x6", "1x4"),
        ("1x2", "1x2", "1xA"),
        ("2x5", "2x6", "2x4"),
        ("3x5", "3x6", "3x4"),
        ("3x5 1x3", "3x6 1x3", "3x6 2x3"),
        ("3x5 2x3", "3x6 2x4", "3x4 2x7"),
        ("1x3 1x4 1x5 1x6 1x7", "1x4 1x5 1x6 1x7 1x8", "1xJ 1xQ 1xK 1xA 1x2"),
        ("2x3 2x4 2x5", "2x4 2x5 2x6", "2xK 2xA 2x2"),
        ("3x3 3x4", "3x5 3x6", "3xA 3x2"),
        ("3x3 3x4 1x6 1x7", "3x5 3x6 1x3 1x4", "3x5 3x6 2x9"),
        ("3x3 3x4 1x6 1x7", "3x5 3x6 1x3 black", "3x5 3x6 black red"),
        ("3x3 3x4 2x7 2x8", "3x5 3x6 2x9 2x10", "3x5 3x9 2x10 2xJ"),
        ("4x3 1x4 1x5", "4x6 1x7 1x8", "3x6 3x7"),
        ("4x3 2x4 2x5", "4x6 2x7 2x8", "4x7 1x8 2x9 1x10"),
        ("4x3", "4x4", "3x5 1x7"),
        ("3x5 1x3", "4x4", "3x6"),
        ("4x3", "black red", "2x2"),
    ],
)
def test_a_combination_is_beaten_by_a_higher_one_of_its_kind_or_a_bomb(
    led: str, beaten_by: str, not_by: str
) -> None:
    assert may_play(led, beaten_by) is (led != "1x2"), "a two does not beat a two"
    assert not may_play(led, not_by)


def test_each_bomb_and_the_rocket_double_the_stake() -> None:
    """3, doubled by a bomb and by the rocket: the landlord wins 24, the others lose 12 each."""
    game = table(
        ["3♣", "4♣", "4♦", "5♣", "black joker", "red joker"],
        ["6♣", "6♦", "6♥", "6♠", "7♣", "8♣"],
        ["9♣", "J♣", "Q♣", "K♣", "A♣", "2♣"],
    )
    landlord = game.turn
    play(game, ["3♣"])
    play(game, ["6♣", "6♦", "6♥", "6♠"])
    all_pass(game, 1)
    play(game, ["black joker", "red joker"])
    all_pass(game, 2)
    play(game, ["4♣", "4♦"])
    all_pass(game, 2)
    play(game, ["5♣"])
    names = game.game.seats
    assert dict(zip(names, game.result.scores, strict=True)) == {
        name: 24 if name == landlord else -12 for name in names
    }
