"""Razz: the lowest hand wins, the highest card brings in, the lowest open hand begins."""

from __future__ import annotations

import pytest

from darwindeck.simulation import State
from tests.support.stacked import game_of, named


def deal(first: str, later: str = "", players: int = 3) -> State:
    """Two cards each face down from the dealer's left, seat 0, one face up, and so on."""
    game = game_of("razz", players=str(players))
    cards = named(game, f"{first} {later}".strip())
    rest = [card for card in range(len(game.cards)) if card not in cards]
    deck = [game.cards[card] for card in (*cards, *rest)]
    return game.hand(1, deck=deck, dealer=players - 1)


DOWN = "A♠ K♠ Q♠ A♥ K♥ Q♥"


@pytest.mark.parametrize(("open_cards", "who"), [("9♠ J♦ J♥", 2), ("A♦ 2♦ 3♥", 2), ("K♦ A♦ A♣", 0)])
def test_the_highest_card_brings_in_and_aces_are_low(open_cards: str, who: int) -> None:
    state = deal(f"{DOWN} {open_cards}")
    assert state.asked == who
    assert {move.text for move in state.legal_moves()} == {"bring in 2", "bet 5"}


@pytest.mark.parametrize(
    ("fourth", "who"),
    [("2♠ 3♦ 4♦", 0), ("9♦ 2♦ 2♥", 1), ("9♦ 10♦ 2♦", 2), ("9♥ 10♥ J♠", 0), ("8♦ 8♥ 8♣", 0)],
)
def test_the_lowest_open_hand_begins(fourth: str, who: int) -> None:
    """A pair is higher than no pair, and the highest card is compared first."""
    state = deal(f"{DOWN} 9♠ 10♠ J♦", fourth)
    for move in ("bring in 2", "call 2", "call 2"):
        state = state.apply(move)
    assert state.asked == who


def won(one: str, other: str) -> list[int]:
    """What two have whose seven cards are these, if nobody bets."""
    mine, theirs = one.split(), other.split()
    cards = [card for pair in zip(mine, theirs, strict=True) for card in pair]
    state = deal(" ".join(cards), players=2)
    state = state.apply("bring in 2").apply("call 2")
    while not state.over:
        state = state.apply("check")
    return list(state.position.numbers()["chips"])


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("A♠ 2♠ 3♠ 4♠ 5♠ K♣ Q♣", "A♥ 2♥ 3♥ 4♥ 6♥ K♦ Q♦"),  # the straight flush does not count
        ("9♠ 4♠ 3♠ 2♠ A♠ K♣ K♦", "9♥ 5♥ 3♥ 2♥ A♥ Q♣ Q♦"),
        ("K♠ Q♠ J♠ 10♠ 9♠ K♣ Q♣", "A♥ A♦ A♣ 2♥ 2♦ 2♣ 3♥"),  # no pair is below any pair
        ("A♥ A♦ 2♥ 2♦ 3♥ 3♦ 4♣", "2♠ 2♣ 3♠ 3♣ 5♠ 5♣ 6♣"),  # a pair of aces is the lowest
    ],
)
def test_the_lowest_five_of_seven_cards_win(better: str, worse: str) -> None:
    assert won(better, worse) == [1003, 997]
    assert won(worse, better) == [997, 1003]


def test_equal_hands_share() -> None:
    assert won("A♠ 2♠ 3♠ 4♠ 5♠ K♣ Q♣", "A♥ 2♥ 3♥ 4♥ 5♥ 9♦ 8♦") == [1000, 1000]
