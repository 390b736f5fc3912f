"""`darwindeck taste`: ratings against scores; nothing is played."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from darwindeck.cli import app
from darwindeck.cli import taste as command
from darwindeck.evaluation.results import Evaluation
from darwindeck.evolution.runs.run import EvolutionRun
from darwindeck.evolution.runs.store import RunStore
from darwindeck.genome.checked import check
from darwindeck.genome.examples import get_genome
from darwindeck.genome.schema import GameGenome
from darwindeck.ratings import PersonRating, add_rating
from tests.support import fake_breeding
from tests.support.runs import invented_evaluation


@pytest.fixture(autouse=True)
def _folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.fixture
def measured(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The games that were measured."""
    seen: list[str] = []

    def invented(genome: GameGenome, **_: Any) -> Evaluation:
        seen.append(genome.genome_id)
        return invented_evaluation(genome, check(genome).key, seed=len(genome.genome_id))

    monkeypatch.setattr(command, "evaluate_game", invented)
    return seen


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, list(arguments), env={"COLUMNS": "160"})


def rate(name: str, rating: int) -> None:
    genome = get_genome(name)
    add_rating(PersonRating(check(genome).key, genome.name, rating))


def test_without_ratings_it_says_how_to_rate() -> None:
    assert "darwindeck rate GAME 7" in run("taste").output


def test_ratings_are_held_against_scores_and_games_are_measured_once(measured: list[str]) -> None:
    rate("hearts", 9)
    rate("war", 2)
    add_rating(PersonRating("0" * 16, "Long Gone", 5))
    text = " ".join(run("taste").output.split())
    assert "Hearts 9.0" in text
    assert "over 2 games" in text
    assert "Weights that fit your ratings: " in text
    assert "not found any more: Long Gone" in text
    assert sorted(measured) == ["hearts", "war"]
    run("taste")
    assert len(measured) == 2


def test_a_run_may_be_bred_by_what_was_liked(
    measured: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    rate("hearts", 9)
    rate("crazy-eights", 2)
    made_up = partial(EvolutionRun.create, performer=fake_breeding.NAME)
    monkeypatch.setattr(EvolutionRun, "create", made_up)
    result = run("evolve", "--generations", "1", "--liked", "--quiet", "--workers", "1")
    assert result.exit_code == 0, result.output
    with RunStore.open(Path("runs/run-1.run")) as store:
        weights = store.settings["weights"]
    assert sum(weights.values()) == pytest.approx(1)
    assert weights["skill"] != 0.20
