"""Klondike, the patience that most people call Solitaire: three cards at a time, any number of
passes.

After the standard published rules. Where rules differ: any number of the face-up cards of a column
may be moved together; only kings, alone or with cards on them, fill empty columns; a card on a
foundation stays there unless the option says otherwise. So that a game ends, it is lost after 1,000
moves or when the stock has been gone through once without a card being moved from one pile to
another.
"""

from __future__ import annotations

from darwindeck.cards import Rank
from darwindeck.genome.examples.common import ACE_LOW, FRENCH_52, STOCK
from darwindeck.genome.schema import (
    Attribute,
    BuildMove,
    BuildPhase,
    BuildUnit,
    CardCondition,
    CardRanking,
    Change,
    ChoicePhase,
    Counter,
    DealStep,
    DeckEmptyAction,
    DoPhase,
    DrawPhase,
    EndHand,
    GameGenome,
    GameRules,
    If,
    Location,
    MatchRules,
    Move,
    NoOption,
    Option,
    OptionChoice,
    PileKey,
    PileOrder,
    Reference,
    Sees,
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

WASTE = ZoneSpec(Location.DISCARD, "waste pile", order=PileOrder.STACK)
FACE_DOWN = ZoneSpec(
    "face_down",
    "face-down piles",
    order=PileOrder.STACK,
    sees=Sees.NOBODY,
    piles=PileKey.FIXED,
    pile_count=7,
)
COLUMNS = ZoneSpec(
    Location.TABLEAU,
    "columns",
    order=PileOrder.STACK,
    piles=PileKey.FIXED,
    pile_count=7,
    beneath="face_down",
)
FOUNDATIONS = ZoneSpec("foundations", "foundations", order=PileOrder.STACK, piles=PileKey.BY_SUIT)

NEXT_OF_SUIT = CardCondition(same=(Attribute.SUIT,), of=Reference.TOP, step=1)
LOWER_OF_OTHER_COLOUR = CardCondition(
    of=Reference.TOP,
    step=-1,
    not_=CardCondition(same=(Attribute.COLOUR,), of=Reference.TOP),
)
ACE = CardCondition(rank=Rank.ACE)
KING = CardCondition(rank=Rank.KING)

# A move between piles changes something; turning cards from the stock does not.
ONE_MORE_MOVE = (Change("moves_in_pass"),)


def _turned_at_a_time(count: int) -> tuple[Setting, ...]:
    return (Setting("/turn_structure/phases/0/phases/0/options/3/count", str(count)),)


def create_solitaire_genome() -> GameGenome:
    return checked(
        GameGenome(
            schema_version="1.0",
            genome_id="solitaire",
            generation=0,
            name="Solitaire",
            description=(
                "Klondike, the best-known patience: seven columns, three cards at a time from the "
                "stock, and as many passes through it as you like."
            ),
            player_count=1,
            max_turns=2_000,
            deck=FRENCH_52,
            zones=(STOCK, WASTE, COLUMNS, FACE_DOWN, FOUNDATIONS),
            rankings=(CardRanking(plain=ACE_LOW, sequence=ACE_LOW),),
            point_tables=(),
            counters=(Counter("moves_in_pass", "moves in this pass", low=0, high=1_000),),
            options=(
                Option(
                    "turned",
                    "cards turned from the stock",
                    (
                        OptionChoice(
                            "three", "three cards are turned at a time", _turned_at_a_time(3)
                        ),
                        OptionChoice("one", "one card is turned at a time", _turned_at_a_time(1)),
                    ),
                    value="three",
                ),
                Option(
                    "foundation_cards",
                    "cards on the foundations",
                    (
                        OptionChoice("stay", "a card on a foundation stays there"),
                        OptionChoice(
                            "may_return",
                            "the top card of a foundation may be moved back to a column",
                        ),
                    ),
                    value="stay",
                ),
            ),
            setup=SetupRules(
                cards_per_player=0,
                deal=(
                    DealStep(zone="face_down", piles=(0, 1, 2, 3, 4, 5, 6)),
                    DealStep(zone=Location.TABLEAU, piles=(1,) * 7),
                ),
            ),
            turn_structure=TurnStructure(
                phases=(
                    TurnsPhase(
                        label="The moves",
                        until="size(foundations) == 52 or turns >= 1000",
                        phases=(
                            ChoicePhase(
                                none_open=NoOption.END_HAND,
                                options=(
                                    BuildPhase(
                                        name="to_foundations",
                                        moves=(
                                            BuildMove(
                                                Location.TABLEAU,
                                                "foundations",
                                                onto=NEXT_OF_SUIT,
                                                on_empty=ACE,
                                            ),
                                            BuildMove(
                                                Location.DISCARD,
                                                "foundations",
                                                onto=NEXT_OF_SUIT,
                                                on_empty=ACE,
                                            ),
                                        ),
                                        then=ONE_MORE_MOVE,
                                    ),
                                    BuildPhase(
                                        name="to_columns",
                                        moves=(
                                            BuildMove(
                                                Location.TABLEAU,
                                                Location.TABLEAU,
                                                onto=LOWER_OF_OTHER_COLOUR,
                                                on_empty=KING,
                                                unit=BuildUnit.RUN,
                                            ),
                                            BuildMove(
                                                Location.DISCARD,
                                                Location.TABLEAU,
                                                onto=LOWER_OF_OTHER_COLOUR,
                                                on_empty=KING,
                                            ),
                                        ),
                                        then=ONE_MORE_MOVE,
                                    ),
                                    BuildPhase(
                                        name="back_to_columns",
                                        when="foundation_cards == may_return",
                                        moves=(
                                            BuildMove(
                                                "foundations",
                                                Location.TABLEAU,
                                                onto=LOWER_OF_OTHER_COLOUR,
                                                on_empty=KING,
                                            ),
                                        ),
                                        then=ONE_MORE_MOVE,
                                    ),
                                    DrawPhase(
                                        Location.DECK,
                                        3,
                                        name="turn_cards",
                                        target=Location.DISCARD,
                                        when="size(deck) > 0",
                                        when_empty=(),
                                    ),
                                    DoPhase(
                                        (
                                            If(
                                                "moves_in_pass == 0",
                                                then=(EndHand(),),
                                                otherwise=(
                                                    Set("moves_in_pass", 0),
                                                    Move(
                                                        Location.DISCARD,
                                                        Location.DECK,
                                                        turned_over=True,
                                                    ),
                                                ),
                                            ),
                                        ),
                                        name="turn_waste",
                                        label="Turning the waste pile over",
                                        when="size(deck) == 0 and size(discard) > 0",
                                    ),
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
                    who="where(each, size(foundations) == 52)",
                ),
            ),
            game_rules=GameRules(
                deck_empty_action=DeckEmptyAction.SKIP_DRAW, tie_breaker=TieBreaker.SPLIT
            ),
            match=MatchRules(hands=1),
        )
    )
