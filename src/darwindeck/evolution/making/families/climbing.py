"""Climbing games: each play must be higher than the last; whoever is out first does best."""

from __future__ import annotations

from dataclasses import dataclass, replace

from darwindeck.evolution.making.dice import Dice
from darwindeck.evolution.making.materials import (
    Ending,
    Pack,
    by_score,
    deal_hands,
    first_out,
    random_match,
    random_order,
    random_pack,
    random_rules,
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
    Change,
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
    Phase,
    PileOrder,
    PlayAgain,
    PlayPhase,
    Reference,
    RoleSpec,
    Scope,
    ScoringRule,
    Sees,
    Set,
    SetupRules,
    SpecialEffect,
    TurnsPhase,
    TurnStructure,
    ZoneSpec,
)

PILE = ZoneSpec(Location.TABLEAU, "pile", order=PileOrder.STACK)
PUT_AWAY = ZoneSpec(Location.DISCARD, "cards put away", sees=Sees.NOBODY)
HIGHER = CardCondition(beats=Reference.TOP)
CLEAR = (Move(Location.TABLEAU, Location.DISCARD), Set("passes", 0))


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
        zones=(HAND, STOCK, PILE, PUT_AWAY),
        rankings=(CardRanking(plain=random_order(dice, plan.pack.ranks), across_suits=True),),
        patterns=_patterns(plan),
        roles=(RoleSpec("last_to_play", "last to play"),),
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
        game_rules=random_rules(dice),
        match=random_match(dice, ending.hands, ordered=True, scored=bool(rules)),
    )


def _plan(dice: Dice) -> ClimbingPlan:
    players = dice.between(2, 6)
    pack = random_pack(dice, 8 * players, min(104, 20 * players))
    everything = dice.chance(0.5)
    share = pack.size // players
    return ClimbingPlan(
        pack=pack,
        players=players,
        cards=share if everything else dice.between(min(6, share), min(13, share)),
        everything=everything,
        together=dice.pick((1, 2, 3, 4)),
        to_the_end=players > 2 and dice.chance(0.4),
    )


def _patterns(plan: ClimbingPlan) -> tuple[HandPattern, ...]:
    if plan.together == 1:
        return ()
    return (HandPattern("set", 1, min_size=1, max_size=plan.together, same=(Attribute.RANK,)),)


def _counters(plan: ClimbingPlan) -> tuple[Counter, ...]:
    counters = [Counter("passes", "number of passes in a row", low=0, high=plan.players)]
    if plan.together > 1:
        counters.append(
            Counter("set_size", "number of cards played last", low=0, high=plan.together)
        )
    if plan.to_the_end:
        counters.append(Counter("finish", "place", scope=Scope.SEAT, low=0, high=plan.players))
    return tuple(counters)


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
        phases=(_playing(dice, plan), *_afterwards(plan)),
        then=then,
    )


def _playing(dice: Dice, plan: ClimbingPlan) -> ChoicePhase:
    place = Set("finish", "number(where(each, hand_size == 0))")
    out = (If("hand_size == 0", then=(place,)),) if plan.to_the_end else ()
    if plan.together == 1:
        lead = PlayPhase(Location.TABLEAU, when="size(tableau) == 0", then=out)
        higher = PlayPhase(Location.TABLEAU, HIGHER, when="size(tableau) > 0", then=out)
    else:
        lead = PlayPhase(
            Location.TABLEAU,
            max_cards=plan.together,
            when="size(tableau) == 0",
            together=("set",),
            then=out,
        )
        higher = PlayPhase(
            Location.TABLEAU,
            HIGHER,
            min_cards="set_size",
            max_cards="set_size",
            when="size(tableau) > 0",
            together=("set",),
            then=out,
        )
    must_play = " and not can(higher)" if dice.chance(0.3) else ""
    give_way = CallPhase(
        (Call("pass_by", "pass", is_pass=True, do=(Change("passes"),)),),
        when=f"size(tableau) > 0{must_play}",
    )
    named = replace(higher, name="higher", label="Playing higher")
    return ChoicePhase(when="hand_size > 0", options=(lead, named, give_way))


def _afterwards(plan: ClimbingPlan) -> tuple[Phase, ...]:
    """Who played last is remembered; when all others have passed, the pile is put away."""
    remember: list[Action] = [AssignRole("last_to_play"), Set("passes", 0)]
    if plan.together > 1:
        remember.append(Set("set_size", "played"))
    return (
        DoPhase(tuple(remember), when="played > 0"),
        DoPhase(
            CLEAR,
            when="passes > 0 and passes >= number(where(others(last_to_play), hand_size > 0))",
        ),
    )


def _effects(dice: Dice, plan: ClimbingPlan) -> tuple[SpecialEffect, ...]:
    """A rank that clears the pile and lets its player lead again."""
    if not dice.chance(0.3):
        return ()
    rank = CardCondition(rank=dice.pick(plan.pack.ranks))
    return (SpecialEffect(rank, Moment.PLAYED, (*CLEAR, PlayAgain())),)


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
