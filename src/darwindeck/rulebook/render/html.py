"""The rulebook as one HTML page that loads nothing from outside."""

from __future__ import annotations

from html import escape
from itertools import groupby, zip_longest

from darwindeck.rulebook.document import (
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
)
from darwindeck.rulebook.render.inline import printed
from darwindeck.rulebook.render.pictures import (
    BESIDE,
    FRENCH,
    HEIGHT,
    ON,
    RISE,
    WIDTH,
    ink,
    shown,
)

_PICTURES = """
.written { display: inline-block; padding: 0 .3em; border: 1px solid var(--line, #ddd3c2);
  border-radius: .25em; line-height: 1.35; white-space: nowrap;
  font-family: "Gill Sans", "Trebuchet MS", sans-serif; }
.picture { display: flex; flex-wrap: wrap; gap: .4em 1.3em; margin: .6rem 0 1rem; }
.picture svg { display: block; max-width: 100%; overflow: visible; }
.mini { height: 2.3em; vertical-align: middle; margin: 1px 2px 1px 0; }
.five { white-space: nowrap; }
.face { fill: #fffefb; stroke: #8d8577; stroke-width: .8; }
.back { fill: #1f5b43; stroke: #8d8577; stroke-width: .8; }
.lining { fill: none; stroke: #fffefb; stroke-width: .8; }
.rank, .suit, .sign, .own, .label { font-family: "Gill Sans", "Trebuchet MS", Verdana, sans-serif; }
.rank { font-size: 13px; font-weight: 700; } .suit { font-size: 22px; }
.sign { font-size: 15px; } .own { font-size: 9px; fill: #fffefb; }
.label { font-size: 12px; fill: var(--quiet, currentColor); }
"""
"""How cards are drawn, on every page that holds a book or part of one."""
_STYLE = """
:root { --paper: #fffdf8; --ink: #1f1d1a; --quiet: #6f675c; --line: #ddd3c2; --red: #b3122d;
  --felt: #1f5b43; }
@media screen and (prefers-color-scheme: dark) {
  :root { --paper: #16191a; --ink: #e9e4da; --quiet: #a49c8e; --line: #3a3f40; --red: #ff6b7d;
    --felt: #7cc7a4; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 1.0625rem/1.6 Georgia, "Times New Roman", serif; overflow-wrap: anywhere; }
main { max-width: 46rem; margin: 0 auto; padding: 3rem 1.5rem 4rem; }
h1, h2, h3, h4 { font-family: "Gill Sans", "Trebuchet MS", Verdana, sans-serif; line-height: 1.25;
  color: var(--felt); text-wrap: balance; }
h1 { font-size: 2.6rem; margin: 0 0 .5rem; }
h2 { font-size: 1.5rem; margin: 2.6rem 0 .6rem; border-bottom: 1px solid var(--line);
  padding-bottom: .25rem; }
h3 { font-size: 1.15rem; margin: 1.8rem 0 .4rem; }
h4 { font-size: 1rem; margin: 1.3rem 0 .3rem; }
nav { font-family: "Gill Sans", "Trebuchet MS", Verdana, sans-serif; font-size: .92rem; }
nav ul { list-style: none; display: flex; flex-wrap: wrap; gap: .2rem 1.2rem; padding: 0;
  margin: 0; }
nav li ul { margin: 0 0 0 .2rem; gap: 0 .8rem; font-size: .86rem; }
nav li:has(ul) { flex-basis: 100%; }
nav a { color: var(--quiet); text-decoration: none; }
nav a:hover, nav a:focus { color: var(--felt); text-decoration: underline; }
p { margin: .7rem 0; }
li { margin: .35rem 0; }
ul, ol { padding-left: 1.6rem; }
.scroll { overflow-x: auto; margin: 1rem 0; }
table { border-collapse: collapse; font-size: .97rem; }
.wide { width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .4rem 1.2rem .4rem 0;
  border-bottom: 1px solid var(--line); overflow-wrap: break-word; }
th { font-family: "Gill Sans", "Trebuchet MS", Verdana, sans-serif; font-size: .85rem;
  color: var(--quiet); font-weight: 600; }
.red { color: var(--red); }
.facts { color: var(--quiet); margin: 0 0 1.2rem; }
@media (max-width: 34rem) {
  .wide thead { position: absolute; clip-path: inset(50%); }
  .wide tr { display: block; padding: .5rem 0; border-bottom: 1px solid var(--line); }
  .wide td { display: block; border: 0; padding: .1rem 0; }
  .wide td:first-child { font-weight: 600; }
  .wide td:not(:first-child)::before { content: attr(data-head) ": "; color: var(--quiet); } }
@media print {
  body { background: none; font-size: 10.5pt; line-height: 1.4; }
  main { max-width: none; padding: 0; }
  h1 { font-size: 22pt; } h2 { font-size: 14pt; margin-top: 1.4em; } h3 { font-size: 11.5pt; }
  p { margin: .4em 0; } li { margin: .2em 0; } .scroll { overflow: visible; margin: .6em 0; }
  table { font-size: 1em; } th, td { padding-top: .2em; padding-bottom: .2em; }
  nav { display: none; } .written { border-color: #999; }
  h1, h2, h3, h4, .leads, thead, tbody tr:first-child { break-after: avoid; }
  li > ul, li > ol, li > .scroll, li > .picture { break-before: avoid; }
  tr, .picture, .whole, li:not(:has(ul, ol, table)) { break-inside: avoid; } }
"""


def to_html(book: Rulebook) -> str:
    """A whole page with its style inside it."""
    title = escape(book.title)
    links = "".join(_link(section, f"s{n}") for n, section in enumerate(book.sections, 1))
    body = "".join(
        _section(section, 2, book.faces, f"s{number}")
        for number, section in enumerate(book.sections, 1)
    )
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta http-equiv="Content-Security-Policy" '
        "content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
        f"<title>{title}: rules</title>\n<style>{_PICTURES}{_STYLE}</style>\n"
        "</head>\n<body>\n<main>\n"
        f"<h1>{_inline(book.title)}</h1>\n{_facts(book)}<nav><ul>{links}</ul></nav>\n{body}"
        "</main>\n</body>\n</html>\n"
    )


MANY = 3
"""From so many parts on, those of a section stand in the list of contents, too."""


def _link(section: Section, anchor: str) -> str:
    inner = ""
    if len(section.sections) >= MANY:
        parts = enumerate(section.sections, 1)
        links = "".join(_link(part, f"{anchor}.{number}") for number, part in parts)
        inner = f"<ul>{links}</ul>"
    return f'<li><a href="#{anchor}">{_inline(section.title)}</a>{inner}</li>'


def _facts(book: Rulebook) -> str:
    if not book.facts:
        return ""
    return f'<p class="facts">{_inline(" · ".join(book.facts))}</p>\n'


def to_html_part(book: Rulebook, depth: int = 3) -> str:
    """The sections of a book as markup for a page that holds more; headings begin at a depth."""
    body = "".join(_section(section, depth, book.faces) for section in book.sections)
    return f"<style>{_PICTURES}</style>\n{body}"


def _section(section: Section, depth: int, faces: tuple[Face, ...], anchor: str = "") -> str:
    level = min(depth, 6)
    blocks = _blocks(section.blocks, faces)
    inner = "".join(
        _section(part, depth + 1, faces, f"{anchor}.{number}" if anchor else "")
        for number, part in enumerate(section.sections, 1)
    )
    head = f"<h{level}>{_inline(section.title)}</h{level}>"
    mark = f' id="{anchor}"' if anchor else ""
    if section.title == SUMMARY:
        # It is looked at as a whole: on paper no page breaks it.
        mark += ' class="whole"'
    return f"<section{mark}>\n{head}\n{blocks}{inner}</section>\n"


def _blocks(blocks: tuple[Block, ...], faces: tuple[Face, ...]) -> str:
    """Blocks in a row; on paper what leads up to the next one stays on the same page with it."""
    return "".join(
        _block(block, faces, leads_up(block, following))
        for block, following in zip_longest(blocks, blocks[1:])
    )


def _block(block: Block, faces: tuple[Face, ...], leads: bool = False) -> str:
    if isinstance(block, Paragraph):
        looks = ' class="leads"' if leads else ""
        return f"<p{looks}>{' '.join(_inline(sentence.text) for sentence in block.sentences)}</p>\n"
    if isinstance(block, Bullets):
        tag = "ol" if block.numbered else "ul"
        return f"<{tag}>\n{''.join(_item(item, faces) for item in block.items)}</{tag}>\n"
    return _picture(block) if isinstance(block, Picture) else _table(block, faces)


def _item(item: Item, faces: tuple[Face, ...]) -> str:
    text = " ".join(_inline(sentence.text) for sentence in item.sentences)
    return f"<li>{text}{_blocks(item.blocks, faces)}</li>\n"


LEAST_WIDE = 2
"""A table of more columns than this is too wide for a phone."""


def _table(table: Table, faces: tuple[Face, ...]) -> str:
    head = "".join(f'<th scope="col">{_inline(cell)}</th>' for cell in table.head)
    rows = "".join(
        f"<tr>{''.join(_cell(name, cell, faces) for name, cell in cells)}</tr>\n"
        for row in table.rows
        if (cells := list(zip(table.head, row.cells, strict=True)))
    )
    # On a phone a table of many columns is folded; one of two fits as it is.
    looks = ["wide"] * (len(table.head) > LEAST_WIDE) + ["whole"] * is_whole(table)
    marked = f' class="{" ".join(looks)}"' if looks else ""
    return (
        f'<div class="scroll"><table{marked}>\n<thead><tr>{head}</tr></thead>\n'
        f"<tbody>\n{rows}</tbody>\n</table></div>\n"
    )


# pictures


def _picture(picture: Picture) -> str:
    """Spreads beside each other; on a narrow screen they go on below, as large as before."""
    said = "; ".join(
        f"{spread.label}: {' '.join(card.name for card in spread.cards if card)}".removeprefix(": ")
        for spread in picture.spreads
    )
    drawn = "".join(_spread(spread) for spread in picture.spreads)
    return f'<div class="picture" role="img" aria-label="{escape(said)}">{drawn}</div>\n'


def _size(spread: Spread) -> tuple[float, float]:
    more = max(0, len(spread.cards) - 1)
    if spread.column:
        return WIDTH, HEIGHT + more * ON
    return max(WIDTH + more * BESIDE, 6.2 * len(spread.label)), HEIGHT


def _spread(spread: Spread) -> str:
    wide, high = _size(spread)
    drawn = []
    for at, card in enumerate(spread.cards):
        x = 1 + (0 if spread.column else at * BESIDE)
        y = (0 if at in spread.raised else RISE) + (at * ON if spread.column else 0) + 1
        drawn.append(f'<g transform="translate({x:g} {y:g})">{_drawn(card)}</g>')
    if spread.label:
        place = f'x="1" y="{RISE + high + 13:g}"'
        drawn.append(f'<text class="label" {place}>{escape(spread.label)}</text>')
    box = f'viewBox="0 0 {wide + 2:g} {RISE + high + 18:g}" style="width: {(wide + 2) / 16:.1f}em"'
    return f'<svg aria-hidden="true" {box}>{"".join(drawn)}</svg>'


def _drawn(card: Face | None) -> str:
    edge = f'<rect width="{WIDTH:g}" height="{HEIGHT:g}" rx="4" '
    if card is None:
        inner = f'<rect x="4" y="4" width="{WIDTH - 8:g}" height="{HEIGHT - 8:g}" rx="2" '
        return f'{edge}class="back"/>{inner}class="lining"/>'
    corner = f'<text class="rank" x="4" y="14">{escape(card.rank)}</text>'
    middle = f'x="{WIDTH / 2:g}" y="{HEIGHT / 2 + 8:g}" text-anchor="middle"'
    sign = f'<text class="suit" {middle}>{escape(card.suit)}</text>'
    if card.suit and card.suit not in FRENCH:
        centre = f'cx="{WIDTH / 2:g}" cy="{HEIGHT / 2:g}" r="11"'
        sign = f'<circle {centre} fill="{ink(card)}"/>'
        sign += f'<text class="own" {middle.replace("36", "32")}>{escape(card.suit)}</text>'
    turned = f'<g transform="rotate(180 {WIDTH / 2:g} {HEIGHT / 2:g})">{corner}</g>'
    return f'{edge}class="face"/><g fill="{ink(card)}">{corner}{sign}{turned}</g>'


def _small(card: Face) -> str:
    rank = f'<text class="rank" x="12" y="15" text-anchor="middle">{escape(card.rank)}</text>'
    sign = f'<text class="sign" x="12" y="31" text-anchor="middle">{escape(card.suit)}</text>'
    if card.suit and card.suit not in FRENCH:
        sign = f'<circle cx="12" cy="26" r="7" fill="{ink(card)}"/>'
        sign += f'<text class="own" x="12" y="29" text-anchor="middle">{escape(card.suit)}</text>'
    edge = '<rect width="24" height="36" rx="3" class="face"/>'
    return f'{edge}<g fill="{ink(card)}">{rank}{sign}</g>'


ABREAST = 5
"""So many cards of an example are never parted."""


def _example(text: str, faces: tuple[Face, ...]) -> str:
    """The cards of an example, small."""
    drawn = []
    for drawing, pieces in groupby(shown(text, faces), key=lambda piece: piece.face is not None):
        if not drawing:
            # Another example begins on a line of its own.
            said = [piece.text.strip() for piece in pieces]
            drawn += [f"<br>{_inline(t)}<br>" if t == "or" else f" {_inline(t)} " for t in said]
            continue
        cards = [
            f'<svg class="mini" role="img" aria-label="{escape(piece.text)}" '
            f'viewBox="-1 -1 26 38">{_small(piece.face)}</svg>'
            for piece in pieces
            if piece.face is not None
        ]
        # As many as the hands of most games have stay side by side.
        drawn += [
            f'<span class="five">{"".join(cards[at : at + ABREAST])}</span><wbr>'
            for at in range(0, len(cards), ABREAST)
        ]
    return "".join(drawn)


def _cell(head: str, text: str, faces: tuple[Face, ...]) -> str:
    """A cell that knows the head of its column, for screens on which rows are folded."""
    inner = _example(text, faces) if head == "Example" else _inline(text)
    folded = "".join(piece.text for piece in printed(head))
    return f'<td data-head="{escape(folded)}">{inner}</td>'


def _inline(text: str) -> str:
    drawn = []
    for piece in printed(text):
        inner = escape(piece.text)
        looks = ["written"] * piece.card + ["red"] * piece.red
        if looks:
            inner = f'<span class="{" ".join(looks)}">{inner}</span>'
        drawn.append(f"<strong>{inner}</strong>" if piece.strong else inner)
    return "".join(drawn)
