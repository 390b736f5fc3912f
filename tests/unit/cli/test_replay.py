"""`darwindeck replay`: logs told again, and what is wrong with those that cannot be."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from darwindeck import get_genome
from darwindeck.cli import app
from darwindeck.genome.codec import to_json
from darwindeck.simulation import Game, MatchLog


def logged(name: str = "hearts", moves: int = 20) -> MatchLog:
    state = Game(get_genome(name)).deal(4)
    for number in range(moves):
        state = state.apply(state.choose("random", seed=number))
    return MatchLog.of(state)


def run(*arguments: str | Path) -> tuple[int, str]:
    result = CliRunner().invoke(app, ["replay", *map(str, arguments)])
    return result.exit_code, result.output


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "match.log"
    path.write_text(logged().to_text(), encoding="utf-8")
    return path


def test_a_log_is_told_as_a_game(log: Path) -> None:
    code, text = run(log)
    assert code == 0
    assert "Hand 1: " in text
    assert "Trick 1: " in text
    assert f"20 moves, digest {logged().state.digest:016x}" in text.replace("\n", "")


def test_a_log_is_told_up_to_a_move(log: Path) -> None:
    code, text = run(log, "--to", "12")
    assert code == 0
    assert "Trick 1: " not in text
    assert "12 moves" in text
    assert run(log, "--to", "21")[0] == 2


def test_a_log_is_cut_and_printed_in_notation(log: Path) -> None:
    code, text = run(log, "--to", "14", "--notation")
    assert code == 0
    assert text.startswith("darwindeck log, edition 2.0\n")
    cut = text[: text.rindex("✓")]
    assert MatchLog.from_text(cut) == logged().go(14).cut()


def test_a_saved_game_is_replayed_too(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(logged().to_json(), encoding="utf-8")
    assert run(path)[0] == 0
    assert run(path, "--game", "hearts")[0] == 0
    assert run(path, "--game", "spades")[0] == 2


def test_a_game_that_is_not_in_the_library_is_given_as_a_file(tmp_path: Path) -> None:
    genome = tmp_path / "mine.json"
    genome.write_text(to_json(get_genome("hearts")), encoding="utf-8")
    path = tmp_path / "match.log"
    path.write_text(logged().to_text().replace("game hearts", "game mine"), encoding="utf-8")
    assert run(path)[0] == 2
    assert run(path, "--game", genome)[0] == 0


def test_a_log_that_leads_elsewhere_is_noticed(log: Path) -> None:
    text = log.read_text(encoding="utf-8")
    log.write_text(text.replace("seed 4", "seed 5"), encoding="utf-8")
    code, said = run(log)
    assert code == 1
    assert "move 1: line 4: " in said


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "a log begins with"),
        (b"\xff\xfe", "no text in UTF-8"),
        (b"{}", "this is no game file"),
        (b"{", "not JSON"),
        (b"darwindeck log, edition 2.0\ngame hearts 0\nseed 1\n", "with the rules 0"),
    ],
)
def test_what_is_no_log_is_refused_in_one_line(
    content: bytes, message: str, tmp_path: Path
) -> None:
    path = tmp_path / "x.log"
    path.write_bytes(content)
    code, text = run(path)
    assert code == 2
    assert message in text.replace("\n", " ")
    assert "Traceback" not in text
    assert run(tmp_path / "nowhere.log")[0] == 2
