"""Breeds a game that nobody has played before, and lets a small network learn it.

    python examples/breed_and_train.py --generations 3 --minutes 2

The games of so short a run are sound, but nobody has looked whether they are good: `darwindeck
evolve` takes its time for that.
"""

from __future__ import annotations

import argparse

from learner import learn

from darwindeck.envs import Encoding
from darwindeck.evolution import run_evolution
from darwindeck.simulation import Game


def bred(generations: int, population: int, seed: int) -> Game:
    """The best game of a short run in which somebody has something to decide."""
    for own_seed in range(seed, seed + 10):
        result = run_evolution(
            generations=generations, population=population, seed=own_seed, deepest="random"
        )
        game = Game(result.best_genome)
        if not game.core.table(0).over:
            return game
    raise SystemExit("nobody decides anything in these games: try another seed")


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--generations", type=int, default=2)
    parser.add_argument("--population", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=2)
    parser.add_argument("--hands", type=int, default=200)
    given = parser.parse_args(arguments)
    game = bred(given.generations, given.population, given.seed)
    print(game.genome.name, game.genome.description, sep="\n")
    print("\n".join(Encoding(game).describe().splitlines()[:12]))
    learn(game, 60 * given.minutes, opponents=["random"], hands=given.hands, seed=given.seed)


if __name__ == "__main__":
    main()
