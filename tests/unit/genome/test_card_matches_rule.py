"""A card and the rule that may be about it."""

from __future__ import annotations

import pytest

import darwindeck
from darwindeck.cards import Card, Rank, Suit
from darwindeck.genome.conditions import CardContext, card_matches_rule
from darwindeck.genome.schema import (
    Attribute,
    CardCondition,
    CardRule,
    CardScoringRule,
    NamedCards,
    Reference,
    ScoringTrigger,
)

QUEEN_OF_SPADES = CardCondition(suit=Suit.SPADES, rank=Rank.QUEEN)
RULES = (
    QUEEN_OF_SPADES,
    CardScoringRule(QUEEN_OF_SPADES, 13, ScoringTrigger.TRICK_WIN),
    CardRule(QUEEN_OF_SPADES),
)


def test_it_is_part_of_the_public_interface() -> None:
    assert darwindeck.card_matches_rule is card_matches_rule
    assert darwindeck.card_matches_rule is card_matches_rule


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: type(rule).__name__)
def test_every_kind_of_rule_means_the_cards_of_its_condition(
    rule: CardCondition | CardScoringRule | CardRule,
) -> None:
    meant = {
        Card(suit, rank)
        for suit in Suit
        for rank in Rank
        if card_matches_rule(Card(suit, rank), rule)
    }
    assert meant == {Card(Suit.SPADES, Rank.QUEEN)}


def test_a_rule_without_constraints_means_every_card() -> None:
    rule = CardScoringRule(CardCondition(), 1, ScoringTrigger.PLAY)
    assert card_matches_rule(Card(Suit.CLUBS, Rank.TWO), rule)
    assert card_matches_rule(Card("", "joker"), rule)


def test_when_a_duty_holds_is_not_asked() -> None:
    assert card_matches_rule(Card(Suit.SPADES, Rank.QUEEN), CardRule(QUEEN_OF_SPADES, when="false"))


def test_trumps_and_card_sets_are_read_from_the_context() -> None:
    queens = NamedCards("queens", "queen", CardCondition(rank=Rank.QUEEN))
    context = CardContext(trump=Suit.HEARTS, card_sets={queens.name: queens.cards})
    rule = CardRule(CardCondition(trump=True, named="queens"))
    assert card_matches_rule(Card(Suit.HEARTS, Rank.QUEEN), rule, context)
    assert not card_matches_rule(Card(Suit.HEARTS, Rank.KING), rule, context)
    assert not card_matches_rule(Card(Suit.SPADES, Rank.QUEEN), rule, context)


def test_a_rule_that_reads_the_play_is_refused() -> None:
    rule = CardRule(CardCondition(same=(Attribute.SUIT,), of=Reference.LED))
    with pytest.raises(ValueError, match="depends on the play"):
        card_matches_rule(Card(Suit.SPADES, Rank.QUEEN), rule)
