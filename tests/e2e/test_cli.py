"""The command line as a user meets it."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from darwindeck.cli import app
from darwindeck.genome.codec import to_json
from darwindeck.genome.examples import create_hearts_genome, library_ids

GAMES = library_ids()
MEMORY = 400_000_000


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, list(arguments))


def test_games_shows_the_options_of_one_game() -> None:
    result = run("games", "pidro")
    assert result.exit_code == 0
    assert "--option fourteen=…" in result.output
    assert "● anyone" in result.output
    assert "○ nobody" in result.output


def test_show_writes_the_canonical_json() -> None:
    result = run("show", "hearts", "--format", "json")
    assert result.exit_code == 0
    assert result.output == to_json(create_hearts_genome())


def test_show_draws_a_tree() -> None:
    result = run("show", "Hearts")
    assert result.exit_code == 0
    assert "breaking_suit hearts" in result.output


def test_a_game_may_be_named_by_its_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    file.write_text(to_json(create_hearts_genome()))
    assert run("rules", str(file)).output == run("rules", "hearts").output


def test_validate_accepts_the_library_and_its_files(tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    file.write_text(to_json(create_hearts_genome()))
    result = run("validate", *GAMES, str(file))
    assert result.exit_code == 0, result.output


def test_validate_names_each_problem_with_code_place_and_value(tmp_path: Path) -> None:
    data = create_hearts_genome().to_dict()
    data["setup"]["cards_per_player"] = 14
    data["setup"]["deal"][0]["packets"] = [14]
    file = tmp_path / "greedy.json"
    file.write_text(json.dumps(data))
    result = run("validate", str(file))
    assert result.exit_code == 1
    assert "56" in result.output
    assert "52" in result.output
    assert "$.setup" in result.output


def test_validate_asks_the_questions_that_a_file_leaves_open(tmp_path: Path) -> None:
    data = create_hearts_genome().to_dict()
    del data["rankings"]
    file = tmp_path / "open.json"
    file.write_text(json.dumps(data))
    result = run("validate", str(file))
    assert result.exit_code == 1
    assert "What beats what" in result.output


@pytest.mark.parametrize("format", ["md", "html"])
def test_rules_are_written_in_every_format(format: str, tmp_path: Path) -> None:
    file = tmp_path / f"rules.{format}"
    assert run("rules", "hearts", "-o", str(file)).exit_code == 0
    assert "queen of spades" in file.read_text()
    assert run("rules", "hearts", "--format", format).output == file.read_text()


def test_rules_as_pdf(tmp_path: Path) -> None:
    file = tmp_path / "rules.pdf"
    assert run("rules", "hearts", "-o", str(file)).exit_code == 0
    assert file.read_bytes().startswith(b"%PDF")


def test_a_trace_names_the_clause_of_a_sentence() -> None:
    result = run("rules", "hearts", "--trace")
    assert result.exit_code == 0
    assert "turn_structure.phases[1]" in result.output


def test_schema_is_json() -> None:
    result = run("schema")
    assert result.exit_code == 0
    assert json.loads(result.output)["title"] == "DarwinDeck genome"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["rules", "heards"], "did you mean `hearts`?"),
        (["rules", "nowhere.json"], "cannot read nowhere.json"),
        (["rules", "hearts", "--option", "moon"], "name=value"),
        (["rules", "hearts", "--option", "moon=old"], "no option 'moon'"),
        (["rules", "hearts", "--format", "pdf"], "-o FILE.pdf"),
        (["show", "."], "not a regular file"),
        (["validate", "nowhere.json"], "cannot read nowhere.json"),
    ],
)
def test_a_mistake_gets_one_clear_message(arguments: list[str], says: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert says in " ".join(result.output.split())
    assert "Traceback" not in result.output


NONSENSE = {
    "empty": b"",
    "not-json": b"clubs are trumps",
    "binary": bytes(range(256)) * 100,
    "deep": b"[" * 1_000_000,
    "deep-objects": b'{"setup":' * 100_000,
    "huge-number": b'{"player_count": ' + b"9" * 100_000 + b"}",
    "large-number": b'{"player_count": 99999999999}',
    "long-string": b'{"genome_id": "' + b"x" * 1_000_000 + b'"}',
    "wrong-types": b'{"setup": 1, "turn_structure": [], "win_conditions": "x"}',
    "list": b"[]",
    "nothing": b"null",
    "many-values": b"[" + b"0," * 1_000_000 + b"0]",
    "twice": b'{"setup": {}, "setup": {}}',
}


@pytest.mark.parametrize("name", NONSENSE)
@pytest.mark.parametrize("command", ["validate", "rules", "show"])
def test_nonsense_ends_in_one_message(name: str, command: str, tmp_path: Path) -> None:
    file = tmp_path / "nonsense.json"
    file.write_bytes(NONSENSE[name])
    result = run(command, str(file))
    assert result.exit_code == 2, result.output
    assert result.exception is None or isinstance(result.exception, SystemExit)
    assert "nonsense.json" in result.output.replace("\n", "")
    assert len(result.output) < 5_000


def test_a_file_of_100_megabytes_is_refused_in_little_memory(tmp_path: Path) -> None:
    file = tmp_path / "huge.json"
    with file.open("wb") as handle:
        handle.truncate(100_000_000)
    result = subprocess.run(
        [sys.executable, "-m", "darwindeck", "validate", str(file)],
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY)),
        env={**os.environ, "COLUMNS": "200"},
    )
    assert result.returncode == 2
    assert "100,000,000 bytes" in result.stderr


def test_a_name_too_long_for_a_file_is_no_game() -> None:
    result = run("rules", "a" * 5_000)
    assert result.exit_code == 2
    assert "no game" in result.output


@pytest.mark.parametrize("value", ["5", "null", "[{}]", "[1]"])
def test_an_option_that_breaks_the_genome_is_named(value: str, tmp_path: Path) -> None:
    data = create_hearts_genome().to_dict()
    choices = [
        {"name": "a", "label": "a", "sets": []},
        {"name": "b", "label": "b", "sets": [{"path": "/options", "value": value}]},
    ]
    data["options"] = [{"name": "o", "label": "o", "choices": choices, "value": "a"}]
    file = tmp_path / "odd.json"
    file.write_text(json.dumps(data))
    assert run("validate", str(file), "--option", "o=b").exit_code == 1
    assert run("rules", str(file), "--option", "o=b").exit_code == 2


def test_a_file_that_says_no_format_is_refused(tmp_path: Path) -> None:
    result = run("rules", "hearts", "-o", str(tmp_path / "rules.txt"))
    assert result.exit_code == 2
    assert ".html" in result.output


def test_a_trace_has_no_format() -> None:
    assert run("rules", "hearts", "--trace", "--format", "html").exit_code == 2


def command(*arguments: str, **changes: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "darwindeck", *arguments],
        capture_output=True,
        text=True,
        check=False,
        encoding="utf-8",
        env={**os.environ, **changes},
    )


def test_a_terminal_without_card_symbols_is_no_error() -> None:
    result = command("rules", "hearts", "--format", "md", PYTHONIOENCODING="ascii")
    assert result.returncode == 0
    assert "queen of spades" in result.stdout


def test_output_that_cannot_be_written_is_one_message() -> None:
    with Path("/dev/full").open("w") as full:
        result = subprocess.run(
            [sys.executable, "-m", "darwindeck", "rules", "hearts"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert result.returncode == 2
    assert result.stderr.startswith("error: cannot write")


def test_a_reader_that_stops_early_is_no_error() -> None:
    script = f"{sys.executable} -m darwindeck games | head -c 1"
    result = subprocess.run(script, shell=True, capture_output=True, text=True, check=False)
    assert result.stderr == ""


def test_an_incomplete_game_gets_a_warning(tmp_path: Path) -> None:
    data = create_hearts_genome().to_dict()
    del data["rankings"]
    file = tmp_path / "open.json"
    file.write_text(json.dumps(data))
    result = run("rules", str(file))
    assert result.exit_code == 0
    assert "What beats what" in result.stderr


def test_a_pipe_is_refused_rather_than_waited_for(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.json"
    os.mkfifo(pipe)
    assert run("validate", str(pipe)).exit_code == 2
