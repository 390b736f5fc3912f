"""Which cards of a deck a selector means, as far as their faces decide it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from darwindeck.cards import Card
from darwindeck.genome.schema import CardCondition

if TYPE_CHECKING:
    from darwindeck.rulebook.words.lexicon import Lexicon

_OF_THE_FACE = set("suit rank suits ranks colour printed_suit named any_of all_of not_".split())


def fields_set(cards: CardCondition) -> set[str]:
    """The names of the fields that a selector gives."""
    return {name for name, value in vars(cards).items() if value is not None and value != ()}


def only(cards: CardCondition, *names: str) -> bool:
    """Whether a selector gives no other fields than these."""
    return fields_set(cards) <= set(names)


def matching(lexicon: Lexicon, cards: CardCondition) -> list[Card] | None:
    """The cards of the deck that are meant, copies included; None if it depends on the play."""
    found = []
    for card in lexicon.cards:
        meant = fits(lexicon, cards, card)
        if meant is None:
            return None
        if meant:
            found.append(card)
    return found


def fits(lexicon: Lexicon, cards: CardCondition, card: Card) -> bool | None:
    """Whether the card is meant; None if that depends on the play."""
    if fields_set(cards) - _OF_THE_FACE:
        return None
    tests: list[bool | None] = []
    if cards.suit is not None:
        tests.append(card.suit == cards.suit)
    if cards.rank is not None:
        tests.append(card.rank == cards.rank)
    if cards.printed_suit is not None:
        tests.append(card.suit == cards.printed_suit)
    if cards.suits:
        tests.append(card.suit in cards.suits)
    if cards.ranks:
        tests.append(card.rank in cards.ranks)
    if cards.colour is not None:
        tests.append(bool(card.suit) and lexicon.colour_of(card.suit) == cards.colour)
    if cards.named is not None:
        named = lexicon.card_sets.get(cards.named)
        tests.append(fits(lexicon, named.cards, card) if named else None)
    if cards.any_of:
        tests.append(_either([fits(lexicon, option, card) for option in cards.any_of]))
    tests.extend(fits(lexicon, part, card) for part in cards.all_of)
    if cards.not_ is not None:
        inner = fits(lexicon, cards.not_, card)
        tests.append(None if inner is None else not inner)
    if any(test is False for test in tests):
        return False
    return None if None in tests else True


def _either(tests: Sequence[bool | None]) -> bool | None:
    if any(test is True for test in tests):
        return True
    return None if None in tests else False
