"""Judges single cards by a ranking, for tables and worked examples."""

from __future__ import annotations

from dataclasses import dataclass, replace

from darwindeck.cards import Card, Suit
from darwindeck.genome.conditions import CardContext, card_matches
from darwindeck.genome.schema import Attribute, CardCondition, Reference
from darwindeck.rulebook.words import Words


@dataclass(frozen=True)
class Situation:
    """A trick in play: the card led and the one that is winning."""

    led: Card | None = None
    winner: Card | None = None


class Judge:
    """Trumps, strength and conditions of cards, given a mode and a trump suit."""

    def __init__(self, words: Words, trump: Suit | str | None, mode: str = "") -> None:
        self.words = words
        self.context = CardContext.of(words.genome, mode=mode, trump=trump)
        self.trump = self.context.trump
        self.ranking = self.context.ranking

    def is_trump(self, card: Card) -> bool:
        return self.trump is not None and self.context.suit(card) == self.trump

    def strength(self, card: Card) -> tuple[int, float]:
        """Higher beats lower among cards that compare."""
        order: tuple[str, ...] = self.ranking.plain
        if not self.is_trump(card):
            return 0, float(order.index(card.rank)) if card.rank in order else -1.0
        order = self.ranking.trump or self.ranking.plain
        if card.suit != self.trump:
            for place, promotion in enumerate(self.ranking.promote):
                if card_matches(card, promotion.cards, self.context):
                    above = order.index(promotion.above) if promotion.above in order else -1
                    return 1, above + 0.5 + place / 100
        return 1, float(order.index(card.rank)) if card.rank in order else -1.0

    def beats(self, card: Card, other: Card) -> bool:
        """Whether the card, played later, beats the one that is winning."""
        if self.ranking.across_suits:
            return self.strength(card)[1] > self.strength(other)[1]
        if self.context.suit(card) != self.context.suit(other):
            return self.is_trump(card)
        return self.strength(card) > self.strength(other)

    def fits(self, cards: CardCondition, card: Card, now: Situation) -> bool | None:
        """Whether the card is one of these; None if that cannot be told here."""
        face = replace(
            cards, same=(), of=None, beats=None, any_of=(), all_of=(), not_=None, named=None
        )
        try:
            tests: list[bool | None] = [card_matches(card, face, self.context)]
        except (ValueError, KeyError):
            tests = [None]
        tests.append(self._relation(cards, card, now))
        if cards.named is not None:
            named = self.context.card_sets.get(cards.named)
            tests.append(self.fits(named, card, now) if named is not None else None)
        if cards.any_of:
            inner = [self.fits(option, card, now) for option in cards.any_of]
            tests.append(True if True in inner else (None if None in inner else False))
        tests.extend(self.fits(part, card, now) for part in cards.all_of)
        if cards.not_ is not None:
            inside = self.fits(cards.not_, card, now)
            tests.append(None if inside is None else not inside)
        if False in tests:
            return False
        return None if None in tests else True

    def _relation(self, cards: CardCondition, card: Card, now: Situation) -> bool | None:
        if cards.beats is not None:
            if cards.beats is not Reference.WINNER or now.winner is None:
                return None
            if not self.beats(card, now.winner):
                return False
        if not cards.same:
            return True
        reference = {Reference.LED: now.led, Reference.WINNER: now.winner}.get(
            cards.of or Reference.TOP
        )
        if reference is None:
            return None
        return all(
            self._attribute(card, what) == self._attribute(reference, what) for what in cards.same
        )

    def _attribute(self, card: Card, what: Attribute) -> str:
        if what is Attribute.SUIT:
            return self.context.suit(card)
        if what is Attribute.RANK:
            return card.rank
        return self.context.colours.get(card.suit, "")


def sample_judge(words: Words, trump: Suit | str | None = None) -> Judge:
    """A judge for examples: in the mode that has trumps, with one suit as trumps."""
    rankings = words.genome.rankings or ()
    mode = next((r.mode for r in rankings if r.trump or r.promote), "")
    if not mode and rankings:
        mode = rankings[0].mode
    if trump is None and words.lexicon.has_trumps:
        trump = words.lexicon.fixed_trump or sample_trump(words)
    return Judge(words, trump, mode)


def sample_trump(words: Words) -> Suit | str | None:
    suits = words.lexicon.suits
    return Suit.HEARTS if Suit.HEARTS in suits else (suits[0] if suits else None)
