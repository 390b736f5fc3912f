"""What came with the second edition is used by at least two games of the library.

Words, parts, fields of parts and their choices alike; what an option says counts, since people play
by it. A field is used where it says something else than when it is left out. What one game alone
needs is named here, with the reason why it is part of the language all the same.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from darwindeck.genome.expressions import Call, Name, nodes_of, parse
from darwindeck.genome.expressions.vocabulary import VOCABULARY
from darwindeck.genome.json_schema import genome_schema
from darwindeck.genome.options import apply_options
from darwindeck.genome.schema.base import REQUIRED, EnumSlot, Part, fields_of, innermost
from darwindeck.genome.schema.genome import GameGenome
from darwindeck.genome.tree import expressions, walk
from darwindeck.library import get_genome, library_ids

FIXTURES = Path(__file__).parents[2] / "fixtures"

OF_ONE_GAME = {
    "those": "a part of a zone, wherever cards of a zone are counted",
    "first_pile": "one of several piles by what lies there, without a zone for each",
    "from_highest": "compares hands card by card where bets come before any is shown",
    "from_lowest": "its counterpart",
    "strongest": "the same by pairs and triplets",
    "failed_to_follow": "without it a counter for each player and suit",
}


@cache
def played() -> dict[str, list[GameGenome]]:
    """Each game of the library, as it is and with each other choice of each option."""
    found = {}
    for game in library_ids():
        genome = get_genome(game)
        other = [
            apply_options(genome, {option.name: choice.name})
            for option in genome.options
            for choice in option.choices
            if choice.name != option.value
        ]
        found[game] = [genome, *other]
    return found


@cache
def games_by_word() -> dict[str, set[str]]:
    used: dict[str, set[str]] = defaultdict(set)
    for game, genomes in played().items():
        texts = {str(text) for genome in genomes for text in expressions(genome)}
        for text in texts:
            for node in nodes_of(parse(text)):
                match node:
                    case Name(word) | Call(word, _):
                        used[word].add(game)
    return used


NEW = sorted(word.name for word in VOCABULARY.values() if word.since != "1.0")


@pytest.mark.parametrize("word", NEW)
def test_a_new_word_is_used_by_two_games(word: str) -> None:
    games = games_by_word()[word]
    if word in OF_ONE_GAME:
        # One that a second game uses needs no excuse any more.
        assert len(games) == 1
    else:
        assert len(games) > 1


def test_excuses_are_of_new_words() -> None:
    assert set(OF_ONE_GAME) < set(NEW)


FIRST_EDITION: dict[str, list[str]] = json.loads((FIXTURES / "first_edition.json").read_text())
"""The fields and choices of each part of the first edition."""


@cache
def held() -> dict[str, list[str]]:
    """The fields of each part and the choices of each kind of choice, by its name."""
    definitions = {**genome_schema()["$defs"]}
    for base in ("Action", "Phase"):
        del definitions[base]
    return {
        name: [
            one for one in has.get("properties", has.get("enum")) if one not in ("kind", "$schema")
        ]
        for name, has in definitions.items()
    }


def _new_things() -> Iterator[str]:
    for name, has in held().items():
        if name not in FIRST_EDITION:
            yield name
        yield from (f"{name}.{one}" for one in has if one not in FIRST_EDITION.get(name, ()))


NEW_THINGS = list(_new_things())


@cache
def games_by_thing() -> dict[str, set[str]]:
    used: dict[str, set[str]] = defaultdict(set)
    for game, genomes in played().items():
        for genome in genomes:
            for _, part in walk(genome):
                for thing in _things(part):
                    used[thing].add(game)
    return used


def _things(part: Part) -> Iterator[str]:
    name = type(part).__name__
    yield name
    for field in fields_of(type(part)):
        value = getattr(part, field.name)
        if field.default is REQUIRED or value != field.default:
            yield f"{name}.{field.name}"
        slot = innermost(field.slot)
        if isinstance(slot, EnumSlot):
            choices = value if isinstance(value, tuple) else (value,)
            yield slot.enum.__name__
            yield from (f"{slot.enum.__name__}.{one.value}" for one in choices if one is not None)


_PACK = "without it the file tells of a pack with eight kings, which nobody has"

THINGS_OF_ONE_GAME = {
    "DeckSpec.stand_ins": _PACK,
    "StandIn": _PACK,
    "StandIn.ranks": _PACK,
    "StandIn.count_as": _PACK,
    "DrawLots.among": "who draws; the other game draws lots among all players",
    "HandPattern.at_most_one": "without it a pattern for each card that another one excludes",
    "ZoneHint.column": "the other half of a grid, of which several games use the rows",
    "ZoneHint.over": "open cards that lie on closed ones",
    "TieKey.size": "longer bombs beat shorter ones, whatever their ranks",
}
_PLACE = "a place where tables lay cards by themselves as far as the library goes"

THINGS_OF_NONE = {
    "DeclareLimit.count": "how many: one in each game that has a limit, but a number like others",
    "TablePlace.side": _PLACE,
    "TablePlace.stock": _PLACE,
}


@pytest.mark.parametrize("thing", NEW_THINGS)
def test_a_new_part_field_or_choice_is_used_by_two_games(thing: str) -> None:
    games = games_by_thing()[thing]
    least = 0 if thing in THINGS_OF_NONE else 1 if thing in THINGS_OF_ONE_GAME else 2
    assert len(games) >= least, games
    if least < 2:
        assert len(games) == least, f"{thing} needs no excuse any more: {games}"


def test_excuses_are_of_new_things() -> None:
    assert {*THINGS_OF_ONE_GAME, *THINGS_OF_NONE} < set(NEW_THINGS)


def test_nothing_of_the_first_edition_is_gone() -> None:
    for name, old in FIRST_EDITION.items():
        assert set(old) <= set(held()[name]), name
