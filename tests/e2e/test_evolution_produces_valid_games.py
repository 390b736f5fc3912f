"""A whole evolution: ten generations of twenty games, every one of them sound."""

from __future__ import annotations

import os

import pytest

from darwindeck.evolution import EvolutionResult, run_evolution
from darwindeck.evolution.runs.names import library_names
from darwindeck.evolution.runs.settings import Settings
from darwindeck.genome.completeness import check_genome_completeness
from darwindeck.genome.validator import GenomeValidator
from darwindeck.rulebook import generate_rulebook
from darwindeck.simulation import simulate_game

SCALE = float(os.environ.get("DARWINDECK_TEST_SCALE", "1"))
DEEPEST = "search" if SCALE >= 10 else "random"
"""Players who search take minutes: DARWINDECK_TEST_SCALE=10."""

LITTER = Settings().litter if SCALE >= 10 else 2

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def result() -> EvolutionResult:
    return run_evolution(generations=10, population=20, seed=42, deepest=DEEPEST, litter=LITTER)


def test_ten_generations_of_twenty_are_proposed(result: EvolutionResult) -> None:
    bred = [record for record in result.history if record.proposals]
    assert [record.proposals for record in bred] == [20 * LITTER] * 10
    assert len(result.final_population) == 20
    assert not result.interrupted


def test_every_game_of_the_final_population_is_valid_and_complete(result: EvolutionResult) -> None:
    for genome in result.final_population:
        assert GenomeValidator.validate(genome) == []
        assert check_genome_completeness(genome)


def test_every_game_can_be_played_and_has_a_rulebook(result: EvolutionResult) -> None:
    for genome in result.final_population:
        played = simulate_game(genome, num_games=4, seed=1)
        assert played.games_played == 4
        assert genome.name in generate_rulebook(genome)


def test_no_game_is_one_of_the_library_by_name(result: EvolutionResult) -> None:
    names = [genome.genome_id for genome in result.final_population]
    assert len(set(names)) == len(names)
    assert not library_names() & set(names)


def test_the_archive_fills_and_its_best_game_leads(result: EvolutionResult) -> None:
    assert len(result.archive) >= 3
    assert result.history[-1].num_elites == len(result.archive)
    assert result.best[0].game.genome() == result.best_genome
    scores = [one.standing.score for one in result.best]
    assert scores == sorted(scores, reverse=True)
    # What is shown is sorted by score; what competes for a cell is the lower end of its interval.
    competing = {entry.solution: entry.objective for entry in result.archive}
    for one in result.best:
        assert competing[one.game.key] == one.standing.low
    assert result.archive.stats.obj_max == max(competing.values())
