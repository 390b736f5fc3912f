"""Whether two builds of the core play the same games.

    python -m benchmarks.same_play OLD NEW [--bred 60] [--random 100]

`OLD` and `NEW` are two builds of the example `fingerprint` of the core. Both play the games of
the library, games bred from them and random ones, in every way there is; games that they play
differently are named, and those for which they count different work.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from darwindeck import GameGenome, get_genome, library_ids
from darwindeck.evolution import generate_random_genome
from darwindeck.genome.bytecode import BytecodeCompiler
from darwindeck.genome.checked import check
from tests.support.bred import crossed, mutated

MOST_AT_ONCE = 20
"""So many games are named in one call."""


def games(bred: int, random: int) -> Iterator[tuple[str, bytes]]:
    """The bytecode of games, with a name for each."""
    for name in library_ids():
        yield name, check(get_genome(name)).rules_bytecode
    compiler = BytecodeCompiler()

    def compiled(kind: str, number: int, genome: GameGenome) -> tuple[str, bytes]:
        return f"{kind}-{number}", compiler.compile_genome(genome)

    for number in range(bred):
        yield compiled("mutated", number, mutated(number, bred, 7))
        yield compiled("crossed", number, crossed(number, bred, 8))
    for number in range(random):
        yield compiled("random", number, generate_random_genome(number))


def printed(program: Path, files: list[Path]) -> list[str]:
    lines = []
    for begin in range(0, len(files), MOST_AT_ONCE):
        some = [str(file) for file in files[begin : begin + MOST_AT_ONCE]]
        done = subprocess.run([str(program), *some], check=True, capture_output=True, text=True)
        lines += done.stdout.splitlines()
    return lines


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    parser.add_argument("--bred", type=int, default=60, help="games bred in each of two ways")
    parser.add_argument("--random", type=int, default=100, help="random games")
    chosen = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for name, bytecode in games(chosen.bred, chosen.random):
            files.append(Path(folder) / f"{name}.bin")
            files[-1].write_bytes(bytecode)
        old, new = printed(chosen.old, files), printed(chosen.new, files)
    found = []
    for column, what in enumerate(("are played differently", "take different work")):
        differing = [
            file.stem
            for file, one, other in zip(files, old, new, strict=True)
            if one.split()[column] != other.split()[column]
        ]
        print(f"{len(differing)} of {len(files)} games {what}", *differing, sep="\n  ")
        found.append(differing)
    return 1 if found[0] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
