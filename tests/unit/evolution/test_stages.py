"""How far proposals came, stage by stage."""

from __future__ import annotations

from dataclasses import replace

from darwindeck.evolution.report.stages import (
    ANY,
    ELITE,
    RANDOM,
    STAGES,
    family_counts,
    stage_counts,
    stages_data,
)
from darwindeck.evolution.runs.records import Proposal


def proposal(slot: int, outcome: str, reason: str = "", stage: str = "door") -> Proposal:
    return Proposal(0, slot, outcome, reason, "", "", "", (), stage, 0.0)


PROPOSALS = [
    proposal(0, "rejected", "no child"),
    proposal(1, "rejected", "clone"),
    proposal(2, "rejected", "stuck", "random"),
    proposal(3, "stock", stage="random"),
    proposal(4, "rejected", "long rules"),
    proposal(5, "rejected", "unfair", "greedy"),
    proposal(6, "rejected", "not promising", "greedy"),
    proposal(7, "rejected", "no decisions", "search"),
    proposal(8, "bench", stage="search"),
    proposal(9, "elite", stage="search"),
    proposal(10, "rejected", "a sibling is more promising", "random"),
]


def test_every_proposal_ends_at_the_stage_that_stopped_it() -> None:
    assert [count.passed for count in stage_counts(PROPOSALS)] == [10, 9, 8, 7, 6, 5, 4, 3, 2, 1]
    stopped = [dict(count.stopped) for count in stage_counts(PROPOSALS)]
    assert stopped[2] == {"long rules": 1}
    assert stopped[3] == {"too near to a known game": 1}
    assert sum(sum(reasons.values()) for reasons in stopped) == len(PROPOSALS) - 1


def test_no_proposals_pass_nothing() -> None:
    data = stages_data([], 1.5)
    assert data["proposals"] == 0
    assert [stage["stage"] for stage in data["stages"]] == list(STAGES)
    assert {stage["passed"] for stage in data["stages"]} == {0}


def test_the_families_are_counted_apart() -> None:
    families = ["", *["capture"] * 4, *["tricks"] * 6]
    told = [replace(one, family=name) for one, name in zip(PROPOSALS, families, strict=True)]
    tricks, capture, unknown = family_counts(told)
    assert [one.family for one in (tricks, capture, unknown)] == ["tricks", "capture", ANY]
    assert [one.proposed for one in (tricks, capture, unknown)] == [6, 4, 1]
    assert tricks.passed(RANDOM) == 6
    assert (tricks.passed(ELITE), capture.passed(ELITE)) == (1, 0)
    assert dict(capture.main_reasons(9)) == {
        "clone": 1,
        "stuck": 1,
        "too near to a known game": 1,
        "long rules": 1,
    }
    # Who is only outdone by a sibling was not stopped by a fault of its own.
    assert "a sibling is more promising" not in dict(tricks.main_reasons(9))
    assert stages_data(told, 1.0)["families"].keys() == {"tricks", "capture", ANY}
