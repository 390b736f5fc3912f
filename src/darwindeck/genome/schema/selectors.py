"""Choosing cards: the one selector, used wherever a rule speaks of some cards."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from darwindeck.genome.schema.base import (
    CardSetName,
    Condition,
    Part,
    RankName,
    SuitName,
    TableName,
    ZoneName,
)


class Attribute(StrEnum):
    """What two cards may have in common."""

    SUIT = "suit"
    RANK = "rank"
    COLOUR = "colour"


class Reference(StrEnum):
    """The card another card is compared with."""

    LED = "led"
    """The card that was led to this trick."""
    WINNER = "winner"
    """The card that is winning this trick."""
    TOP = "top"
    """The top card of the pile that is played or built on."""
    IN_FORCE = "in_force"
    """The suit last named for the pile, or else its top card."""
    NAMED = "named"
    """The rank or suit that a call named last; in the condition of a call, what it would name."""


class Among(StrEnum):
    """The cards of its suit that a card may be the highest of."""

    UNPLAYED = "unplayed"
    """Those that have not been played yet, also in the player's own hand."""
    UNSEEN = "unseen"
    """Those that others may still hold: neither played nor in the player's own hand."""


@dataclass(frozen=True)
class CardCondition(Part):
    """Some cards. The given fields must all hold; a condition with none means any card."""

    suit: SuitName | None = None
    """The suit the card counts as (a promoted card counts as a trump)."""
    rank: RankName | None = None
    suits: tuple[SuitName, ...] = ()
    """Any of these suits."""
    ranks: tuple[RankName, ...] = ()
    """Any of these ranks."""
    colour: str | None = None
    """The colour of the card's own suit."""
    named: CardSetName | None = None
    """One of the genome's named card sets."""
    trump: bool | None = None
    """Whether the card counts as a trump."""
    printed_suit: SuitName | None = None
    """The suit on the card's face, whatever it counts as."""
    printed_trump: bool | None = None
    """Whether the suit on the card's face is the trump suit."""
    trump_colour: bool | None = None
    """Whether the card has the colour of the trump suit."""
    point_table: TableName | None = None
    """The table that `min_points` and `max_points` read."""
    min_points: int | None = None
    max_points: int | None = None
    beats: Reference | None = None
    """Only cards that beat this one."""
    same: tuple[Attribute, ...] = ()
    """Has these in common with the card of `of`."""
    of: Reference | None = None
    """The card that `same` and `step` compare with."""
    step: int | None = None
    """Ranks so many places above (or, if negative, below) the card of `of`."""
    drawn: bool | None = None
    """Whether the card was drawn this turn."""
    taken_from: ZoneName | None = None
    """Whether the card was taken from this zone this turn."""
    rank_in: ZoneName | None = None
    """Has the rank of a card that lies in this zone."""
    suit_in: ZoneName | None = None
    """Counts as the suit of a card that lies in this zone."""
    own_play: bool | None = None
    """Whether the player in question has played the card in this hand."""
    highest: Among | None = None
    """Whether no such card of its suit is higher."""
    any_of: tuple[CardCondition, ...] = ()
    all_of: tuple[CardCondition, ...] = ()
    not_: CardCondition | None = None


@dataclass(frozen=True)
class NamedCards(Part):
    """A set of cards that rules refer to by name."""

    name: str
    label: str
    """What one such card is called: "red three"."""
    cards: CardCondition


@dataclass(frozen=True)
class CardRule(Part):
    """Some cards, where a condition holds: one line of a list of duties or permissions."""

    cards: CardCondition
    when: Condition = "true"
