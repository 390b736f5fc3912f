"""What comes from outside is read, checked and played in a process of its own, within limits.

The process reads from its standard input and answers with one line of JSON: what was made of it, or
what is wrong with it.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from base64 import b64decode
from collections.abc import Callable
from typing import Any, NamedTuple

from darwindeck.evaluation import evaluate_game
from darwindeck.evaluation import judge as worth_of
from darwindeck.genome.checked import check
from darwindeck.genome.codec import decode_genome, from_json, parse_json, to_json
from darwindeck.genome.options import apply_options
from darwindeck.genome.problems import GenomeError
from darwindeck.genome.schema import GameGenome
from darwindeck.simulation import Game, MatchLog, simulate_game
from darwindeck.table.describing import described, listed
from darwindeck.table.model import TableModel
from darwindeck.table.party import hashed
from darwindeck.table.replay import NotOver, replay, replay_of, replay_of_round

MOST_BYTES = 400_000
"""Bytes of a genome or a log that is brought along."""
MEMORY = 1_500_000_000
"""Bytes of memory that the process may use."""
SECONDS = 20
"""Seconds that it may compute."""
_GAMES = 3
"""Games that it plays to try a genome."""
_MOST_PROBLEMS = 20


class Answer(NamedTuple):
    """What the other process made of its task, or why it turned it away."""

    made: Any
    """What was asked for; None if it was turned away."""
    problems: tuple[str, ...] = ()


async def done_apart(task: str, data: bytes) -> Answer:
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
        return Answer(None, ("it takes too long to check and play",))
    try:
        answer = json.loads(said)
        return Answer(answer["made"], tuple(answer["problems"]))
    except (ValueError, KeyError, TypeError):
        return Answer(None, ("it takes too much time or memory to check and play",))


def judge(data: bytes) -> dict[str, Any]:
    """Reads, checks and plays a genome; its canonical form, and what there is to say of it."""
    genome = decode_genome(parse_json(data))
    simulate_game(Game(genome), _GAMES, players="random", seed=1)
    text = to_json(genome)
    name = f"own-{hashed(text).hex()[:16]}"
    return {"game": name, "genome": text, "about": listed(name, genome)}


def _stated(data: bytes) -> tuple[str, GameGenome]:
    """The name and genome of a game with its options chosen."""
    wanted = json.loads(data)
    genome = decode_genome(parse_json(wanted["genome"].encode()))
    return wanted["name"], check(apply_options(genome, wanted.get("options", {}))).genome


def settle(data: bytes) -> dict[str, Any]:
    """A game with its options chosen, ready for a table."""
    _, genome = _stated(data)
    return {"genome": to_json(genome), "players": genome.player_count}


def worth(data: bytes) -> dict[str, Any]:
    """What a game with its options is worth, by a quick measurement."""
    _, genome = _stated(data)
    found = evaluate_game(genome, effort="quick", threads=1)
    verdict = worth_of(found)
    return {
        "sentence": verdict.sentence,
        "score": verdict.score,
        "parts": [
            {"name": part.name, "value": part.value, "why": part.why}
            for part in sorted(verdict.parts, key=lambda part: -part.weight)
        ],
    }


def show(data: bytes) -> Any:
    """Reads a saved game, or a log in notation of a game of the library, and plays it again."""
    saved = data.lstrip()[:1] == b"{"
    return replay_of(MatchLog.from_json(data) if saved else MatchLog.from_text(data.decode()))


def show_round(data: bytes) -> Any:
    """Reads an archive and plays one of its rounds again."""
    wanted = json.loads(data)
    return replay_of_round(b64decode(wanted["data"]), wanted["name"], wanted["round"])


def again(data: bytes) -> Any:
    """Plays the match of a table again."""
    match = json.loads(data)
    model = TableModel(Game(from_json(match["genome"])))
    return replay(model, model.begin(match["seed"]), match["moves"], only_if_over=True)


def over(data: bytes) -> dict[str, str]:
    """The key and name of the game of a table whose match is over."""
    match = json.loads(data)
    genome = from_json(match["genome"])
    position = Game(genome).deal(match["seed"]).position
    for seat, code in match["moves"]:
        position = position.apply(seat, code)
    if not position.over:
        raise NotOver("the match is not over yet")
    return {"key": check(genome).key, "name": genome.name or genome.genome_id}


TASKS: dict[str, Callable[[bytes], Any]] = {
    "judge": judge,
    "list": lambda data: listed(*_stated(data)),
    "describe": lambda data: described(*_stated(data)),
    "settle": settle,
    "worth": worth,
    "show": show,
    "show round": show_round,
    "again": again,
    "over": over,
}


def do(task: str, data: bytes) -> Answer:
    """The same in this process, without limits."""
    try:
        return Answer(TASKS[task](data))
    except GenomeError as error:
        found = [f"[{problem.code}] {problem}" for problem in error.problems[:_MOST_PROBLEMS]]
        return Answer(None, tuple(found))
    except ValueError as error:
        return Answer(None, (str(error),))


def limit(seconds: int) -> None:
    """Bounds the memory and the computing time of this process."""
    try:
        import resource
    except ImportError:  # a system without such limits still has the limit of waiting
        return
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))


def main() -> None:
    limit(SECONDS)
    verdict = do(sys.argv[1], sys.stdin.buffer.read())
    sys.stdout.write(json.dumps(verdict._asdict()))
    sys.stdout.flush()
    # Nothing is left to tidy up, and what a genome has made need not be taken apart.
    os._exit(0)


if __name__ == "__main__":
    main()
