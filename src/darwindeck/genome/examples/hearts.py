"""Hearts for four: the standard game with passing, as most published rules have it.

Hearts are broken only by a heart; no points may be played to the first trick unless a player has
nothing else; whoever takes all 26 points scores nothing and the others 26 each.
"""

from __future__ import annotations

from darwindeck.cards import Rank, Suit
from darwindeck.genome.examples.common import (
    ACE_HIGH,
    FOLLOW_SUIT,
    FRENCH_52,
    HAND,
    STOCK,
    TRICKS_WON,
)
from darwindeck.genome.schema import (
    BreakingRule,
    CardCondition,
    CardRanking,
    CardRule,
    CardScoringRule,
    DealStep,
    DeckEmptyAction,
    GameGenome,
    GameRules,
    MatchRules,
    NamedCards,
    PassPhase,
    ScoreOp,
    ScoringRule,
    ScoringTrigger,
    SetupRules,
    TieBreaker,
    TrickPhase,
    TriggerMode,
    TurnStructure,
    WinComparison,
    WinCondition,
)
from darwindeck.genome.validator import checked

TWO_OF_CLUBS = CardCondition(suit=Suit.CLUBS, rank=Rank.TWO)
QUEEN_OF_SPADES = CardCondition(suit=Suit.SPADES, rank=Rank.QUEEN)
PENALTY_CARD = CardCondition(any_of=(CardCondition(suit=Suit.HEARTS), QUEEN_OF_SPADES))


def create_hearts_genome() -> GameGenome:
    return checked(
        GameGenome(
            schema_version="1.0",
            genome_id="hearts",
            generation=0,
            name="Hearts",
            description=(
                "The standard four-player game with passing. Only a heart breaks hearts; "
                "the queen of spades does not."
            ),
            player_count=4,
            max_turns=20_000,
            deck=FRENCH_52,
            zones=(HAND, STOCK, TRICKS_WON),
            card_sets=(
                NamedCards("two_of_clubs", "two of clubs", TWO_OF_CLUBS),
                NamedCards("penalty_cards", "penalty card", PENALTY_CARD),
            ),
            rankings=(CardRanking(plain=ACE_HIGH),),
            point_tables=(),
            setup=SetupRules(cards_per_player=13, deal=(DealStep(packets=(1,) * 13),)),
            turn_structure=TurnStructure(
                phases=(
                    PassPhase(
                        3,
                        to=("left(turn)", "right(turn)", "across(turn)", "none"),
                        label="Passing",
                    ),
                    TrickPhase(
                        label="Tricks",
                        breaking_suit=Suit.HEARTS,
                        breaking_rule=BreakingRule.CANNOT_LEAD_UNTIL_BROKEN,
                        leader="holder(two_of_clubs)",
                        lead=(CardRule(CardCondition(named="two_of_clubs"), when="trick == 1"),),
                        follow=(
                            FOLLOW_SUIT,
                            CardRule(
                                CardCondition(not_=CardCondition(named="penalty_cards")),
                                when="trick == 1",
                            ),
                        ),
                    ),
                ),
                is_trick_based=True,
                tricks_per_hand=13,
            ),
            special_effects=(),
            card_scoring=(
                CardScoringRule(CardCondition(suit=Suit.HEARTS), 1, ScoringTrigger.TRICK_WIN),
                CardScoringRule(QUEEN_OF_SPADES, 13, ScoringTrigger.TRICK_WIN),
            ),
            scoring_rules=(
                ScoringRule(
                    label="Shooting the moon",
                    when="any(each, hand_score == 26)",
                    amount="if(hand_score == 26, 0, 26)",
                    op=ScoreOp.SET,
                ),
            ),
            win_conditions=(
                WinCondition(
                    type="low_score",
                    threshold=100,
                    comparison=WinComparison.LOWEST,
                    trigger_mode=TriggerMode.THRESHOLD_GATE,
                ),
            ),
            game_rules=GameRules(
                deck_empty_action=DeckEmptyAction.SKIP_DRAW, tie_breaker=TieBreaker.SPLIT
            ),
            match=MatchRules(hands=50),
        )
    )
