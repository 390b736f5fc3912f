"""Random genomes of the right form, made from the types of the language.

They mostly make no sense: for tests of whatever must cope with anything that can be read.
"""

from __future__ import annotations

import types
from dataclasses import fields
from enum import Enum
from random import Random
from typing import Annotated, Any, Union, get_args, get_origin

from darwindeck.cards import Rank, Suit
from darwindeck.genome.codec import kinds_of
from darwindeck.genome.expressions.vocabulary import VOCABULARY
from darwindeck.genome.limits import MAX_INTEGER
from darwindeck.genome.schema import SCHEMA_VERSION, GameGenome
from darwindeck.genome.schema.base import ExprKind, NameOf, Part, field_types

NAMES = ["hand", "deck", "discard", "captured", "a", "b", "bid", "", "x y", "é♥\n", "{}", "if"]
SUITS = [*Suit, "red", "none", ""]
RANKS = [*Rank, "joker", "skip", ""]
INTEGERS = [-MAX_INTEGER, -1, *range(16), 52, 128, 1000, MAX_INTEGER]
WORDS = [*VOCABULARY, "hand", "deck", "discard", "bid", "a", "b", "hearts", "pile", "half_up"]
OPERATORS = "+ - * == != < <= > >= in and or".split()
DEPTH = 5


def random_expression(rng: Random, depth: int = 3) -> str:
    """Text that is mostly an expression, sometimes a sensible one."""
    if rng.random() < 0.03:
        return rng.choice(["", "((", "1 +", "?", "a b", "x" * 5000, "-" * 50 + "1", "😀"])
    if depth == 0 or rng.random() < 0.4:
        return rng.choice([str(rng.choice(INTEGERS)), rng.choice(WORDS)])
    inner = [random_expression(rng, depth - 1) for _ in range(3)]
    shape = rng.randrange(4)
    if shape == 0:
        return f"({inner[0]} {rng.choice(OPERATORS)} {inner[1]})"
    if shape == 1:
        return f"{rng.choice(WORDS)}({', '.join(inner[: rng.randrange(4)])})"
    return f"not ({inner[0]})" if shape == 2 else f"-({inner[0]})"


def random_value(hint: Any, rng: Random, depth: int) -> Any:
    """Anything that a field of this type may hold."""
    origin = get_origin(hint)
    if origin is Annotated:
        base, *markers = get_args(hint)
        for marker in markers:
            if isinstance(marker, ExprKind):
                number = base is not str and rng.random() < 0.5
                return rng.choice(INTEGERS) if number else random_expression(rng)
            if isinstance(marker, NameOf):
                return rng.choice({"suit": SUITS, "rank": RANKS}.get(marker.kind, NAMES))
        return random_value(base, rng, depth)
    if origin in (Union, types.UnionType):
        choices = [choice for choice in get_args(hint) if choice is not type(None)]
        if depth <= 0 or rng.random() < 0.4:
            return None
        return random_value(rng.choice(choices), rng, depth)
    if origin is tuple:
        length = rng.choice([0, 0, 1, 1, 2, 3]) if depth > 0 else 0
        return tuple(random_value(get_args(hint)[0], rng, depth) for _ in range(length))
    if hint is bool:
        return rng.random() < 0.5
    if hint is int:
        return rng.choice(INTEGERS)
    if hint is float:
        return rng.uniform(-1, 1)
    if hint is str:
        return rng.choice(NAMES)
    if issubclass(hint, Enum):
        return rng.choice(list(hint))
    return random_part(hint, rng, depth - 1)


def random_part(part: type[Part], rng: Random, depth: int = DEPTH) -> Any:
    """A part of this type; of a union, any of its kinds."""
    kinds = list(kinds_of(part).values())
    if kinds:
        return random_part(rng.choice(kinds), rng, depth)
    hints = field_types(part)
    arguments = {field.name: random_value(hints[field.name], rng, depth) for field in fields(part)}
    if part is GameGenome:
        arguments["schema_version"] = SCHEMA_VERSION
    return part(**arguments)


def random_genome(seed: int) -> GameGenome:
    """One genome of the right form for each seed."""
    genome = random_part(GameGenome, Random(seed))
    assert isinstance(genome, GameGenome)
    return genome
