"""Points: of scoring rules, of cards, of actions (§7.26-7.38)."""

from __future__ import annotations

from collections.abc import Sequence

from tests.reference.conditions import fits
from tests.reference.genome import Counter, ScoringRule
from tests.reference.rules import Rules
from tests.reference.state import NOBODY, SIDE, Env, Position
from tests.reference.words import holds, members, number, seats

MOST_HAND = 100_000
MOST_SCORE = 1_000_000
MOST_CHIPS = 10_000_000
NO_RULE = -1
"""In the event: the points come from no scoring rule."""


def within(value: int, most: int) -> int:
    """A number that goes beyond its bounds stops there (§7.28)."""
    return max(-most, min(most, value))


def add_points(position: Position, subject: int, amount: int) -> None:
    """Points for a seat are its own, points for a side the side's own (§7.26)."""
    if subject >= SIDE:
        side = subject - SIDE
        position.side_hand_score[side] = within(position.side_hand_score[side] + amount, MOST_HAND)
    elif subject != NOBODY:
        position.hand_score[subject] = within(position.hand_score[subject] + amount, MOST_HAND)


def set_points(position: Position, subject: int, amount: int) -> None:
    """A seat's own points become the amount; a side's own so that the side has the amount
    (§7.30)."""
    if subject >= SIDE:
        side = subject - SIDE
        own = sum(position.hand_score[seat] for seat in position.rules.sides[side])
        position.side_hand_score[side] = within(amount - own, MOST_HAND)
    elif subject != NOBODY:
        position.hand_score[subject] = within(amount, MOST_HAND)


def tell_points(position: Position, subject: int, amount: int, rule: int) -> None:
    if position.events is not None:
        position.events.append(("scored", subject, amount, rule))


# --- counters -------------------------------------------------------------------------------------


def counter_named(position: Position, name: str) -> Counter:
    found: Counter = next(c for c in position.rules.genome.counters if c.name == name)
    return found


def put_counter(
    position: Position, counter: Counter, subject: int, amount: int, change: bool
) -> None:
    """`change` adds to a counter, `set` puts it; a value beyond its bounds stops there. A counter
    of seats: of a side, each member's; one of sides: of a seat, its side's (§3.9, §7.4)."""
    rules: Rules = position.rules
    values = position.counters[counter.name]
    if counter.scope == "table":
        slots: Sequence[int] = (0,)
    elif counter.scope == "seat":
        slots = members(position, subject)
    elif subject >= SIDE:
        slots = (subject - SIDE,)
    else:
        side = rules.side_of.get(subject)
        slots = () if side is None else (side,)
    for slot in slots:
        value = values[slot] + amount if change else amount
        values[slot] = max(counter.low, min(counter.high, value))


# --- scoring rules --------------------------------------------------------------------------------


def apply_rules(position: Position, moment: str, seat: int) -> None:
    """The scoring rules of a moment, in the order of the list (§7.29)."""
    from tests.reference import ending

    for index, rule in position.rules.scoring.get(moment, ()):
        if not ending.is_decided(position):
            apply_rule(position, index, rule, seat)


def apply_rule(position: Position, index: int, rule: ScoringRule, seat: int) -> None:
    """Worked out for all whom it concerns, and only then applied to each in order (§7.29)."""
    found = []
    for subject in seats(position, rule.who, Env(seat)):
        env = Env(subject)
        if holds(position, rule.when, env):
            found.append((subject, number(position, rule.amount, env)))
    for subject, amount in found:
        apply_amount(position, index, rule, subject, amount)


def apply_amount(
    position: Position, index: int, rule: ScoringRule, subject: int, amount: int
) -> None:
    """What a scoring rule changes: points of the hand, chips or a counter (§7.30-7.32). An amount
    of 0 is not told of, except by a rule with `set` (§9.14)."""
    adds = rule.op == "add"
    if rule.into == "hand_score":
        (add_points if adds else set_points)(position, subject, amount)
        if amount or not adds:
            tell_points(position, subject, amount, index)
    elif rule.into == "chips":
        for seat in members(position, subject):
            pay(position, seat, amount if adds else amount - position.chips[seat])
    else:
        put_counter(position, counter_named(position, rule.into), subject, amount, adds)
        if amount or not adds:
            tell_points(position, subject, amount, index)


def pay(position: Position, seat: int, amount: int) -> None:
    """Chips that a seat gets or, if negative, pays (§7.31); 0 is not told of (§9.14)."""
    position.chips[seat] = within(position.chips[seat] + amount, MOST_CHIPS)
    if amount and position.events is not None:
        position.events.append(("chips", seat, amount))


# --- card scoring ---------------------------------------------------------------------------------


def score_cards(position: Position, trigger: str, cards: Sequence[int], seat: int) -> None:
    """Each rule of a trigger gives its points for each card that fits, together (§7.34)."""
    for rule in position.rules.card_scoring.get(trigger, ()):
        env = Env(seat)
        fitting = sum(fits(position, rule.condition, card, env) for card in cards)
        if trigger == "set_complete":
            fitting = min(fitting, 1)
        amount = rule.points * fitting
        if amount:
            add_points(position, seat, amount)
            tell_points(position, seat, amount, NO_RULE)
