"""Old Maid for four, after the standard published rules.

The queen of clubs is left out, so that one of the other queens finds no partner. Where rules
differ: any two cards of a rank are a pair, whatever their colours; one draws from the right-hand
neighbour; and a player without cards is out and safe.
"""

from __future__ import annotations

from darwindeck.cards import Rank, Suit
from darwindeck.genome.examples.common import ACE_HIGH, HAND, STOCK, SUITS
from darwindeck.genome.schema import (
    Attribute,
    BlockPhase,
    CardBlock,
    CardFace,
    Choose,
    DealStep,
    DeckEmptyAction,
    DeckSpec,
    DrawPhase,
    GameGenome,
    GameRules,
    HandPattern,
    MatchRules,
    MeldPhase,
    Owner,
    PileKey,
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

PAIRS = ZoneSpec("pairs", "pairs", owner=Owner.SEAT, piles=PileKey.MANY)


def create_old_maid_genome() -> GameGenome:
    return checked(
        GameGenome(
            schema_version="1.0",
            genome_id="old-maid",
            generation=0,
            name="Old Maid",
            description=(
                "The game with one loser: everybody lays down pairs, and whoever is left with the "
                "odd queen is the old maid."
            ),
            player_count=4,
            max_turns=2_000,
            deck=DeckSpec(
                blocks=(CardBlock(suits=SUITS, ranks=ACE_HIGH),),
                without=(CardFace(Suit.CLUBS, Rank.QUEEN),),
            ),
            zones=(HAND, STOCK, PAIRS),
            patterns=(
                HandPattern(
                    "pair", rank_priority=1, min_size=2, max_size=2, same=(Attribute.RANK,)
                ),
            ),
            rankings=(),
            point_tables=(),
            setup=SetupRules(
                cards_per_player=12, initial_deck="custom", deal=(DealStep(all_cards=True),)
            ),
            turn_structure=TurnStructure(
                phases=(
                    MeldPhase(("pair",), target="pairs", automatic=True, label="The first pairs"),
                    TurnsPhase(
                        label="Drawing",
                        until="number(where(each, hand_size > 0)) == 1",
                        phases=(
                            BlockPhase(
                                when="hand_size > 0",
                                phases=(
                                    DrawPhase(
                                        "hand(previous(turn, hand_size > 0))", choose=Choose.RANDOM
                                    ),
                                    MeldPhase(("pair",), target="pairs", automatic=True),
                                ),
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
                    type="custom",
                    comparison=WinComparison.NONE,
                    trigger_mode=TriggerMode.THRESHOLD_GATE,
                    when="true",
                    who="where(each, hand_size == 0)",
                ),
            ),
            game_rules=GameRules(
                deck_empty_action=DeckEmptyAction.SKIP_DRAW, tie_breaker=TieBreaker.SPLIT
            ),
            match=MatchRules(hands=1),
        )
    )
