"""Faults that can be planted in the archive of a match, and where each must be found."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from darwindeck.archives.divergences import Category, IrregularityKind

Json = dict[str, Any]
Events = list[Json]
Place = TypeVar("Place")
Planter = Callable[[Json, random.Random], "str | None"]
"""Changes a match, or gives the text of a damaged file."""


class NoPlaceError(Exception):
    """A match has no place for a fault."""


@dataclass(frozen=True)
class Fault:
    """One kind of fault.

    Exactly one of `category`, `irregularity`, `unreadable` and `unseen` says what must come of it.
    """

    name: str
    sentence: str
    plant: Planter
    category: Category | None = None
    """The category of the divergence as which it must be found."""
    instead: Category | None = None
    """As what else it may be found, where some reading that nothing settles explains the first."""
    also: frozenset[Category] = frozenset()
    """Categories of what may follow from it."""
    irregularity: IrregularityKind | None = None
    """It is reported, as something that players do, and is no divergence."""
    unreadable: bool = False
    """The file costs one line and is read no further."""
    unseen: str = ""
    """Why it cannot be found in principle."""

    @property
    def expected(self) -> str:
        """What must come of it, in a word."""
        if self.category is not None:
            other = "" if self.instead is None else f" or {self.instead}"
            return f"{self.category}{other}"
        if self.irregularity is not None:
            return f"irregularity: {self.irregularity}"
        return "unreadable" if self.unreadable else "nothing"


def fault(
    category: Category | None = None,
    *,
    instead: Category | None = None,
    also: tuple[Category, ...] = (),
    irregularity: IrregularityKind | None = None,
    unreadable: bool = False,
    unseen: str = "",
) -> Callable[[Planter], Fault]:
    """Makes a fault of the function that plants it; the docstring is its sentence."""

    def made(plant: Planter) -> Fault:
        name = getattr(plant, "__name__", "").replace("_", " ")
        sentence = (plant.__doc__ or "").strip()
        return Fault(
            name,
            sentence,
            plant,
            category,
            instead,
            frozenset(also),
            irregularity,
            unreadable,
            unseen,
        )

    return made


def collected(values: Iterable[object]) -> tuple[Fault, ...]:
    """The faults among the values of a module, in the order in which they stand there."""
    return tuple(value for value in list(values) if isinstance(value, Fault))


# --- places in a match ---------------------------------------------------------------------------


def some(places: Sequence[Place], chance: random.Random) -> Place:
    """Any of the places at which a fault can be planted."""
    if not places:
        raise NoPlaceError
    return chance.choice(places)


def rounds(match: Json) -> list[Events]:
    return [item["r"] for item in match["rs"]]


def result_of(events: Events) -> Json | None:
    """What the result of a round states; None if it has none."""
    return next((event["rs"] for event in events if event["e"] == 12), None)


def pick(
    match: Json,
    chance: random.Random,
    kind: int,
    wanted: Callable[[Json], bool] = lambda event: True,
    within: Callable[[Events], bool] = lambda events: True,
) -> tuple[Events, int]:
    """A round and the number of an event of a kind in it, any of those that fit."""
    places = [
        (events, number)
        for events in rounds(match)
        if within(events)
        for number, event in enumerate(events)
        if event["e"] == kind and wanted(event)
    ]
    return some(places, chance)


def drop(
    match: Json,
    chance: random.Random,
    kind: int,
    wanted: Callable[[Json], bool] = lambda event: True,
) -> None:
    """Takes an event of a kind out of a round with a result."""
    events, number = pick(match, chance, kind, wanted, has_result)
    del events[number]


def pick_result(
    match: Json, chance: random.Random, wanted: Callable[[Json], bool] = lambda stated: True
) -> Json:
    """What the result of some round states."""
    found = [
        stated
        for events in rounds(match)
        if (stated := result_of(events)) is not None and wanted(stated)
    ]
    return some(found, chance)


def has_result(events: Events) -> bool:
    return result_of(events) is not None


def played_out(events: Events) -> bool:
    """Whether a round has a result and all its cards were played."""
    return has_result(events) and sum(event["e"] == 4 for event in events) == 32


def claimed(events: Events) -> bool:
    """Whether a round with a result ended before all cards were played."""
    return has_result(events) and not played_out(events)


def put(stated: Json, name: str, value: int) -> None:
    """As a server writes it: zero is left out."""
    stated.pop(name, None)
    if value:
        stated[name] = value


def pair(stated: Json, name: str) -> list[int]:
    """Both teams' numbers of a name."""
    return [stated.get(f"{name}1", 0), stated.get(f"{name}2", 0)]


def put_pair(stated: Json, name: str, values: list[int]) -> None:
    for team, value in enumerate(values, 1):
        put(stated, f"{name}{team}", value)


def next_seat(seat: int, places: int = 1) -> int:
    """The seat so many places on, counted from 1."""
    return (seat + places - 1) % 4 + 1


def cards_of(mask: int) -> list[int]:
    return [number for number in range(52) if mask >> number & 1]
