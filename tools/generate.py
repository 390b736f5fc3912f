"""Writes the files that are generated from the types and the library: `make generate`."""

from __future__ import annotations

from pathlib import Path

from darwindeck.genome.catalogue import catalogue_text
from darwindeck.genome.codec import SCHEMA_NAME, to_json
from darwindeck.genome.examples import get_seed_genomes
from darwindeck.genome.json_schema import schema_text
from darwindeck.genome.reference import reference_text
from tools.rust_parts import rust_text

ROOT = Path(__file__).parents[1]


def generated() -> dict[Path, str]:
    """Every generated file, by its place in the tree, with what it must hold."""
    docs = ROOT / "docs"
    library = ROOT / "src" / "darwindeck" / "genome" / "examples" / "json"
    files = {
        docs / SCHEMA_NAME: schema_text(),
        docs / "reference.md": reference_text(),
        docs / "problems.md": catalogue_text(),
        ROOT / "rust" / "darwindeck-core" / "src" / "program" / "parts.rs": rust_text(),
    }
    for genome in get_seed_genomes():
        files[library / f"{genome.genome_id}.json"] = to_json(genome)
    return files


def main() -> None:
    files = generated()
    for path, text in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    for path in files:
        for stale in set(path.parent.glob("*.json")) - set(files):
            stale.unlink()
    print(f"wrote {len(files)} files")


if __name__ == "__main__":
    main()
