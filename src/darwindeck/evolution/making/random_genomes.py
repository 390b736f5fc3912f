"""Games made up at random: valid, complete and playable, whatever the seed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from darwindeck.evolution.making.dice import Dice
from darwindeck.evolution.making.families import (
    asking,
    battles,
    betting,
    bluffing,
    building,
    capturing,
    climbing,
    melding,
    pairing,
    shedding,
    totals,
    tricks,
)
from darwindeck.genome.checked import is_sound
from darwindeck.genome.schema import GameGenome

ATTEMPTS = 20
"""How often a game is made up anew if it is not sound; hardly any needs a second attempt."""


@dataclass(frozen=True)
class Family:
    """A kind of games."""

    article_and_name: str
    make: Callable[[Dice], GameGenome]
    weight: int
    """How often it comes up."""
    kinds: tuple[str, ...]
    """The families of the archive that it is of (see `darwindeck.evolution.kinds`)."""

    @property
    def description(self) -> str:
        return f"{self.article_and_name}, made up at random."


FAMILIES = (
    Family("A trick-taking game", tricks.make, 6, ("tricks",)),
    Family("A shedding game", shedding.make, 4, ("play",)),
    Family("A game of melds", melding.make, 4, ("melds",)),
    Family("A capturing game", capturing.make, 3, ("capture",)),
    Family("A betting game", betting.make, 3, ("betting",)),
    Family("A climbing game", climbing.make, 3, ("play",)),
    Family("A game of asking for cards", asking.make, 2, ("melds",)),
    Family("A game of battles", battles.make, 2, ("tricks",)),
    Family("A bluffing game", bluffing.make, 2, ("calls",)),
    Family("A game of pairs", pairing.make, 2, ("melds",)),
    Family("A game of totals", totals.make, 2, ("betting", "melds")),
    Family("A game of building rows", building.make, 2, ("building",)),
)


def generate_random_genome(seed: int, kind: str = "") -> GameGenome:
    """The random game of this seed, the same in every process; always valid and complete.

    `kind` asks for one of a family of the archive; empty, or one that has none here: of any.
    """
    for attempt in range(ATTEMPTS):
        genome = random_game(Dice(f"genome {seed} {attempt}"), kind)
        genome = replace(genome, genome_id=f"random-{seed}", name=f"Random {seed}")
        if is_sound(genome):
            return genome
    raise RuntimeError(f"No sound game was made up for the seed {seed} in {ATTEMPTS} attempts")


def random_game(dice: Dice, kind: str = "") -> GameGenome:
    """A game of any family, or of one kind, as it is first made up: nearly always sound."""
    families = [family for family in FAMILIES if kind in family.kinds] or FAMILIES
    family = dice.weighted([(family, family.weight) for family in families])
    return replace(family.make(dice), description=family.description)
