"""How a child comes about: mutations in a row, a mechanic of another game, or out of nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from darwindeck.evolution.kinds import family_in_rules
from darwindeck.evolution.making.crossing import NoCrossover, crossover_with_story
from darwindeck.evolution.making.crossing.mechanic import leaves_choices
from darwindeck.evolution.making.door import acceptable
from darwindeck.evolution.making.operators import Door, NoMutation, create_default_pipeline
from darwindeck.evolution.making.random_genomes import generate_random_genome
from darwindeck.evolution.seeds import derived_seed
from darwindeck.genome.codec import from_json
from darwindeck.genome.schema import GameGenome

FRESH_SEEDS = 2**31
"""Games made up at random are numbered up to here."""
FRESH_TRIES = 20
"""So many games are made up before it is given up to find one that is wanted."""


def make_child(
    method: str,
    parents: Sequence[str],
    steps: int,
    seed: int,
    allowed: Callable[[GameGenome], bool] | None = None,
    door: Door = acceptable,
    family: str = "",
) -> tuple[GameGenome, str]:
    """A child of games that are given as JSON, and how it came about, in words.

    `method` is ``mutate``, ``crossover`` or ``random``; `steps` mutations in a row follow. What is
    made up gets a mechanic of the first parent, if it has one.
    `family` says of which family a game is that is made up (empty: of any);
    `allowed` says whether a game is wanted (None: any is), `door` whether one that was mutated is
    sound and new. Raises `NoMutation` or `NoCrossover`
    where there is no child.
    """
    if method == "random":
        return _with_something_of(_made_up(seed, allowed, family), parents[:1], seed, allowed)
    first, *others = [from_json(text) for text in parents]
    child, stories = first, []
    if method == "crossover":
        child, story = crossover_with_story(first, others[0], seed=seed, allowed=allowed)
        stories.append(story)
    for step in range(steps):
        pipeline = create_default_pipeline(allowed=allowed, door=door)
        child, story = pipeline.mutate_with_story(child, seed=derived_seed(seed, "step", step))
        stories.append(story)
    return child, "; ".join(stories)


def _with_something_of(
    made_up: GameGenome,
    parents: Sequence[str],
    seed: int,
    allowed: Callable[[GameGenome], bool] | None,
) -> tuple[GameGenome, str]:
    story = "made up at random"
    for text in parents:
        try:
            made_up, more = crossover_with_story(made_up, from_json(text), seed, allowed)
        except NoCrossover:
            continue
        story = f"{story}; {more}"
    return made_up, story


def _made_up(seed: int, allowed: Callable[[GameGenome], bool] | None, family: str) -> GameGenome:
    for number in range(FRESH_TRIES):
        one = seed if number == 0 else derived_seed(seed, "made up", number)
        genome = generate_random_genome(one % FRESH_SEEDS, family)
        if family and family_in_rules(genome) != family:
            continue
        if leaves_choices(genome) and (allowed is None or allowed(genome)):
            return genome
    raise NoMutation(f"none of {FRESH_TRIES} games that were made up is wanted")


def nameless(genome: GameGenome) -> GameGenome:
    """The game under no name of its own: nothing measured may depend on what it is called."""
    return replace(genome, genome_id="game", name="Game", description="", sources=(), generation=0)
