"""What a sentence presumes: of whom it speaks, and where in the course of the game it stands."""

from __future__ import annotations

from dataclasses import dataclass, replace

from darwindeck.genome.expressions import Node
from darwindeck.genome.schema import CallChoice
from darwindeck.rulebook.words.persons import YOU, Person


@dataclass(frozen=True)
class Scene:
    """One clause reads differently in two scenes; in the same one it always reads the same."""

    subject: Person = YOU
    """For whom an expression is judged: whose turn it is, and whose things are counted."""
    partner: Person | None = None
    """The subject's partner, if the sentence has another name for them."""
    in_trick: bool = False
    """Whether the sentence is about a trick that is being played."""
    play_is_over: bool = False
    """Whether the sentence is about something after the last trick."""
    leader: Person | None = None
    """The leader of the trick, where the sentence is about the leader alone."""
    named: Node | None = None
    """Whom the sentence has named as its subject: mentioned again, they are the subject, too."""
    choices: tuple[CallChoice, ...] = ()
    """What the call names of which the sentence speaks."""
    phase: str = "this part of the play"
    """What the phase is called in which it happens."""
    out_of_turn: bool = False
    """Whether it happens before the turn of somebody, who has not begun it."""

    @property
    def turn(self) -> Person:
        return self.subject

    def about(self, subject: Person, partner: Person | None = None) -> Scene:
        """The scene in which something is judged for somebody else."""
        return replace(self, subject=subject, partner=partner, named=None)

    @property
    def again(self) -> Scene:
        """The scene once its subject has been named."""
        return replace(self, subject=self.subject.again, partner=None)
