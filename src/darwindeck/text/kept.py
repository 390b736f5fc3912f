"""What a game keeps in its counters and roles, as far as it is worth telling at a table."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from darwindeck.english import capitalised
from darwindeck.genome import GameGenome
from darwindeck.genome.schema import Life, Shown
from darwindeck.simulation.labels import Labels
from darwindeck.simulation.view import Counter, View


class Kept(NamedTuple):
    """A counter that is told now."""

    counter: Counter
    pot: bool
    always: bool
    """Whether it is told also while there is nothing in it."""


class Keeping:
    """Chooses what is told of the counters and roles of one game.

    Whatever has changed from what it was at first is told, but for what only keeps the books, what
    the genome's hints for tables hide, and what their facts say already.
    """

    def __init__(self, labels: Labels) -> None:
        self.genome: GameGenome = labels.genome
        self._labels = labels
        hints = self.genome.table
        self._hints = {hint.of: hint.show for hint in hints.shown} if hints else {}
        self._lines = hints.facts if hints else ()
        self._said = {name for fact in self._lines for name in fact.says}
        self._books = {words.of for words in self.genome.words if words.bookkeeping}

    @cached_property
    def says_terms(self) -> bool:
        """Whether a fact says what a term comes to."""
        return any(let.name in self._said for let in self.genome.lets)

    def counters(self, view: View) -> Iterator[Kept]:
        for kept, spec in zip(view.counters, self.genome.counters, strict=True):
            hint = self._hints.get(spec.name)
            changed = any(value != spec.start for value in kept.values)
            hidden = hint is Shown.NEVER or spec.name in self._books or spec.name in self._said
            if hint is Shown.ALWAYS or (changed and not hidden and spec.life is not Life.TURN):
                yield Kept(kept, spec.pot, hint is Shown.ALWAYS)

    def roles(self, view: View) -> Iterator[tuple[str, int]]:
        """What the roles are called, and the seats that have them."""
        never = {name for name, show in self._hints.items() if show is Shown.NEVER}
        unshown = {role.label for role in self.genome.roles if role.name in never}
        return (role for role in view.roles if role[0] not in unshown)

    def facts(self, view: View) -> Iterator[str]:
        """Lines that the genome asks for, as far as the seat may know them."""
        said = self._sayings(view) if self._lines else {}
        for fact in self._lines:
            found = [said[name] for name in fact.says if name in said]
            if found:
                parts = [value or label for label, value in found[:1]]
                parts += [f"{label} {value}".strip() for label, value in found[1:]]
                yield f"{fact.label}: {', '.join(parts)}"

    def _sayings(self, view: View) -> dict[str, tuple[str, str]]:
        """What facts can say now: a label, if one is needed to understand it, and a value, if it
        has one."""
        genome = self.genome
        seats = [capitalised(name) for name in self._labels.seats]
        said = {"dealer": ("dealer", seats[view.dealer])}
        if view.trump:
            said["trump"] = "", self._labels.suit_name(view.trump)
        if view.mode:
            said["mode"] = "", view.mode
        held = dict(view.roles)
        for role in genome.roles:
            if role.label in held:
                said[role.name] = "", seats[held[role.label]]
        for kept, counter in zip(view.counters, genome.counters, strict=True):
            if kept.values[0] != counter.start:
                said[counter.name] = counter.label, "" if counter.flag else str(kept.values[0])
        for term in view.terms:
            if term.values[0]:
                flag = term.values[0] is True
                said[term.name] = term.label, "" if flag else str(term.values[0])
        return said
