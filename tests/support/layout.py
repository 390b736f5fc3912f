"""Judges expressions and scores a hand on cards laid out in zones, piles and sides, for tests.

    Layout(genome, hand=["KH", ""], captured=["7D 7H", "2C"]).hand_scores()

Cards are written as text. A zone of seats or sides has one entry for each of them, a zone of the
table a single one; an entry is a text of cards or, for a zone with piles, a list of such texts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from darwindeck.cards import Card
from darwindeck.genome.decks import deck_cards
from darwindeck.genome.expressions import Call, Expr, Name, Node
from darwindeck.genome.options import fold_options
from darwindeck.genome.schema import GameGenome, Moment, Owner, Scope, ZoneSpec
from tests.support.cards import Table
from tests.support.cards import cards as french
from tests.support.evaluate import Evaluator, unevaluated

Subject = tuple[int, ...]
"""The seats that an expression is judged for: one, or those of a side."""
Piles = list[list[Card]]


def cards(text: str) -> list[Card]:
    """Cards from their short names; ``"*"`` is a joker."""
    return [Card("", "joker") if word == "*" else french(word)[0] for word in text.split()]


class Layout:
    """A moment of a game: cards in zones, and values of counters, roles and scores by name."""

    def __init__(self, genome: GameGenome, values: Mapping[str, Any] | None = None, **zones: Any):
        self.genome = fold_options(genome)
        self.table = Table(self.genome)
        self.values = dict(values or {})
        self.specs = {spec.name: spec for spec in self.genome.zones or ()}
        self.zones = {name: self._piles_of(name, entry) for name, entry in zones.items()}
        seats = range(genome.player_count)
        self.sides: tuple[Subject, ...] = genome.teams or tuple((seat,) for seat in seats)

    def judge(self, expression: str | int | None, *subject: int) -> Any:
        """What an expression comes to for a seat or, given several seats, for a side."""
        assert expression is not None
        return self._evaluator(subject or (0,))(Expr(expression).tree)

    def awards(self, label: str) -> dict[Subject, int]:
        """What the scoring rule of that label gives, and to whom."""
        (rule,) = [r for r in self.genome.scoring_rules or () if r.label == label]
        found = self._evaluator((0,))(Expr(rule.who).tree)
        whom = [(w,) if isinstance(w, int) else w for w in ((found,) if _single(found) else found)]
        return {w: self.judge(rule.amount, *w) for w in whom if self.judge(rule.when, *w)}

    def hand_scores(self) -> dict[Subject, int]:
        """What each side scores by the rules for the end of a hand."""
        totals = dict.fromkeys(self.sides, 0)
        for rule in self.genome.scoring_rules or ():
            if rule.moment == Moment.HAND_END:
                for whom, amount in self.awards(rule.label).items():
                    totals[self._side(whom[0])] += amount
        return totals

    def _piles_of(self, name: str, entry: Any) -> list[Piles]:
        spec = self.specs[name]
        entries = [entry] if spec.owner == Owner.TABLE else entry
        return [[cards(text) for text in ([e] if isinstance(e, str) else e)] for e in entries]

    def _side(self, seat: int) -> Subject:
        return next(side for side in self.sides if seat in side)

    def _piles(self, zone: Node, subject: Subject) -> Piles:
        match zone:
            case Call("top", (inner,)):
                return [[card] for pile in self._piles(inner, subject)[-1:] for card in pile[-1:]]
            case Name("pile"):
                return [self.values["pile"]]
            case Call(name, (whose,)):
                whom = self._evaluator(subject)(whose)
                return self._of(self.specs[name], (whom,) if isinstance(whom, int) else whom)
            case Name(name):
                return self._of(self.specs[name], subject)
            case _:
                raise TypeError(f"{zone} is no zone")

    def _of(self, spec: ZoneSpec, subject: Subject) -> Piles:
        entries = self.zones[spec.name]
        if spec.owner == Owner.TABLE:
            return entries[0]
        if spec.owner == Owner.TEAM:
            return entries[self.sides.index(self._side(subject[0]))]
        return [pile for seat in subject for pile in entries[seat]]

    def _cards(self, zone: Node, subject: Subject) -> list[Card]:
        return [card for pile in self._piles(zone, subject) for card in pile]

    def _evaluator(self, subject: Subject) -> Evaluator:
        everybody = tuple(range(self.genome.player_count))

        def of_zone(work: Callable[[list[Card], str], int]) -> unevaluated:
            def word(_: Evaluator, arguments: tuple[Node, ...]) -> int:
                names = [a.id for a in arguments[1:] if isinstance(a, Name)]
                return work(self._cards(arguments[0], subject), names[0] if names else "")

            return unevaluated(word)

        def best(held: list[Card], table: str) -> int:
            suits = {card.suit for card in held}
            return sum(
                max(self.table.worth(card, table) for card in held if card.suit == suit)
                for suit in suits
            )

        def worth(held: list[Card], table: str) -> int:
            return sum(self.table.worth(card, table) for card in held)

        def piles(_: Evaluator, arguments: tuple[Node, ...]) -> int:
            found = 0
            for pile in self._piles(arguments[0], subject):
                within = Layout(self.genome, {**self.values, "pile": pile})
                within.zones = self.zones
                found += bool(within._evaluator(subject)(arguments[1]))
            return found

        def over(combine: Callable[..., Any]) -> unevaluated:
            def word(ev: Evaluator, arguments: tuple[Node, ...]) -> Any:
                whom = _subjects(ev(arguments[0]))
                return combine([self._evaluator(w)(arguments[1]) for w in whom])

            return unevaluated(word)

        def where(ev: Evaluator, arguments: tuple[Node, ...]) -> tuple[Any, ...]:
            whom = _subjects(ev(arguments[0]))
            held = [w for w in whom if self._evaluator(w)(arguments[1])]
            return tuple(w[0] if len(w) == 1 else w for w in held)

        def most(ev: Evaluator, arguments: tuple[Node, ...]) -> bool:
            rivals = [side for side in self.sides if subject[0] not in side]
            own = ev(arguments[0])
            return all(own > self._evaluator(rival)(arguments[0]) for rival in rivals)

        def asked(ev: Evaluator, arguments: tuple[Node, ...]) -> Subject:
            found = ev(arguments[0]) if arguments else subject
            return (found,) if isinstance(found, int) else found

        def let(name: str) -> unevaluated:
            (spec,) = [spec for spec in self.genome.lets if spec.name == name]

            def word(ev: Evaluator, arguments: tuple[Node, ...]) -> Any:
                whom = asked(ev, arguments)
                if spec.scope == Scope.TEAM:
                    whom = self._side(whom[0])
                return self.judge(spec.value, *whom)

            return unevaluated(word)

        def given(value: Any) -> Any:
            """A list holds one value for each seat, a mapping one for each side."""
            if isinstance(value, list):
                return unevaluated(lambda ev, a: sum(value[seat] for seat in asked(ev, a)))
            if isinstance(value, dict):
                return unevaluated(lambda ev, a: value[self._side(asked(ev, a)[0])])
            return value

        return Evaluator(
            {
                "turn": subject[0] if len(subject) == 1 else subject,
                "each": everybody,
                "teams": self.sides,
                "left": lambda seat: (seat + 1) % len(everybody),
                "others": lambda seat: tuple(s for s in everybody if s != seat),
                "where": unevaluated(where),
                "any": over(any),
                "all": over(all),
                "sum": over(sum),
                "most": unevaluated(most),
                "size": of_zone(lambda held, _: len(held)),
                "count": of_zone(lambda held, card_set: self.table.count(held, card_set)),
                "points": of_zone(worth),
                "best": of_zone(best),
                "suits": of_zone(lambda held, _: len({card.suit for card in held})),
                "piles": unevaluated(piles),
                "hand_size": unevaluated(
                    lambda ev, a: len(self._cards(Name("hand"), asked(ev, a)))
                ),
                **{spec.name: let(spec.name) for spec in self.genome.lets},
                **{name: given(value) for name, value in self.values.items() if name != "pile"},
            }
        )


def _single(found: Any) -> bool:
    return isinstance(found, int)


def _subjects(found: Any) -> list[Subject]:
    whom = (found,) if isinstance(found, int) else found
    return [(w,) if isinstance(w, int) else w for w in whom]


def composition(genome: GameGenome) -> dict[str, int]:
    """How many cards of each rank the deck has."""
    counts: dict[str, int] = {}
    for card in deck_cards(genome):
        counts[card.rank] = counts.get(card.rank, 0) + 1
    return counts
