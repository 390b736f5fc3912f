"""The result of a round: what was worked out about it, and what is found wrong."""

from __future__ import annotations

from collections import Counter

from darwindeck.archives.divergences import Category, Divergence, IrregularityKind, Triage
from darwindeck.archives.door import one_line
from darwindeck.archives.record import Awarded, StatedResult
from darwindeck.oracles.baloot.account import Account, Aside, Credit
from darwindeck.oracles.baloot.credit import facts_of
from darwindeck.oracles.baloot.projects import RAW
from darwindeck.oracles.baloot.scoring import Pair, ScoreReading, ScoringFacts, Sheet

VALUES = {20: "sira", 50: "fifty", 100: "hundred", 200: "four hundred", 400: "four hundred"}
NAMES = {
    "sira": "sira",
    "50": "fifty",
    "fifty": "fifty",
    "100": "hundred",
    "hundred": "hundred",
    "400": "four hundred",
    "four hundred": "four hundred",
    "baloot": "baloot",
}
"""What the lines of a result are called; those of 50, 100 and 400 may have other names as well."""


def kind_of(award: Awarded) -> str:
    """What a line of the result pays for: by its name or, if that is not known, by its value."""
    return NAMES.get(award.name) or VALUES.get(award.value, one_line(award.name, 40))


def worth_of(kind: str) -> tuple[int, ...]:
    """The values with which a kind of declaration may be listed; none if it is not known."""
    values = tuple(value for value, other in VALUES.items() if other == kind)
    return (RAW[kind],) if kind == "baloot" else values


class RoundResult:
    """The result of one round and everything that is held against it."""

    def __init__(
        self,
        file: str,
        account: Account,
        result: StatedResult,
        after: Pair | None,
        before: Pair | None = None,
    ) -> None:
        self.file = file
        self.account = account
        self.result = result
        self.after = after
        """What the sides have after this round, by what follows in the source."""
        self.divergences: list[Divergence] = []
        scores = account.opening.scores if account.opening else (0, 0)
        self.before: Pair = (scores[0], scores[1]) if before is None else before
        self.scores: Pair = _pair(result.scores)
        self.totals: Pair = _pair(result.totals)
        self.cards: Pair = _pair(result.card_points)
        self.credit: Credit | None = None
        self.facts: ScoringFacts | None = None
        self.sheet: Sheet | None = None
        self.readings: list[ScoreReading] = []
        """The readings of open rules that this round needed."""
        self.awards = tuple(Counter(map(kind_of, awards)) for awards in result.awarded)
        self.paid_projects = _projects(self.awards[0]), _projects(self.awards[1])
        self.paid_baloots: Pair = (self.awards[0]["baloot"], self.awards[1]["baloot"])

    @property
    def agrees(self) -> bool:
        """Whether the round scores what the rules give."""
        return self.sheet is not None and self.scores == self.sheet.scores

    @property
    def due_projects(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The projects that count by the usual reading of a contest."""
        assert self.credit is not None
        facts = self.facts
        assert facts is not None
        return facts_of(self.account, self.credit, facts.baloots, self.account.best).projects

    def compared(self) -> tuple[tuple[str, object, object], ...]:
        """What the result states, each beside what the cards come to."""
        facts, sheet = self.facts, self.sheet
        swept = facts is not None and facts.swept is not None
        raw = None if facts is None else (facts.raw(0), facts.raw(1))
        computed: dict[str, Pair | None] = {
            "card points": None if facts is None else facts.cards,
            "total": raw if not swept or sheet is None else sheet.scores,
            "score": None if sheet is None else sheet.scores,
        }
        recorded = {"card points": self.cards, "total": self.totals, "score": self.scores}
        pairs: list[tuple[str, object, object]] = [
            (f"{name} {side + 1}", recorded[name][side], None if ours is None else ours[side])
            for name, ours in computed.items()
            for side in (0, 1)
        ]
        last = None if facts is None or facts.last < 0 else facts.last + 1
        pairs.append(("last trick", self._value("lmw"), last))
        pairs.append(("kaboot", bool(self._value("kbt")), None if facts is None else swept))
        winner = None if raw is None or raw[0] == raw[1] else int(raw[1] > raw[0]) + 1
        stated = None if self.result.winner is None else self.result.winner + 1
        pairs.append(("winner", stated, winner))
        return tuple(pairs)

    def add(
        self,
        category: Category,
        expected: object,
        computed: object,
        details: str,
        triage: Triage,
        reason: str,
    ) -> None:
        self.divergences.append(
            Divergence(
                self.file,
                self.account.record.index,
                self.result.at,
                category,
                expected,
                computed,
                details,
                triage,
                reason,
            )
        )

    def remark(self, kind: IrregularityKind, message: str) -> None:
        self.account.asides.append(Aside(self.result.at, kind, message))

    def _value(self, name: str) -> int:
        value = self.result.values.get(name, 0)
        return value if isinstance(value, int) else 0

    def _gained(self) -> Pair | None:
        """What the round brought, by the scores before and after it."""
        if self.after is None:
            return None
        return self.after[0] - self.before[0], self.after[1] - self.before[1]


def _projects(awards: Counter[str]) -> tuple[str, ...]:
    return tuple(kind for kind in awards.elements() if kind in RAW and kind != "baloot")


def _pair(values: tuple[int, ...] | None) -> Pair:
    return (values[0], values[1]) if values else (0, 0)
