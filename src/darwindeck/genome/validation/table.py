"""Hints for a table speak of things that there are, in a way that can be drawn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from darwindeck.genome.expressions.check import close_name
from darwindeck.genome.limits import MAX_LABEL, MAX_NAME
from darwindeck.genome.problems import Path, Problem
from darwindeck.genome.schema.table import TableHints, TablePlace, ZoneHint
from darwindeck.genome.schema.things import Location, Owner, Scope
from darwindeck.genome.validation.facts import Facts

MOST_PLACES = 16
"""Rows and columns of a grid."""
SPOKEN = ("dealer", "mode", "trump")
"""Words of the language that a fact may say."""
_OWNED = (TablePlace.FRONT, TablePlace.SIDE)


def table_hints_can_be_drawn(facts: Facts) -> Iterator[Problem]:
    """Every hint is of something that there is, once, and where it can lie."""
    hints = facts.genome.table
    if hints is None:
        return
    genome = facts.genome
    owners = {str(zone.name): zone.owner for zone in genome.zones or ()}
    if genome.zones is None:
        seats = (Location.HAND, Location.CAPTURED)
        owners = {str(z): Owner.SEAT if z in seats else Owner.TABLE for z in Location}
    for index, hint in enumerate(hints.zones):
        yield from _zone(hint, owners, hints, ("table", "zones", index))
    told = {counter.name for counter in genome.counters} | {role.name for role in genome.roles}
    for index, shown in enumerate(hints.shown):
        yield from _known(shown.of, told, "counter or role", ("table", "shown", index, "of"))
    said = {counter.name for counter in genome.counters if counter.scope is Scope.TABLE}
    said |= {let.name for let in genome.lets if let.scope is Scope.TABLE}
    said |= {role.name for role in genome.roles} | set(SPOKEN)
    for index, fact in enumerate(hints.facts):
        path: Path = ("table", "facts", index)
        if not fact.says:
            yield Problem("empty-list", (*path, "says"), "A fact needs something to say")
        if len(fact.label) > MAX_LABEL:
            yield Problem(
                "too-large",
                (*path, "label"),
                f"A label has at most {MAX_LABEL} characters, this one {len(fact.label):,}",
            )
        for place, name in enumerate(fact.says):
            what = "counter or term of the table, role"
            yield from _known(name, said, what, (*path, "says", place))
    yield from _once([hint.zone for hint in hints.zones], "zones", "zone")
    yield from _once([hint.of for hint in hints.shown], "shown", "of")


def _zone(
    hint: ZoneHint, owners: dict[str, Owner], hints: TableHints, path: Path
) -> Iterator[Problem]:
    yield from _known(hint.zone, owners, "zone", (*path, "zone"))
    if hint.over:
        yield from _known(hint.over, owners, "zone", (*path, "over"))
        below = next((other for other in hints.zones if other.zone == hint.over), None)
        itself = hint.over == hint.zone or (below is not None and bool(below.over))
        apart = owners.get(hint.over) is not owners.get(hint.zone)
        if itself or (apart and hint.over in owners) or hint.row or hint.column or hint.place:
            yield Problem(
                "hint-cannot-be-drawn",
                (*path, "over"),
                "A zone lies over another of the same owner, takes its place, row and column, and "
                "nothing lies over it",
            )
    owner = owners.get(hint.zone)
    if hint.place is not None and owner is not None:
        owned = owner is not Owner.TABLE
        if (hint.place in _OWNED and not owned) or (hint.place not in _OWNED and owned):
            yield Problem(
                "hint-cannot-be-drawn",
                (*path, "place"),
                "Zones of players lie at `front` or `side`, those of the table at `stock`, "
                "`centre` or `drawer`",
            )
    for field in ("row", "column"):
        number = getattr(hint, field)
        if number is not None and not 1 <= number <= MOST_PLACES:
            yield Problem(
                "hint-cannot-be-drawn",
                (*path, field),
                f"{number} is no {field} of a grid: they are counted from 1 to {MOST_PLACES}",
            )
    if hint.zone == Location.HAND and hint != ZoneHint(hint.zone):
        yield Problem(
            "hint-cannot-be-drawn", (*path, "zone"), "A hand lies where its player can reach it"
        )


def _known(name: str, known: Iterable[str], what: str, path: Path) -> Iterator[Problem]:
    if name not in set(known):
        near = close_name(name, set(known))
        yield Problem("unknown-name", path, f"There is no {what} '{name[:MAX_NAME]}'{near}")


def _once(names: list[str], field: str, of: str) -> Iterator[Problem]:
    for index, name in enumerate(names):
        if name in names[:index]:
            yield Problem(
                "duplicate-name",
                ("table", field, index, of),
                f"'{name[:MAX_NAME]}' has a hint already",
            )
