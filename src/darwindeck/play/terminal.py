"""The table at a terminal: shows what a seat sees, and takes what its player types."""

from __future__ import annotations

import io
import pydoc
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

from rich.console import Console, Group, RenderableType
from rich.text import Text

from darwindeck.play.fitting import fit
from darwindeck.play.picture import Picture, columns, counted_in_figures
from darwindeck.play.session import Session
from darwindeck.rulebook import Rulebook, build_rulebook, to_terminal
from darwindeck.rulebook.document import headings
from darwindeck.simulation import Event, EventKind, Move
from darwindeck.simulation.state import FORMAT

COMMANDS = (
    ("a number", "makes that move; so does its text, or the name of its card"),
    ("Enter", "makes the only move there is"),
    ("hint", "asks a player who searches, and who sees no more than you"),
    ("undo", "takes your last move back"),
    ("look", "shows the table again"),
    ("log", "tells what has happened so far"),
    ("rules", "lists the sections of the rulebook; rules SECTION shows one"),
    ("help", "shows this list and the whole rulebook"),
    ("save FILE", "writes the game to a file; darwindeck play --resume FILE goes on"),
    ("quit", "leaves the table"),
)
_RED = r"\S*[♥♦]"


class Terminal:
    """Lets one person play a session by typing."""

    def __init__(
        self, session: Session, console: Console, ask: Callable[[str], str] = input
    ) -> None:
        self.session = session
        self.console = console
        self.ask = ask
        self.picture = Picture(session.game)
        self._book: Rulebook | None = None
        self._words: dict[str, Callable[[str], bool]] = {
            "hint": self._hint,
            "undo": self._undo,
            "look": self._look,
            "log": self._log,
            "rules": self._rules,
            "help": self._help,
            "?": self._list_commands,
            "save": self._save,
        }

    def run(self) -> None:
        """Plays until the game is over or the player leaves."""
        self._greet()
        self._tell(self.session.news())
        while True:
            while self.session.opponents_move():
                self._tell(self.session.news())
            if self.session.over:
                self._finish()
                return
            self._draw()
            if not self._decide():
                self.leave()
                return
            self._tell(self.session.news())

    # --- showing ---------------------------------------------------------------------------------

    def _say(self, text: str = "", style: str = "") -> None:
        line = Text(text, style=style)
        line.highlight_regex(_RED, "red")
        self.console.print(line, highlight=False, soft_wrap=True)

    def _greet(self) -> None:
        session = self.session
        seat = session.view.seat_names[session.seat]
        others = ", ".join(
            f"{name} ({player})"
            for name, player in zip(session.view.seat_names, session.opponents, strict=False)
            if player
        )
        against = f" against {others}" if others else ""
        self._say(f"{self.picture.name}: you are {seat}{against}. Seed {session.seed}.", "bold")
        self._say("Type the number of a move, or ? for what else you can type.")
        self._say()

    def _tell(self, events: Iterable[Event]) -> None:
        for event in events:
            if event.kind is not EventKind.TURN:
                self._say(f"- {event.text}")

    def _draw(self) -> None:
        view = self.session.view
        self._say()
        heading, *lines = self.picture.table(view)
        self._say(heading, "bold")
        for line in lines:
            self._say(line)
        self._say()
        self._say("Your turn:", "bold")
        width = len(str(len(view.legal_moves)))
        moves = [f"{i:>{width}} {move.text}" for i, move in enumerate(view.legal_moves, 1)]
        for line in columns(moves, self.console.width):
            self._say(line)

    def _finish(self) -> None:
        result, view = self.session.result, self.session.view
        assert result is not None, "the game is over"
        self._say()
        self._say(f"The game is over: {result.text}.", "bold")
        for side, members in enumerate(view.teams):
            names = " and ".join(view.seat_names[seat] for seat in members)
            self._say(f"  {names}: {counted_in_figures(result.team_scores[side], 'point')}")
        if result.chips:
            amounts, unit = result.chips, "chip"
        else:
            amounts, unit = () if view.teams else result.scores, "point"
        for seat, amount in enumerate(amounts):
            self._say(f"  {view.seat_names[seat]}: {counted_in_figures(amount, unit)}")

    def leave(self) -> None:
        """Says goodbye to a player who does not play to the end."""
        self._say()
        self._say(f"You leave the table. --seed {self.session.seed} deals the same cards again.")

    # --- taking what is typed --------------------------------------------------------------------

    def _decide(self) -> bool:
        """Asks until something has been decided; False if the player leaves."""
        while True:
            try:
                typed = self.ask("> ").strip()
            except EOFError:
                return False
            word, _, rest = typed.partition(" ")
            if word.lower() in ("quit", "exit", "q"):
                return False
            command = self._words.get(word.lower())
            if command is not None:
                if command(rest.strip()):
                    return True
                continue
            move = self._meant(typed)
            if move is not None:
                self.session.decide(move)
                return True

    def _meant(self, typed: str) -> Move | None:
        """The move that is meant; None, after a word about it, if none is."""
        moves = self.session.view.legal_moves
        if not typed and len(moves) == 1:
            return moves[0]
        if typed.isascii() and typed.isdecimal():
            number = int(typed) if len(typed) < 9 else 0
            if 1 <= number <= len(moves):
                return moves[number - 1]
            self._say(f"There is no move {typed[:20]}: moves are {_span(len(moves))}.")
            return None
        found = [move for move in moves if typed and typed.lower() in self._names(move)]
        if len(found) == 1:
            return found[0]
        if found:
            self._say(f"Several moves are called that: {', '.join(move.text for move in found)}.")
        else:
            shown = "".join(c for c in typed[:40] if c.isprintable())
            said = f"'{shown}' is no move" if shown else "Nothing was typed"
            self._say(f"{said}. Type a number {_span(len(moves))}, or ? for help.")
        return None

    def _names(self, move: Move) -> set[str]:
        """What a move can be called."""
        names = {move.text} if move.card is None else {move.text, self.picture.cards([move.card])}
        return {form.lower() for name in names for form in (name, fit(name, "ascii"))}

    # --- commands; each says whether the table is to be drawn anew -------------------------------

    def _hint(self, rest: str) -> bool:
        if len(self.session.view.legal_moves) == 1:
            self._say("There is only one move.")
        else:
            self._say(f"Hint: {self.session.hint().text}.")
        return False

    def _undo(self, rest: str) -> bool:
        if self.session.undo():
            self._say("Your last move is taken back.")
            return True
        self._say("There is nothing to take back.")
        return False

    def _look(self, rest: str) -> bool:
        self._draw()
        return False

    def _log(self, rest: str) -> bool:
        self._page(Group(*(Text(event.text) for event in self.session.story)))
        return False

    def _rules(self, rest: str) -> bool:
        book, wanted = self._rulebook(), rest.lower()
        if not wanted:
            self._say("The rulebook has these sections:")
            for depth, section in headings(book):
                self._say(f"  {'  ' * depth}{section.title}")
            return False
        sections = [section for _, section in headings(book)]
        found = [section for section in sections if section.title.lower() == wanted]
        found = found or [section for section in sections if wanted in section.title.lower()]
        if found:
            self.console.print(to_terminal(Rulebook(book.title, (found[0],))))
        else:
            self._say("There is no such section; rules lists them.")
        return False

    def _help(self, rest: str) -> bool:
        self._list_commands(rest)
        self._page(to_terminal(self._rulebook()))
        return False

    def _list_commands(self, rest: str) -> bool:
        self._say("You can type:")
        for name, does in COMMANDS:
            self._say(f"  {name:<9}  {does}")
        return False

    def _save(self, rest: str) -> bool:
        if not rest:
            self._say("Name a file: save FILE.")
            return False
        path = Path(rest).expanduser()
        try:
            if path.exists() and not _is_saved_game(path):
                self._say(f"{rest} is there already and is no saved game: it stays as it is.")
                return False
            path.write_text(self.session.to_json(), encoding="utf-8")
        except (OSError, ValueError) as error:
            self._say(f"It cannot be saved: {getattr(error, 'strerror', None) or error}.")
            return False
        self._say(f"Saved: darwindeck play --resume {rest}")
        return False

    # --- inside ----------------------------------------------------------------------------------

    def _rulebook(self) -> Rulebook:
        if self._book is None:
            self._book = build_rulebook(self.session.game.genome)
        return self._book

    def _page(self, content: RenderableType) -> None:
        """Shows something long, a page at a time where somebody sits at a terminal."""
        if not (self.console.is_terminal and sys.stdin.isatty()):
            self.console.print(content)
            return
        plain = Console(file=io.StringIO(), width=self.console.width, force_terminal=False)
        with plain.capture() as shown:
            plain.print(content)
        pydoc.pager(fit(shown.get(), self.console.encoding))


def _is_saved_game(path: Path) -> bool:
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return FORMAT.encode() in file.read(100)


def _span(count: int) -> str:
    return f"1 to {count}" if count > 1 else "only 1"


__all__ = ["COMMANDS", "Terminal"]
