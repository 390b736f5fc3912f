"""The operators, under the name by which the design describes them."""

from darwindeck.evolution.making import operators as _operators
from darwindeck.evolution.making.operators import *  # noqa: F403

__all__ = list(_operators.__all__)
