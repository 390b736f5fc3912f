"""Who acts in a phase, and how they are addressed."""

from __future__ import annotations

from dataclasses import dataclass

from darwindeck.rulebook.words.persons import YOU, Person
from darwindeck.rulebook.words.scene import Scene


@dataclass(frozen=True)
class Actor:
    """The player a phase speaks to ("you") or of ("the dealer")."""

    person: Person = YOU
    order: str = ""
    """In which order several act: "beginning with the player to the dealer's left"."""
    outer: Person | None = None
    """The player in whose turn somebody else acts."""
    at: Scene = Scene()
    """Where in the course of the game the phase stands."""

    @property
    def condition(self) -> Scene:
        """For conditions on which a phase takes place at all."""
        return self.at.about(self.outer or self.person)

    @property
    def scene(self) -> Scene:
        """For clauses that come before the person is named."""
        return self.at.about(self.person, self._partner)

    @property
    def later(self) -> Scene:
        """For clauses that follow the person's name."""
        return self.at.about(self.person.again, self._partner)

    @property
    def _partner(self) -> Person | None:
        return YOU if self.person.name == "your partner" else None

    def must(self, deed: str, prefix: str = "") -> str:
        """What the player does: an order to "you", a statement about anybody else."""
        if self.person.is_you:
            return f"{prefix}{deed}"
        order = f"{self.order}, " if self.order else ""
        person = self.person.again if _names(prefix, self.person) else self.person
        return f"{prefix}{order}{person.does(deed)}"

    def may(self, deed: str, prefix: str = "") -> str:
        order = f"{self.order}, " if self.order and not self.person.is_you else ""
        person = self.person.again if _names(prefix, self.person) else self.person
        return f"{prefix}{order}{person.name} may {deed}"

    def does(self, deed: str) -> str:
        return self.person.does(deed)


def _names(prefix: str, person: Person) -> bool:
    """Whether the beginning of the sentence has named the person already."""
    return bool(prefix) and not person.is_you and person.named_in(prefix)
