"""`darwindeck laws`: the laws of every game in the long run, over many games and for hours."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import TextColumn, TimeElapsedColumn

from darwindeck.cli.arguments import INTERRUPTED, Seed
from darwindeck.cli.bars import bar
from darwindeck.cli.check import BROKEN
from darwindeck.cli.console import err, fail, known_name, out, safe, write_file
from darwindeck.laws.long_run import BrokenGame, RunState, Totals, run

PARTS = ("library", "bred", "random")


def laws(
    moves: Annotated[
        int, typer.Option(min=0, help="How many moves, after each of which the core looks.")
    ] = 1_000_000,
    close: Annotated[
        int, typer.Option(min=0, help="How many moves of games that are looked at closely.")
    ] = 10_000,
    seed: Seed = 0,
    state: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Keep what was done there; a run goes on from it."),
    ] = None,
    processes: Annotated[int, typer.Option(min=1, help="How many work at the same time.")] = 1,
    part: Annotated[
        list[str], typer.Option(metavar="PART", help="Of library, bred, random; repeatable.")
    ] = [],  # noqa: B006 - Typer reads the default, nothing changes it
    folder: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Further games: genome files.")
    ] = None,
    logs: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Write each counterexample there.")
    ] = None,
    fault: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Break every game on purpose, to see it noticed."),
    ] = None,
) -> None:
    """Keep the laws of every game over many moves of library, bred and random games.

    After every move the core looks at what can be looked at quickly: cards, chips, points, turns,
    the list of moves, the result. In other games what takes long is looked at closely. A law that
    was broken is shrunk to the smallest game that shows it.

    With --state a run can be stopped and taken up again; the same command with more moves goes on.

    Exit code 0: no law was broken; 1: one was; 130: stopped.
    """
    from darwindeck._core import audit_faults
    from darwindeck.evolution.making.samples import folder_games, sample_of

    for name in part:
        known_name("part", name, PARTS)
    if fault is not None:
        known_name("fault", fault, tuple(name for name, _ in audit_faults()))
    parts = [*(part or PARTS), *(["folder"] if folder is not None else [])]
    try:
        if folder is not None and not folder_games(folder):
            fail(f"no genome files in {folder}")
        kept = RunState(state, seed)
    except (ValueError, OSError) as error:
        fail(str(error))
    try:
        with bar(TextColumn("{task.fields[told]}"), TimeElapsedColumn()) as drawn:
            task = drawn.add_task("playing", total=moves + close, told="")

            def progress(totals: Totals) -> None:
                drawn.update(task, completed=totals.moves(False) + totals.moves(True))
                drawn.update(task, told=_so_far(totals))
                if not err.is_terminal:
                    err.print(_so_far(totals), highlight=False)

            totals = run(
                kept,
                partial(sample_of, folder=folder),
                parts,
                seed=seed,
                moves=moves,
                close=close,
                processes=processes,
                fault=fault,
                progress=progress,
            )
    except KeyboardInterrupt:
        told = "stopped" if state is None else f"stopped; {safe(str(state))} keeps what was done"
        err.print(told, highlight=False)
        raise typer.Exit(INTERRUPTED) from None
    for line in _listed(totals):
        out.print(line, highlight=False, soft_wrap=True)
    found = [item for done in kept.jobs() for item in done.broken]
    kept.close()
    _told(found, logs)
    if found:
        raise typer.Exit(BROKEN)


def _so_far(totals: Totals) -> str:
    quick, closely = totals.moves(False), totals.moves(True)
    broken = sum(total.broken for total in totals.parts.values())
    return f"{quick:,} moves, {closely:,} looked at closely, {broken} laws broken"


_COUNTED = {
    "games": "games",
    "moves": "moves",
    "looks": "looks",
    "tried": "moves tried",
    "forged": "refused",
    "again": "games played again",
    "stopped": "stopped because of the work",
}
"""What a run counts, and how that is told."""


def _listed(totals: Totals) -> Iterator[str]:
    """A line for each part."""
    for (part, close), total in totals.parts.items():
        name = f"{part}, looked at closely" if close else part
        known = [(key, said) for key, said in _COUNTED.items() if key in total.counts]
        counts = [f"{total.counts[key]:,} {said}" for key, said in known]
        parts = [f"{total.games:,} genomes", *counts, f"{total.broken:,} laws broken"]
        yield f"{name}: {', '.join(parts)}, {total.hours:.2f} hours"


def _told(found: list[BrokenGame], logs: Path | None) -> None:
    """Prints every law that was broken, with the smallest game in which that was seen."""
    if not found:
        out.print("[green]✓[/] every law was kept", highlight=False)
    if logs is not None:
        try:
            logs.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            fail(f"cannot write to {logs}: {error.strerror or error}")
    for number, item in enumerate(found, start=1):
        err.print(f"\n[red]{safe(item.law)}[/]: {safe(item.what)}", highlight=False, soft_wrap=True)
        err.print(safe(item.log), highlight=False, soft_wrap=True, end="")
        if logs is not None:
            write_file(logs / f"{number}.log", item.log)
            write_file(logs / f"{number}.json", item.genome)
