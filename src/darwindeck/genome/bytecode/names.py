"""Numbers for the names of a genome: bytecode holds no text."""

from __future__ import annotations

from collections.abc import Iterable

from darwindeck.cards import Suit
from darwindeck.genome.decks import deck_cards, deck_spec
from darwindeck.genome.expressions import Call as Asking
from darwindeck.genome.expressions import Name, Node
from darwindeck.genome.schema import Call, ChoiceKind, GameGenome, HandPattern, Phase
from darwindeck.genome.tree import walk

NO_SUIT = 254
WIN_TYPES = (
    "custom",
    "empty_hand",
    "high_score",
    "low_score",
    "first_to_score",
    "capture_all",
    "most_captured",
    "best_hand",
    "most_chips",
    "last_with_chips",
)
INTO = ("hand_score", "chips")
"""What scoring rules change besides counters, which are numbered after these."""


class Names:
    """The number of everything that a expanded genome names."""

    def __init__(self, genome: GameGenome) -> None:
        cards = deck_cards(genome)
        spec = deck_spec(genome)
        declared = {suit.name: suit.colour for suit in (spec.suits if spec else ())}
        suits = dict.fromkeys(str(card.suit) for card in cards if card.suit)
        colours = {name: declared.get(name) or _colour(name) for name in suits}
        self.colour_of_suit = [_index(colours.values())[colours[name]] for name in suits]
        found = [part for _, part in walk(genome)]
        phases = [part for part in found if isinstance(part, Phase)]
        calls = [part for part in found if isinstance(part, Call)]
        patterns = [part for part in found if isinstance(part, HandPattern)]
        self.tables: dict[str, dict[str, int]] = {
            "suit": {**_index(suits), "none": NO_SUIT},
            "rank": _index(str(card.rank) for card in cards),
            "colour": _index(colours.values()),
            "zone": _index(zone.name for zone in genome.zones or ()),
            "role": _index(role.name for role in genome.roles),
            "counter": _index(counter.name for counter in genome.counters),
            "let": _index(let.name for let in genome.lets),
            "card set": _index(named.name for named in genome.card_sets),
            "point table": _index(table.name for table in genome.point_tables or ()),
            "pattern": _index(pattern.name for pattern in genome.patterns),
            "tag": _index(tag for pattern in patterns for tag in pattern.tags),
            "value": _index(value.name for pattern in patterns for value in pattern.values),
            "mode": {"": 0, **_index((r.mode for r in genome.rankings or () if r.mode), 1)},
            "call": _index(call.name for call in calls),
            "choice": _index(choice.name for call in calls for choice in call.choices),
            "phase": {phase.name: i for i, phase in enumerate(phases) if phase.name},
            "win type": _index(WIN_TYPES),
            "into": _index([*INTO, *(counter.name for counter in genome.counters)]),
        }

        choices = [choice for call in calls for choice in call.choices]
        self.of_ranks = {choice.name for choice in choices if choice.type is ChoiceKind.RANK}
        self.words = {c.name: c.words for c in choices if c.type is ChoiceKind.WORD}

    def is_rank(self, node: Node | None) -> bool:
        """Whether an expression means a rank."""
        match node:
            case Asking("rank"):
                return True
            case Asking("if", (_, one, other)):
                return self.is_rank(one) or self.is_rank(other)
            case Asking("other", (same, *_)):
                return self.is_rank(same)
            case Name(name):
                return name in self.of_ranks or self.has("rank", name)
        return False

    def place_of_word(self, node: Node | None, word: str) -> int | None:
        """The place, from 0, of a word in the list that an expression names one of."""
        words = self.words.get(node.id, ()) if isinstance(node, Name) else ()
        known = any(self.has(kind, word) for kind in ("counter", "let", "choice"))
        return words.index(word) if word in words and not known else None

    def number(self, kind: str, name: str) -> int:
        return self.tables[kind][str(name)]

    def has(self, kind: str, name: str) -> bool:
        return name in self.tables[kind]


def _index(names: Iterable[str], first: int = 0) -> dict[str, int]:
    return {name: i for i, name in enumerate(dict.fromkeys(names), first)}


def _colour(suit: str) -> str:
    return str(Suit(suit).colour) if suit in Suit._value2member_map_ else ""
