"""Runs on a cluster of two machines, both of them this one: they find what any other run finds."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from darwindeck.evolution.runs import cluster
from darwindeck.evolution.runs.cluster import ClusterError, RayPool
from darwindeck.evolution.runs.run import EvolutionRun
from darwindeck.evolution.runs.workers import WorkerPool
from tests.support import fake_breeding
from tests.support.evolving import SETTINGS
from tests.support.waiting import until

pytestmark = pytest.mark.filterwarnings("ignore")  # Ray's own

HEAD, OTHER = "127.0.0.2", "127.0.0.3"
"""Two addresses of the loopback range. Ray takes 127.0.0.1 for the machine's own address."""
TASKS = "tests.support.ray_tasks"


class Cluster:
    """Ray processes of this machine that play two machines."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as free:
            free.bind((HEAD, 0))
            port = free.getsockname()[1]
        self.address = f"{HEAD}:{port}"
        self._folder = folder
        here = (f"--port={port}", "--head", "--include-dashboard=false", f"--temp-dir={folder}")
        self._machines = [self._start(HEAD, *here)]
        try:
            self.await_processors(1)
            self._machines.append(self._start(OTHER, f"--address={self.address}"))
            self.await_processors(2)
        except BaseException:
            self.end()
            raise

    def lose_one(self) -> None:
        """Takes the second machine away without a warning."""
        kill(self._machines[1])

    def _start(self, ip: str, *arguments: str) -> subprocess.Popen[bytes]:
        ray = Path(sys.executable).with_name("ray")
        with (self._folder / f"{ip}.log").open("ab") as log:
            return subprocess.Popen(
                [ray, "start", "--block", "--num-cpus=1", f"--node-ip-address={ip}", *arguments],
                env=os.environ | {"RAY_USAGE_STATS_ENABLED": "0", "PYTHONPATH": os.getcwd()},
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def await_processors(self, count: int) -> None:
        """Waits until tasks can run on so many machines."""

        def are_there() -> bool:
            try:
                with RayPool(f"{TASKS}:where", self.address) as pool:
                    return pool.size == count
            except ClusterError:
                return False

        until(are_there)

    def end(self) -> None:
        for machine in self._machines:
            kill(machine)


def kill(machine: subprocess.Popen[bytes]) -> None:
    """Ends all processes that play a machine."""
    if machine.poll() is None:
        os.killpg(machine.pid, signal.SIGKILL)
        machine.wait()


@pytest.fixture(scope="module")
def two_machines() -> Iterator[Cluster]:
    # Ray's sockets lie in this folder, and the names of sockets must be short.
    with TemporaryDirectory(prefix="ray-", ignore_cleanup_errors=True) as folder:
        found = Cluster(Path(folder))
        yield found
        found.end()


def test_a_run_on_a_cluster_finds_what_it_finds_in_one_process(two_machines: Cluster) -> None:
    dumps = []
    pools: list[WorkerPool | None] = [None, RayPool(fake_breeding.NAME, two_machines.address)]
    for pool in pools:
        with EvolutionRun.create(None, SETTINGS, performer=fake_breeding.NAME) as run:
            run.evolve(workers=1, pool=pool)
            dumps.append(run.store.dump())
    assert dumps[0] == dumps[1]


def test_a_task_whose_worker_ends_is_done_again(two_machines: Cluster, tmp_path: Path) -> None:
    tasks = {n: {"n": n, "mark": str(tmp_path / "ended")} for n in range(3)}
    with RayPool(f"{TASKS}:end_the_first_worker", two_machines.address) as pool:
        assert dict(pool.perform(tasks)) == {n: {"twice": 2 * n} for n in range(3)}
    assert (tmp_path / "ended").exists()


def test_a_machine_that_is_lost_loses_nothing(two_machines: Cluster, tmp_path: Path) -> None:
    gate = tmp_path / "gate"
    tasks: dict[int, dict[str, object]] = {n: {"n": n, "gate": str(gate)} for n in range(8)}
    del tasks[0]["gate"]
    found = {}
    with RayPool(f"{TASKS}:where", two_machines.address) as pool:
        assert pool.size == 2
        for number, result in pool.perform(tasks):
            two_machines.lose_one()
            gate.touch()
            found[number] = result["twice"]
    assert found == {n: 2 * n for n in range(8)}


def test_an_address_where_no_cluster_answers_is_named() -> None:
    with pytest.raises(ClusterError, match=r"answers at '127\.0\.0\.2:9'.*ray start"):
        RayPool(fake_breeding.NAME, "127.0.0.2:9")


def test_without_ray_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "find_spec", lambda name: None)
    with pytest.raises(ClusterError, match=r"darwindeck\[ray\]"):
        RayPool(fake_breeding.NAME, "auto")
