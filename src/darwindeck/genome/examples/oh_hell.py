"""Oh Hell for four: ten cards in the first hand, down to one and up to ten again.

The source of truth is the form that card-game references give as usual: nineteen hands, the suit of
a turned card is trumps, everybody bids, and the dealer, who bids last, may not bring the bids to
the number of tricks. References differ on the score; here every trick counts 1 and an exact bid 10
more, and an option lets those who miss their bid score nothing.
"""

from __future__ import annotations

from darwindeck.genome.examples.common import (
    ACE_HIGH,
    FOLLOW_SUIT,
    FRENCH_52,
    HAND,
    STOCK,
    TRICKS_WON,
)
from darwindeck.genome.schema import (
    Call,
    CallChoice,
    CallPhase,
    CardRanking,
    ChoiceKind,
    Counter,
    DeckEmptyAction,
    FillHands,
    GameGenome,
    GameRules,
    Let,
    Life,
    Location,
    MatchRules,
    Move,
    Option,
    OptionChoice,
    Scope,
    ScoringRule,
    Sees,
    Set,
    SetTrump,
    SetupRules,
    TieBreaker,
    TrickPhase,
    TriggerMode,
    TurnStructure,
    WinComparison,
    WinCondition,
    ZoneSpec,
)
from darwindeck.genome.validator import checked

TURNED_CARD = ZoneSpec("turned_card", "turned card", sees=Sees.ALL)

BIDDING = CallPhase(
    name="bidding",
    label="Bidding",
    calls=(
        Call(
            "bid_tricks",
            "bid a number of tricks",
            choices=(CallChoice("amount", "number of tricks", ChoiceKind.NUMBER, 0, "hand_size"),),
            when="not (turn == dealer and sum(each, bid) + amount == cards_dealt)",
            do=(Set("bid", "amount"),),
        ),
    ),
)


def create_oh_hell_genome() -> GameGenome:
    return checked(
        GameGenome(
            schema_version="1.0",
            genome_id="oh-hell",
            generation=0,
            name="Oh Hell",
            description=(
                "Nineteen hands of ten cards down to one and up to ten again, in which everybody "
                "tries to take exactly as many tricks as they bid."
            ),
            player_count=4,
            team_mode=False,
            teams=(),
            max_turns=2_000,
            deck=FRENCH_52,
            zones=(HAND, STOCK, TURNED_CARD, TRICKS_WON),
            card_sets=(),
            patterns=(),
            rankings=(CardRanking(plain=ACE_HIGH),),
            point_tables=(),
            roles=(),
            counters=(Counter("bid", "bid", scope=Scope.SEAT, life=Life.HAND, low=0, high=10),),
            lets=(
                Let(
                    "cards_dealt",
                    "hand size",
                    "if(hand_number <= 10, 11 - hand_number, hand_number - 9)",
                ),
            ),
            options=(
                Option(
                    name="missed_bid",
                    label="Tricks of those who miss their bid",
                    choices=(
                        OptionChoice("counted", "every trick counts, also after a missed bid"),
                        OptionChoice("ignored", "only those who make their bid score"),
                    ),
                    value="counted",
                ),
            ),
            setup=SetupRules(
                cards_per_player=0,
                deal=(),
                after_deal=(
                    FillHands("cards_dealt"),
                    Move(Location.DECK, "turned_card", count=1),
                    SetTrump("suit(turned_card)"),
                ),
            ),
            turn_structure=TurnStructure(
                phases=(
                    BIDDING,
                    TrickPhase(
                        name="play",
                        label="Tricks",
                        leader="left(dealer)",
                        follow=(FOLLOW_SUIT,),
                    ),
                ),
                is_trick_based=True,
                tricks_per_hand=None,
            ),
            special_effects=(),
            card_scoring=(),
            scoring_rules=(
                ScoringRule(
                    label="Tricks",
                    when="tricks > 0 and (missed_bid == counted or tricks == bid)",
                    amount="tricks",
                ),
                ScoringRule(label="Exact bid", when="tricks == bid", amount=10),
            ),
            win_conditions=(
                WinCondition(
                    type="high_score",
                    comparison=WinComparison.HIGHEST,
                    trigger_mode=TriggerMode.THRESHOLD_GATE,
                    when="hand_number == 19",
                    value="score",
                ),
            ),
            game_rules=GameRules(
                deck_empty_action=DeckEmptyAction.SKIP_DRAW, tie_breaker=TieBreaker.SPLIT
            ),
            match=MatchRules(hands=19),
        )
    )
