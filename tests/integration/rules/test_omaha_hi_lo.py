"""Omaha Hi-Lo: which hands are low, and how every pot is parted."""

from __future__ import annotations

from darwindeck.simulation import State
from tests.support.stacked import game_of, named


def deal(hands: str, board: str, *stacks: int) -> State:
    """A hand in which cards are dealt one by one from the dealer's left, seat 0."""
    players = len(hands.split()) // 4
    game = game_of("omaha-hi-lo", players=str(players))
    cards = named(game, f"{hands} {board}")
    rest = [card for card in range(len(game.cards)) if card not in cards]
    deck = [game.cards[card] for card in (*cards, *rest)]
    return game.hand(1, deck=deck, dealer=players - 1, stacks=list(stacks) or None)


def called(state: State) -> list[int]:
    """What all have when nobody raises or folds."""
    while not state.over:
        state = state.apply(stay(state))
    return list(state.position.numbers()["chips"])


def stay(state: State) -> str:
    """To check or to call."""
    texts = [move.text for move in state.legal_moves()]
    return next(text for text in texts if text.startswith(("check", "call")))


# After each burnt card: three cards, one, one.
LOW_BOARD = "Q♣ 2♥ 7♦ 8♠ Q♦ K♠ Q♥ K♥"


def test_the_low_hand_takes_half() -> None:
    # Seat 0: kings; seat 1: ace, three, two, seven, eight.
    assert called(deal("K♦ A♣ K♣ 3♦ 9♠ J♦ 9♥ J♠", LOW_BOARD)) == [1000, 1000]


def test_without_a_low_hand_the_high_hand_takes_all() -> None:
    # Two cards above the eight: no five ranks from the ace to the eight.
    assert called(deal("K♦ A♣ K♣ Q♠ 9♠ J♦ 9♥ J♠", LOW_BOARD)) == [1010, 990]


def test_a_pair_makes_no_low_hand() -> None:
    # Ace and two, but the two lies on the board already: four ranks.
    assert called(deal("K♦ A♣ K♣ 2♦ 9♠ J♦ 9♥ J♠", LOW_BOARD)) == [1010, 990]


def test_the_same_player_may_take_both_halves() -> None:
    # A flush to the ace that is also low.
    board = "Q♣ 2♥ 7♥ 8♥ Q♦ K♠ Q♥ J♥"
    assert called(deal("K♦ A♥ K♣ 3♥ 9♠ J♦ 9♦ J♠", board)) == [990, 1010]


def test_low_hands_compare_from_the_highest_card_down() -> None:
    # 8-7-4-2-A against 8-7-3-2-A; both have no more than an ace for the high hand.
    board = "Q♣ 2♥ 7♦ 8♠ Q♦ K♠ Q♥ 10♣"
    hands = "A♣ A♦ 4♣ 3♦ Q♠ J♠ J♦ 5♥"
    # The queen beats the jack for the high half, the three beats the four for the low one.
    assert called(deal(hands, board)) == [1000, 1000]


def test_equal_low_hands_share_their_half_and_the_odd_chip_goes_to_the_high_one() -> None:
    # Seats 0 and 1 have the same low hand; seat 2 has kings. 3 x 25 chips: 38 and 37.
    state = deal("A♣ A♦ K♦ 3♣ 3♦ K♣ J♠ J♦ 9♠ 10♠ 10♦ 9♥", LOW_BOARD, 25, 25, 25)
    while not state.over:
        raising = [move for move in state.legal_moves() if move.amounts]
        state = state.apply(raising[0] if raising else stay(state))
    assert list(state.position.numbers()["chips"]) == [19, 18, 38]


def test_side_pots_are_parted_by_themselves() -> None:
    # Seat 0 has the only low hand, but 10 chips only: the rest goes to the high hand alone.
    state = deal("A♣ K♦ 9♠ 3♦ K♣ 9♥ J♠ Q♠ J♦ 10♠ 10♦ J♣", LOW_BOARD, 10, 1000, 1000)
    state = state.apply("call 10").apply("call 5").apply("check")
    state = state.apply("bet 10").apply("call 10")
    assert called(state) == [15, 1015, 980]
