"""Text for terminals that lack some characters."""

from __future__ import annotations

import io

from darwindeck.play.fitting import FittingStream, fit


def test_suits_become_letters_where_there_are_no_symbols() -> None:
    assert fit("10♥ Q♠ 2♣ A♦ …", "ascii") == "10h Qs 2c Ad ..."


def test_text_that_can_be_shown_stays_as_it_is() -> None:
    assert fit("10♥ – ½", "utf-8") == "10♥ – ½"


def test_characters_without_a_stand_in_become_question_marks() -> None:
    assert fit("7♥ 卡", "ascii") == "7h ?"


def test_a_stream_writes_what_the_one_beneath_can_show() -> None:
    raw = io.BytesIO()
    stream = FittingStream(io.TextIOWrapper(raw, encoding="ascii"))
    stream.write("play 7♥\n")
    stream.flush()
    assert raw.getvalue() == b"play 7h\n"
    assert stream.encoding == "ascii"
    assert not stream.isatty()
