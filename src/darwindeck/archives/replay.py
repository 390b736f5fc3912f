"""Recorded hands put to the engine, for any game.

A record of real play holds moves that the rules forbid and leaves out decisions in which nothing
was done. So the engine *follows* a list of steps: a legal step is made; a card that its player
holds is played although a duty forbids it; anything else is refused and left out. Decisions that
the steps do not mention are declined. Only what came of it is reported: no state leaves the core.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

from darwindeck._core import replay_hand
from darwindeck.cards import Card
from darwindeck.genome.bytecode.names import Names
from darwindeck.genome.schema import GameGenome
from darwindeck.simulation import Game

MOST_OBJECTS = 4_096


class Deed(IntEnum):
    """What a step does. The numbers are those of the core."""

    DECLINE = 0
    CALL = 1
    CARD = 2
    DECLARE = 3


class StepVerdict(IntEnum):
    """What the rules say to a step. The numbers are those of the core."""

    LEGAL = 0
    FORCED = 1
    """A card that its player held and should not have played."""
    REFUSED = 2


_VERDICTS = tuple(StepVerdict)


class ReplayStep(NamedTuple):
    """One step of a record, in the numbers of a game; `Follower` makes them."""

    seat: int
    deed: Deed
    number: int = 0
    value: int = -1


class Declared(NamedTuple):
    """A combination that was declared."""

    seat: int
    pattern: str
    cards: tuple[Card, ...]
    counts: bool


@dataclass(frozen=True)
class Replay:
    """What came of a record."""

    verdicts: tuple[StepVerdict, ...]
    declined: tuple[int, ...]
    """How many decisions were declined before each step."""
    asked: tuple[int, ...]
    """The number of the phase in which each step was to be decided; see `Follower.phase_name`."""
    winners: tuple[int, ...]
    """Who won each trick."""
    thrown_in: bool
    hand_over: bool
    over: bool
    """Whether the match is over, or the hand, if it was a single one."""
    dealer: int
    mode: str
    trump: str | None
    roles: dict[str, int | None]
    counters: dict[str, tuple[int, ...]]
    lets: dict[str, tuple[int, ...]]
    """What each named quantity of the genome comes to, for the table, or for each seat or side."""
    declared: tuple[Declared, ...]
    side_hand_scores: tuple[int, ...]
    conserved: bool
    """Whether every card lies in exactly one place at the end."""


class Follower:
    """A game that records can be put to."""

    def __init__(self, genome: GameGenome) -> None:
        self.game = Game(genome)
        names = Names(self.game.labels.genome)
        self._number_of_card: dict[Card, int] = {}
        for number, card in enumerate(self.game.cards):
            self._number_of_card.setdefault(card, number)
        # Readers give the same objects again and again; to hash a card takes longer. Each object is
        # kept, so that its identity stays its own.
        self._objects: dict[int, tuple[int, Card]] = {}
        self._calls = names.tables["call"]
        self._patterns = names.tables["pattern"]
        self._suits = names.tables["suit"]
        self._names = {
            kind: tuple(names.tables[kind])
            for kind in ("pattern", "mode", "role", "counter", "let")
        }
        self._phases = tuple(phase.name for phase in self.game.labels.phases)

    def _number(self, card: Card) -> int:
        known = self._objects.get(id(card))
        if known is not None:
            return known[0]
        number = self._number_of_card[card]
        if len(self._objects) < MOST_OBJECTS:
            self._objects[id(card)] = number, card
        return number

    def phase_name(self, number: int) -> str:
        """The name of a phase; empty for none."""
        return self._phases[number] if number < len(self._phases) else ""

    def decline(self, seat: int) -> ReplayStep:
        return ReplayStep(seat, Deed.DECLINE)

    def call(self, seat: int, name: str, suit: str | None = None) -> ReplayStep:
        """A call by its name in the genome, with the suit that it names."""
        value = -1 if suit is None else self._suits[suit]
        return ReplayStep(seat, Deed.CALL, self._calls[name], value)

    def card(self, seat: int, card: Card) -> ReplayStep:
        return ReplayStep(seat, Deed.CARD, self._number(card))

    def declare(self, seat: int, pattern: str, cards: Iterable[Card] = ()) -> ReplayStep:
        """A combination of a pattern, known by its cards if they are given."""
        lowest = min(map(self._number, cards), default=-1)
        return ReplayStep(seat, Deed.DECLARE, self._patterns[pattern], lowest)

    def follow(
        self,
        steps: Sequence[ReplayStep],
        *,
        deck: Sequence[Card],
        dealer: int,
        scores: Sequence[int],
        single_hand: bool = True,
    ) -> Replay:
        """Follows a hand; `deck` is in the order in which it is dealt, the first card first."""
        with self.game.guarded():
            found = replay_hand(
                self.game.core,
                deck=[self._number(card) for card in reversed(deck)],
                dealer=dealer,
                scores=list(scores),
                steps=list(steps),
                single_hand=single_hand,
            )
        labels, cards = self.game.labels, self.game.cards
        trump = found["trump"]
        return Replay(
            verdicts=tuple([_VERDICTS[verdict] for verdict in found["verdicts"]]),
            declined=tuple(found["declined"]),
            asked=tuple([phase for phase, _, _ in found["asked"]]),
            winners=tuple(found["winners"]),
            thrown_in=found["thrown_in"],
            hand_over=found["hand_over"],
            over=found["over"],
            dealer=found["dealer"],
            mode=self._names["mode"][found["mode"]],
            trump=labels.suits[trump] if trump < len(labels.suits) else None,
            roles={
                name: seat if seat >= 0 else None
                for name, seat in zip(self._names["role"], found["roles"], strict=True)
            },
            counters={
                name: tuple(values)
                for name, values in zip(self._names["counter"], found["counters"], strict=True)
            },
            lets={
                name: tuple(values)
                for name, values in zip(self._names["let"], found["lets"], strict=True)
            },
            declared=tuple(
                Declared(
                    seat,
                    self._names["pattern"][pattern],
                    tuple(cards[card] for card in held),
                    counts,
                )
                for seat, pattern, held, counts in found["declarations"]
            ),
            side_hand_scores=tuple(found["side_hand_score"]),
            conserved=found["conserved"],
        )
