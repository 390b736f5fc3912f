"""Build (§P13.5-13.7)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.reference import places
from tests.reference.conditions import fits
from tests.reference.moves import NEW_PILE, Move
from tests.reference.phases.base import FRAMES
from tests.reference.phases.leaves import Leaf, asks_nothing, end_force, mark_played, trial_of
from tests.reference.picking import alike_once
from tests.reference.places import (
    Unforeseen,
    is_stack,
    lookers,
    new_pile,
    piles_of,
    sees_top,
    top_card,
)
from tests.reference.state import NOBODY, Env, Place, Position
from tests.reference.words import ZoneRef, holds, zone


class Build(Leaf):
    """Moves one card or packet between piles."""

    def prepare(self, position: Position) -> bool:
        return any(True for _ in self.builds(position))

    def optional(self) -> bool:
        """There is no declining (§P13.6)."""
        return False

    def own_moves(self, position: Position) -> list[Move]:
        return list(self.builds(position))

    def builds(self, position: Position) -> Iterator[Move]:
        """For each of `moves`, each pile of its target, each other pile of its source (§P13.5)."""
        env = Env(self.seat)
        for index, line in enumerate(self.phase.moves):
            source = zone(position, line.source, env)
            target = zone(position, line.target, env)
            for pile in self.targets(position, target):
                for other in piles_of(position, source):
                    if other.cards and (pile is None or other.number != pile.number):
                        yield from self.onto_pile(
                            position, index, line, source, target, pile, other
                        )

    def targets(self, position: Position, target: ZoneRef) -> list[Place | None]:
        """The piles built on; in a `many` zone those that have cards, then a new one (§P13.5)."""
        piles: list[Place | None] = list(piles_of(position, target))
        if position.rules.zones[target.name].piles == "many":
            piles = [pile for pile in piles if pile is not None and pile.cards]
            piles.append(None)
        return piles

    def onto_pile(
        self,
        position: Position,
        index: int,
        line: Any,
        source: ZoneRef,
        target: ZoneRef,
        pile: Place | None,
        other: Place,
    ) -> Iterator[Move]:
        """What may be moved from one pile to another (§P13.5, §P13.6)."""
        empty = pile is None or not pile.cards
        condition = line.on_empty if empty else line.onto
        if condition is None:
            return
        number = NEW_PILE if pile is None else pile.number
        env = Env(self.seat, onto=NOBODY if pile is None else pile.number)
        for count, card in self.packets(position, line, source, other):
            if not self.belongs(position, pile, other, card, count):
                continue
            if fits(position, condition, card, env) and self.holds_after(
                position, line, target, pile, other, card, count
            ):
                alone = NOBODY if is_stack(position, other) else card
                yield Move("build", -1, alone, number, other.number, what=count, values=(index,))

    def packets(
        self, position: Position, line: Any, source: ZoneRef, pile: Place
    ) -> Iterator[tuple[int, int]]:
        """How many cards may be moved from a pile, and the card that comes to lie below
        (§P13.6)."""
        if not is_stack(position, pile):
            cards = [top_card(position, pile)] if source.top else pile.cards
            for card in alike_once(position, cards):
                yield 1, card
            return
        together = line.unit in ("run", "pile") and not source.top
        whole = line.unit == "pile" and not source.top
        for count in range(1, seen_from_top(position, pile) + 1 if together else 2):
            if count > 1 and line.packet is not None:
                above, below = pile.cards[-count + 1], pile.cards[-count]
                if not lies_well(position, line, self.seat, above, below):
                    return
            if not whole or count == len(pile.cards):
                yield count, pile.cards[-count]

    def holds_after(
        self,
        position: Position,
        line: Any,
        target: ZoneRef,
        pile: Place | None,
        other: Place,
        card: int,
        count: int,
    ) -> bool:
        """Whether `after` holds once the cards lie on the pile (§P13.6a, §6.35)."""
        if asks_nothing(line.after):
            return True
        trial = trial_of(position, self)
        source = trial.places[other.number]
        cards = source.cards[-count:] if is_stack(trial, source) else [card]
        try:
            if pile is None:
                onto = new_pile(trial, target.name, target.owners[0])
            else:
                onto = trial.places[pile.number]
            for each in list(cards):
                places.foresee(trial, each)
                places.leave(trial, each, trial.rules.everybody, True)
                places.put(trial, each, onto)
        except Unforeseen:
            return True
        return holds(trial, line.after, Env(self.seat, onto=onto.number, pile=onto.number))

    def belongs(
        self, position: Position, pile: Place | None, other: Place, card: int, count: int
    ) -> bool:
        """In a zone with a pile for each rank or suit only cards of that rank or printed suit
        (§P13.5)."""
        if pile is None:
            return True
        rules = position.rules
        kind = rules.zones[pile.zone].piles
        cards = other.cards[-count:] if is_stack(position, other) else [card]
        if kind == "by_rank":
            return all(rules.deck.rank(c) == rules.deck.ranks[pile.pile] for c in cards)
        if kind == "by_suit":
            return all(rules.deck.suit(c) == rules.deck.suits[pile.pile] for c in cards)
        return True

    def carry_out(self, position: Position, move: Move) -> None:
        """The cards move in their order; from the hand they are played (§P13.7)."""
        source = position.places[move.source]
        cards = [move.card] if move.card != NOBODY else source.cards[-move.what :]
        line = self.phase.moves[move.values[0]]
        if move.pile == NEW_PILE:
            target = zone(position, line.target, Env(self.seat))
            pile = new_pile(position, target.name, target.owners[0])
        else:
            pile = position.places[move.pile]
        for card in list(cards):
            places.move_card(position, card, pile)
        end_force(position, pile.zone)
        if source.zone == "hand":
            mark_played(position, self.seat, cards)
            self.finish(position, [("played", cards)])
        else:
            self.finish(position, ())


def lies_well(position: Position, line: Any, seat: int, card: int, below: int) -> bool:
    """Whether a card of a packet fits on the one below it (§P13.6)."""
    return fits(position, line.packet, card, Env(seat, lying_on=below))


def seen_from_top(position: Position, pile: Place) -> int:
    """How many cards from the top down everybody can see (§P13.6)."""
    if lookers(position, pile) == position.rules.everybody:
        return len(pile.cards)
    return 1 if sees_top(position, pile) else 0


FRAMES["build"] = Build
