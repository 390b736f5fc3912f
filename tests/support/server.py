"""A server of tables in a process of its own."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import darwindeck

_RUN = """
import random, secrets, sys, uvicorn
from pathlib import Path
from darwindeck.table.server import hosts_of, make_app
from darwindeck.table.store import Store

class Server(uvicorn.Server):
    async def startup(self, sockets=None):
        await super().startup(sockets)
        print("ready", flush=True)

# The same cards on every run; secrets stay secrets.
secrets.randbits = random.Random(11).getrandbits
port, path, beat = int(sys.argv[1]), sys.argv[2], float(sys.argv[3])
app = make_app(Store(path), hosts_of(["127.0.0.1"], port), beat, ratings=Path(path + ".ratings"))
Server(uvicorn.Config(app, port=port, log_level="error", ws="websockets-sansio", ws_max_size=4096,
                      ws_per_message_deflate=False)).run()
"""
PATIENCE = 60.0
"""Seconds after which an answer is no longer waited for."""


class Server:
    """Keeps its tables in a file; may be killed at any moment and started again."""

    def __init__(self, path: Path, beat: float = 0.0) -> None:
        self.path = path
        self.beat = beat
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.start()

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.port}"

    @property
    def origin(self) -> str:
        return f"http://{self.host}"

    def start(self) -> None:
        source = str(Path(darwindeck.__file__).parents[1])
        self.process = subprocess.Popen(
            [sys.executable, "-c", _RUN, str(self.port), str(self.path), str(self.beat)],
            env={**os.environ, "PYTHONPATH": source},
            stdout=subprocess.PIPE,
        )
        assert self.process.stdout is not None
        assert self.process.stdout.readline() == b"ready\n", "the server did not start"

    def kill(self) -> None:
        """Ends it without a warning."""
        self.process.send_signal(signal.SIGKILL)
        self.process.communicate()
