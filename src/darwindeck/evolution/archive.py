"""The archive of elites: for each cell of a grid, the best game known, and those behind it.

Words and definitions are those of pyribs: a solution (here the key of a game) has an objective and
measures; the measures decide its cell, and the best objective of a cell is its elite. Two things
are added because objectives are estimates. Games that are not the best of their cell wait on its
bench, and a game may be measured again: adding it anew replaces what was known of it, and if it
falls, the next best of the cell takes its place.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum

from darwindeck.evolution.grid import Grid


class AddStatus(IntEnum):
    """What adding a solution did."""

    NOT_ADDED = 0
    IMPROVE_EXISTING = 1
    NEW = 2


@dataclass(frozen=True)
class Entry:
    """A solution in the archive, elite or not."""

    solution: str
    objective: float
    measures: tuple[float, ...]
    index: int
    """Its cell."""

    @property
    def order(self) -> tuple[float, str]:
        """Sorts the best first; of equals, always the same one."""
        return (-self.objective, self.solution)


@dataclass(frozen=True)
class ArchiveStats:
    """The archive in numbers."""

    num_elites: int
    coverage: float
    """The share of cells that have an elite."""
    qd_score: float
    """The sum of the elites' objectives."""
    norm_qd_score: float
    """The same divided by the number of cells."""
    obj_max: float | None
    obj_mean: float | None


class Archive:
    """The best solutions by cell."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self._entries: dict[str, Entry] = {}
        self._cells: dict[int, list[Entry]] = {}

    @property
    def cells(self) -> int:
        """How many cells there are, filled or not."""
        return self.grid.cells

    def __len__(self) -> int:
        return len(self._cells)

    def __iter__(self) -> Iterator[Entry]:
        """The elites, in the order of their cells."""
        return (self._cells[index][0] for index in sorted(self._cells))

    def elite(self, index: int) -> Entry | None:
        """The best solution of a cell."""
        return self._cells[index][0] if index in self._cells else None

    def bench(self, index: int) -> tuple[Entry, ...]:
        """The solutions of a cell behind its elite, the best first."""
        return tuple(self._cells.get(index, ())[1:])

    def entry(self, solution: str) -> Entry | None:
        """What is known of a solution."""
        return self._entries.get(solution)

    def is_elite(self, solution: str) -> bool:
        """Whether the solution is the best of its cell."""
        entry = self._entries.get(solution)
        return entry is not None and self._cells[entry.index][0] is entry

    def best(self) -> Entry | None:
        """The elite with the highest objective."""
        return min(self, key=lambda entry: entry.order, default=None)

    def add(
        self, solution: str, objective: float, measures: Sequence[float]
    ) -> tuple[AddStatus, float]:
        """Adds a solution, or measures it anew; gives the status and the value.

        The value is the objective minus that of the elite before, or the objective itself where
        the cell was empty. A solution that was there before is taken out first.
        """
        if not math.isfinite(objective):
            raise ValueError(f"the objective of {solution} must be a finite number")
        self.remove(solution)
        entry = Entry(solution, objective, tuple(measures), self.grid.index_of(measures))
        before = self.elite(entry.index)
        self._entries[solution] = entry
        cell = self._cells.setdefault(entry.index, [])
        cell.append(entry)
        cell.sort(key=lambda one: one.order)
        if before is None:
            return AddStatus.NEW, objective
        if cell[0] is entry:
            return AddStatus.IMPROVE_EXISTING, objective - before.objective
        return AddStatus.NOT_ADDED, objective - before.objective

    def remove(self, solution: str) -> None:
        """Forgets a solution, if it is there."""
        entry = self._entries.pop(solution, None)
        if entry is None:
            return
        cell = self._cells[entry.index]
        cell.remove(entry)
        if not cell:
            del self._cells[entry.index]

    @property
    def stats(self) -> ArchiveStats:
        """The archive in numbers."""
        objectives = [entry.objective for entry in self]
        total = math.fsum(objectives)
        return ArchiveStats(
            num_elites=len(objectives),
            coverage=len(objectives) / self.cells,
            qd_score=total,
            norm_qd_score=total / self.cells,
            obj_max=max(objectives, default=None),
            obj_mean=total / len(objectives) if objectives else None,
        )
