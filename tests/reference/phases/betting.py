"""Betting and showdown (§P17)."""

from __future__ import annotations

from typing import Any

from tests.reference import actions, pots
from tests.reference.moves import BET, CHECK, FOLD, MATCH, Move
from tests.reference.phases.base import (
    FRAMES,
    PhaseFrame,
    count_turn,
    players_in_hand,
    settle,
    start_turn_again,
)
from tests.reference.places import Unforeseen
from tests.reference.state import NOBODY, Env, Position
from tests.reference.steps import follow, run_then
from tests.reference.words import seat, seats, single_seats, step


class Betting(PhaseFrame):
    """Players check, bet, call, raise or fold until all who are in have staked alike."""

    def __init__(self, phase: Any, position: Position, inside: bool) -> None:
        super().__init__(phase, position, inside)
        self.who: list[int] | None = None
        if phase.who is not None:
            self.who = single_seats(position, seats(position, phase.who, Env(position.turn)))
        self.bets = 0
        """Bets and raises in the round; a stake owed at its beginning counts as the first."""
        self.acted: list[int] = []
        """Who has acted since the last bet or raise."""
        self.next = NOBODY
        """The seat from which the next player is looked for."""
        self.last_asked = position.turn

    def players(self, position: Position) -> list[int]:
        """Those in the hand who take part and have chips (§P17.1)."""
        return [
            who
            for who in players_in_hand(position)
            if position.chips[who] > 0 and (self.who is None or who in self.who)
        ]

    def owes(self, position: Position, who: int) -> int:
        """The highest stake of anybody still in the hand, less their own (§P17.2)."""
        highest = max((position.staked[other] for other in players_in_hand(position)), default=0)
        return max(0, highest - position.staked[who])

    def advance(self, position: Position) -> None:
        if position.judging and settle(position):
            return
        if self.step == 0:
            self.step = 1
            players = self.players(position)
            if len(players) < 2:
                self.round_over(position)
                return
            self.bets = int(any(self.owes(position, who) for who in players))
            self.next = seat(position, self.phase.first, Env(position.turn))
            if self.next == NOBODY:
                self.next = step(position, position.dealer, 1)
        self.ask_next(position)

    def ask_next(self, position: Position) -> None:
        """Whoever has chips and has not acted since the last bet or raise (§P17.3)."""
        players = self.players(position)
        for who in players_in_hand(position, self.next):
            if who in players and who not in self.acted:
                self.seat = position.turn = who
                if not self.inside:
                    count_turn(position)
                    start_turn_again(position)
                elif who != self.last_asked:
                    count_turn(position)
                self.last_asked = who
                self.moved_at = len(position.moved)
                position.waiting = True
                return
        self.round_over(position)

    def is_own_decision(self, position: Position, seat: int) -> bool:
        return self.seat == seat

    def moves(self, position: Position, seat: int) -> list[Move]:
        """The legal moves (§P17.4)."""
        phase = self.phase
        owes, chips = self.owes(position, self.seat), position.chips[self.seat]
        moves = []
        if owes == 0 and (self.bets > 0 or phase.may_check):
            moves.append(CHECK)
        if self.bets <= phase.max_raises and chips >= owes + phase.min_bet:
            moves.append(BET)
        if owes > 0 and (chips >= owes or phase.all_in):
            moves.append(MATCH)
        if self.bets > 0 or not phase.may_check:
            moves.append(FOLD)
        return moves

    def decide(self, position: Position, seat: int, move: Move) -> None:
        """What a move does (§P17.4, §P17.5)."""
        who = self.seat
        owes = self.owes(position, who)
        self.acted.append(who)
        self.next = step(position, who, 1)
        if move.kind == "bet":
            actions.put_in_pot(position, who, owes + self.phase.min_bet)
            self.bets += 1
            self.acted = [who]
        elif move.kind == "match":
            actions.put_in_pot(position, who, owes)
        elif move.kind == "fold":
            actions.leave_hand(position, who)
            left = players_in_hand(position)
            if len(left) == 1:
                self.last_one(position, left[0])
                return
        if self.nobody_left(position):
            self.settle_round(position)
            position.turn = self.then_seat
            run_then(position, self.phase.then, self.then_seat)
            follow(position, who, ())
            self.leave(position)
        else:
            follow(position, who, ())

    def nobody_left(self, position: Position) -> bool:
        return not any(who not in self.acted for who in self.players(position))

    def last_one(self, position: Position, who: int) -> None:
        """All but one have folded: that player takes the pot, and the hand ends and is scored
        (§P17.6)."""
        pots.take_pot(position, who)
        position.ending = "scored"

    def round_over(self, position: Position) -> None:
        """Nobody is to be asked any more (§P17.1, §P17.3)."""
        self.settle_round(position)
        position.turn = self.then_seat
        if self.phase.then and not position.ending:
            run_then(position, self.phase.then, self.then_seat)
        position.judging = True
        self.leave(position)

    def settle_round(self, position: Position) -> None:
        """`showdown_method` decides (§P17.7)."""
        players = players_in_hand(position)
        if self.phase.showdown_method == "fold_only":
            if len(players) == 1:
                pots.take_pot(position, players[0])
        else:
            if position.foreseeing is not None:
                raise Unforeseen
            pots.showdown(position, self.phase.showdown_method, players)


class Showdown(PhaseFrame):
    """Those who are still in show their hands; the best takes the pot (§P17.8)."""

    def __init__(self, phase: Any, position: Position, inside: bool) -> None:
        super().__init__(phase, position, inside)
        self.seat = position.turn
        self.who: list[int] | None = None
        if phase.who is not None:
            self.who = single_seats(position, seats(position, phase.who, Env(position.turn)))

    def advance(self, position: Position) -> None:
        if position.foreseeing is not None:
            raise Unforeseen
        players = players_in_hand(position)
        contenders = [who for who in players if self.who is None or who in self.who]
        if len(players) == 1:
            pots.take_pot(position, players[0])
        elif self.phase.method != "fold_only":
            pots.showdown(position, self.phase.method, contenders)
        position.turn = self.then_seat
        run_then(position, self.phase.then, self.then_seat)
        follow(position, self.then_seat, ())
        self.leave(position)


FRAMES["betting"] = Betting
FRAMES["showdown"] = Showdown
