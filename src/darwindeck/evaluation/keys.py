"""What makes two genomes the same game."""

from __future__ import annotations

from dataclasses import replace

from darwindeck._core import fingerprint
from darwindeck.genome.bytecode import BytecodeCompiler
from darwindeck.genome.options import fold_options
from darwindeck.genome.schema import GameGenome

NAME_BYTES = 13
"""The first bytes of bytecode say which genome it is; how it plays stands after them."""


def play_key(genome: GameGenome) -> str:
    """The identity of a game as it plays, in hexadecimal digits.

    Names, texts and the number of the genome are left out, and options count as they are set: two
    genomes with the same key play alike, whatever they are called.
    """
    settled = replace(fold_options(genome), options=())
    return f"{fingerprint(BytecodeCompiler().compile_genome(settled)[NAME_BYTES:]):016x}"
