"""Views show what a seat may see, and nothing else."""

from __future__ import annotations

import gc
import random
from dataclasses import fields, is_dataclass
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

import pytest

from darwindeck._core import CoreGame, Position
from darwindeck.cards import Card
from darwindeck.genome import get_genome, library_ids
from darwindeck.simulation import Game, State, View


def played(genome_id: str, moves: int, seed: int = 1) -> State:
    chance = random.Random(seed)
    state = Game(get_genome(genome_id)).deal(seed)
    for _ in range(moves):
        if state.over:
            break
        seat = chance.choice(state.to_move)
        state = state.apply(chance.choice(state.legal_moves(seat)), seat)
    return state


def test_a_seat_sees_its_own_hand_and_only_counts_of_the_others() -> None:
    view = played("spades", 0).view(2)
    assert len(view.hand) == 13
    for seat in (0, 1, 3):
        (hand,) = view.zone("hand", seat)
        assert hand.cards == (None,) * 13
        assert hand.count == 13
        assert hand.known == ()


def test_of_a_pile_with_a_visible_top_only_the_top_is_seen_and_the_rest_remembered() -> None:
    state = played("crazy-eights", 12)
    (pile,) = state.view(0).zone("discard")
    assert pile.count > 2
    assert pile.cards[:-1] == (None,) * (pile.count - 1)
    assert isinstance(pile.cards[-1], Card)
    assert len(pile.known) == pile.count - 1


def test_the_trick_in_progress_is_seen_with_who_played_what() -> None:
    state = Game(get_genome("spades")).deal(1, dealer=3)
    for _ in range(4):
        state = state.apply("bid 3 tricks")
    first = state.legal_moves()[0]
    state = state.apply(first)
    assert state.view(3).trick == ((0, first.card),)
    for _ in range(3):
        state = state.apply(state.legal_moves()[0])
    assert state.view(3).trick == ()
    assert sum(state.view(3).tricks) == 1


def test_no_trick_is_in_progress_once_the_game_is_over() -> None:
    chance = random.Random(1)
    state = Game(get_genome("euchre")).hand(1)
    while not state.over:
        state = state.apply(chance.choice(state.legal_moves()))
    assert state.view(0).trick == ()


def test_legal_moves_are_those_of_the_seat_alone() -> None:
    state = Game(get_genome("spades")).deal(1, dealer=3)
    assert state.view(0).legal_moves == state.legal_moves(0)
    assert state.view(1).legal_moves == ()
    assert state.view(1).to_move == (0,)


def test_a_hand_that_is_laid_open_is_seen_by_all() -> None:
    chance = random.Random(2)
    state = Game(get_genome("bridge")).deal(2)
    while not any(label == "dummy" for label, _ in state.view(0).roles) or not state.view(0).trick:
        state = state.apply(chance.choice(state.legal_moves()))
    dummy = dict(state.view(0).roles)["dummy"]
    for seat in range(4):
        (hand,) = state.view(seat).zone("hand", dummy)
        assert None not in hand.cards


def test_scores_chips_and_numbers_are_seen() -> None:
    poker = played("simple-poker", 0).view(0)
    assert len(poker.chips) == 4
    assert poker.pot == sum(poker.staked)
    assert sum(poker.chips) + poker.pot == 4000
    spades = played("partnership-spades", 60).view(0)
    assert len(spades.team_scores) == 2
    assert spades.teams == ((0, 2), (1, 3))
    assert spades.trump == "spades"
    assert len(spades.tricks) == 4


# --- nothing else --------------------------------------------------------------------------------


def reachable(root: object) -> list[object]:
    """Every object that can be reached from one, apart from classes, functions and modules."""
    found: dict[int, object] = {}
    waiting = [root]
    while waiting:
        item = waiting.pop()
        if id(item) in found or isinstance(
            item, type | ModuleType | FunctionType | BuiltinFunctionType
        ):
            continue
        found[id(item)] = item
        waiting.extend(gc.get_referents(item))
    return list(found.values())


def test_the_state_cannot_be_reached_from_a_view() -> None:
    state = played("hearts", 20)
    view = state.view(1)
    found = reachable(view)
    assert any(isinstance(item, Card) for item in found)
    assert not any(isinstance(item, State | Game | Position | CoreGame) for item in found)


def cards_named(value: Any) -> set[Card]:
    """Every card that stands anywhere in a value."""
    if isinstance(value, Card):
        return {value}
    if isinstance(value, tuple):
        return {card for item in value for card in cards_named(item)}
    if is_dataclass(value):
        return {card for f in fields(value) for card in cards_named(getattr(value, f.name))}
    return set()


def test_no_card_that_others_hold_stands_in_a_view() -> None:
    state = played("spades", 10)
    for seat in range(4):
        named = cards_named(state.view(seat))
        for other in set(range(4)) - {seat}:
            assert not named & set(state.view(other).hand)


PUBLIC = [f.name for f in fields(View) if f.name not in ("events", "to_move", "turns")]
"""Events of the past are not dealt again, nor is what others decide in secret at the same time."""


@pytest.mark.parametrize("genome_id", library_ids())
def test_views_do_not_change_when_hidden_cards_are_dealt_again(genome_id: str) -> None:
    chance = random.Random(1)
    state = Game(get_genome(genome_id)).deal(1)
    for step in range(40):
        if state.over:
            break
        for seat in range(len(state.game.seats)):
            view = state.view(seat)
            other = State(state.game, state.start, state.position.redeal(seat, step), None)
            again = other.view(seat)
            for name in PUBLIC:
                assert getattr(again, name) == getattr(view, name), name
            assert [m.text for m in again.legal_moves] == [m.text for m in view.legal_moves]
        seat = chance.choice(state.to_move)
        state = state.apply(chance.choice(state.legal_moves(seat)), seat)


# --- events --------------------------------------------------------------------------------------


def test_others_do_not_see_which_cards_are_passed_or_drawn() -> None:
    state = Game(get_genome("hearts")).deal(1)
    card = state.legal_moves(0)[0].card
    state = state.apply(state.legal_moves(0)[0], 0)
    assert [event.text for event in state.view(0).events] == [f"South: pass {card}"]
    assert state.view(1).events == ()
    state = played("rummy", 0)
    drawer = state.to_move[0]
    state = state.apply("draw from the stock")
    names = state.game.seats
    for seat in range(4):
        told = state.view(seat).events[1]
        assert told.count == 1
        assert len(told.cards) == (seat == drawer)
        if seat != drawer:
            assert told.text == f"one card goes from the stock to {names[drawer]}'s hand"


def test_others_hear_calls_but_not_which_cards_a_claim_hides() -> None:
    state = Game(get_genome("cheat")).deal(1)
    claimer = state.to_move[0]
    state = state.apply(state.legal_moves()[0])
    state = state.apply(next(m for m in state.legal_moves() if "just" in m.text))
    other = state.view((claimer + 1) % 4)
    name = state.game.seats[claimer]
    assert [event.text for event in other.events] == [
        f"one card goes from {name}'s hand to the pile",
        f"{name} claims one ace",
    ]
    spades = Game(get_genome("spades")).deal(1, dealer=3).apply("bid 3 tricks")
    assert [event.text for event in spades.view(2).events] == ["South: bid 3 tricks"]
