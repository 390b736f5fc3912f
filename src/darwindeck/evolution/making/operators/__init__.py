"""Operators: small changes to games, and the pipeline that makes sound games of them.

An operator is a class in one of these modules; nothing else has to name it.
"""

# ruff: noqa: F403

import sys
from collections.abc import Callable

from darwindeck.evolution.making.crossing import crossover
from darwindeck.evolution.making.door import acceptable
from darwindeck.evolution.making.operators.base import MutationOperator
from darwindeck.evolution.making.operators.card_conditions import *
from darwindeck.evolution.making.operators.choices import *
from darwindeck.evolution.making.operators.combinations import *
from darwindeck.evolution.making.operators.effects import *
from darwindeck.evolution.making.operators.endings import *
from darwindeck.evolution.making.operators.numbers import *
from darwindeck.evolution.making.operators.packs import *
from darwindeck.evolution.making.operators.phases import *
from darwindeck.evolution.making.operators.piles import *
from darwindeck.evolution.making.operators.pipeline import Door, MutationPipeline, NoMutation
from darwindeck.evolution.making.operators.rates import Rate, Rates
from darwindeck.evolution.making.operators.scoring import *
from darwindeck.evolution.making.operators.simplify import *
from darwindeck.evolution.making.operators.stakes import *
from darwindeck.evolution.making.operators.teams import *
from darwindeck.evolution.making.operators.terms import *
from darwindeck.evolution.making.operators.tricks import *
from darwindeck.genome.schema import GameGenome

_SUFFIX = "Mutation"
_TAKING_AWAY = ("Drop", "Remove", "Disable")

OPERATORS: tuple[type[MutationOperator], ...] = tuple(
    found
    for name, found in vars(sys.modules[__name__]).items()
    if name.endswith(_SUFFIX) and issubclass(found, MutationOperator)
)
"""Every operator, each with its usual probability."""


def create_default_pipeline(
    intensity: float = 1.0,
    allowed: Callable[[GameGenome], bool] | None = None,
    door: Door = acceptable,
) -> MutationPipeline:
    """All operators; `intensity` is the number of changes of a mutation on average, `allowed` says
    whether a game is wanted (None: any is), and `door` whether it is sound and new."""
    return MutationPipeline([operator() for operator in OPERATORS], intensity, allowed, door)


def create_designing_pipeline(
    allowed: Callable[[GameGenome], bool] | None = None, door: Door = acceptable
) -> MutationPipeline:
    """The operators that a designer would use on a new game."""
    return MutationPipeline(
        [operator() for operator in OPERATORS if not operator.rough], allowed=allowed, door=door
    )


def create_shortening_pipeline(
    allowed: Callable[[GameGenome], bool] | None = None, door: Door = acceptable
) -> MutationPipeline:
    """The operators that take something away, for rules that are too long."""
    return MutationPipeline(
        [operator() for operator in OPERATORS if operator.__name__.startswith(_TAKING_AWAY)],
        allowed=allowed,
        door=door,
    )


def mutate(genome: GameGenome, seed: int) -> GameGenome:
    """A valid, complete game that differs from this one in play; the seed decides which."""
    return create_default_pipeline().mutate(genome, seed)


__all__ = [
    "Door",
    "MutationOperator",
    "MutationPipeline",
    "NoMutation",
    "OPERATORS",
    "Rate",
    "Rates",
    "create_default_pipeline",
    "create_designing_pipeline",
    "create_shortening_pipeline",
    "crossover",
    "mutate",
]
__all__ += [operator.__name__ for operator in OPERATORS]
