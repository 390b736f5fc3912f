"""Fields that say again what follows from the rest of a genome.

A file may leave them out; then they are what follows. Where they are given, the validator asks that
they agree.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

from darwindeck.genome.decks import CUSTOM, NAMED_DECKS, deck_cards, spec_cards
from darwindeck.genome.expressions import Call, ExpressionError, Name, Node, parse
from darwindeck.genome.expressions.environment import zone_owners
from darwindeck.genome.expressions.simplify import simplified
from darwindeck.genome.problems import Path
from darwindeck.genome.schema.actions import Deal, FillHands, Move
from darwindeck.genome.schema.base import Part
from darwindeck.genome.schema.genome import GameGenome
from darwindeck.genome.schema.phases import TurnsPhase, TurnStructure
from darwindeck.genome.schema.selectors import Attribute, CardCondition, Reference
from darwindeck.genome.schema.setup import DealStep, SetupRules
from darwindeck.genome.schema.things import Location, Owner
from darwindeck.genome.schema.transfers import DiscardPhase, DrawPhase, MeldPhase, PlayPhase
from darwindeck.genome.schema.tricks import Keep, TrickPhase
from darwindeck.genome.tree import at, put, walk

OPEN: Final = object()
"""Stands for a value that does not follow from the rest."""


class Implied(NamedTuple):
    """How a field follows from the rest."""

    part: type[Part]
    field: str
    beside: str
    """The field of the same part that it follows from, if that is given; empty: it is not one."""
    value: Callable[[GameGenome, Any], Any]
    """What follows, of a genome and the part in it; `OPEN` if nothing does."""


# --- the deal -------------------------------------------------------------------------------------


def hand_sizes(genome: GameGenome) -> tuple[int, int]:
    """The fewest and the most cards that the steps of the deal give to a hand."""
    each = 0
    least = most = None
    for step, seats, rest in _steps(genome):
        if zone_name(step.zone) != Location.HAND:
            continue
        if step.all_cards and 0 < seats <= genome.player_count:
            least, most = rest // seats, -(-rest // seats)
        elif seats == genome.player_count:
            each += _count(step)
        else:
            most = max(most or 0, _count(step))
    return each + (least or 0), each + (most or 0)


def turned_up(genome: GameGenome) -> int:
    """How many cards the steps of the deal turn up on the discard pile."""
    return sum(
        _count(step) for step, _, _ in _steps(genome) if zone_name(step.zone) == Location.DISCARD
    )


def _steps(genome: GameGenome) -> Iterator[tuple[DealStep, int, int]]:
    """The steps of the deal, with how many get cards and how many cards are left before it."""
    owners = zone_owners(genome)
    rest = len(deck_cards(genome))
    for step in genome.setup.deal or ():
        to_table = owners.get(zone_name(step.zone)) is Owner.TABLE
        seats = 1 if to_table else receivers(step.to, genome.player_count)
        yield step, seats, rest
        rest = max(0, rest - _count(step) * seats)


def _count(step: DealStep) -> int:
    return sum(step.piles) if step.piles else sum(step.packets)


def receivers(to: str, players: int) -> int:
    """How many seats are dealt to at the least, as far as the text shows."""
    try:
        return _seats(parse(str(to)), players)
    except ExpressionError:
        return 0


def _seats(node: Node, players: int) -> int:
    match node:
        case Name("each" | "teams"):
            return players
        case Name():
            return 1
        case Call("others", (argument,)):
            return max(0, players - _seats(argument, players))
        case Call("from", (argument, *_)):
            return _seats(argument, players)
        case Call("left" | "right" | "across" | "partner" | "offset"):
            return 1
        case _:
            return 0


def zone_name(expr: str) -> str:
    """The zone that a zone expression speaks of: `captured` in `captured(winner)`."""
    return expr.partition("(")[0].strip()


def zones_meant(expr: str) -> frozenset[str]:
    """The zones that a zone expression may mean, of one with `if` those of both sides."""
    try:
        return frozenset(_zones(parse(expr)))
    except ExpressionError:
        return frozenset()


def _zones(node: Node) -> Iterator[str]:
    match node:
        case Call("if", (_, then, otherwise)):
            yield from _zones(then)
            yield from _zones(otherwise)
        case Call("top", (zone,)) | Call("first_pile", (zone, _)):
            yield from _zones(zone)
        case Name(name) | Call(name):
            yield name


def is_constant(expr: str | int, value: str) -> bool:
    """Whether an expression always has the value `true` or `false`, plainly or once simplified."""
    return expr == value or (isinstance(expr, str) and simplified(expr) == value)


# --- tricks ---------------------------------------------------------------------------------------

_UNTIL = re.compile(r"tricks_played (?:==|>=) (\d{1,9})")


def number_of_tricks(genome: GameGenome) -> int | None:
    """How many tricks a hand has, where that is the same in every hand."""
    parts = [part for _, part in walk(genome)]
    phases = [part for part in parts if isinstance(part, TrickPhase)]
    if len(phases) != 1:
        return None
    until = phases[0].until
    if ends := _UNTIL.fullmatch(until):
        return int(ends.group(1))
    if is_constant(until, "false") and _hands_stay_as_dealt(parts):
        return genome.setup.cards_per_player
    return None


def _hands_stay_as_dealt(parts: list[Part]) -> bool:
    """Whether everybody plays out just the cards dealt to them."""
    others = (DrawPhase, DiscardPhase, PlayPhase, MeldPhase, Deal, FillHands, TurnsPhase)
    if any(isinstance(part, others) for part in parts):
        return False
    ends: list[str | None] = []
    for part in parts:
        match part:
            case Move():
                ends += [part.source, part.target]
            case TrickPhase():
                ends += [part.collect_to, part.out_to]
            case Keep():
                ends.append(part.to)
    return Location.HAND not in {zone_name(end) for end in ends if end is not None}


def follows_suit(phase: TrickPhase) -> bool:
    """Whether one of the duties of a trick asks for the suit led."""
    return any(_asks_for_suit(rule.cards) for rule in phase.follow)


def _asks_for_suit(condition: CardCondition) -> bool:
    if Attribute.SUIT in condition.same and condition.of is Reference.LED:
        return True
    return any(_asks_for_suit(part) for part in (*condition.all_of, *condition.any_of))


# --- what follows ---------------------------------------------------------------------------------


def _deck(genome: GameGenome, setup: SetupRules) -> Any:
    if genome.deck is None:
        return OPEN
    cards = Counter(spec_cards(genome.deck))
    named = (name for name, spec in NAMED_DECKS.items() if Counter(spec_cards(spec)) == cards)
    return next(named, CUSTOM)


def _hand_size(genome: GameGenome, setup: SetupRules) -> Any:
    return OPEN if setup.deal is None else min(hand_sizes(genome))


def _discards(genome: GameGenome, setup: SetupRules) -> Any:
    return OPEN if setup.deal is None else turned_up(genome)


IMPLIED: Final = (
    Implied(SetupRules, "initial_deck", "", _deck),
    Implied(SetupRules, "cards_per_player", "deal", _hand_size),
    Implied(SetupRules, "initial_discard_count", "deal", _discards),
    Implied(TrickPhase, "trump_suit", "", lambda genome, _: genome.setup.trump_suit),
    Implied(
        TrickPhase,
        "lead_suit_required",
        "follow",
        lambda _, phase: follows_suit(phase) if phase.follow else OPEN,
    ),
    Implied(
        TurnStructure,
        "is_trick_based",
        "",
        lambda genome, _: any(isinstance(part, TrickPhase) for _, part in walk(genome)),
    ),
    Implied(TurnStructure, "tricks_per_hand", "", lambda genome, _: number_of_tricks(genome)),
)
"""The fields that follow from the rest; a later one may follow from an earlier one."""

_BY_FIELD: Final = {(one.part, one.field): one for one in IMPLIED}


def implied_field(part: type[Part], field: str) -> Implied | None:
    """How a field of a part follows from the rest; None if it is not such a field."""
    return _BY_FIELD.get((part, field))


def said_again(genome: GameGenome) -> frozenset[Path]:
    """The fields that say what follows anyway."""
    found = set()
    for path, part in walk(genome):
        for one in IMPLIED:
            if type(part) is one.part and getattr(part, one.field) == one.value(genome, part):
                found.add((*path, one.field))
    return frozenset(found)


def filled_in(genome: GameGenome, absent: set[Path]) -> GameGenome:
    """The genome with what follows in those of the fields that a file leaves out."""
    for one in IMPLIED:
        for path in [path for path in absent if path[-1] == one.field]:
            part = at(genome, path[:-1])
            value = one.value(genome, part)
            if type(part) is one.part and value is not OPEN and value != getattr(part, one.field):
                genome = put(genome, path, value)
    return genome
