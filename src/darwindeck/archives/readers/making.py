"""Who makes up matches of a game, and in which format they are written."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple


class Maker(NamedTuple):
    """Makes up matches of one game."""

    suffix: str
    """How the names of their files end."""
    match: Callable[[int, str, Mapping[str, str]], dict[str, Any]]
    """A match, from a seed, a player of cards and readings of the rules."""


def _baloot(seed: int, player: str, readings: Mapping[str, str]) -> dict[str, Any]:
    # The games use the tables of these readers, so they can be imported only now.
    from darwindeck.archives.baloot.made_up import made_up_match

    return made_up_match(seed, player, readings)


MAKERS: dict[str, Maker] = {"baloot": Maker(".json", _baloot)}
"""Who makes up matches, by the name of the game."""
