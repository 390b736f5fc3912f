"""Crazy Eights: what fits, what an eight does, what is scored."""

from __future__ import annotations

from darwindeck.cards import Card, Rank, Suit
from darwindeck.genome.decks import deck_cards
from darwindeck.genome.schema import (
    CallPhase,
    DeckEmptyAction,
    DrawPhase,
    NameSuit,
    PlayPhase,
    RepeatPhase,
    TriggerMode,
    TurnsPhase,
    While,
)
from darwindeck.library import create_crazy_eights_genome
from tests.support.cards import Table, card, cards, playable
from tests.support.position import Position, phases_of, scored

GAME = create_crazy_eights_genome()


def legal(top: str, named: str | None = None) -> set[Card]:
    table = Table(GAME, top=card(top), suit_in_force=named)
    (condition,) = {phase.valid_play_condition for phase in phases_of(GAME, PlayPhase)}
    return playable(table, condition)


def turn() -> TurnsPhase:
    (phase,) = phases_of(GAME, TurnsPhase)
    assert isinstance(phase, TurnsPhase)
    return phase


def test_four_players_get_five_cards_and_one_is_turned_up() -> None:
    assert GAME.player_count == 4
    assert len(deck_cards(GAME)) == 52
    deal = GAME.setup.deal or ()
    assert [(step.zone, sum(step.packets)) for step in deal] == [("hand", 5), ("discard", 1)]
    assert GAME.setup.initial_discard_count == 1


def test_suit_rank_and_eights_fit() -> None:
    expected = {Card(Suit.HEARTS, rank) for rank in Rank}
    expected |= {Card(suit, Rank.FIVE) for suit in Suit}
    expected |= {Card(suit, Rank.EIGHT) for suit in Suit}
    assert legal("5H") == expected
    assert len(expected) == 13 + 3 + 3


def test_after_an_eight_only_the_named_suit_and_eights_fit() -> None:
    expected = {Card(Suit.CLUBS, rank) for rank in Rank}
    expected |= {Card(suit, Rank.EIGHT) for suit in Suit}
    assert legal("8H", named="clubs") == expected


def test_eight_turned_up_at_the_deal_goes_back() -> None:
    (again,) = [action for action in GAME.setup.after_deal if isinstance(action, While)]
    assert Position(GAME, {"discard": cards("8D")}).judge(again.condition)
    assert not Position(GAME, {"discard": cards("9D")}).judge(again.condition)


def test_player_who_cannot_play_draws_up_to_three_and_plays_the_first_that_fits() -> None:
    play, draw, _ = turn().phases
    assert isinstance(play, PlayPhase)
    assert play.mandatory
    assert isinstance(draw, RepeatPhase)
    assert draw.may_stop == "false"
    drawing, playing = draw.phases
    assert isinstance(drawing, DrawPhase)
    assert isinstance(playing, PlayPhase)
    assert (drawing.source, drawing.count, playing.mandatory) == ("deck", 1, True)
    for played, drawn, goes_on in ((0, 0, True), (0, 2, True), (0, 3, False), (1, 0, False)):
        position = Position(GAME, {}, played=played, drawn=drawn)
        assert position.judge(draw.as_long_as) is goes_on


def test_only_an_eight_just_played_names_a_suit() -> None:
    naming = turn().phases[-1]
    assert isinstance(naming, CallPhase)
    assert Position(GAME, {"discard": cards("2H 8H")}, played=1).judge(naming.when)
    assert not Position(GAME, {"discard": cards("2H 8H")}, played=0).judge(naming.when)
    assert not Position(GAME, {"discard": cards("8H 2H")}, played=1).judge(naming.when)
    (call,) = naming.calls
    assert call.do == (NameSuit("wanted"),)
    assert [choice.suits for choice in call.choices] == [()]


def test_hand_ends_with_an_empty_hand() -> None:
    assert Position(GAME, {"hand": [cards("2S"), [], cards("3S"), cards("4S")]}).judge(turn().until)
    assert not Position(GAME, {"hand": [cards("2S")] * 4}).judge(turn().until)


def test_first_out_scores_what_the_others_hold() -> None:
    hands = [cards("8S AH"), [], cards("KD QD JD 10D"), cards("2C 3C 9H")]
    assert scored(Position(GAME, {"hand": hands})) == [0, 51 + 40 + 14, 0, 0]


def test_whole_pack_is_worth_all_its_points() -> None:
    table = Table(GAME)
    pips = sum(range(1, 8)) + 9 + 10
    assert sum(table.worth(c, "card_points") for c in deck_cards(GAME)) == 4 * (pips + 50 + 30)


def test_stock_is_renewed_from_the_discards_under_the_top() -> None:
    assert GAME.game_rules is not None
    assert GAME.game_rules.deck_empty_action == DeckEmptyAction.RESHUFFLE_DISCARD
    assert GAME.game_rules.keep_top_discard


def test_game_is_to_one_hundred_and_bounded() -> None:
    (win,) = GAME.win_conditions
    assert (win.type, win.threshold) == ("high_score", 100)
    assert win.trigger_mode == TriggerMode.THRESHOLD_GATE
    assert GAME.match is not None
    assert GAME.match.hands == 50
