"""Sentences that bred games have shown to be wrong for some of them."""

from __future__ import annotations

from dataclasses import replace

from darwindeck.genome.examples import get_genome
from darwindeck.genome.schema import (
    Award,
    CardCondition,
    CardPoints,
    CardRule,
    CardScoringRule,
    GameGenome,
    Moment,
    Part,
    Rank,
    ScoringTrigger,
    SpecialEffect,
    Suit,
    TrickPhase,
    TrickTie,
    WinComparison,
)
from darwindeck.genome.tree import transform
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


def with_tricks(genome: GameGenome, **changes: object) -> GameGenome:
    def changed(part: Part) -> Part:
        return replace(part, **changes) if isinstance(part, TrickPhase) else part  # type: ignore[arg-type]

    return transform(genome, changed)


def test_what_wins_in_one_mode_is_said_of_that_mode() -> None:
    baloot = get_genome("baloot")
    assert baloot.rankings is not None
    first, second = baloot.rankings
    mixed = replace(baloot, rankings=(first, replace(second, across_suits=True)))
    book = generate_rulebook(mixed)
    assert "In Hokum, the highest card wins the trick, whatever its suit. Otherwise the" in book
    both = replace(baloot, rankings=tuple(replace(r, across_suits=True) for r in baloot.rankings))
    assert "The highest card wins the trick, whatever its suit." in generate_rulebook(both)


def test_who_has_no_card_left_where_there_are_too_few_is_passed_over() -> None:
    passed = "A player who has no card left is passed over, in leading as in following."
    hell = get_genome("oh-hell")
    assert passed not in generate_rulebook(hell)
    many = replace(hell, player_count=6)
    assert passed in generate_rulebook(many)


def test_a_duty_of_one_trick_leaves_the_others_free() -> None:
    rule = CardRule(CardCondition(not_=CardCondition(named="penalty")), "trick == 1")
    hearts = get_genome("hearts")
    names = {named.name for named in hearts.card_sets}
    rule = replace(rule, cards=CardCondition(not_=CardCondition(named=sorted(names)[0])))
    book = generate_rulebook(with_tricks(hearts, follow=(rule,)))
    assert "Whenever that does not apply, everybody may play any card." in book


def test_equal_cards_that_are_turned_up_at_once_are_told_apart_by_the_order_of_play() -> None:
    book = generate_rulebook(with_tricks(get_genome("war"), tie=TrickTie.LAST))
    assert "the one played last" not in book
    assert "of two equal cards the one wins whose player comes last in turn" in book.lower()


def test_of_lines_that_fit_the_same_cards_the_first_counts() -> None:
    first = "Of several lines that fit a card the first one counts."
    rummy = get_genome("rummy")
    assert first not in generate_rulebook(rummy)
    assert rummy.point_tables is not None
    table = rummy.point_tables[0]
    spades = CardPoints(CardCondition(suit=Suit.SPADES), 8)
    mixed = replace(table, lines=(spades, *table.lines))
    assert first in generate_rulebook(replace(rummy, point_tables=(mixed,)))
    jack = CardPoints(CardCondition(rank=Rank.JACK), 6)
    other = replace(table, lines=(jack, *table.lines))
    book = generate_rulebook(replace(rummy, point_tables=(other,)))
    assert "| J | 6 |" in book
    assert "| K, Q | 10 |" in book


def test_what_is_lost_is_not_scored() -> None:
    effect = SpecialEffect(CardCondition(rank=Rank.QUEEN), moment=Moment.PLAYED, do=(Award(-5),))
    book = generate_rulebook(replace(get_genome("spades"), special_effects=(effect,)))
    assert "When you play a queen, you lose 5 points." in book
