"""Betting War for two: the comparison of single cards from War, played for chips.

Nobody publishes rules for it, so the source of truth is this file: ante, one card each, one round
of fixed-limit betting at table stakes as in poker, and the higher card takes the pot, whatever the
suits. Nobody can bet or raise all-in for less than a full bet.
"""

from __future__ import annotations

from darwindeck.genome.examples.common import ACE_HIGH, FRENCH_52, HAND, STOCK
from darwindeck.genome.schema import (
    AIHints,
    BettingPhase,
    CardRanking,
    DealStep,
    DeckEmptyAction,
    Direction,
    DoPhase,
    FirstDealer,
    GameGenome,
    GameRules,
    MatchRules,
    NextDealer,
    SetupRules,
    ShowdownMethod,
    Stake,
    TieBreaker,
    TriggerMode,
    TurnStructure,
    WinComparison,
    WinCondition,
)
from darwindeck.genome.validator import checked


def create_betting_war_genome() -> GameGenome:
    return checked(
        GameGenome(
            schema_version="1.0",
            genome_id="betting-war",
            generation=0,
            name="Betting War",
            description=(
                "One card each and one round of betting: the higher card takes the pot, equal "
                "cards share it."
            ),
            player_count=2,
            max_turns=2_000,
            deck=FRENCH_52,
            zones=(HAND, STOCK),
            rankings=(CardRanking(plain=ACE_HIGH, across_suits=True),),
            point_tables=(),
            setup=SetupRules(
                cards_per_player=1,
                starting_chips=500,
                before_deal=(DoPhase((Stake(10, who="each"),), label="The ante"),),
                deal=(DealStep(packets=(1,)),),
            ),
            turn_structure=TurnStructure(
                phases=(
                    BettingPhase(
                        min_bet=10,
                        max_raises=3,
                        showdown_method=ShowdownMethod.HIGHEST_CARD,
                        label="The betting",
                        first="left(dealer)",
                        all_in=True,
                        may_check=True,
                    ),
                ),
            ),
            hand_evaluation=None,
            special_effects=(),
            card_scoring=(),
            scoring_rules=(),
            win_conditions=(
                WinCondition(
                    type="last_with_chips",
                    comparison=WinComparison.NONE,
                    trigger_mode=TriggerMode.THRESHOLD_GATE,
                ),
                WinCondition(
                    type="most_chips",
                    comparison=WinComparison.HIGHEST,
                    trigger_mode=TriggerMode.THRESHOLD_GATE,
                    when="hand_number == 50",
                    value="chips",
                ),
            ),
            game_rules=GameRules(
                deck_empty_action=DeckEmptyAction.SKIP_DRAW, tie_breaker=TieBreaker.SPLIT
            ),
            ai_hints=AIHints(),
            match=MatchRules(
                hands=50,
                first_dealer=FirstDealer.HIGH_CARD,
                next_dealer=NextDealer.LEFT,
                direction=Direction.CLOCKWISE,
                out="false",
            ),
        )
    )
