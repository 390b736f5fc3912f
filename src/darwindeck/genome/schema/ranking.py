"""What beats what, and what each card is worth."""

from __future__ import annotations

from dataclasses import dataclass

from darwindeck.genome.schema.base import ModeName, Part, RankName, SuitName
from darwindeck.genome.schema.selectors import CardCondition


@dataclass(frozen=True)
class Promotion(Part):
    """Cards that become trumps, ranking just above a rank of the trump suit."""

    cards: CardCondition
    """By what is printed on them (`printed_suit`, `printed_trump`, `trump_colour`)."""
    above: RankName
    always: bool = False
    """Whether they are trumps also while there is no trump suit; they are then the only ones."""
    label: str = ""
    """What such a card is called."""


@dataclass(frozen=True)
class SuitOrder(Part):
    """An order that only some suits have, low to high."""

    suits: tuple[SuitName, ...]
    plain: tuple[RankName, ...]
    trump: tuple[RankName, ...] = ()
    """The order while one of these suits is trumps; empty: the same."""


@dataclass(frozen=True)
class CardRanking(Part):
    """The order of the cards, low to high, in one mode of the game."""

    plain: tuple[RankName, ...]
    trump: tuple[RankName, ...] = ()
    """The order of the trump suit; empty: as the other suits."""
    by_suit: tuple[SuitOrder, ...] = ()
    """Suits whose cards have another order than `plain` and `trump` say."""
    promote: tuple[Promotion, ...] = ()
    sequence: tuple[RankName, ...] = ()
    """The order that runs and sequences follow; empty: as `plain`. A rank that it leaves out is
    part of none."""
    across_suits: bool = False
    """Whether a card beats every lower one, whatever their suits. Otherwise only cards of one suit
    compare, and trumps beat all others."""
    suits: tuple[SuitName, ...] = ()
    """Of cards that are as high otherwise, that of the later suit is higher; empty: they are
    equal."""
    mode: ModeName = ""
    """The mode it holds in; empty: always."""
    label: str = ""
    """What the mode is called."""


@dataclass(frozen=True)
class CardPoints(Part):
    """One line of a table: these cards are worth so much."""

    cards: CardCondition
    points: int


@dataclass(frozen=True)
class PointTable(Part):
    """What cards are worth. The first line that fits a card counts; other cards are worth 0."""

    name: str
    label: str
    """What the points are called, in the plural: "card points"."""
    lines: tuple[CardPoints, ...]
    mode: ModeName = ""
    """The mode it holds in; two tables of one name must differ in their modes."""
