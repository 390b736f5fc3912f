"""Games of the user's own: their folder, and starting one from another game."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from darwindeck.cli.console import fail
from darwindeck.genome.codec import to_json
from darwindeck.genome.schema import GameGenome
from darwindeck.library import library_ids
from darwindeck.library.shelf import user_folder


def folder() -> Path:
    """The folder of the user's own games, made if it is not there."""
    path = user_folder()
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        fail(f"cannot make {path}: {error.strerror or error}")
    return path


def start(name: str, like: GameGenome, output: Path | None) -> Path:
    """Writes a copy of a game under another name, and says where; nothing is overwritten."""
    genome_id = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")
    if not genome_id:
        fail(f"'{name}' has no letter or number that a file could be named by")
    if genome_id in library_ids():
        fail(f"the library has a game '{genome_id}'; choose another name")
    path = output or folder() / f"{genome_id}.json"
    genome = replace(
        like,
        genome_id=genome_id,
        name=name,
        generation=0,
        description="",
        sources=(f"Started from {like.name or like.genome_id}.",),
    )
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(to_json(genome))
    except FileExistsError:
        fail(f"{path} is there already; it is not overwritten")
    except OSError as error:
        fail(f"cannot write {path}: {error.strerror or error}")
    return path
