"""Go Fish for four, after the Bicycle rules.

Where rules differ: one asks for a rank of which one holds a card; whoever gets cards, or fishes the
rank asked for, goes on; a player whose hand is empty at the beginning of a turn draws one card as
long as there is a stock; and the game ends when all thirteen books are made.
"""

from __future__ import annotations

from darwindeck.genome.examples.common import FRENCH_52, HAND, STOCK
from darwindeck.genome.schema import (
    Attribute,
    Call,
    CallChoice,
    CallPhase,
    CardCondition,
    CardScoringRule,
    ChoiceKind,
    DealStep,
    DeckEmptyAction,
    DrawPhase,
    GameGenome,
    GameRules,
    HandPattern,
    If,
    Location,
    MatchRules,
    MeldPhase,
    Move,
    NamedCards,
    Owner,
    PileKey,
    PlayAgain,
    Reference,
    ScoringTrigger,
    Sees,
    SetupRules,
    Show,
    TieBreaker,
    TriggerMode,
    TurnsPhase,
    TurnStructure,
    WinComparison,
    WinCondition,
    ZoneSpec,
)
from darwindeck.genome.validator import checked

BOOKS = ZoneSpec("books", "books", owner=Owner.SEAT, piles=PileKey.MANY)
# A card just fished is kept apart for a moment: a card of the rank asked for that was in the hand
# before must not count as fished.
CATCH = ZoneSpec("catch", "fished card", owner=Owner.SEAT, sees=Sees.OWNER)
ASKED_FOR = CardCondition(same=(Attribute.RANK,), of=Reference.NAMED)


def create_go_fish_genome() -> GameGenome:
    return checked(
        GameGenome(
            schema_version="1.0",
            genome_id="go-fish",
            generation=0,
            name="Go Fish",
            description=(
                "The children's game of asking for cards and collecting books of four, played "
                "until all thirteen books are made."
            ),
            player_count=4,
            max_turns=5_000,
            deck=FRENCH_52,
            zones=(HAND, STOCK, BOOKS, CATCH),
            card_sets=(NamedCards("asked_for", "card of the rank asked for", ASKED_FOR),),
            patterns=(
                HandPattern(
                    "book", rank_priority=1, min_size=4, max_size=4, same=(Attribute.RANK,)
                ),
            ),
            rankings=(),
            point_tables=(),
            setup=SetupRules(cards_per_player=5, deal=(DealStep(packets=(1,) * 5),)),
            turn_structure=TurnStructure(
                phases=(
                    MeldPhase(("book",), target="books", automatic=True, label="The first books"),
                    TurnsPhase(
                        label="Asking",
                        until="size(deck) == 0 and all(each, hand_size == 0)",
                        phases=(
                            DrawPhase(when="hand_size == 0"),
                            CallPhase(
                                when="hand_size > 0",
                                calls=(
                                    Call(
                                        "ask",
                                        "ask a player for a rank",
                                        choices=(
                                            CallChoice("asked", "player", ChoiceKind.SEAT),
                                            CallChoice(
                                                "wanted", "rank", ChoiceKind.RANK, ranks_in="hand"
                                            ),
                                        ),
                                        do=(
                                            If(
                                                "count(hand(asked), asked_for) > 0",
                                                then=(
                                                    Move(
                                                        "hand(asked)",
                                                        "hand",
                                                        CardCondition(named="asked_for"),
                                                    ),
                                                    PlayAgain(),
                                                ),
                                                otherwise=(
                                                    Move(Location.DECK, "catch", count=1),
                                                    If(
                                                        "count(catch, asked_for) > 0",
                                                        then=(Show("catch"), PlayAgain()),
                                                    ),
                                                    Move("catch", "hand"),
                                                ),
                                            ),
                                        ),
                                    ),
                                ),
                            ),
                            MeldPhase(("book",), target="books", automatic=True),
                        ),
                    ),
                ),
            ),
            special_effects=(),
            card_scoring=(CardScoringRule(CardCondition(), 1, ScoringTrigger.SET_COMPLETE),),
            scoring_rules=(),
            win_conditions=(
                WinCondition(
                    type="high_score",
                    comparison=WinComparison.HIGHEST,
                    trigger_mode=TriggerMode.THRESHOLD_GATE,
                    when="true",
                    value="score",
                ),
            ),
            game_rules=GameRules(
                deck_empty_action=DeckEmptyAction.SKIP_DRAW, tie_breaker=TieBreaker.SPLIT
            ),
            match=MatchRules(hands=1),
        )
    )
