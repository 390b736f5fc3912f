"""Whatever a game is, it is played the same without its dead clauses."""

from __future__ import annotations

import os

import pytest

from darwindeck._core import CoreGame
from darwindeck.evaluation.clauses import clause_paths, in_force
from darwindeck.evaluation.dead_clauses import find_dead_clauses, prune
from darwindeck.evaluation.nets import compiled
from darwindeck.evolution import generate_random_genome
from darwindeck.genome.completeness import check_genome_completeness
from darwindeck.genome.schema import GameGenome
from darwindeck.genome.validator import GenomeValidator

SCALE = float(os.environ.get("DARWINDECK_TEST_SCALE", "1"))
SEEDS = range(max(2, round(4 * SCALE)))
GAMES = 8


def outcome(genome: GameGenome) -> dict[str, object]:
    bytecode = compiled(genome)
    assert bytecode is not None
    return CoreGame(bytecode).simulate(GAMES, seed=0, players=["random"], detailed=True)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_pruned_game_is_sound_smaller_and_played_the_same(seed: int) -> None:
    genome = in_force(generate_random_genome(seed))
    pruned = prune(genome, games=GAMES, players=("random",))
    assert GenomeValidator.validate(pruned) == []
    assert check_genome_completeness(pruned)
    assert len(list(clause_paths(pruned))) <= len(list(clause_paths(genome)))
    assert find_dead_clauses(pruned, games=GAMES, players=("random",)) == ()
    assert outcome(pruned) == outcome(genome)
