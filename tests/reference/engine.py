"""Playing: from one decision to the next."""

from __future__ import annotations

import sys
from typing import Any

from tests.reference import course, ending, phases
from tests.reference.chance import Chance
from tests.reference.course import Course
from tests.reference.looking_ahead import (
    CarriedThrough,
    DeadEnd,
    TooMuchWork,
    foresight,
    reaches_end,
)
from tests.reference.moves import STOP, Move
from tests.reference.phases.base import DECISIONS_IN_TURN, count_turn, takes_part
from tests.reference.phases.block import Around
from tests.reference.phases.choice import option_moves
from tests.reference.phases.stopping import innermost_repeat, may_stop
from tests.reference.places import Unforeseen, set_out_piles
from tests.reference.rules import Rules
from tests.reference.state import Position

DECLINING = ("pass", "stop", "check", "accept")
"""To decline (§6.61)."""


def set_up(rules: Rules, chance: Chance, single_hand: bool = False) -> Position:
    """A match before its first hand."""
    position = Position(rules, rules.seats, len(rules.sides), len(rules.deck))
    position.chance = chance
    position.single_hand = single_hand
    set_out_piles(position)
    position.frames = [Course()]
    rules.can = can
    rules.engine = sys.modules[__name__]
    return position


def run(position: Position) -> None:
    """Goes on until somebody is asked or the game is over."""
    position.rules.dead_ends.clear()
    try:
        run_on(position)
    except ending.Over:
        return
    except TooMuchWork:
        stopped(position)


def stopped(position: Position) -> None:
    """One decision takes more work than this program does: the match is stopped (§6.57)."""
    try:
        ending.stop(position, "work")
    except ending.Over:
        return


def run_on(position: Position) -> None:
    """As `run`, also while looking ahead."""
    while True:
        if position.ending:
            course.break_off(position)
        elif position.waiting:
            return
        else:
            frame: Any = position.frames[-1]
            frame.advance(position)


def phase_now(position: Position) -> Any:
    """The innermost phase in progress."""
    return position.frames[-1].phase if position.frames else None


def asked(position: Position) -> list[int]:
    """The seats that may decide now (§P19.6)."""
    frame: Any = position.frames[-1]
    return list(frame.asked(position))


def otherwise_legal(position: Position, seat: int) -> list[Move]:
    """What a seat may do, apart from what must hold afterwards (§6.37, §P19.1)."""
    frame: Any = position.frames[-1]
    moves: list[Move] = frame.moves(position, seat)
    own = seat == position.control[frame.seat]
    if own and may_stop(position, frame.seat) and not abandons(position):
        moves.append(STOP)
    return moves


def abandons(position: Position) -> bool:
    """Whether `stop` would abandon the phase that is looked at (§6.38)."""
    look = position.foreseeing
    return look is not None and stops_around(position, look.depth)


def stops_around(position: Position, depth: int) -> bool:
    """Whether `stop` would leave off a repeat around a phase: that abandons the phase and does not
    carry it through (§6.36, §6.38)."""
    return bool(position.frames.index(innermost_repeat(position)) < depth)


def legal(position: Position, seat: int) -> list[Move]:
    """What a seat may do (§6.37): of all moves that are otherwise legal those after which the
    outermost block or repeat that binds can still be carried through; if there are none, those of
    the next one inside; if none binds, all."""
    moves = otherwise_legal(position, seat)
    frame: Any = position.frames[-1]
    for depth, around in enumerate(position.frames):
        if isinstance(around, Around) and around.binding:
            if not frame.is_own_decision(position, around.seat):
                continue
            good = [move for move in moves if leads_on(position, seat, move, around.seat, depth)]
            if good:
                return good
    return moves


def leads_on(position: Position, seat: int, move: Move, player: int, depth: int) -> bool:
    """Whether a phase can still be carried through after a move (§6.36); what `stop` abandons
    need not be (§6.38)."""
    if move.kind == "stop" and stops_around(position, depth):
        return True
    further = position.copy()
    further.events = None
    further.foreseeing = foresight(position, player, depth)
    try:
        decide(further, seat, move)
    except (Unforeseen, CarriedThrough):
        return True
    except DeadEnd:
        return False
    return reaches_end(further)


def decide(position: Position, seat: int, move: Move) -> None:
    """Carries out a decision, without going on."""
    position.waiting = False
    position.asked_times += 1
    if move.kind not in DECLINING:
        position.decided_times += 1
    position.decisions_in_turn += 1
    if position.decisions_in_turn > DECISIONS_IN_TURN:
        count_turn(position)
        position.decisions_in_turn = DECISIONS_IN_TURN
    if move.kind == "stop":
        innermost_repeat(position).stop(position)
        return
    frame: Any = position.frames[-1]
    frame.decide(position, seat, move)


def apply(position: Position, seat: int, move: Move) -> None:
    """Carries out a decision and goes on until somebody is asked or the game is over."""
    position.rules.dead_ends.clear()
    try:
        decide(position, seat, move)
        run_on(position)
    except ending.Over:
        return
    except TooMuchWork:
        stopped(position)


def can(position: Position, name: str, seat: int) -> bool:
    """Whether somebody can act in a phase: it would be open as an option (§6.41)."""
    if not takes_part(position, seat):
        return False
    phase = next((item for item in position.rules.phases if item.name == name), None)
    if phase is None:
        return False
    turn = position.turn
    position.turn = seat
    moves = option_moves(position, phase, seat)
    position.turn = turn
    return any(move.kind != "pass" for move in moves)


__all__ = ["phases"]
