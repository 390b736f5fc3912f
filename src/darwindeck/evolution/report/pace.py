"""How fast a run went."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from darwindeck.evolution.runs.records import Timing


@dataclass(frozen=True)
class Pace:
    """The speed of a run, over all its generations."""

    seconds: float
    evaluations: int
    core_share: float
    """The share of the workers' time that was spent in the compiled core."""
    busy_share: float
    """The share of the wall time, all workers taken together, in which they were at work."""
    workers: int

    @property
    def per_minute(self) -> float:
        """Evaluations per minute."""
        return 60 * self.evaluations / self.seconds if self.seconds > 0 else 0.0

    def words(self) -> str:
        """One line: how long, how many, how fast, where the time went."""
        if not self.evaluations:
            return "nothing was measured yet"
        many = "worker" if self.workers == 1 else "workers"
        return (
            f"{self.evaluations:,} evaluations in {duration(self.seconds)}, "
            f"{self.per_minute:,.0f} a minute with {self.workers} {many}; "
            f"{100 * self.busy_share:.0f} % of the wall time at work, "
            f"{100 * self.busy_share * self.core_share:.0f} % in the core"
        )


def pace_of(timings: Sequence[Timing]) -> Pace:
    """The pace of the generations that these timings are of."""
    wall = sum(timing.wall for timing in timings)
    busy = sum(timing.busy for timing in timings)
    core = sum(timing.core for timing in timings)
    offered = sum(timing.wall * timing.workers for timing in timings)
    return Pace(
        seconds=wall,
        evaluations=sum(timing.evaluations for timing in timings),
        core_share=min(core / busy, 1.0) if busy > 0 else 0.0,
        busy_share=min(busy / offered, 1.0) if offered > 0 else 0.0,
        workers=max((timing.workers for timing in timings), default=1),
    )


def duration(seconds: float) -> str:
    """A time as one says it: "45 s", "12 min", "1 h 5 min"."""
    if seconds < 100:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    if minutes < 100:
        return f"{minutes} min"
    hours, left = divmod(minutes, 60)
    return f"{hours} h {left} min" if left else f"{hours} h"
