"""Crazy Eights for four: the pack, the deal and the card values of the Bicycle rules.

It departs from those where they are usually changed: a player who can play must; one who cannot
draws at most three cards and passes if none of them fits; the stock is renewed from the discards;
and hands are played to 100. An eight turned up at the start goes back into the stock, and no card
but the eight has a power.
"""

from __future__ import annotations

from darwindeck.cards import Rank
from darwindeck.genome.examples.common import DISCARDS, FRENCH_52, HAND, STOCK
from darwindeck.genome.schema import (
    Attribute,
    Call,
    CallChoice,
    CallPhase,
    CardCondition,
    CardPoints,
    ChoiceKind,
    DealStep,
    DeckEmptyAction,
    DrawPhase,
    GameGenome,
    GameRules,
    Location,
    MatchRules,
    Move,
    NamedCards,
    NameSuit,
    PlayPhase,
    PointTable,
    Reference,
    RepeatPhase,
    ScoringRule,
    SetupRules,
    Shuffle,
    TieBreaker,
    TriggerMode,
    TurnsPhase,
    TurnStructure,
    While,
    WinComparison,
    WinCondition,
)
from darwindeck.genome.validator import checked

EIGHT = CardCondition(rank=Rank.EIGHT)
FITS = CardCondition(
    any_of=(
        CardCondition(same=(Attribute.SUIT,), of=Reference.IN_FORCE),
        CardCondition(same=(Attribute.RANK,), of=Reference.TOP),
        EIGHT,
    )
)
PIPS = (
    (Rank.TWO, 2),
    (Rank.THREE, 3),
    (Rank.FOUR, 4),
    (Rank.FIVE, 5),
    (Rank.SIX, 6),
    (Rank.SEVEN, 7),
    (Rank.NINE, 9),
    (Rank.TEN, 10),
)


def create_crazy_eights_genome() -> GameGenome:
    return checked(
        GameGenome(
            schema_version="1.0",
            genome_id="crazy-eights",
            generation=0,
            name="Crazy Eights",
            description=(
                "The plain game, in which only the eights are special. A player who cannot play "
                "draws at most three cards."
            ),
            player_count=4,
            max_turns=40_000,
            deck=FRENCH_52,
            zones=(HAND, STOCK, DISCARDS),
            card_sets=(
                NamedCards("eights", "eight", EIGHT),
                NamedCards("fitting", "fitting card", FITS),
            ),
            rankings=(),
            point_tables=(
                PointTable(
                    "card_points",
                    "card points",
                    (
                        CardPoints(EIGHT, 50),
                        CardPoints(CardCondition(ranks=(Rank.KING, Rank.QUEEN, Rank.JACK)), 10),
                        CardPoints(CardCondition(rank=Rank.ACE), 1),
                        *(CardPoints(CardCondition(rank=rank), worth) for rank, worth in PIPS),
                    ),
                ),
            ),
            setup=SetupRules(
                cards_per_player=5,
                initial_discard_count=1,
                deal=(DealStep(packets=(1,) * 5), DealStep(zone=Location.DISCARD)),
                after_deal=(
                    While(
                        "count(discard, eights) > 0",
                        (
                            Move(Location.DISCARD, Location.DECK),
                            Shuffle(Location.DECK),
                            Move(Location.DECK, Location.DISCARD, count=1),
                        ),
                    ),
                ),
            ),
            turn_structure=TurnStructure(
                phases=(
                    TurnsPhase(
                        until="any(each, hand_size == 0)",
                        phases=(
                            PlayPhase(Location.DISCARD, CardCondition(named="fitting")),
                            RepeatPhase(
                                as_long_as="played == 0 and drawn < 3",
                                phases=(
                                    DrawPhase(),
                                    PlayPhase(Location.DISCARD, CardCondition(named="fitting")),
                                ),
                            ),
                            CallPhase(
                                when="played > 0 and count(top(discard), eights) == 1",
                                calls=(
                                    Call(
                                        "name_suit",
                                        "name the suit that must be matched",
                                        choices=(CallChoice("wanted", "suit", ChoiceKind.SUIT),),
                                        do=(NameSuit("wanted"),),
                                    ),
                                ),
                            ),
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
                    amount="sum(others(turn), points(hand, card_points))",
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
                deck_empty_action=DeckEmptyAction.RESHUFFLE_DISCARD,
                keep_top_discard=True,
                tie_breaker=TieBreaker.SPLIT,
            ),
            match=MatchRules(hands=50),
        )
    )
