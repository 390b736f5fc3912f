"""Klaverjas for four in partnerships, the Dutch game, by the Amsterdam or the Rotterdam rule.

The source of truth is the Dutch club game as card-game references describe it: the player at the
dealer's left must choose trumps, a round is sixteen hands, and combinations of cards within a trick
earn a bonus for its winners. The duty to trump is that of Amsterdam; an option has the stricter one
of Rotterdam. Bonuses count by themselves, nobody has to call them. Four nines, eights or sevens are
worth nothing.
"""

from __future__ import annotations

from darwindeck.cards import Rank
from darwindeck.genome.examples.common import HAND, STOCK, SUIT_LED, SUITS
from darwindeck.genome.schema import (
    AssignRole,
    Attribute,
    Call,
    CallChoice,
    CallPhase,
    CardBlock,
    CardCondition,
    CardPoints,
    CardRanking,
    CardRule,
    ChoiceKind,
    DealStep,
    DeckEmptyAction,
    DeckSpec,
    Declare,
    Direction,
    FirstDealer,
    GameGenome,
    GameRules,
    HandPattern,
    Let,
    Location,
    MatchRules,
    Move,
    NextDealer,
    Option,
    OptionChoice,
    Owner,
    PatternValue,
    PointTable,
    Reference,
    RoleSpec,
    Scope,
    ScoringRule,
    Sees,
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

PLAIN = (
    Rank.SEVEN,
    Rank.EIGHT,
    Rank.NINE,
    Rank.JACK,
    Rank.QUEEN,
    Rank.KING,
    Rank.TEN,
    Rank.ACE,
)
TRUMPS = (
    Rank.SEVEN,
    Rank.EIGHT,
    Rank.QUEEN,
    Rank.KING,
    Rank.TEN,
    Rank.ACE,
    Rank.NINE,
    Rank.JACK,
)
IN_SEQUENCE = (
    Rank.SEVEN,
    Rank.EIGHT,
    Rank.NINE,
    Rank.TEN,
    Rank.JACK,
    Rank.QUEEN,
    Rank.KING,
    Rank.ACE,
)

CARD_POINTS = PointTable(
    "card_points",
    "card points",
    (
        CardPoints(CardCondition(rank=Rank.JACK, trump=True), 20),
        CardPoints(CardCondition(rank=Rank.NINE, trump=True), 14),
        CardPoints(CardCondition(rank=Rank.ACE), 11),
        CardPoints(CardCondition(rank=Rank.TEN), 10),
        CardPoints(CardCondition(rank=Rank.KING), 4),
        CardPoints(CardCondition(rank=Rank.QUEEN), 3),
        CardPoints(CardCondition(rank=Rank.JACK, trump=False), 2),
    ),
)

THE_TRICK = ZoneSpec("finished_trick", "finished trick", sees=Sees.ALL)
SIDES_TRICKS = ZoneSpec(Location.CAPTURED, "tricks won", owner=Owner.TEAM, sees=Sees.NOBODY)

SEQUENCES, COUPLE, FOURS = "sequences", "couple", "fours"


def _bonus(points: int) -> tuple[PatternValue, ...]:
    return (PatternValue("bonus", points, "points"),)


def _sequence(length: int, name: str, points: int) -> HandPattern:
    return HandPattern(
        name=name,
        rank_priority=points,
        min_size=length,
        max_size=length,
        same=(Attribute.SUIT,),
        consecutive=True,
        values=_bonus(points),
        tags=(SEQUENCES,),
    )


def _four(name: str, ranks: tuple[Rank, ...], points: int) -> HandPattern:
    return HandPattern(
        name=name,
        rank_priority=points,
        min_size=4,
        max_size=4,
        same=(Attribute.RANK,),
        cards=CardCondition(ranks=ranks),
        values=_bonus(points),
        tags=(FOURS,),
    )


BONUSES = (
    _four("four jacks", (Rank.JACK,), 200),
    _four("four of a kind", (Rank.ACE, Rank.KING, Rank.QUEEN, Rank.TEN), 100),
    _sequence(4, "four in sequence", 50),
    _sequence(3, "three in sequence", 20),
    HandPattern(
        name="king and queen of trumps",
        rank_priority=20,
        exact=tuple(CardCondition(rank=rank, trump=True) for rank in (Rank.KING, Rank.QUEEN)),
        values=_bonus(20),
        tags=(COUPLE,),
    ),
)

NAMING = CallPhase(
    name="naming",
    label="Choosing trumps",
    who="left(dealer)",
    calls=(
        Call(
            "name_trumps",
            "name the trump suit",
            choices=(CallChoice("named", "suit", ChoiceKind.SUIT, suits=SUITS),),
            do=(AssignRole("maker", "turn"), SetTrump("named")),
        ),
    ),
)

HIGHER_TRUMP = CardCondition(trump=True, beats=Reference.WINNER)

TRICKS = TrickPhase(
    name="tricks",
    label="Tricks",
    leader="left(dealer)",
    follow=(
        CardRule(
            CardCondition(same=(Attribute.SUIT,), of=Reference.LED, beats=Reference.WINNER),
            when="led_trump",
        ),
        CardRule(SUIT_LED),
        CardRule(HIGHER_TRUMP, when="trump_duty == always or winner in opponents(turn)"),
        CardRule(CardCondition(trump=True), when="trump_duty == always"),
        # Playing a trump that does not win the trick is the last resort.
        CardRule(CardCondition(any_of=(CardCondition(trump=False), HIGHER_TRUMP))),
    ),
    collect_to="finished_trick",
    after_trick=(
        Declare(tuple(bonus.name for bonus in BONUSES), zone="finished_trick", who="winner"),
        Move("finished_trick", "captured(winner)"),
    ),
)


def create_klaverjas_genome() -> GameGenome:
    return checked(
        GameGenome(
            schema_version="1.0",
            genome_id="klaverjas",
            generation=0,
            name="Klaverjas",
            description=(
                "The Dutch club game for four in partnerships: the player at the dealer's left "
                "must choose trumps and, with the partner, make more than the other side."
            ),
            player_count=4,
            team_mode=True,
            teams=((0, 2), (1, 3)),
            max_turns=5_000,
            deck=DeckSpec(blocks=(CardBlock(suits=SUITS, ranks=PLAIN),)),
            zones=(HAND, STOCK, THE_TRICK, SIDES_TRICKS),
            card_sets=(),
            patterns=BONUSES,
            rankings=(CardRanking(plain=PLAIN, trump=TRUMPS, sequence=IN_SEQUENCE),),
            point_tables=(CARD_POINTS,),
            roles=(RoleSpec("maker", "maker"),),
            counters=(),
            lets=(
                Let(
                    "trick_points",
                    "points in tricks",
                    "points(captured, card_points) + if(took_last, 10, 0)",
                    scope=Scope.TEAM,
                ),
                Let(
                    "bonus_points",
                    "bonus points",
                    "declared(sequences, bonus) + declared(couple, bonus) + declared(fours, bonus)",
                    scope=Scope.TEAM,
                ),
                Let("made", "points made", "trick_points + bonus_points", scope=Scope.TEAM),
                Let("wet", "wet", "is(maker) and made <= other(made)", scope=Scope.TEAM),
            ),
            options=(
                Option(
                    "trump_duty",
                    "Duty to trump",
                    choices=(
                        OptionChoice(
                            "against_opponents",
                            "by the Amsterdam rule, a player who cannot follow suit must trump "
                            "only if an opponent is winning the trick",
                        ),
                        OptionChoice(
                            "always",
                            "by the Rotterdam rule, a player who cannot follow suit must trump "
                            "even if the partner is winning the trick",
                        ),
                    ),
                    value="against_opponents",
                ),
            ),
            setup=SetupRules(
                cards_per_player=8,
                initial_deck="custom",
                deal=(DealStep(packets=(3, 2, 3)),),
            ),
            turn_structure=TurnStructure(
                phases=(NAMING, TRICKS), is_trick_based=True, tricks_per_hand=8
            ),
            special_effects=(),
            card_scoring=(),
            scoring_rules=(
                ScoringRule(
                    label="Points in tricks",
                    who="teams",
                    when="not wet(team(maker))",
                    amount="trick_points",
                ),
                ScoringRule(
                    label="Bonuses",
                    who="teams",
                    when="not wet(team(maker))",
                    amount="bonus_points",
                ),
                ScoringRule(
                    label="The maker's side is wet",
                    who="opponents(maker)",
                    when="wet(team(maker))",
                    amount="made + other(made)",
                ),
                ScoringRule(label="All tricks", who="teams", when="tricks == 8", amount=100),
            ),
            win_conditions=(
                WinCondition(
                    type="high_score",
                    comparison=WinComparison.HIGHEST,
                    trigger_mode=TriggerMode.THRESHOLD_GATE,
                    when="hand_number == 16",
                    value="score",
                ),
            ),
            game_rules=GameRules(
                deck_empty_action=DeckEmptyAction.SKIP_DRAW, tie_breaker=TieBreaker.SPLIT
            ),
            match=MatchRules(
                hands=16,
                first_dealer=FirstDealer.HIGH_CARD,
                next_dealer=NextDealer.LEFT,
                direction=Direction.CLOCKWISE,
            ),
        )
    )
