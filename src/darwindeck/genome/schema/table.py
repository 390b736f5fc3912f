"""Hints for a table on which the game is laid out; no rule reads them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from darwindeck.genome.schema.base import Part


class TablePlace(StrEnum):
    """A part of a table that a zone may take."""

    FRONT = "front"
    """Before its owner."""
    SIDE = "side"
    """Beside its owner's name, small."""
    STOCK = "stock"
    """In the middle, beside the stock."""
    CENTRE = "centre"
    """In the middle, with room."""
    DRAWER = "drawer"
    """Out of play: only counted."""


class Shown(StrEnum):
    """When something is shown."""

    ALWAYS = "always"
    """Also while there is nothing in it."""
    NEVER = "never"
    """Not at all; a zone still while a move touches it."""


@dataclass(frozen=True)
class ZoneHint(Part):
    """Where a zone lies, and when it is shown; what is not said follows from the rules."""

    zone: str
    place: TablePlace | None = None
    row: int | None = None
    """Which row of a grid it takes, from 1 at the top."""
    column: int | None = None
    """Which column of the grid, from 1."""
    over: str = ""
    """A zone whose place it shares: as long as it has cards, they lie on that zone's."""
    show: Shown | None = None


@dataclass(frozen=True)
class ShowHint(Part):
    """Whether a counter or a role is shown."""

    of: str
    show: Shown


@dataclass(frozen=True)
class TableFact(Part):
    """Several things that make one line, such as "contract: 4 spades, doubled, West"."""

    label: str
    says: tuple[str, ...]
    """Counters and terms of the table, roles, `trump`, `mode` and `dealer`, in the order in which
    they are said. What is nobody's, 0 or untrue is left out."""


@dataclass(frozen=True)
class TableHints(Part):
    """How a game lies on a table, where its rules do not show it."""

    zones: tuple[ZoneHint, ...] = ()
    shown: tuple[ShowHint, ...] = ()
    facts: tuple[TableFact, ...] = ()
