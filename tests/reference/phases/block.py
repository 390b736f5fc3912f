"""Block and repeat (§6.21, §6.30, §6.31, §6.34)."""

from __future__ import annotations

from typing import Any

from tests.reference import private
from tests.reference.looking_ahead import CarriedThrough, DeadEnd, foresight, reaches_end
from tests.reference.moves import Move
from tests.reference.phases.base import (
    BEGUN,
    FRAMES,
    PhaseFrame,
    Sequence_,
    Shares,
    settle,
    takes_part,
    takes_place,
)
from tests.reference.phases.leaves import asks_nothing
from tests.reference.phases.stopping import GO_ON, happens_by_itself, may_stop
from tests.reference.places import Unforeseen
from tests.reference.state import Env, Position
from tests.reference.steps import run_then
from tests.reference.words import holds

ASKING, IN_PASS = 2, 1
"""How far a pass of a repeat has come: the player is asked whether to go on; its phases run."""


def asks_after(phase: Any) -> bool:
    """Whether a block or repeat says what must hold afterwards (§6.37)."""
    return not asks_nothing(phase.after)


class Around(Shares):
    """A phase with phases in it, in which each seat has a share, and with an `after`."""

    def __init__(self, phase: Any, position: Position, inside: bool) -> None:
        super().__init__(phase, position, inside)
        self.binding = False
        """Whether moves in it are bound by its `after` (§6.37)."""

    def begin_share(self, position: Position) -> None:
        """Of several seats one that could not carry it through is passed over (§6.37); of an only
        seat that was asked before the phase began. In look-ahead it is found out by going on."""
        if asks_after(self.phase) and position.foreseeing is None:
            if len(self.seats) > 1 and not could_carry_share(position, self):
                self.enter_share(position)
                self.end_share(position)
                return
            self.binding = True
        super().begin_share(position)

    def open(self, position: Position) -> None:
        self.first(position)

    def first(self, position: Position) -> None:
        """The share begins."""
        raise NotImplementedError

    def end_share(self, position: Position) -> None:
        self.binding = False
        super().end_share(position)

    def share_over(self, position: Position) -> None:
        """The share is over: in look-ahead `after` is judged, and the phase in question ends the
        looking (§6.36, §6.38)."""
        if position.foreseeing is not None:
            if not holds(position, self.phase.after, Env(self.seat)):
                raise DeadEnd
            if position.frames.index(self) == position.foreseeing.depth:
                raise CarriedThrough
        if self.is_last(position):
            if self.phase.then:
                self.do_then(position)
                position.judging = True
            self.then_done = True
        self.end_share(position)

    def is_own_decision(self, position: Position, seat: int) -> bool:
        return self.seat == seat


def can_be_begun(position: Position, phase: Any, inside: bool) -> bool:
    """Whether a block or repeat with an `after` is begun: if its only seat cannot carry it through,
    it is as if its `when` did not hold (§6.37)."""
    if phase.kind not in ("block", "repeat") or not asks_after(phase):
        return True
    if position.foreseeing is not None and not may_stop(position, position.turn):
        # It is found out by going on.
        return True
    frame = FRAMES[phase.kind](phase, position, inside)
    if not isinstance(frame, Around) or len(frame.seats) != 1:
        return True
    if not takes_part(position, frame.seats[0]):
        return True
    further = position.copy()
    frame.at = 0
    further.frames.append(frame)
    begun = could_carry_share(further, frame)
    if position.foreseeing is not None and not begun:
        # Nobody is asked in it, so there is nothing to stop either: it is left undone.
        raise DeadEnd
    return begun


def would_begin(position: Position, phase: Any, inside: bool, closed: bool) -> bool:
    """Whether a phase whose `when` lets it take place begins: a closed one has nothing to be
    carried through (§6.37); a repeat that would be over at once is left out (§6.46)."""
    if phase.kind == "repeat" and inside and over_before_first_pass(position, phase):
        return False
    return closed or can_be_begun(position, phase, inside)


def over_before_first_pass(position: Position, phase: Any) -> bool:
    """Whether a repeat would be over before anything is done (§6.46)."""
    if phase.who is not None or phase.then or asks_after(phase):
        return False
    return not has_pass(position, phase, position.turn)


def has_pass(position: Position, phase: Any, seat: int) -> str:
    """Whether `as_long_as` of a repeat lets a pass begin (§6.30), or one in which everything is
    closed (§6.43e)."""
    if holds(position, phase.as_long_as, Env(seat)):
        return "open"
    if private.may_be_declined(phase) and not private.seen_to_fail(
        position, phase.as_long_as, seat
    ):
        return "closed"
    return ""


def could_carry_share(position: Position, frame: Around) -> bool:
    """Whether the player whose share would begin can carry it through (§6.36)."""
    further = position.copy()
    depth = position.frames.index(frame)
    own = further.frames[depth]
    assert isinstance(own, Around)
    further.events = None
    further.foreseeing = foresight(position, frame.seats[frame.at], depth)
    if position.foreseeing is not None:
        further.foreseeing.looked_at = position.foreseeing.looked_at
    try:
        Shares.begin_share(own, further)
    except (Unforeseen, CarriedThrough):
        return True
    except DeadEnd:
        return False
    return reaches_end(further)


class Block(Around):
    """Several phases under one condition."""

    def first(self, position: Position) -> None:
        self.step = 1
        position.frames.append(Sequence_(self.phase.phases, True, position, self.closed))

    def go_on(self, position: Position) -> None:
        position.turn = self.seat
        self.share_over(position)


class OpenBlock(PhaseFrame):
    """A block outside a turn that names nobody: its phases follow each other as if they stood in
    its place (§6.21)."""

    def advance(self, position: Position) -> None:
        if self.step == 0:
            self.step = 1
            position.frames.append(Sequence_(self.phase.phases, False, position, self.closed))
            return
        position.turn = self.then_seat
        if self.phase.then:
            run_then(position, self.phase.then, self.then_seat)
            position.judging = True
        self.leave(position)


class Repeat(Around):
    """The player repeats the phases as long as a condition holds, or until they stop."""

    def __init__(self, phase: Any, position: Position, inside: bool) -> None:
        super().__init__(phase, position, inside)
        self.moved_before = self.decided_before = 0
        self.closed_pass = False
        """Whether everything is closed in the present pass (§6.43e)."""

    def first(self, position: Position) -> None:
        self.next_pass(position)

    def next_pass(self, position: Position) -> None:
        """Before each pass `as_long_as` is judged (§6.30), and if it only is not seen to fail the
        pass is closed (§6.43e); wins and `until` before it begins (§6.46)."""
        kind = has_pass(position, self.phase, self.seat)
        if not kind:
            self.share_over(position)
            return
        closed = self.closed or kind == "closed"
        if position.judging and settle(position):
            return
        self.moved_before = position.cards_moved
        self.decided_before = position.decided_times
        self.closed_pass = closed
        if self.asks_to_go_on(position):
            self.step = ASKING
            position.waiting = True
        else:
            self.begin_pass(position)

    def asks_to_go_on(self, position: Position) -> bool:
        """Whether the first phase of the pass that takes place comes to no decision, so that the
        player who may stop is asked before it (§6.31)."""
        if not holds(position, self.phase.may_stop, Env(self.seat)):
            return False
        first = next((item for item in self.phase.phases if takes_place(position, item)), None)
        return first is not None and happens_by_itself(first)

    def begin_pass(self, position: Position) -> None:
        """The phases of the pass begin."""
        self.step = IN_PASS
        position.frames.append(Sequence_(self.phase.phases, True, position, self.closed_pass))

    def moves(self, position: Position, seat: int) -> list[Move]:
        """To go on, unless everything is closed (§6.31, §6.43e)."""
        return [] if self.closed_pass else [GO_ON]

    def decide(self, position: Position, seat: int, move: Move) -> None:
        self.begin_pass(position)

    def something_happened(self, position: Position) -> bool:
        """Whether in this pass a card moved or somebody decided anything but to decline (§6.30)."""
        return (
            position.cards_moved != self.moved_before
            or position.decided_times != self.decided_before
        )

    def go_on(self, position: Position) -> None:
        """A pass is over (§6.30)."""
        position.turn = self.seat
        if not self.something_happened(position) or not takes_part(position, self.seat):
            self.share_over(position)
        else:
            self.next_pass(position)

    def stop(self, position: Position) -> None:
        """Leaves everything inside the repeat, without `then`, and ends the share (§6.31)."""
        del position.frames[position.frames.index(self) + 1 :]
        position.turn = self.seat
        position.judging = True
        self.share_over(position)


def begin_block(phase: Any, position: Position, inside: bool) -> PhaseFrame:
    if phase.who is None and not inside:
        return OpenBlock(phase, position, inside)
    return Block(phase, position, inside)


FRAMES["block"] = begin_block  # type: ignore[assignment]
FRAMES["repeat"] = Repeat
BEGUN.append(would_begin)
