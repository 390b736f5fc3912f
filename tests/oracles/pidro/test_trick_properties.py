"""Tricks, cold players and the two: properties 3, 24 to 30, 40 and 49."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from darwindeck.laws.law import Law
from darwindeck.laws.record import Record
from darwindeck.oracles.pidro.trick_laws import TRICK_LAWS
from tests.oracles.pidro.generators import all_judged, hands, judged, matches, of, sampled, told


@pytest.mark.parametrize("law", TRICK_LAWS, ids=lambda law: f"{law.name}: {law.sentence}")
@sampled
@given(record=hands)
def test_tricks(law: Law, record: Record) -> None:
    applied = judged(law, record)
    assert applied or law.name in ("property 28", "property 30")


@sampled
@given(record=st.one_of(hands, matches()))
def test_the_longest_holding_is_the_number_of_tricks_and_all_trumps_are_played(
    record: Record,
) -> None:
    for hand in told(record):
        held = [len(hand.trump.of(cards)) for cards in hand.ready]
        assert len(hand.tricks) == max(held)
        played = [card for trick in hand.tricks for _, card in trick.plays]
        assert len(played) == len(set(played)) == sum(held)
        assert set(played) == hand.trump.of(frozenset().union(*hand.ready))


@sampled
@given(record=hands)
def test_the_point_of_the_two_stays_with_the_side_that_played_it(record: Record) -> None:
    """Property 3 by the score: whoever wins the trick, the other points are the winner's."""
    (hand,) = told(record)
    expected = [0, 0]
    for trick in hand.tricks:
        best = max(trick.plays, key=lambda play: hand.trump.height(play[1]))[0]
        for seat, card in trick.plays:
            taker = seat if card == hand.trump.two else best
            expected[taker % 2] += hand.trump.worth.get(card, 0)
    assert list(hand.captured()) == expected


@sampled
@given(record=matches())
def test_tricks_in_whole_matches(record: Record) -> None:
    laws = of(3, 25, 26, 27, 29, 49)
    assert len(all_judged(laws, record)) == len(laws)
