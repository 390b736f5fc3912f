"""A match in a short notation that people can read, and its reader.

    darwindeck log, edition 2.0
    game spades 2b31dca38abbc013
    seed 17, dealer E
    1. S:0 W:4 N:9 E:6; S:9H W:8H N:7H E:2H; S:9D W:8D N:KD E:7D; … =923087fb
    2. W:7 N:13 E:9 S:4; …

The first line names the edition of the language; a log of another edition is not read. The second
names the game with a number for its rules and the options that were chosen; the third says what the
match began with: `single hand` if it is no whole match, and on lines of their own `stacks`,
`stakes` and the `deck`, if they were given. A line for each deal follows. Each move is told by its
seat and its shorthand (`darwindeck.text.shorthand`); semicolons part tricks and phases for the eye
only. The number at the end of a line is the beginning of the position's digest, so that the reader
notices at which deal a match took another course. Lines that begin with a blank go on with the line
before; those that begin with `#` are not read.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator

from darwindeck.genome.options import apply_options
from darwindeck.genome.schema import SCHEMA_VERSION, GameGenome
from darwindeck.library import get_genome, library_ids
from darwindeck.quoting import QuotedValueError
from darwindeck.simulation.game import Game, checked_seed
from darwindeck.simulation.log import Divergence, MatchLog
from darwindeck.simulation.state import Start, State
from darwindeck.text.shorthand import (
    card_shorts,
    meant_by,
    move_shorts,
    numbered_cards,
    seat_shorts,
    short_of,
    slug,
)

HEAD = f"darwindeck log, edition {SCHEMA_VERSION}"
WIDTH = 100
MOST_CHARACTERS = 4_000_000
"""A longer text is not read."""

_DEAL = re.compile(r"(\d{1,9})\.")
_MARK = re.compile(r"=[0-9a-f]{8}")
_NUMBER = re.compile(r"-?[0-9]{1,9}", re.ASCII)


# --- writing --------------------------------------------------------------------------------------


def written(log: MatchLog) -> str:
    """A log in notation."""
    lines = [HEAD, *_head(log), *_deals(log)]
    return "\n".join(lines) + "\n"


def _head(log: MatchLog) -> Iterator[str]:
    genome, start = log.game.genome, log.start
    yield " ".join(["game", slug(genome.genome_id), rules_mark(log.game), *_chosen(genome)])
    begun = [f"seed {start.seed}"]
    if start.dealer is not None:
        begun.append(f"dealer {seat_shorts(log.game)[start.dealer]}")
    if start.single_hand:
        begun.append("single hand")
    yield ", ".join(begun)
    if start.stacks is not None:
        yield " ".join(["stacks", *map(str, start.stacks)])
    if start.stakes:
        given = (f"{name}={'/'.join(map(str, values))}" for name, values in start.stakes)
        yield " ".join(["stakes", *given])
    if start.deck is not None:
        shorts = card_shorts(log.game.labels)
        yield from _wrapped(" ".join(["deck", *(shorts[card] for card in start.deck)]))


def rules_mark(game: Game) -> str:
    """A number for the rules of a game: another one, if anything is played otherwise."""
    return game.checked.key


def _chosen(genome: GameGenome) -> list[str]:
    """The options of a game of the library that are not as the library has them."""
    if genome.genome_id not in library_ids():
        return []
    usual = {option.name: option.value for option in get_genome(genome.genome_id).options}
    return [
        f"{option.name}={option.value}"
        for option in genome.options
        if usual.get(option.name, option.value) != option.value
    ]


def _deals(log: MatchLog) -> Iterator[str]:
    seats = seat_shorts(log.game)
    parts: list[str] = []
    deal = scene = None
    states = log.states()
    before = next(states)
    for made, state in zip(log.moves, states, strict=True):
        if deal != (deal := _deal(before)):
            if parts:
                yield from _wrapped(" ".join([*parts, _mark(before)]))
            parts = [f"{deal}."]
        elif scene != _scene(before):
            parts[-1] += ";"
        scene = _scene(before)
        parts.append(f"{seats[made.seat]}:{short_of(before, made.seat, made.code)}")
        before = state
    if parts:
        yield from _wrapped(" ".join([*parts, _mark(before)]))


def _deal(state: State) -> int:
    return int(state.position.numbers()["deal_number"])


def _scene(state: State) -> tuple[object, ...]:
    """What must change for a semicolon: the phase, or the trick."""
    numbers = state.position.numbers()
    frames = state.position.frames()
    return frames[-1][0] if frames else None, numbers["trick"]


def _mark(state: State) -> str:
    return f"={state.digest:016x}"[:9]


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(
        text, WIDTH, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False
    )


# --- reading --------------------------------------------------------------------------------------


def read(text: str, game: Game | None = None) -> MatchLog:
    """The log of a text; the game is one of the library unless it is given."""
    if len(text) > MOST_CHARACTERS:
        raise ValueError(f"a log of {len(text):,} characters; at most {MOST_CHARACTERS:,} are read")
    lines = _unwrapped(text)
    number, head = lines.pop(0) if lines else (1, "")
    if head != HEAD and head.startswith("darwindeck log"):
        raise ValueError(
            f"line {number}: {head[:40]!r} is a log of another edition of the language; this "
            f"program plays edition {SCHEMA_VERSION}, in which it might take another course"
        )
    if head != HEAD:
        raise ValueError(f"line {number}: a log begins with {HEAD!r}, not with {head[:40]!r}")
    if len(lines) < 2:
        raise ValueError("a log says which game was played (`game …`) and its seed (`seed …`)")
    game = _game(*lines.pop(0), game)
    start = _start(*lines.pop(0), game)
    if lines and lines[0][1].startswith("stacks "):
        start = start._replace(stacks=_stacks(*lines.pop(0), game))
    if lines and lines[0][1].startswith("stakes "):
        start = start._replace(stakes=_stakes(*lines.pop(0), game))
    if lines and lines[0][1].startswith("deck "):
        start = start._replace(deck=_deck(*lines.pop(0), game))
    return _played(game, start, lines)


def _unwrapped(text: str) -> list[tuple[int, str]]:
    """The lines that say something, with their numbers; continued lines in one."""
    lines: list[tuple[int, str]] = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        if line[0].isspace() and lines:
            lines[-1] = lines[-1][0], f"{lines[-1][1]} {line.strip()}"
        else:
            lines.append((number, line.strip()))
    return lines


def _game(number: int, line: str, game: Game | None) -> Game:
    words = line.split()
    if len(words) < 3 or words[0] != "game":
        raise ValueError(
            f"line {number}: expected `game NAME RULES OPTION=VALUE …`, found {line!r}"
        )
    _, name, mark, *options = words
    if game is None:
        if name not in library_ids():
            raise ValueError(
                f"line {number}: {name[:80]!r} is no game of the library; give its genome"
            )
        chosen = dict(option.split("=", 1) for option in options if "=" in option)
        game = Game(apply_options(get_genome(name), chosen))
    found = rules_mark(game)
    if found != mark:
        raise QuotedValueError(
            f"line {number}: the log is of {name[:80]} with the rules {mark[:40]}; "
            f"those given are {found}"
        )
    return game


def _start(number: int, line: str, game: Game) -> Start:
    start = Start(0, False, None, None)
    seats = seat_shorts(game)
    for part in line.split(", "):
        match part.split():
            case ["seed", seed] if seed.isascii() and seed.isdecimal() and len(seed) <= 20:
                start = start._replace(seed=checked_seed(int(seed)))
            case ["dealer", seat] if seat in seats:
                start = start._replace(dealer=seats.index(seat))
            case ["single", "hand"]:
                start = start._replace(single_hand=True)
            case _:
                raise ValueError(
                    f"line {number}: expected `seed NUMBER`, `dealer SEAT` or `single hand`, "
                    f"found {part[:40]!r}"
                )
    return start


def _stacks(number: int, line: str, game: Game) -> tuple[int, ...] | None:
    try:
        return game.checked_stacks([_whole(word) for word in line.split()[1:]])
    except ValueError as error:
        raise ValueError(f"line {number}: {error}") from error


def _stakes(number: int, line: str, game: Game) -> tuple[tuple[str, tuple[int, ...]], ...]:
    try:
        given: dict[str, int | list[int]] = {}
        for word in line.split()[1:]:
            name, _, values = word.partition("=")
            numbers = [_whole(value) for value in values.split("/")]
            given[name] = numbers[0] if len(numbers) == 1 else numbers
        return game.checked_stakes(given)
    except ValueError as error:
        raise ValueError(f"line {number}: {error}") from error


def _whole(word: str) -> int:
    if not _NUMBER.fullmatch(word):
        raise ValueError(f"expected a whole number, found {word[:40]!r}")
    return int(word)


def _deck(number: int, line: str, game: Game) -> tuple[int, ...]:
    try:
        cards = numbered_cards(game.labels, line.split()[1:])
    except ValueError as error:
        raise ValueError(f"line {number}: {error}") from error
    if sorted(cards) != list(range(len(game.cards))):
        raise ValueError(f"line {number}: a deck holds every card of the game once")
    return tuple(cards)


def _played(game: Game, start: Start, lines: list[tuple[int, str]]) -> MatchLog:
    seats = {short: seat for seat, short in enumerate(seat_shorts(game))}
    state, step = State.begin(game, start), 0
    deal, mark = f"{_deal(state)}.", _mark(state)
    for number, line in lines:
        for word in line.replace(";", " ").split():
            if _DEAL.fullmatch(word):
                if word != deal:
                    reason = f"line {number} is deal {word[:-1]}; it comes to deal {deal[:-1]}"
                    raise Divergence(step, reason)
            elif _MARK.fullmatch(word):
                if word != mark:
                    reason = f"line {number} ends at {word}; the position is {mark}"
                    raise Divergence(step, reason)
            else:
                step += 1
                state = _made(state, word, seats, number, step)
                deal, mark = f"{_deal(state)}.", _mark(state)
    return MatchLog.of(state)


def _made(state: State, word: str, seats: dict[str, int], line: int, step: int) -> State:
    """The state after a move in notation."""
    name, colon, short = word.partition(":")
    if not colon or name not in seats:
        known = ", ".join(seats)
        raise ValueError(
            f"line {line}: expected a move like {next(iter(seats))}:…, found {word[:40]!r} "
            f"(seats are {known})"
        )
    move = meant_by(state, seats[name], short)
    if move is None:
        may = " ".join(move_shorts(state, seats[name])) or "nothing now"
        raise Divergence(step, f"line {line}: {word[:80]} cannot be; {name} may do {may}")
    return state.apply(move, seats[name])
