"""The games that both engines play, in four parts: library, drafts, bred and random genomes."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from darwindeck.evolution import generate_random_genome
from darwindeck.evolution.making.samples import bred_game, library_games
from darwindeck.evolution.seeds import derived_seed
from darwindeck.genome.codec import from_json
from darwindeck.genome.problems import GenomeError
from darwindeck.genome.schema import GameGenome
from darwindeck.genome.tree import fields_of, walk
from darwindeck.simulation.game import Game
from tests.support.variations import Variations

PARTS = ("library", "drafts", "bred", "random")

MOST_CHANGES = 4
"""A varied game differs from a game of the library in so many fields, at most."""
MOST_TRIES = 12
"""So many changes of one field are tried until the validator passes one."""


@cache
def drafts(folder: Path) -> tuple[GameGenome, ...]:
    """Games that others have written; none if there is no such folder."""
    return tuple(
        from_json(json.dumps(up_to_date(json.loads(path.read_text()))))
        for path in sorted(folder.glob("*.json"))
    )


def up_to_date(genome: dict[str, Any]) -> dict[str, Any]:
    """An older file with what the validator has come to ask for: that what hidden cards tell is
    announced, and that trumps of the set-up are said in the trick phases, too."""
    for thing in genome.get("counters", []) + genome.get("roles", []):
        thing["announced"] = True
    trump = genome["setup"].get("trump_suit")
    for phase in genome["turn_structure"]["phases"]:
        if phase["kind"] == "trick" and trump is not None:
            phase["trump_suit"] = trump
    return genome


def at_random(seed: int) -> GameGenome | None:
    """A game made up at random, or a game of the library in which fields were changed at random."""
    dice = Random(derived_seed(seed, "reference", "random"))
    if dice.random() < 0.5:
        return generate_random_genome(dice.randrange(2**31))
    return varied(dice)


def varied(dice: Random) -> GameGenome | None:
    """A game of the library with some fields changed to anything that the validator passes."""
    genome = dice.choice(library_games())
    for _ in range(dice.randint(1, MOST_CHANGES)):
        genome = next(filter(is_valid, some_changes(genome, dice)), genome)
    return genome


def some_changes(genome: GameGenome, dice: Random) -> Iterator[GameGenome]:
    """The genome with one field changed, in some ways that are tried in turn."""
    places = [(type(part), name) for _, part in walk(genome) for name, *_ in fields_of(type(part))]
    for part, name in dice.choices(places, k=MOST_TRIES):
        found = list(Variations(genome).of(part, name))
        if found:
            yield dice.choice(found).genome


def is_valid(genome: GameGenome) -> bool:
    """Whether the validator passes a genome."""
    try:
        Game(genome)
    except GenomeError:
        return False
    return True


def games(folder: Path | None) -> dict[str, Callable[[int], GameGenome | None]]:
    """For each part that there is, the game of a number."""
    known: dict[str, Callable[[int], GameGenome | None]] = {}
    listed = library_games()
    known["library"] = lambda number: listed[number % len(listed)]
    written = drafts(folder) if folder is not None else ()
    if written:
        known["drafts"] = lambda number: written[number % len(written)]
    known["bred"] = bred_game
    known["random"] = at_random
    return known
