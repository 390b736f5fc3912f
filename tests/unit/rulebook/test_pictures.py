"""Cards are drawn in examples, on paper and screen, for any pack; they claim nothing themselves."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from darwindeck.charts import page as charts_page
from darwindeck.genome.examples import get_genome
from darwindeck.rulebook import build_rulebook, to_html, to_markdown
from darwindeck.rulebook.document import Face, Picture, Rulebook, Section, Spread, statements
from darwindeck.rulebook.render.html import to_html_part
from darwindeck.rulebook.render.pictures import shown
from darwindeck.rulebook.render.typst import to_typst


def pictures(section: Section) -> list[Picture]:
    own = [block for block in section.blocks if isinstance(block, Picture)]
    return own + [picture for part in section.sections for picture in pictures(part)]


def drawn(name: str) -> list[Picture]:
    book = build_rulebook(get_genome(name))
    return [picture for section in book.sections for picture in pictures(section)]


def test_a_trick_is_drawn_with_its_winner_raised() -> None:
    hand, trick = drawn("spades")
    assert [spread.label for spread in trick.spreads] == ["led", "", "", "wins"]
    names = [card.name for spread in trick.spreads for card in spread.cards if card]
    assert names == ["8♣", "K♣", "A♦", "2♠"]
    assert [bool(spread.raised) for spread in trick.spreads] == [False, False, False, True]
    assert hand.spreads[1].raised == {0, 1}, "the cards that may be played"


def test_a_layout_is_drawn_as_it_is_dealt() -> None:
    (picture,) = drawn("solitaire")
    assert [len(spread.cards) for spread in picture.spreads] == [1, 2, 3, 4, 5, 6, 7]
    for spread in picture.spreads:
        assert spread.column
        assert spread.cards[-1] is not None, "the last card lies face up"
        assert all(card is None for card in spread.cards[:-1])


@pytest.mark.parametrize("name", ["spades", "solitaire", "rummy", "canasta", "uno"])
def test_pictures_are_no_text(name: str) -> None:
    book = build_rulebook(get_genome(name))
    bare = replace(book, sections=tuple(_without(section) for section in book.sections))
    assert to_markdown(bare) == to_markdown(book)
    assert list(statements(bare)) == list(statements(book))


def _without(section: Section) -> Section:
    blocks = tuple(block for block in section.blocks if not isinstance(block, Picture))
    return Section(section.title, blocks, tuple(_without(part) for part in section.sections))


def test_examples_of_tables_are_drawn_card_by_card() -> None:
    page = to_html(build_rulebook(get_genome("canasta")))
    assert 'aria-label="joker"' in page
    assert page.count('class="mini"') > 10
    assert "face(" in to_typst(build_rulebook(get_genome("spades")))


def test_cards_of_any_pack_are_found_in_the_text_of_an_example() -> None:
    faces = [Face("7", "Re", "red", "red 7"), Face("J", "", "", "joker")]
    pieces = list(shown("red 7 red 7 or red 7 joker", faces))
    assert [piece.text for piece in pieces] == ["red 7", "red 7", "or", "red 7", "joker"]
    assert [piece.face is None for piece in pieces] == [False, False, True, False, False]


def test_what_is_drawn_is_escaped() -> None:
    face = Face("<", '"&', "red", "<b>")
    section = Section("<i>", (Picture((Spread((face, None), "<u>"),)),))
    page = to_html(Rulebook("x", (section,)))
    assert not re.search(r"<(b|i|u)>", page.split("<main>")[1])
    assert "&lt;u&gt;" in page
    assert '\\"&' in to_typst(Rulebook("x", (section,)))


def test_nothing_but_words_stands_between_drawn_cards() -> None:
    faces = build_rulebook(get_genome("tichu")).faces
    pieces = list(shown("A of jade, A of swords; or A of jade, phoenix", faces))
    assert [piece.text for piece in pieces if piece.face is None] == ["or"]
    assert len(pieces) == 5


def test_a_wide_layout_goes_on_below_on_a_narrow_screen() -> None:
    page = to_html(build_rulebook(get_genome("spider")))
    # Ten drawings that wrap, instead of one that shrinks.
    assert page.count('<div class="picture" role="img"') == 1
    assert page.count("<svg aria-hidden") == 10
    assert ".picture { display: flex; flex-wrap: wrap;" in page


def test_cards_have_their_looks_on_every_page_that_holds_a_book() -> None:
    book = build_rulebook(get_genome("hearts"))
    for page in (to_html(book), to_html_part(book)):
        looks = page.split("<style>")[1].split("</style>")[0]
        drawn = page.split("</style>")[1]
        for name in set(re.findall(r'<(?:rect|text|svg) [^>]*class="(\w+)"', drawn)):
            assert re.search(rf"\.{name}\b[^{{}}]*{{", looks), name
        # A card among words has a name that no other part of a report has.
        assert '<span class="written">' in drawn
        assert ".written {" in looks
    assert not re.search(r"\.(written|picture|mini|face|label)\b", charts_page("x", ""))
