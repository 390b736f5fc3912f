"""Tables as text for spreadsheets and as HTML; what they hold may come from hostile files."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

from darwindeck.archives.door import one_line
from darwindeck.charts import escaped

_FORMULA = ("=", "+", "-", "@")


def csv_text(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table as CSV. No cell that is a text can be taken for a formula."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(header)
    writer.writerows([_cell(value) for value in row] for row in rows)
    return file.getvalue()


def _cell(value: object) -> object:
    if value is None:
        return ""
    if isinstance(value, int | float):
        return value
    text = one_line(str(value), 1_000)
    return f"'{text}" if text.startswith(_FORMULA) else text


def html_table(
    header: Sequence[str], rows: Iterable[Sequence[object]], numbers: Iterable[int] = ()
) -> str:
    """A table as HTML; `numbers` are the columns that hold numbers. All text is escaped."""
    right = frozenset(numbers)
    number = ' class="number"'

    def line(kind: str, cells: Sequence[object]) -> str:
        drawn = "".join(
            f"<{kind}{number if at in right else ''}>{_shown(cell)}</{kind}>"
            for at, cell in enumerate(cells)
        )
        return f"<tr>{drawn}</tr>"

    body = "".join(line("td", row) for row in rows)
    return (
        f'<div class="scroll"><table class="dense"><thead>{line("th", header)}</thead>'
        f"<tbody>{body}</tbody></table></div>"
    )


def _shown(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, int):
        return f"{value:,}"
    return escaped(one_line(str(value), 400))
