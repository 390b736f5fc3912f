"""Games of totals: draw as long as you dare; the hand nearest to the target wins."""

from __future__ import annotations

from dataclasses import dataclass

from darwindeck.cards import Rank
from darwindeck.evolution.making.dice import Dice
from darwindeck.evolution.making.materials import (
    Ending,
    Pack,
    by_score,
    deal_hands,
    face_value,
    random_match,
    random_pack,
    random_rules,
    whole_game,
)
from darwindeck.genome.examples.common import HAND, STOCK
from darwindeck.genome.schema import (
    AIHints,
    CardValue,
    DoPhase,
    DrawPhase,
    GameGenome,
    HandEvaluation,
    HandEvaluationMethod,
    Let,
    Phase,
    RepeatPhase,
    Scope,
    ScoringRule,
    SetupRules,
    ShowdownPhase,
    Stake,
    TriggerMode,
    TurnStructure,
    WinComparison,
    WinCondition,
)

FROM_THE_LEFT = "from(each, left(dealer))"


@dataclass(frozen=True)
class TotalsPlan:
    """What was drawn for a game before its clauses are written."""

    pack: Pack
    players: int
    cards: int
    target: int
    stake: int
    """Chips that everybody stakes in each hand; 0: points are scored instead."""


def make(dice: Dice) -> GameGenome:
    plan = _plan(dice)
    rules = _rules(dice, plan)
    ending = by_score(dice, 1) if rules else _by_chips(dice)
    turns = 14 * plan.players * ending.hands
    return whole_game(
        plan.pack,
        player_count=plan.players,
        max_turns=2 * turns,
        zones=(HAND, STOCK),
        hand_evaluation=_evaluation(dice, plan),
        lets=(
            Let(
                "worth",
                "result",
                f"if(total(hand) > {plan.target}, 0, total(hand))",
                scope=Scope.SEAT,
            ),
        )
        if rules
        else (),
        setup=SetupRules(
            cards_per_player=plan.cards,
            initial_deck=plan.pack.name,
            starting_chips=plan.stake * dice.between(5, 20),
            before_deal=(DoPhase((Stake(plan.stake, who="each"),), label="The stake"),)
            if plan.stake
            else (),
            deal=(deal_hands(dice, plan.cards),),
        ),
        turn_structure=TurnStructure(phases=_course(plan)),
        scoring_rules=rules,
        win_conditions=ending.wins,
        game_rules=random_rules(),
        ai_hints=AIHints(stand_threshold=plan.target - dice.between(3, 6)),
        match=random_match(
            dice,
            ending.hands,
            scored=bool(rules),
            out="chips == 0" if plan.stake else "false",
        ),
    )


def _plan(dice: Dice) -> TotalsPlan:
    players = dice.between(2, 6)
    return TotalsPlan(
        pack=random_pack(dice, 8 * players),
        players=players,
        cards=dice.between(1, 2),
        target=dice.between(15, 40),
        stake=dice.pick((5, 10, 20)) if dice.chance(0.4) else 0,
    )


def _evaluation(dice: Dice, plan: TotalsPlan) -> HandEvaluation:
    court = dice.pick(((10, 10, 10), (10, 10, 10), (2, 3, 4), (11, 12, 13)))
    ace, other = dice.pick(((11, 1), (11, 1), (1, None)))
    values = tuple(
        CardValue(
            rank,
            face_value(rank, ace=ace, court=court),
            alternate_value=other if rank is Rank.ACE else None,
        )
        for rank in plan.pack.ranks
    )
    return HandEvaluation(
        HandEvaluationMethod.POINT_TOTAL,
        card_values=values,
        target_value=plan.target,
        bust_threshold=plan.target + 1,
    )


def _course(plan: TotalsPlan) -> tuple[Phase, ...]:
    drawing = RepeatPhase(
        (DrawPhase(),),
        label="Drawing",
        who=FROM_THE_LEFT,
        as_long_as=f"total(hand) < {plan.target}",
        may_stop="true",
    )
    return (drawing, ShowdownPhase(label="The showdown")) if plan.stake else (drawing,)


def _rules(dice: Dice, plan: TotalsPlan) -> tuple[ScoringRule, ...]:
    if plan.stake:
        return ()
    best = "where(each, worth > 0 and worth == highest(each, worth))"
    rules = [ScoringRule(dice.between(1, 3), who=best, label="The best total")]
    if dice.chance(0.6):
        exact = f"where(each, total(hand) == {plan.target})"
        rules.append(ScoringRule(dice.between(1, 3), who=exact, label="The target exactly"))
    if dice.chance(0.4):
        over = f"where(each, total(hand) > {plan.target})"
        rules.append(ScoringRule(-1, who=over, label="Too much"))
    return tuple(rules)


def _by_chips(dice: Dice) -> Ending:
    hands = dice.between(4, 15)
    last = WinCondition(
        "last_with_chips",
        comparison=WinComparison.NONE,
        trigger_mode=TriggerMode.THRESHOLD_GATE,
    )
    most = WinCondition(
        "most_chips",
        comparison=WinComparison.HIGHEST,
        trigger_mode=TriggerMode.THRESHOLD_GATE,
        when=f"hand_number == {hands}",
        value="chips",
    )
    return Ending((last, most), hands)
