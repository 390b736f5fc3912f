"""The file of a run."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from darwindeck.evaluation.results import Evaluation, Metric, Stage
from darwindeck.evaluation.styles import STYLES
from darwindeck.evolution.runs.records import (
    ArchiveEvent,
    GenerationRecord,
    Proposal,
    Standing,
    StoredEvaluation,
    StoredGame,
    Timing,
)
from darwindeck.evolution.runs.settings import Settings
from darwindeck.evolution.runs.store import GenerationResult, RunFileError, RunStore
from darwindeck.evolution.runs.work import MeasureTask, Measuring, TaskResult
from darwindeck.genome.codec import to_json
from darwindeck.genome.examples import get_genome
from tests.support import fake_breeding

SETTINGS = Settings(seed=3).to_dict()

GAME = StoredGame(
    key="00ff",
    name="Lunamar",
    genome_id="lunamar",
    origin="bred",
    generation=0,
    slot=1,
    text=to_json(get_genome("war")),
    story="plays with two packs",
    parents=("aa", "bb"),
    roots={"scopa": 0.75, "war": 0.25},
    nearest="war",
    distance=0.5,
    family="trick",
    digest="1234",
)
EVALUATION = Evaluation(
    genome_id="lunamar",
    key="00ff",
    seeds=(1,),
    effort="quick",
    stage=Stage.GREEDY,
    family="trick",
    player_count=2,
    team_count=0,
    problems=(),
    metrics={"minutes": Metric("minutes", 0.1 + 0.2, 0.1, 1 / 3, 7)},
)
STANDING = Standing("00ff", 17, {"length": 1 / 3}, 0.5, 0.4, 0.6, 1, True)
PROPOSALS = (
    Proposal(0, 0, "rejected", "stuck", "Nobody can move.", "", "", ("aa",), "random", 0.0),
    Proposal(0, 1, "elite", "", "", "00ff", "plays with two packs", ("aa", "bb"), "search", 0.5),
)
RECORD = GenerationRecord(0, 2, {"stuck": 1}, 1, 99, 1, 0.1, 0.4, 0.04, 0.4, 0.4, "00ff")
RESULT = GenerationResult(
    record=RECORD,
    timing=Timing(0, 1.5, 2.5, 2.0, 1, 2),
    games=[GAME],
    evaluations=[StoredEvaluation("00ff", 0, 0, EVALUATION)],
    standings=[STANDING],
    proposals=PROPOSALS,
    events=[ArchiveEvent(0, 17, "new", "00ff", 0.4)],
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A run of one generation."""
    path = tmp_path / "runs" / "test.run"
    with RunStore.create(path, SETTINGS) as store:
        store.save_generation(RESULT)
    return path


def test_everything_written_is_read_back_equal(path: Path) -> None:
    with RunStore.open(path) as store:
        assert Settings.from_dict(store.settings) == Settings(seed=3)
        assert store.games() == [GAME]
        assert store.games("library") == []
        assert store.game("00ff") == GAME
        assert store.game("none") is None
        assert store.named("LUNAMAR") == GAME
        assert store.named("other") is None
        assert store.names() == ["lunamar"]
        assert store.children("aa") == [GAME]
        assert store.children("00ff") == []
        assert store.evaluations() == RESULT.evaluations
        assert store.evaluations("none") == []
        assert store.standings() == store.elites() == [STANDING]
        assert store.standing("00ff") == STANDING
        assert store.proposals() == store.proposals(0) == list(PROPOSALS)
        assert store.proposals(1) == []
        assert store.rejections() == {"stuck": 1}
        assert store.events() == store.events(17) == list(RESULT.events)
        assert store.events(18) == []
        assert store.history() == [RECORD]
        assert store.timings() == [RESULT.timing]
        assert not store.finished
        assert GAME.genome() == get_genome("war")


MEASURING = Measuring(1, STYLES["balanced"], "quick", Stage.SEARCH, Settings().wanted(()))
REJECTED = TaskResult.rejected("stuck", "nobody can move")
MEASURED = fake_breeding.perform(
    MeasureTask(
        Measuring(1, STYLES["balanced"], "quick", Stage.SEARCH, Settings().wanted(())),
        "0" * 16,
        "{}",
        0,
    )
)


def test_results_wait_until_their_generation_is_over(path: Path) -> None:
    with RunStore.open(path, write=True) as store:
        store.save_result(1, 4, REJECTED)
        store.save_result(1, 2, MEASURED)
    with RunStore.open(path, write=True) as store:
        assert store.results(1) == {4: REJECTED, 2: MEASURED}
        assert store.results(0) == {}
        store.save_generation(
            GenerationResult(replace(RECORD, number=1), replace(RESULT.timing, generation=1))
        )
        assert store.results(1) == {}
        assert [record.number for record in store.history()] == [0, 1]


def test_a_generation_is_written_whole_or_not_at_all(path: Path) -> None:
    new = replace(GAME, key="new", name="Serona", genome_id="serona")
    namesake = replace(GAME, key="namesake")
    with RunStore.open(path, write=True) as store:
        before = store.dump()
        with pytest.raises(sqlite3.IntegrityError):
            store.save_generation(replace(RESULT, games=[new, namesake]))
        assert store.dump() == before


def test_the_dump_tells_everything_but_times(path: Path, tmp_path: Path) -> None:
    with RunStore.open(path) as store:
        dump = store.dump()
    with RunStore.create(tmp_path / "slower.run", SETTINGS) as store:
        store.save_generation(replace(RESULT, timing=replace(RESULT.timing, wall=99.0)))
        assert store.dump() == dump
    with RunStore.create(tmp_path / "other.run", SETTINGS) as store:
        store.save_generation(replace(RESULT, standings=[replace(STANDING, low=0.39)]))
        assert store.dump() != dump


def test_a_reader_sees_what_a_writer_has_finished(path: Path) -> None:
    with RunStore.open(path, write=True) as writer, RunStore.open(path) as reader:
        writer.save_facts({"finished": True})
        assert reader.finished


def test_a_reader_cannot_write(path: Path) -> None:
    with RunStore.open(path) as store, pytest.raises(sqlite3.OperationalError):
        store.save_facts({"finished": True})


def test_an_existing_file_is_never_overwritten(path: Path) -> None:
    with pytest.raises(FileExistsError, match="exists already"):
        RunStore.create(path, SETTINGS)


def test_files_that_are_no_runs_are_named(tmp_path: Path) -> None:
    with pytest.raises(RunFileError, match="there is no such file"):
        RunStore.open(tmp_path / "none.run")
    text = tmp_path / "text.run"
    text.write_text("not a database, but long enough to be looked at as one" * 50)
    with pytest.raises(RunFileError, match="is not a run of DarwinDeck"):
        RunStore.open(text)
    empty = tmp_path / "empty.run"
    empty.touch()
    with pytest.raises(RunFileError, match="is not a run of DarwinDeck"):
        RunStore.open(empty)
    other = tmp_path / "other.run"
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE things (name TEXT)")
    with pytest.raises(RunFileError, match="another SQLite file"):
        RunStore.open(other)


def change(path: Path, *statements: str) -> None:
    connection = sqlite3.connect(path)
    with connection:
        for statement in statements:
            connection.execute(statement)
    connection.close()


def test_a_run_of_another_version_is_named(path: Path) -> None:
    change(path, "PRAGMA user_version = 99")
    with pytest.raises(RunFileError, match="version 99"):
        RunStore.open(path)


@pytest.mark.parametrize(
    "statement",
    [
        "DROP TABLE proposals",
        "CREATE TRIGGER t AFTER INSERT ON facts BEGIN DELETE FROM games; END",
        "CREATE VIEW v AS SELECT * FROM games",
        "ALTER TABLE games ADD COLUMN more TEXT",
    ],
)
def test_tables_that_are_not_ours_are_damage(path: Path, statement: str) -> None:
    change(path, statement)
    with pytest.raises(RunFileError, match="damaged: the tables"):
        RunStore.open(path)


@pytest.mark.parametrize(
    ("statement", "read"),
    [
        ("UPDATE facts SET value = '{'", lambda store: store.settings),
        ("DELETE FROM facts", lambda store: store.settings),
        ("UPDATE generations SET record = '{}'", RunStore.history),
        ("UPDATE generations SET record = '[1]'", RunStore.history),
        ("UPDATE evaluations SET evaluation = '{\"key\": 1}'", RunStore.evaluations),
        ("UPDATE evaluations SET evaluation = 7", RunStore.evaluations),
        ("UPDATE evaluations SET number = 'x'", RunStore.evaluations),
        ("UPDATE games SET parents = 'x'", RunStore.games),
        ("UPDATE games SET parents = '7'", RunStore.games),
        ("UPDATE standings SET measures = '['", RunStore.standings),
        ("UPDATE proposals SET parents = '7'", RunStore.proposals),
        ("UPDATE games SET distance = 'far'", RunStore.games),
        ("UPDATE standings SET low = 'x'", RunStore.standings),
        ("UPDATE games SET text = x'00ff'", RunStore.games),
    ],
)
def test_damaged_contents_are_named(
    path: Path, statement: str, read: Callable[[RunStore], object]
) -> None:
    change(path, statement)
    with RunStore.open(path) as store, pytest.raises(RunFileError, match=r"test\.run"):
        read(store)


def test_a_file_cut_short_is_named(path: Path) -> None:
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2])
    with pytest.raises(RunFileError, match=r"test\.run"), RunStore.open(path) as store:
        store.dump()
