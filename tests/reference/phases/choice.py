"""Choice (§6.32, §6.33)."""

from __future__ import annotations

from typing import Any

from tests.reference import actions, private
from tests.reference.looking_ahead import (
    CarriedThrough,
    DeadEnd,
    foresight,
    reaches_end,
)
from tests.reference.moves import PASS, Move
from tests.reference.phases.base import FRAMES, PhaseFrame, Shares, begin, seats_of
from tests.reference.phases.leaves import Leaf
from tests.reference.places import Unforeseen
from tests.reference.state import Env, Position
from tests.reference.steps import follow
from tests.reference.words import holds

DIRECT = ("draw", "play", "discard", "meld", "capture", "build", "claim", "call")
"""Kinds whose first moves are themselves moves of the choice (§6.32)."""

ASKING, RUNNING = 1, 2


class Choice(Shares):
    """The player chooses one of several things to do."""

    def __init__(self, phase: Any, position: Position, inside: bool) -> None:
        super().__init__(phase, position, inside)
        self.listed: list[Move] = []
        """The moves of the share, worked out when it begins."""

    def open(self, position: Position) -> None:
        """Lists the options that are open; if none is, what `none_open` says (§6.33)."""
        self.listed = [] if self.closed else open_moves(position, self.phase, self.seat)
        passing = holds(position, self.phase.may_pass, Env(self.seat))
        if self.listed:
            if passing:
                self.listed.append(PASS)
            self.step = ASKING
            position.waiting = True
        elif private.asked_to_decline(position, self):
            self.listed = [PASS] if passing else private.pass_in_repeat(position)
            self.step = ASKING
            position.waiting = True
        else:
            self.none_open(position)

    def none_open(self, position: Position) -> None:
        """Nothing is open (§6.33)."""
        rule = self.phase.none_open
        if rule == "end_hand" and not self.closed:
            position.ending = "scored"
            return
        passing = holds(position, self.phase.may_pass, Env(self.seat))
        if position.foreseeing is not None and rule == "skip" and not passing:
            raise DeadEnd
        if rule == "sit_out" and not self.closed:
            actions.leave_hand(position, self.seat)
        self.end_share(position)

    def is_own_decision(self, position: Position, seat: int) -> bool:
        return self.seat == seat

    def moves(self, position: Position, seat: int) -> list[Move]:
        return list(self.listed)

    def decide(self, position: Position, seat: int, move: Move) -> None:
        """To make a move of an option is to choose it (§6.32); passing ends the share (§6.33)."""
        if move.option < 0:
            self.then_in_step(position)
            follow(position, self.seat, ())
            self.end_share(position)
            return
        self.step = RUNNING
        self.listed = []
        option = self.phase.options[move.option]
        frame = begin(position, option, True)
        if move.kind == "option":
            return
        if isinstance(frame, Leaf):
            frame.begin_chosen(position)
        else:
            frame.advance(position)
            position.waiting = False
        frame.decide(position, seat, move._replace(option=-1))

    def go_on(self, position: Position) -> None:
        """After the option the share is over (§6.33); `then` is done with the step (§6.44, 8)."""
        position.turn = self.seat
        if self.is_last(position):
            if self.phase.then:
                self.do_then(position)
                position.judging = True
            self.then_done = True
        self.end_share(position)


def open_moves(position: Position, phase: Any, seat: int) -> list[Move]:
    """The moves of all open options in order, each with the number of its option (§6.32,
    §6.43g)."""
    moves: list[Move] = []
    for index, option in enumerate(phase.options):
        of_option = option_moves(position, option, seat)
        if not of_option and private.is_option_to_decline(position, option, seat):
            of_option = [PASS]
        moves.extend(move._replace(option=index) for move in of_option)
    return moves


def option_moves(position: Position, option: Any, seat: int) -> list[Move]:
    """The moves of one option; none: it is not open (§6.32)."""
    if not holds(position, option.when, Env(seat)):
        return []
    if option.who is not None and seats_of(position, option, True) != [seat]:
        return [Move("option")]
    if option.kind == "do":
        return [Move("option")]
    if option.kind in DIRECT and not getattr(option, "simultaneous", False):
        return direct_moves(position, option, seat)
    return [Move("option")] if could_carry(position, option, seat) else []


def direct_moves(position: Position, option: Any, seat: int) -> list[Move]:
    """The first moves of an option; a draw or discard that is not picked has the one move `take`;
    of a play, or a picked draw or discard, that is not mandatory passing is among them (§6.32)."""
    frame: Any = FRAMES[option.kind](option, position, True)
    frame.seats, frame.at, frame.seat, frame.step = [seat], 0, seat, 1
    frame.moved_at = len(position.moved)
    if not frame.prepare(position):
        return []
    if frame.automatic() and option.kind == "meld":
        return [Move("option")]
    moves: list[Move] = frame.own_moves(position)
    if option.kind == "meld" or any(move.kind == "take" for move in moves):
        moves = [move for move in moves if move.kind != "pass"]
    return moves


def could_carry(position: Position, phase: Any, seat: int) -> bool:
    """Whether a player can carry a phase through, as if it began now with them alone (§6.36)."""
    if phase.kind not in ("block", "repeat", "choice", "turns"):
        return True
    further = position.copy()
    further.events = None
    depth = len(further.frames)
    outer = position.foreseeing
    further.foreseeing = foresight(position, seat, depth)
    if outer is not None:
        further.foreseeing.looked_at = outer.looked_at
    further.turn = seat
    further.frames.append(Marker(phase, further, True))
    begin(further, phase, True)
    try:
        return reaches_end(further)
    finally:
        if outer is not None:
            outer.looked_at = further.foreseeing.looked_at


class Marker(PhaseFrame):
    """Stands below a phase that is looked at: when it is reached, the phase is over."""

    def advance(self, position: Position) -> None:
        raise CarriedThrough


FRAMES["choice"] = Choice
__all__ = ["Unforeseen"]
