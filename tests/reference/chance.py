"""Chance: told by whoever referees, never made here."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


class NoChance(Exception):
    """Nothing is known of what chance decides here."""


class Chance:
    """What chance decides, in order.

    An item is `("seat", seat)`, `("shuffle", place, cards)` or `("cards", place, cards)`; places
    and cards are numbers, a shuffled pile is given from the bottom up.
    """

    def __init__(self, items: Iterable[tuple[Any, ...]] = ()) -> None:
        self.items = list(items)

    def add(self, items: Iterable[tuple[Any, ...]]) -> None:
        self.items.extend(items)

    def take(self, kind: str) -> tuple[Any, ...]:
        """The next item, which must be of this kind."""
        if not self.items or self.items[0][0] != kind:
            raise NoChance(f"wanted: {kind}; given: {self.items[:1]}")
        return self.items.pop(0)
