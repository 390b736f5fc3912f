"""Completeness: ten questions, and the fields that answer them."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

import pytest

from darwindeck.genome.absent import may_be_left_out, of_data
from darwindeck.genome.completeness import (
    ANSWERED_BY,
    IDENTITY,
    QUESTIONS,
    check_genome_completeness,
    questions,
)
from darwindeck.genome.examples import LIBRARY
from darwindeck.genome.schema import GameGenome, GameRules, MatchRules, SetupRules
from darwindeck.genome.tree import fields_of
from darwindeck.genome.validator import GenomeValidator
from tests.support.genomes import minimal_genome
from tests.support.questions import empty_question

every_game = pytest.mark.parametrize("name", LIBRARY)


def open_questions(source: Any) -> list[int]:
    return [question.number for question in check_genome_completeness(source).unanswered]


@every_game
def test_a_library_game_answers_every_question(name: str) -> None:
    genome = LIBRARY[name]()
    for source in (genome, genome.to_dict()):
        result = check_genome_completeness(source)
        assert result.complete, result
        assert result.unanswered == []
        assert bool(result)


@every_game
def test_taking_an_answer_away_leaves_just_that_question_open(name: str) -> None:
    genome = LIBRARY[name]()
    for number in QUESTIONS:
        assert open_questions(empty_question(genome, number)) == [number]
        assert open_questions(empty_question(genome.to_dict(), number)) == [number]


@every_game
def test_leaving_a_single_field_out_of_a_file_leaves_its_question_open(name: str) -> None:
    data = LIBRARY[name]().to_dict()
    for path, number in ANSWERED_BY.items():
        *sections, last = path.split(".")
        if any(entry.startswith(f"{path}.") for entry in ANSWERED_BY):
            continue
        shorter = dict(data)
        section: dict[str, Any] = shorter
        for step in sections:
            section[step] = dict(section[step])
            section = section[step]
        if last not in section:
            continue
        del section[last]
        part = {"setup": SetupRules, "match": MatchRules, "game_rules": GameRules}
        owner = part[sections[0]] if sections else GameGenome
        field = next(field for field in fields_of(owner) if field.name == last)
        says_nothing = may_be_left_out(owner, field, of_data(owner, section)) and path != "deck"
        assert open_questions(shorter) == ([] if says_nothing else [number]), path


def test_fields_that_say_nothing_are_not_written_and_not_asked_for() -> None:
    data = LIBRARY["hearts"]().to_dict()
    assert "teams" not in data
    assert "starting_chips" not in data["setup"]
    assert "sequence_direction" not in data["setup"]
    assert open_questions(data) == []


def test_a_field_that_is_used_is_asked_for() -> None:
    data = LIBRARY["crazy-eights"]().to_dict()
    rules = data["game_rules"]
    assert rules["deck_empty_action"] == "reshuffle_discard"
    shorter = {key: value for key, value in rules.items() if key != "keep_top_discard"}
    assert open_questions({**data, "game_rules": shorter}) == [8]
    shorter["deck_empty_action"] = "skip_draw"
    assert open_questions({**data, "game_rules": shorter}) == []


def test_a_minimal_genome_is_valid_but_not_complete() -> None:
    genome = minimal_genome()
    assert GenomeValidator.validate(genome) == []
    assert open_questions(genome) == [1, 2, 3, 4, 5, 6, 10]


def test_nothing_at_all_answers_nothing() -> None:
    assert open_questions({}) == list(QUESTIONS)


def test_an_empty_list_is_an_answer_and_none_is_not() -> None:
    genome = LIBRARY["hearts"]()
    assert open_questions(replace(genome, point_tables=())) == []
    assert open_questions(replace(genome, point_tables=None)) == [6]
    data = genome.to_dict()
    assert open_questions({**data, "point_tables": []}) == []
    assert open_questions({**data, "point_tables": None}) == [6]


def test_a_field_left_out_deep_inside_a_file_counts() -> None:
    data = LIBRARY["hearts"]().to_dict()
    phase = dict(data["turn_structure"]["phases"][1])
    del phase["leader"]
    phases = [data["turn_structure"]["phases"][0], phase]
    shorter = {**data, "turn_structure": {**data["turn_structure"], "phases": phases}}
    result = check_genome_completeness(shorter)
    assert [question.number for question in result.unanswered] == [7]
    assert result.unanswered[0].missing == ("turn_structure.phases.leader",)


def test_what_things_are_called_answers_nothing() -> None:
    data = LIBRARY["hearts"]().to_dict()
    zones = [{**zone} for zone in data["zones"]]
    del zones[0]["label"]
    assert open_questions({**data, "zones": zones}) == []
    assert open_questions({**data, "description": "", "ai_hints": None}) == []


def test_a_deck_by_name_is_an_answer() -> None:
    genome = LIBRARY["hearts"]()
    assert open_questions(replace(genome, deck=None)) == []
    custom = replace(genome.setup, initial_deck="custom")
    assert open_questions(replace(genome, deck=None, setup=custom)) == [1]


def test_a_number_of_hands_or_a_win_condition_ends_the_game() -> None:
    genome = LIBRARY["hearts"]()
    assert genome.match is not None
    endless = replace(genome.match, hands=None)
    assert open_questions(replace(genome, win_conditions=())) == []
    assert open_questions(replace(genome, match=endless)) == []
    assert open_questions(replace(genome, win_conditions=(), match=endless)) == [10]


def test_without_match_rules_three_questions_are_open() -> None:
    genome = LIBRARY["hearts"]()
    assert open_questions(replace(genome, match=None)) == [2, 3, 10]
    data = genome.to_dict()
    del data["match"]
    assert open_questions(data) == [2, 3, 10]


def test_the_result_says_what_is_missing() -> None:
    result = check_genome_completeness(empty_question(LIBRARY["hearts"](), 4))
    assert not result
    text = str(result)
    assert "1 of 10 questions is not answered" in text
    assert QUESTIONS[4] in text
    assert "setup.deal" in text
    assert "zones" in text
    assert "questions are not answered" in str(check_genome_completeness({}))
    assert str(check_genome_completeness(LIBRARY["hearts"]())).startswith("complete")


def test_every_question_has_fields_and_every_field_a_question() -> None:
    assert [question.number for question in questions()] == list(range(1, 11))
    assert all(question.fields and question.text for question in questions())
    for field in fields(GameGenome):
        assert (field.name in ANSWERED_BY) != (field.name in IDENTITY), field.name
    for section, part in (("match", MatchRules), ("setup", SetupRules), ("game_rules", GameRules)):
        known = {entry.partition(".")[2] for entry in ANSWERED_BY if entry.startswith(section)}
        assert known - {""} <= {field.name for field in fields(part)}


@pytest.mark.parametrize(
    "nonsense",
    [
        {"setup": 3, "match": [], "turn_structure": "x"},
        {"turn_structure": {"phases": [{"kind": "dance"}, 7, None]}},
        {"zones": "hand", "rankings": {"plain": 3}},
        {"match": {"hands": {"a": 1}}},
    ],
)
def test_nonsense_is_incomplete_and_no_error(nonsense: dict[str, Any]) -> None:
    assert not check_genome_completeness(nonsense).complete
    for number in QUESTIONS:
        empty_question(nonsense, number)
