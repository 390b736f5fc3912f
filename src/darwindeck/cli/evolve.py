"""`darwindeck evolve`: breed new games from the library."""

from __future__ import annotations

import re
import sqlite3
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from darwindeck.cli import run_files
from darwindeck.cli.arguments import INTERRUPTED, Seed, Trust
from darwindeck.cli.bred import best_list
from darwindeck.cli.completion import game_names
from darwindeck.cli.console import err, fail, known_name, out, safe
from darwindeck.cli.runs import hints
from darwindeck.cli.source import load_game
from darwindeck.cli.taste import liked_games
from darwindeck.cli.watching import LiveWatch, PlainWatch
from darwindeck.evaluation.efforts import EFFORTS
from darwindeck.evaluation.fitness import FAIR
from darwindeck.evaluation.styles import STYLES
from darwindeck.evaluation.taste import fitted_style
from darwindeck.evolution.report import pace_of
from darwindeck.evolution.runs.cluster import ClusterError, RayPool
from darwindeck.evolution.runs.lock import RunBusyError
from darwindeck.evolution.runs.run import PERFORMER, EvolutionResult, EvolutionRun, kept_paths
from darwindeck.evolution.runs.settings import Settings
from darwindeck.evolution.runs.stock import ready
from darwindeck.evolution.runs.store import SUFFIX, RunFileError
from darwindeck.evolution.runs.workers import get_ready
from darwindeck.genome.limits import MAX_PLAYERS
from darwindeck.genome.schema import GameGenome
from darwindeck.rulebook import build_rulebook, to_terminal

USUAL_MINUTES = 2.0
"""How long a run takes if nothing else is said."""
MORE_MINUTES = 10.0
"""What a run that has found nothing good should have at least."""
_KEPT = {
    "population": "--population",
    "seed": "--seed",
    "style": "--style",
    "effort": "--effort",
    "best": "--best",
    "name": "--name",
    "out_folder": "--out",
    "origins": "--from",
    "keep": "--keep",
    "near": "--near",
    "players": "--players",
    "minutes_of_play": "--minutes-of-play",
    "words": "--words",
    "liked": "--liked",
}
"""Options that settle a run when it is begun."""
_SPAN = re.compile(r"(\d{1,5}(?:\.\d+)?)?\.\.(\d{1,5}(?:\.\d+)?)?")
_NAME = re.compile(r"[\w][\w.-]{0,79}")


def evolve(
    context: typer.Context,
    generations: Annotated[
        int | None, typer.Option(min=1, help="How many generations; in all, with --resume.")
    ] = None,
    population: Annotated[
        int, typer.Option(min=1, max=10_000, help="New games in each generation.")
    ] = 20,
    minutes: Annotated[
        float | None,
        typer.Option(
            min=0.05,
            help="How long; in all, with --resume. Default: 2, if no number of generations is "
            "given.",
        ),
    ] = None,
    seed: Seed = 0,
    style: Annotated[
        str, typer.Option(help=f"What is wanted of a game: {', '.join(STYLES)}.")
    ] = "balanced",
    effort: Annotated[
        str, typer.Option(help=f"How much each game is played: {', '.join(EFFORTS)}.")
    ] = "quick",
    origins: Annotated[
        list[str] | None,
        typer.Option(
            "--from",
            metavar="GAME",
            help="Breed from this game (of the library, a file, RUN:NAME); may be given again.",
            autocompletion=game_names,
        ),
    ] = None,
    keep: Annotated[
        list[str] | None,
        typer.Option(
            metavar="PART",
            help="What must stay of it: a path ($.scoring_rules[0]) or a sentence of its rulebook.",
        ),
    ] = None,
    near: Annotated[
        float | None,
        typer.Option(min=0.0, max=1.0, help="How far from it games may stray: 0 to 1."),
    ] = None,
    players: Annotated[
        int | None, typer.Option(min=1, max=MAX_PLAYERS, help="How many play.")
    ] = None,
    minutes_of_play: Annotated[
        str, typer.Option(metavar="LEAST..MOST", help="How long a game may take.")
    ] = "5..30",
    words: Annotated[int, typer.Option(min=1, help="How many words the rules may take.")] = 600,
    workers: Annotated[
        int | None, typer.Option(min=1, max=1024, help="Processes; default: one for each core.")
    ] = None,
    ray: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS",
            help="Work on the Ray cluster there (host:port, auto or local), not on this machine.",
        ),
    ] = None,
    resume: Annotated[
        str | None, typer.Option(metavar="RUN", help="Go on with a run that was interrupted.")
    ] = None,
    out_folder: Annotated[
        Path, typer.Option("--out", metavar="DIR", help="Where the file of the run is kept.")
    ] = run_files.FOLDER,
    name: Annotated[
        str | None, typer.Option(help="What the run is called; default: run-1, run-2 and so on.")
    ] = None,
    liked: Annotated[
        bool, typer.Option("--liked", help="Prefer what you liked, by your ratings.")
    ] = False,
    best: Annotated[int, typer.Option(min=1, max=100, help="Best games shown in the end.")] = 3,
    rules: Annotated[
        bool, typer.Option("--rules", help="Also print the rulebook of the best game.")
    ] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="Show nothing before the end.")] = False,
    trust: Trust = False,
) -> None:
    """Breed new card games from the library. Ctrl-C ends it; nothing is lost."""
    began = time.monotonic() if context.obj is None else float(context.obj)
    known_name("style", style, STYLES)
    known_name("effort", effort, EFFORTS)
    if ray is not None and workers is not None:
        fail("--workers is for this machine; with --ray the cluster says how many there are")
    pool = None if ray is None else _cluster(ray)
    if resume is not None:
        _no_settings(context)
        run = _resumed(resume, generations, minutes, began)
    else:
        ends = minutes if minutes is not None or generations is not None else USUAL_MINUTES
        games = [ready(load_game(game)) for game in origins or ()]
        settings = _settings(
            **_wanted(games, keep or (), near, players, minutes_of_play, words),
            **(_liked(style) if liked else {}),
            seed=seed,
            generations=generations,
            minutes=ends,
            population=population,
            style=style,
            effort=effort,
            best=best,
        )
        path = _path(out_folder, name)
        if not quiet:
            err.print(f"setting up {safe(str(path))} …", highlight=False)
        if pool is None:
            get_ready(PERFORMER)
        run = _new(path, settings, games, began)
    called = run_files.run_name(run.store.path)
    try:
        with run:
            _tell_start(run, called, quiet)
            result = _watched(run, called, workers, pool, quiet)
            _tell(run, result, called, rules)
        interrupted = result.interrupted
    except KeyboardInterrupt:
        interrupted = True
    if interrupted:
        _tell_how_to_go_on(called)
        raise typer.Exit(INTERRUPTED)


# the run


def _no_settings(context: typer.Context) -> None:
    """Refuses options that a resumed run cannot take any more."""
    for name, option in _KEPT.items():
        source = context.get_parameter_source(name)
        if source is not None and source.name == "COMMANDLINE":
            fail(
                f"{option} does not go with --resume: a run keeps what it was begun with. "
                "--generations and --minutes set its end anew"
            )


def _settings(**values: object) -> Settings:
    try:
        return Settings.from_dict(values)
    except ValueError as error:
        fail(str(error))


def _wanted(
    games: Sequence[GameGenome],
    keep: Sequence[str],
    near: float | None,
    players: int | None,
    minutes_of_play: str,
    words: int,
) -> dict[str, Any]:
    """The settings that say what is asked of new games."""
    if not games and (keep or near is not None):
        fail(f"{'--keep' if keep else '--near'} goes with --from GAME: the game that is bred from")
    try:
        wanted: dict[str, Any] = {"keep": kept_paths(games, keep), "words": words}
    except ValueError as error:
        fail(f"--keep: {error}")
    wanted |= _span(minutes_of_play)
    asked = {"near": near, "players": players}
    return wanted | {name: value for name, value in asked.items() if value is not None}


def _liked(style: str) -> dict[str, Any]:
    """The weights that fit what the user has rated; none, if that is nothing."""
    weights = fitted_style(liked_games(), STYLES[style]).weights
    if weights == STYLES[style].weights:
        err.print("your ratings do not change what counts: `darwindeck taste` tells more")
        return {}
    return {"weights": dict(weights)}


def _span(text: str) -> dict[str, float]:
    """The minutes of ``10..30``; either end may be left out."""
    found = _SPAN.fullmatch(text.strip())
    if found is None or not (found[1] or found[2]):
        fail(f"--minutes-of-play takes the least and the most, such as 10..30, not '{text}'")
    ends = {"shortest": found[1], "longest": found[2]}
    return {name: float(end) for name, end in ends.items() if end}


def _path(folder: Path, name: str | None) -> Path:
    """Where a new run is kept: under its name, or under the next number that is free."""
    if name is not None:
        if not _NAME.fullmatch(name):
            fail(f"a run cannot be called '{name}': use letters, figures, dots and hyphens")
        return folder / f"{name.removesuffix(SUFFIX)}{SUFFIX}"
    number = 1
    while (folder / f"run-{number}{SUFFIX}").exists():
        number += 1
    return folder / f"run-{number}{SUFFIX}"


def _new(path: Path, settings: Settings, games: Sequence[GameGenome], began: float) -> EvolutionRun:
    try:
        return EvolutionRun.create(path, settings, games=games, began=began)
    except (RunBusyError, ValueError) as error:
        fail(str(error))
    except (OSError, sqlite3.Error) as error:
        if path.is_file():
            fail(str(error))
        fail(f"cannot write {path}: {getattr(error, 'strerror', None) or error}")


def _resumed(
    name: str, generations: int | None, minutes: float | None, began: float
) -> EvolutionRun:
    path = run_files.find_run(name)
    try:
        run = EvolutionRun.open(path, began=began)
        if generations is not None or minutes is not None:
            run.extend(generations=generations, minutes=minutes)
        return run
    except (RunFileError, RunBusyError, ValueError) as error:
        fail(str(error))
    except (OSError, sqlite3.Error) as error:
        fail(f"cannot go on with {path}: {getattr(error, 'strerror', None) or error}")


def _cluster(address: str) -> RayPool:
    try:
        return RayPool(PERFORMER, address)
    except ClusterError as error:
        fail(str(error))


def _watched(
    run: EvolutionRun, called: str, workers: int | None, pool: RayPool | None, quiet: bool
) -> EvolutionResult:
    settings = run.settings
    title = f"{called} · {settings.style} · seed {settings.seed}"
    try:
        if quiet:
            return run.evolve(workers=workers, pool=pool)
        watch = LiveWatch(err, title) if err.is_terminal else PlainWatch(err)
        with watch:
            return run.evolve(watch, workers=workers, pool=pool)
    except (sqlite3.Error, OSError, ClusterError) as error:
        fail(
            f"cannot go on with {run.store.path}: {error}. What was finished is saved: "
            f"`darwindeck evolve --resume {called}` goes on"
        )


def _tell_start(run: EvolutionRun, called: str, quiet: bool) -> None:
    if quiet:
        return
    if run.store.finished:
        err.print(
            f"{safe(called)} is finished; --generations or --minutes sets a later end",
            highlight=False,
        )
    else:
        err.print(f"saved in {safe(str(run.store.path))}", highlight=False)


# the end


def _tell(run: EvolutionRun, result: EvolutionResult, called: str, rules: bool) -> None:
    if not result.best:
        out.print(_nothing(result), highlight=False)
    else:
        count = len(result.archive)
        many = f"{count} elite{'' if count == 1 else 's'}"
        tried = sum(record.proposals for record in result.history)
        head = f"The best of {many} after {_generations(result)} and {tried:,} proposals"
        out.print(f"\n[bold]{head}[/]\n", highlight=False)
        out.print(best_list(result.best))
        if rules:
            out.print(to_terminal(build_rulebook(result.best[0].game.genome())))
            out.print()
    if any(item.hurried for item in result.best):
        out.print(
            f"Time was up: `darwindeck best {safe(called)}` also says what is new in them.",
            highlight=False,
        )
    out.print(f"[dim]{safe(pace_of(result.timings).words())}[/]", highlight=False)
    if not result.best or result.best[0].verdict.score < FAIR:
        more = f"darwindeck evolve --resume {called} {_more(run.settings)}"
        out.print(f"Nothing good yet; more time finds more: {safe(more)}", highlight=False)
    if result.best:
        hints(called, result.best[0])


def _nothing(result: EvolutionResult) -> str:
    """What is said where no game can be shown, and why that is."""
    tried = sum(record.proposals for record in result.history)
    if not tried:
        return "No game was finished in this time: the machine is slow, or it has much else to do."
    return f"No game was found that is new and passed every gate, of {tried:,} that were tried."


def _more(settings: Settings) -> str:
    """The option that gives a run much more time than it had."""
    return f"--minutes {max(MORE_MINUTES, 5 * (settings.minutes or 0.0)):g}"


def _tell_how_to_go_on(called: str) -> None:
    err.print(
        f"stopped; everything is saved. Go on with: darwindeck evolve --resume {safe(called)}",
        highlight=False,
        soft_wrap=True,
    )


def _generations(result: EvolutionResult) -> str:
    bred = sum(record.proposals > 0 for record in result.history)
    return f"{bred} generation{'' if bred == 1 else 's'}"
