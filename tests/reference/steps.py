"""The order of a step: what follows a deed, and when wins and `until` are judged (§6.44)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.reference import actions, scoring
from tests.reference.conditions import fits
from tests.reference.rules import Rules
from tests.reference.state import Env, Position
from tests.reference.words import holds


def tell(position: Position, *event: Any) -> None:
    """Something is told (§9.14, §9.15); not while looking ahead."""
    if position.events is not None:
        position.events.append(event)


Moment = tuple[str, Sequence[int]]
"""A moment and its cards."""

TRIGGERS = {"played": "play", "captured": "capture"}
"""The card scoring that goes with a moment (§7.34)."""


def follow(position: Position, seat: int, moments: Sequence[Moment]) -> None:
    """Parts 4 to 6 of a step: card scoring, effects, scoring rules, of its moments in order (§6.44,
    §6.48).

    Where the hand is ending, what the step still has to score is scored, but no effects happen
    (§6.50).
    """
    for moment, cards in moments:
        if moment in TRIGGERS:
            scoring.score_cards(position, TRIGGERS[moment], cards, seat)
    for moment, cards in moments:
        effects(position, moment, cards, seat)
    for moment, _ in moments:
        scoring.apply_rules(position, moment, seat)
    position.judging = True


def effects(position: Position, moment: str, cards: Sequence[int], seat: int) -> None:
    """Effects of a moment: in the order of the list, and for each the cards that fit, in the order
    of the deck (§6.47)."""
    rules: Rules = position.rules
    listed = rules.effects.get(moment)
    if not listed:
        return
    env = Env(seat)
    for effect in listed:
        if moment in ("turn_end", "hand_end"):
            if not position.ending and holds(position, effect.when, env):
                actions.run(position, effect.do, seat)
            position.phase_ended = False
            continue
        for card in sorted(cards):
            if position.ending:
                return
            if fits(position, effect.cards, card, env) and holds(position, effect.when, env):
                actions.run(position, effect.do, seat)
            position.phase_ended = False


def run_then(position: Position, then: Sequence[Any], seat: int) -> None:
    """The `then` of a phase; `end_phase` in it only cuts the list short (§6.49)."""
    if not position.ending:
        actions.run(position, then, seat)
        position.phase_ended = False
