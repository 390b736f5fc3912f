"""A little English: numbers, plurals, lists, and verbs that headings hide."""

from __future__ import annotations

import re
from collections.abc import Sequence

_NUMBERS = "no one two three four five six seven eight nine ten eleven twelve".split()
_ORDINALS = (
    "no first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split()
)

_VERBS = (
    "add announce ask attack bet bid build buy call capture challenge change choose claim close "
    "combine come complete cover deal decide declare decline defend discard double draw exchange "
    "finish fold follow get give go hit hold keep knock lay lead leave let make meld move name "
    "offer open order pass pay pick pile place play put raise redouble refuse remove reveal "
    "reverse rob say score sell set share show shuffle sit skip split stake stand start stay stop "
    "surrender swap take throw trade triple trump turn use win"
).split()
_DOUBLING = {"bet", "bid", "get", "hit", "let", "put", "rob", "set", "sit", "skip", "split"}
_DOUBLING |= {"stop", "swap", "win"}


def _gerund(verb: str) -> str:
    if verb in _DOUBLING:
        return f"{verb}{verb[-1]}ing"
    return f"{verb.removesuffix('e')}ing"


_OF_GERUND = {_gerund(verb): verb for verb in _VERBS}


def infinitive(heading: str) -> str:
    """What a heading says one does: "Turning the pile over" → "turn the pile over".

    A heading that does not begin with such a verb stays as it is, but for the capital.
    """
    words = [_OF_GERUND.get(word.lower(), "") for word in heading.split(" ")]
    if not words[0]:
        return heading[:1].lower() + heading[1:]
    after_and = re.compile(r"\b(and|or) (\w+ing)\b")
    _, space, rest = heading.partition(" ")
    rest = after_and.sub(lambda m: f"{m[1]} {_OF_GERUND.get(m[2].lower(), m[2])}", rest)
    return f"{words[0]}{space}{rest}"


def number_word(count: int) -> str:
    """A count in words up to twelve, then in figures."""
    return _NUMBERS[count] if 0 <= count < len(_NUMBERS) else str(count)


def ordinal(place: int) -> str:
    """A place in words up to the twelfth, then in figures."""
    if 0 < place < len(_ORDINALS):
        return _ORDINALS[place]
    ending = {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"{place}{'th' if place % 100 in (11, 12, 13) else ending}"


def plural(noun: str) -> str:
    """Several of a thing: "queen" → "queens", "six" → "sixes"."""
    if noun.endswith(("s", "x", "z", "ch", "sh")):
        return f"{noun}es"
    if noun.endswith("y") and noun[-2:-1] not in ("a", "e", "o", "u"):
        return f"{noun[:-1]}ies"
    return f"{noun}s"


def singular(noun: str) -> str:
    """One of several: "columns" → "column"; a noun that is singular stays."""
    if noun.endswith("ies"):
        return f"{noun[:-3]}y"
    if noun.endswith("s") and not noun.endswith(("ss", "us", "is")):
        return noun[:-1]
    return noun


def counted(count: int, noun: str) -> str:
    """So many of a thing: "one card", "three cards"."""
    return f"{number_word(count)} {noun if count == 1 else plural(noun)}"


def joined(items: Sequence[str], word: str = "and") -> str:
    """ "a, b and c"."""
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {word} {items[-1]}"


def possessive(name: str) -> str:
    return f"{name}'s"
