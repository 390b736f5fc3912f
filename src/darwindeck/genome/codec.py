"""Genomes as JSON: one canonical text, strict reading, every problem with its place.

Writing is canonical: fields in the order of the types, without those that the game does not use
(`absent` says which). Reading accepts any order and lets all fields be left out that have defaults
or follow from the rest; unknown fields, wrong types and unknown kinds are problems.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from enum import Enum
from typing import Any

from darwindeck._core import JsonDoorError, check_json, fingerprint
from darwindeck.genome.absent import may_be_left_out, of_part
from darwindeck.genome.editions import FIRST, from_first_edition
from darwindeck.genome.implied import filled_in, implied_field, said_again
from darwindeck.genome.limits import (
    MAX_DIGITS,
    MAX_FILE_BYTES,
    MAX_FILE_DEPTH,
    MAX_FILE_VALUES,
    MAX_INTEGER,
    MAX_STRING,
)
from darwindeck.genome.problems import GenomeError, Path, Problem
from darwindeck.genome.schema.base import Part, once_per_type
from darwindeck.genome.schema.genome import SCHEMA_VERSION, GameGenome
from darwindeck.genome.schema.selectors import CardCondition
from darwindeck.genome.schema.transfers import PlayPhase
from darwindeck.genome.tree import (
    REQUIRED,
    EnumSlot,
    ExpressionSlot,
    ListSlot,
    OptionalSlot,
    PartField,
    PartSlot,
    PlainSlot,
    Slot,
    fields_of,
)

SCHEMA_NAME = "darwindeck-genome.schema.json"
TAG = "kind"

JsonObject = dict[str, Any]


# --- writing -------------------------------------------------------------------------------------


def encode(value: Any) -> Any:
    """A part, or what a field of a part holds, as plain JSON values, every field written out; a
    card selector lists only the constraints it has."""
    return _encode(value, _is_field_to_set, ())


def _is_field_to_set(path: Path, part: Part, field: PartField) -> bool:
    return not isinstance(part, CardCondition) or getattr(part, field.name) != field.default


def _encode(value: Any, is_written: Callable[[Path, Part, PartField], bool], path: Path) -> Any:
    if isinstance(value, Part):
        data: JsonObject = {TAG: value.kind} if value.kind else {}
        for field in fields_of(type(value)):
            here = (*path, field.name)
            if is_written(here, value, field):
                data[field.name] = _encode(getattr(value, field.name), is_written, here)
        return data
    if isinstance(value, tuple):
        return [_encode(item, is_written, (*path, i)) for i, item in enumerate(value)]
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, str):
        return str(value)
    return value


_FIRST = (
    "schema_version",
    "genome_id",
    "name",
    "description",
    "sources",
    "generation",
    "player_count",
    "team_mode",
    "teams",
    "house",
    "options",
    "deck",
    "zones",
    "card_sets",
    "rankings",
    "point_tables",
    "patterns",
    "hand_evaluation",
    "roles",
    "counters",
    "words",
    "lets",
)
"""What a reader wants to know first; the other fields follow in the order of the type."""


def encode_genome(genome: GameGenome) -> JsonObject:
    """A genome as plain JSON values, in the order in which one reads it, without what its game does
    not use."""
    said = said_again(genome)

    def is_written(path: Path, part: Part, field: PartField) -> bool:
        if path in said:
            return False
        if implied_field(type(part), field.name):
            return True
        return getattr(part, field.name) != field.default or not may_be_left_out(
            type(part), field, of_part(part)
        )

    data = _encode(genome, is_written, ())
    order = [name for name in _FIRST if name in data]
    order += [name for name in data if name not in _FIRST]
    return {"$schema": SCHEMA_NAME, **{name: data[name] for name in order}}


def to_json(genome: GameGenome) -> str:
    """The canonical text of a genome."""
    return _layout(encode_genome(genome), 0, 0) + "\n"


def genome_fingerprint(genome: GameGenome) -> int:
    """A stable 64-bit number of everything that the genome says."""
    return fingerprint(to_json(genome).encode())


_WIDTH = 100


def _layout(value: Any, indent: int, used: int) -> str:
    """JSON on one line where it fits, otherwise one member a line."""
    flat = json.dumps(value, ensure_ascii=False, separators=(", ", ": "))
    if len(flat) + indent + used <= _WIDTH or not isinstance(value, dict | list) or not value:
        return flat
    inner = " " * (indent + 2)
    if isinstance(value, dict):
        lines = []
        for key, item in value.items():
            name = f"{json.dumps(key)}: "
            lines.append(f"{inner}{name}{_layout(item, indent + 2, len(name) + 1)}")
        return "{\n" + ",\n".join(lines) + "\n" + " " * indent + "}"
    items = [f"{inner}{_layout(item, indent + 2, 1)}" for item in value]
    return "[\n" + ",\n".join(items) + "\n" + " " * indent + "]"


# --- reading -------------------------------------------------------------------------------------


class _Reader:
    """Turns JSON values into parts and collects what is wrong on the way."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []
        self.absent: set[Path] = set()
        """Fields that are not given and may follow from the rest."""

    def report(self, code: str, path: Path, message: str) -> None:
        self.problems.append(Problem(code, path, message))

    def expected(self, what: str, value: Any, path: Path) -> None:
        self.report("wrong-type", path, f"Expected {what}, got {describe(value)}")

    def read(self, slot: Slot, value: Any, path: Path) -> Any:
        match slot:
            case PartSlot(part):
                return self.read_part(part, value, path)
            case ListSlot(item):
                return self.read_list(item, value, path)
            case OptionalSlot(inner):
                return None if value is None else self.read(inner, value, path)
            case ExpressionSlot(numbers=numbers):
                return self.read_expression(numbers, value, path)
            case EnumSlot(enum):
                return self.read_enum(enum, value, path)
            case PlainSlot(kind) if kind is bool:
                return self.read_plain(bool, "`true` or `false`", value, path)
            case PlainSlot(kind) if kind is int:
                return self.read_int(value, path)
            case PlainSlot(kind) if kind is float:
                return self.read_float(value, path)
            case _:
                return self.read_plain(str, "a string", value, path)

    def read_plain(self, kind: type, what: str, value: Any, path: Path) -> Any:
        if not isinstance(value, kind):
            self.expected(what, value, path)
        return value

    def read_int(self, value: Any, path: Path) -> Any:
        if isinstance(value, bool) or not isinstance(value, int):
            self.expected("a whole number", value, path)
        elif abs(value) > MAX_INTEGER:
            self.report("number-too-large", path, f"{value} is beyond the limit of {MAX_INTEGER:,}")
            return 0
        return value

    def read_float(self, value: Any, path: Path) -> Any:
        if isinstance(value, bool) or not isinstance(value, int | float):
            self.expected("a number", value, path)
        elif not math.isfinite(value) or abs(value) > MAX_INTEGER:
            self.report("number-too-large", path, f"{value} is beyond the limit of {MAX_INTEGER:,}")
            return 0.0
        return float(value) if isinstance(value, int) and not isinstance(value, bool) else value

    def read_enum(self, enum: type[Enum], value: Any, path: Path) -> Any:
        members = [member.value for member in enum]
        if not isinstance(value, str) or value not in members:
            choices = ", ".join(f"`{m}`" for m in members)
            hint = suggestion(value, members)
            self.report(
                "wrong-choice", path, f"Expected one of {choices}, got {describe(value)}{hint}"
            )
            return value
        return enum(value)

    def read_expression(self, numbers: bool, value: Any, path: Path) -> Any:
        if not numbers:
            return self.read_plain(str, "an expression (a string)", value, path)
        if isinstance(value, str):
            return value
        if isinstance(value, bool) or not isinstance(value, int):
            self.expected("a whole number or an expression (a string)", value, path)
            return value
        return self.read_int(value, path)

    def read_list(self, item: Slot, value: Any, path: Path) -> Any:
        if not isinstance(value, list | tuple):
            self.expected("a list", value, path)
            return ()
        return tuple(self.read(item, one, (*path, i)) for i, one in enumerate(value))

    def read_part(self, hint: type[Part], value: Any, path: Path) -> Any:
        if not isinstance(value, Mapping):
            self.expected("an object", value, path)
            return None
        part = hint
        known = {field.name for field in fields_of(hint)}
        kinds = kinds_of(hint)
        if kinds:
            tag = value.get(TAG)
            if not isinstance(tag, str) or tag not in kinds:
                choices = ", ".join(f"`{k}`" for k in kinds)
                hint_text = suggestion(tag, list(kinds))
                self.report(
                    "unknown-kind",
                    (*path, TAG),
                    f"Expected one of {choices}, got {describe(tag)}{hint_text}",
                )
                return None
            part = kinds[tag]
            known = {TAG, *(field.name for field in fields_of(part))}
        for key in value:
            if key not in known:
                self.report(
                    "unknown-field",
                    (*path, str(key)),
                    f"Unknown field `{key}` of {part.__name__}{suggestion(key, sorted(known))}",
                )
        return self.build(part, value, path)

    def build(self, part: type[Part], value: Mapping[str, Any], path: Path) -> Any:
        before = len(self.problems)
        arguments = {}
        for name, slot, default in fields_of(part):
            if name in value:
                arguments[name] = self.read(slot, _as_now(part, name, value[name]), (*path, name))
            elif self.follows(part, name, value):
                self.absent.add((*path, name))
                if default is REQUIRED:
                    arguments[name] = 0
            elif default is REQUIRED:
                self.report("missing-field", path, f"{part.__name__} needs the field `{name}`")
        if len(self.problems) > before:
            return None
        return part(**arguments)

    def follows(self, part: type[Part], name: str, value: Mapping[str, Any]) -> bool:
        """Whether a field that is not given follows from the rest."""
        implied = implied_field(part, name)
        return implied is not None and (not implied.beside or value.get(implied.beside) is not None)


def _as_now(part: type[Part], field: str, value: Any) -> Any:
    """What a field holds, as it is written now: once cards were played together as one pattern."""
    if part is PlayPhase and field == "together" and (value is None or isinstance(value, str)):
        return [] if value is None else [value]
    return value


@once_per_type
def kinds_of(base: type[Part]) -> dict[str, type[Part]]:
    """The concrete parts of a tagged union by their tag; empty if `base` is none."""
    found: dict[str, type[Part]] = {}
    for part in base.__subclasses__():
        if part.kind:
            found[part.kind] = part
        found |= kinds_of(part)
    return dict(sorted(found.items(), key=lambda each: (each[1].newer, each[0])))


def describe(value: Any) -> str:
    """A JSON value as it is named in messages, shortened."""
    if value is None:
        return "`null`"
    if isinstance(value, Mapping):
        return "an object"
    if isinstance(value, list | tuple):
        return "a list"
    text = json.dumps(value, ensure_ascii=False) if not isinstance(value, int) else repr(value)
    return f"`{text if len(text) <= 60 else text[:59] + '…'}`"


def suggestion(word: Any, known: list[str]) -> str:
    close = get_close_matches(word, known, n=1) if isinstance(word, str) else []
    return f"; did you mean `{close[0]}`?" if close else ""


Migration = Callable[[JsonObject], JsonObject]


def _from_0_9(data: JsonObject) -> JsonObject:
    """Before 1.0 a claim said `sequential_rank` where it now names a rank mode."""
    turns = data.get("turn_structure")
    if isinstance(turns, dict) and isinstance(turns.get("phases"), list):
        phases = [_claim_from_0_9(phase) for phase in turns["phases"]]
        data = {**data, "turn_structure": {**turns, "phases": phases}}
    return {**data, "schema_version": FIRST}


def _claim_from_0_9(phase: Any) -> Any:
    if not isinstance(phase, dict) or "sequential_rank" not in phase:
        return phase
    rest = {key: value for key, value in phase.items() if key != "sequential_rank"}
    mode = "sequential" if phase["sequential_rank"] else "player_choice"
    return {**rest, "rank_mode": mode}


MIGRATIONS: dict[str, Migration] = {"0.9": _from_0_9}
"""For each version before the first edition, the step that brings a file one version on."""


def migrate(data: Mapping[str, Any]) -> JsonObject:
    """Brings a file of a version before the first edition to that one; raises `GenomeError` if
    nobody knows the version."""
    current = dict(data)
    for _ in range(len(MIGRATIONS) + 1):
        version = current.get("schema_version")
        if version in (FIRST, SCHEMA_VERSION) or not isinstance(version, str):
            return current
        if version not in MIGRATIONS:
            known = ", ".join(f"`{v}`" for v in [*MIGRATIONS, FIRST, SCHEMA_VERSION])
            raise GenomeError(
                [
                    Problem(
                        "unknown-version",
                        ("schema_version",),
                        f"Unknown schema version {describe(version)}; known are {known}",
                    )
                ]
            )
        current = MIGRATIONS[version](current)
    return current


def decode_genome(data: Mapping[str, Any]) -> GameGenome:
    """Reads a genome without judging its rules; raises one `GenomeError` for all problems."""
    if not isinstance(data, Mapping):
        raise GenomeError([Problem("wrong-type", (), f"Expected an object, got {describe(data)}")])
    name = data.get("genome_id")
    data = migrate(data)
    data.pop("$schema", None)
    is_old = data.get("schema_version") == FIRST
    if is_old:
        data["schema_version"] = SCHEMA_VERSION
    reader = _Reader()
    try:
        genome = reader.read_part(GameGenome, data, ())
    except RecursionError:
        raise GenomeError([Problem("nested-too-deep", (), "Nested too deep to be read")]) from None
    if reader.problems:
        raise GenomeError(reader.problems, name if isinstance(name, str) else "")
    assert isinstance(genome, GameGenome)
    genome = filled_in(genome, reader.absent)
    return from_first_edition(genome) if is_old else genome


def decode_valid_genome(data: Mapping[str, Any]) -> GameGenome:
    from darwindeck.genome.checked import check

    return check(decode_genome(data)).genome


def parse_json(text: str | bytes) -> Any:
    """Untrusted JSON text as plain values, within bounds; raises `GenomeError`."""
    try:
        data = text.encode() if isinstance(text, str) else text
        check_json(
            data,
            max_bytes=MAX_FILE_BYTES,
            max_depth=MAX_FILE_DEPTH,
            max_values=MAX_FILE_VALUES,
            max_string=MAX_STRING,
            max_digits=MAX_DIGITS,
        )
    except (JsonDoorError, UnicodeEncodeError) as error:
        raise GenomeError([Problem("not-json", (), str(error))]) from None
    return json.loads(data)


def from_json(text: str | bytes) -> GameGenome:
    """Reads and validates a genome; raises one `GenomeError` that lists every problem."""
    return decode_valid_genome(parse_json(text))
