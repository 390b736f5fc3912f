"""Runs that are killed, interrupted or lose workers come to the same end as others."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from unittest.mock import patch

import pytest

from darwindeck.evolution.runs import stock
from darwindeck.evolution.runs.lock import RunBusyError, is_busy
from darwindeck.evolution.runs.progress import Progress
from darwindeck.evolution.runs.run import EvolutionRun
from darwindeck.evolution.runs.settings import Settings
from darwindeck.evolution.runs.store import RunStore
from tests.support import fake_breeding
from tests.support.evolving import SETTINGS, few_games
from tests.support.waiting import until

SCALE = float(os.environ.get("DARWINDECK_TEST_SCALE", "1"))
KILLS = max(2, round(3 * SCALE))
"""How often a run is killed on its way."""


def dump_of(settings: Settings, workers: int = 1, performer: str = fake_breeding.NAME) -> str:
    """All that an undisturbed run keeps."""
    with EvolutionRun.create(None, settings, performer=performer) as run:
        run.evolve(workers=workers)
        return run.store.dump()


def begin(path: Path, workers: int) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "tests.support.evolving", str(path), str(workers)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        # Ctrl-C is sent to the run alone, and is heard even where tests run in the background.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )


def said(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def let_go_on(process: subprocess.Popen[str], steps: int) -> None:
    """Lets a run do so many steps; it is then on its way to the next."""
    assert process.stdin is not None
    assert said(process) == "begun"
    for _ in range(steps):
        assert said(process) == "step"
        process.stdin.write("\n")
        process.stdin.flush()


def ended(process: subprocess.Popen[str]) -> str:
    """How a run ended that nothing holds up any more."""
    return process.communicate()[0].split()[-1]


@pytest.fixture(scope="module", autouse=True)
def _small_library() -> Iterator[None]:
    with patch.object(stock, "library_stock", few_games):
        yield


@pytest.fixture(scope="module")
def undisturbed() -> str:
    return dump_of(SETTINGS)


def test_a_run_killed_at_random_moments_ends_with_the_same_records(
    tmp_path: Path, undisturbed: str
) -> None:
    dice = Random(5)
    path = tmp_path / "killed.run"
    for _ in range(KILLS):
        process = begin(path, workers=1)
        if path.exists() or dice.random() < 0.7:
            let_go_on(process, dice.randrange(12))
        else:
            until(path.exists)
        process.kill()
        process.communicate()
    assert ended(begin(path, workers=2)) == "finished"
    with RunStore.open(path) as store:
        assert store.finished
        assert store.dump() == undisturbed


def test_ctrl_c_ends_a_run_cleanly_and_it_can_be_taken_up_again(
    tmp_path: Path, undisturbed: str
) -> None:
    path = tmp_path / "interrupted.run"
    process = begin(path, workers=2)
    let_go_on(process, 8)
    process.send_signal(signal.SIGINT)
    assert ended(process) == "interrupted"
    assert process.returncode == 0
    assert sorted(file.name for file in tmp_path.glob("[!.]*")) == ["interrupted.run"]
    with RunStore.open(path) as store:
        assert not store.finished
    with EvolutionRun.open(path, performer=fake_breeding.NAME) as run:
        assert not run.evolve(workers=1).interrupted
        assert run.store.dump() == undisturbed


def test_any_number_of_workers_gives_the_same_records(undisturbed: str) -> None:
    assert dump_of(SETTINGS, workers=2) == undisturbed
    assert dump_of(SETTINGS, workers=5) == undisturbed


def test_an_observer_may_interrupt_and_nothing_is_lost(tmp_path: Path, undisturbed: str) -> None:
    path = tmp_path / "stopped.run"
    settings = SETTINGS
    stops = 0
    run = EvolutionRun.create(path, settings, performer=fake_breeding.NAME)
    while True:
        calls = 0

        def stop_soon(_: Progress, run: EvolutionRun = run) -> None:
            nonlocal calls
            calls += 1
            if calls == 9:
                run.interrupt()

        result = run.evolve(stop_soon, workers=1)
        run.close()
        if not result.interrupted:
            break
        stops += 1
        run = EvolutionRun.open(path, performer=fake_breeding.NAME)
    assert stops > 3
    with RunStore.open(path) as store:
        assert store.dump() == undisturbed


def test_a_worker_that_dies_of_a_task_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = Settings(seed=2, generations=1, population=4)
    monkeypatch.setenv("DEATHS", str(tmp_path))
    assert dump_of(settings, 2, fake_breeding.DEADLY_NAME) == dump_of(settings)
    assert list(tmp_path.iterdir())


def test_a_task_that_kills_every_worker_is_given_up_and_named() -> None:
    settings = Settings(seed=2, generations=1, population=4, again=0)
    with EvolutionRun.create(None, settings, performer=fake_breeding.FATAL_NAME) as run:
        run.evolve(workers=2)
        fates = [proposal.reason == "crash" for proposal in run.store.proposals()]
    assert any(fates)
    assert not all(fates)


def test_only_one_process_works_on_a_run_and_others_may_read_it(tmp_path: Path) -> None:
    path = tmp_path / "busy.run"
    with EvolutionRun.create(path, SETTINGS, performer=fake_breeding.NAME):
        assert is_busy(path)
        with pytest.raises(RunBusyError, match="another process"):
            EvolutionRun.open(path)
        with RunStore.open(path) as reader:
            assert reader.settings["seed"] == SETTINGS.seed
    assert not is_busy(path)


def test_a_finished_run_can_be_extended(tmp_path: Path) -> None:
    path = tmp_path / "longer.run"
    with EvolutionRun.create(path, SETTINGS, performer=fake_breeding.NAME) as run:
        run.evolve(workers=1)
        run.extend(generations=7)
        run.evolve(workers=1)
    with EvolutionRun.open(path, performer=fake_breeding.NAME) as run:
        assert len([record for record in run.store.history() if record.proposals]) == 7
        assert run.store.finished
        run.extend(minutes=0.0)
        assert run.settings.generations is None
        with pytest.raises(ValueError, match="a run needs an end"):
            run.extend()


@pytest.mark.parametrize("stopped_at", [2, 5])
def test_an_earlier_end_in_the_midst_of_a_generation_gives_it_up(
    tmp_path: Path, stopped_at: int
) -> None:
    """The run ends as if it had never begun with it."""
    early = replace(SETTINGS, generations=2)
    with EvolutionRun.create(None, early, performer=fake_breeding.NAME) as run:
        run.evolve(workers=1)
        wanted = run.store.dump()
    path = tmp_path / "earlier.run"
    with EvolutionRun.create(path, SETTINGS, performer=fake_breeding.NAME) as run:

        def stop(progress: Progress) -> None:
            if progress.generation == 2 and progress.done == stopped_at:
                run.interrupt()

        assert run.evolve(stop, workers=1).interrupted
        assert run.store.results(2)
        run.extend(generations=2)
        run.evolve(workers=1)
        assert run.store.finished
        assert run.store.dump() == wanted


def test_a_later_end_while_the_best_are_measured_goes_on_breeding(
    tmp_path: Path, undisturbed: str
) -> None:
    short = replace(SETTINGS, generations=2)
    with EvolutionRun.create(tmp_path / "later.run", short, performer=fake_breeding.NAME) as run:

        def stop(progress: Progress) -> None:
            if run.store.fact("breeding_over", False) and progress.done == 1:
                run.interrupt()

        assert run.evolve(stop, workers=1).interrupted
        generation = len(run.store.history())
        assert run.store.results(generation)
        run.extend(generations=4)
        assert not run.store.results(generation)
        run.evolve(workers=1)
        assert len([record for record in run.store.history() if record.proposals]) == 4
