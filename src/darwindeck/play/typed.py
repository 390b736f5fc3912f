"""From what a player types to a move: cards and words as people write them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from string import digits

from darwindeck.cards import Rank, Suit
from darwindeck.english import singular
from darwindeck.simulation import Move
from darwindeck.simulation.labels import Labels

_SIGNS = str.maketrans({suit.symbol: f" {suit.value} " for suit in Suit})
_LITTLE_WORDS = {"of", "the", "with"}


class TypedMoves:
    """Understands what is typed at the table of one game.

    Words are brought to one form: "Ace of hearts", "A♥" and "ah" are all `a hearts`.
    """

    def __init__(self, labels: Labels) -> None:
        ranks = {str(card.printed_rank).lower() for card in labels.cards}
        self._forms: dict[str, list[str]] = {rank.word: [str(rank).lower()] for rank in Rank}
        self._forms |= {"t": ["10"], "nt": ["no", "trumps"]}
        for suit in labels.suits:
            name = labels.suit_name(suit).lower()
            letter = name[:1]
            self._forms |= {form: [name] for form in (singular(name), letter) if form not in ranks}
            for rank in (*ranks, "t"):
                pair = [*self._forms.get(rank, [rank]), name]
                for form in (f"{rank}{letter}", f"{letter}{rank}", f"{rank}{name}"):
                    self._forms.setdefault(form, pair)
        self._texts = dict(zip(labels.cards, labels.card_texts, strict=True))

    def meant(self, typed: str, moves: Sequence[Move]) -> list[Move]:
        """The moves that may be meant: those called exactly so, or else those with that card, or
        else those in whose names the words occur."""
        words = self._words(typed)
        for fits in (self._is_called, self._is_card, self._is_part):
            found = [move for move in moves if words and fits(words, move)]
            if found:
                return found
        return []

    def amount(self, typed: str, moves: Sequence[Move]) -> tuple[Move, int] | None:
        """The bet and the amount that are meant by "bet 40", "raise 40" or "raise by 40"."""
        *verbs, number = typed.lower().split() or [""]
        if not verbs or not re.fullmatch(r"[0-9]{1,9}", number):
            return None
        for move in moves:
            said = self._words(move.text)[:-1]
            if move.amounts is not None and verbs in (said, said[:1]):
                return move, int(number)
        return None

    def cards(self, typed: str, moves: Sequence[Move]) -> list[str]:
        """Several cards that are typed in a row, one by one; nothing if it is not that."""
        parts = typed.split(",") if "," in typed else typed.split()
        listed = [part.strip() for part in parts if part.strip()]
        known = all(
            not part.isdecimal() and any(self._is_card(self._words(part), move) for move in moves)
            for part in listed
        )
        return listed if known and len(listed) > 1 else []

    def _is_called(self, words: list[str], move: Move) -> bool:
        return words == self._words(move.text)

    def _is_card(self, words: list[str], move: Move) -> bool:
        """A rank and a suit in any order, with or without the verb: "play ace of hearts"."""
        if move.card is None:
            return False
        said = words[1:] if words[:1] == self._words(move.text)[:1] else words
        return Counter(said) == Counter(self._words(self._texts[move.card]))

    def _is_part(self, words: list[str], move: Move) -> bool:
        return not Counter(words) - Counter(self._words(move.text))

    def _words(self, text: str) -> list[str]:
        found = re.findall(r"[\w']+", text.lower().translate(_SIGNS))
        return [form for word in found if word not in _LITTLE_WORDS for form in self._form(word)]

    def _form(self, word: str) -> list[str]:
        """A word in its one form; a figure and letters are two: "3nt"."""
        letters = word.lstrip(digits)
        figure = word.removesuffix(letters)
        if word in self._forms or not figure or letters not in self._forms:
            return self._forms.get(word, [word])
        return [figure, *self._forms[letters]]
