"""Every game of the library keeps every law, whoever plays it.

``DARWINDECK_TEST_SCALE`` multiplies the number of games.
"""

from __future__ import annotations

import os
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from darwindeck import get_genome, library_ids
from darwindeck.evolution import crossover, generate_random_genome
from darwindeck.laws import check_game
from darwindeck.simulation import Game
from tests.support.childless import CHILDLESS

SCALE = float(os.environ.get("DARWINDECK_TEST_SCALE", "1"))
HANDS = max(1, round(SCALE))
LOOKS = 8
MOST_MOVES = round(300 * max(1.0, SCALE))
"""Long games are followed only so far."""


@pytest.mark.parametrize("players", ["random", "greedy"])
@pytest.mark.parametrize("genome_id", library_ids())
def test_hands_keep_every_law(genome_id: str, players: str) -> None:
    report = check_game(
        get_genome(genome_id),
        games=HANDS,
        seed=1,
        players=players,
        single_hand=True,
        looks=LOOKS,
        most_moves=MOST_MOVES,
    )
    assert report.kept, str(report)


@pytest.mark.parametrize("genome_id", library_ids())
def test_a_match_keeps_every_law(genome_id: str) -> None:
    """From hand to hand: scores, chips, dealers, players who drop out."""
    game = Game(get_genome(genome_id))
    report = check_game(game, games=1, seed=2, looks=0, most_moves=2 * MOST_MOVES)
    assert report.kept, str(report)


def test_games_made_up_at_random_keep_every_law() -> None:
    for seed in range(max(1, round(10 * SCALE))):
        genome = generate_random_genome(1000 + seed)
        report = check_game(genome, games=1, seed=seed, single_hand=True, looks=3, most_moves=150)
        assert report.kept, f"random genome {1000 + seed}: {report}"


def test_crossings_keep_every_law() -> None:
    pairs = [pair for pair in combinations(library_ids(), 2) if frozenset(pair) not in CHILDLESS]
    for seed in range(max(1, round(6 * SCALE))):
        one, other = Random(seed).choice(pairs)
        genome = crossover(get_genome(one), get_genome(other), seed=seed)
        report = check_game(genome, games=1, seed=seed, single_hand=True, looks=3, most_moves=150)
        assert report.kept, f"{one} crossed with {other}, seed {seed}: {report}"


@pytest.mark.parametrize("pattern", ["fifty", "hundred of a kind"])
def test_nobody_sees_who_wins_a_contest_of_cards_not_yet_shown(pattern: str) -> None:
    """Of announced combinations only the kind is known; with wild cards many are of one kind."""
    genome = get_genome("baloot")
    wild = [
        replace(item, wild="low_cards") if item.name == pattern else item
        for item in genome.patterns
    ]
    genome = replace(genome, genome_id="wild-baloot", patterns=tuple(wild))
    report = check_game(genome, games=3, seed=3, single_hand=True)
    assert report.kept, str(report)
