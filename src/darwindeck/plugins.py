"""Finds by name what lower layers use without knowing it.

A package in `darwindeck.oracles` is called after a game of the library: what is known of it apart
from its genome. It may have a module `archive` (with `ARCHIVE`: how real matches of the game are
read and held against the rules) and a module `laws` (with `LAWS`). Nothing else needs to name it.

The play model hands out moves and events in words, which `darwindeck.text` makes.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules
from types import ModuleType

ORACLES = "darwindeck.oracles"
WORDS = "darwindeck.text.words"


@cache
def oracle_games() -> tuple[str, ...]:
    """The names of the packages, in alphabetical order."""
    spec = find_spec(ORACLES)
    places = [] if spec is None else spec.submodule_search_locations or []
    return tuple(sorted(module.name for module in iter_modules(places) if module.ispkg))


@cache
def oracle_module(game: str, part: str) -> ModuleType | None:
    """The module for one part of what is known of a game; None if there is none."""
    name = game.replace("-", "_")
    if name not in oracle_games() or find_spec(f"{ORACLES}.{name}.{part}") is None:
        return None
    return import_module(f"{ORACLES}.{name}.{part}")


@cache
def words_of_play() -> ModuleType:
    """What puts play into words; see `darwindeck.simulation.words`."""
    return import_module(WORDS)
