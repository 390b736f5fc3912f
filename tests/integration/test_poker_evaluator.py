"""The core's comparison of poker hands against `phevaluator`, which works in quite another way.

It looks hands up in tables where the core matches the patterns of the genome. Both must order hands
alike: a hand is better, equal or worse in both. Hands of six and seven cards are compared by the
best five of them.
"""

from __future__ import annotations

import math
import os
import random
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations, islice, pairwise
from typing import Any

import pytest

from darwindeck.genome.examples import get_genome
from darwindeck.simulation import Game

evaluator: Any = pytest.importorskip(
    "phevaluator", reason="phevaluator, the other evaluator, is not installed"
)

SCALE = float(os.environ.get("DARWINDECK_TEST_SCALE", "1"))
PAIRS = max(1, round(100_000 * SCALE))
BATCH = 100_000

Hand = Sequence[int]
Strength = tuple[int, int, int]

# The number of the worst hand of each kind, the royal flush being 1, and how many hands there are.
KINDS = (
    (1, "Royal Flush", 4),
    (10, "Straight Flush", 36),
    (166, "Four of a Kind", 624),
    (322, "Full House", 3_744),
    (1_599, "Flush", 5_108),
    (1_609, "Straight", 10_200),
    (2_467, "Three of a Kind", 54_912),
    (3_325, "Two Pair", 123_552),
    (6_185, "One Pair", 1_098_240),
    (7_462, "High Card", 1_302_540),
)
"""By `phevaluator`'s numbers; the lower the better."""
WORST = [worst for worst, _, _ in KINDS]


@cache
def game() -> Game:
    return Game(get_genome("simple-poker"))


@cache
def name_of() -> dict[int, str]:
    """The names of the patterns by their priorities."""
    evaluation = game().genome.hand_evaluation
    assert evaluation is not None
    return {pattern.rank_priority: pattern.name for pattern in evaluation.patterns}


def ours(hands: Sequence[Hand]) -> list[Strength]:
    """How good hands are; the higher the better."""
    ranked = game().core.rank_hands(hands)
    assert None not in ranked
    return [strength for strength in ranked if strength is not None]


def theirs(hands: Iterable[Hand]) -> list[int]:
    """The numbers of the hands in the list of all hands; the lower the better."""
    evaluate = evaluator.evaluate_cards
    return [evaluate(*(card % 13 * 4 + card // 13 for card in hand)) for hand in hands]


def random_hands(size: int, count: int) -> Iterator[list[int]]:
    dice = random.Random(f"hands of {size}")
    cards = range(52)
    return (dice.sample(cards, size) for _ in range(count))


def check_order(known: dict[int, Strength]) -> None:
    """Among all these hands, the better the number the better the strength."""
    strengths = [known[number] for number in sorted(known)]
    assert all(better > worse for better, worse in pairwise(strengths))


def check_hands(hands: Iterable[Hand], known: dict[int, Strength], kinds: Counter[str]) -> None:
    """Hands of one number must have one strength, and be of the right kind."""
    hands = iter(hands)
    while some := list(islice(hands, BATCH)):
        for hand, number, strength in zip(some, theirs(some), ours(some), strict=True):
            assert known.setdefault(number, strength) == strength, hand
            kind = KINDS[bisect_left(WORST, number)][1]
            assert name_of()[strength[0]] == kind, hand
            kinds[kind] += 1


@pytest.mark.parametrize("size", [5, 6, 7])
def test_pairs_of_hands(size: int) -> None:
    """Every hand is compared with every other one that was dealt, not only with the next."""
    known: dict[int, Strength] = {}
    kinds: Counter[str] = Counter()
    check_hands(random_hands(size, 2 * PAIRS), known, kinds)
    check_order(known)
    assert kinds.total() == 2 * PAIRS
    if SCALE >= 1:
        assert len(known) > 4_000


@pytest.mark.skipif(SCALE < 10, reason="all hands take half a minute: DARWINDECK_TEST_SCALE=10")
def test_every_hand_of_five() -> None:
    known: dict[int, Strength] = {}
    kinds: Counter[str] = Counter()
    check_hands(combinations(range(52), 5), known, kinds)
    check_order(known)
    assert sorted(known) == list(range(1, 7_463))
    assert kinds == {kind: count for _, kind, count in KINDS}
    assert kinds.total() == math.comb(52, 5)


def test_hands_must_be_hands() -> None:
    for cards in ([0, 0, 1, 2, 3], [0, 1, 2, 3, 52]):
        with pytest.raises(ValueError, match="different cards"):
            game().core.rank_hands([cards])
    assert game().core.rank_hands([[0, 1, 2]]) == [None]
