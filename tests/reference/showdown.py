"""How good hands are (§P6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache, total_ordering
from itertools import combinations, combinations_with_replacement, product
from typing import Any, TypeAlias

from tests.reference.genome import HandEvaluation, HandPart, HandPattern, PotShare, TieKey
from tests.reference.patterns import (
    Cards,
    forms_set,
    right_ranks,
    stretches_of,
    unit_choices,
    wild_cards,
    wild_ranks,
)
from tests.reference.rankings import Order, in_order, order_now
from tests.reference.state import Env, Position, places_in
from tests.reference.words import cards_in, holds, pattern_named, zone

Worth: TypeAlias = tuple[Any, ...]
"""How good a hand is: of two hands that with the greater tuple is better."""
NOTHING: Worth = (0,)
"""Below all others (§P6.5)."""


def hand_key(position: Position, env: Env, cards: Iterable[int]) -> Worth:
    """How good a hand is by the hand evaluation (§P6.1)."""
    evaluation = position.rules.genome.hand_evaluation
    hand = tuple(sorted(cards))
    if evaluation is None or evaluation.method == "none":
        return (1,)
    if evaluation.method == "pattern_match":
        now = order_now(position)
        return pattern_worth(position, now, env, evaluation.patterns, hand, evaluation.lowest)
    if evaluation.method == "high_card":
        worth = highest_card_key(position, hand)
    elif evaluation.method == "card_count":
        worth = (1, len(hand))
    else:
        worth = total_worth(position, evaluation, hand)
    return turned(worth) if evaluation.lowest else worth


@total_ordering
@dataclass(frozen=True)
class Turned:
    """The greater, the lower what it is made of."""

    key: Worth

    def __lt__(self, other: Turned) -> bool:
        return self.key > other.key


def turned(worth: Worth) -> Worth:
    """A hand where the lowest is the best; nothing stays below all (§P6.1b)."""
    return worth if worth == NOTHING else (1, Turned(worth))


def share_key(position: Position, share: PotShare, env: Env, cards: Iterable[int]) -> Worth:
    """How good a hand is by a share (§P6.1c)."""
    genome = position.rules.genome
    patterns = tuple(pattern_named(genome, name) for name in share.patterns)
    if not patterns and genome.hand_evaluation is not None:
        patterns = genome.hand_evaluation.patterns
    now = in_order(order_now(position), share.ranks)
    hand = tuple(sorted(cards))
    return pattern_worth(position, now, env, patterns, hand, share.lowest)


def hand_parts(position: Position, share: PotShare | None = None) -> tuple[HandPart, ...]:
    """The parts of which a hand is made; none: it is the cards in the zone `hand` (§P6.1a)."""
    evaluation = position.rules.genome.hand_evaluation
    own = () if share is None else share.parts
    return own or (() if evaluation is None else evaluation.parts)


def pot_shares(position: Position) -> tuple[PotShare, ...]:
    """The other comparisons, each for a share of the pot (§P6.1c)."""
    evaluation = position.rules.genome.hand_evaluation
    return () if evaluation is None else evaluation.shares


def best_hand(position: Position, seat: int, share: PotShare | None = None) -> Worth:
    """How good the best hand is that a player can make of its parts (§P6.1a), by a share of the pot
    if one is given."""
    env = Env(seat)
    parts = hand_parts(position, share)

    def judged(cards: Iterable[int]) -> Worth:
        if share is None:
            return hand_key(position, env, cards)
        return share_key(position, share, env, cards)

    if not parts:
        return judged(card for pile in places_in(position, "hand", seat) for card in pile.cards)
    choices: list[list[tuple[int, ...]]] = []
    for part in parts:
        cards = sorted(cards_in(position, zone(position, part.zone, env)))
        many = len(cards) if part.count is None else min(part.count, len(cards))
        choices.append(list(combinations(cards, many)))
    return max(judged(card for cards in made for card in cards) for made in product(*choices))


def highest_card_key(position: Position, cards: Iterable[int]) -> Worth:
    """Its cards from the highest down; if one runs out, more cards are better (§P6.1)."""
    heights = order_now(position).heights
    return (1, tuple(sorted((heights[card] for card in cards), reverse=True)))


# --- totals


def total_of(position: Position, cards: Iterable[int]) -> int:
    """The total of cards by the hand evaluation (§P6.2)."""
    evaluation = position.rules.genome.hand_evaluation
    if evaluation is None:
        return 0
    ranks = tuple(sorted(position.rules.deck.rank(card) for card in cards))
    return total_of_ranks(evaluation, ranks)


@cache
def total_of_ranks(evaluation: HandEvaluation, ranks: tuple[str, ...]) -> int:
    """Of all possible totals below the bust threshold the nearest to the target, of two as near the
    higher; without a target the highest. If none is below the threshold, the lowest (§P6.2)."""
    totals = {0}
    for rank in ranks:
        totals = {total + value for total in totals for value in values_of(evaluation, rank)}
    bust = evaluation.bust_threshold
    below = [total for total in totals if bust is None or total < bust]
    if not below:
        return min(totals)
    target = evaluation.target_value
    if target is None:
        return max(below)
    return max(below, key=lambda total: (-abs(total - target), total))


def values_of(evaluation: HandEvaluation, rank: str) -> tuple[int, ...]:
    """What a card of a rank may count; a rank without a value counts 0 (§P6.2)."""
    for line in evaluation.card_values:
        if line.rank == rank:
            if line.alternate_value is None:
                return (line.value,)
            return (line.value, line.alternate_value)
    return (0,)


def total_worth(position: Position, evaluation: HandEvaluation, hand: Cards) -> Worth:
    """A total that reaches the bust threshold is nothing; otherwise the nearest to the target is
    better, of two as near the higher; without a target the higher (§P6.3)."""
    total = total_of(position, hand)
    if evaluation.bust_threshold is not None and total >= evaluation.bust_threshold:
        return NOTHING
    if evaluation.target_value is None:
        return (1, total)
    return (1, -abs(total - evaluation.target_value), total)


# --- combinations that beat each other


def counts_as(
    position: Position, env: Env, names: Iterable[str], cards: Iterable[int]
) -> HandPattern | None:
    """The pattern of a list that cards form and that has the highest priority; of equals the first
    (§P5.8a)."""
    now = order_now(position)
    found = [
        pattern
        for pattern in (pattern_named(position.rules.genome, name) for name in names)
        if holds(position, pattern.when, env) and forms_set(now, pattern, tuple(sorted(cards)))
    ]
    return max(found, key=lambda pattern: pattern.rank_priority, default=None)


def beats(
    position: Position, env: Env, names: Iterable[str], cards: Iterable[int], lying: Iterable[int]
) -> bool:
    """Whether a set beats others by a list of patterns (§P5.8a)."""
    now = order_now(position)
    mine, others = tuple(sorted(cards)), tuple(sorted(lying))
    other = counts_as(position, env, names, others)
    for name in names:
        pattern = pattern_named(position.rules.genome, name)
        if not (holds(position, pattern.when, env) and forms_set(now, pattern, mine)):
            continue
        as_many = len(mine) == len(others)
        if other is None:
            return True
        if pattern.rank_priority > other.rank_priority and (as_many or pattern.any_size):
            return True
        if pattern is other and (as_many or "size" in pattern.tie_keys):
            own, beaten = best_keys(now, as_a_whole(pattern), mine), None
            beaten = best_keys(now, as_a_whole(other), others)
            if own is not None and beaten is not None and own > beaten:
                return True
    return False


@cache
def as_a_whole(pattern: HandPattern) -> HandPattern:
    """The pattern as a combination that is the whole set (§P5.6)."""
    if pattern.required_count is None:
        return pattern
    size = pattern.required_count
    least = max(size, pattern.min_size or 0)
    most = min(size, pattern.max_size if pattern.max_size is not None else size)
    return replace(pattern, required_count=None, min_size=least, max_size=most)


# --- patterns


def pattern_worth(
    position: Position,
    now: Order,
    env: Env,
    patterns: tuple[HandPattern, ...],
    hand: Cards,
    lowest: bool,
) -> Worth:
    """As good as the formed pattern with the highest priority; then its tie keys (§P6.4); where the
    lowest is best, of all choices of so many cards that are judged so (§P6.1b)."""
    open_ = tuple(pattern for pattern in patterns if holds(position, pattern.when, env))
    if not lowest:
        return formed_worth(now, open_, hand)
    size = patterns[0].required_count if patterns else None
    choices = [hand] if size is None else combinations(hand, size)
    return max((turned(formed_worth(now, open_, choice)) for choice in choices), default=NOTHING)


def formed_worth(now: Order, patterns: tuple[HandPattern, ...], hand: Cards) -> Worth:
    """The formed pattern with the highest priority, then its tie keys (§P6.4)."""
    for pattern in sorted(patterns, key=lambda each: -each.rank_priority):
        keys = best_keys(now, pattern, hand)
        if keys is not None:
            return (1, pattern.rank_priority, keys)
    return NOTHING


@cache
def best_keys(now: Order, pattern: HandPattern, hand: Cards) -> Worth | None:
    """The greatest tie keys of all choices of cards and readings that form a pattern; None: the
    hand does not form it (§P6.4)."""
    sizes = len(hand) if pattern.required_count is None else pattern.required_count
    found = [
        tuple(tie_key(now, pattern, key, reading, cards, units) for key in pattern.tie_keys)
        for cards in combinations(hand, sizes)
        if forms_set(now, pattern, cards)
        for reading in readings(now, pattern, cards)
        for units in unit_choices(now, pattern, reading)
    ]
    return max(found, default=None)


def readings(now: Order, pattern: HandPattern, cards: Cards) -> Iterator[dict[str, int]]:
    """All ways of taking the wild cards for ranks in which what is said of ranks holds (§P5.2)."""
    wild = [card for card in cards if card in wild_cards(now, pattern)]
    natural = Counter(now.deck.rank(card) for card in cards if card not in wild)
    for ranks in combinations_with_replacement(sorted(wild_ranks(now)), len(wild)):
        reading = natural + Counter(ranks)
        if right_ranks(now, pattern, reading):
            yield reading


def tie_key(
    now: Order,
    pattern: HandPattern,
    key: TieKey,
    reading: dict[str, int],
    cards: Cards,
    units: tuple[str, ...],
) -> Worth:
    """One tie key, for some cards, a reading of them and a choice of units (§P6.6)."""
    if key == "size":
        return (len(cards),)
    if key == "top_card":
        natural = [card for card in cards if card not in wild_cards(now, pattern)]
        return tuple(sorted((now.heights[card] for card in natural), reverse=True)[:1])
    alike = groups(now, pattern, reading)
    if pattern.sequence_of is not None:
        ordered = sorted(units, key=lambda rank: -strength(now, rank))
        alike = [(rank, pattern.sequence_of) for rank in ordered]
    if key == "group_ranks":
        return tuple(strength(now, rank) for rank, _ in alike)
    if key == "other_cards":
        return strengths(now, Counter(reading) - Counter(dict(alike)))
    if key == "sequence_top" and pattern.sequence_of is not None:
        return (now.places.get(units[-1], -1),)
    if key == "card_ranks":
        return strengths(now, reading)
    return (sequence_top(now, pattern, reading),)


def strength(now: Order, rank: str) -> int:
    """The place of a rank in the plain order; ranks outside are weakest (§P6.6)."""
    return now.plain.index(rank) if rank in now.plain else -1


def strengths(now: Order, ranks: dict[str, int]) -> Worth:
    """The strengths of cards, from the strongest down."""
    return tuple(
        sorted(
            (strength(now, rank) for rank, count in ranks.items() for _ in range(count)),
            reverse=True,
        )
    )


def groups(now: Order, pattern: HandPattern, reading: dict[str, int]) -> list[tuple[str, int]]:
    """For the sizes of the groups, the largest first, each time the strongest rank that has enough
    cards and is no group yet (§P6.6)."""
    found: list[tuple[str, int]] = []
    for size in sorted(pattern.same_rank_groups or (), reverse=True):
        enough = [
            rank for rank, count in reading.items() if count >= size and rank not in dict(found)
        ]
        if enough:
            found.append((max(enough, key=lambda rank: strength(now, rank)), size))
    return found


def sequence_top(now: Order, pattern: HandPattern, reading: dict[str, int]) -> int:
    """The place in the sequence order of the top of the highest stretch that is there; a stretch
    that begins with the highest rank below the lowest has the top it ends at (§P6.6)."""
    length = pattern.sequence_length or sum(reading.values())
    tops = [
        now.places[stretch[-1]] if len(stretch) > 0 else -1
        for stretch in stretches_of(now, pattern, length)
        if all(reading.get(rank, 0) >= count for rank, count in Counter(stretch).items())
    ]
    return max(tops, default=-1)
