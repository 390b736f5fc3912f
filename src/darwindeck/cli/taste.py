"""`darwindeck taste`: how what you liked agrees with the score, and what seems to matter to you."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import fmean
from typing import Annotated

import platformdirs
import typer
from rich import box
from rich.table import Table
from rich.text import Text

from darwindeck._core import __version__
from darwindeck.cli import run_files
from darwindeck.cli.console import err, fail, known_name, out, safe
from darwindeck.cli.source import read_data
from darwindeck.evaluation.evaluate import evaluate_game
from darwindeck.evaluation.fitness import judge
from darwindeck.evaluation.results import Evaluation, pooled
from darwindeck.evaluation.styles import STYLES, Style
from darwindeck.evaluation.taste import Liked, agreement, fitted_style
from darwindeck.evolution.runs.store import RunFileError, RunStore
from darwindeck.genome.checked import check
from darwindeck.genome.codec import decode_genome
from darwindeck.genome.problems import GenomeError
from darwindeck.genome.schema import GameGenome
from darwindeck.library import get_genome, library_ids
from darwindeck.library.shelf import user_games
from darwindeck.quoting import visible
from darwindeck.ratings import RatingError, read_ratings

EFFORT = "quick"
"""How much a rated game is played that no run has measured."""


def taste(
    style: Annotated[
        str, typer.Option(help=f"What the score weighs: {', '.join(STYLES)}.")
    ] = "balanced",
) -> None:
    """Show how your ratings agree with the score, and what seems to matter to you.

    `darwindeck evolve --liked` breeds by these weights.
    """
    known_name("style", style, STYLES)
    liked = liked_games()
    if not liked:
        out.print("You have rated no game yet: darwindeck rate GAME 7", highlight=False)
        return
    before = STYLES[style]
    table = Table(box=box.SIMPLE_HEAD, header_style="bold", pad_edge=False)
    table.add_column("game", style="cyan")
    table.add_column("your rating", justify="right")
    table.add_column("score of 100", justify="right")
    for one in sorted(liked, key=lambda one: (-one.rating, one.name)):
        score = judge(one.evaluation, before).score
        table.add_row(Text(visible(one.name)), f"{one.rating:.1f}", f"{100 * score:.0f}")
    out.print(table)
    out.print(_agreement_words(liked, before), highlight=False)
    after = fitted_style(liked, before)
    moved = sorted(after.weights, key=lambda name: before.weights[name] - after.weights[name])
    told = ", ".join(
        f"{name} {100 * before.weights[name]:.0f} → {100 * after.weights[name]:.0f} %"
        for name in moved
    )
    out.print(f"Weights that fit your ratings: {told}", highlight=False)


def _agreement_words(liked: Sequence[Liked], style: Style) -> str:
    found = agreement(liked, style)
    if found is None:
        return "Too little to compare: rate games that you like and games that you do not."
    return (
        f"Your order and the score's agree by {found.rank_correlation:.2f} "
        f"(Spearman; {found.low:.2f} to {found.high:.2f}) over {found.games} games."
    )


def liked_games() -> list[Liked]:
    """The games that were rated and can be found, each measured."""
    try:
        ratings = read_ratings().kept
    except (OSError, RatingError) as error:
        fail(str(error))
    wanted: dict[str, list[int]] = {}
    names: dict[str, str] = {}
    for rating in ratings:
        wanted.setdefault(rating.game, []).append(rating.rating)
        names[rating.game] = rating.name
    if not wanted:
        return []
    measured = dict(_of_runs(set(wanted)))
    for key, genome in _known_games():
        if key in wanted and key not in measured:
            measured[key] = _measured(key, genome, names[key])
    for key in sorted(set(wanted) - set(measured)):
        err.print(f"not found any more: {safe(names[key])}", highlight=False)
    return [
        Liked(names[key], fmean(said), measured[key])
        for key, said in wanted.items()
        if key in measured
    ]


def _of_runs(keys: set[str]) -> Iterator[tuple[str, Evaluation]]:
    """What the runs of the folder have measured of some games."""
    for path in run_files.run_files(run_files.FOLDER):
        try:
            with RunStore.open(path) as store:
                for key in keys:
                    found = [one.evaluation for one in store.evaluations(key)]
                    if found:
                        yield key, pooled(found)
        except (RunFileError, OSError, ValueError):
            continue


def _known_games() -> Iterator[tuple[str, GameGenome]]:
    """The games of the library and the user's own, by their keys."""
    games = [get_genome(name) for name in library_ids()]
    for path in user_games().values():
        try:
            games.append(decode_genome(read_data(path)))
        except GenomeError:
            continue
    for game in games:
        try:
            yield check(game).key, game
        except GenomeError:
            continue


def _measured(key: str, genome: GameGenome, name: str) -> Evaluation:
    """A game as it was measured before, or is now; a cache in the user's folder remembers it."""
    folder = platformdirs.user_cache_path("darwindeck", appauthor=False) / "measured"
    file = folder / f"{key}-{EFFORT}-{__version__}.json"
    known = _read(file)
    if known is not None and known.key == key:
        return known
    with err.status(f"measuring {safe(name)}"):
        evaluation = evaluate_game(genome, effort=EFFORT)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(evaluation.to_dict()), encoding="utf-8")
    except OSError:
        # It is measured again another time.
        pass
    return evaluation


def _read(file: Path) -> Evaluation | None:
    try:
        return Evaluation.from_dict(json.loads(file.read_text(encoding="utf-8")))
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return None
