"""The table at a terminal: shows what a seat sees, and takes what its player types."""

from __future__ import annotations

import io
import pydoc
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from pathlib import Path

from rich.console import Console, Group, RenderableType
from rich.text import Text

from darwindeck.english import capitalised, join
from darwindeck.play.fitting import fit
from darwindeck.play.news import News
from darwindeck.play.picture import TablePicture, columns, counted_in_figures, rows
from darwindeck.play.session import Session
from darwindeck.play.typed import TypedMoves
from darwindeck.rulebook import Rulebook, build_rulebook, to_terminal
from darwindeck.rulebook.document import headings
from darwindeck.simulation import Event, EventKind, Move, View
from darwindeck.simulation.hints import reason
from darwindeck.simulation.moves import MoveKind
from darwindeck.simulation.state import FORMAT

COMMANDS = (
    ("a number", "makes that move"),
    ("a card", "plays it: qs, Q♠, queen of spades, or q if there is one only; also several"),
    ("words", "make the move that is called so, or the only one with these words"),
    ("hint", "asks an expert, who sees no more than you: the best moves and what speaks for them"),
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
        self,
        session: Session,
        console: Console,
        ask: Callable[[str], str] = input,
        pause: Callable[[str], str] | None = None,
    ) -> None:
        self.session = session
        self.console = console
        self.ask = ask
        self.pause = pause
        """Lets the player read after a hand; None: nobody is waited for."""
        self.picture = TablePicture(session.game)
        self._news = News(session.game, session.seat)
        self._typed = TypedMoves(session.game.labels)
        self._moves: list[Move] = []
        """What the player may do, as listed."""
        self._numbers: list[int] = []
        """The numbers under which it is listed."""
        self._waiting: list[str] = []
        """Cards that were typed together and are still to be picked."""
        self._before = session.view
        """How things stood when the hand began."""
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
        picking = False
        while True:
            forced = self.session.only_move is not None
            while self.session.go_on():
                self._tell(self.session.news(), forced)
                forced = self.session.only_move is not None
            if self.session.over:
                self._finish()
                return
            if picking and self.session.view.picked:
                self._pick_on()
            else:
                self._draw()
            picking = True
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
        self._say("Type a number, a card or a few words; ? lists what else you can type.")
        self._say()

    def _tell(self, events: Sequence[Event], forced: bool = False) -> None:
        """Tells what happened; where a hand ends, also what everybody has, with a pause."""
        begun = [at for at, event in enumerate(events) if event.kind is EventKind.HAND]
        over = any(event.kind in _HAND_ENDS for event in events)
        split = begun[-1] if begun and over else 0
        for line in self._news.lines(events[:split], forced):
            self._say(f"- {line}")
        if split:
            self._hand_is_over()
        for line in self._news.lines(events[split:], forced):
            self._say(f"- {line}")

    def _hand_is_over(self) -> None:
        """What everybody has after a hand, and what it has brought them."""
        view, before = self.session.view, self._before
        self._say()
        self._say(f"After hand {before.hand_number}:", "bold")
        for name, amount, was, unit in _amounts(view, before):
            gained = f" ({amount - was:+d})" if amount != was else ""
            self._say(f"  {name}: {counted_in_figures(amount, unit)}{gained}")
        if self.pause is not None:
            try:
                typed = self.pause("Press Enter for the next hand. ").strip().lower()
            except EOFError:
                typed = "quit"
            self._waiting = [typed] if typed in _LEAVING else []
        self._say()
        self._before = view

    def _draw(self) -> None:
        view = self.session.view
        self._say()
        heading, *lines = self.picture.table(view)
        self._say(heading, "bold")
        for line in lines:
            self._say(line)
        self._say()
        self._question(view)

    def _pick_on(self) -> None:
        """The question alone: the table is as it was."""
        view = self.session.view
        if not self._waiting:
            self._say(f"Picked: {self.picture.sorted_cards(view, view.picked)}")
        self._question(view, silent=bool(self._waiting))

    def _question(self, view: View, silent: bool = False) -> None:
        """What the player is asked, and the answers: cards alone where that says all."""
        self._moves = self._listed(view)
        self._numbers = _numbers(self._moves)
        if silent:
            return
        self._say(f"{capitalised(view.task) or 'Your turn'}:", "bold")
        cards = [self.picture.cards([move.card]) if move.card else "" for move in self._moves]
        forms = {move.text.replace(card, "") for move, card in zip(self._moves, cards, strict=True)}
        if view.task and all(cards) and len(forms) == 1:
            listed = zip(self._numbers, cards, strict=True)
            lines = rows([f"{number} {card}" for number, card in listed], self.console.width)
        else:
            width = len(str(max(self._numbers)))
            offers = zip(self._numbers, self._moves, strict=True)
            moves = [f"{number:>{width}} {move.offer}" for number, move in offers]
            lines = columns(moves, self.console.width)
        for line in lines:
            self._say(line)

    def _listed(self, view: View) -> list[Move]:
        """The moves, those with cards in the order of the hand."""
        place = self.picture.order(view)
        return sorted(view.legal_moves, key=lambda move: place(move.card) if move.card else (2,))

    def _finish(self) -> None:
        result, view = self.session.result, self.session.view
        assert result is not None, "the game is over"
        self._say()
        self._say(f"The game is over: {result.text}.", "bold")
        for name, amount, _, unit in _amounts(view, view):
            self._say(f"  {name}: {counted_in_figures(amount, unit)}")

    def leave(self) -> None:
        """Says goodbye to a player who does not play to the end."""
        self._say()
        self._say(f"You leave the table. --seed {self.session.seed} deals the same cards again.")

    # --- taking what is typed --------------------------------------------------------------------

    def _decide(self) -> bool:
        """Asks until something has been decided; False if the player leaves."""
        while True:
            try:
                typed = self._waiting.pop(0) if self._waiting else self.ask("> ").strip()
            except EOFError:
                return False
            word, _, rest = typed.partition(" ")
            if word.lower() in _LEAVING:
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
        moves = self._moves
        named = self._typed.amount(typed[:200], moves)
        if named is not None:
            return self._of_amount(*named)
        if re.fullmatch(r"[0-9]{1,8}", typed) and int(typed) in self._numbers:
            return moves[self._numbers.index(int(typed))]
        found = self._typed.meant(typed[:200], moves)
        if len(found) == 1:
            return found[0]
        if not found and (cards := self._typed.cards(typed[:200], moves)):
            first, *self._waiting = cards
            return self._meant(first)
        self._waiting.clear()
        if found:
            self._say(f"Several moves are called that: {', '.join(move.text for move in found)}.")
        else:
            shown = "".join(c for c in typed[:40] if c.isprintable())
            said = f"'{shown}' is no move" if shown else "Nothing was typed"
            self._say(f"{said}. Type a number {_span(self._numbers)}, or ? for help.")
        return None

    def _of_amount(self, move: Move, amount: int) -> Move | None:
        """A bet or raise of an amount; None, after a word about it, if it may not be bet."""
        assert move.amounts is not None, "players name the amount"
        if amount in move.amounts:
            return move.of(amount)
        self._waiting.clear()
        self._say(f"You may {move.offer}.")
        return None

    # --- commands; each says whether the table is to be drawn anew -------------------------------

    def _hint(self, rest: str) -> bool:
        found = self.session.hints()
        if found:
            self._say(f"Hint: {found[0].text}. {reason(found)}".strip())
        for other in found[1:]:
            self._say(f"Or: {other.text}.")
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
        self._page(Group(*(Text(line) for line in self._news.lines(self.session.story))))
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


_LEAVING = ("quit", "exit")
_HAND_ENDS = {EventKind.HAND_OVER, EventKind.THROWN_IN}


def _amounts(view: View, before: View) -> Iterator[tuple[str, int, int, str]]:
    """What each seat or side has and had, points or chips."""
    if any(view.chips) or any(before.chips):
        for seat, chips in enumerate(view.chips):
            yield view.seat_names[seat], chips, before.chips[seat], "chip"
    elif view.teams:
        for side, members in enumerate(view.teams):
            name = join([view.seat_names[seat] for seat in members])
            yield name, view.team_scores[side], before.team_scores[side], "point"
    elif any(view.scores) or any(before.scores) or len(view.scores) > 1:
        for seat, points in enumerate(view.scores):
            yield view.seat_names[seat], points, before.scores[seat], "point"


def _numbers(moves: Sequence[Move]) -> list[int]:
    """Under which numbers moves are listed: one after the other, but bids under what they bid."""
    said = {
        at: re.findall(r"[0-9]+", move.text)
        for at, move in enumerate(moves)
        if move.kind is MoveKind.CALL
    }
    bids = {at: int(numbers[0]) for at, numbers in said.items() if len(numbers) == 1}
    if len(bids) < 2 or len(set(bids.values())) < len(bids):
        return list(range(1, len(moves) + 1))
    free = (number for number in count(1) if number not in bids.values())
    return [bids[at] if at in bids else next(free) for at in range(len(moves))]


def _span(numbers: Sequence[int]) -> str:
    if len(numbers) == 1:
        return f"only {numbers[0]}"
    unbroken = max(numbers) - min(numbers) == len(numbers) - 1
    return f"{min(numbers)} to {max(numbers)}" if unbroken else "of the list"
