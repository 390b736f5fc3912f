"""What a seat could work out from what it sees, and is spared: pots, hands, captures, first melds.

Nothing here reads a card that the seat cannot look at.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from math import comb
from typing import Any, NamedTuple

from darwindeck.english import capitalised
from darwindeck.genome.bytecode.names import Names
from darwindeck.genome.expressions import Binary, Call, Name, Node, Number, parse
from darwindeck.genome.schema import (
    BlockPhase,
    CapturePhase,
    HandEvaluationMethod,
    HandPart,
    Location,
    MeldPhase,
    Owner,
    Phase,
    RepeatPhase,
)
from darwindeck.simulation import Game
from darwindeck.simulation.labels import LabelledPlace
from darwindeck.simulation.moves import MoveKind, fields_of
from darwindeck.simulation.table import Table
from darwindeck.simulation.view import View, looks_at
from darwindeck.table.layout import zones_in

MOST_HANDS = 2_000
"""So many hands are made of the parts of one, at most."""
_NAMED = (HandEvaluationMethod.PATTERN_MATCH, HandEvaluationMethod.POINT_TOTAL)
_AT_LEAST = {">=": 0, ">": 1}


class Pot(NamedTuple):
    """A part of the pot, and who can win it."""

    chips: int
    seats: tuple[int, ...]


def pots(seen: View) -> list[Pot]:
    """The pot in layers: whoever has staked all they have can win no more from each than that."""
    seats = range(len(seen.staked))
    inside = [seat for seat in seats if seat not in seen.out]
    all_in = {seen.staked[seat] for seat in inside if not seen.chips[seat]}
    most = max((seen.staked[seat] for seat in inside), default=0)
    found: list[Pot] = []
    below, rest = 0, seen.pot
    for level in sorted(all_in | {most}):
        chips = sum(min(staked, level) - min(staked, below) for staked in seen.staked)
        who = tuple(seat for seat in inside if seen.staked[seat] >= level)
        if chips and found and found[-1].seats == who:
            found[-1] = Pot(found[-1].chips + chips, who)
        elif chips:
            found.append(Pot(chips, who))
        below, rest = level, rest - chips
    if found and rest:
        # What was staked without a name on it, such as an ante, is part of the first pot.
        found[0] = found[0]._replace(chips=found[0].chips + rest)
    return found if len(found) > 1 else []


class _Minimum(NamedTuple):
    """What the cards of a zone must be worth together."""

    zone: str
    table: int
    least: Node
    more: int


class Insight:
    """Works things out for the seats of one game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.labels = game.labels
        genome = game.labels.genome
        self._tables = Names(genome).tables["point table"]
        self._lets = {str(let.name): number for number, let in enumerate(genome.lets)}
        self._minima = list(dict.fromkeys(self._find_minima()))
        self._zone_names = frozenset(self.labels.zone_number)
        self.reads_terms = bool(self._minima)
        """Whether it needs to know what terms come to."""

    # --- hands that are compared -----------------------------------------------------------------

    def hand_name(self, table: Table, seat: int, viewer: int) -> str:
        """What the cards of a seat are called or come to, if a viewer can look at all of them."""
        judged = self.labels.genome.hand_evaluation
        if judged is None or judged.method not in _NAMED:
            return ""
        pools: list[tuple[list[int], int | None]] = []
        for part in judged.parts or (HandPart(Location.HAND),):
            cards = self._cards_seen(table, seat, viewer, part)
            if not cards:
                return ""
            pools.append((cards, part.count))
        if any(len(cards) < (count or 0) for cards, count in pools):
            return ""
        if judged.method is HandEvaluationMethod.POINT_TOTAL:
            every = [card for cards, _ in pools for card in cards]
            return str(self.game.core.hand_total(every)) if every else ""
        hands = [comb(len(cards), count) for cards, count in pools if count is not None]
        many = 1
        for number in hands:
            many *= number
        if many > MOST_HANDS:
            return ""
        ways = [[cards] if count is None else combinations(cards, count) for cards, count in pools]
        made = [[card for part in parts for card in part] for parts in product(*ways)]
        ranked = [found for found in self.game.core.rank_hands(made) if found is not None]
        if not ranked:
            return ""
        best = max(ranked)[0]
        named = {pattern.rank_priority: pattern.name for pattern in judged.patterns}
        return capitalised(named[best].lower()) if best in named else ""

    def _cards_seen(self, table: Table, seat: int, viewer: int, part: HandPart) -> list[int] | None:
        """The cards of a part of a hand; None if the viewer cannot look at all of them."""
        cards: list[int] = []
        for place in self._places(table, str(part.zone), seat):
            if not all(looks_at(table, place, viewer)):
                return None
            cards += place.cards
        return cards

    def _places(self, table: Table, expression: str, seat: int) -> list[LabelledPlace]:
        """The places of a zone that an expression means for a seat."""
        found = zones_in(expression, self._zone_names)
        if len(found) != 1:
            return []
        zone = self.labels.zone_number[min(found)]
        owner = self.labels.zones[zone].owner
        whose = seat if owner is Owner.SEAT else self.labels.side_of(seat)
        return [
            place
            for place in table.places
            if place.zone == zone and (owner is Owner.TABLE or place.owner == whose)
        ]

    # --- captures --------------------------------------------------------------------------------

    def captures(self, table: Table, seat: int, code: int) -> dict[str, Any]:
        """What a card takes if it is played: the cards, or those from which one may choose."""
        phase, parts = table.phase, fields_of(code)
        if not isinstance(phase, CapturePhase) or parts.kind is not MoveKind.CARD or parts.c:
            return {}
        lying = {
            card
            for place in self._places(table, str(phase.table), table.acting(seat))
            for card, sees in zip(place.cards, looks_at(table, place, seat), strict=True)
            if sees
        }
        after = table.position.apply(seat, code)
        if after.asked() == seat and Table(self.labels, after).phase is phase:
            legal = map(fields_of, after.legal(seat))
            choice = [p.card for p in legal if p.kind is MoveKind.CARD and p.c == 1]
            if choice:
                return {"may_take": choice}
        taken = []
        for kind, *rest in after.events():
            if kind == "card" and rest[0] in lying and rest[0] not in taken:
                taken.append(rest[0])
        if not taken:
            return {}
        worth = table.position.worth_of_cards(self._tables[str(phase.values)])
        values = [worth[card] for card in taken]
        total = worth[parts.card]
        if len(values) > 1 and sum(values) == total:
            return {"takes": taken, "sum": f"{' + '.join(map(str, values))} = {total}"}
        return {"takes": taken}

    # --- first melds -----------------------------------------------------------------------------

    def first_meld(self, table: Table, seat: int, seen: View) -> tuple[int, int] | None:
        """How much the combinations of a seat are worth that must be worth more, and how much."""
        for minimum in self._minima:
            least = self._number(seat, minimum.least, seen)
            if least is None:
                continue
            worth = table.position.worth_of_cards(minimum.table)
            places = self._places(table, minimum.zone, seat)
            if not all(all(looks_at(table, place, seat)) for place in places):
                continue
            have = sum(worth[card] for place in places for card in place.cards)
            if have < least + minimum.more:
                return have, least + minimum.more
        return None

    def _number(self, seat: int, node: Node, seen: View) -> int | None:
        """What a number or a term comes to for a seat, if whoever looks knows it."""
        if isinstance(node, Number):
            return node.value
        if not isinstance(node, Name) or node.id not in self._lets:
            return None
        values = seen.terms[self._lets[node.id]].values
        side = self.labels.side_of(seat)
        if len(values) == 1:
            return values[0]
        if len(values) == self.labels.players:
            return values[seat]
        return None if side is None else values[side]

    def _find_minima(self) -> Iterator[_Minimum]:
        """What must hold after melding, as far as it says what melds must be worth."""
        lets = {str(let.name): str(let.value) for let in self.labels.genome.lets}
        for phase in self.labels.phases:
            targets = set(_melded_to(phase))
            if not targets or not isinstance(phase, BlockPhase | RepeatPhase | MeldPhase):
                continue
            for node in _comparisons(parse(str(phase.after)), lets, depth=4):
                match node.left:
                    case Call("points", (Name(zone), Name(worth))) if zone in targets:
                        number = self._tables[worth]
                        yield _Minimum(zone, number, node.right, _AT_LEAST[node.operator])


def _melded_to(phase: Phase) -> Iterator[str]:
    if isinstance(phase, MeldPhase):
        yield str(phase.target)
    for inner in getattr(phase, "phases", ()):
        yield from _melded_to(inner)


def _comparisons(node: Node, lets: dict[str, str], depth: int) -> Iterator[Binary]:
    """What must be at least something for a condition to hold."""
    if isinstance(node, Name) and node.id in lets and depth:
        yield from _comparisons(parse(lets[node.id]), lets, depth - 1)
    elif isinstance(node, Binary) and node.operator in ("and", "or"):
        yield from _comparisons(node.left, lets, depth)
        yield from _comparisons(node.right, lets, depth)
    elif isinstance(node, Binary) and node.operator in _AT_LEAST:
        yield node
