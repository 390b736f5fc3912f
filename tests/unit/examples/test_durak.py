"""Durak: attack, defence, throwing in, and the fool."""

from __future__ import annotations

from typing import Any

import pytest

from darwindeck.cards import Card, Rank, Suit
from darwindeck.genome.decks import deck_cards
from darwindeck.genome.schema import (
    ChoicePhase,
    DoPhase,
    FillHands,
    If,
    Move,
    PlayPhase,
    RepeatPhase,
    Skip,
    TurnsPhase,
    WinComparison,
)
from darwindeck.library import create_durak_genome
from tests.support.cards import Table, card, cards, playable
from tests.support.position import Position, phases_of

GAME = create_durak_genome()
ATTACKER, DEFENDER = 0, 1


def bout() -> tuple[Any, ...]:
    (phase,) = phases_of(GAME, TurnsPhase)
    assert isinstance(phase, TurnsPhase)
    return phase.phases


def position(
    attack: str = "",
    beaten: str = "",
    attacker: str = "",
    defender: str = "",
    taking: bool = False,
) -> Position:
    zones: dict[str, list[Any]] = {
        "attack": cards(attack),
        "beaten": cards(beaten),
        "hand": [cards(attacker), cards(defender)],
        "deck": [],
    }
    (attacks,) = [let.value for let in GAME.lets if let.name == "attacks"]
    table = Position(GAME, zones)
    return Position(
        GAME,
        zones,
        defender=DEFENDER,
        seats={"taking": (0, int(taking))},
        attacks=table.judge(attacks),
    )


def test_thirty_six_cards_from_the_six_up() -> None:
    deck = deck_cards(GAME)
    assert len(set(deck)) == len(deck) == 36
    assert not {c.rank for c in deck} & {Rank.TWO, Rank.THREE, Rank.FOUR, Rank.FIVE}


def test_suit_of_the_turned_card_is_trumps_and_it_is_drawn_last() -> None:
    trump, under = GAME.setup.after_deal
    assert getattr(trump, "suit", None) == "suit(turned_card)"
    assert under == Move("turned_card", "deck", to_bottom=True)


def test_attack_is_beaten_by_a_higher_card_of_its_suit_or_by_a_trump() -> None:
    choice = bout()[2].phases[0]
    assert isinstance(choice, ChoicePhase)
    defence = choice.options[0]
    assert isinstance(defence, PlayPhase)
    assert defence.valid_play_condition is not None
    table = Table(GAME, top=card("10H"), trump=Suit.SPADES)
    expected = set(cards("JH QH KH AH")) | {Card(Suit.SPADES, c.rank) for c in deck_cards(GAME)}
    assert playable(table, defence.valid_play_condition) == expected
    table = Table(GAME, top=card("JS"), trump=Suit.SPADES)
    assert playable(table, defence.valid_play_condition) == set(cards("QS KS AS"))


def test_beaten_attack_is_put_with_the_beaten_cards() -> None:
    defence = bout()[2].phases[0].options[0]
    assert defence.target == "attack"
    assert defence.then == (Move("attack", "beaten"),)


def test_only_ranks_that_lie_on_the_table_are_thrown_in() -> None:
    for throw_in in (bout()[2].phases[1], bout()[3].phases[0]):
        assert throw_in.mandatory is False
        table = Table(GAME, zones={"attack": cards("9H"), "beaten": cards("10H KH")})
        assert playable(table, throw_in.valid_play_condition) == {
            Card(suit, rank) for suit in Suit for rank in (Rank.NINE, Rank.TEN, Rank.KING)
        }


FIVE_BEATEN = "6H 7H 6D 7D 6C 7C 7S 8S 8H 9H"


@pytest.mark.parametrize(
    ("beaten", "defender", "may"),
    [
        ("10H JH", "6C", True),
        ("10H JH", "", False),
        (FIVE_BEATEN, "KC", True),
        (FIVE_BEATEN + " 9D 10D", "KC", False),
    ],
)
def test_bout_has_at_most_six_attacks_and_as_many_as_the_defender_can_answer(
    beaten: str, defender: str, may: bool
) -> None:
    throw_in = bout()[2].phases[1]
    assert position(beaten=beaten, defender=defender).judge(throw_in.when) is may
    assert not position(beaten=beaten, defender=defender, taking=True).judge(throw_in.when)


def test_defence_goes_on_while_an_attack_is_not_beaten() -> None:
    defence = bout()[2]
    assert isinstance(defence, RepeatPhase)
    assert position("10H").judge(defence.as_long_as)
    assert not position("", "10H JH").judge(defence.as_long_as)
    assert not position("10H", taking=True).judge(defence.as_long_as)


@pytest.mark.parametrize(
    ("attack", "beaten", "defender", "may"),
    [
        ("10H", "", "6C 7C", True),
        ("10H 10S", "", "6C 7C", False),
        ("10H", "", "6C", False),
        ("10H", "9H JH 9D JD", "6C 7C 8C", True),
        ("10H", FIVE_BEATEN, "6C 7C 8C", False),
    ],
)
def test_cards_are_thrown_in_also_when_the_defender_takes(
    attack: str, beaten: str, defender: str, may: bool
) -> None:
    more = bout()[3]
    assert isinstance(more, RepeatPhase)
    place = position(attack, beaten, "6S 6H", defender, taking=True)
    assert place.judge(more.when)
    assert place.judge(more.as_long_as) is may
    assert not position(attack, beaten, "6S 6H", defender).judge(more.when)


def test_defender_who_takes_misses_the_attack() -> None:
    (end,) = bout()[4].actions
    assert isinstance(end, If)
    takes = (Move("attack", "hand(defender)"), Move("beaten", "hand(defender)"))
    assert end.then == (*takes, Skip(1))
    assert end.otherwise == (Move("beaten", "discard"),)


def test_attacker_draws_first_and_the_game_ends_with_an_empty_hand_and_stock() -> None:
    draw = bout()[5]
    assert isinstance(draw, DoPhase)
    *fills, end = draw.actions
    assert fills == [FillHands(6, to="attacker"), FillHands(6, to="defender")]
    assert isinstance(end, If)
    assert position(defender="6C").judge(end.condition)
    assert not position(attacker="6H", defender="6C").judge(end.condition)


def test_player_left_with_cards_is_the_fool_and_two_empty_hands_draw() -> None:
    (win,) = GAME.win_conditions
    assert win.comparison == WinComparison.NONE
    assert position(defender="6C").judge(win.who) == (ATTACKER,)
    assert position().judge(win.who) == (ATTACKER, DEFENDER)
