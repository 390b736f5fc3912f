"""Keeps the score of a game by its scoring rules alone, for tests.

A slow and literal reading of `scoring_rules`, `lets` and counters: the test states what happened in
a hand (tricks, bids, roles), the sheet applies the rules in order and adds the hand up.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from darwindeck.genome.expressions import Expr, Name, Node
from darwindeck.genome.options import fold_options
from darwindeck.genome.schema import GameGenome, Life, Moment, Scope, ScoreOp, ScoringRule
from tests.support.evaluate import Evaluator, unevaluated


@dataclass(frozen=True)
class Subject:
    """Whom an expression is judged for: one seat, or a side."""

    seats: tuple[int, ...]
    is_side: bool = False


@dataclass
class Hand:
    """What happened in a hand, as far as scoring reads it."""

    roles: Mapping[str, int] = field(default_factory=dict)
    seats: Mapping[str, Sequence[int]] = field(default_factory=dict)
    """Quantities of each seat, by their word; of a side they are added up."""
    table: Mapping[str, Any] = field(default_factory=dict)
    """Quantities of the table."""
    words: Mapping[str, Callable[..., int]] = field(default_factory=dict)
    """Words with plain names as arguments; each is given the seats and the names."""


class Scoresheet:
    """The running score of a match."""

    def __init__(self, genome: GameGenome, dealer: int = 0) -> None:
        self.genome = fold_options(genome)
        self.dealer = dealer
        self.hand_number = 0
        players = range(genome.player_count)
        self.sides = genome.teams if genome.team_mode else tuple((seat,) for seat in players)
        self.score = dict.fromkeys(self._holders(), 0)
        self.hand_score = dict(self.score)
        self.counters: dict[str, dict[Subject | None, int]] = {}
        self._start(Life.MATCH)

    def score_hand(self, hand: Hand) -> dict[tuple[int, ...], int]:
        """Applies the rules for the end of a hand; returns what each side scored in it."""
        self.hand_number += 1
        self.hand_score = dict.fromkeys(self.score, 0)
        self._start(Life.HAND)
        for name, values in hand.seats.items():
            if name in self.counters:
                for seat, value in enumerate(values):
                    self.counters[name][Subject((seat,))] = value
        for name, value in hand.table.items():
            if name in self.counters:
                self.counters[name][None] = value
        for rule in self.genome.scoring_rules or ():
            if rule.moment == Moment.HAND_END:
                self.apply(rule, hand)
        for holder, points in self.hand_score.items():
            self.score[holder] += points
        return {side: self._total(self.hand_score, Subject(side, True)) for side in self.sides}

    def total(self, side: tuple[int, ...]) -> int:
        return self._total(self.score, Subject(side, True))

    def holds(self, expression: str | None, hand: Hand | None = None) -> bool:
        """Whether a condition holds, for nobody in particular."""
        assert expression is not None
        return bool(self.judge(expression, Subject((0,)), hand or Hand()))

    def judge(self, expression: str | int, subject: Subject, hand: Hand) -> Any:
        return self._evaluator(subject, hand)(Expr(expression).tree)

    def apply(self, rule: ScoringRule, hand: Hand) -> None:
        """Applies one rule to all whom it concerns."""
        awards = [
            (subject, self.judge(rule.amount, subject, hand))
            for subject in self._concerned(rule.who, hand)
            if self.judge(rule.when, subject, hand)
        ]
        for subject, amount in awards:
            holder = self._holder(subject)
            if rule.into == "hand_score":
                if rule.op == ScoreOp.SET:
                    amount -= self._total(self.hand_score, subject)
                self.hand_score[holder] += amount
            else:
                values = self.counters[rule.into]
                key = self._counter_key(rule.into, subject)
                values[key] = amount if rule.op == ScoreOp.SET else values[key] + amount

    def _concerned(self, who: str, hand: Hand) -> list[Subject]:
        tree = Expr(who).tree
        if tree == Name("teams"):
            return [Subject(side, True) for side in self.sides]
        found = self._evaluator(Subject((0,)), hand)(tree)
        if isinstance(found, Subject):
            return [found]
        seats = (found,) if isinstance(found, int) else found
        return [Subject((seat,)) for seat in seats]

    def _holders(self) -> list[Subject]:
        seats = [Subject((seat,)) for seat in range(self.genome.player_count)]
        teams = [Subject(side, True) for side in self.genome.teams if self.genome.team_mode]
        return seats + teams

    def _holder(self, subject: Subject) -> Subject:
        """Without teams, a seat and its side are the same."""
        return subject if subject in self.score else Subject(subject.seats)

    def _total(self, points: Mapping[Subject, int], subject: Subject) -> int:
        own = points[subject] if subject in points and subject.is_side else 0
        return own + sum(points[Subject((seat,))] for seat in subject.seats)

    def _start(self, life: Life) -> None:
        for counter in self.genome.counters:
            if counter.life == life:
                keys: list[Subject | None] = [None]
                if counter.scope == Scope.SEAT:
                    keys = [Subject((seat,)) for seat in range(self.genome.player_count)]
                elif counter.scope == Scope.TEAM:
                    keys = [Subject(side, True) for side in self.sides]
                self.counters[counter.name] = dict.fromkeys(keys, counter.start)

    def _counter_key(self, name: str, subject: Subject) -> Subject | None:
        scope = next(c.scope for c in self.genome.counters if c.name == name)
        if scope == Scope.TABLE:
            return None
        return self._side(subject.seats[0]) if scope == Scope.TEAM else subject

    def _side(self, seat: int) -> Subject:
        return Subject(next(side for side in self.sides if seat in side), True)

    def _evaluator(self, subject: Subject, hand: Hand) -> Evaluator:
        seats = tuple(range(self.genome.player_count))
        quantities: dict[str, Any] = {
            "hand_number": self.hand_number,
            "dealer": self.dealer,
            "each": seats,
            "teams": tuple(Subject(side, True) for side in self.sides),
            "team": self._side,
            "opponents": lambda seat: Subject(self._others(self._side(seat).seats), True),
            "partner": lambda seat: next(s for s in self._side(seat).seats if s != seat),
            **hand.table,
            **hand.roles,
        }

        def asked(arguments: tuple[Node, ...], evaluator: Evaluator) -> Subject:
            if not arguments:
                return subject
            found = evaluator(arguments[0])
            return found if isinstance(found, Subject) else Subject((found,))

        def of_subject(value: Callable[[Subject], Any]) -> unevaluated:
            return unevaluated(lambda ev, arguments: value(asked(arguments, ev)))

        def over(combine: Callable[..., Any]) -> unevaluated:
            def word(ev: Evaluator, arguments: tuple[Node, ...]) -> Any:
                whom = [w if isinstance(w, Subject) else Subject((w,)) for w in ev(arguments[0])]
                return combine(self._evaluator(w, hand)(arguments[1]) for w in whom)

            return unevaluated(word)

        def extreme(beats: Callable[[int, int], bool]) -> unevaluated:
            def word(ev: Evaluator, arguments: tuple[Node, ...]) -> bool:
                sides = [Subject(side, True) for side in self.sides]
                rivals = [s for s in sides if subject.seats[0] not in s.seats]
                own = ev(arguments[0])
                return all(beats(own, self._evaluator(r, hand)(arguments[0])) for r in rivals)

            return unevaluated(word)

        def is_role(ev: Evaluator, arguments: tuple[Node, ...]) -> bool:
            return ev(arguments[0]) in asked(arguments[1:], ev).seats

        def other(_: Evaluator, arguments: tuple[Node, ...]) -> Any:
            (rival,) = (side for side in self.sides if subject.seats[0] not in side)
            return self._evaluator(Subject(rival, True), hand)(arguments[0])

        quantities |= {
            "score": of_subject(lambda whom: self._total(self.score, whom)),
            "hand_score": of_subject(lambda whom: self._total(self.hand_score, whom)),
            "is": unevaluated(is_role),
            "other": unevaluated(other),
            "any": over(any),
            "all": over(all),
            "sum": over(sum),
            "most": extreme(lambda own, rival: own > rival),
            "least": extreme(lambda own, rival: own < rival),
        }
        for name, values in hand.seats.items():
            quantities[name] = of_subject(
                lambda whom, values=values: sum(values[seat] for seat in whom.seats)  # type: ignore[misc]
            )
        for name, function in hand.words.items():
            quantities[name] = unevaluated(
                lambda ev, arguments, function=function: function(  # type: ignore[misc]
                    subject.seats, *(a.id for a in arguments)
                )
            )
        for name in self.counters:
            quantities[name] = of_subject(lambda whom, name=name: self._counter(name, whom))  # type: ignore[misc]
        for let in self.genome.lets:
            quantities[let.name] = of_subject(
                lambda whom, let=let: self._let(let.value, let.scope, whom, hand)  # type: ignore[misc]
            )
        return Evaluator(quantities)

    def _counter(self, name: str, whom: Subject) -> int:
        values = self.counters[name]
        if None in values:
            return values[None]
        if any(key is not None and key.is_side for key in values):
            return values[self._side(whom.seats[0])]
        return sum(values[Subject((seat,))] for seat in whom.seats)

    def _let(self, value: str | int, scope: Scope, whom: Subject, hand: Hand) -> Any:
        if scope == Scope.SEAT:
            each = [self.judge(value, Subject((seat,)), hand) for seat in whom.seats]
            return each[0] if len(each) == 1 else sum(each)
        if scope == Scope.TEAM:
            return self.judge(value, self._side(whom.seats[0]), hand)
        return self.judge(value, whom, hand)

    def _others(self, seats: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(seat for seat in range(self.genome.player_count) if seat not in seats)
