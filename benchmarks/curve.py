"""Strength by how long was learnt: what `learned:N` takes against `greedy`, drawn as curves.

`python -m benchmarks.curve euchre oh-hell --svg docs/learning.svg` learns the games in ever more
steps, plays duplicate deals and prints a table in Markdown; with `--svg` it draws it, too. Nothing
is read from the cache: seconds are those of learning, on one core.
"""

from __future__ import annotations

import argparse
import math
import time
from pathlib import Path

from darwindeck._core import learn_game
from darwindeck.charts import Line, line_chart
from darwindeck.evaluation.intervals import standard_error
from darwindeck.library import get_genome
from darwindeck.simulation import Game
from darwindeck.tournament import play_tournament

GAMES = ("euchre", "oh-hell", "gin-rummy", "hearts", "briscola")
STEPS = (3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000)

Point = tuple[int, float, float, float]
"""Steps, seconds, the share that was taken, and its standard error."""


def curve(name: str, steps: tuple[int, ...], deals: int, seed: int) -> list[Point]:
    """What was taken after so many steps."""
    found = []
    for count in steps:
        game = Game(get_genome(name))
        begun = time.process_time()
        learn_game(game.core, count)
        spent = time.process_time() - begun
        (duel,) = play_tournament(game, [f"learned:{count}", "greedy"], deals, seed=seed).duels
        found.append((count, spent, duel.share.value, standard_error(duel.shares)))
    return found


def drawn(curves: dict[str, list[Point]]) -> str:
    """The curves, with a band of one standard error."""
    lines = [
        Line(
            name,
            tuple((math.log10(steps), 100 * share) for steps, _, share, _ in points),
            tuple((100 * (share - error), 100 * (share + error)) for _, _, share, error in points),
        )
        for name, points in curves.items()
    ]
    return line_chart(
        lines,
        "What learned takes against greedy, by steps of learning",
        across="steps of learning",
        most=100.0,
        write_x=lambda power: f"{round(10**power):,}" if power == int(power) else "",
        write_y=lambda share: f"{share:g} %",
        width=520,
        height=300,
    )


def main(arguments: list[str] | None = None) -> None:
    """Prints a line for each game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--steps", type=int, nargs="+", default=STEPS)
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--seed", type=int, default=4242)
    parser.add_argument("--svg", type=Path)
    wanted = parser.parse_args(arguments)
    steps = tuple(wanted.steps)
    print("| game | " + " | ".join(f"{count:,}" for count in steps) + " | seconds |")
    print("|---|" + "--:|" * (len(steps) + 1), flush=True)
    curves = {}
    for name in wanted.games:
        points = curves[name] = curve(name, steps, wanted.deals, wanted.seed)
        shares = " | ".join(f"{100 * share:.0f} ± {100 * error:.0f}" for *_, share, error in points)
        print(f"| {name} | {shares} | {points[-1][1]:.0f} |", flush=True)
    if wanted.svg is not None:
        wanted.svg.write_text(drawn(curves), encoding="utf-8")


if __name__ == "__main__":
    main()
