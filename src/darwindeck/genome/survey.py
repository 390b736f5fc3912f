"""One walk over a genome: every part with its path, every expression and name with its place.

The walk also sees to it that everything has the type its field declares and that the genome is of
a size that can be checked quickly, so that what comes after may rely on both.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any, NamedTuple, TypeVar

from darwindeck.genome.limits import (
    MAX_EXPRESSIONS,
    MAX_INTEGER,
    MAX_LIST,
    MAX_NESTING,
    MAX_PARTS,
)
from darwindeck.genome.problems import Path, Problem
from darwindeck.genome.schema.base import Part, once_per_type
from darwindeck.genome.schema.calls import Call, CallChoice, CallPhase
from darwindeck.genome.schema.genome import GameGenome
from darwindeck.genome.schema.patterns import HandPattern
from darwindeck.genome.schema.phases import Phase, RepeatPhase, TurnsPhase
from darwindeck.genome.schema.things import Let, Scope
from darwindeck.genome.schema.transfers import BuildMove, DiscardPhase, MeldPhase, PlayPhase
from darwindeck.genome.schema.tricks import TrickPhase
from darwindeck.genome.schema.worth import Moment, ScoringRule, SpecialEffect, WinCondition
from darwindeck.genome.tree import (
    REQUIRED,
    EnumSlot,
    ExpressionSlot,
    ListSlot,
    NameSlot,
    OptionalSlot,
    PartSlot,
    PlainSlot,
    Slot,
    fields_of,
)

Place = frozenset[str]
"""What exists at a place of a genome beyond what exists everywhere: `subject`, the seat or side
that is spoken of; `turn` while somebody acts; `trick` while a trick is played; `calls` while a call
phase is open; `pile` where one pile is spoken of; `choice:x` once a call has named x."""

NOBODYS: Place = frozenset()
ANYBODYS: Place = frozenset({"subject"})
ACTING: Place = ANYBODYS | {"turn"}
PLAYING: Place = ACTING | {"trick"}
CALLING: Place = ACTING | {"calls"}
DURING_PLAY: Place = PLAYING | CALLING

_TRICK_MOMENTS = {Moment.PLAYED, Moment.LED, Moment.CAPTURED, Moment.TRICK_END}
_QUIET_MOMENTS = {Moment.DEALT, Moment.TURNED_UP, Moment.HAND_END}
_OF_THE_TABLE = DURING_PLAY - {"subject"}
_BEFORE_TRICKS = {"when", "who", "leader"}

AnyPart = TypeVar("AnyPart", bound=Part)


class ExprUse(NamedTuple):
    """An expression where it stands; `wanted` is the type that its field must have."""

    path: Path
    expr: str | int
    wanted: str
    place: Place
    part: Part
    field: str


class NameUse(NamedTuple):
    """The name of something where it stands; `kind` is what it names."""

    path: Path
    name: str
    kind: str
    part: Part
    field: str


class Survey:
    """What one walk over a genome found, in the order of the file."""

    def __init__(self) -> None:
        self.by_type: dict[type[Part], list[tuple[Path, Any]]] = defaultdict(list)
        self.parts: list[tuple[Path, Part]] = []
        self.spans: dict[Path, tuple[int, int]] = {}
        self.expressions: list[ExprUse] = []
        self.names: list[NameUse] = []
        self.problems: list[Problem] = []
        self.complete = True
        """Whether everything was walked; if not, the genome was too large or badly typed."""

    def all(self, kind: type[AnyPart]) -> Iterator[tuple[Path, AnyPart]]:
        """Every part of exactly this class, or of a class below it."""
        for found in _family(kind):
            yield from self.by_type.get(found, ())

    def beneath(self, path: Path) -> list[tuple[Path, Part]]:
        """A part and everything in it."""
        start, end = self.spans[path]
        return self.parts[start:end]

    def has(self, *kinds: type[Part]) -> bool:
        return any(self.by_type.get(kind) for kind in kinds)


@once_per_type
def _family(kind: type[Part]) -> tuple[type[Part], ...]:
    """A class and all classes below it."""
    below = [found for child in kind.__subclasses__() for found in _family(child)]
    return (kind, *below)


class _Field(NamedTuple):
    name: str
    slot: Slot
    default: Any


_NEEDS_NO_LOOK = ("true", "false", "turn", "each", "others(turn)")


@once_per_type
def _plan(part: type[Part]) -> tuple[_Field, ...]:
    """The fields to look at, in the order in which things happen."""
    plan = []
    for name, slot, default in fields_of(part):
        plain = default is None or default == () or default in _NEEDS_NO_LOOK
        inner = slot.inner if isinstance(slot, OptionalSlot) else slot
        skippable = isinstance(inner, PlainSlot | EnumSlot) or plain
        plan.append(_Field(name, slot, default if skippable else REQUIRED))
    plan.sort(key=lambda found: found.name == "then")
    return tuple(plan)


def survey(genome: GameGenome) -> Survey:
    """Walks the genome once."""
    walk = _Walk()
    walk.part(genome, (), ANYBODYS, 0)
    return walk.found


class _Walk:
    def __init__(self) -> None:
        self.found = Survey()
        self.named: Place = NOBODYS
        self.count = 0
        self.text = 0
        self.full = False

    def report(self, code: str, path: Path, message: str) -> None:
        self.found.complete = False
        if len(self.found.problems) < 100:
            self.found.problems.append(Problem(code, path, message))

    def part(self, part: Part, path: Path, place: Place, depth: int) -> None:
        self.count += 1
        if self.full:
            return
        if self.count > MAX_PARTS:
            self.full = True
            self.report("too-large", (), f"The genome has more than {MAX_PARTS:,} parts")
            return
        if depth > MAX_NESTING:
            self.report("nested-too-deep", path, f"Nested deeper than {MAX_NESTING} levels")
            return
        kind = type(part)
        found = self.found
        found.by_type[kind].append((path, part))
        start = len(found.parts)
        found.parts.append((path, part))
        inner = self.enter(part, place)
        values = part.__dict__
        for name, slot, default in _plan(kind):
            value = values[name]
            if value is default or (value == default and type(value) is not bool):
                continue
            where = place if inner is None else inner.get(name, inner["*"])
            self.value(part, name, slot, value, (*path, name), where, depth + 1)
        found.spans[path] = (start, len(found.parts))

    def value(
        self, part: Part, name: str, slot: Slot, value: Any, path: Path, place: Place, depth: int
    ) -> None:
        match slot:
            case OptionalSlot(inner):
                if value is not None:
                    self.value(part, name, inner, value, path, place, depth)
            case ListSlot(inner):
                if not isinstance(value, tuple):
                    self.expected("a list", value, path)
                elif len(value) > MAX_LIST:
                    message = f"The list has {len(value):,} entries, at most {MAX_LIST:,}"
                    self.report("too-large", path, message)
                elif not self.bounces(depth, path):
                    for index, item in enumerate(value):
                        self.value(part, name, inner, item, (*path, index), place, depth + 1)
            case PartSlot(kind):
                if isinstance(value, kind):
                    self.part(value, path, place, depth)
                else:
                    self.expected(f"a {kind.__name__}", value, path)
            case ExpressionSlot():
                self.expression(part, name, slot, value, path, place)
            case NameSlot(kind):
                if isinstance(value, str):
                    self.found.names.append(NameUse(path, value, kind, part, name))
                else:
                    self.expected("a name (a string)", value, path)
            case EnumSlot(enum):
                if not isinstance(value, enum):
                    choices = ", ".join(f"`{member.value}`" for member in enum)
                    self.expected(f"one of {choices}", value, path, "wrong-choice")
            case PlainSlot(kind):
                self.plain(kind, value, path)

    def bounces(self, depth: int, path: Path) -> bool:
        if depth > MAX_NESTING:
            self.report("nested-too-deep", path, f"Nested deeper than {MAX_NESTING} levels")
            return True
        return False

    def plain(self, kind: type, value: Any, path: Path) -> None:
        if kind in (bool, str):
            if not isinstance(value, kind):
                self.expected("a string" if kind is str else "`true` or `false`", value, path)
        elif isinstance(value, bool) or not isinstance(
            value, (int, float) if kind is float else int
        ):
            self.expected("a whole number" if kind is int else "a number", value, path)
        elif not abs(value) <= MAX_INTEGER:
            message = f"{value} is beyond the limit of {MAX_INTEGER:,}"
            self.report("number-too-large", path, message)

    def expression(
        self,
        part: Part,
        name: str,
        slot: ExpressionSlot,
        value: Any,
        path: Path,
        place: Place,
    ) -> None:
        if isinstance(value, str):
            self.text += len(value)
            if self.text > MAX_EXPRESSIONS:
                if not self.full:
                    message = f"The expressions are longer than {MAX_EXPRESSIONS:,} characters"
                    self.report("too-large", (), message)
                self.full = True
                return
        elif not (slot.numbers and isinstance(value, int) and not isinstance(value, bool)):
            self.expected("an expression", value, path)
            return
        elif abs(value) > MAX_INTEGER:
            message = f"{value} is beyond the limit of {MAX_INTEGER:,}"
            self.report("number-too-large", path, message)
            return
        self.found.expressions.append(
            ExprUse(path, value, slot.type, self.named | place, part, name)
        )

    def expected(self, what: str, value: Any, path: Path, code: str = "wrong-type") -> None:
        shown = repr(value)
        shown = shown if len(shown) <= 60 else shown[:59] + "…"
        self.report(code, path, f"Expected {what}, got `{shown}`")

    # --- what exists where ---------------------------------------------------------------------

    def enter(self, part: Part, place: Place) -> dict[str, Place] | None:
        """The places of a part's fields, by name; `*` for all others. None: as its own."""
        match part:
            case TrickPhase():
                self.named |= _choices_within(part)
                acting = dict.fromkeys(_BEFORE_TRICKS, place | ACTING)
                return {"*": place | PLAYING, **acting}
            case CallPhase():
                self.named |= _choices_within(part)
                return {"*": place | CALLING, "when": place | ACTING}
            case PlayPhase() | DiscardPhase() | MeldPhase():
                return {"*": place | ACTING, "after": place | ACTING | {"picked"}}
            case Phase():
                if isinstance(part, TurnsPhase | RepeatPhase):
                    self.named |= _choices_within(part)
                return {"*": place | ACTING}
            case BuildMove():
                return {"*": place, "after": place | {"pile"}}
            case SpecialEffect(moment=moment) | ScoringRule(moment=moment):
                return {"*": _place_of_moment(moment)}
            case HandPattern():
                return {"*": DURING_PLAY}
            case Let(scope=scope):
                return {"*": DURING_PLAY if scope is not Scope.TABLE else _OF_THE_TABLE}
            case WinCondition():
                return {"*": place, "when": NOBODYS}
        return None


def _place_of_moment(moment: Moment) -> Place:
    if moment in _TRICK_MOMENTS:
        return PLAYING
    return ANYBODYS if moment in _QUIET_MOMENTS else ACTING


def _choices_within(phase: Any, depth: int = 0) -> Place:
    """What the calls of a phase that goes round may have named before any of its clauses."""
    if isinstance(phase, CallPhase):
        calls = [call for call in _items(phase.calls) if isinstance(call, Call)]
        choices = [c for call in calls for c in _items(call.choices) if isinstance(c, CallChoice)]
        return frozenset(f"choice:{choice.name}" for choice in choices)
    inner: Place = NOBODYS
    if depth < MAX_NESTING:
        for name in ("phases", "options", "before_card", "before_turn"):
            for below in _items(getattr(phase, name, ())):
                inner |= _choices_within(below, depth + 1)
    return inner


def _items(value: Any) -> tuple[Any, ...]:
    return value if isinstance(value, tuple) else ()
