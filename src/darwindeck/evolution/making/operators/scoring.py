"""What is scored, and by whom."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from darwindeck.evolution.making.operators.base import MutationOperator, near, pick
from darwindeck.evolution.making.operators.card_conditions import random_cards
from darwindeck.evolution.making.operators.choices import hands_are_left, triggers
from darwindeck.evolution.making.sites import Draft
from darwindeck.genome.expressions import Binary, Expr, Number, print_node
from darwindeck.genome.expressions.simplify import simplified
from darwindeck.genome.problems import Path
from darwindeck.genome.schema import (
    Award,
    CapturePhase,
    CardScoringRule,
    GameGenome,
    Location,
    ScoreOp,
    ScoringRule,
    ScoringTrigger,
    TrickPhase,
)
from darwindeck.genome.tree import put, with_item, without

MOST_RULES = 12
"""No more scoring rules than this are added to a game."""


def scores_count(draft: Draft) -> bool:
    """Whether points decide anything in the game."""
    genome = draft.genome
    wins = genome.win_conditions
    if not wins:
        return bool(genome.scoring_rules or genome.card_scoring)
    kinds = ("high_score", "low_score", "first_to_score")
    return any(win.type in kinds or "score" in str(win.value) for win in wins)


def usual_amount(draft: Draft) -> int:
    """About what a rule of the game scores, so that a new one is neither nothing nor all."""
    amounts = [
        abs(rule.amount)
        for rule in draft.genome.scoring_rules or ()
        if isinstance(rule.amount, int) and rule.into == "hand_score"
    ]
    amounts += [abs(rule.points) for rule in draft.genome.card_scoring or ()]
    amounts = sorted(amount for amount in amounts if amount)
    if amounts:
        return amounts[len(amounts) // 2]
    targets = [win.threshold for win in draft.genome.win_conditions if win.threshold > 0]
    return max(1, targets[0] // 20) if targets else 1


class AddScoringRuleMutation(MutationOperator):
    """Scores something more at the end of a hand: tricks, sweeps, cards taken or left."""

    def places(self, draft: Draft) -> Sequence[ScoringRule]:
        rules = draft.genome.scoring_rules or ()
        if not scores_count(draft) or len(rules) >= MOST_RULES:
            return ()
        there = {(str(rule.when), str(rule.who)) for rule in rules}
        return [rule for rule in _ideas(draft) if (str(rule.when), str(rule.who)) not in there]

    def change(self, draft: Draft, place: ScoringRule, rng: Random) -> GameGenome:
        amount = usual_amount(draft) * pick((-2, -1, 1, 1, 2, 3), rng)
        rule = place
        if place.amount == 1:
            rule = replace(place, amount=amount)
        elif rng.random() < 0.3:
            rule = replace(place, amount=f"{pick((2, 3), rng)} * ({place.amount})")
        return with_item(
            draft.genome, ("scoring_rules",), len(draft.genome.scoring_rules or ()), rule
        )


def _ideas(draft: Draft) -> list[ScoringRule]:
    genome = draft.genome
    sides = "teams" if genome.team_mode else "each"
    filled = draft.facts.zones_filled
    found = []
    if draft.has(TrickPhase):
        found += [
            ScoringRule("tricks", who=sides),
            ScoringRule(1, who=sides, when="took_last"),
            ScoringRule(1, who=sides, when="tricks == 0"),
            ScoringRule(1, who=sides, when="most(tricks)"),
            ScoringRule(1, who=sides, when="least(tricks)"),
        ]
    elif Location.CAPTURED in filled and draft.has(CapturePhase):
        found += [
            ScoringRule(1, who=sides, when="most(size(captured))"),
            ScoringRule(1, who=sides, when="least(size(captured))"),
        ]
    elif hands_are_left(draft):
        found += [
            ScoringRule("-hand_size", who="each"),
            ScoringRule(1, who="each", when="hand_size == 0"),
            ScoringRule(1, who="each", when="most(hand_size)"),
        ]
    for table in dict.fromkeys(table.name for table in genome.point_tables or ()):
        for zone in (Location.CAPTURED, Location.HAND):
            if zone in filled and (zone is Location.CAPTURED) == draft.has(
                TrickPhase, CapturePhase
            ):
                found.append(ScoringRule(f"points({zone}, {table})", who=sides))
    return found


class RemoveScoringRuleMutation(MutationOperator):
    """Leaves one scoring rule out."""

    usual = 0.6

    def places(self, draft: Draft) -> Sequence[int]:
        rules = draft.genome.scoring_rules or ()
        scoring = [i for i, rule in enumerate(rules) if rule.into == "hand_score"]
        others = bool(draft.genome.card_scoring) or draft.has(Award)
        needed = 1 if others or not scores_count(draft) else 2
        return scoring if len(scoring) >= needed else ()

    def change(self, draft: Draft, place: int, rng: Random) -> GameGenome:
        return without(draft.genome, ("scoring_rules", place))


class ChangeScoringRuleMutation(MutationOperator):
    """Scores more or less for something, the opposite of it, or lets others score."""

    def places(self, draft: Draft) -> Sequence[int]:
        rules = draft.genome.scoring_rules or ()
        return [i for i, rule in enumerate(rules) if rule.into in ("hand_score", "chips")]

    def change(self, draft: Draft, place: int, rng: Random) -> GameGenome | None:
        rules = draft.genome.scoring_rules
        assert rules is not None
        rule = rules[place]
        path: Path = ("scoring_rules", place)
        way = pick(("amount", "amount", "who", "sign"), rng)
        if way == "who":
            who = _others(draft, str(rule.who))
            if who is not None:
                return put(draft.genome, (*path, "who"), who)
            way = "amount"
        if way == "sign" and rule.op is ScoreOp.ADD and len(rules) > 1:
            negated = -rule.amount if isinstance(rule.amount, int) else f"-({rule.amount})"
            return put(draft.genome, (*path, "amount"), simplified(str(negated)))
        if isinstance(rule.amount, int):
            amount = near(rule.amount, rng, -2_000, 2_000)
            return None if not amount else put(draft.genome, (*path, "amount"), amount)
        return put(draft.genome, (*path, "amount"), _multiplied(str(rule.amount), rng))


def _multiplied(amount: str, rng: Random) -> str:
    """The amount so many times; an amount that is a multiple already gets another factor."""
    tree = Expr(amount).tree
    if isinstance(tree, Binary) and tree.operator == "*" and isinstance(tree.left, Number):
        factor = near(tree.left.value, rng, 1, 100) or 1
        return simplified(print_node(Binary("*", Number(factor), tree.right)))
    return f"{pick((2, 3), rng)} * ({amount})"


def _others(draft: Draft, who: str) -> str | None:
    """Those of the other side, or of the same side."""
    swaps = {"team(": "opponents(", "opponents(": "team("}
    for head, other in swaps.items():
        if who.startswith(head) and who.endswith(")"):
            return other + who.removeprefix(head)
    if who in draft.facts.env.roles or who in ("dealer", "turn", "winner"):
        return f"others({who})"
    if who.startswith("others("):
        return who.removeprefix("others(")[:-1]
    return None


# --- points for single cards ----------------------------------------------------------------------


class AddCardScoringMutation(MutationOperator):
    """Makes some cards score when they are won, played or left over."""

    def places(self, draft: Draft) -> Sequence[ScoringTrigger]:
        if not scores_count(draft) or len(draft.genome.card_scoring or ()) >= MOST_RULES:
            return ()
        return triggers(draft)

    def change(self, draft: Draft, place: ScoringTrigger, rng: Random) -> GameGenome | None:
        known = draft.genome.card_scoring or ()
        cards = random_cards(draft, rng)
        if any(rule.condition == cards for rule in known):
            return None
        amount = usual_amount(draft) * pick((-2, -1, 1, 1, 2), rng)
        rule = CardScoringRule(cards, amount, place)
        return with_item(draft.genome, ("card_scoring",), len(known), rule)


class RemoveCardScoringMutation(MutationOperator):
    """Leaves the points for some cards out."""

    usual = 0.6

    def places(self, draft: Draft) -> Sequence[int]:
        rules = draft.genome.card_scoring or ()
        others = bool(draft.genome.scoring_rules) or draft.has(Award)
        return range(len(rules)) if len(rules) > 1 or others else ()

    def change(self, draft: Draft, place: int, rng: Random) -> GameGenome:
        return without(draft.genome, ("card_scoring", place))
