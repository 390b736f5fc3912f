"""Doppelkopf: hidden partners, and solos in which only queens, or only jacks, are trumps."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from darwindeck import get_genome
from darwindeck.cards import Card
from darwindeck.simulation import Game, MoveKind, State
from tests.support.seeds import for_seeds
from tests.support.table import short

UP = "DHSC"
PLAIN = "9 J Q K 10 A".split()


def order(kind: str) -> Callable[[str], tuple[str, int]]:
    """The suit that a card counts as, and how high it is in it."""

    def of(card: str) -> tuple[str, int]:
        rank, suit = card[:-1], card[-1]
        if kind in "DHSC":
            if card == "10H":
                return "T", 100
            if rank in "QJ":
                return "T", (60 if rank == "Q" else 40) + UP.index(suit)
            return ("T" if suit == kind else suit), PLAIN.index(rank)
        if rank == kind:
            return "T", UP.index(suit)
        return suit, PLAIN.index(rank)

    return of


CALLS = {
    "": ("say that you are healthy", "D"),
    "hearts": ("declare a solo in hearts", "H"),
    "clubs": ("declare a solo in clubs", "C"),
    "queens": ("declare a queen solo", "Q"),
    "jacks": ("declare a jack solo", "J"),
    "none": ("declare a solo without trumps", "-"),
}


@pytest.mark.parametrize("solo", CALLS)
@for_seeds(3)
def test_a_hand_is_played_as_a_second_account_has_it(solo: str, seed: int) -> None:
    call, kind = CALLS[solo]
    rng = Random(seed)
    state = Game(get_genome("doppelkopf")).hand(seed, dealer=3)
    state = state.apply(call, 0)
    for seat in (1, 2, 3):
        state = state.apply("say that you are healthy", seat)
    of = order(kind)
    lead = 0
    for _ in range(12):
        trick: dict[int, str] = {}
        for seat in [*range(lead, 4), *range(lead)]:
            state = silent(state)
            assert state.asked == seat
            hand = sorted(short(card) for card in state.view(seat).hand)
            led = of(next(iter(trick.values())))[0] if trick else ""
            legal = {card for card in hand if of(card)[0] == led} or set(hand)
            moves = {short(m.card): m for m in state.legal_moves() if isinstance(m.card, Card)}
            assert set(moves) == legal
            trick[seat] = rng.choice(sorted(legal))
            state = state.apply(moves[trick[seat]])
        led = of(next(iter(trick.values())))[0]
        ranked = {
            seat: (of(card)[0] == "T", of(card)[0] == led, of(card)[1])
            for seat, card in trick.items()
        }
        # Of two equal cards the first wins.
        lead = next(seat for seat in trick if ranked[seat] == max(ranked.values()))
    assert state.over
    result = state.result
    assert result is not None
    assert sum(result.scores) == 0


def silent(state: State) -> State:
    """Nobody announces anything."""
    while state.legal_moves() and state.legal_moves()[0].kind is not MoveKind.CARD:
        state = state.apply("announce nothing")
    return state
