"""Discard (§P10)."""

from __future__ import annotations

from itertools import combinations

from tests.reference import places
from tests.reference.conditions import fitting
from tests.reference.phases.base import FRAMES
from tests.reference.phases.draw import last_pile
from tests.reference.phases.leaves import (
    TakeOrPass,
    asks_nothing,
    holds_after,
    onto,
    put_down,
    put_down_together,
)
from tests.reference.picking import Picking
from tests.reference.places import top_card
from tests.reference.rankings import strength
from tests.reference.state import NOBODY, Env, Position
from tests.reference.words import ZoneRef, cards_in, number, zone


class Discard(TakeOrPass):
    """Puts cards aside."""

    def pool(self, position: Position) -> list[int]:
        """Cards of the source that `cards` means (§P10.1)."""
        target = zone(position, self.phase.target, Env(self.seat))
        env = Env(self.seat, onto=onto(position, target))
        cards = sorted(cards_in(position, zone(position, self.phase.source, env)))
        return fitting(position, self.phase.cards, cards, env)

    def most(self, position: Position, pool: list[int]) -> int:
        """`count`, or the size of the pool if that is less (§P10.1); of all the whole pool, unless
        the number is not above 0 (§P10.3)."""
        count = number(position, self.phase.count, Env(self.seat))
        return len(pool) if self.phase.choose == "all" and count > 0 else min(count, len(pool))

    def prepare(self, position: Position) -> bool:
        """The share is skipped if the most is 0 (§P10.1)."""
        pool = self.pool(position)
        most = self.most(position, pool)
        if most <= 0:
            return False
        if self.phase.choose != "pick":
            return True
        least = most if self.phase.mandatory else 1
        sets = None
        if not asks_nothing(self.phase.after):
            target = zone(position, self.phase.target, Env(self.seat))
            sets = [
                frozenset(cards)
                for size in range(least, most + 1)
                for cards in combinations(pool, size)
                if holds_after(position, self, cards, target, onto(position, target))
            ]
        self.picking = Picking(pool, least, most, sets)
        return self.picking.possible()

    def complete(self, position: Position, cards: list[int]) -> None:
        """The cards move; no moment, and they are not played (§P10.4)."""
        put_down_together(position, cards, zone(position, self.phase.target, Env(self.seat)))
        self.finish(position, ())

    def act(self, position: Position) -> None:
        """Nobody picks: cards of the pool are taken one by one, `top` only as long as the top card
        is in the pool (§P10.3)."""
        pool = self.pool(position)
        target = zone(position, self.phase.target, Env(self.seat))
        source = zone(position, self.phase.source, Env(self.seat))
        most = self.most(position, pool)
        lot = places.Lot()
        for _ in range(most):
            card = self.next_card(position, pool, source, lot)
            if card == NOBODY:
                break
            pool.remove(card)
            put_down(position, card, target)
        self.finish(position, ())

    def next_card(
        self, position: Position, pool: list[int], source: ZoneRef, lot: places.Lot
    ) -> int:
        """The next card of the pool (§P8.4, §P10.3)."""
        if self.phase.choose == "random":
            return lot.take(position, pool)
        if self.phase.choose == "all":
            return pool[0]
        if self.phase.choose == "highest":
            return min(pool, key=lambda card: (-strength(position, card), card))
        card = top_card(position, last_pile(position, source))
        return card if card in pool else NOBODY


FRAMES["discard"] = Discard
