"""What comes from outside is read, checked and played in a process of its own, within limits.

The process reads from its standard input and answers with one line of JSON: what was made of it, or
what is wrong with it.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Callable
from typing import Any, NamedTuple

from darwindeck.genome.codec import decode_genome, parse_json, to_json
from darwindeck.genome.problems import GenomeError
from darwindeck.simulation import Game, MatchLog, simulate_game
from darwindeck.table.replay import replay_of

MOST_BYTES = 400_000
"""Bytes of a genome or a log that is brought along."""
MEMORY = 1_500_000_000
"""Bytes of memory that the process may use."""
SECONDS = 20
"""Seconds that it may compute."""
_GAMES = 3
"""Games that it plays to try a genome."""
_MOST_PROBLEMS = 20


class Verdict(NamedTuple):
    """What came of it."""

    made: Any
    """The genome in its canonical form, or the match to be shown; None if it was turned away."""
    problems: tuple[str, ...] = ()


async def done_apart(task: str, data: bytes) -> Verdict:
    """What a process of its own makes of some bytes."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "darwindeck.table.apart",
        task,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        said, _ = await asyncio.wait_for(process.communicate(data), SECONDS + 10)
    except TimeoutError:
        process.kill()
        await process.wait()
        return Verdict(None, ("it takes too long to check and play",))
    try:
        answer = json.loads(said)
        return Verdict(answer["made"], tuple(answer["problems"]))
    except (ValueError, KeyError, TypeError):
        return Verdict(None, ("it takes too much time or memory to check and play",))


def judge(data: bytes) -> str:
    """Reads, checks and plays a genome; its canonical form."""
    genome = decode_genome(parse_json(data))
    simulate_game(Game(genome), _GAMES, players="random", seed=1)
    return to_json(genome)


def show(data: bytes) -> Any:
    """Reads a saved game, or a log in notation of a game of the library, and plays it again."""
    saved = data.lstrip()[:1] == b"{"
    return replay_of(MatchLog.from_json(data) if saved else MatchLog.from_text(data.decode()))


TASKS: dict[str, Callable[[bytes], Any]] = {"judge": judge, "show": show}


def do(task: str, data: bytes) -> Verdict:
    """The same in this process, without limits."""
    try:
        return Verdict(TASKS[task](data))
    except GenomeError as error:
        found = [f"[{problem.code}] {problem}" for problem in error.problems[:_MOST_PROBLEMS]]
        return Verdict(None, tuple(found))
    except ValueError as error:
        return Verdict(None, (str(error),))


def _limit() -> None:
    try:
        import resource
    except ImportError:  # a system without such limits still has the limit of waiting
        return
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))


def main() -> None:
    _limit()
    verdict = do(sys.argv[1], sys.stdin.buffer.read(MOST_BYTES + 1))
    sys.stdout.write(json.dumps(verdict._asdict()))
    sys.stdout.flush()
    # Nothing is left to tidy up, and what a genome has made need not be taken apart.
    os._exit(0)


if __name__ == "__main__":
    main()
