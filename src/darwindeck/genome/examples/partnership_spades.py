"""Spades for four in two partnerships, the form most played.

The source of truth is the usual partnership game as card-game references give it: the partners'
bids are added and their tricks pooled, nil is worth 100 points either way, every tenth bag costs
100. Where references differ: the tricks of a failed nil count towards the partner's bid, there is
no blind bid and no passing of cards, and a side at -500 or below has lost. Ties are played on.
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


def create_partnership_spades_genome() -> GameGenome:
    return checked(
        GameGenome(
            schema_version="1.0",
            genome_id="partnership-spades",
            generation=0,
            name="Partnership Spades",
            description=(
                "Spades for two against two. Partners' bids are added and their tricks pooled; "
                "a bid of 0 is nil and is judged for its own bidder."
            ),
            player_count=4,
            team_mode=True,
            teams=((0, 2), (1, 3)),
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
                Counter("bags", "bags", scope=Scope.TEAM, life=Life.MATCH, low=0, high=100),
            ),
            lets=(Let("overtricks", "overtricks", "max(0, tricks - bid)", scope=Scope.TEAM),),
            options=(),
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
                ScoringRule(
                    label="Bid made",
                    who="teams",
                    when="bid > 0 and tricks >= bid",
                    amount="10 * bid",
                ),
                ScoringRule(
                    label="Bid failed", who="teams", when="tricks < bid", amount="-10 * bid"
                ),
                ScoringRule(
                    label="Nil made", who="each", when="bid == 0 and tricks == 0", amount=100
                ),
                ScoringRule(
                    label="Nil failed", who="each", when="bid == 0 and tricks > 0", amount=-100
                ),
                ScoringRule(
                    label="Overtricks", who="teams", when="overtricks > 0", amount="overtricks"
                ),
                ScoringRule(
                    label="Bags",
                    who="teams",
                    when="overtricks > 0",
                    amount="overtricks",
                    into="bags",
                ),
                ScoringRule(
                    label="Ten bags",
                    who="teams",
                    when="bags >= 10",
                    amount="-100 * div(bags, 10, down)",
                ),
                ScoringRule(
                    label="Bags left over",
                    who="teams",
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
                    when="any(teams, score >= 500 and most(score))",
                    value="score",
                ),
                WinCondition(
                    type="high_score",
                    threshold=-500,
                    comparison=WinComparison.HIGHEST,
                    trigger_mode=TriggerMode.THRESHOLD_GATE,
                    when="any(teams, score <= -500 and least(score))",
                    value="score",
                ),
            ),
            game_rules=GameRules(
                deck_empty_action=DeckEmptyAction.SKIP_DRAW, tie_breaker=TieBreaker.SPLIT
            ),
            match=MatchRules(hands=30),
        )
    )
