"""Parts of the play that differ by one word are told once."""

from __future__ import annotations

from dataclasses import replace

from darwindeck.rulebook.document import (
    Bullets,
    Item,
    Paragraph,
    Section,
    Sentence,
    of_section,
    strong,
)
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


CALLS = (
    "Pass, but not if somebody has bet on grande.",
    "Bet, but only if you are no partner of the grande bettor. You are the grande bettor.",
    "Accept the bet on grande, but only if you are an opponent of the grande bettor.",
    "Refuse the bet on grande, but only if you are an opponent of the grande bettor.",
)


def calling(title: str, lead: str, calls: tuple[str, ...], *after: str) -> Section:
    def said(text: str) -> tuple[Sentence]:
        return (Sentence(text, ((title, text),)),)

    items = tuple(Item(said(text)) for text in calls)
    rest = [Paragraph(said(text)) for text in after]
    return Section(title, (Paragraph(said(lead)), Bullets(items), *rest))


def on(word: str, texts: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(text.replace("grande", word) for text in texts)


GRANDE = calling(
    "Grande", "On your turn you do one of these:", CALLS, "The end of grande.", "Grande pays."
)


def test_a_list_of_things_to_do_is_told_once_with_what_follows_it() -> None:
    chica = calling(
        "Chica",
        "On your turn you do one of these:",
        on("chica", CALLS),
        "The end of chica.",
        "Chica pays.",
    )
    told = told_once([GRANDE, replace(chica, blocks=(*chica.blocks, WINNER))])[1]
    assert texts([told]) == [
        "On your turn you do one of those under “Grande”, with chica in the place of grande; "
        "all else that is said there holds here too.",
        WINNER.sentences[0].text,
    ]
    said = [path for one in of_section(told) for path in one.sources]
    assert {path for one in of_section(chica) for path in one.sources} <= set(said)


WINNER = Paragraph((Sentence(f"{strong('The winner of chica')} is the lowest.", (("w",),)),))


def test_a_list_that_is_told_of_others_is_the_same_list() -> None:
    calls = tuple(text.replace("you", "they").replace("You", "They") for text in on("pares", CALLS))
    pares = calling("Pares", "A call is one of these:", calls, "All end it.", "Pares pays.")
    assert texts(told_once([GRANDE, pares])[1:]) == [
        "A call is one of those under “Grande”, with pares in the place of grande; "
        "what follows from it goes as there, too.",
        "All end it.",
    ]


def test_a_list_with_another_thing_to_do_is_told_in_full() -> None:
    chica = calling("Chica", "You do one of these:", (*on("chica", CALLS), "Laugh."), "So.", "No.")
    assert told_once([GRANDE, chica])[1] == chica
