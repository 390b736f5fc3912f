"""Games of lives: who loses the last one together with others shares the win with these alone."""

from __future__ import annotations

import pytest

from tests.support.table import Table


@pytest.mark.parametrize("game", ["schwimmen", "thirty-one"])
def test_those_who_lose_their_last_life_together_share_the_win(game: str) -> None:
    shared = 0
    for seed in range(60):
        table = Table(game, seed=seed, match=True)
        while not table.state.over:
            before = table.counter("count of lives")
            table.play_hand("random")
        last_in = {seat for seat, lives in enumerate(before) if lives > 0}
        winners = set(table.result.winners)
        assert len(last_in) > 1
        assert winners <= last_in
        shared += 1 < len(winners) == len(last_in)
    assert shared > 0
