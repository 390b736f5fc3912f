"""The rulebook as PDF, set by Typst (the optional extra `pdf`).

All text goes into string literals, so that no text of a genome can be mistaken for markup.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

from darwindeck.rulebook.document import (
    NARROW_TABLE,
    SUMMARY,
    Block,
    Bullets,
    Face,
    Item,
    Paragraph,
    Picture,
    Rulebook,
    Section,
    Spread,
    Table,
    is_whole,
    leads_up,
    letters,
)
from darwindeck.rulebook.render.inline import printed
from darwindeck.rulebook.render.pictures import (
    BESIDE,
    FRENCH,
    GAP,
    HEIGHT,
    ON,
    RISE,
    WIDTH,
    ink,
    shown,
)

_PREAMBLE = """\
#set text(font: "Libertinus Serif", lang: "en")
#set par(justify: true, leading: 0.62em, spacing: 0.9em)
#set list(spacing: 0.7em)
#set enum(spacing: 0.7em)
#set table.cell(breakable: false)
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
#let sign(suit, size, ink, french) = if french { text(size: size, fill: ink, suit) } else {
  box(circle(radius: size * 0.55, fill: ink, inset: 0pt,
    align(center + horizon, text(size: size * 0.55, fill: white, suit))))
}
#let face(rank, suit, ink, french) = box(
  width: 40 * u, height: 56 * u, radius: 4 * u, stroke: 0.5pt + luma(45%), fill: white,
  inset: 4 * u, {
    place(top + left, text(size: 13 * u, weight: "bold", fill: ink, rank))
    if suit != "" { place(center + horizon, sign(suit, 20 * u, ink, french)) }
    place(bottom + right, rotate(180deg, text(size: 13 * u, weight: "bold", fill: ink, rank)))
  })
#let mini(rank, suit, ink, french) = box(
  width: 21 * u, height: 31 * u, radius: 3 * u, stroke: 0.4pt + luma(45%), fill: white,
  inset: (y: 2.5 * u, x: 0pt), align(center, {
    place(top + center, text(size: 13 * u, weight: "bold", fill: ink, rank))
    if suit != "" { place(bottom + center, sign(suit, 12 * u, ink, french)) }
  }))
#let room = block(height: 9em, above: 0pt, below: 0pt, sticky: true) + v(-8.1em)
#let back = box(width: 40 * u, height: 56 * u, radius: 4 * u, stroke: 0.5pt + luma(45%),
  fill: rgb("#1f5b43"), inset: 4 * u,
  rect(width: 100%, height: 100%, radius: 2 * u, stroke: 0.5pt + white))
#let fitted(body) = layout(page => {
  let sizes = range(26, 11, step: -1).map(half => half * 0.5pt)
  let fits(size) = measure(width: page.width, text(size: size, body)).height <= page.height
  let best = sizes.find(fits)
  text(size: if best == none { sizes.last() } else { best }, body)
})
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
    Paper.A6: ("(x: 0.8cm, y: 0.8cm)", "10.5pt"),
}
_UNIT = {Paper.A4: "0.68pt", Paper.LETTER: "0.68pt", Paper.A5: "0.58pt", Paper.A6: "0.5pt"}
"""How large cards are drawn."""
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
    card = paper is Paper.A6
    numbering = "none" if card else '"1"'
    lines = [
        f'#set page(paper: "{paper}", margin: {margin}, numbering: {numbering})',
        f"#set text(size: {size})",
        f"#let u = {_UNIT[paper]}",
        _PREAMBLE,
        f"#set document(title: {_literal(book.title)})",
    ]
    inside = [_heading(book.title, 1)]
    if book.facts:
        inside.append(f"#text(fill: luma(35%), {_inline(' · '.join(book.facts))})")
    for section in book.sections:
        if card and section.title == SUMMARY:
            # A card is nothing else.
            inside += ["#v(0.5em)", *(f"#{block}" for block in _blocks(section.blocks, book.faces))]
        else:
            inside += _section(section, 2, book.faces)
    if card:
        inside = ["#fitted[", *inside, "]"]
    return "\n".join([*lines, *inside]) + "\n"


def _section(section: Section, depth: int, faces: tuple[Face, ...]) -> list[str]:
    if section.title == SUMMARY:
        # It is looked at as a whole: no page breaks it.
        inside = [f"heading(level: {depth}, {_inline(section.title)})"]
        inside += _blocks(section.blocks, faces)
        return [f"#block(breakable: false, above: 2em, {' + '.join(inside)})"]
    lines = [_heading(section.title, depth)]
    lines += [f"#{block}" for block in _blocks(section.blocks, faces)]
    for part in section.sections:
        lines += _section(part, depth + 1, faces)
    return lines


def _blocks(blocks: tuple[Block, ...], faces: tuple[Face, ...]) -> Iterator[str]:
    """Blocks in a row; what leads up to the next one stays on the same page with it."""
    for index, block in enumerate(blocks):
        drawn = _block(block, faces)
        following = blocks[index + 1] if index + 1 < len(blocks) else None
        yield f"block(sticky: true, {drawn})" if leads_up(block, following) else drawn


def _heading(title: str, depth: int) -> str:
    return f"#heading(level: {depth}, {_inline(title)})"


def _block(block: Block, faces: tuple[Face, ...]) -> str:
    if isinstance(block, Paragraph):
        return f"par({_inline(' '.join(sentence.text for sentence in block.sentences))})"
    if isinstance(block, Bullets):
        function = "enum" if block.numbered else "list"
        return f"{function}({', '.join(_item(item, faces) for item in block.items)})"
    return _picture(block) if isinstance(block, Picture) else _table(block, faces)


def _item(item: Item, faces: tuple[Face, ...]) -> str:
    said = " ".join(sentence.text for sentence in item.sentences)
    text = _inline(said)
    if item.blocks and said.endswith(":"):
        # What it leads up to stays with it.
        text = f"block(sticky: true, {text})"
    return " + ".join([text, *_blocks(item.blocks, faces)])


def _table(table: Table, faces: tuple[Face, ...]) -> str:
    head = ", ".join(_inline(cell) for cell in table.head)
    cells = ", ".join(
        _example(cell, faces) if name == "Example" else _inline(cell)
        for row in table.rows
        for name, cell in zip(table.head, row.cells, strict=True)
    )
    drawn = f"table(columns: ({', '.join(_widths(table, faces))},), table.header({head}), {cells})"
    # What a page may break begins with more than a row of it.
    return f"block(breakable: false, {drawn})" if is_whole(table) else f"(room + {drawn})"


def _example(cell: str, faces: tuple[Face, ...]) -> str:
    """The cards of an example, small."""
    drawn = []
    for piece in shown(cell, faces):
        if piece.face is not None:
            drawn.append(f"#box(inset: (right: 1pt, y: 1pt), {_face(piece.face, 'mini')})")
        elif piece.text.strip() == "or":
            # Another example begins on a line of its own.
            drawn.append(f" #linebreak() #{_literal(piece.text.strip())} #linebreak() ")
        else:
            drawn.append(f" #{_literal(piece.text)} ")
    return f"[{''.join(drawn)}]"


def _face(face: Face | None, size: str = "face") -> str:
    if face is None:
        return "back"
    french = str(face.suit in FRENCH).lower()
    return f'{size}({_literal(face.rank)}, {_literal(face.suit)}, rgb("{ink(face)}"), {french})'


def _picture(picture: Picture) -> str:
    """Spreads beside each other, as one block that no page breaks."""
    spreads = ", ".join(_spread(spread) for spread in picture.spreads)
    row = f"pad(top: {RISE} * u, stack(dir: ltr, spacing: {GAP} * u, {spreads}))"
    return f"block(breakable: false, above: 0.9em, below: 1.2em, {row})"


def _spread(spread: Spread) -> str:
    cards = [
        f"move(dy: {-RISE} * u, {_face(card)})" if at in spread.raised else _face(card)
        for at, card in enumerate(spread.cards)
    ]
    way, overlap = ("ttb", ON - HEIGHT) if spread.column else ("ltr", BESIDE - WIDTH)
    row = f"stack(dir: {way}, spacing: {overlap} * u, {', '.join(cards)})"
    label = f"text(size: 0.8em, fill: luma(35%), {_inline(spread.label or ' ')})"
    return f"stack(dir: ttb, spacing: 4 * u, {row}, {label})"


CARDS_IN_A_ROW = 8
"""So many small cards stand beside each other in a column that is as wide as they are."""


def _widths(table: Table, faces: tuple[Face, ...]) -> list[str]:
    """Short columns and rows of cards take what they need; long ones share the rest."""
    longest = letters(table)
    if sum(longest) <= NARROW_TABLE:
        return ["auto"] * len(longest)
    widths = []
    for place, (name, most) in enumerate(zip(table.head, longest, strict=True)):
        cells = [row.cells[place] for row in table.rows]
        drawn = name == "Example" and all(_cards(cell, faces) <= CARDS_IN_A_ROW for cell in cells)
        widths.append("auto" if drawn else _width(name, most))
    return widths


def _cards(cell: str, faces: tuple[Face, ...]) -> int:
    """How many cards stand in the longest row of an example; more than any if it is told."""
    rows = [0]
    for piece in shown(cell, faces):
        if piece.face is not None:
            rows[-1] += 1
        elif piece.text.strip() == "or":
            rows.append(0)
        elif len(piece.text.strip()) > 1:
            return CARDS_IN_A_ROW + 1
    return max(rows)


def _width(name: str, most: int) -> str:
    if most <= 18:
        return "auto"
    # Cards that are drawn are wider than their names.
    return f"{min(2 * most, 80) if name == 'Example' else min(max(most, 28), 120)}fr"


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
