"""Sentences that bred games have shown to be wrong for some of them."""

from __future__ import annotations

from dataclasses import replace

from darwindeck.genome.examples import get_genome
from darwindeck.genome.schema import (
    CardCondition,
    CardScoringRule,
    Rank,
    ScoringTrigger,
    WinComparison,
)
from darwindeck.rulebook import generate_rulebook

RACE = "you try to be the first to get rid of all your cards"


def test_nobody_races_to_go_out_where_points_are_bad() -> None:
    eights = get_genome("crazy-eights")
    assert RACE in generate_rulebook(eights)
    wins = tuple(replace(win, comparison=WinComparison.LOWEST) for win in eights.win_conditions)
    assert RACE not in generate_rulebook(replace(eights, win_conditions=wins))


def test_a_captured_card_that_scores_is_one_taken_from_the_table() -> None:
    rule = CardScoringRule(CardCondition(rank=Rank.SIX), 2, ScoringTrigger.CAPTURE)
    book = generate_rulebook(replace(get_genome("scopa"), card_scoring=(rule,)))
    assert "Each six captured from the table scores 2 points" in book
