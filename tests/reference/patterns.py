"""Combinations of cards: which sets form a pattern, and which of them are chosen (§P5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations, permutations
from typing import Any

from tests.reference.cards import NO_SUIT
from tests.reference.conditions import fits_fixed, worths
from tests.reference.genome import CardCondition, HandPattern
from tests.reference.looking_ahead import MOST_SETS, TooMuchWork
from tests.reference.rankings import Order, cards_named, order_now
from tests.reference.state import Env, Position
from tests.reference.words import holds, number, pattern_named

Cards = tuple[int, ...]
"""Cards of a set, from the lowest number up."""
Ranks = tuple[tuple[str, int], ...]
"""Some ranks, each with a number of cards, in the order of their names."""


# --- does a set form a pattern?


def forms(position: Position, env: Env, pattern: HandPattern, cards: Iterable[int]) -> bool:
    """Whether cards form a pattern, for a player (§P5.1)."""
    return holds(position, pattern.when, env) and forms_set(
        order_now(position), pattern, tuple(cards)
    )


def forms_set(now: Order, pattern: HandPattern, cards: Cards) -> bool:
    """Whether a set forms a pattern whose `when` holds; the empty set never does (§P5.2, §P5.5)."""
    wild = [card for card in cards if card in wild_cards(now, pattern)]
    natural = [card for card in cards if card not in wild_cards(now, pattern)]
    return (
        bool(cards)
        and right_size(pattern, len(cards))
        and right_mixture(pattern, len(natural), len(wild))
        and all(card in allowed_cards(now, pattern) for card in natural)
        and takes_all_places(now, pattern, natural, len(wild))
        and right_suits(now, pattern, natural, len(wild))
        and right_colours(now, pattern, natural, len(wild))
        and has_reading(now, pattern, ranks_of(now, natural), len(wild))
        and adds_up(now, pattern, cards)
    )


def adds_up(now: Order, pattern: HandPattern, cards: Cards) -> bool:
    """`sum`: what the cards are worth by `sum_of` (§P5.3)."""
    if pattern.sum is None:
        return True
    worth = worths(now, pattern.sum_of or "")
    return sum(worth[card] for card in cards) == pattern.sum


def right_size(pattern: HandPattern, size: int) -> bool:
    """`min_size`, `max_size`, `required_count`, and the number of conditions of `exact` (§P5.3)."""
    return (
        (pattern.min_size is None or size >= pattern.min_size)
        and (pattern.max_size is None or size <= pattern.max_size)
        and (pattern.required_count is None or size == pattern.required_count)
        and (not pattern.exact or size == len(pattern.exact))
    )


def right_mixture(pattern: HandPattern, natural: int, wild: int) -> bool:
    """`wild_max` and `natural_min` (§P5.3)."""
    return (pattern.wild_max is None or wild <= pattern.wild_max) and (
        pattern.natural_min is None or natural >= pattern.natural_min
    )


@cache
def wild_cards(now: Order, pattern: HandPattern) -> frozenset[int]:
    """The cards that always stand for others (§P5.2)."""
    if pattern.wild is None:
        return frozenset()
    return cards_meant(now, cards_named(now.genome, pattern.wild))


@cache
def allowed_cards(now: Order, pattern: HandPattern) -> frozenset[int]:
    """The cards that may be part of it, wild cards apart (§P5.3)."""
    return cards_meant(now, pattern.cards or CardCondition())


def cards_meant(now: Order, condition: CardCondition) -> frozenset[int]:
    """All cards that a condition of a pattern means (§P2.14)."""
    return frozenset(card for card in range(len(now.deck)) if fits_fixed(now, condition, card))


@cache
def places_of(now: Order, pattern: HandPattern) -> tuple[frozenset[int], ...]:
    """For each condition of `exact`, the cards it means."""
    return tuple(cards_meant(now, condition) for condition in pattern.exact)


def takes_all_places(now: Order, pattern: HandPattern, natural: list[int], wild: int) -> bool:
    """`exact`: the natural cards can be given to different conditions; wild cards take the rest
    (§P5.3)."""
    if not pattern.exact:
        return True
    return len(natural) + wild == len(pattern.exact) and can_be_placed(
        natural, places_of(now, pattern)
    )


def can_be_placed(cards: list[int], places: tuple[frozenset[int], ...]) -> bool:
    """Whether each card can have a place of its own."""
    holder: dict[int, int] = {}

    def settle(card: int, tried: set[int]) -> bool:
        for place, meant in enumerate(places):
            if card in meant and place not in tried:
                tried.add(place)
                if place not in holder or settle(holder[place], tried):
                    holder[place] = card
                    return True
        return False

    return all(settle(card, set()) for card in cards)


def right_suits(now: Order, pattern: HandPattern, natural: list[int], wild: int) -> bool:
    """What is said of the suits that cards count as (§P5.4)."""
    suits = [now.suits[card] for card in natural]
    if pattern.same_suit_count is not None:
        largest = max((suits.count(suit) for suit in suits if suit != NO_SUIT), default=0)
        if largest + wild < pattern.same_suit_count:
            return False
    if "suit" in pattern.same and not in_common(suits):
        return False
    return "suit" not in pattern.different or all_different(suits, wild, len(now.deck.suits))


def right_colours(now: Order, pattern: HandPattern, natural: list[int], wild: int) -> bool:
    """`same: colour` and `different: colour`, by the colours of the faces (§P5.4)."""
    if "colour" not in pattern.same and "colour" not in pattern.different:
        return True
    colours = [now.deck.colour(card) for card in natural]
    if "colour" in pattern.same and not in_common(colours):
        return False
    kinds = {now.deck.colours[suit] for suit in now.deck.suits}
    return "colour" not in pattern.different or all_different(colours, wild, len(kinds))


def in_common(suits: list[str]) -> bool:
    """At most one natural card, or all of one suit; no suit is nothing in common (§P5.4)."""
    return len(suits) <= 1 or (len(set(suits)) == 1 and suits[0] != NO_SUIT)


def all_different(suits: list[str], wild: int, kinds: int) -> bool:
    """No two natural cards of one suit, and those that have one and the wild cards are together no
    more than the deck has suits (§P5.4)."""
    with_suit = [suit for suit in suits if suit != NO_SUIT]
    return len(set(with_suit)) == len(with_suit) and len(with_suit) + wild <= kinds


# --- ranks


def ranks_of(now: Order, cards: Iterable[int]) -> Ranks:
    """How many cards there are of each rank."""
    return tuple(sorted(Counter(now.deck.rank(card) for card in cards).items()))


@cache
def wild_ranks(now: Order) -> frozenset[str]:
    """The ranks a wild card may be taken for: those of the plain and the sequence order; without a
    ranking those of the deck (§P5.2)."""
    return frozenset(now.plain + now.sequence) or frozenset(now.deck.ranks)


def asks_for_ranks(pattern: HandPattern) -> bool:
    """Whether a pattern says anything of ranks."""
    return bool(
        "rank" in pattern.same
        or "rank" in pattern.different
        or pattern.same_rank_groups
        or pattern.required_ranks
        or pattern.sequence_length
        or pattern.consecutive
        or pattern.sequence_of
    )


@cache
def has_reading(now: Order, pattern: HandPattern, natural: Ranks, wild: int) -> bool:
    """Whether the wild cards can be taken for ranks so that all that is said of ranks holds at the
    same time (§P5.2)."""
    if not asks_for_ranks(pattern):
        return True
    if wild == 0:
        return right_ranks(now, pattern, dict(natural))
    size = wild + sum(count for _, count in natural)
    for needed in needs(now, pattern, size):
        lacking = 0
        for rank, count in needed:
            short = count - dict(natural).get(rank, 0)
            if short > 0:
                lacking += short if rank in wild_ranks(now) else wild + 1
        if lacking <= wild and can_fill(now, pattern, natural, needed, wild - lacking):
            return True
    return False


def can_fill(now: Order, pattern: HandPattern, natural: Ranks, needed: Ranks, wild: int) -> bool:
    """Whether the wild cards that are left over can be taken for some rank without harm."""
    reading = dict(natural)
    for rank, count in needed:
        reading[rank] = max(count, reading.get(rank, 0))
    if "rank" in pattern.different:
        free = [rank for rank in wild_ranks(now) if rank not in reading]
        if len(free) < wild:
            return False
        reading |= dict.fromkeys(free[:wild], 1)
    elif wild:
        rank = next(iter(reading if "rank" in pattern.same else wild_ranks(now)))
        reading[rank] = reading.get(rank, 0) + wild
    return right_ranks(now, pattern, reading)


@cache
def needs(now: Order, pattern: HandPattern, size: int) -> tuple[Ranks, ...]:
    """What a set of so many cards must at least have of which ranks: one of these (§P5.3)."""
    ranks = sorted(wild_ranks(now) | set(now.deck.ranks))
    if pattern.sequence_of is not None:
        return tuple(with_groups(now, pattern, ranks, size))
    stretches: tuple[tuple[str, ...], ...] = ((),)
    if pattern.consecutive:
        stretches = stretches_of(now, pattern, size)
    elif pattern.sequence_length:
        stretches = stretches_of(now, pattern, pattern.sequence_length)
    required = Counter(pattern.required_ranks or ())
    found: dict[Ranks, None] = {}
    for stretch in stretches:
        places = Counter(stretch) | required
        if "rank" in pattern.same:
            groups: Iterable[Ranks] = [((rank, size),) for rank in ranks]
        else:
            groups = groups_of(ranks, tuple(pattern.same_rank_groups or ()), stretch, size)
        for group in groups:
            needed = dict(places)
            for rank, count in group:
                needed[rank] = max(count, needed.get(rank, 0))
            if sum(needed.values()) <= size:
                found[tuple(sorted(needed.items()))] = None
    return tuple(found)


def units_and_groups(pattern: HandPattern, size: int) -> tuple[int, int]:
    """How many units and groups a set of so many cards has; none if it cannot be (§P5.3)."""
    each, groups = pattern.sequence_of or 0, pattern.attached or 0
    units, rest = divmod(size, each + groups * (pattern.attached_of or 1))
    return (0, 0) if rest else (units, units * groups)


@cache
def unit_stretches(now: Order, pattern: HandPattern, number: int) -> tuple[tuple[str, ...], ...]:
    """The ranks that so many units can have: a stretch, or if there is one unit any rank; all of
    different ranks (§P5.3)."""
    if number == 1:
        return tuple((rank,) for rank in sorted(wild_ranks(now) | set(now.deck.ranks)))
    found = stretches_of(now, pattern, number)
    return tuple(ranks for ranks in found if len(set(ranks)) == number)


def with_groups(now: Order, pattern: HandPattern, ranks: list[str], size: int) -> Iterator[Ranks]:
    """All numbers of cards of each rank that are units and groups (§P5.3)."""
    units, groups = units_and_groups(pattern, size)
    if units == 0:
        return
    for stretch in unit_stretches(now, pattern, units):
        others = [rank for rank in ranks if rank not in stretch]
        for attached in combinations(others, groups):
            needed = dict.fromkeys(stretch, pattern.sequence_of or 0)
            needed |= dict.fromkeys(attached, pattern.attached_of or 1)
            yield tuple(sorted(needed.items()))


def unit_choices(
    now: Order, pattern: HandPattern, ranks: dict[str, int]
) -> Iterator[tuple[str, ...]]:
    """The ranks that the units of a reading may be, from the lowest up; none for a pattern without
    units (§P5.3, §P6.6)."""
    if pattern.sequence_of is None:
        yield ()
        return
    ranks = {rank: count for rank, count in ranks.items() if count > 0}
    units, groups = units_and_groups(pattern, sum(ranks.values()))
    if units == 0 or sum(ranks.get(rank, 0) for rank in set(pattern.at_most_one)) > 1:
        return
    for stretch in unit_stretches(now, pattern, units):
        attached = [count for rank, count in ranks.items() if rank not in stretch]
        if (
            all(ranks.get(rank) == pattern.sequence_of for rank in stretch)
            and attached == [pattern.attached_of or 1] * groups
        ):
            yield stretch


def groups_of(
    ranks: list[str], sizes: tuple[int, ...], stretch: tuple[str, ...], size: int
) -> Iterator[Ranks]:
    """For each number a rank of its own, in every way that leaves room for a stretch in a set of so
    many cards (§P5.3)."""
    if len(set(sizes)) != 1:
        for chosen in permutations(ranks, len(sizes)):
            yield tuple(zip(chosen, sizes, strict=True))
        return
    inside = sorted(set(stretch))
    outside = [rank for rank in ranks if rank not in stretch]
    room = size - sum(sizes)
    for within in range(max(0, len(inside) - room), min(len(inside), len(sizes)) + 1):
        for some in combinations(inside, within):
            for more in combinations(outside, len(sizes) - within):
                yield tuple(zip(some + more, sizes, strict=True))


@cache
def stretches_of(now: Order, pattern: HandPattern, length: int) -> tuple[tuple[str, ...], ...]:
    """All stretches of a length: neighbouring places of the sequence order; with `sequence_wrap`
    the highest rank stands once more below the lowest (§P5.3)."""
    places = now.sequence
    if pattern.sequence_wrap:
        places = places[-1:] + places
    return tuple(places[start : start + length] for start in range(len(places) - length + 1))


def right_ranks(now: Order, pattern: HandPattern, ranks: dict[str, int]) -> bool:
    """Whether a reading has all that is said of ranks (§P5.3)."""
    size = sum(ranks.values())
    if "rank" in pattern.same and len(ranks) > 1:
        return False
    if "rank" in pattern.different and any(count > 1 for count in ranks.values()):
        return False
    if not has_groups(pattern, ranks):
        return False
    required = Counter(pattern.required_ranks or ())
    if any(ranks.get(rank, 0) < count for rank, count in required.items()):
        return False
    if pattern.sequence_length and not any(
        contains(ranks, stretch) for stretch in stretches_of(now, pattern, pattern.sequence_length)
    ):
        return False
    if next(unit_choices(now, pattern, ranks), None) is None:
        return False
    return not pattern.consecutive or any(
        contains(ranks, stretch) for stretch in stretches_of(now, pattern, size)
    )


def contains(ranks: dict[str, int], stretch: tuple[str, ...]) -> bool:
    """Whether there are cards for all places of a stretch."""
    return all(ranks.get(rank, 0) >= count for rank, count in Counter(stretch).items())


def has_groups(pattern: HandPattern, ranks: dict[str, int]) -> bool:
    """For each number a rank with at least so many cards, a different rank for each (§P5.3)."""
    sizes = sorted(pattern.same_rank_groups or (), reverse=True)
    counts = sorted(ranks.values(), reverse=True)
    return len(sizes) <= len(counts) and all(
        count >= size for count, size in zip(counts, sizes, strict=False)
    )


# --- all sets that form a pattern


def sets_forming(
    position: Position,
    env: Env,
    names: Iterable[str],
    cards: Iterable[int],
    must: Iterable[int] = (),
) -> Iterator[frozenset[int]]:
    """All sets of some cards that form one of the patterns, each once; those of `must` are in all
    of them: the whole set is the combination (§P5.6). Of the other cards with the same face the
    lowest are taken (§P7.6)."""
    base = tuple(sorted(must))
    pool = sorted(set(cards) - set(base))
    seen: set[frozenset[int]] = set()
    for name in names:
        pattern = pattern_named(position.rules.genome, name)
        for chosen in sets_of(position, env, pattern, pool, base):
            found = frozenset(base + chosen)
            if found not in seen:
                seen.add(found)
                yield found


def sets_of(
    position: Position,
    env: Env,
    pattern: HandPattern,
    pool: list[int],
    base: Cards = (),
    by_face: bool = True,
) -> Iterator[Cards]:
    """All sets of a pool that form a pattern together with the cards of `base`, each once, if its
    `when` holds (§P5.1). By face: of cards with the same face the lowest are taken."""
    if holds(position, pattern.when, env):
        yield from all_sets(order_now(position), pattern, tuple(pool), base, by_face)


@lru_cache(maxsize=20_000)
def all_sets(
    now: Order, pattern: HandPattern, pool: Cards, base: Cards, by_face: bool
) -> tuple[Cards, ...]:
    """All sets of a pool that form a pattern together with the cards of `base`, each once."""
    found: list[Cards] = []
    seen: set[Cards] = set()
    for some in pools_of_one_suit(now, pattern, list(pool), base):
        for cards in candidates(now, pattern, some, base):
            if cards in seen:
                continue
            seen.add(cards)
            if len(seen) > MOST_SETS:
                raise TooMuchWork
            if by_face and not takes_lowest(now.deck.faces, some, cards):
                continue
            if forms_set(now, pattern, base + cards):
                found.append(cards)
    return tuple(found)


def takes_lowest(faces: Sequence[Any], pool: list[int], cards: Cards) -> bool:
    """Whether of cards with the same face the lowest are taken (§P7.6)."""
    chosen = set(cards)
    passed_over = {faces[card]: card for card in reversed(pool) if card not in chosen}
    return all(passed_over.get(faces[card], card) >= card for card in cards)


def pools_of_one_suit(
    now: Order, pattern: HandPattern, pool: list[int], base: Cards
) -> list[list[int]]:
    """The cards of a pool that may come together: all, or if they must be of one suit, those of
    each suit with the wild cards."""
    wild = wild_cards(now, pattern)
    pool = [card for card in pool if card in wild or card in allowed_cards(now, pattern)]
    if "suit" not in pattern.same:
        return [pool]
    suits = {now.suits[card] for card in pool + list(base) if card not in wild}
    pools = [
        [card for card in pool if card in wild or now.suits[card] == suit]
        for suit in sorted(suits - {NO_SUIT})
    ]
    alone = [card for card in pool if card not in wild and now.suits[card] == NO_SUIT]
    pools += [[card, *(each for each in pool if each in wild)] for card in alone]
    return pools or [pool]


def candidates(now: Order, pattern: HandPattern, pool: list[int], base: Cards) -> Iterator[Cards]:
    """Sets of a pool among which are all that form the pattern with the cards of `base`."""
    if pattern.exact:
        yield from sets_for_places(now, pattern, pool, base)
        return
    supply = Supply(now, pattern, pool, base)
    lowest = max(pattern.min_size or 1, pattern.required_count or 1, len(base))
    highest = min(
        len(pool) + len(base),
        pattern.max_size if pattern.max_size is not None else 128,
        pattern.required_count if pattern.required_count is not None else 128,
    )
    for size in range(lowest, highest + 1):
        if asks_for_ranks(pattern):
            for needed in needs(now, pattern, size):
                if supply.suffices(needed):
                    yield from sets_with(supply, needed, size)
        else:
            yield from combinations(pool, size - len(base))


class Supply:
    """The cards that a set can be made of."""

    def __init__(self, now: Order, pattern: HandPattern, pool: list[int], base: Cards) -> None:
        wild = wild_cards(now, pattern)
        self.pool = pool
        self.base = base
        self.wild = [card for card in pool if card in wild]
        self.wild_in_base = sum(card in wild for card in base)
        self.natural: dict[str, list[int]] = {}
        """The natural cards of the pool, by rank."""
        for card in pool:
            if card not in wild:
                self.natural.setdefault(now.deck.rank(card), []).append(card)
        self.in_base = Counter(now.deck.rank(card) for card in base if card not in wild)
        self.most_wild = self.wild_in_base + len(self.wild)
        if pattern.wild_max is not None:
            self.most_wild = min(self.most_wild, pattern.wild_max)

    def suffices(self, needed: Ranks) -> bool:
        """Whether there are enough natural cards of some ranks, with wild cards for those that are
        wanting."""
        wanting = 0
        for rank, count in needed:
            own = self.in_base[rank] + len(self.natural.get(rank, ()))
            wanting += max(0, count - own)
            if wanting > self.most_wild:
                return False
        return True


def sets_for_places(
    now: Order, pattern: HandPattern, pool: list[int], base: Cards
) -> Iterator[Cards]:
    """Sets in which each condition of `exact` has a card that it means, or a wild card."""
    wild = wild_cards(now, pattern)

    def fill(places: tuple[frozenset[int], ...], taken: Cards) -> Iterator[Cards]:
        if not places:
            if set(base) <= set(taken):
                yield tuple(sorted(set(taken) - set(base)))
            return
        for card in (*pool, *base):
            if card not in taken and (card in places[0] or card in wild):
                yield from fill(places[1:], (*taken, card))

    yield from fill(places_of(now, pattern), ())


def sets_with(supply: Supply, needed: Ranks, size: int) -> Iterator[Cards]:
    """Sets of so many cards, with `base`, that have what is needed of some ranks: natural cards, or
    wild cards for those that are wanting; the rest is any cards."""
    rest = size - len(supply.base)

    def choose(ranks: Ranks, taken: Cards, wanting: int) -> Iterator[Cards]:
        if wanting > supply.most_wild or len(taken) > rest:
            return
        if ranks:
            rank, count = ranks[0]
            count = max(0, count - supply.in_base[rank])
            own = supply.natural.get(rank, [])
            for natural in range(min(count, len(own)), -1, -1):
                for cards in combinations(own, natural):
                    yield from choose(ranks[1:], taken + cards, wanting + count - natural)
            return
        jokers = max(0, wanting - supply.wild_in_base)
        left = rest - len(taken) - jokers
        if left < 0:
            return
        for chosen in combinations(supply.wild, jokers):
            if left == 0:
                yield tuple(sorted(taken + chosen))
                continue
            others = [card for card in supply.pool if card not in taken and card not in chosen]
            for more in combinations(others, left):
                yield tuple(sorted(taken + chosen + more))

    yield from choose(needed, (), 0)


# --- choosing among them


def mask(cards: Iterable[int]) -> int:
    """A number for a set: of two sets that one is less which lacks the highest-numbered card in
    which they differ."""
    return sum(1 << card for card in cards)


NO_TAG = ("",)
"""Patterns without tags have one tag in common: that of having none (§P5.7)."""


def tags_of(pattern: HandPattern) -> tuple[str, ...]:
    """The tags of a pattern (§P5.7)."""
    return pattern.tags or NO_TAG


def already_serving(position: Position, seat: int, pattern: HandPattern) -> set[int]:
    """Cards that serve a declaration of the same player with a tag in common (§P5.7)."""
    genome = position.rules.genome
    return {
        card
        for item in position.declared
        if item.seat == seat
        and set(tags_of(pattern_named(genome, item.pattern))) & set(tags_of(pattern))
        for card in item.cards
    }


def declarable(
    position: Position,
    env: Env,
    names: Iterable[str],
    cards: Iterable[int],
    extensions: Iterable[Any] = (),
    laid: Collection[int] = (),
) -> list[tuple[str, Cards]]:
    """Every combination that a player may declare, sets with the same faces, of which the same are
    laid out, once: pattern by pattern, more cards first, then the set that lacks the
    highest-numbered card in which two differ (§P14.3, §P19.2)."""
    found: list[tuple[str, Cards]] = []
    for name in names:
        pattern = pattern_named(position.rules.genome, name)
        gone = already_serving(position, env.subject, pattern)
        pool = sorted(card for card in cards if card not in gone)
        faces = [(face, card in laid) for card, face in enumerate(position.rules.deck.faces)]
        sets = [
            each
            for each in sets_of(position, env, pattern, pool, by_face=not laid)
            if not laid or takes_lowest(faces, pool, each)
        ]
        known = {tuple(sorted(faces[card] for card in each)) for each in sets}
        for base in taken_up(position, env.subject, name, list(cards), extensions):
            for more in sets_of(position, env, pattern, pool, base, by_face=not laid):
                if laid and not takes_lowest(faces, pool, more):
                    continue
                whole = tuple(sorted({*base, *more}))
                shown = tuple(sorted(faces[card] for card in whole))
                if len(whole) > len(base) and shown not in known:
                    known.add(shown)
                    sets.append(whole)
        ordered = sorted(sets, key=lambda each: (-len(each), mask(each)))
        found.extend((name, each) for each in ordered)
    return found


def taken_up(
    position: Position, seat: int, name: str, cards: list[int], extensions: Iterable[Any]
) -> list[Cards]:
    """The cards of declarations that a combination of a pattern may take up again, as far as all
    of them are still at hand (§P14.3b)."""
    of = {each.of for each in extensions if each.pattern == name}
    return [
        tuple(sorted(item.cards))
        for item in position.declared
        if item.seat == seat and item.pattern in of and set(item.cards) <= set(cards)
    ]


@dataclass(frozen=True, eq=False)
class Candidate:
    """A combination that could be declared."""

    worth: int
    place: int
    """The place of its pattern in the list."""
    pattern: HandPattern
    cards: Cards
    serves: int
    """A bit for each tag and card."""


def worth_of(position: Position, env: Env, pattern: HandPattern) -> int:
    """The first value of a pattern, judged for the player; 1 if it has none (§P5.7)."""
    return number(position, pattern.values[0].amount, env) if pattern.values else 1


def best_declaration(
    position: Position, env: Env, names: Iterable[str], cards: Iterable[int]
) -> list[tuple[str, Cards]]:
    """The most valuable choice of combinations, in the order in which they are declared (§P5.7 to
    §P5.9)."""
    cards = list(cards)
    found = all_candidates(position, env, list(names), cards)
    chosen = [candidate for group in entangled(found) for candidate in best_choice(tuple(group))]
    chosen.sort(key=lambda each: (each.place, mask(each.cards)))
    return [(each.pattern.name, each.cards) for each in chosen]


def all_candidates(
    position: Position, env: Env, names: list[str], cards: list[int]
) -> list[Candidate]:
    """All sets that form one of the patterns and are worth more than 0: the greater worth first,
    then more cards, then the earlier pattern, then the set that lacks the highest-numbered card
    (§P5.7, §P5.8)."""
    tags: dict[str, int] = {}
    found = []
    for place, name in enumerate(names):
        pattern = pattern_named(position.rules.genome, name)
        worth = worth_of(position, env, pattern)
        if worth <= 0:
            continue
        gone = already_serving(position, env.subject, pattern)
        pool = sorted(card for card in cards if card not in gone)
        for each in sets_of(position, env, pattern, pool, by_face=False):
            serves = sum(
                mask(each) << (128 * tags.setdefault(tag, len(tags))) for tag in tags_of(pattern)
            )
            found.append(Candidate(worth, place, pattern, each, serves))
    found.sort(key=lambda each: (-each.worth, -len(each.cards), each.place, mask(each.cards)))
    return found


def entangled(found: list[Candidate]) -> list[list[Candidate]]:
    """The candidates in groups, so that those of different groups never touch each other; each
    group in the order given."""
    groups: list[tuple[int, list[Candidate]]] = []
    for candidate in found:
        serves, group = candidate.serves, [candidate]
        apart = []
        for other_serves, other in groups:
            if other_serves & serves:
                serves, group = serves | other_serves, other + group
            else:
                apart.append((other_serves, other))
        groups = [*apart, (serves, group)]
    order = {id(candidate): place for place, candidate in enumerate(found)}
    return [sorted(group, key=lambda each: order[id(each)]) for _, group in groups]


def best_choice(group: tuple[Candidate, ...]) -> list[Candidate]:
    """The choice in which no card serves two combinations with a tag in common that has the
    greatest worth in all; of such the fewest combinations; of such the most cards; of such the one
    that has the first candidate which is not in both (§P5.7, §P5.8)."""
    known: dict[tuple[int, int], tuple[int, int, int, tuple[int, ...]]] = {}

    def best_from(place: int, used: int) -> tuple[int, int, int, tuple[int, ...]]:
        if place == len(group):
            return 0, 0, 0, ()
        if (place, used) not in known:
            without = best_from(place + 1, used)
            candidate = group[place]
            result = without
            if not candidate.serves & used:
                worth, fewer, size, chosen = best_from(place + 1, used | candidate.serves)
                with_it = (worth + candidate.worth, fewer - 1, size + len(candidate.cards))
                if with_it >= without[:3]:
                    result = (*with_it, (place, *chosen))
            known[place, used] = result
        return known[place, used]

    return [group[place] for place in best_from(0, 0)[3]]
