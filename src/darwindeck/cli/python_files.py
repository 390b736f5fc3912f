"""Games that are written in Python: a file with one function that makes a genome.

To read such a file is to run it, so nothing is read before the user says `--trust`.
"""

from __future__ import annotations

import runpy
from collections.abc import Callable
from inspect import Parameter, isfunction, signature
from pathlib import Path
from typing import Any

from darwindeck.genome.schema import GameGenome

SUFFIX = ".py"
TRUST = "--trust"

_trusted = False


def trust() -> None:
    """From now on files of Python are run."""
    global _trusted
    _trusted = True


class NoGenome(ValueError):
    """A file of Python that makes no game; the message says why."""


def genome_of(path: Path) -> GameGenome:
    """The genome that the one function of a file makes."""
    if not _trusted:
        raise NoGenome(
            f"{path} is a program, which is run to be read; if you trust it, add {TRUST}"
        )
    try:
        made = _maker(runpy.run_path(str(path)), path)()
    except NoGenome:
        raise
    except OSError as error:
        raise NoGenome(f"cannot read {path}: {error.strerror or error}") from error
    except Exception as error:
        raise NoGenome(f"{path} does not run: {type(error).__name__}: {error}") from error
    if not isinstance(made, GameGenome):
        raise NoGenome(f"{path} makes a {type(made).__name__}, not a GameGenome")
    return made


def _maker(names: dict[str, Any], path: Path) -> Callable[[], Any]:
    found = [value for value in names.values() if isfunction(value) and _makes_genome(value, path)]
    if len(found) != 1:
        names_found = ", ".join(sorted(function.__name__ for function in found))
        raise NoGenome(
            f"{path} needs one function that takes nothing and says `-> GameGenome`; it has "
            f"{names_found or 'none'}"
        )
    return found[0]


def _makes_genome(function: Callable[..., Any], path: Path) -> bool:
    """Whether a function of the file itself takes nothing and says that it makes a genome."""
    if function.__code__.co_filename != str(path):
        return False
    asked = signature(function)
    needed = [p for p in asked.parameters.values() if p.default is Parameter.empty]
    said = asked.return_annotation
    return not needed and (said is GameGenome or str(said).rpartition(".")[2] == "GameGenome")
