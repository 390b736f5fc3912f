"""Options: choosing among the readings that a genome declares.

`apply_options` puts a choice in force; `fold_options` then works every comparison with an option
out, so that whatever reads the genome afterwards sees only the rules in force.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from darwindeck.genome.codec import decode_genome, encode, parse_json, suggestion
from darwindeck.genome.expressions import Binary, Name, Node
from darwindeck.genome.expressions.simplify import FALSE, TRUE, Known, simplified
from darwindeck.genome.implied import said_again
from darwindeck.genome.problems import GenomeError, Problem
from darwindeck.genome.schema.genome import GameGenome
from darwindeck.genome.schema.things import Option, OptionChoice
from darwindeck.genome.tree import with_expressions


def apply_options(genome: GameGenome, chosen: Mapping[str, str]) -> GameGenome:
    """The genome with these options chosen; raises `GenomeError` if one is unknown."""
    choices = {name: _choice(genome, name, value) for name, value in chosen.items()}
    if not choices:
        return genome
    data = encode(genome)
    settings = [setting for choice in choices.values() for setting in choice.sets]
    for setting in settings:
        set_at(data, setting.path, parse_json(setting.value))
    for option in data["options"]:
        if option["name"] in chosen:
            option["value"] = chosen[option["name"]]
    _let_follow(data, genome, [setting.path for setting in settings])
    return decode_genome(data)


def _let_follow(data: Any, genome: GameGenome, pointers: list[str]) -> None:
    """Takes out what says again what follows from the rest, unless it was just set."""
    for path in said_again(genome):
        pointer = "".join(f"/{step}" for step in path)
        if not any(f"{pointer}/".startswith(f"{one}/") for one in pointers):
            place = data
            for step in path[:-1]:
                place = place[step]
            del place[path[-1]]


def _choice(genome: GameGenome, name: str, value: str) -> OptionChoice:
    known = {option.name: option for option in genome.options}
    if name not in known:
        names = ", ".join(known) or "none"
        raise _refused(
            "unknown-option",
            f"'{genome.genome_id}' has no option '{name}'{suggestion(name, list(known))}; "
            f"its options are: {names}",
        )
    choices = {choice.name: choice for choice in known[name].choices}
    if value not in choices:
        raise _refused(
            "unknown-choice",
            f"option '{name}' cannot be '{value}'{suggestion(value, list(choices))}; "
            f"its choices are: {', '.join(choices)}",
        )
    return choices[value]


def _refused(code: str, message: str) -> GenomeError:
    return GenomeError([Problem(code, ("options",), message)])


_FIXED = r"/(?:\$schema|schema_version|genome_id|generation|options)(?:/.*)?"
_SETTABLE = re.compile(rf"(?!{_FIXED}$)/.+|/options/\d+/value")
_INDEX = re.compile(r"0|[1-9]\d{0,5}")


def is_settable(pointer: str) -> bool:
    """Whether an option may set this field: anything but what the genome is, and of other options
    only which reading holds (so that one option may stand for a whole set of house rules)."""
    return _SETTABLE.fullmatch(pointer) is not None


def set_at(data: Any, pointer: str, value: Any) -> None:
    """Puts a value at a JSON pointer; raises `GenomeError` if the place does not exist."""
    if not is_settable(pointer):
        raise _refused("bad-pointer", f"'{pointer[:80]}' cannot be set by an option")
    steps = [step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:]]
    place = data
    try:
        for step in steps[:-1]:
            place = place[_key(place, step)]
        key = _key(place, steps[-1])
        place[key]
        place[key] = value
    except (KeyError, IndexError, TypeError):
        raise _refused("bad-pointer", f"there is no '{pointer[:80]}' in the genome") from None


def _key(place: Any, step: str) -> str | int:
    if isinstance(place, list):
        if not _INDEX.fullmatch(step):
            raise KeyError(step)
        return int(step)
    return step


def fold_options(genome: GameGenome) -> GameGenome:
    """The genome with every comparison with an option worked out and expressions simplified."""
    if not genome.options:
        return genome
    known = _known_choices(genome.options)
    folded = with_expressions(replace(genome, options=()), lambda text: simplified(text, known))
    return replace(folded, options=genome.options)


def _known_choices(options: tuple[Option, ...]) -> Known:
    values = {option.name: option.value for option in options}

    def known(node: Node) -> Node | None:
        match node:
            case Binary("==" | "!=" as operator, Name(left), Name(right)):
                if left in values:
                    return TRUE if (values[left] == right) == (operator == "==") else FALSE
                if right in values:
                    return TRUE if (values[right] == left) == (operator == "==") else FALSE
        return None

    return known
