"""Sentences of forms that few games of the library have, or none."""

from __future__ import annotations

from dataclasses import replace

from darwindeck import get_genome
from darwindeck.genome.schema import (
    Attribute,
    Award,
    DoPhase,
    ForEach,
    GameGenome,
    If,
    PassPhase,
    Phase,
)
from darwindeck.rulebook import build_rulebook, to_markdown


def book(genome: GameGenome) -> str:
    return to_markdown(build_rulebook(genome))


def with_phases(genome_id: str, *phases: Phase) -> GameGenome:
    genome = get_genome(genome_id)
    turns = replace(genome.turn_structure, phases=(*genome.turn_structure.phases, *phases))
    return replace(genome, turn_structure=turns)


def test_a_sequence_all_of_whose_cards_have_the_suit_in_common_says_so() -> None:
    genome = get_genome("draw-poker")
    assert genome.hand_evaluation is not None
    patterns = list(genome.hand_evaluation.patterns)
    at = next(i for i, one in enumerate(patterns) if one.name == "Straight Flush")
    patterns[at] = replace(
        patterns[at], name="running_flush", same_suit_count=None, same=(Attribute.SUIT,)
    )
    hands = replace(genome.hand_evaluation, patterns=tuple(patterns))
    line = next(
        text
        for text in book(replace(genome, hand_evaluation=hands)).splitlines()
        if text.startswith("| Running flush |")
    )
    assert "all of the same suit" in line


def test_nobody_else_passes_where_one_player_does() -> None:
    alone = book(with_phases("hearts", PassPhase("1", ("left(dealer)",), who="dealer")))
    assert "pass at the same time" in book(get_genome("hearts"))
    assert alone.count("pass at the same time") == 1


def test_what_is_done_for_each_is_asked_of_each_alone() -> None:
    lucky = ForEach("where(each, tricks > 0)", (If("took_last", (Award(1),)),))
    text = book(with_phases("hearts", DoPhase((lucky,))))
    assert "the following is done: if that player took the last trick, that player" in text


def test_those_with_the_most_and_nobody_are_said_shortly() -> None:
    text = book(get_genome("knock-out-whist"))
    assert "is chosen by lot among the players with the most tricks taken" in text
    assert "nobody has the choice of trumps any more" in text
