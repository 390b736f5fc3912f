"""Whether a game is worth playing: a ladder of gates, and only then a score.

A gate turns a game away for a fault that no merit outweighs. Only a fault that is certain counts:
the whole 95 % interval must lie beyond the bound. So few games played let a doubtful game pass, and
more games turn it away; nothing is turned away by bad luck alone. The score is a weighted geometric
mean of criteria: each counts the more, the worse it is, so that one great merit does not pay for
the lack of another.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from statistics import median

from darwindeck.evaluation.criteria import CRITERIA, Criterion, shrunk, sides_of
from darwindeck.evaluation.efforts import EFFORTS
from darwindeck.evaluation.results import Evaluation, Metric
from darwindeck.evaluation.styles import STYLES, Style
from darwindeck.genome.completeness import QUESTIONS
from darwindeck.quoting import QuotedValueError

LEAST = 0.02
"""No criterion counts as worse than this, so that one fault does not hide all others."""

MUCH, LITTLE = 0.3, 0.05
"""What seeing all cards must gain at least, and practice at most, where our players are no judges
of a game."""


class Gate(StrEnum):
    """What a game must not be, in the order in which it is asked."""

    INVALID = "invalid"
    INCOMPLETE = "incomplete"
    DOES_NOT_FINISH = "does not finish"
    NO_DECISIONS = "no decisions"
    STUCK = "stuck"
    UNFAIR = "unfair"
    DEAD_CLAUSES = "dead clauses"
    TOO_LONG = "unreadable length"
    FAULT = "fault"


@dataclass(frozen=True)
class Bounds:
    """Where the gates stand; see `docs/worth.md` for the reasons."""

    completion: float = 0.99
    """At least this share of games must end by the rules."""
    choice: float = 0.05
    """At least this share of decisions must have more than one move."""
    decisions: float = 1.5
    """At least so many decisions with a choice must a player have in a game."""
    real_decisions: float = 0.01
    """At least this share of decisions must matter, unless doing the obvious wins more often."""
    skill: float = 0.03
    """From here on doing the obvious wins more often than doing anything."""
    stuck: float = 0.5
    """At most this share of decisions may be taken where the game stands still."""
    unfairness: float = 0.4
    """No side may win more often or more rarely than its share by more than this part of it."""
    dead_share: float = 0.15
    """At most this share of the clauses may never matter, and one clause always may."""
    words: float = 4000
    """At most so many words may the rules take: about ten pages."""


@dataclass(frozen=True)
class Part:
    """One criterion in a verdict."""

    name: str
    value: float
    """From 0, nothing of it, to 1."""
    weight: float
    why: str


@dataclass(frozen=True)
class Verdict:
    """What a game is worth in one style, and why."""

    style: str
    gate: Gate | None
    """The first gate that it failed; None if it passed all that could be asked."""
    reasons: tuple[str, ...]
    """Why it failed: one sentence for each gate that it failed, the first one first."""
    score: float
    """From 0 to 1; 0 where a gate was failed."""
    low: float
    high: float
    """Where the score lies with 95 % confidence."""
    ceiling: float
    """The score if everything not measured yet were perfect."""
    parts: tuple[Part, ...]
    complete: bool
    """Whether all criteria of the style were measured."""
    is_beyond_us: bool = False
    """Whether our players cannot judge the game: seeing all cards would gain them much, and they
    gain nothing by learning it. The score is then no more than a guess."""

    @property
    def sentence(self) -> str:
        """The verdict in one sentence."""
        if self.gate is not None:
            return f"Turned away ({self.gate}): {self.reasons[0]}."
        if self.is_beyond_us:
            return (
                "Our players cannot judge this: seeing all cards gains much, and they gain nothing "
                "by practice."
            )
        if len(self.parts) < 2:
            return "Passed every gate so far; too little is measured yet for a score."
        ordered = sorted(self.parts, key=self._merit)
        return (
            f"{_grade(self.score)}: it gains most by its {ordered[-1].name} and loses most by "
            f"its {ordered[0].name}."
        )

    def _merit(self, part: Part) -> float:
        """How much a part lifts the score, or pulls it down."""
        return part.weight * math.log(max(LEAST, part.value) / max(LEAST, self.score))

    def to_dict(self) -> dict[str, object]:
        """Everything as plain values, for JSON."""
        return {
            "style": self.style,
            "gate": None if self.gate is None else self.gate.value,
            "reasons": list(self.reasons),
            "score": self.score,
            "low": self.low,
            "high": self.high,
            "ceiling": self.ceiling,
            "complete": self.complete,
            "is_beyond_us": self.is_beyond_us,
            "sentence": self.sentence,
            "parts": [vars(part) for part in self.parts],
        }


FAIR = 0.48
"""From this score on a game is worth showing to somebody."""
_GRADES = ((0.68, "Excellent"), (0.58, "Good"), (FAIR, "Fair"), (0.35, "Thin"))


def _grade(score: float) -> str:
    return next((word for bound, word in _GRADES if score >= bound), "Poor")


def judge(
    evaluation: Evaluation, style: str | Style = "balanced", *, bounds: Bounds | None = None
) -> Verdict:
    """What a game is worth, as far as it was measured.

    Args:
        evaluation: of any stage. Criteria and gates whose metrics are not there yet are left out.
        style: a name of `STYLES`, or a style of one's own.
        bounds: where the gates stand, if not where they usually do.
    """
    taste = _style(style)
    failed = list(_failed(evaluation, bounds or Bounds()))
    wanted = [
        (criterion, taste.weights[criterion.name])
        for criterion in _criteria(taste, evaluation)
        if criterion.applies(evaluation)
    ]
    measured = [(one, share) for one, share in wanted if one.is_measured(evaluation)]
    weight = sum(share for _, share in measured) / sum(share for _, share in wanted)
    values = {name: metric.value for name, metric in evaluation.metrics.items()}
    values |= {f"{name} error": metric.error for name, metric in evaluation.metrics.items()}
    values["sides"] = float(sides_of(evaluation))
    if practice := evaluation.metrics.get("skill_search"):
        values["skill_search lost"] = shrunk(-practice.value, practice.error)
    parts = tuple(
        Part(criterion.name, criterion.worth(values), share, criterion.why(evaluation))
        for criterion, share in measured
    )
    gate = failed[0][0] if failed else None
    reasons = tuple(reason for _, reason in failed)
    if failed or not measured:
        ceiling = 0.0 if failed else 1.0
        return Verdict(taste.name, gate, reasons, 0.0, 0.0, 0.0, ceiling, parts, False)
    score = _mean(measured, values)
    below, above = _reach(measured, values, evaluation.metrics, score)
    return Verdict(
        style=taste.name,
        gate=None,
        reasons=(),
        score=score,
        low=max(0.0, score - below),
        high=min(1.0, score + above),
        ceiling=score**weight,
        parts=parts,
        complete=math.isclose(weight, 1.0),
        is_beyond_us=_is_beyond_our_players(evaluation),
    )


def _is_beyond_our_players(e: Evaluation) -> bool:
    """Whether who sees all cards gains much where ours gain nothing by practice."""
    if any(name not in e.metrics for name in ("skill_seen", "skill_search", "skill_deep")):
        return False
    practice = max(e["skill_search"], e["skill_deep"])
    return e.metrics["skill_seen"].low > MUCH and practice < LITTLE


def scores_of(verdicts: Sequence[Verdict]) -> list[float]:
    """The scores to be held against what people think: where our players cannot judge a game, it
    counts at the median of the others."""
    judged = [verdict.score for verdict in verdicts if not verdict.is_beyond_us]
    middle = median(judged) if judged else 0.0
    return [middle if verdict.is_beyond_us else verdict.score for verdict in verdicts]


def _style(style: str | Style) -> Style:
    if isinstance(style, Style):
        return style
    if style not in STYLES:
        raise QuotedValueError(f"there is no style '{style}'; the styles are: {', '.join(STYLES)}")
    return STYLES[style]


# --- the score ---------------------------------------------------------------------------------

Weighed = list[tuple[Criterion, float]]


def _criteria(style: Style, evaluation: Evaluation) -> Iterator[Criterion]:
    for name in style.weights:
        yield _kind(style, evaluation) if name == "kind" else CRITERIA[name]


def _kind(style: Style, evaluation: Evaluation) -> Criterion:
    """Whether most decisions are taken in the kinds of phase that the style is about."""
    fits = evaluation.family in style.families
    wanted = " or ".join(style.families)
    needs = ("choice",)
    return Criterion(
        "kind",
        needs,
        lambda _: 1.0 if fits else 0.15,
        lambda e: (
            f"most decisions are of the kind '{e.family}'" + ("" if fits else f", not {wanted}")
        ),
    )


def _mean(weighed: Weighed, values: Mapping[str, float]) -> float:
    """The weighted geometric mean of the criteria that were measured."""
    total = sum(share for _, share in weighed)
    logs = (share * math.log(max(LEAST, one.worth(values))) for one, share in weighed)
    return math.exp(sum(logs) / total)


def _reach(
    weighed: Weighed, values: Mapping[str, float], metrics: Mapping[str, Metric], score: float
) -> tuple[float, float]:
    """How far the score may lie below and above, by the intervals of the metrics.

    Each metric is put to both ends of its interval by itself; what comes of that adds up like
    independent errors do.
    """
    below = above = 0.0
    for name in dict.fromkeys(name for one, _ in weighed for name in one.needs):
        metric = metrics[name]
        if metric.low == metric.high:
            continue
        # At an end of its interval a metric is taken for what it is there.
        ends = ({**values, name: end, f"{name} error": 0.0} for end in (metric.low, metric.high))
        moved = [_mean(weighed, known) - score for known in ends]
        below += min(0.0, *moved) ** 2
        above += max(0.0, *moved) ** 2
    return math.sqrt(below), math.sqrt(above)


# --- the gates ---------------------------------------------------------------------------------

Failed = tuple[Gate, str]


def _failed(evaluation: Evaluation, bounds: Bounds) -> Iterator[Failed]:
    """The gates that were failed, in order, each with its reason."""
    if evaluation.problems:
        open_questions = set(QUESTIONS.values())
        incomplete = all(any(q in text for q in open_questions) for text in evaluation.problems)
        yield Gate.INCOMPLETE if incomplete else Gate.INVALID, evaluation.problems[0]
        return
    for gate, ask in _GATES:
        reason = ask(evaluation, bounds)
        if reason:
            yield gate, reason
    for fault in evaluation.faults:
        yield Gate.FAULT, f"{fault.text} ({fault.path})" if fault.path else fault.text


def _certainly_below(evaluation: Evaluation, name: str, bound: float) -> bool:
    metric = evaluation.metrics.get(name)
    return metric is not None and max(metric.high, metric.value + _unseen(metric)) < bound


def _certainly_above(evaluation: Evaluation, name: str, bound: float) -> bool:
    metric = evaluation.metrics.get(name)
    return metric is not None and min(metric.low, metric.value - _unseen(metric)) > bound


def _unseen(metric: Metric) -> float:
    """What may be there though it was never seen: the rule of three."""
    return 3 / metric.count if metric.count else 0.0


def _share(value: float) -> str:
    return f"{100 * value:.1f} %" if value < 0.1 or value > 0.9 else f"{100 * value:.0f} %"


def _does_not_finish(e: Evaluation, bounds: Bounds) -> str:
    if not _certainly_below(e, "completion", bounds.completion):
        return ""
    return (
        f"only {_share(e['completion'])} of the games come to an end by the rules; "
        f"{_share(bounds.completion)} must"
    )


def _no_decisions(e: Evaluation, bounds: Bounds) -> str:
    if _certainly_below(e, "choice", bounds.choice):
        return (
            f"only {_share(e['choice'])} of the decisions have more than one move; "
            f"{_share(bounds.choice)} must"
        )
    if "decisions" in e.metrics and "choice" in e.metrics:
        most = e.metrics["decisions"].high * e.metrics["choice"].high
        if most < bounds.decisions:
            return (
                f"a player has at most {most:.1f} decisions with a choice in a game; "
                f"there must be {bounds.decisions:g}"
            )
    if _certainly_below(e, "real_decisions", bounds.real_decisions) and _certainly_below(
        e, "skill_greedy", bounds.skill
    ):
        return (
            f"only {_share(e['real_decisions'])} of the decisions matter; "
            f"{_share(bounds.real_decisions)} must"
        )
    return ""


def _stuck(e: Evaluation, bounds: Bounds) -> str:
    """Who plays alone may move cards to and fro as long as they like, and keeps nobody waiting."""
    if e.player_count < 2 or not _certainly_above(e, "stuck", bounds.stuck):
        return ""
    return (
        f"at {_share(e['stuck'])} of the decisions the game stands still; "
        f"at most {_share(bounds.stuck)} may be so"
    )


def _unfair(e: Evaluation, bounds: Bounds) -> str:
    fair = 1 / sides_of(e)
    if not _certainly_below(e, "seat_balance", 1 - bounds.unfairness * fair):
        return ""
    off = 1 - e["seat_balance"]
    return (
        f"a side wins {_share(off)} of the games more or less than its {_share(fair)}; "
        f"at most {_share(bounds.unfairness * fair)} may be so"
    )


def _dead(e: Evaluation, bounds: Bounds) -> str:
    """A clause that no game showed may still matter in one of so many: the rule of three."""
    effort = EFFORTS.get(e.effort)
    unseen = 3 / effort.clause_games if effort is not None and effort.clause_games else 0.0
    if len(e.dead) < 2 or not _certainly_above(e, "dead_share", bounds.dead_share + unseen):
        return ""
    return (
        f"{_share(e['dead_share'])} of the clauses never matter; "
        f"at most {_share(bounds.dead_share + unseen)} may"
    )


def _too_long(e: Evaluation, bounds: Bounds) -> str:
    if not _certainly_above(e, "words", bounds.words):
        return ""
    return f"the rules take {e['words']:,.0f} words; {bounds.words:,.0f} is the most"


_GATES: tuple[tuple[Gate, Callable[[Evaluation, Bounds], str]], ...] = (
    (Gate.DOES_NOT_FINISH, _does_not_finish),
    (Gate.NO_DECISIONS, _no_decisions),
    (Gate.STUCK, _stuck),
    (Gate.UNFAIR, _unfair),
    (Gate.DEAD_CLAUSES, _dead),
    (Gate.TOO_LONG, _too_long),
)

__all__ = ["STYLES", "Bounds", "Gate", "Part", "Verdict", "judge", "scores_of"]
