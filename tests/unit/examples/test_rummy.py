"""Rummy: melds, drawing and the end of the stock, going out."""

from __future__ import annotations

import pytest

from darwindeck.cards import Card, Suit
from darwindeck.genome.conditions import CardContext
from darwindeck.genome.decks import deck_cards
from darwindeck.genome.options import apply_options
from darwindeck.genome.patterns import matches_pattern
from darwindeck.genome.schema import (
    ChoicePhase,
    DiscardPhase,
    DrawPhase,
    EndHand,
    If,
    LayOff,
    MeldPhase,
    Move,
    Owner,
    PileKey,
    RepeatPhase,
    Set,
    TurnsPhase,
)
from darwindeck.library import create_rummy_genome
from tests.support.cards import Table, cards
from tests.support.layout import Layout

GAME = create_rummy_genome()
(TURNS,) = GAME.turn_structure.phases
assert isinstance(TURNS, TurnsPhase)
DRAW, MELD, DISCARD = TURNS.phases


def melds(text: str) -> list[str]:
    context = CardContext.of(GAME)
    return [p.name for p in GAME.patterns if matches_pattern(cards(text), p, context)]


def test_four_players_get_seven_cards_and_one_is_turned_up() -> None:
    assert GAME.player_count == 4
    assert len(deck_cards(GAME)) == 52
    deal = GAME.setup.deal or ()
    assert [(step.zone, sum(step.packets)) for step in deal] == [("hand", 7), ("discard", 1)]


@pytest.mark.parametrize(
    ("held", "found"),
    [
        ("7C 7D 7H", ["set"]),
        ("7C 7D 7H 7S", ["set"]),
        ("7C 7D", []),
        ("7C 7D 8H", []),
        ("AC 2C 3C", ["run"]),
        ("JH QH KH", ["run"]),
        ("QH KH AH", []),
        ("KH AH 2H", []),
        ("5S 6S 7S 8S 9S", ["run"]),
        ("5S 6S 7H", []),
        ("5S 6S 8S", []),
        ("5S 6S", []),
    ],
)
def test_sets_of_a_rank_and_runs_of_a_suit_with_the_ace_low(held: str, found: list[str]) -> None:
    assert melds(held) == found


def test_an_option_lets_the_ace_be_high_as_well() -> None:
    game = apply_options(GAME, {"ace": "high_or_low"})
    run = game.patterns[1]
    runs = ("AC 2C 3C", "QC KC AC", "JC QC KC AC", "KC AC 2C", "9C 10C JC")
    found = [text for text in runs if matches_pattern(cards(text), run, CardContext.of(game))]
    assert found == ["AC 2C 3C", "QC KC AC", "JC QC KC AC", "9C 10C JC"]
    assert apply_options(game, {"ace": "low"}) == GAME


def test_melds_lie_on_the_table_and_anybody_may_lay_off_on_them() -> None:
    assert isinstance(MELD, RepeatPhase)
    (meld,) = MELD.phases
    assert isinstance(meld, MeldPhase)
    assert meld.patterns == ("set", "run")
    assert meld.new_melds
    assert meld.lay_off == LayOff.ANY
    assert not meld.mandatory
    (zone,) = [zone for zone in GAME.zones or () if zone.name == meld.target]
    assert (zone.owner, zone.piles) == (Owner.TABLE, PileKey.MANY)


def test_one_draws_from_the_stock_or_the_discards() -> None:
    assert isinstance(DRAW, ChoicePhase)
    assert DRAW.may_pass == "false"
    draws = [option for option in DRAW.options if isinstance(option, DrawPhase)]
    assert [(draw.source, draw.count) for draw in draws] == [("deck", 1), ("discard", 1)]


def test_empty_stock_is_renewed_once_and_then_ends_the_hand_unscored() -> None:
    assert isinstance(DRAW, ChoicePhase)
    stock = DRAW.options[0]
    assert isinstance(stock, DrawPhase)
    (rule,) = stock.when_empty or ()
    assert isinstance(rule, If)
    assert Layout(GAME, {"turned": False}).judge(rule.condition) is True
    assert Layout(GAME, {"turned": True}).judge(rule.condition) is False
    assert rule.then == (Move("discard", "deck", turned_over=True), Set("turned", 1))
    assert rule.otherwise == (EndHand(scored=False),)


def test_the_card_taken_from_the_discards_may_not_be_discarded() -> None:
    assert isinstance(DISCARD, DiscardPhase)
    assert DISCARD.mandatory
    assert DISCARD.cards is not None
    assert DISCARD.cards.not_ is not None
    assert DISCARD.cards.not_.taken_from == "discard"


def test_going_out_scores_the_pips_that_the_others_hold() -> None:
    assert isinstance(TURNS, TurnsPhase)
    layout = Layout(GAME, hand=["KC AD", "", "7H", "10S 2S"])
    assert layout.judge(TURNS.until) is True
    assert layout.hand_scores() == {(0,): 0, (1,): 11 + 7 + 12, (2,): 0, (3,): 0}


def test_pips_count_the_ace_one_and_court_cards_ten() -> None:
    table = Table(GAME)
    ranks = ["A", *(str(n) for n in range(2, 11)), "J", "Q", "K"]
    worth = [table.worth(Card(Suit.CLUBS, rank), "pips") for rank in ranks]
    assert worth == [*range(1, 11), 10, 10, 10]


def test_game_is_to_100_or_forty_hands() -> None:
    (win,) = GAME.win_conditions
    assert (win.type, win.threshold) == ("high_score", 100)
    assert GAME.match is not None
    assert GAME.match.hands == 40
