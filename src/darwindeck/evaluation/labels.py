"""What the metrics are called where people read them, and how their numbers are written."""

from __future__ import annotations

from dataclasses import dataclass

from darwindeck.evaluation.results import Evaluation, Metric

SHARE, NUMBER, BALANCE = "share", "number", "balance"


@dataclass(frozen=True)
class MetricLabel:
    """The words for a metric."""

    name: str
    text: str
    form: str
    """``share`` is written in per cent, ``number`` as it is, ``balance`` with its sign."""

    def write(self, value: float) -> str:
        """A value of the metric."""
        if self.form == SHARE:
            return f"{100 * value:.0f} %" if 0.1 <= value <= 0.9 else f"{100 * value:.1f} %"
        if self.form == BALANCE:
            return f"{value:+.2f}"
        if abs(value) >= 100:
            return f"{value:,.0f}"
        return f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}"

    def interval(self, metric: Metric) -> str:
        """Where the value lies with 95 % confidence; empty where it is exact."""
        if metric.low == metric.high:
            return ""
        low, high = self.write(metric.low), self.write(metric.high)
        return f"{low.removesuffix(' %')}…{high}"


LABELS = {
    label.name: label
    for label in (
        MetricLabel("points_decide", "who stands best wins", SHARE),
        MetricLabel("whole_matches", "measured on whole matches", SHARE),
        MetricLabel("completion", "games that come to an end", SHARE),
        MetricLabel("stuck", "turns in which nothing can be done", SHARE),
        MetricLabel("draws", "draws", SHARE),
        MetricLabel("seat_balance", "fairness between seats", SHARE),
        MetricLabel("decisions", "decisions of a player in a game", NUMBER),
        MetricLabel("choice", "decisions with a choice", SHARE),
        MetricLabel("branching", "moves to choose from", NUMBER),
        MetricLabel("branching_spread", "spread of the moves to choose from", NUMBER),
        MetricLabel("variety", "kinds of things to decide", NUMBER),
        MetricLabel("turns", "turns in a game", NUMBER),
        MetricLabel("hands", "hands in a game", NUMBER),
        MetricLabel("minutes", "minutes at the table", NUMBER),
        MetricLabel("interaction", "interaction", SHARE),
        MetricLabel("lead_changes", "changes of the lead", NUMBER),
        MetricLabel("words", "words of the rulebook", NUMBER),
        MetricLabel("outcomes", "ways in which hands come out", NUMBER),
        MetricLabel("dead_share", "clauses that never matter", SHARE),
        MetricLabel("real_decisions", "decisions that matter", SHARE),
        MetricLabel("stakes", "what hangs on a decision", SHARE),
        MetricLabel("drama", "drama", SHARE),
        MetricLabel("uncertainty", "uncertainty of the outcome", SHARE),
        MetricLabel("tension", "tension", SHARE),
        MetricLabel("comeback", "comebacks", NUMBER),
        MetricLabel("decisiveness", "decisiveness", SHARE),
        MetricLabel("skill_greedy", "simple plan against chance", BALANCE),
        MetricLabel("skill_able", "practice against chance", BALANCE),
        MetricLabel("skill_search", "practice against a simple plan", BALANCE),
        MetricLabel("skill_deep", "ten times the practice against less", BALANCE),
        MetricLabel("skill_seen", "seeing all cards against a simple plan", BALANCE),
        MetricLabel("skill_levels", "levels of skill", NUMBER),
        MetricLabel("skill_share", "share of skill in the results", SHARE),
        MetricLabel("luck_share", "share of the deal in the results", SHARE),
    )
}
"""Every metric by its name, in the order in which they are shown."""


def label_of(name: str) -> MetricLabel:
    """The words for a metric; one that has none is called by its name."""
    return LABELS.get(name) or MetricLabel(name, name.replace("_", " "), NUMBER)


def shown_metrics(*evaluations: Evaluation) -> list[MetricLabel]:
    """The metrics that some of the evaluations hold, in the order in which they are shown."""
    found = dict.fromkeys(name for one in evaluations for name in one.metrics)
    known = [label for name, label in LABELS.items() if name in found]
    return [*known, *(label_of(name) for name in found if name not in LABELS)]
