"""Alone against the cards: plans that win, that nobody could make by peeking, and that end."""

from __future__ import annotations

import pytest

from darwindeck import get_genome
from darwindeck.simulation import Game
from darwindeck.simulation.hints import hints


def prepared(name: str) -> Game:
    """A game whose players know what they have learnt."""
    game = Game(get_genome(name))
    game.prepare(["expert"])
    return game


def test_a_patience_with_all_cards_face_up_is_won_by_one_plan() -> None:
    game = Game(get_genome("freecell"))
    state = game.hand(4243)
    told = hints(state, 0, player="expert")[0]
    assert told.chance == 1, "the whole way is known at once"
    assert state.choose("expert", seed=9) == told.move
    while state.asked is not None:
        state = state.apply(state.choose("expert"))
    assert state.position.winners


def test_strong_wins_all_of_some_deals_of_freecell() -> None:
    game = prepared("freecell")
    for seed in range(5):
        state = game.hand(seed)
        while state.asked is not None:
            state = state.apply(state.choose("strong"))
        assert state.position.winners, seed


def test_runs_that_go_home_whole_are_put_together() -> None:
    """Nothing is home before a whole run is: only what fits on what tells that it comes nearer."""
    game = prepared("simple-simon")
    first = [hints(game.hand(seed), 0, player="strong")[0] for seed in range(6)]
    assert sum(told.chance == 1 for told in first) >= 5, "the way to win is found at once"


@pytest.mark.parametrize("name", ["solitaire", "spider", "storehouse", "elevens"])
def test_hidden_cards_change_no_thought(name: str) -> None:
    """Two who have seen the same do the same, though other cards are hidden from them."""
    one, two = prepared(name), prepared(name)
    first, second = one.hand(7), two.hand(7)
    position = first.position
    compared = 0
    for number in range(24):
        if position.asked() is None:
            break
        code = position.choose(0, "expert:3", number)
        # Both think at the same moments, since a plan is followed as it was made.
        hidden = second.position.redeal(0, number)
        assert position.looks_the_same(hidden, 0)
        assert hidden.choose(0, "expert:3", number) == code, number
        compared += 1
        position = position.apply(0, code)
        second = second.apply(next(m for m in second.legal_moves(0) if m.code == code))
    assert compared >= 2


def test_a_plan_is_judged_in_worlds_and_followed_until_a_card_is_turned_up() -> None:
    state = prepared("solitaire").hand(11)
    told = hints(state, 0, player="expert:20", seed=1)
    assert told[0].deals > 1, "there is more than one plan, and each is tried"
    assert 0 <= told[0].chance <= 1
    assert state.choose("expert:20", seed=1) == told[0].move
    # Whoever follows a plan asks chance nothing, until something is turned up.
    followed = 0
    for number in range(40):
        if state.asked is None:
            break
        move = state.choose("expert:20", seed=number)
        assert state.choose("expert:20", seed=number + 1000) == move
        followed += len(state.legal_moves(0)) > 1
        state = state.apply(move)
    assert followed > 10


def test_nobody_thinks_for_long_about_what_is_lost() -> None:
    """A hand that cannot be won goes on to its end without a thought for every move."""
    game = prepared("elevens")
    for seed in range(20):
        state = game.hand(seed)
        made = 0
        while state.asked is not None:
            state = state.apply(state.choose("expert:5", seed=made))
            made += 1
        assert made <= 60


@pytest.mark.parametrize("player", ["expert:1", "expert:1ms", "strong"])
@pytest.mark.parametrize("name", ["solitaire", "simple-simon", "spider"])
def test_the_smallest_budget_makes_a_legal_move(name: str, player: str) -> None:
    state = prepared(name).hand(2)
    for number in range(3):
        if state.asked is None:
            break
        move = state.choose(player, seed=number)
        assert move in state.legal_moves(0)
        state = state.apply(move)
