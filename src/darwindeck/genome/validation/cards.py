"""Which cards of a deck a condition may choose, worked out before any play, as bits."""

from __future__ import annotations

from dataclasses import fields

from darwindeck.cards import Card
from darwindeck.genome.schema.genome import GameGenome
from darwindeck.genome.schema.selectors import CardCondition

Bounds = tuple[int, int]
"""The cards that a condition always chooses, and those that it may choose, as bits."""

MAX_CHAIN = 12


class CardMasks:
    """The faces of one deck and what conditions choose among them."""

    def __init__(
        self, genome: GameGenome, cards: tuple[Card, ...], colours: dict[str, str]
    ) -> None:
        self.faces = tuple(dict.fromkeys(cards))
        self.every = (1 << len(self.faces)) - 1
        self.suits: dict[str, int] = {}
        self.ranks: dict[str, int] = {}
        self.colours: dict[str, int] = {}
        for index, card in enumerate(self.faces):
            bit = 1 << index
            self.suits[card.suit] = self.suits.get(card.suit, 0) | bit
            self.ranks[card.rank] = self.ranks.get(card.rank, 0) | bit
            colour = colours.get(str(card.suit), "")
            self.colours[colour] = self.colours.get(colour, 0) | bit
        self.sets = {named.name: named.cards for named in genome.card_sets}
        self.known: dict[str, Bounds] = {}
        self.promoted = 0
        promotions = [p.cards for ranking in genome.rankings or () for p in ranking.promote]
        for condition in promotions:
            self.promoted |= self.of(condition)[1]

    def of(self, condition: CardCondition, depth: int = 0) -> Bounds:
        """What a condition chooses at least and at most, whatever happens in the game."""
        always = sometimes = self.every
        for low, high in self._parts(condition, depth):
            always &= low
            sometimes &= high
        return always, sometimes

    def _parts(self, condition: CardCondition, depth: int) -> list[Bounds]:
        found: list[Bounds] = []
        values = condition.__dict__
        if values["suit"] is not None:
            found.append(self._suit(condition.suit or ""))
        if values["rank"] is not None:
            found.append(self._fixed(self.ranks.get(condition.rank or "", 0)))
        if values["suits"]:
            found.append(_union([self._suit(suit) for suit in condition.suits]))
        if values["ranks"]:
            mask = 0
            for rank in condition.ranks:
                mask |= self.ranks.get(rank, 0)
            found.append(self._fixed(mask))
        if values["colour"] is not None:
            found.append(self._fixed(self.colours.get(condition.colour or "", 0)))
        if values["printed_suit"] is not None:
            found.append(self._fixed(self.suits.get(condition.printed_suit or "", 0)))
        if values["named"] is not None:
            found.append(self.named(condition.named or "", depth))
        if values["any_of"]:
            found.append(_union([self._below(part, depth) for part in condition.any_of]))
        for part in values["all_of"]:
            found.append(self._below(part, depth))
        if condition.not_ is not None:
            low, high = self._below(condition.not_, depth)
            found.append((self.every & ~high, self.every & ~low))
        if self._depends(condition):
            found.append((0, self.every))
        return found

    def _below(self, condition: CardCondition, depth: int) -> Bounds:
        return self.of(condition, depth + 1)

    def _fixed(self, mask: int) -> Bounds:
        return mask, mask

    def _suit(self, suit: str) -> Bounds:
        """A promoted card may count as another suit, or as this one."""
        mask = self.suits.get(suit, 0)
        return mask & ~self.promoted, mask | self.promoted

    def named(self, name: str, depth: int = 0) -> Bounds:
        """What a named card set holds at least and at most."""
        if name not in self.known:
            if name not in self.sets or depth > MAX_CHAIN:
                return 0, self.every
            # a set that is defined by itself finds this, and stops
            self.known[name] = (0, self.every)
            self.known[name] = self.of(self.sets[name], depth + 1)
        return self.known[name]

    @staticmethod
    def _depends(condition: CardCondition) -> bool:
        """Whether the condition also asks something that only play decides."""
        values = condition.__dict__
        return any(values[name] not in (None, ()) for name in _DECIDED_IN_PLAY)


_DECIDED_BY_THE_DECK = {
    "suit",
    "rank",
    "suits",
    "ranks",
    "colour",
    "named",
    "printed_suit",
    "any_of",
    "all_of",
    "not_",
}
_DECIDED_IN_PLAY = tuple(
    field.name for field in fields(CardCondition) if field.name not in _DECIDED_BY_THE_DECK
)


def _union(bounds: list[Bounds]) -> Bounds:
    low = high = 0
    for one, other in bounds:
        low |= one
        high |= other
    return low, high
