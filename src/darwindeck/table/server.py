"""The server of tables: pages, games, and a socket for each seat."""

from __future__ import annotations

import asyncio
import ipaddress
import json
import secrets
import socket
from collections import Counter
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import segno
from fastapi import FastAPI, Request, Response, WebSocket, WebSocketDisconnect
from fastapi.responses import FileResponse, JSONResponse
from fastapi.staticfiles import StaticFiles

from darwindeck.genome.codec import parse_json, to_json
from darwindeck.genome.problems import GenomeError
from darwindeck.genome.schema import GameGenome
from darwindeck.simulation.table import ONLOOKER
from darwindeck.table.apart import MOST_BYTES, done_apart
from darwindeck.table.catalogue import Catalogue
from darwindeck.table.guard import Bucket, Buckets, Guard, address_of
from darwindeck.table.model import plain
from darwindeck.table.replay import replay
from darwindeck.table.room import BEAT, LEVELS, PATIENCE, Room, hashed, new_secret
from darwindeck.table.store import SeatRow, Store, TableRow

PAGE = Path(__file__).parent / "page"
MOST_FRAME = 4_096
"""Bytes of one message from a browser."""
MOST_TABLES = 10_000
"""Tables that a server keeps."""
MOST_GAMES = 500
"""Games that can be brought to it."""
_ROOMS = 300
"""Tables that are kept ready; others are read again when somebody comes."""
_SOCKETS_OF_ADDRESS = 64
_SOCKETS_OF_TABLE = 24
_WAITING = 256
"""Messages that may wait for a slow browser."""
_HELLO = 5.0
"""Seconds within which a socket must say who it is."""
_MOST_NAME = 40
_MOST_LINK = 300

_OWN_NAMES = ("127.", "[::1]", "localhost")
_KINDS = ("person", "computer", "open")


class Refused(Exception):
    """A request that cannot be granted; its text is for people."""

    def __init__(self, status: int, text: str, problems: Iterable[str] = ()) -> None:
        super().__init__(text)
        self.status = status
        self.problems = list(problems)


def _unfit(error: GenomeError) -> Refused:
    return Refused(400, "The game cannot be played like this.", map(str, error.problems))


class Tables:
    """Every table of a server."""

    def __init__(self, store: Store, beat: float, patience: float) -> None:
        self.store = store
        self.beat = beat
        self.patience = patience
        self.catalogue = Catalogue(store)
        self._rooms: dict[str, Room] = {}
        self._checking = asyncio.Semaphore(1)

    def room(self, table_id: str) -> Room | None:
        """A table, read from disk if it is not at hand."""
        room = self._rooms.get(table_id)
        if room is None:
            row = self.store.table(table_id)
            if row is None:
                return None
            self._make_room()
            room = self._rooms[table_id] = Room(row, self.store, self.beat, self.patience)
        return room

    def _make_room(self) -> None:
        """Puts tables away at which nobody is, if there are too many."""
        idle = [key for key, room in self._rooms.items() if not room.is_watched]
        for key in idle[: max(0, len(self._rooms) - _ROOMS)]:
            del self._rooms[key]

    def open(self, data: Any) -> dict[str, Any]:
        """Sets up a table; the answer holds the secrets of its seats."""
        if self.store.count_tables() >= MOST_TABLES:
            raise Refused(503, "This server keeps no more tables.")
        genome = self._genome(data)
        keys: list[str | None] = []
        seats = []
        for given in self._wanted(data, genome.player_count):
            key = new_secret() if given[0] == "person" else None
            keys.append(key)
            seats.append(SeatRow(*given, None if key is None else hashed(key)))
        watch, table_id = new_secret(), secrets.token_hex(8)
        row = TableRow(
            table_id, to_json(genome), secrets.randbits(64), hashed(watch), tuple(seats), ()
        )
        self._make_room()
        self._rooms[table_id] = Room(row, self.store, self.beat, self.patience)
        self.store.add_table(row)
        return {"table": table_id, "seats": keys, "watch": watch}

    def _genome(self, data: Any) -> GameGenome:
        game = data.get("game") if isinstance(data, dict) else None
        options = data.get("options", {}) if isinstance(data, dict) else None
        if not isinstance(game, str) or not _is_texts(options):
            raise Refused(400, "A table needs a game.")
        try:
            genome = self.catalogue.find(game, options)
        except GenomeError as error:
            raise _unfit(error) from error
        if genome is None:
            raise Refused(404, "There is no such game.")
        return genome

    def _wanted(self, data: Any, players: int) -> list[tuple[str, str, str]]:
        """Kind, level and name of every seat."""
        given = data.get("seats")
        if given is None:
            given = [{"kind": "person"}] + [{"kind": "computer"}] * (players - 1)
        if not isinstance(given, list) or len(given) != players:
            raise Refused(400, f"The game has {players} seats.")
        found = []
        for item in given:
            kind = item.get("kind") if isinstance(item, dict) else None
            level = item.get("level", "medium") if isinstance(item, dict) else None
            if kind not in _KINDS or level not in LEVELS:
                raise Refused(400, "A seat is for a person, a computer of some level, or open.")
            found.append((kind, level if kind == "computer" else "", name_of(item)))
        return found

    def sit(self, table_id: str, data: Any) -> dict[str, Any]:
        """Somebody with the secret of the table takes an open seat."""
        room = self._of_secret(table_id, data)
        seat = data.get("seat")
        key = room.sit(seat, name_of(data)) if type(seat) is int else None
        if key is None:
            raise Refused(409, "That seat is taken.")
        return {"table": table_id, "seat": seat, "secret": key}

    async def bring(self, body: bytes) -> dict[str, Any]:
        """A game is brought to the server: checked and played before it is kept."""
        if len(self.store.games()) >= MOST_GAMES:
            raise Refused(503, "This server keeps no more games.")
        genome = await self._apart("judge", body, "This is no game that can be played.")
        game_id = f"own-{hashed(genome).hex()[:16]}"
        self.store.add_game(game_id, genome)
        return {"game": game_id}

    async def show(self, body: bytes) -> Any:
        """A log is brought to be shown; nothing of it is kept."""
        return await self._apart("show", body, "This is no log of a match that can be shown.")

    async def _apart(self, task: str, body: bytes, otherwise: str) -> Any:
        if len(body) > MOST_BYTES:
            raise Refused(413, f"The file is too large: at most {MOST_BYTES:,} bytes are read.")
        async with self._checking:
            verdict = await done_apart(task, body)
        if verdict.made is None:
            problems = [plain(problem, 600) for problem in verdict.problems]
            raise Refused(400, otherwise, problems)
        return verdict.made

    def again(self, table_id: str, data: Any) -> Any:
        """A match that is over, from its first deal on, for whoever sat there or watched."""
        room = self._of_secret(table_id, data)
        if not room.moment.position.over:
            raise Refused(409, "The match is not over yet.")
        return replay(room.model, room.model.begin(room.seed), room.moves)

    def _of_secret(self, table_id: str, data: Any) -> Room:
        room = self.room(table_id)
        secret = data.get("secret") if isinstance(data, dict) else None
        if room is None or not isinstance(secret, str) or room.admits(secret) is None:
            raise Refused(404, "There is no such table.")
        return room


def name_of(data: Any) -> str:
    """What somebody wants to be called, fit to be shown."""
    name = data.get("name", "")
    return plain(" ".join(name.split()), _MOST_NAME) if isinstance(name, str) else ""


def _is_texts(value: Any) -> bool:
    return isinstance(value, dict) and all(
        isinstance(item, str) for pair in value.items() for item in pair
    )


class Line:
    """A socket of one browser: what goes out waits in a queue, so that nobody holds up a table."""

    def __init__(self, ws: WebSocket) -> None:
        self.ws = ws
        self._queue: asyncio.Queue[str | None] = asyncio.Queue(_WAITING)
        self._slow = False

    def send(self, text: str) -> None:
        try:
            self._queue.put_nowait(text)
        except asyncio.QueueFull:
            self._slow = True

    def hang_up(self) -> None:
        """Lets go of a browser whose seat was opened elsewhere."""
        with suppress(asyncio.QueueFull):
            self._queue.put_nowait(None)

    async def deliver(self) -> None:
        """Sends what waits, until the browser is too slow or is let go."""
        while not self._slow:
            text = await self._queue.get()
            if text is None:
                break
            await self.ws.send_text(text)
        await self.ws.close(4408 if self._slow else 4409)


class Sockets:
    """The sockets of all browsers, and how many there may be."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self._of_address: Counter[str] = Counter()
        self._of_table: Counter[str] = Counter()
        self._wrong = Buckets(5, 1 / 12)
        """Wrong secrets of an address: five, and one more every twelve seconds."""

    async def serve(self, ws: WebSocket, table_id: str) -> None:
        address = address_of(ws.scope)
        counts = ((self._of_address, address), (self._of_table, table_id))
        await ws.accept()
        for count, key in counts:
            count[key] += 1
        try:
            if self._is_crowded(address, table_id):
                await ws.close(4429)
                return
            await self._talk(ws, table_id, address)
        except WebSocketDisconnect:
            pass
        finally:
            for count, key in counts:
                count[key] -= 1
                if not count[key]:
                    del count[key]

    def _is_crowded(self, address: str, table_id: str) -> bool:
        return (
            self._of_address[address] > _SOCKETS_OF_ADDRESS
            or self._of_table[table_id] > _SOCKETS_OF_TABLE
        )

    async def _talk(self, ws: WebSocket, table_id: str, address: str) -> None:
        wrong = self._wrong.of(address)
        secret = await self._hello(ws)
        if not wrong.has():
            await ws.close(4429)
            return
        room = None if secret is None else self.tables.room(table_id)
        seat = None if room is None or secret is None else room.admits(secret)
        if room is None or seat is None:
            # The same answer for a table that is not there and for a secret that is wrong.
            wrong.take()
            await ws.close(4401)
            return
        line = Line(ws)
        former = room.join(seat, line)
        if isinstance(former, Line):
            former.hang_up()
        out = asyncio.create_task(line.deliver())
        into = asyncio.create_task(self._listen(ws, room, seat))
        try:
            await asyncio.wait((out, into), return_when=asyncio.FIRST_COMPLETED)
        finally:
            room.leave(seat, line)
            for task in (out, into):
                task.cancel()
                with suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
                    await task

    async def _hello(self, ws: WebSocket) -> str | None:
        try:
            async with asyncio.timeout(_HELLO):
                message = _read(await ws.receive_text())
        except (TimeoutError, KeyError):
            return None
        secret = message.get("secret") if message.get("t") == "hello" else None
        return secret if isinstance(secret, str) and len(secret) < 100 else None

    async def _listen(self, ws: WebSocket, room: Room, seat: int) -> None:
        """Does what a seat asks for; what makes no sense is left alone."""
        rate = Bucket(40, 20)
        hints = Bucket(3, 0.5)
        while True:
            try:
                message = _read(await ws.receive_text())
            except KeyError:
                message = {}
            if not rate.take():
                await ws.close(4429)
                return
            if seat == ONLOOKER:
                continue
            match message.get("t"):
                case "move":
                    room.move(seat, message.get("seq"), message.get("move"))
                case "undo":
                    room.undo(seat)
                case "hint" if hints.take():
                    await room.hint(seat)
                case "fill":
                    room.fill("medium")
                case "stand in":
                    room.stand_in(message.get("seat"))


def _read(text: str) -> dict[str, Any]:
    """A message of a browser; an empty one if it makes no sense."""
    if len(text) > MOST_FRAME:
        return {}
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return data if isinstance(data, dict) else {}


def make_app(
    store: Store, hosts: Iterable[str], beat: float = BEAT, patience: float = PATIENCE
) -> Guard:
    """The server as an ASGI application that answers to these hosts, each with its port."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        yield
        store.close()

    hosts = list(hosts)
    others = [host for host in hosts if not host.startswith(_OWN_NAMES)]
    origin = f"http://{others[0]}" if others else None
    """How others on the network call this server."""
    app = FastAPI(openapi_url=None, docs_url=None, redoc_url=None, lifespan=lifespan)
    tables = Tables(store, beat, patience)
    sockets = Sockets(tables)

    @app.exception_handler(Refused)
    async def refuse(request: Request, error: Refused) -> Response:
        return JSONResponse({"error": str(error), "problems": error.problems}, error.status)

    @app.get("/")
    async def index() -> Response:
        return FileResponse(PAGE / "index.html")

    @app.get("/api/games")
    async def games() -> Response:
        return JSONResponse(tables.catalogue.listed())

    @app.get("/api/games/{name}")
    async def game(name: str, request: Request) -> Response:
        try:
            found = tables.catalogue.described(name, dict(request.query_params))
        except GenomeError as error:
            raise _unfit(error) from error
        if found is None:
            raise Refused(404, "There is no such game.")
        return JSONResponse(found)

    @app.post("/api/games")
    async def bring(request: Request) -> Response:
        return JSONResponse(await tables.bring(await request.body()), 201)

    @app.post("/api/tables")
    async def open_table(request: Request) -> Response:
        return JSONResponse(tables.open(await _json(request)), 201)

    @app.post("/api/tables/{table_id}/sit")
    async def sit(table_id: str, request: Request) -> Response:
        return JSONResponse(tables.sit(table_id, await _json(request)))

    @app.post("/api/tables/{table_id}/replay")
    async def again(table_id: str, request: Request) -> Response:
        data = await _json(request)
        return JSONResponse(await asyncio.to_thread(tables.again, table_id, data))

    @app.post("/api/qr")
    async def qr(request: Request) -> Response:
        data = await _json(request)
        text = data.get("text") if isinstance(data, dict) else None
        if not isinstance(text, str) or not text or len(text) > _MOST_LINK:
            raise Refused(400, f"A QR code is made of a text of at most {_MOST_LINK} letters.")
        return JSONResponse({"image": segno.make_qr(text).svg_data_uri(scale=4, border=2)})

    @app.get("/api/here")
    async def here() -> Response:
        return JSONResponse({"origin": origin})

    @app.post("/api/replays")
    async def show(request: Request) -> Response:
        return JSONResponse(await tables.show(await request.body()))

    @app.websocket("/ws/{table_id}")
    async def seat(ws: WebSocket, table_id: str) -> None:
        await sockets.serve(ws, table_id)

    app.mount("/page", StaticFiles(directory=PAGE))
    return Guard(app, hosts)


async def _json(request: Request) -> Any:
    try:
        return parse_json(await request.body())
    except GenomeError as error:
        raise Refused(400, f"That is no JSON: {error.problems[0]}") from error


def hosts_of(addresses: Iterable[str], port: int) -> list[str]:
    """How browsers may call a server that listens at these addresses."""
    names = [f"[{a}]" if ":" in a else a for a in addresses]
    return [f"{name}:{port}" for name in [*names, "localhost"]]


def lan_addresses() -> list[str]:
    """The private addresses of this machine, best guess first."""
    found = set()
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        # Nothing is sent: the system only says which address it would send from.
        probe.connect(("192.0.2.1", 9))
        found.add(probe.getsockname()[0])
    with suppress(OSError):
        found |= {str(i[4][0]) for i in socket.getaddrinfo(socket.gethostname(), None)}
    private = (a for a in found if "%" not in a and ipaddress.ip_address(a).is_private)
    return sorted(a for a in private if not ipaddress.ip_address(a).is_loopback)


__all__ = ["Tables", "hosts_of", "lan_addresses", "make_app"]
