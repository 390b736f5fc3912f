"""Where games lie: the library that comes with the program, and the user's own folder.

A game is a file; its name is the name of the file, and the `genome_id` in it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import platformdirs

if TYPE_CHECKING:
    from darwindeck.genome.schema.genome import GameGenome

Maker = Callable[[], "GameGenome"]

FOLDER = Path(__file__).parent
"""The folder of the library."""


def user_folder() -> Path:
    """The folder of the user's own games; it need not exist."""
    return platformdirs.user_data_path("darwindeck", appauthor=False) / "games"


def user_games() -> dict[str, Path]:
    """The files of the user's own games by their names, without those that the library has."""
    folder = user_folder()
    files = sorted(folder.glob("*.json")) if folder.is_dir() else []
    named = {path.stem.lower().replace("_", "-").replace(" ", "-"): path for path in files}
    return {name: path for name, path in named.items() if name not in LIBRARY}


def maker_name(genome_id: str) -> str:
    """What the function that makes a game is called."""
    return f"create_{genome_id.replace('-', '_')}_genome"


def _maker(path: Path) -> Maker:
    def create() -> GameGenome:
        # Later, since the language names the games of the library among its own.
        from darwindeck.genome.codec import from_json

        return from_json(path.read_bytes())

    create.__name__ = create.__qualname__ = maker_name(path.stem)
    create.__doc__ = f"The game `{path.stem}` of the library."
    return create


LIBRARY: dict[str, Maker] = {path.stem: _maker(path) for path in sorted(FOLDER.glob("*.json"))}
"""Every game of the library by its `genome_id`."""


def library_ids() -> tuple[str, ...]:
    """The names of all games."""
    return tuple(LIBRARY)


@cache
def get_genome(genome_id: str) -> GameGenome:
    """One game of the library; raises `KeyError` if there is none of that name."""
    return LIBRARY[genome_id]()


def get_seed_genomes() -> list[GameGenome]:
    """All games of the library."""
    return [get_genome(genome_id) for genome_id in LIBRARY]


def stub_text() -> str:
    """What a type checker must know of the library: its functions are made from the files."""
    makers = [maker_name(genome_id) for genome_id in LIBRARY]
    shelf = ["LIBRARY", "get_genome", "get_seed_genomes", "library_ids"]
    names = "\n".join(f'    "{name}",' for name in sorted([*shelf, *makers]))
    return "\n".join(
        [
            "from darwindeck.genome.schema.genome import GameGenome",
            f"from darwindeck.library.shelf import {', '.join(shelf)}",
            "",
            f"__all__ = [\n{names}\n]",
            "",
            *(f"def {name}() -> GameGenome: ..." for name in makers),
            "",
        ]
    )
