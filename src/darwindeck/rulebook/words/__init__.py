"""Words: the parts and expressions of one game put into English phrases."""

from __future__ import annotations

from collections.abc import Hashable
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
from darwindeck.rulebook.words.cards import CardWords
from darwindeck.rulebook.words.conditions import ConditionWords
from darwindeck.rulebook.words.deeds import DeedWords
from darwindeck.rulebook.words.lexicon import Lexicon
from darwindeck.rulebook.words.persons import Person
from darwindeck.rulebook.words.quantities import QuantityWords
from darwindeck.rulebook.words.seats import SeatWords
from darwindeck.rulebook.words.things import ThingWords
from darwindeck.rulebook.words.trees import holds_always, never_holds, tree
from darwindeck.rulebook.words.zones import ZoneWords


class Words:
    """Everything that can be said about one game."""

    def __init__(self, genome: GameGenome) -> None:
        self.genome = genome
        self.lexicon = Lexicon(genome)
        self.cards = CardWords(self.lexicon)
        self.seats = SeatWords(self)
        self.zones = ZoneWords(self)
        self.things = ThingWords(self)
        self.quantities = QuantityWords(self)
        self.amounts = AmountWords(self)
        self.conditions = ConditionWords(self)
        self.deeds = DeedWords(self)
        self.actions = ActionWords(self)
        self.in_trick = False
        """Whether the sentence is about a trick that is being played."""
        self.leader: Person | None = None
        """The leader of the trick, where the sentence is about the leader alone."""
        self.play_is_over = False
        """Whether the sentence is about something after the last trick."""
        self.told_effects: set[int] = set()
        """Effects that the meaning of a term has told already."""
        self.explained: set[tuple[str, str]] = set()
        """Terms and card sets that have been explained."""
        self.counters_used: list[str] = []
        """Counters in the order in which they were first spoken of."""
        self.side_sums: list[str] = []
        """Numbers of single players that have been asked of a side."""
        self.terms_used: list[str] = []
        """Lets in the order in which they were first spoken of."""

    @property
    def moment(self) -> Hashable:
        """What the words for one and the same expression may depend on."""
        return self.in_trick, self.play_is_over, self.leader

    def use_counter(self, name: str) -> None:
        if name not in self.counters_used:
            self.counters_used.append(name)

    def use_term(self, name: str) -> None:
        if name not in self.terms_used:
            self.terms_used.append(name)

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
            if len(members) == 1:
                return plural(members[0].replace("_", " "))
        return plural(node.id.replace("_", " ")) if isinstance(node, Name) else "declarations"

    def value_label(self, node: Node) -> str:
        """What one of the values of patterns is called."""
        name = node.id if isinstance(node, Name) else ""
        for pattern in self.genome.patterns:
            for value in pattern.values:
                if value.name == name and value.label:
                    return value.label
        return "worth"


__all__ = ["Words", "holds_always", "never_holds", "tree"]
