"""What validation finds, as data: divergences, irregularities, and the result for a file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, ClassVar, NamedTuple, Self

from darwindeck.archives.record import Place, Skipped


class Category(str):
    """What a divergence is about: one word. Oracles add words of their game by making more."""

    READING: ClassVar[Category]
    """Something in the file has not the form it must have."""
    HANDS: ClassVar[Category]
    """Who held which cards."""
    DEALER: ClassVar[Category]
    AUCTION: ClassVar[Category]
    """Who called what and when, and what the source says about it."""
    CONTRACT: ClassVar[Category]
    """What was undertaken and by whom, as the calls and the result have it."""
    PLAY: ClassVar[Category]
    """Whose turn it was to play, and cards that are missing."""
    TRICK: ClassVar[Category]
    """Who won a trick."""
    LAST_TRICK: ClassVar[Category]
    DECLARATION: ClassVar[Category]
    MULTIPLIER: ClassVar[Category]
    """Doubled rounds."""
    TOTAL_POINTS: ClassVar[Category]
    """Points before they become scores."""
    GAME_POINTS: ClassVar[Category]
    """What a round scores."""
    CUMULATIVE: ClassVar[Category]
    """How scores add up from round to round."""
    MATCH_END: ClassVar[Category]
    RESULT: ClassVar[Category]
    """Whether there is one, and who won."""

    __slots__ = ()


GENERAL_CATEGORIES = tuple(Category(name.lower()) for name in Category.__annotations__)
"""The categories of every game."""
for _category in GENERAL_CATEGORIES:
    setattr(Category, _category.upper(), _category)


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


MOST_KEPT = 1_000
"""So many irregularities of one kind are kept of a file; more are only counted."""


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


class Comparison(NamedTuple):
    """One deal: what its source states beside what the rules give."""

    file: str
    round: int
    """From 0."""
    what: str
    """What was played, or how the deal ended."""
    pairs: tuple[tuple[str, object, object], ...] = ()
    """Quantities, each as recorded and as computed; None where one of them is not known."""


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
    comparisons: list[Comparison] = field(default_factory=list)
    """Every deal, as recorded and as computed."""
    error: str | None = None
    """Why nothing of the file could be read."""
    irregular: Counter[IrregularityKind] = field(default_factory=Counter)
    """How many irregularities of each kind there are; of a kind the first thousand are kept."""

    def note(self, found: Irregularity) -> None:
        """Counts an irregularity, and keeps it unless there are too many of its kind."""
        self.irregular[found.kind] += 1
        if self.irregular[found.kind] <= MOST_KEPT:
            self.irregularities.append(found)

    def pass_over(self, skipped: Skipped) -> None:
        """Adds something that was not read to what was passed over before."""
        for number, known in enumerate(self.skipped):
            if known.what == skipped.what:
                both = replace(known, count=known.count + skipped.count)
                self.skipped = (*self.skipped[:number], both, *self.skipped[number + 1 :])
                return
        self.skipped = (*self.skipped, skipped)

    @property
    def is_clean(self) -> bool:
        return not self.divergences and self.error is None

    @property
    def revokes(self) -> int:
        return self.irregular[IrregularityKind.REVOKE]

    def by_category(self) -> dict[str, int]:
        return count_categories(self.divergences)


@dataclass
class AuctionResult:
    """What the auctions of one file come to; oracles have classes that count more."""

    archive_file: str
    rounds_validated: int = 0
    all_pass_count: int = 0
    issues: list[str] = field(default_factory=list)
    unfinished_count: int = 0

    def __add__(self, other: Self) -> Self:
        """Both together; the file is the first one's."""
        sums = {
            name: value + getattr(other, name)
            for name, value in vars(self).items()
            if name != "archive_file"
        }
        return replace(self, **sums)


def count_categories(
    divergences: Iterable[Divergence], always: Iterable[Category] = ()
) -> dict[str, int]:
    """How many there are of each category; some always, the others if they occur."""
    found = Counter(divergence.category for divergence in divergences)
    order = dict.fromkeys((*always, *GENERAL_CATEGORIES, *sorted(found)))
    counted = set(always)
    return {str(name): found[name] for name in order if name in counted or found[name]}
