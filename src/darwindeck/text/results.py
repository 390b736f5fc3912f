"""How a game ended, in words."""

from __future__ import annotations

from darwindeck.english import join
from darwindeck.simulation.labels import Labels

BROKEN_OFF = {
    "turns": "broken off at the limit of turns",
    "work": "broken off because one decision would take too much work",
}
"""What is said of a game that a limit stopped."""


def outcome(labels: Labels, winners: tuple[int, ...], team: int | None, limit: str | None) -> str:
    """Who has won, if anybody has; a team by its number."""
    if limit is not None:
        return BROKEN_OFF[limit]
    if not winners:
        return "nobody wins"
    if team is not None:
        return f"{labels.side(team)} win"
    names = join([labels.seat(seat) for seat in winners])
    return f"{names} wins" if len(winners) == 1 else f"{names} share the win"
