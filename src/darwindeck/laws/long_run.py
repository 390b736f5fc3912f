"""Laws in the long run: many games, kept up for hours, stopped and taken up again.

What can be judged quickly the core looks at after every move (`audit_games`). What takes long
(views, hidden cards dealt again, cards exchanged before the deal, logs, words) is looked at in
games that `check_game` follows, at some moments of each. A run is a list of jobs, each a game of
some part; a file keeps what came of them. A law that was broken is shrunk to the smallest game that
shows it.
"""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from darwindeck._core import audit_games, audit_laws
from darwindeck.genome.codec import to_json
from darwindeck.genome.schema import GameGenome
from darwindeck.laws.check import check_game
from darwindeck.laws.general import GENERAL
from darwindeck.laws.law import Finding, Law, Occasion, Violation
from darwindeck.laws.record import some_number
from darwindeck.laws.shrink import shrunk, smallest
from darwindeck.simulation import Game, game_seed
from darwindeck.simulation.state import Start

Maker = Callable[[str, int], GameGenome | None]
"""Makes the game of a part that a number stands for; None if there is none."""

LISTED = ("library", "folder")
"""Parts whose games are played one after the other; those of others are made from chance."""
OWN_GAMES = ("library",)
"""Parts in which no decision may take too much work. In others that is counted, not reported."""
MOVES_OF_JOB = {"library": 100_000, "folder": 100_000}
MOVES_OF_SAMPLE = 20_000
"""A job plays so many moves of one game; of one that was made from chance fewer."""
CLOSE_OF_JOB = 3_000
"""A job that looks closely follows so many moves of one game."""
MOST_OF_GAME = 10_000
"""After so many moves a game is broken off."""
MATCHES = 8
"""One game in so many is a whole match; the others are single hands."""
MOST_OF_CLOSE_GAME = 400
"""So many moves of a game that is looked at closely are followed."""
CLOSE_HANDS = 4
"""One of so many such games is a single hand; the others are matches."""
LOOKS = 2
"""At how many moments of a game that is followed closely the laws that take long are looked at."""
MOST_CLOSE_GAMES = 40
"""A job follows so many games closely, at most: in some games nobody decides anything."""
WHOLE = 6
"""One of so many such games is written down, read again, and played with other hidden cards."""
FAULT_AFTER = 7
"""After so many moves of every game a fault happens, if one was asked for."""
SECONDS = 2.0
"""How often it is told how far a run is."""


def _elsewhere(record: object) -> Iterator[Finding]:
    """Judged where games are played by the thousand, not from a record of one."""
    return iter(())


QUICK_PLAY = Law(
    "quick play",
    "A game that is played without a stop comes to the same end as one played move by move.",
    _elsewhere,
    Occasion.GAME,
)
CORE_LAWS: Mapping[str, Law] = {law.name: law for law in (*GENERAL, QUICK_PLAY)}


@dataclass(frozen=True)
class Job:
    """A game of a part, to be played under the laws that are quick, or looked at closely."""

    part: str
    number: int
    close: bool


@dataclass
class Done:
    """What came of a job."""

    job: Job
    game: str = ""
    counts: dict[str, int] = field(default_factory=dict)
    """Games, moves, looks and so on, by name."""
    broken: list[BrokenGame] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def moves(self) -> int:
        return self.counts.get("moves", 0)


@dataclass(frozen=True)
class BrokenGame:
    """The smallest game that was found in which a law is broken."""

    law: str
    what: str
    genome: str
    """The game as JSON."""
    log: str
    """The match, as `darwindeck replay` reads it."""


def do_job(job: Job, make: Maker, seed: int, fault: str | None = None) -> Done:
    """Plays one job."""
    begun = time.perf_counter()
    done = Done(job)
    chance = Random(f"{seed} {job.part} {job.number}")
    number = job.number if job.part in LISTED else chance.getrandbits(60)
    genome = make(job.part, number)
    if genome is not None:
        done.game = genome.genome_id
        game = Game(genome)
        own = some_number(chance.getrandbits(63))
        found = _closely(game, own, done) if job.close else _quickly(game, own, done, fault)
        done.broken = [_told(game, violation) for violation in smallest(found).values()]
    done.seconds = time.perf_counter() - begun
    return done


def _quickly(game: Game, seed: int, done: Done, fault: str | None) -> list[Violation]:
    moves = MOVES_OF_JOB.get(done.job.part, MOVES_OF_SAMPLE)
    report = audit_games(
        game.core,
        moves,
        seed=seed,
        most=MOST_OF_GAME,
        matches=MATCHES,
        fault=None if fault is None else (fault, FAULT_AFTER),
    )
    found = report.pop("found")
    report.pop("broken")
    done.counts = report
    return [
        Violation(
            CORE_LAWS[law],
            what,
            number,
            Start(game_seed(seed, number), single, None, None),
            tuple(moves),
        )
        for number, single, moves, broken in found
        for law, what in broken
        if law != "bounded work" or done.job.part in OWN_GAMES
    ]


def _closely(game: Game, seed: int, done: Done) -> list[Violation]:
    # What the core judges after every move it has judged elsewhere.
    quick = set(audit_laws()) - {"listed moves", "replay", "no failure"}
    laws = [law for law in GENERAL if law.name not in quick]
    some = [law for law in laws if law.at not in (Occasion.PAIR, Occasion.GAME)]
    found: list[Violation] = []
    counts = dict.fromkeys(("games", "moves", "looks"), 0)
    while counts["moves"] < CLOSE_OF_JOB and counts["games"] < MOST_CLOSE_GAMES:
        report = check_game(
            game,
            1,
            some_number(seed, counts["games"]),
            single_hand=counts["games"] % CLOSE_HANDS == 0,
            looks=LOOKS,
            most_moves=MOST_OF_CLOSE_GAME,
            laws=some if counts["games"] % WHOLE else laws,
        )
        counts["games"] += 1
        counts["moves"] += report.moves
        counts["looks"] += report.looks
        found += report.violations
        if found:
            break
    done.counts = counts
    return found


def _told(game: Game, violation: Violation) -> BrokenGame:
    small = shrunk(game, violation)
    return BrokenGame(small.law.name, small.what, to_json(game.genome), log_text(game, small))


def log_text(game: Game, violation: Violation) -> str:
    """The log of a violation; with the numbers of its moves, if they cannot be put in words."""
    head = f"# {violation.law.name}: {' '.join(violation.what.split())}\n"
    try:
        return head + violation.log(game).to_text()
    except (RuntimeError, ValueError, LookupError):
        return f"{head}# {violation}\n"


class RunState:
    """How far a run has come, in a file that survives being stopped."""

    def __init__(self, path: Path | None, seed: int) -> None:
        """Raises `ValueError` if the file belongs to a run with another seed, or to none."""
        self._base = sqlite3.connect(":memory:" if path is None else path)
        try:
            self._base.execute("CREATE TABLE IF NOT EXISTS run (seed TEXT)")
            self._base.execute(
                "CREATE TABLE IF NOT EXISTS job (part TEXT, number INTEGER, close INTEGER,"
                " game TEXT, counts TEXT, broken TEXT, seconds REAL,"
                " PRIMARY KEY (part, number, close))"
            )
            row = self._base.execute("SELECT seed FROM run").fetchone()
        except sqlite3.DatabaseError:
            raise ValueError("the state file is not one of a run under the laws") from None
        if row is None:
            self._base.execute("INSERT INTO run VALUES (?)", (str(seed),))
            self._base.commit()
        elif int(row[0]) != seed:
            raise ValueError(f"the state file is of a run with seed {row[0]}, not {seed}")

    def add(self, done: Done) -> None:
        broken = json.dumps([vars(item) for item in done.broken])
        job = done.job
        self._base.execute(
            "INSERT OR REPLACE INTO job VALUES (?, ?, ?, ?, ?, ?, ?)",
            (
                job.part,
                job.number,
                job.close,
                done.game,
                json.dumps(done.counts),
                broken,
                done.seconds,
            ),
        )
        self._base.commit()

    def jobs(self) -> Iterator[Done]:
        """The jobs that were done, with their results."""
        rows = self._base.execute(
            "SELECT part, number, close, game, counts, broken, seconds FROM job"
            " ORDER BY close, part, number"
        )
        for part, number, close, game, counts, broken, seconds in rows:
            job = Job(part, number, bool(close))
            found = [BrokenGame(**item) for item in json.loads(broken)]
            yield Done(job, game, json.loads(counts), found, seconds)

    def close(self) -> None:
        self._base.close()


@dataclass
class Total:
    """What all jobs of one part come to."""

    part: str
    close: bool
    games: int = 0
    """Different games."""
    counts: dict[str, int] = field(default_factory=dict)
    broken: int = 0
    hours: float = 0.0

    def add(self, done: Done) -> None:
        self.games += bool(done.game)
        for name, count in done.counts.items():
            self.counts[name] = self.counts.get(name, 0) + count
        self.broken += len(done.broken)
        self.hours += done.seconds / 3600


class Totals:
    """What a run has come to, part by part."""

    def __init__(self, state: RunState) -> None:
        self.parts: dict[tuple[str, bool], Total] = {}
        self.begun: dict[tuple[str, bool], set[int]] = {}
        self.games: dict[tuple[str, bool], set[str]] = {}
        for done in state.jobs():
            self.add(done)

    def add(self, done: Done) -> None:
        key = done.job.part, done.job.close
        total = self.parts.setdefault(key, Total(*key))
        total.add(done)
        names = self.games.setdefault(key, set())
        names.add(done.game)
        if done.job.part in LISTED:
            total.games = len(names)
        self.begun.setdefault(key, set()).add(done.job.number)

    def moves(self, close: bool) -> int:
        return sum(t.counts.get("moves", 0) for t in self.parts.values() if t.close == close)

    def of(self, part: str, close: bool) -> int:
        total = self.parts.get((part, close))
        return 0 if total is None else total.counts.get("moves", 0)


def run(
    state: RunState,
    make: Maker,
    parts: Sequence[str],
    *,
    seed: int,
    moves: int,
    close: int = 0,
    processes: int = 1,
    fault: str | None = None,
    progress: Callable[[Totals], object] = lambda totals: None,
) -> Totals:
    """Plays until every part has its share of the moves; what is in the state counts."""
    totals = Totals(state)
    todo = _jobs(totals, parts, {False: moves, True: close})
    told = time.monotonic()
    with ProcessPoolExecutor(processes) as pool:
        running: set[Future[Done]] = set()
        try:
            while True:
                while len(running) < processes and (job := next(todo, None)) is not None:
                    running.add(pool.submit(do_job, job, make, seed, fault))
                if not running:
                    return totals
                finished, running = wait(running, SECONDS, FIRST_COMPLETED)
                for future in finished:
                    done = future.result()
                    state.add(done)
                    totals.add(done)
                if time.monotonic() - told >= SECONDS:
                    told = time.monotonic()
                    progress(totals)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _jobs(totals: Totals, parts: Sequence[str], wanted: Mapping[bool, int]) -> Iterator[Job]:
    """Jobs, always of the part that is furthest behind, until each has its share."""
    for close, moves in wanted.items():
        share = -(-moves // len(parts))
        given = {part: totals.of(part, close) for part in parts}
        begun = {part: set(totals.begun.get((part, close), ())) for part in parts}
        while True:
            behind = [part for part in parts if totals.of(part, close) < share]
            if not behind:
                break
            part = min(behind, key=lambda part: (max(given[part], totals.of(part, close)), part))
            number = next(n for n in range(len(begun[part]) + 1) if n not in begun[part])
            begun[part].add(number)
            given[part] += CLOSE_OF_JOB if close else MOVES_OF_JOB.get(part, MOVES_OF_SAMPLE)
            yield Job(part, number, close)
