"""Sizes: what keeps a genome within what can be dealt, played and checked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from darwindeck.genome.limits import (
    MAX_CARD_FACES,
    MAX_CARDS,
    MAX_INTEGER,
    MAX_PLAYERS,
    MAX_POINTS,
    MAX_TURNS,
)
from darwindeck.genome.problems import Path, Problem
from darwindeck.genome.schema.base import Part
from darwindeck.genome.schema.betting import BettingPhase
from darwindeck.genome.schema.calls import Call, CallChoice, CallPhase
from darwindeck.genome.schema.genome import SCHEMA_VERSION
from darwindeck.genome.schema.patterns import CardValue, HandEvaluation, HandPart, HandPattern
from darwindeck.genome.schema.phases import TurnStructure
from darwindeck.genome.schema.ranking import CardPoints
from darwindeck.genome.schema.selectors import CardCondition
from darwindeck.genome.schema.setup import DealStep, SetupRules
from darwindeck.genome.schema.things import CardBlock, Counter, ZoneSpec
from darwindeck.genome.schema.transfers import ClaimPhase
from darwindeck.genome.schema.tricks import TrickPhase
from darwindeck.genome.schema.worth import CardScoringRule, GameRules, MatchRules, WinCondition
from darwindeck.genome.validation.facts import Facts


class Bound(NamedTuple):
    """The least and the greatest value of a field; of a list, of each number in it."""

    part: type[Part]
    field: str
    low: int
    high: int


BOUNDS: tuple[Bound, ...] = (
    Bound(SetupRules, "cards_per_player", 0, MAX_CARDS),
    Bound(SetupRules, "initial_discard_count", 0, MAX_CARDS),
    Bound(SetupRules, "starting_chips", 0, 1_000_000),
    Bound(SetupRules, "sequence_gap_allowed", 1, MAX_CARDS),
    Bound(DealStep, "packets", 1, MAX_CARDS),
    Bound(DealStep, "piles", 0, MAX_CARDS),
    Bound(CardBlock, "copies", 1, MAX_CARDS),
    Bound(ZoneSpec, "pile_count", 1, MAX_CARDS),
    Bound(TurnStructure, "tricks_per_hand", 1, MAX_CARDS),
    Bound(TrickPhase, "battle_cards", 0, MAX_CARDS),
    Bound(BettingPhase, "max_raises", 0, 100),
    Bound(ClaimPhase, "min_cards", 1, MAX_CARDS),
    Bound(ClaimPhase, "max_cards", 1, MAX_CARDS),
    Bound(CallPhase, "rounds", 1, 100),
    Bound(CallChoice, "step", 1, 1_000_000),
    Bound(CallChoice, "numbers", -1_000_000, 1_000_000),
    Bound(Call, "rank", -1_000, 1_000),
    Bound(CardCondition, "min_points", -MAX_POINTS, MAX_POINTS),
    Bound(CardCondition, "max_points", -MAX_POINTS, MAX_POINTS),
    Bound(CardCondition, "step", -MAX_CARDS, MAX_CARDS),
    Bound(HandPart, "count", 1, MAX_CARDS),
    Bound(HandPattern, "required_count", 1, MAX_CARDS),
    Bound(HandPattern, "same_suit_count", 1, MAX_CARDS),
    Bound(HandPattern, "same_rank_groups", 1, MAX_CARDS),
    Bound(HandPattern, "sequence_length", 1, MAX_CARDS),
    Bound(HandPattern, "min_size", 1, MAX_CARDS),
    Bound(HandPattern, "max_size", 1, MAX_CARDS),
    Bound(HandPattern, "sequence_of", 1, 8),
    Bound(HandPattern, "attached", 1, 8),
    Bound(HandPattern, "attached_of", 1, 8),
    Bound(HandPattern, "sum", -MAX_POINTS, MAX_POINTS),
    Bound(HandPattern, "wild_max", 0, MAX_CARDS),
    Bound(HandPattern, "natural_min", 0, MAX_CARDS),
    Bound(HandPattern, "rank_priority", -1_000_000, 1_000_000),
    Bound(CardPoints, "points", -MAX_POINTS, MAX_POINTS),
    Bound(CardScoringRule, "points", -MAX_POINTS, MAX_POINTS),
    Bound(CardValue, "value", -1_000, 1_000),
    Bound(CardValue, "alternate_value", -1_000, 1_000),
    Bound(HandEvaluation, "target_value", -1_000, 10_000),
    Bound(HandEvaluation, "bust_threshold", -1_000, 10_000),
    Bound(WinCondition, "threshold", -1_000_000, 1_000_000),
    Bound(WinCondition, "required_hand_size", 1, MAX_CARDS),
    Bound(Counter, "low", -1_000_000, 1_000_000),
    Bound(Counter, "high", -1_000_000, 1_000_000),
    Bound(GameRules, "passes_to_trigger", 1, 100),
    Bound(MatchRules, "hands", 1, 10_000),
)

MAX_LENGTHS: dict[str, int] = {
    "zones": 64,
    "rankings": 32,
    "point_tables": 64,
    "card_sets": 128,
    "patterns": 128,
    "roles": 32,
    "counters": 128,
    "lets": 200,
    "options": 32,
    "teams": MAX_PLAYERS,
    "win_conditions": 32,
    "special_effects": 128,
    "scoring_rules": 256,
    "card_scoring": 128,
}
"""The most entries of the genome's lists."""


def the_game_itself(facts: Facts) -> Iterator[Problem]:
    genome = facts.genome
    if genome.schema_version != SCHEMA_VERSION:
        yield Problem(
            "unknown-version",
            ("schema_version",),
            f"Unknown schema version '{genome.schema_version[:40]}'; it is '{SCHEMA_VERSION}'",
        )
    if not genome.genome_id:
        yield Problem("bad-name", ("genome_id",), "The genome needs a genome_id")
    yield from outside(genome.player_count, 1, MAX_PLAYERS, ("player_count",))
    yield from outside(genome.max_turns, 1, MAX_TURNS, ("max_turns",), "endless-game")
    yield from outside(genome.generation, 0, MAX_INTEGER, ("generation",))


def lists_are_short(facts: Facts) -> Iterator[Problem]:
    for name, most in MAX_LENGTHS.items():
        length = len(getattr(facts.genome, name) or ())
        if length > most:
            yield Problem("too-large", (name,), f"`{name}` has {length:,} entries, at most {most}")


def the_deck_is_small(facts: Facts) -> Iterator[Problem]:
    deck = facts.genome.deck
    if deck is None:
        return
    named = sum(max(1, len(block.suits)) * max(1, len(block.ranks)) for block in deck.blocks)
    if named > MAX_CARD_FACES or len(deck.without) > MAX_CARDS:
        yield Problem("deck-too-large", ("deck",), f"The deck has more than {MAX_CARDS} cards")


def numbers_are_within_bounds(facts: Facts) -> Iterator[Problem]:
    by_type = facts.survey.by_type
    for part_type, field, low, high in BOUNDS:
        for path, part in by_type.get(part_type, ()):
            value = getattr(part, field)
            if isinstance(value, tuple):
                for index, item in enumerate(value):
                    yield from outside(item, low, high, (*path, field, index))
            elif value is not None:
                yield from outside(value, low, high, (*path, field))


def outside(
    value: int, low: int, high: int, path: Path, code: str = "out-of-range"
) -> Iterator[Problem]:
    """The problem that a number is not from `low` to `high`."""
    if not low <= value <= high:
        yield Problem(code, path, f"Expected a number from {low:,} to {high:,}, got {value:,}")
