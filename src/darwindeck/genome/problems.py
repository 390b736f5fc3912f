"""What can be wrong with a genome: messages with a stable code and a place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass
from typing import Any

Path = tuple[str | int, ...]


def path_text(path: Path) -> str:
    """A path as it is written in messages: ``$.turn_structure.phases[1].count``."""
    text = "$"
    for step in path:
        text += f"[{step}]" if isinstance(step, int) else f".{step}"
    return text


class Problem(str):
    """One thing that is wrong. As a string it is the message; `code` and `path` are stable."""

    __slots__ = ("code", "path")

    code: str
    path: str

    def __new__(cls, code: str, path: Path, message: str) -> Problem:
        place = path_text(path)
        problem = super().__new__(cls, f"{message} - at `{place}`")
        problem.code = code
        problem.path = place
        return problem

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (str(self), self.code, self.path)


def _rebuild(text: str, code: str, path: str) -> Problem:
    problem = str.__new__(Problem, text)
    problem.code = code
    problem.path = path
    return problem


class GenomeError(ValueError):
    """A genome that was turned away; `problems` lists everything that is wrong with it."""

    def __init__(self, problems: Sequence[Problem], name: str = "") -> None:
        self.problems = list(problems)
        subject = f"genome '{name}'" if name else "the genome"
        count = len(self.problems)
        head = f"{subject} has {count} problem{'s' if count != 1 else ''}:"
        super().__init__("\n".join([head, *(f"  [{p.code}] {p}" for p in self.problems)]))


def parts(node: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Every part of a genome with its path, outside in."""
    if isinstance(node, tuple):
        for index, item in enumerate(node):
            if isinstance(item, tuple) or _field_names(type(item)) is not None:
                yield from parts(item, (*path, index))
    elif (names := _field_names(type(node))) is not None:
        yield path, node
        for name in names:
            value = getattr(node, name)
            if isinstance(value, tuple) or _field_names(type(value)) is not None:
                yield from parts(value, (*path, name))


_known: dict[type[Any], tuple[str, ...] | None] = {}


def _field_names(kind: type[Any]) -> tuple[str, ...] | None:
    """The fields of a dataclass; None if it is something else."""
    if kind not in _known:
        names = tuple(field.name for field in fields(kind)) if is_dataclass(kind) else None
        _known[kind] = names
    return _known[kind]
