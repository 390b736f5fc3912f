"""Laws of single games: for a game of the library, the module of its name, if there is one.

Such a module has `LAWS`: a `GameLaws`.
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from darwindeck.genome.schema import GameGenome
from darwindeck.laws.game_laws import GameLaws


def laws_of(genome: GameGenome) -> GameLaws | None:
    """The laws of the game that a genome is called after, if there are any and they fit it."""
    name = genome.genome_id.replace("-", "_")
    if name not in {module.name for module in iter_modules(__path__)}:
        return None
    laws: GameLaws = import_module(f"{__name__}.{name}").LAWS
    return laws if laws.fits(genome) else None


__all__ = ["laws_of"]
