"""Looking ahead: whether a player can carry a phase through (§6.36-6.41)."""

from __future__ import annotations

from typing import Any

from tests.reference.places import Unforeseen
from tests.reference.state import Frame, Position, moved_this_turn


class DeadEnd(Exception):
    """Looking ahead has come to an `after` that does not hold, or to something left undone."""


class CarriedThrough(Exception):
    """Looking ahead has come to the end of the phase in question."""


class TooMuchWork(Exception):
    """One decision takes more work than this program is ready to do (§6.57)."""


MOST_POSITIONS = 60_000
"""The bound on the positions looked at for one decision (§6.57)."""


class Foresight:
    """For whom one looks ahead, and to the end of which phase."""

    __slots__ = ("depth", "looked_at", "seat", "seen")

    def __init__(self, seat: int, depth: int) -> None:
        self.seat = seat
        self.depth = depth
        """The place of the phase among the frames."""
        self.seen: set[Any] = set()
        """Positions that lead nowhere."""
        self.looked_at = 0


def can_carry_through(position: Position, seat: int, depth: int) -> bool:
    """Whether a player can carry the phase at some depth of the frames through from here. The
    position is changed: pass a copy (§6.36)."""
    position.events = None
    position.foreseeing = Foresight(seat, depth)
    return reaches_end(position)


def reaches_end(position: Position) -> bool:
    """Whether some way to decide leads to a good end: all ways are tried."""
    engine: Any = position.rules.engine
    try:
        engine.run_on(position)
    except (Unforeseen, CarriedThrough):
        return True
    except DeadEnd:
        return False
    foresight: Foresight = position.foreseeing
    frame: Any = position.frames[-1]
    if not frame.is_own_decision(position, foresight.seat):
        return True
    key = key_of(position)
    if key in foresight.seen:
        return False
    foresight.looked_at += 1
    if foresight.looked_at > MOST_POSITIONS:
        raise TooMuchWork
    asked = frame.asked(position)[0]
    for move in engine.otherwise_legal(position, asked):
        further = position.copy()
        try:
            engine.decide(further, asked, move)
        except (Unforeseen, CarriedThrough):
            return True
        except DeadEnd:
            continue
        if reaches_end(further):
            return True
    foresight.seen.add(key)
    return False


def key_of(position: Position) -> Any:
    """A position as a key: cards with the same face are alike (§6.40)."""
    faces = position.rules.deck.faces
    return (
        tuple(
            tuple(faces[card] for card in place.cards)
            if position.rules.zones.get(place.zone, _STACK).order == "stack"
            else tuple(sorted(faces[card] for card in place.cards))
            for place in position.places
        ),
        tuple(frame_key(frame, faces) for frame in position.frames),
        tuple(map(tuple, position.counters.values())),
        tuple(position.roles.values()),
        tuple(sorted(faces[card] for card in position.drawn_cards)),
        tuple(sorted((faces[card], zone) for card, zone in moved_this_turn(position).items())),
        position.turn,
        position.trump,
        position.mode,
        position.in_force,
        tuple(position.active),
        tuple(position.hand_score),
        tuple(position.chips),
        tuple(position.played),
        position.skips,
        len(position.calls_in_hand),
        len(position.declared),
    )


class _Stack:
    order = "stack"


_STACK = _Stack()


def frame_key(frame: Frame, faces: tuple[tuple[str, str], ...]) -> Any:
    """What matters of a phase in progress."""
    picked = getattr(frame, "picked", None)
    return (
        id(frame.phase),
        frame.seat,
        frame.step,
        getattr(frame, "at", 0),
        tuple(sorted(faces[card] for card in picked)) if picked else (),
        getattr(frame, "pile", 0),
    )
