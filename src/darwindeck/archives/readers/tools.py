"""What there is for each game whose archives can be read: who shows, counts and compares it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from darwindeck.archives.record import MatchRecord


class Tools(NamedTuple):
    """What can be done with the records of one game."""

    suffix: str
    """How the names of its archives end."""
    show: Callable[[MatchRecord, int], str]
    """A round, by its number from 0, as people would read it."""


def _baloot() -> Tools:
    from darwindeck.archives.baloot.showing import show_round

    return Tools(".json", show_round)


_TOOLS: dict[str, Callable[[], Tools]] = {"baloot": _baloot}

GAMES = tuple(_TOOLS)
"""The games whose archives can be read."""


def tools_of(game: str) -> Tools:
    """The tools for a game of `GAMES`."""
    return _TOOLS[game]()
