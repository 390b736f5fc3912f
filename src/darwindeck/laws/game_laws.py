"""What the laws of a single game consist of."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from darwindeck.genome.schema import GameGenome
from darwindeck.laws.law import Law
from darwindeck.laws.moment import WatchedMoment
from darwindeck.plugins import oracle_module
from darwindeck.simulation import Game
from darwindeck.simulation.state import Start


class Watch(Protocol):
    """Follows one game and says what there is to apply laws to."""

    def look(self, moment: WatchedMoment) -> Iterator[tuple[str, Any]]:
        """The occasions of a moment, each with what the checks of its laws are given.

        Every moment of a game is looked at once, in order.
        """


class RareOpening(NamedTuple):
    """The beginning of a hand in which something rare happens."""

    name: str
    start: Start
    moves: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class GameLaws:
    """The laws of one game, and what they need to be looked at."""

    laws: tuple[Law, ...]
    watch: Callable[[Game], Watch] | None = None
    """What follows a game, for laws that are looked at on occasions of their own."""
    fits: Callable[[GameGenome], bool] = lambda genome: True
    """Whether a genome has the things that the laws speak of."""
    openings: Callable[[Game], Iterator[RareOpening]] = lambda game: iter(())
    """Hands that are played besides those that chance deals."""


def laws_of(genome: GameGenome) -> GameLaws | None:
    """The laws of the game that a genome is called after, if there are any and they fit it."""
    module = oracle_module(genome.genome_id, "laws")
    if module is None:
        return None
    laws: GameLaws = module.LAWS
    return laws if laws.fits(genome) else None
