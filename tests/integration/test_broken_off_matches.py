"""A match that begins where another was broken off owes nothing to it.

One worker of a batch plays game after game on one table. A game that is broken off in the middle of
a decision must leave no list of moves behind for the next one.
"""

from __future__ import annotations

from darwindeck.evaluation.traces import Looks, play_games
from darwindeck.genome.examples import get_genome
from darwindeck.genome.schema import GameGenome
from darwindeck.simulation import Game

HAND = 4 * 3 + 4 + 52
"""Decisions of a first hand: everybody passes three cards, bids, and plays thirteen."""
CARDS = 13


def passing_before_bidding() -> Game:
    """Spades in which three cards are passed in every other hand, so that some hands begin with a
    pass and others with a bid."""
    data = get_genome("spades").to_dict()
    passing = get_genome("hearts").to_dict()["turn_structure"]["phases"][0]
    passing["to"] = [*passing["to"][:1], passing["to"][-1]]
    data["turn_structure"]["phases"].insert(0, passing)
    return Game(GameGenome.from_dict(data))


def test_a_match_begins_with_its_own_moves_after_another_was_broken_off_at_a_call() -> None:
    traces = play_games(
        passing_before_bidding(), 6, [["random"]], seed=3, most=HAND, looks=Looks(course=True)
    )
    assert [trace.counts[0] for trace in traces] == [CARDS] * 6
    assert {trace.broken_off for trace in traces} == {True}
