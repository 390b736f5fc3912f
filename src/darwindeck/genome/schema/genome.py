"""The genome: one game, whole."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from darwindeck.genome.schema.base import Part
from darwindeck.genome.schema.patterns import HandEvaluation, HandPattern
from darwindeck.genome.schema.phases import TurnStructure
from darwindeck.genome.schema.ranking import CardRanking, PointTable
from darwindeck.genome.schema.selectors import NamedCards
from darwindeck.genome.schema.setup import SetupRules
from darwindeck.genome.schema.table import TableHints
from darwindeck.genome.schema.things import (
    Counter,
    DeckSpec,
    HouseSpec,
    Let,
    Option,
    RoleSpec,
    Wording,
    ZoneSpec,
)
from darwindeck.genome.schema.worth import (
    AIHints,
    CardScoringRule,
    GameRules,
    MatchRules,
    ScoringRule,
    SpecialEffect,
    WinCondition,
)

SCHEMA_VERSION = "2.0"
"""The edition of the language."""


@dataclass(frozen=True)
class GameGenome(Part):
    """Everything needed to play one card game.

    Where a field may be None, None means that the question is not answered; an empty tuple is an
    answer: there is no such thing in this game.
    """

    schema_version: str
    genome_id: str
    generation: int
    setup: SetupRules
    turn_structure: TurnStructure
    win_conditions: tuple[WinCondition, ...]
    special_effects: tuple[SpecialEffect, ...]
    scoring_rules: tuple[ScoringRule, ...] | None
    max_turns: int = 1000
    """A safety net over the whole game: what it stops has no winner."""
    player_count: int = 2
    card_scoring: tuple[CardScoringRule, ...] | None = ()
    hand_evaluation: HandEvaluation | None = None
    game_rules: GameRules | None = GameRules()
    ai_hints: AIHints | None = None
    team_mode: bool = False
    teams: tuple[tuple[int, ...], ...] = ()
    """The seats of each side, counted from 0 in the direction of play."""
    name: str = ""
    description: str = ""
    """Which variant it is, in a sentence or two of its rulebook."""
    deck: DeckSpec | None = None
    """The cards; None: those that `setup.initial_deck` names."""
    zones: tuple[ZoneSpec, ...] | None = None
    rankings: tuple[CardRanking, ...] | None = None
    """What beats what; empty: no card ever beats another."""
    point_tables: tuple[PointTable, ...] | None = None
    """What cards are worth; empty: nothing."""
    card_sets: tuple[NamedCards, ...] = ()
    patterns: tuple[HandPattern, ...] = ()
    """The combinations that are melded, declared or played together."""
    roles: tuple[RoleSpec, ...] = ()
    counters: tuple[Counter, ...] = ()
    lets: tuple[Let, ...] = ()
    options: tuple[Option, ...] = ()
    house: HouseSpec | None = None
    match: MatchRules | None = None
    words: tuple[Wording, ...] = ()
    """How one speaks of counters, roles and tags, where their labels do not say it well."""
    table: TableHints | None = None
    """How the game lies on a table, where its rules do not show it."""
    sources: tuple[str, ...] = ()
    """Where its rules come from, and which of several readings it takes; one statement each, for
    readers of the file."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.schema_version == "1.0":
            from darwindeck.genome.editions import from_first_edition

            current = from_first_edition(replace(self, schema_version=SCHEMA_VERSION))
            for field in fields(self):
                object.__setattr__(self, field.name, getattr(current, field.name))

    def to_dict(self) -> dict[str, Any]:
        """The genome as plain JSON values, without what its game does not use."""
        from darwindeck.genome.codec import encode_genome

        return encode_genome(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> GameGenome:
        """Reads a genome; raises one `GenomeError` that lists every problem."""
        from darwindeck.genome.codec import decode_valid_genome

        return decode_valid_genome(data)
