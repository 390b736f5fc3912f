"""Statistics of recorded matches: counted shares and means, with their intervals, as tables.

Intervals hold the true value with 95 % confidence, if rounds are independent of each other:
Wilson's for shares, Student's for means.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from darwindeck.archives.sheets import csv_text, html_table
from darwindeck.charts import Bar, bars, escaped, page
from darwindeck.charts.svg import percent
from darwindeck.evaluation.intervals import spread_of, wilson


@dataclass
class StatisticsRow:
    """One quantity: a share of cases, or the mean of a number."""

    name: str
    total: int = 0
    sum: float = 0.0
    squares: float = 0.0
    is_share: bool = True

    def hear(self, value: float) -> None:
        self.total += 1
        self.sum += value
        self.squares += value * value

    @property
    def value(self) -> float:
        return self.sum / self.total if self.total else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Of a share within 0 and 1, of a mean from 0 on; of a single number nothing is known.

        Numbers that are all the same are taken as if one of them had differed by one.
        """
        if self.is_share:
            low, high = wilson(self.value, self.total) if self.total else (0.0, 1.0)
            return min(low, self.value), max(high, self.value)
        if self.total < 2:
            return 0.0, math.inf
        spread = max(0.0, self.squares - self.sum * self.value) / (self.total - 1)
        reach = spread_of(self.total) * math.sqrt((spread or 1 / self.total) / self.total)
        return max(0.0, self.value - reach), self.value + reach

    @property
    def count(self) -> int | None:
        """How many cases are counted; None for a mean."""
        return round(self.sum) if self.is_share else None

    def shown(self) -> tuple[str, str]:
        """The value and its interval as people write them."""
        low, high = self.interval
        if self.is_share:
            return f"{100 * self.value:.1f} %", f"{100 * low:.1f} – {100 * high:.1f} %"
        return f"{self.value:.2f}", f"{low:.2f} – {high:.2f}" if high < math.inf else "unknown"


@dataclass
class StatisticsTable:
    """Quantities that belong together."""

    title: str
    remark: str = ""
    rows: dict[str, StatisticsRow] = field(default_factory=dict)

    def expect(self, *names: str) -> None:
        """Shares that may come, in the order in which they are to be listed."""
        for name in names:
            self._row(name, True)

    def share(self, name: str, hit: bool) -> None:
        """One more case for a share."""
        self._row(name, True).hear(1.0 if hit else 0.0)

    def among(self, name: str, names: Iterable[str]) -> None:
        """One more case that is of exactly one of several kinds."""
        for other in names:
            self.share(other, other == name)

    def mean(self, name: str, value: float) -> None:
        """One more number, which cannot be negative, for a mean."""
        self._row(name, False).hear(value)

    def filled(self) -> list[StatisticsRow]:
        """The quantities of which there is at least one case."""
        return [row for row in self.rows.values() if row.total]

    def _row(self, name: str, is_share: bool) -> StatisticsRow:
        row = self.rows.get(name)
        if row is None:
            row = self.rows[name] = StatisticsRow(name, is_share=is_share)
        return row


@dataclass
class Statistics:
    """Everything that was counted in a set of matches of one game."""

    game: str
    matches: int = 0
    deals: int = 0
    tables: list[StatisticsTable] = field(default_factory=list)

    def table(self, title: str, remark: str = "") -> StatisticsTable:
        """A new table at the end."""
        made = StatisticsTable(title, remark)
        self.tables.append(made)
        return made

    @property
    def basis(self) -> str:
        """How much was counted: "2 matches, 31 deals"."""
        matches = "match" if self.matches == 1 else "matches"
        deals = "deal" if self.deals == 1 else "deals"
        return f"{self.matches:,} {matches}, {self.deals:,} {deals}"

    def filled(self) -> list[StatisticsTable]:
        """The tables that hold something."""
        return [table for table in self.tables if table.filled()]


def statistics_csv(found: Sequence[Statistics]) -> str:
    """Every quantity as a line."""
    header = ("game", "table", "quantity", "count", "of", "value", "low", "high")
    return csv_text(
        header,
        (
            (
                statistics.game,
                table.title,
                row.name,
                row.count,
                row.total,
                *(
                    round(number, 6) if number < math.inf else None
                    for number in (row.value, *row.interval)
                ),
            )
            for statistics in found
            for table in statistics.filled()
            for row in table.filled()
        ),
    )


def statistics_page(found: Sequence[Statistics]) -> str:
    """One page with a chart and a table for each group of quantities."""
    parts = ["<h1>How it is played</h1>"]
    for statistics in found:
        title = escaped(statistics.game.capitalize())
        parts.append(f'<p class="lead">{title}: {statistics.basis}.</p>')
        parts += [_part(table) for table in statistics.filled()]
    parts.append(
        "<footer>Intervals hold the true value with 95 % confidence, if rounds are independent of "
        "each other: Wilson’s for shares, Student’s for means.</footer>"
    )
    return page("How it is played", "\n".join(parts))


def _part(table: StatisticsTable) -> str:
    shares = [row for row in table.filled() if row.is_share]
    chart = ""
    if shares:
        drawn = bars(
            [Bar(row.name, row.value, *row.interval) for row in shares],
            table.title,
            most=1.0,
            write=percent,
        )
        chart = f"<figure>{drawn}</figure>"
    rows = [(row.name, row.count, row.total, *row.shown()) for row in table.filled()]
    remark = f"<p>{escaped(table.remark)}</p>" if table.remark else ""
    header = ("quantity", "count", "of", "value", "95 %")
    listed = html_table(header, rows, (1, 2, 3, 4))
    return (
        f'<h2>{escaped(table.title)}</h2>{remark}<div class="grid">{chart}<div>{listed}</div></div>'
    )
