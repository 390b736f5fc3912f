"""The same game with other names and other words."""

from __future__ import annotations

import re
import types
from dataclasses import fields, replace
from typing import Annotated, Any, Union, get_args, get_origin

from darwindeck.cards import Rank, Suit
from darwindeck.genome.bytecode.names import INTO, WIN_TYPES
from darwindeck.genome.bytecode.writer import TEXT
from darwindeck.genome.expressions.vocabulary import ROUNDINGS, VOCABULARY
from darwindeck.genome.problems import parts
from darwindeck.genome.schema import GameGenome, HandPattern, Location, ScoringRule, WinCondition
from darwindeck.genome.schema.base import ExprKind, NameOf, Part, field_types

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
    for _, part in parts(genome):
        name = getattr(part, "name", "")
        found.add(str(name))
        if isinstance(part, HandPattern):
            found.update(part.tags)
    found.update(ranking.mode for ranking in genome.rankings or ())
    return found - FIXED - {genome.name}


class _Renaming:
    def __init__(self, names: dict[str, str]) -> None:
        self.names = names

    def part(self, part: Part) -> Part:
        hints = field_types(type(part))
        changed = {}
        for field in fields(part):
            if not (isinstance(part, GameGenome) and field.name in _IDENTITY):
                old = getattr(part, field.name)
                changed[field.name] = self.value(hints[field.name], old, part, field.name)
        return replace(part, **changed)

    def value(self, hint: Any, value: Any, part: Part, field: str) -> Any:
        if isinstance(value, Part):
            return self.part(value)
        origin = get_origin(hint)
        if value is None:
            return None
        if origin is Annotated:
            base, *markers = get_args(hint)
            if any(isinstance(marker, ExprKind) for marker in markers):
                return self.expression(value)
            if any(isinstance(marker, NameOf) for marker in markers):
                return self.names.get(str(value), value)
            return self.value(base, value, part, field)
        if origin in (Union, types.UnionType):
            inner = next(a for a in get_args(hint) if a is not type(None))
            return self.value(inner, value, part, field)
        if origin is tuple:
            return tuple(self.value(get_args(hint)[0], item, part, field) for item in value)
        return self.text(value, part, field) if hint is str else value

    def text(self, value: str, part: Part, field: str) -> str:
        if field == "name" or (isinstance(part, ScoringRule) and field == "into"):
            return self.names.get(value, value)
        if isinstance(part, HandPattern) and field == "tags":
            return self.names[value]
        meant = (type(part).__name__, field) in TEXT or isinstance(part, WinCondition)
        kept = meant or field in ("initial_deck", "colour", "path", "value")
        return value if kept or not value else f"{value} indeed"

    def expression(self, value: str | int) -> str | int:
        if isinstance(value, int):
            return value
        return _WORD.sub(lambda found: self.names.get(found.group(), found.group()), value)
