"""The same game with other names and other words."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from darwindeck.cards import Rank, Suit
from darwindeck.genome.bytecode.names import INTO, WIN_TYPES
from darwindeck.genome.bytecode.writer import TEXT
from darwindeck.genome.expressions.vocabulary import ROUNDINGS, VOCABULARY
from darwindeck.genome.schema import (
    CallChoice,
    GameGenome,
    HandPattern,
    Location,
    ScoringRule,
    WinCondition,
)
from darwindeck.genome.schema.base import Part
from darwindeck.genome.schema.table import ShowHint, TableFact, ZoneHint
from darwindeck.genome.schema.things import Wording
from darwindeck.genome.tree import (
    ExpressionSlot,
    NameSlot,
    PlainSlot,
    Slot,
    fields_of,
    innermost,
    walk,
)

FIXED = {
    *VOCABULARY,
    *ROUNDINGS,
    *WIN_TYPES,
    *INTO,
    *(location.value for location in Location),
    *(suit.value for suit in Suit),
    *(rank.value for rank in Rank),
    "none",
    "pile",
    "",
}
"""Names that the language itself gives a meaning."""

_WORD = re.compile(r"[A-Za-z_]\w*")
_IDENTITY = ("schema_version", "generation")


def renamed(genome: GameGenome) -> GameGenome:
    """The genome with every name of its own exchanged, wherever it stands, and every label, too."""
    names = {name: f"n{i}_{_plain(name)}" for i, name in enumerate(sorted(_declared(genome)))}
    changed = _Renaming(names).part(genome)
    assert isinstance(changed, GameGenome)
    return replace(changed, genome_id="renamed", name="Another Name", description="Other words.")


def _plain(name: str) -> str:
    return re.sub(r"\W", "_", name.lower())


def _declared(genome: GameGenome) -> set[str]:
    found: set[str] = set()
    for _, part in walk(genome):
        name = getattr(part, "name", "")
        found.add(str(name))
        if isinstance(part, HandPattern):
            found.update(part.tags)
        if isinstance(part, CallChoice):
            found.update(part.words)
    found.update(ranking.mode for ranking in genome.rankings or ())
    return found - FIXED - {genome.name}


class _Renaming:
    def __init__(self, names: dict[str, str]) -> None:
        self.names = names

    def part(self, part: Part) -> Part:
        changed = {}
        for name, slot, _ in fields_of(type(part)):
            if not (isinstance(part, GameGenome) and name in _IDENTITY):
                changed[name] = self.value(slot, getattr(part, name), part, name)
        return replace(part, **changed)

    def value(self, slot: Slot, value: Any, part: Part, field: str) -> Any:
        if isinstance(value, Part):
            return self.part(value)
        if isinstance(value, tuple):
            return tuple(self.value(slot, item, part, field) for item in value)
        if value is None:
            return None
        match innermost(slot):
            case ExpressionSlot():
                return self.expression(value)
            case NameSlot():
                return self.names.get(str(value), value)
            case PlainSlot(kind) if kind is str:
                return self.text(value, part, field)
        return value

    def text(self, value: str, part: Part, field: str) -> str:
        named = (isinstance(part, ScoringRule) and field == "into") or (
            isinstance(part, Wording | ShowHint) and field == "of"
        )
        named |= isinstance(part, ZoneHint) or (isinstance(part, TableFact) and field == "says")
        if field == "name" or named:
            return self.names.get(value, value)
        if (isinstance(part, HandPattern) and field == "tags") or (
            isinstance(part, CallChoice) and field == "words"
        ):
            return self.names[value]
        meant = (type(part).__name__, field) in TEXT or isinstance(part, WinCondition)
        kept = meant or field in ("initial_deck", "colour", "path", "value")
        return value if kept or not value else f"{value} indeed"

    def expression(self, value: str | int) -> str | int:
        if isinstance(value, int):
            return value
        return _WORD.sub(lambda found: self.names.get(found.group(), found.group()), value)
