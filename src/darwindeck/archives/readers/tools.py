"""What there is for each game whose archives can be read: who shows, counts and compares it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from darwindeck.archives.record import MatchRecord
from darwindeck.archives.statistics import Statistics
from darwindeck.archives.variants import Point


class Tools(NamedTuple):
    """What can be done with the records of one game."""

    suffix: str
    """How the names of its archives end."""
    show: Callable[[MatchRecord, int | None], Iterable[str]]
    """The deals of a round, by its number from 0, or of all, as people would read them."""
    statistics: Callable[[Iterable[MatchRecord]], Statistics] | None = None
    variants: Callable[[Iterable[MatchRecord], Mapping[str, str]], list[Point]] | None = None
    """What matches say about disputed points, the others being read as chosen."""


def _baloot() -> Tools:
    from darwindeck.archives.baloot.showing import show_rounds
    from darwindeck.archives.baloot.statistics import count_matches
    from darwindeck.archives.baloot.variants import weigh_variants

    return Tools(".json", show_rounds, count_matches, weigh_variants)


def _bridge() -> Tools:
    from darwindeck.archives.bridge.showing import show_deals

    return Tools(".pbn", show_deals)


_TOOLS: dict[str, Callable[[], Tools]] = {"baloot": _baloot, "bridge": _bridge}

GAMES = tuple(_TOOLS)
"""The games whose archives can be read."""


def tools_of(game: str) -> Tools:
    """The tools for a game of `GAMES`."""
    return _TOOLS[game]()
