"""Hostile input: bytes that are nearly bytecode, and files that are nearly genomes."""

from __future__ import annotations

import copy
import json
import os
import time
from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from darwindeck._core import CoreGame, verify_bytecode
from darwindeck.genome.bytecode.header import BytecodeHeader

LONGEST = 2.0 if float(os.environ.get("DARWINDECK_TEST_SCALE", "1")) > 1 else 60.0
"""How many seconds of work may lie between two decisions: measured in a long run on a quiet
machine; else only what does not come to an end is noticed."""
PATIENCE = 0.5
"""After how many seconds of work a game of many long decisions is left off."""

# --- bytes ---------------------------------------------------------------------------------------


def hostile_bytes(rng: Random, sources: list[bytes]) -> bytes:
    """Bytecode that something has happened to, or bytes that never were any."""
    data = bytearray(rng.choice(sources))
    kind = rng.random()
    if kind < 0.65:
        for _ in range(1 if kind < 0.45 else rng.randrange(2, 9)):
            data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    elif kind < 0.80:
        for _ in range(rng.choice((1, 1, 2, 4))):
            place = rng.randrange(BytecodeHeader.HEADER_SIZE, len(data))
            near = ((data[place] + 1) % 256, (data[place] - 1) % 256)
            data[place] = rng.choice((0, 1, 2, 3, 127, 128, 254, 255, rng.randrange(256), *near))
    elif kind < 0.85:
        del data[rng.randrange(len(data)) :]
    elif kind < 0.90:
        other = rng.choice(sources)
        length, to, start = rng.randrange(1, 200), rng.randrange(len(data)), rng.randrange(60)
        data[to : to + length] = other[start : start + length]
    elif kind < 0.95:
        length = rng.randrange(1, 40)
        to, start = (rng.randrange(53, len(data) - length) for _ in range(2))
        data[to : to + length] = data[start : start + length]
    else:
        head = data[: BytecodeHeader.HEADER_SIZE] if rng.random() < 0.5 else b""
        data = bytearray(head + rng.randbytes(rng.choice((0, 1, 52, 53, 60, 400, 4_000))))
    return bytes(data)


def loaded(data: bytes) -> CoreGame | None:
    """The game, if the bytes are one; what verifies is loaded, and nothing else is."""
    try:
        verify_bytecode(data)
    except ValueError:
        try:
            CoreGame(data)
        except ValueError:
            return None
        raise AssertionError("bytes that were refused have been loaded") from None
    return CoreGame(data)


class Watch:
    """Sees how long the core works at the most, by the clock of this thread's work."""

    def __init__(self) -> None:
        self.longest = 0.0
        self.total = 0.0
        self._since = time.thread_time()

    def begin(self) -> None:
        self._since = time.thread_time()

    def end(self) -> None:
        taken = time.thread_time() - self._since
        self.longest = max(self.longest, taken)
        self.total += taken


def play_hostile(game: CoreGame, rng: Random, decisions: int) -> float:
    """Plays up to three matches at random; gives the longest time between two decisions.

    Somebody has a legal move as long as a match is not over, and nothing makes the core fail.
    """
    watch = Watch()
    for _ in range(3):
        watch.begin()
        position = game.deal(rng.randrange(2**32))
        watch.end()
        while decisions > 0 and watch.total < PATIENCE:
            decisions -= 1
            asked = position.asked()
            assert (asked is None) == position.over
            if asked is None:
                break
            watch.begin()
            moves = position.legal(asked)
            assert moves
            position = position.apply(asked, rng.choice(moves))
            watch.end()
    return watch.longest


# --- files ---------------------------------------------------------------------------------------

NUMBERS: list[Any] = [
    *(0, 1, -1, 2, 3, 7, 12, 13, 64, 127, 128, 129, 255, 256, 1_000, 10_000, 65_535, 10**6),
    *(10**9, -(10**9), 2**31 - 1, 2**31, -(2**31), 10**12, 1.5, -0.0, 1e300),
]
WORDS = [
    *("", "true", "false", "none", "each", "hand", "deck", "discard", "turn", "dealer", "0", "x"),
    *("pile", "size(hand)", "size(deck) > 0", "count(hand, x)", "team(turn)", "left(turn)", "💥"),
    *("where(each, hand_size > 0)", "a" * 500, "1 + 1", "not", "))", "top(discard)", "captured"),
    *("any(each, any(each, any(each, hand_size > 1)))", "hand(left(turn))", "tableau", "-1"),
]


class Spot(NamedTuple):
    """A value in a file, and where it lies."""

    path: tuple[str | int, ...]
    value: Any


def hostile_file(rng: Random, sources: list[dict[str, Any]]) -> str:
    """The text of a genome in which some values have been changed, moved, doubled or removed."""
    data = copy.deepcopy(rng.choice(sources))
    for _ in range(rng.choice((1, 1, 1, 2, 3, 5))):
        _change(rng, data, sources)
    return json.dumps(data)


def _spots(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[Spot]:
    if path:
        yield Spot(path, value)
    if isinstance(value, dict):
        for name, item in value.items():
            yield from _spots(item, (*path, name))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _spots(item, (*path, index))


def _at(data: Any, path: tuple[str | int, ...]) -> Any:
    for step in path:
        data = data[step]
    return data


def _change(rng: Random, data: dict[str, Any], sources: list[dict[str, Any]]) -> None:
    spots = [spot for spot in _spots(data) if spot.path[0] != "$schema"]
    path, value = rng.choice(spots)
    holder, key = _at(data, path[:-1]), path[-1]
    kind = rng.random()
    if kind < 0.25:
        holder[key] = _another(rng, value, [s.value for s in spots if s.path[-1] == key])
    elif kind < 0.40:
        holder.pop(key)
    elif kind < 0.55:
        if isinstance(holder, list):
            holder.insert(rng.randrange(len(holder) + 1), copy.deepcopy(value))
        else:
            holder[key] = rng.choice([[value, value], [value]])
    elif kind < 0.75:
        other, moved = rng.choice(spots)
        if other[: len(path)] != path and path[: len(other)] != other:
            _at(data, other[:-1])[other[-1]] = copy.deepcopy(value)
            holder[key] = copy.deepcopy(moved)
    elif kind < 0.92:
        donor = rng.choice(sources) if rng.random() < 0.5 else data
        fitting = [spot.value for spot in _spots(donor) if _same_place(spot.path, path)]
        if fitting:
            holder[key] = copy.deepcopy(rng.choice(fitting))
    elif kind < 0.96:
        _multiply(rng, holder, key, value)
    else:
        holder[key] = rng.choice(NUMBERS + WORDS)


def _same_place(one: tuple[str | int, ...], other: tuple[str | int, ...]) -> bool:
    """Whether two paths end in the same field, or in items of the same list."""
    if isinstance(other[-1], str):
        return one[-1] == other[-1]
    return len(one) > 1 and isinstance(one[-1], int) and one[-2] == other[-2]


def _multiply(rng: Random, holder: Any, key: str | int, value: Any) -> None:
    """Many items for a few, or a selector within a selector, and so on."""
    if isinstance(value, list) and value:
        many = rng.choice((2, 10, 50, 300, 1_500))
        holder[key] = [copy.deepcopy(rng.choice(value)) for _ in range(many)]
    elif isinstance(value, dict) and {"rank", "suit", "any_of"} & value.keys():
        for _ in range(rng.choice((3, 30, 70))):
            value = {"not_": value}
        holder[key] = value


def _another(rng: Random, value: Any, like: list[Any]) -> Any:
    match value:
        case bool():
            return not value
        case int() | float():
            return rng.choice(NUMBERS) if rng.random() < 0.5 else value + rng.choice((-1, 1, 2, 10))
        case str():
            texts = [item for item in like if isinstance(item, str)]
            return rng.choice(WORDS if rng.random() < 0.4 or not texts else texts)
        case None:
            return rng.choice([0, 1, True, "true", [], {}])
        case _:
            return rng.choice([None, [], {}, 0, "", True])
