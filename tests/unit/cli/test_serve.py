"""`darwindeck serve` listens where it says, within its limits."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import uvicorn
from typer.testing import CliRunner

from darwindeck.cli.app import app
from darwindeck.table import server


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What the web server was asked for."""
    asked: dict[str, Any] = {}
    monkeypatch.setattr(uvicorn, "run", lambda app, **said: asked.update(said, app=app))
    monkeypatch.setattr(server, "lan_addresses", lambda: ["192.168.7.7"])
    return asked


def serve(tmp_path: Path, *said: str) -> str:
    result = CliRunner().invoke(app, ["serve", "--data", str(tmp_path / "t.sqlite"), *said])
    assert result.exit_code == 0, result.output
    return result.output


def test_only_this_machine_can_reach_it(run: dict[str, Any], tmp_path: Path) -> None:
    said = serve(tmp_path)
    assert "http://127.0.0.1:8642/" in said
    assert run["host"] == "127.0.0.1"
    assert run["app"].hosts == {"127.0.0.1:8642", "[::1]:8642", "localhost:8642"}
    assert run["ws_max_size"] == 4096
    assert run["access_log"] is False


def test_lan_says_what_it_opens(run: dict[str, Any], tmp_path: Path) -> None:
    said = serve(tmp_path, "--lan", "--port", "9000")
    assert "http://192.168.7.7:9000/" in said
    assert "not encrypted" in said
    assert run["host"] == "0.0.0.0"
    assert "192.168.7.7:9000" in run["app"].hosts


def test_a_file_that_cannot_be_used_is_named(run: dict[str, Any], tmp_path: Path) -> None:
    (tmp_path / "t.sqlite").write_text("this is no database, " * 100)
    result = CliRunner().invoke(app, ["serve", "--data", str(tmp_path / "t.sqlite")])
    assert result.exit_code == 2
    assert not run
