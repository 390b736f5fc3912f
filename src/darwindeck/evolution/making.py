"""How a child comes about: mutations in a row, a mechanic of another game, or out of nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from darwindeck.evolution.crossing import crossover_with_story
from darwindeck.evolution.operators import create_default_pipeline
from darwindeck.evolution.random_genomes import generate_random_genome
from darwindeck.evolution.seeds import derived_seed
from darwindeck.genome.codec import from_json
from darwindeck.genome.schema import GameGenome

FRESH_SEEDS = 2**31
"""Games made up at random are numbered up to here."""


def make_child(task: Mapping[str, Any]) -> tuple[GameGenome, str]:
    """The child that a task asks for, and how it came about, in words.

    Raises `NoMutation` or `NoCrossover` where there is none.
    """
    seed = task["seed"]
    if task["method"] == "random":
        return generate_random_genome(seed % FRESH_SEEDS), "made up at random"
    first, *others = [from_json(text) for text in task["parents"]]
    child, stories = first, []
    if task["method"] == "crossover":
        child, story = crossover_with_story(first, others[0], seed=seed)
        stories.append(story)
    for step in range(task["steps"]):
        child, story = create_default_pipeline().mutate_with_story(
            child, seed=derived_seed(seed, "step", step)
        )
        stories.append(story)
    return child, "; ".join(stories)


def nameless(genome: GameGenome) -> GameGenome:
    """The game under no name of its own: nothing measured may depend on what it is called."""
    return replace(genome, genome_id="game", name="Game", description="", generation=0)
