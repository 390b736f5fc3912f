"""What the shell offers when a word of a command is half typed.

Where nothing fits, the shell offers files, as it always does.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import typer

from darwindeck.cli import listing
from darwindeck.genome.codec import from_json
from darwindeck.genome.problems import GenomeError
from darwindeck.genome.schema import GameGenome
from darwindeck.library import get_genome, library_ids
from darwindeck.library.shelf import user_games

_GAMES = ("game", "files", "second")
"""What the commands call the games that they are given."""
PLAYERS = (
    "easy",
    "fair",
    "strong",
    "expert",
    "random",
    "greedy",
    "learned",
    "mc",
    "ismcts",
    "search",
    "even",
    "cheat",
)


def game_names(incomplete: str) -> list[str]:
    """Games of the library and the user's own, and files that may hold one."""
    return [*_beginning(incomplete, [*library_ids(), *user_games()]), *_json_files(incomplete)]


def run_names(incomplete: str) -> list[str]:
    """The runs in the usual folder."""
    from darwindeck.cli import run_files

    files = run_files.run_files(run_files.FOLDER)
    return _beginning(incomplete, map(run_files.run_name, files))


def players(incomplete: str) -> list[str]:
    """Players of any number, with commas between them: what stands before the last one stays."""
    before, comma, last = incomplete.rpartition(",")
    return [f"{before}{comma}{name}" for name in _beginning(last, PLAYERS)]


def opponents(incomplete: str) -> list[str]:
    """Players who see no more than their seats do."""
    return [names for names in players(incomplete) if not names.endswith("cheat")]


def kinds(incomplete: str) -> list[str]:
    """The kinds of games."""
    return _beginning(incomplete, listing.KINDS)


def options(ctx: typer.Context, incomplete: str) -> list[str]:
    """The options of the game that stands before, each with its choices."""
    genome = _game_before(ctx)
    offers = [
        f"{option.name}={choice.name}"
        for option in (genome.options if genome else ())
        for choice in option.choices
    ]
    return _beginning(incomplete, offers)


def seats(ctx: typer.Context, incomplete: str) -> list[str]:
    """The seats of the game that stands before."""
    from darwindeck.simulation import Game

    genome = _game_before(ctx)
    try:
        game = Game(genome) if genome else None
    except GenomeError:
        return []
    return _beginning(incomplete, game.seats[: game.player_count]) if game else []


def _game_before(ctx: typer.Context) -> GameGenome | None:
    """The game, or the last of several, that the command line names already."""
    # Words before an option that still lacks its value are left over, not parsed.
    named = [ctx.params.get(name) or () for name in _GAMES]
    words = [
        word for each in [*named, ctx.args] for word in ([each] if isinstance(each, str) else each)
    ]
    name = words[-1] if words else ""
    if name in library_ids():
        return get_genome(name)
    try:
        return from_json(user_games().get(name, Path(name)).read_bytes())
    except (GenomeError, OSError, ValueError):
        return None


def _beginning(incomplete: str, words: Iterable[str]) -> list[str]:
    return [word for word in words if word.startswith(incomplete)]


def _json_files(incomplete: str) -> list[str]:
    folder, slash, start = incomplete.rpartition("/")
    try:
        found = sorted(Path(f"{folder}{slash}" or ".").glob("*.json"))
    except OSError:
        return []
    return [f"{folder}{slash}{path.name}" for path in found if path.name.startswith(start)]
