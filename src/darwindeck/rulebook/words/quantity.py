"""A number of the game, and how one speaks of it.

A quantity is known by a noun ("the tricks you have taken") and, if it counts things, by a statement
into which the count is put ("you have taken at least three tricks").
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from darwindeck.english import figure, number_word
from darwindeck.rulebook.words.persons import Person

Statement = Callable[[str, bool], str]
"""Makes a clause from a count ("at least three tricks") and whether that is a plural."""


@dataclass(frozen=True)
class Quantity:
    """One number of the game."""

    noun: str
    bare: str
    """The noun without its owner: "score", "number of tricks"."""
    plural: bool = False
    unit: str = ""
    units: str = ""
    tail: str = ""
    """What follows "for each trick": whose they are."""
    statement: Statement | None = None
    none: str = ""
    """The clause for zero, if there is a better one than "no …"."""
    some: str = ""
    """The clause for one or more."""
    owner: Person | None = None
    kind: str = ""
    """Quantities of one kind can be compared between owners: "more tricks than the dealer"."""
    figures: bool = False
    """Whether numbers of it are written in figures."""
    single: bool = False
    """Whether it can only be none or one."""
    only: bool = False
    """Whether "= 2" reads "only two"."""
    alone: bool = False
    """Whether "= 1" reads "exactly one"."""
    whole: int = 0
    """How many there are in all: "all 52 cards"."""
    stem: Statement | None = None
    """The statement without what follows the count, given in `after`."""
    after: str = ""
    place: str = ""
    """Where the things counted are: "in your hand"."""

    def count(self, n: int) -> str:
        if self.whole and n == self.whole:
            return f"all {number_word(n)} {self.units.removeprefix('different ')}"
        number = figure(n) if self.figures else number_word(n)
        return f"{number} {self.unit if n == 1 else self.units}"

    @property
    def for_each(self) -> str:
        return f"{self.unit} {self.tail}".strip()


def having(person: Person, verb: str, after: str = "") -> Statement:
    """ "you have taken" and a count."""
    return lambda count, many: f"{person.does(verb)} {count} {after}".strip()


def there_are(after: str = "") -> Statement:
    def statement(count: str, many: bool) -> str:
        if count.startswith("all ") and after:
            return f"{count} are {after}"
        if count.startswith("one ") and after and not many:
            return f"{count} lies {after}"
        return f"there {'are' if many else 'is'} {count} {after}".strip()

    return statement


def being(done: str) -> Statement:
    """A count of what is done with things: "seven tricks are bid"."""

    def statement(count: str, many: bool) -> str:
        things = count.replace(f" {done}", "", 1)
        return f"{things} {'are' if many else 'is'} {done}"

    return statement


def passive(verb: str) -> Statement:
    return lambda count, many: f"{count} {'have' if many else 'has'} {verb}"
