"""Tables for tests: a server without a network, and a browser's side of it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient, WebSocketTestSession

from darwindeck import get_genome, library_ids
from darwindeck.table.room import PATIENCE
from darwindeck.table.server import hosts_of, make_app
from darwindeck.table.store import Store

HOST = "127.0.0.1:8642"
ORIGIN = f"http://{HOST}"
ENDS = ("hand_over", "thrown_in")


def client_of(path: Path, beat: float = 0.0, patience: float = PATIENCE) -> TestClient:
    """A server that keeps its tables in a file; use it as a context, to have one event loop."""
    ratings = path.parent / "ratings.jsonl"
    app = make_app(Store(path), hosts_of(["127.0.0.1"], 8642), beat, patience, ratings)
    return TestClient(app, base_url=ORIGIN, headers={"Origin": ORIGIN})


def wanted(game: str, **said: Any) -> str:
    """What opens a table: for one person among computers who learn quickly, unless told else."""
    if game in library_ids() and "seats" not in said:
        others = [{"kind": "computer", "level": "easy"}] * (get_genome(game).player_count - 1)
        said = {**said, "seats": [{"kind": "person"}, *others]}
    return json.dumps({"game": game, **said})


def opened(client: TestClient, game: str, **said: Any) -> dict[str, Any]:
    """A new table with its secrets."""
    answer = client.post("/api/tables", content=wanted(game, **said))
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


class Seat:
    """Somebody at a table."""

    def __init__(self, socket: WebSocketTestSession, secret: str, hasty: bool = True) -> None:
        self.socket = socket
        self.hasty = hasty
        """Whether they want to go on as soon as a hand is over."""
        self.frames: list[dict[str, Any]] = []
        self.say({"t": "hello", "secret": secret})

    def say(self, message: object) -> None:
        self.socket.send_text(json.dumps(message))

    def hear(self, *kinds: str) -> dict[str, Any]:
        """The next frame of one of these kinds."""
        while True:
            frame: dict[str, Any] = json.loads(self.socket.receive_text())
            self.frames.append(frame)
            if self.hasty and any(event["kind"] in ENDS for event in frame.get("events", ())):
                self.say({"t": "ready"})
            if frame["t"] in kinds:
                return frame

    def until_asked(self, frame: dict[str, Any] | None = None) -> dict[str, Any]:
        """The next frame in which the seat has something to decide, or the last of the match."""
        frame = frame or self.hear("step", "snapshot")
        while "moves" not in frame["view"] and not frame["view"]["over"]:
            frame = self.hear("step", "snapshot")
        return frame

    def move(self, frame: dict[str, Any], number: int = 0) -> None:
        self.say({"t": "move", "seq": frame["seq"], "move": number})
