"""Laws in the long run: what the core looks at, and a run that is stopped and taken up again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from darwindeck import get_genome
from darwindeck._core import audit_faults, audit_games, audit_laws
from darwindeck.cli.app import app
from darwindeck.evolution.making.samples import sample_of
from darwindeck.genome.codec import from_json
from darwindeck.genome.schema import GameGenome
from darwindeck.laws import long_run
from darwindeck.laws.long_run import CORE_LAWS, Job, RunState, do_job, run
from darwindeck.simulation import Game, MatchLog
from tests.integration.test_work import puzzle

GAME_OF_FAULT = {"chips": "texas-holdem", "points": "partnership-spades"}
"""Where there is something to break; elsewhere it is crazy eights, with a stock and long hands."""


def audited(name: str, moves: int = 2_000, **more: Any) -> dict[str, Any]:
    return audit_games(Game(get_genome(name)).core, moves, **{"seed": 3, "matches": 4} | more)


@pytest.mark.parametrize(("fault", "law"), audit_faults())
def test_a_fault_of_the_core_is_found_under_its_law(fault: str, law: str) -> None:
    found = audited(GAME_OF_FAULT.get(law, "crazy-eights"), fault=(fault, 7))
    assert found["broken"] > 0
    broken = {name for _, _, _, laws in found["found"] for name, _ in laws}
    assert law in broken
    # It is noticed at once, except where it takes a look now and then to see it.
    seldom = law in ("listed moves", "replay")
    assert seldom or min(len(moves) for _, _, moves, _ in found["found"]) in (7, 8)


@pytest.mark.parametrize("name", ["cheat", "texas-holdem", "canasta", "war", "baloot"])
def test_a_sound_core_keeps_the_laws(name: str) -> None:
    """In Cheat a game used to leave something for the next one that is played at the same table."""
    found = audited(name, 1_000 if name == "canasta" else 5_000)
    assert found["found"] == []
    assert found["games"] > 0 < found["again"]
    if name != "war":  # nobody decides anything in it
        assert found["moves"] > 0 < found["tried"]
        assert found["forged"] > 0


def test_the_same_games_are_played_in_any_number_of_threads() -> None:
    one, three = (audited("cheat", fault=("a card is lost", 9), threads=n) for n in (1, 3))
    assert one == three
    assert one != audited("cheat", fault=("a card is lost", 9), seed=4)


def test_a_fault_that_there_is_not_is_refused() -> None:
    with pytest.raises(ValueError, match="there is no fault"):
        audited("war", fault=("bad luck", 1))


def test_every_law_of_the_core_has_a_sentence() -> None:
    assert set(audit_laws()) <= CORE_LAWS.keys()
    assert {law for _, law in audit_faults()} | {"bounded work", "quick play"} == set(audit_laws())


def only_puzzle(part: str, number: int) -> GameGenome:
    return puzzle()


def test_a_broken_law_is_shrunk_to_a_log(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game whose first decision takes too much work breaks a law of its own accord."""
    monkeypatch.setattr(long_run, "MOVES_OF_JOB", {"library": 1, "bred": 1})
    done = do_job(Job("library", 0, False), only_puzzle, seed=1)
    (broken,) = [item for item in done.broken if item.law == "bounded work"]
    game = Game(from_json(broken.genome))
    log = MatchLog.from_text(broken.log, game)
    assert log.state.position.limit_reason == "work"
    assert done.counts["stopped"] > 0
    elsewhere = do_job(Job("bred", 0, False), only_puzzle, seed=1)
    assert elsewhere.counts["stopped"] > 0
    assert elsewhere.broken == []


@pytest.fixture
def small_jobs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long_run, "MOVES_OF_JOB", {"library": 300})
    monkeypatch.setattr(long_run, "MOVES_OF_SAMPLE", 200)
    monkeypatch.setattr(long_run, "CLOSE_OF_JOB", 40)


PARTS = ("library", "bred", "random")


@pytest.mark.usefixtures("small_jobs")
def test_a_run_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    def counted(path: Path, *moves: int) -> list[Any]:
        for many in moves:
            state = RunState(path, 5)
            run(state, sample_of, PARTS, seed=5, moves=many, close=many // 50)
            found = [(d.job, d.game, d.counts, d.broken) for d in state.jobs()]
            state.close()
        return found

    whole = counted(tmp_path / "whole", 3_000)
    parted = counted(tmp_path / "parted", 900, 3_000, 3_000)
    # What comes first may be of another part, the games of each part are the same.
    assert [d for d in parted if not d[0].close] == [d for d in whole if not d[0].close]
    assert {job.part for job, *_ in whole} == set(PARTS)
    assert sum(counts.get("moves", 0) for job, _, counts, _ in whole if not job.close) >= 3_000


def test_a_state_file_belongs_to_one_run(tmp_path: Path) -> None:
    RunState(tmp_path / "state", 1).close()
    with pytest.raises(ValueError, match="seed 1, not 2"):
        RunState(tmp_path / "state", 2)
    (tmp_path / "other").write_text("no database at all, but long enough to be taken for one")
    with pytest.raises(ValueError, match="not one of a run"):
        RunState(tmp_path / "other", 1)


@pytest.mark.usefixtures("small_jobs")
def test_the_command_tells_what_was_kept_and_what_was_broken(tmp_path: Path) -> None:
    asked = ["laws", "--moves", "300", "--part", "library"]
    good = CliRunner().invoke(app, [*asked, "--close", "0"])
    assert good.exit_code == 0, good.output
    assert "every law was kept" in good.stdout
    bad = CliRunner().invoke(
        app, [*asked, "--close", "0", "--fault", "a card is lost", "--logs", str(tmp_path)]
    )
    assert bad.exit_code == 1
    assert (tmp_path / "1.log").read_text().startswith("# cards: ")
    assert from_json((tmp_path / "1.json").read_text()).genome_id
    assert CliRunner().invoke(app, [*asked, "--fault", "bad luck"]).exit_code == 2
    assert CliRunner().invoke(app, [*asked, "--part", "cards"]).exit_code == 2
