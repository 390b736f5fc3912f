"""Play (§P9)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from tests.reference import places
from tests.reference.conditions import fits, fitting
from tests.reference.patterns import sets_forming
from tests.reference.phases.base import FRAMES
from tests.reference.phases.leaves import (
    Pick,
    asks_nothing,
    holds_after,
    mark_played,
    onto,
    put_down_together,
)
from tests.reference.picking import Picking
from tests.reference.places import piles_of
from tests.reference.showdown import beats
from tests.reference.state import Env, Position
from tests.reference.words import ZoneRef, cards_in, holds, number, zone


class Play(Pick):
    """Plays cards from the hand."""

    def prepare(self, position: Position) -> bool:
        """The pool, the least and the most number, and the legal sets (§P9.1, §P7.4)."""
        phase = self.phase
        target = zone(position, phase.target, Env(self.seat))
        env = Env(self.seat, onto=onto(position, target))
        pool = self.pool(position, env)
        least = max(1, number(position, phase.min_cards, env))
        most = max(least, number(position, phase.max_cards, env))
        sets = None
        patterns = bool(phase.together) and (most > 1 or phase.beating is not None)
        if patterns or not asks_nothing(phase.after):
            sets = list(self.legal_sets(position, env, pool, least, most, target))
        self.picking = Picking(pool, least, most, sets, patterns)
        return self.picking.possible()

    def pool(self, position: Position, env: Env) -> list[int]:
        """Cards that the condition or a line of `allowed` means; the first line of `duties` that
        means one of them leaves only its own (§P9.1)."""
        phase = self.phase
        cards = sorted(cards_in(position, zone(position, phase.source, env)))
        lines = [line.cards for line in phase.allowed if holds(position, line.when, env)]
        pool = [
            card
            for card in cards
            if fits(position, phase.valid_play_condition, card, env)
            or any(fits(position, line, card, env) for line in lines)
        ]
        for duty in phase.duties:
            if holds(position, duty.when, env):
                bound = fitting(position, duty.cards, pool, env)
                if bound:
                    return bound
        return pool

    def legal_sets(
        self, position: Position, env: Env, pool: list[int], least: int, most: int, target: ZoneRef
    ) -> Iterator[frozenset[int]]:
        """The sets of the right size that form one of the patterns, if they have more than one
        card, beat what must be beaten, and for which `after` holds (§P7.4)."""
        phase = self.phase
        asks_after = not asks_nothing(phase.after)
        for cards in self.candidates(position, env, pool, least, most):
            if not asks_after or holds_after(position, self, sorted(cards), target, env.onto):
                yield cards

    def candidates(
        self, position: Position, env: Env, pool: list[int], least: int, most: int
    ) -> Iterator[frozenset[int]]:
        if self.phase.beating is not None:
            yield from self.better_sets(position, env, pool, least, most)
            return
        if least <= 1:
            yield from (frozenset((card,)) for card in pool)
        if most < 2:
            return
        if not self.phase.together:
            for size in range(max(2, least), min(most, len(pool)) + 1):
                yield from map(frozenset, combinations(pool, size))
            return
        for cards in sets_forming(position, env, self.phase.together, pool):
            if max(2, least) <= len(cards) <= most:
                yield frozenset(cards)

    def better_sets(
        self, position: Position, env: Env, pool: list[int], least: int, most: int
    ) -> Iterator[frozenset[int]]:
        """With `beating` a set forms one of the patterns, a single card too, and beats the cards
        that lie there, if there are any (§P9.1a)."""
        lying = cards_in(position, zone(position, self.phase.beating, Env(self.seat)))
        names = self.phase.together
        for cards in sets_forming(position, env, names, pool):
            right_size = least <= len(cards) <= most
            if right_size and (not lying or beats(position, env, names, cards, lying)):
                yield frozenset(cards)

    def nothing(self, position: Position) -> None:
        """If nothing is legal, a mandatory play with `pass_if_unable: false` ends the hand
        (§P9.3)."""
        if self.phase.mandatory and not self.phase.pass_if_unable and not self.closed:
            position.ending = "scored"
            return
        super().nothing(position)

    def complete(self, position: Position, cards: list[int]) -> None:
        """Beaten cards move away (§P9.1a); the cards move to the target and are played (§P9.4)."""
        phase = self.phase
        target = zone(position, phase.target, Env(self.seat))
        if phase.beating is not None and phase.beaten_to is not None:
            away = zone(position, phase.beaten_to, Env(self.seat))
            for card in sorted(cards_in(position, zone(position, phase.beating, Env(self.seat)))):
                pile = places.pile_for(position, away, card)
                if pile is not None:
                    places.move_card(position, card, pile)
        put_down_together(position, cards, target)
        mark_played(position, self.seat, cards)
        self.finish(position, [("played", cards)])


FRAMES["play"] = Play
__all__ = ["piles_of"]
