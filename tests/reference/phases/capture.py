"""Capture (§P13.1-13.4)."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from tests.reference import places
from tests.reference.conditions import worths
from tests.reference.moves import DONE, Move
from tests.reference.phases.base import FRAMES
from tests.reference.phases.leaves import Leaf, mark_played, put_down
from tests.reference.picking import alike_once
from tests.reference.places import pile_for, piles_of
from tests.reference.rankings import order_now
from tests.reference.state import NOBODY, Env, Position
from tests.reference.words import cards_in, zone

MOST_VALUE = 10_000

Way = frozenset[int]
"""Cards that are one set (§P13.1)."""


class Capture(Leaf):
    """Plays one card; it takes cards from the table, and goes with them, or stays there; or cards
    are put together with it to be taken later."""

    def __init__(self, phase: Any, position: Position, inside: bool) -> None:
        super().__init__(phase, position, inside)
        self.played = NOBODY
        """The card that is played, once it is picked."""
        self.pile = NOBODY
        """With `building`: the pile built on."""
        self.taken: Way = frozenset()
        """The cards of sets that are complete."""
        self.picked: list[int] = []
        """Cards of the set in progress."""
        self.ways: list[Way] = []

    def begin_share(self, position: Position) -> None:
        self.played = NOBODY
        self.pile = NOBODY
        self.taken = frozenset()
        self.picked = []
        super().begin_share(position)

    def source(self, position: Position) -> list[int]:
        return sorted(cards_in(position, zone(position, self.phase.source, Env(self.seat))))

    def first_moves(self, position: Position) -> list[Move]:
        """The cards that may be picked; with `building` together with a pile (§P13.1, §P13.1b,
        §P13.2a)."""
        held = self.source(position)
        moves = []
        for card in alike_once(position, held):
            if self.phase.building:
                moves += self.buildings(position, card, held)
            elif not self.phase.must_take or self.first_sets(position, card, NOBODY):
                moves.append(Move("card", -1, card))
        return moves

    def buildings(self, position: Position, card: int, held: list[int]) -> list[Move]:
        """The piles to which a card builds: another card of that value is kept (§P13.2a)."""
        worth = worths(order_now(position), self.phase.values)
        target = zone(position, self.phase.target, Env(self.seat))
        return [
            Move("card", -1, card, place.number)
            for place in piles_of(position, target)
            if any(other != card and worth[other] == place.pile + 1 for other in held)
            and self.first_sets(position, card, place.number)
        ]

    def prepare(self, position: Position) -> bool:
        """If no card may be picked the share is skipped (§P13.1)."""
        return bool(self.first_moves(position))

    def optional(self) -> bool:
        """There is no declining (§P13.1)."""
        return False

    def must_take(self) -> bool:
        return bool(self.phase.mandatory or self.phase.must_take or self.phase.building)

    def own_moves(self, position: Position) -> list[Move]:
        if self.played == NOBODY:
            return self.first_moves(position)
        heaps = self.heaps(position)
        loose: set[int] = set()
        whole: set[int] = set()
        for way in self.ways:
            if way >= set(self.picked):
                if way in heaps:
                    whole.add(min(way))
                else:
                    loose |= way - set(self.picked)
        shown = sorted({*alike_once(position, loose), *whole})
        moves = [Move("card", -1, card, taken=True) for card in shown]
        if not self.picked and (self.taken or not self.must_take()):
            moves.append(DONE)
        return moves

    # --- sets ---

    def heaps(self, position: Position) -> dict[Way, int]:
        """Piles that are taken as a whole, with what each is worth: its place (§P13.1a)."""
        if self.phase.builds is None:
            return {}
        piles = piles_of(position, zone(position, self.phase.builds, Env(self.seat)))
        return {frozenset(place.cards): place.pile + 1 for place in piles if place.cards}

    def first_sets(self, position: Position, card: int, pile: int) -> list[Way]:
        """What a card can take first, or be put together with (§P13.1, §P13.2a)."""
        worth = worths(order_now(position), self.phase.values)
        own = worth[card]
        goal = own if pile == NOBODY else position.places[pile].pile + 1
        if not 1 <= own <= MOST_VALUE or goal < own:
            return []
        if goal == own:
            return self.sets(position, goal, frozenset((card,)))
        if "sum" not in self.phase.by:
            return []
        heaps = self.heaps(position)
        lying = [
            other
            for other in self.lying(position, frozenset((card,)))
            if 1 <= worth[other] <= goal - own
        ]
        values = {other: worth[other] for other in lying}
        ways = [frozenset((other,)) for other in lying if values[other] == goal - own]
        ways += sums(lying, values, goal - own)
        ways += [
            heap
            for heap, place in heaps.items()
            if place == goal - own and sum(worth[other] for other in heap) <= place
        ]
        return ways

    def lying(self, position: Position, gone: Way) -> list[int]:
        table = zone(position, self.phase.table, Env(self.seat))
        heaped = {card for heap in self.heaps(position) for card in heap}
        return sorted(set(cards_in(position, table)) - gone - heaped)

    def sets(self, position: Position, goal: int, gone: Way) -> list[Way]:
        """The sets of a value: one card or pile, or several cards that add up to it (§P13.1)."""
        phase = self.phase
        worth = worths(order_now(position), phase.values)
        values = {other: worth[other] for other in self.lying(position, gone)}
        ways: list[Way] = []
        if "equal" in phase.by:
            ways += [frozenset((other,)) for other in values if values[other] == goal]
            ways += [
                heap
                for heap, place in self.heaps(position).items()
                if place == goal and not heap & gone
            ]
        if "sum" in phase.by and not (phase.exact_first and ways):
            parts = [other for other in values if 1 <= values[other] <= goal]
            ways += sums(parts, values, goal)
        return ways

    # --- deciding ---

    def carry_out(self, position: Position, move: Move) -> None:
        if move.kind == "done":
            self.complete(position)
        elif self.played == NOBODY:
            self.played = move.card
            self.pile = move.pile if self.phase.building else NOBODY
            self.ways = self.first_sets(position, move.card, self.pile)
            self.next_set(position)
        else:
            heap = next((h for h in self.heaps(position) if move.card in h), None)
            self.picked += sorted(heap) if heap else [move.card]
            self.go_on_picking(position)

    def next_set(self, position: Position) -> None:
        """If there is nothing it can take, it stays; if it must take and there is only one set,
        that is taken; otherwise the player picks (§P13.2)."""
        if not self.ways:
            self.complete(position)
        elif self.must_take() and not self.taken and len(self.different(position, self.ways)) == 1:
            self.set_complete(position, self.lowest(position, self.ways))
        else:
            position.waiting = True

    def different(self, position: Position, ways: list[Way]) -> set[Any]:
        """Sets with the same faces count as one; each pile is one of its own (§P13.2)."""
        faces = position.rules.deck.faces
        heaps = self.heaps(position)
        return {way if way in heaps else tuple(sorted(faces[card] for card in way)) for way in ways}

    def lowest(self, position: Position, ways: list[Way]) -> Way:
        """Of sets with the same faces the one with the lowest numbers (§P7.6)."""
        return min(ways, key=sorted)

    def go_on_picking(self, position: Position) -> None:
        """As soon as the cards picked are a set, it is complete; once only one set is left, the
        rest is picked at once (§P13.2)."""
        begun = frozenset(self.picked)
        left = [way for way in self.ways if way >= begun]
        if begun in left:
            self.set_complete(position, begun)
        elif len(self.different(position, left)) == 1:
            self.set_complete(position, self.lowest(position, left))
        else:
            position.waiting = True

    def set_complete(self, position: Position, way: Way) -> None:
        """With `several` the player goes on with the next set (§P13.2)."""
        self.taken |= way
        self.picked = []
        self.ways = []
        if self.phase.several:
            worth = worths(order_now(position), self.phase.values)[self.played]
            goal = worth if self.pile == NOBODY else position.places[self.pile].pile + 1
            self.ways = self.sets(position, goal, self.taken | {self.played})
        self.next_set(position)

    def complete(self, position: Position) -> None:
        """The card moves to the table and is played; the cards it takes move to the target, then
        the card itself (§P13.3); moments (§P13.4)."""
        env = Env(self.seat)
        taken = sorted(self.taken)
        table = zone(position, self.phase.table, env)
        put_down(position, self.played, table)
        mark_played(position, self.seat, [self.played])
        moments: list[tuple[str, list[int]]] = [("played", [self.played])]
        if self.pile != NOBODY:
            pile = position.places[self.pile]
            for card in [*taken, self.played]:
                if card not in pile.cards:
                    places.move_card(position, card, pile)
        elif taken:
            for card in [*taken, self.played]:
                target = pile_for(position, zone(position, self.phase.target, env), card)
                if target is not None:
                    places.move_card(position, card, target)
            position.last_taker = self.seat
            if position.rules.game_rules.same_player_on_win:
                position.play_again = self.seat
            moments.append(("captured", taken))
        self.finish(position, moments)


def sums(cards: list[int], values: dict[int, int], worth: int) -> list[Way]:
    """Two or more cards whose values add up to a number (§P13.1)."""
    found: list[Way] = []
    for size in range(2, len(cards) + 1):
        if sum(sorted(values[card] for card in cards)[:size]) > worth:
            break
        for some in combinations(cards, size):
            if sum(values[card] for card in some) == worth:
                found.append(frozenset(some))
    return found


FRAMES["capture"] = Capture
