"""Declare (§P14)."""

from __future__ import annotations

from typing import Any

from tests.reference import private
from tests.reference.declaring import declare, judge_contest, laid_out, side_of
from tests.reference.moves import DONE, Move
from tests.reference.patterns import best_declaration, declarable
from tests.reference.phases.base import FRAMES
from tests.reference.phases.leaves import ASKING, DECLINING, Leaf
from tests.reference.state import Env, Position, places_in
from tests.reference.steps import follow
from tests.reference.words import number


class Declaring(Leaf):
    """Combinations in the hand are declared; the cards stay."""

    def __init__(self, phase: Any, position: Position, inside: bool) -> None:
        super().__init__(phase, position, inside)
        self.declared_before = len(position.declared)

    def hand(self, position: Position) -> list[int]:
        """Only cards in the zone `hand` are declared (§P14.1)."""
        return sorted(c for pile in places_in(position, "hand", self.seat) for c in pile.cards)

    def prepare(self, position: Position) -> bool:
        return self.phase.automatic or bool(self.choices(position))

    def choices(self, position: Position) -> list[tuple[str, tuple[int, ...]]]:
        """What may be declared (§P14.3)."""
        if not self.may_declare_more(position):
            return []
        env = Env(self.seat)
        hand, laid = self.hand(position), laid_out(position)
        found = declarable(position, env, self.phase.patterns, hand, self.phase.extensions, laid)
        if self.phase.limit is not None and self.phase.limit.largest:
            sets = [set(cards) for _, cards in found]
            found = [one for one in found if not any(set(one[1]) < other for other in sets)]
        return found

    def may_declare_more(self, position: Position) -> bool:
        """Whether the player, or their side, has declared fewer than the limit says since the phase
        began (§P14.3a)."""
        limit = self.phase.limit
        if limit is None:
            return True
        number_of = position.rules.number_of[self.phase]
        made = [
            item
            for item in position.declared[self.declared_before :]
            if item.phase == number_of
            and side_of(position, limit, item.seat) == side_of(position, limit, self.seat)
        ]
        return len(made) < number(position, limit.count, Env(self.seat))

    def automatic(self) -> bool:
        return bool(self.phase.automatic)

    def optional(self) -> bool:
        return not self.phase.automatic

    def undone_matters(self) -> bool:
        return False

    def act(self, position: Position) -> None:
        """The most valuable choice from the whole hand is declared (§P14.2)."""
        env = Env(self.seat)
        found = best_declaration(position, env, self.phase.patterns, self.hand(position))
        for pattern, cards in found:
            declare(position, self.phase, self.seat, pattern, tuple(cards))
        if found:
            judge_contest(position, self.phase)
        self.finish(position, ())

    def moves(self, position: Position, seat: int) -> list[Move]:
        if self.step == DECLINING:
            return [DONE]
        return self.own_moves(position)

    def own_moves(self, position: Position) -> list[Move]:
        moves = [
            Move("declare", -1, min(cards), values=(pattern, tuple(cards)))
            for pattern, cards in self.choices(position)
        ]
        return [*moves, DONE]

    def carry_out(self, position: Position, move: Move) -> None:
        """One combination after the other; *done* ends the share. If nothing more can be declared,
        it ends by itself, unless that would tell (§P14.3, §6.43f)."""
        if move.kind == "done":
            self.finish(position, ())
            return
        pattern, cards = move.values
        declare(position, self.phase, self.seat, str(pattern), cards)
        judge_contest(position, self.phase)
        more = bool(self.choices(position))
        if more or private.asked_to_decline(position, self):
            follow(position, self.seat, ())
            self.step = ASKING if more else DECLINING
            position.waiting = True
        else:
            self.finish(position, ())


FRAMES["declare"] = Declaring
__all__ = ["private"]
