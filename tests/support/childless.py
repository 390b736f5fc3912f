"""Pairs of library games of which crossing makes no third."""

from __future__ import annotations

from itertools import combinations

_ALIKE = (
    # They differ by how hands are compared and who begins: whatever one takes makes it the other.
    ("seven-card-stud", "seven-card-stud-hi-lo", "razz"),
    ("omaha", "omaha-hi-lo"),
    # One is about pools of chips alone, the other about cards left: neither can use it.
    ("cheat", "michigan"),
)

CHILDLESS = frozenset(frozenset(pair) for games in _ALIKE for pair in combinations(games, 2))
