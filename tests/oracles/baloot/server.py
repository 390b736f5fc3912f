"""A small server for tests: matches played wildly, so that everything occurs often."""

from __future__ import annotations

from darwindeck.oracles.baloot.server import Json, Server

__all__ = ["Json", "play_match"]


def play_match(seed: int, **options: str) -> Json:
    """The archive of a match played at random."""
    return Server(seed, readings=options).match()
