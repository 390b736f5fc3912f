"""A run with made-up results in a process of its own: begun, or taken up where it was left.

python -m tests.support.evolving FILE WORKERS
"""

from __future__ import annotations

import sys
from pathlib import Path

from darwindeck.evolution.runs.run import EvolutionRun
from darwindeck.evolution.runs.settings import Settings
from tests.support import fake_breeding

SETTINGS = Settings(seed=11, generations=5, population=6)


def main(path: Path, workers: int) -> None:
    """Goes on to the end and prints how it ended."""
    performer = fake_breeding.SLOW_NAME
    if path.exists():
        run = EvolutionRun.open(path, performer=performer)
    else:
        run = EvolutionRun.create(path, SETTINGS, performer=performer)
    with run:
        print("begun", flush=True)
        result = run.evolve(workers=workers)
    print("interrupted" if result.interrupted else "finished", flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
