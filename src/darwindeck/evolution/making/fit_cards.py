"""Orders, values and named cards that fit the pack."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from darwindeck.cards import Rank
from darwindeck.genome.decks import deck_cards
from darwindeck.genome.examples.common import ACE_HIGH
from darwindeck.genome.schema import (
    CallChoice,
    CardCondition,
    CardRanking,
    CardValue,
    ClaimPhase,
    GameGenome,
    HandEvaluation,
    Part,
    SuitOrder,
    TrickPhase,
)
from darwindeck.genome.survey import survey
from darwindeck.genome.tree import transform
from darwindeck.genome.validation.facts import Facts


def fit_cards(genome: GameGenome) -> GameGenome:
    """Orders and values that cover the deck, and no talk of cards that it has not got."""
    cards = deck_cards(genome)
    ranks = tuple(dict.fromkeys(card.rank for card in cards))
    suited = tuple(dict.fromkeys(card.rank for card in cards if card.suit))
    suits = tuple(dict.fromkeys(card.suit for card in cards if card.suit))
    if not ranks:
        return genome
    known = _Known(ranks, suits, suited)
    return _tables(transform(genome, known.fitted))


def _tables(genome: GameGenome) -> GameGenome:
    """Without lines whose cards are all worth something by earlier lines."""
    if not genome.point_tables:
        return genome
    masks = Facts(genome, survey(genome)).masks
    tables = []
    for table in genome.point_tables:
        taken = 0
        lines = []
        for line in table.lines:
            always, sometimes = masks.of(line.cards)
            if sometimes & ~taken:
                lines.append(line)
                taken |= always
        tables.append(
            table if len(lines) == len(table.lines) else replace(table, lines=tuple(lines))
        )
    if all(one is other for one, other in zip(tables, genome.point_tables, strict=True)):
        return genome
    return replace(genome, point_tables=tuple(tables))


class _Known:
    """The ranks and suits that the deck has."""

    def __init__(
        self, ranks: tuple[str, ...], suits: tuple[str, ...], suited: tuple[str, ...]
    ) -> None:
        self.ranks = ranks
        self.suits = suits
        self.suited = suited

    def fitted(self, part: Part) -> Part:
        match part:
            case CardCondition():
                return self.condition(part)
            case CardRanking():
                return self.ranking(part)
            case HandEvaluation():
                return self.evaluation(part)
            case CallChoice(suits=suits) if suits:
                kept = tuple(suit for suit in suits if suit in self.suits or suit == "none")
                return part if kept == suits else replace(part, suits=kept)
            case ClaimPhase():
                return self.claim(part)
            case TrickPhase():
                suit = self.suit(part.breaking_suit)
                return part if suit == part.breaking_suit else replace(part, breaking_suit=suit)
        return part

    def rank(self, rank: str | None) -> str | None:
        """The rank itself, or else the nearest that the deck has."""
        if rank is None or rank in self.ranks or not self.suited:
            return rank
        known = [other for other in self.suited if other in ACE_HIGH]
        if rank not in ACE_HIGH or not known:
            return self.suited[0]
        place = ACE_HIGH.index(Rank(rank))
        return min(known, key=lambda other: abs(ACE_HIGH.index(Rank(other)) - place))

    def suit(self, suit: str | None) -> str | None:
        if suit is None or suit in self.suits or not self.suits:
            return suit
        return self.suits[-1]

    def condition(self, part: CardCondition) -> CardCondition:
        changes: dict[str, Any] = {}
        for name in ("rank", "suit", "printed_suit"):
            old = getattr(part, name)
            new = self.rank(old) if name == "rank" else self.suit(old)
            if new != old:
                changes[name] = new
        for name, known in (("ranks", self.ranks), ("suits", self.suits)):
            many = getattr(part, name)
            kept = tuple(item for item in many if item in known)
            if many and kept != many:
                near = (self.rank(many[0]) if name == "ranks" else self.suit(many[0])) or many[0]
                changes[name] = kept or (near,)
        return replace(part, **changes) if changes else part

    def order(self, order: tuple[str, ...]) -> tuple[str, ...]:
        kept = tuple(dict.fromkeys(rank for rank in order if rank in self.ranks))
        return (*(rank for rank in self.suited if rank not in kept), *kept)

    def ranking(self, part: CardRanking) -> CardRanking:
        changes: dict[str, Any] = {}
        # Ranks that stand in no sequence stay outside.
        apart = set(part.plain) - set(part.sequence)
        for name in ("plain", "trump", "sequence"):
            old = getattr(part, name)
            if old or name == "plain":
                new = self.order(old)
                if name == "sequence":
                    new = tuple(rank for rank in new if rank not in apart)
                if new != old:
                    changes[name] = new
        if changes:
            part = replace(part, **changes)
        by_suit = tuple(line for line in map(self.suit_order, part.by_suit) if line.suits)
        if by_suit != part.by_suit:
            part = replace(part, by_suit=by_suit)
        orders = [part.trump or part.plain, *(line.trump or line.plain for line in by_suit)]
        promote = tuple(
            p
            if all(p.above in order for order in orders)
            else replace(p, above=part.trump[-1] if part.trump else part.plain[-1])
            for p in part.promote
        )
        return part if promote == part.promote else replace(part, promote=promote)

    def suit_order(self, line: SuitOrder) -> SuitOrder:
        return replace(
            line,
            suits=tuple(suit for suit in line.suits if suit in self.suits),
            plain=self.order(line.plain),
            trump=self.order(line.trump) if line.trump else (),
        )

    def evaluation(self, part: HandEvaluation) -> HandEvaluation:
        if not part.card_values:
            return part
        kept = tuple(value for value in part.card_values if value.rank in self.ranks)
        there = {value.rank for value in kept}
        kept += tuple(CardValue(rank, 10) for rank in self.ranks if rank not in there)
        return part if kept == part.card_values else replace(part, card_values=kept)

    def claim(self, part: ClaimPhase) -> ClaimPhase:
        start = self.rank(part.starting_rank) or part.starting_rank
        fixed = self.rank(part.fixed_rank)
        if (start, fixed) == (part.starting_rank, part.fixed_rank):
            return part
        return replace(part, starting_rank=start, fixed_rank=fixed)
