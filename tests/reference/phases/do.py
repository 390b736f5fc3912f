"""Do: what nobody chooses (§6.20)."""

from __future__ import annotations

from typing import Any

from tests.reference import actions
from tests.reference.phases.base import FRAMES, PhaseFrame, seats_of, takes_part
from tests.reference.state import Position
from tests.reference.steps import follow, run_then


class Do(PhaseFrame):
    """Happens once, or once for each of `who` who takes part, who is then `turn`."""

    def __init__(self, phase: Any, position: Position, inside: bool) -> None:
        super().__init__(phase, position, inside)
        self.seats = [position.turn] if phase.who is None else seats_of(position, phase, inside)
        self.seat = position.turn

    def advance(self, position: Position) -> None:
        """All of it is one step; `end_phase` ends it for seats still to come, too (§6.49)."""
        for seat in self.seats:
            if self.phase.who is not None and not takes_part(position, seat):
                continue
            position.turn = seat
            self.moved_at = len(position.moved)
            actions.run(position, self.phase.actions, seat)
            if position.ending or position.phase_ended:
                break
        position.phase_ended = False
        if not position.ending:
            position.turn = self.then_seat
            run_then(position, self.phase.then, position.turn)
        follow(position, position.turn, ())
        self.leave(position)


FRAMES["do"] = Do
