"""Who has learnt to bet cannot be read: the best answers gain next to nothing."""

from __future__ import annotations

import pytest

from benchmarks.betting import exploitability, kuhn, learnt, leduc
from darwindeck._core import Position
from darwindeck.genome.schema import GameGenome
from darwindeck.simulation import Game
from tests.support.seeds import SCALE


def at_random(position: Position, seat: int) -> list[tuple[int, float]]:
    moves = position.legal(seat)
    return [(code, 1 / len(moves)) for code in moves]


@pytest.mark.parametrize(
    ("genome", "cards", "known"),
    [(kuhn(), 2, 0.45833), (leduc(), 3, 2.37361)],
    ids=["kuhn", "leduc"],
)
def test_the_two_games_are_those_of_the_literature(
    genome: GameGenome, cards: int, known: float
) -> None:
    """What the best answer gains against players who do anything is known of both games."""
    gain, _ = exploitability(Game(genome), at_random, cards=cards)
    assert gain == pytest.approx(known, abs=1e-4)


def test_kuhns_poker_is_played_as_it_should_be() -> None:
    """Whoever begins loses an eighteenth of a chip against good play."""
    gain, value = learnt(kuhn(), 1_000_000, 2)
    assert gain < 0.01
    assert value == pytest.approx(-1 / 18, abs=0.01)


def test_the_longer_leduc_poker_is_learnt_the_less_the_best_answer_gains() -> None:
    short, _ = learnt(leduc(), 20_000, 3)
    long, value = learnt(leduc(), 600_000, 3)
    assert long < 0.4 < short
    assert value == pytest.approx(-0.0856, abs=0.05)


@pytest.mark.skipif(SCALE < 10, reason="takes half a minute: DARWINDECK_TEST_SCALE=10")
def test_within_a_minute_leduc_poker_is_played_well() -> None:
    gain, value = learnt(leduc(), 8_000_000, 3)
    assert gain < 0.1
    assert value == pytest.approx(-0.0856, abs=0.01)
