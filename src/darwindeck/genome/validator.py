"""The gate: a genome that passes can be played; every other is turned away with reasons."""

from __future__ import annotations

from darwindeck.genome.problems import GenomeError, Problem
from darwindeck.genome.schema.genome import GameGenome
from darwindeck.genome.validation import problems_of


class GenomeValidator:
    """Validates the consistency of a genome."""

    @staticmethod
    def validate(genome: GameGenome) -> list[str]:
        """Every problem of the genome; an empty list means that it is valid.

        The items are `Problem`s: strings with a `code` and a `path`.
        """
        return list(_problems(genome))


def checked(genome: GameGenome) -> GameGenome:
    """The genome itself, if it is valid; otherwise raises `GenomeError`."""
    problems = _problems(genome)
    if problems:
        raise GenomeError(problems, str(getattr(genome, "genome_id", "")))
    return genome


def _problems(genome: object) -> list[Problem]:
    if isinstance(genome, GameGenome):
        return problems_of(genome)
    return [Problem("wrong-type", (), f"Expected a GameGenome, got {type(genome).__name__}")]
