"""Mau-Mau: sevens, eights and jacks, and what is left in hand."""

from __future__ import annotations

from tests.support.cards import card
from tests.support.table import Table, genome_of, these


def test_a_seven_may_be_passed_on_and_the_cards_are_drawn_together() -> None:
    table = Table("mau-mau", "7H KC", "7S KD AS AH AD", "QC QD 8C 9C AC", discard="9H")
    table.play("7H")
    assert table.turn == 1
    assert table.playable == {"7S"}
    assert len(table.moves) == 2
    table.play("7S")
    assert table.turn == 2
    assert len(table.moves) == 1
    table.say(table.moves[0])
    assert len(table.hand(2)) == 9
    assert table.turn == 3
    assert table.counter("cards to be drawn for sevens") == (0,)


def test_an_eight_skips_the_next_player() -> None:
    table = Table("mau-mau", "8H KC", discard="9H").play("8H")
    assert table.turn == 2


def test_a_jack_goes_on_everything_and_names_the_suit() -> None:
    table = Table("mau-mau", "JC KC", "KD KS AC QS 10S", discard="9H").play("JC")
    table.say("name spades as the suit that must be matched")
    assert table.playable == these("KS QS 10S")


def test_who_cannot_play_draws_one_card_and_may_play_it() -> None:
    table = Table("mau-mau", "KC QC AC 10C 9S", "8D", discard="7H", deck="KH 7C")
    assert table.turn == 0
    assert len(table.hand(0)) == 6
    assert table.playable == {"KH"}
    table.say("pass")
    assert table.turn == 1


def test_cards_left_count_against_their_holders() -> None:
    table = Table("mau-mau", seed=4).play_hand()
    worth = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2}
    left = [sum(worth.get(card[:-1], 0) for card in table.hand(seat)) for seat in range(4)]
    assert 0 in [len(table.hand(seat)) for seat in range(4)]
    assert table.result.scores == tuple(left)


JUMPING = genome_of("mau-mau", jumping_in="allowed")


def test_whoever_has_the_same_card_may_jump_in_and_the_play_goes_on_from_them() -> None:
    table = Table(JUMPING, "9H KC", "KD AS", "9H 9C QD", "KH AD", discard="7H").play("9H")
    assert table.turn == 2, "the others can only wait"
    table.say("jump in")
    assert table.playable == {"9H"}, "another nine will not do"
    table.play("9H")
    assert len(table.hand(2)) == 4
    assert table.turn == 3


def test_whoever_waits_lets_the_next_player_go_on() -> None:
    table = Table(JUMPING, "9H KC", "KD KH", "9H 9C QD", discard="7H").play("9H")
    table.say("wait")
    assert table.turn == 1
    assert table.playable == {"KH"}
    table.play("KH")
    assert table.turn == 2, "nobody else holds the same king, so it is the next turn"
    assert "9H" in table.playable


def test_an_eight_that_is_jumped_in_with_skips_from_there() -> None:
    table = Table(JUMPING, "8H KC", "KD KH", "QD", "8H 9C", discard="7H").play("8H")
    table.say("jump in").play("8H")
    assert table.turn == 1


def test_everybody_but_the_next_player_is_asked_whatever_they_hold() -> None:
    held = ["8C 9C QD AS AD", "8C 9H QD AS AD"]
    for third in held:
        state = Table(JUMPING, "9H KC", "KD KH", third, discard="7H").state
        move = next(m for m in state.legal_moves() if m.card == card("9H"))
        after = state.apply(move)
        assert sorted(after.to_move) == [0, 2, 3]
        assert [len(after.legal_moves(seat)) for seat in (0, 3)] == [1, 1]
