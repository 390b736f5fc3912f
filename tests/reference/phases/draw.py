"""Draw (§P8)."""

from __future__ import annotations

from tests.reference import actions, places
from tests.reference.actions import Renewal, renewable, run_out
from tests.reference.phases.base import FRAMES
from tests.reference.phases.leaves import TakeOrPass
from tests.reference.picking import Picking
from tests.reference.places import piles_of, top_card
from tests.reference.rankings import strength
from tests.reference.rules import STOCK
from tests.reference.state import Env, Place, Position
from tests.reference.words import ZoneRef, number, zone


class Draw(TakeOrPass):
    """Takes cards into the hand."""

    def prepare(self, position: Position) -> bool:
        """Skipped if `count` is not above 0, or nothing is to be had (§P8.1)."""
        env = Env(self.seat)
        count = number(position, self.phase.count, env)
        source = zone(position, self.phase.source, env)
        cards = cards_of(position, source)
        if count <= 0:
            return False
        if self.phase.choose == "pick":
            wanted = min(count, len(cards))
            self.picking = Picking(sorted(cards), wanted, wanted)
            return bool(cards)
        return bool(cards) or self.could_be_renewed(position, source)

    def could_be_renewed(self, position: Position, source: ZoneRef) -> bool:
        """Whether an empty source may yet give a card (§P8.1)."""
        if self.phase.when_empty is not None:
            return bool(self.phase.when_empty)
        rule = position.rules.game_rules.deck_empty_action
        if source.name != STOCK or rule == "skip_draw":
            return False
        return rule == "game_ends" or bool(renewable(position))

    def complete(self, position: Position, cards: list[int]) -> None:
        target = zone(position, self.phase.target, Env(self.seat))
        for card in cards:
            actions.put_into(position, card, target)
        self.drawn(position, cards)

    def act(self, position: Position) -> None:
        """Cards are taken one by one (§P8.4); if the source is empty and cards are still wanted,
        `when_empty` happens, or what the game rules say, once in the share (§P8.5). Zones and
        number are worked out once (§P7.7)."""
        env = Env(self.seat)
        count = number(position, self.phase.count, env)
        source = zone(position, self.phase.source, env)
        if self.phase.choose == "all":
            count = len(cards_of(position, source))
        target = zone(position, self.phase.target, env)
        renewal = Renewal()
        drawn: list[int] = []
        lot = places.Lot()
        while len(drawn) < count and not position.ending:
            cards = cards_of(position, source)
            if not cards:
                if renewal.used:
                    break
                renewal.used = True
                self.source_empty(position, source)
                continue
            if not target.owners:
                break
            card = self.next_card(position, source, cards, lot)
            actions.put_into(position, card, target)
            drawn.append(card)
        self.drawn(position, drawn)

    def source_empty(self, position: Position, source: ZoneRef) -> None:
        """The source runs out (§P8.5)."""
        if self.phase.when_empty is not None:
            actions.run(position, self.phase.when_empty, self.seat)
            position.phase_ended = False
        elif source.name == STOCK:
            run_out(position)

    def next_card(
        self, position: Position, source: ZoneRef, cards: list[int], lot: places.Lot
    ) -> int:
        """The card that is taken next (§P8.4)."""
        if self.phase.choose == "random":
            return lot.take(position, cards)
        if self.phase.choose == "highest":
            return min(cards, key=lambda card: (-strength(position, card), card))
        return top_card(position, last_pile(position, source))

    def drawn(self, position: Position, cards: list[int]) -> None:
        """Moment `drawn` of all cards drawn, if there are any; they count as drawn (§P8.6)."""
        position.drawn_cards.update(cards)
        position.drawn[self.seat] += len(cards)
        self.finish(position, [("drawn", cards)] if cards else [])


def cards_of(position: Position, source: ZoneRef) -> list[int]:
    return [card for pile in piles_of(position, source) for card in pile.cards]


def last_pile(position: Position, source: ZoneRef) -> Place:
    """The last pile that has cards, of a zone that is not empty (§P4.17)."""
    return [pile for pile in piles_of(position, source) if pile.cards][-1]


FRAMES["draw"] = Draw
