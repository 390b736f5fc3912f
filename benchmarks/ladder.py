"""The ladder of the levels, from expert down to random, and strong against greedy, in every game.

`python -m benchmarks.ladder` plays every step of every game of the library (or of those that are
named) on duplicate deals until it is decided whether the upper one is ahead (95 %, however often
one looks), until `--deals` are played or `--seconds` are over for a step. With `--file` it goes on
where it was stopped. Prints a table in Markdown: **bold** is decided for the upper one, ! against
it; in brackets stands the number of deals.

What counts is the share of hands in which somebody did better, in percent; where the match is about
chips it is chips a hand, and where somebody plays alone by how many percent of the deals it won
more.
"""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path

from benchmarks.outside.contest import Book, Contest, Row, hold, verdict
from benchmarks.strength import NOTHING, lone, wins
from darwindeck.evaluation.intervals import standard_error
from darwindeck.library import get_genome, library_ids
from darwindeck.simulation import Game
from darwindeck.simulation.hints import unit_of
from darwindeck.tournament import play_tournament

STEPS = (
    ("expert", "strong"),
    ("strong", "fair"),
    ("fair", "easy"),
    ("easy", "random"),
    ("strong", "greedy"),
)


def main(arguments: list[str] | None = None) -> None:
    """Prints one line for each game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--deals", type=int, default=100, help="of a step, at most")
    parser.add_argument("--seconds", type=float, default=60.0, help="of a step, at most")
    parser.add_argument("--seed", type=int, default=4242)
    parser.add_argument("--steps", nargs="*", help="such as strong-greedy; default: all")
    parser.add_argument("--file", type=Path, help="where deals are kept")
    wanted = parser.parse_args(arguments)
    book = Book(wanted.file)
    names = {f"{upper}-{lower}": (upper, lower) for upper, lower in STEPS}
    if wrong := [name for name in wanted.steps or () if name not in names]:
        parser.error(f"no step is called {wrong[0]}; there are {', '.join(names)}")
    steps = [names[name] for name in wanted.steps or names]
    heads = " | ".join(f"{upper} > {lower}" for upper, lower in steps)
    print(f"| game | {heads} |\n|---|{'---|' * len(steps)}", flush=True)
    for name in wanted.games or library_ids():
        if name in NOTHING:
            continue
        game = Game(get_genome(name))
        cells = [
            cell(game, pair, wanted.deals, wanted.seconds, wanted.seed, book) for pair in steps
        ]
        print(f"| {game.genome.name} | {' | '.join(cells)} |", flush=True)


def cell(
    game: Game, pair: tuple[str, str], deals: int, seconds: float, seed: int, book: Book
) -> str:
    """What one step came to: figure, standard error, number of deals, and whether it is decided."""
    upper, lower = pair
    rows_of = f"{game.genome.name}, {lower}, {upper}"
    play = partial(_play, game, lower, seed)
    contest = Contest(game.genome.name, lower, play, ("ahead",), (">", 0.0))
    hold(contest, upper, deals, seconds, book)
    values = [row["ahead"] for row in book.rows[rows_of]]
    if not values:
        return "–"
    met = {"yes": "**", "no": "!", "open": ""}[verdict(values, contest.wanted)]
    error = standard_error(values)
    mean = sum(values) / len(values)
    if unit_of(game) == "chips":
        return f"{met}{mean:+.1f} ± {error:.1f} chips{met} ({len(values)})"
    base = 0 if lone(game) else 50
    figure = f"{base + 100 * mean:+.0f}" if lone(game) else f"{base + 100 * mean:.0f}"
    return f"{met}{figure} ± {100 * error:.0f}{met} ({len(values)})"


def _play(game: Game, lower: str, seed: int, upper: str, number: int) -> Row:
    """One deal: by how much the upper one is ahead."""
    if lone(game):
        return {"ahead": wins(game, upper, seed + number) - wins(game, lower, seed + number)}
    game.prepare([upper, lower])
    duel = play_tournament(game, [upper, lower], 1, seed=seed + number).duels[0]
    chips = unit_of(game) == "chips"
    return {"ahead": duel.margins[0] if chips else duel.shares[0] - 0.5}


if __name__ == "__main__":
    main()
