from __future__ import annotations

import pytest

from darwindeck.cards import Card, Rank, Suit
from darwindeck.genome.decks import deck_cards
from darwindeck.genome.schema import BreakingRule, CardCondition, PassPhase, TrickPhase
from darwindeck.library import create_hearts_genome
from tests.support.scoresheet import Hand, Scoresheet, Subject

GENOME = create_hearts_genome()


def fits(card: Card, condition: CardCondition) -> bool:
    if condition.any_of:
        return any(fits(card, one) for one in condition.any_of)
    return condition.suit in (None, card.suit) and condition.rank in (None, card.rank)


def play() -> TrickPhase:
    phase = GENOME.turn_structure.phases[1]
    assert isinstance(phase, TrickPhase)
    return phase


def test_the_deck_holds_26_points() -> None:
    points = [
        rule.points
        for card in deck_cards(GENOME)
        for rule in GENOME.card_scoring or ()
        if fits(card, rule.condition)
    ]
    assert sum(points) == 26
    assert sorted(points)[-2:] == [1, 13]


def test_three_cards_go_left_right_across_and_every_fourth_hand_none() -> None:
    passing = GENOME.turn_structure.phases[0]
    assert isinstance(passing, PassPhase)
    assert passing.count == 3
    assert passing.to == ("left(turn)", "right(turn)", "across(turn)", "none")


def test_the_two_of_clubs_leads_and_hearts_must_be_broken() -> None:
    assert play().leader == "holder(two_of_clubs)"
    (first_lead,) = play().lead
    assert (first_lead.cards.named, first_lead.when) == ("two_of_clubs", "trick == 1")
    assert play().breaking_suit == Suit.HEARTS
    assert play().breaking_rule == BreakingRule.CANNOT_LEAD_UNTIL_BROKEN


def test_penalty_cards_are_kept_from_the_first_trick_after_following_suit() -> None:
    follow_suit, no_points = play().follow
    assert follow_suit.when == "true"
    assert no_points.when == "trick == 1"
    assert no_points.cards.not_ == CardCondition(named="penalty_cards")
    penalty = next(s.cards for s in GENOME.card_sets if s.name == "penalty_cards")
    assert fits(Card(Suit.SPADES, Rank.QUEEN), penalty)
    assert sum(fits(card, penalty) for card in deck_cards(GENOME)) == 14


@pytest.mark.parametrize(
    ("taken", "scored"),
    [((26, 0, 0, 0), (0, 26, 26, 26)), ((25, 1, 0, 0), (25, 1, 0, 0)), ((0, 13, 0, 13),) * 2],
)
def test_all_26_points_go_to_the_others(taken: tuple[int, ...], scored: tuple[int, ...]) -> None:
    (moon,) = GENOME.scoring_rules or ()
    sheet = Scoresheet(GENOME)
    for seat, points in enumerate(taken):
        sheet.hand_score[Subject((seat,))] = points
    sheet.apply(moon, Hand())
    assert tuple(sheet.hand_score.values()) == scored


def test_fifteen_hands_cannot_pass_without_a_hundred() -> None:
    assert GENOME.match is not None
    assert GENOME.match.hands is not None
    # 26 points a hand at least, while four players below 100 have 396 at most.
    assert 26 * GENOME.match.hands > 4 * 99
