"""The ten poker hands, highest first, as every published set of rules ranks them.

The ace may stand below the two in a straight, never in the middle of one (Q-K-A-2-3 is none). What
decides between two hands of one kind is part of each pattern; suits never decide. A royal flush
needs nothing: any two are equal.
"""

from __future__ import annotations

from darwindeck.cards import Rank
from darwindeck.genome.schema import HandPattern, TieKey

BY_GROUPS_THEN_REST = (TieKey.GROUP_RANKS, TieKey.OTHER_CARDS)

POKER_HANDS = (
    HandPattern(
        name="Royal Flush",
        rank_priority=100,
        required_count=5,
        same_suit_count=5,
        sequence_length=5,
        required_ranks=(Rank.TEN, Rank.JACK, Rank.QUEEN, Rank.KING, Rank.ACE),
        tie_keys=(),
    ),
    HandPattern(
        name="Straight Flush",
        rank_priority=90,
        required_count=5,
        same_suit_count=5,
        sequence_length=5,
        sequence_wrap=True,
        tie_keys=(TieKey.SEQUENCE_TOP,),
    ),
    HandPattern(
        name="Four of a Kind",
        rank_priority=80,
        required_count=5,
        same_rank_groups=(4,),
        tie_keys=BY_GROUPS_THEN_REST,
    ),
    HandPattern(
        name="Full House",
        rank_priority=70,
        required_count=5,
        same_rank_groups=(3, 2),
        tie_keys=(TieKey.GROUP_RANKS,),
    ),
    HandPattern(
        name="Flush",
        rank_priority=60,
        required_count=5,
        same_suit_count=5,
        tie_keys=(TieKey.CARD_RANKS,),
    ),
    HandPattern(
        name="Straight",
        rank_priority=50,
        required_count=5,
        sequence_length=5,
        sequence_wrap=True,
        tie_keys=(TieKey.SEQUENCE_TOP,),
    ),
    HandPattern(
        name="Three of a Kind",
        rank_priority=40,
        required_count=5,
        same_rank_groups=(3,),
        tie_keys=BY_GROUPS_THEN_REST,
    ),
    HandPattern(
        name="Two Pair",
        rank_priority=30,
        required_count=5,
        same_rank_groups=(2, 2),
        tie_keys=BY_GROUPS_THEN_REST,
    ),
    HandPattern(
        name="One Pair",
        rank_priority=20,
        required_count=5,
        same_rank_groups=(2,),
        tie_keys=BY_GROUPS_THEN_REST,
    ),
    HandPattern(
        name="High Card",
        rank_priority=10,
        required_count=5,
        tie_keys=(TieKey.CARD_RANKS,),
    ),
)
