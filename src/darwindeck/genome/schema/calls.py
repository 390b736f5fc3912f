"""Phases in which players speak: auctions, asking, challenging, naming, declaring."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from darwindeck.genome.schema.actions import Action
from darwindeck.genome.schema.base import (
    Amount,
    Condition,
    Part,
    PatternName,
    SeatsExpr,
    SuitName,
    TableName,
    ZoneExpr,
)
from darwindeck.genome.schema.phases import Phase


class ChoiceKind(StrEnum):
    """What a call names."""

    NUMBER = "number"
    SUIT = "suit"
    RANK = "rank"
    SEAT = "seat"
    WORD = "word"


@dataclass(frozen=True)
class CallChoice(Part):
    """Something a call names: a level, a suit, a player. Expressions use it by its name."""

    name: str
    label: str
    type: ChoiceKind
    low: Amount = 0
    high: Amount = 0
    step: int = 1
    """For numbers: from `low` to `high` in steps."""
    numbers: tuple[int, ...] = ()
    """For numbers: which, instead of all from `low` to `high`."""
    suits: tuple[SuitName, ...] = ()
    """For suits: which, low to high; `none` stands for no trumps. Empty: all of the deck."""
    ranks_in: ZoneExpr | None = None
    """For ranks: those of the cards in this zone."""
    seats: SeatsExpr = "others(turn)"
    """For seats: which."""
    words: tuple[str, ...] = ()
    """For words: which, numbered from 0."""


@dataclass(frozen=True)
class Call(Part):
    """One thing a player may say."""

    name: str
    label: str
    """What the player does, after "you may": "pass", "order up the turned card"."""
    choices: tuple[CallChoice, ...] = ()
    when: Condition = "true"
    key: Amount | None = None
    """Its height; it must exceed the height of the call that stands, and then stands itself."""
    equal_ok: Condition = "false"
    """When it may also equal the call that stands."""
    rank: int = 0
    """Among simultaneous calls the highest rank takes effect; of equals the earliest seat's."""
    is_pass: bool = False
    out_of_turn: bool = False
    """Whether it may be made by anybody at any moment of the phase."""
    do: tuple[Action, ...] = ()


@dataclass(frozen=True)
class CallPhase(Phase):
    """Players are asked in turn, and each makes one of the calls."""

    kind: ClassVar[str] = "call"
    calls: tuple[Call, ...]
    rounds: int | None = 1
    """How often it goes round; None: until `close` holds."""
    pass_is_final: bool = False
    """Whether a player who has passed is not asked again."""
    close: Condition = "false"
    """Ends the phase early; judged after each call."""
    simultaneous: bool = False
    """Whether all answer at once, unseen."""


class Announce(StrEnum):
    NOW = "now"
    CLASS_ONLY = "class_only"
    """Only what kind it is; the cards are shown later."""
    ON_LAST_CARD = "on_last_card"
    """When the last of its cards is played."""
    LAID_OUT = "laid_out"
    """At once, and its cards lie before their player as long as they are held."""

    @property
    def is_open(self) -> bool:
        """Whether everybody sees the cards when they are declared."""
        return self in (Announce.NOW, Announce.LAID_OUT)


class ContestSide(StrEnum):
    SEAT = "seat"
    TEAM = "team"


class ContestScores(StrEnum):
    ALL = "all"
    BEST = "best"


class ContestTie(StrEnum):
    EARLIER_SEAT = "earlier_seat"
    BOTH = "both"
    NEITHER = "neither"


@dataclass(frozen=True)
class Contest(Part):
    """Only the side with the best declaration scores; the highest priority is best, then the
    highest top card."""

    side: ContestSide = ContestSide.TEAM
    winner_scores: ContestScores = ContestScores.ALL
    trumps_first: bool = False
    """Whether, of equals, a declaration in trumps is better."""
    ties: ContestTie = ContestTie.EARLIER_SEAT
    late: ClassVar[tuple[str, ...]] = ("by",)
    by: TableName | None = None
    """Instead of the top card: what the cards are worth together by this table."""


@dataclass(frozen=True)
class DeclareLimit(Part):
    """How many combinations may be declared each time the phase takes place."""

    count: Amount = 1
    side: ContestSide = ContestSide.SEAT
    """Whether each player, or each side together, may declare so many."""
    late: ClassVar[tuple[str, ...]] = ("largest",)
    largest: bool = False
    """Whether only combinations may be declared that are not part of a larger one."""


@dataclass(frozen=True)
class Extension(Part):
    """A combination that may take up one that was declared before: a sequence round a marriage."""

    pattern: PatternName
    """It may contain all cards of such a declaration, and further cards that serve none."""
    of: PatternName


@dataclass(frozen=True)
class DeclarePhase(Phase):
    """Combinations in the hand are declared and score what they are worth; the cards stay."""

    kind: ClassVar[str] = "declare"
    patterns: tuple[PatternName, ...]
    automatic: bool = True
    """Whether everything is declared; otherwise the player chooses."""
    announce: Announce = Announce.NOW
    shown_when: Condition | None = None
    """After `class_only`: when the cards of the declarations that score are shown, as their player
    plays a card; None: never."""
    contest: Contest | None = None
    late: ClassVar[tuple[str, ...]] = ("limit", "extensions")
    limit: DeclareLimit | None = None
    """None: as many as there are."""
    extensions: tuple[Extension, ...] = ()
