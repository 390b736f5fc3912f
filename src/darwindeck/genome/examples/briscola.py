"""Briscola for two, or with an option for four in partnerships.

The source of truth is the usual Italian game as card-game references give it, with a French pack
stripped to 40 cards (jack, queen and king for the Italian court cards): three cards each, the suit
of a turned card is trumps, nobody need follow suit, and everybody draws after each trick, the
turned card last. A hand is won with 61 of the 120 points; the first to win three hands wins.
"""

from __future__ import annotations

from darwindeck.cards import Rank
from darwindeck.genome.examples.common import HAND, STOCK, SUITS
from darwindeck.genome.schema import (
    CardBlock,
    CardCondition,
    CardPoints,
    CardRanking,
    DealStep,
    DeckEmptyAction,
    DeckSpec,
    Direction,
    ForEach,
    GameGenome,
    GameRules,
    If,
    Location,
    MatchRules,
    Move,
    Option,
    OptionChoice,
    Owner,
    PointTable,
    ScoringRule,
    Sees,
    Setting,
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

RANKS = (
    Rank.TWO,
    Rank.FOUR,
    Rank.FIVE,
    Rank.SIX,
    Rank.SEVEN,
    Rank.JACK,
    Rank.QUEEN,
    Rank.KING,
    Rank.THREE,
    Rank.ACE,
)
CARD_POINTS = PointTable(
    "card_points",
    "points",
    (
        CardPoints(CardCondition(rank=Rank.ACE), 11),
        CardPoints(CardCondition(rank=Rank.THREE), 10),
        CardPoints(CardCondition(rank=Rank.KING), 4),
        CardPoints(CardCondition(rank=Rank.QUEEN), 3),
        CardPoints(CardCondition(rank=Rank.JACK), 2),
    ),
)

TURNED_CARD = ZoneSpec("turned_card", "turned card", sees=Sees.ALL)
SIDES_TRICKS = ZoneSpec(Location.CAPTURED, "tricks won", owner=Owner.TEAM, sees=Sees.NOBODY)

DRAWING = ForEach(
    "from(each, winner)",
    do=(
        If(
            "size(deck) > 0",
            then=(Move(Location.DECK, Location.HAND, count=1),),
            otherwise=(Move("turned_card", Location.HAND),),
        ),
    ),
)


def create_briscola_genome() -> GameGenome:
    return checked(
        GameGenome(
            schema_version="1.0",
            genome_id="briscola",
            generation=0,
            name="Briscola",
            description=(
                "The Italian game of 40 cards: suit need not be followed, and everybody "
                "draws after each trick. The first to win three hands wins."
            ),
            player_count=2,
            team_mode=False,
            teams=(),
            max_turns=1_000,
            deck=DeckSpec(blocks=(CardBlock(suits=SUITS, ranks=RANKS),)),
            zones=(HAND, STOCK, TURNED_CARD, SIDES_TRICKS),
            card_sets=(),
            patterns=(),
            rankings=(CardRanking(plain=RANKS),),
            point_tables=(CARD_POINTS,),
            roles=(),
            counters=(),
            lets=(),
            options=(
                Option(
                    name="players",
                    label="Players",
                    choices=(
                        OptionChoice(
                            "two",
                            "two play",
                            sets=(
                                Setting("/player_count", "2"),
                                Setting("/team_mode", "false"),
                                Setting("/teams", "[]"),
                            ),
                        ),
                        OptionChoice(
                            "four",
                            "four play, two against two",
                            sets=(
                                Setting("/player_count", "4"),
                                Setting("/team_mode", "true"),
                                Setting("/teams", "[[0, 2], [1, 3]]"),
                            ),
                        ),
                    ),
                    value="two",
                ),
            ),
            setup=SetupRules(
                cards_per_player=3,
                initial_deck="custom",
                deal=(
                    DealStep(packets=(1, 1, 1)),
                    DealStep(packets=(1,), zone="turned_card"),
                ),
                after_deal=(SetTrump("suit(turned_card)"),),
            ),
            turn_structure=TurnStructure(
                phases=(
                    TrickPhase(
                        name="play",
                        label="Tricks",
                        lead_suit_required=False,
                        leader="left(dealer)",
                        after_trick=(DRAWING,),
                    ),
                ),
                is_trick_based=True,
                tricks_per_hand=None,
            ),
            special_effects=(),
            card_scoring=(),
            scoring_rules=(
                ScoringRule(
                    label="Hand won",
                    who="teams",
                    when="points(captured, card_points) > 60",
                    amount=1,
                ),
            ),
            win_conditions=(
                WinCondition(
                    type="first_to_score",
                    threshold=3,
                    comparison=WinComparison.HIGHEST,
                    trigger_mode=TriggerMode.THRESHOLD_GATE,
                ),
            ),
            game_rules=GameRules(
                deck_empty_action=DeckEmptyAction.SKIP_DRAW, tie_breaker=TieBreaker.SPLIT
            ),
            match=MatchRules(hands=9, direction=Direction.COUNTERCLOCKWISE),
        )
    )
