"""Runs as a whole, with made-up results."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from darwindeck.evolution.novelty import distance, sayings
from darwindeck.evolution.runs import run as runs
from darwindeck.evolution.runs.best import DISTINCT, best_games, distinct
from darwindeck.evolution.runs.progress import Progress
from darwindeck.evolution.runs.records import Standing
from darwindeck.evolution.runs.run import CONFIRMED, EvolutionRun
from darwindeck.evolution.runs.settings import Settings
from darwindeck.evolution.runs.stock import library_stock
from darwindeck.evolution.runs.store import RunFileError, RunStore
from darwindeck.evolution.runs.work import BreedTask, SimplifyTask, Task
from darwindeck.evolution.runs.workers import InlinePool, Results
from tests.support import fake_breeding

SETTINGS = Settings(fresh=0.0, seed=9, generations=4, population=8, best=3)


@pytest.fixture(scope="module")
def watched() -> tuple[EvolutionRun, list[Progress]]:
    """A run that is over, and what its observer was told."""
    seen: list[Progress] = []
    run = EvolutionRun.create(None, SETTINGS, performer=fake_breeding.NAME)
    run.evolve(seen.append, workers=1)
    return run, seen


def test_an_observer_sees_the_run_go_on(watched: tuple[EvolutionRun, list[Progress]]) -> None:
    run, seen = watched
    assert seen[0].done == 0
    assert all(report.done <= report.tasks for report in seen)
    assert [report.generation for report in seen] == sorted(report.generation for report in seen)
    assert {report.activity for report in seen} == {
        "breeding",
        "making the best simpler",
        "measuring the best again",
    }
    last = seen[-1]
    assert last.proposals == 32
    assert dict(last.rejected) == run.store.rejections()
    assert last.num_elites == len(last.filled) == len(run.store.elites())
    assert [key for _, _, key in last.best] == [one.key for one in run.store.elites()[:3]]
    assert last.generations == 4
    assert len(last.news) > 0
    first = [report.news[-1] for report in seen if report.generation == 0 and report.news]
    assert any(" of 100" in line for line in first)
    assert any("turned away (" in line for line in first)
    assert last.evaluations_per_minute > 0
    assert 0 < last.core_share <= 1
    assert all(report.time_left is None or report.time_left >= 0 for report in seen)


def test_the_end_of_a_generation_is_told_before_and_after_the_archive_knows(
    watched: tuple[EvolutionRun, list[Progress]],
) -> None:
    ends = [
        report for report in watched[1] if report.generation == 0 and report.done == report.tasks
    ]
    assert [report.num_elites > 0 for report in ends] == [False, True]


def test_the_games_shown_were_measured_often_or_no_more_rounds_were_left(
    watched: tuple[EvolutionRun, list[Progress]],
) -> None:
    run, _ = watched
    rounds = [record for record in run.store.history() if not record.proposals]
    best = run.result().best
    assert len(rounds) == 8 or all(one.standing.evaluations >= CONFIRMED for one in best)
    for one in best:
        assert one.evaluation.seeds == tuple(
            seed
            for stored in run.store.evaluations(one.game.key)
            for seed in stored.evaluation.seeds
        )


def test_the_result_holds_the_population_the_archive_and_the_history(
    watched: tuple[EvolutionRun, list[Progress]],
) -> None:
    run, _ = watched
    result = run.result()
    assert len(result.final_population) == 8
    assert result.best_genome == result.best[0].game.genome()
    assert list(result.history) == run.store.history()
    assert result.archive.stats.num_elites == result.history[-1].num_elites
    assert result.path is None


def test_games_shown_side_by_side_are_not_alike(
    watched: tuple[EvolutionRun, list[Progress]],
) -> None:
    said = [sayings(one.game.genome()) for one in best_games(watched[0].store, 10)]
    for number, one in enumerate(said):
        assert all(distance(one, other) >= DISTINCT for other in said[:number])


def test_of_games_that_are_alike_the_better_one_is_shown() -> None:
    hearts = next(game for game in library_stock() if game.genome_id == "hearts")
    scopa = next(game for game in library_stock() if game.genome_id == "scopa")
    games = {"best": hearts, "twin": replace(hearts, name="Other"), "other": scopa}
    standings = [Standing(key, 0, {}, 0.5, 0.5, 0.5, 1, True) for key in ("best", "twin", "other")]
    chosen = distinct(standings, 5, games.__getitem__)
    assert [standing.key for standing in chosen] == ["best", "other"]
    assert distinct(standings, 1, games.__getitem__) == standings[:1]
    # One in which little is decided waits, though its family has no other.
    chosen = distinct(standings, 5, games.__getitem__, {"best", "twin"})
    assert [standing.key for standing in chosen] == ["other", "best"]


def test_another_family_comes_before_more_of_one_that_is_shown() -> None:
    stock = {game.genome_id: game for game in library_stock()}
    families = {"hearts": "trick", "euchre": "trick", "scopa": "capture"}
    games = {name: replace(stock[name], family=family) for name, family in families.items()}
    standings = [
        Standing(key, 0, {}, score, score, score, 1, True)
        for key, score in (("hearts", 0.7), ("euchre", 0.65), ("scopa", 0.5))
    ]
    for idle in ((), ("scopa",)):
        chosen = distinct(standings, 2, games.__getitem__, idle)
        assert [standing.key for standing in chosen] == ["hearts", "scopa"]
    poor = [*standings[:2], replace(standings[2], score=0.4)]
    chosen = distinct(poor, 2, games.__getitem__)
    assert [standing.key for standing in chosen] == ["hearts", "euchre"]


def test_a_run_limited_by_time_ends_and_is_finished(tmp_path: Path) -> None:
    settings = Settings(seed=1, generations=None, minutes=0.0, population=4, best=1)
    path = tmp_path / "short.run"
    with EvolutionRun.create(path, settings, performer=fake_breeding.NAME) as run:
        result = run.evolve(workers=1)
    assert not result.interrupted
    assert result.history == ()
    assert len(result.final_population) == 4
    with RunStore.open(path) as store:
        assert store.finished


def test_even_a_run_without_an_elite_has_a_population() -> None:
    settings = Settings(seed=10, generations=1, population=2, fresh=1.0, crossover=0.0)
    with EvolutionRun.create(None, settings, performer=fake_breeding.NAME) as run:
        result = run.evolve(workers=1)
    assert len(result.archive) == 0
    assert result.best == ()
    assert result.best_genome == result.final_population[0]


def test_settings_that_cannot_be_are_damage(tmp_path: Path) -> None:
    path = tmp_path / "odd.run"
    RunStore.create(path, Settings().to_dict() | {"population": -3}).close()
    with pytest.raises(RunFileError, match="population must be a whole number"):
        EvolutionRun.open(path)


def test_two_runs_never_share_a_file(tmp_path: Path) -> None:
    path = tmp_path / "one.run"
    EvolutionRun.create(path, SETTINGS).close()
    with pytest.raises(FileExistsError, match="exists already"):
        EvolutionRun.create(path, SETTINGS)
    assert [file.name for file in tmp_path.glob("[!.]*")] == ["one.run"]


class Machine(InlinePool):
    """A machine on which time passes only as these tests say; its worker obeys its bound."""

    def __init__(self, costs: Mapping[type, float]) -> None:
        super().__init__(fake_breeding.NAME)
        self.time = 0.0
        self.costs = costs
        self.bounds: list[tuple[type, float, float]] = []
        """The kind of the tasks, when they were begun, and how long they were given."""

    def now(self) -> float:
        return self.time

    def perform(self, tasks: Mapping[int, Task], seconds: float | None = None) -> Results:
        assert seconds is not None
        ends = self.time + seconds
        self.bounds.append((type(next(iter(tasks.values()))), self.time, seconds))
        for number, task in tasks.items():
            cost = self.costs.get(type(task), 1.0)
            if self.time + cost > ends:
                self.time = max(self.time, ends)
                return
            self.time += cost
            yield from InlinePool.perform(self, {number: task})

    def run(self, *, began: float | None = None) -> EvolutionRun:
        settings = replace(SETTINGS, generations=None, minutes=2.0)
        return EvolutionRun.create(
            None, settings, performer=fake_breeding.NAME, began=began, now=self.now
        )


@pytest.fixture
def dear(monkeypatch: pytest.MonkeyPatch) -> Callable[[Machine, float], None]:
    """Lets it cost so many seconds to say what is new in a game."""

    def set_cost(machine: Machine, seconds: float) -> None:
        def novelties(*_: Any) -> tuple[str, ...]:
            machine.time += seconds
            return ("new",)

        monkeypatch.setattr("darwindeck.evolution.runs.best.novelties", novelties)

    return set_cost


def test_what_the_end_took_in_this_run_is_kept_for_the_end(
    dear: Callable[[Machine, float], None],
) -> None:
    machine = Machine({})
    dear(machine, 5.0)
    result = machine.run().evolve(pool=machine)
    assert len(result.best) == 3
    assert all(one.news == ("new",) and not one.hurried for one in result.best)
    # Three games at five seconds each: measuring must end a quarter of a minute earlier.
    assert max(begun + given for _, begun, given in machine.bounds[1:]) == 120.0 - 15.0
    assert machine.time <= 120.0


def test_the_time_that_it_took_to_begin_counts_and_makes_the_end_longer() -> None:
    machine = Machine({BreedTask: 1000.0})
    machine.time = 40.0
    machine.run().evolve(pool=machine)
    assert machine.bounds == [(BreedTask, 40.0, 120.0 - runs.FAREWELL)]
    slow = Machine({BreedTask: 1000.0})
    slow.time = 40.0
    slow.run(began=0.5).evolve(pool=slow)
    assert slow.bounds == [(BreedTask, 40.0, 120.0 - 39.5 - runs.OF_THE_START * 39.5)]


def test_the_end_never_eats_the_whole_run(dear: Callable[[Machine, float], None]) -> None:
    machine = Machine({})
    dear(machine, 30.0)
    result = machine.run().evolve(pool=machine)
    assert result.best
    # Where it takes even longer, what is new in the games is left out, and that is said.
    assert any(one.hurried for one in result.best)
    assert all(one.news == (() if one.hurried else ("new",)) for one in result.best)
    assert machine.time <= 120.0 + 30.0


def test_making_games_simpler_leaves_time_to_measure_them() -> None:
    machine = Machine({SimplifyTask: 1000.0})
    run = machine.run()
    result = run.evolve(pool=machine)
    kinds = [kind for kind, _, _ in machine.bounds]
    assert kinds.count(SimplifyTask) == 1
    left = [given for kind, _, given in machine.bounds if kind is not BreedTask]
    assert left[0] < 2 * left[1]
    assert all(one.is_sure for one in result.best)


def test_games_of_a_generation_that_time_cut_short_are_shown() -> None:
    machine = Machine({BreedTask: 19.0})
    result = machine.run().evolve(pool=machine)
    assert [record.proposals for record in result.history] == [6]
    assert result.best
    assert not any(one.is_sure for one in result.best)
