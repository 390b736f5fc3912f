"""The server of tables: pages, games, and a socket for each seat."""

from __future__ import annotations

import asyncio
import gc
import ipaddress
import json
import secrets
import socket
from base64 import b64encode
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol, TypeVar

import segno
from fastapi import FastAPI, Request, Response, WebSocket, WebSocketDisconnect
from fastapi.responses import FileResponse, JSONResponse
from fastapi.staticfiles import StaticFiles

from darwindeck.archives.registry import oracle_of_file
from darwindeck.genome.codec import parse_json
from darwindeck.genome.problems import GenomeError
from darwindeck.library import library_ids
from darwindeck.ratings import MOST_NAME, PersonRating, RatingError, add_rating, now
from darwindeck.simulation.table import ONLOOKER
from darwindeck.table.apart import MOST_BYTES, done_apart
from darwindeck.table.catalogue import Catalogue, Settled, Unfit
from darwindeck.table.guard import Bucket, Buckets, Guard, address_of
from darwindeck.table.party import Party, hashed, new_secret
from darwindeck.table.plain import plain
from darwindeck.table.remote import RemoteTable
from darwindeck.table.room import BEAT, LEVELS, PATIENCE, STAND_IN, Listener, Room
from darwindeck.table.store import SeatRow, Store, TableRow

_T = TypeVar("_T")

PAGE = Path(__file__).parent / "page"
MOST_FRAME = 4_096
"""Bytes of one message from a browser."""
MOST_TABLES = 10_000
"""Tables that a server keeps."""
MOST_GAMES = 500
"""Games that can be brought to it."""
_ROOMS = 300
"""Tables that are kept ready; others are read again when somebody comes."""
_PROCESSES = 16
"""Tables of games from outside at which somebody is, at the same time."""
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


def _unfit(problems: Iterable[str]) -> Refused:
    return Refused(400, "The game cannot be played like this.", problems)


class Hosted(Protocol):
    """A table, in this process or in one of its own."""

    party: Party

    @property
    def is_watched(self) -> bool: ...

    def join(self, seat: int, listener: Listener) -> Listener | None: ...

    def leave(self, seat: int, listener: Listener) -> None: ...

    def say(self, seat: int, message: dict[str, Any]) -> None: ...

    def close(self) -> None: ...


class Tables:
    """Every table of a server."""

    def __init__(
        self, store: Store, beat: float, patience: float, ratings: Path | None = None
    ) -> None:
        self.store = store
        self.ratings = ratings
        """Where ratings are kept; None: in the user's data folder."""
        self.beat = beat
        self.patience = patience
        self.catalogue = Catalogue(store)
        self._hosted: dict[str, Hosted] = {}
        self._checking = asyncio.Semaphore(1)

    def host(self, table_id: str) -> Hosted | None:
        """A table, read from disk if it is not at hand."""
        hosted = self._hosted.get(table_id)
        if hosted is None:
            row = self.store.table(table_id)
            if row is None:
                return None
            hosted = self._host(row)
        return hosted

    def _host(self, row: TableRow) -> Hosted:
        self._make_room()
        kind = RemoteTable if row.brought else Room
        hosted: Hosted = kind(row, self.store, self.beat, self.patience)
        self._hosted[row.id] = hosted
        return hosted

    async def close(self) -> None:
        """Ends whatever is still going on."""
        for hosted in self._hosted.values():
            hosted.close()
            if isinstance(hosted, RemoteTable):
                await hosted.ended()

    def _make_room(self) -> None:
        """Puts tables away at which nobody is, if there are too many."""
        idle = [key for key, hosted in self._hosted.items() if not hosted.is_watched]
        for key in idle[: max(0, len(self._hosted) - _ROOMS)]:
            del self._hosted[key]

    def may_join(self, hosted: Hosted) -> bool:
        """Whether there is room for another process, if the table needs one."""
        if not isinstance(hosted, RemoteTable) or hosted.is_watched:
            return True
        busy = sum(isinstance(h, RemoteTable) and h.is_watched for h in self._hosted.values())
        return busy < _PROCESSES

    async def open(self, data: Any) -> dict[str, Any]:
        """Sets up a table; the answer holds the secrets of its seats."""
        if self.store.count_tables() >= MOST_TABLES:
            raise Refused(503, "This server keeps no more tables.")
        game = await self._settled(data)
        keys: list[str | None] = []
        seats = []
        for given in self._wanted(data, game.players):
            key = new_secret() if given[0] == "person" else None
            keys.append(key)
            seats.append(SeatRow(*given, None if key is None else hashed(key)))
        watch, table_id = new_secret(), secrets.token_hex(8)
        seed = secrets.randbits(64)
        row = TableRow(table_id, game.genome, seed, hashed(watch), tuple(seats), (), game.brought)
        self._host(row)
        self.store.add_table(row)
        return {"table": table_id, "seats": keys, "watch": watch}

    async def _settled(self, data: Any) -> Settled:
        name = data.get("game") if isinstance(data, dict) else None
        options = data.get("options", {}) if isinstance(data, dict) else None
        if not isinstance(name, str) or options is None or not _is_texts(options):
            raise Refused(400, "A table needs a game.")
        game = await self._checked(self.catalogue.settle(name, options), name)
        if game is None:
            raise Refused(404, "There is no such game.")
        return game

    async def describe(self, name: str, options: dict[str, str]) -> dict[str, Any]:
        found = await self._checked(self.catalogue.described(name, options), name)
        if found is None:
            raise Refused(404, "There is no such game.")
        return found

    async def worth(self, name: str, data: Any) -> Any:
        """What a game is worth, measured in a process of its own."""
        if not _is_texts(data):
            raise Refused(400, "Options are names and texts.")
        found = await self._checked(self.catalogue.worth(name, data), name, apart=True)
        if found is None:
            raise Refused(404, "There is no such game.")
        return found

    async def _checked(self, asked: Awaitable[_T], name: str, *, apart: bool = False) -> _T:
        """What comes of a game; other processes are asked one at a time."""
        try:
            if name in library_ids() and not apart:
                return await asked
            async with self._checking:
                return await asked
        except GenomeError as error:
            raise _unfit(map(str, error.problems)) from error
        except Unfit as error:
            raise _unfit(plain(problem, 600) for problem in error.problems) from error

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
            level = item.get("level", STAND_IN) if isinstance(item, dict) else None
            if kind not in _KINDS or level not in LEVELS:
                raise Refused(400, "A seat is for a person, a computer of some level, or open.")
            found.append((kind, level if kind == "computer" else "", name_of(item)))
        return found

    def sit(self, table_id: str, data: Any) -> dict[str, Any]:
        """Somebody with the secret of the table takes an open seat."""
        hosted = self._of_secret(table_id, data)
        seat = data.get("seat")
        key = hosted.party.sit(seat, name_of(data)) if type(seat) is int else None
        if key is None:
            raise Refused(409, "That seat is taken.")
        return {"table": table_id, "seat": seat, "secret": key}

    async def bring(self, body: bytes) -> dict[str, Any]:
        """A game is brought to the server: checked and played before it is kept."""
        if len(self.store.games()) >= MOST_GAMES:
            raise Refused(503, "This server keeps no more games.")
        made = await self._apart("judge", body, "This is no game that can be played.")
        self.store.add_game(made["game"], made["genome"], json.dumps(made["about"]))
        return {"game": made["game"]}

    async def show(self, body: bytes, name: str, number: str) -> Any:
        """A log, or a file of an archive, is brought to be shown; nothing of it is kept."""
        if not is_archive(body, name):
            return await self._apart("show", body, "This is no log of a match that can be shown.")
        if len(name) > _MOST_LINK or not number.isascii() or not number.isdecimal():
            raise Refused(400, "A round is named by a file and a number.")
        text = b64encode(body).decode()
        wanted = {"data": text, "name": plain(name), "round": int(number[:9])}
        otherwise = "This is no round that can be shown."
        return await self._apart("show round", json.dumps(wanted).encode(), otherwise)

    async def _apart(self, task: str, body: bytes, otherwise: str) -> Any:
        if len(body) > 2 * MOST_BYTES:
            raise Refused(413, f"The file is too large: at most {MOST_BYTES:,} bytes are read.")
        async with self._checking:
            verdict = await done_apart(task, body)
        if verdict.made is None:
            problems = [plain(problem, 600) for problem in verdict.problems]
            raise Refused(400, otherwise, problems)
        return verdict.made

    async def again(self, table_id: str, data: Any) -> Any:
        """A match that is over, from its first deal on, for whoever sat there or watched."""
        self._of_secret(table_id, data)
        return await self._match("again", table_id, "The match cannot be seen again.")

    async def rate(self, table_id: str, data: Any) -> dict[str, Any]:
        """Somebody who has played a match to its end says how they liked the game, once."""
        seat = self._of_secret(table_id, data).party.admits(data["secret"])
        if seat is None or seat == ONLOOKER:
            raise Refused(403, "Only who has played can say how it was.")
        if self.store.is_rated(table_id, seat):
            raise Refused(409, "You have said already how you liked it.")

        def said_of(name: str) -> Any:
            text = data.get(name, "")
            return plain(" ".join(text.split())) if isinstance(text, str) else text

        try:
            said = PersonRating(
                "0" * 16,
                "",
                data.get("rating"),
                data.get("again"),
                said_of("line"),
                now(),
                said_of("change"),
            )
        except RatingError as error:
            raise Refused(400, "That is no rating.", [str(error)]) from error
        game = await self._match("over", table_id, "The match is not over yet.")
        rating = replace(said, game=game["key"], name=plain(game["name"], MOST_NAME))
        try:
            add_rating(rating, self.ratings)
        except (OSError, RatingError) as error:
            raise Refused(503, "The rating cannot be kept.") from error
        self.store.set_rated(table_id, seat)
        return {"rated": rating.rating}

    async def _match(self, task: str, table_id: str, otherwise: str) -> Any:
        """What a process of its own makes of the match of a table."""
        row = self.store.table(table_id)
        assert row is not None, "a table that is there"
        match = {"genome": row.genome, "seed": row.seed, "moves": row.moves}
        async with self._checking:
            verdict = await done_apart(task, json.dumps(match).encode())
        if verdict.made is None:
            raise Refused(409, otherwise, verdict.problems)
        return verdict.made

    def _of_secret(self, table_id: str, data: Any) -> Hosted:
        hosted = self.host(table_id)
        secret = data.get("secret") if isinstance(data, dict) else None
        if hosted is None or not isinstance(secret, str) or hosted.party.admits(secret) is None:
            raise Refused(404, "There is no such table.")
        return hosted


def name_of(data: Any) -> str:
    """What somebody wants to be called, fit to be shown."""
    name = data.get("name", "")
    return plain(" ".join(name.split()), _MOST_NAME) if isinstance(name, str) else ""


def is_archive(body: bytes, name: str) -> bool:
    """Whether a file is an archive, by its name; what is saved as JSON here says so itself."""
    oracle = oracle_of_file(Path(name)) if name else None
    return oracle is not None and b'"moves"' not in body[:MOST_BYTES]


def _is_texts(value: Any) -> bool:
    return isinstance(value, dict) and all(
        isinstance(item, str) for pair in value.items() for item in pair
    )


class BrowserLine:
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
        room = None if secret is None else self.tables.host(table_id)
        seat = None if room is None or secret is None else room.party.admits(secret)
        if room is None or seat is None:
            # The same answer for a table that is not there and for a secret that is wrong.
            wrong.take()
            await ws.close(4401)
            return
        if not self.tables.may_join(room):
            await ws.close(4429)
            return
        line = BrowserLine(ws)
        former = room.join(seat, line)
        if isinstance(former, BrowserLine):
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

    async def _listen(self, ws: WebSocket, room: Hosted, seat: int) -> None:
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
                case "hint" if not hints.take():
                    pass
                case "fill":
                    room.party.fill(STAND_IN)
                case _:
                    room.say(seat, message)


def _read(text: str) -> dict[str, Any]:
    """A message of a browser; an empty one if it makes no sense."""
    if len(text) > MOST_FRAME:
        return {}
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return data if isinstance(data, dict) else {}


@contextmanager
def _seldom_collected() -> Iterator[None]:
    """Looks for unused cycles of objects only now and then, since all tables wait meanwhile.

    Moves leave none behind; sockets that were closed and failures do.
    """
    before = gc.get_threshold()
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 20, 20)
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()


def make_app(
    store: Store,
    hosts: Iterable[str],
    beat: float = BEAT,
    patience: float = PATIENCE,
    ratings: Path | None = None,
) -> Guard:
    """The server as an ASGI application that answers to these hosts, each with its port."""

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        with _seldom_collected():
            yield
            await tables.close()
            store.close()

    hosts = list(hosts)
    others = [host for host in hosts if not host.startswith(_OWN_NAMES)]
    origin = f"http://{others[0]}" if others else None
    """How others on the network call this server."""
    app = FastAPI(openapi_url=None, docs_url=None, redoc_url=None, lifespan=lifespan)
    tables = Tables(store, beat, patience, ratings)
    sockets = Sockets(tables)

    @app.exception_handler(Refused)
    async def refuse(request: Request, error: Refused) -> Response:
        return JSONResponse({"error": str(error), "problems": error.problems}, error.status)

    @app.get("/")
    async def index() -> Response:
        return FileResponse(PAGE / "index.html")

    @app.get("/api/games")
    async def games() -> Response:
        return JSONResponse(await tables.catalogue.listed())

    @app.get("/api/games/{name}")
    async def game(name: str, request: Request) -> Response:
        return JSONResponse(await tables.describe(name, dict(request.query_params)))

    @app.post("/api/games")
    async def bring(request: Request) -> Response:
        return JSONResponse(await tables.bring(await request.body()), 201)

    @app.post("/api/games/{name}/worth")
    async def worth(name: str, request: Request) -> Response:
        return JSONResponse(await tables.worth(name, await _json(request)))

    @app.post("/api/tables")
    async def open_table(request: Request) -> Response:
        return JSONResponse(await tables.open(await _json(request)), 201)

    @app.post("/api/tables/{table_id}/sit")
    async def sit(table_id: str, request: Request) -> Response:
        return JSONResponse(tables.sit(table_id, await _json(request)))

    @app.post("/api/tables/{table_id}/replay")
    async def again(table_id: str, request: Request) -> Response:
        return JSONResponse(await tables.again(table_id, await _json(request)))

    @app.post("/api/tables/{table_id}/rating")
    async def rate(table_id: str, request: Request) -> Response:
        return JSONResponse(await tables.rate(table_id, await _json(request)), 201)

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
        said = request.query_params
        shown = tables.show(await request.body(), said.get("name", ""), said.get("round", "0"))
        return JSONResponse(await shown)

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
