"""Passing cards (§P11)."""

from __future__ import annotations

from typing import Any

from tests.reference import places
from tests.reference.conditions import fitting
from tests.reference.moves import Move
from tests.reference.phases.base import (
    FRAMES,
    PhaseFrame,
    count_turn,
    settle,
    takes_part,
)
from tests.reference.picking import alike_once
from tests.reference.state import NOBODY, Env, Position, places_in
from tests.reference.steps import follow, run_then
from tests.reference.words import number, seat


class Pass(PhaseFrame):
    """Everybody passes cards to another player at the same time."""

    def __init__(self, phase: Any, position: Position, inside: bool) -> None:
        super().__init__(phase, position, inside)
        self.seats = self.seats_found
        self.givers: list[int] = []
        self.receivers: list[list[int]] = []
        """For each giver, to whom each of the cards goes, in the order of picking (§P11.1a)."""
        self.picks: list[tuple[int, ...]] = []
        """For each giver, the cards picked so far."""

    def advance(self, position: Position) -> None:
        """To whom each gives, and how many (§P11.1)."""
        if position.judging and settle(position):
            return
        entries = self.phase.to
        if not self.phase.split:
            entries = [entries[(position.hand_number - 1) % len(entries)]]
        for giver in self.seats:
            if not takes_part(position, giver):
                continue
            named = [seat(position, entry, Env(giver)) for entry in entries]
            each = number(position, self.phase.count, Env(giver))
            to = [receiver for receiver in named if receiver != NOBODY for _ in range(each)]
            to = to[: len(self.pool(position, giver))]
            if to and not self.closed:
                self.givers.append(giver)
                self.receivers.append(to)
                self.picks.append(())
        if self.givers:
            position.waiting = True
        else:
            self.close(position)

    def pool(self, position: Position, giver: int) -> list[int]:
        """The cards of their hand that may be passed (§P11.1)."""
        cards = [card for pile in places_in(position, "hand", giver) for card in pile.cards]
        return fitting(position, self.phase.cards, sorted(cards), Env(giver))

    def is_own_decision(self, position: Position, seat: int) -> bool:
        return self.asked(position) == [seat]

    def asked(self, position: Position) -> list[int]:
        """Whoever has picked them all is not asked any more (§P11.2)."""
        return [
            giver
            for giver, to, picked in zip(self.givers, self.receivers, self.picks, strict=True)
            if len(picked) < len(to)
        ]

    def moves(self, position: Position, seat: int) -> list[Move]:
        """Every such card not yet picked (§P11.2)."""
        picked = self.picks[self.givers.index(seat)]
        cards = [card for card in self.pool(position, seat) if card not in picked]
        return [Move("card", -1, card) for card in alike_once(position, cards)]

    def decide(self, position: Position, seat: int, move: Move) -> None:
        """A card is picked; each player's last pick counts as a turn (§P11.2)."""
        index = self.givers.index(seat)
        self.picks[index] = (*self.picks[index], move.card)
        if len(self.picks[index]) == len(self.receivers[index]):
            count_turn(position)
        if self.asked(position):
            position.waiting = True
            return
        self.cards_move(position)

    def cards_move(self, position: Position) -> None:
        """The cards move, giver by giver (§P11.3); giver and receiver know each of them (§9.8)."""
        passed: list[tuple[int, int, list[int]]] = []
        for giver, to, picked in zip(self.givers, self.receivers, self.picks, strict=True):
            for receiver in dict.fromkeys(to):
                cards = [card for card, whom in zip(picked, to, strict=True) if whom == receiver]
                passed.append((giver, receiver, sorted(cards)))
        for _, receiver, cards in passed:
            target = places_in(position, "hand", receiver)[0]
            for card in cards:
                places.move_card(position, card, target)
        for giver, receiver, cards in passed:
            for card in cards:
                places.learn(position, card, 1 << giver | 1 << receiver)
        self.do_then(position)
        follow(position, position.turn, ())
        self.leave(position)

    def close(self, position: Position) -> None:
        if self.phase.then:
            self.do_then(position)
            position.judging = True
        self.leave(position)

    def do_then(self, position: Position) -> None:
        position.turn = self.then_seat
        self.moved_at = len(position.moved)
        run_then(position, self.phase.then, position.turn)


FRAMES["pass"] = Pass
