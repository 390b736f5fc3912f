"""Parts of the play that differ by one word are told once."""

from __future__ import annotations

from darwindeck.rulebook.document import Paragraph, Section, Sentence
from darwindeck.rulebook.sections.alike import told_once

TEXT = (
    "Grande is bet on first. Beginning with the player to the dealer's right, the players call in "
    "turn, and on your turn you pass, bet for grande, accept a bet for grande or refuse it. The "
    "bets for grande end when a bet has been accepted or refused by all who may."
)


def section(title: str, text: str, path: str) -> Section:
    return Section(title, (Paragraph((Sentence(text, ((path,),)),)),))


def texts(sections: list[Section]) -> list[str]:
    return [s.text for one in sections for b in one.blocks for s in getattr(b, "sentences", ())]


def test_what_differs_by_a_word_refers_to_what_was_told_before() -> None:
    chica = TEXT.replace("Grande", "Chica").replace("grande", "chica")
    told = told_once([section("Grande", TEXT, "one"), section("Chica", chica, "two")])
    assert texts(told) == [TEXT, "This goes as under “Grande”, with chica in the place of grande."]
    assert [s.sources for s in getattr(told[1].blocks[0], "sentences", ())] == [(("two",),)]


def test_whatever_differs_otherwise_is_told_in_full() -> None:
    chica = TEXT.replace("Grande", "Chica").replace("grande", "chica").replace("right", "left")
    told = told_once([section("Grande", TEXT, "one"), section("Chica", chica, "two")])
    assert texts(told) == [TEXT, chica]


def test_what_is_short_is_told_again() -> None:
    told = told_once(
        [section("Grande", "Bet on grande.", "a"), section("Chica", "Bet on chica.", "b")]
    )
    assert texts(told) == ["Bet on grande.", "Bet on chica."]
