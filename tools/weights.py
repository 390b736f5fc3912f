"""Learns the games of the library, for the package: `make weights`.

What is there already and still fits the rules is kept; what fits no game any more goes. Weights
follow from the rules, the encoding and the learner, so this comes last in a series of changes.
"""

from __future__ import annotations

import sys
import time

from darwindeck._core import learn_game, schooling, weights_of
from darwindeck.library import get_genome, library_ids
from darwindeck.players.weights import SHIPPED, file_name
from darwindeck.simulation import Game

STEPS = schooling("strong") or 0


def main() -> int:
    """Writes what is missing."""
    SHIPPED.mkdir(exist_ok=True)
    games = {name: Game(get_genome(name)) for name in library_ids()}
    wanted = {file_name(game.core, game.bytecode, STEPS): name for name, game in games.items()}
    for path in SHIPPED.glob("*.weights"):
        if path.name not in wanted:
            path.unlink()
    for file, name in wanted.items():
        if (SHIPPED / file).exists():
            continue
        begun = time.process_time()
        core = games[name].core
        learn_game(core, STEPS)
        learnt = weights_of(core, STEPS)
        if learnt is None:
            return 1
        (SHIPPED / file).write_bytes(learnt)
        spent = time.process_time() - begun
        print(f"{name}: {len(learnt) / 1000:.0f} kB in {spent:.1f} s", flush=True)
    total = sum(path.stat().st_size for path in SHIPPED.glob("*.weights"))
    print(f"{len(wanted)} games, {total / 1e6:.1f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
