"""Canasta, the classic four-handed partnership game, to 5,000.

After the rules in the Encyclopaedia Britannica. Where rules differ or are silent: a wild card or
red three turned up at the start is covered and freezes the pile; a red three drawn as the last card
of the stock ends the play at once (Britannica lets that player meld first); without a stock the
pile must be taken if its top card fits a meld of one's side and it is not frozen; taking the pile
counts as melding, so that a player who goes out concealed has drawn from the stock; such a player
lays down a whole canasta of their own, adds nothing to a partner's meld and needs no minimum (an
option asks for it); partners may be asked for leave to go out once the player could, and their
answer binds.
"""

from __future__ import annotations

from darwindeck.cards import Colour, Rank
from darwindeck.genome.examples.common import ACE_HIGH, DISCARDS, HAND, STOCK, SUITS
from darwindeck.genome.schema import (
    AssignRole,
    Attribute,
    BlockPhase,
    Call,
    CallPhase,
    CardBlock,
    CardCondition,
    CardPoints,
    ChoicePhase,
    Counter,
    DealStep,
    DeckEmptyAction,
    DeckSpec,
    DiscardPhase,
    DoPhase,
    DrawPhase,
    EndHand,
    ForEach,
    GameGenome,
    GameRules,
    HandPattern,
    If,
    LayOff,
    Let,
    Life,
    Location,
    MatchRules,
    MeldPhase,
    Moment,
    Move,
    NamedCards,
    NoOption,
    Option,
    OptionChoice,
    Owner,
    PileKey,
    PointTable,
    RankSpec,
    RepeatPhase,
    RoleSpec,
    Scope,
    ScoringRule,
    Set,
    SetupRules,
    SpecialEffect,
    TieBreaker,
    TriggerMode,
    TurnsPhase,
    TurnStructure,
    While,
    WinComparison,
    WinCondition,
    ZoneSpec,
)
from darwindeck.genome.validator import checked

JOKER = "joker"
MELDABLE = ACE_HIGH[2:]
MELDS = ZoneSpec("melds", "melds", owner=Owner.TEAM, piles=PileKey.BY_RANK)
RED_THREES_LAID = ZoneSpec("red_threes_laid", "row of red threes", owner=Owner.TEAM)

WILD = CardCondition(ranks=(JOKER, Rank.TWO))
RED_THREE = CardCondition(rank=Rank.THREE, colour=Colour.RED)
BLACK_THREE = CardCondition(rank=Rank.THREE, colour=Colour.BLACK)

CARD_POINTS = PointTable(
    "card_points",
    "card points",
    (
        CardPoints(CardCondition(rank=JOKER), 50),
        CardPoints(CardCondition(ranks=(Rank.TWO, Rank.ACE)), 20),
        CardPoints(
            CardCondition(
                ranks=(Rank.KING, Rank.QUEEN, Rank.JACK, Rank.TEN, Rank.NINE, Rank.EIGHT)
            ),
            10,
        ),
        CardPoints(CardCondition(ranks=(Rank.SEVEN, Rank.SIX, Rank.FIVE, Rank.FOUR)), 5),
        CardPoints(BLACK_THREE, 5),
    ),
)

GROUP = HandPattern(
    "group",
    rank_priority=1,
    min_size=3,
    same=(Attribute.RANK,),
    cards=CardCondition(ranks=MELDABLE),
    wild="wild_cards",
    wild_max=3,
    natural_min=2,
)
WHOLE_CANASTA = HandPattern(
    "canasta",
    rank_priority=2,
    min_size=7,
    same=(Attribute.RANK,),
    cards=CardCondition(ranks=MELDABLE),
    wild="wild_cards",
    wild_max=3,
    natural_min=4,
)
BLACK_THREES = HandPattern(
    "black threes",
    rank_priority=1,
    min_size=3,
    max_size=4,
    cards=BLACK_THREE,
)

RED_THREE_IN_HAND = "count(hand, red_threes) > 0"
LAY_OUT_RED_THREE = Move(
    Location.HAND, "red_threes_laid", CardCondition(named="red_threes"), count=1
)
DRAW_ANOTHER = Move(Location.DECK, Location.HAND, count=1)
TAKE_THE_REST = DoPhase(
    (
        Move(Location.DISCARD, "red_threes_laid", CardCondition(named="red_threes")),
        Move(Location.DISCARD, Location.HAND),
    )
)
# Whoever takes the pile must be able to finish the turn: with a card left or with a canasta.
CAN_FINISH = "hand_size >= 2 or canastas >= 1"
GO_OUT = (AssignRole("out"),)
OUT_IF_NO_CARD_IS_LEFT = (If("hand_size == 0", GO_OUT),)


def create_canasta_genome() -> GameGenome:
    return checked(
        GameGenome(
            schema_version="1.0",
            genome_id="canasta",
            generation=0,
            name="Canasta",
            description=(
                "The classic game for four in partnerships: melds of one rank, the pile that may "
                "be frozen, and a canasta needed to go out."
            ),
            player_count=4,
            team_mode=True,
            teams=((0, 2), (1, 3)),
            max_turns=40_000,
            deck=DeckSpec(
                blocks=(
                    CardBlock(suits=SUITS, ranks=ACE_HIGH, copies=2),
                    CardBlock(suits=(), ranks=(JOKER,), copies=4),
                ),
                ranks=(RankSpec(JOKER, "joker", "★"),),
            ),
            zones=(HAND, STOCK, DISCARDS, MELDS, RED_THREES_LAID),
            card_sets=(
                NamedCards("wild_cards", "wild card", WILD),
                NamedCards("natural_cards", "natural card", CardCondition(not_=WILD)),
                NamedCards("red_threes", "red three", RED_THREE),
                NamedCards(
                    "freezing_cards",
                    "wild card or red three",
                    CardCondition(any_of=(WILD, RED_THREE)),
                ),
                NamedCards(
                    "stop_cards",
                    "wild card or black three",
                    CardCondition(any_of=(WILD, BLACK_THREE)),
                ),
            ),
            rankings=(),
            point_tables=(CARD_POINTS,),
            patterns=(GROUP, WHOLE_CANASTA, BLACK_THREES),
            roles=(RoleSpec("out", "player who is out"),),
            counters=(
                _flag("exposed", "exposed", Life.HAND),
                _flag("concealed", "going out concealed", Life.HAND),
                _flag("asked", "waiting for an answer", Life.TURN),
                _flag("allowed", "bound to go out", Life.TURN),
                _flag("refused", "forbidden to go out", Life.TURN),
            ),
            lets=(
                Let(
                    "minimum",
                    "minimum count",
                    "if(score < 0, 15, if(score < 1500, 50, if(score < 3000, 90, 120)))",
                    scope=Scope.TEAM,
                ),
                Let(
                    "opened",
                    "open",
                    "points(melds, card_points) >= minimum",
                    scope=Scope.TEAM,
                ),
                Let(
                    "frozen",
                    "facing a frozen pile",
                    "not opened or count(discard, freezing_cards) > 0",
                    scope=Scope.TEAM,
                ),
                Let(
                    "takeable",
                    "free to take the pile",
                    "size(discard) > 0 and count(top(discard), stop_cards) == 0"
                    " and (hand_size > 1 or size(discard) > 1)",
                    scope=Scope.SEAT,
                ),
                Let(
                    "canastas",
                    "canastas",
                    "piles(melds, size(pile) >= 7)",
                    scope=Scope.TEAM,
                ),
                Let(
                    "red_three_points",
                    "red three points",
                    "if(size(red_threes_laid) == 4, 800, 100 * size(red_threes_laid))",
                    scope=Scope.TEAM,
                ),
            ),
            options=(
                Option(
                    "concealed_minimum",
                    "minimum for going out concealed",
                    (
                        OptionChoice(
                            "not_needed", "a player who goes out concealed needs no minimum count"
                        ),
                        OptionChoice(
                            "needed",
                            "a player who goes out concealed needs the minimum count if the side "
                            "has not melded",
                        ),
                    ),
                    value="not_needed",
                ),
            ),
            setup=SetupRules(
                cards_per_player=11,
                initial_deck="custom",
                initial_discard_count=1,
                deal=(DealStep(packets=(1,) * 11), DealStep(zone=Location.DISCARD)),
                after_deal=(
                    While(
                        "count(top(discard), freezing_cards) > 0",
                        (Move(Location.DECK, Location.DISCARD, count=1),),
                    ),
                    ForEach(
                        "from(each, left(dealer))",
                        (While(RED_THREE_IN_HAND, (LAY_OUT_RED_THREE, DRAW_ANOTHER)),),
                    ),
                ),
            ),
            turn_structure=TurnStructure(
                phases=(
                    TurnsPhase(
                        # A hand that is empty only until the rest of the pile is taken is not out.
                        until="set(out)",
                        phases=(
                            _drawing(),
                            _asking(),
                            _answering(),
                            ChoicePhase(
                                (_going_out_concealed(), _going_out(), _playing_on()),
                                label="Melding and discarding",
                            ),
                        ),
                    ),
                ),
            ),
            special_effects=(
                SpecialEffect(
                    RED_THREE,
                    Moment.DRAWN,
                    (
                        While(
                            RED_THREE_IN_HAND,
                            (
                                LAY_OUT_RED_THREE,
                                # Play ends with a red three that cannot be replaced.
                                If("size(deck) == 0", (EndHand(),)),
                                DRAW_ANOTHER,
                            ),
                        ),
                    ),
                ),
                SpecialEffect(CardCondition(), Moment.MELDED, (Set("exposed", 1),)),
            ),
            card_scoring=(),
            scoring_rules=(
                ScoringRule(label="Cards melded", who="teams", amount="points(melds, card_points)"),
                ScoringRule(
                    label="Natural canasta",
                    who="teams",
                    amount="500 * piles(melds, size(pile) >= 7 and count(pile, wild_cards) == 0)",
                ),
                ScoringRule(
                    label="Mixed canasta",
                    who="teams",
                    amount="300 * piles(melds, size(pile) >= 7 and count(pile, wild_cards) > 0)",
                ),
                ScoringRule(
                    label="Red threes",
                    who="teams",
                    when="size(melds) > 0",
                    amount="red_three_points",
                ),
                ScoringRule(
                    label="Red threes of a side that has melded nothing",
                    who="teams",
                    when="size(melds) == 0",
                    amount="-red_three_points",
                ),
                ScoringRule(
                    label="Going out",
                    who="where(each, hand_size == 0)",
                    when="not concealed",
                    amount=100,
                ),
                ScoringRule(
                    label="Going out concealed",
                    who="where(each, hand_size == 0)",
                    when="concealed",
                    amount=200,
                ),
                ScoringRule(
                    label="Cards left in hand",
                    who="teams",
                    amount="-points(hand, card_points)",
                ),
            ),
            win_conditions=(
                WinCondition(
                    type="high_score",
                    threshold=5_000,
                    comparison=WinComparison.HIGHEST,
                    trigger_mode=TriggerMode.THRESHOLD_GATE,
                ),
            ),
            game_rules=GameRules(
                deck_empty_action=DeckEmptyAction.SKIP_DRAW, tie_breaker=TieBreaker.SPLIT
            ),
            match=MatchRules(hands=30),
        )
    )


def _flag(name: str, label: str, life: Life) -> Counter:
    return Counter(name, label, scope=Scope.SEAT, life=life, low=0, high=1, flag=True)


def _drawing() -> ChoicePhase:
    """One draws, or takes the pile with its top card; when the stock is empty one may be forced."""
    return ChoicePhase(
        label="Drawing or taking the pile",
        none_open=NoOption.END_HAND,
        options=(
            DrawPhase(when="size(deck) > 0", when_empty=()),
            BlockPhase(
                name="take_frozen_pile",
                label="Taking a frozen pile",
                when="takeable and frozen",
                phases=(
                    MeldPhase(
                        ("group",),
                        lay_off=LayOff.OWN,
                        mandatory=True,
                        with_top_of=Location.DISCARD,
                        after="picked_from(hand, natural_cards) >= 2",
                    ),
                    # Only what is laid before the rest of the pile is taken counts.
                    RepeatPhase(
                        (MeldPhase(("group",), lay_off=LayOff.OWN, mandatory=True),),
                        as_long_as="not opened",
                        after="opened",
                    ),
                    TAKE_THE_REST,
                ),
                after=CAN_FINISH,
                then=OUT_IF_NO_CARD_IS_LEFT,
            ),
            BlockPhase(
                name="take_pile_onto_meld",
                label="Taking the pile onto a meld",
                when="takeable and not frozen",
                phases=(
                    MeldPhase(
                        ("group",),
                        new_melds=False,
                        lay_off=LayOff.OWN,
                        mandatory=True,
                        with_top_of=Location.DISCARD,
                    ),
                    TAKE_THE_REST,
                ),
                after=CAN_FINISH,
                then=OUT_IF_NO_CARD_IS_LEFT,
            ),
            BlockPhase(
                name="take_pile_for_new_meld",
                label="Taking the pile for a new meld",
                when="takeable and not frozen",
                phases=(
                    MeldPhase(("group",), mandatory=True, with_top_of=Location.DISCARD),
                    TAKE_THE_REST,
                ),
                after=CAN_FINISH,
                then=OUT_IF_NO_CARD_IS_LEFT,
            ),
            DoPhase(
                (EndHand(),),
                name="decline",
                label="Declining the pile",
                when="size(deck) == 0 and not can(take_pile_onto_meld)",
            ),
        ),
    )


def _asking() -> CallPhase:
    return CallPhase(
        (
            Call("ask", "ask your partner whether to go out", do=(Set("asked", 1),)),
            Call("do_not_ask", "decide for yourself", is_pass=True),
        ),
        name="asking",
        label="Asking for leave to go out",
        when="can(playing_on) and (can(going_out) or can(going_out_concealed))",
    )


def _answering() -> CallPhase:
    return CallPhase(
        (
            Call("yes", "say yes", do=(Set("allowed", 1, who="partner(turn)"),)),
            Call("no", "say no", do=(Set("refused", 1, who="partner(turn)"),)),
        ),
        name="answering",
        when="any(each, asked)",
        who="partner(turn)",
    )


def _going_out_concealed() -> BlockPhase:
    return BlockPhase(
        name="going_out_concealed",
        label="Going out concealed",
        when="not exposed and not refused",
        phases=(
            DoPhase((Set("concealed", 1),)),
            MeldPhase(("canasta",), mandatory=True),
            RepeatPhase((MeldPhase(("group",)),)),
            MeldPhase(("black threes",)),
            DiscardPhase(when="hand_size == 1"),
        ),
        after="hand_size == 0 and (opened or concealed_minimum == not_needed)",
        then=GO_OUT,
    )


def _going_out() -> BlockPhase:
    return BlockPhase(
        name="going_out",
        label="Going out",
        when="not refused",
        phases=(
            RepeatPhase((MeldPhase(("group",), lay_off=LayOff.OWN),)),
            MeldPhase(("black threes",)),
            DiscardPhase(when="hand_size == 1"),
        ),
        after="hand_size == 0 and canastas >= 1 and opened",
        then=GO_OUT,
    )


def _playing_on() -> BlockPhase:
    return BlockPhase(
        name="playing_on",
        label="Playing on",
        when="not allowed",
        phases=(
            RepeatPhase(
                (MeldPhase(("group",), lay_off=LayOff.OWN),),
                after="size(melds) == 0 or opened",
            ),
            DiscardPhase(),
        ),
        # The last card may be discarded only by a player who goes out.
        after="hand_size >= 1",
    )
