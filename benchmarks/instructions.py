"""How many instructions a decision takes, counted by `valgrind --tool=callgrind`.

    python -m benchmarks.instructions [--table] [GAME ...]

prints them for single hands of these games, or of all games of the library, and their median and
geometric mean. Where nobody decides anything, turns are counted.

Unlike times they do not depend on what else the machine does. The same program plays some games,
and then three times as many: the difference is play alone, without loading.
"""

from __future__ import annotations

import argparse
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from darwindeck import GameGenome, get_genome, library_ids
from darwindeck.genome.checked import check

ROOT = Path(__file__).parent.parent
FEW, MANY = 4, 12
"""How many games are played."""
FEW_WHOLE, MANY_WHOLE = 100, 300
"""The same where whole games are counted, which differ in length."""
SEED = 1
COLUMNS = 3
"""Of the table of all games."""


@dataclass(frozen=True)
class Counter:
    """Counts instructions of random play."""

    program: Path
    folder: Path

    def __call__(self, genome: GameGenome, hand: bool) -> float | None:
        """Those of a decision."""
        few, many = (self.played(genome, hand, games) for games in (FEW, MANY))
        decisions = many[0] - few[0]
        return (many[1] - few[1]) / decisions if decisions > 0 else None

    def of_a_game(self, genome: GameGenome, hand: bool) -> float:
        """Those of a whole game, or of a hand."""
        few, many = (self.played(genome, hand, games) for games in (FEW_WHOLE, MANY_WHOLE))
        return (many[1] - few[1]) / (MANY_WHOLE - FEW_WHOLE)

    def played(self, genome: GameGenome, hand: bool, games: int) -> tuple[int, int]:
        """The decisions of some games, and the instructions of the whole program."""
        file = self.folder / "game.bin"
        file.write_bytes(check(genome).rules_bytecode)
        unit = "hand" if hand else "game"
        told, instructions = counted([str(self.program), str(file), unit, str(games)])
        return int(told), instructions


def counter(folder: Path) -> Counter | None:
    """What counts; None, after a word about it, if something for it is not there."""
    if shutil.which("valgrind") is None:
        print("no valgrind, which counts: instructions are left out", file=sys.stderr)
        return None
    program = build("random_play")
    return None if program is None else Counter(program, folder)


def build(example: str) -> Path | None:
    """Compiles an example of the core; None, after a word about it, if that cannot be done here."""
    if shutil.which("cargo") is None:
        print("no cargo, which compiles the core", file=sys.stderr)
        return None
    command = ["cargo", "build", "--release", "--locked", "--example", example]
    command += ["-p", "darwindeck-core", "--target-dir", str(ROOT / "target")]
    built = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if built.returncode != 0:
        reason = built.stderr.strip().splitlines()[-1:]
        print(f"the core cannot be compiled here: {' '.join(reason)}", file=sys.stderr)
        return None
    return ROOT / "target" / "release" / "examples" / example


def of_a_game_in_c(program: Path, game: str) -> float:
    """The instructions of a game that the yardstick plays, with its deal."""
    few, many = (
        counted([str(program), game, str(games), str(SEED), "once"])[1]
        for games in (FEW_WHOLE, MANY_WHOLE)
    )
    return (many - few) / (MANY_WHOLE - FEW_WHOLE)


def counted(command: list[str]) -> tuple[str, int]:
    """What a program prints, and the instructions of the whole of it."""
    tool = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
    done = subprocess.run([*tool, *command], check=True, capture_output=True, text=True)
    found = re.search(r"Collected : (\d+)", done.stderr)
    if found is None:
        raise RuntimeError(f"callgrind says nothing of instructions: {done.stderr[-500:]}")
    return done.stdout, int(found[1])


def table(found: dict[str, float]) -> str:
    """The figures in order, as docs/speed.md has them: three games to a line, read downwards."""
    rows = [f"{name} | {count:,.0f}" for name, count in sorted(found.items(), key=lambda f: f[1])]
    lines = -(-len(rows) // COLUMNS)
    rows += [" | "] * (COLUMNS * lines - len(rows))
    drawn = [" | ".join(["game | instructions"] * COLUMNS), "|".join(["---|--:"] * COLUMNS)]
    drawn += [" | ".join(rows[line::lines]) for line in range(lines)]
    head, rule, *body = drawn
    return "\n".join([f"| {head} |", f"|{rule}|", *(f"| {line} |" for line in body)])


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("games", nargs="*", metavar="GAME", help="all of the library if none")
    parser.add_argument("--table", action="store_true", help="print them in order, for a page")
    options = parser.parse_args(arguments)
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        count = counter(Path(folder))
        if count is None:
            return 1
        for name in options.games or library_ids():
            genome = get_genome(name)
            instructions = count(genome, True)
            if instructions is not None:
                found[genome.name] = instructions
                if not options.table:
                    print(f"{name:24}{instructions:10,.0f}", flush=True)
    if options.table:
        print(table(found))
    print(f"{'median':24}{statistics.median(found.values()):10,.0f}")
    print(f"{'geometric mean':24}{statistics.geometric_mean(found.values()):10,.0f}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
