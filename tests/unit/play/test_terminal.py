"""The table at a terminal, with typed lines."""

from __future__ import annotations

import io
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
    text, session = at_table(name, *["1"] * 25)
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
    _, session = at_table("hearts", "2")
    moves = at_table("hearts")[1].view.legal_moves
    assert session.story[-1].text == f"South: {moves[1].text}"


@pytest.mark.parametrize("form", ["{text}", "{card}", "{letters}"])
def test_a_move_can_be_typed_as_its_text_or_its_card(form: str) -> None:
    move = at_table("hearts")[1].view.legal_moves[3]
    assert move.card is not None
    letters = f"{move.card.rank}{str(move.card.suit)[0]}".lower()
    typed = form.format(text=move.text.upper(), card=move.card, letters=letters)
    _, session = at_table("hearts", typed)
    assert session.view.picked == (move.card,)


def test_nothing_but_enter_makes_the_only_move() -> None:
    several, session = at_table("hearts", "")
    assert "Nothing was typed" in several
    assert session.view.picked == ()
    typed = ["1"]
    while len(at_table("hearts", *typed)[1].view.legal_moves) > 1:
        typed.append("1")
    _, before = at_table("hearts", *typed)
    _, after = at_table("hearts", *typed, "")
    assert len(after.view.hand) == len(before.view.hand) - 1


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
    hinted = text.split("Hint: ")[1].split(".")[0]
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
    text, session = at_table("hearts", "1", "log")
    for event in session.story:
        assert event.text in text


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
