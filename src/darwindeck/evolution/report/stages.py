"""How far the new games of a run came: what each stage let through, and what it stopped."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from darwindeck.evaluation.fitness import Gate
from darwindeck.evaluation.results import Stage
from darwindeck.evolution.grid import FAMILIES
from darwindeck.evolution.runs.records import (
    CONVOLUTED,
    IDLE_BIDDING,
    NEAR,
    OUTDONE,
    SOON_OVER,
    SWAPS,
    UNEVEN,
    UNWIELDY,
    Proposal,
)

MADE, UNKNOWN, WANTED, NEW, RANDOM, RACE, GREEDY, PROMISING, SEARCH, ELITE = (
    "a child came about",
    "not known before",
    "what is wanted",
    "no known game, and no variant of one",
    "passed random players",
    "the most promising of its litter",
    "passed greedy players",
    "promising",
    "passed players who have learnt it",
    "elite when its generation ended",
)
ANY = "any"
"""What stands for the family where no child came about, and none was asked for."""
STAGES = (MADE, UNKNOWN, WANTED, NEW, RANDOM, RACE, GREEDY, PROMISING, SEARCH, ELITE)
"""What a proposal comes through, in order."""
_BY_REASON = {
    "no child": MADE,
    "not what is wanted": WANTED,
    "long rules": WANTED,
    "strays": WANTED,
    CONVOLUTED: WANTED,
    IDLE_BIDDING: WANTED,
    SOON_OVER: WANTED,
    SWAPS: WANTED,
    UNEVEN: WANTED,
    UNWIELDY: WANTED,
    NEAR: NEW,
    OUTDONE: RACE,
    "not promising": PROMISING,
}
"""Where a proposal ended, for reasons that belong to one stage."""
_BY_DEPTH = {
    Stage.DOOR: UNKNOWN,
    Stage.RANDOM: RANDOM,
    Stage.GREEDY: GREEDY,
    Stage.SEARCH: SEARCH,
}
"""Where it ended for any other reason, by how far it was measured."""


@dataclass(frozen=True)
class StageCount:
    """What became of the proposals at one stage."""

    stage: str
    passed: int
    stopped: Mapping[str, int]
    """How many ended here, by reason."""


def stage_counts(proposals: Sequence[Proposal]) -> tuple[StageCount, ...]:
    """The proposals by stage: how many passed each, and why the others went no further."""
    stopped: dict[str, Counter[str]] = {stage: Counter() for stage in STAGES}
    for proposal in proposals:
        end = _end(proposal)
        if end is not None:
            stopped[end[0]][end[1]] += 1
    left = len(proposals)
    counts = []
    for stage in STAGES:
        left -= stopped[stage].total()
        counts.append(StageCount(stage, left, dict(stopped[stage].most_common())))
    return tuple(counts)


@dataclass(frozen=True)
class FamilyCount:
    """What became of the proposals of one family."""

    family: str
    proposed: int
    stages: tuple[StageCount, ...]

    def passed(self, stage: str) -> int:
        """How many passed a stage."""
        return next(one.passed for one in self.stages if one.stage == stage)

    def main_reasons(self, count: int) -> list[tuple[str, int]]:
        """What stopped most of them, without those that only a sibling outdid."""
        reasons = Counter[str]()
        for one in self.stages:
            reasons.update(one.stopped)
        reasons.pop(OUTDONE, None)
        return reasons.most_common(count)


def family_counts(proposals: Sequence[Proposal]) -> tuple[FamilyCount, ...]:
    """The same by the family of the rules, for those of which anything was proposed."""
    counts = []
    for family in (*FAMILIES, ""):
        own = [one for one in proposals if one.family == family]
        if own:
            counts.append(FamilyCount(family or ANY, len(own), stage_counts(own)))
    return tuple(counts)


def _end(proposal: Proposal) -> tuple[str, str] | None:
    """The stage at which a proposal ended, and why; None if it became an elite."""
    if proposal.outcome == "elite":
        return None
    if proposal.outcome == "bench":
        return ELITE, "its cell has a better game"
    if proposal.outcome == "stock":
        return NEW, NEAR
    reason = proposal.reason
    depth = Stage(proposal.stage)
    if reason in ("error", "crash", "endless") and depth is Stage.DOOR:
        return MADE, reason
    if reason == Gate.FAULT.value and depth is Stage.DOOR:
        # Read off the rules, before anybody played.
        return WANTED, reason
    return _BY_REASON.get(reason, _BY_DEPTH[depth]), reason


def stages_data(proposals: Sequence[Proposal], seconds: float) -> dict[str, Any]:
    """The counts as plain values, for JSON."""
    return {
        "seconds": round(seconds, 3),
        "proposals": len(proposals),
        "stages": _plain(stage_counts(proposals)),
        "families": {one.family: _plain(one.stages) for one in family_counts(proposals)},
    }


def _plain(counts: Sequence[StageCount]) -> list[dict[str, Any]]:
    return [
        {"stage": one.stage, "passed": one.passed, "stopped": dict(one.stopped)} for one in counts
    ]
