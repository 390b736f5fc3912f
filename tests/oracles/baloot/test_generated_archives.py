"""Made-up archives: in the format of the reader, the same for one seed, without a divergence."""

from __future__ import annotations

import os
from collections import Counter
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from darwindeck.archives import validate_all_archives
from darwindeck.archives.generate import archive_text, generate_archive, write_archives
from darwindeck.oracles.baloot.match import MatchReport, examine
from darwindeck.oracles.baloot.reader import FIELDS, HEADER, RESULT, BalootReader
from darwindeck.oracles.baloot.rules import Rules
from darwindeck.oracles.baloot.server import Server
from darwindeck.oracles.baloot.temperament import Temperament, hokum_weight, rest_is_certain

SCALE = float(os.environ.get("DARWINDECK_TEST_SCALE", "1"))
MATCHES = max(20, round(25 * SCALE))


@lru_cache(maxsize=1)
def archives() -> list[dict[str, Any]]:
    return [generate_archive(seed) for seed in range(MATCHES)]


@lru_cache(maxsize=1)
def reports() -> list[MatchReport]:
    return [examine(BalootReader("made up").match(archive)) for archive in archives()]


def events() -> list[dict[str, Any]]:
    return [event for archive in archives() for item in archive["rs"] for event in item["r"]]


def test_made_up_archives_have_no_divergence() -> None:
    assert [str(item) for report in reports() for item in report.all_divergences()] == []


def test_a_doubtful_project_of_a_side_without_a_trick_is_left_open() -> None:
    """A sira of several in a hand lost the contest; the side that won it was swept."""
    report = examine(BalootReader("swept").match(Server(100_057).match()))
    assert report.all_divergences() == []
    remarks = [item.details for item in report.all_irregularities()]
    assert "of equal projects those of the side without a trick count" in remarks


def test_one_seed_makes_one_match_and_another_seed_another() -> None:
    assert archive_text(generate_archive(3)) == archive_text(archives()[3])
    assert archive_text(generate_archive(4)) != archive_text(archives()[3])


def test_every_field_is_known_to_the_format_and_none_is_zero() -> None:
    for archive in archives():
        assert set(archive) <= set(HEADER)
    for event in events():
        assert set(event) <= FIELDS[event["e"]]
        stated = event.get("rs", {})
        assert set(stated) <= RESULT
        for value in [*event.values(), *stated.values()]:
            assert value not in (0, "", None, False)


def test_nothing_but_absent_header_fields_is_passed_over() -> None:
    skipped = {item.what for report in reports() for item in report.record.skipped}
    assert {item for item in skipped if not item.endswith("is absent")} == set()


def test_what_happens_around_the_cards_happens() -> None:
    kinds = Counter(event["e"] for event in events())
    assert set(kinds) == {1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 15, 16}
    words = {event["b"] for event in events() if event["e"] == 2}
    assert words >= {"pass", "hokom", "sun", "ashkal", "thany", "wala", "hokom2", "waraq"}
    outcomes = Counter(item.account.outcome for report in reports() for item in report.rounds)
    assert set(outcomes) >= {"played", "all passed", "kawesh"}


def test_shares_are_near_those_of_people() -> None:
    """Wide bounds, far outside chance for this many deals; the published figure in a comment."""
    rounds = [item for report in reports() for item in report.rounds]
    deals = len(rounds)
    passed = sum(item.account.outcome == "all passed" for item in rounds)
    assert 0.24 < passed / deals < 0.40  # 0.314
    contracts = [
        item.account.contract
        for item in rounds
        if item.account.outcome == "played" and item.account.contract is not None
    ]
    hokum = sum(contract.mode == "hokum" for contract in contracts)
    assert 0.40 < hokum / len(contracts) < 0.64  # 0.531
    first = sum(contract.round == 1 for contract in contracts)
    assert 0.48 < first / len(contracts) < 0.70  # 0.589
    judged = [item.judge for item in rounds if item.judge is not None]
    failed = sum(judge.sheet is not None and judge.sheet.khasara for judge in judged)
    assert 0.10 < failed / len(judged) < 0.30  # 0.218


def test_files_are_written_in_order_and_validated_clean(tmp_path: Path) -> None:
    told: list[int] = []
    paths = write_archives(tmp_path / "new", 3, seed=9, progress=told.append)
    assert [path.name for path in paths] == ["match-1.json", "match-2.json", "match-3.json"]
    assert told == [1, 2, 3]
    again = write_archives(tmp_path / "again", 2, seed=9)
    assert [p.read_bytes() for p in again] == [p.read_bytes() for p in paths[:2]]
    summary = validate_all_archives(tmp_path / "new")
    assert summary["clean_archives"] == summary["total_archives"] == 3


def test_another_player_makes_another_match() -> None:
    assert generate_archive(3, player="random") != archives()[3]


def test_another_reading_of_the_rules_is_played_and_found() -> None:
    readings = {"all_pass_dealer": "same_dealer"}
    archive = generate_archive(3, player="random", readings=readings)
    assert any(event.get("b") == "waraq" for item in archive["rs"] for event in item["r"])
    record = BalootReader("same dealer").match(archive)
    assert examine(record, Rules(all_pass_dealer="same_dealer")).all_divergences() == []
    assert {str(item.category) for item in examine(record).all_divergences()} == {"dealer"}


def test_the_largest_seed_makes_a_match(tmp_path: Path) -> None:
    (path,) = write_archives(tmp_path, 1, seed=2**64 - 1, player="random")
    assert validate_all_archives(path.parent)["clean_archives"] == 1


def test_wrong_wishes_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="at least 1, not 0"):
        write_archives(tmp_path, 0)
    with pytest.raises(ValueError, match="'chess' can be made up"):
        write_archives(tmp_path, 1, game="chess")
    assert list(tmp_path.iterdir()) == []


def test_a_strong_hand_weighs_more_than_a_weak_one() -> None:
    jack_nine_ace, sevens = (4, 2, 7, 15, 23), (0, 1, 8, 16, 24)
    assert hokum_weight(jack_nine_ace, 0) > Temperament().hokum > hokum_weight(sevens, 0)


def test_the_rest_is_certain_only_if_nobody_can_take_a_trick() -> None:
    ace, king, seven = 7, 6, 0
    assert rest_is_certain([[ace], [king], [], [seven]], 0, None)
    assert not rest_is_certain([[king], [ace], [], [seven]], 0, None)
    assert rest_is_certain([[king], [seven], [ace], [1]], 0, None)
    assert not rest_is_certain([[ace], [8], [], [seven]], 0, 1)
