"""What the terms of a game (its `lets`) are worked out from: whose cards they read."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import zip_longest

from darwindeck.genome.expressions import Binary, Call, Name, Negative, Node, Not, parse
from darwindeck.genome.expressions.vocabulary import VOCABULARY
from darwindeck.genome.privacy import Privacy
from darwindeck.genome.schema import GameGenome, Let, Scope

_ONLY_COUNT = frozenset({"size", "hand_size"})
"""Words that count the cards of a zone without looking at them, which everybody can do."""
_GUESSWORK = frozenset({"holder", "can", "picked_from"})
"""Words that depend on cards of nobody in particular."""

_PLAIN_NAMES = frozenset(
    {"cards", "table", "role", "phase", "call", "choice", "pattern", "tag", "value", "rounding"}
)
"""Kinds of arguments that name something and are not worked out."""


@dataclass
class TermReading:
    """What a term is worked out from."""

    of_subject: set[str] = field(default_factory=set)
    """Zones whose cards are read, those of the seat or side that the term is about."""
    of_all: set[str] = field(default_factory=set)
    """Zones whose cards are read, those of others too."""
    words: set[str] = field(default_factory=set)
    """The words of the language in it."""
    terms: set[str] = field(default_factory=set)
    """Other terms that it is built on."""
    hidden_sets: bool = False
    """Whether it depends on hidden cards which cards it means."""

    @property
    def declared(self) -> bool:
        """Whether it reads what was declared."""
        return "declared" in self.words

    @property
    def guesswork(self) -> bool:
        """Whether it may depend on anybody's cards."""
        return self.hidden_sets or not _GUESSWORK.isdisjoint(self.words)


def readings(genome: GameGenome) -> dict[str, TermReading]:
    """What each term of a game is worked out from, by its name."""
    reader = _Reader(genome)
    return {let.name: reader.read(let) for let in genome.lets}


class _Reader:
    def __init__(self, genome: GameGenome) -> None:
        self._zones = {str(zone.name) for zone in genome.zones or ()}
        self._lets = {let.name: str(let.value) for let in genome.lets}
        self._of_sides = {let.name for let in genome.lets if let.scope is Scope.TEAM}
        privacy = Privacy(genome)
        self._hidden_sets = {s.name for s in genome.card_sets if privacy.cards(s.cards)}
        self._open: set[tuple[str, bool]] = set()
        """Terms that were looked into, and whether as those of others."""
        self._beyond: set[str] = set()
        """Terms that read more than the cards of whom the present one is about: a partner's too."""

    def read(self, let: Let) -> TermReading:
        found = TermReading()
        self._open.clear()
        self._beyond = set() if let.scope is Scope.TEAM else self._of_sides
        self._node(parse(str(let.value)), found, others=False)
        return found

    def _node(self, node: Node, found: TermReading, others: bool) -> None:
        match node:
            case Name(name):
                self._name(name, found, others)
            case Call(function, arguments):
                self._call(function, arguments, found, others)
            case Binary(_, left, right):
                self._node(left, found, others)
                self._node(right, found, others)
            case Not(operand) | Negative(operand):
                self._node(operand, found, others)

    def _name(self, name: str, found: TermReading, others: bool) -> None:
        if name in self._zones:
            (found.of_all if others else found.of_subject).add(name)
        elif name in self._lets:
            found.terms.add(name)
            others = others or name in self._beyond
            if (name, others) not in self._open:
                self._open.add((name, others))
                self._node(parse(self._lets[name]), found, others)

    def _call(
        self, function: str, arguments: tuple[Node, ...], found: TermReading, others: bool
    ) -> None:
        if function in _ONLY_COUNT:
            self._counted(arguments, found, others)
            return
        if function in self._zones or function in self._lets:
            self._name(function, found, others=True)
        found.words.add(function)
        word = VOCABULARY.get(function)
        of_others = function == "other" or (
            word is not None and any(kind.startswith("each ") for kind in word.takes)
        )
        takes = word.takes if word is not None else ()
        for argument, kind in zip_longest(arguments, takes[: len(arguments)], fillvalue=""):
            if kind.rstrip("?") not in _PLAIN_NAMES and not isinstance(argument, str):
                self._node(argument, found, others or of_others)
            elif isinstance(argument, Name) and argument.id in self._hidden_sets:
                found.hidden_sets = True

    def _counted(self, arguments: tuple[Node, ...], found: TermReading, others: bool) -> None:
        """Cards that are only counted are not read, but what says whose they are is."""
        for argument in arguments:
            match argument:
                case Name(zone) if zone in self._zones:
                    continue
                case Call(zone, whose) if zone in self._zones:
                    self._counted(whose, found, others)
                case _:
                    self._node(argument, found, others)
