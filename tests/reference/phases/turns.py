"""Turns that go round, and what comes before each (§6.24-6.29)."""

from __future__ import annotations

from typing import Any

from tests.reference import ending, places
from tests.reference.phases.base import (
    FRAMES,
    Ending,
    Sequence_,
    count_turn,
    settle,
    start_turn_again,
)
from tests.reference.rules import STOCK
from tests.reference.scoring import apply_rules
from tests.reference.state import NOBODY, Env, Position, places_in
from tests.reference.steps import effects, tell
from tests.reference.words import holds, round_from, seat, seats, single_seats, step

BEGIN, TURN, END, BEFORE, OUT_OF_TURN = 0, 1, 2, 3, 4


class Turns(Ending):
    """Each player in turn does the phases, until a condition holds."""

    def __init__(self, phase: Any, position: Position, inside: bool) -> None:
        super().__init__(phase, position, inside)
        self.who: list[int] | None = None
        if phase.who is not None:
            self.who = single_seats(position, seats(position, phase.who, Env(position.turn)))
        self.next = NOBODY
        """Whose turn comes next."""
        self.passes = 0
        """Passes in a row (§6.28)."""
        self.idle = 0
        """Idle turns in a row (§6.29)."""
        self.moved_before = self.asked_before = self.decided_before = 0

    def takes_turns(self, position: Position, who: int) -> bool:
        """Whether turns come to a player who is in the hand and, with `who`, one of them (§6.24,
        §P7.2)."""
        return position.active[who] and (self.who is None or who in self.who)

    def advance(self, position: Position) -> None:
        if self.step == BEGIN:
            first = seat(position, self.phase.first, Env(position.turn))
            self.next = self.first_from(position, first)
            self.skip(position)
            self.step = BEFORE
        elif self.step == BEFORE:
            self.begin_out_of_turn(position)
        elif self.step == OUT_OF_TURN:
            self.end_out_of_turn(position)
        elif self.step == TURN:
            self.begin_turn(position)
        else:
            self.end_turn(position)

    def first_from(self, position: Position, first: int) -> int:
        """The first seat from one on that takes turns; nobody: from the dealer's left (§6.24)."""
        if first == NOBODY:
            first = step(position, position.dealer, 1)
        order = round_from(position, first)
        return next((who for who in order if self.takes_turns(position, who)), NOBODY)

    def skip(self, position: Position) -> None:
        """Each pending skip moves on by one seat that takes turns; then they are forgotten (§6.24,
        §6.26)."""
        for _ in range(position.skips):
            if self.next == NOBODY:
                break
            self.next = self.first_from(position, step(position, self.next, 1))
        position.skips = 0

    def begin_out_of_turn(self, position: Position) -> None:
        """The phases before a turn, for the player who is to have it (§6.26a)."""
        if self.next == NOBODY or not self.phase.before_turn:
            self.step = TURN
            return
        self.seat = position.turn = self.next
        position.play_again = NOBODY
        self.step = OUT_OF_TURN
        position.frames.append(Sequence_(self.phase.before_turn, True, position))

    def end_out_of_turn(self, position: Position) -> None:
        """Whoever was named in the phases before a turn is to have it instead, and they take place
        again (§6.26a)."""
        if position.judging and settle(position):
            return
        named = position.play_again
        position.play_again = NOBODY
        self.next = self.first_from(position, self.next if named == NOBODY else named)
        self.skip(position)
        self.step = TURN
        if named != NOBODY:
            self.step = BEFORE
            self.passes = self.idle = 0
            count_turn(position)

    def begin_turn(self, position: Position) -> None:
        """A turn begins (§6.25); if there is no seat, the turns are over (§6.24, §6.29)."""
        if self.next == NOBODY:
            self.nothing_left(position)
            return
        self.seat = position.turn = self.next
        count_turn(position)
        start_turn_again(position)
        self.moved_at = len(position.moved)
        position.play_again = NOBODY
        self.moved_before = position.cards_moved
        self.asked_before = position.asked_times
        self.decided_before = position.decided_times
        tell(position, "turn", self.seat)
        self.step = END
        position.frames.append(Sequence_(self.phase.phases, True, position))

    def end_turn(self, position: Position) -> None:
        """The end of a turn is a step: effects and scoring rules of `turn_end`, passing in a row,
        wins judged at once; only then `until` (§6.25, §6.44)."""
        position.turn = self.seat
        if position.judging and position.foreseeing is None:
            ending.judge(position, at_once=True)
        if position.played[self.seat]:
            position.last_to_play = self.seat
        effects(position, "turn_end", (), self.seat)
        apply_rules(position, "turn_end", self.seat)
        if position.ending:
            return
        cleared = self.count_pass(position)
        if self.round_ended(position):
            return
        idle = (
            position.cards_moved == self.moved_before and position.asked_times == self.asked_before
        )
        self.idle = self.idle + 1 if idle else 0
        position.judging = True
        if settle(position):
            return
        self.step = TURN if idle else BEFORE
        self.choose_next(position, cleared)
        takers = sum(self.takes_turns(position, who) for who in range(position.rules.players))
        if self.idle >= takers:
            self.cut_off(position)

    def round_ended(self, position: Position) -> bool:
        """Whether passing in a row has ended the hand (§6.28)."""
        return bool(position.ending)

    def count_pass(self, position: Position) -> bool:
        """Passing in a row (§6.28); says whether the table was cleared."""
        rules = position.rules
        nothing = (
            position.cards_moved == self.moved_before
            and position.decided_times == self.decided_before
        )
        self.passes = self.passes + 1 if nothing else 0
        action = rules.game_rules.consecutive_pass_action
        needed = rules.game_rules.passes_to_trigger
        if needed is None:
            needed = max(1, rules.players - 1)
        if self.passes < needed or action == "none":
            return False
        self.passes = 0
        if action == "skip_player":
            position.skips += 1
        elif action == "end_round":
            position.ending = "scored"
        else:
            clear_tableau(position)
            return True
        return False

    def choose_next(self, position: Position, cleared: bool) -> None:
        """Whose turn comes next (§6.26, §6.28)."""
        if cleared and position.last_to_play != NOBODY:
            self.next = self.first_from(position, position.last_to_play)
        elif position.play_again != NOBODY:
            self.next = self.first_from(position, position.play_again)
        else:
            self.next = self.first_from(position, step(position, self.seat, 1))
        self.skip(position)
        position.play_again = NOBODY

    def is_over(self, position: Position) -> bool:
        """`until`, for the player whose turn it is then (§6.27)."""
        going_on = self.step in (END, OUT_OF_TURN)
        return going_on and holds(position, self.phase.until, Env(position.turn))


def clear_tableau(position: Position) -> None:
    """All cards of the zone `tableau`, pile by pile, each from the top down, go below the cards of
    zone `discard`, or of the stock (§6.28)."""
    rules = position.rules
    target = "discard" if "discard" in rules.zones else STOCK
    pile = places_in(position, target, NOBODY)[0]
    if "tableau" not in rules.zones:
        return
    for owner in rules.owners(rules.zones["tableau"]):
        for place in places_in(position, "tableau", owner):
            order = place.cards[::-1] if places.is_stack(position, place) else place.cards[:]
            for card in order:
                places.move_card(position, card, pile, to_bottom=True)


FRAMES["turns"] = Turns
