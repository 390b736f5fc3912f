"""What is scored, and by whom."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from darwindeck.evolution.making.constants import words_of
from darwindeck.evolution.making.operators.base import MutationOperator, near, pick
from darwindeck.evolution.making.operators.card_conditions import plain_cards
from darwindeck.evolution.making.operators.choices import hands_are_left, triggers
from darwindeck.evolution.making.sites import Draft
from darwindeck.genome.expressions import Binary, Expr, Number, print_node
from darwindeck.genome.expressions.simplify import simplified
from darwindeck.genome.problems import Path
from darwindeck.genome.schema import (
    Award,
    CallPhase,
    CapturePhase,
    CardScoringRule,
    GameGenome,
    Location,
    ScoringRule,
    ScoringTrigger,
    TrickPhase,
    WinComparison,
)
from darwindeck.genome.tree import put, with_item, without

MOST_RULES = 6
"""No more scoring rules than this are added to a game."""
MOST_OWN = 2
"""Nor points for other cards where points for so many kinds are to be remembered."""


def scores_count(draft: Draft) -> bool:
    """Whether points decide anything in the game."""
    genome = draft.genome
    wins = genome.win_conditions
    if not wins:
        return bool(genome.scoring_rules or genome.card_scoring)
    kinds = ("high_score", "low_score", "first_to_score")
    return any(win.type in kinds or "score" in str(win.value) for win in wins)


OF_A_CARD = 5
"""About what a card counts where the cards in somebody's hand are what is scored."""


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
        return amounts[(len(amounts) - 1) // 3]
    if any("points(" in str(rule.amount) for rule in draft.genome.scoring_rules or ()):
        return OF_A_CARD
    targets = [win.threshold for win in draft.genome.win_conditions if win.threshold > 0]
    return max(1, targets[0] // 20) if targets else 1


def _is_by_hand(draft: Draft) -> bool:
    """Whether a hand brings a few points in all, such as one for winning it."""
    rules = draft.genome.scoring_rules or ()
    return bool(rules) and all(isinstance(rule.amount, int) for rule in rules)


class AddScoringRuleMutation(MutationOperator):
    """Scores something more at the end of a hand: tricks, sweeps, cards taken or left."""

    def places(self, draft: Draft) -> Sequence[ScoringRule]:
        rules = draft.genome.scoring_rules or ()
        if not scores_count(draft) or len(rules) >= MOST_RULES:
            return ()
        said = [f"{rule.amount} {rule.who} {rule.when}" for rule in rules]
        return [idea for idea in _ideas(draft) if not any(_about(idea) in text for text in said)]

    def change(self, draft: Draft, place: ScoringRule, rng: Random) -> GameGenome:
        rule = place
        if isinstance(place.amount, int):
            rule = replace(place, amount=place.amount * usual_amount(draft) * pick((1, 1, 2), rng))
        return with_item(
            draft.genome, ("scoring_rules",), len(draft.genome.scoring_rules or ()), rule
        )


def _ideas(draft: Draft) -> list[ScoringRule]:
    """What may score besides, pulling the same way as what scores already.

    In a game of tricks all that comes with tricks is good where the most points win, and bad where
    the fewest do. Where a contract is played for, it must stay what counts.
    """
    genome = draft.genome
    sides = "teams" if genome.team_mode else "each"
    filled = draft.facts.zones_filled
    high = not any(win.comparison is WinComparison.LOWEST for win in genome.win_conditions)
    if _is_for_a_contract(draft):
        return []
    found = []
    if draft.has(TrickPhase):
        found.append(ScoringRule(1, who=sides, when="took_last", label="Last trick"))
        if high and genome.player_count > 2:
            found.append(ScoringRule(-1, who=sides, when="tricks == 0", label="No trick"))
        if high:
            found.append(ScoringRule(1, who=sides, when="most(tricks)", label="Most tricks"))
            found.append(ScoringRule("tricks", who=sides, label="Tricks"))
    elif Location.CAPTURED in filled and draft.has(CapturePhase) and high:
        found.append(ScoringRule(1, who=sides, when="most(size(captured))", label="Most cards"))
    elif hands_are_left(draft):
        sign = 1 if high else -1
        found.append(ScoringRule(sign, who="each", when="hand_size == 0", label="Going out"))
    for table in dict.fromkeys(table.name for table in genome.point_tables or ()):
        if Location.CAPTURED in filled and draft.has(TrickPhase, CapturePhase):
            found.append(ScoringRule(f"points({Location.CAPTURED}, {table})", who=sides))
    return found


def _about(idea: ScoringRule) -> str:
    """What a rule is for: what must be so, or else what is counted."""
    return str(idea.amount if idea.when == "true" else idea.when)


def _is_for_a_contract(draft: Draft) -> bool:
    """Whether what players have said decides what is scored."""
    counters = {counter.name for counter in draft.genome.counters}
    return draft.has(CallPhase) and any(
        words_of(Expr(str(text)).tree) & counters
        for rule in draft.genome.scoring_rules or ()
        for text in (rule.amount, rule.when)
    )


class RemoveScoringRuleMutation(MutationOperator):
    """Leaves one scoring rule out."""

    usual = 0.2

    def places(self, draft: Draft) -> Sequence[int]:
        rules = draft.genome.scoring_rules or ()
        scoring = [i for i, rule in enumerate(rules) if rule.into == "hand_score"]
        others = bool(draft.genome.card_scoring) or draft.has(Award)
        needed = 1 if others or not scores_count(draft) else 2
        return scoring if len(scoring) >= needed else ()

    def change(self, draft: Draft, place: int, rng: Random) -> GameGenome:
        return without(draft.genome, ("scoring_rules", place))


class ChangeScoringRuleMutation(MutationOperator):
    """Scores more or less for something."""

    def places(self, draft: Draft) -> Sequence[int]:
        rules = draft.genome.scoring_rules or ()
        return [i for i, rule in enumerate(rules) if rule.into in ("hand_score", "chips")]

    def change(self, draft: Draft, place: int, rng: Random) -> GameGenome | None:
        rules = draft.genome.scoring_rules
        assert rules is not None
        rule = rules[place]
        path: Path = ("scoring_rules", place)
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


# --- points for single cards ----------------------------------------------------------------------


class AddCardScoringMutation(MutationOperator):
    """Makes some cards score when they are won, played or left over."""

    def places(self, draft: Draft) -> Sequence[ScoringTrigger]:
        known = len(draft.genome.card_scoring or ())
        if not scores_count(draft) or known >= MOST_OWN or _is_for_a_contract(draft):
            return ()
        return triggers(draft)

    def change(self, draft: Draft, place: ScoringTrigger, rng: Random) -> GameGenome | None:
        known = draft.genome.card_scoring or ()
        cards = plain_cards(draft, rng)
        if any(rule.condition == cards for rule in known):
            return None
        if not known and _is_by_hand(draft) and cards.rank is None:
            return None  # all cards of a suit would outweigh what a hand is about
        amount = usual_amount(draft) * pick((-1, 1, 1, 2), rng)
        rule = CardScoringRule(cards, amount, place)
        return with_item(draft.genome, ("card_scoring",), len(known), rule)


class RemoveCardScoringMutation(MutationOperator):
    """Leaves the points for some cards out."""

    usual = 0.3

    def places(self, draft: Draft) -> Sequence[int]:
        rules = draft.genome.card_scoring or ()
        others = bool(draft.genome.scoring_rules) or draft.has(Award)
        return range(len(rules)) if len(rules) > 1 or others else ()

    def change(self, draft: Draft, place: int, rng: Random) -> GameGenome:
        return without(draft.genome, ("card_scoring", place))
