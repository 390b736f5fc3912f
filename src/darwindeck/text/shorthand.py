"""Seats, cards and moves in shorthand, from the labels of the genome alone.

A move in shorthand means one move among those that are legal at its moment: `8` is a bid of eight
where that is the only eight, `AH` the ace of hearts, `-` a pass, `t=H` hearts as trumps. What has
no short form is its own words with hyphens: `ask-East-for-queens`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from darwindeck.cards import Rank, Suit
from darwindeck.genome.schema import Call, CallChoice, CallPhase, ChoiceKind, ChoicePhase, SetTrump
from darwindeck.simulation.game import Game
from darwindeck.simulation.labels import NO_CARD, Labels
from darwindeck.simulation.moves import NO_OPTION, Move, MoveKind, fields_of, meant
from darwindeck.simulation.state import State
from darwindeck.simulation.table import Table

PASS = "-"
DONE = "."

_LETTERS = str.maketrans({suit.symbol: suit.value[0].upper() for suit in Suit})
_NO_TRUMPS = "NT"
_OTHER = re.compile(r"[^\w#+/']+")
"""What never stands in shorthand: spaces, colons, semicolons and other signs."""


def seat_shorts(game: Game) -> tuple[str, ...]:
    """The seats in shorthand: `N`, `1`; letters where they tell all seats apart."""
    words = [name.split()[-1] for name in game.seats]
    letters = [word[0].upper() for word in words]
    return tuple(letters if len(set(letters)) == len(letters) else map(str, range(len(words))))


def card_shorts(labels: Labels) -> tuple[str, ...]:
    """Every card of the game in shorthand: `AH`, `red-7`; the second of equal cards is `AH/2`."""
    seen = Counter[str]()
    shorts = []
    for text in labels.card_texts:
        short = slug(text)
        seen[short] += 1
        shorts.append(short if seen[short] == 1 else f"{short}/{seen[short]}")
    return tuple(shorts)


def move_shorts(state: State, seat: int) -> dict[str, Move]:
    """What a seat may do now, by its shorthand; every move has one of its own."""
    moves = state.legal_moves(seat)
    writer = _Writer(Table(state.game.labels, state.position), seat)
    shorts = [writer.short(move) for move in moves]
    plain = [slug(move.text) for move in moves]
    often = Counter(shorts)
    shorts = [
        text if often[short] > 1 else short for short, text in zip(shorts, plain, strict=True)
    ]
    return dict(zip(_told_apart(shorts), moves, strict=True))


def short_of(state: State, seat: int, code: int) -> str:
    """The shorthand of a move that a seat may make now, bets of any amount included."""
    shorts = move_shorts(state, seat)
    for short, move in shorts.items():
        if move.code == code:
            return short
    found = meant(shorts.values(), code)
    assert found is not None, "the move may be made"
    return slug(found.text)


def meant_by(state: State, seat: int, short: str) -> Move | None:
    """The move that a shorthand means, if a seat may make one of that name now."""
    shorts = move_shorts(state, seat)
    if short in shorts:
        return shorts[short]
    verb, _, number = short.rpartition("-")
    for move in shorts.values():
        words = move.text.rpartition(" ")[0]
        if move.amounts is not None and slug(words) == verb:
            return move.named(f"{words} {number}")
    return None


def _told_apart(shorts: list[str]) -> list[str]:
    """Shorthands made different from each other by numbers."""
    while len(set(shorts)) < len(shorts):
        often, seen = Counter(shorts), Counter[str]()
        for index, short in enumerate(shorts):
            if often[short] > 1:
                seen[short] += 1
                shorts[index] = f"{short}#{seen[short]}"
    return shorts


def slug(text: str) -> str:
    """Any words as one word of shorthand."""
    return _OTHER.sub("-", text.translate(_LETTERS)).strip("-") or "move"


class _Writer:
    """Writes the moves of one decision."""

    def __init__(self, table: Table, seat: int) -> None:
        self.table = table
        self.labels = table.labels
        self.actor = table.acting(seat)

    def short(self, move: Move) -> str:
        parts = fields_of(move.code)
        match parts.kind:
            case MoveKind.CARD if parts.card != NO_CARD:
                return slug(self.labels.card_texts[parts.card])
            case MoveKind.DONE:
                return DONE
            case MoveKind.PASS:
                return PASS
            case MoveKind.CALL:
                return self._call(move, parts.option, parts.a)
        return slug(move.text)

    def _call(self, move: Move, option: int, number: int) -> str:
        phase = self.table.phase
        if isinstance(phase, ChoicePhase) and option != NO_OPTION:
            phase = phase.options[option]
        if not isinstance(phase, CallPhase):
            return slug(move.text)
        call = phase.calls[number]
        if call.is_pass and not call.choices:
            return PASS
        values = self.table.position.call_values(self.actor, move.code)
        named = [
            self._value(choice, value)
            for choice, (_, value) in zip(call.choices, values, strict=True)
        ]
        if not named:
            return slug(move.text)
        return f"t={''.join(named)}" if _names_trumps(call) else "".join(named)

    def _value(self, choice: CallChoice, value: int) -> str:
        match choice.type:
            case ChoiceKind.NUMBER:
                return str(value)
            case ChoiceKind.SUIT if not 0 <= value < len(self.labels.suits):
                return _NO_TRUMPS
            case ChoiceKind.SUIT:
                suit = self.labels.suits[value]
                known = suit in Suit._value2member_map_
                return Suit(suit).value[0].upper() if known else slug(self.labels.suit(value))
            case ChoiceKind.RANK:
                rank = self.labels.ranks[value]
                known = rank in Rank._value2member_map_
                return f"{rank}s" if known else slug(self.labels.rank(value))
            case ChoiceKind.SEAT:
                return f"{slug(self.labels.seat(value))}/"
            case ChoiceKind.WORD:
                return slug(choice.words[value])


def _names_trumps(call: Call) -> bool:
    """Whether a call does nothing but name the trumps."""
    suits = len(call.choices) == 1 and call.choices[0].type is ChoiceKind.SUIT
    return suits and any(isinstance(action, SetTrump) for action in call.do)


def numbered_cards(labels: Labels, shorts: Sequence[str]) -> list[int]:
    """The numbers of cards in shorthand; `ValueError` names the first that is none."""
    numbers = {short: number for number, short in enumerate(card_shorts(labels))}
    for short in shorts:
        if short not in numbers:
            raise ValueError(f"{short[:40]!r} is no card of this game")
    return [numbers[short] for short in shorts]
