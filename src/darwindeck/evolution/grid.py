"""Where games differ in play: the axes of the archive, and the cells between them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from darwindeck.evaluation.results import Evaluation

EPSILON = 1e-6
"""Added when a measure is cut into bins, as pyribs does, against errors of rounding."""


@dataclass(frozen=True)
class Axis:
    """One way in which games differ, cut into equal bins between two ends.

    Measures beyond an end fall into the last bin on that side.
    """

    name: str
    lower: float
    upper: float
    labels: tuple[str, ...]
    """What each bin is called."""

    @property
    def bins(self) -> int:
        return len(self.labels)

    @property
    def boundaries(self) -> tuple[float, ...]:
        """The ends of the bins, one more than there are bins."""
        step = (self.upper - self.lower) / self.bins
        return (*(self.lower + step * number for number in range(self.bins)), self.upper)

    def bin_of(self, measure: float) -> int:
        """The bin of a measure."""
        if not math.isfinite(measure):
            raise ValueError(f"{self.name} must be a finite number, not {measure}")
        place = (self.bins * (measure - self.lower) + EPSILON) / (self.upper - self.lower)
        return min(max(int(place), 0), self.bins - 1)


@dataclass(frozen=True)
class Grid:
    """Axes that span the archive; cells are numbered as in pyribs, the last axis running first."""

    axes: tuple[Axis, ...]

    @property
    def dims(self) -> tuple[int, ...]:
        """How many bins each axis has."""
        return tuple(axis.bins for axis in self.axes)

    @property
    def cells(self) -> int:
        """How many cells there are."""
        return math.prod(self.dims)

    def index_of(self, measures: Sequence[float]) -> int:
        """The cell of measures, one for each axis."""
        return self.grid_to_int_index(
            [axis.bin_of(measure) for axis, measure in zip(self.axes, measures, strict=True)]
        )

    def grid_to_int_index(self, bins: Sequence[int]) -> int:
        """The cell of these bins."""
        index = 0
        for axis, number in zip(self.axes, bins, strict=True):
            index = index * axis.bins + number
        return index

    def int_to_grid_index(self, index: int) -> tuple[int, ...]:
        """The bins of a cell."""
        if not 0 <= index < self.cells:
            raise ValueError(f"cells are numbered from 0 to {self.cells - 1}, not {index}")
        bins = []
        for axis in reversed(self.axes):
            index, number = divmod(index, axis.bins)
            bins.append(number)
        return tuple(reversed(bins))

    def describe(self, index: int) -> dict[str, str]:
        """What the games of a cell have in common: the label of its bin on each axis."""
        bins = self.int_to_grid_index(index)
        return {
            axis.name: axis.labels[number] for axis, number in zip(self.axes, bins, strict=True)
        }


FAMILIES = ("tricks", "play", "capture", "melds", "building", "betting", "calls", "other")
"""What most decisions are about. `_FAMILY_OF_PHASE` says which phases are meant."""

_FAMILY_OF_PHASE = {
    "trick": "tricks",
    "play": "play",
    "capture": "capture",
    "meld": "melds",
    "draw": "melds",
    "discard": "melds",
    "build": "building",
    "betting": "betting",
    "showdown": "betting",
    "call": "calls",
    "declare": "calls",
    "claim": "calls",
    "choice": "calls",
}

SHORTEST, LONGEST = 2.0, 64.0
"""Minutes between which lengths are told apart, each bin twice as long as the one before."""


def _doubling_labels(low: float, high: float) -> tuple[str, ...]:
    steps = [low * 2**number for number in range(round(math.log2(high / low)) + 1)]
    inner = [f"{start:g} to {end:g} min" for start, end in pairwise(steps)]
    inner[0], inner[-1] = f"under {steps[1]:g} min", f"over {steps[-2]:g} min"
    return tuple(inner)


GRID = Grid(
    (
        Axis("family", 0.0, float(len(FAMILIES)), FAMILIES),
        Axis(
            "length", math.log2(SHORTEST), math.log2(LONGEST), _doubling_labels(SHORTEST, LONGEST)
        ),
        Axis("skill", 0.0, 1.0, ("mostly luck", "some skill", "much skill", "mostly skill")),
        Axis(
            "interaction", 0.0, 0.9, ("little interaction", "some interaction", "much interaction")
        ),
    )
)
"""The axes of every run."""


def family_of(phase_kind: str) -> str:
    """The family of a game whose decisions are mostly taken in a phase of that kind."""
    return _FAMILY_OF_PHASE.get(phase_kind, "other")


def measures_of(evaluation: Evaluation) -> dict[str, float]:
    """Where a game stands on each axis of `GRID`.

    Skill is the share of the results that better play explains; before that is measured, how much
    better greedy players are than random ones.
    """
    metrics = evaluation.metrics
    skill = "skill_share" if "skill_share" in metrics else "skill_greedy"
    return {
        "family": FAMILIES.index(family_of(evaluation.family)) + 0.5,
        "length": math.log2(max(evaluation["minutes"], 2**-10)),
        "skill": evaluation[skill] if skill in metrics else 0.0,
        "interaction": evaluation["interaction"],
    }


def cell_of(measures: Mapping[str, float]) -> int:
    """The cell of `GRID` for measures by the names of its axes."""
    return GRID.index_of([measures[axis.name] for axis in GRID.axes])


def cells_within(measures: Mapping[str, float], free: str) -> tuple[int, ...]:
    """All cells that differ only in the bin of one axis, whose measure is not known yet."""
    place = next(number for number, axis in enumerate(GRID.axes) if axis.name == free)
    bins = list(GRID.int_to_grid_index(cell_of(measures)))
    cells = []
    for number in range(GRID.axes[place].bins):
        bins[place] = number
        cells.append(GRID.grid_to_int_index(bins))
    return tuple(cells)
