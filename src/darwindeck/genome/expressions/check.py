"""Types and ranges of expressions.

    checked = check("tricks(team(maker)) >= 3", "bool", environment, place, path)

Inference goes from the leaves up and does not depend on where the expression stands: beside its
type and range an expression has *needs*, the things that must exist where it is judged (a trick, an
open call phase, something a call has named). `check` compares them with what the place offers.

A condition counts as 1 or 0 where a number is wanted; a number is never a condition.
"""

from __future__ import annotations

from typing import NamedTuple

from darwindeck.genome.expressions.environment import Environment
from darwindeck.genome.expressions.inference import Inferred, infer, type_of
from darwindeck.genome.expressions.reading import in_order_of_reading, names_read
from darwindeck.genome.expressions.requirements import NEED_NAMES
from darwindeck.genome.expressions.syntax import shorten
from darwindeck.genome.expressions.types import Typed, fits, type_name
from darwindeck.genome.expressions.wording import close_name
from darwindeck.genome.problems import Path, Problem
from darwindeck.genome.survey import Place


class Checked(NamedTuple):
    """The judgement of an expression at its place."""

    type: str
    range: tuple[int, int]
    problems: list[Problem]


def check(
    expr: str | int,
    wanted: str,
    env: Environment,
    place: Place | None = None,
    path: Path = (),
) -> Checked:
    """Judges an expression: its type must be `wanted`, its needs must be met at `place`.

    Without a place the expression may need anything.
    """
    inferred = infer(expr, env)
    typed = inferred.typed
    problems = [Problem(code, path, message) for code, message in inferred.findings]
    if not fits(typed.type, wanted):
        problems.append(
            Problem(
                "wrong-expression-type",
                path,
                f"Expected {type_name(wanted)}, but `{shorten(str(expr))}` is "
                f"{type_name(typed.type)}",
            )
        )
    if place is not None:
        for need in sorted(inferred.needs - place):
            problems.append(Problem("not-here", path, _absent(need, expr)))
    return Checked(typed.type, (typed.low, typed.high), problems)


def _absent(need: str, expr: str | int) -> str:
    text = shorten(str(expr))
    if need.startswith("choice:"):
        name = need.removeprefix("choice:")
        return f"`{name}` is what a call names, but here no such call can have been made: `{text}`"
    return f"`{text}` reads something that exists only {NEED_NAMES[need]}"


__all__ = [
    "Checked",
    "Environment",
    "Inferred",
    "Typed",
    "check",
    "close_name",
    "fits",
    "in_order_of_reading",
    "infer",
    "names_read",
    "type_of",
]
