"""Pope Joan: the board, the card turned up, and sequences that go on until a card is missing."""

from __future__ import annotations

from random import Random

import pytest

from tests.support.seeds import for_seeds
from tests.support.table import Table

RANKS = "A 2 3 4 5 6 7 8 9 10 J Q K".split()
BOARD = {
    "Pope Joan": 6,
    "matrimony": 2,
    "intrigue": 2,
    "the ace": 1,
    "the king": 1,
    "the queen": 1,
    "the jack": 1,
    "the game": 1,
}


def after(card: str) -> str:
    place = RANKS.index(card[:-1]) + 1
    return f"{RANKS[place]}{card[-1]}" if place < len(RANKS) else ""


def board(table: Table) -> dict[str, int]:
    """What lies in each compartment."""
    return {name: table.counter(f"compartment for {name}")[0] for name in BOARD}


def test_the_dealer_dresses_the_board() -> None:
    table = Table("pope-joan", turned="4C")
    assert table.chips == (100, 100, 100, 85)
    assert board(table) == BOARD


@pytest.mark.parametrize(
    ("turned", "won"),
    [("9D", "Pope Joan"), ("AS", "the ace"), ("KH", "the king"), ("QC", "the queen")],
)
def test_the_card_turned_up_may_win_for_the_dealer(turned: str, won: str) -> None:
    table = Table("pope-joan", turned=turned)
    assert table.chips == (100, 100, 100, 85 + BOARD[won])
    assert board(table) == {**BOARD, won: 0}


class Account:
    """A hand as somebody would keep it who knows only the rules."""

    def __init__(self, table: Table) -> None:
        self.hands = [table.hand(seat) for seat in range(4)]
        (turned,) = table.cards("turned")
        self.trump = turned[-1]
        self.chips = [100, 100, 100, 85]
        self.board = dict(BOARD)
        self.player: dict[str, int] = {}
        if turned == "9D":
            self.take(3, "Pope Joan")
        self.honour(3, turned[:-1])

    def take(self, seat: int, name: str) -> None:
        self.chips[seat] += self.board[name]
        self.board[name] = 0

    def honour(self, seat: int, rank: str) -> None:
        names = {"A": "the ace", "K": "the king", "Q": "the queen", "J": "the jack"}
        if rank in names:
            self.take(seat, names[rank])

    def play(self, seat: int, card: str) -> None:
        self.hands[seat].remove(card)
        if card == "9D":
            self.take(seat, "Pope Joan")
        if card[-1] != self.trump:
            return
        rank = card[:-1]
        self.honour(seat, rank)
        self.player[rank] = seat
        if rank == "Q" and self.player.get("J") == seat:
            self.take(seat, "intrigue")
        if rank == "K" and self.player.get("Q") == seat:
            self.take(seat, "matrimony")

    def settle(self) -> None:
        first = next(seat for seat, hand in enumerate(self.hands) if not hand)
        self.take(first, "the game")
        for seat, hand in enumerate(self.hands):
            if "9D" not in hand:
                self.chips[seat] -= len(hand)
                self.chips[first] += len(hand)


@for_seeds(25)
def test_a_hand_is_played_and_paid_as_a_second_account_has_it(seed: int) -> None:
    table = Table("pope-joan", seed=seed)
    account, rng = Account(table), Random(seed)
    hands, turn = account.hands, 0
    while all(hands):
        own = hands[turn]
        lowest = {
            min((c for c in own if c[-1] == s), key=lambda c: RANKS.index(c[:-1]))
            for s in {card[-1] for card in own}
        }
        assert table.turn == turn
        assert table.playable == lowest
        card = rng.choice(sorted(lowest))
        while True:
            table.play(card)
            account.play(turn, card)
            following = after(card)
            holders = [seat for seat in range(4) if following in hands[seat]]
            if not holders or not all(hands):
                break
            turn, card = holders[0], following
            assert table.turn == turn
            assert table.playable == {card}
    account.settle()
    assert table.chips == tuple(account.chips)
    assert board(table) == account.board


def test_the_board_keeps_what_nobody_wins() -> None:
    table = Table("pope-joan", match=True, seed=3)
    table.play_hand()
    left = board(table)
    assert sum(table.chips) + sum(left.values()) == 400
    assert left["Pope Joan"] in (6, 12), "another six chips of the next dealer"
