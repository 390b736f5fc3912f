"""The gate: a genome that passes can be played; every other is turned away with reasons."""

from __future__ import annotations

from darwindeck.genome.checked import check
from darwindeck.genome.schema.genome import GameGenome
from darwindeck.genome.validation import problems_of


class GenomeValidator:
    """Validates the consistency of a genome."""

    @staticmethod
    def validate(genome: GameGenome) -> list[str]:
        """Every problem of the genome; an empty list means that it is valid.

        The items are `Problem`s: strings with a `code` and a `path`.
        """
        return list(problems_of(genome))


def checked(genome: GameGenome) -> GameGenome:
    """The genome itself, if it is valid; otherwise raises `GenomeError`."""
    return check(genome).genome
