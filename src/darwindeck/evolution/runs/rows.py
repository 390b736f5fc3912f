"""Records as rows of tables and back. What comes from a file is checked value by value."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any, TypeVar

Record = TypeVar("Record")


def as_text(value: Any) -> str:
    """A plain value as JSON."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def as_row(record: Any) -> tuple[Any, ...]:
    """The fields of a record, those that hold several values as JSON."""
    row = []
    for field in fields(record):
        value = getattr(record, field.name)
        if field.type in _SEVERAL:
            value = as_text(dict(value) if isinstance(value, Mapping) else list(value))
        row.append(value)
    return tuple(row)


def from_row(kind: type[Record], row: Mapping[str, Any]) -> Record:
    """The record that `as_row` was given; raises `ValueError` if it cannot have been one."""
    values = dict(row)
    for name, annotation in _fields(kind):
        if annotation in _SEVERAL and isinstance(values.get(name), str):
            values[name] = json.loads(values[name])
    return from_values(kind, values)


def from_values(kind: type[Record], values: Any) -> Record:
    """A record of plain values by name; raises `ValueError` if one is missing or cannot be."""
    wanted = _fields(kind)
    if not isinstance(values, Mapping) or set(values) != {name for name, _ in wanted}:
        raise ValueError(f"the fields of a {kind.__name__} are missing or unknown")
    checked = {}
    for name, annotation in wanted:
        value = values[name]
        try:
            checked[name] = _READERS[annotation](value)
        except (TypeError, ValueError, AttributeError):
            raise ValueError(f"{name} of a {kind.__name__} cannot be {value!r:.80}") from None
    return kind(**checked)


def _fields(kind: Any) -> list[tuple[str, str]]:
    return [(field.name, str(field.type)) for field in fields(kind)]


def _text(value: Any) -> str:
    if type(value) is not str:
        raise TypeError
    return value


def _whole(value: Any) -> int:
    if type(value) is not int:
        raise TypeError
    return value


def _number(value: Any) -> float:
    if type(value) not in (int, float) or not math.isfinite(value):
        raise TypeError
    return float(value)


def _truth(value: Any) -> bool:
    return bool(_whole(value))


def _texts(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list | tuple):
        raise TypeError
    return tuple(map(_text, value))


def _by_name(read: Callable[[Any], Any]) -> Callable[[Any], dict[str, Any]]:
    return lambda value: {_text(name): read(item) for name, item in value.items()}


_READERS: dict[str, Callable[[Any], Any]] = {
    "str": _text,
    "int": _whole,
    "float": _number,
    "bool": _truth,
    "tuple[str, ...]": _texts,
    "Mapping[str, float]": _by_name(_number),
    "Mapping[str, int]": _by_name(_whole),
}
"""How the fields of records are read, by their annotations."""
_SEVERAL = {annotation for annotation in _READERS if "[" in annotation}
