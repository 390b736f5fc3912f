"""Games by the thousand for whoever wants to try something on many: each follows from a number."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

from darwindeck.evolution.making.children import make_child
from darwindeck.evolution.making.crossing.making import NoCrossover
from darwindeck.evolution.making.operators.pipeline import NoMutation
from darwindeck.evolution.making.random_genomes import generate_random_genome
from darwindeck.evolution.seeds import derived_seed
from darwindeck.genome.codec import from_json, to_json
from darwindeck.genome.schema import GameGenome
from darwindeck.library import get_genome, library_ids

MOST_STEPS = 6
"""A bred game is so many mutations away from a game of the library, at most."""


@cache
def library_games() -> tuple[GameGenome, ...]:
    """The games of the library, as their options are set."""
    return tuple(get_genome(name) for name in library_ids())


@cache
def folder_games(folder: Path) -> tuple[GameGenome, ...]:
    """The games of a folder of JSON files."""
    return tuple(from_json(path.read_text("utf-8")) for path in sorted(folder.glob("*.json")))


def bred_game(number: int) -> GameGenome | None:
    """A child of games of the library, made by the operators of evolution; None if none came
    about."""
    dice = Random(derived_seed(number, "reference", "bred"))
    method = dice.choice(("mutate", "mutate", "crossover"))
    parents = [to_json(dice.choice(library_games())) for _ in range(2)]
    steps = dice.randint(1, MOST_STEPS)
    try:
        return make_child(method, parents, steps, dice.getrandbits(60))[0]
    except (NoMutation, NoCrossover):
        return None


def random_game(number: int) -> GameGenome:
    """A game made up at random."""
    return generate_random_genome(number)


def sample_of(part: str, number: int, folder: Path | None = None) -> GameGenome | None:
    """The game of a number: of the library or a folder one after the other, bred, or random."""
    match part:
        case "library":
            return library_games()[number % len(library_games())]
        case "folder" if folder is not None:
            return folder_games(folder)[number % len(folder_games(folder))]
        case "bred":
            return bred_game(number)
        case "random":
            return random_game(number)
    raise ValueError(f"there are no games of the kind {part!r}")
