"""A neutral record of a match: what a source says happened, with the place where it says so.

A record knows no game. It holds what people around a table could write down: hands, calls, cards
that change owners, declarations, plays, tricks, claims, results. Words and numbers that only the
source understands are kept as they stand, under the names that the source gives them.

Seats are numbers from 0 in order of play; sides are numbers from 0. `at` is always the number of
the event in its round, from 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from darwindeck.cards import Card

Value = int | str | tuple[int, ...]
"""What a source may say under a name of its own."""


class Place(NamedTuple):
    """Where something stands in its source."""

    file: str
    round: int | None = None
    """The number of the round in the file, from 0; None: the file as a whole."""
    event: int | None = None
    """The number of the event in the round, from 0; None: the round as a whole."""

    def __str__(self) -> str:
        parts = [self.file]
        if self.round is not None:
            parts.append(f"round {self.round + 1}")
        if self.event is not None:
            parts.append(f"event {self.event}")
        return ", ".join(parts)


class Hands(NamedTuple):
    """What every seat held at one stage of the deal."""

    at: int
    stage: str
    """As the game calls it: "first" before the auction, "full" before play."""
    cards: tuple[tuple[Card, ...], ...]


class Opening(NamedTuple):
    """Who deals, what is turned up, and how the match stands."""

    at: int
    dealer: int
    turned_up: Card | None
    scores: tuple[int, ...]


class RecordedCall(NamedTuple):
    """A word in the auction."""

    at: int
    seat: int
    word: str
    values: Mapping[str, Value]
    """What the source says about the state of the auction after the call."""


class RecordedExchange(NamedTuple):
    """Cards that went from one seat to another, or to the table (None)."""

    at: int
    seat: int
    to: int | None
    cards: tuple[Card, ...]


class RecordedDeclaration(NamedTuple):
    """A combination that was announced or shown, or another announcement about cards."""

    at: int
    seat: int
    kind: str
    """What was announced; empty where cards are only shown."""
    cards: tuple[Card, ...] | None
    """The cards that were shown; None: none were."""


class Play(NamedTuple):
    """A card played to a trick."""

    at: int
    seat: int
    card: Card


class Collection(NamedTuple):
    """A trick that was gathered in."""

    at: int
    seat: int
    """Who took up the cards; not always who won them."""


class Claim(NamedTuple):
    """A word that ends the play or the deal: the rest of the tricks, a foul, a thrown-in hand."""

    at: int
    seat: int | None
    """Whose claim it was, where the source says so."""
    kind: str
    values: Mapping[str, Value]


class Interruption(NamedTuple):
    """Somebody left or came back, or the source was interrupted."""

    at: int
    kind: str
    seat: int | None


class Awarded(NamedTuple):
    """A declaration that was paid."""

    name: str
    value: int


class StatedResult(NamedTuple):
    """How the round came out, as the source states it; None where it says nothing."""

    at: int
    scores: tuple[int, ...] | None
    """What each side scored in this round."""
    totals: tuple[int, ...] | None
    """What each side has in points before they become scores."""
    card_points: tuple[int, ...] | None
    awarded: tuple[tuple[Awarded, ...], ...]
    """The declarations that each side was paid for."""
    winner: int | None
    declarer: int | None
    """The side that had undertaken the contract."""
    values: Mapping[str, Value]
    """Everything else that the source states."""


Event = (
    Hands
    | Opening
    | RecordedCall
    | RecordedExchange
    | RecordedDeclaration
    | Play
    | Collection
    | Claim
    | Interruption
    | StatedResult
)


class Flaw(NamedTuple):
    """Something in the source that is not as it must be."""

    round: int | None
    event: int | None
    message: str


@dataclass(frozen=True)
class Skipped:
    """Something that was met and not read, with how often and where first."""

    what: str
    """Such as "event kind 27", "field `x` of e=4", "header field `n` is absent"."""
    count: int
    first: Place


@dataclass(frozen=True)
class RoundRecord:
    """One deal, from the cards to its result or to whatever ended it."""

    index: int
    """The number of the round in its source, from 0."""
    events: tuple[Event, ...]
    chatter: int = 0
    """How many remarks were passed over."""
    marked: frozenset[str] = frozenset()
    """What the source itself marks as irregular: "auction", "play", "declarer", "tricks"."""

    def of(self, kind: type[Event]) -> list[Event]:
        """The events of one kind, in order."""
        return [event for event in self.events if type(event) is kind]


@dataclass(frozen=True)
class MatchRecord:
    """Everything that one source says about one match."""

    file: str
    game: str
    """The game, by the name of its genome."""
    source: str
    """The format it was read from."""
    seats: int
    sides: tuple[tuple[int, ...], ...]
    rounds: tuple[RoundRecord, ...]
    title: str = ""
    players: tuple[str, ...] = ()
    final: tuple[int, ...] | None = None
    """The score of the match as the source states it; None: it does not."""
    whole: bool = True
    """Whether it is a match from its beginning; a single round on its own is not."""
    header: Mapping[str, Value] = field(default_factory=dict)
    flaws: tuple[Flaw, ...] = ()
    skipped: tuple[Skipped, ...] = ()

    def place(self, round_index: int | None = None, event: int | None = None) -> Place:
        return Place(self.file, round_index, event)
