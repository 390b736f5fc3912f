"""What a validation found, as a CSV file and as one HTML page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from darwindeck.archives.divergences import (
    Divergence,
    IrregularityKind,
    ScoringValidationResult,
    Triage,
)
from darwindeck.archives.sheets import csv_text, html_table
from darwindeck.charts import Bar, bars, escaped, page

MOST_LISTED = 1_000
"""How many lines of one kind a page lists; a CSV file has all of them."""

_COLUMNS = ("file", "round", "event", "category", "class", "archive", "rules", "details", "reason")


def _numbered(index: int | None) -> int | None:
    """Rounds are numbered from 1 for people."""
    return None if index is None else index + 1


def _line(found: Divergence) -> tuple[object, ...]:
    return (
        found.archive_file,
        _numbered(found.round_index),
        found.event_index,
        str(found.category),
        str(found.triage),
        str(found.expected),
        str(found.computed),
        found.details,
        found.reason,
    )


def divergences_csv(results: Sequence[ScoringValidationResult]) -> str:
    """Every divergence as a line; a file that could not be read is a line, too."""
    rows: list[tuple[object, ...]] = []
    for result in results:
        if result.error is not None:
            nothing = (None,) * 2
            unread = ("unreadable", "A", None, None, result.error, "nothing of the file is used")
            rows.append((result.archive_file, *nothing, *unread))
        rows += [_line(found) for found in result.divergences]
    return csv_text(_COLUMNS, rows)


def rounds_csv(results: Sequence[ScoringValidationResult]) -> str:
    """Every deal as a line: each quantity as recorded, as computed, and whether they differ."""
    deals = [item for result in results for item in result.comparisons]
    names = list(dict.fromkeys(name for deal in deals for name, _, _ in deal.pairs))
    header = ["file", "round", "what", "differs"]
    header += [f"{name} {kind}" for name in names for kind in ("recorded", "computed")]
    rows = []
    for deal in deals:
        pairs = {name: (recorded, computed) for name, recorded, computed in deal.pairs}
        known = [(one, other) for one, other in pairs.values() if None not in (one, other)]
        differs = "yes" if any(one != other for one, other in known) else "no" if known else None
        cells = [cell for name in names for cell in pairs.get(name, (None, None))]
        rows.append((deal.file, deal.round + 1, deal.what, differs, *cells))
    return csv_text(header, rows)


def totals(results: Sequence[ScoringValidationResult]) -> list[tuple[str, int]]:
    """How much was read, checked and found."""
    return [
        ("files", len(results)),
        ("unreadable files", sum(result.error is not None for result in results)),
        ("files without a divergence", sum(result.is_clean for result in results)),
        ("deals", sum(result.rounds for result in results)),
        ("rounds with a result checked", sum(result.rounds_validated for result in results)),
        ("rounds followed by the engine", sum(result.engine_rounds for result in results)),
        ("calls", sum(result.calls for result in results)),
        ("cards played", sum(result.cards for result in results)),
        ("tricks", sum(result.tricks for result in results)),
        ("revokes by players", sum(result.revokes for result in results)),
        ("divergences", sum(len(result.divergences) for result in results)),
    ]


def verdict(results: Sequence[ScoringValidationResult]) -> str:
    """What a validation comes to: agreement is stated with how much was compared."""
    if all(result.error is not None for result in results):
        return "No archive could be read."
    found = sum(len(result.divergences) for result in results)
    if found:
        many = "divergence" if found == 1 else "divergences"
        return f"Archives and rules do not agree: {found:,} {many}."
    compared = [
        (sum(result.calls for result in results), "call", "calls"),
        (sum(result.cards for result in results), "card", "cards"),
        (sum(result.rounds_validated for result in results), "result", "results"),
    ]
    said = [f"{count:,} {one if count == 1 else many}" for count, one, many in compared if count]
    if not said:
        return "Nothing was compared: there are no calls, cards or results."
    return f"Archives and rules agree. Compared: {', '.join(said)}."


def by_category(results: Sequence[ScoringValidationResult]) -> list[tuple[object, ...]]:
    """For each category that occurs: its name, how many, and how many of each class."""
    found = [item for result in results for item in result.divergences]
    counts = Counter((str(item.category), item.triage) for item in found)
    names = Counter(str(item.category) for item in found)
    return [
        (name, count, *(counts[name, triage] for triage in Triage))
        for name, count in sorted(names.items(), key=lambda item: (-item[1], item[0]))
    ]


def by_kind(results: Sequence[ScoringValidationResult]) -> list[tuple[IrregularityKind, int]]:
    """How often each kind of irregularity occurs."""
    counts = sum((result.irregular for result in results), Counter[IrregularityKind]())
    return [(kind, counts[kind]) for kind in IrregularityKind if counts[kind]]


def skipped_lines(results: Sequence[ScoringValidationResult]) -> list[tuple[str, int, str]]:
    """What was passed over in reading: what, how often, where first."""
    counts: Counter[str] = Counter()
    first: dict[str, str] = {}
    for result in results:
        for item in result.skipped:
            counts[item.what] += item.count
            first.setdefault(item.what, str(item.first))
    return [(what, count, first[what]) for what, count in sorted(counts.items())]


def validation_page(results: Sequence[ScoringValidationResult]) -> str:
    """One page about a whole validation."""
    found = [item for result in results for item in result.divergences]
    odd = [item for result in results for item in result.irregularities]
    unread = [result.error for result in results if result.error is not None]
    facts = "".join(
        f"<li><b>{count:,}</b><span>{escaped(name)}</span></li>" for name, count in totals(results)
    )
    categories = by_category(results)
    parts = [
        "<h1>Archives and rules</h1>",
        f'<p class="lead">{verdict(results)}</p>',
        f'<ul class="facts">{facts}</ul>',
    ]
    if found:
        drawn = bars(
            [Bar(str(row[0]), float(str(row[1]))) for row in categories],
            "Divergences by category",
            write="{:.0f}".format,
        )
        classes = [f"{triage} {triage.label}" for triage in Triage]
        table = html_table(("category", "all", *classes), categories, range(1, 6))
        parts.append(f"<h2>Divergences</h2><figure>{drawn}</figure>{table}")
        parts.append(html_table(_COLUMNS, map(_line, found[:MOST_LISTED]), (1, 2)))
        parts.append(_more(len(found)))
    if unread:
        rows = [(line,) for line in unread[:MOST_LISTED]]
        parts.append(f"<h2>Not readable</h2>{html_table(('file and reason',), rows)}")
        parts.append(_more(len(unread)))
    if odd:
        kinds = html_table(("kind", "count"), [(str(k), n) for k, n in by_kind(results)], (1,))
        ordered = sorted(odd, key=lambda item: list(IrregularityKind).index(item.kind))
        lines = [(str(item.kind), str(item.place), item.details) for item in ordered[:MOST_LISTED]]
        listed = html_table(("kind", "place", "what"), lines)
        parts.append(
            "<h2>Irregularities</h2><p>What players did, or what no rule settles; none of it is a "
            f"divergence.</p>{kinds}<details><summary>Each of them</summary>{listed}"
            f"{_more(sum(count for _, count in by_kind(results)))}</details>"
        )
    skipped = skipped_lines(results)
    if skipped:
        table = html_table(("what", "count", "first"), skipped[:MOST_LISTED], (1,))
        parts.append(f"<h2>Passed over</h2>{table}")
    return page("Archives and rules", "\n".join(filter(None, parts)))


def _more(count: int) -> str:
    rest = count - MOST_LISTED
    return f"<p>… and {rest:,} more.</p>" if rest > 0 else ""
