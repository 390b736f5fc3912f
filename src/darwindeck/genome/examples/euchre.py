"""Euchre for four in two partnerships with 24 cards, as it is commonly played in North America.

The source of truth is the common 24-card game of card-game references: the turned card may be
ordered up, then another suit named, and a dealer to whom it comes must name one ("stick the
dealer"); both bowers; ten points. Where references differ: the cards are dealt in packets of three
and two; a lone maker's partner who is the dealer does not take the turned card up; the first lead
is always from the dealer's left, past a player who sits out; nobody may defend alone.
"""

from __future__ import annotations

from darwindeck.cards import Rank
from darwindeck.genome.examples.common import FOLLOW_SUIT, HAND, SUITS, TRICKS_WON
from darwindeck.genome.schema import (
    AssignRole,
    BlockPhase,
    Call,
    CallChoice,
    CallPhase,
    CardBlock,
    CardCondition,
    CardRanking,
    ChoiceKind,
    Counter,
    DealStep,
    DeckEmptyAction,
    DeckSpec,
    DiscardPhase,
    DrawPhase,
    GameGenome,
    GameRules,
    Life,
    Location,
    MatchRules,
    PileOrder,
    Promotion,
    RoleSpec,
    Scope,
    ScoringRule,
    Sees,
    Set,
    SetTrump,
    SetupRules,
    SitOut,
    TieBreaker,
    TrickPhase,
    TriggerMode,
    TurnStructure,
    WinComparison,
    WinCondition,
    ZoneSpec,
)
from darwindeck.genome.validator import checked

RANKS = (Rank.NINE, Rank.TEN, Rank.JACK, Rank.QUEEN, Rank.KING, Rank.ACE)
TRUMP_ORDER = (Rank.NINE, Rank.TEN, Rank.QUEEN, Rank.KING, Rank.ACE, Rank.JACK)
LEFT_BOWER = CardCondition(rank=Rank.JACK, trump_colour=True, printed_trump=False)

KITTY = ZoneSpec(Location.DECK, "kitty", order=PileOrder.STACK, sees=Sees.NOBODY)
TURNED_CARD = ZoneSpec("turned_card", "turned card", sees=Sees.ALL)

PASS = Call("pass_turn", "pass", is_pass=True)
PLAY_ALONE = (Set("alone", 1), SitOut("partner(turn)"))
ORDER_UP = (AssignRole("maker", "turn"), SetTrump("suit(turned_card)"))
NAME_SUIT = (AssignRole("maker", "turn"), SetTrump("named"))
ANOTHER_SUIT = (CallChoice("named", "suit", ChoiceKind.SUIT, suits=SUITS),)


def create_euchre_genome() -> GameGenome:
    return checked(
        GameGenome(
            schema_version="1.0",
            genome_id="euchre",
            generation=0,
            name="Euchre",
            description=(
                "The partnership game with 24 cards. The turned card is ordered up or another "
                "suit is named, the dealer being stuck in the end; a maker may play alone."
            ),
            player_count=4,
            team_mode=True,
            teams=((0, 2), (1, 3)),
            max_turns=1_000,
            deck=DeckSpec(blocks=(CardBlock(suits=SUITS, ranks=RANKS),)),
            zones=(HAND, KITTY, TURNED_CARD, TRICKS_WON),
            card_sets=(),
            patterns=(),
            rankings=(
                CardRanking(
                    plain=RANKS,
                    trump=TRUMP_ORDER,
                    promote=(Promotion(LEFT_BOWER, above=Rank.ACE, label="left bower"),),
                ),
            ),
            point_tables=(),
            roles=(RoleSpec("maker", "maker"),),
            counters=(
                Counter(
                    "alone",
                    "playing alone",
                    scope=Scope.SEAT,
                    life=Life.HAND,
                    low=0,
                    high=1,
                    flag=True,
                ),
            ),
            lets=(),
            options=(),
            setup=SetupRules(
                cards_per_player=5,
                initial_deck="custom",
                deal=(
                    DealStep(packets=(3, 2)),
                    DealStep(packets=(1,), zone="turned_card"),
                ),
                after_deal=(),
            ),
            turn_structure=TurnStructure(
                phases=(
                    CallPhase(
                        name="ordering",
                        label="Ordering up",
                        calls=(
                            PASS,
                            Call("order_up", "order up the turned card", do=ORDER_UP),
                            Call(
                                "order_up_alone",
                                "order up the turned card and play alone",
                                do=(*ORDER_UP, *PLAY_ALONE),
                            ),
                        ),
                        close="set(maker)",
                    ),
                    BlockPhase(
                        name="taking_up",
                        label="Taking up the turned card",
                        when="set(maker) and active(dealer)",
                        phases=(
                            DrawPhase(source="turned_card", count=1, who="dealer"),
                            DiscardPhase(target=Location.DECK, count=1, who="dealer"),
                        ),
                    ),
                    CallPhase(
                        name="naming",
                        label="Naming another suit",
                        when="not set(maker)",
                        calls=(
                            Call("pass_again", "pass", when="turn != dealer", is_pass=True),
                            Call(
                                "name_suit",
                                "name another suit as trumps",
                                choices=ANOTHER_SUIT,
                                when="named != suit(turned_card)",
                                do=NAME_SUIT,
                            ),
                            Call(
                                "name_suit_alone",
                                "name another suit as trumps and play alone",
                                choices=ANOTHER_SUIT,
                                when="named != suit(turned_card)",
                                do=(*NAME_SUIT, *PLAY_ALONE),
                            ),
                        ),
                        close="set(maker)",
                    ),
                    TrickPhase(
                        name="play",
                        label="Tricks",
                        leader="next(dealer, active)",
                        follow=(FOLLOW_SUIT,),
                        until="tricks_played == 5",
                    ),
                ),
                is_trick_based=True,
                tricks_per_hand=5,
            ),
            special_effects=(),
            card_scoring=(),
            scoring_rules=(
                ScoringRule(
                    label="Three or four tricks",
                    who="team(maker)",
                    when="tricks >= 3 and tricks < 5",
                    amount=1,
                ),
                ScoringRule(
                    label="All five tricks",
                    who="team(maker)",
                    when="tricks == 5 and not alone(maker)",
                    amount=2,
                ),
                ScoringRule(
                    label="All five tricks alone",
                    who="team(maker)",
                    when="tricks == 5 and alone(maker)",
                    amount=4,
                ),
                ScoringRule(label="Euchre", who="opponents(maker)", when="tricks >= 3", amount=2),
            ),
            win_conditions=(
                WinCondition(
                    type="first_to_score",
                    threshold=10,
                    comparison=WinComparison.HIGHEST,
                    trigger_mode=TriggerMode.THRESHOLD_GATE,
                ),
            ),
            game_rules=GameRules(
                deck_empty_action=DeckEmptyAction.SKIP_DRAW, tie_breaker=TieBreaker.SPLIT
            ),
            # One side scores in every hand, so nineteen are always enough.
            match=MatchRules(hands=19),
        )
    )
