"""The things a game is made of: deck, zones, named seats, numbers and options."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, ClassVar

from darwindeck.genome.schema.base import (
    ExprKind,
    Part,
    RankName,
    SuitName,
    ZoneName,
)


class Location(StrEnum):
    """The zones that most games have; a genome may declare others."""

    DECK = "deck"
    HAND = "hand"
    DISCARD = "discard"
    TABLEAU = "tableau"
    CAPTURED = "captured"


@dataclass(frozen=True)
class SuitSpec(Part):
    """A suit that the French pack does not have."""

    name: SuitName
    label: str
    """What one calls it: "red"."""
    symbol: str
    colour: str


@dataclass(frozen=True)
class RankSpec(Part):
    """A rank that the French pack does not have."""

    name: RankName
    label: str
    """What one calls a card of it: "draw two"."""
    symbol: str


@dataclass(frozen=True)
class CardBlock(Part):
    """Every combination of some suits and ranks, so many times. No suits: cards of no suit."""

    suits: tuple[SuitName, ...]
    ranks: tuple[RankName, ...]
    copies: int = 1


@dataclass(frozen=True)
class CardFace(Part):
    """One single card."""

    suit: SuitName
    rank: RankName


@dataclass(frozen=True)
class StandIn(Part):
    """Ranks that count as another rank, everywhere and always: threes as kings."""

    ranks: tuple[RankName, ...]
    """What is printed on the cards. No other rule names these ranks."""
    count_as: RankName


@dataclass(frozen=True)
class DeckSpec(Part):
    """The cards of a game, at most 128."""

    blocks: tuple[CardBlock, ...]
    without: tuple[CardFace, ...] = ()
    """Single cards that are taken out, one copy each."""
    suits: tuple[SuitSpec, ...] = ()
    """Declarations of suits the French pack does not have."""
    ranks: tuple[RankSpec, ...] = ()
    """Declarations of ranks the French pack does not have."""
    suit_word: str = "suit"
    """What its suits are called, in the singular: "suit", "colour"."""
    rank_word: str = "rank"
    """What its ranks are called, in the singular: "rank", "number"."""
    stand_ins: tuple[StandIn, ...] = ()
    """Ranks that count as others."""


class Owner(StrEnum):
    TABLE = "table"
    SEAT = "seat"
    TEAM = "team"


class PileOrder(StrEnum):
    SET = "set"
    """Order does not matter."""
    STACK = "stack"
    """Cards lie on each other; the last one is the top."""


class Sees(StrEnum):
    """Who may look at the cards of a zone."""

    NOBODY = "nobody"
    OWNER = "owner"
    TEAM = "team"
    OTHERS = "others"
    ALL = "all"
    TOP = "top"
    """Everybody, but only the top card."""


class PileKey(StrEnum):
    """How many piles a zone has."""

    ONE = "one"
    FIXED = "fixed"
    """As many as `pile_count` says."""
    BY_RANK = "by_rank"
    BY_SUIT = "by_suit"
    MANY = "many"
    """One more whenever one is begun."""


@dataclass(frozen=True)
class ZoneSpec(Part):
    """A place where cards lie."""

    name: str
    label: str
    """What one calls it: "discard pile"."""
    owner: Owner = Owner.TABLE
    order: PileOrder = PileOrder.SET
    sees: Sees = Sees.ALL
    piles: PileKey = PileKey.ONE
    pile_count: int = 1
    beneath: ZoneName | None = None
    """A zone of as many piles; when a pile of this zone is empty, the top card of the pile
    beneath is turned up onto it at once."""
    note: str = ""
    """Why it is so, for readers of the file; no rule reads it."""


@dataclass(frozen=True)
class RoleSpec(Part):
    """A seat that gets a name during a hand: the declarer, the maker."""

    name: str
    label: str
    announced: bool = False
    """Whether everybody is told who it is although cards that not all can see decide it."""


class Scope(StrEnum):
    TABLE = "table"
    SEAT = "seat"
    TEAM = "team"


class Life(StrEnum):
    TURN = "turn"
    HAND = "hand"
    MATCH = "match"


@dataclass(frozen=True)
class Counter(Part):
    """A number that is kept. It starts at `start` at the beginning of its life."""

    name: str
    label: str
    scope: Scope = Scope.TABLE
    life: Life = Life.HAND
    start: int = 0
    low: int = -100_000
    high: int = 100_000
    """The least and the greatest value it can take; a change beyond them stops there."""
    flag: bool = False
    """Whether it is a yes-or-no; the label then completes "is …"."""
    announced: bool = False
    """Whether everybody is told its value although cards that not all can see decide it."""
    late: ClassVar[tuple[str, ...]] = ("pot",)
    pot: bool = False
    """Whether it is a pot of its own: the number of chips in it, which only `stake` and `pay`
    change."""


@dataclass(frozen=True)
class Wording(Part):
    """How one speaks of a counter, a role or a tag of combinations; no rule reads it.

    Words say nothing that a rule would have to say: no numbers, no duties, no amounts.
    """

    of: str
    """The name of the counter, the role or the tag."""
    one: str = ""
    """What one of it is called, instead of the label: "refusal"."""
    many: str = ""
    """What several are called: "refusals"."""
    having: str = ""
    """What is so while somebody has the role or the flag, from "is" or "has" on: "has declared a
    marriage"."""
    bookkeeping: bool = False
    """Whether it only keeps the books: it is told where a rule reads it, not where it changes."""


@dataclass(frozen=True)
class Let(Part):
    """A name for an expression: a term of the game, such as "overtricks"."""

    name: str
    label: str
    value: Annotated[int | str, ExprKind("term")]
    """A number, a condition or a seat."""
    scope: Scope = Scope.TABLE
    note: str = ""
    """Why it is so, for readers of the file; no rule reads it."""


@dataclass(frozen=True)
class Setting(Part):
    """One field of the genome and its value; `path` is a JSON pointer, `value` JSON text."""

    path: str
    value: str


@dataclass(frozen=True)
class OptionChoice(Part):
    """One reading of an option."""

    name: str
    label: str
    """The rule in words that complete a sentence: "only the dealer may bid 14 over 14"."""
    sets: tuple[Setting, ...] = ()


@dataclass(frozen=True)
class Option(Part):
    """A disputed reading or a house rule. Expressions may compare it: `rounding == up`."""

    name: str
    label: str
    choices: tuple[OptionChoice, ...]
    value: str
    """The name of the choice in force."""


@dataclass(frozen=True)
class HouseSpec(Part):
    """A seat that is no player: it plays by the rules alone, and its bank has no bottom."""

    label: str = "house"
