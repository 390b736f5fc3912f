"""What all kinds of phase have in common: who acts in them, shares, lists of phases."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tests.reference import ending, private
from tests.reference.genome import Phase
from tests.reference.moves import Move
from tests.reference.phases.stopping import happens_by_itself
from tests.reference.places import Unforeseen
from tests.reference.rules import Rules
from tests.reference.state import NOBODY, Env, Frame, Position
from tests.reference.steps import run_then
from tests.reference.words import holds, round_from, seats, single_seats, step

FRAMES: dict[str, type[PhaseFrame]] = {}
"""The frame of each kind of phase."""

BEGUN: list[Callable[[Position, Phase, bool, bool], bool]] = []
"""Whether a block or repeat is begun (§6.37, §6.46); set by its module."""

DECISIONS_IN_TURN = 500
"""After so many decisions in one turn each further one counts as a turn (§6.54)."""


def takes_part(position: Position, seat: int) -> bool:
    """Whether a seat is still in the hand; the house always is (§6.3, §P4.11)."""
    return position.active[seat] or seat == position.rules.house


def players_in_hand(position: Position, first: int = NOBODY) -> list[int]:
    """The players in the hand, in order of play from a seat, by default the dealer's left."""
    if first == NOBODY:
        first = step(position, position.dealer, 1)
    return [seat for seat in round_from(position, first) if position.active[seat]]


# --- turns that count -----------------------------------------------------------------------------


def count_turn(position: Position) -> None:
    """A turn begins and counts; if `max_turns` have been counted, the match is stopped (§6.54,
    §6.56). Looking ahead does not look at limits (§6.39)."""
    rules: Rules = position.rules
    if position.foreseeing is None and position.turns >= rules.genome.max_turns:
        ending.stop(position, "turns")
    position.turns += 1
    position.turns_in_hand += 1
    position.decisions_in_turn = 0


def start_turn_again(position: Position) -> None:
    """Things kept for a turn start again (§6.55)."""
    for counter in position.rules.genome.counters:
        if counter.life == "turn":
            values = position.counters[counter.name]
            position.counters[counter.name] = [counter.start] * len(values)
    position.played = [0] * len(position.played)
    position.drawn = [0] * len(position.drawn)
    position.drawn_cards = set()
    position.turn_began = len(position.moved)


# --- frames ---------------------------------------------------------------------------------------


class PhaseFrame(Frame):
    """A phase in progress."""

    def __init__(self, phase: Any, position: Position, inside: bool) -> None:
        super().__init__(phase, NOBODY)
        self.before = position.turn
        """Whose turn it was before the phase began."""
        found = seats_of(position, phase, inside)
        self.then_seat = found[0] if len(found) == 1 else position.turn
        """For whom `then` happens (§6.22)."""
        self.seats_found = found
        """The seats of the phase (§6.17)."""
        self.inside = inside
        """Whether the phase is inside a turn (§6.16)."""
        self.closed = False
        """Whether nothing is open in it (§6.43e)."""
        self.moved_at = len(position.moved)

    def advance(self, position: Position) -> None:
        """Does the next thing: asks, or acts, or hands over to a phase in it, or leaves."""
        raise NotImplementedError

    def asked(self, position: Position) -> list[int]:
        """The seats that may decide now: whoever is to act, or who has control of that seat
        (§P7.3)."""
        return [position.control[self.seat]]

    def moves(self, position: Position, seat: int) -> list[Move]:
        """What the seat that decides may do."""
        raise NotImplementedError

    def decide(self, position: Position, seat: int, move: Move) -> None:
        """Carries out a decision."""
        raise NotImplementedError

    def leave(self, position: Position) -> None:
        """The phase is over; it is again the turn of whoever's it was before (§6.22); where the
        hand ends, it stays the turn of the player for whom that happened (§6.50)."""
        position.frames.pop()
        if not position.ending:
            position.turn = self.before


class Shares(PhaseFrame):
    """A phase in which each seat takes its share in order (§6.19)."""

    def __init__(self, phase: Any, position: Position, inside: bool) -> None:
        super().__init__(phase, position, inside)
        self.seats = self.seats_found
        self.at = -1
        """Which of them has its share; before the first -1."""
        self.then_done = False
        """Whether `then` has happened, in the last step."""

    def advance(self, position: Position) -> None:
        if self.step:
            self.go_on(position)
            return
        self.at += 1
        while self.at < len(self.seats) and not takes_part(position, self.seats[self.at]):
            self.at += 1
        if self.at >= len(self.seats):
            self.close(position)
            return
        if position.judging and settle(position):
            return
        self.begin_share(position)

    def enter_share(self, position: Position) -> None:
        """A seat's share begins: it is `turn`; outside a turn a new turn begins, inside one it
        counts if it comes to another seat than the one whose turn it is (§6.19, §6.54, §6.55)."""
        self.seat = self.seats[self.at]
        self.foresee_share(position)
        position.turn = self.seat
        self.moved_at = len(position.moved)
        if not self.inside:
            count_turn(position)
            start_turn_again(position)
        elif self.phase.who is not None and self.seat != self.before:
            count_turn(position)

    def begin_share(self, position: Position) -> None:
        """A seat's share begins and is opened."""
        self.enter_share(position)
        self.step = 1
        self.open(position)

    def foresee_share(self, position: Position) -> None:
        """While looking ahead: what somebody else does in a phase that leaves it to them cannot be
        foreseen, even if they can do nothing (§6.39)."""
        look = position.foreseeing
        if look is None or position.control[self.seat] == position.control[look.seat]:
            return
        if not happens_by_itself(self.phase):
            raise Unforeseen

    def open(self, position: Position) -> None:
        """The share has begun: asks, acts, or ends it."""
        raise NotImplementedError

    def go_on(self, position: Position) -> None:
        """A phase inside the share is over."""
        raise NotImplementedError

    def end_share(self, position: Position) -> None:
        """The share is over; the next seat follows."""
        self.step = 0
        if self.then_done:
            self.leave(position)

    def close(self, position: Position) -> None:
        """All shares are done: `then` happens, if it has not been part of the last step (§6.22,
        §6.45)."""
        if not self.then_done and self.phase.then:
            self.do_then(position)
            position.judging = True
        self.leave(position)

    def do_then(self, position: Position) -> None:
        """`then`, for the only seat, or else for the player whose turn it was before (§6.22)."""
        position.turn = self.then_seat
        self.moved_at = len(position.moved)
        run_then(position, self.phase.then, position.turn)
        self.then_done = True

    def is_last(self, position: Position) -> bool:
        """Whether no other seat that takes part follows (§6.45)."""
        return not any(takes_part(position, seat) for seat in self.seats[self.at + 1 :])

    def then_in_step(self, position: Position) -> None:
        """Part 3 of a step: `then`, if the phase is over with it (§6.44)."""
        if self.is_last(position):
            turn = position.turn
            if self.phase.then:
                self.do_then(position)
            self.then_done = True
            if not position.ending:
                position.turn = turn


class Sequence_(Frame):
    """Phases of a list that run in their order (§6.15)."""

    def __init__(
        self, phases: Sequence[Phase], inside: bool, position: Position, closed: bool = False
    ) -> None:
        super().__init__(None, position.turn)
        self.phases = phases
        self.inside = inside
        self.closed = closed
        self.moved_at = position.frames[-1].moved_at if position.frames else 0

    def advance(self, position: Position) -> None:
        """The next phase that takes place begins; wins and `until` are judged before it (§6.46)."""
        while self.step < len(self.phases):
            phase = self.phases[self.step]
            place = takes_place(position, phase, self.closed)
            if place and BEGUN[0](position, phase, self.inside, place == "closed"):
                if position.judging and settle(position):
                    return
                self.step += 1
                begin(position, phase, self.inside, closed=place == "closed")
                return
            self.step += 1
        position.frames.pop()


def takes_place(position: Position, phase: Phase, closed: bool = False) -> str:
    """Whether a phase takes place: its `when` holds for the player whose turn it is (§6.15), or it
    takes place closed (§6.43e)."""
    if holds(position, phase.when, Env(position.turn)):
        return "closed" if closed else "open"
    if private.may_be_declined(phase) and not private.seen_to_fail(
        position, phase.when, position.turn
    ):
        return "closed"
    return ""


def seats_of(position: Position, phase: Phase, inside: bool) -> list[int]:
    """The seats of a phase, found once (§6.17, §6.18)."""
    if phase.who is not None:
        return single_seats(position, seats(position, phase.who, Env(position.turn)))
    if inside:
        return [position.turn]
    return players_in_hand(position)


def begin(position: Position, phase: Phase, inside: bool, *, closed: bool = False) -> PhaseFrame:
    """A phase begins (§P7.1)."""
    frame = FRAMES[phase.kind](phase, position, inside)
    frame.closed = closed
    position.frames.append(frame)
    return frame


# --- judging --------------------------------------------------------------------------------------


def settle(position: Position) -> bool:
    """Parts 9 and 11 of a step: wins that are judged at once, and the conditions that end phases,
    innermost first; says whether a phase was ended (§6.44)."""
    position.judging = False
    if position.foreseeing is None:
        ending.judge(position, at_once=True)
    for index in range(len(position.frames) - 1, -1, -1):
        frame = position.frames[index]
        if isinstance(frame, Ending) and frame.is_over(position):
            if position.foreseeing is not None and index < position.foreseeing.depth:
                raise Unforeseen
            del position.frames[index + 1 :]
            frame.cut_off(position)
            return True
    return False


class Ending(PhaseFrame):
    """A phase with a condition that ends it: turns and tricks."""

    def is_over(self, position: Position) -> bool:
        """Whether the condition that ends the phase holds."""
        raise NotImplementedError

    def cut_off(self, position: Position) -> None:
        """The phase is over: its `then` happens, as a step of its own (§6.27, §6.46)."""
        self.nothing_left(position)
        position.judging = True

    def nothing_left(self, position: Position) -> None:
        """The phase is over as nobody can act in it; if it has a `then`, that is a step (§6.45)."""
        position.turn = self.then_seat
        run_then(position, self.phase.then, self.then_seat)
        position.judging |= bool(self.phase.then)
        self.leave(position)
