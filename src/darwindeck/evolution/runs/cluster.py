"""Workers on many machines: a pool whose tasks run on a Ray cluster.

Ray is an extra (``pip install 'darwindeck[ray]'``). Results do not depend on where a task runs, so
a run on a cluster finds what it finds on one machine. Ray begins a task anew whose worker or
machine is lost.
"""

from __future__ import annotations

import math
import os
import socket
import time
from collections import deque
from collections.abc import Mapping
from importlib.util import find_spec
from typing import Any, Self

from darwindeck._core import __version__
from darwindeck.evolution.runs.workers import ATTEMPTS, Results, deadline, lost_task, performer

AHEAD = 2
"""Tasks handed out for each core, so that none waits for the next."""
ANSWER = 10.0
"""Seconds that a cluster has to answer."""


class ClusterError(RuntimeError):
    """A cluster that cannot be used. The text says why, and what would help."""


class RayPool:
    """Does tasks on a Ray cluster, one on each core of it."""

    def __init__(self, name: str, address: str) -> None:
        """Joins the cluster at an address such as ``127.0.0.1:6379``.

        ``local`` starts one on this machine; ``auto`` finds one that runs on it.
        """
        if find_spec("ray") is None:
            raise ClusterError("Ray is not installed: pip install 'darwindeck[ray]'")
        self._name = name
        self._ray = _joined(address)
        self.size = max(1, int(self._ray.cluster_resources().get("CPU", 1)))
        remote = self._ray.remote(num_cpus=1, max_retries=ATTEMPTS - 1)
        self._perform = remote(_perform)

    def perform(self, tasks: Mapping[int, Any], seconds: float | None = None) -> Results:
        """Does the tasks and gives each result with the number of its task, as it comes."""
        ends = deadline(seconds)
        waiting = deque(tasks)
        running: dict[Any, int] = {}
        try:
            while waiting or running:
                while waiting and len(running) < AHEAD * self.size:
                    number = waiting.popleft()
                    handle = self._perform.remote(self._name, __version__, tasks[number])
                    running[handle] = number
                left = ends - time.monotonic()
                if left <= 0:
                    return
                ready, _ = self._ray.wait(
                    list(running), num_returns=1, timeout=None if left == math.inf else left
                )
                for handle in ready:
                    yield running.pop(handle), self._result(handle)
        finally:
            for handle in running:
                self._ray.cancel(handle, force=True)

    def _result(self, handle: Any) -> Any:
        errors = self._ray.exceptions
        try:
            result = self._ray.get(handle)
        except (errors.WorkerCrashedError, errors.NodeDiedError, errors.OutOfMemoryError):
            return lost_task(ATTEMPTS)
        except errors.RayTaskError as error:
            raise ClusterError(
                f"a worker of the cluster cannot do its task: {error.cause}"
            ) from None
        return result

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._ray.shutdown()


def _joined(address: str) -> Any:
    """Ray, as a member of the cluster at an address."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    import ray

    try:
        _require_listener(address)
        ray.init(
            address=None if address == "local" else address,
            log_to_driver=False,
            include_dashboard=False if address == "local" else None,
            configure_logging=False,
        )
    except (OSError, RuntimeError, ValueError) as error:
        reason = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
        raise ClusterError(
            f"no Ray cluster answers at {address!r} ({reason}); start one with "
            f"'ray start --head', or use --ray local"
        ) from error
    return ray


def _require_listener(address: str) -> None:
    """Raises `OSError` if nobody listens at an address; Ray itself would ask for minutes."""
    host, colon, port = address.rpartition(":")
    if colon and port.isdigit():
        socket.create_connection((host.strip("[]"), int(port)), timeout=ANSWER).close()


def _perform(name: str, version: str, task: Any) -> Any:
    """Does a task on a machine of the cluster."""
    if version != __version__:
        raise RuntimeError(
            f"it has darwindeck {__version__}, and the run has {version}: install the same on all"
        )
    return performer(name)(task)
