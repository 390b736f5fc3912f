"""Taking things away: a clause or a condition less."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from darwindeck.evolution.making.operators.base import MutationOperator
from darwindeck.evolution.making.operators.phases import can_go
from darwindeck.evolution.making.sites import Draft
from darwindeck.genome.problems import Path
from darwindeck.genome.schema import Call, Expose, GameGenome, If, Phase, Show, While
from darwindeck.genome.schema.base import Part
from darwindeck.genome.tree import put, without

LISTS_OF_CLAUSES = (
    "allowed",
    "duties",
    "keep",
    "moves",
    "any_of",
    "all_of",
    "then",
    "do",
    "actions",
    "to",
)
"""Lists of clauses that other operators do not shorten."""

MAY_BE_EMPTY = frozenset({"allowed", "duties", "keep", "then", "after_trick", "after_deal"})


class DropClauseMutation(MutationOperator):
    """Leaves out one clause on which nothing else rests."""

    rough = True
    usual = 0.05

    def places(self, draft: Draft) -> Sequence[Path]:
        found: list[Path] = []
        for path, part in draft.survey.parts:
            for name in (*LISTS_OF_CLAUSES, "after_trick", "after_deal"):
                items = getattr(part, name, None)
                if not isinstance(items, tuple) or not items:
                    continue
                if len(items) < 2 and (name not in MAY_BE_EMPTY or isinstance(part, If)):
                    continue
                for index, item in enumerate(items):
                    here: Path = (*path, name, index)
                    if isinstance(item, Show | Expose | While):
                        continue
                    if not isinstance(item, Part) or can_go(draft, here):
                        found.append(here)
        return found

    def change(self, draft: Draft, place: Path, rng: Random) -> GameGenome:
        return without(draft.genome, place)


class DropConditionMutation(MutationOperator):
    """Lets a rule hold always that held only under a condition."""

    rough = True
    usual = 0.05

    def places(self, draft: Draft) -> Sequence[Path]:
        return [
            (*path, "when")
            for path, part in draft.survey.parts
            if getattr(part, "when", None) not in (None, "true")
            and not isinstance(part, Phase | Call)
            and path[0] not in ("win_conditions", "scoring_rules")
        ]

    def change(self, draft: Draft, place: Path, rng: Random) -> GameGenome:
        return put(draft.genome, place, "true")
