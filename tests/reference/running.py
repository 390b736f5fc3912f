"""A long comparison that can be stopped and taken up again."""

from __future__ import annotations

import gc
import json
import sqlite3
import time
import traceback
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from darwindeck.evolution.seeds import derived_seed
from darwindeck.genome.schema import GameGenome
from tests.reference import genome as genomes
from tests.reference import parts
from tests.reference.compare import Difference, Disagreement, Match, Pair, TooMuch

DECISIONS_OF_JOB = {"library": 1_000, "drafts": 1_000, "bred": 1_200, "random": 1_200}
"""A job plays hands of one game until so many decisions are compared."""
MOST_OF_MATCH = 250
"""So many decisions of one match are played, at most."""
MOST_GIVEN_UP = 3
"""After so many matches that were given up, another game is played."""
MATCHES = 8
"""One match in so many is a whole one; the others are single hands."""


@dataclass
class Done:
    """What came of one job."""

    part: str
    number: int
    game: str
    decisions: int = 0
    too_much: int = 0
    """Matches that one of the engines gave up because of the work (§6.57)."""
    differences: list[Difference] = field(default_factory=list)


def play_game(part: str, genome: GameGenome, seed: int, most: int, done: Done) -> None:
    """Plays hands of one game in both engines until `most` decisions are compared."""
    try:
        pair = Pair(genome)
    except Disagreement as found:
        done.differences.append(_difference(part, genome, seed, None, found))
        return
    for number in range(most):
        begun = done.decisions
        match_seed = derived_seed(seed, "match", number) >> 1
        match = Match(pair, match_seed, single_hand=number % MATCHES != MATCHES - 1)
        try:
            match.begin()
            match.play_on(Random(match_seed), min(MOST_OF_MATCH, most - done.decisions))
        except Disagreement as found:
            done.differences.append(_difference(part, genome, match_seed, match, found))
            return
        except TooMuch:
            done.too_much += 1
            if done.too_much >= MOST_GIVEN_UP:
                return
        except Exception as error:
            failed = Disagreement(
                f"{type(error).__name__}: {error}", "", traceback.format_exc(limit=-6)
            )
            done.differences.append(_difference(part, genome, match_seed, match, failed))
            return
        finally:
            done.decisions += len(match.moves)
        if done.decisions >= most or (done.decisions == begun and number > 20):
            return


def _difference(
    part: str, genome: GameGenome, seed: int, match: Match | None, found: Disagreement
) -> Difference:
    from darwindeck.genome.codec import encode_genome

    return Difference(
        part=part,
        genome=dict(encode_genome(genome)),
        seed=seed,
        single_hand=match is None or match.single_hand,
        moves=[] if match is None else list(match.moves),
        what=found.what,
        core=str(found.core),
        reference=str(found.reference),
    )


def do_job(part: str, number: int, seed: int, folder: str | None) -> Done:
    """One job: a game of a part, for some hundred decisions."""
    genome = parts.games(None if folder is None else Path(folder))[part](
        _number(seed, part, number)
    )
    done = Done(part, number, "" if genome is None else genome.name or genome.genome_id)
    if genome is not None:
        job = derived_seed(seed, "job", part, number)
        play_game(part, genome, job, DECISIONS_OF_JOB[part], done)
    genomes.forget()
    return done


def _number(seed: int, part: str, number: int) -> int:
    """Which game of a part a job plays: those of a list in turn, others made of the seed."""
    if part in ("library", "drafts"):
        return number
    return derived_seed(seed, "game", part, number)


class State:
    """How far a comparison has come, in a file that survives being stopped."""

    def __init__(self, path: Path, seed: int) -> None:
        self.base = sqlite3.connect(path)
        self.base.execute("CREATE TABLE IF NOT EXISTS run (seed INTEGER)")
        self.base.execute(
            "CREATE TABLE IF NOT EXISTS job (part TEXT, number INTEGER, game TEXT,"
            " decisions INTEGER, seconds REAL, too_much INTEGER, differences TEXT,"
            " PRIMARY KEY (part, number))"
        )
        row = self.base.execute("SELECT seed FROM run").fetchone()
        if row is None:
            self.base.execute("INSERT INTO run VALUES (?)", (str(seed),))
            self.base.commit()
        elif int(row[0]) != seed:
            raise ValueError(f"the state file is of a run with seed {row[0]}, not {seed}")

    def done(self, part: str) -> set[int]:
        rows = self.base.execute("SELECT number FROM job WHERE part = ?", (part,))
        return {number for (number,) in rows}

    def add(self, done: Done, seconds: float) -> None:
        differences = json.dumps([json.loads(item.to_json()) for item in done.differences])
        self.base.execute(
            "INSERT OR REPLACE INTO job VALUES (?, ?, ?, ?, ?, ?, ?)",
            (
                done.part,
                done.number,
                done.game,
                done.decisions,
                seconds,
                done.too_much,
                differences,
            ),
        )
        self.base.commit()

    def totals(self) -> dict[str, tuple[int, int]]:
        """By part: decisions compared, and games in which a difference was found."""
        rows = self.base.execute(
            "SELECT part, SUM(decisions), SUM(differences != '[]') FROM job GROUP BY part"
        )
        return {part: (decisions, found) for part, decisions, found in rows}

    def given_up(self) -> int:
        """Matches that were given up because of the work."""
        return int(self.base.execute("SELECT TOTAL(too_much) FROM job").fetchone()[0])

    def seconds(self) -> float:
        return float(self.base.execute("SELECT TOTAL(seconds) FROM job").fetchone()[0])


def jobs_of(state: State, names: list[str], decisions: int) -> Iterator[tuple[str, int]]:
    """Jobs, always of the part that is furthest behind, until each part has its share."""
    share = decisions // len(names)
    begun = {name: state.done(name) for name in names}
    ahead = {name: state.totals().get(name, (0, 0))[0] for name in names}
    while True:
        totals = state.totals()
        behind = [name for name in names if totals.get(name, (0, 0))[0] < share]
        if not behind:
            return
        part = min(behind, key=lambda name: (max(ahead[name], totals.get(name, (0, 0))[0]), name))
        number = next(n for n in range(len(begun[part]) + 1) if n not in begun[part])
        begun[part].add(number)
        ahead[part] += DECISIONS_OF_JOB[part]
        yield part, number


def _seldom_collect() -> None:
    """Positions do not refer to themselves: garbage need not be looked for often."""
    gc.freeze()
    gc.set_threshold(200_000, 20, 20)


def run(
    state: State,
    *,
    decisions: int,
    seed: int,
    processes: int,
    folder: Path | None,
    differences: Path | None,
    names: list[str] | None = None,
    quiet: bool = False,
) -> dict[str, tuple[int, int]]:
    """Compares until every part has its share of the decisions; the totals by part."""
    drafts = None if folder is None else str(folder)
    names = names or list(parts.games(folder))
    todo = jobs_of(state, names, decisions)
    last = time.monotonic()
    with ProcessPoolExecutor(processes, initializer=_seldom_collect) as pool:
        running: dict[Future[Done], float] = {}
        while True:
            while len(running) < processes:
                job = next(todo, None)
                if job is None:
                    break
                running[pool.submit(do_job, *job, seed, drafts)] = time.monotonic()
            if not running:
                return state.totals()
            finished, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in finished:
                done = future.result()
                state.add(done, time.monotonic() - running.pop(future))
                for index, found in enumerate(done.differences):
                    report(done, index, found, differences)
            if not quiet and time.monotonic() - last > 10:
                last = time.monotonic()
                print(telling(state), flush=True)


def report(done: Done, index: int, found: Difference, folder: Path | None) -> None:
    """Prints a difference and writes it to a file that can be run again."""
    print(f"difference in {done.part} {done.number} ({done.game}): {found.what}", flush=True)
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{done.part}-{done.number}-{index}.json"
        path.write_text(found.to_json())
        print(f"  written to {path}", flush=True)


def telling(state: State) -> str:
    """The totals in words."""
    totals = state.totals()
    listed = [f"{part} {count:,} ({found} games differ)" for part, (count, found) in totals.items()]
    total = sum(count for count, _ in totals.values())
    seconds = state.seconds()
    speed = total / seconds if seconds else 0
    given_up = f"; {state.given_up()} matches given up because of the work"
    told = "; ".join(listed) + (given_up if state.given_up() else "")
    return f"{total:,} decisions compared, {speed:,.0f} a second: {told}"


def again(path: Path) -> None:
    """Plays a difference again; raises `Disagreement` where it still is one."""
    from darwindeck.genome.codec import decode_valid_genome

    found = Difference.from_json(path.read_text())
    match = Match(Pair(decode_valid_genome(found.genome)), found.seed, found.single_hand)
    match.begin()
    for seat, code in found.moves:
        match.play(seat, code)
