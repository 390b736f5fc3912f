"""Combinations of cards, matched straight from their constraints.

A plain reference: it tries every choice of cards and everything that wild cards may stand for, so
that anybody can check it against the meaning of `HandPattern`. The condition `when` of a pattern
belongs to the play and is not judged here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement

from darwindeck.cards import Card
from darwindeck.genome.conditions import FRENCH, CardContext, card_matches
from darwindeck.genome.schema.patterns import HandPattern, TieKey
from darwindeck.genome.schema.selectors import Attribute

Key = tuple[int, ...]


def matches_pattern(
    hand: Sequence[Card], pattern: HandPattern, context: CardContext = FRENCH
) -> bool:
    """Whether the cards form the pattern.

    With `required_count` some choice of that many cards must form it; without, all cards do.
    """
    return any(_fits(choice, pattern, context) for choice in _choices(hand, pattern))


def find_best_matching_pattern(
    hand: Sequence[Card], patterns: Sequence[HandPattern], context: CardContext = FRENCH
) -> HandPattern | None:
    """The pattern of highest priority that the cards form; of equals the first."""
    by_priority = sorted(patterns, key=lambda pattern: -pattern.rank_priority)
    return next((p for p in by_priority if matches_pattern(hand, p, context)), None)


def compare_patterns(a: HandPattern, b: HandPattern) -> int:
    """1 if `a` is the better pattern, -1 if `b` is, 0 if they rank equally."""
    return (a.rank_priority > b.rank_priority) - (a.rank_priority < b.rank_priority)


@dataclass(frozen=True)
class RankedHand:
    """The best that a hand makes: its pattern, and what its tie keys come to."""

    pattern: HandPattern
    keys: tuple[Key, ...]


def rank_hand(
    hand: Sequence[Card], patterns: Sequence[HandPattern], context: CardContext = FRENCH
) -> RankedHand | None:
    """The best pattern of the hand, made of the cards that make it strongest."""
    pattern = find_best_matching_pattern(hand, patterns, context)
    if pattern is None:
        return None
    keys = (
        tuple(
            _top_card(choice, pattern, context)
            if key is TieKey.TOP_CARD
            else _tie_key(key, ranks, units, pattern, context)
            for key in pattern.tie_keys
        )
        for choice in _choices(hand, pattern)
        if _fits(choice, pattern, context)
        for ranks in _rank_readings(choice, pattern, context)
        for units in _units(Counter(ranks), pattern, context)
    )
    return RankedHand(pattern, max(keys))


def compare_hands(
    a: Sequence[Card],
    b: Sequence[Card],
    patterns: Sequence[HandPattern],
    context: CardContext = FRENCH,
) -> int:
    """1 if hand `a` is better, -1 if `b` is, 0 if they are equal; no pattern is below every one."""
    left, right = rank_hand(a, patterns, context), rank_hand(b, patterns, context)
    if left is None or right is None:
        return (left is not None) - (right is not None)
    if left.pattern == right.pattern:
        return (left.keys > right.keys) - (left.keys < right.keys)
    return compare_patterns(left.pattern, right.pattern)


# --- matching ------------------------------------------------------------------------------------


def _choices(hand: Sequence[Card], pattern: HandPattern) -> Iterator[tuple[Card, ...]]:
    if pattern.required_count is None:
        yield tuple(hand)
    else:
        yield from combinations(hand, pattern.required_count)


def _fits(cards: tuple[Card, ...], pattern: HandPattern, context: CardContext) -> bool:
    return (
        _fits_size(cards, pattern, context)
        and _fits_exactly(cards, pattern, context)
        and any(True for _ in _rank_readings(cards, pattern, context))
        and _fits_suits(cards, pattern, context)
        and _adds_up(cards, pattern, context)
    )


def _adds_up(cards: tuple[Card, ...], pattern: HandPattern, context: CardContext) -> bool:
    if pattern.sum is None or pattern.sum_of is None:
        return True
    return sum(context.points(card, pattern.sum_of) for card in cards) == pattern.sum


def _split(
    cards: tuple[Card, ...], pattern: HandPattern, context: CardContext
) -> tuple[list[Card], int]:
    """The natural cards, and how many wild ones there are."""
    if pattern.wild is None:
        return list(cards), 0
    wild = context.card_sets[pattern.wild]
    naturals = [card for card in cards if not card_matches(card, wild, context)]
    return naturals, len(cards) - len(naturals)


def _fits_size(cards: tuple[Card, ...], pattern: HandPattern, context: CardContext) -> bool:
    naturals, wilds = _split(cards, pattern, context)
    allowed = pattern.cards
    return (
        (pattern.min_size is None or len(cards) >= pattern.min_size)
        and (pattern.max_size is None or len(cards) <= pattern.max_size)
        and (pattern.wild_max is None or wilds <= pattern.wild_max)
        and (pattern.natural_min is None or len(naturals) >= pattern.natural_min)
        and (allowed is None or all(card_matches(card, allowed, context) for card in naturals))
    )


def _fits_exactly(cards: tuple[Card, ...], pattern: HandPattern, context: CardContext) -> bool:
    """Whether each condition of `exact` can have a card of its own, with none left over."""
    if not pattern.exact:
        return True
    if len(cards) != len(pattern.exact):
        return False
    naturals, _ = _split(cards, pattern, context)
    open_to = [
        {i for i, wanted in enumerate(pattern.exact) if card_matches(card, wanted, context)}
        for card in naturals
    ]
    return _can_place(open_to, frozenset())


def _can_place(open_to: list[set[int]], taken: frozenset[int]) -> bool:
    if not open_to:
        return True
    return any(_can_place(open_to[1:], taken | {place}) for place in open_to[0] - taken)


def _rank_readings(
    cards: tuple[Card, ...], pattern: HandPattern, context: CardContext
) -> Iterator[list[str]]:
    """The ranks of the cards, for everything wild cards may stand for, where they fit."""
    naturals, wilds = _split(cards, pattern, context)
    known: list[str] = [card.rank for card in naturals]
    every_rank = sorted({*context.ranking.plain, *context.sequence})
    for stands_for in combinations_with_replacement(every_rank, wilds):
        ranks = known + list(stands_for)
        if _fits_ranks(ranks, pattern, context):
            yield ranks


def _fits_ranks(ranks: list[str], pattern: HandPattern, context: CardContext) -> bool:
    counts = Counter(ranks)
    length = pattern.sequence_length
    groups = pattern.same_rank_groups
    required = pattern.required_ranks
    return (
        (Attribute.RANK not in pattern.same or len(counts) <= 1)
        and (Attribute.RANK not in pattern.different or len(counts) == len(ranks))
        and (groups is None or _group_ranks(counts, groups, context) is not None)
        and (required is None or Counter(required) <= counts)
        and (length is None or _sequence_top(counts, length, pattern, context) is not None)
        and (not pattern.consecutive or _all_neighbours(counts, pattern, context))
        and any(True for _ in _units(counts, pattern, context))
    )


Units = tuple[int, tuple[str, ...]]
"""The ranks of units, and the place of their top in the sequence order."""


def _units(counts: Counter[str], pattern: HandPattern, context: CardContext) -> Iterator[Units]:
    """All choices of ranks for the units of a pattern; an empty one if it has none."""
    each = pattern.sequence_of
    if each is None:
        yield -1, ()
        return
    if sum(counts[rank] for rank in pattern.at_most_one) > 1:
        return
    per_unit = each + (pattern.attached or 0) * (pattern.attached_of or 1)
    number, rest = divmod(counts.total(), per_unit)
    if rest or not number:
        return
    order = context.sequence
    stretches: list[Units] = []
    if number == 1:
        tops = {rank: place for place, rank in enumerate(order)}
        stretches = [(tops.get(rank, -1), (rank,)) for rank in counts]
    else:
        windows = _windows(number, pattern, context)
        stretches = [(top, tuple(window)) for top, window in windows if len(window) == number]
    for top, ranks in stretches:
        groups = [count for rank, count in counts.items() if rank not in ranks]
        if all(counts[rank] == each for rank in ranks) and groups == [pattern.attached_of or 1] * (
            number * (pattern.attached or 0)
        ):
            yield top, ranks


def _fits_suits(cards: tuple[Card, ...], pattern: HandPattern, context: CardContext) -> bool:
    naturals, wilds = _split(cards, pattern, context)
    suits = [context.suit(card) for card in naturals]
    colours = [context.colours.get(card.suit, "") for card in naturals]
    if pattern.same_suit_count is not None:
        largest = max(Counter(suit for suit in suits if suit).values(), default=0)
        if largest + wilds < pattern.same_suit_count:
            return False
    for attribute, seen in ((Attribute.SUIT, suits), (Attribute.COLOUR, colours)):
        if attribute in pattern.same and not _all_alike(seen):
            return False
        if attribute in pattern.different and not _all_differ(seen, wilds, attribute, context):
            return False
    return True


def _all_alike(values: list[str]) -> bool:
    """Whether all are the same; cards of no suit are like no other card."""
    return len(values) <= 1 or (len(set(values)) == 1 and values[0] != "")


def _all_differ(values: list[str], wilds: int, attribute: Attribute, context: CardContext) -> bool:
    colours = context.colours
    available = len(colours) if attribute is Attribute.SUIT else len(set(colours.values()))
    named = [value for value in values if value]
    return len(set(named)) == len(named) and len(named) + wilds <= available


# --- groups and sequences ------------------------------------------------------------------------


def _strength(rank: str, context: CardContext) -> int:
    """The place of a rank in the plain order; ranks outside it are below all others."""
    order = context.ranking.plain
    return order.index(rank) if rank in order else -1


def _group_ranks(
    counts: Counter[str], groups: tuple[int, ...], context: CardContext
) -> list[tuple[str, int]] | None:
    """The rank of each group with its size, larger groups and then higher ranks first."""
    found: list[tuple[str, int]] = []
    for size in sorted(groups, reverse=True):
        taken = {rank for rank, _ in found}
        able = [rank for rank, count in counts.items() if count >= size and rank not in taken]
        if not able:
            return None
        found.append((max(able, key=lambda rank: _strength(rank, context)), size))
    return found


def _windows(
    length: int, pattern: HandPattern, context: CardContext
) -> Iterator[tuple[int, Counter[str]]]:
    """Every stretch of so many neighbouring ranks with the place of its top, highest first.

    With `sequence_wrap` the highest rank stands once more below the lowest, at place -1.
    """
    order = context.sequence
    for top in range(len(order) - 1, -2, -1):
        bottom = top - length + 1
        if bottom >= (-1 if pattern.sequence_wrap else 0):
            yield top, Counter(order[place] for place in range(bottom, top + 1))


def _sequence_top(
    counts: Counter[str], length: int, pattern: HandPattern, context: CardContext
) -> int | None:
    tops = (top for top, window in _windows(length, pattern, context) if window <= counts)
    return next(tops, None)


def _all_neighbours(counts: Counter[str], pattern: HandPattern, context: CardContext) -> bool:
    windows = _windows(counts.total(), pattern, context)
    return any(window == counts for _, window in windows)


def _top_card(cards: tuple[Card, ...], pattern: HandPattern, context: CardContext) -> Key:
    """The rank and the suit of the highest card."""
    naturals, _ = _split(cards, pattern, context)
    suits = context.ranking.suits
    heights = (
        (_strength(card.rank, context), suits.index(card.suit) if card.suit in suits else -1)
        for card in naturals
    )
    return max(heights, default=(-1, -1))


def _tie_key(
    key: TieKey, ranks: list[str], units: Units, pattern: HandPattern, context: CardContext
) -> Key:
    counts = Counter(ranks)
    groups = _group_ranks(counts, pattern.same_rank_groups or (), context) or []
    if pattern.sequence_of is not None:
        ordered = sorted(units[1], key=lambda rank: -_strength(rank, context))
        groups = [(rank, pattern.sequence_of) for rank in ordered]
    match key:
        case TieKey.GROUP_RANKS:
            return tuple(_strength(rank, context) for rank, _ in groups)
        case TieKey.OTHER_CARDS:
            others = counts - Counter(dict(groups))
            return _from_the_highest(others, context)
        case TieKey.CARD_RANKS:
            return _from_the_highest(counts, context)
        case TieKey.SIZE | TieKey.TOP_CARD:
            return (counts.total(),)
        case TieKey.SEQUENCE_TOP if pattern.sequence_of is not None:
            return (units[0],)
        case TieKey.SEQUENCE_TOP:
            length = pattern.sequence_length or counts.total()
            top = _sequence_top(counts, length, pattern, context)
            return (-1 if top is None else top,)


def _from_the_highest(counts: Counter[str], context: CardContext) -> Key:
    return tuple(sorted((_strength(rank, context) for rank in counts.elements()), reverse=True))
