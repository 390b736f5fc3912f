"""What can be wrong with a genome: messages with a stable code and a place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from darwindeck.quoting import QuotingError, visible

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
        text = visible(f"{message} - at `{place}`").replace("\n", "\\n")
        problem = super().__new__(cls, text)
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


class GenomeError(QuotingError, ValueError):
    """A genome that was turned away; `problems` lists everything that is wrong with it."""

    def __init__(self, problems: Sequence[Problem], name: str = "") -> None:
        self.problems = list(problems)
        self.name = name
        subject = f"genome '{name}'" if name else "the genome"
        count = len(self.problems)
        head = f"{subject} has {count} problem{'s' if count != 1 else ''}:"
        super().__init__("\n".join([head, *(f"  [{p.code}] {p}" for p in self.problems)]))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.problems, self.name)
