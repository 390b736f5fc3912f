from __future__ import annotations

import pytest

from darwindeck.cards import Rank
from darwindeck.genome.decks import deck_cards
from darwindeck.genome.schema import (
    AssignRole,
    BlockPhase,
    Call,
    CallPhase,
    DiscardPhase,
    DrawPhase,
    Phase,
    SetTrump,
    SitOut,
    TrickPhase,
)
from darwindeck.library import create_euchre_genome
from tests.support.evaluate import evaluate
from tests.support.scoresheet import Hand, Scoresheet


def phase(name: str) -> Phase:
    return next(p for p in create_euchre_genome().turn_structure.phases if p.name == name)


def calls(name: str) -> dict[str, Call]:
    found = phase(name)
    assert isinstance(found, CallPhase)
    return {call.name: call for call in found.calls}


def scores(maker: int, tricks: tuple[int, int, int, int], alone: bool = False) -> tuple[int, int]:
    flags = [int(alone and seat == maker) for seat in range(4)]
    sheet = Scoresheet(create_euchre_genome())
    result = sheet.score_hand(
        Hand(roles={"maker": maker}, seats={"tricks": tricks, "alone": flags})
    )
    return result[0, 2], result[1, 3]


def test_the_deck_has_the_24_cards_from_nine_to_ace() -> None:
    cards = deck_cards(create_euchre_genome())
    assert len(cards) == len(set(cards)) == 24
    assert {card.rank for card in cards} == set(map(Rank, ("9", "10", "J", "Q", "K", "A")))


def test_five_cards_are_dealt_and_one_is_turned() -> None:
    deal = create_euchre_genome().setup.deal
    assert deal is not None
    assert [(sum(step.packets), step.zone) for step in deal] == [(5, "hand"), (1, "turned_card")]


def test_the_jack_is_the_highest_trump_and_the_other_jack_of_its_colour_the_second() -> None:
    (ranking,) = create_euchre_genome().rankings or ()
    assert ranking.plain[-1] == Rank.ACE
    assert ranking.trump[-2:] == (Rank.ACE, Rank.JACK)
    (left_bower,) = ranking.promote
    assert left_bower.above == Rank.ACE
    assert left_bower.cards.rank == Rank.JACK
    assert (left_bower.cards.trump_colour, left_bower.cards.printed_trump) == (True, False)


def test_ordering_up_makes_the_turned_suit_trumps_and_its_caller_the_maker() -> None:
    for call in ("order_up", "order_up_alone"):
        done = calls("ordering")[call].do
        assert AssignRole("maker", "turn") in done
        assert SetTrump("suit(turned_card)") in done
    assert phase("ordering").when == "true"


def test_only_a_lone_maker_s_partner_sits_out() -> None:
    for name in ("ordering", "naming"):
        for call in calls(name).values():
            assert (SitOut("partner(turn)") in call.do) == call.name.endswith("_alone")


@pytest.mark.parametrize(
    ("maker_set", "dealer_active", "taken"),
    [(True, True, True), (True, False, False), (False, True, False)],
)
def test_the_dealer_takes_the_card_up_unless_sitting_out(
    maker_set: bool, dealer_active: bool, taken: bool
) -> None:
    taking_up = phase("taking_up")
    assert isinstance(taking_up, BlockPhase)
    draw, discard = taking_up.phases
    assert isinstance(draw, DrawPhase)
    assert isinstance(discard, DiscardPhase)
    assert (draw.source, draw.who, discard.who) == ("turned_card", "dealer", "dealer")
    facts = {
        "set": lambda role: maker_set,
        "maker": 1,
        "active": lambda seat: dealer_active,
        "dealer": 0,
    }
    assert evaluate(taking_up.when, facts) is taken


def test_the_dealer_is_stuck_in_the_second_round() -> None:
    second = calls("naming")
    assert evaluate(second["pass_again"].when, {"turn": 1, "dealer": 0}) is True
    assert evaluate(second["pass_again"].when, {"turn": 0, "dealer": 0}) is False


def test_the_turned_suit_cannot_be_named() -> None:
    for name in ("name_suit", "name_suit_alone"):
        call = calls("naming")[name]
        turned = {"turned_card": "turned_card", "suit": lambda zone: "hearts"}
        assert evaluate(call.when, {"named": "hearts", **turned}) is False
        assert evaluate(call.when, {"named": "spades", **turned}) is True


def test_the_first_lead_passes_over_a_player_who_sits_out() -> None:
    play = phase("play")
    assert isinstance(play, TrickPhase)
    assert play.leader == "next(dealer, active)"


@pytest.mark.parametrize(
    ("maker", "tricks", "alone", "expected"),
    [
        (0, (2, 1, 1, 1), False, (1, 0)),
        (2, (1, 1, 3, 0), False, (1, 0)),
        (0, (3, 0, 2, 0), False, (2, 0)),
        (0, (5, 0, 0, 0), True, (4, 0)),
        (0, (4, 1, 0, 0), True, (1, 0)),
        (0, (2, 2, 0, 1), False, (0, 2)),
        (0, (0, 3, 0, 2), True, (0, 2)),
        (3, (1, 2, 1, 1), False, (0, 1)),
        (1, (1, 2, 2, 0), False, (2, 0)),
    ],
)
def test_score(
    maker: int, tricks: tuple[int, int, int, int], alone: bool, expected: tuple[int, int]
) -> None:
    assert scores(maker, tricks, alone) == expected


def test_a_side_wins_with_ten_and_nineteen_hands_are_always_enough() -> None:
    genome = create_euchre_genome()
    (condition,) = genome.win_conditions
    assert condition.threshold == 10
    assert genome.match is not None
    assert genome.match.hands == 9 + 9 + 1
