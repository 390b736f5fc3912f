"""Looking ahead: whether a player can carry a phase through (§6.36-6.41)."""

from __future__ import annotations

from typing import Any

from tests.reference.places import Unforeseen
from tests.reference.state import Frame, Position, moved_in_phase, moved_this_turn


class DeadEnd(Exception):
    """Looking ahead has come to an `after` that does not hold, or to something left undone."""


class CarriedThrough(Exception):
    """Looking ahead has come to the end of the phase in question."""


class TooMuchWork(Exception):
    """One decision takes more work than this program is ready to do (§6.57)."""


MOST_POSITIONS = 1_000
"""The bound on the positions looked at for one decision (§6.57)."""
MOST_SETS = 100_000
"""The bound on the sets of cards tried for one pattern (§6.57)."""
MOST_WAYS = 3_000
"""The bound on the sets that are held against each other (§6.57)."""


class Foresight:
    """For whom one looks ahead, and to the end of which phase."""

    __slots__ = ("depth", "looked_at", "path", "seat", "seen", "went_round")

    def __init__(self, seat: int, depth: int, seen: set[Any] | None = None) -> None:
        self.seat = seat
        self.depth = depth
        """The place of the phase among the frames."""
        self.seen: set[Any] = set() if seen is None else seen
        """Positions that lead nowhere; the same for all looks from one decision."""
        self.path: set[Any] = set()
        """Positions that are being looked at."""
        self.went_round = False
        """Whether a way came back to a position that is being looked at."""
        self.looked_at = 0


def foresight(position: Position, seat: int, depth: int) -> Foresight:
    """A look ahead from the decision in progress, which remembers what other looks have found."""
    return Foresight(seat, depth, position.rules.dead_ends.setdefault((seat, depth), set()))


def reaches_end(position: Position) -> bool:
    """Whether some way to decide leads to a good end: all ways are tried (§6.36)."""
    engine: Any = position.rules.engine
    try:
        engine.run_on(position)
    except (Unforeseen, CarriedThrough):
        return True
    except DeadEnd:
        return False
    look: Foresight = position.foreseeing
    frame: Any = position.frames[-1]
    if not frame.is_own_decision(position, look.seat):
        return True
    key = key_of(position)
    if key in look.seen:
        return False
    if key in look.path:
        look.went_round = True
        return False
    look.looked_at += 1
    if look.looked_at > MOST_POSITIONS:
        raise TooMuchWork
    look.path.add(key)
    found = some_move_leads_on(position, frame.asked(position)[0])
    look.path.discard(key)
    if not found and not look.went_round:
        look.seen.add(key)
    return found


def some_move_leads_on(position: Position, asked: int) -> bool:
    """Whether a good end can be reached after some move."""
    engine: Any = position.rules.engine
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
    return False


def key_of(position: Position) -> Any:
    """A position as a key: cards with the same face are alike (§6.40)."""
    rules = position.rules
    faces = rules.face_of
    return (
        tuple(
            tuple([faces[card] for card in place.cards])
            if rules.zones.get(place.zone, _STACK).order == "stack"
            else tuple(sorted([faces[card] for card in place.cards]))
            for place in position.places
            if place.cards
        ),
        tuple([len(place.cards) for place in position.places]),
        tuple([frame_key(position, frame, faces) for frame in position.frames]),
        tuple([tuple(values) for values in position.counters.values()]),
        tuple(position.roles.values()),
        tuple(sorted([faces[card] for card in position.drawn_cards])),
        tuple(sorted([(faces[card], zone) for card, zone in moved_this_turn(position).items()])),
        tuple(sorted([(faces[card], zone) for card, zone in moved_in_phase(position).items()])),
        position.turn,
        position.trump,
        position.mode,
        position.in_force,
        position.direction,
        tuple(position.active),
        tuple(position.hand_score),
        tuple(position.side_hand_score),
        tuple(position.chips),
        tuple(position.played),
        tuple(position.drawn),
        position.skips,
        position.play_again,
        tuple([(made.seat, made.call, *made.values.values()) for made in position.calls_in_hand]),
        tuple([(item.seat, item.pattern, item.cards) for item in position.declared]),
    )


class _Stack:
    order = "stack"


_STACK = _Stack()


def frame_key(position: Position, frame: Frame, faces: list[int]) -> Any:
    """What matters of a phase in progress."""
    picked = getattr(frame, "picked", None)
    return (
        id(frame.phase),
        frame.seat,
        frame.step,
        getattr(frame, "at", 0),
        tuple(sorted([faces[card] for card in picked])) if picked else (),
        getattr(frame, "pile", 0),
        getattr(frame, "played", 0),
        getattr(frame, "rounds", 0),
        getattr(frame, "moved_before", 0) == position.cards_moved,
        getattr(frame, "decided_before", 0) == position.decided_times,
        getattr(frame, "asked_before", 0) == position.asked_times,
    )
