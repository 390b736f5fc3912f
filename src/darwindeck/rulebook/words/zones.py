"""Zones in words: "your hand", "the discard pile", "the tricks won by the other side"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from darwindeck.english import is_plural, join, plural, singular
from darwindeck.genome.expressions import Call, Name, Node
from darwindeck.genome.schema import Owner, PileKey, PileOrder, Sees, ZoneSpec
from darwindeck.rulebook.words.persons import Person
from darwindeck.rulebook.words.places import names_one_card
from darwindeck.rulebook.words.scene import Scene

if TYPE_CHECKING:
    from darwindeck.rulebook.words import Words

_ON_LABELS = re.compile(
    r"\b(pile|piles|table|tableau|board|column|columns|foundation|foundations|floor)\b"
)
DONE = re.compile(r"^(.*) (won|taken|captured|played|laid|bought)$")


@dataclass(frozen=True)
class Place:
    """A zone as a sentence names it."""

    text: str
    """ "your hand", "the stock"."""
    label: str
    owner: Person | None
    spec: ZoneSpec | None
    top: bool = False
    pile: bool = False
    """Whether it is the pile that a condition on piles speaks of."""

    @property
    def plural(self) -> bool:
        return not self.top and is_plural(self.label)

    @property
    def on(self) -> bool:
        return bool(_ON_LABELS.search(self.label))

    @property
    def one_card(self) -> bool:
        """Whether its name is that of a single card: "turned card"."""
        return not self.top and names_one_card(self.label)

    @property
    def within(self) -> str:
        """ "in your hand", "on the table"."""
        if self.pile:
            return "in it"
        if self.plural and (self.label.endswith("cards") or self.label.startswith("cards ")):
            return f"among {self.text}"
        return f"{'on' if self.on else 'in'} {self.text}"

    @property
    def cards(self) -> str:
        """ "the cards in your hand", "your open cards"."""
        named = self.plural and self.label.endswith("cards")
        return self.text if named else f"the cards {self.within}"

    @property
    def into(self) -> str:
        """ "into your hand", "onto the discard pile"."""
        if self.plural:
            return f"to {self.text}"
        return f"{'onto' if self.on else 'into'} {self.text}"

    @property
    def to(self) -> str:
        return f"to {self.text}"

    @property
    def is_hand(self) -> bool:
        return self.spec is not None and self.spec.name == "hand" and not self.top

    @property
    def is_stock(self) -> bool:
        return self.spec is not None and self.spec.name == "deck" and not self.top

    @property
    def is_stack(self) -> bool:
        return self.spec is not None and self.spec.order is PileOrder.STACK

    @property
    def seen(self) -> bool:
        """Whether cards that are put there are seen by all."""
        return self.spec is not None and self.spec.sees in (Sees.ALL, Sees.TOP)


class ZoneWords:
    """Puts the zones of one game into words."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.lexicon = words.lexicon

    def zone(self, node: Node, scene: Scene) -> Place:
        match node:
            case Name("pile") if "pile" not in self.lexicon.zones:
                return Place("it", "pile", None, None, pile=True)
            case Name(name):
                return self._place(name, scene.subject)
            case Call("top", (inner,)):
                below = self.zone(inner, scene)
                return Place(f"the top card of {below.text}", "top card", below.owner, None, True)
            case Call("joined", (one, other)):
                places = [self.zone(part, scene) for part in (*_joined(one), *_joined(other))]
                texts = [place.text for place in places]
                first = places[0]
                text = " with ".join(texts) if len(texts) == 2 else join(texts)
                return Place(text, first.label, first.owner, None)
            case Call("first_pile", (inner, condition)):
                below = self.zone(inner, scene)
                which = self.words.conditions.clause(condition, scene)
                which = which.replace("that has", "with", 1)
                text = f"the {self.pile_word(below)} {which}"
                return Place(text, self.pile_word(below), below.owner, below.spec)
            case Call("those", (inner, named)):
                below = self.zone(inner, scene)
                phrase = self.words.cards.phrase(self.words.card_set(named))
                return Place(f"the {phrase.many} {below.within}", "cards", below.owner, None)
            case Call("if", (condition, yes, no)):
                return self._either(condition, yes, no, scene)
            case Call(name, (owner, *_)):
                person = self.words.seats.seat(owner, scene)
                if person.quantified and person.name.startswith("each player who"):
                    # All their piles are taken together.
                    person = Person(self.words.seats.group(owner, scene), plural=True)
                return self._place(name, person)
        return Place("that place", "place", None, None)

    def _either(self, condition: Node, yes: Node, no: Node, scene: Scene) -> Place:
        one, other = self.zone(yes, scene), self.zone(no, scene)
        clause = self.words.conditions.clause(condition, scene, yes=False)
        text = f"{one.text} (or, if {clause}, {other.text})"
        return Place(text, other.label, other.owner, other.spec)

    def _place(self, name: str, person: Person) -> Place:
        spec = self.lexicon.zones.get(name)
        label = spec.label if spec else name.replace("_", " ")
        if spec is None or spec.owner is Owner.TABLE:
            return Place(f"the {label}", label, None, spec)
        if spec.owner is Owner.TEAM and self.lexicon.teams and not person.side:
            person = Person(person.having("side"), later="it", side=True)
        return Place(self._owned(label, person, spec), label, person, spec)

    def _owned(self, label: str, person: Person, spec: ZoneSpec) -> str:
        done = DONE.match(label)
        if done is not None:
            things, verb = done.groups()
            if person.name in ("you", "they", "it", "who"):
                return f"the {things} {person.name} {person.have} {verb}"
            if person.name == "the players":
                return f"the {things} {verb} so far"
            if person.name == "each player":
                return f"all the {things}"
            return f"the {things} {verb} by {person.obj}"
        if person.side and spec.owner is Owner.SEAT and self.lexicon.teams:
            if person.name == "it":
                return f"its players' {plural(label)}"
            return f"the {plural(label)} of {person.name}"
        several = person.plural and person.name not in ("you", "they", "who")
        return person.having(plural(label) if several else label)

    def again(self, place: Place) -> Place:
        """The same zone once its owner has been named: "their hand"."""
        owner = place.owner
        if owner is None or place.spec is None or place.top:
            return place
        later = owner.again
        if later == owner:
            return place
        return Place(self._owned(place.label, later, place.spec), place.label, owner, place.spec)

    def pile_word(self, place: Place) -> str:
        """What one pile of a zone is called."""
        if place.spec is not None and place.spec.piles is PileKey.ONE:
            return place.label
        return singular(place.label)


def _joined(node: Node) -> list[Node]:
    """The zones whose cards are taken together."""
    match node:
        case Call("joined", (one, other)):
            return [*_joined(one), *_joined(other)]
    return [node]
