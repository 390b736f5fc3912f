"""Bets of any amount: one move for a range, by number, by words, in logs and by computers."""

from __future__ import annotations

import pytest

from darwindeck import get_genome, simulate_game
from darwindeck.play.typed import TypedMoves
from darwindeck.simulation import Game, MatchLog, Move, State
from darwindeck.simulation.moves import MoveKind, bet_code, meant

GAME = Game(get_genome("texas-holdem"))


def begun(seed: int = 7) -> State:
    return GAME.hand(
        seed, dealer=5, stacks=[90_000] * 6, stakes={"small_blind": 50, "big_blind": 100}
    )


def raising(state: State) -> Move:
    return next(move for move in state.legal_moves() if move.amounts)


def test_one_move_stands_for_all_amounts() -> None:
    move = raising(begun())
    assert (move.text, move.amount) == ("raise by 100", 100)
    assert move.amounts == range(100, 89_901)
    assert move.offer == "raise by any amount from 100 to 89900"
    other = move.of(70_000)
    assert (other.text, other.amount, other.kind) == ("raise by 70000", 70_000, MoveKind.BET)
    with pytest.raises(ValueError, match="one cannot raise by 99: one may raise by any amount"):
        move.of(99)


def test_a_bet_is_found_by_its_number_and_by_its_words() -> None:
    state = begun()
    move = raising(state)
    by_number = state.apply(Move(bet_code(move.code, 333), "?"))
    assert by_number.last is not None
    assert by_number.last.move.text == "raise by 333"
    assert state.apply("raise by 333").digest == by_number.digest
    assert meant(state.legal_moves(), bet_code(move.code, 99)) is None
    assert state.apply("raise by 334").digest != by_number.digest


def test_what_is_typed_names_a_bet() -> None:
    typed, moves = TypedMoves(GAME.labels), begun().legal_moves()
    move = raising(begun())
    for text in ("raise 250", "raise by 250", "RAISE 250"):
        assert typed.amount(text, moves) == (move, 250)
    for text in ("call 250", "250", "raise", "raise by much"):
        assert typed.amount(text, moves) is None


def test_a_log_keeps_amounts_stacks_and_stakes() -> None:
    state = begun().apply("raise by 333").apply("call 433").apply("fold")
    log = MatchLog.of(state)
    text = log.to_text()
    assert "stacks 90000 90000 90000 90000 90000 90000" in text
    assert "stakes small_blind=50 big_blind=100" in text
    assert "raise-by-333" in text
    assert MatchLog.from_text(text, GAME).state.digest == state.digest


@pytest.mark.parametrize("player", ["random", "greedy", "mc:40", "ismcts:40"])
def test_computers_choose_amounts(player: str) -> None:
    amounts = set()
    for seed in range(12):
        state = begun(seed)
        while not state.over and len(state.log) < 6:
            move = state.choose(player, seed=seed)
            amounts.add(move.amount)
            state = state.apply(move)
    named = amounts - {None}
    assert len(named) > (3 if player == "random" else 0)


def test_batches_are_the_same_on_any_number_of_threads() -> None:
    one, two = (
        simulate_game(get_genome("texas-holdem"), 40, single_hand=True, threads=threads)
        for threads in (1, 2)
    )
    assert one == two
