"""Cheat: rising claims, challenges, and the last card."""

from __future__ import annotations

from darwindeck.cards import Rank
from darwindeck.genome.decks import deck_cards
from darwindeck.genome.schema import ClaimPhase, ClaimRankMode, Sees, TriggerMode
from darwindeck.library import create_cheat_genome
from tests.support.position import phases_of

GAME = create_cheat_genome()


def claim() -> ClaimPhase:
    (phase,) = phases_of(GAME, ClaimPhase)
    assert isinstance(phase, ClaimPhase)
    return phase


def test_whole_pack_is_dealt_to_four_players() -> None:
    assert GAME.player_count == 4
    assert len(set(deck_cards(GAME))) == 52
    assert GAME.setup.cards_per_player == 13
    assert [step.all_cards for step in GAME.setup.deal or ()] == [True]


def test_claims_rise_from_the_ace_to_the_king_and_begin_again() -> None:
    assert claim().rank_mode == ClaimRankMode.SEQUENTIAL
    assert claim().starting_rank == Rank.ACE
    (ranking,) = GAME.rankings or ()
    assert ranking.sequence[0] == Rank.ACE
    assert ranking.sequence[1] == Rank.TWO
    assert ranking.sequence[-1] == Rank.KING
    assert set(ranking.sequence) == set(Rank)


def test_one_to_four_cards_are_laid_face_down() -> None:
    assert (claim().min_cards, claim().max_cards) == (1, 4)
    pile = next(zone for zone in GAME.zones or () if zone.name == claim().target)
    assert pile.sees == Sees.NOBODY


def test_loser_of_a_challenge_takes_the_pile() -> None:
    assert claim().allow_challenge
    assert claim().pile_penalty


def test_first_player_out_wins() -> None:
    (win,) = GAME.win_conditions
    assert (win.type, win.trigger_mode) == ("empty_hand", TriggerMode.IMMEDIATE)
    assert GAME.match is not None
    assert GAME.match.hands == 1
