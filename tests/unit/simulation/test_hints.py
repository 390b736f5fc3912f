"""Hints: moves of the seat, with figures, and a sentence of facts for the first."""

from __future__ import annotations

import pytest

from darwindeck import get_genome
from darwindeck.simulation import Game, Move
from darwindeck.simulation.hints import Hint, hints, reason, unit_of


@pytest.mark.parametrize("name", ["briscola", "crazy-eights"])
def test_hints_are_legal_moves_and_depend_on_what_is_seen(name: str) -> None:
    state = Game(get_genome(name)).deal(5)
    while len(state.legal_moves()) < 2:
        state = state.apply(state.legal_moves()[0])
    assert state.asked is not None
    found = hints(state, state.asked, player="expert:60", seed=3)
    assert 2 <= len(found) <= 3
    assert {hint.move for hint in found} <= set(state.legal_moves())
    assert all(0 <= hint.chance <= 1 for hint in found)
    assert found[0].deals > 0
    assert found == hints(state, state.asked, player="expert:60", seed=3)
    assert reason(found).endswith(".")
    assert state.choose("expert:60", seed=3) == found[0].move


def test_whoever_is_not_asked_gets_no_hint() -> None:
    state = Game(get_genome("spades")).deal(1)
    assert state.asked is not None
    assert hints(state, (state.asked + 1) % 4) == ()
    assert reason(()) == ""


def test_what_is_passed_takes_no_trick() -> None:
    state = Game(get_genome("hearts")).deal(1)
    assert state.asked is not None
    found = hints(state, state.asked, player="expert:24")
    assert all(hint.tricks == (0, 0) for hint in found)
    assert "trick" not in reason(found)
    while "pass" in state.legal_moves()[0].text or len(state.legal_moves()) == 1:
        state = state.apply(state.legal_moves()[0])
    assert state.asked is not None
    found = hints(state, state.asked, player="expert:24")
    assert found[0].tricks[1] > 0, "a card to the first trick"


def hint(text: str, deals: int, points: float, tricks: tuple[int, int]) -> Hint:
    return Hint(Move(1, text), deals, points, 0.5, tricks, "points")


def test_the_sentence_tells_facts() -> None:
    one, two = hint("play 7♥", 100, 2.0, (83, 100)), hint("play 2♣", 50, 1.0, (4, 50))
    assert reason((one, two)) == (
        "It takes the trick in 83 of 100 deals tried, play 2♣ in 4 of 50."
    )
    one, two = hint("bid 3", 100, 2.0, (0, 0)), hint("pass", 50, -1.0, (0, 0))
    assert reason((one, two)) == (
        "It comes to +2.0 points against the others in 100 deals tried, pass to -1.0."
    )
    assert reason((one,)) == "It is your only move."
    assert one.text == "bid 3 (+2.0 points, best in 50%)"
    assert hint("draw", 0, 0.0, (0, 0)).text == "draw"


def test_units_are_what_the_game_compares() -> None:
    units = {"hearts": "points", "draw-poker": "chips", "durak": "cards", "solitaire": "steps"}
    assert {name: unit_of(Game(get_genome(name))) for name in units} == units
