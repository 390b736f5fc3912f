"""The parts of a genome, made from the reference as it is published, and files read into them.

Fields and defaults are those of the page. An expression is held as its tree (`text.Node`). A part
is equal only to itself, so that it can be the key of a table.
"""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Mapping
from dataclasses import field, make_dataclass
from functools import cache
from pathlib import Path
from typing import Any

from tests.reference.text import parse

PAGE = (Path(__file__).parents[2] / "docs" / "reference.md").read_text(encoding="utf-8")
EXPRESSIONS = "amount condition seat seats suit zone".split()
NUMBERS = ("number", "whole number", "yes or no")


class BadGenome(ValueError):
    """JSON that is not a genome."""


def _sections(heading: str) -> dict[str, str]:
    """What a chapter of the reference says, by the names of its sections."""
    chapter = PAGE.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    return dict(re.findall(r"^### (\w+)\n(.*?)(?=^### |\Z)", chapter, re.MULTILINE | re.DOTALL))


def _kind_in(family: str, name: str) -> str | None:
    """The kind by which a part is known in a family; None: it does not belong to it."""
    found = re.search(rf"\[`(\w+)`\]\(#{name.lower()}\)", PARTS[family])
    return found and found[1]


PARTS = _sections("Parts")
CHOICES = _sections("Choices")
FAMILIES = {
    family: {kind: name for name in PARTS if (kind := _kind_in(family, name))}
    for family in ("Action", "Phase")
}
"""Parts that carry their kind, and which part is meant by it."""


@cache
def holds(name: str) -> dict[str, str]:
    """What each field of a part holds, in the words of the reference."""
    return {field: words for field, words, _ in _rows(name)}


def _rows(name: str) -> list[tuple[str, str, str]]:
    """Field, what it holds and its default (empty: none), one for each line of the table."""
    rows = re.findall(r"^\| `(\w+)` \| (.*?) \| (?:`(.*?)`)? \|", PARTS[name], re.MULTILINE)
    return [(row, re.sub(r"\[(\w+)\]\(#\w+\)", r"\1", words), given) for row, words, given in rows]


@cache
def part(name: str) -> Any:
    """The class of a part."""
    columns: list[Any] = [
        (row, Any, field(default=_default(words, given))) if given else (row, Any)
        for row, words, given in _rows(name)
    ]
    families = [each for each in FAMILIES if name in FAMILIES[each].values()]
    return make_dataclass(
        name,
        columns,
        bases=tuple(part(each) for each in families),
        namespace={"kind": _kind_in(families[0], name)} if families else {},
        frozen=True,
        eq=False,
        kw_only=True,
    )


def _default(words: str, given: str) -> Any:
    """What a field holds that a file leaves out."""
    if given == "all defaults":
        return read_value(words, {})
    plain = words.removesuffix(" or null") in NUMBERS or words.startswith("list of ")
    return read_value(words, json.loads(given) if plain or given in ('""', "null") else given)


def read_part(cls: Any, data: Mapping[str, Any]) -> Any:
    """A part with the fields given and the defaults of the others (§2.1)."""
    name = cls.__name__
    if name in FAMILIES:
        name = FAMILIES[name].get(str(data.get("kind")))
        if name is None:
            raise BadGenome(f"no {cls.__name__} is of kind {data.get('kind')!r}")
    fields = holds(name)
    unknown = set(data) - set(fields) - {"kind", "$schema"}
    if unknown:
        raise BadGenome(f"{name} has no field {sorted(unknown)}")
    values = {row: read_value(words, data[row]) for row, words in fields.items() if row in data}
    return part(name)(**values)


def read_value(words: str, value: Any) -> Any:
    """One field: a list as a tuple, a part as itself, an expression as its tree."""
    if words.endswith(" or null"):
        return None if value is None else read_value(words.removesuffix(" or null"), value)
    if words.startswith("list of "):
        return tuple(read_value(words.removeprefix("list of "), each) for each in value)
    if words.split(" or ")[0] in EXPRESSIONS:
        return parse(str(value).lower() if isinstance(value, bool) else value)
    return read_part(part(words), value) if words in PARTS else value


def with_options(data: Mapping[str, Any], chosen: Mapping[str, str]) -> dict[str, Any]:
    """The JSON with other choices of its options put in force. The settings of a choice that stands
    already are in the file (§2.4)."""
    genome: dict[str, Any] = copy.deepcopy(dict(data))
    for option in genome.get("options", []):
        if option["name"] not in chosen or chosen[option["name"]] == option["value"]:
            continue
        option["value"] = chosen[option["name"]]
        for choice in option["choices"]:
            if choice["name"] == option["value"]:
                for setting in choice.get("sets", []):
                    put(genome, setting["path"], json.loads(setting["value"]))
    return genome


def put(genome: dict[str, Any], pointer: str, value: Any) -> None:
    """Replaces what stands at a JSON pointer (§2.4)."""
    *way, last = [step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:]]
    place: Any = genome
    for step in way:
        place = place[int(step)] if isinstance(place, list) else place[step]
    if isinstance(place, list):
        place[int(last)] = value
    else:
        place[last] = value


def forget() -> None:
    """Empties the tables that are kept for genomes read so far."""
    from tests.reference import cards, conditions, patterns, private, rankings, showdown, words

    for module in (cards, conditions, patterns, private, rankings, showdown, words):
        for each in vars(module).values():
            if hasattr(each, "cache_clear"):
                each.cache_clear()
    phases_of.cache_clear()


def read_genome(data: Mapping[str, Any], chosen: Mapping[str, str] | None = None) -> Any:
    """The genome a file describes, options in force folded, short forms written out."""
    from tests.reference.short_forms import written_out

    return read_part(part("GameGenome"), written_out(with_options(data, chosen or {})))


@cache
def phases_of(genome: Any) -> tuple[Any, ...]:
    """Every phase, each before those inside it, in the order of the file."""
    return tuple(
        inner
        for outer in genome.setup.before_deal + genome.turn_structure.phases
        for inner in with_inner_phases(outer)
    )


def with_inner_phases(phase: Any) -> list[Any]:
    """A phase and all those inside it."""
    inner = {"trick": "before_card", "choice": "options"}.get(phase.kind, "phases")
    phases = (*getattr(phase, inner, ()), *getattr(phase, "before_turn", ()))
    return [phase, *(each for one in phases for each in with_inner_phases(one))]
