"""Gin Rummy for two, the standard game with knocking, to 100.

After the standard published rules. Where they differ: 25 for gin and 25 for an undercut (an option
has the older 20 and 10), equal counts being an undercut; the hand is thrown in, and dealt again by
the same dealer, when a discard leaves no knock and only two cards in the stock. The premiums that
are added after the game (for the game, for each hand won, for a shut-out) settle stakes between
several games; they do not change who wins one and are left out.
"""

from __future__ import annotations

from darwindeck.genome.examples.common import ACE_LOW, DISCARDS, FRENCH_52, HAND, STOCK
from darwindeck.genome.examples.rummy import (
    NOT_JUST_TAKEN,
    PIPS,
    RUN_OF_A_SUIT,
    SET_OF_A_RANK,
)
from darwindeck.genome.schema import (
    AssignRole,
    BlockPhase,
    CardRanking,
    Change,
    ChoicePhase,
    Counter,
    DealerAfter,
    DealStep,
    DeckEmptyAction,
    DiscardPhase,
    DoPhase,
    DrawPhase,
    GameGenome,
    GameRules,
    If,
    LayOff,
    Let,
    Location,
    MatchRules,
    MeldPhase,
    Option,
    OptionChoice,
    Owner,
    PileKey,
    Redeal,
    RepeatPhase,
    RoleSpec,
    Scope,
    ScoringRule,
    Set,
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

MELDS = ZoneSpec("melds", "melds", owner=Owner.SEAT, piles=PileKey.MANY)
PLAY_HAS_BEGUN = (Set("begun", 1),)


def create_gin_rummy_genome() -> GameGenome:
    return checked(
        GameGenome(
            schema_version="1.0",
            genome_id="gin-rummy",
            generation=0,
            name="Gin Rummy",
            description=(
                "The standard game for two: cards are melded only at the end, when a player knocks "
                "with at most ten points left, and may be undercut."
            ),
            player_count=2,
            max_turns=40_000,
            deck=FRENCH_52,
            zones=(HAND, STOCK, DISCARDS, MELDS),
            rankings=(CardRanking(plain=ACE_LOW, sequence=ACE_LOW),),
            point_tables=(PIPS,),
            patterns=(SET_OF_A_RANK, RUN_OF_A_SUIT),
            roles=(RoleSpec("knocker", "knocker"),),
            counters=(
                Counter("refusals", "refusals", low=0, high=2),
                Counter("begun", "begun", low=0, high=1, flag=True),
            ),
            lets=(
                Let("deadwood", "deadwood", "points(hand, pips)", scope=Scope.SEAT),
                Let("gin", "gin", "hand_size(knocker) == 0"),
                Let(
                    "undercut",
                    "an undercut",
                    "not gin and deadwood(left(knocker)) <= deadwood(knocker)",
                ),
            ),
            options=(
                Option(
                    "bonuses",
                    "bonuses",
                    (
                        OptionChoice("modern", "gin earns 25 points and an undercut 25"),
                        OptionChoice("older", "gin earns 20 points and an undercut 10"),
                    ),
                    value="modern",
                ),
            ),
            setup=SetupRules(
                cards_per_player=10,
                initial_discard_count=1,
                deal=(DealStep(packets=(1,) * 10), DealStep(zone=Location.DISCARD)),
            ),
            turn_structure=TurnStructure(
                phases=(
                    TurnsPhase(
                        label="Drawing and knocking",
                        until="set(knocker)",
                        phases=(_drawing(), _discarding()),
                    ),
                    RepeatPhase(
                        (MeldPhase(("set", "run")),),
                        label="The other player's cards",
                        who="left(knocker)",
                    ),
                    RepeatPhase(
                        (MeldPhase(("set", "run"), new_melds=False, lay_off=LayOff.ANY),),
                        who="left(knocker)",
                        when="not gin",
                    ),
                ),
            ),
            special_effects=(),
            card_scoring=(),
            scoring_rules=(
                ScoringRule(
                    label="Knocking",
                    who="knocker",
                    when="not undercut",
                    amount="deadwood(left(knocker)) - deadwood",
                ),
                ScoringRule(
                    label="Gin", who="knocker", when="gin", amount="if(bonuses == older, 20, 25)"
                ),
                ScoringRule(
                    label="Difference at an undercut",
                    who="left(knocker)",
                    when="undercut",
                    amount="deadwood(knocker) - deadwood",
                ),
                ScoringRule(
                    label="Undercut",
                    who="left(knocker)",
                    when="undercut",
                    amount="if(bonuses == older, 10, 25)",
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


def _drawing() -> ChoicePhase:
    """The turned-up card is offered to both before anybody draws from the stock."""
    return ChoicePhase(
        (
            DrawPhase(
                Location.DISCARD,
                when="begun or refusals < 2",
                when_empty=(),
                then=PLAY_HAS_BEGUN,
            ),
            DrawPhase(
                Location.DECK,
                when="begun or refusals == 2",
                when_empty=(),
                then=PLAY_HAS_BEGUN,
            ),
            DoPhase(
                (Change("refusals"),),
                name="refuse",
                label="Refusing the card",
                when="not begun and refusals < 2",
            ),
        )
    )


def _discarding() -> ChoicePhase:
    return ChoicePhase(
        (
            BlockPhase(
                name="knock",
                label="Knocking",
                phases=(
                    DiscardPhase(cards=NOT_JUST_TAKEN),
                    RepeatPhase((MeldPhase(("set", "run")),)),
                ),
                after="deadwood <= 10",
                then=(AssignRole("knocker"),),
            ),
            DiscardPhase(
                cards=NOT_JUST_TAKEN,
                then=(If("size(deck) <= 2", (Redeal(DealerAfter.SAME),)),),
            ),
        ),
        when="drawn > 0",
    )
