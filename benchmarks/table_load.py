"""How many tables one server carries: scripted clients in a process of their own.

`python -m benchmarks.table_load` opens 300 tables with four persons each, every table makes one
move a second for five minutes, and prints how long moves took to be answered and what memory the
server used. `--tables` and `--seconds` make it shorter. The clients come from several addresses of
this machine (127.0.0.1, 127.0.0.2, …), since a server bounds what one address may do; that works
on Linux. Nothing is written: docs/table.md holds what was found.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import httpx2
from websockets import Origin
from websockets.asyncio.client import ClientConnection, connect

from darwindeck.simulation import EventKind

GAMES = ("hearts", "spades", "euchre", "oh-hell", "bridge", "klaverjas", "pinochle", "uno")
"""Games for four, in turn."""
SEATS = 4
OF_ADDRESS = 40
"""Sockets and tables that one address has, at most."""
ENDS = {EventKind.HAND_OVER.value, EventKind.THROWN_IN.value}
WITHIN = 0.1
"""Seconds within which a move should be answered."""
_SERVER = """
import sys
import uvicorn
from darwindeck.table.server import hosts_of, make_app
from darwindeck.table.store import Store

class Server(uvicorn.Server):
    async def startup(self, sockets=None):
        await super().startup(sockets)
        print("ready", flush=True)

port = int(sys.argv[1])
app = make_app(Store(sys.argv[2]), hosts_of(["127.0.0.1"], port))
Server(uvicorn.Config(app, port=port, log_level="error", access_log=False, ws="websockets-sansio",
                      ws_max_size=4_096, ws_per_message_deflate=False)).run()
"""


class Tally:
    """What all clients together have found."""

    def __init__(self) -> None:
        self.answers: list[float] = []
        """Seconds that each move took to be answered."""
        self.late = 0
        """Moves that could not be made in time, since the one before was not answered yet."""
        self.over = 0
        """Matches that came to their end."""


class Seat:
    """One scripted client."""

    def __init__(self, line: ClientConnection, tally: Tally) -> None:
        self.line = line
        self.tally = tally
        self.frame: dict[str, Any] = {}
        self.sent = 0.0
        """When the move was made that is not answered yet; 0: none is."""

    async def listen(self) -> None:
        async for text in self.line:
            frame = json.loads(text)
            if frame["t"] not in ("step", "snapshot"):
                continue
            if self.sent:
                self.tally.answers.append(time.perf_counter() - self.sent)
                self.sent = 0.0
            self.frame = frame
            if any(event["kind"] in ENDS for event in frame.get("events", ())):
                await self.line.send('{"t":"ready"}')

    @property
    def may_move(self) -> bool:
        return "moves" in self.frame.get("view", ()) and not self.sent

    async def move(self, chance: random.Random) -> None:
        number = chance.randrange(len(self.frame["view"]["moves"]))
        said = {"t": "move", "seq": self.frame["seq"], "move": number}
        self.sent = time.perf_counter()
        await self.line.send(json.dumps(said))


class Client:
    """Everything that is known of the server."""

    def __init__(self, port: int, tally: Tally) -> None:
        self.port = port
        self.tally = tally
        self.origin = f"http://127.0.0.1:{port}"

    async def open(self, number: int) -> list[Seat]:
        """A table with four persons at it, all of whom are there."""
        address = f"127.0.0.{1 + number * SEATS // OF_ADDRESS}"
        transport = httpx2.AsyncHTTPTransport(local_address=address)
        async with httpx2.AsyncClient(transport=transport, timeout=60) as http:
            game = GAMES[number % len(GAMES)]
            said = json.dumps({"game": game, "seats": [{"kind": "person"}] * SEATS})
            answer = await http.post(
                f"{self.origin}/api/tables", content=said, headers={"Origin": self.origin}
            )
        made = answer.raise_for_status().json()
        seats = []
        for secret in made["seats"]:
            line = await connect(
                f"ws://127.0.0.1:{self.port}/ws/{made['table']}",
                origin=Origin(self.origin),
                compression=None,
                local_addr=(address, 0),
                max_queue=None,
                ping_interval=None,
            )
            await line.send(json.dumps({"t": "hello", "secret": secret}))
            seats.append(Seat(line, self.tally))
        return seats

    async def play(self, seats: Sequence[Seat], number: int, until: float) -> None:
        """One move a second; tables do not begin at the same moment."""
        chance = random.Random(number)
        due = time.perf_counter() + chance.random()
        while due < until:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            due += 1.0
            able = [seat for seat in seats if seat.may_move]
            if able:
                await chance.choice(able).move(chance)
            elif any(seat.sent for seat in seats):
                self.tally.late += 1
            elif any(seat.frame.get("view", {}).get("over") for seat in seats):
                self.tally.over += 1
                return


class Used(NamedTuple):
    """What a process has used."""

    memory: int
    """Bytes in memory."""
    seconds: float
    """Of computing."""


def used(process: int) -> Used:
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    ticks = int(fields[11]) + int(fields[12])
    return Used(pages * os.sysconf("SC_PAGE_SIZE"), ticks / os.sysconf("SC_CLK_TCK"))


async def load(port: int, server: int, tables: int, seconds: float) -> None:
    """Plays at all tables and prints what was found."""
    gc.disable()  # what the clients leave behind shall not count as a slow answer
    tally = Tally()
    client = Client(port, tally)
    every = [await client.open(number) for number in range(tables)]
    listening = [asyncio.create_task(seat.listen()) for seats in every for seat in seats]
    await asyncio.sleep(1)
    print(f"{tables} tables, {len(listening)} sockets, load {os.getloadavg()[0]:.1f}", flush=True)
    first = before = used(server)
    begun = time.perf_counter()
    playing = asyncio.gather(
        *(client.play(seats, n, begun + seconds) for n, seats in enumerate(every))
    )
    step = max(5.0, seconds / 10)
    while not playing.done():
        answered = len(tally.answers)
        await asyncio.wait([asyncio.ensure_future(playing)], timeout=step)
        now, passed = used(server), time.perf_counter() - begun
        rate = (len(tally.answers) - answered) / step
        busy = (now.seconds - before.seconds) / step
        print(f"{passed:5.0f} s  {rate:6.1f} moves a second  server {busy:4.0%} of a core, "
              f"{now.memory / 1e6:6.1f} MB, load {os.getloadavg()[0]:.1f}", flush=True)  # fmt: skip
        before = now
    await playing
    await asyncio.sleep(1)
    for task in listening:
        task.cancel()
    report(tally, first, used(server))


def report(tally: Tally, first: Used, last: Used) -> None:
    found = sorted(tally.answers)
    share = sum(taken <= WITHIN for taken in found) / len(found)
    half, most, worst = (found[int(len(found) * part) - 1] * 1000 for part in (0.5, 0.95, 1))
    print(f"{len(found):,} moves: half within {half:.1f} ms, 95 % within {most:.1f} ms, "
          f"all within {worst:.0f} ms; {share:.1%} within {WITHIN * 1000:.0f} ms")  # fmt: skip
    print(f"{tally.late} moves were made later, since the one before was not answered; "
          f"{tally.over} matches came to their end")  # fmt: skip
    grown = last.memory - first.memory
    print(f"memory: {first.memory / 1e6:.1f} MB, then {last.memory / 1e6:.1f} MB "
          f"({grown / max(1, len(found)):+.0f} bytes a move)")  # fmt: skip


def main() -> None:
    """Starts a server, and clients in this process."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=300)
    parser.add_argument("--seconds", type=float, default=300.0)
    wanted = parser.parse_args()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", _SERVER, str(port), f"{folder}/tables.sqlite"]
        server = subprocess.Popen(command, stdout=subprocess.PIPE)
        try:
            assert server.stdout is not None
            if server.stdout.readline() != b"ready\n":
                sys.exit("the server did not start")
            asyncio.run(load(port, server.pid, wanted.tables, wanted.seconds))
        finally:
            server.send_signal(signal.SIGKILL)
            server.communicate()


if __name__ == "__main__":
    main()
