"""What each seat sees and knows (§9)."""

from __future__ import annotations

from typing import Any

from darwindeck.simulation.labels import Labels
from darwindeck.simulation.view import View
from tests.reference import engine
from tests.reference.ending import has_sides
from tests.reference.phases.call import CallAtOnce, CallRound
from tests.reference.phases.pass_ import Pass
from tests.reference.places import lookers, sees_top
from tests.reference.rules import Rules
from tests.reference.state import Place, Position


def hidden_from(position: Position, place: Place) -> list[tuple[int, int]]:
    """For each card of a pile the seats that cannot look at it now (§9.1)."""
    rules: Rules = position.rules
    blind = rules.everybody & ~lookers(position, place)
    if not blind:
        return []
    if sees_top(position, place) and place.cards:
        return [(card, blind) for card in place.cards[:-1]]
    return [(card, blind) for card in place.cards]


def first_of_face(position: Position, card: int) -> int:
    """The first card of the deck with the same face: a view shows faces."""
    faces = position.rules.deck.faces
    return int(faces.index(faces[card]))


def piles(position: Position, seat: int) -> list[tuple[str, int, list[int], list[int]]]:
    """Each pile as a seat sees it: zone, owner, its cards from the bottom up (-1 where it cannot
    look), and the cards it knows to lie there (§9.10)."""
    found = []
    for place in position.places:
        if place.number == position.trick_place:
            continue
        hidden = {card for card, mask in hidden_from(position, place) if mask >> seat & 1}
        cards = [-1 if c in hidden else first_of_face(position, c) for c in place.cards]
        known = sorted(
            first_of_face(position, card) for card in hidden if position.known[card] >> seat & 1
        )
        found.append((place.zone, place.owner, cards, known))
    return found


def result_scores(position: Position) -> list[int]:
    """Each seat's score; where sides of more than one player exist that of its side (§8.15)."""
    rules: Rules = position.rules
    scores = position.score[: rules.players]
    if not has_sides(rules):
        return scores
    totals = [
        sum(position.score[seat] for seat in side) + position.side_score[number]
        for number, side in enumerate(rules.sides)
    ]
    return [totals[rules.side_of[seat]] for seat in range(rules.players)]


def to_move(position: Position, seat: int) -> list[int]:
    """Who is asked, as a seat knows it: not who else may call out of turn (§9.10)."""
    if position.over:
        return []
    able = sorted(engine.asked(position))
    frame = position.frames[-1]
    if isinstance(frame, CallAtOnce | Pass) or not isinstance(frame, CallRound):
        return able
    first = position.control[frame.seat]
    return [other for other in able if other in (seat, first)]


def view(position: Position, seat: int) -> dict[str, Any]:
    """What a seat sees (§9.10), in plain values; answers in secret are not among them (§9.11)."""
    rules: Rules = position.rules
    players = rules.players
    return {
        "to_move": to_move(position, seat),
        "piles": piles(position, seat),
        "trick": [
            (item.seat, first_of_face(position, item.card))
            for item in position.trick
            if not item.face_down
        ],
        "turn": position.turn,
        "dealer": position.dealer,
        "trump": position.trump,
        "hand_number": position.hand_number,
        "turns": position.turns,
        "out": [s for s in range(players) if not position.active[s]],
    }


def told_by_core(view: View, labels: Labels) -> dict[str, Any]:
    """The same of a view that the core's side of the house gives."""
    numbers: dict[Any, list[int]] = {}
    for number, card in enumerate(labels.cards):
        numbers.setdefault(card, []).append(number)

    def face(card: Any) -> int:
        return -1 if card is None else numbers[card][0]

    return {
        "to_move": list(view.to_move),
        "piles": [
            (
                pile.zone,
                -1 if pile.owner is None else pile.owner,
                [face(c) for c in pile.cards],
                sorted(face(c) for c in pile.known),
            )
            for pile in view.piles
            if pile.zone
        ],
        "trick": [(seat, face(card)) for seat, card in view.trick],
        "turn": view.turn,
        "dealer": view.dealer,
        "trump": view.trump or "",
        "hand_number": view.hand_number,
        "turns": view.turns,
        "out": [s for s in view.out if s < len(view.scores)],
    }
