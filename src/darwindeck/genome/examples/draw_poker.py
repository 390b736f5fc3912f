"""Five-card draw for four: ante, betting, draw, betting, showdown; nothing is needed to open.

Five-card draw as the published rules have it (Hoyle, Robert's Rules of Poker), with fixed-limit
betting at table stakes. Where sources differ: a player exchanges up to three cards, or four if the
card kept is an ace, and both betting rounds begin at the dealer's left. Nobody can bet or raise
all-in for less than a full bet.
"""

from __future__ import annotations

from darwindeck.cards import Rank
from darwindeck.genome.examples.common import ACE_HIGH, FRENCH_52, HAND, STOCK
from darwindeck.genome.examples.poker_hands import POKER_HANDS
from darwindeck.genome.schema import (
    AIHints,
    BettingPhase,
    CardCondition,
    CardRanking,
    ChoicePhase,
    DealStep,
    DeckEmptyAction,
    Direction,
    DiscardPhase,
    DoPhase,
    DrawPhase,
    FirstDealer,
    GameGenome,
    GameRules,
    HandEvaluation,
    HandEvaluationMethod,
    Location,
    MatchRules,
    NamedCards,
    NextDealer,
    Sees,
    SetupRules,
    ShowdownMethod,
    Stake,
    TieBreaker,
    TriggerMode,
    TurnStructure,
    WinComparison,
    WinCondition,
    ZoneSpec,
)
from darwindeck.genome.validator import checked

DISCARDED = ZoneSpec(Location.DISCARD, "discards", sees=Sees.NOBODY)


def create_draw_poker_genome() -> GameGenome:
    return checked(
        GameGenome(
            schema_version="1.0",
            genome_id="draw-poker",
            generation=0,
            name="Draw Poker",
            description=(
                "Five-card draw with a fixed bet and no minimum to open. Both betting rounds begin "
                "at the dealer's left."
            ),
            player_count=4,
            max_turns=5_000,
            deck=FRENCH_52,
            zones=(HAND, STOCK, DISCARDED),
            card_sets=(NamedCards("aces", "ace", CardCondition(rank=Rank.ACE)),),
            rankings=(CardRanking(plain=ACE_HIGH, across_suits=True),),
            point_tables=(),
            setup=SetupRules(
                cards_per_player=5,
                starting_chips=1_000,
                before_deal=(DoPhase((Stake(20, who="each"),), label="The ante"),),
                deal=(DealStep(packets=(1,) * 5),),
            ),
            turn_structure=TurnStructure(
                phases=(
                    BettingPhase(
                        min_bet=20,
                        max_raises=3,
                        showdown_method=ShowdownMethod.FOLD_ONLY,
                        label="The first betting round",
                        first="left(dealer)",
                        all_in=True,
                        may_check=True,
                    ),
                    ChoicePhase(
                        label="The draw",
                        who="from(each, left(dealer))",
                        options=(
                            DiscardPhase(count=3, mandatory=False),
                            DiscardPhase(count=4, after="count(hand, aces) == 1"),
                        ),
                    ),
                    DrawPhase(count="5 - hand_size", who="from(each, left(dealer))"),
                    BettingPhase(
                        min_bet=20,
                        max_raises=3,
                        showdown_method=ShowdownMethod.HAND_EVALUATION,
                        label="The second betting round",
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
