"""A server that is killed in the middle of a hand loses nothing."""

from __future__ import annotations

import json
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

import httpx2
from websockets import Origin
from websockets.sync.client import ClientConnection, connect

from tests.support.seeds import SCALE
from tests.support.server import PATIENCE, Server

KILLS = max(1, round(3 * SCALE)) if SCALE <= 1 else round(10 * SCALE)


def join(
    stack: ExitStack, server: Server, table: str, secret: str
) -> tuple[ClientConnection, dict[str, Any]]:
    """Sits down until the stack is left; the snapshot that is sent first."""
    at, origin = f"ws://{server.host}/ws/{table}", Origin(server.origin)
    line = stack.enter_context(connect(at, origin=origin, compression=None))
    line.send(json.dumps({"t": "hello", "secret": secret}))
    return line, hear(line, "snapshot")


def hear(line: ClientConnection, *kinds: str) -> dict[str, Any]:
    while True:
        frame: dict[str, Any] = json.loads(line.recv(PATIENCE))
        if frame["t"] in kinds:
            return frame


def test_a_killed_server_goes_on_where_it_was(tmp_path: Path) -> None:
    """Four persons, so that nothing happens between two moves of ours."""
    server = Server(tmp_path / "tables.sqlite")
    try:
        said = json.dumps({"game": "hearts", "seats": [{"kind": "person"}] * 4})
        headers = {"Origin": server.origin}
        made = httpx2.post(f"{server.origin}/api/tables", content=said, headers=headers).json()
        chance = Random(7)
        for _ in range(KILLS):
            with ExitStack() as stack:
                views = play_on(stack, server, made, chance.randrange(1, 9))
            server.kill()
            server.start()
            with ExitStack() as stack:
                for secret, view in zip(made["seats"], views, strict=True):
                    _, frame = join(stack, server, made["table"], secret)
                    assert frame["view"] == view
    finally:
        server.kill()


def play_on(
    stack: ExitStack, server: Server, made: dict[str, Any], moves: int
) -> list[dict[str, Any]]:
    """Makes some moves, and returns what every seat saw last."""
    lines, views = [], []
    for secret in made["seats"]:
        line, frame = join(stack, server, made["table"], secret)
        lines.append(line)
        views.append(frame)
    for _ in range(moves):
        seat = next((s for s, frame in enumerate(views) if "moves" in frame["view"]), None)
        if seat is None:
            break
        lines[seat].send(json.dumps({"t": "move", "seq": views[seat]["seq"], "move": 0}))
        # Whoever moved is answered; what the others saw of it is asked for by a move out of turn.
        views[seat] = hear(lines[seat], "step")
        for other, line in enumerate(lines):
            if other != seat:
                line.send(json.dumps({"t": "move", "seq": -1, "move": 0}))
                views[other] = hear(line, "snapshot")
    return [frame["view"] for frame in views]
