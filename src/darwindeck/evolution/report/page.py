"""The report of a run: one HTML page that loads nothing from outside."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from darwindeck.charts import (
    Bar,
    Cell,
    Line,
    bars,
    escaped,
    gauge,
    heat_map,
    lanes,
    line_chart,
    page,
)
from darwindeck.charts.lanes import lane_svg
from darwindeck.charts.svg import percent
from darwindeck.english import capitalised, counted, figured
from darwindeck.evaluation.page import curve_figure, figure, metrics_table, parts_table, rules_part
from darwindeck.evaluation.summary import two_lines
from darwindeck.evolution.report.descent import (
    Step,
    ancestry,
    change_words,
    descent_words,
    likeness_words,
)
from darwindeck.evolution.report.maps import ArchiveMap, archive_maps, short_label
from darwindeck.evolution.report.pace import duration, pace_of
from darwindeck.evolution.report.reasons import faults, merits
from darwindeck.evolution.runs.records import LIBRARY_ORIGIN, GenerationRecord, Standing
from darwindeck.evolution.runs.store import RunStore

if TYPE_CHECKING:
    from darwindeck.evaluation.fitness import Verdict
    from darwindeck.evolution.runs.best import BestGame

MOST_CHANGES = 4
"""Changed rules told at one step of a lineage."""
MOST_REASONS = 12
MOST_LINES = 6


def run_page(store: RunStore, name: str, best: Sequence[BestGame]) -> str:
    """The page: the best games, the map of the archive, progress, where time and proposals went."""
    history = store.history()
    body = [
        f"<h1>{escaped(name)}</h1>",
        f'<p class="lead">{escaped(_opening(store, history))}</p>',
        _facts(store, history, best),
        _contents(best),
        '<h2 id="best">The best games</h2>',
        *([_best_game(store, item, place) for place, item in enumerate(best, 1)] or [_NOTHING]),
        _openness(best),
        '<h2 id="map">The archive</h2>',
        _archive(store, {item.game.key: place for place, item in enumerate(best, 1)}),
        '<h2 id="progress">Progress</h2>',
        _progress(store, history),
        '<h2 id="settings">Settings</h2>',
        _settings(store),
        f"<footer>{escaped(capitalised(pace_of(store.timings()).words()))}.</footer>",
    ]
    return page(f"{name}: a run of DarwinDeck", "\n".join(body))


_NOTHING = "<p>No game was found that is new and passed every gate.</p>"


def _opening(store: RunStore, history: Sequence[GenerationRecord]) -> str:
    new = len(store.names()) - len(store.games(LIBRARY_ORIGIN))
    state = "" if store.finished else " The run is not finished."
    return (
        f"Card games bred from the library in {counted(_bred(history), 'generation')}: "
        f"{figured(new, 'new game')} came up, and the best of each kind was kept.{state}"
    )


def _bred(history: Sequence[GenerationRecord]) -> int:
    """How many generations brought new games; the last only measure the best again."""
    return sum(record.proposals > 0 for record in history)


def _facts(store: RunStore, history: Sequence[GenerationRecord], best: Sequence[BestGame]) -> str:
    pace = pace_of(store.timings())
    last = history[-1] if history else None
    facts = [
        (f"{_bred(history):,}", "generations"),
        (f"{sum(record.proposals for record in history):,}", "proposals"),
        (f"{pace.evaluations:,}", "evaluations"),
        (f"{last.num_elites:,}" if last else "0", "elites in the archive"),
        (f"{100 * best[0].verdict.score:.0f}" if best else "–", "best score of 100"),
        (duration(pace.seconds), "at work"),
    ]
    items = "".join(f"<li><b>{value}</b><span>{text}</span></li>" for value, text in facts)
    return f'<ul class="facts">{items}</ul>'


def _contents(best: Sequence[BestGame]) -> str:
    links = [
        f'<li><a href="#game-{place}">{escaped(item.game.name)}</a></li>'
        for place, item in enumerate(best, 1)
    ]
    others = (("map", "The archive"), ("progress", "Progress"), ("settings", "Settings"))
    links += [f'<li><a href="#{anchor}">{text}</a></li>' for anchor, text in others]
    return f"<nav><ul>{''.join(links)}</ul></nav>"


# the best games


def _best_game(store: RunStore, item: BestGame, place: int) -> str:
    game, verdict = item.game, item.verdict
    genome = game.genome()
    first, second = two_lines(genome, item.evaluation)
    origin = f"{descent_words(item.descent)}. {capitalised(likeness_words(game))}."
    score = (
        f"<p><b>{100 * verdict.score:.0f} of 100</b> "
        f'<span class="quiet">({100 * verdict.low:.0f} to {100 * verdict.high:.0f})</span> '
        f"{gauge(verdict.score, verdict.low, verdict.high, width=180)}</p>"
    )
    curves = "".join(
        curve_figure(curve) for curve in item.evaluation.curves.values() if curve.points
    )
    return (
        f'<article class="card" id="game-{place}"><h3>{place}. {escaped(game.name)}</h3>'
        f"<p>{escaped(first)}</p><p>{escaped(second)}</p>"
        f"{''.join(f'<p><i>{escaped(line)}</i></p>' for line in item.news)}"
        f'<p class="quiet">{escaped(origin)}</p>{score}{_reasons(verdict)}'
        f"<details><summary>What the score is made of</summary>{parts_table(verdict)}</details>"
        f"<details><summary>In numbers</summary>{metrics_table(item.evaluation)}</details>"
        f"{_lineage(ancestry(store, game.key, rules=True))}"
        f"{rules_part(genome, 4)}"
        f'<div class="grid">{curves}</div></article>'
    )


def _reasons(verdict: Verdict) -> str:
    good = "".join(f'<li class="plus">{escaped(line)}</li>' for line in merits(verdict))
    bad = "".join(f'<li class="minus">{escaped(line)}</li>' for line in faults(verdict))
    return f'<ul class="reasons">{good}{bad}</ul>'


def _openness(best: Sequence[BestGame]) -> str:
    """How open the best games are in their course, one line each."""
    lines = [
        Line(item.game.name, tuple((at, value) for at, value, _, _ in curve.points))
        for item in best[:MOST_LINES]
        if (curve := item.evaluation.curves.get("uncertainty")) is not None and curve.points
    ]
    if len(lines) < 2:
        return ""
    chart = line_chart(
        lines,
        "How open the best games are in their course",
        across="share of the game played",
        span=(0.0, 1.0),
        most=1.0,
        write_x=percent,
        width=460,
        height=260,
    )
    drawn = figure("The best side by side", "how open the outcome is, 1 is wide open", chart)
    return f'<div class="grid">{drawn}</div>'


def _lineage(steps: Sequence[Step]) -> str:
    """Every ancestor on a line of its own, beside lanes that join them."""
    rows = lanes((step.game.key, step.parents) for step in steps)
    width = max((row.width for row in rows), default=1)
    lines = "".join(
        f'<div class="line"><div class="lanes">{lane_svg(row, width, row is rows[0])}</div>'
        f'<div class="step">{_step(step)}</div></div>'
        for step, row in zip(steps, rows, strict=True)
    )
    return f"<details><summary>Where it comes from</summary><div>{lines}</div></details>"


def _step(step: Step) -> str:
    text = f"<b>{escaped(step.game.name)}</b> · {escaped(step.story)}"
    changes = "".join(
        f"<li>{escaped(change_words(item))}</li>" for item in step.changes[:MOST_CHANGES]
    )
    left = len(step.changes) - MOST_CHANGES
    more = f'<li class="quiet">and {left} more</li>' if left > 0 else ""
    return f'{text}<ul class="quiet">{changes}{more}</ul>' if changes else text


# the archive


def _archive(store: RunStore, places: Mapping[str, int]) -> str:
    elites = {standing.cell: standing for standing in store.elites()}
    names = {game.key: game.name for game in store.games()}
    filled = {cell: standing.score for cell, standing in elites.items()}
    maps = [item for item in archive_maps(filled) if item.cells]
    if not maps:
        return "<p>The archive is empty.</p>"
    drawn = "".join(
        figure(item.title.capitalize(), "", _map(item, elites, names, places)) for item in maps
    )
    return (
        "<p>Each square holds the best game that was found for its length and its share of skill; "
        "the stronger its colour, the better. A number is the place of the game in the list above."
        f'</p><div class="maps">{drawn}</div>'
    )


def _map(
    item: ArchiveMap,
    elites: Mapping[int, Standing],
    names: Mapping[str, str],
    places: Mapping[str, int],
) -> str:
    cells = {}
    for at, indices in item.cells.items():
        here = [elites[index] for index in indices]
        place = min((places[one.key] for one in here if one.key in places), default=0)
        tip = "\n".join(f"{names.get(one.key, '?')}: {100 * one.score:.0f} of 100" for one in here)
        link = f"game-{place}" if place else ""
        cells[at] = Cell(here[0].score, tip, str(place) if place else "", link)
    columns = [short_label(name) for name in item.columns]
    return heat_map(cells, columns, item.rows, item.title, across="minutes", side=38)


# progress


def _progress(store: RunStore, history: Sequence[GenerationRecord]) -> str:
    if not history:
        return "<p>No generation is finished.</p>"

    def line(name: str, values: Sequence[float]) -> Line:
        points = zip((record.number for record in history), values, strict=True)
        return Line(name, tuple((float(number), value) for number, value in points))

    scores = line_chart(
        [
            line("best game", [100 * record.obj_max for record in history]),
            line("mean of the elites", [100 * record.obj_mean for record in history]),
        ],
        "Lower ends of the intervals of the elites' scores",
        across="generation",
    )
    elites = line_chart(
        [line("elites", [float(record.num_elites) for record in history])],
        "Elites in the archive",
        across="generation",
    )
    quality = line_chart(
        [line("QD score", [record.qd_score for record in history])],
        "Sum of the sure scores of all elites",
        across="generation",
    )
    drawn = [
        figure("Sure scores", "the lower ends of the intervals, by which games compete", scores),
        figure("Elites", "cells of the archive that are filled", elites),
        figure("QD score", "the sum of all elites' sure scores", quality),
        *_rejections(store),
    ]
    return f'<div class="grid">{"".join(drawn)}</div>'


def _rejections(store: RunStore) -> list[str]:
    rejected = list(store.rejections().items())[:MOST_REASONS]
    if not rejected:
        return []
    items = [
        Bar(reason.replace("_", " ").replace("-", " "), float(count)) for reason, count in rejected
    ]
    chart = bars(items, "Proposals turned away, by reason", write="{:,.0f}".format)
    return [figure("Turned away", "proposals by reason", chart)]


def _settings(store: RunStore) -> str:
    rows = "".join(
        f"<tr><td>{escaped(name.replace('_', ' '))}</td>"
        f"<td>{escaped('–' if value is None else value)}</td></tr>"
        for name, value in store.settings.items()
    )
    return f'<table class="dense"><tbody>{rows}</tbody></table>'
