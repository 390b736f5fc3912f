"""UNO for four with the 108 printed cards, after the rules printed by the publisher.

Where those leave a choice: the wild draw four may be played only by a player who has no card of the
colour in force, and since nobody can play it otherwise there is no challenge; a player may draw
instead of playing, and may then play the card drawn, but no other. Saying "Uno" is an option.
"""

from __future__ import annotations

from darwindeck.cards import Rank
from darwindeck.genome.examples.common import DISCARDS, HAND, STOCK
from darwindeck.genome.schema import (
    Action,
    AssignRole,
    Attribute,
    BlockPhase,
    Call,
    CallChoice,
    CallPhase,
    CardBlock,
    CardCondition,
    CardPoints,
    CardRule,
    ChoiceKind,
    ChoicePhase,
    DealStep,
    DeckEmptyAction,
    DeckSpec,
    DrawPhase,
    EndPhase,
    GameGenome,
    GameRules,
    Location,
    MatchRules,
    Moment,
    Move,
    NamedCards,
    NameSuit,
    Option,
    OptionChoice,
    PlayPhase,
    PointTable,
    RankSpec,
    Reference,
    Reverse,
    RoleSpec,
    ScoringRule,
    SetupRules,
    Shuffle,
    Skip,
    SpecialEffect,
    SuitSpec,
    TieBreaker,
    TriggerMode,
    TurnsPhase,
    TurnStructure,
    While,
    WinComparison,
    WinCondition,
)
from darwindeck.genome.validator import checked

COLOURS = ("red", "yellow", "green", "blue")
NUMBERS = (
    ("zero", 0),
    ("one", 1),
    (Rank.TWO, 2),
    (Rank.THREE, 3),
    (Rank.FOUR, 4),
    (Rank.FIVE, 5),
    (Rank.SIX, 6),
    (Rank.SEVEN, 7),
    (Rank.EIGHT, 8),
    (Rank.NINE, 9),
)
ACTIONS = ("skip", "reverse", "draw_two")
WILDS = ("wild", "wild_draw_four")

DECK = DeckSpec(
    blocks=(
        CardBlock(suits=COLOURS, ranks=("zero",)),
        CardBlock(suits=COLOURS, ranks=tuple(rank for rank, _ in NUMBERS[1:]), copies=2),
        CardBlock(suits=COLOURS, ranks=ACTIONS, copies=2),
        CardBlock(suits=(), ranks=WILDS, copies=4),
    ),
    suits=(
        SuitSpec("red", "red", "🔴", "red"),
        SuitSpec("yellow", "yellow", "🟡", "yellow"),
        SuitSpec("green", "green", "🟢", "green"),
        SuitSpec("blue", "blue", "🔵", "blue"),
    ),
    ranks=(
        RankSpec("zero", "zero", "0"),
        RankSpec("one", "one", "1"),
        RankSpec("skip", "skip", "⊘"),
        RankSpec("reverse", "reverse", "⇄"),
        RankSpec("draw_two", "draw two", "+2"),
        RankSpec("wild", "wild", "W"),
        RankSpec("wild_draw_four", "wild draw four", "W+4"),
    ),
    suit_word="colour",
    rank_word="number or symbol",
)

WILD = CardCondition(rank="wild")
WILD_DRAW_FOUR = CardCondition(rank="wild_draw_four")
COLOUR_IN_FORCE = CardCondition(same=(Attribute.SUIT,), of=Reference.IN_FORCE)
FITS = CardCondition(
    any_of=(
        WILD,
        COLOUR_IN_FORCE,
        # One wild draw four does not open the way for the next.
        CardCondition(same=(Attribute.RANK,), of=Reference.TOP, not_=WILD_DRAW_FOUR),
    )
)
NO_COLOUR = "count(hand, colour_in_force) == 0"

NAME_COLOUR = Call(
    "name_colour",
    "name the colour that must be matched",
    choices=(CallChoice("wanted", "colour", ChoiceKind.SUIT, suits=COLOURS),),
    do=(NameSuit("wanted"),),
)

ACTION_CARDS: tuple[tuple[str, tuple[Action, ...]], ...] = (
    ("skip", (Skip(),)),
    ("reverse", (Reverse(),)),
    ("draw_two", (Move(Location.DECK, "hand(left(turn))", count=2), Skip())),
)

ONE_TURN = (
    ChoicePhase(
        options=(
            PlayPhase(
                Location.DISCARD,
                CardCondition(named="fitting"),
                allowed=(CardRule(WILD_DRAW_FOUR, when=NO_COLOUR),),
            ),
            BlockPhase(
                phases=(
                    DrawPhase(),
                    PlayPhase(
                        Location.DISCARD,
                        CardCondition(named="fitting", drawn=True),
                        mandatory=False,
                        allowed=(
                            CardRule(CardCondition(rank="wild_draw_four", drawn=True), NO_COLOUR),
                        ),
                    ),
                ),
            ),
        ),
    ),
    CallPhase(
        when="played > 0 and count(top(discard), wild_cards) == 1",
        calls=(NAME_COLOUR,),
    ),
    CallPhase(
        when="saying_uno == required and played > 0 and hand_size == 1",
        calls=(
            Call("say_uno", "say “Uno”"),
            Call("say_nothing", "say nothing", is_pass=True, do=(AssignRole("forgetful"),)),
        ),
    ),
    CallPhase(
        when="saying_uno == required and set(forgetful)",
        who="from(others(forgetful), left(forgetful))",
        calls=(
            Call(
                "catch",
                "catch the player who did not say “Uno”",
                do=(Move(Location.DECK, "hand(forgetful)", count=2), EndPhase()),
            ),
            Call("let_pass", "let it pass", is_pass=True),
        ),
        then=(AssignRole("forgetful", "none"),),
    ),
)


def create_uno_genome() -> GameGenome:
    return checked(
        GameGenome(
            schema_version="1.0",
            genome_id="uno",
            generation=0,
            name="UNO",
            description=(
                "The printed game for four, scored to 500. The wild draw four is only for a player "
                "who has no card of the colour in force, so it is never challenged."
            ),
            player_count=4,
            max_turns=100_000,
            deck=DECK,
            zones=(HAND, STOCK, DISCARDS),
            card_sets=(
                NamedCards("wild_cards", "wild card", CardCondition(ranks=WILDS)),
                NamedCards("wild_draw_fours", "wild draw four", WILD_DRAW_FOUR),
                NamedCards("fitting", "fitting card", FITS),
                NamedCards("colour_in_force", "card of the colour in force", COLOUR_IN_FORCE),
            ),
            rankings=(),
            point_tables=(
                PointTable(
                    "card_points",
                    "card points",
                    (
                        CardPoints(CardCondition(ranks=WILDS), 50),
                        CardPoints(CardCondition(ranks=ACTIONS), 20),
                        *(CardPoints(CardCondition(rank=rank), worth) for rank, worth in NUMBERS),
                    ),
                ),
            ),
            roles=(RoleSpec("forgetful", "forgetful player"),),
            options=(
                Option(
                    "saying_uno",
                    "saying “Uno”",
                    (
                        OptionChoice(
                            "required", "a player who does not announce the last card may be caught"
                        ),
                        OptionChoice("not_required", "nobody has to announce the last card"),
                    ),
                    value="required",
                ),
            ),
            setup=SetupRules(
                cards_per_player=7,
                initial_deck="custom",
                initial_discard_count=1,
                deal=(DealStep(packets=(1,) * 7), DealStep(zone=Location.DISCARD)),
                after_deal=(
                    While(
                        "count(discard, wild_draw_fours) > 0",
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
                    CallPhase(
                        label="A wild card turned up",
                        when="count(discard, wild_cards) == 1",
                        who="left(dealer)",
                        calls=(NAME_COLOUR,),
                    ),
                    TurnsPhase(
                        label="Turns",
                        # A reverse turned up gives the dealer the first turn.
                        first="if(clockwise, left(dealer), dealer)",
                        until="any(each, hand_size == 0)",
                        phases=ONE_TURN,
                    ),
                ),
            ),
            special_effects=(
                *(
                    SpecialEffect(CardCondition(rank=rank), moment, do)
                    for rank, do in ACTION_CARDS
                    for moment in (Moment.PLAYED, Moment.TURNED_UP)
                ),
                SpecialEffect(
                    WILD_DRAW_FOUR,
                    Moment.PLAYED,
                    (Move(Location.DECK, "hand(left(turn))", count=4), Skip()),
                ),
            ),
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
                    threshold=500,
                    comparison=WinComparison.HIGHEST,
                    trigger_mode=TriggerMode.THRESHOLD_GATE,
                ),
            ),
            game_rules=GameRules(
                deck_empty_action=DeckEmptyAction.RESHUFFLE_DISCARD,
                keep_top_discard=True,
                tie_breaker=TieBreaker.SPLIT,
            ),
            match=MatchRules(hands=100),
        )
    )
