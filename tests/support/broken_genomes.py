"""Short ways to ask which problems a changed genome has."""

from __future__ import annotations

from typing import Any

from darwindeck.genome.problems import Problem
from darwindeck.genome.schema import (
    CardCondition,
    GameGenome,
    Phase,
    Rank,
    TurnStructure,
)
from darwindeck.genome.validator import GenomeValidator
from tests.support.genomes import minimal_genome
from tests.support.sound_genomes import (
    auction_genome,
    melding_genome,
    put,
)

ANY = CardCondition()
ACE = CardCondition(rank=Rank.ACE)


def codes(genome: GameGenome) -> set[str]:
    return {p.code for p in GenomeValidator.validate(genome) if isinstance(p, Problem)}


def auction(*changes: tuple[str, Any]) -> set[str]:
    genome = auction_genome()
    for path, value in changes:
        genome = put(genome, path, value)
    return codes(genome)


def melding(*changes: tuple[str, Any]) -> set[str]:
    genome = melding_genome()
    for path, value in changes:
        genome = put(genome, path, value)
    return codes(genome)


def minimal(**changes: Any) -> set[str]:
    return codes(minimal_genome(**changes))


def with_phases(*phases: Phase, **changes: Any) -> set[str]:
    return minimal(turn_structure=TurnStructure(phases), **changes)
