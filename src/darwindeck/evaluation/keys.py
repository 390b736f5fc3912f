"""What makes two genomes the same game."""

from __future__ import annotations

from darwindeck.genome.checked import check
from darwindeck.genome.schema import GameGenome


def play_key(genome: GameGenome) -> str:
    """The identity of a game as it plays, in hexadecimal digits.

    Names, texts and the number of the genome are left out, and options count as they are set: two
    genomes with the same key play alike, whatever they are called.
    """
    return check(genome).key
