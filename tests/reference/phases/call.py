"""Call (§P15)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.reference import actions, private
from tests.reference.moves import Move
from tests.reference.phases.base import (
    FRAMES,
    PhaseFrame,
    count_turn,
    players_in_hand,
    seats_of,
    settle,
    start_turn_again,
    takes_part,
)
from tests.reference.state import NOBODY, Calls, Env, MadeCall, Position
from tests.reference.steps import follow, run_then
from tests.reference.words import cards_in, holds, number, seats, single_seats, zone

NEXT, ASKING, DECLINING = 0, 1, 2

Values = dict[str, int | str]


def combinations_of(position: Position, call: Any, seat: int) -> Iterator[Values]:
    """All that a call may name, the first choice slowest; a later choice may use the earlier ones
    (§P15.3)."""
    found: list[Values] = [{}]
    for choice in call.choices:
        found = [
            {**named, choice.name: value}
            for named in found
            for value in values_of(position, choice, Env(seat, choices=named))
        ]
    return iter(found)


def values_of(position: Position, choice: Any, env: Env) -> list[int | str]:
    """What one choice may name (§P15.3)."""
    deck = position.rules.deck
    if choice.numbers:
        return list(choice.numbers)
    if choice.type == "number":
        low, high = number(position, choice.low, env), number(position, choice.high, env)
        return list(range(low, high + 1, choice.step))
    if choice.type == "suit":
        listed = choice.suits or deck.suits
        return ["" if suit == "none" else suit for suit in listed]
    if choice.type == "rank":
        if choice.ranks_in is None:
            return list(deck.ranks)
        held = {
            deck.rank(card) for card in cards_in(position, zone(position, choice.ranks_in, env))
        }
        return [rank for rank in deck.ranks if rank in held]
    if choice.type == "seat":
        return list(single_seats(position, seats(position, choice.seats, env)))
    return list(range(len(choice.words)))


def is_open(position: Position, call: Any, named: Values, seat: int) -> bool:
    """Whether a call with such values is open for a player (§P15.4)."""
    env = Env(seat, choices=named)
    if not holds(position, call.when, env):
        return False
    standing = position.calls.standing
    if call.key is None or standing is None or standing.key is None:
        return True
    height = number(position, call.key, env)
    if height > standing.key:
        return True
    return height == standing.key and holds(position, call.equal_ok, env)


def open_calls(position: Position, phase: Any, seat: int, out_of_turn: bool = False) -> list[Move]:
    """The calls open for a player as moves (§P15.3, §P15.4)."""
    return [
        Move("call", what=index, values=tuple(named.values()))
        for index, call in enumerate(phase.calls)
        if call.out_of_turn or not out_of_turn
        for named in combinations_of(position, call, seat)
        if is_open(position, call, named, seat)
    ]


def note_call(position: Position, phase: Any, seat: int, move: Move) -> None:
    """A call is recorded: what it names, its height, passes (§P15.5)."""
    call = phase.calls[move.what]
    named: Values = {
        choice.name: value for choice, value in zip(call.choices, move.values, strict=True)
    }
    env = Env(seat, choices=named)
    key = None if call.key is None else number(position, call.key, env)
    position.choices.update(named)
    name_last(position, call, named)
    made = MadeCall(seat, position.rules.number_of[phase], call.name, named, key)
    position.calls_in_hand.append(made)
    position.calls.made.append(made)
    position.calls.passes_in_row = position.calls.passes_in_row + 1 if call.is_pass else 0
    if key is not None:
        position.calls.standing = made
        position.calls.bids += 1


def name_last(position: Position, call: Any, named: Values) -> None:
    """The suit and rank that were named last (§P2.7)."""
    for choice in call.choices:
        if choice.type == "suit":
            position.named_suit = str(named[choice.name])
        elif choice.type == "rank":
            position.named_rank = str(named[choice.name])


class CallRound(PhaseFrame):
    """Players are asked in order, and each makes one of the calls."""

    def __init__(self, phase: Any, position: Position, inside: bool) -> None:
        super().__init__(phase, position, inside)
        self.seats = seats_of(position, phase, inside)
        self.at = -1
        self.rounds = 0
        """Rounds that are over."""
        self.asked_in_round = False
        self.again = False
        """Whether somebody is asked again after a call out of turn."""
        self.listed: list[Move] = []
        """The calls open to whoever is asked, judged when the question has counted (§P15.4)."""
        self.passed: list[int] = []
        """Who has passed for good."""
        self.then_done = False

    # --- in a choice ---

    def prepare(self, position: Position) -> bool:
        """Whether the player has a call open, as if the phase began (§P15.1)."""
        return bool(self.first_calls(position))

    def first_calls(self, position: Position) -> list[Move]:
        calls = position.calls
        position.calls = Calls()
        moves = open_calls(position, self.phase, self.seat)
        position.calls = calls
        return moves

    def automatic(self) -> bool:
        return False

    def own_moves(self, position: Position) -> list[Move]:
        return self.first_calls(position)

    # --- asking ---

    def advance(self, position: Position) -> None:
        if self.at < 0 and self.rounds == 0 and not self.again:
            position.calls = Calls()
        self.at += 1
        while self.at < len(self.seats):
            seat = self.seats[self.at]
            if takes_part(position, seat) and seat not in self.passed:
                if position.judging and settle(position):
                    return
                asked = self.ask(position, seat)
                self.again = False
                if asked:
                    return
            self.at += 1
        self.end_round(position)

    def ask(self, position: Position, seat: int) -> bool:
        """The turn comes to a player; who has no call open is passed over (§P15.2)."""
        turn = position.turn
        position.turn = seat
        moves = [] if self.closed else open_calls(position, self.phase, seat)
        if not moves and not private.asked_to_decline(position, self):
            position.turn = turn
            return False
        self.seat = seat
        self.listed = [] if moves else private.declining_calls(position, self, seat)
        self.begin_question(position, seat)
        self.asked_in_round = True
        self.step = ASKING if moves else DECLINING
        if moves:
            self.listed = open_calls(position, self.phase, seat)
            if not self.listed:
                position.turn = turn
                return False
        position.waiting = True
        return True

    def begin_question(self, position: Position, seat: int) -> None:
        """Outside a turn each question is a turn; inside one it counts if it comes to another seat
        (§6.54, §6.55). To be asked again after a call out of turn is the same question (§P15.6)."""
        self.moved_at = len(position.moved)
        if self.again:
            return
        if not self.inside:
            count_turn(position)
            start_turn_again(position)
        elif self.phase.who is not None and seat != self.before:
            count_turn(position)

    def end_round(self, position: Position) -> None:
        """After `rounds` rounds, or a round in which nobody was asked, the phase is over; for a
        further round `who` is worked out anew (§P15.2)."""
        self.rounds += 1
        if not self.asked_in_round or self.rounds == self.phase.rounds:
            self.close(position)
            return
        self.asked_in_round = False
        self.at = -1
        position.turn = self.before
        self.seats = seats_of(position, self.phase, self.inside)

    def close(self, position: Position) -> None:
        if self.phase.then and not self.then_done:
            self.do_then(position)
            position.judging = True
        self.leave(position)

    def do_then(self, position: Position) -> None:
        position.turn = self.then_seat
        self.moved_at = len(position.moved)
        run_then(position, self.phase.then, position.turn)
        self.then_done = True

    def is_own_decision(self, position: Position, seat: int) -> bool:
        return self.seat == seat and not self.interrupters(position)

    def asked(self, position: Position) -> list[int]:
        return [position.control[self.seat], *self.interrupters(position)]

    def interrupters(self, position: Position) -> list[int]:
        """Every other player in the hand for whom a call out of turn is open (§P15.6)."""
        if not any(call.out_of_turn for call in self.phase.calls):
            return []
        asked = position.control[self.seat]
        return [
            seat
            for seat in players_in_hand(position)
            if seat not in (self.seat, asked) and open_calls(position, self.phase, seat, True)
        ]

    def moves(self, position: Position, seat: int) -> list[Move]:
        if seat != position.control[self.seat]:
            return open_calls(position, self.phase, seat, True)
        return self.listed[:]

    def decide(self, position: Position, seat: int, move: Move) -> None:
        """A call is made (§P15.5, §P15.6)."""
        interrupts = seat != position.control[self.seat]
        caller = seat if interrupts else self.seat
        call = self.phase.calls[move.what]
        note_call(position, self.phase, caller, move)
        if call.is_pass and self.phase.pass_is_final:
            self.passed.append(caller)
        position.turn = caller
        self.moved_at = len(position.moved)
        actions.run(position, call.do, caller)
        over = position.phase_ended
        position.phase_ended = False
        if not over and not position.ending:
            over = holds(position, self.phase.close, Env(caller))
        if not over and not interrupts:
            over = self.is_last(position)
        if over and not position.ending and self.phase.then:
            self.do_then(position)
            if not position.ending:
                position.turn = caller
        follow(position, caller, ())
        if over:
            self.leave(position)
        elif interrupts:
            self.at -= 1
            self.again = True

    def is_last(self, position: Position) -> bool:
        """Whether the phase is over with this call: nobody is left to be asked in the last round
        (§6.45)."""
        if self.phase.rounds is None or self.rounds + 1 < self.phase.rounds:
            return False
        return not any(
            takes_part(position, seat) and seat not in self.passed
            for seat in self.seats[self.at + 1 :]
        )


class CallAtOnce(PhaseFrame):
    """All answer at once, unseen (§P15.7)."""

    def __init__(self, phase: Any, position: Position, inside: bool) -> None:
        super().__init__(phase, position, inside)
        self.seats = seats_of(position, phase, inside)
        self.waiting_for: list[int] = []
        self.answers: list[tuple[int, Move]] = []

    def advance(self, position: Position) -> None:
        position.calls = Calls()
        if position.judging and settle(position):
            return
        self.waiting_for = [
            seat for seat in self.seats if takes_part(position, seat) and self.moves(position, seat)
        ]
        if self.waiting_for:
            self.step = ASKING
            position.waiting = True
        else:
            self.close(position)

    def close(self, position: Position) -> None:
        if self.phase.then:
            self.do_then(position)
            position.judging = True
        self.leave(position)

    def do_then(self, position: Position) -> None:
        position.turn = self.then_seat
        self.moved_at = len(position.moved)
        run_then(position, self.phase.then, position.turn)

    def is_own_decision(self, position: Position, seat: int) -> bool:
        return self.waiting_for == [seat]

    def asked(self, position: Position) -> list[int]:
        return list(self.waiting_for)

    def moves(self, position: Position, seat: int) -> list[Move]:
        """What is open, and if the phase is closed the ways to decline (§6.43f)."""
        if self.closed:
            return private.declining_calls(position, self, seat)
        return open_calls(position, self.phase, seat)

    def decide(self, position: Position, seat: int, move: Move) -> None:
        """Each answer counts as a turn (§6.54); when all have answered, they are settled."""
        count_turn(position)
        self.answers.append((seat, move))
        self.waiting_for = [other for other in self.waiting_for if other != seat]
        if self.waiting_for:
            position.waiting = True
        else:
            self.take_effect(position)

    def take_effect(self, position: Position) -> None:
        """The calls are recorded in the order of `who`; then the one with the highest rank takes
        effect, of equals the first (§P15.7)."""
        answers = sorted(self.answers, key=lambda item: self.seats.index(item[0]))
        for seat, move in answers:
            note_call(position, self.phase, seat, move)
        seat, move = max(answers, key=lambda item: self.phase.calls[item[1].what].rank)
        call = self.phase.calls[move.what]
        named: Values = {
            choice.name: value for choice, value in zip(call.choices, move.values, strict=True)
        }
        position.choices.update(named)
        name_last(position, call, named)
        position.turn = seat
        self.moved_at = len(position.moved)
        actions.run(position, call.do, seat)
        position.phase_ended = False
        if not position.ending and self.phase.then:
            self.do_then(position)
        follow(position, seat, ())
        self.leave(position)


def begin_calls(phase: Any, position: Position, inside: bool) -> PhaseFrame:
    if phase.simultaneous:
        return CallAtOnce(phase, position, inside)
    return CallRound(phase, position, inside)


FRAMES["call"] = begin_calls  # type: ignore[assignment]
__all__ = ["NOBODY"]
