"""What must hold after blocks and repeats: they are begun if and only if the player can bring them
to such an end, and inside them exactly those moves are legal that lead to one.

The games have one player and open piles, so that everything can be foreseen. All ways to play them
are written out by the definition (language.md 6.30-6.38), and at every decision of the core what it
lists must be what comes next in those that begin as this one did.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pytest

from darwindeck.cards import Suit
from darwindeck.genome.schema import (
    BlockPhase,
    CardCondition,
    ChoicePhase,
    GameGenome,
    Phase,
    PlayPhase,
    RepeatPhase,
)
from darwindeck.simulation import Game, MoveKind
from darwindeck.simulation.moves import fields_of
from tests.support.patience import (
    ALWAYS,
    Demand,
    Faces,
    Table,
    moved,
    patience,
    some_demand,
    table_of,
)

SCALE = float(os.environ.get("DARWINDECK_TEST_SCALE", "1"))

Symbol = tuple[str, int, int]
"""A decision: its kind, the option and the card; -1 where there is none."""
Way = tuple[tuple[Symbol, ...], Table]
"""What is decided one after the other, and what then lies where."""

NO_OPTION = 255
MOST_PASSES = 7
PASS: Symbol = ("pass", -1, -1)
STOP: Symbol = ("stop", -1, -1)


@dataclass(frozen=True)
class Play:
    """One card of a suit, or any, goes to a pile."""

    target: str
    suit: str | None
    mandatory: bool

    def phase(self) -> Phase:
        cards = None if self.suit is None else CardCondition(suit=Suit(self.suit))
        return PlayPhase(self.target, cards, mandatory=self.mandatory)


@dataclass(frozen=True)
class Block:
    parts: tuple[Node, ...]
    after: Demand

    def phase(self) -> Phase:
        return BlockPhase(tuple(part.phase() for part in self.parts), self.after.text)


@dataclass(frozen=True)
class Repeat:
    parts: tuple[Node, ...]
    as_long_as: Demand
    may_stop: bool
    after: Demand

    def phase(self) -> Phase:
        return RepeatPhase(
            tuple(part.phase() for part in self.parts),
            self.as_long_as.text,
            "true" if self.may_stop else "false",
            self.after.text,
        )


@dataclass(frozen=True)
class Choice:
    options: tuple[Node, ...]
    may_pass: bool

    def phase(self) -> Phase:
        options = tuple(option.phase() for option in self.options)
        return ChoicePhase(options, "true" if self.may_pass else "false")


Node = Play | Block | Repeat | Choice


class Endless(Exception):
    """Something can be repeated for ever: there is no end of ways."""


class Rules:
    """All ways to play phases. Strictly: those in which everything that is not optional is done and
    everything holds that must. Freely: those that come about where nothing around them binds."""

    def __init__(self, faces: Faces) -> None:
        self.faces = faces

    def candidates(self, node: Play, table: Table) -> list[int]:
        suits = self.faces.suits
        return [card for card in sorted(table["hand"]) if node.suit in (None, suits[card])]

    def is_open(self, node: Node, table: Table) -> bool:
        if isinstance(node, Play):
            return bool(self.candidates(node, table))
        return any(True for _ in self.ways(node, table, strict=True))

    def is_bound(self, node: Node) -> bool:
        return isinstance(node, Block | Repeat) and node.after is not ALWAYS

    def is_asked(self, parts: Sequence[Node], table: Table) -> bool:
        """Whether the player comes to a decision in some phases."""
        for part in parts:
            if isinstance(part, Play):
                asked = bool(self.candidates(part, table))
            elif isinstance(part, Choice):
                asked = any(self.is_open(option, table) for option in part.options)
            elif self.is_bound(part) and not self.is_open(part, table):
                asked = False
            elif isinstance(part, Repeat):
                goes_on = part.as_long_as.holds(self.faces, table)
                asked = goes_on and self.is_asked(part.parts, table)
            else:
                asked = self.is_asked(part.parts, table)
            if asked:
                return True
        return False

    def ways(self, node: Node, table: Table, strict: bool) -> Iterator[Way]:
        """All ways to play a phase."""
        match node:
            case Play():
                cards = self.candidates(node, table)
                for card in cards:
                    yield (("card", -1, card),), moved(table, [card], "hand", node.target)
                if cards and not node.mandatory:
                    yield (PASS,), table
                if not cards and not (strict and node.mandatory):
                    yield (), table
            case Block():
                if self.is_bound(node) and not strict:
                    ways = list(self.ways(node, table, strict=True))
                    yield from ways or [((), table)]
                    return
                for way in self.in_order(node.parts, table, strict):
                    if not strict or node.after.holds(self.faces, way[1]):
                        yield way
            case Repeat():
                if self.is_bound(node) and not strict:
                    ways = list(self.ways(node, table, strict=True))
                    yield from ways or [((), table)]
                    return
                for way in self.passes(node, table, strict, MOST_PASSES):
                    if not strict or node.after.holds(self.faces, way[1]):
                        yield way
            case Choice():
                yield from self.chosen(node, table, strict)

    def in_order(self, parts: Sequence[Node], table: Table, strict: bool) -> Iterator[Way]:
        if not parts:
            yield (), table
            return
        for first, then in self.ways(parts[0], table, strict):
            for rest, end in self.in_order(parts[1:], then, strict):
                yield first + rest, end

    def passes(self, node: Repeat, table: Table, strict: bool, left: int) -> Iterator[Way]:
        if left == 0:
            raise Endless
        if not node.as_long_as.holds(self.faces, table):
            yield (), table
            return
        if node.may_stop and self.is_asked(node.parts, table):
            yield (STOP,), table
        for first, then in self.in_order(node.parts, table, strict):
            if all(symbol[0] == "pass" for symbol in first):
                yield first, then
                continue
            for rest, end in self.passes(node, then, strict, left - 1):
                yield first + rest, end

    def chosen(self, node: Choice, table: Table, strict: bool) -> Iterator[Way]:
        some = False
        for number, option in enumerate(node.options):
            if not self.is_open(option, table):
                continue
            some = True
            if isinstance(option, Play):
                for card in self.candidates(option, table):
                    symbol = ("card", number, card)
                    yield (symbol,), moved(table, [card], "hand", option.target)
                if not option.mandatory:
                    yield (("pass", number, -1),), table
                continue
            inside = strict or self.is_bound(option)
            for way, end in self.ways(option, table, inside):
                yield (("option", number, -1), *way), end
        if some and node.may_pass:
            yield (PASS,), table
        if not some and not (strict and not node.may_pass):
            yield (), table


def some_play(chance: random.Random, optional: bool) -> Play:
    suit = chance.choice((None, "hearts", "spades"))
    return Play(chance.choice(("near", "far")), suit, not optional or chance.random() < 0.6)


def some_node(chance: random.Random, depth: int, optional: bool = True) -> Node:
    """Any phase. In what may be stopped nothing is optional or repeated, so that stopping is a move
    at the first decision of a pass and at no other."""
    kind = chance.random() if depth else 0.0
    if not optional and 0.6 <= kind < 0.8:
        kind = 0.0
    if kind < 0.3:
        return some_play(chance, optional)
    after = some_demand(chance, 1) if chance.random() < 0.7 else ALWAYS
    if kind < 0.6:
        parts = chance.randint(1, 2)
        return Block(tuple(some_node(chance, depth - 1, optional) for _ in range(parts)), after)
    if kind < 0.8:
        may_stop = chance.random() < 0.6
        inner = optional and not may_stop
        return Repeat(
            (some_node(chance, depth - 1, inner),),
            some_demand(chance, 0) if chance.random() < 0.5 else ALWAYS,
            may_stop,
            after,
        )
    options = tuple(some_node(chance, depth - 1, optional) for _ in range(chance.randint(1, 2)))
    return Choice(options, optional and chance.random() < 0.3)


def symbol_of(code: int) -> Symbol:
    move = fields_of(code)
    option = -1 if move.option == NO_OPTION else move.option
    match move.kind:
        case MoveKind.CARD:
            return "card", option, move.card
        case MoveKind.PASS:
            return "pass", option, -1
        case MoveKind.STOP:
            return STOP
        case _:
            return "option", option, -1


def some_parts(chance: random.Random) -> tuple[Node, ...]:
    return tuple(some_node(chance, 3) for _ in range(chance.randint(1, 2)))


def patience_of(parts: tuple[Node, ...]) -> GameGenome:
    """A game of such phases; one block around all of them makes them one share."""
    phases = tuple(part.phase() for part in parts)
    return patience((BlockPhase(phases, who="left(dealer)"),), 4)


@pytest.mark.parametrize("number", range(max(1, round(150 * SCALE))))
def test_what_may_be_done_is_what_leads_to_a_good_end(number: int) -> None:
    chance = random.Random(number)
    parts = some_parts(chance)
    game = Game(patience_of(parts))
    rules = Rules(Faces.of(game))
    for seed in range(3):
        position = game.core.deal(seed, single_hand=True)
        dealt = table_of(game, position)
        try:
            ways = {way for way, _ in rules.in_order(parts, dealt, strict=False)}
        except Endless:
            continue
        done: tuple[Symbol, ...] = ()
        while (seat := position.asked()) is not None:
            moves = {symbol_of(code): code for code in position.legal(seat)}
            next_ = {way[len(done)] for way in ways if way[: len(done)] == done and way != done}
            assert set(moves) == next_, f"after {done} of {parts}"
            symbol = chance.choice(sorted(moves))
            done += (symbol,)
            position = position.apply(seat, moves[symbol])
        assert done in ways
