"""The archive of elites, held against pyribs."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from darwindeck.evolution.archive import AddStatus, Archive
from darwindeck.evolution.grid import Axis, Grid

GRID = Grid(
    (
        Axis("width", 0.0, 4.0, ("a", "b", "c", "d")),
        Axis("depth", -1.0, 1.0, ("low", "middle", "high")),
    )
)


def as_in_pyribs() -> Any:
    from ribs.archives import GridArchive  # seconds, which only these tests need

    return GridArchive(
        solution_dim=1,
        dims=GRID.dims,
        ranges=[(axis.lower, axis.upper) for axis in GRID.axes],
        dtype=np.float64,
    )


def random_measures(dice: Random) -> list[float]:
    """Measures in the grid, beyond its ends and on the borders between bins."""
    return [
        dice.choice([dice.uniform(axis.lower - 1, axis.upper + 1), *axis.boundaries])
        for axis in GRID.axes
    ]


def test_cells_are_those_of_pyribs() -> None:
    oracle = as_in_pyribs()
    dice = Random(1)
    for _ in range(500):
        measures = random_measures(dice)
        cell = GRID.index_of(measures)
        assert cell == oracle.index_of_single(measures)
        assert GRID.int_to_grid_index(cell) == tuple(oracle.int_to_grid_index([cell])[0])
        assert GRID.grid_to_int_index(GRID.int_to_grid_index(cell)) == cell


def test_boundaries_are_those_of_pyribs() -> None:
    for axis, theirs in zip(GRID.axes, as_in_pyribs().boundaries, strict=True):
        assert axis.boundaries == pytest.approx(theirs)


def test_adding_gives_the_status_value_and_statistics_of_pyribs() -> None:
    oracle, archive = as_in_pyribs(), Archive(GRID)
    dice = Random(2)
    for number in range(300):
        objective, measures = dice.uniform(0, 1), random_measures(dice)
        theirs = oracle.add_single([number], objective, measures)
        status, value = archive.add(f"game {number}", objective, measures)
        assert status == theirs["status"]
        assert value == pytest.approx(theirs["value"])
        stats = archive.stats
        assert stats.num_elites == len(archive) == oracle.stats.num_elites
        for name in ("coverage", "qd_score", "norm_qd_score", "obj_max", "obj_mean"):
            assert getattr(stats, name) == pytest.approx(getattr(oracle.stats, name))
    ours = {entry.index: entry.solution for entry in archive}
    data = oracle.data(["solution", "index"])
    theirs_by_cell = zip(data["index"], data["solution"], strict=True)
    assert ours == {index: f"game {int(number)}" for index, (number,) in theirs_by_cell}
    assert archive.best() is not None
    assert archive.best().objective == oracle.best_elite["objective"]  # type: ignore[union-attr]  # just asserted


def test_an_empty_archive_has_no_best() -> None:
    archive = Archive(GRID)
    assert archive.best() is None
    assert archive.stats.obj_max is None
    assert archive.stats.coverage == 0


def test_an_elite_that_falls_gives_way_to_the_next_best_of_its_cell() -> None:
    archive = Archive(GRID)
    archive.add("first", 0.9, (0.5, 0.0))
    archive.add("second", 0.7, (0.6, 0.1))
    archive.add("third", 0.5, (0.7, 0.1))
    cell = GRID.index_of((0.5, 0.0))
    assert [entry.solution for entry in archive.bench(cell)] == ["second", "third"]
    status, _ = archive.add("first", 0.6, (0.5, 0.0))
    assert status is AddStatus.NOT_ADDED
    assert archive.is_elite("second")
    assert not archive.is_elite("first")
    assert [entry.solution for entry in archive.bench(cell)] == ["first", "third"]


def test_a_game_measured_anew_moves_to_its_new_cell() -> None:
    archive = Archive(GRID)
    archive.add("first", 0.9, (0.5, 0.0))
    archive.add("second", 0.7, (0.6, 0.1))
    status, _ = archive.add("first", 0.8, (3.5, 0.0))
    assert status is AddStatus.NEW
    assert archive.is_elite("first")
    assert archive.is_elite("second")
    assert len(archive) == 2


def test_the_last_game_of_a_cell_leaves_it_empty() -> None:
    archive = Archive(GRID)
    archive.add("only", 0.9, (0.5, 0.0))
    archive.remove("only")
    archive.remove("unknown")
    assert len(archive) == 0
    assert archive.elite(GRID.index_of((0.5, 0.0))) is None


def test_of_equals_the_same_one_is_the_elite_whatever_came_first() -> None:
    for order in (("a", "b"), ("b", "a")):
        archive = Archive(GRID)
        for name in order:
            archive.add(name, 0.5, (0.5, 0.0))
        assert archive.is_elite("a")


@pytest.mark.parametrize("number", [float("nan"), float("inf")])
def test_objectives_and_measures_are_finite(number: float) -> None:
    archive = Archive(GRID)
    with pytest.raises(ValueError, match="finite"):
        archive.add("game", number, (0.5, 0.0))
    with pytest.raises(ValueError, match="depth must be a finite number"):
        archive.add("game", 0.5, (0.5, number))
    assert len(archive) == 0
