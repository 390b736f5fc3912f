"""Klondike: the layout, what may be moved where, and how it is won and lost."""

from __future__ import annotations

import pytest

from darwindeck.cards import Card, Rank, Suit
from darwindeck.genome.decks import deck_cards
from darwindeck.genome.options import apply_options, fold_options
from darwindeck.genome.schema import (
    BuildMove,
    BuildPhase,
    BuildUnit,
    Change,
    ChoicePhase,
    DoPhase,
    DrawPhase,
    EndHand,
    If,
    Move,
    NoOption,
    PileKey,
    Sees,
    Set,
    TurnsPhase,
)
from darwindeck.library import create_solitaire_genome
from tests.support.cards import Table, card, cards, playable
from tests.support.layout import Layout
from tests.support.position import phases_of

GAME = create_solitaire_genome()
(TURNS,) = GAME.turn_structure.phases
assert isinstance(TURNS, TurnsPhase)
(CHOICE,) = TURNS.phases
assert isinstance(CHOICE, ChoicePhase)
FULL = " ".join(f"{rank}{suit}" for suit in "CDHS" for rank in Rank)


def option(name: str) -> object:
    assert isinstance(CHOICE, ChoicePhase)
    (found,) = [phase for phase in CHOICE.options if phase.name == name]
    return found


def moves(name: str) -> tuple[BuildMove, ...]:
    phase = option(name)
    assert isinstance(phase, BuildPhase)
    return phase.moves


def test_columns_hold_one_to_seven_cards_with_the_last_face_up() -> None:
    deal = {step.zone: step.piles for step in GAME.setup.deal or ()}
    assert deal == {"face_down": (0, 1, 2, 3, 4, 5, 6), "tableau": (1,) * 7}
    stock = len(deck_cards(GAME)) - sum(map(sum, deal.values()))
    assert stock == 24
    zones = {zone.name: zone for zone in GAME.zones or ()}
    assert zones["tableau"].beneath == "face_down"
    assert zones["face_down"].sees == Sees.NOBODY
    assert zones["tableau"].sees == Sees.ALL
    assert zones["tableau"].pile_count == zones["face_down"].pile_count == 7


def test_foundations_are_built_up_in_suit_from_the_ace() -> None:
    foundations = next(zone for zone in GAME.zones or () if zone.name == "foundations")
    assert foundations.piles == PileKey.BY_SUIT
    assert {move.source for move in moves("to_foundations")} == {"tableau", "discard"}
    for move in moves("to_foundations"):
        assert move.target == "foundations"
        assert move.unit == BuildUnit.CARD
        assert playable(Table(GAME, top=card("AH")), move.onto) == {card("2H")}
        assert playable(Table(GAME, top=card("QS")), move.onto) == {card("KS")}
        assert playable(Table(GAME, top=card("KS")), move.onto) == set()
        assert move.on_empty is not None
        assert playable(Table(GAME), move.on_empty) == {Card(s, Rank.ACE) for s in Suit}


def test_columns_are_built_down_in_alternate_colours() -> None:
    for move in moves("to_columns"):
        assert playable(Table(GAME, top=card("7H")), move.onto) == set(cards("6C 6S"))
        assert playable(Table(GAME, top=card("7C")), move.onto) == set(cards("6D 6H"))
        assert playable(Table(GAME, top=card("2C")), move.onto) == set(cards("AD AH"))
        assert playable(Table(GAME, top=card("AC")), move.onto) == set()


def test_only_kings_go_to_empty_columns_and_only_columns_move_in_packets() -> None:
    units = {move.source: move.unit for move in moves("to_columns")}
    assert units == {"tableau": BuildUnit.RUN, "discard": BuildUnit.CARD}
    for move in moves("to_columns"):
        assert move.on_empty is not None
        assert playable(Table(GAME), move.on_empty) == {Card(s, Rank.KING) for s in Suit}


def test_three_cards_are_dealt_from_the_stock_at_a_time() -> None:
    deal = option("turn_cards")
    assert isinstance(deal, DrawPhase)
    assert (deal.source, deal.target, deal.count) == ("deck", "discard", 3)
    one = apply_options(GAME, {"turned": "one"})
    assert [phase.count for phase in phases_of(one, DrawPhase)] == [1]
    assert Layout(GAME, deck="2C").judge(deal.when) is True
    assert Layout(GAME, deck="").judge(deal.when) is False


@pytest.mark.parametrize(
    ("stock", "waste", "may"), [("", "2C", True), ("", "", False), ("2C", "3C", False)]
)
def test_waste_is_turned_over_when_the_stock_is_empty(stock: str, waste: str, may: bool) -> None:
    turn_over = option("turn_waste")
    assert isinstance(turn_over, DoPhase)
    assert Layout(GAME, deck=stock, discard=waste).judge(turn_over.when) is may


def test_a_pass_without_a_change_loses_and_every_build_is_a_change() -> None:
    turn_over = option("turn_waste")
    assert isinstance(turn_over, DoPhase)
    (rule,) = turn_over.actions
    assert isinstance(rule, If)
    assert Layout(GAME, {"moves_in_pass": 0}).judge(rule.condition) is True
    assert Layout(GAME, {"moves_in_pass": 3}).judge(rule.condition) is False
    assert rule.then == (EndHand(),)
    assert rule.otherwise == (Set("moves_in_pass", 0), Move("discard", "deck", turned_over=True))
    builds = phases_of(GAME, BuildPhase)
    assert len(builds) == 3
    assert all(build.then == (Change("moves_in_pass"),) for build in builds)


def test_play_ends_with_all_cards_up_after_1000_moves_or_without_a_move() -> None:
    assert isinstance(TURNS, TurnsPhase)
    assert isinstance(CHOICE, ChoicePhase)
    assert CHOICE.none_open == NoOption.END_HAND
    for foundations, turns, over in ((FULL, 100, True), ("AC", 999, False), ("AC", 1000, True)):
        layout = Layout(GAME, {"turns": turns}, foundations=[foundations])
        assert layout.judge(TURNS.until) is over
    assert GAME.max_turns > 1000


def test_only_all_52_cards_win() -> None:
    (win,) = GAME.win_conditions
    assert Layout(GAME).judge(win.when) is True
    assert Layout(GAME, foundations=[FULL]).judge(win.who) == (0,)
    assert Layout(GAME, foundations=[FULL.removesuffix(" KS")]).judge(win.who) == ()


def test_cards_leave_the_foundations_only_by_option() -> None:
    back = {
        choice: [
            phase.when
            for phase in phases_of(
                fold_options(apply_options(GAME, {"foundation_cards": choice})), BuildPhase
            )
            if phase.name == "back_to_columns"
        ]
        for choice in ("stay", "may_return")
    }
    assert {option.name: option.value for option in GAME.options}["foundation_cards"] == "stay"
    assert back == {"stay": ["false"], "may_return": ["true"]}
