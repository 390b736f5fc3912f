"""Finds cards of the deck that form a combination, to show as an example."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, islice

from darwindeck.cards import Card, Rank, Suit
from darwindeck.genome.conditions import CardContext
from darwindeck.genome.patterns import find_best_matching_pattern, matches_pattern
from darwindeck.genome.schema import Attribute, HandPattern, PlayPhase
from darwindeck.genome.validation.patterns import unit_size
from darwindeck.rulebook.sections.sample import fits, sample_context
from darwindeck.rulebook.words import Words

MOST_TRIES = 500
SUIT_ORDER = (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS)


def example_cards(words: Words, pattern: HandPattern) -> list[Card]:
    """Cards that form the pattern and, among the hands of a game, nothing better."""
    context = sample_context(words)
    evaluation = words.genome.hand_evaluation
    hands = evaluation.patterns if evaluation is not None else ()
    for _, phase in words.lexicon.all_parts:
        if isinstance(phase, PlayPhase) and phase.beating and pattern.name in phase.together:
            hands = tuple(p for p in words.genome.patterns if p.name in phase.together)
    if pattern.min_size == 1 and (pattern.max_size is None or pattern.max_size > 1):
        # A single card would not show what its cards have in common.
        several = example_cards(words, replace(pattern, min_size=2))
        if several:
            return several
    for cards in islice(_candidates(words, pattern, context), MOST_TRIES):
        if not _available(words, cards) or not _forms(cards, pattern, context):
            continue
        if pattern in hands:
            best = find_best_matching_pattern(cards, hands, context)
            if best is None or best.rank_priority > pattern.rank_priority:
                continue
        return _from_the_top(words, pattern, cards)
    return []


def _from_the_top(words: Words, pattern: HandPattern, cards: list[Card]) -> list[Card]:
    """The cards from the highest down, where nothing else sets them in an order."""
    grouped = max(Counter(card.rank for card in cards).values()) > 1
    row = pattern.consecutive or pattern.sequence_length or pattern.sequence_of
    if grouped or row or pattern.exact or pattern.cards is not None or pattern.sum is not None:
        return cards
    order = _order(words)
    if any(card.rank not in order for card in cards):
        return cards
    return sorted(cards, key=lambda card: -order.index(card.rank))


def with_wild(words: Words, pattern: HandPattern, cards: Sequence[Card]) -> list[Card]:
    """The same combination with a wild card in the place of its last card, if that is one."""
    if pattern.wild is None or not cards:
        return []
    context = sample_context(words)
    wild = words.lexicon.card_sets.get(pattern.wild)
    if wild is None:
        return []
    faces = [card for card in words.lexicon.faces if fits(card, wild.cards, context)]
    faces.sort(key=lambda card: bool(card.suit))
    for face in faces:
        changed = [*cards[:-1], face]
        if _available(words, changed) and _forms(changed, pattern, context):
            return changed
    return []


def with_wrap(words: Words, pattern: HandPattern) -> list[Card]:
    """A sequence in which the highest rank stands below the lowest, if the pattern allows it."""
    length = pattern.sequence_length or pattern.min_size
    order = _order(words)
    if not pattern.sequence_wrap or length is None or length >= len(order):
        return []
    suits = _every_suit(words)
    if not suits:
        return []
    ranks = [order[-1], *order[: length - 1]]
    context = sample_context(words)
    evaluation = words.genome.hand_evaluation
    hands = evaluation.patterns if evaluation is not None else ()
    for cards in ([Card(suits[0], rank) for rank in ranks], _mixed(ranks, suits, 0)):
        if not _forms(cards, pattern, context):
            continue
        best = find_best_matching_pattern(cards, hands, context) if hands else None
        if best is None or best == pattern:
            return cards
    return []


def _forms(cards: Sequence[Card], pattern: HandPattern, context: CardContext) -> bool:
    try:
        return matches_pattern(cards, pattern, context)
    except (ValueError, KeyError):
        return False


def _available(words: Words, cards: Sequence[Card]) -> bool:
    return all(words.lexicon.faces[card] >= n for card, n in Counter(cards).items())


def _every_suit(words: Words) -> list[Suit | str]:
    """The suits of the deck; French ones in the order in which they are usually shown."""
    french = [suit for suit in SUIT_ORDER if suit in words.lexicon.suits]
    return [*french] or list(words.lexicon.suits)


# candidates


def _candidates(words: Words, pattern: HandPattern, context: CardContext) -> Iterator[list[Card]]:
    if pattern.exact:
        yield from _exact(words, pattern, context)
        return
    size = pattern.required_count or pattern.min_size or pattern.max_size
    size = size or pattern.sequence_length or sum(pattern.same_rank_groups or ()) or 1
    every_suit = _every_suit(words)
    if Attribute.RANK in pattern.same:
        yield from _of_one_rank(words, pattern, context, size, every_suit)
        return
    if pattern.sum is not None:
        yield from _adding_up(words, size)
    if pattern.cards is not None:
        pool = [f for f in words.lexicon.faces if fits(f, pattern.cards, context)]
        if pool:
            yield [pool[at % len(pool)] for at in range(size)]
    for ranks in _rank_choices(words, pattern, size):
        for first in range(len(every_suit)):
            yield [Card(every_suit[first], rank) for rank in ranks]
            yield _mixed(ranks, every_suit, first)


def _adding_up(words: Words, least: int) -> Iterator[list[Card]]:
    """Two or three cards of different ranks."""
    suits = _every_suit(words)
    for many in (max(2, least), max(3, least)):
        for ranks in combinations(reversed(_order(words)), many):
            yield _mixed(ranks, suits, 0)


def _of_one_rank(
    words: Words, pattern: HandPattern, context: CardContext, size: int, suits: Sequence[Suit | str]
) -> Iterator[list[Card]]:
    for rank in reversed(_order(words)):
        pool = [Card(suit, rank) for suit in suits if words.lexicon.faces[Card(suit, rank)]]
        if pattern.cards is not None:
            pool = [card for card in pool if fits(card, pattern.cards, context)]
        if pool:
            yield [pool[at % len(pool)] for at in range(size)]
        for colour in dict.fromkeys(words.lexicon.colour_of(card.suit) for card in pool):
            alike = [card for card in pool if words.lexicon.colour_of(card.suit) == colour]
            yield [alike[at % len(alike)] for at in range(size)]


def _mixed(ranks: Sequence[Rank | str], suits: Sequence[Suit | str], first: int) -> list[Card]:
    """The ranks in changing suits, equal ranks in different ones."""
    seen: Counter[Rank | str] = Counter()
    cards = []
    for index, rank in enumerate(ranks):
        shift = seen[rank] if ranks.count(rank) > 1 else index
        cards.append(Card(suits[(first + shift) % len(suits)], rank))
        seen[rank] += 1
    return cards


def _order(words: Words) -> list[Rank | str]:
    return list(words.lexicon.sequence_order) or list(words.lexicon.ranks)


def _rank_choices(words: Words, pattern: HandPattern, size: int) -> Iterator[list[Rank | str]]:
    order = _order(words)
    if pattern.sequence_of is not None:
        yield from _unit_choices(order, pattern)
        return
    run = pattern.sequence_length or (size if pattern.consecutive else None)
    if run is not None:
        middle = len(order) // 2
        starts = range(max(1, len(order) - run + 1))
        for start in sorted(starts, key=lambda at: abs(at + run // 2 - middle)):
            chosen = order[start : start + run]
            yield chosen + _fillers(order, chosen, size - run)
        return
    groups = list(pattern.same_rank_groups or ())
    ranks = list(reversed(order))
    for start in range(len(ranks)):
        picks = [ranks[(start + 1 + 5 * i) % len(ranks)] for i in range(len(groups))]
        together: list[Rank | str] = []
        for rank, group in zip(picks, groups, strict=True):
            together += [rank] * group
        yield together + _fillers(ranks, picks, size - len(together))


def _unit_choices(order: Sequence[Rank | str], pattern: HandPattern) -> Iterator[list[Rank | str]]:
    """Units near the middle of the order, and scattered ranks that are attached."""
    each, whole = pattern.sequence_of or 1, unit_size(pattern)
    number = max(1, -(-(pattern.min_size or 1) // whole))
    if pattern.max_size is None and number == 1:
        number = 2
    starts = range(max(1, len(order) - number + 1))
    for start in sorted(starts, key=lambda at: abs(at + number // 2 - len(order) // 2)):
        chosen = list(order[start : start + number])
        attached = _fillers(order, chosen, number * (pattern.attached or 0))
        ranks = [rank for rank in chosen for _ in range(each)]
        yield ranks + [rank for rank in attached for _ in range(pattern.attached_of or 1)]


def _fillers(
    order: Sequence[Rank | str], used: Sequence[Rank | str], number: int
) -> list[Rank | str]:
    """Ranks to fill up a hand: scattered, so that they form nothing of their own."""
    left = [rank for index, rank in enumerate(order) if rank not in used and index % 3 == 0]
    left += [rank for index, rank in enumerate(order) if rank not in used and index % 3 == 1]
    return left[:number] if number > 0 else []


def _exact(words: Words, pattern: HandPattern, context: CardContext) -> Iterator[list[Card]]:
    """One card for each condition; where all share a suit, suit after suit is tried."""
    faces = list(words.lexicon.faces)
    pools = [faces]
    if Attribute.SUIT in pattern.same:
        pools = [[f for f in faces if f.suit == suit] for suit in words.lexicon.suits]
    for pool in pools:
        chosen: list[Card] = []
        for condition in pattern.exact:
            for card in pool:
                if fits(card, condition, context) and words.lexicon.faces[card] > chosen.count(
                    card
                ):
                    chosen.append(card)
                    break
        if len(chosen) == len(pattern.exact):
            yield chosen
