"""A game in two lines."""

from __future__ import annotations

from dataclasses import replace

import pytest

from darwindeck.evaluation.results import Evaluation, Metric
from darwindeck.evaluation.summary import playing_time, two_lines
from darwindeck.evolution import generate_random_genome
from darwindeck.genome.examples import get_genome, library_ids
from darwindeck.genome.schema import GameGenome
from darwindeck.rulebook.sections.game_kinds import kind_of_game
from tests.support.runs import invented_evaluation
from tests.support.seeds import for_seeds


def measured(name: str, **metrics: float) -> Evaluation:
    """An evaluation with these metrics only."""
    genome = get_genome(name)
    found = {key: Metric(key, value, value, value, 10) for key, value in metrics.items()}
    return replace(invented_evaluation(genome, "k"), metrics=found)


def test_the_first_line_says_who_plays_with_what_and_what_for() -> None:
    first, second = two_lines(get_genome("partnership-spades"))
    assert first == (
        "A trick-taking game for four in two partnerships, with a standard pack: players bid and "
        "take tricks. The aim is to be the first side to reach 500 points. Spades are always "
        "trumps."
    )
    assert second == ""


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("hearts", "trick-taking game"),
        ("crazy-eights", "shedding game"),
        ("scopa", "capturing game"),
        ("rummy", "melding game"),
        ("solitaire", "building game"),
        ("cheat", "bluffing game"),
        ("draw-poker", "betting game"),
    ],
)
def test_the_kind_of_a_game_is_found_in_its_phases(name: str, kind: str) -> None:
    assert kind_of_game(get_genome(name)) == kind


def test_where_the_decisions_are_taken_decides_the_kind() -> None:
    assert kind_of_game(get_genome("canasta")) == "melding game"
    assert kind_of_game(get_genome("canasta"), "betting") == "betting game"


def test_calls_name_a_game_only_if_it_has_nothing_else() -> None:
    assert kind_of_game(get_genome("oh-hell"), "call") == "trick-taking game"
    assert kind_of_game(get_genome("blackjack"), "call") == "game of calls"


def test_low_cards_that_win_tricks_are_worth_a_word() -> None:
    data = get_genome("hearts").to_dict()
    data["turn_structure"]["phases"][1]["high_card_wins"] = False
    first, _ = two_lines(GameGenome.from_dict(data))
    assert "The lowest card of the suit led wins the trick." in first
    assert "The lowest card" not in two_lines(get_genome("hearts"))[0]


def test_what_is_special_is_said_once() -> None:
    first, _ = two_lines(get_genome("uno"))
    sentences = first.split(". ")
    assert len(set(sentences)) == len(sentences)


def test_a_house_is_named() -> None:
    assert "for three against the house" in two_lines(get_genome("blackjack"))[0]


@pytest.mark.parametrize("name", library_ids())
def test_both_lines_are_whole_sentences(name: str) -> None:
    genome = get_genome(name)
    first, second = two_lines(genome, invented_evaluation(genome, "k"))
    for line in (first, second):
        assert line.endswith(".")
        assert ".." not in line
        assert "  " not in line
        assert line[0].isupper()
        assert len(line) < 320


@for_seeds(20)
def test_odd_games_have_two_lines_too(seed: int) -> None:
    genome = generate_random_genome(seed)
    first, second = two_lines(genome, invented_evaluation(genome, "k", seed))
    assert first.startswith(("A ", "An "))
    assert second.startswith("About ")


@pytest.mark.parametrize(
    ("minutes", "hands", "says"),
    [
        (0.4, 1, "About a minute."),
        (7.4, 1, "About seven minutes."),
        (43, 12, "About 45 minutes, twelve hands."),
        (150, 30, "About 2.5 hours, 30 hands."),
    ],
)
def test_length_is_rounded_as_people_do(minutes: float, hands: float, says: str) -> None:
    assert (
        two_lines(get_genome("hearts"), measured("hearts", minutes=minutes, hands=hands))[1] == says
    )


def test_skill_is_told_as_how_often_the_better_player_wins() -> None:
    lone = two_lines(get_genome("hearts"), measured("hearts", skill_search=0.2))[1]
    assert lone == "Practice wins 40 % against a simple plan (25 % is even)."
    team = two_lines(get_genome("euchre"), measured("euchre", skill_greedy=0.5))[1]
    assert team == "A simple plan wins 75 % against random play (50 % is even)."
    solo = two_lines(get_genome("solitaire"), measured("solitaire", skill_search=0.5))[1]
    assert solo == "Practice does far better than a simple plan."


def test_skill_within_noise_is_no_skill() -> None:
    flat = Metric("skill_search", 0.05, -0.02, 0.12, 50)
    clear = Metric("skill_greedy", 0.2, 0.1, 0.3, 50)
    hearts = get_genome("hearts")
    evaluation = replace(measured("hearts"), metrics={"skill_search": flat})
    assert two_lines(hearts, evaluation)[1] == "Nobody does clearly better than a random player."
    evaluation = replace(evaluation, metrics={"skill_search": flat, "skill_greedy": clear})
    assert two_lines(hearts, evaluation)[1] == (
        "A simple plan wins 40 % against random play (25 % is even); practice does not "
        "clearly gain more."
    )


@pytest.mark.parametrize(
    ("share", "says"),
    [
        (0.01, "Hardly any decision matters."),
        (0.1, "One decision in ten matters."),
        (0.33, "A third of the decisions matter."),
        (1.0, "All decisions matter."),
    ],
)
def test_the_share_of_decisions_that_matter_is_told_in_words(share: float, says: str) -> None:
    line = two_lines(get_genome("hearts"), measured("hearts", real_decisions=share))[1]
    assert line == says


def test_how_long_a_game_takes_is_told_in_round_numbers() -> None:
    assert playing_time(get_genome("war")) == "about four minutes"


def test_a_game_that_does_not_end_has_no_time() -> None:
    assert playing_time(replace(get_genome("war"), max_turns=2)) == ""
