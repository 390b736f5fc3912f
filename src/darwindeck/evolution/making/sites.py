"""The places of a genome where something can be changed, each with what may stand there."""

from __future__ import annotations

import types
from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from enum import Enum
from functools import cached_property
from typing import Any, NamedTuple, TypeVar, Union, get_args, get_origin

from darwindeck.genome.problems import Path
from darwindeck.genome.schema import GameGenome
from darwindeck.genome.schema.base import Part, field_types, once_per_type
from darwindeck.genome.survey import Survey, survey
from darwindeck.genome.validation.facts import Facts

V = TypeVar("V")
AnyPart = TypeVar("AnyPart", bound=Part)


@once_per_type
def holders(part: type[Part]) -> tuple[str, ...]:
    """The fields of a part that can hold other parts, lists or expressions."""
    return tuple(name for name, hint in field_types(part).items() if not _is_plain(hint))


def _is_plain(hint: Any) -> bool:
    if get_origin(hint) in (Union, types.UnionType):
        return all(_is_plain(choice) for choice in get_args(hint))
    return hint in (bool, int, float, str, type(None)) or (
        isinstance(hint, type) and issubclass(hint, Enum)
    )


class Site(NamedTuple):
    """One field of one part of a genome."""

    path: Path
    part: Part
    field: str
    value: Any
    hint: Any
    """The type of the field, with its markers."""


def put(value: V, path: Path, new: Any) -> V:
    """The genome, or a part of it, with what lies at a path exchanged."""
    if not path:
        return new  # type: ignore[no-any-return]  # what is put is what the path leads to
    step, rest = path[0], path[1:]
    if isinstance(step, int):
        assert isinstance(value, tuple)
        inner = (put(value[step], rest, new),)
        # the same kind of tuple
        return value[:step] + inner + value[step + 1 :]  # type: ignore[return-value]  # the same kind of tuple
    inner = put(getattr(value, step), rest, new)
    return replace(value, **{step: inner})  # type: ignore[type-var]  # paths lead through parts


def mapped(value: V, change: Callable[[Part], Part]) -> V:
    """A part, or a list of parts, with every part in it changed, inside out."""
    if isinstance(value, tuple):
        items = tuple(mapped(item, change) for item in value)
        same = all(one is other for one, other in zip(items, value, strict=True))
        return value if same else items  # type: ignore[return-value]  # the same kind of tuple
    if isinstance(value, Part):
        changes: dict[str, Any] = {}
        for name in holders(type(value)):
            old = getattr(value, name)
            if isinstance(old, Part) or (isinstance(old, tuple) and old):
                new = mapped(old, change)
                if new is not old:
                    changes[name] = new
        part = replace(value, **changes) if changes else value
        return change(part)  # type: ignore[return-value]  # a change keeps the kind of a part
    return value


def at(value: Any, path: Path) -> Any:
    """What lies at a path."""
    for step in path:
        value = value[step] if isinstance(step, int) else getattr(value, step)
    return value


def without(genome: GameGenome, path: Path) -> GameGenome:
    """The genome without one item of a list."""
    *above, index = path
    assert isinstance(index, int)
    items = at(genome, tuple(above))
    return put(genome, tuple(above), (*items[:index], *items[index + 1 :]))


def with_item(genome: GameGenome, path: Path, index: int, item: Any) -> GameGenome:
    """The genome with one more item in the list at a path."""
    items = at(genome, path) or ()
    return put(genome, path, (*items[:index], item, *items[index:]))


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
            hints = field_types(type(part))
            for field in fields(part):
                name = field.name
                yield Site((*path, name), part, name, getattr(part, name), hints[name])

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


__all__ = ["Draft", "Site", "at", "holders", "mapped", "put", "with_item", "without"]
