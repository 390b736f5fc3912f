"""What was measured of a game, as one HTML page; and its parts, for pages that hold more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from darwindeck.charts import Bar, Line, bars, escaped, gauge, line_chart, page
from darwindeck.charts.svg import percent
from darwindeck.english import sentence
from darwindeck.evaluation.labels import SHARE, label_of, shown_metrics
from darwindeck.evaluation.results import Curve, Evaluation
from darwindeck.evaluation.summary import headline, two_lines
from darwindeck.genome.schema import GameGenome
from darwindeck.rulebook.build import build_rulebook
from darwindeck.rulebook.render.html import to_html_part

if TYPE_CHECKING:
    from darwindeck.evaluation.fitness import Verdict

_CURVES = {
    "uncertainty": ("How open the outcome is", "1 is wide open, 0 is decided"),
    "lead": ("How far the favourite is ahead", "chance to win beyond that of the next"),
}
_LADDER = ("skill_greedy", "skill_search", "skill_deep")


def evaluation_page(genome: GameGenome, evaluation: Evaluation, verdict: Verdict) -> str:
    """A whole page about one game: verdict, reasons, charts, numbers, rules."""
    name = headline(genome)
    first, second = two_lines(genome, evaluation)
    sections = [
        f"<h1>{escaped(name)}</h1>",
        f'<p class="lead">{escaped(first)}</p><p>{escaped(second)}</p>',
        verdict_part(verdict),
        figures(evaluation),
        f"<h2>In numbers</h2>{metrics_table(evaluation)}",
        faults_part(evaluation),
        dead_part(evaluation),
        f"<h2>The rules</h2>{rules_part(genome)}",
        f"<footer>{escaped(basis(evaluation))}</footer>",
    ]
    return page(f"{name}: how good a game is it?", "\n".join(filter(None, sections)))


def basis(evaluation: Evaluation) -> str:
    """What the numbers rest on."""
    seeds = ", ".join(map(str, evaluation.seeds)) or "none"
    many = "seed" if len(evaluation.seeds) == 1 else "seeds"
    return (
        f"{evaluation.effort.capitalize()} evaluation up to the stage “{evaluation.stage}”, "
        f"{many} {seeds}: {evaluation.played:,} decisions were played. Intervals hold the true "
        "value with 95 % confidence."
    )


def verdict_part(verdict: Verdict) -> str:
    """The score, or the gate that was not passed, and the reasons."""
    if verdict.gate is not None:
        reasons = "".join(f"<li>{escaped(sentence(reason))}</li>" for reason in verdict.reasons)
        gate = escaped(str(verdict.gate).replace("_", " "))
        return (
            f'<div class="card"><p><b class="red">Turned away: {gate}.</b></p>'
            f"<ul>{reasons}</ul></div>"
        )
    score = gauge(verdict.score, verdict.low, verdict.high, width=220, height=18)
    whole = "" if verdict.complete else " So far: not everything was measured."
    text = (
        f"<b>{100 * verdict.score:.0f} of 100</b> points in the style "
        f"“{escaped(verdict.style)}” ({100 * verdict.low:.0f} to {100 * verdict.high:.0f})."
    )
    return f'<div class="card"><p>{text}{whole}</p><p>{score}</p></div>{parts_table(verdict)}'


def parts_table(verdict: Verdict) -> str:
    """What the score is made of, the weightiest part first."""
    total = sum(part.weight for part in verdict.parts) or 1.0
    ordered = sorted(verdict.parts, key=lambda part: -part.weight)
    rows = "".join(
        f"<tr><td>{escaped(part.name.replace('_', ' '))}</td>"
        f"<td>{gauge(part.value, width=120)}</td>"
        f'<td class="number">{100 * part.value:.0f}</td>'
        f'<td class="number quiet">{100 * part.weight / total:.0f} %</td>'
        f"<td>{escaped(sentence(part.why))}</td></tr>"
        for part in ordered
    )
    head = (
        "<tr><th>Part</th><th></th><th class='number'>Of 100</th>"
        "<th class='number'>Weight</th><th>Why</th></tr>"
    )
    return f'<table class="stack"><thead>{head}</thead><tbody>{rows}</tbody></table>'


def figures(evaluation: Evaluation) -> str:
    """The charts that there are numbers for, in a grid."""
    drawn = [curve_figure(curve) for curve in evaluation.curves.values() if curve.points]
    ladder = [
        Bar(label_of(name).text, metric.value, metric.low, metric.high)
        for name in _LADDER
        if (metric := evaluation.metrics.get(name)) is not None
    ]
    if ladder:
        chart = bars(
            ladder,
            "How much better one level of play is than the one before",
            least=min(0.0, *(bar.low or 0.0 for bar in ladder)),
            most=1.0,
            write="{:.2f}".format,
        )
        drawn.append(figure("Skill", "0 is no better than the other, 1 wins always", chart))
    causes = [
        Bar(text, metric.value, metric.low, metric.high)
        for name, text in (("skill_share", "who plays"), ("luck_share", "the deal"))
        if (metric := evaluation.metrics.get(name)) is not None
    ]
    if causes:
        chart = bars(causes, "What decides a game", most=1.0, write=percent)
        drawn.append(figure("What decides a game", "the rest is the play itself", chart))
    return f'<div class="grid">{"".join(drawn)}</div>' if drawn else ""


def figure(title: str, remark: str, chart: str) -> str:
    """A chart with its caption."""
    text = f"<b>{escaped(title)}</b>" + (f" · {escaped(remark)}" if remark else "")
    return f"<figure><figcaption>{text}</figcaption>{chart}</figure>"


def curve_figure(curve: Curve) -> str:
    """The course of one quantity through a game."""
    title, remark = _CURVES.get(curve.name, (curve.name.replace("_", " ").capitalize(), ""))
    highest = max(high for _, _, _, high in curve.points)
    line = Line(
        title,
        tuple((at, value) for at, value, _, _ in curve.points),
        tuple((low, high) for _, _, low, high in curve.points),
    )
    chart = line_chart(
        [line],
        title,
        across="share of the game played",
        span=(0.0, 1.0),
        least=min(0.0, *(low for _, _, low, _ in curve.points)),
        most=1.0 if highest <= 1 else None,
        write_x=percent,
    )
    return figure(title, remark, chart)


def metrics_table(evaluation: Evaluation) -> str:
    """Every metric with its interval."""
    rows = []
    for label in shown_metrics(evaluation):
        metric = evaluation.metrics[label.name]
        drawn = (
            gauge(metric.value, metric.low, metric.high, width=120) if label.form == SHARE else ""
        )
        rows.append(
            f"<tr><td>{escaped(label.text)}</td>"
            f'<td class="number">{label.write(metric.value)}</td>'
            f'<td class="number quiet">{label.interval(metric)}</td><td>{drawn}</td></tr>'
        )
    head = (
        "<tr><th>Metric</th><th class='number'>Value</th><th class='number'>95 %</th><th></th></tr>"
    )
    return (
        f'<div class="scroll"><table class="dense"><thead>{head}</thead>'
        f"<tbody>{''.join(rows)}</tbody></table></div>"
    )


def faults_part(evaluation: Evaluation) -> str:
    """What a designer would mend first, if there is anything."""
    if not evaluation.faults:
        return ""
    items = "".join(
        f'<li>{escaped(sentence(fault.text))} <span class="quiet">{escaped(fault.path)}</span></li>'
        for fault in evaluation.faults
    )
    return f"<h2>What to mend first</h2><ul>{items}</ul>"


def dead_part(evaluation: Evaluation) -> str:
    """Clauses that made no difference, if there are any."""
    if not evaluation.dead:
        return ""
    items = "".join(
        f'<li>{escaped(clause.text)} <span class="quiet">{escaped(clause.path)}</span></li>'
        for clause in evaluation.dead
    )
    return f"<h2>Clauses that never mattered</h2><ul>{items}</ul>"


def rules_part(genome: GameGenome, depth: int = 3) -> str:
    """The rulebook, folded."""
    book = to_html_part(build_rulebook(genome), depth)
    return f'<details><summary>Read the rulebook</summary><div class="book">{book}</div></details>'
