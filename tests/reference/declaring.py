"""Declarations: announced, shown, contested (§P14)."""

from __future__ import annotations

from typing import Any

from tests.reference import places
from tests.reference.conditions import points
from tests.reference.patterns import wild_cards
from tests.reference.rankings import is_trump, order_now, sequence_place
from tests.reference.state import Declared, Env, Position, places_in
from tests.reference.words import holds, round_from, step


def declare(
    position: Position, phase: Any, seat: int, pattern: str, cards: tuple[int, ...]
) -> None:
    """A combination is declared; what is told of it depends on `announce` (§9.13, §P14.1, §P14.4,
    §P14.5)."""
    kept = phase.announce == "on_last_card"
    shown = phase.announce in ("now", "laid_out")
    number = position.rules.number_of[phase]
    position.declared.append(Declared(seat, pattern, cards, number, not kept, shown))
    if not kept:
        tell(position, seat, pattern, shown, cards)
    if shown:
        show_cards(position, cards)


def laid_out(position: Position) -> set[int]:
    """The cards that lie before their players since they were declared (§P14.4)."""
    found: set[int] = set()
    for item in position.declared:
        if item.phase < 0 or position.rules.phases[item.phase].announce != "laid_out":
            continue
        held = {card for pile in places_in(position, "hand", item.seat) for card in pile.cards}
        found |= held & set(item.cards)
    return found


def tell(position: Position, seat: int, pattern: str, shown: bool, cards: tuple[int, ...]) -> None:
    if position.events is not None:
        position.events.append(("declared", seat, pattern, shown, cards))


def show_cards(position: Position, cards: tuple[int, ...]) -> None:
    """Everybody knows the cards of a declaration that is shown (§9.7)."""
    for card in cards:
        places.learn(position, card, position.rules.everybody)


def announce_played(position: Position, seat: int, card: int) -> None:
    """When a card is played to a trick: a declaration is announced with the last of its cards, or
    its cards still in hand are shown (§P14.4, §P14.5)."""
    for item in position.declared:
        if item.seat != seat or item.phase < 0:
            continue
        phase: Any = position.rules.phases[item.phase]
        if phase.announce == "on_last_card":
            if not item.shown and card in item.cards and set(item.cards) <= position.played_cards:
                item.scores = item.shown = True
                tell(position, seat, item.pattern, True, item.cards)
                judge_contest(position, phase)
        elif (
            phase.announce == "class_only"
            and not item.shown
            and item.scores
            and phase.shown_when is not None
            and holds(position, phase.shown_when, Env(seat))
        ):
            item.shown = True
            tell(position, seat, item.pattern, True, item.cards)
            show_cards(position, tuple(c for c in item.cards if c not in position.played_cards))


def judge_contest(position: Position, phase: Any) -> None:
    """All declarations of a phase are judged anew: only the side of the best scores (§P14.6,
    §P14.7)."""
    contest = phase.contest
    if contest is None:
        return
    number = position.rules.number_of[phase]
    items = [
        item
        for item in position.declared
        if item.phase == number and (phase.announce != "on_last_card" or item.shown)
    ]
    if not items:
        return
    keys = [quality(position, contest, item) for item in items]
    best = [item for item, key in zip(items, keys, strict=True) if key == max(keys)]
    winners = winning_sides(position, contest, best)
    for item in items:
        item.scores = side_of(position, contest, item.seat) in winners
    if contest.winner_scores == "best":
        keep_best(position, contest, items, winners)


def side_of(position: Position, contest: Any, seat: int) -> int:
    """The sides are teams, or players with `side: seat` (§P14.7)."""
    return seat if contest.side == "seat" else position.rules.side_of.get(seat, seat)


def winning_sides(position: Position, contest: Any, best: list[Declared]) -> set[int]:
    """The side of the best declaration; of several as `ties` says (§P14.7)."""
    sides = {side_of(position, contest, item.seat) for item in best}
    if len(sides) == 1 or contest.ties == "both":
        return sides
    if contest.ties == "neither":
        return set()
    first = min(best, key=lambda item: distance(position, item.seat))
    return {side_of(position, contest, first.seat)}


def keep_best(position: Position, contest: Any, items: list[Declared], winners: set[int]) -> None:
    """Only the best of each winning side scores (§P14.7)."""
    for side in winners:
        own = [item for item in items if side_of(position, contest, item.seat) == side]
        keys = [quality(position, contest, item) for item in own]
        best = [item for item, key in zip(own, keys, strict=True) if key == max(keys)]
        first = min(best, key=lambda item: distance(position, item.seat))
        for item in own:
            item.scores = item is first


def distance(position: Position, seat: int) -> int:
    """How near a seat is to the dealer's left."""
    order = round_from(position, step(position, position.dealer, 1))
    return order.index(seat) if seat in order else len(order)


def quality(position: Position, contest: Any, item: Declared) -> tuple[int, int, bool]:
    """Priority, then what the cards are worth by `by`, or the top card, then with `trumps_first`
    one all of whose cards are trumps (§P14.6)."""
    pattern = position.rules.patterns[item.pattern]
    trumps = contest.trumps_first and all(is_trump(position, card) for card in item.cards)
    if contest.by is None:
        return (pattern.rank_priority, top_place(position, item), trumps)
    worth = sum(points(position, contest.by, card) for card in item.cards)
    return (pattern.rank_priority, worth, trumps)


def top_place(position: Position, item: Declared) -> int:
    """The highest place in the sequence order of its natural cards (§P14.6)."""
    now = order_now(position)
    pattern = position.rules.patterns[item.pattern]
    natural = [card for card in item.cards if card not in wild_cards(now, pattern)] or item.cards
    found = {sequence_place(position, card) for card in natural}
    ranks = {place for place in found if place is not None}
    if not ranks:
        return -1
    last = len(now.sequence) - 1
    if pattern.consecutive and pattern.sequence_wrap and {0, last} <= ranks and len(ranks) <= last:
        ranks.discard(last)
    return max(ranks)
