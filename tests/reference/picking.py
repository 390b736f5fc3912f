"""Picking a set of cards one by one (§P7.4, §P7.5, §6.59)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tests.reference.declaring import laid_out
from tests.reference.moves import DONE, Move
from tests.reference.rules import Rules
from tests.reference.state import Position


class Picking:
    """What sets of a pool are legal. Worked out once for a decision, kept while cards are
    picked."""

    __slots__ = ("least", "most", "pattern", "pool", "sets")

    def __init__(
        self,
        pool: list[int],
        least: int,
        most: int,
        sets: list[frozenset[int]] | None = None,
        pattern: bool = False,
    ) -> None:
        self.pool = pool
        self.least = least
        self.most = most
        self.sets = sets
        """The legal sets, if not every set of the right size is legal."""
        self.pattern = pattern
        """Whether a pattern has to be formed."""

    def is_legal(self, picked: list[int]) -> bool:
        """Whether the cards picked are a legal set (§P7.4)."""
        if not picked:
            return False
        if self.sets is not None:
            return frozenset(picked) in self.sets
        return self.least <= len(picked) <= self.most

    def addable(self, picked: list[int]) -> list[int]:
        """The cards that, with those picked before, are part of some legal set (§P7.5)."""
        if self.sets is not None:
            begun = frozenset(picked)
            further: set[int] = set()
            for cards in self.sets:
                if begun < cards:
                    further |= cards
            return [card for card in self.pool if card in further and card not in begun]
        if len(picked) >= self.most or len(self.pool) < self.least:
            return []
        return [card for card in self.pool if card not in picked]

    def possible(self) -> bool:
        """Whether any set is legal."""
        if self.sets is not None:
            return bool(self.sets)
        return len(self.pool) >= self.least and self.most > 0 and bool(self.pool)


def alike_once(position: Position, cards: Iterable[int]) -> list[int]:
    """Of cards with the same face only the first in the order of the deck, of those laid out and of
    the others (§P7.6, §6.59, §6.60)."""
    laid = laid_out(position)
    found: dict[tuple[tuple[str, str], bool], int] = {}
    for card in sorted(cards):
        found.setdefault((position.rules.deck.faces[card], card in laid), card)
    return sorted(found.values())


def pick_moves(position: Position, picking: Picking, picked: list[int]) -> list[Move]:
    """Every card that may be picked, and *done* if the cards picked are a legal set (§P7.5)."""
    moves = [Move("card", -1, card) for card in alike_once(position, picking.addable(picked))]
    if picking.is_legal(picked):
        moves.append(DONE)
    return moves


def has_twins(rules: Rules) -> bool:
    """Whether the deck has two cards of one face."""
    return len(set(rules.deck.faces)) < len(rules.deck.faces)


def pick(position: Position, picking: Picking, picked: list[int], card: int) -> bool:
    """Picks a card, and at once those that are forced (§6.59); says whether the set is complete
    (§P7.5)."""
    picked.append(card)
    further = picking.addable(picked)
    if (
        not picking.is_legal(picked)
        and not picking.pattern
        and not has_twins(position.rules)
        and len(further) == picking.least - len(picked)
    ):
        picked.extend(further)
        further = picking.addable(picked)
    return not further


def legal_sets(
    candidates: Iterable[frozenset[int]], fits: Callable[[frozenset[int]], bool]
) -> list[frozenset[int]]:
    """Those of some sets that fit."""
    return [cards for cards in candidates if fits(cards)]
