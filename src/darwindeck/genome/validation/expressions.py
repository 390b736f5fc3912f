"""Every expression: its words, its type, its range, and whether what it reads exists there."""

from __future__ import annotations

from collections.abc import Iterator

from darwindeck.genome.expressions.check import check, in_order_of_reading, infer
from darwindeck.genome.expressions.syntax import shorten
from darwindeck.genome.limits import MAX_AWARD
from darwindeck.genome.problems import Path, Problem
from darwindeck.genome.schema.actions import Award
from darwindeck.genome.schema.things import Let, Scope
from darwindeck.genome.schema.worth import ScoringRule
from darwindeck.genome.validation.facts import Facts


def expressions_make_sense(facts: Facts) -> Iterator[Problem]:
    for use in facts.survey.expressions:
        # what else a let needs is asked where the let is used
        place = use.place if not isinstance(use.part, Let) else None
        yield from check(use.expr, use.wanted, facts.env, place, use.path).problems
        if isinstance(use.part, Let) and use.part.scope is Scope.TABLE:
            yield from _of_nobody(facts, use.part, use.path)
        elif isinstance(use.part, Let) and infer(use.expr, facts.env).typed.type == "seat":
            yield Problem(
                "let-is-a-seat",
                use.path,
                f"The let '{use.part.name}' stands for a player, `{shorten(str(use.expr))}`, and "
                "so it is the table's; leave out its scope, and name in it whom it starts from, or "
                "write the expression itself where it is used",
            )


def _of_nobody(facts: Facts, let: Let, path: Path) -> Iterator[Problem]:
    inferred = infer(let.value, facts.env)
    if "subject" not in inferred.needs:
        return
    if inferred.typed.type == "seat":
        yield Problem(
            "let-is-a-seat",
            path,
            f"The let '{let.name}' stands for a player, but `{shorten(str(let.value))}` is another "
            "one for each who asks; name in it whom it starts from, or write the expression itself "
            "where it is used",
        )
    else:
        yield Problem(
            "let-needs-scope",
            path,
            f"The let '{let.name}' speaks of one player or side, `{shorten(str(let.value))}`, but "
            "its scope is the table; give it the scope `seat` or `team`, or say whose it is",
        )


AWARDS = (ScoringRule, Award)


def awards_are_small(facts: Facts) -> Iterator[Problem]:
    for use in facts.survey.expressions:
        if isinstance(use.part, AWARDS) and use.field == "amount":
            typed = infer(use.expr, facts.env).typed
            if typed.type == "int" and max(abs(typed.low), abs(typed.high)) > MAX_AWARD:
                yield Problem(
                    "overflow",
                    use.path,
                    f"`{shorten(str(use.expr))}` may lie anywhere from {typed.low:,} to "
                    f"{typed.high:,}; one award is at most {MAX_AWARD:,}",
                )


def lets_are_not_circular(facts: Facts) -> Iterator[Problem]:
    circular = set(in_order_of_reading(facts.env)[1])
    for index, let in enumerate(facts.genome.lets):
        if let.name in circular:
            yield Problem(
                "circular-let",
                ("lets", index, "value"),
                f"The let '{let.name}' is defined by itself: `{let.value}`",
            )
