"""Basic Rummy for four, with seven cards each.

After the standard published rules (Bicycle). Where rules differ: any number of melds may be laid in
a turn; cards may be laid off on anybody's melds, also by a player who has not melded; the ace is
low (an option lets it be high as well); a player may go out without a discard; going out all at
once earns nothing extra; the discards are turned over once, unshuffled, when a player wants to draw
and the stock is empty, and the second time the hand ends and nobody scores.
"""

from __future__ import annotations

import json

from darwindeck.cards import Rank
from darwindeck.genome.examples.common import ACE_HIGH, ACE_LOW, DISCARDS, FRENCH_52, HAND, STOCK
from darwindeck.genome.schema import (
    Attribute,
    CardCondition,
    CardPoints,
    CardRanking,
    ChoicePhase,
    Counter,
    DealStep,
    DeckEmptyAction,
    DiscardPhase,
    DrawPhase,
    EndHand,
    GameGenome,
    GameRules,
    HandPattern,
    If,
    LayOff,
    Life,
    Location,
    MatchRules,
    MeldPhase,
    Move,
    Option,
    OptionChoice,
    PileKey,
    PointTable,
    RepeatPhase,
    Scope,
    ScoringRule,
    Set,
    Setting,
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

MELDS = ZoneSpec("melds", "melds", piles=PileKey.MANY)

SET_OF_A_RANK = HandPattern("set", rank_priority=1, min_size=3, max_size=4, same=(Attribute.RANK,))
RUN_OF_A_SUIT = HandPattern(
    "run", rank_priority=1, min_size=3, same=(Attribute.SUIT,), consecutive=True
)

PIPS = PointTable(
    "pips",
    "pips",
    (
        CardPoints(CardCondition(ranks=(Rank.KING, Rank.QUEEN, Rank.JACK)), 10),
        *(
            CardPoints(CardCondition(rank=rank), place + 1)
            for place, rank in enumerate(ACE_LOW[:10])
        ),
    ),
)

NOT_JUST_TAKEN = CardCondition(not_=CardCondition(taken_from=Location.DISCARD))


def _runs_follow(order: tuple[Rank, ...], *, wrap: bool) -> tuple[Setting, ...]:
    return (
        Setting("/rankings/0/sequence", json.dumps(order)),
        Setting("/patterns/1/sequence_wrap", json.dumps(wrap)),
    )


def create_rummy_genome() -> GameGenome:
    return checked(
        GameGenome(
            schema_version="1.0",
            genome_id="rummy",
            generation=0,
            name="Rummy",
            description=(
                "Basic Rummy for four. Cards may be laid off on anybody's melds, the ace is low, "
                "and whoever goes out first scores what the others hold."
            ),
            player_count=4,
            max_turns=40_000,
            deck=FRENCH_52,
            zones=(HAND, STOCK, DISCARDS, MELDS),
            rankings=(CardRanking(plain=ACE_LOW, sequence=ACE_LOW),),
            point_tables=(PIPS,),
            patterns=(SET_OF_A_RANK, RUN_OF_A_SUIT),
            counters=(
                Counter(
                    "turned",
                    "on its second stock",
                    scope=Scope.TABLE,
                    life=Life.HAND,
                    high=1,
                    low=0,
                    flag=True,
                ),
            ),
            options=(
                Option(
                    "ace",
                    "the ace in runs",
                    (
                        OptionChoice("low", "the ace is low", _runs_follow(ACE_LOW, wrap=False)),
                        OptionChoice(
                            "high_or_low",
                            "the ace is high or low, but never in the middle of a run",
                            _runs_follow(ACE_HIGH, wrap=True),
                        ),
                    ),
                    value="low",
                ),
            ),
            setup=SetupRules(
                cards_per_player=7,
                initial_discard_count=1,
                deal=(DealStep(packets=(1,) * 7), DealStep(zone=Location.DISCARD)),
            ),
            turn_structure=TurnStructure(
                phases=(
                    TurnsPhase(
                        until="any(each, hand_size == 0)",
                        phases=(
                            ChoicePhase(
                                options=(
                                    DrawPhase(
                                        Location.DECK,
                                        when_empty=(
                                            If(
                                                "not turned",
                                                then=(
                                                    Move(
                                                        Location.DISCARD,
                                                        Location.DECK,
                                                        turned_over=True,
                                                    ),
                                                    Set("turned", 1),
                                                ),
                                                otherwise=(EndHand(scored=False),),
                                            ),
                                        ),
                                    ),
                                    DrawPhase(Location.DISCARD, when="size(discard) > 0"),
                                ),
                            ),
                            RepeatPhase(
                                (MeldPhase(("set", "run"), lay_off=LayOff.ANY),),
                            ),
                            DiscardPhase(cards=NOT_JUST_TAKEN),
                        ),
                    ),
                ),
            ),
            special_effects=(),
            card_scoring=(),
            scoring_rules=(
                ScoringRule(
                    label="Going out",
                    who="where(each, hand_size == 0)",
                    amount="sum(others(turn), points(hand, pips))",
                ),
            ),
            win_conditions=(
                WinCondition(
                    type="high_score",
                    threshold=100,
                    comparison=WinComparison.HIGHEST,
                    trigger_mode=TriggerMode.THRESHOLD_GATE,
                ),
            ),
            game_rules=GameRules(
                deck_empty_action=DeckEmptyAction.SKIP_DRAW, tie_breaker=TieBreaker.SPLIT
            ),
            match=MatchRules(hands=40),
        )
    )
