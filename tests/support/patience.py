"""Games for one player with two piles, in which something must hold after what is done.

Everything about them is said twice: as a genome, and as plain sets of cards, so that what the core
allows can be held against what trying everything finds.
"""

from __future__ import annotations

import operator
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from darwindeck._core import Position
from darwindeck.cards import Rank, Suit
from darwindeck.genome.examples.common import HAND, STOCK
from darwindeck.genome.schema import (
    Attribute,
    CardBlock,
    CardCondition,
    CardPoints,
    CardRanking,
    DealStep,
    DeckEmptyAction,
    DeckSpec,
    GameGenome,
    GameRules,
    HandPattern,
    MatchRules,
    NamedCards,
    Phase,
    PointTable,
    SetupRules,
    TieBreaker,
    TriggerMode,
    TurnStructure,
    WinCondition,
    ZoneSpec,
)
from darwindeck.genome.validator import checked
from darwindeck.simulation import Game

RANKS = (Rank.TWO, Rank.THREE, Rank.FOUR, Rank.FIVE, Rank.SIX)
ZONES = ("hand", "near", "far")

Cards = frozenset[int]
Table = Mapping[str, Cards]
"""What lies where."""


def patience(
    phases: tuple[Phase, ...], cards: int, ranks: int = 5, copies: int = 1, most_turns: int = 9
) -> GameGenome:
    """A game of some phases with a hand of so many cards."""
    order = RANKS[:ranks]
    return checked(
        GameGenome(
            schema_version="2.0",
            genome_id="patience",
            generation=0,
            name="patience",
            player_count=1,
            deck=DeckSpec(
                blocks=(CardBlock(suits=(Suit.HEARTS, Suit.SPADES), ranks=order, copies=copies),)
            ),
            zones=(HAND, STOCK, ZoneSpec("near", "near pile"), ZoneSpec("far", "far pile")),
            card_sets=(
                NamedCards("hearts_", "heart", CardCondition(suit=Suit.HEARTS)),
                NamedCards("low_", "low card", CardCondition(ranks=order[:2])),
            ),
            rankings=(CardRanking(plain=order),),
            point_tables=(
                PointTable(
                    "pips",
                    "pips",
                    tuple(
                        CardPoints(CardCondition(rank=rank), pips)
                        for pips, rank in enumerate(order, 2)
                    ),
                ),
            ),
            patterns=(
                HandPattern("alike", 1, same=(Attribute.RANK,), min_size=2, max_size=4),
                HandPattern(
                    "run", 1, same=(Attribute.SUIT,), consecutive=True, min_size=2, max_size=5
                ),
            ),
            special_effects=(),
            card_scoring=(),
            scoring_rules=(),
            setup=SetupRules(
                cards_per_player=cards,
                initial_deck="custom",
                deal=(DealStep(packets=(1,) * cards),),
            ),
            turn_structure=TurnStructure(phases=phases),
            win_conditions=(
                WinCondition(
                    type="custom",
                    when="true",
                    value="hand_size",
                    trigger_mode=TriggerMode.THRESHOLD_GATE,
                ),
            ),
            max_turns=most_turns,
            game_rules=GameRules(
                deck_empty_action=DeckEmptyAction.SKIP_DRAW, tie_breaker=TieBreaker.SPLIT
            ),
            match=MatchRules(hands=1),
        )
    )


@dataclass(frozen=True)
class Faces:
    """The cards of such a game by their numbers."""

    suits: tuple[str, ...]
    pips: tuple[int, ...]

    @classmethod
    def of(cls, game: Game) -> Faces:
        names = [str(rank) for rank in RANKS]
        return cls(
            tuple(str(card.suit) for card in game.cards),
            tuple(2 + names.index(str(card.rank)) for card in game.cards),
        )

    def face(self, card: int) -> tuple[str, int]:
        return self.suits[card], self.pips[card]

    def form(self, pattern: str | None, cards: Cards) -> bool:
        """Whether several cards form one of the patterns."""
        pips = sorted(self.pips[card] for card in cards)
        suits = {self.suits[card] for card in cards}
        if pattern is None or len(cards) < 2:
            return True
        if pattern == "alike":
            return len(cards) <= 4 and len(set(pips)) == 1
        return len(suits) == 1 and pips == list(range(pips[0], pips[0] + len(pips)))


@dataclass(frozen=True)
class Demand:
    """A condition on what lies where, as text and as a function."""

    text: str
    holds: Callable[[Faces, Table], bool]


ALWAYS = Demand("true", lambda faces, table: True)


def some_demand(chance: random.Random, depth: int = 2) -> Demand:
    """Any condition, made of others."""
    if depth > 0 and chance.random() < 0.6:
        left, right = some_demand(chance, depth - 1), some_demand(chance, depth - 1)
        match chance.choice(("and", "or", "not")):
            case "and":
                return Demand(
                    f"({left.text}) and ({right.text})",
                    lambda faces, table: left.holds(faces, table) and right.holds(faces, table),
                )
            case "or":
                return Demand(
                    f"({left.text}) or ({right.text})",
                    lambda faces, table: left.holds(faces, table) or right.holds(faces, table),
                )
            case _:
                return Demand(
                    f"not ({left.text})", lambda faces, table: not left.holds(faces, table)
                )
    return _comparison(chance)


def _comparison(chance: random.Random) -> Demand:
    zone = chance.choice(ZONES)
    kind = chance.choice(("size", "hearts", "low", "pips"))
    terms: Mapping[str, tuple[str, Callable[[Any, Cards], int]]] = {
        "size": (f"size({zone})", lambda faces, cards: len(cards)),
        "hearts": (
            f"count({zone}, hearts_)",
            lambda faces, cards: sum(faces.suits[card] == "hearts" for card in cards),
        ),
        "low": (
            f"count({zone}, low_)",
            lambda faces, cards: sum(faces.pips[card] < 4 for card in cards),
        ),
        "pips": (
            f"points({zone}, pips)",
            lambda faces, cards: sum(faces.pips[card] for card in cards),
        ),
    }
    text, number = terms[kind]
    bound = chance.randrange(2, 20) if kind == "pips" else chance.randrange(4)
    sign = chance.choice(("==", "<=", ">=", "<", ">", "!="))
    compare: Mapping[str, Callable[[int, int], bool]] = {
        "==": operator.eq,
        "<=": operator.le,
        ">=": operator.ge,
        "<": operator.lt,
        ">": operator.gt,
        "!=": operator.ne,
    }
    return Demand(
        f"{text} {sign} {bound}",
        lambda faces, table: compare[sign](number(faces, table[zone]), bound),
    )


def table_of(game: Game, position: Position) -> dict[str, Cards]:
    """What lies where in a position."""
    numbers = {game.labels.zone_number[zone]: zone for zone in ZONES}
    table = dict.fromkeys(ZONES, frozenset[int]())
    for number, _, _, cards, _ in position.places():
        if number in numbers:
            table[numbers[number]] |= frozenset(cards)
    return table


def moved(table: Table, cards: Sequence[int] | Cards, source: str, target: str) -> Table:
    """The table after some cards have gone from one zone to another."""
    gone = frozenset(cards)
    new: dict[str, Any] = dict(table)
    new[source] = new[source] - gone
    new[target] = new[target] | gone
    return new
