"""Every kind of planted fault is found as what it is, or cannot be found in principle."""

from __future__ import annotations

import copy
import os
import random
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from darwindeck.archives.generate import archive_text, generate_archive
from darwindeck.oracles.baloot.match import examine
from darwindeck.oracles.baloot.reader import BalootReader
from darwindeck.oracles.baloot.server import Server
from tests.oracles.baloot.faults import FAULTS, Fault, plant, table, trials

SCALE = float(os.environ.get("DARWINDECK_TEST_SCALE", "1"))
MATCHES = max(2, round(3 * SCALE))


@lru_cache(maxsize=1)
def matches() -> list[dict[str, Any]]:
    """Half by steady players, half by wild ones, in whose matches rare things happen often."""
    steady = [generate_archive(seed) for seed in range(700, 700 + MATCHES)]
    return [*steady, *(Server(seed).match() for seed in range(40, 40 + MATCHES))]


def test_there_is_nothing_to_be_found_before_a_fault_is_planted() -> None:
    for match in matches():
        assert examine(BalootReader("clean").match(match)).all_divergences() == []


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_a_fault_is_found_as_what_it_is(fault: Fault) -> None:
    done = list(trials([fault], matches()))
    for trial in done:
        assert trial.right, (
            f"{fault.name}, expected {fault.expected}",
            trial.unreadable,
            [str(item) for item in trial.divergences],
            [str(item) for item in trial.irregularities],
        )
        assert trial.found == (not fault.unseen)


def test_almost_every_fault_finds_a_place() -> None:
    rare = {"thrown in deal dropped", "kaboot paid as a plain round", "double not paid"}
    for fault in FAULTS:
        planted = [plant(fault, match, random.Random(1)) for match in matches()]
        assert fault.name in rare or any(planted), fault.name


def test_the_documentation_lists_every_fault_with_what_must_come_of_it() -> None:
    text = (Path(__file__).parents[3] / "docs" / "archives.md").read_text(encoding="utf-8")
    for fault in FAULTS:
        assert f"| {fault.name} | {fault.expected} |" in text
        assert fault.unseen in text


def test_every_fault_says_what_must_come_of_it() -> None:
    assert len(FAULTS) == len({fault.name for fault in FAULTS}) >= 15
    for fault in FAULTS:
        said = (fault.category, fault.irregularity, fault.unreadable or None, fault.unseen or None)
        assert sum(item is not None for item in said) == 1, fault.name
        assert fault.sentence.endswith("."), fault.name


def test_a_fault_changes_the_file_and_leaves_the_match_alone() -> None:
    match = matches()[0]
    before = copy.deepcopy(match)
    for fault in FAULTS:
        text = plant(fault, match, random.Random(1))
        assert text != archive_text(match), fault.name
        assert text == plant(fault, match, random.Random(1)), fault.name
    assert match == before


def test_a_trial_counts_a_fault_that_is_not_found() -> None:
    """The measure itself can fail: a fault that changes nothing is neither found nor right."""
    real = FAULTS[0]
    blind = Fault("blind", "Nothing is changed.", lambda match, chance: None, real.category)
    (score,) = table(trials([blind], matches()[:1]))
    assert (score.planted, score.found, score.right) == (1, 0, 0)
