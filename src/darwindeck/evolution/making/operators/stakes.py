"""Chips at stake: who must begin the betting, and which hands the pot is parted between."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from darwindeck.evolution.making.operators.base import MutationOperator
from darwindeck.evolution.making.sites import Draft
from darwindeck.genome.problems import Path
from darwindeck.genome.schema import (
    BettingPhase,
    GameGenome,
    HandEvaluation,
    HandEvaluationMethod,
    PotShare,
    ShowdownMethod,
    ShowdownPhase,
)
from darwindeck.genome.tree import at, put

LOW_HAND = "low hand"


class BringInMutation(MutationOperator):
    """Lets the first player begin the betting with part of a bet, or no longer."""

    usual = 0.1

    def places(self, draft: Draft) -> Sequence[Path]:
        first = [path for path, _ in draft.all(BettingPhase)][:1]
        return [p for p in first if isinstance(at(draft.genome, (*p, "min_bet")), int)]

    def change(self, draft: Draft, place: Path, rng: Random) -> GameGenome:
        phase = at(draft.genome, place)
        assert isinstance(phase, BettingPhase), "places are betting rounds"
        brought = max(1, int(phase.min_bet) // 2) if phase.bring_in is None else None
        return put(draft.genome, (*place, "bring_in"), brought)


class SplitPotMutation(MutationOperator):
    """Gives half the pot to the lowest hand, or all of it to one hand again."""

    usual = 0.1

    def places(self, draft: Draft) -> Sequence[HandEvaluation]:
        evaluation = _compared(draft)
        return () if evaluation is None else (evaluation,)

    def change(self, draft: Draft, place: HandEvaluation, rng: Random) -> GameGenome:
        shares = () if place.shares else (PotShare(LOW_HAND, lowest=not place.lowest),)
        return replace(draft.genome, hand_evaluation=replace(place, shares=shares))


class LowestHandMutation(MutationOperator):
    """Lets the lowest hand be the best, or the highest again."""

    usual = 0.05

    def places(self, draft: Draft) -> Sequence[HandEvaluation]:
        evaluation = _compared(draft)
        return () if evaluation is None or evaluation.shares else (evaluation,)

    def change(self, draft: Draft, place: HandEvaluation, rng: Random) -> GameGenome:
        return replace(draft.genome, hand_evaluation=replace(place, lowest=not place.lowest))


def _compared(draft: Draft) -> HandEvaluation | None:
    """The hand evaluation of a game in which hands of one size are compared for a pot."""
    evaluation = draft.genome.hand_evaluation
    if evaluation is None or evaluation.method is not HandEvaluationMethod.PATTERN_MATCH:
        return None
    decided = [
        *(phase.showdown_method for _, phase in draft.all(BettingPhase)),
        *(phase.method for _, phase in draft.all(ShowdownPhase)),
    ]
    sizes = {pattern.required_count for pattern in evaluation.patterns}
    one_size = len(sizes) == 1 and ShowdownMethod.HAND_EVALUATION in decided
    return evaluation if one_size else None
