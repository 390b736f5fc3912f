"""Random genomes of the right form, made from the types of the language.

They mostly make no sense: for tests of whatever must cope with anything that can be read.
"""

from __future__ import annotations

from random import Random
from typing import Any

from darwindeck.cards import Rank, Suit
from darwindeck.genome.codec import kinds_of
from darwindeck.genome.expressions.vocabulary import VOCABULARY
from darwindeck.genome.limits import MAX_INTEGER
from darwindeck.genome.schema import SCHEMA_VERSION, GameGenome
from darwindeck.genome.schema.base import Part
from darwindeck.genome.tree import (
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


def random_value(slot: Slot, rng: Random, depth: int) -> Any:
    """Anything that a field may hold."""
    match slot:
        case ExpressionSlot(numbers=numbers):
            number = numbers and rng.random() < 0.5
            return rng.choice(INTEGERS) if number else random_expression(rng)
        case NameSlot(kind):
            return rng.choice({"suit": SUITS, "rank": RANKS}.get(kind, NAMES))
        case OptionalSlot(inner):
            open_ = depth <= 0 or rng.random() < 0.4
            return None if open_ else random_value(inner, rng, depth)
        case ListSlot(item):
            length = rng.choice([0, 0, 1, 1, 2, 3]) if depth > 0 else 0
            return tuple(random_value(item, rng, depth) for _ in range(length))
        case EnumSlot(enum):
            return rng.choice(list(enum))
        case PartSlot(part):
            return random_part(part, rng, depth - 1)
        case PlainSlot(kind) if kind is bool:
            return rng.random() < 0.5
        case PlainSlot(kind) if kind is int:
            return rng.choice(INTEGERS)
        case PlainSlot(kind) if kind is float:
            return rng.uniform(-1, 1)
    return rng.choice(NAMES)


def random_part(part: type[Part], rng: Random, depth: int = DEPTH) -> Any:
    """A part of this type; of a union, any of its kinds."""
    kinds = list(kinds_of(part).values())
    if kinds:
        return random_part(rng.choice(kinds), rng, depth)
    arguments = {field.name: random_value(field.slot, rng, depth) for field in fields_of(part)}
    if part is GameGenome:
        arguments["schema_version"] = SCHEMA_VERSION
    return part(**arguments)


def random_genome(seed: int) -> GameGenome:
    """One genome of the right form for each seed."""
    genome = random_part(GameGenome, Random(seed))
    assert isinstance(genome, GameGenome)
    return genome
