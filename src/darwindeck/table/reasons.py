"""Why a card may not be played, in a sentence, from the line of the rules that binds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from darwindeck.genome.schema import (
    Attribute,
    CardCondition,
    CardRule,
    ChoicePhase,
    DiscardPhase,
    MeldPhase,
    Phase,
    PlayPhase,
    Reference,
    TrickPhase,
)
from darwindeck.rulebook.words import Words
from darwindeck.rulebook.words.cards import REFERENCE_WORDS
from darwindeck.simulation.labels import Labels
from darwindeck.simulation.table import Table

_FOLLOW = CardCondition(same=(Attribute.SUIT,), of=Reference.LED)
_UNBROKEN = "not broken"
_SUIT_LED = "of the suit led"


class Reasons:
    """Says why moves of one game are not open."""

    def __init__(self, labels: Labels) -> None:
        self.labels = labels
        self._words = Words(labels.genome)

    def of(self, table: Table) -> list[str]:
        """What keeps the player who is to play a card from some of them, most binding first."""
        said = [
            self._line(table, self.labels.phases[number], bar, line)
            for number, bar, line in table.position.reasons()
        ]
        if not said and table.phase is not None:
            said = list(self._otherwise(table.phase))
        return list(dict.fromkeys(reversed(said)))

    def _line(self, table: Table, phase: Phase, bar: str, line: int) -> str:
        if bar == "playable":
            return self._playable(table, phase)
        rule: CardRule = getattr(phase, bar)[line]
        verb = "lead" if bar == "lead" else "play"
        if isinstance(phase, TrickPhase):
            if rule.cards == _FOLLOW:
                return f"You must follow {self._suit_led(table)}."
            if rule.when == _UNBROKEN and rule.cards.not_ is not None:
                may_not = self._words.cards.all(rule.cards.not_)
                done = "led" if bar == "lead" else "played"
                return f"{_capital(may_not)} may not be {done} before they are broken."
            if rule.cards.beats is Reference.WINNER and self._plain_beats(rule.cards):
                return f"You must follow {self._suit_led(table)} and beat {self._winning(table)}."
        return self._named(table, f"You must {verb} {self._words.cards.one(rule.cards)}.")

    def _plain_beats(self, cards: CardCondition) -> bool:
        return replace(cards, beats=None) == _FOLLOW

    def _playable(self, table: Table, phase: Phase) -> str:
        cards: CardCondition | None = None
        if isinstance(phase, TrickPhase):
            cards = phase.playable
        elif isinstance(phase, PlayPhase):
            more = tuple(rule.cards for rule in phase.allowed if rule.when == "true")
            cards = phase.valid_play_condition
            if more and cards is not None:
                cards = CardCondition(any_of=(cards, *more))
        cards = self._spelt_out(cards)
        return self._named(table, f"You may only play {self._words.cards.one(cards)} now.")

    def _spelt_out(self, cards: CardCondition | None) -> CardCondition | None:
        """What a set of cards is, rather than what it is called."""
        if cards is None or not cards.named or cards != CardCondition(named=cards.named):
            return cards
        sets = self.labels.genome.card_sets or ()
        return next((found.cards for found in sets if found.name == cards.named), cards)

    def _otherwise(self, phase: Phase) -> Iterator[str]:
        """What can be said of phases that have no duties."""
        match phase:
            case ChoicePhase():
                for option in phase.options:
                    yield from self._otherwise(option)
            case DiscardPhase(cards=CardCondition() as cards):
                yield f"You may only put aside {self._words.cards.one(cards)}."
            case MeldPhase():
                yield "It fits no combination that can be laid now."

    # --- cards of the moment ---------------------------------------------------------------------

    def _named(self, table: Table, text: str) -> str:
        """A sentence in which what is compared with is named, where it lies on the table."""
        if table.trick:
            text = text.replace(_SUIT_LED, f"{_SUIT_LED} ({self._suit_led(table)})")
            text = text.replace(REFERENCE_WORDS[Reference.WINNER], self._winning(table))
        return text

    def _suit_led(self, table: Table) -> str:
        suit, _ = table.position.card_orders()[table.trick[0][1]]
        return self.labels.suit(suit) if suit < len(self.labels.suits) else "suit"

    def _winning(self, table: Table) -> str:
        winner = table.numbers["winner"]
        played = dict(table.trick)
        card = played.get(winner)
        return "the best card so far" if card is None else self.labels.card_texts[card]


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
