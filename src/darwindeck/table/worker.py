"""The process of one table whose game came from outside; see `darwindeck.table.remote`.

python -m darwindeck.table.worker FILE TABLE BEAT PATIENCE
"""

from __future__ import annotations

import asyncio
import json
import sys
from typing import Any

from darwindeck.table.apart import limit
from darwindeck.table.room import Room
from darwindeck.table.store import Store

_ALIVE = 10.0
"""Seconds after which it says that it is still there."""
_NOBODY = 0
_CPU = 1_800
"""Seconds that it may compute in all."""


class _Line:
    """Somebody who is connected to the other process."""

    def __init__(self, number: int) -> None:
        self.number = number

    def send(self, text: str) -> None:
        sys.stdout.write(json.dumps({"line": self.number, "text": text}) + "\n")
        sys.stdout.flush()


class _Worker:
    """Does what the other process asks for."""

    def __init__(self, store: Store, room: Room) -> None:
        self.store = store
        self.room = room
        self._lines: dict[int, _Line] = {}

    def do(self, command: dict[str, Any]) -> None:
        match command["do"]:
            case "join":
                line = self._lines[command["line"]] = _Line(command["line"])
                self.room.join(command["seat"], line)
            case "leave":
                self.room.leave(command["seat"], self._lines.pop(command["line"]))
            case "look":
                self.room.look(command["seat"])
            case "say":
                self.room.say(command["seat"], command["message"])


async def work(path: str, table_id: str, beat: float, patience: float) -> None:
    store = Store(path)
    row = store.table(table_id)
    assert row is not None, "a table that is there"
    worker = _Worker(store, Room(row, store, beat, patience))
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    alive = asyncio.create_task(_show_life())
    while line := await reader.readline():
        worker.do(json.loads(line))
    alive.cancel()


async def _show_life() -> None:
    while True:
        await asyncio.sleep(_ALIVE)
        _Line(_NOBODY).send("")


def main() -> None:
    path, table_id, beat, patience = sys.argv[1:]
    limit(_CPU)
    asyncio.run(work(path, table_id, float(beat), float(patience)))


if __name__ == "__main__":
    main()
