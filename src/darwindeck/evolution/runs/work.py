"""What workers are given and what they give back.

A task depends on nothing else, and its result on nothing but the task, so that workers may be
anywhere. What a run has not yet drawn its conclusions from waits in its file as JSON.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from typing import Any, Self

from darwindeck.evaluation.results import Evaluation, Stage
from darwindeck.evaluation.styles import Style
from darwindeck.evolution.runs.rows import from_values
from darwindeck.evolution.wanted import Wanted


@dataclass(frozen=True)
class Measuring:
    """How the games of a run are measured."""

    run_seed: int
    style: Style
    effort: str
    deepest: Stage
    wanted: Wanted


@dataclass(frozen=True)
class BreedTask:
    """Make a new game, and measure it as far as it is worth it."""

    measuring: Measuring
    method: str
    """``mutate``, ``crossover`` or ``random``."""
    steps: int
    """Mutations in a row; after a crossover there may be none."""
    seed: int
    parents: tuple[str, ...]
    """The genomes of its parents as JSON."""
    parent_keys: tuple[str, ...]
    known_keys: frozenset[str]
    known_digests: frozenset[str]
    """Games that are known already, by their rules and by how they play."""
    bars: Mapping[int, float]
    """What the elite of each filled cell has."""
    bar: float
    """What a game must have after greedy play to be worth a closer look."""
    family: str = ""
    """The family (`family_in_rules`) of a game that is made up; empty: any."""
    litter: int = 1
    """So many children are made; the most promising one goes on."""


@dataclass(frozen=True)
class MeasureTask:
    """Measure a game once more, on a fresh seed."""

    measuring: Measuring
    key: str
    genome: str
    """As JSON."""
    number: int
    """How often it was measured before."""
    earlier: tuple[Evaluation, ...] = ()
    inspect: bool = False
    """Whether players who have learnt it for longer look for faults, too."""


@dataclass(frozen=True)
class SimplifyTask:
    """Make a game simpler, without making it worse, and measure what comes of it."""

    measuring: Measuring
    key: str
    genome: str
    """As JSON."""


Task = BreedTask | MeasureTask | SimplifyTask


class TaskOutcome(StrEnum):
    """How far a task came."""

    MEASURED = "measured"
    """To the end."""
    STOCK = "stock"
    """The game is too near to the library to be an elite."""
    REJECTED = "rejected"


@dataclass(frozen=True)
class Score:
    """How a game was judged, all its evaluations taken together."""

    measures: Mapping[str, float]
    """Where it stands, by the names of the grid's axes."""
    score: float
    low: float
    high: float


@dataclass(frozen=True)
class Child:
    """A new game that was measured."""

    genome: str
    """As JSON, without a name of its own."""
    key: str
    digest: str
    nearest: str
    distance: float
    promise: float
    """Its score after greedy players had played it; 0 if it did not come so far."""


@dataclass(frozen=True)
class Sibling:
    """A child that did not go on: why, and how far it was measured."""

    reason: str
    detail: str
    story: str
    stage: str
    score: float
    family: str
    """The family of its rules; empty if no child came about."""
    parents: tuple[str, ...]
    """The keys of those of its parents that it has something of."""


@dataclass(frozen=True)
class TaskResult:
    """What came of a task."""

    outcome: TaskOutcome
    reason: str = ""
    """Why it was rejected, as a short name."""
    detail: str = ""
    story: str = ""
    """How the new game came about, in words."""
    child: Child | None = None
    evaluation: Evaluation | None = None
    """The evaluation that was made; None if nothing was measured."""
    score: Score | None = None
    family: str = ""
    """The family of the rules of the new game; empty if none came about."""
    parents: tuple[str, ...] = ()
    """The keys of those of its parents that it has something of."""
    siblings: tuple[Sibling, ...] = ()
    """Other children of the same parents, in the order in which they were made."""
    busy: float = 0.0
    """Seconds that it took."""
    core: float = 0.0
    """Seconds of them that were spent in the compiled core."""

    @classmethod
    def rejected(cls, reason: str, detail: str) -> Self:
        return cls(TaskOutcome.REJECTED, reason, detail)

    def without_cost(self) -> Self:
        """The result without what it cost on this machine."""
        return replace(self, busy=0.0, core=0.0)

    def to_dict(self) -> dict[str, Any]:
        """Plain values; `from_dict` reads them."""
        plain = {name: getattr(self, name) for name in _PLAIN}
        return plain | {
            "child": None if self.child is None else asdict(self.child),
            "evaluation": None if self.evaluation is None else self.evaluation.to_dict(),
            "score": None if self.score is None else asdict(self.score),
            "parents": list(self.parents),
            "siblings": [asdict(sibling) for sibling in self.siblings],
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """What `to_dict` gave; raises `ValueError` or `LookupError` if it cannot have been that."""
        child, evaluation, score = data["child"], data["evaluation"], data["score"]
        return cls(
            outcome=TaskOutcome(data["outcome"]),
            reason=str(data["reason"]),
            detail=str(data["detail"]),
            story=str(data["story"]),
            family=str(data["family"]),
            child=None if child is None else from_values(Child, child),
            evaluation=None if evaluation is None else Evaluation.from_dict(evaluation),
            score=None if score is None else from_values(Score, score),
            parents=_keys(data["parents"]),
            siblings=tuple(from_values(Sibling, one) for one in data["siblings"]),
            busy=float(data["busy"]),
            core=float(data["core"]),
        )


def _keys(found: Any) -> tuple[str, ...]:
    if not isinstance(found, list) or not all(isinstance(key, str) for key in found):
        raise ValueError("parents must be a list of keys")
    return tuple(found)


_PLAIN = ("outcome", "reason", "detail", "story", "family", "busy", "core")
