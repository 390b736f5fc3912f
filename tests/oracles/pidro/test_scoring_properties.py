"""Scoring and the end of the match: properties 31 to 37."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from darwindeck.laws.law import Law
from darwindeck.laws.record import Record
from darwindeck.oracles.pidro.scoring_laws import SCORING_LAWS
from tests.oracles.pidro.generators import (
    all_judged,
    hands,
    judged,
    matches,
    of,
    pidro,
    sampled,
    told,
)

OF_MATCHES = ("property 35", "property 36", "one side at the target")


@pytest.mark.parametrize("law", SCORING_LAWS, ids=lambda law: f"{law.name}: {law.sentence}")
@sampled
@given(record=st.one_of(hands, matches()))
def test_scoring(law: Law, record: Record) -> None:
    applied = judged(law, record)
    assert applied or law.name in ("property 31", "property 32", *OF_MATCHES)


@sampled
@given(record=matches())
def test_a_match_ends_at_its_target_and_not_before(record: Record) -> None:
    """Properties 35 to 37 by the numbers: scores are summed up apart from the engine."""
    scores = [0, 0]
    played = told(record)
    for number, hand in enumerate(played, start=1):
        taken = hand.captured()
        for side in (0, 1):
            made = side != hand.bidders or taken[side] >= hand.bid
            scores[side] += taken[side] if made else -hand.bid
        assert hand.after == tuple(scores)
        assert hand.over is (max(scores) >= 31 or number == 60)
        assert hand.over is (hand is played[-1])
    last = played[-1]
    if min(scores) >= 31:
        assert set(last.winners) == set(pidro().teams[last.bidders])
    elif max(scores) >= 31:
        assert set(last.winners) == set(pidro().teams[scores.index(max(scores))])
    assert all_judged(of(35), record)
