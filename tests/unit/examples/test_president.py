"""President: sets, passing, places and the exchange."""

from __future__ import annotations

from typing import Any

import pytest

from darwindeck.cards import Card, Rank, Suit
from darwindeck.genome.schema import (
    BlockPhase,
    CallPhase,
    Choose,
    DiscardPhase,
    DoPhase,
    ForEach,
    If,
    PlayPhase,
    Set,
    TurnsPhase,
)
from darwindeck.library import create_president_genome
from tests.support.cards import Table, card, cards, playable
from tests.support.position import Position, phases_of, scored

GAME = create_president_genome()


def turns() -> TurnsPhase:
    (phase,) = phases_of(GAME, TurnsPhase)
    assert isinstance(phase, TurnsPhase)
    return phase


def plays() -> tuple[PlayPhase, PlayPhase]:
    lead, follow = phases_of(GAME, PlayPhase)
    assert isinstance(lead, PlayPhase)
    assert isinstance(follow, PlayPhase)
    return lead, follow


def position(hands: list[str], pile: str = "", **quantities: Any) -> Position:
    zones: dict[str, list[Any]] = {
        "hand": [cards(hand) for hand in hands],
        "tableau": cards(pile),
    }
    return Position(GAME, zones, **quantities)


def test_two_is_highest_three_is_lowest_and_suits_do_not_matter() -> None:
    table = Table(GAME)
    assert table.beats(card("2C"), card("AS"))
    assert table.beats(card("4C"), card("3S"))
    assert not table.beats(card("3S"), card("2C"))
    assert not table.beats(card("9S"), card("9H"))


def test_leader_plays_any_set() -> None:
    lead, _ = plays()
    assert (lead.min_cards, lead.max_cards, lead.together) == (1, 4, "set")
    assert lead.valid_play_condition is None
    assert position(["3S"] * 4).judge(lead.when)
    assert not position(["3S"] * 4, pile="5S").judge(lead.when)


def test_others_play_as_many_cards_of_a_higher_rank() -> None:
    _, follow = plays()
    assert follow.valid_play_condition is not None
    assert playable(Table(GAME, top=card("KH")), follow.valid_play_condition) == {
        Card(suit, rank) for suit in Suit for rank in (Rank.ACE, Rank.TWO)
    }
    assert (follow.min_cards, follow.max_cards, follow.together) == ("set_size", "set_size", "set")
    assert position(["3S"] * 4, pile="5S").judge(follow.when)
    assert not position(["3S"] * 4).judge(follow.when)


def test_only_a_set_that_lies_there_can_be_passed() -> None:
    (passing,) = phases_of(GAME, CallPhase)
    assert not position(["3S"] * 4).judge(passing.when)
    assert position(["3S"] * 4, pile="5S").judge(passing.when)


@pytest.mark.parametrize(
    ("hands", "passes", "cleared"),
    [
        (["3S", "3H", "3D", "3C"], 2, False),
        (["3S", "3H", "3D", "3C"], 3, True),
        (["", "3H", "3D", "3C"], 2, False),
        (["", "3H", "3D", "3C"], 3, True),
        (["3S", "", "3D", "3C"], 2, True),
    ],
)
def test_pile_is_put_away_when_everybody_else_with_cards_has_passed(
    hands: list[str], passes: int, cleared: bool
) -> None:
    clearing = turns().phases[2]
    assert isinstance(clearing, DoPhase)
    place = position(hands, "5S", passes=passes, last_to_play=0)
    assert place.judge(clearing.when) is cleared


def test_places_are_given_in_the_order_of_going_out() -> None:
    lead, follow = plays()
    assert lead.then == follow.then
    (going_out,) = lead.then
    assert isinstance(going_out, If)
    place = position(["", "3H", "", "3C"])
    assert place.judge(going_out.condition, seat=2)
    (given,) = going_out.then
    assert isinstance(given, Set)
    assert (given.counter, place.judge(given.to, seat=2)) == ("finish", 2)
    assert not place.judge(turns().until)
    last = position(["", "3H", "", ""])
    assert last.judge(turns().until)
    (rest,) = turns().then
    assert isinstance(rest, Set)
    assert (rest.counter, rest.to, last.judge(rest.who)) == ("finish", 4, (1,))


def test_first_two_players_out_score() -> None:
    places = {"finish": (3, 1, 4, 2)}
    assert scored(Position(GAME, {}, seats=places)) == [0, 2, 0, 1]


def test_scum_gives_the_best_cards_and_gets_any_back() -> None:
    exchange = GAME.turn_structure.phases[0]
    assert isinstance(exchange, BlockPhase)
    assert not Position(GAME, {}, hand_number=1).judge(exchange.when)
    assert Position(GAME, {}, hand_number=2).judge(exchange.when)
    gifts = [phase for phase in exchange.phases if isinstance(phase, DiscardPhase)]
    assert [(gift.who, gift.target, gift.count, gift.choose) for gift in gifts] == [
        ("scum", "hand(president)", 2, Choose.HIGHEST),
        ("president", "hand(scum)", 2, Choose.PICK),
        ("vice_scum", "hand(vice_president)", 1, Choose.HIGHEST),
        ("vice_president", "hand(vice_scum)", 1, Choose.PICK),
    ]


def test_roles_follow_the_places_of_the_last_hand() -> None:
    last_hand = Position(GAME, {}, seats={"finish": (3, 1, 4, 2)})
    given = {rule.do[0].role: last_hand.judge(rule.who) for rule in phases_of(GAME, ForEach)}
    assert given == {"president": (1,), "vice_president": (3,), "vice_scum": (0,), "scum": (2,)}


def test_game_is_to_eleven() -> None:
    (win,) = GAME.win_conditions
    assert (win.type, win.threshold) == ("high_score", 11)
