"""How many deals of games for one are won with all cards face up, by length of thought.

    python -m benchmarks.face_up solitaire freecell --deals 60 --positions 2000 20000 120000

prints a table in Markdown: the percent of the deals that were won when so many positions might be
looked at, one standard error, and the seconds of all deals with the most of them. It is the search
of `strong` and `expert`, who make it in worlds that agree with what they see.
"""

from __future__ import annotations

import argparse
import subprocess
import tempfile
import time
from pathlib import Path

from benchmarks.instructions import ROOT, build
from benchmarks.strength import lone
from darwindeck import get_genome, library_ids
from darwindeck.genome.checked import check
from darwindeck.simulation import Game


def main() -> None:
    """Prints one line for each game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="default: all of the library for one player")
    parser.add_argument("--deals", type=int, default=60)
    parser.add_argument("--seed", type=int, default=9000)
    parser.add_argument("--positions", type=int, nargs="*", default=[2_000, 20_000, 120_000])
    wanted = parser.parse_args()
    if (program := build("solve")) is None:
        raise SystemExit(1)
    heads = " | ".join(f"{most:,}" for most in wanted.positions)
    print(f"| game | {heads} | seconds |\n|---|{'--:|' * (len(wanted.positions) + 1)}")
    for name in wanted.games or [name for name in library_ids() if lone(Game(get_genome(name)))]:
        print(line(program, name, wanted.seed, wanted.deals, wanted.positions), flush=True)


def line(program: Path, name: str, seed: int, deals: int, budgets: list[int]) -> str:
    """What one game came to."""
    genome = get_genome(name)
    cells, seconds = [], 0.0
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "game.bin"
        file.write_bytes(check(genome).rules_bytecode)
        for most in budgets:
            begun = time.monotonic()
            command = [str(program), str(file), str(seed), str(deals), str(most)]
            done = subprocess.run(command, check=True, capture_output=True, text=True, cwd=ROOT)
            seconds = time.monotonic() - begun
            share = int(done.stdout.split()[0]) / deals
            error = (share * (1 - share) / deals) ** 0.5
            cells.append(f"{100 * share:.1f} ± {100 * error:.1f}")
    return f"| {genome.name} | {' | '.join(cells)} | {seconds:.0f} |"


if __name__ == "__main__":
    main()
