"""Whom a sentence speaks of: names, pronouns and the verbs that agree with them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from darwindeck.english import is_long, is_participle, possessive, third_person
from darwindeck.genome.expressions import Call, Name, Node

_POSSESSIVE_OF = {"you": "your", "they": "their", "it": "its", "who": "whose"}

_SHORT = {
    "the winner of the trick": "the winner's",
    "the winner of the last trick": "the last winner's",
    "the leader of the trick": "the leader's",
}
_OBJECT_OF = {"they": "them", "who": "whom"}


@dataclass(frozen=True)
class Person:
    """A seat, some seats or a side, as a sentence names them."""

    name: str
    plural: bool = False
    """Whether it takes the verb in the plural, as "you" and "they" do."""
    later: str = "they"
    """The pronoun for further mention."""
    side: bool = False
    """Whether it is a side, which scores as one."""
    quantified: bool = False
    """Whether it speaks of several, one by one: "each player"."""

    @property
    def own(self) -> str:
        """The possessive: "your", "the dealer's"."""
        return _POSSESSIVE_OF.get(self.name) or possessive(self.name)

    def having(self, noun: str) -> str:
        """The person's thing: "your hand", "the hand of the player who took cards last"."""
        short = _SHORT.get(self.name)
        if short is not None:
            return f"{short} {noun}"
        if self.name in _POSSESSIVE_OF or not is_long(self.name):
            return f"{self.own} {noun}"
        return f"the {noun} of {self.name}"

    def does(self, phrase: str) -> str:
        """The person doing something, given in the infinitive: "the dealer takes a card"."""
        if phrase == "be" or phrase.startswith("be "):
            return f"{self.name} {self.be}{phrase[2:]}"
        return f"{self.name} {phrase if self.plural else third_person(phrase)}"

    def does_not(self, phrase: str) -> str:
        if phrase == "be" or phrase.startswith("be "):
            return f"{self.name} {self.be} not{phrase[2:]}"
        if phrase.startswith("have ") and is_participle(phrase.split(" ")[1]):
            return f"{self.name} {'have' if self.plural else 'has'} not{phrase[4:]}"
        return f"{self.name} {'do' if self.plural else 'does'} not {phrase}"

    @property
    def be(self) -> str:
        return "are" if self.plural else "is"

    @property
    def have(self) -> str:
        return "have" if self.plural else "has"

    def named_in(self, text: str) -> bool:
        """Whether a text names the person: "the dealer's opponent" is somebody else."""
        others = r"['’]s (?:opponents?|partner|neighbour|left|right)\b"
        return re.search(rf"{re.escape(self.name)}(?!{others})", text) is not None

    @property
    def again(self) -> Person:
        """The same person, mentioned a second time."""
        if self.later == self.name:
            return self
        return Person(self.later, self.later != "it", self.later, self.side)

    @property
    def obj(self) -> str:
        """The person as an object: "them" for "they"."""
        return _OBJECT_OF.get(self.name, self.name)

    @property
    def is_you(self) -> bool:
        return self.name == "you"


YOU = Person("you", True, "you")
THEY = Person("they", True, "they")
A_PLAYER = Person("a player")
A_SIDE = Person("a side", later="it", side=True)
NOBODY = Person("nobody")


_NEIGHBOUR = re.compile(
    r"the player (?:(?:on|to) the (?P<side>left|right)|(?P<across>opposite|across the table))\b"
)
_BACK = {"left": "right", "right": "left", "across": "across"}


def seen_from(phrase: str, subject: Person, who: Person, at: tuple[Node, ...] = ()) -> str:
    """What somebody has done to a neighbour, told from where the sentence stands: "you have doubled
    the player on your left", "the player to your left has doubled you"."""
    found = _NEIGHBOUR.search(phrase)
    own = {"you": "your", "they": "their"}.get(subject.name, "")
    if found is None or not own:
        return phrase
    side = found["side"] or "across"
    neighbour = found[0]
    if who == subject:
        neighbour = f"the player on {own} {side}"
        if side == "across":
            neighbour = f"the player opposite {subject.obj}"
    match at:
        case (Call(place, (Name("turn"),)),) if _BACK.get(place) == side:
            neighbour = subject.obj
    return phrase.replace(found[0], neighbour, 1)
