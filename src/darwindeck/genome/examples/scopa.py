"""Scopa for two, the classic game of the French-suited or Italian forty-card pack.

After the standard published rules. Where rules differ: an equal card must be taken rather
than a sum; a table with three or four kings is dealt again; only a player with cards of all four
suits has a primiera (an option has the other reading); a tie for cards, diamonds or primiera earns
nobody the point; and points are counted at the end of a hand, so that at 11 the higher total wins
and equal totals play on.
"""

from __future__ import annotations

from darwindeck.cards import Rank, Suit
from darwindeck.genome.examples.common import HAND, STOCK, SUITS
from darwindeck.genome.schema import (
    CaptureBy,
    CapturePhase,
    CardBlock,
    CardCondition,
    CardPoints,
    Deal,
    DealerAfter,
    DealStep,
    DeckEmptyAction,
    DeckSpec,
    DoPhase,
    GameGenome,
    GameRules,
    If,
    Let,
    Location,
    MatchRules,
    Moment,
    Move,
    NamedCards,
    Option,
    OptionChoice,
    Owner,
    PointTable,
    Redeal,
    Scope,
    ScoringRule,
    Sees,
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

COURT = (Rank.JACK, Rank.QUEEN, Rank.KING)
RANKS = (
    Rank.ACE,
    Rank.TWO,
    Rank.THREE,
    Rank.FOUR,
    Rank.FIVE,
    Rank.SIX,
    Rank.SEVEN,
    *COURT,
)
TABLE = ZoneSpec(Location.TABLEAU, "table")
CAPTURED = ZoneSpec(Location.CAPTURED, "captured cards", owner=Owner.SEAT, sees=Sees.NOBODY)

CAPTURE_VALUES = PointTable(
    "capture_values",
    "capturing values",
    tuple(CardPoints(CardCondition(rank=rank), place + 1) for place, rank in enumerate(RANKS)),
)
PRIMIERA = PointTable(
    "primiera_points",
    "primiera points",
    (
        CardPoints(CardCondition(rank=Rank.SEVEN), 21),
        CardPoints(CardCondition(rank=Rank.SIX), 18),
        CardPoints(CardCondition(rank=Rank.ACE), 16),
        CardPoints(CardCondition(rank=Rank.FIVE), 15),
        CardPoints(CardCondition(rank=Rank.FOUR), 14),
        CardPoints(CardCondition(rank=Rank.THREE), 13),
        CardPoints(CardCondition(rank=Rank.TWO), 12),
        CardPoints(CardCondition(ranks=COURT), 10),
    ),
)


def create_scopa_genome() -> GameGenome:
    return checked(
        GameGenome(
            schema_version="1.0",
            genome_id="scopa",
            generation=0,
            name="Scopa",
            description=(
                "The classic Italian capturing game for two. A primiera needs cards of all four "
                "suits, and points are counted at the end of each hand."
            ),
            player_count=2,
            max_turns=5_000,
            deck=DeckSpec(blocks=(CardBlock(suits=SUITS, ranks=RANKS),)),
            zones=(HAND, STOCK, TABLE, CAPTURED),
            card_sets=(
                NamedCards("kings", "king", CardCondition(rank=Rank.KING)),
                NamedCards("diamond_cards", "diamond", CardCondition(suit=Suit.DIAMONDS)),
                NamedCards(
                    "sette_bello",
                    "seven of diamonds",
                    CardCondition(suit=Suit.DIAMONDS, rank=Rank.SEVEN),
                ),
            ),
            rankings=(),
            point_tables=(CAPTURE_VALUES, PRIMIERA),
            lets=(
                Let(
                    "primiera",
                    "primiera",
                    "if(suits(captured) == 4 or missing_suit == counts_nothing, "
                    "best(captured, primiera_points), 0)",
                    scope=Scope.SEAT,
                ),
            ),
            options=(
                Option(
                    "missing_suit",
                    "primiera without a suit",
                    (
                        OptionChoice(
                            "no_primiera",
                            "a player who has no card of some suit has no primiera",
                        ),
                        OptionChoice(
                            "counts_nothing",
                            "a suit of which a player has no card counts nothing in the primiera",
                        ),
                    ),
                    value="no_primiera",
                ),
            ),
            setup=SetupRules(
                cards_per_player=3,
                initial_deck="custom",
                deal=(
                    DealStep(packets=(3,)),
                    DealStep(packets=(4,), zone=Location.TABLEAU),
                ),
                after_deal=(If("count(tableau, kings) >= 3", (Redeal(DealerAfter.SAME),)),),
            ),
            turn_structure=TurnStructure(
                phases=(
                    TurnsPhase(
                        label="Capturing",
                        until="size(deck) == 0 and all(each, hand_size == 0)",
                        phases=(
                            CapturePhase(
                                by=(CaptureBy.EQUAL, CaptureBy.SUM),
                                values="capture_values",
                                exact_first=True,
                                mandatory=True,
                            ),
                            DoPhase(
                                (Deal((3,)),),
                                when="all(each, hand_size == 0) and size(deck) > 0",
                            ),
                        ),
                    ),
                    DoPhase(
                        (Move(Location.TABLEAU, "captured(last_taker)"),),
                        label="The last cards",
                    ),
                ),
            ),
            special_effects=(),
            card_scoring=(),
            scoring_rules=(
                ScoringRule(
                    label="Scopa",
                    moment=Moment.CAPTURED,
                    who="turn",
                    when=("size(tableau) == 0 and (size(deck) > 0 or any(each, hand_size > 0))"),
                    amount=1,
                ),
                ScoringRule(label="Most cards", who="where(each, most(size(captured)))", amount=1),
                ScoringRule(
                    label="Most diamonds",
                    who="where(each, most(count(captured, diamond_cards)))",
                    amount=1,
                ),
                ScoringRule(
                    label="Sette bello",
                    who="where(each, count(captured, sette_bello) > 0)",
                    amount=1,
                ),
                ScoringRule(label="Primiera", who="where(each, most(primiera))", amount=1),
            ),
            win_conditions=(
                WinCondition(
                    type="high_score",
                    threshold=11,
                    comparison=WinComparison.HIGHEST,
                    trigger_mode=TriggerMode.THRESHOLD_GATE,
                    when="any(each, score >= 11 and most(score))",
                    value="score",
                ),
            ),
            game_rules=GameRules(
                deck_empty_action=DeckEmptyAction.SKIP_DRAW, tie_breaker=TieBreaker.SPLIT
            ),
            match=MatchRules(hands=30),
        )
    )
