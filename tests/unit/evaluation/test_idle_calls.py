"""Calls that change nothing: found in a game that has one, and in no game of the library."""

from __future__ import annotations

from dataclasses import replace

import pytest

from darwindeck.evaluation import find_dead_clauses
from darwindeck.evaluation.idle_calls import find_idle_calls
from darwindeck.evolution.making.pruning import without_idle_calls
from darwindeck.genome.examples import get_genome
from darwindeck.genome.options import fold_options
from darwindeck.genome.schema import Call, CallPhase, GameGenome
from darwindeck.genome.validator import GenomeValidator

IDLE = CallPhase(
    name="small_talk",
    label="Small talk",
    calls=(Call("nod", "nod"), Call("smile", "smile")),
)


def with_small_talk(name: str) -> GameGenome:
    genome = get_genome(name)
    turns = genome.turn_structure
    return replace(genome, turn_structure=replace(turns, phases=(IDLE, *turns.phases)))


@pytest.mark.parametrize("name", ["hearts", "spades"])
def test_a_call_that_changes_nothing_is_idle(name: str) -> None:
    genome = with_small_talk(name)
    assert GenomeValidator.validate(genome) == []
    assert find_idle_calls(genome) == (("turn_structure", "phases", 0),)


def test_an_idle_call_counts_among_the_dead_clauses() -> None:
    dead = find_dead_clauses(with_small_talk("hearts"), games=12)
    assert "$.turn_structure.phases[0]" in [clause.path for clause in dead]


def test_breeding_takes_idle_calls_out() -> None:
    left = without_idle_calls(with_small_talk("spades"))
    assert [phase.name for phase in left.turn_structure.phases] == [
        phase.name for phase in get_genome("spades").turn_structure.phases
    ]


@pytest.mark.parametrize("name", ["bridge", "euchre", "pidro", "crazy-eights", "oh-hell"])
def test_calls_of_real_games_matter(name: str) -> None:
    assert find_idle_calls(fold_options(get_genome(name))) == ()
