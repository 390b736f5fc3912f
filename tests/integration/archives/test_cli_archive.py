"""`darwindeck archive` on matches that were played and written to files."""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
from functools import lru_cache
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from darwindeck.cli import app
from tests.oracles.baloot.server import Json, play_match


@lru_cache(maxsize=4)
def _text(seed: int) -> str:
    return json.dumps(play_match(seed))


def match(seed: int = 0) -> Json:
    loaded: Json = json.loads(_text(seed))
    return loaded


def spoiled(seed: int = 0) -> Json:
    """A match in whose first result a side scores one more than it should."""
    data = match(seed)
    result = next(e for item in data["rs"] for e in item["r"] if e["e"] == 12)
    result["rs"]["s1"] = result["rs"].get("s1", 0) + 1
    return data


def run(*arguments: object) -> Result:
    return CliRunner().invoke(app, ["archive", *map(str, arguments)], env={"COLUMNS": "160"})


def lines_of(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "archives"
    made.mkdir()
    for seed in (0, 1):
        (made / f"{seed}.json").write_text(_text(seed))
    return made


def test_archives_that_agree_end_in_code_0_with_their_figures(folder: Path) -> None:
    result = run("validate", folder)
    assert result.exit_code == 0
    assert "Archives and rules agree." in result.output
    lines = [line.split() for line in result.output.splitlines()]
    assert ["files", "2"] in lines
    assert ["divergences", "0"] in lines
    assert any(line[:2] == ["revokes", "by"] for line in lines)


def test_a_wrong_score_ends_in_code_1_and_is_named_with_its_place(folder: Path) -> None:
    (folder / "bad.json").write_text(json.dumps(spoiled()))
    table, page = folder / "found.csv", folder / "found.html"
    result = run("validate", folder, "--csv", table, "--html", page)
    assert result.exit_code == 1
    assert "bad.json, round 1" in result.output
    rows = list(csv.DictReader(lines_of(table)))
    assert rows
    assert {row["file"] for row in rows} == {"bad.json"}
    assert rows[0]["round"] == "1"
    text = page.read_text(encoding="utf-8")
    assert "default-src 'none'" in text
    assert "bad.json" in text


def test_every_round_is_written_with_what_is_recorded_beside_what_is_computed(folder: Path) -> None:
    (folder / "bad.json").write_text(json.dumps(spoiled()))
    table = folder / "rounds.csv"
    assert run("validate", folder, "--csv-rounds", table).exit_code == 1
    rows = list(csv.DictReader(lines_of(table)))
    deals = sum(len(json.loads(path.read_text())["rs"]) for path in folder.glob("*.json"))
    assert len(rows) == deals
    played = [row for row in rows if row["score 1 recorded"]]
    assert played
    for row in played:
        same = all(
            row[f"{name} recorded"] == row[f"{name} computed"]
            for name in ("card points 1", "card points 2", "total 1", "score 1", "score 2")
        )
        assert same == (row["differs"] == "no")
    assert {row["file"] for row in rows if row["differs"] == "yes"} == {"bad.json"}


def test_several_processes_find_the_same_as_one(folder: Path) -> None:
    (folder / "bad.json").write_text(json.dumps(spoiled()))
    one = run("validate", folder, "--processes", 1)
    two = run("validate", folder, "--processes", 2)
    assert (one.exit_code, one.stdout) == (two.exit_code, two.stdout)


def test_nothing_readable_ends_in_code_2(tmp_path: Path) -> None:
    (tmp_path / "cut.json").write_text('{"rs": [{"r": [{"e": 4')
    for arguments in (("validate",), ("stats",), ("variants",)):
        assert run(*arguments, tmp_path).exit_code == 2
        assert run(*arguments, tmp_path / "missing.json").exit_code == 2
    empty = tmp_path / "empty"
    empty.mkdir()
    result = run("validate", empty)
    assert result.exit_code == 2
    assert "no archives in" in result.output.replace("\n", " ")


def test_a_damaged_file_costs_one_line_and_stops_nothing(folder: Path) -> None:
    (folder / "cut.json").write_text('{"rs": [{"r": [{"e": 4')
    result = run("validate", folder)
    assert result.exit_code == 0
    named = [line for line in result.output.splitlines() if "cut.json" in line]
    assert len(named) == 1
    assert "not readable as JSON" in named[0]


def test_names_from_outside_are_shown_and_never_run(folder: Path) -> None:
    name = "[bold]<script>alert(1)<br>.json"
    (folder / name).write_text(json.dumps(spoiled()))
    page = folder / "found.html"
    result = run("validate", folder, "--html", page)
    assert name in result.output
    text = page.read_text(encoding="utf-8")
    assert "<script" not in text
    assert "&lt;script&gt;" in text


def test_only_archives_of_a_known_game_can_be_asked_for(folder: Path) -> None:
    assert run("validate", folder, "--game", "baloot").exit_code == 0
    result = run("validate", folder, "--game", "balott")
    assert result.exit_code == 2
    assert "baloot" in result.output


def test_a_round_is_shown_with_hands_auction_tricks_and_score(folder: Path) -> None:
    data = match()
    result = run("show", folder / "0.json", "--round", 1)
    assert result.exit_code == 0
    for part in ("0.json, round 1", "Hands", "Auction", "Tricks", "Score"):
        assert part in result.output
    assert "round 2" not in result.output
    events = data["rs"][0]["r"]
    played = sum(event["e"] == 4 for event in events)
    tricks = [line for line in result.output.splitlines() if line[2:3].isdigit()]
    assert sum(line.count(":") for line in tricks) == played
    scores = next(event["rs"] for event in events if event["e"] == 12)
    line = next(line for line in result.output.splitlines() if line.startswith("  score "))
    assert line.split()[1:] == [str(scores.get("s1", 0)), str(scores.get("s2", 0))]


def test_every_round_is_shown_unless_one_is_asked_for(folder: Path) -> None:
    result = run("show", folder / "0.json")
    count = len(match()["rs"])
    assert all(f"0.json, round {number + 1}" in result.output for number in range(count))


def test_a_round_that_is_not_there_is_named_with_those_that_are(folder: Path) -> None:
    result = run("show", folder / "0.json", "--round", 99)
    assert result.exit_code == 2
    assert "has no round 99" in result.output.replace("\n", " ")
    assert f"rounds 1 to {len(match()['rs'])}" in result.output.replace("\n", " ")


def test_a_divergence_is_told_where_its_round_is_shown(tmp_path: Path) -> None:
    path = tmp_path / "bad.json"
    path.write_text(json.dumps(spoiled()))
    output = run("show", path, "--round", 1).output
    assert "Remarks" in output
    assert "by the rules" in output


def test_made_up_archives_agree_and_one_seed_gives_one_set(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    assert run("generate", one, "--count", 1, "--seed", 7).exit_code == 0
    assert run("generate", two, "--count", 1, "--seed", 7).exit_code == 0
    (first,), (second,) = sorted(one.iterdir()), sorted(two.iterdir())
    assert first.read_bytes() == second.read_bytes()
    assert run("validate", one).exit_code == 0


def test_variants_and_statistics_are_told_and_written(folder: Path) -> None:
    table = folder / "table.csv"
    result = run("variants", folder, "--csv", table)
    assert result.exit_code == 0
    assert "sun_rounding" in result.output
    options = {row["option"] for row in csv.DictReader(lines_of(table))}
    assert {"sun_rounding", "qayd", "all_pass_dealer"} <= options
    page = folder / "page.html"
    result = run("stats", folder, "--csv", table, "--html", page)
    assert result.exit_code == 0
    assert "2 matches" in result.output
    rows = list(csv.DictReader(lines_of(table)))
    assert {"Contracts", "Kaboot", "Leads"} <= {row["table"] for row in rows}
    assert "<svg" in page.read_text(encoding="utf-8")


def test_a_page_is_written_even_if_nobody_reads_what_is_printed(folder: Path) -> None:
    page = folder / "page.html"
    words = ["archive", "stats", str(folder), "--html", str(page)]
    command = [sys.executable, "-m", "darwindeck", *words]
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as pipe:
        result = subprocess.run(command, stdout=pipe, stderr=subprocess.PIPE, check=False)
    assert b"Traceback" not in result.stderr
    assert "<svg" in page.read_text(encoding="utf-8")


def test_an_unknown_reading_is_refused_with_those_that_there_are(folder: Path) -> None:
    result = run("variants", folder, "--option", "moon=full")
    assert result.exit_code == 2
    assert "no disputed point 'moon'" in result.output
    result = run("variants", folder, "--option", "sun_rounding=up")
    assert result.exit_code == 2
    assert "nearest_ten" in result.output
