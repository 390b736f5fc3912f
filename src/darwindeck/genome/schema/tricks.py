"""Trick play."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from enum import StrEnum
from typing import ClassVar

from darwindeck.genome.schema.actions import Action, Choose
from darwindeck.genome.schema.base import Condition, Part, SeatExpr, SuitName, ZoneExpr
from darwindeck.genome.schema.phases import Phase
from darwindeck.genome.schema.selectors import CardCondition, CardRule
from darwindeck.genome.schema.things import Location


class BreakingRule(StrEnum):
    NONE = "none"
    CANNOT_LEAD_UNTIL_BROKEN = "cannot_lead_until_broken"
    CANNOT_PLAY_UNTIL_BROKEN = "cannot_play_until_broken"


class TrickTie(StrEnum):
    """Which of two equal cards wins a trick."""

    FIRST = "first"
    LAST = "last"
    BATTLE = "battle"
    """Neither: the players who tie play on for the whole trick. One who has no card left loses; if
    none of them has any, nobody takes the trick."""


class CollectOrder(StrEnum):
    PLAYED = "played"
    WINNER_FIRST = "winner_first"
    """The winner's cards first, then the others', each in the order played."""


class OutOfCards(StrEnum):
    """What becomes of a player who has no card that may be played."""

    ANY_CARD = "any_card"
    """They play any card."""
    SIT_OUT = "sit_out"
    """They drop out of the hand."""


@dataclass(frozen=True)
class Keep(Part):
    """Cards of a trick that do not go to its winner."""

    cards: CardCondition
    to: ZoneExpr
    """Where they go; here `turn` is the player who played the card."""


@dataclass(frozen=True)
class TrickPhase(Phase):
    """Each player in turn plays a card; the best card takes them all, and so on."""

    kind: ClassVar[str] = "trick"
    lead_suit_required: bool = True
    """Whether suit must be followed; says again what `follow` says, if that is given."""
    trump_suit: SuitName | None = None
    """Says again what the set-up says: the trump suit that holds in every hand, or none."""
    high_card_wins: bool = True
    breaking_suit: SuitName | None = None
    breaking_rule: BreakingRule = BreakingRule.NONE
    _: KW_ONLY
    source: ZoneExpr = Location.HAND
    choose: Choose = Choose.PICK
    """`top`: everybody turns up the top card of their pile, at the same time; a trick, with its
    battles, is then one turn."""
    lead: tuple[CardRule, ...] = ()
    """Duties of the leader: the first line that can be satisfied binds."""
    follow: tuple[CardRule, ...] = ()
    """Duties of the others. Empty: what `lead_suit_required` says."""
    playable: CardCondition | None = None
    """The only cards that may be played at all."""
    out: OutOfCards = OutOfCards.ANY_CARD
    out_to: ZoneExpr | None = None
    """Where the cards of a player who drops out go."""
    leader: SeatExpr = "left(dealer)"
    next_leader: SeatExpr = "winner"
    tie: TrickTie = TrickTie.FIRST
    battle_cards: int = 0
    """How many cards are laid face down before the next one in a battle. A player who has too few
    turns up the last of them."""
    collect_to: ZoneExpr = "captured(winner)"
    collect_order: CollectOrder = CollectOrder.PLAYED
    collect_to_bottom: bool = False
    """Whether the cards go below those already there, one by one, face down."""
    keep: tuple[Keep, ...] = ()
    before_card: tuple[Phase, ...] = ()
    """Phases that come before a player's card, each if its `when` holds."""
    after_trick: tuple[Action, ...] = ()
    """What happens after each trick, once its cards are collected and before the next lead."""
    until: Condition = "false"
    """Ends the play; it also ends when nobody has a card."""
    late: ClassVar[tuple[str, ...]] = ("open_lead",)
    open_lead: CardCondition | None = None
    """Cards that say nothing when they are led: the next card that is none of them is the one
    led."""
