"""Phases: the base of all, and those that order the others."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from enum import StrEnum
from typing import ClassVar

from darwindeck.genome.schema.actions import Action
from darwindeck.genome.schema.base import Condition, Part, SeatExpr, SeatsExpr


@dataclass(frozen=True)
class Phase(Part):
    """Base of all phases. Phases run in the order given, each only if its `when` holds."""

    _: KW_ONLY
    name: str = ""
    """How other clauses refer to it."""
    label: str = ""
    """A heading for the rulebook; empty: none."""
    when: Condition = "true"
    who: SeatsExpr | None = None
    """Who acts, in this order. None: the player whose turn it is or, outside turns, every player
    once, beginning at the dealer's left."""
    then: tuple[Action, ...] = ()
    """What happens when the phase is over (in a phase of several seats: once, after the last)."""
    note: str = ""
    """Why it is so, for readers of the file; no rule reads it."""


@dataclass(frozen=True)
class TurnsPhase(Phase):
    """Turns go round: each player in turn does the phases, until a condition holds."""

    kind: ClassVar[str] = "turns"
    late: ClassVar[tuple[str, ...]] = ("before_turn",)
    phases: tuple[Phase, ...]
    first: SeatExpr = "left(dealer)"
    until: Condition = "false"
    """Judged after each turn and after each step in it."""
    before_turn: tuple[Phase, ...] = ()
    """What may be done out of turn: phases before each turn, for the player who is to have it; whom
    `play_again` names in them has it instead."""


@dataclass(frozen=True)
class RepeatPhase(Phase):
    """The same player repeats the phases as long as a condition holds.

    The condition is judged before each pass. A pass in which nothing happened is the last one.
    """

    kind: ClassVar[str] = "repeat"
    phases: tuple[Phase, ...]
    as_long_as: Condition = "true"
    may_stop: Condition = "false"
    """When the player may leave off of their own will."""
    after: Condition = "true"
    """Must hold once it is over; nothing may be done that would make that impossible."""


class NoOption(StrEnum):
    """What happens to a player who has none of the options."""

    SKIP = "skip"
    SIT_OUT = "sit_out"
    END_HAND = "end_hand"


@dataclass(frozen=True)
class ChoicePhase(Phase):
    """The player chooses one of several things to do."""

    kind: ClassVar[str] = "choice"
    options: tuple[Phase, ...]
    may_pass: Condition = "false"
    none_open: NoOption = NoOption.SKIP


@dataclass(frozen=True)
class BlockPhase(Phase):
    """Several phases under one condition or heading.

    Outside turns, a block that names nobody is no turn of its own: its phases follow each other,
    and each asks whom it says.
    """

    kind: ClassVar[str] = "block"
    phases: tuple[Phase, ...]
    after: Condition = "true"
    """Must hold once it is over; a player who could not bring it about may not begin, and nothing
    may be done that would make it impossible."""


@dataclass(frozen=True)
class DoPhase(Phase):
    """Things that happen without anybody's choice, once for each of `who` (by default once)."""

    kind: ClassVar[str] = "do"
    actions: tuple[Action, ...]


@dataclass(frozen=True)
class TurnStructure(Part):
    """The course of a hand.

    If all its phases are moves of one player (draw, play, discard, meld, capture, build, claim, or
    a choice of them) that name nobody, they form turns that go round, beginning at the dealer's
    left. Beside any other phase, each of them is done once by every player.
    """

    phases: tuple[Phase, ...]
    is_trick_based: bool = False
    """Says again that there is a trick phase; must agree with it."""
    tricks_per_hand: int | None = None
    """Says again how many tricks a hand has; must agree with the trick phase."""
