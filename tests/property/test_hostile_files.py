"""Files from anywhere: a genome with problems, or a game that is played; never anything else.

Four hundred mutants of the library by default; twenty thousand with ``DARWINDECK_TEST_SCALE=50``.
"""

from __future__ import annotations

import os
from functools import cache
from random import Random
from typing import Any

import pytest

from darwindeck._core import CoreGame
from darwindeck.genome.checked import CheckedGame, check
from darwindeck.genome.codec import decode_genome, encode_genome, parse_json
from darwindeck.genome.completeness import check_genome_completeness
from darwindeck.genome.examples import get_seed_genomes
from darwindeck.genome.problems import GenomeError
from tests.support.hostile import LONGEST, Watch, hostile_file, play_hostile

SCALE = float(os.environ.get("DARWINDECK_TEST_SCALE", "1"))
DECISIONS = 200
LONGEST_MESSAGE = 600
"""How many letters one problem may take."""


@cache
def sources() -> list[dict[str, Any]]:
    return [encode_genome(genome) for genome in get_seed_genomes()]


@pytest.mark.parametrize("seed", range(20))
def test_a_file_has_problems_or_is_a_game(seed: int) -> None:
    rng = Random(seed)
    for _ in range(round(20 * SCALE)):
        text = hostile_file(rng, sources())
        watch = Watch()
        checked, problems = examined(text)
        watch.end()
        assert watch.longest < LONGEST
        assert (checked is None) == bool(problems)
        assert all(len(problem) < LONGEST_MESSAGE for problem in problems), problems
        if checked is not None:
            assert len(str(check_genome_completeness(parse_json(text)))) < 3 * LONGEST_MESSAGE
            game = CoreGame(checked.rules_bytecode)
            assert play_hostile(game, rng, DECISIONS) < LONGEST


def examined(text: str) -> tuple[CheckedGame | None, list[str]]:
    """The game of a file, or what is wrong with it."""
    try:
        return check(decode_genome(parse_json(text))), []
    except GenomeError as error:
        return None, [str(problem) for problem in error.problems]
