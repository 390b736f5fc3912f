"""Worked examples are played by the core: what may be played, what wins, how high a card is."""

from __future__ import annotations

from dataclasses import replace

import pytest

from darwindeck import get_genome
from darwindeck.cards import Card, Rank, Suit
from darwindeck.genome.options import fold_options
from darwindeck.genome.schema import CardCondition, GameGenome, Promotion, TrickPhase
from darwindeck.genome.tree import walk
from darwindeck.rulebook.sections.sample import Sample
from darwindeck.rulebook.words import Words

CLUBS, DIAMONDS, HEARTS, SPADES = Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES
TWO, EIGHT, NINE, TEN, JACK, ACE = Rank.TWO, Rank.EIGHT, Rank.NINE, Rank.TEN, Rank.JACK, Rank.ACE


def sample(genome: GameGenome, trump: str | None = None) -> tuple[Sample, TrickPhase]:
    phase = next(part for _, part in walk(genome) if isinstance(part, TrickPhase))
    return Sample(Words(fold_options(genome)), trump), phase


def test_a_trump_wins_and_else_the_highest_of_the_suit_led() -> None:
    hand, phase = sample(get_genome("spades"), SPADES)
    played = [Card(CLUBS, EIGHT), Card(CLUBS, JACK), Card(DIAMONDS, ACE)]
    assert hand.winner(phase, [*played, Card(SPADES, TWO)]) == Card(SPADES, TWO)
    assert hand.winner(phase, [*played, Card(HEARTS, ACE)]) == Card(CLUBS, JACK)


def test_a_promoted_card_is_followed_as_a_trump() -> None:
    hand, phase = sample(get_genome("euchre"), HEARTS)
    left, right = Card(DIAMONDS, JACK), Card(HEARTS, JACK)
    assert hand.is_trump(left)
    assert hand.height(Card(HEARTS, ACE)) < hand.height(left) < hand.height(right)
    held = [left, Card(DIAMONDS, ACE), Card(CLUBS, ACE)]
    assert hand.playable(phase, [Card(HEARTS, NINE)], held) == [left]
    assert hand.playable(phase, [Card(DIAMONDS, NINE)], held) == [Card(DIAMONDS, ACE)]


def test_a_card_of_the_trump_suit_can_be_promoted_too() -> None:
    euchre = get_genome("euchre")
    (ranking, *others) = euchre.rankings or ()
    tens = Promotion(cards=CardCondition(rank=TEN), above=ranking.trump[-1])
    genome = replace(euchre, rankings=(replace(ranking, promote=(tens,)), *others))
    hand, _ = sample(genome, HEARTS)
    assert hand.height(Card(HEARTS, TEN)) > hand.height(Card(HEARTS, ranking.trump[-1]))


def test_what_the_core_is_asked_must_make_sense() -> None:
    hand, phase = sample(get_genome("hearts"))
    number = hand._phase_number(phase)
    assert number is not None
    ask = hand._game.core.try_trick
    for mode, hands in ((99, [[1]]), (0, [[1], [1]]), (0, [[200]]), (0, [[1], [2], [3], [4], [5]])):
        with pytest.raises(ValueError, match=r"mode|different cards|more hands"):
            ask(number, mode, 255, hands, [1])
    assert ask(999, 0, 255, [[1]], [1]) is None
    assert ask(number, 0, 255, [[1], [2]], [3]) is None
