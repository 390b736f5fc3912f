"""What happens by itself: consequences of calls, cards and the end of phases."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from darwindeck.genome.schema.base import (
    Amount,
    Condition,
    CounterName,
    ModeName,
    Part,
    PatternName,
    RoleName,
    SeatExpr,
    SeatsExpr,
    SuitExpr,
    ZoneExpr,
)
from darwindeck.genome.schema.selectors import CardCondition


class Choose(StrEnum):
    """Which cards of a zone are taken."""

    PICK = "pick"
    """The player picks them."""
    TOP = "top"
    RANDOM = "random"
    HIGHEST = "highest"
    """The highest by the ranking, whatever their suits; of equals the first in the order of the
    deck."""
    ALL = "all"


class DealerAfter(StrEnum):
    SAME = "same"
    NEXT = "next"


@dataclass(frozen=True)
class Action(Part):
    """Base of all actions."""


@dataclass(frozen=True)
class Set(Action):
    """Gives a counter a value; for a counter of seats or teams, that of each of `who`."""

    kind: ClassVar[str] = "set"
    counter: CounterName
    to: Amount
    who: SeatsExpr = "turn"


@dataclass(frozen=True)
class Change(Action):
    """Adds to a counter."""

    kind: ClassVar[str] = "change"
    counter: CounterName
    by: Amount = 1
    who: SeatsExpr = "turn"


@dataclass(frozen=True)
class AssignRole(Action):
    """Gives a role to a seat; `none` takes it away."""

    kind: ClassVar[str] = "assign_role"
    role: RoleName
    to: SeatExpr = "turn"


@dataclass(frozen=True)
class DrawLots(Action):
    """Gives a role to one of some seats by lot, each with the same chance."""

    kind: ClassVar[str] = "draw_lots"
    newer: ClassVar[bool] = True
    role: RoleName
    among: SeatsExpr = "each"


@dataclass(frozen=True)
class SetTrump(Action):
    """Makes a suit trumps; `none` means no trumps."""

    kind: ClassVar[str] = "set_trump"
    suit: SuitExpr


@dataclass(frozen=True)
class SetMode(Action):
    """Puts one of the modes of the ranking in force."""

    kind: ClassVar[str] = "set_mode"
    mode: ModeName


@dataclass(frozen=True)
class NameSuit(Action):
    """Puts a suit in force until the next card is played on the pile that is played to; if there
    are several, on the discard pile."""

    kind: ClassVar[str] = "name_suit"
    suit: SuitExpr


@dataclass(frozen=True)
class Move(Action):
    """Moves cards from one zone to another."""

    kind: ClassVar[str] = "move"
    source: ZoneExpr
    target: ZoneExpr
    cards: CardCondition = CardCondition()
    count: Amount | None = None
    """How many; none: all that fit `cards`."""
    choose: Choose = Choose.TOP
    to_bottom: bool = False
    """Whether they go below the cards already there."""
    turned_over: bool = False
    """Whether the packet is turned over as a whole, so that its order is reversed."""


@dataclass(frozen=True)
class Deal(Action):
    """Deals from the stock, once round for each packet, from the dealer's left."""

    kind: ClassVar[str] = "deal"
    packets: tuple[Amount, ...]
    zone: ZoneExpr = "hand"
    to: SeatsExpr = "each"


@dataclass(frozen=True)
class FillHands(Action):
    """Deals from the stock until each of `to` has so many cards, as far as the stock lasts."""

    kind: ClassVar[str] = "fill_hands"
    size: Amount
    to: SeatsExpr = "each"


@dataclass(frozen=True)
class Shuffle(Action):
    kind: ClassVar[str] = "shuffle"
    zone: ZoneExpr


@dataclass(frozen=True)
class Expose(Action):
    """Lays a zone open for all to see, for the rest of the hand."""

    kind: ClassVar[str] = "expose"
    zone: ZoneExpr


@dataclass(frozen=True)
class Show(Action):
    """Shows cards of a zone to all; they stay where they are."""

    kind: ClassVar[str] = "show"
    zone: ZoneExpr
    cards: CardCondition = CardCondition()


@dataclass(frozen=True)
class Control(Action):
    """Lets one seat choose for another, for the rest of the hand."""

    kind: ClassVar[str] = "control"
    seat: SeatExpr
    by: SeatExpr


@dataclass(frozen=True)
class SitOut(Action):
    """Takes seats out of the rest of the hand."""

    kind: ClassVar[str] = "sit_out"
    who: SeatsExpr


@dataclass(frozen=True)
class Stake(Action):
    """Moves chips of each of `who` to the pot, as far as they have them."""

    kind: ClassVar[str] = "stake"
    amount: Amount
    who: SeatsExpr = "turn"
    dead: bool = False
    """Whether the chips only go into the pot: nobody has to match them, and all who are in at the
    end play for them."""
    late: ClassVar[tuple[str, ...]] = ("pot",)
    pot: CounterName | None = None
    """The pot by name that they go into; null: the pot that betting and showdowns are about."""


@dataclass(frozen=True)
class Pay(Action):
    """Gives the chips of a pot to some players, in equal shares; what cannot be shared evenly goes
    one chip each to the first of them."""

    kind: ClassVar[str] = "pay"
    newer: ClassVar[bool] = True
    who: SeatsExpr = "turn"
    pot: CounterName | None = None
    """The pot by name; null: the pot that betting and showdowns are about."""
    amount: Amount | None = None
    """How many of its chips; null: all of them."""


@dataclass(frozen=True)
class Declare(Action):
    """Counts the combinations that the cards of a zone form as declared by a player, the most
    valuable choice of them."""

    kind: ClassVar[str] = "declare"
    patterns: tuple[PatternName, ...]
    zone: ZoneExpr = "hand"
    who: SeatExpr = "turn"


@dataclass(frozen=True)
class Award(Action):
    """Adds to the score of the hand."""

    kind: ClassVar[str] = "award"
    amount: Amount
    who: SeatsExpr = "turn"


@dataclass(frozen=True)
class Skip(Action):
    """The next players miss their turn; before the first turn, those who would begin."""

    kind: ClassVar[str] = "skip"
    count: Amount = 1


@dataclass(frozen=True)
class Reverse(Action):
    """Turns the direction of play round, for the rest of the hand."""

    kind: ClassVar[str] = "reverse"


@dataclass(frozen=True)
class PlayAgain(Action):
    """When the turn is over, the same player takes another, or somebody else has the next."""

    kind: ClassVar[str] = "play_again"
    who: SeatExpr = "turn"
    """Who has the next turn."""


@dataclass(frozen=True)
class WhoDeals(Action):
    """Makes a player the dealer, from now on."""

    kind: ClassVar[str] = "who_deals"
    who: SeatExpr


@dataclass(frozen=True)
class EndPhase(Action):
    """Ends the phase it happens in."""

    kind: ClassVar[str] = "end_phase"


@dataclass(frozen=True)
class EndHand(Action):
    """Ends the hand at once."""

    kind: ClassVar[str] = "end_hand"
    scored: bool = True


@dataclass(frozen=True)
class Redeal(Action):
    """Throws the hand in; it does not count as a hand."""

    kind: ClassVar[str] = "redeal"
    dealer: DealerAfter = DealerAfter.SAME


@dataclass(frozen=True)
class If(Action):
    kind: ClassVar[str] = "if"
    condition: Condition
    then: tuple[Action, ...]
    otherwise: tuple[Action, ...] = ()


@dataclass(frozen=True)
class While(Action):
    """Repeats as long as the condition holds, at most as often as there are cards."""

    kind: ClassVar[str] = "while"
    condition: Condition
    do: tuple[Action, ...]


@dataclass(frozen=True)
class ForEach(Action):
    """Does something for each of some seats in turn; each is then the `turn`."""

    kind: ClassVar[str] = "for_each"
    who: SeatsExpr
    do: tuple[Action, ...]
