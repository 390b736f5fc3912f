"""The rulebook as PDF, set by Typst (the optional extra `pdf`).

All text goes into string literals, so that no text of a genome can be mistaken for markup.
"""

from __future__ import annotations

from enum import StrEnum

from darwindeck.rulebook.document import Block, Bullets, Item, Paragraph, Rulebook, Section, Table
from darwindeck.rulebook.render.inline import printed

_PREAMBLE = """\
#set text(font: "Libertinus Serif", lang: "en")
#set par(justify: true, leading: 0.62em, spacing: 0.9em)
#set list(spacing: 0.7em)
#set enum(spacing: 0.7em)
#set table(stroke: (x, y) => (bottom: 0.4pt + luma(75%)), inset: (left: 0pt, right: 9pt, y: 4pt))
#show heading: set text(fill: rgb("#1f5b43"))
#show heading: set block(sticky: true)
#show heading.where(level: 1): set text(size: 2.1em)
#show heading.where(level: 2): set text(size: 1.3em)
#show heading.where(level: 2): set block(above: 1.6em, below: 0.8em)
#show heading.where(level: 3): set text(size: 1.12em)
#show heading.where(level: 3): set block(above: 1.3em, below: 0.7em)
#show heading.where(level: 4): set text(size: 1em, style: "italic", weight: "regular")
#show table.cell.where(y: 0): set text(size: 0.86em, fill: luma(35%), weight: "bold")
#show table: set par(justify: false)
"""


class Paper(StrEnum):
    """What a book is printed on."""

    A4 = "a4"
    LETTER = "us-letter"
    A5 = "a5"
    """For a booklet: two pages on a sheet."""
    A6 = "a6"
    """For a card."""


_PAGE = {
    Paper.A4: ("(x: 2.4cm, y: 2.2cm)", "10.5pt"),
    Paper.LETTER: ("(x: 0.95in, y: 0.85in)", "10.5pt"),
    Paper.A5: ("(x: 1.5cm, y: 1.5cm)", "9pt"),
    Paper.A6: ("(x: 0.8cm, y: 0.8cm)", "7.5pt"),
}
_CARD = "stroke: 0.5pt + luma(55%), radius: 1.5pt, inset: (x: 2pt), outset: (y: 2pt)"
_RED = 'rgb("#b3122d")'


def to_pdf(book: Rulebook, paper: Paper = Paper.A4) -> bytes:
    """The book as a PDF file; raises `ImportError` if the extra is not installed."""
    try:
        import typst
    except ImportError:
        raise ImportError(
            "PDF needs the package 'typst': pip install 'darwindeck[pdf]'", name="typst"
        ) from None
    # A fixed time stamp and no fonts of the machine: one book, one file.
    pdf = typst.compile(to_typst(book, paper).encode(), ignore_system_fonts=True, timestamp=0)
    if not isinstance(pdf, bytes):
        raise TypeError(f"Typst gave {type(pdf).__name__}, not a file")
    return pdf


def to_typst(book: Rulebook, paper: Paper = Paper.A4) -> str:
    """The book in Typst's language."""
    margin, size = _PAGE[paper]
    numbering = "none" if paper is Paper.A6 else '"1"'
    lines = [
        f'#set page(paper: "{paper}", margin: {margin}, numbering: {numbering})',
        f"#set text(size: {size})",
        _PREAMBLE,
        f"#set document(title: {_literal(book.title)})",
        _heading(book.title, 1),
    ]
    if book.facts:
        lines.append(f"#text(fill: luma(35%), {_inline(' · '.join(book.facts))})")
    for section in book.sections:
        lines += _section(section, 2)
    return "\n".join(lines) + "\n"


def _section(section: Section, depth: int) -> list[str]:
    lines = [_heading(section.title, depth)]
    lines += [f"#{_block(block)}" for block in section.blocks]
    for part in section.sections:
        lines += _section(part, depth + 1)
    return lines


def _heading(title: str, depth: int) -> str:
    return f"#heading(level: {depth}, {_inline(title)})"


def _block(block: Block) -> str:
    if isinstance(block, Paragraph):
        return f"par({_inline(' '.join(sentence.text for sentence in block.sentences))})"
    if isinstance(block, Bullets):
        function = "enum" if block.numbered else "list"
        return f"{function}({', '.join(_item(item) for item in block.items)})"
    return _table(block)


def _item(item: Item) -> str:
    text = _inline(" ".join(sentence.text for sentence in item.sentences))
    return " + ".join([text, *(_block(block) for block in item.blocks)])


def _table(table: Table) -> str:
    widths = [_width(table, column) for column in range(len(table.head))]
    head = ", ".join(_inline(cell) for cell in table.head)
    cells = ", ".join(_inline(cell) for row in table.rows for cell in row.cells)
    return f"table(columns: ({', '.join(widths)},), table.header({head}), {cells})"


def _width(table: Table, column: int) -> str:
    """Short columns take what they need; long ones share the rest."""
    longest = max(len(row.cells[column]) for row in table.rows) if table.rows else 0
    return "auto" if longest <= 18 else f"{min(longest, 120)}fr"


def _inline(text: str) -> str:
    drawn = []
    for piece in printed(text):
        inner = _literal(piece.text)
        if piece.red:
            inner = f"text(fill: {_RED}, {inner})"
        if piece.card:
            inner = f"box({_CARD}, {inner})"
        drawn.append(f"#strong({inner})" if piece.strong else f"#{inner}")
    return f"[{''.join(drawn)}]"


def _literal(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ")
    return f'"{escaped}"'
