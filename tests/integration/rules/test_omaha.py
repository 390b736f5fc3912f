"""Omaha: exactly two cards in hand with exactly three of the board, and the pot as limit."""

from __future__ import annotations

from itertools import combinations
from random import Random

from darwindeck.simulation import State
from tests.support.poker import strength
from tests.support.seeds import for_seeds
from tests.support.stacked import game_of, named


def deal(hands: str, board: str, **options: str) -> State:
    """A hand for two: seat 0, at the dealer's left, gets the first card."""
    game = game_of("omaha", players="2", **options)
    cards = named(game, f"{hands} {board}")
    rest = [card for card in range(len(game.cards)) if card not in cards]
    return game.hand(1, deck=[game.cards[card] for card in (*cards, *rest)], dealer=1)


def checked(state: State) -> list[int]:
    """What both have when nobody bets."""
    state = state.apply("call 5").apply("check")
    while not state.over:
        state = state.apply("check")
    return list(state.position.numbers()["chips"])


def test_one_card_of_a_suit_makes_no_flush_with_four_of_the_board() -> None:
    board = "2♣ A♥ K♥ 9♥ 3♣ 5♥ 4♣ 2♠"
    assert checked(deal("Q♥ J♠ 7♣ J♦ 8♦ 6♣ 6♠ 4♦", board)) == [990, 1010], "two jacks win"


def test_two_cards_of_a_suit_make_a_flush_with_three_of_the_board() -> None:
    board = "2♣ A♥ K♥ 9♥ 3♣ 5♠ 4♣ 2♠"
    assert checked(deal("Q♥ A♠ 7♥ A♦ 8♦ 6♣ 6♠ 4♦", board)) == [1010, 990], "not three aces"


def test_the_board_alone_is_no_hand() -> None:
    board = "2♣ 10♥ J♥ Q♥ 3♣ K♥ 4♣ A♥"
    assert checked(deal("9♠ 8♣ 9♦ 8♠ 3♠ 2♦ 3♦ 2♠", board)) == [1010, 990]


def test_at_most_the_pot_is_bet() -> None:
    state = deal("9♠ 8♣ 9♦ 8♠ 3♠ 2♦ 3♦ 2♠", "2♣ 10♥ J♥ Q♥ 3♣ K♥ 4♣ A♥")
    raising = next(move for move in state.legal_moves() if move.amounts)
    # 15 in the pot and 5 to call.
    assert raising.amounts == range(10, 21)
    state = state.apply(raising.of(20))
    raising = next(move for move in state.legal_moves() if move.amounts)
    assert raising.amounts == range(20, 61)


@for_seeds(12)
def test_with_two_boards_each_decides_half_of_the_pot(seed: int) -> None:
    pack = [f"{rank}{suit}" for suit in "♣♦♥♠" for rank in "2 3 4 5 6 7 8 9 10 J Q K A".split()]
    Random(seed).shuffle(pack)
    hands = [pack[seat:8:2] for seat in (0, 1)]
    first, second = pack[9:12], pack[12:15]
    for burnt in (15, 18):
        first, second = [*first, pack[burnt + 1]], [*second, pack[burnt + 2]]
    has = [990, 990]
    for board in (first, second):
        best = [
            max(
                strength((*own, *shared))
                for own in combinations(hand, 2)
                for shared in combinations(board, 3)
            )
            for hand in hands
        ]
        for seat in (0, 1):
            has[seat] += 5 if best[0] == best[1] else 10 * (best[seat] == max(best))
    assert checked(deal(" ".join(pack[:8]), " ".join(pack[8:21]), boards="two_boards")) == has
