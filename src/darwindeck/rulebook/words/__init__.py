"""Words: the parts and expressions of one game put into English phrases."""

from __future__ import annotations

from functools import cached_property

from darwindeck.cards import Suit
from darwindeck.english import plural
from darwindeck.genome.expressions import Name, Node
from darwindeck.genome.schema import (
    CardCondition,
    GameGenome,
    TrickPhase,
)
from darwindeck.rulebook.words.actions import ActionWords
from darwindeck.rulebook.words.amounts import AmountWords
from darwindeck.rulebook.words.bookkeeping import Bookkeeping
from darwindeck.rulebook.words.cards import CardWords
from darwindeck.rulebook.words.conditions import ConditionWords
from darwindeck.rulebook.words.deeds import DeedWords
from darwindeck.rulebook.words.lexicon import Lexicon
from darwindeck.rulebook.words.persons import YOU, Person
from darwindeck.rulebook.words.quantities import QuantityWords
from darwindeck.rulebook.words.scene import Scene
from darwindeck.rulebook.words.seats import SeatWords
from darwindeck.rulebook.words.things import ThingWords
from darwindeck.rulebook.words.told import Told
from darwindeck.rulebook.words.trees import holds_always, never_holds, tree
from darwindeck.rulebook.words.zones import ZoneWords


class Words:
    """Everything that can be said about one game."""

    def __init__(self, genome: GameGenome, beside: Words | None = None) -> None:
        """`beside`: other words of the same genome, with which all is shared but what is told."""
        self.genome = genome
        self.lexicon: Lexicon = beside.lexicon if beside is not None else Lexicon(genome)
        self.books: Bookkeeping = beside.books if beside is not None else Bookkeeping(self.lexicon)
        self.told = Told()
        self.cards = CardWords(self.lexicon, self.told)
        self.seats = SeatWords(self)
        self.zones = ZoneWords(self)
        self.things = ThingWords(self)
        self.quantities = QuantityWords(self)
        self.amounts = AmountWords(self)
        self.conditions = ConditionWords(self)
        self.deeds = DeedWords(self)
        self.actions = ActionWords(self)

    def scene(self, subject: Person = YOU) -> Scene:
        """The scene of a sentence at this point of the text that is about no certain phase."""
        return Scene(subject, play_is_over=self.told.tricks)

    @cached_property
    def breaking_suit(self) -> Suit | str | None:
        for _, part in self.lexicon.all_parts:
            if isinstance(part, TrickPhase) and part.breaking_suit is not None:
                return part.breaking_suit
        return None

    def card_set(self, node: Node) -> CardCondition:
        """The cards that an expression names."""
        return CardCondition(named=node.id) if isinstance(node, Name) else CardCondition()

    def table_label(self, node: Node | None) -> str:
        return self.lexicon.table_label(node.id if isinstance(node, Name) else "")

    def tag_label(self, node: Node) -> str:
        """What the patterns of a tag are called, in the plural."""
        if isinstance(node, Name):
            members = [p.name for p in self.genome.patterns if node.id in p.tags]
            if len(members) == 1 and node.id not in self.lexicon.wordings:
                return plural(members[0].replace("_", " "))
        return self.lexicon.tag_name(node.id) if isinstance(node, Name) else "declarations"

    def value_label(self, node: Node) -> str:
        """What one of the values of patterns is called."""
        name = node.id if isinstance(node, Name) else ""
        for pattern in self.genome.patterns:
            for value in pattern.values:
                if value.name == name and value.label:
                    return value.label
        return "worth"


__all__ = ["Words", "holds_always", "never_holds", "tree"]
