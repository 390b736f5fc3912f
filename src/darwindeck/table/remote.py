"""A table whose game came from outside: it is played in a process of its own, within limits.

The process (`darwindeck.table.worker`) has the match; this one has the sockets and the secrets, and
never reads the genome. They speak in lines of JSON:

    {"do": "join", "line": 3, "seat": 0}       {"do": "leave", …}       {"do": "look", "seat": 1}
    {"do": "say", "seat": 0, "message": {…}}   {"line": 3, "text": "…"}
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
from typing import Any

from darwindeck.simulation.table import ONLOOKER
from darwindeck.table.party import Party
from darwindeck.table.room import Listener
from darwindeck.table.store import Store, TableRow

MOST_LINE = 32_000_000
"""Bytes of one answer."""
SILENCE = 60.0
"""Seconds after which a process that does not answer is ended."""
_CLOSED = json.dumps({"t": "error", "text": "Something went wrong at this table. It is closed."})


class RemoteTable:
    """Stands for a table in the process that has the sockets."""

    def __init__(self, row: TableRow, store: Store, beat: float, patience: float) -> None:
        self.party = Party(row, store, self._seated)
        self._arguments = [str(store.path), row.id, str(beat), str(patience)]
        self._lines: dict[int, tuple[int, Listener]] = {}
        """By their number: seat and listener."""
        self._next = 0
        self._waiting: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None
        self._ending: set[asyncio.Task[None]] = set()

    @property
    def is_watched(self) -> bool:
        return bool(self._lines)

    def join(self, seat: int, listener: Listener) -> Listener | None:
        """Connects somebody. A seat has one listener: whoever was there before is given back."""
        former = None
        if seat != ONLOOKER:
            former = next((line for at, line in self._lines.values() if at == seat), None)
            if former is not None:
                self._drop(former)
        self._next += 1
        self._lines[self._next] = seat, listener
        self._ask(do="join", line=self._next, seat=seat)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._serve())
        return former

    def leave(self, seat: int, listener: Listener) -> None:
        self._drop(listener)
        if not self._lines:
            self.close()

    def _drop(self, listener: Listener) -> None:
        for number, (seat, line) in list(self._lines.items()):
            if line is listener:
                del self._lines[number]
                self._ask(do="leave", line=number, seat=seat)

    def say(self, seat: int, message: dict[str, Any]) -> None:
        self._ask(do="say", seat=seat, message=message)

    def close(self) -> None:
        """Ends the process: nobody is there."""
        if self._task is not None:
            self._task.cancel()
            self._ending.add(self._task)
            self._task.add_done_callback(self._ending.discard)
            self._task = None
        self._waiting = asyncio.Queue()

    async def ended(self) -> None:
        """Waits until its processes are gone."""
        await asyncio.gather(*self._ending, return_exceptions=True)

    def _seated(self, seat: int) -> None:
        self._ask(do="look", seat=seat)

    def _ask(self, **command: Any) -> None:
        self._waiting.put_nowait(command)

    # --- the process -----------------------------------------------------------------------------

    async def _serve(self) -> None:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "darwindeck.table.worker",
            *self._arguments,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            limit=MOST_LINE,
        )
        try:
            pump = asyncio.create_task(self._pump(process))
            try:
                await self._hear(process)
            finally:
                pump.cancel()
                with contextlib.suppress(asyncio.CancelledError, ConnectionError):
                    await pump
            for _, listener in self._lines.values():
                listener.send(_CLOSED)
        finally:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()

    async def _pump(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdin is not None
        while True:
            command = await self._waiting.get()
            process.stdin.write(json.dumps(command).encode() + b"\n")
            await process.stdin.drain()

    async def _hear(self, process: asyncio.subprocess.Process) -> None:
        """Passes on what the process says, until it ends or says nothing for too long."""
        assert process.stdout is not None
        while True:
            try:
                line = await asyncio.wait_for(process.stdout.readline(), SILENCE)
            except (TimeoutError, ValueError):
                return
            if not line:
                return
            said = json.loads(line)
            if said["line"] in self._lines:
                self._lines[said["line"]][1].send(said["text"])
