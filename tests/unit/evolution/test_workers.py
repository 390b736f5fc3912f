"""Workers: plain data in, plain data out, in this process or in others."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from darwindeck.evolution.runs.workers import (
    ATTEMPTS,
    InlinePool,
    ProcessPool,
    endless_task,
    lost_task,
    make_pool,
)
from darwindeck.simulation.batch import core_count

pytestmark = pytest.mark.slow  # processes begin and end

NAME = f"{__name__}:double"
TASKS = {number: {"number": number, "marks": ""} for number in range(7)}
DOUBLED = {number: {"double": 2 * number} for number in range(7)}


def double(task: Mapping[str, Any]) -> dict[str, Any]:
    """What the workers of these tests do; a task may end its worker so many times first."""
    while task.get("endless"):
        pass
    if task["marks"]:
        marks = Path(task["marks"])
        begun = len(list(marks.iterdir()))
        if begun < task["deaths"]:
            (marks / str(begun)).touch()
            os._exit(1)
    return {"double": 2 * task["number"]}


def test_one_worker_is_this_process_and_does_tasks_in_order() -> None:
    with make_pool(NAME, 1) as pool:
        assert isinstance(pool, InlinePool)
        assert list(pool.perform(TASKS)) == list(DOUBLED.items())


def test_several_workers_do_every_task_once() -> None:
    with make_pool(NAME, 3) as pool:
        assert isinstance(pool, ProcessPool)
        results = list(pool.perform(TASKS))
        assert len(results) == len(TASKS)
        assert dict(results) == DOUBLED
        assert dict(pool.perform(TASKS)) == DOUBLED


def test_nothing_to_do_is_done_at_once() -> None:
    with make_pool(NAME, 2) as pool:
        assert list(pool.perform({})) == []


def test_a_task_whose_worker_was_killed_is_done_again(tmp_path: Path) -> None:
    deadly = {"number": 50, "marks": str(tmp_path), "deaths": ATTEMPTS - 1}
    with make_pool(NAME, 2) as pool:
        assert dict(pool.perform({**TASKS, 99: deadly})) == {**DOUBLED, 99: {"double": 100}}
    assert len(list(tmp_path.iterdir())) == ATTEMPTS - 1


def test_a_task_that_ends_every_worker_is_given_up(tmp_path: Path) -> None:
    deadly = {"number": 50, "marks": str(tmp_path), "deaths": 1000}
    with make_pool(NAME, 2) as pool:
        results = dict(pool.perform({0: TASKS[0], 99: deadly}))
    assert results == {0: DOUBLED[0], 99: lost_task(ATTEMPTS)}
    assert len(list(tmp_path.iterdir())) == ATTEMPTS


def test_when_time_is_up_what_is_being_done_is_given_up() -> None:
    with make_pool(NAME, 1, apart=True) as pool:
        assert isinstance(pool, ProcessPool)
        assert list(pool.perform({0: {"number": 1, "marks": "", "endless": True}}, 0.3)) == []
        assert dict(pool.perform(TASKS)) == DOUBLED


def test_in_one_process_time_is_looked_at_between_tasks() -> None:
    with make_pool(NAME, 1) as pool:
        assert list(pool.perform(TASKS, 0.0)) == [(0, DOUBLED[0])]


def test_leaving_a_pool_ends_its_workers() -> None:
    pool = ProcessPool(NAME, 2)
    with pool:
        results = pool.perform(TASKS)
        next(results)
        processes = [worker.process for worker in pool._workers]
        assert processes
    assert not any(process.is_alive() for process in processes)


@pytest.mark.skipif(sys.platform == "win32", reason="there is no limit of processor time")
def test_a_task_that_does_not_end_is_given_up_at_once() -> None:
    endless = {"number": 1, "marks": "", "endless": True}
    with ProcessPool(NAME, 2, most_seconds=0.2) as pool:
        results = dict(pool.perform({0: TASKS[0], 99: endless, 3: TASKS[3]}))
    assert results == {0: DOUBLED[0], 99: endless_task(0.2), 3: DOUBLED[3]}


def test_a_pool_can_be_left_in_the_middle_and_used_again() -> None:
    with make_pool(NAME, 2) as pool:
        results = pool.perform(TASKS)
        next(results)
        del results
        assert dict(pool.perform({5: TASKS[5]})) == {5: DOUBLED[5]}


def test_a_script_needs_no_guard_around_its_run(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "from darwindeck.evolution.runs.workers import make_pool\n"
        "print('begun')\n"
        "with make_pool('builtins:dict', 2) as pool:\n"
        "    print(dict(pool.perform({1: {'number': 5}})))\n"
        "print(__file__)\n"
    )
    output = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, check=True
    ).stdout
    assert output.splitlines() == ["begun", "{1: {'number': 5}}", str(script)]


def test_all_cores_are_used_unless_somebody_says_otherwise() -> None:
    assert core_count() >= 1
    with make_pool(NAME, None) as pool:
        assert pool.size == core_count()
    with pytest.raises(ValueError, match="workers must be at least 1"):
        make_pool(NAME, 0)
