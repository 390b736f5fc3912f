"""The number that stands for a position."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from darwindeck import get_genome, library_ids
from darwindeck.simulation import Game, State


def some_states(genome_id: str) -> Iterator[State]:
    state = Game(get_genome(genome_id)).hand(3)
    for number in range(25):
        if state.over:
            return
        yield state
        state = state.apply(state.choose("random", seed=number))


def everything(state: State) -> tuple[Any, ...]:
    """All that can be read of a position."""
    position, seats = state.position, range(len(state.game.seats))
    return (
        position.places(),
        position.numbers(),
        position.frames(),
        position.trick(),
        position.declarations(),
        [position.picked(seat) for seat in seats],
        [position.legal(seat) for seat in seats],
    )


@pytest.mark.parametrize("genome_id", library_ids())
def test_positions_with_the_same_number_are_the_same(genome_id: str) -> None:
    for state in some_states(genome_id):
        found = {state.digest: everything(state)}
        for move in state.legal_moves():
            following = state.apply(move)
            assert found.setdefault(following.digest, everything(following)) == everything(
                following
            )


def test_secret_choices_count() -> None:
    """Cards picked to be passed have not moved yet."""
    state = Game(get_genome("hearts")).hand(1)
    digests = {state.apply(move).digest for move in state.legal_moves()}
    assert len(digests) == 13
