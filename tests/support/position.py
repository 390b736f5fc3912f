"""Judges conditions and amounts of a genome on cards laid out by a test.

    Position(genome, {"hand": [cards("8S"), [], cards("KH 2D")]}).judge("hand_size", seat=2)

Zones of the table are one list of cards, zones of the seats a list for each seat.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from darwindeck.cards import Card
from darwindeck.genome.expressions import Call, Expr, Name, Node
from darwindeck.genome.options import fold_options
from darwindeck.genome.schema import GameGenome, Owner
from tests.support.cards import Table
from tests.support.evaluate import Evaluator, unevaluated

Seats = tuple[int, ...]


class Position:
    """A moment of a game, as far as its expressions read it."""

    def __init__(
        self,
        genome: GameGenome,
        zones: Mapping[str, Sequence[Any]],
        dealer: int = 0,
        table: Table | None = None,
        seats: Mapping[str, Sequence[int]] | None = None,
        **quantities: Any,
    ) -> None:
        self.genome = fold_options(genome)
        self.zones = zones
        self.dealer = dealer
        self.table = table or Table(self.genome)
        self.seats = seats or {}
        """Quantities of each seat, by their word."""
        self.quantities = quantities
        self.owned = {z.name for z in genome.zones or () if z.owner == Owner.SEAT}

    def judge(self, expression: str | int | None, seat: int = 0) -> Any:
        """What an expression comes to for a seat."""
        assert expression is not None
        return self._evaluator(seat)(Expr(expression).tree)

    def cards(self, zone: Node, seat: int) -> list[Card]:
        """The cards of a zone; that of the seat, unless another is named."""
        match zone:
            case Call("top", (inner,)):
                return self.cards(inner, seat)[-1:]
            case Call(name, (whose,)):
                return list(self.zones[name][self._evaluator(seat)(whose)])
            case Name(name) if name in self.owned:
                return list(self.zones[name][seat])
            case Name(name):
                return list(self.zones[name])
            case _:
                raise TypeError(f"{zone} is no zone")

    def _players(self) -> Seats:
        return tuple(range(self.genome.player_count))

    def _evaluator(self, seat: int) -> Evaluator:
        everybody = self._players()

        def step(by: int) -> Callable[[int], int]:
            return lambda whom: (whom + by) % len(everybody)

        def nearest(by: int) -> unevaluated:
            def word(ev: Evaluator, arguments: tuple[Node, ...]) -> int:
                start = ev(arguments[0])
                around = [(start + by * n) % len(everybody) for n in range(1, len(everybody) + 1)]
                return int(next(s for s in around if self._evaluator(s)(arguments[1])))

            return unevaluated(word)

        def over(combine: Callable[..., Any]) -> unevaluated:
            def word(ev: Evaluator, arguments: tuple[Node, ...]) -> Any:
                return combine(self._evaluator(s)(arguments[1]) for s in seats(ev(arguments[0])))

            return unevaluated(word)

        def seats(found: Any) -> Seats:
            return (found,) if isinstance(found, int) else tuple(found)

        def where(ev: Evaluator, arguments: tuple[Node, ...]) -> Seats:
            return tuple(s for s in ev(arguments[0]) if self._evaluator(s)(arguments[1]))

        def count(_: Evaluator, arguments: tuple[Node, ...]) -> int:
            zone, card_set = arguments
            assert isinstance(card_set, Name)
            return self.table.count(self.cards(zone, seat), card_set.id)

        def points(_: Evaluator, arguments: tuple[Node, ...]) -> int:
            zone, name = arguments
            assert isinstance(name, Name)
            return sum(self.table.worth(card, name.id) for card in self.cards(zone, seat))

        def of_seat(values: Sequence[int]) -> unevaluated:
            return unevaluated(lambda ev, whose: values[ev(whose[0]) if whose else seat])

        def size(_: Evaluator, arguments: tuple[Node, ...]) -> int:
            return len(self.cards(arguments[0], seat))

        def ordered(whom: Any, first: int) -> Seats:
            return tuple(sorted(seats(whom), key=lambda s: (s - first) % len(everybody)))

        return Evaluator(
            {
                "turn": seat,
                "dealer": self.dealer,
                "each": everybody,
                "left": step(1),
                "right": step(-1),
                "next": nearest(1),
                "previous": nearest(-1),
                "others": lambda whom: tuple(s for s in everybody if s not in seats(whom)),
                "where": unevaluated(where),
                "from": ordered,
                "number": lambda whom: len(seats(whom)),
                "sum": over(sum),
                "any": over(any),
                "all": over(all),
                "highest": over(max),
                "lowest": over(min),
                "hand_size": of_seat([len(hand) for hand in self.zones.get("hand", ())]),
                "size": unevaluated(size),
                "count": unevaluated(count),
                "points": unevaluated(points),
                **{word: of_seat(values) for word, values in self.seats.items()},
                **self.quantities,
            }
        )


def phases_of(genome: GameGenome, kind: type[Any]) -> list[Any]:
    """Every phase (or other part) of one kind in a genome, outside in."""
    from darwindeck.genome.tree import walk

    return [part for _, part in walk(genome) if isinstance(part, kind)]


def scored(position: Position) -> list[int]:
    """What each seat scores at the end of the hand by the scoring rules."""
    genome = position.genome
    totals = [0] * genome.player_count
    for rule in genome.scoring_rules or ():
        for seat in position.judge(rule.who):
            if position.judge(rule.when, seat):
                totals[seat] += position.judge(rule.amount, seat)
    return totals
