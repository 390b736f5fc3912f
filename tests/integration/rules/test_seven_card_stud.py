"""Seven-Card Stud: who brings in, who acts first, what completes a bet."""

from __future__ import annotations

from darwindeck.simulation import State
from tests.support.stacked import game_of, named


def deal(first: str, later: str = "", **options: str) -> State:
    """A hand for three: two cards each face down from the dealer's left, one face up, and so on."""
    game = game_of("seven-card-stud", players="3", **options)
    cards = named(game, f"{first} {later}".strip())
    rest = [card for card in range(len(game.cards)) if card not in cards]
    return game.hand(1, deck=[game.cards[card] for card in (*cards, *rest)], dealer=2)


def play(state: State, *moves: str) -> State:
    for move in moves:
        state = state.apply(move)
    return state


def chips(state: State) -> list[int]:
    return list(state.position.numbers()["chips"])


def may(state: State) -> set[str]:
    return {move.offer for move in state.legal_moves()}


DOWN = "A♠ K♠ Q♠ A♥ K♥ Q♥"


def test_the_lowest_card_brings_in_or_bets_at_once() -> None:
    state = deal(f"{DOWN} 9♠ 4♦ 4♥")
    assert state.asked == 1, "of two fours diamonds are lower than hearts"
    assert may(state) == {"bring in 2", "bet 5"}
    brought = play(state, "bring in 2")
    assert chips(brought) == [999, 997, 999]
    assert brought.asked == 2
    assert may(brought) == {"raise by 3", "call 2", "fold"}
    bet = play(state, "bet 5")
    assert chips(bet) == [999, 994, 999]
    assert may(bet) == may(play(brought, "raise by 3")) == {"raise by 5", "call 5", "fold"}


def test_who_bets_at_once_has_made_two_of_the_five_bets() -> None:
    state = play(deal(f"{DOWN} 9♠ 4♦ 4♥"), "bet 5", "raise by 5", "raise by 5", "raise by 5")
    assert may(state) == {"call 10", "fold"}
    state = play(deal(f"{DOWN} 9♠ 4♦ 4♥"), "bring in 2", "raise by 3", "raise by 5", "raise by 5")
    assert may(state) == {"raise by 5", "call 10", "fold"}


def test_a_player_with_too_few_chips_brings_in_with_all_of_them() -> None:
    game = game_of("seven-card-stud", players="3")
    cards = named(game, f"{DOWN} 9♠ 4♦ 4♥")
    rest = [card for card in range(len(game.cards)) if card not in cards]
    deck = [game.cards[card] for card in (*cards, *rest)]
    state = game.hand(1, deck=deck, dealer=2, stacks=[1000, 2, 1000])
    assert may(state) == {"bring in 1"}, "one chip is left after the ante: too few to bet"
    state = play(state, "bring in 1")
    assert may(state) == {"raise by 4", "call 1", "fold"}


def test_to_bring_in_is_a_turn() -> None:
    state = deal(f"{DOWN} 9♠ 4♦ 4♥", "2♠ 2♥ 3♥")
    state = play(state, "bring in 2", "call 2", "call 2")
    assert state.position.numbers()["pot"] == 9
    assert state.asked == 0, "nobody completed: the fourth card is dealt, and the nine is highest"


def test_a_pair_that_lies_open_acts_first() -> None:
    state = deal(f"{DOWN} 9♠ 4♦ 5♥", "K♦ 4♥ 3♥")
    state = play(state, "bring in 2", "call 2", "call 2")
    assert state.asked == 1
    assert may(state) == {"check", "bet 5"}


def test_of_equal_cards_the_first_from_the_dealers_left_acts_first() -> None:
    state = deal(f"{DOWN} 9♠ 4♦ 9♥", "K♦ 4♣ K♣")
    state = play(state, "bring in 2", "call 2", "call 2")
    assert state.asked == 1, "a pair of fours"
    state = deal(f"{DOWN} 9♠ 4♦ 9♥", "K♦ 5♣ K♣")
    state = play(state, "bring in 2", "call 2", "call 2")
    assert state.asked == 0


def test_the_last_card_is_dealt_face_down_and_bets_double() -> None:
    state = deal(f"{DOWN} 9♠ 4♦ 5♥", "K♦ 7♥ 3♥ J♠ 10♦ 2♥ J♥ 10♣ 2♦ 8♠ 8♦ 7♣")
    state = play(state, "bring in 2", "call 2", "call 2")
    state = play(state, "check", "check", "check")
    assert may(state) == {"check", "bet 10"}
    state = play(state, "check", "check", "check", "check", "check", "check")
    hands = [len(state.view(seat).hand) for seat in range(3)]
    assert hands == [3, 3, 3]
    state = play(state, "check", "check", "check")
    assert state.over
    assert chips(state) == [1006, 997, 997], "aces and jacks"


def checked_down(down: str, later: str) -> list[int]:
    """What everybody has at Chicago when nobody bets; all stake three chips."""
    state = deal(f"{down} 9♣ 4♦ 5♥", later, chicago="high_spade")
    state = play(state, "bring in 2", "call 2", "call 2")
    while not state.over:
        state = state.apply("check")
    return chips(state)


def test_at_chicago_the_highest_spade_in_the_hole_takes_half() -> None:
    later = "K♦ 7♥ 3♥ J♠ 10♦ 2♥ J♥ 10♣ 2♦"
    # Seat 0 has two jacks; seat 2 has the queen of spades face down and seat 1 none at all.
    aces = "A♣ K♣ Q♠ A♥ 6♣ Q♥"
    assert checked_down(aces, f"{later} 8♥ 8♦ 7♣") == [1002, 997, 1001]
    # The last card lies face down, too; a spade that lies open is none.
    assert checked_down(aces, f"{later} K♠ 8♦ 7♣") == [1006, 997, 997]
    nobody = "A♣ K♣ Q♣ A♥ 6♣ Q♥"
    assert checked_down(nobody, f"{later} 8♥ 8♦ 7♣") == [1006, 997, 997]
