"""War for two, as the standard published rules have it, with the usual three cards face down.

Where rules differ: the winner's cards go under the pile before the loser's, so that a game can be
repeated; a player who has too few cards for a war turns up the last one; a player who has none
loses; and a game that would not end is decided after 1,000 turns.
"""

from __future__ import annotations

from darwindeck.genome.examples.common import ACE_HIGH, FRENCH_52, STOCK
from darwindeck.genome.schema import (
    CardRanking,
    Choose,
    CollectOrder,
    DealStep,
    DeckEmptyAction,
    GameGenome,
    GameRules,
    Location,
    MatchRules,
    Owner,
    PileOrder,
    Sees,
    SetupRules,
    TieBreaker,
    TrickPhase,
    TrickTie,
    TriggerMode,
    TurnStructure,
    WinComparison,
    WinCondition,
    ZoneSpec,
)
from darwindeck.genome.validator import checked

PILE = ZoneSpec(Location.HAND, "pile", owner=Owner.SEAT, order=PileOrder.STACK, sees=Sees.NOBODY)


def create_war_genome() -> GameGenome:
    return checked(
        GameGenome(
            schema_version="1.0",
            genome_id="war",
            generation=0,
            name="War",
            description=(
                "The children's game for two in which nobody chooses anything: the higher card "
                "takes both, and equal cards go to war."
            ),
            player_count=2,
            max_turns=5_000,
            deck=FRENCH_52,
            zones=(PILE, STOCK),
            rankings=(CardRanking(plain=ACE_HIGH, across_suits=True),),
            point_tables=(),
            setup=SetupRules(cards_per_player=26, deal=(DealStep(all_cards=True),)),
            turn_structure=TurnStructure(
                phases=(
                    TrickPhase(
                        label="Turning up cards",
                        lead_suit_required=False,
                        choose=Choose.TOP,
                        tie=TrickTie.BATTLE,
                        battle_cards=3,
                        collect_to="hand(winner)",
                        collect_order=CollectOrder.WINNER_FIRST,
                        collect_to_bottom=True,
                    ),
                ),
                is_trick_based=True,
            ),
            special_effects=(),
            card_scoring=(),
            scoring_rules=(),
            win_conditions=(
                WinCondition(
                    type="capture_all",
                    comparison=WinComparison.HIGHEST,
                    trigger_mode=TriggerMode.IMMEDIATE,
                    when="any(each, hand_size == 52)",
                    value="hand_size",
                ),
                # Both players can run out in one and the same war; their piles are then equal.
                WinCondition(
                    type="custom",
                    comparison=WinComparison.HIGHEST,
                    trigger_mode=TriggerMode.IMMEDIATE,
                    when="turns >= 1000 or all(each, hand_size == 0)",
                    value="hand_size",
                ),
            ),
            game_rules=GameRules(
                deck_empty_action=DeckEmptyAction.SKIP_DRAW, tie_breaker=TieBreaker.SPLIT
            ),
            match=MatchRules(hands=1),
        )
    )
