"""Bytecode is the key to results: what plays alike has the same, what plays otherwise another.

Only its first bytes say which game it is; everything that play depends on stands after them. So a
cache of results may be keyed by the rest.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest

from darwindeck import get_genome, library_ids
from darwindeck._core import CoreGame
from darwindeck.evolution import generate_random_genome
from darwindeck.genome.bytecode import BytecodeCompiler
from darwindeck.genome.bytecode.header import BytecodeHeader
from darwindeck.genome.options import fold_options
from darwindeck.genome.problems import path_text
from darwindeck.genome.schema import GameGenome
from darwindeck.simulation import simulate_game
from tests.support.changes import changes
from tests.support.renaming import renamed
from tests.support.seeds import for_seeds
from tests.support.watching import IDENTITY, is_valid

SCALE = float(os.environ.get("DARWINDECK_TEST_SCALE", "1"))


def compiled(genome: GameGenome) -> bytes:
    return BytecodeCompiler().compile_genome(genome)


def chosen(genome: GameGenome) -> GameGenome:
    """The genome with the readings in force, and no others."""
    return replace(fold_options(genome), options=())


def played(bytecode: bytes) -> dict[str, Any]:
    return CoreGame(bytecode).simulate(12, seed=7, players=["random"])


def test_only_the_first_bytes_say_which_game_it_is() -> None:
    genome = get_genome("hearts")
    one, other = compiled(genome), compiled(replace(genome, genome_id="another", name="Another"))
    assert one != other
    assert [i for i, pair in enumerate(zip(one, other, strict=True)) if pair[0] != pair[1]] == [
        i for i in range(5, IDENTITY) if one[i] != other[i]
    ]
    assert BytecodeHeader.from_bytes(one).identity != BytecodeHeader.from_bytes(other).identity


@pytest.mark.parametrize("name", library_ids())
def test_a_game_by_other_names_has_the_same_key(name: str) -> None:
    genome = chosen(get_genome(name))
    other = renamed(genome)
    assert other != genome
    assert compiled(other)[IDENTITY:] == compiled(genome)[IDENTITY:]


@for_seeds(20)
def test_a_random_game_by_other_names_has_the_same_key(seed: int) -> None:
    genome = generate_random_genome(seed)
    assert compiled(renamed(genome))[IDENTITY:] == compiled(genome)[IDENTITY:]


def mutants(genome: GameGenome, every: int) -> list[tuple[str, GameGenome]]:
    found = islice(changes(genome), 0, None, every)
    return [(path_text(c.path), c.genome) for c in found if is_valid(c.genome)]


@pytest.mark.parametrize("name", ["war", "hearts", "scopa", "go-fish", "simple-poker"])
def test_a_game_that_is_played_otherwise_has_another_key(name: str) -> None:
    """Each mutant is played before and after its parent, and never in its parent's stead."""
    genome = chosen(get_genome(name))
    key = compiled(genome)
    parent = played(key)
    played_otherwise = []
    for path, mutant in mutants(genome, round(4 / SCALE) or 1):
        other = compiled(mutant)
        found = played(other)
        assert played(key) == parent, path
        assert played(other) == found, path
        if found != parent:
            played_otherwise.append(path)
            assert other[IDENTITY:] != key[IDENTITY:], path
    assert len(played_otherwise) > 3


ALONE = """
import json, sys
from darwindeck._core import CoreGame
found = CoreGame(bytes.fromhex(sys.stdin.read())).simulate(12, seed=7, players=["random"])
print(json.dumps(found))
"""


def played_alone(bytecode: bytes) -> Any:
    """What comes out where nothing else was ever played."""
    command = [sys.executable, "-c", ALONE]
    done = subprocess.run(command, input=bytecode.hex(), text=True, capture_output=True, check=True)
    return json.loads(done.stdout)


@pytest.mark.parametrize("name", ["euchre", "crazy-eights"])
def test_what_was_played_before_changes_nothing(name: str) -> None:
    """Games of a parent and of its mutants, one by one in turn, come out as each alone."""
    genome = chosen(get_genome(name))
    family = [compiled(genome), *(compiled(mutant) for _, mutant in mutants(genome, 40)[:3])]
    assert len(family) == 4
    games = [CoreGame(bytecode) for bytecode in family]
    turns: list[list[dict[str, Any]]] = [[] for _ in games]
    for number in range(12):
        for game, found in zip(games, turns, strict=True):
            found.append(game.simulate(1, seed=7, players=["random"], first=number))
    for bytecode, found in zip(family, turns, strict=True):
        alone = played_alone(bytecode)
        assert json.loads(json.dumps(played(bytecode))) == alone
        for count in ("games", "draws", "limit", "forced"):
            assert sum(one[count] for one in found) == alone[count]
        for place, wins in enumerate(alone["wins"]):
            assert sum(one["wins"][place] for one in found) == wins
        for total in ("turns", "decisions", "branching"):
            assert sum(one[total][1] for one in found) == alone[total][1]


def test_results_of_a_genome_do_not_depend_on_its_name() -> None:
    genome = chosen(get_genome("scopa"))
    one = simulate_game(genome, 30, seed=4)
    other = simulate_game(renamed(genome), 30, seed=4)
    assert replace(other, genome_id=one.genome_id) == one
