"""Phases in which a seat does one thing with cards: what they have in common."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.reference import actions, places, private
from tests.reference.looking_ahead import DeadEnd
from tests.reference.moves import PASS, TAKE, Move
from tests.reference.phases.base import Shares
from tests.reference.picking import Picking, pick, pick_moves
from tests.reference.places import Unforeseen
from tests.reference.state import ELSEWHERE, NOBODY, Env, Position, places_in
from tests.reference.steps import Moment, follow
from tests.reference.words import ZoneRef, holds

IDLE, ASKING, DECLINING = 0, 1, 2
"""How far a share has come: not begun; the player is asked; asked only to decline."""


class Leaf(Shares):
    """A share in which the player does one thing, or declines, or nothing is legal."""

    def __init__(self, phase: Any, position: Position, inside: bool) -> None:
        super().__init__(phase, position, inside)
        self.chosen = False
        """Whether the share begins as an option that was chosen."""

    def prepare(self, position: Position) -> bool:
        """Whether something can be done in the share; changes nothing but this frame."""
        raise NotImplementedError

    def automatic(self) -> bool:
        """Whether it happens without anybody being asked (§6.58)."""
        return False

    def optional(self) -> bool:
        """Whether the player may decline."""
        return not getattr(self.phase, "mandatory", True)

    def undone_matters(self) -> bool:
        """Whether it counts as left undone if nothing is legal (§6.36)."""
        return not self.optional()

    def act(self, position: Position) -> None:
        """Does what happens by itself."""
        raise NotImplementedError

    def begin_chosen(self, position: Position) -> None:
        """The share begins because the player has chosen this option of a choice; what they have
        decided is then carried out (§6.32)."""
        self.at = 0
        self.chosen = True
        self.begin_share(position)
        self.chosen = False

    def open(self, position: Position) -> None:
        """Asks the player, acts, or, if nothing is legal, ends the share (§6.23)."""
        if self.chosen:
            self.prepare(position)
            self.step = ASKING
        elif self.closed or not self.prepare(position):
            self.nothing(position)
        elif not self.automatic():
            self.step = ASKING
            position.waiting = True
        else:
            self.act(position)

    def nothing(self, position: Position) -> None:
        """Nothing is legal: the player is asked only to decline (§6.43f), or the share is over
        (§6.23)."""
        if position.foreseeing is not None and self.undone_matters():
            raise DeadEnd
        if private.asked_to_decline(position, self):
            self.step = DECLINING
            position.waiting = True
        else:
            self.end_share(position)

    def is_own_decision(self, position: Position, seat: int) -> bool:
        return self.seat == seat

    def moves(self, position: Position, seat: int) -> list[Move]:
        if self.step == DECLINING:
            return [PASS] if self.optional() else private.pass_in_repeat(position)
        return self.own_moves(position)

    def own_moves(self, position: Position) -> list[Move]:
        """What may be done, and declining (§P8.2, §P9.2, §P10.2)."""
        raise NotImplementedError

    def decide(self, position: Position, seat: int, move: Move) -> None:
        if move.kind == "pass":
            self.decline(position)
        else:
            self.carry_out(position, move)

    def carry_out(self, position: Position, move: Move) -> None:
        """Carries out a move other than declining."""
        raise NotImplementedError

    def decline(self, position: Position) -> None:
        """The player declines: a step without cards."""
        self.finish(position, ())

    def finish(self, position: Position, moments: Sequence[Moment]) -> None:
        """Parts 3 to 6 of the step; the share is over (§6.44)."""
        self.then_in_step(position)
        follow(position, self.seat, moments)
        self.end_share(position)

    def go_on(self, position: Position) -> None:
        raise AssertionError("no phase is inside this one")


class Pick(Leaf):
    """A share in which the player picks a set of cards (§P7.4)."""

    def __init__(self, phase: Any, position: Position, inside: bool) -> None:
        super().__init__(phase, position, inside)
        self.picked: list[int] = []
        self.picking: Picking | None = None

    def begin_share(self, position: Position) -> None:
        self.picked = []
        super().begin_share(position)

    def own_moves(self, position: Position) -> list[Move]:
        """The cards that may be picked, *done*, and before the first pick *pass* (§P7.5,
        §P7.5)."""
        assert self.picking is not None
        moves = pick_moves(position, self.picking, self.picked)
        if self.optional() and not self.picked:
            moves.append(PASS)
        return moves

    def carry_out(self, position: Position, move: Move) -> None:
        assert self.picking is not None
        if move.kind == "card" and not pick(position, self.picking, self.picked, move.card):
            position.waiting = True
            return
        self.complete(position, sorted(self.picked))

    def complete(self, position: Position, cards: list[int]) -> None:
        """The set is complete: its cards move, and that is the step (§6.59)."""
        raise NotImplementedError


class TakeOrPass(Pick):
    """A share in which cards are picked, or taken without picking."""

    def own_moves(self, position: Position) -> list[Move]:
        if self.phase.choose == "pick":
            return super().own_moves(position)
        return [TAKE, PASS] if self.optional() else [TAKE]

    def automatic(self) -> bool:
        """What is not picked and mandatory happens by itself (§P8.3, §P10.2)."""
        return self.phase.choose != "pick" and bool(self.phase.mandatory)

    def carry_out(self, position: Position, move: Move) -> None:
        if move.kind == "take":
            self.act(position)
        else:
            super().carry_out(position, move)


def put_down(position: Position, card: int, target: ZoneRef) -> None:
    """A card is played, discarded, laid or claimed to a zone."""
    pile = places.pile_for(position, target, card)
    if pile is not None:
        places.move_card(position, card, pile)
        end_force(position, pile.zone)


def end_force(position: Position, zone: str) -> None:
    """The suit in force ends where a card is played, laid, discarded, built or claimed onto the
    pile that §P2.5 means everywhere else (§P2.6)."""
    if zone == position.rules.zone_elsewhere:
        position.in_force = ""


def put_down_together(position: Position, cards: Sequence[int], target: ZoneRef) -> None:
    """Cards that are put down together, one by one in the order of the deck (§P1.11)."""
    for card in sorted(cards):
        put_down(position, card, target)


def mark_played(position: Position, seat: int, cards: Sequence[int]) -> None:
    """Cards are *played* for the rest of the hand (§P2.13)."""
    position.played_cards.update(cards)
    position.played_by.update(dict.fromkeys(cards, seat))
    position.played[seat] += len(cards)


def onto(position: Position, target: ZoneRef) -> int:
    """The pile in question of a phase that plays or discards: the one its cards go to; none if the
    card itself says to which it goes, or it begins a new one (§P2.5)."""
    if not target.owners:
        return NOBODY
    piles = places_in(position, target.name, target.owners[0])
    kind = position.rules.zones[target.name].piles
    if kind == "fixed":
        return next((pile.number for pile in piles if not pile.cards), piles[0].number)
    return piles[0].number if kind == "one" else NOBODY


def holds_after(
    position: Position,
    frame: Leaf,
    cards: Sequence[int],
    target: ZoneRef,
    pile: int = ELSEWHERE,
) -> bool:
    """Whether `after` of a play or discard holds when exactly these cards have moved, before
    anything else happens (§6.35)."""
    trial = trial_of(position, frame)
    try:
        put_down_together(trial, cards, target)
    except Unforeseen:
        return True
    return holds(trial, frame.phase.after, Env(frame.seat, onto=pile))


def trial_of(position: Position, frame: Leaf) -> Position:
    """A copy of the position in which this frame is the innermost phase in progress."""
    from tests.reference.looking_ahead import Foresight

    trial = position.copy()
    trial.events = None
    if trial.foreseeing is None:
        trial.foreseeing = Foresight(frame.seat, len(trial.frames))
    if not trial.frames or trial.frames[-1].phase is not frame.phase:
        own = frame.copy()
        own.moved_at = len(trial.moved)
        trial.frames.append(own)
    return trial


def asks_nothing(node: Any) -> bool:
    """Whether a condition is literally `true`."""
    return str(node) == "true"


__all__ = ["actions"]
