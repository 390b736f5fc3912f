"""How messages name words, numbers and close names."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from darwindeck.genome.expressions.vocabulary import Word

_KINDS = {
    "int": "number",
    "number": "plain number",
    "bool": "condition",
    "pile bool": "condition",
    "same": "anything",
    "seat": "player",
    "seats": "players",
    "cards": "card set",
    "table": "point table",
}


def close_name(name: str, known: Iterable[str]) -> str:
    """A hint at a name that was perhaps meant."""
    close = get_close_matches(name, sorted(set(known)), n=1)
    return f"; did you mean `{close[0]}`?" if close else ""


def counted(count: int, noun: str) -> str:
    """A number of things: "1 argument", "2 arguments"."""
    return f"{count} {noun}{'' if count == 1 else 's'}"


def signature(word: Word) -> str:
    """A word with what it takes: "left(player)"."""
    takes = [_KINDS.get(kind.removeprefix("each "), kind) for kind in word.takes]
    if word.of_subject:
        takes.append("player or side?")
    return f"{word.name}({', '.join(takes)})"
