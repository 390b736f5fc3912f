"""Texas Hold'em: blinds, first to act, how much may be bet, side pots, the best five of seven."""

from __future__ import annotations

import pytest

from darwindeck.simulation import Game, IllegalMove, State
from tests.support.stacked import game_of, named

# Two cards each from the dealer's left, then a burnt card before flop, turn and river.
BOARD = "3♣ A♦ K♦ 7♠ 4♣ 9♥ 5♣ 2♠"


def deal(
    players: int,
    hands: str,
    board: str = BOARD,
    *,
    stacks: list[int] | None = None,
    dealer: int | None = None,
    **options: str,
) -> State:
    """A hand with these cards: everybody's first from the dealer's left, then their second."""
    game = game_of("texas-holdem", players=str(players), **options)
    cards = named(game, f"{hands} {board}")
    rest = [card for card in range(len(game.cards)) if card not in cards]
    deck = [game.cards[card] for card in (*cards, *rest)]
    last = players - 1 if dealer is None else dealer
    return game.hand(1, deck=deck, dealer=last, stacks=stacks)


def play(state: State, *moves: str) -> State:
    for move in moves:
        state = state.apply(move)
    return state


def may(state: State) -> set[str]:
    return {move.offer for move in state.legal_moves()}


def chips(state: State) -> list[int]:
    return list(state.position.numbers()["chips"])


THREE = "A♠ K♣ 8♥ A♥ K♥ 8♦"
"""Aces at the dealer's left, then kings, then eights."""


def test_blinds_are_posted_and_the_player_after_them_begins() -> None:
    state = deal(3, THREE)
    assert chips(state) == [995, 990, 1000]
    assert state.asked == 2
    assert may(state) == {"raise by any amount from 10 to 990", "call 10", "fold"}


def test_with_two_players_the_dealer_has_the_small_blind_and_begins() -> None:
    state = deal(2, "A♠ K♣ A♥ K♥", dealer=1)
    assert chips(state) == [990, 995]
    assert state.asked == 1
    state = play(state, "call 5")
    assert state.asked == 0, "the big blind may still raise"
    assert may(state) == {"check", "raise by any amount from 10 to 990", "fold"}
    state = play(state, "check")
    assert state.asked == 0, "after the flop the dealer acts last"


def test_a_raise_is_at_least_the_one_before() -> None:
    state = play(deal(3, THREE), "raise by 25")
    assert may(state) == {"raise by any amount from 25 to 965", "call 30", "fold"}
    with pytest.raises(
        IllegalMove, match="may raise by any amount from 25 to 965, call 30 or fold"
    ):
        state.apply("raise by 24")
    with pytest.raises(IllegalMove):
        state.apply("raise by 966")
    state = play(state, "raise by 100", "fold")
    assert may(state) == {"raise by any amount from 100 to 865", "call 100", "fold"}


def test_a_short_raise_does_not_let_those_raise_again_who_owe_less() -> None:
    state = deal(3, THREE, stacks=[1000, 145, 1000])
    state = play(state, "raise by 90", "call 95")
    assert may(state) == {"raise by 45", "call 90", "fold"}
    state = play(state, "raise by 45")
    assert may(state) == {"call 45", "fold"}


def test_whoever_has_not_acted_may_raise_after_a_short_one() -> None:
    state = deal(3, THREE, stacks=[1000, 1000, 15])
    state = play(state, "raise by 5", "call 10")
    assert state.asked == 1
    assert may(state) == {"raise by any amount from 10 to 985", "call 5", "fold"}


def test_several_short_raises_add_up() -> None:
    hands = "A♠ K♣ 8♥ J♥ A♥ K♥ 8♦ J♦"
    state = deal(4, hands, stacks=[1000, 160, 1000, 130])
    state = play(state, "raise by 90")
    assert state.asked == 3
    state = play(state, "raise by 30", "call 125")
    assert may(state) == {"raise by 30", "call 120", "fold"}
    state = play(state, "raise by 30")
    assert state.asked == 2, "who raised to 100 owes 60, less than the raise of 90"
    assert may(state) == {"call 60", "fold"}


def test_nobody_raises_whom_nobody_can_call() -> None:
    state = deal(2, "A♠ K♣ A♥ K♥", stacks=[40, 1000], dealer=1)
    state = play(state, "call 5")
    state = play(state, "raise by 30")
    assert may(state) == {"call 30", "fold"}


def test_who_bets_all_is_not_asked_again_and_the_board_is_dealt() -> None:
    state = deal(2, "A♠ K♣ A♥ 2♥", stacks=[200, 300], dealer=1)
    state = play(state, "raise by 190", "call 190")
    assert state.over
    assert chips(state) == [400, 100], "three aces beat two pairs"


def test_the_best_five_of_seven_cards_count() -> None:
    board = "3♣ 10♦ J♦ Q♦ 4♣ K♦ 5♣ A♦"
    state = play(deal(2, "2♠ 9♦ 3♠ 2♥", board, dealer=1), "call 5", "check")
    for _ in range(3):
        state = play(state, "check", "check")
    assert chips(state) == [1000, 1000], "the board is a royal flush: nobody has a better hand"


def test_a_card_in_hand_that_improves_the_board() -> None:
    board = "3♣ 5♦ 6♦ 7♣ 4♣ 8♥ 5♣ K♠"
    state = play(deal(2, "A♠ 9♦ A♥ 2♥", board, dealer=1), "call 5", "check")
    for _ in range(3):
        state = play(state, "check", "check")
    assert chips(state) == [990, 1010]


def test_side_pots_go_to_the_best_hand_of_those_who_paid_for_them() -> None:
    state = deal(3, THREE, "3♣ 2♦ 4♦ 7♠ 4♣ 9♥ 5♣ 3♠", stacks=[50, 200, 500])
    state = play(state, "raise by 490")
    state = play(state, "call with the last 45", "call with the last 190")
    assert state.over
    assert chips(state) == [150, 300, 300]


def test_the_pot_may_be_bet_at_most() -> None:
    state = deal(3, THREE, betting="pot_limit")
    assert may(state) == {"raise by any amount from 10 to 25", "call 10", "fold"}
    state = play(state, "raise by 25")
    # 50 in the pot and 30 to call: 80 more may be added.
    assert may(state) == {"raise by any amount from 25 to 80", "call 30", "fold"}


def test_fixed_limits_double_after_the_flop() -> None:
    state = deal(3, THREE, betting="limit")
    assert may(state) == {"raise by 10", "call 10", "fold"}
    state = play(state, "raise by 10", "raise by 10", "raise by 10")
    assert may(state) == {"call 20", "fold"}, "the big blind and three raises"
    state = play(state, "call 20", "call 10")
    assert may(state) == {"check", "bet 10"}
    state = play(state, "check", "check", "check")
    assert may(state) == {"check", "bet 20"}


def test_no_limit_asks_for_a_whole_raise() -> None:
    hands = "A♠ K♣ 8♥ J♥ A♥ K♥ 8♦ J♦"
    for betting, may_raise in (("limit", True), ("no_limit", False)):
        state = deal(4, hands, stacks=[1000, 1000, 1000, 26], betting=betting)
        state = play(state, "raise by 10")
        assert state.asked == 3
        state = play(state, "raise by 6", "fold", "call 16")
        assert state.asked == 2, "who raised to 20 owes 6: more than half a bet, less than one"
        assert any(move.startswith("raise") for move in may(state)) == may_raise


@pytest.mark.parametrize(("stack", "again"), [(24, False), (25, True)])
def test_less_than_half_a_bet_lets_nobody_raise_again(stack: int, again: bool) -> None:
    hands = "A♠ K♣ 8♥ J♥ A♥ K♥ 8♦ J♦"
    state = deal(4, hands, stacks=[1000, 1000, 1000, stack], betting="limit")
    state = play(state, "raise by 10", f"raise by {stack - 20}")
    # Who has not acted yet may raise whatever the raise before.
    assert "raise by 10" in may(state)
    state = play(state, "fold", f"call {stack - 10}")
    assert ("raise by 10" in may(state)) == again


def test_the_big_blind_may_pay_an_ante_that_nobody_has_to_match() -> None:
    state = deal(3, THREE, ante="big_blind_ante")
    assert chips(state) == [995, 980, 1000]
    assert state.position.numbers()["pot"] == 25
    assert "call 10" in may(state)
    # It is in the first layer: who has no more than the blind plays for all of it.
    state = deal(3, THREE, stacks=[10, 1000, 1000], ante="big_blind_ante")
    state = play(state, "call 10", "call 5", "check")
    while not state.over:
        state = play(state, "check")
    assert chips(state) == [40, 980, 990]


def test_a_straddle_is_raised_like_a_blind_and_acts_last() -> None:
    hands = "A♠ K♣ 8♥ J♥ A♥ K♥ 8♦ J♦"
    state = deal(4, hands, straddle="under_the_gun")
    assert chips(state) == [995, 990, 980, 1000]
    assert state.asked == 3
    assert may(state) == {"raise by any amount from 10 to 980", "call 20", "fold"}
    state = play(state, "call 20", "call 15", "call 10")
    assert (state.asked, may(state)) == (2, {"check", "raise by any amount from 10 to 980", "fold"})
    assert deal(2, "A♠ K♣ A♥ K♥", straddle="under_the_gun").asked == 1, "not with two players"


@pytest.fixture
def game() -> Game:
    return game_of("texas-holdem")


def test_stacks_and_stakes_are_checked(game: Game) -> None:
    with pytest.raises(ValueError, match="6 whole numbers, one for each player"):
        game.hand(1, stacks=[100])
    with pytest.raises(ValueError, match="nor more than 10,000,000 chips"):
        game.hand(1, stacks=[2_000_000] * 6)
    with pytest.raises(ValueError, match=r"'blind' is no stake: .*: small_blind, big_blind"):
        game.hand(1, stakes={"blind": 5})
    with pytest.raises(ValueError, match="'big_blind' must be a whole number"):
        game.hand(1, stakes={"big_blind": [1, 2]})
    with pytest.raises(ValueError, match="'big_blind' must be from 0 to 1000000"):
        game.hand(1, stakes={"big_blind": -1})


def test_a_saved_game_begins_with_the_same_stacks_and_stakes(game: Game) -> None:
    state = game.hand(
        3, dealer=0, stacks=[500, 0, 400, 300, 0, 200], stakes={"small_blind": 10, "big_blind": 25}
    )
    assert chips(state) == [500, 0, 390, 275, 0, 200], "who has no chips has no seat"
    state = play(state, "raise by 77")
    again = State.from_json(state.to_json())
    assert again.digest == state.digest
    assert again.last is not None
    assert again.last.move.amount == 77
