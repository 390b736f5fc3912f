"""Clauses that make no difference are found by taking them away; all others are left alone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from darwindeck import get_genome, simulate_game
from darwindeck.evaluation.clauses import clause_paths, clauses, in_force, without
from darwindeck.evaluation.dead_clauses import find_dead_clauses, prune
from darwindeck.evaluation.nets import sorted_deck
from darwindeck.genome.completeness import check_genome_completeness
from darwindeck.genome.problems import path_text
from darwindeck.genome.schema import (
    Award,
    CardCondition,
    Counter,
    GameGenome,
    Moment,
    ScoringRule,
    Set,
    SpecialEffect,
    Suit,
)
from darwindeck.genome.validator import GenomeValidator


def with_leftovers() -> GameGenome:
    """Hearts with a rule that can never apply, an effect of a card twice over, and a counter that
    nothing reads."""
    genome = get_genome("hearts")
    never = ScoringRule(5, when="hand_size(dealer) > 40", label="Forty cards")
    effect = SpecialEffect(
        CardCondition(suit=Suit.CLUBS), Moment.PLAYED, (Award(0, "turn"),), when="turns > 9999"
    )
    return replace(
        genome,
        scoring_rules=(*(genome.scoring_rules or ()), never),
        special_effects=(*genome.special_effects, effect),
        counters=(*genome.counters, Counter("unread", "unread")),
    )


def test_a_rule_that_can_never_apply_is_dead_and_named_by_its_sentence() -> None:
    found = find_dead_clauses(with_leftovers(), games=10, players=("random",))
    by_path = {clause.path: clause.text for clause in found}
    number = len(get_genome("hearts").scoring_rules or ())
    assert "Forty cards" in by_path[f"$.scoring_rules[{number}]"]


def test_everything_left_over_is_found_and_nothing_else() -> None:
    sound = {clause.path for clause in find_dead_clauses(get_genome("hearts"), games=10)}
    found = {clause.path for clause in find_dead_clauses(with_leftovers(), games=10)}
    assert sound == set()
    assert {path.split("[")[0] for path in found} == {
        "$.scoring_rules",
        "$.special_effects",
        "$.counters",
    }


def test_pruning_gives_the_same_game_without_the_leftovers() -> None:
    before = with_leftovers()
    pruned = prune(before, games=10, players=("random",))
    assert pruned == in_force(get_genome("hearts"))
    assert GenomeValidator.validate(pruned) == []
    assert check_genome_completeness(pruned)
    assert simulate_game(pruned, 30, seed=7) == simulate_game(before, 30, seed=7)


def test_of_two_clauses_that_say_the_same_one_stays() -> None:
    genome = get_genome("hearts")
    effect = SpecialEffect(CardCondition(suit=Suit.CLUBS), Moment.LED, (Set("clubs_led", 1),))
    rule = ScoringRule(7, when="clubs_led == 1", who="dealer", label="Clubs led")
    twice = replace(
        genome,
        special_effects=(*genome.special_effects, effect, effect),
        scoring_rules=(*(genome.scoring_rules or ()), rule),
        counters=(*genome.counters, Counter("clubs_led", "clubs led")),
    )
    assert len(find_dead_clauses(twice, games=10, players=("random",))) == 2
    pruned = prune(twice, games=10, players=("random",))
    assert pruned.special_effects == (*genome.special_effects, effect)
    assert simulate_game(pruned, 20) == simulate_game(twice, 20)


def test_what_happens_once_in_thousands_of_shuffled_deals_shows_in_sorted_ones() -> None:
    dead = {clause.path for clause in find_dead_clauses(get_genome("scopa"), games=60)}
    assert "$.setup.after_deal[0]" not in dead, "three kings on the table"


def test_what_only_shows_cards_is_alive() -> None:
    found = find_dead_clauses(get_genome("blackjack"), games=10, players=("random",))
    assert not [clause for clause in found if clause.path.startswith("$.setup.after_deal")]


def test_a_limit_that_repeats_another_rule_hides_nothing() -> None:
    found = find_dead_clauses(get_genome("klaverjas"), games=10, players=("random",))
    assert not [clause for clause in found if clause.path.startswith("$.win_conditions")]


@pytest.mark.parametrize("name", ["hearts", "scopa", "uno", "canasta", "draw-poker"])
def test_taking_a_clause_away_changes_that_place_alone(name: str) -> None:
    genome = in_force(get_genome(name))
    paths = list(clause_paths(genome))
    assert len(paths) == len(set(paths))
    for path, rest in clauses(genome):
        assert rest != genome, path_text(path)
        assert rest.player_count == genome.player_count
    assert not [path for path in paths if path[0] in ("ai_hints", "deck", "name", "max_turns")]


def test_a_table_of_hands_is_one_clause() -> None:
    paths = list(clause_paths(in_force(get_genome("draw-poker"))))
    assert [path for path in paths if path[0] == "hand_evaluation"] == [("hand_evaluation",)]


def test_somebody_must_win() -> None:
    genome = in_force(get_genome("klaverjas"))
    assert len(genome.win_conditions) == 1
    assert without(genome, ("win_conditions", 0)) is None


def test_a_sorted_deck_is_a_deck() -> None:
    from random import Random

    for number in range(30):
        deck = sorted_deck(52, 4, number, Random(number))
        assert sorted(deck) == list(range(52))


def test_one_seed_gives_one_answer() -> None:
    genome = get_genome("durak")
    first = find_dead_clauses(genome, games=8, seed=5, players=("random",))
    assert first == find_dead_clauses(genome, games=8, seed=5, players=("random",))
