"""Laws of what lies on the table and what is written down: cards, chips, points, turns, the result.

The core judges them (`darwindeck._core.judge_moment`), by what a position tells of itself and of
the moment before it: the same laws that it looks at after every move of a long run.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from darwindeck.laws.moment import WatchedMoment
from darwindeck.simulation.table import Table

_NAMED = re.compile(r"\b(card|seat|place) (\d+)\b")


def law(name: str) -> Callable[[WatchedMoment], Iterator[str]]:
    """What the core says of one of its laws."""

    def broken(moment: WatchedMoment) -> Iterator[str]:
        for found, what in moment.judged:
            if found == name:
                yield readable(what, moment.table)

    return broken


def readable(what: str, table: Table) -> str:
    """A sentence of the core with the names of cards, seats and places."""

    def named(match: re.Match[str]) -> str:
        number = int(match[2])
        match match[1]:
            case "card" if number < len(table.labels.card_texts):
                return f"{table.labels.card_texts[number]} (card {number})"
            case "seat" if number < len(table.labels.seats):
                return table.labels.seats[number]
            case "place" if number < len(table.places):
                return f"{table.place(number)} (place {number})"
        return match[0]

    return _NAMED.sub(named, what)


def replay(moment: WatchedMoment) -> Iterator[str]:
    """The same decisions lead to the same positions."""
    if moment.position.digest() != moment.record.digests[moment.number]:
        yield "the same moves from the same deal lead to another position"
