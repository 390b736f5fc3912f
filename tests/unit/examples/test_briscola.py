from __future__ import annotations

import pytest

from darwindeck.cards import Rank
from darwindeck.genome.decks import deck_cards
from darwindeck.genome.options import apply_options
from darwindeck.genome.schema import Direction, ForEach, If, Move, TrickPhase
from darwindeck.library import create_briscola_genome
from tests.support.scoresheet import Hand, Scoresheet


def test_forty_cards_hold_120_points() -> None:
    genome = create_briscola_genome()
    (table,) = genome.point_tables or ()
    worth = {line.cards.rank: line.points for line in table.lines}
    cards = deck_cards(genome)
    assert len(cards) == len(set(cards)) == 40
    assert sum(worth.get(card.rank, 0) for card in cards) == 120


def test_the_three_ranks_just_below_the_ace() -> None:
    (ranking,) = create_briscola_genome().rankings or ()
    assert ranking.plain[-3:] == (Rank.KING, Rank.THREE, Rank.ACE)
    assert ranking.plain[0] == Rank.TWO


def test_suit_need_not_be_followed_and_all_draw_after_each_trick_the_turned_card_last() -> None:
    genome = create_briscola_genome()
    (play,) = genome.turn_structure.phases
    assert isinstance(play, TrickPhase)
    assert not play.lead_suit_required
    assert play.follow == ()
    (drawing,) = play.after_trick
    assert isinstance(drawing, ForEach)
    assert drawing.who == "from(each, winner)"
    (draw,) = drawing.do
    assert isinstance(draw, If)
    assert draw.condition == "size(deck) > 0"
    assert draw.then == (Move("deck", "hand", count=1),)
    assert draw.otherwise == (Move("turned_card", "hand"),)
    assert genome.match is not None
    assert genome.match.direction == Direction.COUNTERCLOCKWISE


@pytest.mark.parametrize(
    ("points", "won"), [((61, 59), (1, 0)), ((60, 60), (0, 0)), ((0, 120), (0, 1))]
)
def test_a_hand_is_won_with_61_points(points: tuple[int, int], won: tuple[int, int]) -> None:
    hand = Hand(words={"points": lambda seats, zone, table: points[seats[0]]})
    scored = Scoresheet(create_briscola_genome()).score_hand(hand)
    assert tuple(scored.values()) == won


def test_four_may_play_in_partnerships() -> None:
    genome = apply_options(create_briscola_genome(), {"players": "four"})
    assert (genome.player_count, genome.team_mode) == (4, True)
    assert genome.teams == ((0, 2), (1, 3))
    # Three cards each and an even number of draws: the stock runs out for all at the same time.
    assert (len(deck_cards(genome)) - 12) % 4 == 0
