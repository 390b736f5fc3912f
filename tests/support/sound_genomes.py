"""Small sound genomes to break, and a way to change one clause of a genome."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeVar

from darwindeck.genome.examples.common import DISCARDS as DISCARDS
from darwindeck.genome.examples.common import HAND as HAND
from darwindeck.genome.examples.common import STOCK as STOCK
from darwindeck.genome.examples.common import TRICKS_WON
from darwindeck.genome.schema import (
    AssignRole,
    Attribute,
    BettingPhase,
    Call,
    CallChoice,
    CallPhase,
    CardBlock,
    CardCondition,
    CardPoints,
    CardRanking,
    CardRule,
    CardScoringRule,
    ChoiceKind,
    Counter,
    DealStep,
    DeckSpec,
    DiscardPhase,
    DrawPhase,
    EndPhase,
    GameGenome,
    HandEvaluation,
    HandEvaluationMethod,
    HandPattern,
    Let,
    MatchRules,
    MeldPhase,
    Moment,
    NamedCards,
    Option,
    OptionChoice,
    Owner,
    PileKey,
    PointTable,
    Promotion,
    Rank,
    Reference,
    RoleSpec,
    ScoringRule,
    ScoringTrigger,
    Set,
    Setting,
    SetTrump,
    SetupRules,
    SpecialEffect,
    Suit,
    TrickPhase,
    TriggerMode,
    TurnsPhase,
    TurnStructure,
    WinCondition,
    ZoneSpec,
)
from tests.support.genomes import minimal_genome

SUITS = tuple(Suit)
SEVEN_UP = (
    Rank.SEVEN,
    Rank.EIGHT,
    Rank.NINE,
    Rank.TEN,
    Rank.JACK,
    Rank.QUEEN,
    Rank.KING,
    Rank.ACE,
)
JACK_HIGH = (*(rank for rank in SEVEN_UP if rank is not Rank.JACK), Rank.JACK)
FULL = (Rank.TWO, Rank.THREE, Rank.FOUR, Rank.FIVE, Rank.SIX, *SEVEN_UP)

WON = TRICKS_WON
MELDS = ZoneSpec("melds", "melds", owner=Owner.TEAM, piles=PileKey.MANY)


def auction_genome() -> GameGenome:
    """Two against two bid for trumps, then play tricks; scoring by contract."""
    bid = Call(
        "bid",
        "bid a number of tricks in a suit",
        choices=(
            CallChoice("level", "number of tricks", ChoiceKind.NUMBER, low=1, high=8),
            CallChoice("strain", "suit", ChoiceKind.SUIT),
        ),
        key="4 * level + place(strain)",
        do=(AssignRole("maker"), Set("contract", "level"), SetTrump("strain")),
    )
    auction = CallPhase(
        name="auction",
        label="The auction",
        calls=(Call("pass_by", "pass", is_pass=True), bid),
        rounds=None,
        pass_is_final=True,
        close="passes_in_row == 4",
    )
    tricks = TrickPhase(
        label="Tricks",
        follow=(CardRule(CardCondition(same=(Attribute.SUIT,), of=Reference.LED)),),
        lead=(CardRule(CardCondition(not_=CardCondition(trump=True)), when="trick == 1"),),
    )
    return GameGenome(
        schema_version="2.0",
        genome_id="auction",
        generation=0,
        setup=SetupRules(
            cards_per_player=8, initial_deck="custom", deal=(DealStep(packets=(3, 2, 3)),)
        ),
        turn_structure=TurnStructure(
            phases=(auction, tricks), is_trick_based=True, tricks_per_hand=8
        ),
        win_conditions=(
            WinCondition("first_to_score", 50, trigger_mode=TriggerMode.THRESHOLD_GATE),
        ),
        special_effects=(),
        scoring_rules=(
            ScoringRule("10 * contract", when="made", who="team(maker)", label="Contract"),
            ScoringRule("points(captured, card_points)", who="teams", label="Cards"),
        ),
        card_scoring=(CardScoringRule(CardCondition(rank=Rank.ACE), 1, ScoringTrigger.TRICK_WIN),),
        player_count=4,
        max_turns=5_000,
        team_mode=True,
        teams=((0, 2), (1, 3)),
        deck=DeckSpec((CardBlock(SUITS, SEVEN_UP),)),
        zones=(STOCK, HAND, WON),
        rankings=(
            CardRanking(
                plain=SEVEN_UP,
                trump=JACK_HIGH,
                promote=(
                    Promotion(
                        CardCondition(rank=Rank.JACK, trump_colour=True, printed_trump=False),
                        above=Rank.ACE,
                        label="left bower",
                    ),
                ),
            ),
        ),
        point_tables=(
            PointTable(
                "card_points",
                "card points",
                (
                    CardPoints(CardCondition(rank=Rank.ACE), 11),
                    CardPoints(CardCondition(ranks=(Rank.TEN, Rank.KING)), 5),
                ),
            ),
        ),
        card_sets=(NamedCards("aces", "ace", CardCondition(rank=Rank.ACE)),),
        roles=(RoleSpec("maker", "maker"),),
        counters=(Counter("contract", "contract", low=0, high=8),),
        lets=(Let("made", "made", "tricks(team(maker)) >= contract"),),
        options=(
            Option(
                "goal",
                "points needed",
                (
                    OptionChoice(
                        "short", "50 points", (Setting("/win_conditions/0/threshold", "50"),)
                    ),
                    OptionChoice(
                        "long", "100 points", (Setting("/win_conditions/0/threshold", "100"),)
                    ),
                ),
                "short",
            ),
        ),
        match=MatchRules(hands=40),
    )


def melding_genome() -> GameGenome:
    """Turns of drawing, melding and discarding until somebody is out."""
    turn = TurnsPhase(
        phases=(
            DrawPhase(),
            MeldPhase(("set",)),
            DiscardPhase(),
        ),
        until="any(each, hand_size == 0)",
    )
    return GameGenome(
        schema_version="2.0",
        genome_id="melding",
        generation=0,
        setup=SetupRules(cards_per_player=7, initial_discard_count=1),
        turn_structure=TurnStructure(phases=(turn,)),
        win_conditions=(WinCondition("high_score", 100, trigger_mode=TriggerMode.THRESHOLD_GATE),),
        special_effects=(
            SpecialEffect(CardCondition(rank=Rank.TWO), Moment.DRAWN, do=(EndPhase(),)),
        ),
        scoring_rules=(ScoringRule("-hand_size", label="Cards left"),),
        player_count=3,
        zones=(STOCK, HAND, DISCARDS, MELDS),
        rankings=(CardRanking(plain=FULL),),
        patterns=(HandPattern("set", 1, min_size=3, max_size=4, same=(Attribute.RANK,)),),
        match=MatchRules(hands=20),
    )


def betting_genome() -> GameGenome:
    """One round of betting on five cards."""
    return GameGenome(
        schema_version="2.0",
        genome_id="betting",
        generation=0,
        setup=SetupRules(cards_per_player=5, starting_chips=100),
        turn_structure=TurnStructure(phases=(BettingPhase(min_bet=10),)),
        win_conditions=(
            WinCondition("most_chips", trigger_mode=TriggerMode.THRESHOLD_GATE, when="pot == 0"),
        ),
        special_effects=(),
        scoring_rules=(),
        player_count=4,
        hand_evaluation=HandEvaluation(
            HandEvaluationMethod.PATTERN_MATCH,
            patterns=(
                HandPattern("Pair", 20, required_count=5, same_rank_groups=(2,)),
                HandPattern("Nothing", 10, required_count=5),
            ),
        ),
        rankings=(CardRanking(plain=FULL),),
        match=MatchRules(hands=10),
    )


P = TypeVar("P")


def put(part: P, path: str, value: Any) -> P:
    """A part with one value changed; `path` is written like `phases.1.calls.0.name`."""
    return _put(part, path.split("."), value)  # type: ignore[no-any-return]


def _put(part: Any, steps: list[str], value: Any) -> Any:
    if not steps:
        return value
    step, *rest = steps
    if isinstance(part, tuple):
        index = int(step)
        return (*part[:index], _put(part[index], rest, value), *part[index + 1 :])
    return replace(part, **{step: _put(getattr(part, step), rest, value)})


SOUND_GENOMES = (minimal_genome, auction_genome, melding_genome, betting_genome)
