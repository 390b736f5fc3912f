"""Meld (§P12)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.reference import places
from tests.reference.looking_ahead import Foresight
from tests.reference.moves import DONE, NEW_PILE, PASS, Move
from tests.reference.patterns import forms, sets_forming, wild_cards
from tests.reference.phases.base import FRAMES
from tests.reference.phases.leaves import Leaf, asks_nothing, end_force, trial_of
from tests.reference.picking import alike_once
from tests.reference.places import Unforeseen, new_pile, pile_for, piles_of, top_card
from tests.reference.rankings import order_now
from tests.reference.scoring import score_cards
from tests.reference.state import NOBODY, Env, Place, Position, places_in
from tests.reference.words import ZoneRef, cards_in, holds, zone

Laying = frozenset[int]
"""The cards that are laid in one meld, the top card of `with_top_of` included."""


class Meld(Leaf):
    """Lays one combination on the table, or adds cards to one that lies there (§P12.1)."""

    def __init__(self, phase: Any, position: Position, inside: bool) -> None:
        super().__init__(phase, position, inside)
        self.picked: list[int] = []
        self.pile = NOBODY
        """The pile to which cards go, once the first is picked; `NEW_PILE`: a new combination."""
        self.layings: dict[int, list[Laying]] = {}
        """By pile: all that may be laid there. Never changed in place."""

    def begin_share(self, position: Position) -> None:
        self.picked = []
        self.pile = NOBODY
        super().begin_share(position)

    def prepare(self, position: Position) -> bool:
        """All that may be laid, pile by pile (§P12.2)."""
        self.layings = {}
        for pile in self.piles(position):
            found = list(self.legal(position, pile))
            if found:
                self.layings[pile] = found
        return bool(self.layings)

    def automatic(self) -> bool:
        return bool(self.phase.automatic)

    def optional(self) -> bool:
        return not self.phase.mandatory and not self.phase.automatic

    def undone_matters(self) -> bool:
        return bool(self.phase.mandatory)

    # --- what may be laid ---

    def target(self, position: Position) -> ZoneRef:
        return zone(position, self.phase.target, Env(self.seat))

    def piles(self, position: Position) -> list[int]:
        """New, then those that lie, by number (§P12.2, §P19.5)."""
        found = [NEW_PILE] if self.phase.new_melds else []
        target = self.target(position)
        if self.phase.lay_off == "own":
            lying = piles_of(position, target)
        elif self.phase.lay_off == "any":
            spec = position.rules.zones[target.name]
            lying = [
                place
                for owner in position.rules.owners(spec)
                for place in places_in(position, target.name, owner)
            ]
        else:
            lying = []
        found += sorted(place.number for place in lying if place.cards)
        return found

    def top(self, position: Position) -> int | None:
        """The top card of the pile of `with_top_of`; NOBODY if there is none; None: not asked for
        (§P12.5)."""
        if self.phase.with_top_of is None:
            return None
        piles = piles_of(position, zone(position, self.phase.with_top_of, Env(self.seat)))
        filled = [pile for pile in piles if pile.cards]
        return top_card(position, filled[-1]) if filled else NOBODY

    def legal(self, position: Position, pile: int) -> Iterator[Laying]:
        """All that may be laid on one pile (§P12.3-12.6)."""
        top = self.top(position)
        if top == NOBODY:
            return
        env = Env(self.seat)
        source = cards_in(position, zone(position, self.phase.source, env))
        must = () if top is None else (top,)
        for cards in self.candidates(position, env, sorted({*source, *must}), must, pile):
            if pile == NEW_PILE and not self.is_new(position, cards):
                continue
            if asks_nothing(self.phase.after) or self.holds_after(position, pile, cards):
                yield cards

    def candidates(
        self,
        position: Position,
        env: Env,
        cards: list[int],
        must: tuple[int, ...],
        pile: int,
    ) -> Iterator[Laying]:
        """Sets that form one of the patterns, with the cards that lie there (§P12.3, §P12.4)."""
        if pile == NEW_PILE:
            for found in sets_forming(position, env, self.phase.patterns, cards, must):
                yield frozenset(found)
            return
        lying = position.places[pile].cards
        free = [card for card in cards if card not in lying]
        for found in sets_forming(
            position, env, self.phase.patterns, sorted([*free, *lying]), (*lying, *must)
        ):
            added = frozenset(found) - frozenset(lying)
            if added:
                yield added

    def is_new(self, position: Position, cards: Laying) -> bool:
        """In a zone with a pile for each rank the pile of each natural card must be empty
        (§P12.3)."""
        target = self.target(position)
        if position.rules.zones[target.name].piles != "by_rank":
            return True
        for card in self.natural(position, cards) or [min(cards)]:
            pile = pile_for(position, target, card)
            if pile is None or pile.cards:
                return False
        return True

    def natural(self, position: Position, cards: Laying) -> list[int]:
        """The natural cards of a combination, by the first pattern that it forms (§P12.3)."""
        now = order_now(position)
        for name in self.phase.patterns:
            pattern = position.rules.patterns[name]
            if forms(position, Env(self.seat), pattern, sorted(cards)):
                return sorted(card for card in cards if card not in wild_cards(now, pattern))
        return sorted(cards)

    def holds_after(self, position: Position, pile: int, cards: Laying) -> bool:
        """`after` must hold once the cards lie (§P12.6)."""
        trial = trial_of(position, self)
        try:
            self.lay(trial, pile, cards)
        except Unforeseen:
            return True
        return holds(trial, self.phase.after, Env(self.seat))

    # --- picking ---

    def own_moves(self, position: Position) -> list[Move]:
        if not self.picked:
            return self.first_moves(position)
        moves = [
            Move("card", -1, card, self.pile)
            for card in alike_once(position, self.addable(position))
        ]
        if frozenset(self.picked) in self.layings[self.pile]:
            moves.append(DONE)
        return moves

    def first_moves(self, position: Position) -> list[Move]:
        """The first move names a card and a pile (§P12.7); before it, *pass* if the phase is not
        mandatory (§P12.8)."""
        top = self.top(position)
        moves: list[Move] = []
        for pile, layings in self.layings.items():
            cards = {card for laying in layings for card in laying}
            if top is not None and pile != NEW_PILE:
                cards = {top}
            elif top is not None:
                beside = {card for laying in layings if len(laying) > 1 for card in laying} - {top}
                cards = beside | ({top} if any(len(laying) == 1 for laying in layings) else set())
            moves += [Move("card", -1, card, pile) for card in alike_once(position, cards)]
        if self.optional():
            moves.append(PASS)
        return moves

    def addable(self, position: Position) -> list[int]:
        """Cards that, with those picked, are part of something that may be laid there (§P12.7)."""
        begun = frozenset(self.picked)
        further: set[int] = set()
        for laying in self.layings[self.pile]:
            if begun < laying:
                further |= laying
        return sorted(further - begun)

    def carry_out(self, position: Position, move: Move) -> None:
        """If only one card (one face) may be picked and *done* is not a move, it is picked at once;
        if none may, the cards are laid (§P12.7)."""
        if move.kind == "card":
            if not self.picked:
                self.pile = move.pile
                top = self.top(position)
                if top is not None and move.card != top:
                    self.picked.append(top)
            self.picked.append(move.card)
            while True:
                further = alike_once(position, self.addable(position))
                complete = frozenset(self.picked) in self.layings[self.pile]
                if len(further) == 1 and not complete:
                    self.picked.append(further[0])
                    continue
                if further:
                    position.waiting = True
                    return
                break
        self.complete(position, self.pile, frozenset(self.picked))

    # --- laying ---

    def lay(self, position: Position, pile: int, cards: Laying) -> None:
        """The cards go to their pile (§P12.3)."""
        place = self.place(position, pile, cards)
        for card in sorted(cards):
            places.move_card(position, card, place)
        end_force(position, place.zone)

    def place(self, position: Position, pile: int, cards: Laying) -> Place:
        """The pile of a laying; a new combination goes to the pile that belongs to its natural card
        with the lowest number (§P12.3)."""
        if pile != NEW_PILE:
            return position.places[pile]
        target = self.target(position)
        if position.rules.zones[target.name].piles == "many":
            return new_pile(position, target.name, target.owners[0])
        natural = self.natural(position, cards)
        found = pile_for(position, target, natural[0] if natural else min(cards))
        assert found is not None
        return found

    def put(self, position: Position, pile: int, cards: Laying) -> None:
        """The cards are laid; `set_complete` for a new combination (§P12.10)."""
        self.lay(position, pile, cards)

    def complete(self, position: Position, pile: int, cards: Laying) -> None:
        self.put(position, pile, cards)
        self.then_in_step(position)
        self.scored(position, pile, cards)
        self.end_share(position)

    def scored(self, position: Position, pile: int, cards: Laying) -> None:
        """Card scoring `set_complete`, moment `melded` (§P12.10)."""
        from tests.reference.steps import follow

        if pile == NEW_PILE:
            score_cards(position, "set_complete", sorted(cards), self.seat)
        follow(position, self.seat, [("melded", sorted(cards))])

    def act(self, position: Position) -> None:
        """Automatic: one laying follows another, each a step, as long as something can be laid
        (§P12.9)."""
        while self.prepare(position) and not position.ending:
            pile = next(iter(self.layings))
            cards = self.best(position, self.layings[pile], pile)
            self.put(position, pile, cards)
            if not self.prepare(position):
                self.then_in_step(position)
            self.scored(position, pile, cards)
            from tests.reference.phases.base import settle

            if not self.then_done and settle(position):
                return
        self.end_share(position)

    def best(self, position: Position, layings: list[Laying], pile: int) -> Laying:
        """The first pattern of the list; as many cards as possible; the set with the lowest natural
        card that is not in both, then the lowest wild card (§P12.9)."""
        now = order_now(position)
        lying = () if pile == NEW_PILE else tuple(position.places[pile].cards)
        env = Env(self.seat)
        for name in self.phase.patterns:
            pattern = position.rules.patterns[name]
            able = [
                cards
                for cards in layings
                if forms(position, env, pattern, sorted([*cards, *lying]))
            ]
            if able:
                wild = wild_cards(now, pattern)
                return min(
                    able,
                    key=lambda cards: (
                        -len(cards),
                        [card for card in sorted(cards) if card not in wild],
                        [card for card in sorted(cards) if card in wild],
                    ),
                )
        raise AssertionError("something may be laid")


FRAMES["meld"] = Meld
__all__ = ["Foresight"]
