"""Who does the work of a run: this process, or several beside it.

A task is a value, and so is what comes of it; a function named by its module does it. Nothing else
passes between a run and its workers, so that they may be anywhere.
"""

from __future__ import annotations

import math
import os
import signal
import sys
import time
from collections import deque
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib import import_module
from multiprocessing import forkserver, get_all_start_methods, get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from types import TracebackType
from typing import Any, Protocol, Self

from darwindeck.simulation.batch import core_count


@dataclass(frozen=True)
class Failure:
    """What stands for the result of a task that has none."""

    reason: str
    detail: str


Results = Generator[tuple[int, Any]]
"""The numbers of tasks with what their performer made of them, or with a `Failure`."""
Performer = Callable[[Any], Any]

ATTEMPTS = 3
"""How often a task is begun. One that ends its worker so often is given up as `lost_task`."""
MOST_SECONDS = 300.0
"""Processor time after which a task is given up as `endless_task`. Measuring is bounded by what
is played and takes a small part of this even for the longest games: only a fault comes here."""
PATIENCE = 2.0
"""Seconds that workers get to end by themselves."""


class WorkerPool(Protocol):
    """Does tasks, in any order. A pool is a context: leaving it ends the workers."""

    @property
    def size(self) -> int:
        """How many tasks are done at once."""

    def perform(self, tasks: Mapping[int, Any], seconds: float | None = None) -> Results:
        """Does all tasks and gives each result with the number of its task, as it comes.

        After so many seconds it ends, and what is being done then is given up; None: all tasks are
        done. Who wants to stop leaves the iteration, and then the pool.
        """

    def __enter__(self) -> Self: ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None: ...


def performer(name: str) -> Performer:
    """The function of a name such as ``darwindeck.evolution.runs.tasks:perform``."""
    module, _, function = name.partition(":")
    found: Performer = getattr(import_module(module), function)
    return found


def deadline(seconds: float | None) -> float:
    """The moment, by the clock of this machine, at which so many seconds are over."""
    return math.inf if seconds is None else time.monotonic() + seconds


def lost_task(attempts: int) -> Failure:
    """A task that ended its worker each time it was begun."""
    return Failure("crash", f"the worker ended without a result, {attempts} times")


def endless_task(seconds: float) -> Failure:
    """A task that does not come to an end."""
    return Failure("endless", f"no result after {seconds:g} seconds of work")


class InlinePool:
    """Does the tasks in this process, one by one."""

    size = 1

    def __init__(self, name: str) -> None:
        self._performer = performer(name)

    def perform(self, tasks: Mapping[int, Any], seconds: float | None = None) -> Results:
        """The tasks in their order. Nobody is there to break one off: time is looked at between
        them, and one is always done."""
        ends = deadline(seconds)
        for number, task in tasks.items():
            yield number, self._performer(task)
            if time.monotonic() >= ends:
                return

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass


class ProcessPool:
    """Does the tasks in processes of this machine. One that ends early is replaced."""

    def __init__(self, name: str, size: int, most_seconds: float = MOST_SECONDS) -> None:
        self.size = size
        self._name = name
        self._most_seconds = most_seconds
        self._workers: list[_Worker] = []
        get_ready(name)

    def perform(self, tasks: Mapping[int, Any], seconds: float | None = None) -> Results:
        try:
            yield from self._performed(tasks, deadline(seconds))
        finally:
            # Whoever still works on a task when the rest is not wanted any more is sent away.
            busy = [worker for worker in self._workers if worker.number is not None]
            self._workers = [worker for worker in self._workers if worker.number is None]
            _dismiss(busy)

    def _performed(self, tasks: Mapping[int, Any], ends: float) -> Results:
        waiting = deque(tasks)
        begun = dict.fromkeys(tasks, 0)
        while waiting or any(worker.number is not None for worker in self._workers):
            if time.monotonic() >= ends:
                return
            self._hand_out(waiting, begun, tasks)
            for worker in self._ready(ends):
                number = worker.number
                finished = worker.result()
                if finished is not None:
                    (result,) = finished
                else:
                    self._workers.remove(worker)
                    if number is None:
                        continue
                    if worker.was_endless():
                        result = endless_task(self._most_seconds)
                    elif begun[number] < ATTEMPTS:
                        waiting.appendleft(number)
                        continue
                    else:
                        result = lost_task(ATTEMPTS)
                if number is not None:
                    yield number, result

    def _hand_out(
        self, waiting: deque[int], begun: dict[int, int], tasks: Mapping[int, Any]
    ) -> None:
        while len(self._workers) < min(self.size, len(waiting) + len(self._workers)):
            self._workers.append(_Worker(self._name, self._most_seconds))
        for worker in self._workers:
            if waiting and worker.number is None:
                number = waiting.popleft()
                begun[number] += 1
                worker.begin(number, tasks[number])

    def _ready(self, ends: float) -> Sequence[_Worker]:
        """Workers that have finished or ended, in the order in which they were started; none if
        time is up before."""
        left = None if ends == math.inf else max(0.0, ends - time.monotonic())
        ready = wait([worker.connection for worker in self._workers], left)
        return [worker for worker in self._workers if worker.connection in ready]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        _dismiss(self._workers)
        self._workers = []


_FROM_ONE = "forkserver" in get_all_start_methods()
"""Whether workers can come from one process that has loaded what they need; not on Windows."""


def get_ready(name: str) -> None:
    """Begins to load what workers of this performer need, while this process does other things."""
    if _FROM_ONE:
        module, _, _ = name.partition(":")
        get_context("forkserver").set_forkserver_preload([module])
        with _main_left_alone():
            forkserver.ensure_running()


class _Worker:
    """A process and the line to it."""

    def __init__(self, name: str, most_seconds: float) -> None:
        # Not forked from this process: a worker would keep the lines to others open, and could not
        # see that the run has ended.
        context = get_context("forkserver") if _FROM_ONE else get_context("spawn")
        self.connection, theirs = context.Pipe()
        self.process: BaseProcess = context.Process(
            target=_serve,
            args=(theirs, name, most_seconds, dict(os.environ)),
            daemon=True,
            name="darwindeck-worker",
        )
        with _main_left_alone():
            self.process.start()
        theirs.close()
        self.number: int | None = None

    def begin(self, number: int, task: Any) -> None:
        self.number = number
        # A worker that has ended shows itself when its result is asked for.
        with suppress(OSError):
            self.connection.send((task,))

    def result(self) -> tuple[Any] | None:
        """What it has finished; None if the process has ended instead."""
        try:
            result: tuple[Any] = self.connection.recv()
        except (EOFError, OSError):
            self.connection.close()
            self.process.join(PATIENCE)
            return None
        self.number = None
        return result

    def was_endless(self) -> bool:
        """Whether the process, which has ended, was ended because it took too long."""
        return self.process.exitcode == -_LIMIT_SIGNAL

    def end(self) -> None:
        with suppress(OSError):
            self.connection.close()
        if self.number is not None and self.process.is_alive():
            self.process.terminate()


def _dismiss(workers: Sequence[_Worker]) -> None:
    """Ends workers: those who wait by themselves, those who work by force."""
    for worker in workers:
        worker.end()
    deadline = time.monotonic() + PATIENCE
    for worker in workers:
        worker.process.join(max(0.0, deadline - time.monotonic()))
        if worker.process.is_alive():
            worker.process.kill()
            worker.process.join()


@contextmanager
def _main_left_alone() -> Iterator[None]:
    """Lets processes start without the program that starts them.

    A spawned process first runs the main module again, so that a script without a guard around its
    call would start itself for ever. Workers find their function by its name and need none of it.
    """
    main = vars(sys.modules["__main__"])
    kept = dict(main)
    main.pop("__file__", None)
    main["__spec__"] = None
    try:
        yield
    finally:
        main.update({name: kept[name] for name in ("__file__", "__spec__") if name in kept})


def _serve(
    connection: Connection, name: str, most_seconds: float, environment: Mapping[str, str]
) -> None:
    """The life of a worker: tasks until the line is closed. Ctrl-C is for the run to hear.

    Its environment is that of the run, not the one in which the process began that it came from.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if dict(os.environ) != environment:
        os.environ.clear()
        os.environ.update(environment)
    function = performer(name)
    while True:
        try:
            (task,) = connection.recv()
        except (EOFError, OSError):
            return
        with _limited(most_seconds):
            result = function(task)
        try:
            connection.send((result,))
        except OSError:
            return


_LIMIT_SIGNAL = getattr(signal, "SIGPROF", 0)
"""Ends a process that has used up its processor time; Windows knows no such limit."""


@contextmanager
def _limited(seconds: float) -> Iterator[None]:
    """Ends this process if what is done within takes too much processor time.

    No Python is needed for that, so that it also ends a loop in the compiled core.
    """
    if _LIMIT_SIGNAL:
        signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        if _LIMIT_SIGNAL:
            signal.setitimer(signal.ITIMER_PROF, 0.0)


def make_pool(name: str, workers: int | None, *, apart: bool = False) -> WorkerPool:
    """A pool of so many workers; None: one for each core.

    One worker is this process itself, unless it must be `apart`, so that a task can be broken off.
    """
    size = core_count() if workers is None else workers
    if size < 1:
        raise ValueError(f"workers must be at least 1, not {size}")
    return InlinePool(name) if size == 1 and not apart else ProcessPool(name, size)
