"""The rulebook as PDF, set by Typst (the optional extra `pdf`).

All text goes into string literals, so that no text of a genome can be mistaken for markup.
"""

from __future__ import annotations

from darwindeck.rulebook.document import Block, Bullets, Item, Paragraph, Rulebook, Section, Table
from darwindeck.rulebook.render.inline import pieces

_PREAMBLE = """\
#set page(paper: "a4", margin: (x: 2.4cm, y: 2.2cm), numbering: "1")
#set text(font: "Libertinus Serif", size: 10.5pt, lang: "en")
#set par(justify: true, leading: 0.62em, spacing: 0.9em)
#set list(spacing: 0.7em)
#set enum(spacing: 0.7em)
#set table(stroke: (x, y) => (bottom: 0.4pt + luma(75%)), inset: (x: 0pt, y: 4pt))
#set table(column-gutter: 10pt)
#show heading: set text(fill: rgb("#1f5b43"))
#show heading.where(level: 1): set text(size: 22pt)
#show heading.where(level: 2): set block(above: 1.6em, below: 0.8em)
#show heading.where(level: 3): set block(above: 1.3em, below: 0.7em)
#show table.cell.where(y: 0): set text(size: 9pt, fill: luma(35%), weight: "bold")
#show table: set par(justify: false)
"""
_RED = 'rgb("#b3122d")'


def to_pdf(book: Rulebook) -> bytes:
    """The book as a PDF file; raises `ImportError` if the extra is not installed."""
    try:
        import typst
    except ImportError:
        raise ImportError(
            "PDF needs the package 'typst': pip install 'darwindeck[pdf]'", name="typst"
        ) from None
    # A fixed time stamp and no fonts of the machine: one book, one file.
    pdf = typst.compile(to_typst(book).encode(), ignore_system_fonts=True, timestamp=0)
    if not isinstance(pdf, bytes):
        raise TypeError(f"Typst gave {type(pdf).__name__}, not a file")
    return pdf


def to_typst(book: Rulebook) -> str:
    """The book in Typst's language."""
    lines = [_PREAMBLE, f"#set document(title: {_literal(book.title)})", _heading(book.title, 1)]
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
    for piece in pieces(text):
        inner = _literal(piece.text)
        if piece.red:
            inner = f"text(fill: {_RED}, {inner})"
        drawn.append(f"#strong({inner})" if piece.strong else f"#{inner}")
    return f"[{''.join(drawn)}]"


def _literal(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ")
    return f'"{escaped}"'
