"""The course of a hand: properties 38 to 41, 50 and 52, and a machine that plays and misplays."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from darwindeck.laws.court import Court
from darwindeck.laws.law import Law
from darwindeck.laws.record import Record
from darwindeck.oracles.pidro.hand import HandStage
from darwindeck.oracles.pidro.laws import LAWS
from darwindeck.oracles.pidro.machine_laws import FOLLOWS, MACHINE_LAWS
from darwindeck.oracles.pidro.pidro_cards import picking
from darwindeck.simulation import IllegalMove, Move, State
from tests.oracles.pidro.generators import (
    SCALE,
    hands,
    judged,
    matches,
    of,
    pidro,
    sampled,
    states,
    told,
)


@pytest.mark.parametrize("law", MACHINE_LAWS, ids=lambda law: f"{law.name}: {law.sentence}")
@sampled
@given(record=st.one_of(hands, matches()))
def test_the_course_of_a_hand(law: Law, record: Record) -> None:
    applied = judged(law, record)
    assert applied or record.start.single_hand  # what comes after a hand is seen in matches


@sampled
@given(record=hands)
def test_every_hand_goes_through_its_stages_in_order(record: Record) -> None:
    """Property 38 for single hands."""
    (hand,) = told(record)
    for one, other in zip(hand.stages, hand.stages[1:], strict=False):
        assert other in FOLLOWS[one]
    assert hand.stages[:4] == [HandStage.SELECT, HandStage.DEAL, HandStage.BID, HandStage.NAME]
    assert HandStage.PLAY in hand.stages


@sampled
@given(state=states(), bid=st.integers(6, 14), card=st.integers(0, 51), seat=st.integers(0, 3))
def test_what_is_not_its_time_is_refused_and_changes_nothing(
    state: State, bid: int, card: int, seat: int
) -> None:
    """Properties 39 to 41 for any bid and any card of any seat at any moment."""
    before = state.digest, state.position.places(), state.position.numbers()
    legal = {move.text for move in state.legal_moves(seat)}
    codes = {move.code for move in state.legal_moves(seat)}
    if f"bid {bid} points" not in legal:
        with pytest.raises(IllegalMove):
            state.apply(f"bid {bid} points", seat)
    code = picking(card)
    if code in codes:
        state.apply(Move(code, "play it"), seat)
    else:
        with pytest.raises(IllegalMove):
            state.apply(Move(code, "play it"), seat)
    assert (state.digest, state.position.places(), state.position.numbers()) == before


@settings(max_examples=max(1, round(3 * SCALE)))
@given(state=states())
def test_a_state_and_the_one_read_from_its_file_are_the_same(state: State) -> None:
    """Property 50: the round trip; processes are compared in `test_match_log.py`."""
    text = state.to_json()
    assert text == state.to_json()
    read = State.from_json(text)
    assert read.digest == state.digest
    assert read.to_json() == text


class Playing(RuleBasedStateMachine):
    """A match, move by move, right and wrong; at its end every law of the game is looked at."""

    @initialize(seed=st.integers(0, 10_000))
    def begin(self, seed: int) -> None:
        self.state = pidro(target="31").deal(seed)

    @rule(data=st.data(), many=st.integers(1, 12))
    def move(self, data: st.DataObject, many: int) -> None:
        for _ in range(many):
            if self.state.over:
                return
            self.state = self.state.apply(data.draw(st.sampled_from(self.state.legal_moves())))

    @rule(seat=st.integers(0, 3), code=st.integers(0, 2**64 - 1))
    def misplay(self, seat: int, code: int) -> None:
        digest = self.state.digest
        if code not in {move.code for move in self.state.legal_moves(seat)}:
            with pytest.raises(IllegalMove):
                self.state.apply(Move(code, "do something"), seat)
        assert self.state.digest == digest

    @invariant()
    def somebody_can_move(self) -> None:
        assert self.state.over is (not self.state.to_move)
        assert all(self.state.legal_moves(seat) for seat in self.state.to_move)

    def teardown(self) -> None:
        if not hasattr(self, "state"):
            return
        made = [(item.seat, item.move.code) for item in self.state.log]
        record = Record(self.state.game, self.state.start, made)
        position = record.begin()
        record.digests.append(position.digest())
        for seat, code in made:
            position = position.apply(seat, code)
            record.digests.append(position.digest())
        court = Court(record.game, LAWS)
        for verdict in court.of_game(record, frozenset(), ("random",)):
            assert verdict.what is None, f"{verdict.law}: {verdict.what}"


Playing.TestCase.settings = settings(
    max_examples=max(1, round(6 * SCALE)), stateful_step_count=12, deadline=None
)
TestPlaying = Playing.TestCase


def test_properties_that_are_no_laws_of_single_moves_say_so() -> None:
    serialised, timed = of(50, 52)
    assert "hash seeds" in serialised.note
    assert "darwindeck bench" in timed.note
