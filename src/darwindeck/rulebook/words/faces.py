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
    meant = _meant(lexicon, cards)
    if None in meant.values():
        return None
    return [card for card in lexicon.cards if meant[card]]


def fits(lexicon: Lexicon, cards: CardCondition, card: Card) -> bool | None:
    """Whether a card of the deck is meant; None if that depends on the play."""
    return _meant(lexicon, cards)[card]


def _meant(lexicon: Lexicon, cards: CardCondition) -> dict[Card, bool | None]:
    """The same of each face: every selector is asked of all of them, and more than once."""
    known = lexicon.meant.get(cards)
    if known is None:
        known = lexicon.meant[cards] = _judged(lexicon, cards)
    return known


def _judged(lexicon: Lexicon, cards: CardCondition) -> dict[Card, bool | None]:
    faces = lexicon.faces
    if fields_set(cards) - _OF_THE_FACE:
        return dict.fromkeys(faces)
    named = lexicon.card_sets.get(cards.named) if cards.named is not None else None
    by_name = _meant(lexicon, named.cards) if named is not None else dict.fromkeys(faces)
    options = [_meant(lexicon, option) for option in cards.any_of]
    parts = [_meant(lexicon, part) for part in cards.all_of]
    other = _meant(lexicon, cards.not_) if cards.not_ is not None else None
    found: dict[Card, bool | None] = {}
    for card in faces:
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
            tests.append(by_name[card])
        if options:
            tests.append(_either([option[card] for option in options]))
        tests.extend(part[card] for part in parts)
        if other is not None:
            tests.append(None if other[card] is None else not other[card])
        found[card] = False if False in tests else (None if None in tests else True)
    return found


def _either(tests: Sequence[bool | None]) -> bool | None:
    if True in tests:
        return True
    return None if None in tests else False
