"""What commands print with, and how they end when their input makes no sense."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import NoReturn

import typer
from rich.console import Console
from rich.markup import escape

from darwindeck.genome.codec import suggestion
from darwindeck.quoting import visible

UNREADABLE = 2

out = Console()
err = Console(stderr=True)


def safe(text: str) -> str:
    """Text from outside, fit for a terminal: hidden characters and markup are spelled out."""
    return escape(visible(text))


def fail(message: str) -> NoReturn:
    """One clear message, and the exit code for input that makes no sense."""
    err.print(f"[bold red]error:[/] {safe(message)}", highlight=False, soft_wrap=True)
    raise typer.Exit(UNREADABLE)


def known_name(what: str, value: str, known: Iterable[str]) -> None:
    """Refuses a name that is not one of those there are."""
    names = list(known)
    if value not in names:
        fail(f"no {what} '{value}'{suggestion(value, names)}; there are: {', '.join(names)}")


def write_file(path: Path, content: str | bytes) -> None:
    """Writes a file and says so, on the side: what is printed may go elsewhere."""
    try:
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    except OSError as error:
        fail(f"cannot write {path}: {error.strerror or error}")
    err.print(f"wrote {safe(str(path))}", highlight=False, soft_wrap=True)
