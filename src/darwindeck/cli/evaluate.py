"""`darwindeck evaluate`: how good a game is, measured in play."""

from __future__ import annotations

import json
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer
from rich.progress import TimeElapsedColumn

from darwindeck.cli.arguments import INTERRUPTED, AsJson, GameName, Options, Seed, Trust
from darwindeck.cli.bars import bar
from darwindeck.cli.console import err, out, write_file
from darwindeck.cli.source import load_game
from darwindeck.genome.schema import GameGenome

if TYPE_CHECKING:
    from darwindeck.evaluation import Evaluation, Stage


class StyleName(StrEnum):
    BALANCED = "balanced"
    STRATEGIC = "strategic"
    BLUFFING = "bluffing"
    PARTY = "party"
    TRICK_TAKING = "trick-taking"


class EffortName(StrEnum):
    GLANCE = "glance"
    INSPECTION = "inspection"
    QUICK = "quick"
    STANDARD = "standard"
    THOROUGH = "thorough"


def evaluate(
    game: GameName,
    option: Options = [],  # noqa: B006 - Typer reads the default, nothing changes it
    effort: Annotated[
        EffortName, typer.Option(help="How much is played for it.")
    ] = EffortName.STANDARD,
    seed: Seed = 0,
    style: Annotated[
        StyleName, typer.Option(help="What counts how much; docs/worth.md says why.")
    ] = StyleName.BALANCED,
    threads: Annotated[
        int | None, typer.Option(min=1, help="Default: as many as the machine has.")
    ] = None,
    as_json: AsJson = False,
    html: Annotated[
        Path | None, typer.Option("--html", help="Write a page with charts and rules.")
    ] = None,
    trust: Trust = False,
) -> None:
    """Measure how good a game is, by play alone, and say why."""
    from darwindeck.evaluation.card import evaluation_card
    from darwindeck.evaluation.fitness import judge

    genome = load_game(game, option)
    evaluation = _measured(genome, effort, seed, threads)
    verdict = judge(evaluation, style.value)
    if html is not None:
        from darwindeck.evaluation.page import evaluation_page

        write_file(html, evaluation_page(genome, evaluation, verdict))
    if as_json:
        data = {"evaluation": evaluation.to_dict(), "verdict": verdict.to_dict()}
        typer.echo(json.dumps(data, indent=2, ensure_ascii=False))
    elif html is None:
        out.print(evaluation_card(genome, evaluation, verdict, out.width))


def _measured(genome: GameGenome, effort: EffortName, seed: int, threads: int | None) -> Evaluation:
    """Measures, with a bar on the screen. Ctrl-C ends it without a result."""
    from darwindeck.evaluation import Stage, evaluate_game

    drawn = bar(TimeElapsedColumn())
    played: list[Stage] = [stage for stage in Stage if stage is not Stage.DOOR]
    task = drawn.add_task(_DOING[played[0]], total=len(played))

    def progress(stage: Stage, share: float) -> None:
        done = played.index(stage) + share
        drawn.update(task, description=_DOING[stage], completed=done)

    try:
        with drawn:
            return evaluate_game(
                genome, effort=effort.value, seed=seed, threads=threads, progress=progress
            )
    except KeyboardInterrupt:
        _stopped()


_DOING = {
    "random": "random players",
    "greedy": "players with a simple plan",
    "search": "players who think ahead",
}
"""Who plays in which stage."""


def _stopped() -> NoReturn:
    err.print("stopped: nothing was measured to the end", highlight=False)
    raise typer.Exit(INTERRUPTED)
