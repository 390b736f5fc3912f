"""The tree that a genome is: what fields its parts have, walking over it, and changing it.

Whoever looks at genomes in general, whatever their parts, uses this: the codec, the validator,
bytecode, options, evolution, tests. A path leads from a part to something in it, by the names of
fields and the numbers of items.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, TypeVar

from darwindeck.genome.problems import Path
from darwindeck.genome.schema.base import (
    REQUIRED,
    EnumSlot,
    ExpressionSlot,
    ListSlot,
    NameSlot,
    OptionalSlot,
    Part,
    PartField,
    PartSlot,
    PlainSlot,
    Slot,
    fields_of,
    innermost,
    once_per_type,
)

V = TypeVar("V")


@once_per_type
def holders(part: type[Part]) -> tuple[str, ...]:
    """The fields of a part that can hold other parts, or lists of them."""
    held = ((field.name, innermost(field.slot)) for field in fields_of(part))
    return tuple(name for name, slot in held if isinstance(slot, PartSlot))


def walk(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Every part in a part, or in a list of parts, with its path, outside in."""
    waiting = [(path, value)]
    while waiting:
        at, held = waiting.pop()
        if isinstance(held, Part):
            yield at, held
            inner = holders(type(held))
            waiting += [
                ((*at, name), own)
                for name in reversed(inner)
                if (own := getattr(held, name)) is not None and own != ()
            ]
        elif isinstance(held, tuple):
            last = len(held) - 1
            waiting += [((*at, last - back), item) for back, item in enumerate(reversed(held))]


def rebuilt(value: V, change: Callable[[Any, Slot], Any], part: type[Part] | None = None) -> V:
    """A part with every field as `change` gives it, from what it holds and may hold.

    The same part if nothing changes. `change` is called for the fields of this part alone; it may
    call `rebuilt` for what lies in them.
    """
    changes: dict[str, Any] = {}
    for name, slot, _ in fields_of(part or type(value)):
        old = getattr(value, name)
        new = change(old, slot)
        if new is not old and new != old:
            changes[name] = new
    return replace(value, **changes) if changes else value  # type: ignore[type-var]


def transform(
    value: V, change: Callable[[Any], Any], keep: Callable[[Any], bool] = lambda item: True
) -> V:
    """A part, or a list of parts, with every part in it changed, inside out.

    Items of lists for which `keep` is false are left out, with all that lies in them.
    """
    if isinstance(value, tuple):
        items = tuple(transform(item, change, keep) for item in value if keep(item))
        same = len(items) == len(value) and all(
            one is other for one, other in zip(items, value, strict=True)
        )
        return value if same else items  # type: ignore[return-value]  # the same kind of tuple
    if not isinstance(value, Part):
        return value
    changes: dict[str, Any] = {}
    for name in holders(type(value)):
        old = getattr(value, name)
        if old is not None and old != ():
            new = transform(old, change, keep)
            if new is not old and new != old:
                changes[name] = new
    return change(replace(value, **changes) if changes else value)  # type: ignore[no-any-return]


def with_expressions(value: V, change: Callable[[str], str | int]) -> V:
    """A part, or a list of parts, with every expression in it changed."""

    def changed(part: Part) -> Part:
        changes: dict[str, Any] = {}
        for name in _expression_fields(type(part)):
            old = getattr(part, name)
            new = of_field(old)
            if new is not old and new != old:
                changes[name] = new
        return replace(part, **changes) if changes else part

    def of_field(item: Any) -> Any:
        if isinstance(item, tuple):
            return tuple(change(one) if isinstance(one, str) else one for one in item)
        return change(item) if isinstance(item, str) else item

    return transform(value, changed)


@once_per_type
def _expression_fields(part: type[Part]) -> tuple[str, ...]:
    """The fields of a part that can hold expressions, or lists of them."""
    held = ((field.name, innermost(field.slot)) for field in fields_of(part))
    return tuple(name for name, slot in held if isinstance(slot, ExpressionSlot))


def expressions(value: Any) -> Iterator[str]:
    """Every expression in a part, or in a list of parts, that is written as text."""
    for _, part in walk(value):
        for name in _expression_fields(type(part)):
            held = getattr(part, name)
            for item in held if isinstance(held, tuple) else (held,):
                if isinstance(item, str):
                    yield item


# --- paths ----------------------------------------------------------------------------------------


def at(value: Any, path: Path) -> Any:
    """What lies at a path."""
    for step in path:
        value = value[step] if isinstance(step, int) else getattr(value, step)
    return value


def put(value: V, path: Path, new: Any) -> V:
    """A part with what lies at a path exchanged."""
    if not path:
        return new  # type: ignore[no-any-return]  # what is put is what the path leads to
    step, rest = path[0], path[1:]
    if isinstance(step, int):
        assert isinstance(value, tuple)
        inner = (put(value[step], rest, new),)
        return value[:step] + inner + value[step + 1 :]  # type: ignore[return-value]  # the same kind of tuple
    inner = put(getattr(value, step), rest, new)
    return replace(value, **{step: inner})  # type: ignore[type-var]  # paths lead through parts


def without(value: V, path: Path) -> V:
    """A part without one item of a list in it."""
    *above, index = path
    assert isinstance(index, int)
    items = at(value, tuple(above))
    return put(value, tuple(above), (*items[:index], *items[index + 1 :]))


def with_item(value: V, path: Path, index: int, item: Any) -> V:
    """A part with one more item in the list at a path."""
    items = at(value, path) or ()
    return put(value, path, (*items[:index], item, *items[index:]))


__all__ = [
    "REQUIRED",
    "EnumSlot",
    "ExpressionSlot",
    "ListSlot",
    "NameSlot",
    "OptionalSlot",
    "PartField",
    "PartSlot",
    "PlainSlot",
    "Slot",
    "at",
    "expressions",
    "fields_of",
    "holders",
    "innermost",
    "put",
    "rebuilt",
    "transform",
    "walk",
    "with_expressions",
    "with_item",
    "without",
]
