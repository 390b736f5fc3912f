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
from tests.reference.places import pile_for
from tests.reference.rankings import order_now
from tests.reference.state import NOBODY, Env, Position
from tests.reference.words import cards_in, zone

MOST_VALUE = 10_000

Way = frozenset[int]


class Capture(Leaf):
    """Plays one card; it takes cards from the table, and goes with them, or stays there."""

    def __init__(self, phase: Any, position: Position, inside: bool) -> None:
        super().__init__(phase, position, inside)
        self.played = NOBODY
        """The card that is played, once it is picked."""
        self.picked: list[int] = []
        """Cards of the table that are to be taken."""
        self.ways: list[Way] = []

    def begin_share(self, position: Position) -> None:
        self.played = NOBODY
        self.picked = []
        super().begin_share(position)

    def source(self, position: Position) -> list[int]:
        return sorted(cards_in(position, zone(position, self.phase.source, Env(self.seat))))

    def prepare(self, position: Position) -> bool:
        """If the source is empty the share is skipped (§P13.1)."""
        return bool(self.source(position))

    def optional(self) -> bool:
        """There is no declining (§P13.1)."""
        return False

    def own_moves(self, position: Position) -> list[Move]:
        rules = position.rules
        if self.played == NOBODY:
            return [Move("card", -1, card) for card in alike_once(rules, self.source(position))]
        further = {card for way in self.ways if way >= set(self.picked) for card in way}
        moves = [
            Move("card", -1, card, taken=True)
            for card in alike_once(rules, further - set(self.picked))
        ]
        if not self.phase.mandatory and not self.picked:
            moves.append(DONE)
        return moves

    def ways_of(self, position: Position, card: int) -> list[Way]:
        """What a card can take: one card of its value, or several that add up to it (§P13.1)."""
        phase = self.phase
        worths_now = worths(order_now(position), phase.values)
        worth = worths_now[card]
        if not 1 <= worth <= MOST_VALUE:
            return []
        lying = sorted(cards_in(position, zone(position, phase.table, Env(self.seat))))
        values = {other: worths_now[other] for other in lying}
        equal = [frozenset((other,)) for other in lying if values[other] == worth]
        ways: list[Way] = list(equal) if "equal" in phase.by else []
        if "sum" in phase.by and not (phase.exact_first and ways):
            parts = [other for other in lying if 1 <= values[other] <= worth]
            ways += sums(parts, values, worth)
        return ways

    def carry_out(self, position: Position, move: Move) -> None:
        if move.kind == "done":
            self.complete(position, ())
        elif self.played == NOBODY:
            self.play_card(position, move.card)
        else:
            self.picked.append(move.card)
            self.go_on_picking(position)

    def play_card(self, position: Position, card: int) -> None:
        """If there is nothing it can take, it stays; if it must take and there is only one way,
        that is taken; otherwise the player picks (§P13.2)."""
        self.played = card
        self.ways = self.ways_of(position, card)
        if not self.ways:
            self.complete(position, ())
        elif self.phase.mandatory and len(self.different(position, self.ways)) == 1:
            self.complete(position, self.lowest(position, self.ways))
        else:
            position.waiting = True

    def different(self, position: Position, ways: list[Way]) -> set[tuple[tuple[str, str], ...]]:
        """Ways with the same faces count as one (§P13.2)."""
        faces = position.rules.deck.faces
        return {tuple(sorted(faces[card] for card in way)) for way in ways}

    def lowest(self, position: Position, ways: list[Way]) -> Way:
        """Of ways with the same faces the one with the lowest numbers (§P7.6)."""
        return min(ways, key=sorted)

    def go_on_picking(self, position: Position) -> None:
        """As soon as the cards picked are a way, it is complete; once only one way is left, the
        rest is picked at once (§P13.2)."""
        begun = frozenset(self.picked)
        left = [way for way in self.ways if way >= begun]
        if begun in left:
            self.complete(position, begun)
        elif len(self.different(position, left)) == 1:
            self.complete(position, self.lowest(position, left))
        else:
            position.waiting = True

    def complete(self, position: Position, taken: Any) -> None:
        """The card moves to the table and is played; the cards it takes move to the target, then
        the card itself (§P13.3); moments (§P13.4)."""
        env = Env(self.seat)
        table = zone(position, self.phase.table, env)
        put_down(position, self.played, table)
        mark_played(position, self.seat, [self.played])
        moments: list[tuple[str, list[int]]] = [("played", [self.played])]
        if taken:
            for card in [*sorted(taken), self.played]:
                target = pile_for(position, zone(position, self.phase.target, env), card)
                if target is not None:
                    places.move_card(position, card, target)
            position.last_taker = self.seat
            if position.rules.game_rules.same_player_on_win:
                position.play_again = self.seat
            moments.append(("captured", sorted(taken)))
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
