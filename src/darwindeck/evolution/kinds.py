"""What family a game is of, as its rules show: before anybody has played it."""

from __future__ import annotations

from functools import lru_cache

from darwindeck.evolution.grid import FAMILIES
from darwindeck.evolution.making.crossing.anatomy import Anatomy
from darwindeck.genome.schema import GameGenome

OTHER = FAMILIES[-1]
_FAMILY_OF_STYLE = {
    "trick play": "tricks",
    "capturing": "capture",
    "betting": "betting",
    "bluffing": "calls",
    "building": "building",
    "melding": "melds",
    "card play": "play",
    "calling": "calls",
    "drawing and discarding": "melds",
}


@lru_cache(maxsize=512)
def family_in_rules(genome: GameGenome) -> str:
    """The family of a game by its play; where most is decided (`family_of`) shows only when it is
    played, and may be what goes before the play."""
    return _FAMILY_OF_STYLE.get(Anatomy(genome).style, OTHER)
