"""Cheat for four, the standard game with rising claims, as most published rules have it.

Where rules differ: the ranks go up only, one step with every player's turn, and begin again with
the ace after the king; one to four cards are laid down; and the last cards must stand up to a
challenge before their player has won.
"""

from __future__ import annotations

from darwindeck.cards import Rank
from darwindeck.genome.examples.common import ACE_LOW, FRENCH_52, HAND, STOCK
from darwindeck.genome.schema import (
    CardRanking,
    ClaimPhase,
    ClaimRankMode,
    DealStep,
    DeckEmptyAction,
    GameGenome,
    GameRules,
    Location,
    MatchRules,
    PileOrder,
    Sees,
    SetupRules,
    TieBreaker,
    TriggerMode,
    TurnsPhase,
    TurnStructure,
    WinComparison,
    WinCondition,
    ZoneSpec,
)
from darwindeck.genome.validator import checked

PILE = ZoneSpec(Location.DISCARD, "pile", order=PileOrder.STACK, sees=Sees.NOBODY)


def create_cheat_genome() -> GameGenome:
    return checked(
        GameGenome(
            schema_version="1.0",
            genome_id="cheat",
            generation=0,
            name="Cheat",
            description=(
                "The game of bluffing about the cards one lays face down, with ranks that rise "
                "from turn to turn."
            ),
            player_count=4,
            max_turns=10_000,
            deck=FRENCH_52,
            zones=(HAND, STOCK, PILE),
            rankings=(CardRanking(plain=ACE_LOW, sequence=ACE_LOW),),
            point_tables=(),
            setup=SetupRules(cards_per_player=13, deal=(DealStep(all_cards=True),)),
            turn_structure=TurnStructure(
                phases=(
                    TurnsPhase(
                        label="Claims and challenges",
                        phases=(
                            ClaimPhase(
                                min_cards=1,
                                max_cards=4,
                                rank_mode=ClaimRankMode.SEQUENTIAL,
                                starting_rank=Rank.ACE,
                                allow_challenge=True,
                                pile_penalty=True,
                            ),
                        ),
                    ),
                ),
            ),
            special_effects=(),
            card_scoring=(),
            scoring_rules=(),
            win_conditions=(
                WinCondition(
                    type="empty_hand",
                    comparison=WinComparison.FIRST,
                    trigger_mode=TriggerMode.IMMEDIATE,
                ),
            ),
            game_rules=GameRules(
                deck_empty_action=DeckEmptyAction.SKIP_DRAW, tie_breaker=TieBreaker.SPLIT
            ),
            match=MatchRules(hands=1),
        )
    )
