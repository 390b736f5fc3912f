"""Claim (§P18)."""

from __future__ import annotations

from typing import Any

from tests.reference import places
from tests.reference.moves import ACCEPT, CHALLENGE, Move
from tests.reference.phases.base import FRAMES, count_turn, players_in_hand
from tests.reference.phases.leaves import Pick, mark_played, put_down_together
from tests.reference.picking import Picking
from tests.reference.places import piles_of
from tests.reference.rankings import order_now
from tests.reference.state import NOBODY, Env, Position, places_in
from tests.reference.steps import tell
from tests.reference.words import cards_in, step, zone

NAMING, CHALLENGING = 10, 11


class Claim(Pick):
    """Plays cards face down and says of which rank they are; the others may challenge."""

    def __init__(self, phase: Any, position: Position, inside: bool) -> None:
        super().__init__(phase, position, inside)
        self.rank = ""
        """The rank said."""
        self.others: list[int] = []
        """Who is still to be asked about the claim."""
        self.asked_seat = NOBODY

    def prepare(self, position: Position) -> bool:
        """From `min_cards` to `max_cards` cards of the source; fewer than the least: skipped
        (§P18.1)."""
        cards = sorted(cards_in(position, zone(position, self.phase.source, Env(self.seat))))
        least = max(1, self.phase.min_cards)
        self.picking = Picking(cards, least, max(least, self.phase.max_cards))
        return self.picking.possible()

    def optional(self) -> bool:
        return False

    def asked(self, position: Position) -> list[int]:
        seat = self.asked_seat if self.step == CHALLENGING else self.seat
        return [position.control[seat]]

    def is_own_decision(self, position: Position, seat: int) -> bool:
        return self.step != CHALLENGING and self.seat == seat

    def moves(self, position: Position, seat: int) -> list[Move]:
        if self.step == NAMING:
            return [Move("rank", values=(rank,)) for rank in position.rules.deck.ranks]
        if self.step == CHALLENGING:
            return [ACCEPT, CHALLENGE]
        return super().moves(position, seat)

    def decide(self, position: Position, seat: int, move: Move) -> None:
        if move.kind == "rank":
            self.rank = str(move.values[0])
            self.lay(position)
        elif move.kind == "accept":
            self.ask_next(position)
        elif move.kind == "challenge":
            self.challenged(position, self.asked_seat)
        else:
            super().decide(position, seat, move)

    def complete(self, position: Position, cards: list[int]) -> None:
        """The rank said (§P18.2)."""
        self.picked = cards
        if self.phase.rank_mode == "player_choice":
            self.step = NAMING
            position.waiting = True
            return
        if self.phase.rank_mode == "fixed":
            self.rank = self.phase.fixed_rank
        else:
            order = order_now(position).sequence
            start = order.index(self.phase.starting_rank)
            self.rank = order[(start + position.claims) % len(order)]
        self.lay(position)

    def lay(self, position: Position) -> None:
        """The cards move to the target and are played; all are told how many and which rank is said
        (§P18.3)."""
        target = zone(position, self.phase.target, Env(self.seat))
        put_down_together(position, self.picked, target)
        mark_played(position, self.seat, self.picked)
        position.claims += 1
        tell(position, "claim", self.seat, len(self.picked), self.rank)
        if self.phase.allow_challenge:
            first = step(position, self.seat, 1)
            self.others = [s for s in players_in_hand(position, first) if s != self.seat]
        self.ask_next(position)

    def ask_next(self, position: Position) -> None:
        """The other players in the hand are asked in order of play from the player's left, each as
        a turn (§P18.4)."""
        self.others = [seat for seat in self.others if position.active[seat]]
        if not self.others:
            self.settled(position)
            return
        self.asked_seat, *self.others = self.others
        position.turn = self.asked_seat
        count_turn(position)
        self.step = CHALLENGING
        position.waiting = True

    def challenged(self, position: Position, by: int) -> None:
        """The cards just laid are shown; if one is not of the rank said, the player loses,
        otherwise the challenger; the loser takes the pile (§P18.5)."""
        deck = position.rules.deck
        honest = all(deck.rank(card) == self.rank for card in self.picked)
        tell(position, "challenge", self.seat, by, honest)
        for card in self.picked:
            places.show(position, position.places[position.where[card]], card)
        loser = by if honest else self.seat
        if self.phase.pile_penalty:
            hand = places_in(position, "hand", loser)[0]
            for pile in piles_of(position, zone(position, self.phase.target, Env(self.seat))):
                for card in sorted(pile.cards):
                    places.move_card(position, card, hand)
        self.settled(position)

    def settled(self, position: Position) -> None:
        """When it is settled the step is complete (§P18.6)."""
        position.turn = self.seat
        self.step = 1
        self.finish(position, [("played", self.picked)])


FRAMES["claim"] = Claim
