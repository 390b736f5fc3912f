"""No text of an error, and nothing that is printed, holds what a terminal would obey."""

from __future__ import annotations

import json
import os
import pickle
import tempfile
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from darwindeck import get_genome
from darwindeck.archives import examine_archive, validate_archive_bidding
from darwindeck.archives.generate import generate_archive
from darwindeck.cli import app
from darwindeck.evolution.runs.lock import RunBusyError
from darwindeck.evolution.runs.settings import Settings
from darwindeck.evolution.runs.store import RunFileError, RunStore
from darwindeck.genome.codec import decode_genome, encode_genome, from_json
from darwindeck.genome.expressions.syntax import ExpressionError, parse
from darwindeck.genome.options import apply_options
from darwindeck.genome.problems import GenomeError, Problem
from darwindeck.genome.validator import GenomeValidator
from darwindeck.quoting import QuotingError, visible
from darwindeck.simulation import State
from darwindeck.simulation.log import Divergence
from darwindeck.text import notation

SCALE = float(os.environ.get("DARWINDECK_TEST_SCALE", "1"))
EXAMPLES = max(10, round(25 * SCALE))

HOSTILE = st.text(
    st.sampled_from("ab [\x1b]31m\x07\x08\r\n\x9b\u202e\u200b\x00"), min_size=1
).filter(lambda text: not text.isprintable())
"""Names that colour, beep, go back, turn the direction of writing, or cannot be seen."""


@lru_cache(maxsize=1)
def hearts() -> str:
    return json.dumps(encode_genome(get_genome("hearts")))


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every object or list of some JSON, with each of its keys."""
    for key in value if isinstance(value, dict) else range(len(value)):
        yield value, key
        if isinstance(value[key], dict | list):
            yield from places(value[key])


def changed_genome(name: str, data: st.DataObject) -> dict[str, Any]:
    """A genome with a name from outside somewhere: as a value, or as a key."""
    genome: dict[str, Any] = json.loads(hearts())
    place, key = data.draw(st.sampled_from(list(places(genome))))
    if isinstance(place, dict) and data.draw(st.booleans()):
        place[name] = place.pop(key)
    else:
        place[key] = name
    return genome


def _file(name: str, suffix: str, content: str, use: Callable[[Path], Any]) -> Any:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{name.replace(chr(0), '').replace('/', '')[:40]}{suffix}"
        path.write_text(content, encoding="utf-8")
        return use(path)


def _archive(suffix: str, content: str, name: str) -> None:
    def use(path: Path) -> None:
        issues = validate_archive_bidding(path).issues
        for report in examine_archive(path):
            issues += map(str, report.all_divergences())
            issues += map(str, report.all_irregularities())
        raise QuotingError("\n".join(issues))

    _file(name, suffix, content, use)


APIS: dict[str, Callable[[str], Any]] = {
    "from_json": from_json,
    "options": lambda text: apply_options(get_genome("hearts"), {text: text}),
    "expression": lambda text: parse(f"score {text} + {text}"),
    "settings": lambda text: Settings.from_dict({text: 1}),
    "settings value": lambda text: Settings.from_dict({"style": text}),
    "log": lambda text: notation.read(
        f"darwindeck log, edition 2.0\ngame hearts {text}\nseed {text}\n{text}"
    ),
    "state": lambda text: State.from_json(json.dumps({"format": text, "version": text})),
    "run": lambda text: _file(text, ".db", text, RunStore.open),
    "no run": lambda text: RunStore.open(Path(f"no such folder {text}".replace("\x00", ""))),
    "library": get_genome,
    "made-up": lambda text: generate_archive(1, game=text),
    "baloot": lambda text: _archive(".json", json.dumps({"r": [{"e": 2, "b": text}]}), text),
    "baloot field": lambda text: _archive(".json", json.dumps({text: 1, "r": [{text: 1}]}), text),
    "pbn": lambda text: _archive(".pbn", f'[Dealer "{text}"]\n[Auction "N"]\n{text}', text),
    "pbn of another game": lambda text: _archive(".pbn", f'[Event "{text}"]\n', text),
    "lin": lambda text: _archive(".lin", f"md|1S{text},,,|sv|{text}|mb|{text}|pc|{text}|", text),
}


def assert_plain(text: str) -> None:
    assert all(letter.isprintable() or letter == "\n" for letter in text), repr(text)


@pytest.mark.parametrize("name", APIS)
@given(text=HOSTILE)
@settings(max_examples=EXAMPLES, deadline=None)
def test_no_error_of_a_reader_holds_what_a_terminal_would_obey(name: str, text: str) -> None:
    said = []
    try:
        APIS[name](text)
    except (ValueError, KeyError, QuotingError, OSError) as error:
        said = [str(error), str(pickle.loads(pickle.dumps(error)))]
    assert len(set(said)) <= 1
    for line in said:
        assert_plain(line)


@given(text=HOSTILE, data=st.data())
@settings(max_examples=4 * EXAMPLES, deadline=None)
def test_no_problem_of_a_genome_holds_what_a_terminal_would_obey(
    text: str, data: st.DataObject
) -> None:
    try:
        problems = GenomeValidator.validate(decode_genome(changed_genome(text, data)))
    except GenomeError as error:
        problems = [*error.problems, str(error).replace("\n", " ")]
    assert all(problem.isprintable() for problem in problems)


COMMANDS = (
    ("show", "genome"),
    ("validate", "genome"),
    ("rules", "genome"),
    ("simulate", "genome"),
    ("check", "genome"),
    ("evaluate", "genome"),
    ("compare", "genome", "genome"),
    ("replay", "log"),
    ("best", "run"),
    ("lineage", "run", "key"),
    ("report", "run"),
    ("archive", "validate", "json", "pbn", "lin"),
    ("archive", "show", "pbn"),
    ("archive", "show", "lin"),
    ("archive", "stats", "json"),
    ("archive", "variants", "json"),
)


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_no_command_prints_what_a_terminal_would_obey(
    command: tuple[str, ...], tmp_path: Path
) -> None:
    name = "\x1b[31mred\x07\u202e"
    genome = json.loads(hearts())
    genome |= {"genome_id": name, name: name}
    genome["zones"] = [{name: name}]
    contents = {
        "genome": ("game.json", json.dumps(genome)),
        "log": ("game.log", f"darwindeck log, edition 2.0\ngame hearts {name}\nseed 1\n{name}\n"),
        "run": ("run.db", name),
        "json": ("a.json", json.dumps({name: name, "rs": [{"r": [{"e": 2, "p": 1, "b": name}]}]})),
        "pbn": ("a.pbn", f'[{name} "x"]\n[Event "{name}"]\n[Dealer "N"]\n[Auction "N"]\n{name}\n'),
        "lin": ("a.lin", f"vg|{name},|md|1S{name},,,|mb|{name}|an|{name}|pc|{name}|"),
    }
    arguments = []
    for word in command:
        if word in contents and word != command[0]:
            end, content = contents[word]
            path = tmp_path / f"{name}{end}"
            path.write_text(content, encoding="utf-8")
            arguments.append(str(path))
        else:
            arguments.append(word)
    result = CliRunner().invoke(app, arguments)
    assert result.exception is None or isinstance(result.exception, SystemExit)
    assert result.output
    assert_plain(result.output)


@pytest.mark.parametrize(
    "error",
    [
        GenomeError([Problem("a", ("\x1b",), "\x1b")], "\x1b"),
        ExpressionError("\x1b", "\x1b", 1),
        RunFileError("\x1b"),
        RunBusyError("\x1b"),
        Divergence(1, "\x1b"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_errors_that_quote_files_spell_hidden_characters_out(error: Exception) -> None:
    assert isinstance(error, QuotingError)
    assert "\\u001b" in str(error)
    assert_plain(str(error))


@given(st.text())
def test_visible_text_can_be_printed_and_plain_text_stays_as_it_is(text: str) -> None:
    assert_plain(visible(text))
    if text.isprintable():
        assert visible(text) == text
