"""Games so small that every deal of them can be tried."""

from __future__ import annotations

from darwindeck.cards import Rank, Suit
from darwindeck.genome.examples.common import (
    DISCARDS,
    FOLLOW_SUIT,
    HAND,
    STOCK,
    TRICKS_WON,
)
from darwindeck.genome.schema import (
    CardBlock,
    CardRanking,
    ChoicePhase,
    DealStep,
    DeckEmptyAction,
    DeckSpec,
    DiscardPhase,
    DrawPhase,
    GameGenome,
    GameRules,
    Location,
    MatchRules,
    SetupRules,
    TieBreaker,
    TrickPhase,
    TriggerMode,
    TurnsPhase,
    TurnStructure,
    WinCondition,
)
from darwindeck.genome.validator import checked

LOW = (Rank.TWO, Rank.THREE, Rank.FOUR, Rank.FIVE)


def _tiny(genome_id: str, ranks: tuple[Rank, ...], **rest: object) -> GameGenome:
    fields: dict[str, object] = {
        "schema_version": "2.0",
        "genome_id": genome_id,
        "generation": 0,
        "name": genome_id,
        "deck": DeckSpec(blocks=(CardBlock(suits=(Suit.HEARTS, Suit.SPADES), ranks=ranks),)),
        "rankings": (CardRanking(plain=ranks),),
        "point_tables": (),
        "special_effects": (),
        "card_scoring": (),
        "scoring_rules": (),
        "max_turns": 60,
        "game_rules": GameRules(
            deck_empty_action=DeckEmptyAction.SKIP_DRAW, tie_breaker=TieBreaker.SPLIT
        ),
        "match": MatchRules(hands=1),
    }
    return checked(GameGenome(**(fields | rest)))  # type: ignore[arg-type]


def tiny_tricks(players: int = 3, cards: int = 2, ranks: int = 4) -> GameGenome:
    """Tricks in which suit must be followed; some cards stay in the stock."""
    return _tiny(
        "tiny-tricks",
        LOW[:ranks],
        player_count=players,
        zones=(HAND, STOCK, TRICKS_WON),
        setup=SetupRules(
            cards_per_player=cards,
            initial_deck="custom",
            deal=(DealStep(packets=(1,) * cards),),
        ),
        turn_structure=TurnStructure(
            phases=(TrickPhase(follow=(FOLLOW_SUIT,)),), is_trick_based=True, tricks_per_hand=cards
        ),
        win_conditions=(
            WinCondition(type="custom", trigger_mode=TriggerMode.ALL_HANDS_EMPTY, value="tricks"),
        ),
    )


def tiny_draws(players: int = 2, cards: int = 2, ranks: int = 4) -> GameGenome:
    """Each turn one card is drawn from the stock or from the discard pile, and one discarded."""
    return _tiny(
        "tiny-draws",
        LOW[:ranks],
        player_count=players,
        zones=(HAND, STOCK, DISCARDS),
        setup=SetupRules(
            cards_per_player=cards,
            initial_deck="custom",
            initial_discard_count=1,
            deal=(
                DealStep(packets=(1,) * cards),
                DealStep(packets=(1,), zone=Location.DISCARD),
            ),
        ),
        turn_structure=TurnStructure(
            phases=(
                TurnsPhase(
                    phases=(
                        ChoicePhase(
                            options=(DrawPhase(), DrawPhase(source=Location.DISCARD)),
                        ),
                        DiscardPhase(),
                    )
                ),
            ),
        ),
        win_conditions=(WinCondition(type="custom", when="turns >= 8", value="hand_size"),),
    )
