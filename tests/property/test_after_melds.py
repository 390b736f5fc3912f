"""What must hold once a player has laid melds, as many as they like, and discarded: it is begun if
and only if that can be brought about, and at every pick exactly those cards are listed that lead
to it.

Everything that a small hand allows is tried by the definition and held against what the core lists.
"""

from __future__ import annotations

import os
import random
from dataclasses import dataclass
from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from darwindeck._core import Position
from darwindeck.genome.schema import BlockPhase, DiscardPhase, MeldPhase, RepeatPhase
from darwindeck.simulation import Game, MoveKind
from darwindeck.simulation.moves import fields_of
from tests.support.patience import (
    ALWAYS,
    Cards,
    Demand,
    Faces,
    Table,
    moved,
    patience,
    some_demand,
    table_of,
)

SCALE = float(os.environ.get("DARWINDECK_TEST_SCALE", "1"))


@dataclass(frozen=True)
class Rules:
    """A block of melds from the hand to the near pile, and a discard to the far one."""

    faces: Faces
    patterns: tuple[str, ...]
    melded: Demand
    """Must hold when no more is laid."""
    discards: bool
    ended: Demand
    """Must hold in the end."""

    def melds(self, table: Table) -> list[Cards]:
        hand = sorted(table["hand"])
        every = (frozenset(c) for many in range(2, len(hand) + 1) for c in combinations(hand, many))
        return [c for c in every if any(self.faces.form(of, c) for of in self.patterns)]

    def discards_of(self, table: Table) -> list[Table]:
        """What may lie where in the end; nothing, if there is no card to discard."""
        if not self.discards:
            return [table]
        return [moved(table, [card], "hand", "far") for card in table["hand"]]

    def may_leave_off(self, table: Table) -> bool:
        return self.melded.holds(self.faces, table) and any(
            self.ended.holds(self.faces, end) for end in self.discards_of(table)
        )

    def ends_well(self, table: Table) -> bool:
        """Whether whoever is to lay a meld, or none, can come to a good end."""
        return self.may_leave_off(table) or bool(self.good_melds(table))

    def good_melds(self, table: Table) -> list[Cards]:
        return [c for c in self.melds(table) if self.ends_well(moved(table, c, "hand", "near"))]


def game_of(chance: random.Random) -> tuple[Game, Rules]:
    patterns = chance.choice((("alike",), ("run",), ("alike", "run")))
    melded = some_demand(chance, 1) if chance.random() < 0.7 else ALWAYS
    ended, discards = some_demand(chance, 1), chance.random() < 0.7
    lays = MeldPhase(patterns, target="near")
    repeat = RepeatPhase((lays,), after=melded.text)
    parts = (repeat, DiscardPhase("far")) if discards else (repeat,)
    block = BlockPhase(parts, after=ended.text)
    game = Game(patience((block,), chance.randint(3, 6), copies=chance.choice((1, 2))))
    return game, Rules(Faces.of(game), patterns, melded, discards, ended)


def check_melding(
    rules: Rules, table: Table, picked: Cards, listed: dict[MoveKind, list[int]]
) -> None:
    """Of picks, closing a meld and laying none, exactly those are open that lead to a good end."""
    fitting = [cards for cards in rules.good_melds(table) if picked <= cards]
    further = {rules.faces.face(card) for cards in fitting for card in cards - picked}
    cards = [rules.faces.face(fields_of(code).card) for code in listed[MoveKind.CARD]]
    assert sorted(cards) == sorted(further)
    assert bool(listed[MoveKind.DONE]) == (picked in fitting)
    assert bool(listed[MoveKind.PASS]) == (not picked and rules.may_leave_off(table))


def check_discarding(rules: Rules, table: Table, listed: dict[MoveKind, list[int]]) -> None:
    good = {
        rules.faces.face(card)
        for card in table["hand"]
        if rules.ended.holds(rules.faces, moved(table, [card], "hand", "far"))
    }
    assert {rules.faces.face(fields_of(code).card) for code in listed[MoveKind.CARD]} == good


def by_kind(position: Position, seat: int) -> dict[MoveKind, list[int]]:
    listed: dict[MoveKind, list[int]] = {kind: [] for kind in MoveKind}
    for code in position.legal(seat):
        listed[fields_of(code).kind].append(code)
    return listed


@settings(max_examples=max(1, round(80 * SCALE)))
@given(chance=st.randoms(use_true_random=False))
def test_melds_are_laid_if_and_only_if_they_lead_to_a_good_end(chance: random.Random) -> None:
    game, rules = game_of(chance)
    for seed in range(4):
        position = game.core.deal(seed, single_hand=True)
        dealt = table_of(game, position)
        decides = rules.ends_well(dealt) and (rules.discards or bool(rules.melds(dealt)))
        assert position.over != decides
        while (seat := position.asked()) is not None:
            listed, table = by_kind(position, seat), table_of(game, position)
            if isinstance(game.labels.phases[position.frames()[-1][0]], MeldPhase):
                check_melding(rules, table, frozenset(position.picked(seat)), listed)
            else:
                check_discarding(rules, table, listed)
            position = position.apply(seat, chance.choice(position.legal(seat)))
