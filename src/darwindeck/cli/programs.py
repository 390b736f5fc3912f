"""Games written in Python: a file with one function that returns a genome.

To read such a file is to run it, so every command that takes a game runs one only with `--trust`.
"""

from __future__ import annotations

import inspect
import runpy
from collections.abc import Callable
from contextvars import ContextVar
from pathlib import Path
from typing import Any

from darwindeck.genome.schema import GameGenome

_trusted: ContextVar[bool] = ContextVar("trusted", default=False)


def trust(value: bool) -> None:
    """Keeps whether the command that is running was given `--trust`."""
    _trusted.set(value)


def is_trusted() -> bool:
    return _trusted.get()


class ProgramError(Exception):
    """A program that makes no genome."""


def run_program(path: Path) -> GameGenome:
    """The genome that the one genome function of a Python file returns."""
    try:
        found = _genome_functions(runpy.run_path(str(path), run_name=path.stem), path.stem)
        if len(found) != 1:
            names = ", ".join(f"`{name}`" for name in found) or "none"
            raise ProgramError(
                f"{path} must define one function without parameters that returns a GameGenome "
                f"(`def my_game() -> GameGenome:`); it defines {names}"
            )
        genome = next(iter(found.values()))()
    except (Exception, SystemExit) as error:
        if isinstance(error, ProgramError):
            raise
        raise ProgramError(f"{path} failed: {type(error).__name__}: {error}") from error
    if not isinstance(genome, GameGenome):
        raise ProgramError(f"{next(iter(found))} of {path} returns no GameGenome")
    return genome


def _genome_functions(defined: dict[str, Any], module: str) -> dict[str, Callable[[], object]]:
    """The functions of a module that are said to return a genome, or named as if they did."""
    return {
        name: value
        for name, value in defined.items()
        if inspect.isfunction(value)
        and value.__module__ == module
        and all(p.default is not p.empty for p in inspect.signature(value).parameters.values())
        and (
            value.__annotations__.get("return") in (GameGenome, "GameGenome")
            or (name.startswith("create_") and name.endswith("_genome"))
        )
    }
