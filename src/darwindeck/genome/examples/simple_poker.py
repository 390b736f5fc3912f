"""Five-card poker for four without a draw: ante, one round of limit betting, showdown.

The betting is fixed-limit betting at table stakes, and the hands rank as in the common body of
published poker rules (Hoyle, Robert's Rules of Poker): a bet and up to three raises, all-in calls
with side pots, equal hands share. Nobody can bet or raise all-in for less than a full bet.
"""

from __future__ import annotations

from darwindeck.genome.examples.common import ACE_HIGH, FRENCH_52, HAND, STOCK
from darwindeck.genome.examples.poker_hands import POKER_HANDS
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
    HandEvaluation,
    HandEvaluationMethod,
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


def create_simple_poker_genome() -> GameGenome:
    return checked(
        GameGenome(
            schema_version="1.0",
            genome_id="simple-poker",
            generation=0,
            name="Simple Poker",
            description=(
                "Five-card poker at its shortest: five cards each, one round of betting with a "
                "fixed bet, and the best hand takes the pot."
            ),
            player_count=4,
            max_turns=5_000,
            deck=FRENCH_52,
            zones=(HAND, STOCK),
            rankings=(CardRanking(plain=ACE_HIGH, across_suits=True),),
            point_tables=(),
            setup=SetupRules(
                cards_per_player=5,
                starting_chips=1_000,
                before_deal=(DoPhase((Stake(10, who="each"),), label="The ante"),),
                deal=(DealStep(packets=(1,) * 5),),
            ),
            turn_structure=TurnStructure(
                phases=(
                    BettingPhase(
                        min_bet=10,
                        max_raises=3,
                        showdown_method=ShowdownMethod.HAND_EVALUATION,
                        label="The betting",
                        first="left(dealer)",
                        all_in=True,
                        may_check=True,
                    ),
                ),
            ),
            hand_evaluation=HandEvaluation(
                method=HandEvaluationMethod.PATTERN_MATCH, patterns=POKER_HANDS
            ),
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
                    when="hand_number == 20",
                    value="chips",
                ),
            ),
            game_rules=GameRules(
                deck_empty_action=DeckEmptyAction.SKIP_DRAW, tie_breaker=TieBreaker.SPLIT
            ),
            ai_hints=AIHints(),
            match=MatchRules(
                hands=20,
                first_dealer=FirstDealer.HIGH_CARD,
                next_dealer=NextDealer.LEFT,
                direction=Direction.CLOCKWISE,
                out="chips == 0",
            ),
        )
    )
