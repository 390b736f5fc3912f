"""What is on the table before anybody acts."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from darwindeck.genome.schema.actions import Action
from darwindeck.genome.schema.base import Part, SeatsExpr, SuitName, ZoneExpr
from darwindeck.genome.schema.phases import Phase
from darwindeck.genome.schema.things import Location


class TableauMode(StrEnum):
    """What happens to cards played to the table, in the short form of a genome."""

    NONE = "none"
    WAR = "war"
    """The highest card takes all; equal cards battle."""
    MATCH_RANK = "match_rank"
    """A card takes one of its rank."""
    SEQUENCE = "sequence"
    """Cards are built in sequence on piles."""


class SequenceDirection(StrEnum):
    ASCENDING = "ascending"
    DESCENDING = "descending"
    BOTH = "both"


@dataclass(frozen=True)
class DealStep(Part):
    """Dealing to one zone: to each of `to` in packets from the dealer's left, or to the table."""

    packets: tuple[int, ...] = (1,)
    """Each packet goes once round before the next one."""
    zone: ZoneExpr = Location.HAND
    to: SeatsExpr = "each"
    """Not used for a zone of the table."""
    piles: tuple[int, ...] = ()
    """For a zone with piles: how many cards each pile gets."""
    all_cards: bool = False
    """Deals out the whole deck singly, as far as it goes; `packets` is not used then."""


@dataclass(frozen=True)
class SetupRules(Part):
    """The deal and what goes with it."""

    cards_per_player: int
    initial_deck: str = "standard_52"
    """Says again which deck it is; `custom`: the one the genome spells out."""
    initial_discard_count: int = 0
    """Says again how many cards are turned up on the discard pile."""
    trump_suit: SuitName | None = None
    """A trump suit that holds in every hand."""
    starting_chips: int = 0
    tableau_mode: TableauMode = TableauMode.NONE
    sequence_direction: SequenceDirection = SequenceDirection.ASCENDING
    sequence_wrap: bool = False
    sequence_must_match_suit: bool = True
    sequence_gap_allowed: int = 1
    deal: tuple[DealStep, ...] | None = None
    """The deal, step by step; None: `cards_per_player` singly to each hand."""
    after_deal: tuple[Action, ...] = ()
    """What happens once the cards are dealt."""
    before_deal: tuple[Phase, ...] = ()
    """Phases that come before the deal of each hand: antes, bets made without seeing a card."""
