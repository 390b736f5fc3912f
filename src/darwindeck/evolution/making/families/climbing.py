"""Climbing games: each play must be higher than the last; whoever is out first does best."""

from __future__ import annotations

from dataclasses import dataclass

from darwindeck.evolution.making.dice import Dice
from darwindeck.evolution.making.materials import (
    Ending,
    Pack,
    by_score,
    deal_hands,
    first_out,
    random_match,
    random_pack,
    random_rules,
    random_sequence,
    whole_game,
)
from darwindeck.genome.examples.common import HAND, STOCK
from darwindeck.genome.schema import (
    Action,
    AssignRole,
    Attribute,
    Call,
    CallPhase,
    CardCondition,
    CardRanking,
    ChoicePhase,
    Counter,
    DealStep,
    DoPhase,
    GameGenome,
    HandPattern,
    If,
    Location,
    Moment,
    Move,
    PlayAgain,
    PlayPhase,
    RoleSpec,
    Scope,
    ScoringRule,
    Sees,
    Set,
    SetupRules,
    SpecialEffect,
    TieKey,
    TurnsPhase,
    TurnStructure,
    ZoneSpec,
)

TABLE = ZoneSpec(Location.TABLEAU, "table")
PUT_AWAY = ZoneSpec(Location.DISCARD, "cards put away", sees=Sees.NOBODY)
LAST_TO_PLAY = RoleSpec("last_to_play", "last to have played")
CLEAR = Move(Location.TABLEAU, Location.DISCARD)


LONGEST_RUN = 5
"""Runs of any suits come easily: if they may be longer, whoever begins lays half a hand that nobody
can beat."""


@dataclass(frozen=True)
class ClimbingPlan:
    """What was drawn for a game before its clauses are written."""

    pack: Pack
    players: int
    cards: int
    everything: bool
    """Whether the whole pack is dealt."""
    together: int
    """The most equal cards that are played together."""
    runs: bool
    """Whether runs are played, too."""
    to_the_end: bool
    """Whether play goes on until only one player has cards."""


def make(dice: Dice) -> GameGenome:
    plan = _plan(dice)
    rules, ending = _scores(dice, plan)
    effects = _effects(dice, plan)
    turns = 8 * plan.players * plan.cards * ending.hands
    return whole_game(
        plan.pack,
        player_count=plan.players,
        max_turns=2 * turns,
        zones=(HAND, STOCK, TABLE, PUT_AWAY),
        rankings=(CardRanking(plain=random_sequence(dice, plan.pack.ranks), across_suits=True),),
        patterns=_patterns(plan),
        roles=(LAST_TO_PLAY,),
        counters=_counters(plan),
        setup=SetupRules(
            cards_per_player=plan.cards,
            initial_deck=plan.pack.name,
            deal=(DealStep(all_cards=True) if plan.everything else deal_hands(dice, plan.cards),),
        ),
        turn_structure=TurnStructure(phases=(_turns(dice, plan),)),
        special_effects=effects,
        scoring_rules=rules,
        win_conditions=ending.within(turns),
        game_rules=random_rules(),
        match=random_match(dice, ending.hands, ordered=True, scored=bool(rules)),
    )


def _plan(dice: Dice) -> ClimbingPlan:
    players = dice.pick((2, 3, 3, 4, 4, 5))
    pack = random_pack(dice, 10 * players, 104 if players > 4 else 54)
    everything = dice.chance(0.5)
    share = pack.size // players
    return ClimbingPlan(
        pack=pack,
        players=players,
        cards=share if everything else dice.between(min(8, share), min(13, share)),
        everything=everything,
        together=dice.pick((2, 3, 4)),
        runs=dice.chance(0.5),
        to_the_end=players > 2 and dice.chance(0.4),
    )


def _patterns(plan: ClimbingPlan) -> tuple[HandPattern, ...]:
    same = HandPattern(
        "set",
        1,
        min_size=1,
        max_size=plan.together,
        same=(Attribute.RANK,),
        tie_keys=(TieKey.TOP_CARD,),
    )
    run = HandPattern(
        "run",
        1,
        min_size=3,
        max_size=min(LONGEST_RUN, plan.cards, len(plan.pack.ranks)),
        consecutive=True,
        tie_keys=(TieKey.TOP_CARD,),
    )
    return (same, run) if plan.runs else (same,)


def _counters(plan: ClimbingPlan) -> tuple[Counter, ...]:
    if not plan.to_the_end:
        return ()
    return (Counter("finish", "place", scope=Scope.SEAT, low=0, high=plan.players),)


def _turns(dice: Dice, plan: ClimbingPlan) -> TurnsPhase:
    until = "any(each, hand_size == 0)"
    then: tuple[Action, ...] = ()
    if plan.to_the_end:
        until = "number(where(each, hand_size > 0)) <= 1"
        then = (Set("finish", plan.players, who="where(each, hand_size > 0)"),)
    return TurnsPhase(
        label="Turns",
        first=dice.pick(("left(dealer)", "left(dealer)", "dealer")),
        until=until,
        phases=(DoPhase((CLEAR,), when="is(last_to_play)"), _playing(plan)),
        then=then,
    )


def _playing(plan: ClimbingPlan) -> ChoicePhase:
    """What is played beats what lies there; who played last leads when all others have passed."""
    place = Set("finish", "number(where(each, hand_size == 0))")
    out = (If("hand_size == 0", then=(place,)),) if plan.to_the_end else ()
    play = PlayPhase(
        Location.TABLEAU,
        max_cards=max(pattern.max_size or 1 for pattern in _patterns(plan)),
        together=tuple(pattern.name for pattern in _patterns(plan)),
        beating=Location.TABLEAU,
        beaten_to=Location.DISCARD,
        then=(AssignRole("last_to_play"), *out),
    )
    give_way = CallPhase((Call("pass_by", "pass", is_pass=True),), when="size(tableau) > 0")
    return ChoicePhase(when="hand_size > 0", options=(play, give_way))


def _effects(dice: Dice, plan: ClimbingPlan) -> tuple[SpecialEffect, ...]:
    """A rank that clears the pile and lets its player lead again."""
    if plan.runs or not dice.chance(0.3):
        return ()
    rank = CardCondition(rank=dice.pick(plan.pack.ranks))
    return (SpecialEffect(rank, Moment.PLAYED, (CLEAR, PlayAgain())),)


def _scores(dice: Dice, plan: ClimbingPlan) -> tuple[tuple[ScoringRule, ...], Ending]:
    if plan.to_the_end:
        best = dice.pick((2, 3, 5))
        rules = (
            ScoringRule(best, who="where(each, finish == 1)", label="First out"),
            ScoringRule(1, who="where(each, finish == 2)", label="Second out"),
        )
        return rules, by_score(dice, best)
    way = dice.pick(("one hand", "cards left", "winner scores"))
    if way == "one hand":
        return (), first_out()
    if way == "cards left":
        return (ScoringRule("hand_size", label="Cards left"),), by_score(dice, 4, low=True)
    rule = ScoringRule(
        "sum(others(turn), hand_size)", who="where(each, hand_size == 0)", label="Going out"
    )
    return (rule,), by_score(dice, 4 * (plan.players - 1))
