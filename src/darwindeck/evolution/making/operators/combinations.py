"""Combinations of cards: hands to compare, melds, declarations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any

from darwindeck.evolution.making.dice import Dice
from darwindeck.evolution.making.materials import Pack
from darwindeck.evolution.making.operators.base import MutationOperator, near, pick
from darwindeck.evolution.making.random_patterns import random_patterns
from darwindeck.evolution.making.sites import Draft
from darwindeck.genome.examples.common import ACE_HIGH
from darwindeck.genome.problems import Path
from darwindeck.genome.schema import (
    Announce,
    Attribute,
    ContestSide,
    DeclareLimit,
    DeclarePhase,
    GameGenome,
    HandEvaluation,
    HandEvaluationMethod,
    HandPattern,
)
from darwindeck.genome.tree import at, put, without

SIZES: tuple[tuple[str, int, int], ...] = (
    ("min_size", 2, 6),
    ("max_size", 3, 13),
    ("same_suit_count", 2, 6),
    ("sequence_length", 3, 6),
    ("wild_max", 0, 4),
    ("natural_min", 1, 4),
    ("sequence_of", 1, 4),
    ("attached", 1, 2),
    ("attached_of", 1, 3),
    ("sum", 5, 31),
)
"""Numbers of a pattern, and from where to where they make sense."""

MOST_PATTERNS = 14


class ChangePatternMutation(MutationOperator):
    """Asks more, less or something else of a combination of cards."""

    usual = 0.3

    def places(self, draft: Draft) -> Sequence[tuple[Path, str]]:
        found: list[tuple[Path, str]] = []
        for path, pattern in draft.all(HandPattern):
            rare = path[0] == "hand_evaluation"
            if not rare:
                found += [
                    (path, field) for field, _, _ in SIZES if getattr(pattern, field) is not None
                ]
            common = sum(pattern.same_rank_groups or ()) <= 4 or not rare
            if pattern.same_rank_groups and common and _other_groups(pattern):
                found.append((path, "same_rank_groups"))
            if Attribute.SUIT in pattern.same or pattern.consecutive:
                found.append((path, "same"))
        return found

    def change(self, draft: Draft, place: tuple[Path, str], rng: Random) -> GameGenome | None:
        path, field = place
        pattern = next(part for where, part in draft.all(HandPattern) if where == path)
        new: Any
        if field == "same_rank_groups":
            new = pick(_other_groups(pattern), rng)
        elif field == "same":
            suits = Attribute.SUIT
            new = (
                tuple(attribute for attribute in pattern.same if attribute is not suits)
                if suits in pattern.same
                else (*pattern.same, suits)
            )
        else:
            low, high = next((low, high) for name, low, high in SIZES if name == field)
            new = near(getattr(pattern, field), rng, low, min(high, _most(draft, pattern, field)))
        if new is None:
            return None
        changed = put(draft.genome, (*path, field), new)
        if field in ("min_size", "max_size") and pattern.min_size == pattern.max_size:
            other = "max_size" if field == "min_size" else "min_size"
            changed = put(changed, (*path, other), new)
        return changed


def _most(draft: Draft, pattern: HandPattern, field: str) -> int:
    """How large a number can be beside the others of its pattern."""
    if field == "min_size" and pattern.max_size not in (None, pattern.min_size):
        return pattern.max_size or 13
    if pattern.required_count is not None:
        return pattern.required_count
    if Attribute.RANK in pattern.same and pattern.wild is None:
        ranks, _ = draft.facts.by_rank_and_suit(draft.facts.masks.every)
        return max(ranks.values())
    return 13


class DeclareLimitMutation(MutationOperator):
    """Lets players declare one combination at a time, or as many as they have."""

    usual = 0.3

    def places(self, draft: Draft) -> Sequence[Path]:
        phases = draft.facts.all(DeclarePhase)
        secret = Announce.ON_LAST_CARD
        return [p for p, phase in phases if not phase.automatic and phase.announce is not secret]

    def change(self, draft: Draft, place: Path, rng: Random) -> GameGenome:
        phase = at(draft.genome, place)
        together = draft.genome.team_mode and rng.random() < 0.5
        side = ContestSide.TEAM if together else ContestSide.SEAT
        limit = None
        if phase.limit is None:
            limit = DeclareLimit(1, side, largest=rng.random() < 0.3)
        return put(draft.genome, (*place, "limit"), limit)


class ContestWorthMutation(MutationOperator):
    """Lets what their cards are worth decide between declarations, or their top cards."""

    rough = True
    usual = 0.3

    def places(self, draft: Draft) -> Sequence[Path]:
        phases = draft.facts.all(DeclarePhase)
        tables = draft.genome.point_tables
        return [(*p, "contest", "by") for p, phase in phases if phase.contest and tables]

    def change(self, draft: Draft, place: Path, rng: Random) -> GameGenome:
        names = [table.name for table in draft.genome.point_tables or ()]
        by = rng.choice(names) if at(draft.genome, place) is None else None
        return put(draft.genome, place, by)


def _other_groups(pattern: HandPattern) -> list[tuple[int, ...]]:
    """The groups with one of them larger or smaller."""
    groups = pattern.same_rank_groups or ()
    most = pattern.required_count or 8
    found = []
    for place, size in enumerate(groups):
        for other in (size - 1, size + 1):
            changed = (*groups[:place], other, *groups[place + 1 :])
            if 2 <= other <= 4 and sum(changed) <= most:
                found.append(tuple(sorted(changed, reverse=True)))
    return found


class AddPatternMutation(MutationOperator):
    """Makes one more kind of hand count at the showdown."""

    usual = 0.4

    def places(self, draft: Draft) -> Sequence[int]:
        evaluation = _compared_by_pattern(draft)
        if evaluation is None or len(evaluation.patterns) >= MOST_PATTERNS:
            return ()
        size = evaluation.patterns[0].required_count
        ranks = draft.facts.suited_ranks
        if size is None or not 3 <= size <= 6 or not set(ranks) <= set(ACE_HIGH):
            return ()
        return (size,)

    def change(self, draft: Draft, place: int, rng: Random) -> GameGenome | None:
        evaluation = _compared_by_pattern(draft)
        assert evaluation is not None
        ranks = tuple(rank for rank in ACE_HIGH if rank in draft.facts.suited_ranks)
        ideas = random_patterns(Dice(f"pattern {rng.random()}"), Pack(ranks), place)
        told = {replace(p, name="", rank_priority=0) for p in evaluation.patterns}
        names = {p.name for p in evaluation.patterns}
        new = [
            idea
            for idea in ideas[:-1]
            if idea.name not in names and replace(idea, name="", rank_priority=0) not in told
        ]
        if not new:
            return None
        priority = _free_priority(evaluation.patterns, rng)
        if priority is None:
            return None
        idea = replace(pick(new, rng), rank_priority=priority)
        patterns = sorted((*evaluation.patterns, idea), key=lambda p: -p.rank_priority)
        return put(draft.genome, ("hand_evaluation", "patterns"), tuple(patterns))


def _free_priority(patterns: tuple[HandPattern, ...], rng: Random) -> int | None:
    """A priority between two that there are."""
    known = sorted(pattern.rank_priority for pattern in patterns)
    gaps = [(low, high) for low, high in pairwise(known) if high - low > 1]
    gaps.append((known[-1], known[-1] + 20))
    low, high = pick(gaps, rng)
    return (low + high) // 2 if high - low > 1 else None


class RemovePatternMutation(MutationOperator):
    """Lets a kind of hand no longer count."""

    usual = 0.1

    def places(self, draft: Draft) -> Sequence[int]:
        evaluation = _compared_by_pattern(draft)
        if evaluation is None or len(evaluation.patterns) < 4:
            return ()
        return [i for i, p in enumerate(evaluation.patterns) if p.same_rank_groups or i > 2]

    def change(self, draft: Draft, place: int, rng: Random) -> GameGenome:
        return without(draft.genome, ("hand_evaluation", "patterns", place))


class SwapPatternsMutation(MutationOperator):
    """Makes a kind of hand better than the next better one."""

    rough = True
    usual = 0.05

    def places(self, draft: Draft) -> Sequence[int]:
        evaluation = _compared_by_pattern(draft)
        if evaluation is None:
            return ()
        order = sorted(evaluation.patterns, key=lambda p: p.rank_priority)
        return range(1, min(len(order) - 1, 6))

    def change(self, draft: Draft, place: int, rng: Random) -> GameGenome:
        evaluation = _compared_by_pattern(draft)
        assert evaluation is not None
        order = sorted(evaluation.patterns, key=lambda p: p.rank_priority)
        low, high = order[place], order[place + 1]
        order[place] = replace(high, rank_priority=low.rank_priority)
        order[place + 1] = replace(low, rank_priority=high.rank_priority)
        return put(draft.genome, ("hand_evaluation", "patterns"), tuple(reversed(order)))


def _compared_by_pattern(draft: Draft) -> HandEvaluation | None:
    evaluation = draft.genome.hand_evaluation
    if evaluation is None or evaluation.method is not HandEvaluationMethod.PATTERN_MATCH:
        return None
    return evaluation if evaluation.patterns else None
