"""The table at a terminal, with typed lines."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.console import Console

from darwindeck.genome.examples import get_genome, library_ids
from darwindeck.play import Session, Terminal
from darwindeck.simulation import Game


def at_table(name: str, *typed: str, seed: int = 5) -> tuple[str, Session]:
    """What the terminal shows when these lines are typed, and the session after it."""
    session = Session.begin(Game(get_genome(name)), 0, ["random"], seed)
    lines = iter(typed)

    def ask(prompt: str) -> str:
        try:
            return next(lines)
        except StopIteration:
            raise EOFError from None

    shown = io.StringIO()
    Terminal(session, Console(file=shown, width=100), ask).run()
    return shown.getvalue(), session


@pytest.mark.parametrize("name", library_ids())
def test_every_game_of_the_library_can_be_played_by_typing(name: str) -> None:
    question = at_table(name)[0].splitlines()
    first = re.findall(r"^ *([0-9]+) ", "\n".join(question[question.index("") :]), re.MULTILINE)
    text, session = at_table(name, *["1", first[0] if first else "1"] * 13)
    made = [event for event in session.story if event.kind == "decision"]
    assert session.over or made
    assert "Traceback" not in text
    assert ("The game is over" in text) == session.over


def test_a_game_can_be_played_to_its_end() -> None:
    text, session = at_table("go-fish", *["1"] * 2000)
    assert session.over
    assert session.result is not None
    assert f"The game is over: {session.result.text}." in text


def test_a_number_makes_the_move() -> None:
    text, session = at_table("hearts", "2")
    (second,) = re.findall(r"\b2 (\S+)", text)[:1]
    assert [str(card) for card in session.view.picked] == [second]


@pytest.mark.parametrize(
    ("name", "typed", "bid"),
    [
        ("spades", "3", "bid 3 tricks"),
        ("skat", "18", "bid a game value: 18"),
        ("skat", "1", "pass"),
    ],
)
def test_a_bid_is_listed_under_its_number(name: str, typed: str, bid: str) -> None:
    text, session = at_table(name, typed, seed=8)
    assert re.search(rf"^ *{typed} {bid}|  {typed} {bid}", text, re.MULTILINE)
    assert any(event.seat == 0 and event.move.text == bid for event in session.story if event.move)
    assert "Type a number of the list" in at_table("skat", "19", seed=8)[0]


@pytest.mark.parametrize("form", ["{text}", "{card}", "{letters}"])
def test_a_move_can_be_typed_as_its_text_or_its_card(form: str) -> None:
    move = at_table("hearts")[1].view.legal_moves[3]
    assert move.card is not None
    letters = f"{move.card.rank}{str(move.card.suit)[0]}".lower()
    typed = form.format(text=move.text.upper(), card=move.card, letters=letters)
    _, session = at_table("hearts", typed)
    assert session.view.picked == (move.card,)


def test_nothing_typed_makes_no_move() -> None:
    several, session = at_table("hearts", "")
    assert "Nothing was typed" in several
    assert session.view.picked == ()


def test_what_leaves_no_choice_is_done_and_told() -> None:
    text, session = at_table("hearts", *["1"] * 30)
    assert session.over or len(session.view.legal_moves) > 1
    assert "You play " in text
    assert text.count("(you have no choice)") >= 1
    forced = [line for line in text.splitlines() if "(you have no choice)" in line]
    assert all(line.startswith("- You ") for line in forced)


def test_the_question_says_how_many_cards_go_to_whom() -> None:
    text, _ = at_table("hearts", "1", "1")
    for question in ("Pass three cards to West:", "Pass two more to West:", "Pass one more"):
        assert question in text


def test_several_cards_can_be_typed_in_a_row() -> None:
    hand = [str(card) for card in at_table("hearts")[1].view.hand[:3]]
    letters = [card.translate(str.maketrans("♣♦♥♠", "cdhs")) for card in hand]
    for typed in (" ".join(letters), ", ".join(hand)):
        text, session = at_table("hearts", typed)
        assert f"You give {' '.join(hand)} to West" in text
        assert session.view.picked == ()


def test_cards_in_a_row_end_at_the_first_that_cannot_be_picked() -> None:
    first, *_ = (str(card) for card in at_table("hearts")[1].view.hand)
    text, session = at_table("hearts", f"{first} {first}")
    assert [str(card) for card in session.view.picked] == [first]
    assert "is no move" in text


def test_after_a_hand_the_score_is_told_with_a_pause() -> None:
    session = Session.begin(Game(get_genome("euchre")), 0, ["random"], 5)
    shown = io.StringIO()
    paused: list[str] = []

    def pause(prompt: str) -> str:
        paused.append(shown.getvalue())
        return ""

    lines = iter(["1"] * 40)
    Terminal(session, Console(file=shown, width=100), lambda _: next(lines, "quit"), pause).run()
    assert len(paused) >= 2
    told = paused[0].splitlines()
    after = told.index("After hand 1:")
    assert any(line.startswith("- ") and ": +" in line for line in told[:after])
    assert any("(+" in line for line in told[after:])
    assert "Hand 2: " not in paused[0]
    assert "Hand 2: " in paused[1]


@pytest.mark.parametrize("typed", ["0", "99", "nonsense", "-1", "1.5", "٣", "9" * 50, "play"])
def test_nonsense_is_answered_and_changes_nothing(typed: str) -> None:
    before = at_table("hearts")[1].view
    text, session = at_table("hearts", typed)
    assert session.view == before
    assert "There is no move" in text or "is no move" in text


def test_undo_takes_a_move_back() -> None:
    before = at_table("hearts")[1].view
    text, session = at_table("hearts", "1", "undo", "undo")
    assert session.view == before
    assert "taken back" in text
    assert "nothing to take back" in text


def test_a_hint_names_a_legal_move_without_making_it() -> None:
    text, session = at_table("hearts", "hint")
    hinted = text.split("Hint: ")[1].split(" (")[0]
    assert hinted in [move.text for move in session.view.legal_moves]


def test_help_lists_the_commands_and_shows_the_rulebook() -> None:
    text, _ = at_table("hearts", "help")
    assert "save FILE" in text
    assert "queen of spades" in text
    assert "THE END OF THE GAME" in text


def test_rules_lists_the_sections_and_shows_one() -> None:
    text, _ = at_table("hearts", "rules", "rules tricks", "rules nowhere")
    assert "  Cards and deal" in text
    assert "There is no such section" in text
    assert text.count("Shooting the moon") == 0
    assert "Shooting the moon" in at_table("hearts", "rules SCORING")[0]


def test_log_tells_what_the_seat_has_heard() -> None:
    text, _ = at_table("hearts", "1", "log")
    assert "Everybody gets 13 cards" in text
    assert "Hand 1: " in text


def test_look_draws_the_table_again() -> None:
    assert at_table("hearts", "look")[0].count("Your hand: ") == 2


def test_a_game_is_saved_and_can_be_saved_again(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    text, session = at_table("hearts", "1", f"save {file}", "2", f"save {file}")
    assert text.count("Saved: ") == 2
    assert Session.from_json(file.read_text(encoding="utf-8")).view == session.view


def test_saving_does_not_overwrite_other_files(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear Ann,")
    text, _ = at_table("hearts", f"save {file}", "save", f"save {tmp_path / 'no' / 'where'}")
    assert file.read_text() == "Dear Ann,"
    assert "stays as it is" in text
    assert "Name a file" in text
    assert "cannot be saved" in text


def test_quit_leaves_and_says_how_to_come_back() -> None:
    text, session = at_table("hearts", "quit", "1")
    assert session.view.picked == ()
    assert "--seed 5 deals the same cards again" in text


def test_what_opponents_hold_is_never_shown() -> None:
    text, session = at_table("hearts", "log", "look", "?")
    held = {str(card) for card in session.view.hand}
    unseen = {str(card) for card in session.game.cards} - held
    assert not unseen & set(_words(text))


def _words(text: str) -> Iterator[str]:
    for line in text.splitlines():
        yield from line.split()
