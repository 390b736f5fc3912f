"""What is counted in matches agrees with what is known of them otherwise."""

from __future__ import annotations

from functools import lru_cache

from darwindeck.archives.record import MatchRecord
from darwindeck.archives.statistics import Statistics, StatisticsRow
from darwindeck.oracles.baloot.match import MatchReport, examine
from darwindeck.oracles.baloot.reader import BalootReader
from darwindeck.oracles.baloot.statistics import count_matches
from tests.oracles.baloot.server import play_match


@lru_cache(maxsize=1)
def records() -> tuple[MatchRecord, ...]:
    return tuple(BalootReader(f"match {seed}").match(play_match(seed)) for seed in range(5))


@lru_cache(maxsize=1)
def reports() -> tuple[MatchReport, ...]:
    return tuple(examine(record, engine=False) for record in records())


@lru_cache(maxsize=1)
def statistics() -> Statistics:
    return count_matches(records())


def row(title: str, name: str) -> StatisticsRow:
    return next(table for table in statistics().tables if table.title == title).rows[name]


def test_deals_and_contracts_agree_with_the_auctions() -> None:
    found = [report.auctions() for report in reports()]
    assert row("Deals", "all passed").count == sum(item.all_pass_count for item in found)
    assert row("Deals", "kawesh").count == sum(item.kawesh_count for item in found)
    assert row("Deals", "played").total == sum(item.rounds_validated for item in found)
    assert row("Contracts", "Hokum").count == sum(item.hokum_count for item in found)
    sun = (row("Contracts", "Sun").count or 0) + (row("Contracts", "ashkal").count or 0)
    assert sun == sum(item.sun_count for item in found)
    raised = sum(item.doubled_count for item in found)
    assert row("Raising", "not raised").total - (row("Raising", "not raised").count or 0) == raised


def test_kaboots_are_those_of_the_results() -> None:
    flagged = sum(
        bool(item.account.result and item.account.result.values.get("kbt"))
        for report in reports()
        for item in report.rounds
    )
    assert row("Kaboot", "all").count == flagged


def test_announcements_are_those_of_the_records() -> None:
    rounds = [item.account for report in reports() for item in report.rounds]
    played = [account for account in rounds if account.outcome == "played"]
    sira = sum(any(event.kind == "sira" for event in account.declared) for account in played)
    assert row("Declarations", "sira").count == sira
    assert row("Declarations", "sira").total == len(played)


def test_every_ten_and_ace_of_a_plain_suit_in_a_whole_trick_is_counted_once() -> None:
    tens = aces = 0
    for report in reports():
        for item in report.rounds:
            course, contract = item.account.course, item.account.contract
            if course is None or contract is None:
                continue
            for trick in course.tricks:
                plain = [c.card for c in trick.cards if c.card >> 3 != contract.trump]
                if trick.whole:
                    tens += sum(card & 7 == 3 for card in plain)
                    aces += sum(card & 7 == 7 for card in plain)
    assert row("Tens and aces", "tens lost to the opponents").total == tens > 20
    assert row("Tens and aces", "aces that win their trick").total == aces > 20


def test_every_played_round_has_one_first_lead_and_one_buyer() -> None:
    played = row("Deals", "played").count or 0
    assert sum(row("Who buys", f"position {at}").count or 0 for at in (1, 2, 3, 4)) == played
    ranks = ("A", "10", "K", "Q", "J", "9", "8", "7")
    assert sum(row("Leads", f"first lead: {rank}").count or 0 for rank in ranks) == played
