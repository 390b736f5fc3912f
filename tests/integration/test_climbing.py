"""Climbing games beside short programs of their own that try everything.

At every decision of many hands: which cards may be picked, whether what is picked may be played,
and whether a player may pass, worked out from all combinations of the hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import combinations
from random import Random

import pytest

from darwindeck.simulation import State
from tests.support.seeds import SCALE
from tests.support.stacked import game_of

RANKS = "3 4 5 6 7 8 9 10 J Q K A 2 black red".split()
SUITS = "♦♣♥♠"
Face = tuple[int, int]
"""Rank and suit; jokers have the suit -1."""
Set = frozenset[Face]


def face(text: str) -> Face:
    if text.endswith("joker"):
        return RANKS.index(text.replace("_", " ").split()[0]), -1
    return RANKS.index(text[:-1]), SUITS.index(text[-1])


# --- Big Two -------------------------------------------------------------------------------------


def kind_of_five(cards: Set) -> tuple[int, Face] | None:
    """The kind of five cards from 1 to 5 and what compares two of a kind."""
    ranks = Counter(rank for rank, _ in cards)
    top = max(cards)
    flush = len({suit for _, suit in cards}) == 1
    straight = len(ranks) == 5 and max(ranks) - min(ranks) == 4
    (first, most), *_ = ranks.most_common()
    if flush and straight:
        return 5, top
    if most == 4:
        return 4, (first, 0)
    if most == 3 and len(ranks) == 2:
        return 3, (first, 0)
    if flush:
        return 2, top
    return (1, top) if straight else None


@cache
def big_two(cards: Set) -> tuple[int, int, Face] | None:
    """How many cards, of which kind, and how high; none if they are no combination."""
    if len(cards) == 5:
        found = kind_of_five(cards)
        return None if found is None else (5, *found)
    alike = len({rank for rank, _ in cards}) == 1
    return (len(cards), 0, max(cards)) if alike and len(cards) <= 3 else None


def big_two_plays(hand: Iterable[Face], lying: Set) -> Iterator[Set]:
    known = big_two(lying) if lying else None
    three = min(hand) == (0, 0)
    for size in (1, 2, 3, 5):
        if known is not None and size != known[0]:
            continue
        for cards in map(frozenset, combinations(sorted(hand), size)):
            worth = big_two(cards)
            if worth is None or (known is not None and worth <= known):
                continue
            if not three or (0, 0) in cards:
                yield cards


# --- Dou Dizhu -----------------------------------------------------------------------------------

CHAIN = range(12)
"""Three to ace."""


def dou_dizhu_kinds(held: Counter[int]) -> Iterator[tuple[str, int, Counter[int]]]:
    """Every combination by ranks: its kind, its height, and how many cards of each rank it has."""

    def chains(each: int, least: int) -> Iterator[list[int]]:
        for start in CHAIN:
            for length in range(least, 13 - start):
                ranks = list(range(start, start + length))
                if all(held[rank] >= each for rank in ranks):
                    yield ranks

    for rank, count in held.items():
        for each, kind in ((1, "single"), (2, "pair"), (3, "triplets1"), (4, "bomb")):
            if count >= each:
                yield kind, rank, Counter({rank: each})
    for ranks in chains(1, 5):
        yield f"sequence{len(ranks)}", ranks[-1], Counter(ranks)
    for ranks in chains(2, 3):
        yield f"pairs{len(ranks)}", ranks[-1], Counter(ranks * 2)
    for ranks in chains(3, 2):
        yield f"triplets{len(ranks)}", ranks[-1], Counter(ranks * 3)
    bodies = [([rank], 3, 1) for rank in held if held[rank] >= 3]
    bodies += [(ranks, 3, len(ranks)) for ranks in chains(3, 2)]
    bodies += [([rank], 4, 2) for rank in held if held[rank] == 4]
    for ranks, each, number in bodies:
        for of in (1, 2):
            others = [rank for rank in held if rank not in ranks and held[rank] >= of]
            for attached in combinations(others, number):
                if not {13, 14} <= set(attached):
                    cards = Counter(ranks * each) + Counter(list(attached) * of)
                    yield f"{each}x{len(ranks)}+{of}", ranks[-1], cards
    if held[13] and held[14]:
        yield "rocket", 0, Counter({13: 1, 14: 1})


def dou_dizhu_beats(mine: tuple[str, int], other: tuple[str, int]) -> bool:
    if other[0] == "rocket" or mine[0] == "rocket":
        return mine[0] == "rocket"
    if (mine[0] == "bomb") != (other[0] == "bomb"):
        return mine[0] == "bomb"
    return mine[0] == other[0] and mine[1] > other[1]


def dou_dizhu_plays(hand: Iterable[Face], lying: Set) -> Iterator[Counter[int]]:
    """By ranks: cards of one rank are alike."""
    down = Counter(rank for rank, _ in lying)
    known = next(
        ((kind, rank) for kind, rank, cards in dou_dizhu_kinds(down) if cards == down), None
    )
    for kind, rank, cards in dou_dizhu_kinds(Counter(rank for rank, _ in hand)):
        if known is None or dou_dizhu_beats((kind, rank), known):
            yield cards


# --- beside the engine ---------------------------------------------------------------------------


def compare_faces(state: State, hand: Set, picked: Set, lying: Set) -> None:
    plays = [cards for cards in big_two_plays(hand, lying) if picked <= cards]
    further = {card for cards in plays for card in cards - picked}
    compare(state, further, bool(picked) and picked in plays, bool(lying) and not picked)


def compare_ranks(state: State, hand: Set, picked: Set, lying: Set) -> None:
    so_far = Counter(rank for rank, _ in picked)
    plays = [cards for cards in dou_dizhu_plays(hand, lying) if so_far <= cards]
    ranks = {rank for cards in plays for rank in cards - so_far}
    further = {card for card in hand - picked if card[0] in ranks}
    compare(state, further, bool(picked) and so_far in plays, bool(lying) and not picked)


def compare(state: State, further: set[Face], closed: bool, may_pass: bool) -> None:
    moves = state.legal_moves()
    assert {face(str(move.card)) for move in moves if move.card is not None} == further
    others = [move for move in moves if move.card is None]
    assert len(others) == int(closed) + int(may_pass)


@pytest.mark.parametrize(
    ("name", "compared", "hands"),
    [("big-two", compare_faces, 12), ("dou-dizhu", compare_ranks, 12)],
)
def test_every_decision_is_that_of_a_brute_force(
    name: str, compared: Callable[[State, Set, Set, Set], None], hands: int
) -> None:
    game = game_of(name)
    decisions = 0
    for number in range(round(hands * SCALE)):
        rng = Random(number)
        state = game.hand(number)
        while not state.over:
            seat = state.asked
            assert seat is not None
            moves = state.legal_moves()
            view = state.view(seat)
            if not any("bid" in move.text for move in moves):
                picked = frozenset(face(str(card)) for card in view.picked)
                hand = frozenset(face(str(card)) for card in view.hand)
                (pile,) = view.zone("tableau")
                lying = frozenset(face(str(card)) for card in pile.cards)
                compared(state, hand, picked, lying)
                decisions += 1
            # Long combinations are rare by chance: go on picking as long as that is possible.
            cards = [move for move in moves if move.card is not None]
            further = cards if cards and rng.random() < 0.8 else list(moves)
            state = state.apply(rng.choice(further))
    assert decisions > 30 * hands * SCALE
