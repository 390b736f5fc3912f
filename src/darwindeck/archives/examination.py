"""What an examination of a match gives, whatever the game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, Protocol

from darwindeck.archives.divergences import (
    AuctionResult,
    Category,
    Comparison,
    Divergence,
    Irregularity,
    Triage,
)
from darwindeck.archives.record import MatchRecord


def unreadable_values(record: MatchRecord) -> list[Divergence]:
    """What a reader could not make sense of, as divergences."""
    form = "a value of the known form"
    reason = "the value has not the form that the format is known to have"
    return [
        Divergence(
            record.file,
            flaw.round,
            flaw.event,
            Category.READING,
            flaw.message,
            form,
            flaw.message,
            Triage.READING,
            reason,
        )
        for flaw in record.flaws
    ]


class Extent(NamedTuple):
    """How much there was to examine."""

    rounds: int
    """All deals, thrown in or played."""
    judged: int
    """Rounds with a result that was checked."""
    followed: int
    """Rounds that the engine followed to the end."""
    tricks: int
    cards: int
    calls: int


class Examination(Protocol):
    """Everything that was found in one match."""

    @property
    def record(self) -> MatchRecord: ...

    def all_divergences(self) -> list[Divergence]: ...

    def all_irregularities(self) -> list[Irregularity]: ...

    def figures(self) -> Extent: ...

    def comparisons(self) -> list[Comparison]: ...

    def auctions(self) -> AuctionResult: ...


class Examiner(Protocol):
    """Examines a match under some readings of the rules, by the names of their options."""

    def __call__(
        self, record: MatchRecord, readings: Mapping[str, str], *, engine: bool
    ) -> Examination: ...
