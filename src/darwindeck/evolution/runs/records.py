"""What a run keeps, as plain records: games, evaluations, elites, proposals, generations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from darwindeck.evaluation.results import Evaluation
from darwindeck.genome.codec import from_json
from darwindeck.genome.schema import GameGenome

LIBRARY_ORIGIN = "library"
GIVEN_ORIGIN = "given"
RANDOM_ORIGIN = "random"
BRED_ORIGIN = "bred"
NEAR = "too near to a known game"
"""Why a child goes no further: it may only be a parent."""
OUTDONE = "a sibling is more promising"
"""Why a child goes no further: another one of the same parents does."""
UNEVEN = "uneven hands"
"""Why a child goes no further: somebody may sit and watch while a trick is played."""
UNWIELDY = "large hands"
"""Why a child goes no further: nobody can hold so many cards."""
SOON_OVER = "short stock"
"""Why a child goes no further: its hands end before anybody has had some turns."""
CONVOLUTED = "convoluted scores"
"""Why a child goes no further: nobody can say what its players score."""
SWAPS = "only swaps"
"""Why a child goes no further: nothing is done in it but to draw and discard."""
IDLE_BIDDING = "idle bidding"
"""Why a child goes no further: what its players bid counts for nothing."""


@dataclass(frozen=True)
class StoredGame:
    """A game of a run: of the library, given to be bred from, made up at random, or bred."""

    key: str
    """Identity of the game as it plays; see `darwindeck.evaluation.play_key`."""
    name: str
    genome_id: str
    origin: str
    """``library``, ``given``, ``random`` or ``bred``."""
    generation: int
    slot: int
    """Which proposal of its generation it was; library games are numbered by themselves."""
    text: str
    """The genome as JSON."""
    story: str
    """How it came about, in words, such as ``took the auction from another game``; may be empty."""
    parents: tuple[str, ...]
    """Keys of the games it was made from: none, one or two."""
    roots: Mapping[str, float]
    """Library games it descends from by `genome_id`, with their shares; the largest first."""
    nearest: str
    """The `genome_id` of the library game that is most like it."""
    distance: float
    """How far that game is: 0 is the same game, 1 has nothing in common."""
    family: str
    """The kind of phase in which most decisions are taken; empty if it was never measured."""
    digest: str
    """A fingerprint of some seeded games of it: games that play alike share it."""

    def genome(self) -> GameGenome:
        """The game, read and checked; raises `darwindeck.genome.GenomeError` if it is not sound."""
        return from_json(self.text)


@dataclass(frozen=True)
class StoredEvaluation:
    """One evaluation of one game, on one seed."""

    key: str
    number: int
    """From 0; later ones were made with fresh seeds."""
    generation: int
    evaluation: Evaluation


@dataclass(frozen=True)
class Standing:
    """What is known of a game that may be an elite, all its evaluations taken together.

    A score of 0 says that it failed a gate when it was measured again, or that a simpler game took
    its place; then it is no elite.
    """

    key: str
    cell: int
    """Its cell of the archive, as `MeasureGrid.index_of` gives it."""
    measures: Mapping[str, float]
    """Where it stands, by the names of the grid's axes."""
    score: float
    low: float
    """The lower bound of the score: this is what competes."""
    high: float
    evaluations: int
    elite: bool
    """Whether it is the best that is known for its cell."""


@dataclass(frozen=True)
class Proposal:
    """What became of one attempt to make a new game."""

    generation: int
    slot: int
    outcome: str
    """``elite``, ``bench`` (good, but its cell has a better game), ``stock`` (too near to the
    library, a parent only) or ``rejected``."""
    reason: str
    """Why it was rejected, as a short name; empty if it was not."""
    detail: str
    """The reason in words."""
    key: str
    """The game; empty if none came about or it was known before."""
    story: str
    parents: tuple[str, ...]
    """Keys of the games it was made from."""
    stage: str
    """How far it was measured."""
    score: float
    """Its score at that stage."""
    promise: float = 0.0
    """Its score after greedy players had played it; 0 if it did not come so far."""
    family: str = ""
    """The family of its rules (`family_in_rules`); where no child came about, the one that was
    asked for."""


@dataclass(frozen=True)
class ArchiveEvent:
    """A change of the archive at the end of a generation."""

    generation: int
    cell: int
    event: str
    """``new``, ``improved``, ``confirmed`` (the elite of the cell has another bound after it was
    measured again), ``fallen`` (another game took its place because of that) or ``emptied``."""
    key: str
    """The elite afterwards; empty if the cell is."""
    objective: float


@dataclass(frozen=True)
class GenerationRecord:
    """The state of the archive and the counts of a generation; the same on every machine."""

    number: int
    proposals: int
    rejected: Mapping[str, int]
    """Rejections by reason."""
    evaluations: int
    """How many evaluations were made in the generation, of children and of elites."""
    played: int
    """Decisions taken in all games that were played for them."""
    num_elites: int
    coverage: float
    qd_score: float
    norm_qd_score: float
    obj_max: float
    obj_mean: float
    best: str
    """The key of the best elite; empty if there is none."""


@dataclass(frozen=True)
class Timing:
    """How long a generation took on this machine; no part of what is reproduced."""

    generation: int
    wall: float
    """Seconds from its beginning to its end, breaks left out."""
    busy: float
    """Seconds that all workers together spent on its tasks."""
    core: float
    """Seconds of `busy` that were spent in the compiled core."""
    evaluations: int
    workers: int
