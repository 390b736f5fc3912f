"""What validation finds, as data: divergences, irregularities, and the result for a file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from darwindeck.archives.record import Place, Skipped


class Category(StrEnum):
    """What a divergence is about."""

    READING = "reading"
    """Something in the file has not the form it must have."""
    HANDS = "hands"
    """Who held which cards."""
    DEALER = "dealer"
    AUCTION = "auction"
    """Who called what and when, and what the source says about it."""
    CONTRACT = "contract"
    """Mode, trumps and buyer, as the calls and the result have them."""
    PLAY = "play"
    """Whose turn it was to play, and cards that are missing."""
    TRICK = "trick"
    """Who won a trick."""
    LAST_TRICK = "last_trick"
    CARD_ABNAT = "card_abnat"
    """Card points."""
    DECLARATION = "declaration"
    KABOOT = "kaboot"
    """Whether one side took every trick, and what that scores."""
    KHASARA = "khasara"
    """Whether the buyer failed, and what that scores."""
    MULTIPLIER = "multiplier"
    """Doubled rounds."""
    QAYD = "qayd"
    """Rounds ended by a foul."""
    TOTAL_POINTS = "total_points"
    """Points before they become scores."""
    GAME_POINTS = "game_points"
    """What a round scores."""
    CUMULATIVE = "cumulative"
    """How scores add up from round to round."""
    MATCH_END = "match_end"
    RESULT = "result"
    """Whether there is one, and who won."""


DOCUMENT_CATEGORIES = (
    Category.CARD_ABNAT,
    Category.DECLARATION,
    Category.KABOOT,
    Category.KHASARA,
    Category.TOTAL_POINTS,
    Category.CUMULATIVE,
    Category.MULTIPLIER,
)
"""The categories that every summary counts, whether they occur or not."""


class Triage(StrEnum):
    """Where a divergence comes from."""

    READING = "A"
    """The file was not understood."""
    MAPPING = "B"
    """Our two computations do not agree, so one of them has the record wrong."""
    RULE = "C"
    """The source is at one with itself and plays by another rule."""
    SOURCE = "D"
    """The source contradicts itself."""

    @property
    def label(self) -> str:
        return {"A": "reading", "B": "mapping", "C": "rule", "D": "source"}[self.value]


@dataclass(frozen=True)
class Divergence:
    """One thing in which a source and the rules do not agree."""

    archive_file: str
    round_index: int | None
    """The number of the round in the file, from 0; None: the file as a whole."""
    event_index: int | None
    """The number of the event in the round, from 0; None: the round as a whole."""
    category: Category
    expected: Any
    """What the source says."""
    computed: Any
    """What the rules say."""
    details: str
    """The divergence in a sentence."""
    triage: Triage
    reason: str
    """Why it belongs to that class."""

    @property
    def place(self) -> Place:
        return Place(self.archive_file, self.round_index, self.event_index)

    def __str__(self) -> str:
        return f"{self.place}: {self.category} [{self.triage}]: {self.details} ({self.reason})"


ScoringDivergence = Divergence
"""The name under which the validation of scoring is described."""


class IrregularityKind(StrEnum):
    """What players did, or what a source does not settle; no divergence."""

    REVOKE = "revoke"
    """A card that the rules forbid; the server let it pass."""
    SILENT = "silent"
    """A declaration that could have been made and was not."""
    OPEN = "open"
    """A point that only a reading decides, and the reading that fits."""
    AUCTION = "auction"
    """A turn of the auction of which too little is known to call it wrong."""
    UNFINISHED = "unfinished"
    """A round without a result."""
    UNRELIABLE = "unreliable"
    """A field that is known to be wrong at times."""


@dataclass(frozen=True)
class Irregularity:
    """Something worth telling that is no divergence."""

    archive_file: str
    round_index: int | None
    event_index: int | None
    kind: IrregularityKind
    details: str
    seat: int | None = None

    @property
    def place(self) -> Place:
        return Place(self.archive_file, self.round_index, self.event_index)

    def __str__(self) -> str:
        return f"{self.place}: {self.kind}: {self.details}"


@dataclass
class ScoringValidationResult:
    """What validation found in one file."""

    archive_file: str
    rounds_validated: int = 0
    """Rounds with a result that was checked."""
    divergences: list[ScoringDivergence] = field(default_factory=list)
    irregularities: list[Irregularity] = field(default_factory=list)
    skipped: tuple[Skipped, ...] = ()
    rounds: int = 0
    """All deals of the file, thrown in or played."""
    engine_rounds: int = 0
    """Rounds that the engine followed to the end."""
    tricks: int = 0
    cards: int = 0
    calls: int = 0
    error: str | None = None
    """Why nothing of the file could be read."""

    @property
    def is_clean(self) -> bool:
        return not self.divergences and self.error is None

    @property
    def revokes(self) -> int:
        return sum(found.kind is IrregularityKind.REVOKE for found in self.irregularities)

    def by_category(self) -> dict[str, int]:
        return count_categories(self.divergences)


@dataclass
class BiddingValidationResult:
    """What the auctions of one file come to."""

    archive_file: str
    rounds_validated: int = 0
    all_pass_count: int = 0
    hokum_count: int = 0
    sun_count: int = 0
    """Ashkal included."""
    doubled_count: int = 0
    """Rounds raised at least once."""
    tripled_count: int = 0
    """Rounds raised at least twice."""
    kawesh_count: int = 0
    issues: list[str] = field(default_factory=list)
    ashkal_count: int = 0
    second_round_count: int = 0
    """Deals that reached the second round."""
    unfinished_count: int = 0


def count_categories(divergences: Iterable[Divergence]) -> dict[str, int]:
    """How many there are of each category; those of the document always, others if they occur."""
    found = Counter(str(divergence.category) for divergence in divergences)
    counts = {str(category): found.get(str(category), 0) for category in DOCUMENT_CATEGORIES}
    others = [str(category) for category in Category if category not in DOCUMENT_CATEGORIES]
    return {**counts, **{name: found[name] for name in others if found.get(name)}}
