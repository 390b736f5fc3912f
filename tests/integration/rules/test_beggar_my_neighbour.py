"""Beggar My Neighbour: court cards demand cards, and whoever pays in full loses the pile."""

from __future__ import annotations

from random import Random

from darwindeck import get_genome
from darwindeck.simulation import Game
from tests.support.seeds import for_seeds

DEMANDS = {"A": 4, "K": 3, "Q": 2, "J": 1}


def played(deck: list[str]) -> tuple[int, list[int]]:
    """How many cards are played, and what is left in the packets; player 0 begins."""
    packets = [deck[0::2][::-1], deck[1::2][::-1]]
    pile: list[str] = []
    turn, owed, count = 0, 0, 0
    while packets[turn] and count < 5000:
        card = packets[turn].pop(0)
        pile.append(card)
        count += 1
        if card in DEMANDS:
            owed, turn = DEMANDS[card], 1 - turn
        elif owed > 1:
            owed -= 1
        elif owed == 1:
            # The pile is turned over and goes below the winner's packet.
            owed, turn = 0, 1 - turn
            packets[turn] += pile
            pile = []
        else:
            turn = 1 - turn
    return count, [len(packet) for packet in packets]


@for_seeds(20)
def test_a_game_comes_out_as_a_second_account_has_it(seed: int) -> None:
    game = Game(get_genome("beggar-my-neighbour"))
    deck = list(game.cards)
    Random(seed).shuffle(deck)
    state = game.hand(seed, deck=deck, dealer=1)
    assert state.over
    count, left = played([str(card.rank) for card in deck])
    result = state.result
    assert result is not None
    winners = {seat for seat in (0, 1) if left[seat] == max(left)}
    assert set(result.winners) == winners
    # The turn in which somebody has no card to play counts, too.
    assert state.position.numbers()["turns"] in (count, count + 1)


def test_nobody_decides_anything() -> None:
    state = Game(get_genome("beggar-my-neighbour")).deal(1)
    assert state.over
    assert state.to_move == ()
