"""The places of a genome where something can be changed, each with what may stand there."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any, NamedTuple, TypeVar

from darwindeck.genome.problems import Path
from darwindeck.genome.schema import GameGenome
from darwindeck.genome.schema.base import Part
from darwindeck.genome.survey import Survey, survey
from darwindeck.genome.tree import Slot, fields_of
from darwindeck.genome.validation.facts import Facts

AnyPart = TypeVar("AnyPart", bound=Part)


class Site(NamedTuple):
    """One field of one part of a genome."""

    path: Path
    part: Part
    field: str
    value: Any
    slot: Slot
    """What may stand there."""


class Draft:
    """A genome that is about to be changed, and what one can see of it before any play."""

    def __init__(self, genome: GameGenome) -> None:
        self.genome = genome

    @cached_property
    def survey(self) -> Survey:
        return survey(self.genome)

    @cached_property
    def facts(self) -> Facts:
        return Facts(self.genome, self.survey)

    @cached_property
    def sites(self) -> tuple[Site, ...]:
        """Every field of every part, outside in."""
        return tuple(self._sites())

    def _sites(self) -> Iterator[Site]:
        for path, part in self.survey.parts:
            for name, slot, _ in fields_of(type(part)):
                yield Site((*path, name), part, name, getattr(part, name), slot)

    def all(self, kind: type[AnyPart]) -> list[tuple[Path, AnyPart]]:
        """Every part of a kind with its path."""
        return list(self.facts.all(kind))

    def has(self, *kinds: type[Part]) -> bool:
        return self.facts.has(*kinds)

    @property
    def suits(self) -> tuple[str, ...]:
        return self.facts.suits

    @property
    def ranks(self) -> tuple[str, ...]:
        return self.facts.ranks
