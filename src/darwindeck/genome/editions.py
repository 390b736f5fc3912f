"""Genomes of an older edition of the language, brought up to date.

They mean what they meant. What the second edition asks for and the first did not know is said for
them: names that have become words of the language are changed wherever they stand, counters and
roles that hidden cards decide are announced, and a phase of tricks says the trump suit of the
set-up again.
"""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

from darwindeck.genome.expressions.vocabulary import NEW_WORDS, RESERVED
from darwindeck.genome.schema.base import (
    ExpressionSlot,
    NameSlot,
    Part,
    PlainSlot,
    Slot,
    fields_of,
    innermost,
)
from darwindeck.genome.schema.calls import Call, CallChoice
from darwindeck.genome.schema.genome import SCHEMA_VERSION, GameGenome
from darwindeck.genome.schema.patterns import HandPattern, PatternValue
from darwindeck.genome.schema.phases import Phase
from darwindeck.genome.schema.ranking import CardRanking, PointTable
from darwindeck.genome.schema.selectors import NamedCards
from darwindeck.genome.schema.things import (
    Counter,
    Let,
    Option,
    OptionChoice,
    RoleSpec,
    Setting,
    Wording,
    ZoneSpec,
)
from darwindeck.genome.schema.tricks import TrickPhase
from darwindeck.genome.schema.worth import ScoringRule
from darwindeck.genome.tree import transform, walk

FIRST = "1.0"
"""The first edition."""

_NAMED = (
    Call,
    CallChoice,
    Counter,
    HandPattern,
    Let,
    NamedCards,
    Option,
    OptionChoice,
    PatternValue,
    Phase,
    PointTable,
    RoleSpec,
    ZoneSpec,
)
"""Parts whose field `name` expressions may use."""
_NAMES: dict[type[Part], tuple[str, ...]] = {
    HandPattern: ("tags",),
    CallChoice: ("words",),
    CardRanking: ("mode",),
    ScoringRule: ("into",),
    Wording: ("of",),
    Option: ("value",),
}
"""Other plain fields that hold names."""
_TOKEN = re.compile(r"[A-Za-z_]\w*")


def from_first_edition(genome: GameGenome) -> GameGenome:
    """A genome of the first edition as the second says it."""
    genome = replace(_renamed(genome), schema_version=SCHEMA_VERSION)
    return _announced(_with_trumps(genome))


def _renamed(genome: GameGenome) -> GameGenome:
    """No name is one of the words that came later.

    The first edition did not know these words, so wherever one stands in an expression, it is the
    name that the genome gave.
    """
    known = {str(part.name) for _, part in walk(genome) if isinstance(part, _NAMED)}
    clashing = known & NEW_WORDS
    if not clashing:
        return genome
    taken = known | RESERVED
    names: dict[str, str] = {}
    for name in sorted(clashing):
        tried = (f"{name}_{number}" for number in range(1, len(taken) + 2))
        names[name] = next(new for new in tried if new not in taken)
        taken |= {names[name]}

    def changed(part: Part) -> Part:
        said = _NAMES.get(type(part), ())
        changes: dict[str, Any] = {}
        for field in fields_of(type(part)):
            own = field.name == "name" and isinstance(part, _NAMED)
            old = getattr(part, field.name)
            new = _value(old, field.slot, own or field.name in said, names)
            if new != old:
                changes[field.name] = new
        if isinstance(part, Setting):
            return replace(part, value=_setting(part, names))
        return replace(part, **changes) if changes else part

    return transform(genome, changed)


def _value(value: Any, slot: Slot, is_name: bool, names: dict[str, str]) -> Any:
    if isinstance(value, tuple):
        return tuple(_value(item, slot, is_name, names) for item in value)
    if not isinstance(value, str):
        return value
    match innermost(slot):
        case ExpressionSlot():
            return type(value)(_tokens(value, names))
        case NameSlot():
            return names.get(str(value), value)
        case PlainSlot() if is_name:
            return names.get(value, value)
    return value


def _tokens(text: str, names: dict[str, str]) -> str:
    return _TOKEN.sub(lambda found: names.get(found.group(), found.group()), text)


_TEXTS = ("label", "note", "description")


def _setting(setting: Setting, names: dict[str, str]) -> str:
    """What an option puts into the file, JSON text that may hold parts, with the names changed."""
    try:
        value = json.loads(setting.value)
    except ValueError:
        return setting.value
    if setting.path.rpartition("/")[2] in _TEXTS:
        return setting.value
    new = _json(value, names)
    return setting.value if new == value else json.dumps(new, ensure_ascii=False)


def _json(value: Any, names: dict[str, str]) -> Any:
    if isinstance(value, list):
        return [_json(item, names) for item in value]
    if isinstance(value, dict):
        return {k: item if k in _TEXTS else _json(item, names) for k, item in value.items()}
    return _tokens(value, names) if isinstance(value, str) else value


def _with_trumps(genome: GameGenome) -> GameGenome:
    """A trick phase that said nothing of trumps plays with those of the set-up."""
    fixed = genome.setup.trump_suit
    if fixed is None:
        return genome

    def changed(part: Part) -> Part:
        if isinstance(part, TrickPhase) and part.trump_suit is None:
            return replace(part, trump_suit=fixed)
        return part

    return transform(genome, changed)


def _announced(genome: GameGenome) -> GameGenome:
    """What hidden cards decide was told to all without a word about it."""
    from darwindeck.genome.validation import problems_as_written
    from darwindeck.genome.validation.secrets import announced_at_last

    if {problem.code for problem in problems_as_written(genome)} != {"tells-hidden-cards"}:
        return genome
    told = announced_at_last(genome)
    return replace(
        genome,
        counters=tuple(
            replace(one, announced=True) if ("counter", one.name) in told else one
            for one in genome.counters
        ),
        roles=tuple(
            replace(one, announced=True) if ("role", one.name) in told else one
            for one in genome.roles
        ),
    )
