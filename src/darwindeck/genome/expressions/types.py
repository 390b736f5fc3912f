"""The types of expressions and what may stand for what."""

from __future__ import annotations

from typing import NamedTuple

TYPE_NAMES: dict[str, str] = {
    "int": "a number",
    "bool": "a condition",
    "term": "a number, a condition or a player",
    "seat": "a player",
    "seats": "some players",
    "side": "a side",
    "subject": "a player or a side",
    "zone": "a zone",
    "heap": "cards of one zone or of both",
    "suit": "a suit",
    "rank": "a rank",
    "mode": "a mode",
    "word": "a word",
    "option": "an option",
    "none": "`none`",
    "number": "a plain number",
    "unknown": "something unknown",
}

FITS: dict[str, frozenset[str]] = {
    "int": frozenset({"int", "bool", "word"}),
    "bool": frozenset({"bool"}),
    "term": frozenset({"int", "bool", "word", "seat"}),
    "seat": frozenset({"seat"}),
    "seats": frozenset({"seat", "seats", "side"}),
    "subject": frozenset({"seat", "seats", "side"}),
    "zone": frozenset({"zone"}),
    "heap": frozenset({"zone", "heap"}),
    "suit": frozenset({"suit"}),
    "rank": frozenset({"rank"}),
}
MAY_BE_NONE = {"seat", "suit"}
NUMBERS = FITS["int"]


class Typed(NamedTuple):
    """What an expression evaluates to: a type and, for numbers, a range."""

    type: str
    low: int = 0
    high: int = 1


UNKNOWN = Typed("unknown")


def fits(found: str, wanted: str) -> bool:
    """Whether something of one type may stand where another is wanted."""
    if found == "unknown" or found == wanted:
        return True
    return found in FITS.get(wanted, ()) or (found == "none" and wanted in MAY_BE_NONE)


def type_name(kind: str) -> str:
    """A type as it is named in messages."""
    return TYPE_NAMES.get(kind, kind)
