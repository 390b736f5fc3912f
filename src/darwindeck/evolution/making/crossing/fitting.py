"""Fitting clauses of one game into another: names, cards, sizes."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any, TypeVar

from darwindeck.evolution.making.crossing.anatomy import Anatomy
from darwindeck.evolution.making.crossing.card_mechanics import Deck, spoken, with_labels
from darwindeck.evolution.making.crossing.dependencies import (
    FIELDS,
    Dependencies,
    declared,
    dependencies_of,
)
from darwindeck.evolution.making.mentions import PLAIN, Mention, spoken_of, with_names
from darwindeck.genome.expressions import Binary, Call, Expr, Name, Node, Number, parse, print_node
from darwindeck.genome.expressions.vocabulary import VOCABULARY
from darwindeck.genome.schema import (
    CallChoice,
    CardRanking,
    ChoiceKind,
    Counter,
    GameGenome,
    NamedCards,
    Part,
    PointTable,
    SetMode,
)
from darwindeck.genome.tree import transform, walk, with_expressions

P = TypeVar("P")

_SHARED = ("zone", "role", "counter", "let", "card set", "choice")
"""Kinds whose names must all differ from each other."""


class Fitting:
    """Clauses of a donor, on their way into a host.

    `host` is the game that takes them, with what they replace already taken out.
    """

    def __init__(self, host: GameGenome, donor: GameGenome, clauses: Any) -> None:
        self.host = host
        self.donor = donor
        self.clauses = clauses
        self.of_host = Anatomy(host)
        self.of_donor = Anatomy(donor)
        self.dependencies = dependencies_of(donor, clauses)
        brought = (clauses, *(part for _, part in self.dependencies.items()))
        self.deck = Deck(self.of_donor, self.of_host, brought)
        self.names = self._names()
        self._fitted: Dependencies | None = None

    # --- names --------------------------------------------------------------------------------

    def _names(self) -> dict[Mention, str]:
        taken = {kind: {part.name for part in declared(self.host, kind)} for kind in FIELDS}
        for mention in spoken_of(self.host, declared=True):
            if mention.kind in ("choice", "call", "phase", "tag"):
                taken.setdefault(mention.kind, set()).add(mention.name)
        shared = set(VOCABULARY) | {"pile"}
        for kind in _SHARED:
            shared |= taken.get(kind, set())
        names: dict[Mention, str] = {}
        for kind, part in self.dependencies.items():
            if kind == "zone" and part.name in taken["zone"]:
                continue
            used = shared if kind in _SHARED else taken.setdefault(kind, set())
            if self._is_there(kind, part):
                continue
            mention = Mention(kind, part.name)
            if mention not in names:
                free = f"other {part.name}" if kind == "pattern" else part.name
                names[mention] = _free(free if part.name in used else part.name, used)
                used.add(names[mention])
        for mention in sorted(set(spoken_of(self.clauses, declared=True))):
            if mention.kind in ("choice", "call", "phase") and mention not in names:
                used = shared if mention.kind == "choice" else taken.setdefault(mention.kind, set())
                names[mention] = _free(mention.name, used)
                used.add(names[mention])
        return names

    def _is_there(self, kind: str, part: Part) -> bool:
        """Whether the host has the very same thing."""
        return part in declared(self.host, kind)

    def _rename(self, mention: Mention) -> str:
        kind, name = mention
        if kind == "suit":
            return self.deck.suits.get(name, name)
        if kind == "rank":
            return self.deck.rank(name)
        if kind != PLAIN:
            return self.names.get(mention, name)
        for known in _SHARED:
            if Mention(known, name) in self.names:
                return self.names[Mention(known, name)]
        if name in self.deck.suits:
            return self.deck.suits[name]
        return self.deck.rank(name) if name in self.deck.ranks else name

    # --- clauses ------------------------------------------------------------------------------

    def clause(self, value: P) -> P:
        """A clause of the donor, or a list of them, as it stands in the host."""
        self.fitted()
        value = with_names(self.deck.fit(value), self._rename)
        value = with_labels(value, self.donor, self.host)
        return sized(value, self.of_donor.tricks, self.of_host.tricks)

    def fitted(self) -> Dependencies:
        """The declarations that come along, as they stand in the host."""
        if self._fitted is None:
            found: dict[str, list[Any]] = {field: [] for field in FIELDS.values()}
            for kind, part in self.dependencies.items():
                if Mention(kind, part.name) in self.names:
                    kept = self.deck.fit((part,))
                    new = with_labels(with_names(kept, self._rename), self.donor, self.host)
                    new = sized(new, self.of_donor.tricks, self.of_host.tricks)
                    found[FIELDS[kind]] += [self._labelled(kind, part, item) for item in new]
            self._fitted = Dependencies(**{field: tuple(items) for field, items in found.items()})
        return self._fitted

    def _labelled(self, kind: str, old: Any, new: Any) -> Any:
        """The part with a label that fits its cards and that nothing else of the host has."""
        if isinstance(new, NamedCards) and new.cards != old.cards:
            label = spoken(new.cards, self.host)
            if label:
                new = replace(new, label=label)
        if isinstance(new, PointTable) and not new.lines:
            new = replace(new, lines=with_names(old.lines, self._rename))
        label = getattr(new, "label", "")
        if label and any(label == part.label for part in declared(self.host, kind)):
            other = "other" if label.startswith("special ") else "special"
            new = replace(new, label=f"{other} {label}")
        return new

    def added(self, genome: GameGenome) -> GameGenome:
        """A game with the declarations that come along."""
        dependencies = self.fitted()
        changes: dict[str, Any] = {}
        for kind, field in FIELDS.items():
            items = getattr(dependencies, field)
            if items:
                changes[field] = (*declared(genome, kind), *items)
        return replace(genome, **changes) if changes else genome

    def rankings(self) -> tuple[CardRanking, ...]:
        """The donor's orders, for the cards of the host."""
        return self.orders(self.donor.rankings or ())

    def orders(self, rankings: tuple[CardRanking, ...]) -> tuple[CardRanking, ...]:
        """Orders of the donor's cards, for the cards of the host."""
        return tuple(with_names(self.deck.fit(ranking), self._rename) for ranking in rankings)

    @property
    def uses_modes(self) -> bool:
        return any(isinstance(part, SetMode) for _, part in walk(self.clauses))


def _free(name: str, taken: set[str]) -> str:
    if name not in taken:
        return name
    return next(f"{name}_{i}" for i in range(2, 10_000) if f"{name}_{i}" not in taken)


# --- sizes ----------------------------------------------------------------------------------------

_COUNTS = {"tricks", "tricks_played", "hand_size", "cards_dealt"}
_COMPARISONS = {"==", "!=", "<", "<=", ">", ">="}


def sized(value: P, old: int, new: int) -> P:
    """Numbers of tricks and of cards in hand, in proportion to the size of a hand."""
    if old == new or old <= 0 or new <= 0:
        return value

    def resized(part: Part) -> Part:
        match part:
            case CallChoice(type=ChoiceKind.NUMBER, low=low, high=high) if high == old:
                least = min(scaled(low, old, new), new) if isinstance(low, int) else low
                return replace(part, low=least, high=new)
            case Counter(high=high) if high == old:
                return replace(part, high=new)
        return part

    texts = with_expressions(value, lambda text: _expression(str(text), old, new))
    return transform(texts, resized)


def scaled(number: int, old: int, new: int) -> int:
    """The number that is to `new` what `number` is to `old`; small ones stay."""
    if abs(number) <= 1:
        return number
    return max(1, round(number * new / old)) if number > 0 else -max(1, round(-number * new / old))


@lru_cache(maxsize=2048)
def _expression(text: str, old: int, new: int) -> Expr:
    return Expr(print_node(_resized(parse(text), old, new)))


def _resized(node: Node, old: int, new: int) -> Node:
    match node:
        case Binary(operator, left, Number(number)) if operator in _COMPARISONS and _counts(left):
            return Binary(operator, left, Number(scaled(number, old, new)))
        case Binary(operator, left, right):
            return Binary(operator, _resized(left, old, new), _resized(right, old, new))
        case Call(function, arguments):
            return Call(function, tuple(_resized(inner, old, new) for inner in arguments))
    return node


def _counts(node: Node) -> bool:
    """Whether it is a number of tricks or of cards in hand."""
    match node:
        case Name(name) | Call(name, _):
            return name in _COUNTS
    return False
