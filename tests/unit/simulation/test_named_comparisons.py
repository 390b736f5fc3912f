"""Ranks that look like numbers and words that calls name mean themselves in comparisons."""

from __future__ import annotations

from dataclasses import replace

import pytest

from darwindeck._core import CoreGame
from darwindeck.genome.bytecode import BytecodeCompiler
from darwindeck.genome.decks import deck_cards
from darwindeck.genome.examples import get_genome
from darwindeck.genome.schema import (
    Award,
    Call,
    CallChoice,
    CallPhase,
    ChoiceKind,
    DoPhase,
    If,
    TurnStructure,
)
from darwindeck.genome.validation import problems_of
from tests.support.sound_genomes import auction_genome


@pytest.mark.parametrize("rank", ["7", "10", "2"])
@pytest.mark.parametrize("text", ["rank(discard) == {}", "{} == rank(discard)"])
def test_a_rank_that_looks_like_a_number_is_that_rank(rank: str, text: str) -> None:
    genome = get_genome("crazy-eights")
    award = If(text.format(rank), (Award(5, "dealer"),))
    genome = replace(genome, setup=replace(genome.setup, after_deal=(award,)), special_effects=())
    game = CoreGame(BytecodeCompiler().compile_genome(genome))
    cards = deck_cards(genome)
    zones = [zone.name for zone in genome.zones or ()]
    found = set()
    for seed in range(80):
        position = game.deal(seed)
        lying = [place for place in position.places() if place[0] == zones.index("discard")]
        (top,) = lying[0][3]
        is_rank = str(cards[top].rank) == rank
        assert (sum(position.numbers()["hand_score"]) == 5) == is_rank
        found.add(is_rank)
    assert found == {True, False}


def naming(*words: str, asked: str) -> CallPhase:
    choice = CallChoice("shade", "shade", ChoiceKind.WORD, words=words)
    do = (If(f"shade == {asked}", (Award(5, "turn"),)),)
    return CallPhase((Call("paint", "paint", choices=(choice,), do=do),), rounds=1)


@pytest.mark.parametrize(("asked", "scores"), [("red", [5, 0, 0]), ("blue", [0, 0, 5])])
def test_a_named_word_is_compared_by_what_it_is(asked: str, scores: list[int]) -> None:
    genome = auction_genome()
    phases = (naming("red", "green", "blue", asked=asked), *genome.turn_structure.phases)
    structure = replace(genome.turn_structure, phases=phases)
    game = CoreGame(BytecodeCompiler().compile_genome(replace(genome, turn_structure=structure)))
    position = game.deal(1)
    seat = position.asked()
    assert seat is not None
    moves = position.legal(seat)
    assert [position.apply(seat, m).numbers()["hand_score"][seat] for m in moves] == scores


def test_a_word_of_two_lists_says_which_is_meant_or_is_refused() -> None:
    genome = auction_genome()

    def codes(*phases: CallPhase | DoPhase) -> set[str]:
        structure = TurnStructure((*phases, *genome.turn_structure.phases), True, 8)
        return {problem.code for problem in problems_of(replace(genome, turn_structure=structure))}

    one = naming("red", "green", asked="red")
    assert codes(one, naming("red", "blue", asked="red")) == set()
    assert codes(one, naming("blue", "green", asked="green")) == {"wrong-argument"}
    assert codes(one, naming("green", "red", asked="green")) == {"wrong-argument"}
