"""Phases in which cards move by a player's choice: drawing, playing, discarding, passing,
melding, capturing, building."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from enum import StrEnum
from typing import ClassVar

from darwindeck.cards import Rank
from darwindeck.genome.schema.actions import Action, Choose
from darwindeck.genome.schema.base import (
    Amount,
    Condition,
    Part,
    PatternName,
    RankName,
    SeatExpr,
    TableName,
    ZoneExpr,
)
from darwindeck.genome.schema.phases import Phase
from darwindeck.genome.schema.selectors import CardCondition, CardRule
from darwindeck.genome.schema.things import Location


@dataclass(frozen=True)
class DrawPhase(Phase):
    """Takes cards into the hand."""

    kind: ClassVar[str] = "draw"
    source: ZoneExpr = Location.DECK
    count: Amount = 1
    mandatory: bool = True
    _: KW_ONLY
    target: ZoneExpr = Location.HAND
    choose: Choose = Choose.TOP
    when_empty: tuple[Action, ...] | None = None
    """What happens when the source runs out; None: as the game rules say for the stock."""


@dataclass(frozen=True)
class PlayPhase(Phase):
    """Plays cards from the hand."""

    kind: ClassVar[str] = "play"
    target: ZoneExpr
    valid_play_condition: CardCondition | None = None
    """The cards that may be played; None: any."""
    min_cards: Amount = 1
    max_cards: Amount = 1
    mandatory: bool = True
    pass_if_unable: bool = True
    """Whether a player with no card to play passes; otherwise the hand ends."""
    _: KW_ONLY
    source: ZoneExpr = Location.HAND
    allowed: tuple[CardRule, ...] = ()
    """Further cards that may be played, each line where its condition holds."""
    duties: tuple[CardRule, ...] = ()
    """The first line that the player can satisfy binds."""
    together: tuple[PatternName, ...] = ()
    """Several cards are played together only if they form one of these patterns."""
    beating: ZoneExpr | None = None
    """The cards played form one of these patterns, a single card too, and beat the combination that
    lies in this zone, if there is one."""
    beaten_to: ZoneExpr | None = None
    """Where beaten cards go, before others are played; none given: they stay."""
    after: Condition = "true"
    """Must hold once the cards are played."""

    def __post_init__(self) -> None:
        """One pattern, or none, may be given by itself."""
        given: object = self.together
        if given is None or isinstance(given, str):
            object.__setattr__(self, "together", (given,) if given else ())
        super().__post_init__()


@dataclass(frozen=True)
class DiscardPhase(Phase):
    """Puts cards from the hand aside."""

    kind: ClassVar[str] = "discard"
    target: ZoneExpr = Location.DISCARD
    count: Amount = 1
    mandatory: bool = True
    """Whether exactly `count` are put aside; otherwise any number up to it."""
    _: KW_ONLY
    source: ZoneExpr = Location.HAND
    cards: CardCondition | None = None
    choose: Choose = Choose.PICK
    after: Condition = "true"


@dataclass(frozen=True)
class PassPhase(Phase):
    """Everybody passes cards to another player at the same time."""

    kind: ClassVar[str] = "pass"
    count: Amount
    to: tuple[SeatExpr, ...]
    """To whom, hand by hand in rotation; `none`: nothing is passed in that hand."""
    cards: CardCondition | None = None
    split: bool = False
    """Whether cards go to all of `to` in the same hand, `count` to each of them, instead of to one
    of them in each hand."""


class LayOff(StrEnum):
    """Which melds cards may be added to."""

    NONE = "none"
    OWN = "own"
    ANY = "any"


@dataclass(frozen=True)
class MeldPhase(Phase):
    """Lays one combination from the hand on the table, or adds cards to one that lies there, which
    must then be one of the patterns still. In a zone with a pile for each rank, a combination is
    new only if the pile of its rank is empty."""

    kind: ClassVar[str] = "meld"
    patterns: tuple[PatternName, ...]
    source: ZoneExpr = Location.HAND
    target: ZoneExpr = "melds"
    new_melds: bool = True
    lay_off: LayOff = LayOff.NONE
    automatic: bool = False
    """Whether every combination is laid at once, without choice."""
    mandatory: bool = False
    with_top_of: ZoneExpr | None = None
    """A pile whose top card must be part of the meld."""
    after: Condition = "true"
    """Must hold once the meld is laid."""


class CaptureBy(StrEnum):
    EQUAL = "equal"
    """One card of the same value."""
    SUM = "sum"
    """Several cards whose values add up to the card's."""


@dataclass(frozen=True)
class CapturePhase(Phase):
    """Plays one card; it takes cards from the table, and goes with them, or stays there. Where it
    can take in several ways, the player chooses."""

    kind: ClassVar[str] = "capture"
    by: tuple[CaptureBy, ...]
    values: TableName
    """The point table that holds the capturing values."""
    source: ZoneExpr = Location.HAND
    table: ZoneExpr = Location.TABLEAU
    target: ZoneExpr = Location.CAPTURED
    exact_first: bool = True
    """Whether an equal card must be taken rather than a sum."""
    mandatory: bool = True
    """Whether a card that can capture must."""
    several: bool = False
    """Whether a card may take several sets of cards at once."""
    must_take: bool = False
    """Whether only cards may be played that take something; otherwise one that takes nothing stays
    on the table."""
    builds: ZoneExpr | None = None
    """Piles that are taken as a whole: each counts as one card, worth its place among the piles of
    its owner. None: there are none."""
    building: bool = False
    """Whether nothing is taken, but what is put together lies on the pile of `target` of the value
    it is built to, until somebody takes it. Its player must keep a card of that value."""


class BuildUnit(StrEnum):
    CARD = "card"
    """The top card."""
    RUN = "run"
    """The top card, or it with any number of the face-up cards on which it lies."""
    PILE = "pile"
    """All cards of the pile together, if everybody can see them."""


@dataclass(frozen=True)
class BuildMove(Part):
    """Moving a card, or a packet, from one pile to another."""

    source: ZoneExpr
    target: ZoneExpr
    onto: CardCondition | None = None
    """The cards that may be moved, as compared with the top card of the pile (`of: top`); of a
    packet, the card that comes to lie on it. None: none, only empty piles are filled."""
    on_empty: CardCondition | None = None
    """The cards that may be moved to an empty pile; None: none."""
    unit: BuildUnit = BuildUnit.CARD
    packet: CardCondition | None = None
    """Of a packet, what every card but the undermost must be, as compared with the card on which it
    lies (`of: top`). None: any cards that lie on each other may be moved together."""
    after: Condition = "true"
    """What must be so once the cards have moved; `pile` is the pile that they have come to."""


@dataclass(frozen=True)
class BuildPhase(Phase):
    """Moves one card or packet between piles."""

    kind: ClassVar[str] = "build"
    moves: tuple[BuildMove, ...]


class ClaimRankMode(StrEnum):
    SEQUENTIAL = "sequential"
    PLAYER_CHOICE = "player_choice"
    FIXED = "fixed"


@dataclass(frozen=True)
class ClaimPhase(Phase):
    """Plays cards face down and says of which rank they are; the others may challenge.

    They are asked in turn from the player's left, until one challenges. Then the cards just played
    are shown to all; if one of them is not of the rank said, the player loses the challenge,
    otherwise the challenger. Nobody has run out of cards before that is settled.
    """

    kind: ClassVar[str] = "claim"
    min_cards: int = 1
    max_cards: int = 4
    rank_mode: ClaimRankMode = ClaimRankMode.SEQUENTIAL
    fixed_rank: RankName | None = None
    starting_rank: RankName = Rank.ACE
    """Where the sequence of ranks starts in each hand; it goes up the sequence order, one rank
    with each claim, and round again."""
    allow_challenge: bool = True
    pile_penalty: bool = True
    """Whether the loser of a challenge takes the pile."""
    _: KW_ONLY
    source: ZoneExpr = Location.HAND
    target: ZoneExpr = Location.DISCARD
