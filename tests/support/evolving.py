"""A run with made-up results in a process of its own: begun, or taken up where it was left.

python -m tests.support.evolving FILE WORKERS

It prints `step` whenever something is done, and goes on with the next line that it reads, or once
there are no more lines to come.
"""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path
from unittest.mock import patch

from darwindeck.evolution.runs import stock
from darwindeck.evolution.runs.progress import Progress
from darwindeck.evolution.runs.records import StoredGame
from darwindeck.evolution.runs.run import EvolutionRun
from darwindeck.evolution.runs.settings import Settings
from darwindeck.library import get_genome
from tests.support import fake_breeding

SETTINGS = Settings(seed=11, generations=5, population=6)
FEW = ("briscola", "crazy-eights", "hearts", "old-maid", "scopa", "war", "whist")


@cache
def few_games() -> tuple[StoredGame, ...]:
    """A library that is quickly read: in runs with made-up results nothing depends on its size."""
    with patch.object(stock, "get_seed_genomes", lambda: [get_genome(name) for name in FEW]):
        return stock.games_of(stock.made_ready())


def main(path: Path, workers: int) -> None:
    """Goes on to the end and prints how it ended."""
    stock.library_stock = few_games
    performer = fake_breeding.NAME
    if path.exists():
        run = EvolutionRun.open(path, performer=performer)
    else:
        run = EvolutionRun.create(path, SETTINGS, performer=performer)
    with run:
        print("begun", flush=True)
        result = run.evolve(_step, workers=workers)
    print("interrupted" if result.interrupted else "finished", flush=True)


def _step(progress: Progress) -> None:
    print("step", flush=True)
    sys.stdin.readline()


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
