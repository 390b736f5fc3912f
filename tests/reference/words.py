"""The value of an expression: one function for every word (§P4).

Values are Python's: whole numbers, yes and no, seats as numbers (`NOBODY` for none), suits, ranks,
modes and choices by their names ("" for none), several seats or sides as lists, zones as `ZoneRef`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, NamedTuple, TypeAlias

from tests.reference.cards import NO_SUIT
from tests.reference.conditions import choice_named, fits, top_of, worths
from tests.reference.genome import CallPhase, Counter, GameGenome, HandPattern, Let, phases_of
from tests.reference.rankings import TRUMPS_ALONE, cards_named, is_trump, order_now
from tests.reference.state import (
    NOBODY,
    SIDE,
    Env,
    Place,
    Position,
    moved_in_phase,
    places_in,
)
from tests.reference.text import Node

Meaning: TypeAlias = Callable[[Position, Node, Env], Any]


class ZoneRef(NamedTuple):
    """What a zone expression means: a zone of some owners, its top card, or one of its piles."""

    name: str
    owners: tuple[int, ...]
    top: bool = False
    pile: int = -1
    """The number of the place; -1: all piles."""


class NoMeaning(ValueError):
    """A word that means nothing here."""


GROUP = 10_000
"""A subject from this number on is several seats together: a bit for each."""

# --- entries


def value(position: Position, node: Node, env: Env) -> Any:
    """What an expression gives for a subject (§5.2, §P4.3)."""
    meaning = WORDS.get(node.word)
    if meaning is None:
        meaning = meaning_of(position.rules.genome, node.word)
    return meaning(position, node, env)


def number(position: Position, node: Node, env: Env) -> int:
    """The whole number an amount gives; a condition is 1 or 0 (§P4.5)."""
    return int(value(position, node, env))


def holds(position: Position, node: Node, env: Env) -> bool:
    """Whether a condition holds."""
    return bool(value(position, node, env))


def seat(position: Position, node: Node, env: Env) -> int:
    """The seat an expression gives; of several the lowest, of a list the first; NOBODY for none
    (§P4.3)."""
    return first_seat(position, value(position, node, env))


def seats(position: Position, node: Node, env: Env) -> list[int]:
    """The seats or sides an expression gives, in order; a single one is a list of one (§P4.14)."""
    return people(value(position, node, env))


def suit(position: Position, node: Node, env: Env) -> str:
    """The suit an expression gives; "" for none."""
    found = value(position, node, env)
    return NO_SUIT if found is None else str(found)


def zone(position: Position, node: Node, env: Env) -> ZoneRef:
    """The zone an expression gives."""
    found = value(position, node, env)
    assert isinstance(found, ZoneRef), node
    return found


def people(found: Any) -> list[int]:
    """One or several seats or sides as a list."""
    if isinstance(found, list):
        return found
    return [] if found is None or found == NOBODY else [found]


def first_seat(position: Position, found: Any) -> int:
    """The single seat that is meant by a seat, a side or a list (§P4.3)."""
    for subject in people(found):
        return min(members(position, subject))
    return NOBODY


# --- sides and subjects


@cache
def has_sides(genome: GameGenome) -> bool:
    """Whether there are sides of more than one player; otherwise a side is its only player
    (§7.27)."""
    return genome.team_mode and any(len(side) > 1 for side in genome.teams)


@cache
def side_of(genome: GameGenome, player: int) -> int:
    """The side of a player: without teams, and of the house, the seat itself (§P4.14)."""
    if has_sides(genome):
        for index, side in enumerate(genome.teams):
            if player in side:
                return SIDE + index
    return player


@cache
def sides_of(genome: GameGenome) -> tuple[int, ...]:
    """All sides, as the genome lists them; without teams each player, by number (§P4.14)."""
    if has_sides(genome):
        return tuple(SIDE + index for index in range(len(genome.teams)))
    return tuple(range(genome.player_count))


def members(position: Position, subject: int) -> tuple[int, ...]:
    """The seats of a subject (§P4.3)."""
    if subject < 0:
        return ()
    if subject < SIDE:
        return (subject,)
    if subject < GROUP:
        seats_of_side: tuple[int, ...] = position.rules.genome.teams[subject - SIDE]
        return seats_of_side
    return tuple(seat for seat in range(SIDE) if (subject - GROUP) >> seat & 1)


def together(position: Position, subjects: list[int]) -> int:
    """Several seats or sides as one subject (§P4.3)."""
    if not subjects:
        return NOBODY
    if len(subjects) == 1:
        return subjects[0]
    return GROUP + sum({1 << seat for each in subjects for seat in members(position, each)})


def single_seats(position: Position, subjects: list[int]) -> list[int]:
    """A list in which every side stands for its seats, in order of play from the dealer's left
    (§P4.14)."""
    found = []
    for subject in subjects:
        if subject < SIDE:
            found.append(subject)
        else:
            side = members(position, subject)
            found.extend(player for player in players(position) if player in side)
    return found


def as_subject(env: Env, subject: int) -> Env:
    """The same question for another subject (§5.3, §P4.4)."""
    return Env(subject, env.choices, env.onto, env.pile)


def asked(position: Position, node: Node, env: Env, place: int = 0) -> int:
    """The subject a word is asked of: that in the brackets, or else the one in force (§P4.3)."""
    if len(node.arguments) <= place:
        return env.subject
    return together(position, seats(position, node.arguments[place], env))


# --- names


@cache
def meaning_of(genome: GameGenome, word: str) -> Meaning:
    """What a name means where a value stands (§P4.2)."""
    if word == "deck" or any(spec.name == word for spec in genome.zones or ()):
        return zone_meaning
    for counter in genome.counters:
        if counter.name == word:
            return counter_meaning(counter)
    for let in genome.lets:
        if let.name == word:
            return let_meaning(let)
    if any(role.name == word for role in genome.roles):
        return role_meaning
    if word in choice_names(genome):
        return choice_meaning
    return lambda position, node, env: node.word


@cache
def choice_names(genome: GameGenome) -> frozenset[str]:
    """The names of all choices of calls."""
    return frozenset(
        choice.name
        for phase in phases_of(genome)
        if isinstance(phase, CallPhase)
        for call in phase.calls
        for choice in call.choices
    )


def choice_meaning(position: Position, node: Node, env: Env) -> int | str | None:
    """What the call that is being judged would name; otherwise what a call named last in this hand
    under that name; before that −1, or none (§P4.8)."""
    return chosen(position, node.word, env)


def chosen(position: Position, name: str, env: Env) -> int | str | None:
    """The value of a choice of a call (§P4.8)."""
    if env.choices is not None and name in env.choices:
        return env.choices[name]
    if name in position.choices:
        return position.choices[name]
    kind = choice_named(position.rules.genome, name).type
    return -1 if kind in ("number", "word") else None


def role_meaning(position: Position, node: Node, env: Env) -> int:
    """The seat that has the role; none as long as nobody has (§3.8, §P4.9)."""
    return position.roles.get(node.word, NOBODY)


def counter_meaning(counter: Counter) -> Meaning:
    """The value of a counter: of the table, of the subject's seats together, or of the side of the
    subject's first seat (§P4.6)."""

    def meaning(position: Position, node: Node, env: Env) -> int:
        values = position.counters[counter.name]
        if counter.scope == "table":
            return values[0]
        subject = asked(position, node, env)
        if counter.scope == "seat":
            return sum(values[player] for player in members(position, subject))
        return of_side(position, values, subject)

    return meaning


def of_side(position: Position, values: list[int], subject: int) -> int:
    """What the side of the subject's first seat has; the house has nothing (§P4.6)."""
    number = side_number(position, subject)
    return values[number] if 0 <= number < len(values) else 0


def side_number(position: Position, subject: int) -> int:
    """The number of the side to which the subject's first seat belongs; NOBODY: of nobody."""
    if subject == NOBODY:
        return NOBODY
    genome = position.rules.genome
    side = subject
    if not SIDE <= subject < GROUP:
        side = side_of(genome, min(members(position, subject)))
    return side - SIDE if side >= SIDE else side


def let_meaning(let: Let) -> Meaning:
    """The value of a let: of the table for the subject in force, of seats for each seat it is asked
    of, of sides for the side (§3.10, §P4.7)."""

    def meaning(position: Position, node: Node, env: Env) -> Any:
        if let.scope == "table":
            return value(position, let.value, env)
        subject = asked(position, node, env)
        if let.scope == "team":
            if subject == NOBODY:
                return 0
            if not SIDE <= subject < GROUP:
                subject = side_of(position.rules.genome, min(members(position, subject)))
            return value(position, let.value, as_subject(env, subject))
        found = [
            value(position, let.value, as_subject(env, player))
            for player in members(position, subject)
        ]
        return any(found) if found and isinstance(found[0], bool) else sum(found)

    return meaning


def zone_meaning(position: Position, node: Node, env: Env) -> ZoneRef:
    """The zone of the table, or of the subject (§3.7, §P4.10)."""
    subject = asked(position, node, env)
    return ZoneRef(node.word, tuple(owners_of(position, node.word, subject)))


def owners_of(position: Position, name: str, subject: int) -> list[int]:
    """Whose piles of a zone are meant: of several seats all their piles together; in a zone of
    sides those of the side (§P4.10)."""
    owner = position.rules.zones[name].owner
    if owner == "table":
        return [NOBODY]
    if owner == "seat":
        return list(members(position, subject))
    numbers = dict.fromkeys(side_number(position, player) for player in members(position, subject))
    return [number for number in numbers if number < len(sides_of(position.rules.genome))]


# --- cards in zones (§P4.17)


def places_of(position: Position, ref: ZoneRef) -> list[Place]:
    """The piles a zone expression means (§P1.8)."""
    if ref.pile >= 0:
        return [position.places[ref.pile]]
    return [place for owner in ref.owners for place in places_in(position, ref.name, owner)]


def cards_in(position: Position, ref: ZoneRef) -> list[int]:
    """The cards a zone expression means, pile by pile from the bottom up; of `top`, the top card of
    the last pile that has cards (§P4.17)."""
    if ref.top:
        tops = [top_of(position, place) for place in places_of(position, ref) if place.cards]
        return tops[-1:]
    return [card for place in places_of(position, ref) for card in place.cards]


def zone_cards(position: Position, node: Node, env: Env) -> list[int]:
    """The cards of the zone that is the first argument, or of several zones."""
    return heap(position, node.arguments[0], env)


def heap(position: Position, node: Node, env: Env) -> list[int]:
    """The cards of a zone, or of two; a card that lies in both counts once."""
    if node.word == "joined":
        one, other = (heap(position, each, env) for each in node.arguments)
        return one + [card for card in other if card not in one]
    if node.word == "those":
        meant = cards_named(position.rules.genome, node.arguments[1].word)
        cards = heap(position, node.arguments[0], env)
        return [card for card in cards if fits(position, meant, card, env)]
    if node.word == "if":
        condition, yes, no = node.arguments
        return heap(position, yes if holds(position, condition, env) else no, env)
    return cards_in(position, zone(position, node, env))


def size(position: Position, node: Node, env: Env) -> int:
    """Number of its cards."""
    return len(zone_cards(position, node, env))


def count(position: Position, node: Node, env: Env) -> int:
    """Of those, such cards."""
    condition = cards_named(position.rules.genome, node.arguments[1].word)
    return sum(fits(position, condition, card, env) for card in zone_cards(position, node, env))


def points_in(position: Position, node: Node, env: Env) -> int:
    """Sum of what they are worth."""
    worth = worths(order_now(position), node.arguments[1].word)
    return sum(worth[card] for card in zone_cards(position, node, env))


def total(position: Position, node: Node, env: Env) -> int:
    """Their total by the hand evaluation (§P6.2)."""
    from tests.reference.showdown import total_of

    return total_of(position, zone_cards(position, node, env))


def worths_by_suit(position: Position, node: Node, env: Env) -> list[list[int]]:
    """What the cards in a zone are worth, those of each suit together; cards of no suit are left
    out."""
    now = order_now(position)
    worth = worths(now, node.arguments[1].word)
    found: dict[str, list[int]] = {}
    for card in zone_cards(position, node, env):
        if now.suits[card] != NO_SUIT:
            found.setdefault(now.suits[card], []).append(worth[card])
    return list(found.values())


def best(position: Position, node: Node, env: Env) -> int:
    """For each suit the most that one of its cards is worth, summed up."""
    return sum(map(max, worths_by_suit(position, node, env)))


def suits_in(position: Position, node: Node, env: Env) -> int:
    """Number of different suits its cards count as; no suit is none."""
    now = order_now(position)
    return len({now.suits[card] for card in zone_cards(position, node, env)} - {NO_SUIT})


def suited(position: Position, node: Node, env: Env) -> int:
    """The greatest of what its cards of each suit are worth together."""
    return max(map(sum, worths_by_suit(position, node, env)), default=0)


def unbroken(position: Position, node: Node, env: Env) -> int:
    """Of its cards that are meant those that are higher than every card of the deck that is meant
    and is not among them."""
    heights = order_now(position).heights
    meant = cards_named(position.rules.genome, node.arguments[1].word)
    held = set(zone_cards(position, node, env))
    cards = [c for c in range(len(position.rules.deck)) if fits(position, meant, c, env)]
    missing = [heights[card] for card in cards if card not in held]
    return sum(card in held and all(heights[card] > h for h in missing) for card in cards)


def heights_of(position: Position, node: Node, env: Env) -> list[int]:
    """How high its cards are that are meant: one more than the number of cards that are lower."""
    heights = order_now(position).heights
    meant = cards_named(position.rules.genome, node.arguments[1].word)
    found = [card for card in zone_cards(position, node, env) if fits(position, meant, card, env)]
    deck = range(len(position.rules.deck))
    return [1 + sum(heights[other] < heights[card] for other in deck) for card in found]


def highest_in(position: Position, node: Node, env: Env) -> int:
    """How high the highest of its cards is that are meant."""
    return max(heights_of(position, node, env), default=0)


def lowest_in(position: Position, node: Node, env: Env) -> int:
    """How high the lowest of its cards is that are meant; none: above all cards."""
    return min(heights_of(position, node, env), default=len(position.rules.deck) + 1)


def better(position: Position, node: Node, env: Env) -> bool:
    """Whether some cards are a better hand than others (§P6.1)."""
    from tests.reference.showdown import hand_key

    one, other = (hand_key(position, env, heap(position, each, env)) for each in node.arguments)
    return one > other


MOST_ALIKE = 7
MOST_STRENGTH = 31


def groups(position: Position, node: Node, env: Env) -> int:
    """How good its cards are by how many are of one rank: the sizes of the first three groups, then
    the strengths of the first four (§P4.17)."""
    from tests.reference.showdown import strength

    now = order_now(position)
    sizes: dict[str, int] = {}
    for card in zone_cards(position, node, env):
        rank = now.deck.rank(card)
        sizes[rank] = sizes.get(rank, 0) + 1
    listed = sorted(
        ((many, min(MOST_STRENGTH, strength(now, rank) + 1)) for rank, many in sizes.items()),
        reverse=True,
    )
    listed += [(0, 0)] * 4
    value = 0
    for many, _ in listed[:3]:
        value = value * (MOST_ALIKE + 1) + min(MOST_ALIKE, many)
    for _, strong in listed[:4]:
        value = value * (MOST_STRENGTH + 1) + strong
    return value


def from_highest(position: Position, node: Node, env: Env) -> int:
    """Its cards compared one by one from the strongest rank down (§P4.17)."""
    return card_by_card(sorted(strengths(position, node, env), reverse=True))


def from_lowest(position: Position, node: Node, env: Env) -> int:
    """Its cards compared one by one from the weakest rank up (§P4.17)."""
    return card_by_card(sorted(strengths(position, node, env)))


MOST_COMPARED = 6


def card_by_card(strong: list[int]) -> int:
    """The first six numbers as digits; what is not there is 0."""
    value = 0
    for each in (strong + [0] * MOST_COMPARED)[:MOST_COMPARED]:
        value = value * (MOST_STRENGTH + 1) + min(MOST_STRENGTH, each)
    return value


def strengths(position: Position, node: Node, env: Env) -> list[int]:
    """How strong the rank of each card is, counted from 1; 0 outside the plain order (§P6.6)."""
    from tests.reference.showdown import strength

    now = order_now(position)
    return [strength(now, now.deck.rank(card)) + 1 for card in zone_cards(position, node, env)]


def strongest(position: Position, node: Node, env: Env) -> int:
    """The strength of the strongest rank of which so many cards are there (§P4.17)."""
    many = max(1, number(position, node.arguments[1], env))
    strong = strengths(position, node, env)
    ranks = [order_now(position).deck.rank(card) for card in zone_cards(position, node, env)]
    enough = [high for high, rank in zip(strong, ranks, strict=True) if ranks.count(rank) >= many]
    return max(enough, default=0)


def forms_pattern(position: Position, node: Node, env: Env) -> bool:
    """Whether all its cards together form the pattern."""
    return is_formed(position, node, zone_cards(position, node, env))


def is_formed(position: Position, node: Node, cards: list[int]) -> bool:
    """Whether some cards form the pattern that is the second argument, whatever its `when`."""
    from tests.reference.patterns import forms_set

    pattern = pattern_named(position.rules.genome, node.arguments[1].word)
    return bool(cards) and forms_set(order_now(position), pattern, tuple(sorted(cards)))


def ways(position: Position, node: Node, env: Env) -> list[frozenset[int]]:
    """The sets of its cards that form the pattern and are not part of a larger one that does."""
    from tests.reference.looking_ahead import MOST_WAYS, TooMuchWork
    from tests.reference.patterns import all_sets

    pattern = pattern_named(position.rules.genome, node.arguments[1].word)
    pool = tuple(sorted(zone_cards(position, node, env)))
    sets = [frozenset(cards) for cards in all_sets(order_now(position), pattern, pool, (), False)]
    if len(sets) > MOST_WAYS:
        raise TooMuchWork
    return [cards for cards in sets if not any(cards < other for other in sets)]


def trailing(position: Position, node: Node, env: Env) -> int:
    """The greatest number of cards on top of the pile that form the pattern."""
    piles = places_of(position, zone(position, node.arguments[0], env))
    filled = [place for place in piles if place.cards]
    if not filled:
        return 0
    cards = from_the_top(position, filled[-1])
    counts = range(len(cards), 0, -1)
    return next((n for n in counts if is_formed(position, node, cards[:n])), 0)


def from_the_top(position: Position, place: Place) -> list[int]:
    """The cards of a pile, the top one first; without order from the lowest number up (§P1.9)."""
    if position.rules.zones[place.zone].order == "stack":
        return list(reversed(place.cards))
    return sorted(place.cards)


def owed(position: Position, player: int) -> int:
    """The highest stake of anybody still in the hand, less their own (§P4.15, §P17.2)."""
    players = range(position.rules.players)
    highest = max((position.staked[who] for who in players if position.active[who]), default=0)
    return max(0, highest - position.staked[player])


def suit_of_top(position: Position, node: Node, env: Env) -> str:
    """Suit that the top card counts as; none if there is no card."""
    cards = cards_in(position, top(position, node, env))
    suit = order_now(position).suits[cards[0]] if cards else NO_SUIT
    return NO_SUIT if suit == TRUMPS_ALONE else suit


def rank_of_top(position: Position, node: Node, env: Env) -> str:
    """Rank of the top card; none if there is no card."""
    cards = cards_in(position, top(position, node, env))
    return order_now(position).deck.rank(cards[0]) if cards else ""


def top(position: Position, node: Node, env: Env) -> ZoneRef:
    """The zone of only the top card."""
    return zone(position, node.arguments[0], env)._replace(top=True)


def piles(position: Position, node: Node, env: Env) -> int:
    """Number of its piles that are not empty and of which it is true."""
    return sum(
        holds(position, node.arguments[1], Env(env.subject, env.choices, env.onto, place.number))
        for place in places_of(position, zone(position, node.arguments[0], env))
        if place.cards
    )


def first_pile(position: Position, node: Node, env: Env) -> ZoneRef:
    """The first of its piles that is not empty and of which it is true; none: no pile (§P4.17)."""
    ref = zone(position, node.arguments[0], env)
    for place in places_of(position, ref):
        inside = Env(env.subject, env.choices, env.onto, place.number)
        if place.cards and holds(position, node.arguments[1], inside):
            return ZoneRef(place.zone, (place.owner,), pile=place.number)
    return ref._replace(owners=())


def pile(position: Position, node: Node, env: Env) -> ZoneRef:
    """The pile that `piles` asks about (§P4.10)."""
    place = position.places[env.pile]
    return ZoneRef(place.zone, (place.owner,), pile=place.number)


# --- seats (§P4.13)


def step(position: Position, player: int, places: int) -> int:
    """So many times the next player in the game in the present direction of play, or the previous
    one if negative; the house sits between the last player and the first (§6.1, §6.4)."""
    if player == NOBODY:
        return NOBODY
    count_of_players: int = position.rules.genome.player_count
    way = position.direction if places >= 0 else -position.direction
    for _ in range(abs(places)):
        if player >= count_of_players:
            player = -1 if way == 1 else count_of_players
        for _ in range(count_of_players):
            player = (player + way) % count_of_players
            if position.in_game[player]:
                break
    return player


def round_from(position: Position, first: int) -> list[int]:
    """The players in the game, in order of play beginning with this one."""
    count_of_players = position.rules.genome.player_count
    ring = [(first + position.direction * i) % count_of_players for i in range(count_of_players)]
    return [player for player in ring if position.in_game[player]]


def players(position: Position) -> list[int]:
    """Players in the game, in order of play from the dealer's left (§P4.14)."""
    if position.dealer == NOBODY:
        return round_from(position, 0)
    return round_from(position, step(position, position.dealer, 1))


def seat_argument(position: Position, node: Node, env: Env, place: int = 0) -> int:
    """The seat that is an argument."""
    return seat(position, node.arguments[place], env)


def left(position: Position, node: Node, env: Env) -> int:
    """The next player in the game."""
    return step(position, seat_argument(position, node, env), 1)


def right(position: Position, node: Node, env: Env) -> int:
    """The previous player in the game."""
    return step(position, seat_argument(position, node, env), -1)


def offset(position: Position, node: Node, env: Env) -> int:
    """So many times left; if negative, right."""
    places = number(position, node.arguments[1], env)
    return step(position, seat_argument(position, node, env), places)


def across(position: Position, node: Node, env: Env) -> int:
    """Half the number of players on."""
    places = position.rules.genome.player_count // 2
    return step(position, seat_argument(position, node, env), places)


def partner(position: Position, node: Node, env: Env) -> int:
    """The other member of the side."""
    player = seat_argument(position, node, env)
    for member in members(position, side_of(position.rules.genome, player)):
        if member != player:
            return member
    return NOBODY


def nearest(way: int) -> Meaning:
    """The first after (or before) of whom it is true, before it comes back; else the same seat."""

    def meaning(position: Position, node: Node, env: Env) -> int:
        first = seat_argument(position, node, env)
        player = first
        for _ in range(position.rules.genome.player_count):
            player = step(position, player, way)
            if player in (first, NOBODY):
                break
            if holds(position, node.arguments[1], as_subject(env, player)):
                return player
        return first

    return meaning


def failed_to_follow(position: Position, node: Node, env: Env) -> bool:
    """Whether one of them has failed to follow the suit in this hand (§P4.15)."""
    suit = value(position, node.arguments[0], env)
    group = members(position, asked(position, node, env, 1))
    return any((who, suit) in position.failures for who in group)


def first_with(pick: Callable[[Iterable[int]], int]) -> Meaning:
    """The first of some seats or sides for whom the number is the most, or the least; of a side its
    seat with the lowest number (§P4.13)."""

    def meaning(position: Position, node: Node, env: Env) -> int:
        found = list(seats(position, node.arguments[0], env))
        if not found:
            return NOBODY
        values = [number(position, node.arguments[1], as_subject(env, who)) for who in found]
        first = found[values.index(pick(values))]
        return min(members(position, first))

    return meaning


def holder(position: Position, node: Node, env: Env) -> int:
    """Who holds the lowest of such cards; of equally low ones the seat with the lowest number."""
    condition = cards_named(position.rules.genome, node.arguments[0].word)
    heights = order_now(position).heights
    held = [
        (heights[card], player)
        for player in players(position)
        for place in places_in(position, "hand", player)
        for card in place.cards
        if fits(position, condition, card, env)
    ]
    return min(held)[1] if held else NOBODY


def first_to_name(position: Position, node: Node, env: Env) -> int:
    """The first of the seats, in the order of the calls of this hand, whose call of that name named
    for the choice what the choice is now."""
    call, choice = node.arguments[0].word, node.arguments[1].word
    now = chosen(position, choice, env)
    group = seats_of(position, seats(position, node.arguments[2], env))
    for made in position.calls_in_hand:
        if made.call == call and made.seat in group and made.values.get(choice) == now:
            return made.seat
    return NOBODY


# --- lists of seats and sides (§P4.14)


def seats_of(position: Position, subjects: list[int]) -> set[int]:
    """All seats of some seats and sides."""
    return {player for subject in subjects for player in members(position, subject)}


def team(position: Position, node: Node, env: Env) -> int:
    """The side of a seat; of none nobody."""
    return side_of(position.rules.genome, seat_argument(position, node, env))


def opponents(position: Position, node: Node, env: Env) -> list[int]:
    """The other sides; of none all sides."""
    own = team(position, node, env)
    return [side for side in sides_of(position.rules.genome) if side != own]


def each(position: Position, node: Node, env: Env) -> list[int]:
    """Players in the game, in order of play from the dealer's left."""
    return players(position)


def teams(position: Position, node: Node, env: Env) -> list[int]:
    """All sides."""
    return list(sides_of(position.rules.genome))


def others(position: Position, node: Node, env: Env) -> list[int]:
    """`each` without these seats."""
    gone = seats_of(position, seats(position, node.arguments[0], env))
    return [player for player in players(position) if player not in gone]


def where(position: Position, node: Node, env: Env) -> list[int]:
    """Those seats or sides of whom it is true."""
    return [
        subject
        for subject in seats(position, node.arguments[0], env)
        if holds(position, node.arguments[1], as_subject(env, subject))
    ]


def from_(position: Position, node: Node, env: Env) -> list[int]:
    """The seats that are in the game, in order of play beginning with this one, then the house; if
    it is none or the house, beginning with seat 0."""
    group = seats_of(position, seats(position, node.arguments[0], env))
    first = seat_argument(position, node, env, 1)
    house = position.rules.genome.player_count
    ring = round_from(position, 0 if first in (NOBODY, house) else first)
    return [player for player in [*ring, house] if player in group]


# --- what a subject has (§P4.15)


def summed(read: Callable[[Position, int], int]) -> Meaning:
    """A number of seats; of several, the sum."""

    def meaning(position: Position, node: Node, env: Env) -> int:
        return sum(
            read(position, player) for player in members(position, asked(position, node, env))
        )

    return meaning


def true_of_one(read: Callable[[Position, int], bool]) -> Meaning:
    """A condition of seats; of several, whether it is true of one of them."""

    def meaning(position: Position, node: Node, env: Env) -> bool:
        return any(
            read(position, player) for player in members(position, asked(position, node, env))
        )

    return meaning


def score(position: Position, node: Node, env: Env) -> int:
    """Points in the match before the hand in progress."""
    return score_of(position, asked(position, node, env), position.score, position.side_score)


def hand_score(position: Position, node: Node, env: Env) -> int:
    """Points in the hand in progress."""
    return score_of(
        position, asked(position, node, env), position.hand_score, position.side_hand_score
    )


def score_of(position: Position, subject: int, by_seat: list[int], by_side: list[int]) -> int:
    """The seats' points and, but for a single seat, the own points of each side all of whose seats
    are among the subject's."""
    group = members(position, subject)
    points = sum(by_seat[player] for player in group)
    if subject >= SIDE and has_sides(position.rules.genome):
        for number, side in enumerate(position.rules.genome.teams):
            if all(player in group for player in side):
                points += by_side[number]
    return points


def hand_size(position: Position, player: int) -> int:
    """Cards in the zone `hand`."""
    return sum(len(place.cards) for place in places_in(position, "hand", player))


def place_in_deal(position: Position, node: Node, env: Env) -> int:
    """Of the subject's lowest seat: its place from the dealer's left; the house 0; a player out of
    the game one more than there are players."""
    count_of_players: int = position.rules.genome.player_count
    group = members(position, asked(position, node, env))
    if not group or min(group) >= count_of_players:
        return 0
    ring = players(position)
    return ring.index(min(group)) + 1 if min(group) in ring else count_of_players + 1


def picked(position: Position, node: Node, env: Env) -> int:
    """Cards moved since the innermost phase in progress began, or its present player's part."""
    return len(moved_in_phase(position))


def picked_from(position: Position, node: Node, env: Env) -> int:
    """Of these, the cards meant that came from a zone when last moved."""
    source = node.arguments[0].word
    condition = cards_named(position.rules.genome, node.arguments[1].word)
    return sum(
        origin == source and fits(position, condition, card, env)
        for card, origin in moved_in_phase(position).items()
    )


def has_role(position: Position, node: Node, env: Env) -> bool:
    """Whether the holder of the role (or the dealer) is among the subject's seats."""
    word = node.arguments[0].word
    bearer = position.dealer if word == "dealer" else position.roles.get(word, NOBODY)
    return bearer in members(position, asked(position, node, env, 1))


def is_set(position: Position, node: Node, env: Env) -> bool:
    """Whether anybody has the role."""
    return position.roles.get(node.arguments[0].word, NOBODY) != NOBODY


def called(position: Position, node: Node, env: Env) -> bool:
    """Whether one of them has made the call of that name in this hand."""
    callers = members(position, asked(position, node, env, 1))
    word = node.arguments[0].word
    return any(made.call == word and made.seat in callers for made in position.calls_in_hand)


def declared(position: Position, node: Node, env: Env) -> int:
    """The sum, over their declarations that score and whose pattern has the tag, of the pattern's
    values of that name, each judged for the player who declared."""
    tag, name = node.arguments[0].word, node.arguments[1].word
    group = members(position, asked(position, node, env, 2))
    worth = 0
    for item in position.declared:
        if item.seat in group and item.scores:
            pattern = pattern_named(position.rules.genome, item.pattern)
            if tag in pattern.tags:
                worth += pattern_value(position, pattern, name, as_subject(env, item.seat))
    return worth


@cache
def pattern_named(genome: GameGenome, name: str) -> HandPattern:
    """The pattern of a name."""
    for pattern in genome.patterns:
        if pattern.name == name:
            return pattern
    raise NoMeaning(f"there is no pattern {name!r}")


def pattern_value(position: Position, pattern: HandPattern, name: str, env: Env) -> int:
    """What a pattern is worth in one of its currencies; 0 if it has no such value."""
    return sum(number(position, each.amount, env) for each in pattern.values if each.name == name)


def can(position: Position, node: Node, env: Env) -> bool:
    """Whether the subject's lowest seat could act in the phase now (§6.41)."""
    group = members(position, asked(position, node, env, 1))
    return bool(group) and bool(position.rules.can(position, node.arguments[0].word, min(group)))


def place(position: Position, node: Node, env: Env) -> int:
    """The place, from 1, of what a choice names in its list; 0: it is not in the list (§P4.16)."""
    name = node.arguments[0].word
    found = chosen(position, name, env)
    choice = choice_named(position.rules.genome, name)
    if choice.numbers:
        return choice.numbers.index(found) + 1 if found in choice.numbers else 0
    if choice.type == "number":
        assert isinstance(found, int)
        return (found - number(position, choice.low, env)) // choice.step + 1
    if choice.type == "seat":
        return 0 if found in (None, NOBODY) else int(found) + 1
    if choice.type == "word":
        assert isinstance(found, int)
        return found + 1
    if choice.type == "rank":
        things = position.rules.deck.ranks
    else:
        things = tuple(NO_SUIT if suit == "none" else suit for suit in choice.suits)
        things = things or position.rules.deck.suits
    return things.index(found) + 1 if found in things else 0


# --- comparing subjects (§P4.18)


def numbers_of(position: Position, node: Node, env: Env) -> list[int]:
    """The second argument, for each of the seats or sides of the first."""
    return [
        number(position, node.arguments[1], as_subject(env, subject))
        for subject in seats(position, node.arguments[0], env)
    ]


def sum_over(position: Position, node: Node, env: Env) -> int:
    """The sum over them; of nobody 0."""
    return sum(numbers_of(position, node, env))


def highest(position: Position, node: Node, env: Env) -> int:
    """The highest among them; of nobody 0."""
    return max(numbers_of(position, node, env), default=0)


def lowest(position: Position, node: Node, env: Env) -> int:
    """The lowest among them; of nobody 0."""
    return min(numbers_of(position, node, env), default=0)


def number_of_seats(position: Position, node: Node, env: Env) -> int:
    """Number of seats or sides; a side is one."""
    return len(seats(position, node.arguments[0], env))


def any_(position: Position, node: Node, env: Env) -> bool:
    """Whether it is true of one of them; of nobody false."""
    return any(
        holds(position, node.arguments[1], as_subject(env, subject))
        for subject in seats(position, node.arguments[0], env)
    )


def all_(position: Position, node: Node, env: Env) -> bool:
    """Whether it is true of all of them; of nobody true."""
    return all(
        holds(position, node.arguments[1], as_subject(env, subject))
        for subject in seats(position, node.arguments[0], env)
    )


def rivals(position: Position, subject: int) -> list[int]:
    """Of a player every other player in the game, of a side every other side."""
    if subject >= SIDE:
        own = members(position, subject)
        return [
            side
            for side in sides_of(position.rules.genome)
            if not any(player in own for player in members(position, side))
        ]
    return [player for player in players(position) if player != subject]


def most(position: Position, node: Node, env: Env) -> bool:
    """Whether it is more for the subject than for every rival."""
    subject = asked(position, node, env, 1)
    own = number(position, node.arguments[0], as_subject(env, subject))
    return all(
        own > number(position, node.arguments[0], as_subject(env, rival))
        for rival in rivals(position, subject)
    )


def least(position: Position, node: Node, env: Env) -> bool:
    """Whether it is less for the subject than for every rival."""
    subject = asked(position, node, env, 1)
    own = number(position, node.arguments[0], as_subject(env, subject))
    return all(
        own < number(position, node.arguments[0], as_subject(env, rival))
        for rival in rivals(position, subject)
    )


def other(position: Position, node: Node, env: Env) -> Any:
    """The same for the side to which the subject does not belong."""
    group = members(position, asked(position, node, env, 1))
    for side in sides_of(position.rules.genome):
        if not any(player in group for player in members(position, side)):
            return value(position, node.arguments[0], as_subject(env, side))
    return value(position, node.arguments[0], as_subject(env, NOBODY))


# --- numbers (§P4.18)


def if_(position: Position, node: Node, env: Env) -> Any:
    """The second if the first holds, otherwise the third."""
    chosen_argument = 1 if holds(position, node.arguments[0], env) else 2
    return value(position, node.arguments[chosen_argument], env)


def numbers(position: Position, node: Node, env: Env) -> list[int]:
    """The arguments as numbers."""
    return [number(position, each, env) for each in node.arguments]


def divided(position: Position, node: Node, env: Env) -> int:
    """Divided by a number, rounded as stated."""
    amount = number(position, node.arguments[0], env)
    by = number(position, node.arguments[1], env)
    return ROUNDINGS[node.arguments[2].word](amount, by)


def half_up(amount: int, by: int) -> int:
    """The nearest whole number; of two as near the higher."""
    return (2 * amount + by) // (2 * by)


def half_down(amount: int, by: int) -> int:
    """The nearest whole number; of two as near the lower."""
    return -half_up(-amount, by)


ROUNDINGS: dict[str, Callable[[int, int], int]] = {
    "down": lambda amount, by: amount // by,
    "up": lambda amount, by: -(-amount // by),
    "half_up": half_up,
    "half_down": half_down,
}


def rest(position: Position, node: Node, env: Env) -> int:
    """The rest of a division, never negative."""
    amount, by = numbers(position, node, env)
    return amount % by


def equal(position: Position, node: Node, env: Env) -> bool:
    """Whether two values are the same (§P4.2, §P4.5, §P4.14)."""
    one, two = node.arguments
    what, name, thing = compared_things(position.rules.genome, one.word, two.word)
    if what == "option":
        return option_value(position.rules.genome, name) == thing
    if what == "choice":
        listed = choice_named(position.rules.genome, name).words
        return chosen(position, name, env) == listed.index(thing)
    if what == "mode":
        return bool(position.mode == thing)
    return bool(comparable_value(position, one, env) == comparable_value(position, two, env))


@cache
def compared_things(genome: GameGenome, one: str, two: str) -> tuple[str, str, str]:
    """What `==` compares: an option, choice or the mode with a name, or else two values
    (§P4.2)."""
    for name, thing in ((one, two), (two, one)):
        if is_option(genome, name):
            return "option", name, thing
        if name in choice_names(genome) and thing in choice_named(genome, name).words:
            return "choice", name, thing
        if name == "mode" and thing != "none":
            return "mode", name, thing
    return "values", one, two


@cache
def is_option(genome: GameGenome, name: str) -> bool:
    """Whether a name is that of an option, and of nothing that comes before (§P4.2)."""
    return any(option.name == name for option in genome.options)


@cache
def option_value(genome: GameGenome, name: str) -> str:
    """The choice of an option that is in force (§9)."""
    return next(option.value for option in genome.options if option.name == name)


def comparable_value(position: Position, node: Node, env: Env) -> Any:
    """A value as `==` compares it: a side or list by its first seat, none of any kind as none, a
    rank that is written as a number by its name."""
    found = value(position, node, env)
    if isinstance(found, list) or (isinstance(found, int) and found >= SIDE and is_people(node)):
        found = first_seat(position, found)
    if (
        found is None
        or found == NO_SUIT
        or (found == NOBODY and not is_number(position.rules.genome, node))
    ):
        return None
    return str(int(found)) if isinstance(found, bool) else str(found)


def is_people(node: Node) -> bool:
    """Whether an expression gives a side."""
    return node.word in ("team", "turn") or (
        node.word == "if" and any(is_people(each) for each in node.arguments[1:])
    )


def is_number(genome: GameGenome, node: Node) -> bool:
    """Whether an expression gives a number, so that −1 is one and not nobody."""
    if node.word == "if":
        return any(is_number(genome, each) for each in node.arguments[1:])
    if node.word in NUMBER_WORDS or any(counter.name == node.word for counter in genome.counters):
        return True
    for let in genome.lets:
        if let.name == node.word:
            return is_number(genome, let.value)
    return node.word in choice_names(genome) and choice_named(genome, node.word).type == "number"


NUMBER_WORDS = frozenset(
    {"#", "minus", "+", "-", "*", "score", "hand_score", "chips", "points", "suited", "declared"}
    | {"div", "min", "max", "sum", "highest", "lowest", "other"}
)
"""Words that give a number, which may be negative."""


def is_in(position: Position, node: Node, env: Env) -> bool:
    """Whether some seat of the first is among those of the second; false for none (§P4.14)."""
    one, two = (seats_of(position, seats(position, each, env)) for each in node.arguments)
    return bool(one & two)


def compared(compare: Callable[[int, int], bool]) -> Meaning:
    """A comparison of two numbers."""

    def meaning(position: Position, node: Node, env: Env) -> bool:
        one, two = node.arguments
        return compare(number(position, one, env), number(position, two, env))

    return meaning


def calculated(calculate: Callable[[int, int], int]) -> Meaning:
    """A number from two numbers."""

    def meaning(position: Position, node: Node, env: Env) -> int:
        one, two = node.arguments
        return calculate(number(position, one, env), number(position, two, env))

    return meaning


# --- the game as a whole (§P4.12)


def of_position(read: Callable[[Position], Any]) -> Meaning:
    """Something that belongs to nobody."""
    return lambda position, node, env: read(position)


def led_trump(position: Position) -> bool:
    """Whether the card led is a trump."""
    return position.led != NOBODY and is_trump(position, position.led)


def clockwise(position: Position) -> bool:
    """Whether play goes clockwise: the direction of the match, turned round by each `reverse`."""
    match = position.rules.genome.match
    set_out = match is None or match.direction != "counterclockwise"
    return set_out == (position.direction == 1)


WORDS: dict[str, Meaning] = {
    "joined": heap,
    "those": heap,
    "#": lambda position, node, env: node.number,
    "true": lambda position, node, env: True,
    "false": lambda position, node, env: False,
    "none": lambda position, node, env: None,
    "or": lambda p, n, e: holds(p, n.arguments[0], e) or holds(p, n.arguments[1], e),
    "and": lambda p, n, e: holds(p, n.arguments[0], e) and holds(p, n.arguments[1], e),
    "not": lambda p, n, e: not holds(p, n.arguments[0], e),
    "minus": lambda p, n, e: -number(p, n.arguments[0], e),
    "+": calculated(lambda one, two: one + two),
    "-": calculated(lambda one, two: one - two),
    "*": calculated(lambda one, two: one * two),
    "<": compared(lambda one, two: one < two),
    "<=": compared(lambda one, two: one <= two),
    ">": compared(lambda one, two: one > two),
    ">=": compared(lambda one, two: one >= two),
    "==": equal,
    "!=": lambda position, node, env: not equal(position, node, env),
    "in": is_in,
    "hand_number": of_position(lambda position: position.hand_number),
    "deal_number": of_position(lambda position: position.deal_number),
    "turns": of_position(lambda position: position.turns),
    "trick": of_position(lambda position: position.trick_number),
    "tricks_played": of_position(lambda position: position.tricks_played),
    "bids": of_position(lambda position: position.calls.bids),
    "calls": of_position(lambda position: len(position.calls.made)),
    "passes_in_row": of_position(lambda position: position.calls.passes_in_row),
    "standing": of_position(
        lambda position: position.calls.standing.key if position.calls.standing else 0
    ),
    "pot": of_position(lambda position: position.pot),
    "raised": of_position(lambda position: position.raised),
    "led_trump": of_position(led_trump),
    "broken": of_position(lambda position: position.broken),
    "trump": of_position(lambda position: position.trump),
    "mode": of_position(lambda position: position.mode),
    "clockwise": of_position(clockwise),
    "dealer": of_position(lambda position: position.dealer),
    "turn": lambda position, node, env: env.subject,
    "leader": of_position(lambda position: position.leader),
    "winner": of_position(lambda position: position.winner),
    "last_taker": of_position(lambda position: position.last_taker),
    "house": of_position(lambda position: position.rules.genome.player_count),
    "each": each,
    "teams": teams,
    "left": left,
    "right": right,
    "across": across,
    "partner": partner,
    "offset": offset,
    "next": nearest(1),
    "previous": nearest(-1),
    "holder": holder,
    "with_most": first_with(max),
    "with_least": first_with(min),
    "first_to_name": first_to_name,
    "team": team,
    "opponents": opponents,
    "others": others,
    "where": where,
    "from": from_,
    "score": score,
    "hand_score": hand_score,
    "tricks": summed(lambda position, player: position.tricks[player]),
    "took_last": true_of_one(lambda position, player: position.took_last == player),
    "hand_size": summed(hand_size),
    "chips": summed(lambda position, player: position.chips[player]),
    "staked": summed(lambda position, player: position.staked[player]),
    "owed": summed(owed),
    "position": place_in_deal,
    "active": true_of_one(lambda position, player: position.active[player]),
    "played": summed(lambda position, player: position.played[player]),
    "drawn": summed(lambda position, player: position.drawn[player]),
    "picked": picked,
    "picked_from": picked_from,
    "is": has_role,
    "set": is_set,
    "called": called,
    "failed_to_follow": failed_to_follow,
    "place": place,
    "declared": declared,
    "can": can,
    "size": size,
    "count": count,
    "points": points_in,
    "total": total,
    "best": best,
    "suits": suits_in,
    "groups": groups,
    "from_highest": from_highest,
    "from_lowest": from_lowest,
    "strongest": strongest,
    "forms": forms_pattern,
    "ways": lambda position, node, env: min(100_000, len(ways(position, node, env))),
    "in_ways": lambda position, node, env: min(1_000_000, sum(map(len, ways(position, node, env)))),
    "trailing": trailing,
    "unbroken": unbroken,
    "suited": suited,
    "highest_in": highest_in,
    "lowest_in": lowest_in,
    "better": better,
    "suit": suit_of_top,
    "rank": rank_of_top,
    "top": top,
    "piles": piles,
    "first_pile": first_pile,
    "pile": pile,
    "if": if_,
    "min": lambda position, node, env: min(numbers(position, node, env)),
    "max": lambda position, node, env: max(numbers(position, node, env)),
    "abs": lambda position, node, env: abs(number(position, node.arguments[0], env)),
    "div": divided,
    "mod": rest,
    "sum": sum_over,
    "highest": highest,
    "lowest": lowest,
    "number": number_of_seats,
    "any": any_,
    "all": all_,
    "most": most,
    "least": least,
    "other": other,
}
"""What every word of the vocabulary means."""
