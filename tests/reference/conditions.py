"""Whether a card fits a card condition (§P2)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from tests.reference.cards import NO_COLOUR, NO_SUIT
from tests.reference.genome import (
    CallChoice,
    CallPhase,
    CardCondition,
    GameGenome,
    Reference,
    TrickPhase,
    phases_of,
)
from tests.reference.rankings import (
    TRUMPS_ALONE,
    Order,
    beats,
    cards_named,
    of_trump_colour,
    order_now,
    printed_trump,
    table_lines,
)
from tests.reference.state import (
    ELSEWHERE,
    NOBODY,
    SIDE,
    Env,
    Place,
    Position,
    moved_this_turn,
    places_in,
)


def fits(position: Position, condition: CardCondition | None, card: int, env: Env) -> bool:
    """Whether all the fields given hold of a card; without fields all cards fit (§P2.1)."""
    if condition is None:
        return True
    now = order_now(position)
    if is_fixed(now.genome, condition):
        return card in fixed_cards(now, condition)
    return (
        fits_face(now, condition, card)
        and fits_beats(position, condition, card, env)
        and fits_same(position, condition, card, env)
        and fits_step(position, condition, card, env)
        and fits_turn(position, condition, card)
        and fits_rank_in(position, condition, card, env)
        and fits_suit_in(position, condition, card, env)
        and fits_own_play(position, condition, card, env)
        and fits_highest(position, condition, card, env)
        and (
            condition.named is None
            or fits(position, cards_named(now.genome, condition.named), card, env)
        )
        and (not condition.any_of or any(fits(position, c, card, env) for c in condition.any_of))
        and all(fits(position, c, card, env) for c in condition.all_of)
        and (condition.not_ is None or not fits(position, condition.not_, card, env))
    )


def fitting(
    position: Position, condition: CardCondition | None, cards: Iterable[int], env: Env
) -> list[int]:
    """Those of some cards that fit, in their order."""
    return [card for card in cards if fits(position, condition, card, env)]


# --- fields that look at the card alone


@cache
def is_fixed(genome: GameGenome, condition: CardCondition) -> bool:
    """Whether a condition has only fields that look at the card alone, with trump suit and mode in
    force (§P2.2)."""
    return (
        condition.beats is None
        and not condition.same
        and condition.step is None
        and condition.drawn is None
        and condition.taken_from is None
        and condition.rank_in is None
        and condition.suit_in is None
        and condition.own_play is None
        and condition.highest is None
        and (condition.named is None or is_fixed(genome, cards_named(genome, condition.named)))
        and all(is_fixed(genome, each) for each in condition.any_of + condition.all_of)
        and (condition.not_ is None or is_fixed(genome, condition.not_))
    )


@cache
def fixed_cards(now: Order, condition: CardCondition) -> frozenset[int]:
    """All cards of the deck that fit such a condition."""
    return frozenset(card for card in range(len(now.deck)) if fits_fixed(now, condition, card))


def fits_fixed(now: Order, condition: CardCondition, card: int) -> bool:
    """As `fits`, for a condition of fields that look at the card alone (§P2.2)."""
    return (
        fits_face(now, condition, card)
        and (
            condition.named is None
            or fits_fixed(now, cards_named(now.genome, condition.named), card)
        )
        and (not condition.any_of or any(fits_fixed(now, each, card) for each in condition.any_of))
        and all(fits_fixed(now, each, card) for each in condition.all_of)
        and (condition.not_ is None or not fits_fixed(now, condition.not_, card))
    )


def fits_face(now: Order, condition: CardCondition, card: int) -> bool:
    """Suit, rank, colour, trumps and points of a card (§P2.2)."""
    deck = now.deck
    suit, rank = now.suits[card], deck.rank(card)
    if condition.suit is not None and suit != condition.suit:
        return False
    if condition.suits and suit not in condition.suits:
        return False
    if condition.rank is not None and rank != condition.rank:
        return False
    if condition.ranks and rank not in condition.ranks:
        return False
    if condition.colour is not None and deck.colour(card) != condition.colour:
        return False
    if condition.trump is not None and condition.trump != counts_as_trump(now, card):
        return False
    if condition.printed_suit is not None and deck.suit(card) != condition.printed_suit:
        return False
    if condition.printed_trump is not None and condition.printed_trump != printed_trump(
        deck, now.trump, card
    ):
        return False
    if condition.trump_colour is not None and condition.trump_colour != of_trump_colour(
        deck, now.trump, card
    ):
        return False
    return condition.point_table is None or fits_points(now, condition, card)


def counts_as_trump(now: Order, card: int) -> bool:
    """Whether a card is a trump (§P1.7, §P2.2)."""
    return now.suits[card] == (now.trump if now.trump != NO_SUIT else TRUMPS_ALONE)


def fits_points(now: Order, condition: CardCondition, card: int) -> bool:
    """Worth at least `min_points`, at most `max_points` by the point table (§P2.2)."""
    assert condition.point_table is not None
    worth = worths(now, condition.point_table)[card]
    if condition.min_points is not None and worth < condition.min_points:
        return False
    return condition.max_points is None or worth <= condition.max_points


@cache
def worths(now: Order, table: str) -> tuple[int, ...]:
    """By card: what the first line that means it says, or 0 (§P3.8)."""
    return tuple(
        next(
            (
                line.points
                for line in table_lines(now.genome, table, now.mode)
                if fits_fixed(now, line.cards, card)
            ),
            0,
        )
        for card in range(len(now.deck))
    )


def points(position: Position, table: str, card: int) -> int:
    """What a card is worth by a point table (§P3.8)."""
    return worths(order_now(position), table)[card]


# --- fields that compare with another card


def fits_beats(position: Position, condition: CardCondition, card: int, env: Env) -> bool:
    """`beats`: the card beats the reference card, in the sense of the trick phase in progress
    (§P2.3, §P2.10)."""
    if condition.beats is None:
        return True
    other = reference_card(position, condition.beats, env)
    return other != NOBODY and beats(position, card, other, lowest_wins(position))


def lowest_wins(position: Position) -> bool:
    """Whether the trick phase in progress is one that the lowest card wins (§P2.10)."""
    for frame in reversed(position.frames):
        if isinstance(frame.phase, TrickPhase):
            return not frame.phase.high_card_wins
    return False


def fits_same(position: Position, condition: CardCondition, card: int, env: Env) -> bool:
    """`same`: all listed attributes agree with the reference card (§P2.3, §P2.8)."""
    of = condition.of or "top"
    now = order_now(position)
    for attribute in condition.same:
        if attribute == "suit":
            suit = reference_suit(position, of, env)
            if suit == NO_SUIT or now.suits[card] != suit:
                return False
        elif attribute == "rank":
            rank = reference_rank(position, of, env)
            if rank == "" or now.deck.rank(card) != rank:
                return False
        else:
            other = reference_card(position, of, env)
            if other == NOBODY or now.deck.colour(other) == NO_COLOUR:
                return False
            if now.deck.colour(card) != now.deck.colour(other):
                return False
    return True


def fits_step(position: Position, condition: CardCondition, card: int, env: Env) -> bool:
    """`step`: the rank stands so many places above that of the reference card in the sequence
    order, which does not go round (§P2.9)."""
    if condition.step is None:
        return True
    now = order_now(position)
    mine = now.places.get(now.deck.rank(card))
    theirs = now.places.get(reference_rank(position, condition.of or "top", env))
    return mine is not None and theirs is not None and mine - theirs == condition.step


def reference_card(position: Position, of: Reference, env: Env) -> int:
    """The reference card; NOBODY if there is none (§P2.4)."""
    if of == "led":
        return position.led
    if of == "winner":
        return position.winning
    if of == "named":
        return NOBODY
    if env.lying_on != NOBODY:
        return env.lying_on
    return top_of(position, pile_in_question(position, env))


def pile_in_question(position: Position, env: Env) -> Place | None:
    """The pile that `top` speaks of (§P2.5)."""
    if env.onto >= 0:
        return position.places[env.onto]
    if env.onto != ELSEWHERE:
        return None
    return pile_elsewhere(position, env.subject)


def pile_elsewhere(position: Position, subject: int) -> Place | None:
    """The pile that `top` speaks of outside phases that play, discard or build: of the zone to
    which
    all play, build and claim phases go, or of `discard`; of several piles the last that has cards
    (§P2.5)."""
    name = position.rules.zone_elsewhere
    if name not in position.rules.zones:
        return None
    owner = owner_of(position, name, subject)
    piles = [pile for pile in places_in(position, name, owner) if pile.cards]
    return piles[-1] if piles else None


def owner_of(position: Position, zone: str, subject: int) -> int:
    """Whose piles of a zone a subject's are (§P4.10)."""
    kind = position.rules.zones[zone].owner
    if kind == "table":
        return NOBODY
    if subject >= SIDE:
        side = subject - SIDE
        return side if kind == "team" else int(min(position.rules.sides[side]))
    return subject if kind == "seat" else int(position.rules.side_of.get(subject, NOBODY))


def top_of(position: Position, pile: Place | None) -> int:
    """The top card of a pile; in a pile without order the lowest card (§P1.9)."""
    if pile is None or not pile.cards:
        return NOBODY
    if position.rules.zones[pile.zone].order == "stack":
        return pile.cards[-1]
    return min(pile.cards)


def reference_suit(position: Position, of: Reference, env: Env) -> str:
    """The suit that `same: suit` compares with; "" if there is none (§P2.4, §P2.6, §P2.7)."""
    if of == "named":
        return named(position, "suit", env)
    if of == "in_force" and position.in_force != NO_SUIT:
        return position.in_force
    card = reference_card(position, of, env)
    return NO_SUIT if card == NOBODY else order_now(position).suits[card]


def reference_rank(position: Position, of: Reference, env: Env) -> str:
    """The rank that `same: rank` and `step` compare with; "" if there is none (§P2.4, §P2.7)."""
    if of == "named":
        return named(position, "rank", env)
    card = reference_card(position, of, env)
    return "" if card == NOBODY else order_now(position).deck.rank(card)


def named(position: Position, kind: str, env: Env) -> str:
    """The suit or rank that a call named last in this hand; in the conditions of a call, what it
    would name, if it names such a thing, of several the last (§P2.7)."""
    for name, value in reversed((env.choices or {}).items()):
        if choice_named(position.rules.genome, name).type == kind:
            return str(value)
    return position.named_suit if kind == "suit" else position.named_rank


@cache
def choice_named(genome: GameGenome, name: str) -> CallChoice:
    """The choice of a name; if several calls have one, the first in the file (§P4.16)."""
    return next(
        choice
        for phase in phases_of(genome)
        if isinstance(phase, CallPhase)
        for call in phase.calls
        for choice in call.choices
        if choice.name == name
    )


# --- fields that look at the course of play


def fits_turn(position: Position, condition: CardCondition, card: int) -> bool:
    """`drawn` and `taken_from`: what happened to the card since the present turn began (§P2.11)."""
    if condition.drawn is not None and condition.drawn != (card in position.drawn_cards):
        return False
    return (
        condition.taken_from is None or moved_this_turn(position).get(card) == condition.taken_from
    )


def fits_rank_in(position: Position, condition: CardCondition, card: int, env: Env) -> bool:
    """`rank_in`: has the rank of some card in a zone of the table or the subject's (§P2.12)."""
    if condition.rank_in is None:
        return True
    deck = position.rules.deck
    return any(
        deck.rank(other) == deck.rank(card) for other in own_cards(position, condition.rank_in, env)
    )


def fits_suit_in(position: Position, condition: CardCondition, card: int, env: Env) -> bool:
    """`suit_in`: counts as the suit of some card in a zone of the table or the subject's
    (§P2.12)."""
    if condition.suit_in is None:
        return True
    suits = order_now(position).suits
    there = {suits[other] for other in own_cards(position, condition.suit_in, env)} - {NO_SUIT}
    return suits[card] in there


def fits_own_play(position: Position, condition: CardCondition, card: int, env: Env) -> bool:
    """`own_play`: played in this hand by the subject, or not (§P2.13)."""
    if condition.own_play is None:
        return True
    player = position.played_by.get(card, NOBODY) if card in position.played_cards else NOBODY
    from tests.reference.words import members

    own = player != NOBODY and player in members(position, env.subject)
    return own is condition.own_play


def own_cards(position: Position, zone: str, env: Env) -> list[int]:
    """The cards in a zone of the table, or in the subject's."""
    return [card for place in own_places(position, zone, env) for card in place.cards]


def own_places(position: Position, zone: str, env: Env) -> list[Place]:
    """The piles of a zone of the table, or of the subject's; none if there is no such zone."""
    from tests.reference.words import owners_of

    if zone not in position.rules.zones:
        return []
    return [
        place
        for owner in owners_of(position, zone, env.subject)
        for place in places_in(position, zone, owner)
    ]


def fits_highest(position: Position, condition: CardCondition, card: int, env: Env) -> bool:
    """`highest`: no other unplayed card that counts as the same suit is higher; with `unseen`, none
    beside those in the subject's own hand. A card of no suit always fits (§P2.13)."""
    now = order_now(position)
    if condition.highest is None or now.suits[card] == NO_SUIT:
        return True
    own = own_cards(position, "hand", env) if condition.highest == "unseen" else []
    return not any(
        now.suits[other] == now.suits[card]
        and now.heights[other] > now.heights[card]
        and other not in position.played_cards
        and other not in own
        for other in range(len(now.deck))
    )
