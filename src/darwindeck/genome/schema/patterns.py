"""Combinations of cards: hands to compare, melds, declarations. One matcher serves them all."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from darwindeck.genome.schema.base import (
    Amount,
    CardSetName,
    Condition,
    Part,
    PatternName,
    RankName,
    TableName,
    ZoneExpr,
)
from darwindeck.genome.schema.selectors import Attribute, CardCondition


class TieKey(StrEnum):
    """What decides between two hands of one pattern."""

    GROUP_RANKS = "group_ranks"
    """The ranks of the groups, larger groups first, then higher ranks."""
    SEQUENCE_TOP = "sequence_top"
    """The highest card of the sequence (an ace that counts low is low)."""
    CARD_RANKS = "card_ranks"
    """All cards from the highest down."""
    OTHER_CARDS = "other_cards"
    """The cards outside the groups, from the highest down."""
    TOP_CARD = "top_card"
    """The highest card, by its suit as well where suits are ranked."""
    SIZE = "size"
    """How many cards there are; with this key, combinations of different sizes compare."""


@dataclass(frozen=True)
class PatternValue(Part):
    """A named worth of a pattern: what it scores, in one of a game's currencies."""

    name: str
    amount: Amount
    label: str = ""


@dataclass(frozen=True)
class HandPattern(Part):
    """A combination of cards, described by constraints that must all hold.

    It is looked for in `required_count` cards, or else must be made of all the cards at hand. Cards
    of no suit have none in common.
    """

    name: str
    rank_priority: int
    """A hand of higher priority is better."""
    required_count: int | None = None
    """How many cards it is looked for in; from a larger hand the best such choice counts."""
    same_suit_count: int | None = None
    """At least so many of its cards are of one suit."""
    same_rank_groups: tuple[int, ...] | None = None
    """For each number, at least so many of its cards are of one rank; each group of another."""
    sequence_length: int | None = None
    """So many of its cards are of neighbouring ranks in the sequence order."""
    sequence_wrap: bool = False
    """Whether the highest rank of the sequence order may also stand below the lowest; never in the
    middle of a sequence."""
    required_ranks: tuple[RankName, ...] | None = None
    """A card of each of these is among its cards."""
    min_size: int | None = None
    """The least number of its cards."""
    max_size: int | None = None
    """The greatest number of its cards."""
    same: tuple[Attribute, ...] = ()
    """All its cards have these in common."""
    different: tuple[Attribute, ...] = ()
    """No two of its cards have these in common."""
    consecutive: bool = False
    """All its cards are of neighbouring ranks in the sequence order, one of each."""
    sequence_of: int | None = None
    """Its cards are units of so many cards of one rank, one unit or several of neighbouring ranks
    in the sequence order, and what is attached to them."""
    attached: int | None = None
    """How many groups of cards are attached to each unit of `sequence_of`; none given: none. All
    units and groups are of different ranks."""
    attached_of: int | None = None
    """How many cards of one rank each of these groups has; none given: one."""
    at_most_one: tuple[RankName, ...] = ()
    """At most one of its cards is of these ranks."""
    sum: int | None = None
    """What its cards are worth by the table `sum_of` adds up to this."""
    sum_of: TableName | None = None
    cards: CardCondition | None = None
    """Only these cards may be part of it (wild cards apart)."""
    exact: tuple[CardCondition, ...] = ()
    """One card for each of these, and no others."""
    wild: CardSetName | None = None
    """Cards that may stand for any other; they always count as wild."""
    wild_max: int | None = None
    """The most wild cards it may have."""
    natural_min: int | None = None
    """The fewest cards that are not wild."""
    tie_keys: tuple[TieKey, ...] = ()
    """What decides between two hands of this pattern, in turn; none: they are equal."""
    any_size: bool = False
    """Where combinations must beat each other: whether it beats those of lower priority however
    many cards they have; otherwise only those with as many."""
    values: tuple[PatternValue, ...] = ()
    tags: tuple[str, ...] = ()
    """Groups of patterns; a card serves at most one pattern of each tag."""
    when: Condition = "true"
    note: str = ""
    """Why it is so, for readers of the file; no rule reads it."""


class HandEvaluationMethod(StrEnum):
    NONE = "none"
    HIGH_CARD = "high_card"
    POINT_TOTAL = "point_total"
    PATTERN_MATCH = "pattern_match"
    CARD_COUNT = "card_count"


@dataclass(frozen=True)
class CardValue(Part):
    """What a rank counts in a total."""

    rank: RankName
    value: int
    alternate_value: int | None = None
    """A second value, for each such card by itself: of the totals below the bust threshold the one
    nearest to the target counts; if none is below it, the lowest."""


@dataclass(frozen=True)
class HandPart(Part):
    """Where cards of a compared hand come from."""

    zone: ZoneExpr
    """Worked out for the player whose hand it is."""
    count: int | None = None
    """How many of its cards, neither more nor fewer, are part of the hand; null: all of them."""


@dataclass(frozen=True)
class PotShare(Part):
    """A second comparison of the same hands: at a showdown the best hand by it takes a share of the
    pot.

    Every pot is divided evenly between the hand evaluation and its shares; where no hand of those
    who play for it is one that counts by a comparison, the others divide it.
    """

    label: str
    """What the hand is called that takes it: "low hand"."""
    patterns: tuple[PatternName, ...] = ()
    """The combinations that count; none: those of the hand evaluation."""
    lowest: bool = False
    """Whether the lowest hand is the best."""
    ranks: tuple[RankName, ...] = ()
    """The order of the ranks in this comparison, from the lowest, in sequences as well; none: that
    of the ranking."""
    parts: tuple[HandPart, ...] = ()
    """The cards of which a hand is made here; none: as in the hand evaluation."""


@dataclass(frozen=True)
class HandEvaluation(Part):
    """How hands are compared."""

    method: HandEvaluationMethod
    patterns: tuple[HandPattern, ...] = ()
    card_values: tuple[CardValue, ...] = ()
    target_value: int | None = None
    bust_threshold: int | None = None
    parts: tuple[HandPart, ...] = ()
    """The cards of which a hand is made; none: the cards in the zone `hand`."""
    late: ClassVar[tuple[str, ...]] = ("lowest", "shares")
    lowest: bool = False
    """Whether the lowest hand is the best."""
    shares: tuple[PotShare, ...] = ()
    """Other comparisons of hands, each for a share of the pot."""
