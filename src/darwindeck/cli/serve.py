"""`darwindeck serve`: tables in a browser."""

from __future__ import annotations

import sqlite3
import threading
import webbrowser
from pathlib import Path
from typing import Annotated

import platformdirs
import typer

from darwindeck.cli.console import fail, out, safe

PORT = 8642


def serve(
    port: Annotated[int, typer.Option(min=1, max=65535, help="Where it listens.")] = PORT,
    lan: Annotated[
        bool,
        typer.Option("--lan", help="Let others on your network in; without it nobody else can."),
    ] = False,
    open_browser: Annotated[bool, typer.Option("--open", help="Open the page.")] = False,
    data: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Where tables are kept; default: with your games."),
    ] = None,
) -> None:
    """Play any game in a browser, alone or with friends."""
    try:
        import uvicorn

        from darwindeck.table.server import hosts_of, lan_addresses, make_app
        from darwindeck.table.store import Store
    except ImportError as error:
        fail(f"{error.name} is missing: install darwindeck[web] for tables in a browser")
    path = data or platformdirs.user_data_path("darwindeck", appauthor=False) / "tables.sqlite"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        store = Store(path)
    except (OSError, ValueError, sqlite3.Error) as error:
        fail(f"cannot keep tables in {path}: {error}")
    others = lan_addresses() if lan else []
    app = make_app(store, hosts_of(["127.0.0.1", "::1", *others], port))
    here = f"http://127.0.0.1:{port}/"
    out.print(f"The table is set: {here}", highlight=False)
    for address in others:
        shown = f"[{address}]" if ":" in address else address
        out.print(f"From your network: {safe(f'http://{shown}:{port}/')}", highlight=False)
    if lan:
        out.print(
            "Everybody on your network can reach it and open tables of their own; what is sent is "
            "not encrypted. A seat needs the secret in its link.",
            highlight=False,
        )
    if open_browser:
        threading.Timer(1.0, webbrowser.open, [here]).start()
    uvicorn.run(
        app,
        host="0.0.0.0" if lan else "127.0.0.1",
        port=port,
        log_level="error",
        access_log=False,
        server_header=False,
        ws="websockets-sansio",
        ws_max_size=4_096,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=2,
    )
