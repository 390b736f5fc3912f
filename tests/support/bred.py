"""Games that were bred from seeds, whose parents are spread over the whole library."""

from __future__ import annotations

from darwindeck.evolution.making.crossing.making import NoCrossover, crossover
from darwindeck.evolution.making.operators import create_default_pipeline
from darwindeck.genome.examples import get_genome, library_ids
from darwindeck.genome.schema import GameGenome

STEPS = 3


def parent(number: int, of: int) -> str:
    """Every game of the library in turn; few children have parents spread over all of it."""
    names = library_ids()
    return names[number * len(names) // of]


def mutated(number: int, of: int, seed: int) -> GameGenome:
    """A game a few mutations away from one of the library."""
    return _mutated(get_genome(parent(number, of)), STEPS, seed + number * STEPS)


def crossed(number: int, of: int, seed: int) -> GameGenome:
    """A child of two games of the library, and one mutation on; of their neighbours if two do not
    cross."""
    names = library_ids()
    one = names.index(parent(number, of))
    for step in range(1, len(names)):
        other = (one + seed + number + step) % len(names)
        if other == one:
            continue
        try:
            child = crossover(get_genome(names[one]), get_genome(names[other]), seed + number)
        except NoCrossover:
            continue
        return _mutated(child, 1, seed + number)
    raise NoCrossover(f"no game of the library crosses with '{names[one]}'")


def _mutated(child: GameGenome, steps: int, seed: int) -> GameGenome:
    pipeline = create_default_pipeline()
    for step in range(steps):
        child = pipeline.mutate(child, seed=seed + step)
    return child
