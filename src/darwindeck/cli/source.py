"""From what a user names to a genome: a game of the library, a file, or a game of a run."""

from __future__ import annotations

import shlex
import stat
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NoReturn

from darwindeck.cli.console import err, fail, safe
from darwindeck.genome.codec import decode_genome, parse_json, suggestion
from darwindeck.genome.completeness import CURE, CompletenessResult, check_genome_completeness
from darwindeck.genome.limits import MAX_FILE_BYTES
from darwindeck.genome.options import apply_options
from darwindeck.genome.problems import GenomeError
from darwindeck.genome.schema import GameGenome
from darwindeck.genome.validator import checked
from darwindeck.library import get_genome, library_ids
from darwindeck.library.shelf import user_games

MOST_PROBLEMS = 20


def fail_with(error: GenomeError, name: str) -> NoReturn:
    shown = error.problems[:MOST_PROBLEMS]
    lines = [f"[{problem.code}] {problem}" for problem in shown]
    rest = len(error.problems) - len(shown)
    if rest:
        lines.append(f"… and {rest} more")
    fail("\n  ".join([f"{name} is no genome that can be used:", *lines]))


def read_bytes(path: Path, kind: str = "genome file") -> bytes:
    """What a file holds, read within bounds."""
    try:
        info = path.stat()
        if not stat.S_ISREG(info.st_mode):
            fail(f"{path} is not a regular file")
        if info.st_size > MAX_FILE_BYTES:
            fail(
                f"{path} has {info.st_size:,} bytes; a {kind} has at most {MAX_FILE_BYTES:,} bytes"
            )
        with path.open("rb") as file:
            return file.read(MAX_FILE_BYTES + 1)
    except OSError as error:
        fail(f"cannot read {path}: {error.strerror or error}")


def read_data(path: Path) -> Any:
    """The JSON values of a file, read within bounds."""
    data = read_bytes(path)
    try:
        return parse_json(data)
    except GenomeError as error:
        fail(f"{path} is not a genome file: {error.problems[0]}")


def find_data(game: str) -> Any:
    """What a game of the library, a file or a game of a run says, as plain JSON values."""
    known = game.strip().lower().replace("_", "-").replace(" ", "-")
    if known in library_ids():
        return get_genome(known).to_dict()
    if not _exists(game) and known in (own := user_games()):
        return read_data(own[known])
    if not known:
        fail("the name of the game is empty")
    if not _exists(game) and (bred := _bred_data(game)) is not None:
        return bred
    if game.endswith(".py"):
        return _program_data(Path(game))
    if not (game.endswith(".json") or "/" in game or "\\" in game or _exists(game)):
        hint = suggestion(known, [*library_ids(), *user_games()])
        fail(
            f"no game '{game}' in the library{hint or '.'} `darwindeck games` lists them; "
            "a file is named by its path, a game of a run as RUN:NAME"
        )
    return read_data(Path(game))


def _program_data(path: Path) -> Any:
    """What the game of a Python file says, if programs may be run."""
    from darwindeck.cli.programs import ProgramError, is_trusted, run_program

    if not is_trusted():
        fail(f"{path} is a program: if you trust it, add --trust, and it is run to get its game")
    read_bytes(path, "program")
    try:
        return run_program(path).to_dict()
    except ProgramError as error:
        fail(str(error))


def _bred_data(game: str) -> Any | None:
    """What a game named as RUN:NAME says; None if that is no such name."""
    from darwindeck.cli import run_files

    if not run_files.is_reference(game):
        return None
    text = run_files.find_game(game).text
    try:
        return parse_json(text.encode())
    except GenomeError as error:
        fail(f"{game} is damaged: {error.problems[0]}")


def _exists(name: str) -> bool:
    try:
        return Path(name).exists()
    except OSError:
        return False


def load_game(game: str, options: Iterable[str] = ()) -> GameGenome:
    """A valid genome with the chosen options in force."""
    data = find_data(game)
    try:
        genome = choose(checked(decode_genome(data)), parse_options(options))
    except GenomeError as error:
        fail_with(error, game)
    completeness = check_genome_completeness(data)
    if not completeness.complete:
        text = incompleteness(completeness, game)
        err.print(f"[yellow]warning:[/] {safe(game)}: {safe(text)}", soft_wrap=True)
    return genome


def incompleteness(found: CompletenessResult, game: str) -> str:
    """What a genome leaves open, and the command that mends it if it is a file."""
    file = game if _exists(game) else "FILE"
    return str(found).replace(CURE, CURE.replace("FILE", shlex.quote(file)))


def choose(genome: GameGenome, options: Mapping[str, str]) -> GameGenome:
    """The genome with these options in force."""
    try:
        return apply_options(genome, options)
    except GenomeError as error:
        fail("\n  ".join(str(problem) for problem in error.problems[:MOST_PROBLEMS]))


def parse_options(options: Iterable[str]) -> dict[str, str]:
    chosen = {}
    for option in options:
        name, equals, value = option.partition("=")
        if not equals or not name or not value:
            fail(f"--option takes name=value, got '{option}'")
        chosen[name.strip()] = value.strip()
    return chosen
