"""One round of Baloot as the recomputation has it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from darwindeck.archives.divergences import Category, IrregularityKind
from darwindeck.archives.record import (
    Claim,
    Event,
    Hands,
    Interruption,
    Opening,
    RecordedCall,
    RecordedDeclaration,
    RoundRecord,
    StatedResult,
)
from darwindeck.oracles.baloot.auction import Auction, Contract
from darwindeck.oracles.baloot.baloot_cards import code
from darwindeck.oracles.baloot.play import Course, PlayFault
from darwindeck.oracles.baloot.projects import Project
from darwindeck.oracles.baloot.rules import Rules
from darwindeck.oracles.baloot.scoring import Pair

Finding = PlayFault


class Aside(NamedTuple):
    """Something worth telling that is no divergence."""

    at: int | None
    kind: IrregularityKind
    message: str
    seat: int | None = None


class Credit(NamedTuple):
    """Who is credited with what was not played."""

    reading: str
    cards: Pair
    last: int | None
    tricks: Pair


@dataclass
class Account:
    """Everything about a round that can be worked out again."""

    record: RoundRecord
    rules: Rules
    dealer: int | None = None
    opening: Opening | None = None
    first: tuple[frozenset[int], ...] | None = None
    full: tuple[frozenset[int], ...] | None = None
    calls: list[RecordedCall] = field(default_factory=list)
    plays: list[Event] = field(default_factory=list)
    """Everything after the calls that belongs to play, in the order of the source."""
    declared: list[RecordedDeclaration] = field(default_factory=list)
    claims: list[Claim] = field(default_factory=list)
    interruptions: list[Interruption] = field(default_factory=list)
    result: StatedResult | None = None
    auction: Auction | None = None
    course: Course | None = None
    outcome: str = "unfinished"
    """"played", "all passed", "kawesh" or "unfinished"."""
    kawesh: Claim | None = None
    kawesh_seat: int | None = None
    announced: list[list[str]] = field(default_factory=lambda: [[], [], [], []])
    """The kinds of projects that each seat announced."""
    projects: list[tuple[Project, ...]] = field(default_factory=lambda: [(), (), (), ()])
    """What they mean."""
    best: int | None = None
    """The side with the best project."""
    contested: bool = False
    """Whether both sides' best projects are equal as far as is known."""
    baloot_calls: list[RecordedDeclaration] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    contradictions: set[int] = field(default_factory=set)
    """The numbers of findings in which the source contradicts itself."""
    asides: list[Aside] = field(default_factory=list)
    floor_doubted: bool = False
    """Whether the card turned up was dealt to somebody, too."""
    hands_doubted: bool = False
    """Whether it was reported already that the hands do not fit each other."""
    turn_faults: int = 0
    """How many findings a wrong dealer would explain."""

    @property
    def contract(self) -> Contract | None:
        return self.auction.contract if self.auction else None

    @property
    def floor(self) -> int | None:
        """The card that was turned up; None if it is not known, or lies in a hand as well."""
        opening = self.opening
        if opening is None or opening.turned_up is None or self.floor_doubted:
            return None
        return code(opening.turned_up)

    @property
    def hands_at(self) -> int | None:
        """The event that gives the hands."""
        return next((event.at for event in self.record.events if isinstance(event, Hands)), None)

    @property
    def foul(self) -> bool:
        """Whether the round was decided by a charge of foul play."""
        charged = any(claim.kind == "foul" for claim in self.claims)
        return charged or (self.result is not None and bool(self.result.values.get("cc")))

    def find(
        self,
        at: int | None,
        category: Category,
        expected: object,
        computed: object,
        message: str,
        *,
        contradiction: bool = True,
    ) -> None:
        if contradiction:
            self.contradictions.add(len(self.findings))
        self.findings.append(Finding(at, category, expected, computed, message))

    def remark(
        self, at: int | None, kind: IrregularityKind, message: str, seat: int | None = None
    ) -> None:
        self.asides.append(Aside(at, kind, message, seat))
