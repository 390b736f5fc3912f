"""Matches played on the genome and written as a server writes them agree with the rules."""

from __future__ import annotations

import json
import os
import random
from collections import Counter
from functools import lru_cache
from pathlib import Path

import pytest

from darwindeck.archives import (
    IrregularityKind,
    read_archive,
    validate_all_archives,
    validate_archive_bidding,
)
from darwindeck.oracles.baloot.auctions import BiddingValidationResult
from darwindeck.oracles.baloot.baloot_cards import FACES
from darwindeck.oracles.baloot.compare import engine_divergences
from darwindeck.oracles.baloot.engine import follower, put_to_engine
from darwindeck.oracles.baloot.match import MatchReport, examine
from darwindeck.oracles.baloot.play import Laid, best_of
from darwindeck.oracles.baloot.reader import NUMBERS, BalootReader
from darwindeck.oracles.baloot.recompute import account_of
from darwindeck.oracles.baloot.rules import CHOICES, OUTSIDE, Rules
from tests.oracles.baloot.server import Json, play_match

SCALE = float(os.environ.get("DARWINDECK_TEST_SCALE", "1"))
MATCHES = max(2, round(8 * SCALE))


@lru_cache(maxsize=1)
def matches() -> list[Json]:
    return [play_match(seed) for seed in range(MATCHES)]


@lru_cache(maxsize=1)
def reports() -> list[MatchReport]:
    return [
        examine(BalootReader(f"match {seed}").match(data)) for seed, data in enumerate(matches())
    ]


def test_clean_matches_have_no_divergence() -> None:
    found = [str(item) for report in reports() for item in report.all_divergences()]
    assert found == []


def test_the_engine_follows_every_round_with_a_result() -> None:
    rounds = [item for report in reports() for item in report.rounds]
    judged = [item for item in rounds if item.judge is not None]
    assert len(judged) > 10
    assert all(item.engine is not None and item.engine.complete for item in judged)
    assert all(item.judge is not None and item.judge.agrees for item in judged)


def test_the_matches_show_what_there_is_to_check() -> None:
    rounds = [item.account for report in reports() for item in report.rounds]
    contracts = [account.contract for account in rounds if account.contract is not None]
    modes = Counter(contract.mode for contract in contracts)
    assert modes["sun"] > 3
    assert modes["hokum"] > 3
    assert any(contract.level > 1 for contract in contracts)
    assert {contract.round for contract in contracts} == {1, 2}
    assert any(account.best is not None for account in rounds)
    assert any(account.course is not None and account.course.claim for account in rounds)


def test_a_collector_who_is_not_the_winner_is_the_partner() -> None:
    seats = Counter(
        trick.collector.seat == trick.winner
        for report in reports()
        for item in report.rounds
        if item.account.course is not None
        for trick in item.account.course.tricks
        if trick.collector is not None
    )
    assert seats[True] > 0
    assert seats[False] > 0


def test_files_and_summary_agree_with_the_reports(tmp_path: Path) -> None:
    for seed, data in enumerate(matches()):
        (tmp_path / f"{seed}.json").write_text(json.dumps(data))
    summary = validate_all_archives(tmp_path)
    played = sum(item.judge is not None for report in reports() for item in report.rounds)
    assert summary["clean_archives"] == summary["total_archives"] == MATCHES
    assert summary["total_rounds"] == played
    bidding = validate_archive_bidding(tmp_path / "0.json")
    assert isinstance(bidding, BiddingValidationResult)
    assert bidding.issues == []
    deals = bidding.all_pass_count + bidding.kawesh_count + bidding.unfinished_count
    assert bidding.hokum_count + bidding.sun_count + deals == bidding.rounds_validated
    assert len(read_archive(tmp_path / "0.json")[0].rounds) == bidding.rounds_validated


def test_engine_and_recomputation_agree_on_wrong_cards_too() -> None:
    """Hands played out with any card at all: both find the same revokes, tricks and points."""
    chance, game, revokes = random.Random(5), follower(), 0
    for report in reports()[:4]:
        for item in report.rounds:
            account = item.account
            if account.full is None or account.contract is None or account.dealer is None:
                continue
            raw = matches()[reports().index(report)]["rs"][item.index]["r"]
            events = [event for event in raw if event["e"] in (15, 1, 2)]
            hands = [sorted(hand) for hand in account.full]
            leader = (account.dealer + 1) % 4
            for _ in range(8):
                trick = []
                for place in range(4):
                    seat = (leader + place) % 4
                    card = hands[seat].pop(chance.randrange(len(hands[seat])))
                    trick.append(Laid(0, seat, card))
                    events.append({"e": 4, "p": seat + 1, "c": NUMBERS[FACES[card]]})
                leader = best_of(trick, account.contract.trump).seat
                events.append({"e": 6, "p": leader + 1})
            wild = account_of(BalootReader("wild").match({"r": events}).rounds[0])
            engine = put_to_engine(wild, game)
            assert engine is not None
            assert engine.complete
            assert engine.replay.conserved
            assert wild.course is not None
            assert wild.findings == []
            assert [str(d) for d in engine_divergences("wild", wild, None, engine)] == []
            revokes += len(wild.course.revokes)
            found = [aside for aside in wild.asides if aside.kind is IrregularityKind.REVOKE]
            assert len(found) == len(wild.course.revokes)
            last = wild.course.tricks[-1].winner % 2
            points = tuple(
                wild.course.card_points(side) + (10 if side == last else 0) for side in (0, 1)
            )
            assert engine.replay.lets["cards"] == points
    assert revokes > 20


def test_another_reading_of_the_rules_is_put_into_the_genome_as_well() -> None:
    """A match played to another reading agrees with that reading and is a matter of rules else."""
    record = BalootReader("half up").match(play_match(3, sun_rounding="half_up"))
    assert examine(record, Rules(sun_rounding="half_up")).all_divergences() == []
    found = examine(record).all_divergences()
    assert {item.triage.value for item in found} <= {"C"}
    assert all("sun_rounding = half_up" in item.reason for item in found)


@pytest.mark.parametrize(
    ("option", "choice"),
    [
        (option, choice)
        for option, choices in CHOICES.items()
        for choice in choices[1:]
        if option not in OUTSIDE
    ],
)
def test_matches_played_to_any_reading_agree_with_that_reading(option: str, choice: str) -> None:
    for seed in range(max(2, round(3 * SCALE))):
        record = BalootReader(choice).match(play_match(seed, **{option: choice}))
        report = examine(record, Rules(**{option: choice}))
        assert [str(item) for item in report.all_divergences()] == []


def test_several_processes_give_the_same_results(tmp_path: Path) -> None:
    for seed, data in enumerate(matches()[:5]):
        (tmp_path / f"{seed}.json").write_text(json.dumps(data))
    (tmp_path / "9.json").write_text("{")
    assert validate_all_archives(tmp_path, processes=2) == validate_all_archives(tmp_path)
