"""Whether the measure of worth ranks games as players do, and sees what is broken.

    python -m benchmarks.worth [--effort standard] [--seeds 1] [--style balanced] [--cache FILE]
                               [--mutants] [--random 20] [GAME ...]

Without games, the whole library. Prints the games by score with their parts; then how the order
agrees with the average ratings that players gave some of them (Spearman's and Kendall's rank
correlation, each also with one game left out, and how often chance does as well; the same among
the well-rated alone), and what measuring took; with `--mutants`
every game beside copies of itself with a clause broken; with `--random` games made up at random.
With several seeds the evaluations of each game are pooled. They are kept in the cache, so that
another style or other weights need no new games; delete it after a change of what is measured.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from random import Random
from statistics import fmean, median

from rich import box
from rich.console import Console
from rich.table import Table

from benchmarks.breakers import broken
from darwindeck import get_genome
from darwindeck.evaluation import Evaluation, evaluate_game, play_key, pooled
from darwindeck.evaluation.fitness import Verdict, judge, scores_of
from darwindeck.evaluation.intervals import rank_interval, ranks, spearman
from darwindeck.evolution import generate_random_genome
from darwindeck.genome.schema import GameGenome
from darwindeck.library import library_ids

RATINGS: Mapping[str, float] = {
    "war": 2.3,
    "go-fish": 3.6,
    "crazy-eights": 4.4,
    "uno": 5.4,
    "rummy": 5.8,
    "canasta": 6.4,
    "hearts": 6.4,
    "draw-poker": 6.7,
    "partnership-spades": 6.8,
    "bridge": 7.5,
}
"""Average ratings on BoardGameGeek, each by thousands of players."""
SHUFFLES = 20_000
WELL_RATED = 6.0
"""Games that players like; among them agreement is looked at by itself."""


class Evaluations:
    """Evaluations at one effort, pooled over some seeds and kept in a file."""

    def __init__(self, effort: str, seeds: int, cache: Path | None) -> None:
        self.effort, self.seeds, self._cache = effort, range(seeds), cache
        self._known: dict[tuple[str, int], Evaluation] = {}
        self.spent: dict[str, float] = {}
        """Seconds of a processor that the games took that were not in the cache."""
        if cache is not None and cache.exists():
            for line in cache.read_text(encoding="utf-8").splitlines():
                one = Evaluation.from_dict(json.loads(line))
                if one.effort == effort:
                    self._known[one.key, one.seeds[0]] = one

    def of(self, genome: GameGenome) -> Evaluation:
        return pooled([self._of_seed(genome, seed) for seed in self.seeds])

    def _of_seed(self, genome: GameGenome, seed: int) -> Evaluation:
        key = play_key(genome), seed
        if key not in self._known:
            began = time.process_time()
            found = evaluate_game(genome, effort=self.effort, seed=seed)
            self.spent[genome.genome_id] = time.process_time() - began
            self._known[key] = found
            if self._cache is not None:
                with self._cache.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(found.to_dict()) + "\n")
        return self._known[key]


# --- rank correlation --------------------------------------------------------------------------

Correlation = Callable[[Sequence[float], Sequence[float]], float]


def kendall(one: Sequence[float], other: Sequence[float]) -> float:
    """Kendall's tau-b: pairs in the same order less pairs in the other, ties left out."""
    agree = only_one = only_other = 0
    for i in range(len(one)):
        for j in range(i):
            a, b = _sign(one[i] - one[j]), _sign(other[i] - other[j])
            agree += a * b
            only_one += a * a
            only_other += b * b
    size = math.sqrt(only_one * only_other)
    return agree / size if size else 0.0


def _sign(value: float) -> int:
    return (value > 0) - (value < 0)


def chance(measure: Correlation, one: Sequence[float], other: Sequence[float], seed: int) -> float:
    """How often a random order agrees at least as well."""
    found, rng, shuffled = measure(one, other), Random(seed), list(other)
    hits = 0
    for _ in range(SHUFFLES):
        rng.shuffle(shuffled)
        hits += measure(one, shuffled) >= found - 1e-12
    return (hits + 1) / (SHUFFLES + 1)


def left_out(measure: Correlation, one: Sequence[float], other: Sequence[float]) -> list[float]:
    """The correlation without each of the games in turn."""
    return [
        measure([*one[:i], *one[i + 1 :]], [*other[:i], *other[i + 1 :]]) for i in range(len(one))
    ]


# --- what is printed ---------------------------------------------------------------------------


def games_table(rows: Iterable[tuple[str, Evaluation, Verdict]]) -> Table:
    """Games by score, with the parts of it."""
    ordered = sorted(rows, key=lambda row: (-row[2].score, row[0]))
    names = [part.name for part in ordered[0][2].parts] if ordered else []
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold")
    table.add_column("game", no_wrap=True)
    for head in ("score", "95 %", *(name[:6] for name in names), "rated"):
        table.add_column(head, justify="right", no_wrap=True)
    for name, _, verdict in ordered:
        values = {part.name: f"{100 * part.value:.0f}" for part in verdict.parts}
        score = f"{100 * verdict.score:.1f}"
        span = f"{100 * verdict.low:.0f}–{100 * verdict.high:.0f}"
        if verdict.gate is not None:
            score, span = "–", verdict.gate.value
        rated = f"{RATINGS[name]:.1f}" if name in RATINGS else ""
        table.add_row(name, score, span, *(values.get(part, "") for part in names), rated)
    return table


def agreement(scores: Mapping[str, float], out: Console) -> None:
    """How the order of the rated games agrees with their ratings: of all, and of the well-rated."""
    for least in (0.0, WELL_RATED):
        _agreement(
            [name for name in RATINGS if name in scores and RATINGS[name] >= least], scores, out
        )


def _agreement(names: Sequence[str], scores: Mapping[str, float], out: Console) -> None:
    if len(names) < 3:
        return
    rated, scored = [RATINGS[name] for name in names], [scores[name] for name in names]
    for title, measure in (("Spearman", spearman), ("Kendall", kendall)):
        without = left_out(measure, rated, scored)
        least = names[without.index(min(without))]
        most = names[without.index(max(without))]
        luck = chance(measure, rated, scored, 1)
        found = measure(rated, scored)
        low, high = rank_interval(round(found, 12), len(names))
        within = f" ({low:.2f} to {high:.2f} with 95 %)" if measure is spearman else ""
        out.print(
            f"{title}: {found:.2f}{within} over {len(names)} games; with one left out "
            f"{min(without):.2f} (without {least}) to {max(without):.2f} (without {most}), "
            f"median {median(without):.2f}; by chance in {luck:.2%} of orders",
            highlight=False,
        )
    by_rating, by_score = ranks(rated), ranks(scored)
    for name, wanted, got in zip(names, by_rating, by_score, strict=True):
        if abs(wanted - got) >= 2:
            out.print(f"  {name}: place {got:g} by score, {wanted:g} by rating", highlight=False)


def mutants_table(
    names: Sequence[str], evaluations: Evaluations, style: str, out: Console
) -> list[tuple[str, str, float, float]]:
    """Games beside broken copies of themselves."""
    found = []
    for name in names:
        genome = get_genome(name)
        own = judge(evaluations.of(genome), style).score
        for what, changed in broken(genome):
            verdict = judge(evaluations.of(changed), style)
            found.append((what, name, own, verdict.score))
            gate = f" ({verdict.gate})" if verdict.gate else ""
            out.print(
                f"  {name}: {100 * own:.1f}; {what}: {100 * verdict.score:.1f}{gate}",
                highlight=False,
            )
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold")
    for head in ("broken", "games", "whole", "broken", "whole scores more"):
        table.add_column(head, justify="left" if head == "broken" else "right", no_wrap=True)
    for what in dict.fromkeys(row[0] for row in found):
        rows = [row for row in found if row[0] == what]
        table.add_row(what, *_compared(rows))
    table.add_section()
    table.add_row("all", *_compared(found))
    out.print(table)
    return found


def _compared(rows: Sequence[tuple[str, str, float, float]]) -> tuple[str, str, str, str]:
    wins = sum(own > other for *_, own, other in rows)
    return (
        str(len(rows)),
        f"{100 * fmean(row[2] for row in rows):.1f}",
        f"{100 * fmean(row[3] for row in rows):.1f}",
        f"{wins} of {len(rows)}",
    )


def costs(spent: Mapping[str, float], out: Console) -> None:
    """What measuring took: the cheapest game, the middle, and the dearest ones."""
    ordered = sorted(spent, key=lambda name: spent[name])
    if not ordered:
        return
    dearest = ", ".join(f"{name} {spent[name]:.1f}" for name in reversed(ordered[-4:]))
    out.print(
        f"seconds of a processor for {len(ordered)} games: {min(spent.values()):.1f} to "
        f"{max(spent.values()):.1f}, median {median(spent.values()):.1f}; dearest: {dearest}",
        highlight=False,
    )


def random_games(count: int, evaluations: Evaluations, style: str) -> list[Verdict]:
    """Verdicts on games made up at random."""
    return [judge(evaluations.of(generate_random_genome(seed)), style) for seed in range(count)]


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.worth", description=__doc__)
    parser.add_argument("games", nargs="*", default=[])
    parser.add_argument("--effort", default="standard")
    parser.add_argument("--seeds", type=int, default=1, metavar="COUNT")
    parser.add_argument("--style", default="balanced")
    parser.add_argument("--cache", type=Path)
    parser.add_argument("--mutants", action="store_true")
    parser.add_argument("--random", type=int, default=0, metavar="COUNT")
    chosen = parser.parse_args(arguments)
    out = Console(width=None if sys.stdout.isatty() else 200)
    names = chosen.games or list(library_ids())
    evaluations = Evaluations(chosen.effort, chosen.seeds, chosen.cache)
    rows = []
    for name in names:
        found = evaluations.of(get_genome(name))
        rows.append((name, found, judge(found, chosen.style)))
    out.print(games_table(rows))
    scores = {name: verdict.score for name, _, verdict in rows}
    counted = scores_of([verdict for _, _, verdict in rows])
    agreement({name: score for (name, _, _), score in zip(rows, counted, strict=True)}, out)
    costs(evaluations.spent, out)
    beyond = [name for name, _, verdict in rows if verdict.is_beyond_us]
    if beyond:
        out.print(f"our players cannot judge: {', '.join(beyond)}; at the median", highlight=False)
    playable = [score for name, score in scores.items() if score > 0]
    if chosen.mutants:
        mutants_table([name for name in names if scores[name] > 0], evaluations, chosen.style, out)
    if chosen.random:
        made_up = random_games(chosen.random, evaluations, chosen.style)
        passed = [one.score for one in made_up if one.gate is None]
        out.print(
            f"{len(made_up)} random games: {len(passed)} pass every gate; mean score of all "
            f"{100 * fmean(one.score for one in made_up):.1f}, best "
            f"{100 * max(one.score for one in made_up):.1f}; library games that pass have "
            f"{100 * fmean(playable):.1f} on average",
            highlight=False,
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
