"""A genome from outside is read, checked and played in a process of its own, within limits.

The process reads the genome from its standard input and answers with one line of JSON: the genome
in its canonical form, or what is wrong with it.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from typing import NamedTuple

from darwindeck.genome.codec import decode_genome, parse_json, to_json
from darwindeck.genome.problems import GenomeError

MOST_BYTES = 400_000
"""Bytes of a genome that is brought along."""
MEMORY = 1_500_000_000
"""Bytes of memory that the process may use."""
SECONDS = 20
"""Seconds that it may compute."""
_GAMES = 3
"""Games that it plays."""
_MOST_PROBLEMS = 20


class Verdict(NamedTuple):
    """What came of a genome."""

    genome: str | None
    """In its canonical form; None if it was turned away."""
    problems: tuple[str, ...] = ()


async def judged(data: bytes) -> Verdict:
    """What a process of its own says of a genome."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "darwindeck.table.checking",
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
        return Verdict(answer["genome"], tuple(answer["problems"]))
    except (ValueError, KeyError, TypeError):
        return Verdict(None, ("it takes too much time or memory to check and play",))


def judge(data: bytes) -> Verdict:
    """Reads, checks and plays a genome; the same in this process, without limits."""
    from darwindeck.simulation import Game, simulate_game

    try:
        genome = decode_genome(parse_json(data))
        game = Game(genome)
        simulate_game(game, _GAMES, players="random", seed=1)
    except GenomeError as error:
        found = [f"[{problem.code}] {problem}" for problem in error.problems[:_MOST_PROBLEMS]]
        return Verdict(None, tuple(found))
    return Verdict(to_json(genome))


def _limit() -> None:
    try:
        import resource
    except ImportError:  # a system without such limits still has the limit of waiting
        return
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))


def main() -> None:
    _limit()
    verdict = judge(sys.stdin.buffer.read(MOST_BYTES + 1))
    sys.stdout.write(json.dumps(verdict._asdict()))
    sys.stdout.flush()
    # Nothing is left to tidy up, and what a genome has made need not be taken apart.
    os._exit(0)


if __name__ == "__main__":
    main()
