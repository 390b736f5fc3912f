"""Bytes from anywhere: what verifies is loaded, what is loaded is played, and it takes no time.

A thousand strings by default; fifty thousand with ``DARWINDECK_TEST_SCALE=50``.
"""

from __future__ import annotations

import os
import struct
from contextlib import suppress
from functools import cache
from pathlib import Path
from random import Random

import pytest

from darwindeck.genome.bytecode import BytecodeCompiler
from darwindeck.genome.bytecode.compiler import compile_expanded
from darwindeck.genome.codec import decode_genome, encode_genome, parse_json
from darwindeck.genome.examples import get_genome, get_seed_genomes, library_ids
from darwindeck.genome.expansion import expand
from darwindeck.genome.problems import GenomeError
from darwindeck.genome.survey import survey
from tests.support.hostile import (
    LONGEST,
    hostile_bytes,
    hostile_file,
    loaded,
    play_hostile,
)

SCALE = float(os.environ.get("DARWINDECK_TEST_SCALE", "1"))
DECISIONS = 200
FIXTURES = Path(__file__).parents[1] / "fixtures" / "bytecode"


@cache
def sources() -> list[bytes]:
    compiler = BytecodeCompiler()
    return [compiler.compile_genome(get_genome(name)) for name in library_ids()]


@pytest.mark.parametrize("seed", range(20))
def test_bytes_are_refused_or_played(seed: int) -> None:
    rng = Random(seed)
    for number in range(round(40 * SCALE)):
        game = loaded(hostile_bytes(rng, sources()))
        if game is not None:
            assert play_hostile(game, rng, DECISIONS) < LONGEST, number


@pytest.mark.parametrize("seed", range(10))
def test_the_bytecode_of_unsound_genomes_is_refused_or_played(seed: int) -> None:
    """What the validator would never let through: rules that do not fit together."""
    rng = Random(seed)
    files = [encode_genome(genome) for genome in get_seed_genomes()]
    for number in range(round(20 * SCALE)):
        data = unchecked(hostile_file(rng, files))
        game = loaded(data) if data is not None else None
        if game is not None:
            assert play_hostile(game, rng, DECISIONS) < LONGEST, number


def unchecked(text: str) -> bytes | None:
    """The bytecode of a file whose genome nobody has checked; many have no long form."""
    with suppress(GenomeError, AttributeError, KeyError, TypeError, ValueError, struct.error):
        genome = decode_genome(parse_json(text))
        return compile_expanded(expand(genome)) if survey(genome).complete else None
    return None


@pytest.mark.parametrize("path", sorted(FIXTURES.glob("*.hex")), ids=lambda path: path.stem)
def test_strings_that_once_did_harm(path: Path) -> None:
    game = loaded(bytes.fromhex(path.read_text(encoding="ascii")))
    if game is not None:
        for seed in range(max(1, round(SCALE))):
            assert play_hostile(game, Random(seed), DECISIONS) < LONGEST
