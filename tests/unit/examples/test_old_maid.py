"""Old Maid: pairs, drawing from the neighbour, and the odd queen."""

from __future__ import annotations

from collections import Counter

from darwindeck.cards import Rank
from darwindeck.genome.decks import deck_cards
from darwindeck.genome.schema import (
    Attribute,
    BlockPhase,
    Choose,
    DrawPhase,
    MeldPhase,
    TieBreaker,
    TurnsPhase,
    WinComparison,
)
from darwindeck.library import create_old_maid_genome
from tests.support.cards import card, cards
from tests.support.position import Position, phases_of

GAME = create_old_maid_genome()


def turns() -> TurnsPhase:
    (phase,) = phases_of(GAME, TurnsPhase)
    assert isinstance(phase, TurnsPhase)
    return phase


def test_one_queen_is_missing_from_the_pack() -> None:
    deck = deck_cards(GAME)
    assert len(deck) == len(set(deck)) == 51
    assert card("QC") not in deck
    odd = [rank for rank, copies in Counter(c.rank for c in deck).items() if copies % 2]
    assert odd == [Rank.QUEEN]


def test_all_cards_are_dealt() -> None:
    deal = GAME.setup.deal or ()
    assert [step.all_cards for step in deal] == [True]
    assert GAME.setup.cards_per_player * GAME.player_count <= 51


def test_any_two_cards_of_a_rank_are_a_pair_and_are_laid_down_at_once() -> None:
    (pair,) = GAME.patterns
    assert (pair.min_size, pair.max_size) == (2, 2)
    assert pair.same == (Attribute.RANK,)
    assert pair.different == ()
    melds = phases_of(GAME, MeldPhase)
    assert len(melds) == 2
    assert all(meld.automatic and meld.patterns == ("pair",) for meld in melds)
    assert isinstance(GAME.turn_structure.phases[0], MeldPhase)


def test_card_is_drawn_unseen_from_the_nearest_player_to_the_right_who_has_cards() -> None:
    (draw,) = phases_of(GAME, DrawPhase)
    assert (draw.choose, draw.count, draw.mandatory) == (Choose.RANDOM, 1, True)
    hands = [cards("2S"), [], [], cards("3S QS")]
    position = Position(GAME, {"hand": hands})
    assert draw.source == "hand(previous(turn, hand_size > 0))"
    assert position.judge("previous(turn, hand_size > 0)", seat=0) == 3
    assert position.judge("previous(turn, hand_size > 0)", seat=3) == 0


def test_player_to_the_left_of_the_dealer_begins_and_players_without_cards_have_no_turn() -> None:
    assert turns().first == "left(dealer)"
    (block,) = turns().phases
    assert isinstance(block, BlockPhase)
    position = Position(GAME, {"hand": [cards("2S"), [], [], cards("2H QS")]})
    assert [position.judge(block.when, seat) for seat in range(4)] == [True, False, False, True]


def test_hand_ends_when_only_the_odd_queen_is_left() -> None:
    assert Position(GAME, {"hand": [[], [], cards("QH"), []]}).judge(turns().until)
    assert not Position(GAME, {"hand": [[], cards("2S"), cards("QH 2C"), []]}).judge(turns().until)


def test_all_but_the_old_maid_share_the_win() -> None:
    (win,) = GAME.win_conditions
    position = Position(GAME, {"hand": [[], [], cards("QH"), []]})
    assert position.judge(win.when)
    assert position.judge(win.who) == (0, 1, 3)
    assert win.comparison == WinComparison.NONE
    assert GAME.game_rules is not None
    assert GAME.game_rules.tie_breaker == TieBreaker.SPLIT
    assert GAME.match is not None
    assert GAME.match.hands == 1
