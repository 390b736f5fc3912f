"""Bytes from anywhere: what verifies is loaded, what is loaded is played, and it takes no time.

A thousand strings by default; fifty thousand with ``DARWINDECK_TEST_SCALE=50``.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from random import Random

import pytest

from darwindeck.genome.bytecode import BytecodeCompiler
from darwindeck.genome.bytecode.compiler import compile_expanded
from darwindeck.genome.codec import decode_genome, encode_genome
from darwindeck.genome.examples import get_genome, get_seed_genomes, library_ids
from darwindeck.genome.lowering import lower
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
        try:
            genome = decode_genome(hostile_json(rng, files))
            if not survey(genome).complete:
                continue
            data = compile_expanded(lower(genome))
        except Exception as error:  # an unsound genome need not have a long form
            assert not isinstance(error, MemoryError | RecursionError)
            continue
        game = loaded(data)
        if game is not None:
            assert play_hostile(game, rng, DECISIONS) < LONGEST, number


def hostile_json(rng: Random, files: list[dict[str, object]]) -> object:
    from darwindeck.genome.codec import parse_json

    try:
        return parse_json(hostile_file(rng, files))
    except GenomeError:
        return files[0]


@pytest.mark.parametrize("path", sorted(FIXTURES.glob("*.hex")), ids=lambda path: path.stem)
def test_strings_that_once_did_harm(path: Path) -> None:
    game = loaded(bytes.fromhex(path.read_text(encoding="ascii")))
    if game is not None:
        for seed in range(5):
            assert play_hostile(game, Random(seed), DECISIONS) < LONGEST
