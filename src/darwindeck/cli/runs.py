"""`darwindeck runs`, `best`, `stages`, `lineage` and `report`: what runs have found."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from rich import box
from rich.table import Table
from rich.text import Text

from darwindeck.cli import run_files
from darwindeck.cli.arguments import AsJson, RunName
from darwindeck.cli.bred import LineageTree, best_list
from darwindeck.cli.console import err, fail, out, safe, write_file
from darwindeck.evaluation.summary import two_lines
from darwindeck.evolution.report import (
    ancestry,
    descent,
    descent_words,
    family_counts,
    pace_of,
    run_page,
    stage_counts,
    stages_data,
)
from darwindeck.evolution.report.stages import ELITE, RANDOM, SEARCH
from darwindeck.evolution.runs.best import BestGame, best_games
from darwindeck.evolution.runs.lock import is_busy
from darwindeck.evolution.runs.records import Proposal
from darwindeck.evolution.runs.store import RunFileError, RunStore
from darwindeck.genome.problems import GenomeError
from darwindeck.quoting import visible


@contextmanager
def readable(store: RunStore) -> Iterator[RunStore]:
    """A run that is read from; what is damaged in it ends in one message."""
    try:
        with store:
            yield store
    except RunFileError as error:
        fail(str(error))
    except GenomeError as error:
        fail(f"{store.path} is damaged: a game in it cannot be used: {error.problems[0]}")
    except (KeyError, TypeError, ValueError) as error:
        fail(f"{store.path} is damaged: {error}")


def runs(
    folder: Annotated[
        Path, typer.Argument(metavar="[DIR]", help="The folder they are in.")
    ] = run_files.FOLDER,
) -> None:
    """List the runs: how far each is, what is best in it, how large it is."""
    files = run_files.run_files(folder)
    if not files:
        out.print(
            f"no runs in {safe(str(folder))}/: `darwindeck evolve` makes one", highlight=False
        )
        return
    table = Table(box=box.SIMPLE_HEAD, header_style="bold", pad_edge=False)
    table.add_column("run", style="cyan", no_wrap=True)
    table.add_column("state", no_wrap=True)
    for head in ("generations", "proposals", "elites"):
        table.add_column(head, justify="right", no_wrap=True)
    table.add_column("best game, of 100")
    table.add_column("size", justify="right", no_wrap=True)
    for path in files:
        table.add_row(Text(visible(run_files.run_name(path))), *_row(path))
    out.print(table)


def _row(path: Path) -> list[Text]:
    try:
        with RunStore.open(path) as store:
            history = store.history()
            elites = store.elites()
            best = best_games(store, 1)
            cells = [
                _state(store),
                f"{sum(record.proposals > 0 for record in history)}",
                f"{sum(record.proposals for record in history)}",
                f"{len(elites)}",
                f"{best[0].game.name}, {100 * best[0].verdict.score:.0f}" if best else "–",
                _size(path.stat().st_size),
            ]
    except (RunFileError, OSError, KeyError, TypeError, ValueError):
        return [Text("damaged", style="red"), *[Text("–")] * 4, Text(_size(path.stat().st_size))]
    return [Text(visible(cell)) for cell in cells]


def _state(store: RunStore) -> str:
    if store.finished:
        return "finished"
    return "running" if is_busy(store.path) else "interrupted"


def _size(count: int) -> str:
    return f"{count / 1e6:.1f} MB" if count >= 1e5 else f"{count / 1e3:.0f} kB"


def best(
    run: RunName = None,
    count: Annotated[int, typer.Option("-n", "--count", min=1, max=1000, help="How many.")] = 5,
    as_json: AsJson = False,
) -> None:
    """Show the best games of a run: what they are, where they come from, why they scored."""
    with readable(run_files.open_run(run)) as store:
        found = best_games(store, count)
        if as_json:
            typer.echo(json.dumps([as_data(item) for item in found], indent=2, ensure_ascii=False))
            return
        name = run_files.run_name(store.path)
        if not found:
            out.print(f"{safe(name)} has no elites yet", highlight=False)
            return
        out.print(best_list(found))
        out.print(f"[dim]{safe(pace_of(store.timings()).words())}[/]", highlight=False)
        hints(name, found[0])


def hints(run: str, item: BestGame) -> None:
    """Says what can be done with a game of a run."""
    game = f"{run}:{item.game.genome_id}"
    for command in (
        f"rules {game}",
        f"lineage {game}",
        f"play {game}",
        f"report {run} -o run.html",
    ):
        out.print(f"[dim]darwindeck[/] {safe(command)}", highlight=False, soft_wrap=True)


def as_data(item: BestGame) -> dict[str, Any]:
    """One of the best games as plain values."""
    return {
        "name": item.game.name,
        "genome_id": item.game.genome_id,
        "key": item.game.key,
        "summary": two_lines(item.game.genome(), item.evaluation),
        "new": list(item.news),
        "descends_from": dict(item.descent),
        "nearest": item.game.nearest,
        "distance": item.game.distance,
        "verdict": item.verdict.to_dict(),
        "evaluation": item.evaluation.to_dict(),
    }


def stages(run: RunName = None, as_json: AsJson = False) -> None:
    """Show how far the new games of a run came: what each stage let through and what it stopped."""
    with readable(run_files.open_run(run)) as store:
        proposals = store.proposals()
        seconds = pace_of(store.timings()).seconds
        if as_json:
            typer.echo(json.dumps(stages_data(proposals, seconds), indent=2))
            return
        table = Table(box=box.SIMPLE_HEAD, header_style="bold", pad_edge=False)
        table.add_column("stage", style="cyan", no_wrap=True)
        table.add_column("passed", justify="right", no_wrap=True)
        table.add_column("went no further")
        table.add_row("proposed", f"{len(proposals):,}", "")
        for count in stage_counts(proposals):
            why = ", ".join(f"{many} {reason}" for reason, many in count.stopped.items())
            table.add_row(count.stage, f"{count.passed:,}", Text(visible(why)))
        out.print(table)
        out.print(_family_table(proposals))
        out.print(f"[dim]{safe(pace_of(store.timings()).words())}[/]", highlight=False)


MOST_REASONS = 4
"""So many reasons are told of each family."""


def _family_table(proposals: Sequence[Proposal]) -> Table:
    """How far the games of each family came, and what stopped most of them."""
    table = Table(box=box.SIMPLE_HEAD, header_style="bold", pad_edge=False)
    table.add_column("family", style="cyan", no_wrap=True)
    for name in ("proposed", "played", "measured", "elites"):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("stopped most")
    for one in family_counts(proposals):
        numbers = (one.proposed, *(one.passed(stage) for stage in (RANDOM, SEARCH, ELITE)))
        why = ", ".join(f"{many} {reason}" for reason, many in one.main_reasons(MOST_REASONS))
        table.add_row(one.family, *(f"{number:,}" for number in numbers), Text(visible(why)))
    return table


def lineage(
    game: Annotated[
        str, typer.Argument(metavar="RUN:NAME", help="A game of a run; :NAME of the newest run.")
    ],
    rules: Annotated[bool, typer.Option(help="Tell how the rules changed at each step.")] = True,
) -> None:
    """Show what a game descends from, and what each step changed."""
    if not run_files.is_reference(game):
        fail(f"a game of a run is named RUN:NAME, not '{game}'; `darwindeck runs` lists the runs")
    run, _, name = game.rpartition(":")
    with readable(run_files.open_run(run)) as store:
        found = run_files.game_of(store, name)
        out.print(LineageTree(ancestry(store, found.key, rules)))
        words = descent_words(descent(store, found))
        out.print(f"\n[dim]{safe(words)}.[/]", highlight=False)


def report(
    run: RunName = None,
    output: Annotated[Path, typer.Option("-o", "--output", help="The HTML file to write.")] = Path(
        "run.html"
    ),
    count: Annotated[
        int, typer.Option("-n", "--count", min=1, max=100, help="Best games to show.")
    ] = 5,
) -> None:
    """Write a page about a run: its best games, the map of the archive, progress, lineages."""
    with readable(run_files.open_run(run)) as store, err.status("writing"):
        page = run_page(store, store.path.stem, best_games(store, count))
    write_file(output, page)
