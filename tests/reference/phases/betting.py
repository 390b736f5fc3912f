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
from tests.reference.words import number, owed, seat, seats, single_seats, step


class Betting(PhaseFrame):
    """Players check, bet, call, raise or fold until all who are in have staked alike."""

    def __init__(self, phase: Any, position: Position, inside: bool) -> None:
        super().__init__(phase, position, inside)
        self.who: list[int] | None = None
        if phase.who is not None:
            self.who = single_seats(position, seats(position, phase.who, Env(position.turn)))
        self.bets = 0
        """Bets and raises in the round; a stake owed at its beginning counts as the first."""
        self.to_act: list[int] = []
        """Who is to act (§P17.3)."""
        self.next = NOBODY
        """The seat from which the next player is looked for."""
        self.last_asked = position.turn

    def taking_part(self, position: Position) -> list[int]:
        """Those in the hand who take part and have chips."""
        return [
            who
            for who in players_in_hand(position)
            if position.chips[who] > 0 and (self.who is None or who in self.who)
        ]

    def players(self, position: Position) -> list[int]:
        """Of those the ones of whom somebody else in the hand has staked, or could stake, more than
        they have staked (§P17.1)."""
        return [
            who
            for who in self.taking_part(position)
            if self.could_stake_more(position, who, position.staked[who])
        ]

    def could_stake_more(self, position: Position, who: int, stake: int) -> bool:
        """Whether somebody else in the hand has staked, or with all their chips could stake, more
        than this."""
        return any(
            position.staked[other] + position.chips[other] > stake
            for other in players_in_hand(position)
            if other != who
        )

    def advance(self, position: Position) -> None:
        if position.judging and settle(position):
            return
        if self.step == 0:
            self.step = 1
            players = self.players(position)
            position.raised = 0
            if not players:
                self.round_over(position)
                return
            self.bets = int(any(owed(position, who) for who in players))
            self.to_act = players
            self.next = seat(position, self.phase.first, Env(position.turn))
            if self.next == NOBODY:
                self.next = step(position, position.dealer, 1)
        self.ask_next(position)

    def ask_next(self, position: Position) -> None:
        """The next in order of play of those who are to act (§P17.3)."""
        for who in players_in_hand(position, self.next):
            if who in self.to_act:
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
        """The legal moves (§P17.4); of a bet of which players name the amount that of the least
        (§P19.5a)."""
        phase = self.phase
        owes, chips = owed(position, self.seat), position.chips[self.seat]
        moves = []
        if self.brings_in():
            amounts = self.amounts(position)
            if amounts is not None:
                moves.append(BET if phase.max_bet is None else Move("bet", what=amounts[0]))
            return [*moves, MATCH]
        if owes == 0 and (self.bets > 0 or phase.may_check):
            moves.append(CHECK)
        amounts = self.amounts(position)
        if amounts is not None:
            moves.append(BET if phase.max_bet is None else Move("bet", what=amounts[0]))
        if owes > 0 and (chips >= owes or phase.all_in):
            moves.append(MATCH)
        if self.bets > 0 or not phase.may_check:
            moves.append(FOLD)
        return moves

    def brings_in(self) -> bool:
        """Whether the player who is asked brings in (§P17.3a)."""
        return self.phase.bring_in is not None and self.bets == 0

    def amounts(self, position: Position) -> tuple[int, int] | None:
        """The least and the most by which the player may bet or raise; None: not at all
        (§P17.4a)."""
        phase, env = self.phase, Env(self.seat)
        owes = owed(position, self.seat)
        if phase.max_raises is not None and self.bets > phase.max_raises:
            return None
        least_owed = position.raised
        if phase.reopening is not None:
            least_owed = number(position, phase.reopening, env)
        if 0 < owes < least_owed:
            return None
        if self.brings_in():
            brought = max(1, number(position, phase.bring_in, env))
            if position.chips[self.seat] <= brought:
                return None
        rest = position.chips[self.seat] - owes
        least = max(1, number(position, phase.min_bet, env))
        if phase.max_bet is None:
            return (least, least) if rest >= least else None
        highest = max(position.staked[who] for who in players_in_hand(position))
        if rest <= 0 or not self.could_stake_more(position, self.seat, highest):
            return None
        if rest < least:
            return (rest, rest) if phase.all_in else None
        return least, min(rest, max(least, number(position, phase.max_bet, env)))

    def decide(self, position: Position, seat: int, move: Move) -> None:
        """What a move does (§P17.4); the greatest bet or raise is kept (§P17.5)."""
        who = self.seat
        owes = owed(position, who)
        self.to_act = [other for other in self.to_act if other != who]
        self.next = step(position, who, 1)
        if move.kind == "match" and self.brings_in():
            amount = max(1, number(position, self.phase.bring_in, Env(who)))
            actions.put_in_pot(position, who, amount)
            self.bets = 1
            self.to_act = [other for other in self.taking_part(position) if other != who]
        elif move.kind == "bet":
            self.bets += int(self.brings_in())
            by = max(1, number(position, self.phase.min_bet, Env(who)))
            if self.phase.max_bet is not None:
                by = move.what
            actions.put_in_pot(position, who, owes + by)
            self.bets += 1
            position.raised = max(position.raised, by)
            self.to_act = [other for other in self.taking_part(position) if other != who]
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
        return not any(who in self.to_act for who in players_in_hand(position))

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
