"""Whatever the genome, the validator answers with a list, quickly and always the same."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from darwindeck.genome.catalogue import CATALOGUE
from darwindeck.genome.codec import encode
from darwindeck.genome.completeness import check_genome_completeness
from darwindeck.genome.examples import LIBRARY
from darwindeck.genome.problems import Problem, path_text
from darwindeck.genome.schema import GameGenome
from darwindeck.genome.schema.base import Part, fields_of
from darwindeck.genome.validator import GenomeValidator
from tests.support.random_genomes import random_genome, random_value

SEEDS = st.integers(0, 2**32)
GAMES = st.sampled_from(sorted(LIBRARY))


def perturbed(part: Any, rng: Random, chance: float) -> Any:
    """A part of which some fields, anywhere in it, hold other values of the right type."""
    if isinstance(part, tuple):
        items = [perturbed(item, rng, chance) for item in part]
        if items and rng.random() < chance:
            items.pop(rng.randrange(len(items)))
        if items and rng.random() < chance:
            items.append(rng.choice(items))
        return tuple(items)
    if not isinstance(part, Part):
        return part
    changes = {}
    for name, slot, _ in fields_of(type(part)):
        if rng.random() < chance and name != "schema_version":
            changes[name] = random_value(slot, rng, 2)
        else:
            changes[name] = perturbed(getattr(part, name), rng, chance)
    return replace(part, **changes)


def assert_sound_answer(genome: GameGenome) -> None:
    problems = GenomeValidator.validate(genome)
    paths = None
    for problem in problems:
        assert isinstance(problem, Problem)
        assert problem.code in CATALOGUE
        paths = paths or _paths(genome)
        assert problem.path in paths, problem


def _paths(genome: GameGenome) -> set[str]:
    found: set[str] = set()

    def visit(value: Any, path: tuple[str | int, ...]) -> None:
        found.add(path_text(path))
        if isinstance(value, dict):
            for key, item in value.items():
                visit(item, (*path, key))
        elif isinstance(value, list):
            for index, item in enumerate(value):
                visit(item, (*path, index))

    visit({"$schema": "", **encode(genome)}, ())
    # card selectors list only what they constrain
    for path in list(found):
        found |= {f"{path}.{field}" for field in ("of", "same", "point_table")}
    return found


@given(SEEDS)
def test_any_genome_gets_an_answer(seed: int) -> None:
    assert_sound_answer(random_genome(seed))


@given(GAMES, SEEDS, st.sampled_from([0.001, 0.005, 0.02]))
def test_a_perturbed_library_game_gets_an_answer(name: str, seed: int, chance: float) -> None:
    genome = perturbed(LIBRARY[name](), Random(seed), chance)
    assert_sound_answer(genome)
    check_genome_completeness(genome)


@given(GAMES, SEEDS)
def test_the_answer_is_always_the_same(name: str, seed: int) -> None:
    genome = perturbed(LIBRARY[name](), Random(seed), 0.01)
    assert GenomeValidator.validate(genome) == GenomeValidator.validate(genome)
