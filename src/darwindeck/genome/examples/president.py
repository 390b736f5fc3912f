"""President (also called Scum) for four, as card-game references give the Western game.

Where rules differ: the three is the lowest card and the two the highest; sets of one to four equal
cards are played, and a set is beaten by as many cards of a higher rank; a player who has passed may
play again later in the same round; scum and president exchange two cards, the vices one; the
president leads after that; 2 points for the president, 1 for the vice-president, to 11.
"""

from __future__ import annotations

from darwindeck.genome.examples.common import ACE_HIGH, FRENCH_52, HAND, STOCK
from darwindeck.genome.schema import (
    AssignRole,
    Attribute,
    BlockPhase,
    Call,
    CallPhase,
    CardCondition,
    CardRanking,
    Change,
    ChoicePhase,
    Choose,
    Counter,
    DealStep,
    DeckEmptyAction,
    DiscardPhase,
    DoPhase,
    ForEach,
    GameGenome,
    GameRules,
    HandPattern,
    If,
    Life,
    Location,
    MatchRules,
    Move,
    PileOrder,
    PlayPhase,
    Reference,
    RoleSpec,
    Scope,
    ScoringRule,
    Sees,
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

THREE_LOW = (*ACE_HIGH[1:], ACE_HIGH[0])
PILE = ZoneSpec(Location.TABLEAU, "pile", order=PileOrder.STACK)
PUT_AWAY = ZoneSpec(Location.DISCARD, "discard pile", sees=Sees.NOBODY)

ROLES = (
    RoleSpec("president", "president"),
    RoleSpec("vice_president", "vice-president"),
    RoleSpec("vice_scum", "vice-scum"),
    RoleSpec("scum", "scum"),
    RoleSpec("last_to_play", "last to play"),
)

EXCHANGE = BlockPhase(
    label="The exchange",
    when="hand_number > 1",
    phases=(
        DoPhase(
            tuple(
                ForEach(f"where(each, finish == {place})", (AssignRole(role.name),))
                for place, role in enumerate(ROLES[:4], start=1)
            )
        ),
        DiscardPhase("hand(president)", 2, who="scum", choose=Choose.HIGHEST),
        DiscardPhase("hand(scum)", 2, who="president"),
        DiscardPhase("hand(vice_president)", 1, who="vice_scum", choose=Choose.HIGHEST),
        DiscardPhase("hand(vice_scum)", 1, who="vice_president"),
    ),
)

GOING_OUT = (If("hand_size == 0", then=(Set("finish", "number(where(each, hand_size == 0))"),)),)

A_TURN = (
    ChoicePhase(
        when="hand_size > 0",
        options=(
            PlayPhase(
                Location.TABLEAU,
                max_cards=4,
                when="size(tableau) == 0",
                together="set",
                then=GOING_OUT,
            ),
            PlayPhase(
                Location.TABLEAU,
                CardCondition(beats=Reference.TOP),
                min_cards="set_size",
                max_cards="set_size",
                when="size(tableau) > 0",
                together="set",
                then=GOING_OUT,
            ),
            CallPhase(
                (Call("pass", "pass", is_pass=True, do=(Change("passes"),)),),
                when="size(tableau) > 0",
            ),
        ),
    ),
    DoPhase(
        (AssignRole("last_to_play"), Set("set_size", "played"), Set("passes", 0)),
        when="played > 0",
    ),
    DoPhase(
        (Move(Location.TABLEAU, Location.DISCARD), Set("passes", 0)),
        when="passes > 0 and passes == number(where(others(last_to_play), hand_size > 0))",
    ),
)


def create_president_genome() -> GameGenome:
    return checked(
        GameGenome(
            schema_version="1.0",
            genome_id="president",
            generation=0,
            name="President",
            description=(
                "The climbing game of rank and revenge: whoever is out first is president in the "
                "next hand, and the last one is the scum, who must give away the best cards."
            ),
            player_count=4,
            max_turns=20_000,
            deck=FRENCH_52,
            zones=(HAND, STOCK, PILE, PUT_AWAY),
            rankings=(CardRanking(plain=THREE_LOW, across_suits=True),),
            point_tables=(),
            patterns=(
                HandPattern("set", rank_priority=1, min_size=1, max_size=4, same=(Attribute.RANK,)),
            ),
            roles=ROLES,
            counters=(
                Counter("finish", "place", scope=Scope.SEAT, life=Life.MATCH, low=0, high=4),
                Counter("set_size", "number of cards played last", low=0, high=4),
                Counter("passes", "number of passes in a row", low=0, high=4),
            ),
            setup=SetupRules(cards_per_player=13, deal=(DealStep(all_cards=True),)),
            turn_structure=TurnStructure(
                phases=(
                    EXCHANGE,
                    TurnsPhase(
                        label="Turns",
                        first="if(set(president), president, left(dealer))",
                        until="number(where(each, hand_size > 0)) == 1",
                        phases=A_TURN,
                        then=(Set("finish", 4, who="where(each, hand_size > 0)"),),
                    ),
                ),
            ),
            special_effects=(),
            card_scoring=(),
            scoring_rules=(
                ScoringRule(2, who="where(each, finish == 1)", label="First out"),
                ScoringRule(1, who="where(each, finish == 2)", label="Second out"),
            ),
            win_conditions=(
                WinCondition(
                    type="high_score",
                    threshold=11,
                    comparison=WinComparison.HIGHEST,
                    trigger_mode=TriggerMode.THRESHOLD_GATE,
                ),
            ),
            game_rules=GameRules(
                deck_empty_action=DeckEmptyAction.SKIP_DRAW, tie_breaker=TieBreaker.BATTLE
            ),
            match=MatchRules(hands=20),
        )
    )
