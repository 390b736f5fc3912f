"""A run: generations of new games, measured by workers, kept in a file."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Self

from darwindeck.evaluation.results import Stage
from darwindeck.evolution.archive import Archive
from darwindeck.evolution.runs.best import BestGame, best_games, to_show
from darwindeck.evolution.runs.lock import RunLock
from darwindeck.evolution.runs.population import Population
from darwindeck.evolution.runs.progress import Clock, Now, Observer, Progress, task_words
from darwindeck.evolution.runs.records import (
    GIVEN_ORIGIN,
    GenerationRecord,
    StoredGame,
    Timing,
)
from darwindeck.evolution.runs.settings import Settings
from darwindeck.evolution.runs.stock import ready, stock
from darwindeck.evolution.runs.store import GenerationResult, RunFileError, RunStore
from darwindeck.evolution.runs.work import MeasureTask, Task, TaskResult
from darwindeck.evolution.runs.workers import Failure, WorkerPool, get_ready, make_pool
from darwindeck.evolution.wanted import find_parts
from darwindeck.genome.schema import GameGenome
from darwindeck.library import get_genome
from darwindeck.quoting import QuotedValueError

PERFORMER = "darwindeck.evolution.runs.prepared:perform"
"""Who does the tasks of a run."""
CONFIRMED = 4
"""In the end the best games are measured until each was measured so often."""
MOST_ROUNDS = 8
"""So often, at most, the best games are measured again in the end."""
BREEDING = "breeding"
MEASURING = "measuring the best again"
SIMPLIFYING = "making the best simpler"
FAREWELL, FAREWELL_SHARE = 6.0, 0.1
"""Seconds of the minutes, or a share of few of them, for showing what was found."""
OF_THE_START, MOST_FAREWELL = 0.5, 0.3
"""On a busy machine that takes longer: what it took for each game when it was tried after the first
generation, or half of what it took to begin. More than so large a share is never kept."""
SIMPLIFYING_SHARE = 0.6
"""Making games simpler takes at most so much of the time that is left for it and for measuring."""
MOST_NEWS = 4
"""So many of the latest tasks are told of."""
RESERVE, LEAST_RESERVE, SMALL_RESERVE = 0.3, 40.0, 0.03
"""For that, and for making games simpler, three tenths of the minutes are kept, but no more than so
many seconds and a small share of a long run."""


@dataclass(frozen=True)
class EvolutionResult:
    """What came of a run."""

    final_population: tuple[GameGenome, ...]
    """As many games as a generation has: elites first, then others that were measured."""
    best_genome: GameGenome
    best: tuple[BestGame, ...]
    """The best elites, distinct from each other."""
    archive: Archive
    history: tuple[GenerationRecord, ...]
    timings: tuple[Timing, ...]
    interrupted: bool
    path: Path | None
    """The file of the run; None if it was kept in memory."""


class EvolutionRun:
    """A run that can be stopped at any moment and taken up again."""

    def __init__(
        self,
        store: RunStore,
        lock: RunLock | None,
        performer: str,
        now: Now = time.monotonic,
    ) -> None:
        self.store = store
        self._lock = lock
        self._performer = performer
        self._stopped = False
        try:
            self.settings = Settings.from_dict(store.settings)
        except (TypeError, ValueError) as error:
            raise RunFileError(f"{store.path}: {error}") from None
        self.population = Population(self.settings)
        self.population.learn(store.games(), store.standings(), store.proposals())
        self._rejected = Counter(store.rejections())
        self._proposals = len(store.proposals())
        self._clock = Clock(sum(timing.wall for timing in store.timings()), now)
        self._start = 0.0
        self._rehearsal: float | None = None
        self._news: tuple[str, ...] = ()
        self._rounds = 0

    @classmethod
    def create(
        cls,
        path: Path | None,
        settings: Settings,
        *,
        games: Sequence[GameGenome] = (),
        performer: str = PERFORMER,
        began: float | None = None,
        now: Now = time.monotonic,
    ) -> EvolutionRun:
        """A new run in a new file, or in memory; raises `FileExistsError` if the file exists.

        `games` are bred from; without them the library is. Raises `ValueError` if one of them
        cannot be, or if nothing is left to breed from. The minutes count from the moment at which
        it `began`, by the clock that `now` reads; None: from now on.
        """
        began = now() if began is None else began
        lock = RunLock(path) if path is not None else None
        try:
            parents = stock(games, settings.players)
            _require_parents(parents, settings)
            store = RunStore.create(path, settings.to_dict(), parents)
            run = cls(store, lock, performer, now)
            run._begin(now() - began)
            return run
        except BaseException:
            if lock is not None:
                lock.release()
            raise

    @classmethod
    def open(
        cls,
        path: Path,
        *,
        performer: str = PERFORMER,
        began: float | None = None,
        now: Now = time.monotonic,
    ) -> EvolutionRun:
        """A run to go on with. Raises `RunFileError` if the file is no run, and `RunBusyError`
        if another process works on it."""
        began = now() if began is None else began
        lock = RunLock(path)
        try:
            run = cls(RunStore.open(path, write=True), lock, performer, now)
            run._begin(now() - began)
            return run
        except BaseException:
            lock.release()
            raise

    def _begin(self, seconds: float) -> None:
        """Counts what it took to come so far."""
        self._start = seconds
        self._clock.spend(seconds)

    def close(self) -> None:
        """Leaves the file to others."""
        self.store.close()
        if self._lock is not None:
            self._lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # --- going on --------------------------------------------------------------------------------

    def extend(self, *, generations: int | None = None, minutes: float | None = None) -> None:
        """Sets another end: so many generations or minutes in all, whichever comes first.

        What is not given bounds the run no more.
        """
        self.settings = replace(self.settings, generations=generations, minutes=minutes)
        self.population.settings = self.settings
        if self.store.fact("breeding_over", False):
            # What was measured last is of other tasks than those of breeding.
            self.store.drop_results()
        self.store.save_facts(
            {
                "settings": self.settings.to_dict(),
                "breeding_over": False,
                "simplified": False,
                "finished": False,
            }
        )

    def interrupt(self) -> None:
        """Lets `evolve` end as soon as the next task is finished; may be called by an observer."""
        self._stopped = True

    def evolve(
        self,
        observer: Observer | None = None,
        *,
        workers: int | None = None,
        pool: WorkerPool | None = None,
    ) -> EvolutionResult:
        """Goes on to the end. Ctrl-C ends it early; all that was finished is in the file."""
        self._stopped = False
        interrupted = False
        try:
            apart = self.settings.minutes is not None
            with pool or make_pool(self._performer, workers, apart=apart) as crew:
                while not self._stopped and self.step(crew, observer):
                    pass
            interrupted = self._stopped
        except KeyboardInterrupt:
            interrupted = True
        return self.result(interrupted=interrupted)

    def step(self, pool: WorkerPool, observer: Observer | None = None) -> bool:
        """Goes through one generation, as far as it was not done before.

        False if there was nothing to do any more, or if the run was interrupted.
        """
        if self.store.finished:
            return False
        history = self.store.history()
        generation = len(history)
        self._rounds = sum(record.proposals == 0 for record in history)
        tasks = self._tasks(generation)
        if not tasks:
            self.store.save_facts({"finished": True})
            return False
        self._clock.begin(pool.size)
        results = self.store.results(generation)
        self._news = ()
        self._tell(observer, generation, len(results), len(tasks))
        missing = {number: task for number, task in tasks.items() if number not in results}
        with closing(pool.perform(missing, self._seconds_for_tasks())) as finished:
            for number, found in finished:
                result = _settled(found)
                self.store.save_result(generation, number, result)
                results[number] = result
                self._clock.count(result)
                self._news = (*self._news, self._told(tasks[number], result))[-MOST_NEWS:]
                self._tell(observer, generation, len(results), len(tasks))
                if self._stopped:
                    return False
        # What time did not allow is left out.
        tasks = {number: tasks[number] for number in sorted(results)}
        if tasks:
            self._finish(generation, tasks, results)
            self._rehearse()
        if self.store.fact("breeding_over", False):
            self.store.save_facts({"simplified": True})
        self._tell(observer, generation, len(results), len(tasks))
        return True

    def _tasks(self, generation: int) -> dict[int, Task]:
        if not self._breeding_over():
            tasks = self.population.plan(generation)
        else:
            tasks = {} if self._is_simple() else self.population.plan_simpler(self._shown())
            tasks = tasks or self.population.plan_again(self._unsure())
        return {number: self._completed(task) for number, task in tasks.items()}

    def _completed(self, task: Task) -> Task:
        """The task with what the file says about its game."""
        if not isinstance(task, MeasureTask):
            return task
        earlier = self.store.evaluations(task.key)
        history = self.store.history()
        seen = any(one.number and not history[one.generation].proposals for one in earlier)
        return replace(
            task,
            earlier=tuple(one.evaluation for one in earlier),
            inspect=self._shows(task) and not seen,
        )

    def _shows(self, task: MeasureTask) -> bool:
        """Whether a game is measured because it is about to be shown."""
        return bool(self.store.fact("breeding_over", False)) and task.measuring.deepest is (
            Stage.SEARCH
        )

    def _breeding_over(self) -> bool:
        if self.store.fact("breeding_over", False):
            return True
        settings = self.settings
        bred = [record for record in self.store.history() if record.proposals]
        over = settings.generations is not None and len(bred) >= settings.generations
        left = self._seconds_left()
        over |= left is not None and left <= 0 and (bool(bred) or self._clock.begun)
        if over:
            # An earlier end than before may come in the midst of a generation, which is given up.
            self.store.drop_results()
            self.store.save_facts({"breeding_over": True})
        return over

    def _seconds_left(self) -> float | None:
        """Until breeding must end, or, when it is over, measuring; None where time is no matter."""
        if self.settings.minutes is None:
            return None
        seconds = self.settings.minutes * 60
        seconds -= self._farewell(seconds)
        if not self.store.fact("breeding_over", False) and len(self.population.archive):
            seconds -= min(RESERVE * seconds, LEAST_RESERVE + SMALL_RESERVE * seconds)
        return seconds - self._clock.elapsed

    def _farewell(self, seconds: float) -> float:
        """How much of so many seconds is kept for showing what was found.

        The work is the same on every machine, and the time that it takes is not: what things took
        so far in this run says how long it will be.
        """
        least = min(FAREWELL, FAREWELL_SHARE * seconds)
        expected = max(OF_THE_START * self._start, self._rehearsal or 0.0)
        return max(least, min(expected, MOST_FAREWELL * seconds))

    def _seconds_for_tasks(self) -> float | None:
        """How long the workers have for the tasks of a generation."""
        left = self._seconds_left()
        if left is not None and self._activity() == SIMPLIFYING:
            return SIMPLIFYING_SHARE * left
        return left

    def _rehearse(self) -> None:
        """Tries once how long it takes to show what was found, where time matters.

        Most of that is reading the library: what is known of it then is known in the end.
        """
        if self.settings.minutes is None or self._rehearsal is not None:
            return
        if not len(self.population.archive):
            return
        began = self._clock.now()
        shown = best_games(self.store, self.settings.best)
        each = (self._clock.now() - began) / len(shown)
        self._rehearsal = each * self.settings.best

    def _is_late(self) -> bool:
        """Whether more time has passed than the run was given."""
        minutes = self.settings.minutes
        return minutes is not None and self._clock.begun and self._clock.elapsed >= minutes * 60

    def _is_simple(self) -> bool:
        """Whether the games that are shown were made simpler, as far as that can be done."""
        return bool(self.store.fact("simplified", False)) or self.settings.deepest != "search"

    def _shown(self) -> list[str]:
        """The games that would be shown now."""
        best = to_show(self.store, self.settings.best)
        return [standing.key for standing in best]

    def _unsure(self) -> list[str]:
        """Those of the best games that must be measured again before they are shown."""
        history = self.store.history()
        rounds = 0
        while rounds < len(history) and history[-1 - rounds].proposals == 0:
            rounds += 1
        left = self._seconds_left()
        if rounds >= MOST_ROUNDS or (left is not None and left <= 0):
            return []
        best = to_show(self.store, self.settings.best)
        return [standing.key for standing in best if standing.evaluations < CONFIRMED]

    def _game(self, key: str) -> StoredGame:
        game = self.store.game(key)
        if game is None:
            raise RunFileError(f"{self.store.path} is damaged: the game {key} is missing")
        return game

    def _finish(
        self,
        generation: int,
        tasks: Mapping[int, Task],
        results: Mapping[int, TaskResult],
    ) -> None:
        change = self.population.absorb(generation, tasks, results)
        self.store.save_generation(
            GenerationResult(
                record=change.record,
                timing=self._clock.timing(generation, results.values()),
                games=change.games,
                evaluations=change.evaluations,
                standings=change.standings,
                proposals=change.proposals,
                events=change.events,
            )
        )
        self._rejected.update(change.record.rejected)
        self._proposals += change.record.proposals

    def _activity(self) -> str:
        if not self.store.fact("breeding_over", False):
            return BREEDING
        return MEASURING if self._is_simple() else SIMPLIFYING

    def _told(self, task: Task, result: TaskResult) -> str:
        """What came of a task, in one line."""
        return task_words(task, result, lambda key: self._game(key).name)

    def _tell(self, observer: Observer | None, generation: int, done: int, tasks: int) -> None:
        if observer is None:
            return
        archive = self.population.archive
        clock = self._clock
        best = self.population.ranking()[: self.settings.best]
        observer(
            Progress(
                generation=generation,
                generations=self.settings.generations,
                activity=self._activity(),
                done=done,
                tasks=tasks,
                num_elites=len(archive),
                cells=archive.cells,
                filled={
                    entry.index: self.population.standings[entry.solution].score
                    for entry in archive
                },
                best=tuple((self._game(one.key).name, one.score, one.key) for one in best),
                rejected=dict(self._rejected.most_common()),
                proposals=self._proposals,
                evaluations=clock.evaluations,
                evaluations_per_minute=clock.evaluations_per_minute,
                core_share=clock.core_share,
                elapsed=clock.elapsed,
                time_left=self._time_left(generation, tasks - done),
                news=self._news,
                rounds=self._rounds,
            )
        )

    def _time_left(self, generation: int, tasks_left: int) -> float | None:
        settings = self.settings
        limits = []
        if settings.minutes is not None:
            limits.append(settings.minutes * 60 - self._clock.elapsed)
        if settings.generations is not None and self._clock.tasks:
            more = max(0, settings.generations - (generation - self._rounds) - 1)
            tasks = tasks_left + more * settings.population * (1 + settings.again)
            limits.append(tasks * self._clock.since_start / self._clock.tasks)
        return max(0.0, min(limits)) if limits else None

    # --- what came of it -------------------------------------------------------------------------

    def result(self, *, interrupted: bool = False) -> EvolutionResult:
        """What there is so far."""
        store = self.store
        best = tuple(best_games(store, self.settings.best, is_late=self._is_late))
        final = self._final_population()
        return EvolutionResult(
            final_population=final,
            best_genome=best[0].game.genome() if best else final[0],
            best=best,
            archive=self.population.archive,
            history=tuple(store.history()),
            timings=tuple(store.timings()),
            interrupted=interrupted,
            path=store.path if self._lock is not None else None,
        )

    def _final_population(self) -> tuple[GameGenome, ...]:
        standings = self.store.standings()
        ranked = [one.key for one in standings if one.elite]
        ranked += [one.key for one in standings if not one.elite and one.score > 0.0]
        seen = set(ranked)
        # Where there are too few, the latest children fill up, and after them the library.
        games = sorted(
            self.store.games(),
            key=lambda game: (game.generation < 0, -game.generation, game.slot),
        )
        ranked += [game.key for game in games if game.key not in seen]
        return tuple(self._game(key).genome() for key in ranked[: self.settings.population])


def _require_parents(games: Sequence[StoredGame], settings: Settings) -> None:
    """Raises `ValueError` if what is wanted leaves nothing to breed from."""
    given = [game for game in games if game.origin == GIVEN_ORIGIN]
    if settings.near is not None and not given:
        raise ValueError("near says how far from the games that are bred from: name them, too")
    wanted = settings.wanted(tuple(game.text for game in given))
    if settings.keep and not given:
        raise ValueError("keep names parts of the games that are bred from: name them, too")
    for game in given:
        if not wanted.allows(game.genome()):
            raise QuotedValueError(
                f"'{game.name}' itself has not got everything that must stay: leave it out"
            )
    if not given and not any(wanted.allows(game.genome()) for game in games):
        raise ValueError(f"no game of the library can be made one for {settings.players}")


def _settled(found: TaskResult | Failure) -> TaskResult:
    """The result of a task; one that has none was of a game that goes no further."""
    return TaskResult.rejected(found.reason, found.detail) if isinstance(found, Failure) else found


def kept_paths(games: Sequence[GameGenome], named: Sequence[str]) -> tuple[str, ...]:
    """The paths of the parts that somebody names, in the games as they are bred from; see
    `find_parts`."""
    as_bred = [ready(game) for game in games]
    return tuple(dict.fromkeys(path for part in named for path in find_parts(as_bred, part)))


def run_evolution(
    generations: int | None = 10,
    population: int = 20,
    seed: int = 0,
    *,
    style: str = "balanced",
    effort: str = "quick",
    minutes: float | None = None,
    workers: int | None = None,
    path: Path | None = None,
    observer: Observer | None = None,
    games: Sequence[GameGenome | str] = (),
    keep: Sequence[str] = (),
    near: float | None = None,
    players: int | None = None,
    minutes_of_play: tuple[float, float] | None = None,
    words: int | None = None,
    **more: Any,
) -> EvolutionResult:
    """Breeds new games, and gives the best of them and how they were found.

    Args:
        generations: how many; None: as many as `minutes` allow.
        population: how many litters are bred in each; the most promising game of each is measured.
        seed: decides everything, on any number of workers.
        style: what is wanted of a game, a name of `darwindeck.evaluation.STYLES`.
        effort: how much each game is played, a name of `darwindeck.evaluation.EFFORTS`.
        minutes: how long it takes, about.
        workers: how many processes; None: one for each core.
        path: the file that keeps the run; None: it is kept in memory.
        observer: is told of every finished task.
        games: what is bred from, as genomes or names of the library; none: the whole library.
        keep: what must stay of these games, each by its path or by a sentence of the rulebook.
        near: how far new games may stray from these, from 0 (not at all) to 1.
        players: how many play; None: any number.
        minutes_of_play: how long a game may take, the least and the most.
        words: how many words the rules may take.
        more: further fields of `Settings`.

    Raises:
        ValueError: something that is asked for cannot be; the text says what would be right.
    """
    origins = [get_genome(game) if isinstance(game, str) else game for game in games]
    if minutes_of_play is not None:
        more |= {"shortest": minutes_of_play[0], "longest": minutes_of_play[1]}
    if words is not None:
        more["words"] = words
    settings = Settings(
        keep=kept_paths(origins, keep),
        near=near,
        players=players,
        seed=seed,
        generations=generations,
        population=population,
        minutes=minutes,
        style=style,
        effort=effort,
        **more,
    )
    if workers != 1:
        get_ready(PERFORMER)
    with EvolutionRun.create(path, settings, games=origins) as run:
        return run.evolve(observer, workers=workers)
