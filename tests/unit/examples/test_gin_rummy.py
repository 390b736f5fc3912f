"""Gin Rummy: the offer of the turned-up card, knocking, laying off and the count."""

from __future__ import annotations

from typing import Any

import pytest

from darwindeck.genome.decks import deck_cards
from darwindeck.genome.options import apply_options
from darwindeck.genome.schema import (
    AssignRole,
    BlockPhase,
    ChoicePhase,
    DealerAfter,
    DiscardPhase,
    If,
    LayOff,
    MeldPhase,
    Redeal,
    RepeatPhase,
    TurnsPhase,
)
from darwindeck.library import create_gin_rummy_genome
from tests.support.layout import Layout
from tests.support.position import phases_of

GAME = create_gin_rummy_genome()
TURNS, OWN_MELDS, LAYING_OFF = GAME.turn_structure.phases
DRAW, DISCARD = phases_of(GAME, ChoicePhase)


def knocked(knocker: str, other: str) -> dict[tuple[int, ...], int]:
    """What the players score with these cards left in their hands; player 0 has knocked."""
    return Layout(GAME, {"knocker": 0}, hand=[knocker, other]).hand_scores()


def test_two_players_get_ten_cards_and_one_is_turned_up() -> None:
    assert GAME.player_count == 2
    assert len(deck_cards(GAME)) == 52
    deal = GAME.setup.deal or ()
    assert [(step.zone, sum(step.packets)) for step in deal] == [("hand", 10), ("discard", 1)]


@pytest.mark.parametrize(
    ("begun", "refusals", "may"),
    [
        (False, 0, ["discard", "refuse"]),
        (False, 1, ["discard", "refuse"]),
        (False, 2, ["deck"]),
        (True, 0, ["discard", "deck"]),
        (True, 2, ["discard", "deck"]),
    ],
)
def test_the_turned_up_card_is_offered_to_both_before_the_stock(
    begun: bool, refusals: int, may: list[str]
) -> None:
    layout = Layout(GAME, {"begun": begun, "refusals": refusals})
    options = {getattr(option, "source", option.name): option for option in DRAW.options}
    assert [name for name, option in options.items() if layout.judge(option.when)] == may


def test_a_player_who_refused_does_not_discard() -> None:
    assert Layout(GAME, {"drawn": 0}).judge(DISCARD.when) is False
    assert Layout(GAME, {"drawn": 1}).judge(DISCARD.when) is True


@pytest.mark.parametrize(
    ("left", "may"), [("", True), ("10C", True), ("4C 6D", True), ("KC AD", False)]
)
def test_one_may_knock_with_ten_points_left(left: str, may: bool) -> None:
    knock: Any = DISCARD.options[0]
    assert isinstance(knock, BlockPhase)
    discard, melding = knock.phases
    assert isinstance(discard, DiscardPhase)
    assert isinstance(melding, RepeatPhase)
    (meld,) = melding.phases
    assert isinstance(meld, MeldPhase)
    assert (meld.patterns, meld.lay_off) == (("set", "run"), LayOff.NONE)
    assert knock.then == (AssignRole("knocker"),)
    assert Layout(GAME, hand=[left, ""]).judge(knock.after, 0) is may


def test_the_hand_is_thrown_in_with_two_cards_in_the_stock() -> None:
    discard: Any = DISCARD.options[1]
    assert isinstance(discard, DiscardPhase)
    (rule,) = discard.then
    assert isinstance(rule, If)
    assert rule.then == (Redeal(DealerAfter.SAME),)
    assert Layout(GAME, deck="2C 3C").judge(rule.condition) is True
    assert Layout(GAME, deck="2C 3C 4C").judge(rule.condition) is False


def test_the_card_just_taken_may_not_be_discarded() -> None:
    for discard in phases_of(GAME, DiscardPhase):
        assert discard.cards.not_.taken_from == "discard"


def test_the_other_player_melds_and_lays_off_unless_it_is_gin() -> None:
    assert isinstance(TURNS, TurnsPhase)
    assert TURNS.until == "set(knocker)"
    assert OWN_MELDS.who == LAYING_OFF.who == "left(knocker)"
    assert isinstance(LAYING_OFF, RepeatPhase)
    (meld,) = LAYING_OFF.phases
    assert isinstance(meld, MeldPhase)
    assert (meld.new_melds, meld.lay_off) == (False, LayOff.ANY)
    for left, may in (("", False), ("AC", True)):
        layout = Layout(GAME, {"knocker": 0}, hand=[left, "KC"])
        assert layout.judge(LAYING_OFF.when, 1) is may


@pytest.mark.parametrize(
    ("knocker", "other", "scores"),
    [
        ("4C 3D", "KC QD", (13, 0)),
        ("", "KC QD", (45, 0)),
        ("", "", (25, 0)),
        ("4C 3D", "5C", (0, 27)),
        ("4C 3D", "7C", (0, 25)),
        ("4C 3D", "", (0, 32)),
        ("4C 3D", "8C", (1, 0)),
    ],
)
def test_knock_gin_and_undercut(knocker: str, other: str, scores: tuple[int, int]) -> None:
    assert tuple(knocked(knocker, other).values()) == scores


def test_an_option_has_the_older_bonuses() -> None:
    game = apply_options(GAME, {"bonuses": "older"})
    for left, scores in ((["", "KC QD"], [40, 0]), (["4C 3D", "5C"], [0, 12])):
        totals = Layout(game, {"knocker": 0}, hand=left).hand_scores()
        assert list(totals.values()) == scores


def test_game_is_to_100_or_forty_hands() -> None:
    (win,) = GAME.win_conditions
    assert (win.type, win.threshold) == ("high_score", 100)
    assert GAME.match is not None
    assert GAME.match.hands == 40
