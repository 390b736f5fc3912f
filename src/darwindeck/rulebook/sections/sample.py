"""The game as it could stand in the middle of a hand, for tables and worked examples.

What cards count as, which of them may be played and which one wins, the core says, as in play.
"""

from __future__ import annotations

from collections.abc import Sequence

from darwindeck.cards import Card, Suit
from darwindeck.genome.conditions import CardContext, card_matches
from darwindeck.genome.problems import GenomeError
from darwindeck.genome.schema import CardCondition, SetTrump, TrickPhase
from darwindeck.rulebook.words import Words

NONE = 255
"""The number of no suit."""


class Sample:
    """A hand in a mode and with a trump suit. It raises `GenomeError` of rules nobody can play."""

    def __init__(self, words: Words, trump: Suit | str | None, mode: str = "") -> None:
        self.words = words
        self.context = CardContext.of(words.genome, mode=mode, trump=trump)
        self.trump = self.context.trump
        self.ranking = self.context.ranking
        self._game = words.lexicon.played
        numbers = self._game.labels.numbers
        self._suits = numbers["suit"]
        self._mode = numbers["mode"].get(mode, 0)
        self._trump = NONE if self.trump is None else self._suits.get(self.trump, NONE)
        self._number: dict[Card, int] = {}
        for number, card in enumerate(self._game.cards):
            self._number.setdefault(card, number)
        self._order = self._game.core.card_order(self._mode, self._trump)

    def counts_as(self, card: Card, suit: Suit | str) -> bool:
        """Whether the card is one of a suit."""
        return self._order[self._number[card]][0] == self._suits[suit]

    def is_trump(self, card: Card) -> bool:
        if self.trump is None:
            # Trumps without a trump suit are of one that comes after those of the deck.
            return self._order[self._number[card]][0] == len(self.words.lexicon.suits)
        return self.counts_as(card, self.trump)

    def height(self, card: Card) -> int:
        """Higher beats lower among cards of one suit."""
        return self._order[self._number[card]][1]

    def winner(self, phase: TrickPhase, played: Sequence[Card]) -> Card | None:
        """The card that wins a trick to which each player plays their only card."""
        found = self._trick(phase, [[card] for card in played], played)
        return None if found is None or found[1] is None else played[found[1]]

    def playable(
        self, phase: TrickPhase, played: Sequence[Card], hand: Sequence[Card]
    ) -> list[Card] | None:
        """What may be played from a hand once these cards lie in the trick."""
        hands = [*([card] for card in played), hand]
        found = self._trick(phase, hands, [*played, hand[0]])
        if found is None:
            return None
        return [card for card in hand if self._number[card] in found[0][-1]]

    def _trick(
        self, phase: TrickPhase, hands: Sequence[Sequence[Card]], played: Sequence[Card]
    ) -> tuple[list[bytes], int | None] | None:
        number = self._phase_number(phase)
        if number is None or len(hands) > self._game.player_count:
            return None
        numbers = [[self._number[card] for card in hand] for hand in hands]
        with self._game.guarded():
            return self._game.core.try_trick(
                number, self._mode, self._trump, numbers, [self._number[card] for card in played]
            )

    def _phase_number(self, phase: TrickPhase) -> int | None:
        """The number of a phase of the genome among those that the core plays."""
        written = [part for _, part in self.words.lexicon.all_parts if isinstance(part, TrickPhase)]
        phases = enumerate(self._game.labels.phases)
        known = [number for number, part in phases if isinstance(part, TrickPhase)]
        return known[written.index(phase)] if len(known) == len(written) else None


def sample_hand(words: Words) -> Sample | None:
    """A hand in the mode that has trumps, with one suit as trumps; None if nobody can play it."""
    try:
        return Sample(words, *_sample_terms(words))
    except GenomeError:
        return None


def sample_context(words: Words) -> CardContext:
    """What cards count as in such a hand."""
    trump, mode = _sample_terms(words)
    return CardContext.of(words.genome, mode=mode, trump=trump)


def _sample_terms(words: Words) -> tuple[Suit | str | None, str]:
    """The trumps and the mode of examples."""
    rankings = words.genome.rankings or ()
    mode = next((r.mode for r in rankings if r.trump or r.promote), "")
    if not mode and rankings:
        mode = rankings[0].mode
    if not words.lexicon.has_trumps:
        return None, mode
    return words.lexicon.fixed_trump or sample_trump(words), mode


def fits(card: Card, cards: CardCondition, context: CardContext) -> bool:
    """Whether the card is one of these, whatever has been played."""
    try:
        return card_matches(card, cards, context)
    except (ValueError, KeyError):
        return False


def sample_trump(words: Words) -> Suit | str | None:
    """The suit that examples take for trumps: the one that is trumps unless a call changes it."""
    suits = words.lexicon.suits
    usual = [a.suit for a in words.genome.setup.after_deal if isinstance(a, SetTrump)]
    for name in usual:
        found = next((suit for suit in suits if str(suit) == str(name)), None)
        if found is not None:
            return found
    # Best one beside which a card of another suit that is always a trump stands out.
    own = {
        promotion.cards.suit or promotion.cards.printed_suit
        for ranking in words.genome.rankings or ()
        for promotion in ranking.promote
        if promotion.cards.rank is not None
    }
    free = [suit for suit in suits if str(suit) not in {str(suit) for suit in own}] or list(suits)
    return Suit.HEARTS if Suit.HEARTS in free else (free[0] if free else None)
