"""Hands to compare at a showdown, made up at random: rarer ones are mostly better."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from darwindeck.evolution.making.dice import Dice
from darwindeck.evolution.making.materials import COURT, Pack
from darwindeck.genome.examples.common import ACE_HIGH, SUITS
from darwindeck.genome.schema import Attribute, CardCondition, HandPattern, TieKey

COUNT_WORDS = ("No", "One", "Two", "Three", "Four", "Five", "Six")
BY_GROUPS = (TieKey.GROUP_RANKS, TieKey.OTHER_CARDS)
BY_TOP = (TieKey.SEQUENCE_TOP,)
BY_CARDS = (TieKey.CARD_RANKS,)

GROUPS: tuple[tuple[str, tuple[int, ...], int], ...] = (
    ("One Pair", (2,), 10),
    ("Two Pairs", (2, 2), 22),
    ("Three of a Kind", (3,), 32),
    ("Three Pairs", (2, 2, 2), 55),
    ("Full House", (3, 2), 62),
    ("Two Triplets", (3, 3), 80),
    ("Four of a Kind", (4,), 78),
    ("Four and Two", (4, 2), 88),
    ("Five of a Kind", (5,), 98),
)
"""Groups of equal ranks, and about how rare they are from 0 to 100."""


@dataclass(frozen=True)
class _Idea:
    """A hand that could be in the list, and about how rare it is."""

    pattern: HandPattern
    rarity: int


def generate_random_patterns(seed: int) -> tuple[HandPattern, ...]:
    """Hands of three to six cards of the French pack, the best first, no two of one priority."""
    dice = Dice(f"patterns {seed}")
    return random_patterns(dice, Pack(ACE_HIGH), dice.between(3, 6))


def random_patterns(dice: Dice, pack: Pack, size: int) -> tuple[HandPattern, ...]:
    """Patterns for hands of `size` cards; the last of them is what every hand comes to at least."""
    ideas = list(_ideas(dice, pack, size))
    chosen = list(dice.some(ideas, dice.between(3, min(9, len(ideas)))))
    chosen.sort(key=lambda idea: idea.rarity)
    if dice.chance(0.25):
        place = dice.between(1, len(chosen) - 1)
        chosen[place - 1], chosen[place] = chosen[place], chosen[place - 1]
    lowest = HandPattern("High Card", 0, required_count=size, tie_keys=BY_CARDS)
    priority = 0
    found = []
    for pattern in (lowest, *(idea.pattern for idea in chosen)):
        priority += dice.between(1, 20)
        found.append(replace(pattern, rank_priority=priority))
    return tuple(reversed(found))


def _ideas(dice: Dice, pack: Pack, size: int) -> Iterator[_Idea]:
    for name, groups, rarity in GROUPS:
        if sum(groups) <= size and max(groups) <= len(SUITS) * pack.copies:
            yield _idea(name, size, rarity, same_rank_groups=groups, tie_keys=BY_GROUPS)
    wrap = dice.chance(0.6)
    yield from _sequences(pack, size, wrap)
    yield from _suits(pack, size, wrap)
    yield from _restricted(dice, pack, size)


def _idea(name: str, size: int, rarity: int, **constraints: Any) -> _Idea:
    return _Idea(HandPattern(name, 0, required_count=size, **constraints), rarity)


def _sequences(pack: Pack, size: int, wrap: bool) -> Iterator[_Idea]:
    yield _idea(
        "Straight", size, 25 + 6 * size, sequence_length=size, sequence_wrap=wrap, tie_keys=BY_TOP
    )
    if size > 3:
        yield _idea(
            f"{COUNT_WORDS[size - 1]} in a Row",
            size,
            10 + 6 * size,
            sequence_length=size - 1,
            sequence_wrap=wrap,
            tie_keys=(*BY_TOP, *BY_CARDS),
        )


def _suits(pack: Pack, size: int, wrap: bool) -> Iterator[_Idea]:
    yield _idea("Flush", size, 28 + 6 * size, same_suit_count=size, tie_keys=BY_CARDS)
    if size > 3:
        yield _idea(
            f"{COUNT_WORDS[size - 1]} of a Suit",
            size,
            8 + 6 * size,
            same_suit_count=size - 1,
            tie_keys=BY_CARDS,
        )
    yield _idea(
        "Straight Flush",
        size,
        90,
        same_suit_count=size,
        sequence_length=size,
        sequence_wrap=wrap,
        tie_keys=BY_TOP,
    )
    yield _idea(
        "Crown", size, 99, same_suit_count=size, required_ranks=pack.ranks[-size:], tie_keys=()
    )


def _restricted(dice: Dice, pack: Pack, size: int) -> Iterator[_Idea]:
    """Hands by colour, by suits, and of certain ranks only."""
    yield _idea("One Colour", size, 12 + 4 * size, same=(Attribute.COLOUR,), tie_keys=BY_CARDS)
    if size <= len(SUITS):
        yield _idea("Rainbow", size, 6 * size, different=(Attribute.SUIT,), tie_keys=BY_CARDS)
    yield _idea("Court", size, 20 + 9 * size, cards=CardCondition(ranks=COURT), tie_keys=BY_CARDS)
    low = pack.ranks[: len(pack.ranks) // 2]
    yield _idea("Low Cards", size, 8 + 7 * size, cards=CardCondition(ranks=low), tie_keys=BY_CARDS)
    couple = dice.some(pack.ranks, 2)
    name = " and ".join(rank.word.capitalize() for rank in couple)
    yield _idea(name, size, 30, required_ranks=couple, tie_keys=BY_CARDS)
