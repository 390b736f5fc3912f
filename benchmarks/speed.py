"""How fast the engine is, and how that compares.

    python -m benchmarks.speed [--seconds 1] [--json] [GAME ...]        (or: make bench)

Random games are held against two others, all measured in turns within one run:

- a yardstick: code written for one game alone, in C (`yardstick/yardstick.c`), compiled on the fly.
  Both sides deal.
- OpenSpiel, if it is installed: its random games run in C++ and begin after the deal, so that
  dealing counts against us alone. Where its games are longer than ours, decisions are compared as
  well, and the smaller of the two ratios counts.

Every figure is the fastest of several rounds. With `--instructions` the instructions of a decision
are counted as well, where there is `valgrind`.
"""

from __future__ import annotations

import argparse
import importlib
import json
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table

from benchmarks import instructions, openspiel_rollouts
from darwindeck import GameGenome, get_genome
from darwindeck.cli.bench import as_data, table
from darwindeck.cli.measuring import GameGauges, Gauge, SpeedFigures, cores, measure
from darwindeck.genome.schema import PassPhase
from darwindeck.simulation import Game

YARDSTICK = Path(__file__).parent / "yardstick" / "yardstick.c"
FLAGS = ("-std=c11", "-O3", "-march=native")
COUNTED = ("-std=c11", "-O3", "-march=x86-64-v3")
"""Where instructions are counted: the processor that the core is compiled for."""
SEED = 1

FROM_YARDSTICK = 2.5
"""We may take at most so many times as long as the yardstick."""
FROM_OPENSPIEL = 10.0
"""We should be at least so many times as fast as OpenSpiel."""
FROM_THREADS = 1.8
"""Two threads should be at least so many times as fast as one."""
FROM_LOADING = 1000.0
"""A game should be ready after less than so many microseconds."""
FROM_VIEWS = 2.0
"""What a seat sees should be worked out in at most so many microseconds."""
DECISIONS = 20
"""So many decisions are taken before a seat looks."""


@dataclass(frozen=True)
class Setting:
    """A game, how it is played, and what it is held against."""

    game: str
    hand: bool = True
    """Whether a single hand is played."""
    without_passing: bool = False
    yardstick: str = ""
    openspiel: str = ""

    @property
    def title(self) -> str:
        extra = ", no passing" if self.without_passing else ""
        return f"{self.game} ({'one hand' if self.hand else 'whole game'}{extra})"

    def genome(self) -> GameGenome:
        genome = get_genome(self.game)
        if not self.without_passing:
            return genome
        turns = genome.turn_structure
        phases = tuple(phase for phase in turns.phases if not isinstance(phase, PassPhase))
        return replace(genome, turn_structure=replace(turns, phases=phases))


SETTINGS = (
    Setting("war", hand=False, yardstick="war"),
    Setting("hearts", without_passing=True, yardstick="hearts", openspiel="hearts"),
    Setting("crazy-eights", hand=False, yardstick="crazy_eights"),
    Setting("crazy-eights", yardstick="crazy_eights_hand", openspiel="crazy_eights"),
    Setting("euchre", openspiel="euchre"),
    Setting("spades"),
    Setting("partnership-spades", openspiel="spades"),
    Setting("bridge", openspiel="bridge"),
    Setting("rummy"),
    Setting("gin-rummy", openspiel="gin_rummy"),
    Setting("draw-poker"),
    Setting("uno"),
    Setting("go-fish", openspiel="go_fish"),
    Setting("canasta"),
    Setting("baloot"),
    Setting("pidro"),
)


class Contest:
    """One setting and its rivals, measured in turns."""

    def __init__(self, setting: Setting, yardstick: Path | None, spiel: Any) -> None:
        self.setting = setting
        self.ours = GameGauges(setting.genome(), 2, setting.hand)
        self.yardstick: Gauge | None = None
        self.openspiel: Gauge | None = None
        self.openspiel_decisions = 0.0
        self.instructions: float | None = None
        self.instructions_a_game: tuple[float, float] | None = None
        """Those of a game, ours and the yardstick's."""
        self.view = Gauge(looking(setting.genome()))
        if yardstick is not None and setting.yardstick:
            self.yardstick = Gauge(in_c(yardstick, setting.yardstick))
        if spiel is not None and setting.openspiel:
            self.openspiel = Gauge(in_openspiel(spiel, setting.openspiel))
            self.openspiel_decisions = decisions_in_openspiel(spiel, setting.openspiel)

    def measure(self, seconds: float) -> None:
        first, *rest = self.ours.gauges()
        rivals = [gauge for gauge in (self.yardstick, self.openspiel) if gauge is not None]
        measure([first, *rivals, *rest, self.view], seconds)

    @property
    def to_yardstick(self) -> float | None:
        """How many times as long as the yardstick we take."""
        if self.yardstick is None:
            return None
        return self.ours.one.seconds / self.yardstick.seconds

    @property
    def to_yardstick_in_instructions(self) -> float | None:
        """How many times as many instructions as the yardstick a game takes."""
        if self.instructions_a_game is None:
            return None
        ours, yardstick = self.instructions_a_game
        return ours / yardstick

    def count(self, counter: instructions.Counter, yardstick: Path | None) -> None:
        """Counts instructions, of the yardstick as well if it is there."""
        genome, hand = self.setting.genome(), self.setting.hand
        self.instructions = counter(genome, hand)
        if yardstick is not None and self.setting.yardstick:
            there = instructions.of_a_game_in_c(yardstick, self.setting.yardstick)
            self.instructions_a_game = counter.of_a_game(genome, hand), there

    @property
    def to_openspiel(self) -> tuple[float, float] | None:
        """How many times as many games and decisions as OpenSpiel we play."""
        if self.openspiel is None:
            return None
        games = self.openspiel.seconds / self.ours.one.seconds
        ours = self.ours.figures().decisions_per_game
        return games, games * ours / self.openspiel_decisions


def looking(genome: GameGenome) -> Callable[[int], float]:
    """What a seat sees in the midst of a hand, worked out again and again from Python."""
    table, rng = Game(genome).core.table(SEED), random.Random(SEED)
    for _ in range(DECISIONS):
        before = table.copy()
        if not table.over:
            table.step(rng.choice(table.legal_ids()))
        if table.over:
            table = before
    seat = table.asked or 0

    def work(times: int) -> float:
        begin = time.perf_counter()
        for _ in range(times):
            table.view(seat)
        return time.perf_counter() - begin

    return work


def in_c(program: Path, game: str) -> Callable[[int], float]:
    """Random games of the yardstick, with dealing."""

    def work(games: int) -> float:
        command = [str(program), game, str(games), str(SEED)]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
        return float(json.loads(done.stdout)["seconds"])

    return work


def in_openspiel(spiel: Any, name: str) -> Callable[[int], float]:
    """Random games of OpenSpiel after the deal, spread over several deals."""
    rng = random.Random(SEED)
    game = spiel.load_game(openspiel_rollouts.GAMES[name])
    dealt = [openspiel_rollouts.deal(game, rng) for _ in range(openspiel_rollouts.DEALS)]

    def work(games: int) -> float:
        each = max(1, games // len(dealt))
        seconds = sum(
            openspiel_rollouts.play_in_cpp(spiel, game, state, each, SEED) for state in dealt
        )
        return seconds * games / (each * len(dealt))

    return work


def decisions_in_openspiel(spiel: Any, name: str, games: int = 200) -> float:
    """How many decisions a random game takes there."""
    rng = random.Random(SEED)
    game = spiel.load_game(openspiel_rollouts.GAMES[name])
    played = (
        openspiel_rollouts.play_in_python(openspiel_rollouts.deal(game, rng), rng)
        for _ in range(games)
    )
    return sum(decisions for decisions, _ in played) / games


def compiled(folder: Path, flags: tuple[str, ...] = FLAGS) -> Path | None:
    """The yardstick as a program; None, after a word about it, if it cannot be compiled."""
    compiler = shutil.which("cc")
    if compiler is None:
        print("no C compiler (cc): the comparison with the yardstick is left out", file=sys.stderr)
        return None
    program = folder / f"yardstick{flags[-1]}"
    done = subprocess.run(
        [compiler, *flags, "-o", str(program), str(YARDSTICK)], capture_output=True, text=True
    )
    if done.returncode != 0:
        reason = done.stderr.strip().splitlines()[:1]
        print(f"the yardstick cannot be compiled here: {' '.join(reason)}", file=sys.stderr)
        return None
    return program


def installed_openspiel() -> Any:
    """OpenSpiel; None, after a word about it, if it is not installed."""
    try:
        return importlib.import_module("pyspiel")
    except ImportError:
        print("OpenSpiel is not installed: the comparison with it is left out", file=sys.stderr)
        return None


def mark(good: bool) -> str:
    return "✓" if good else "✗"


def grid(*heads: str) -> Table:
    drawn = Table(box=box.SIMPLE_HEAD, header_style="bold", pad_edge=False)
    for number, head in enumerate(heads):
        drawn.add_column(head, justify="left" if number == 0 else "right", no_wrap=True)
    return drawn


def yardstick_table(contests: list[Contest]) -> Table:
    drawn = grid("against the yardstick", "ours, ns", "yardstick, ns", "ratio", "≤ 2.5")
    for contest in contests:
        if contest.yardstick is not None and contest.to_yardstick is not None:
            drawn.add_row(
                contest.setting.title,
                f"{1e9 * contest.ours.one.seconds:,.0f}",
                f"{1e9 * contest.yardstick.seconds:,.0f}",
                f"{contest.to_yardstick:.2f}×",
                mark(contest.to_yardstick <= FROM_YARDSTICK),
            )
    return drawn


def openspiel_table(contests: list[Contest]) -> Table:
    drawn = grid("against OpenSpiel", "decisions", "there", "games", "decisions", "≥ 10")
    for contest in contests:
        ratios = contest.to_openspiel
        if ratios is not None:
            drawn.add_row(
                contest.setting.title,
                f"{contest.ours.figures().decisions_per_game:.1f}",
                f"{contest.openspiel_decisions:.1f}",
                f"{ratios[0]:.1f}×",
                f"{ratios[1]:.1f}×",
                mark(min(ratios) >= FROM_OPENSPIEL),
            )
    return drawn


def yardstick_instruction_table(contests: list[Contest]) -> Table:
    drawn = grid("instructions of a game", "ours", "yardstick", "ratio", "≤ 2.5")
    for contest in contests:
        ratio = contest.to_yardstick_in_instructions
        if contest.instructions_a_game is not None and ratio is not None:
            ours, yardstick = contest.instructions_a_game
            drawn.add_row(
                contest.setting.title,
                f"{ours:,.0f}",
                f"{yardstick:,.0f}",
                f"{ratio:.2f}×",
                mark(ratio <= FROM_YARDSTICK),
            )
    return drawn


def instruction_table(contests: list[Contest]) -> Table:
    drawn = grid("instructions", "a decision")
    for contest in contests:
        if contest.instructions is not None:
            drawn.add_row(contest.setting.title, f"{contest.instructions:,.0f}")
    return drawn


def target_table(figures: dict[str, SpeedFigures], contests: list[Contest]) -> Table:
    drawn = grid("threads, loading, views", "slowest", "target", "")
    view = max(1e6 * contest.view.seconds for contest in contests)
    gain = min(figures.values(), key=lambda item: item.gain)
    load = max(figures.values(), key=lambda item: item.load_microseconds)
    drawn.add_row(
        "two threads against one",
        f"{gain.gain:.2f}×",
        f"≥ {FROM_THREADS}×",
        mark(gain.gain >= FROM_THREADS),
    )
    drawn.add_row(
        "from bytecode to a game",
        f"{load.load_microseconds:.0f} µs",
        "< 1 ms",
        mark(load.load_microseconds < FROM_LOADING),
    )
    drawn.add_row("what a seat sees", f"{view:.1f} µs", "≤ 2 µs", mark(view <= FROM_VIEWS))
    return drawn


def report(contests: list[Contest]) -> dict[str, Any]:
    """Everything as plain values."""
    return {
        contest.setting.title: {
            **as_data(contest.ours.figures()),
            "times_the_yardstick": contest.to_yardstick,
            "times_the_yardstick_in_instructions": contest.to_yardstick_in_instructions,
            "times_openspiel_in_games": contest.to_openspiel and contest.to_openspiel[0],
            "times_openspiel_in_decisions": contest.to_openspiel and contest.to_openspiel[1],
            "decisions_per_game_in_openspiel": contest.openspiel_decisions or None,
            "instructions_per_decision": contest.instructions,
            "microseconds_a_view": 1e6 * contest.view.seconds,
        }
        for contest in contests
    }


def main(arguments: list[str] | None = None) -> int:
    """Measure the games named, or all of them, and print the figures."""
    known = list(dict.fromkeys(setting.game for setting in SETTINGS))
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(known)}")
    parser.add_argument("--seconds", type=float, default=1.0, help="for each figure (default 1)")
    parser.add_argument("--instructions", action="store_true", help="count them (valgrind)")
    parser.add_argument("--json", action="store_true", help="print JSON")
    options = parser.parse_args(arguments)
    if not 0 < options.seconds <= 600:
        parser.error("--seconds must be more than 0 and at most 600")
    unknown = [name for name in options.games if name not in known]
    if unknown:
        parser.error(f"no such game: {', '.join(unknown)}; there are {', '.join(known)}")
    settings = [item for item in SETTINGS if not options.games or item.game in options.games]
    notes = Console(stderr=True)
    spiel = installed_openspiel()
    with tempfile.TemporaryDirectory() as folder:
        program = compiled(Path(folder))
        contests = [Contest(setting, program, spiel) for setting in settings]
        for contest in contests:
            notes.print(f"measuring {contest.setting.title}", highlight=False)
            contest.measure(options.seconds)
        count = instructions.counter(Path(folder)) if options.instructions else None
        if count is not None:
            counted = compiled(Path(folder), COUNTED)
            for contest in contests:
                contest.count(count, counted)
    if options.json:
        print(json.dumps(report(contests), indent=2))
        return 0
    show(contests)
    return 0


def show(contests: list[Contest]) -> None:
    """Prints the figures for reading."""
    console = Console()
    if not console.is_terminal:
        console = Console(width=110)
    figures = {contest.setting.title: contest.ours.figures() for contest in contests}
    console.print(f"{cores()} cores; every figure the fastest of several rounds", highlight=False)
    console.print(table(figures))
    if any(contest.yardstick for contest in contests):
        console.print(yardstick_table(contests))
    if any(contest.openspiel for contest in contests):
        console.print(openspiel_table(contests))
    if any(contest.instructions_a_game for contest in contests):
        console.print(yardstick_instruction_table(contests))
    if any(contest.instructions for contest in contests):
        console.print(instruction_table(contests))
    console.print(target_table(figures, contests))


if __name__ == "__main__":
    sys.exit(main())
