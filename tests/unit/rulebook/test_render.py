"""Drawing a rulebook: every format says the same, and no text of a genome becomes markup."""

from __future__ import annotations

import re
from html import unescape

import pytest
from rich.console import Console

from darwindeck.genome.examples import get_genome
from darwindeck.rulebook import (
    Paper,
    build_rulebook,
    card_of,
    to_html,
    to_markdown,
    to_pdf,
    to_terminal,
    trace,
)
from darwindeck.rulebook.document import (
    Bullets,
    Face,
    Item,
    Paragraph,
    Row,
    Rulebook,
    Section,
    Sentence,
    Table,
    strong,
)
from darwindeck.rulebook.render.typst import to_typst

HERE = (("setup", "deal", 0),)
NASTY = '<script>alert("x")</script> \\ "quoted" #let $x$ *b* _i_ [l](u) `c` | & @a'


def sentence(text: str) -> Sentence:
    return Sentence(text, HERE)


def book(text: str = "Play a card.") -> Rulebook:
    inner = Bullets((Item((sentence("First."),)), Item((sentence("Second."),))), numbered=True)
    return Rulebook(
        f"Title {text}",
        (
            Section(
                f"Heading {text}",
                (
                    Paragraph((sentence(text), sentence(f"A {strong('term')} is a heart ♥."))),
                    Bullets((Item((sentence("Choose:"),), (inner,)),)),
                    Table(("Cards", "Points"), (Row(("K♥, Q♠", f"10 {text}"), HERE),)),
                ),
                (Section("Inner", (Paragraph((sentence("Inside."),)),)),),
            ),
        ),
    )


def test_markdown_has_headings_lists_and_tables() -> None:
    text = to_markdown(book())
    assert "## Heading Play a card." in text
    assert "### Inner" in text
    assert "**term**" in text
    assert "- Choose:\n  1. First.\n  2. Second." in text
    assert "| Cards | Points |" in text


def test_html_is_one_page_that_loads_nothing() -> None:
    page = to_html(book())
    assert page.startswith("<!doctype html>")
    assert not re.search(r"(src|href)=\"(?!#)", page)
    assert "@import" not in page
    assert "url(" not in page
    assert "default-src 'none'" in page
    assert '<span class="red">♥</span>' in page


def test_html_says_what_markdown_says() -> None:
    text = unescape(re.sub(r"<[^>]+>", "", to_html(book())))
    for words in ("Play a card.", "A term is a heart ♥.", "First.", "K♥, Q♠", "Inside."):
        assert words in text


def test_cards_are_drawn_and_apostrophes_set() -> None:
    page = to_html(book("The dealer's K♥ beats 10♠."))
    assert '<span class="written red">K♥</span>' in page
    assert '<span class="written">10♠</span>' in page
    assert "dealer’s" in page
    assert "box(stroke:" in to_typst(book("The dealer's K♥."))


def test_folded_rows_know_their_columns() -> None:
    assert '<td data-head="Points">' in to_html(book())


def test_the_heads_of_folded_rows_are_set_like_the_rest() -> None:
    page = to_html(build_rulebook(get_genome("bridge")))
    assert "If the declarer’s side is vulnerable" in page
    assert not re.search(r'data-head="[^"]*(?:\'|&#x27;)', page)


def test_what_stands_under_a_title() -> None:
    euchre = build_rulebook(get_genome("euchre"))
    assert euchre.facts == ("Four players", "two sides", "24 cards", "trick-taking game")
    assert "Four players · two sides · 24 cards · trick-taking game" in to_html(euchre)


@pytest.mark.parametrize("paper", list(Paper))
def test_every_paper_can_be_printed_on(paper: Paper) -> None:
    assert f'paper: "{paper}"' in to_typst(book(), paper)
    assert to_pdf(book(), paper).startswith(b"%PDF")


def test_a_card_is_the_summary_alone() -> None:
    card = card_of(build_rulebook(get_genome("euchre")))
    assert [section.title for section in card.sections] == ["Summary"]
    assert "Summary" not in to_typst(card, Paper.A6)


def pages(pdf: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b(?!s)", pdf))


@pytest.mark.parametrize("name", ["barbu", "partnership-spades", "beggar-my-neighbour"])
def test_a_card_is_one_page_of_letters_as_large_as_fit(name: str) -> None:
    whole = build_rulebook(get_genome(name))
    assert pages(to_pdf(card_of(whole), Paper.A6)) == 1
    assert pages(to_pdf(whole)) > 1


def test_the_letters_of_a_card_are_measured() -> None:
    def lettered(words: int) -> Rulebook:
        lines = tuple(Item((sentence("word " * words),)) for _ in range(5))
        return Rulebook("x", (Section("Summary", (Bullets(lines),)),))

    # What does not fit in large letters is set smaller; nothing runs onto a second page.
    for words in (2, 20, 60):
        assert pages(to_pdf(lettered(words), Paper.A6)) == 1


def test_a_small_table_is_not_broken() -> None:
    rows = tuple(Row((f"{n}♥", str(n)), HERE) for n in range(2, 18))
    said = tuple(Row((f"{n}♥", "points for each of them " * 4), HERE) for n in range(2, 11))
    tables = [Table(("Cards", "Points"), lines) for lines in (rows[:9], said[:3], rows, said)]
    set_ = [
        to_typst(Rulebook("x", (Section("y", (table,)),))).split("#heading(level: 2")[1]
        for table in tables
    ]
    assert all("block(breakable: false, table(" in text for text in set_[:2])
    # What a page may break has room for more than a row where it begins.
    assert all("#(room + table(" in text and "breakable" not in text for text in set_[2:])
    pages_ = [to_html(Rulebook("x", (Section("y", (table,)),))) for table in tables]
    assert ['class="whole"' in page for page in pages_] == [True, True, False, False]


def test_a_row_of_small_cards_is_as_wide_as_they_are() -> None:
    names = ("10♠", "J♠", "Q♠", "K♠", "A♠")
    faces = tuple(Face(name[:-1], "♠", "black", name) for name in names)
    words = "Five cards of consecutive ranks, all of the same suit " * 2
    few = Table(("Name", "Cards", "Example"), (Row(("Flush", words, " ".join(names)), HERE),))
    many = Table(("Name", "Cards", "Example"), (Row(("Row", words, " ".join(names * 2)), HERE),))
    set_ = [
        to_typst(Rulebook("x", (Section("y", (table,)),), faces=faces)) for table in (few, many)
    ]
    assert "columns: (auto, 108fr, auto,)" in set_[0]
    assert "columns: (auto, 108fr, 62fr,)" in set_[1]


def test_a_table_of_few_letters_takes_what_it_needs() -> None:
    def columns(*cells: str, second: str = "Points") -> str:
        table = Table(("Cards", second), (Row(cells, HERE),))
        return to_typst(Rulebook("x", (Section("y", (table,)),))).split("table(columns: ")[1]

    assert columns("2 to 9", "the number on the card").startswith("(auto, auto,)")
    assert columns("two cards of one rank", "7♥ 7♠", second="Example").startswith("(auto, auto,)")
    assert columns("2 to 9", "the number on the card " * 4).startswith("(auto, 92fr,)")


def test_a_printed_page_keeps_together_what_belongs_together() -> None:
    rows = (Row(("K♥", "10"), HERE),)
    blocks = (Paragraph((sentence("The points are:"),)), Table(("Cards", "Points"), rows))
    page = to_html(Rulebook("x", (Section("y", blocks), Section("Summary", blocks[:1]))))
    assert '<p class="leads">The points are:</p>\n<div class="scroll"><table class="whole">' in page
    assert '<section id="s2" class="whole">' in page
    assert page.count('<p class="leads">') == 1, "nothing follows the last"
    printed = page.split("@media print")[1]
    assert re.search(r"\.leads\b[^}]*{ break-after: avoid", printed)
    assert re.search(r"\.whole\b[^}]*{ break-inside: avoid", printed)
    assert "@media screen and (prefers-color-scheme: dark)" in page, "paper is white"


def test_what_leads_up_to_a_list_within_a_list_stays_with_it() -> None:
    assert 'block(sticky: true, [#"Choose:"])' in to_typst(book())


@pytest.mark.parametrize("text", [NASTY, "\x00\x1b[31m", "</style><b>", "🂡 é 漢"])
def test_no_text_of_a_genome_becomes_markup(text: str) -> None:
    page = to_html(book(text))
    assert "<script>" not in page
    assert page.count("</style>") == 1
    assert "<b>" not in page
    assert "[l](u)" not in to_markdown(book(text))


def test_no_text_of_a_genome_becomes_typst_code() -> None:
    code = to_typst(book(NASTY))
    outside = re.sub(r'"(?:[^"\\]|\\.)*"', "", code)
    assert "script" not in outside
    # What the preamble defines stands there whatever the book says.
    assert outside.count("#let") == to_typst(book("plain")).count("#let")


def test_pdf_is_the_same_file_every_time() -> None:
    pdf = to_pdf(book(NASTY))
    assert pdf.startswith(b"%PDF")
    assert to_pdf(book(NASTY)) == pdf


def test_terminal_text_fits_its_width() -> None:
    console = Console(width=60, force_terminal=False)
    with console.capture() as capture:
        console.print(to_terminal(book("word " * 40)))
    lines = capture.get().splitlines()
    assert max(len(line) for line in lines) <= 60
    assert any("HEADING" in line for line in lines)
    assert any("• Choose:" in line for line in lines)


def test_a_trace_names_the_places_after_each_sentence() -> None:
    lines = trace(book()).splitlines()
    place = lines.index("Play a card.")
    assert lines[place + 1] == "    $.setup.deal[0]"
    assert "K♥, Q♠ | 10 Play a card." in lines
