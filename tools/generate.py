"""Writes the files that are generated from the types, the library and play: `make generate`.

python -m tools.generate            all of them
python -m tools.generate language   those from which the core is built, and others that need no core
"""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path

from darwindeck.genome.catalogue import catalogue_text
from darwindeck.genome.codec import SCHEMA_NAME, from_json, to_json
from darwindeck.genome.json_schema import schema_text
from darwindeck.genome.reference import reference_text
from darwindeck.laws.perft import perft_text
from darwindeck.library import get_genome, library_ids
from darwindeck.library.shelf import stub_text
from darwindeck.rulebook import build_rulebook, to_markdown
from darwindeck.simulation import Game
from darwindeck.table.layout import layout_text
from darwindeck.text.telling import example_of_play
from tools.rust_parts import limits_text, rust_text

ROOT = Path(__file__).parents[1]
PLAYTHROUGHS = ROOT / "tests" / "playthroughs"
"""One example of play for each game of the library."""
PERFT = ROOT / "tests" / "perft"
"""For each game of the library, how many sequences of moves there are."""
LAYOUTS = ROOT / "tests" / "layouts"
"""For each game of the library, where the zones of its table lie."""
GALLERY = ROOT / "docs" / "gallery"
"""Games that were bred, and their rulebooks."""
PLAYTHROUGH_SEEDS = range(1, 20)
LEAST_LINES = 20
"""What is no longer is over too soon to show how a game goes."""


def generated() -> dict[Path, str]:
    """Every generated file, by its place in the tree, with what it must hold."""
    docs = ROOT / "docs"
    program = ROOT / "rust" / "darwindeck-core" / "src" / "program"
    library = ROOT / "src" / "darwindeck" / "library"
    files = {
        docs / SCHEMA_NAME: schema_text(),
        docs / "reference.md": reference_text(),
        docs / "problems.md": catalogue_text(),
        program / "parts.rs": rust_text(),
        program / "limits.rs": limits_text(),
    }
    files[library / "__init__.pyi"] = stub_text()
    for name in library_ids():
        files[library / f"{name}.json"] = to_json(get_genome(name))
    return files


def played(genome_id: str) -> dict[Path, str]:
    """The files that are made by playing a game of the library, with what they must hold."""
    game = _game(genome_id)
    return {
        PLAYTHROUGHS / f"{genome_id}.txt": playthrough(game),
        PERFT / f"{genome_id}.txt": perft_text(game),
        LAYOUTS / f"{genome_id}.txt": layout_text(game.labels),
    }


def playthrough(game: Game) -> str:
    """The first match between greedy players that is not over too soon."""
    matches = (example_of_play(game, seed) for seed in PLAYTHROUGH_SEEDS)
    return next((text for text in matches if len(text.splitlines()) > LEAST_LINES), "")


def printed() -> dict[Path, str]:
    """The rulebooks of the games of the gallery."""
    games = sorted(GALLERY.glob("*.json"))
    genomes = {path: from_json(path.read_text(encoding="utf-8")) for path in games}
    return {
        path.with_suffix(".md"): to_markdown(build_rulebook(genome))
        for path, genome in genomes.items()
    }


@cache
def _game(genome_id: str) -> Game:
    return Game(get_genome(genome_id))


def main(language_only: bool) -> None:
    files = generated()
    written = _write(files)
    if not language_only:
        # By a core that knows the language as it is now.
        games = [printed(), *(played(genome_id) for genome_id in library_ids())]
        written += sum(map(_write, games))
        files |= {path: text for game in games for path, text in game.items()}
        for folder in (PLAYTHROUGHS, PERFT, LAYOUTS):
            for stale in set(folder.iterdir()) - set(files):
                stale.unlink()
    print(f"{written} of {len(files)} files were not current")


def _write(files: dict[Path, str]) -> int:
    """Writes those that are not current, and says how many; a file that is keeps its time."""
    stale = [path for path, text in files.items() if not _is_current(path, text)]
    for path in stale:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(files[path], encoding="utf-8")
    return len(stale)


def _is_current(path: Path, text: str) -> bool:
    return path.exists() and path.read_text(encoding="utf-8") == text


if __name__ == "__main__":
    main(language_only=sys.argv[1:] == ["language"])
