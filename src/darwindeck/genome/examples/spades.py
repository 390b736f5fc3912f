"""Spades for four without partners, each player bidding for themselves.

The source of truth is the usual individual ("solo" or "cutthroat") form of the game as card-game
references give it: bids from 0 to 13, a bid of 0 being nil for 100 points, bags carried from hand
to hand. References differ on the tricks of a player whose nil has failed; here they are overtricks
like any others, and an option lets them count for nothing. A tie at 500 or above is played on.
"""

from __future__ import annotations

from darwindeck.cards import Suit
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
    Call,
    CallChoice,
    CallPhase,
    CardRanking,
    ChoiceKind,
    Counter,
    DealStep,
    DeckEmptyAction,
    GameGenome,
    GameRules,
    Let,
    Life,
    MatchRules,
    Option,
    OptionChoice,
    Scope,
    ScoreOp,
    ScoringRule,
    Set,
    SetupRules,
    TieBreaker,
    TrickPhase,
    TriggerMode,
    TurnStructure,
    WinComparison,
    WinCondition,
)
from darwindeck.genome.validator import checked


def create_spades_genome() -> GameGenome:
    return checked(
        GameGenome(
            schema_version="1.0",
            genome_id="spades",
            generation=0,
            name="Spades",
            description=(
                "The game for four without partners: everybody bids from 0 to 13 tricks, and a "
                "bid of 0 is nil."
            ),
            player_count=4,
            team_mode=False,
            teams=(),
            max_turns=2_000,
            deck=FRENCH_52,
            zones=(HAND, STOCK, TRICKS_WON),
            card_sets=(),
            patterns=(),
            rankings=(CardRanking(plain=ACE_HIGH),),
            point_tables=(),
            roles=(),
            counters=(
                Counter("bid", "bid", scope=Scope.SEAT, life=Life.HAND, low=0, high=13),
                Counter("bags", "bags", scope=Scope.SEAT, life=Life.MATCH, low=0, high=100),
            ),
            lets=(
                Let(
                    "overtricks",
                    "overtricks",
                    "if(failed_nil == ignored and bid == 0, 0, max(0, tricks - bid))",
                    scope=Scope.SEAT,
                ),
            ),
            options=(
                Option(
                    name="failed_nil",
                    label="Tricks of a failed nil",
                    choices=(
                        OptionChoice("counted", "tricks taken after a bid of 0 are overtricks"),
                        OptionChoice("ignored", "tricks taken after a bid of 0 count for nothing"),
                    ),
                    value="counted",
                ),
            ),
            setup=SetupRules(
                cards_per_player=13,
                trump_suit=Suit.SPADES,
                deal=(DealStep(packets=(1,) * 13),),
                after_deal=(),
            ),
            turn_structure=TurnStructure(
                phases=(
                    CallPhase(
                        name="bidding",
                        label="Bidding",
                        calls=(
                            Call(
                                "bid_tricks",
                                "bid a number of tricks",
                                choices=(
                                    CallChoice(
                                        "amount", "number of tricks", ChoiceKind.NUMBER, 0, 13
                                    ),
                                ),
                                do=(Set("bid", "amount"),),
                            ),
                        ),
                    ),
                    TrickPhase(
                        name="play",
                        label="Tricks",
                        trump_suit=Suit.SPADES,
                        breaking_suit=Suit.SPADES,
                        breaking_rule=BreakingRule.CANNOT_LEAD_UNTIL_BROKEN,
                        leader="left(dealer)",
                        follow=(FOLLOW_SUIT,),
                    ),
                ),
                is_trick_based=True,
                tricks_per_hand=13,
            ),
            special_effects=(),
            card_scoring=(),
            scoring_rules=(
                ScoringRule(label="Bid made", when="bid > 0 and tricks >= bid", amount="10 * bid"),
                ScoringRule(label="Bid failed", when="tricks < bid", amount="-10 * bid"),
                ScoringRule(label="Nil made", when="bid == 0 and tricks == 0", amount=100),
                ScoringRule(label="Nil failed", when="bid == 0 and tricks > 0", amount=-100),
                ScoringRule(label="Overtricks", when="overtricks > 0", amount="overtricks"),
                ScoringRule(label="Bags", when="overtricks > 0", amount="overtricks", into="bags"),
                ScoringRule(
                    label="Ten bags", when="bags >= 10", amount="-100 * div(bags, 10, down)"
                ),
                ScoringRule(
                    label="Bags left over",
                    when="bags >= 10",
                    amount="mod(bags, 10)",
                    op=ScoreOp.SET,
                    into="bags",
                ),
            ),
            win_conditions=(
                WinCondition(
                    type="first_to_score",
                    threshold=500,
                    comparison=WinComparison.HIGHEST,
                    trigger_mode=TriggerMode.THRESHOLD_GATE,
                    when="any(each, score >= 500 and most(score))",
                    value="score",
                ),
            ),
            game_rules=GameRules(
                deck_empty_action=DeckEmptyAction.SKIP_DRAW, tie_breaker=TieBreaker.SPLIT
            ),
            match=MatchRules(hands=30),
        )
    )
