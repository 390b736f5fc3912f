"""UNO: the printed cards, what fits, what the action cards do, what is scored."""

from __future__ import annotations

from collections import Counter

import pytest

from darwindeck.cards import Card
from darwindeck.genome.decks import deck_cards
from darwindeck.genome.options import apply_options, fold_options
from darwindeck.genome.schema import (
    AssignRole,
    BlockPhase,
    CallPhase,
    ChoicePhase,
    DrawPhase,
    EndPhase,
    Moment,
    Move,
    NameSuit,
    PlayPhase,
    Reverse,
    Skip,
    SpecialEffect,
    TriggerMode,
    TurnsPhase,
    While,
)
from darwindeck.library import create_uno_genome
from tests.support.cards import Table, playable
from tests.support.position import Position, phases_of, scored

COLOURS = ("red", "yellow", "green", "blue")
GAME = fold_options(create_uno_genome())
WILD = Card("", "wild")
WILD_DRAW_FOUR = Card("", "wild_draw_four")


def red(rank: str) -> Card:
    return Card("red", rank)


def blue(rank: str) -> Card:
    return Card("blue", rank)


def turns() -> TurnsPhase:
    (phase,) = phases_of(GAME, TurnsPhase)
    assert isinstance(phase, TurnsPhase)
    return phase


def plays() -> tuple[PlayPhase, PlayPhase]:
    from_hand, drawn = phases_of(GAME, PlayPhase)
    assert isinstance(from_hand, PlayPhase)
    assert isinstance(drawn, PlayPhase)
    return from_hand, drawn


def legal(
    phase: PlayPhase,
    top: Card,
    hand: list[Card],
    named: str | None = None,
    drawn: Card | None = None,
) -> set[Card]:
    """The cards of a hand that may be played."""
    drawn_cards = frozenset() if drawn is None else frozenset({drawn})
    table = Table(GAME, top=top, suit_in_force=named, drawn=drawn_cards)
    position = Position(GAME, {"hand": [hand, [], [], []]}, table=table)
    assert phase.valid_play_condition is not None
    selectors = [phase.valid_play_condition]
    selectors += [line.cards for line in phase.allowed if position.judge(line.when)]
    return playable(table, *selectors) & set(hand)


def effects(rank: str, moment: Moment) -> SpecialEffect:
    (effect,) = [e for e in GAME.special_effects if e.cards.rank == rank and e.moment == moment]
    return effect


def test_deck_is_the_108_printed_cards() -> None:
    deck = Counter(deck_cards(GAME))
    assert deck.total() == 108
    for colour in COLOURS:
        assert sum(n for c, n in deck.items() if c.suit == colour) == 25
        assert deck[Card(colour, "zero")] == 1
        others = ("one", "2", "3", "4", "5", "6", "7", "8", "9", "skip", "reverse", "draw_two")
        assert all(deck[Card(colour, rank)] == 2 for rank in others)
    assert (deck[WILD], deck[WILD_DRAW_FOUR]) == (4, 4)


def test_every_suit_and_rank_outside_the_french_pack_is_declared() -> None:
    assert GAME.deck is not None
    assert [suit.name for suit in GAME.deck.suits] == list(COLOURS)
    used = {str(c.rank) for c in deck_cards(GAME)}
    assert {rank.name for rank in GAME.deck.ranks} == used - set("23456789")


def test_seven_cards_each_and_one_turned_up() -> None:
    deal = GAME.setup.deal or ()
    assert [(step.zone, sum(step.packets)) for step in deal] == [("hand", 7), ("discard", 1)]


def test_colour_number_symbol_and_wild_fit() -> None:
    from_hand, _ = plays()
    hand = [red("2"), blue("7"), blue("8"), Card("green", "skip"), WILD]
    assert legal(from_hand, red("7"), hand) == {red("2"), blue("7"), WILD}
    assert legal(from_hand, blue("skip"), hand) == {
        blue("7"),
        blue("8"),
        Card("green", "skip"),
        WILD,
    }


def test_named_colour_is_in_force_after_a_wild_card() -> None:
    from_hand, _ = plays()
    hand = [red("2"), blue("7"), WILD]
    assert legal(from_hand, WILD, hand, named="blue") == {blue("7"), WILD}


@pytest.mark.parametrize("top", [red("7"), WILD_DRAW_FOUR])
def test_wild_draw_four_needs_a_hand_without_the_colour_in_force(top: Card) -> None:
    from_hand, _ = plays()
    named = "red" if top == WILD_DRAW_FOUR else None
    without = [blue("7"), blue("8"), WILD, WILD_DRAW_FOUR]
    assert WILD_DRAW_FOUR in legal(from_hand, top, without, named)
    assert WILD_DRAW_FOUR not in legal(from_hand, top, [*without, red("2")], named)


def test_player_plays_or_draws_one_and_may_play_only_that() -> None:
    choice = turns().phases[0]
    assert isinstance(choice, ChoicePhase)
    _, drawing = choice.options
    assert isinstance(drawing, BlockPhase)
    draw, play = drawing.phases
    assert isinstance(draw, DrawPhase)
    assert (draw.source, draw.count) == ("deck", 1)
    assert isinstance(play, PlayPhase)
    assert play.mandatory is False
    hand = [red("2"), red("9"), WILD]
    assert legal(play, red("7"), hand, drawn=red("9")) == {red("9")}
    assert legal(play, red("7"), [red("2"), blue("9")], drawn=blue("9")) == set()


def test_wild_draw_four_just_drawn_needs_a_hand_without_the_colour_too() -> None:
    _, play = plays()
    assert legal(play, red("7"), [blue("2"), WILD_DRAW_FOUR], drawn=WILD_DRAW_FOUR)
    assert not legal(play, red("7"), [red("2"), WILD_DRAW_FOUR], drawn=WILD_DRAW_FOUR)


@pytest.mark.parametrize("rank", ["skip", "reverse", "draw_two"])
def test_action_card_turned_up_first_acts_as_if_it_were_played(rank: str) -> None:
    assert effects(rank, Moment.TURNED_UP).do == effects(rank, Moment.PLAYED).do


def test_action_cards() -> None:
    next_draws = "hand(left(turn))"
    assert effects("skip", Moment.PLAYED).do == (Skip(1),)
    assert effects("reverse", Moment.PLAYED).do == (Reverse(),)
    assert effects("draw_two", Moment.PLAYED).do == (Move("deck", next_draws, count=2), Skip(1))
    four = effects("wild_draw_four", Moment.PLAYED)
    assert four.do == (Move("deck", next_draws, count=4), Skip(1))


def test_dealer_begins_after_a_reverse_turned_up() -> None:
    assert Position(GAME, {}, dealer=2, clockwise=True).judge(turns().first) == 3
    assert Position(GAME, {}, dealer=2, clockwise=False).judge(turns().first) == 2


def test_wild_draw_four_turned_up_is_put_back_and_a_wild_is_not() -> None:
    (again,) = [action for action in GAME.setup.after_deal if isinstance(action, While)]
    assert Position(GAME, {"discard": [WILD_DRAW_FOUR]}).judge(again.condition)
    assert not Position(GAME, {"discard": [WILD]}).judge(again.condition)


def test_first_player_names_the_colour_of_a_wild_turned_up() -> None:
    naming = GAME.turn_structure.phases[0]
    assert isinstance(naming, CallPhase)
    assert naming.who == "left(dealer)"
    assert Position(GAME, {"discard": [WILD]}).judge(naming.when)
    assert not Position(GAME, {"discard": [red("2")]}).judge(naming.when)
    (call,) = naming.calls
    assert call.do == (NameSuit("wanted"),)


def test_player_of_a_wild_card_names_the_colour() -> None:
    naming = turns().phases[1]
    assert isinstance(naming, CallPhase)
    for wild in (WILD, WILD_DRAW_FOUR):
        assert Position(GAME, {"discard": [red("2"), wild]}, played=1).judge(naming.when)
        assert not Position(GAME, {"discard": [red("2"), wild]}, played=0).judge(naming.when)
    assert not Position(GAME, {"discard": [WILD, red("2")]}, played=1).judge(naming.when)


def test_player_who_does_not_say_uno_can_be_caught_for_two_cards() -> None:
    saying, catching = turns().phases[2:]
    assert isinstance(saying, CallPhase)
    one_left = {"hand": [[red("2")], [], [], []]}
    assert Position(GAME, one_left, played=1).judge(saying.when)
    assert not Position(GAME, one_left, played=0).judge(saying.when)
    assert not Position(GAME, {"hand": [[red("2")] * 2, [], [], []]}, played=1).judge(saying.when)
    assert isinstance(catching, CallPhase)
    assert Position(GAME, {}, forgetful=2).judge(catching.who) == (3, 0, 1)
    catch = next(call for call in catching.calls if call.name == "catch")
    assert catch.do == (Move("deck", "hand(forgetful)", count=2), EndPhase())
    assert catching.then == (AssignRole("forgetful", "none"),)


def test_saying_uno_can_be_left_out() -> None:
    silent = fold_options(apply_options(create_uno_genome(), {"saying_uno": "not_required"}))
    (phase,) = phases_of(silent, TurnsPhase)
    assert [inner.when for inner in phase.phases[2:]] == ["false", "false"]


def test_first_out_scores_what_the_others_hold() -> None:
    hands = [[red("9"), red("zero"), WILD], [], [blue("draw_two"), blue("skip")], [WILD_DRAW_FOUR]]
    assert scored(Position(GAME, {"hand": hands})) == [0, 59 + 40 + 50, 0, 0]


def test_whole_deck_is_worth_1240_points() -> None:
    table = Table(GAME)
    total = 4 * (2 * 45 + 6 * 20) + 8 * 50
    assert total == 1240
    assert sum(table.worth(c, "card_points") for c in deck_cards(GAME)) == total


def test_game_is_to_five_hundred_and_bounded() -> None:
    (win,) = GAME.win_conditions
    assert (win.type, win.threshold) == ("high_score", 500)
    assert win.trigger_mode == TriggerMode.THRESHOLD_GATE
    assert GAME.match is not None
    assert GAME.match.hands == 100
