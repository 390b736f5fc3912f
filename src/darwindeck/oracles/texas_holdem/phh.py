"""Hand histories in the PHH format: TOML, one hand in a `.phh` file, several in a `.phhs` file.

Players are listed from the one who would post the small blind; with two, from the big blind.
Amounts become whole numbers of the smallest unit that a hand uses. Hands are read one by one, so
that a file of any length takes no more memory than its longest hand.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any

from darwindeck.archives.door import ArchiveError, one_line
from darwindeck.archives.record import (
    Event,
    Flaw,
    Hands,
    MatchRecord,
    Opening,
    Place,
    RecordedCall,
    RecordedExchange,
    RoundRecord,
    Skipped,
    StatedResult,
    Value,
)
from darwindeck.cards import Card

VARIANTS = {
    "NT": "No-limit Texas hold'em",
    "FT": "Fixed-limit Texas hold'em",
    "PO": "Pot-limit Omaha",
}
"""What is read, as the format calls it, and as players do."""
HOLE_CARDS = {"NT": 2, "FT": 2, "PO": 4}
"""How many cards each player is dealt."""
MOST_PLAYERS = 10
MOST_OF_HAND = 100_000
"""So many bytes one hand may have."""

_SUITS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
_RANKS = {"T": "10", **{rank: rank for rank in "23456789JQKA"}}
_CARDS = {f"{r}{s}": Card(suit, rank) for r, rank in _RANKS.items() for s, suit in _SUITS.items()}
_PLAYERS = {f"p{number}": number - 1 for number in range(1, MOST_PLAYERS + 1)}
_DECIMALS = 6
_MOST_AMOUNT = 10**12

_HEADING = re.compile(rb"[ \t]*\[[ \t]*([A-Za-z0-9_-]+)[ \t]*\][ \t]*(#.*)?[\r\n]*")
"""The line with which a hand of several begins."""
_NUMBER = r"-?(?:0|[1-9][0-9]{0,17})(?:\.[0-9]{1,17})?"
_TEXT = r"'[^'\x00-\x1f\x7f]*'"
_PLAIN = re.compile(
    rf"([A-Za-z_]+) = (?:({_NUMBER})|({_TEXT}|\"[^\"\\\\\x00-\x1f\x7f]*\")|(true|false)"
    rf"|\[((?:{_NUMBER})(?:, {_NUMBER})*)\]|\[({_TEXT}(?:, {_TEXT})*)\]"
    r"|([0-9]{2}:[0-9]{2}:[0-9]{2}))"
)
"""A line as nearly all hands have them; anything else is left to a reader of all of TOML."""

Amount = int | Decimal


class _Unfit(ValueError):
    """A hand that has not the form it must have."""


def read_phh(data: bytes, name: str) -> list[MatchRecord]:
    """The hands of a file, one record for each; `ArchiveError` if it is not TOML at all."""
    return list(stream_phh(data.splitlines(keepends=True), name))


def stream_phh(lines: Iterable[bytes], name: str) -> Iterator[MatchRecord]:
    """The hands of a file, one after the other, as its lines are read.

    A hand that is not TOML, among others that are, is a record with a flaw.
    """
    number, last = 0, -1
    heading: bytes | None = None
    hand: list[bytes] = []
    size = 0
    for line in lines:
        found = _HEADING.fullmatch(line) if line.lstrip()[:1] == b"[" else None
        if found is None:
            hand.append(line)
            size += len(line)
            if size > MOST_OF_HAND:
                raise ArchiveError(name, f"a hand of more than {MOST_OF_HAND:,} bytes")
            continue
        if heading is not None:
            yield _one_of_many(hand, name, number, repeated=_order(heading) <= last)
            number, last = number + 1, max(last, _order(heading))
        elif any(item.split(b"#")[0].strip() for item in hand):
            raise ArchiveError(name, "no hand history: a hand stands before the table of hands")
        heading, hand, size = found[1], [], 0
    if heading is not None:
        yield _one_of_many(hand, name, number, repeated=_order(heading) <= last)
        return
    try:
        only = _parsed(hand, first=True)
    except (ValueError, RecursionError) as error:
        raise ArchiveError(name, f"not readable as TOML: {one_line(str(error))}") from None
    if "actions" not in only and "variant" not in only:
        raise ArchiveError(name, "no hand history: there is neither a hand nor a table of hands")
    yield _record(only, name, 0)


def _order(heading: bytes) -> int:
    """The number of a hand in its file, by which hands are in order; names have none."""
    return int(heading[:18]) if heading.isdigit() else 10**18


def _one_of_many(lines: list[bytes], name: str, number: int, *, repeated: bool) -> MatchRecord:
    try:
        if repeated:
            raise _Unfit("its number was there before, or is lower than one that was")
        return _record(_parsed(lines), name, number)
    except _Unfit as error:
        return _flawed(name, number, str(error))
    except (ValueError, RecursionError) as error:
        return _flawed(name, number, f"not readable as TOML: {error}")


def _parsed(lines: list[bytes], first: bool = False) -> Mapping[str, Any]:
    """What the lines of one hand say."""
    text = b"".join(lines).decode("utf-8-sig" if first else "utf-8")
    return _quickly_parsed(text) or tomllib.loads(text, parse_float=Decimal)


def _quickly_parsed(text: str) -> dict[str, Any] | None:
    """What a hand says whose lines are all of the usual kinds; None if there are others."""
    read: dict[str, Any] = {}
    for line in text.splitlines():
        if not line:
            continue
        found = _PLAIN.fullmatch(line)
        if found is None or found[1] in read:
            return None
        name, number, word, truth, numbers, words, _ = found.groups()
        value: Any = line
        if number is not None:
            value = _plain_number(number)
        elif word is not None:
            value = word[1:-1]
        elif truth is not None:
            value = truth == "true"
        elif numbers is not None:
            value = [_plain_number(item) for item in numbers.split(", ")]
        elif words is not None:
            value = words[1:-1].split("', '")
        read[name] = value
    return read


def _plain_number(text: str) -> Amount:
    return Decimal(text) if "." in text else int(text)


def _flawed(name: str, number: int, what: str) -> MatchRecord:
    flaw = Flaw(number, None, one_line(what))
    return MatchRecord(name, "texas-holdem", "PHH", 0, (), (), whole=False, flaws=(flaw,))


def _record(hand: Mapping[str, Any], name: str, number: int) -> MatchRecord:
    try:
        return _read(hand, name, number)
    except _Unfit as error:
        return _flawed(name, number, str(error))


def _read(hand: Mapping[str, Any], name: str, number: int) -> MatchRecord:
    variant = hand.get("variant")
    if not isinstance(variant, str) or variant not in VARIANTS:
        what = f"variant {one_line(str(variant), 20)}: hands of {', '.join(VARIANTS)} are read"
        skipped = Skipped(what, 1, Place(name, number))
        return MatchRecord(name, "texas-holdem", "PHH", 0, (), (), whole=False, skipped=(skipped,))
    stacks = _numbers(hand, "starting_stacks")
    players = len(stacks)
    if not 2 <= players <= MOST_PLAYERS:
        raise _Unfit(f"a hand of {players} players: 2 to {MOST_PLAYERS} are read")
    antes = _numbers(hand, "antes", players)
    posts = _numbers(hand, "blinds_or_straddles", players)
    actions = hand.get("actions")
    if not isinstance(actions, list) or not all(isinstance(item, str) for item in actions):
        raise _Unfit("`actions` must be a list of texts")
    fixed = variant == "FT"
    least = _amount(hand, "small_bet" if fixed else "min_bet")
    later = _amount(hand, "big_bet") if fixed else least
    finishing = _stated(hand, "finishing_stacks", players)
    winnings = _stated(hand, "winnings", players)
    said = [text.split("#")[0].split() for text in actions]
    amounts = [_number(_plain_number(w[2]), "cbr") for w in said if _is_raise(w)]
    every = (*stacks, *antes, *posts, least, later, *(finishing or ()), *(winnings or ()), *amounts)
    unit = max((_places(item) for item in every if isinstance(item, Decimal)), default=0)
    whole = _whole(unit)
    if players == 2:
        # With two the posts are listed the other way round.
        antes, posts = antes[::-1], posts[::-1]
    values: dict[str, Value] = {
        "variant": variant,
        "antes": tuple(map(whole, antes)),
        "posts": tuple(map(whole, posts)),
        "min_bet": whole(least),
        "later_bet": whole(later),
        "unit": unit,
        "trimmed": int(hand.get("ante_trimming_status") is True),
    }
    events: list[Event] = [
        Opening(0, players - 1, None, tuple(map(whole, stacks))),
        *_events(said, players, HOLE_CARDS[variant], whole),
    ]
    result: dict[str, Value] = {}
    if finishing is not None:
        result["finishing_stacks"] = tuple(map(whole, finishing))
    if winnings is not None and any(winnings):
        result["winnings"] = tuple(map(whole, winnings))
    events.append(StatedResult(len(said), None, None, None, (), None, None, result))
    names = hand.get("players")
    known = isinstance(names, list) and len(names) == players
    return MatchRecord(
        name,
        "texas-holdem",
        "PHH",
        players,
        tuple((seat,) for seat in range(players)),
        (RoundRecord(number, tuple(events)),),
        players=tuple(map(str, names)) if known and names else (),
        whole=False,
        header=values,
    )


def _whole(unit: int) -> Callable[[Amount], int]:
    """Turns amounts into whole numbers of a unit with so many decimal places."""
    if unit == 0:
        return int

    def whole(amount: Amount) -> int:
        return amount * 10**unit if isinstance(amount, int) else int(amount.scaleb(unit))

    return whole


def _is_raise(words: Sequence[str]) -> bool:
    return len(words) == 3 and words[1] == "cbr" and bool(_AMOUNT.fullmatch(words[2]))


_AMOUNT = re.compile(r"(?:0|[1-9][0-9]{0,11})(?:\.[0-9]{1,6})?", re.ASCII)


def _events(
    said: Sequence[Sequence[str]], players: int, hole: int, whole: Callable[[Amount], int]
) -> Iterator[RecordedCall | RecordedExchange | Hands]:
    """What was dealt, done and shown; the cards that each player is known to have held first."""
    dealt: list[str] = [""] * players
    shown: list[tuple[Card, ...]] = [()] * players
    found: list[RecordedCall | RecordedExchange] = []
    for at, words in enumerate(said):
        match words:
            case ["d", "dh", player, cards]:
                if found:
                    raise _Unfit(f"action {at + 1} deals cards to {player} after the first action")
                dealt[_seat(player, players)] += cards
            case ["d", "db", cards]:
                found.append(RecordedExchange(at, players - 1, None, _cards(cards)))
            case [player, "sm"] | [player, "sm", "-"]:
                _seat(player, players)
            case [player, "sm", cards]:
                shown[_seat(player, players)] = _cards(cards)
            case [player, "f" | "cc" as word]:
                found.append(RecordedCall(at, _seat(player, players), word, {}))
            case [player, "cbr", amount] if _AMOUNT.fullmatch(amount):
                to = whole(_plain_number(amount))
                found.append(RecordedCall(at, _seat(player, players), "cbr", {"to": to}))
            case []:
                pass
            case _:
                raise _Unfit(f"action {at + 1} is not understood: {one_line(' '.join(words), 60)}")
    for seat, cards in enumerate(dealt):
        if any(dealt) and len(cards) != 2 * hole:
            many = len(cards) // 2
            raise _Unfit(f"p{seat + 1} is dealt {many} cards, and should be dealt {hole}")
    yield Hands(0, "hole", tuple(map(_cards, dealt)))
    yield from found
    if any(shown):
        yield Hands(len(said), "shown", tuple(shown))


def _seat(player: str, players: int) -> int:
    seat = _PLAYERS.get(player, players)
    if seat >= players:
        raise _Unfit(f"there is no player {one_line(player, 20)!r}")
    return seat


def _cards(text: str) -> tuple[Card, ...]:
    """The cards of a text, if all of them are known."""
    pairs = [text[place : place + 2] for place in range(0, len(text), 2)]
    if "??" in pairs:
        return ()
    try:
        return tuple(_CARDS[pair] for pair in pairs)
    except KeyError:
        raise _Unfit(f"no cards: {one_line(text, 40)!r}") from None


def _stated(hand: Mapping[str, Any], field: str, many: int) -> list[Amount] | None:
    """The numbers of a field that may be left out."""
    return _numbers(hand, field, many) if field in hand else None


def _numbers(hand: Mapping[str, Any], field: str, many: int | None = None) -> list[Amount]:
    values = hand.get(field)
    if not isinstance(values, list) or (many is not None and len(values) != many):
        raise _Unfit(f"`{field}` must be a list with a number for each player")
    return [_number(value, field) for value in values]


def _amount(hand: Mapping[str, Any], field: str) -> Amount:
    if field not in hand:
        raise _Unfit(f"`{field}` is missing")
    return _number(hand[field], field)


def _number(value: Any, field: str) -> Amount:
    if type(value) is int and -_MOST_AMOUNT <= value <= _MOST_AMOUNT:
        return value
    if type(value) not in (int, Decimal):
        raise _Unfit(f"`{field}` is no number: {one_line(str(value), 40)}")
    number = Decimal(value)
    if not number.is_finite() or abs(number) > _MOST_AMOUNT or _places(number) > _DECIMALS:
        raise _Unfit(f"`{field}` is no amount of chips: {one_line(str(value), 40)}")
    return number


def _places(number: Decimal) -> int:
    """How many decimal places a number needs."""
    exponent = number.normalize().as_tuple().exponent
    return max(0, -exponent) if isinstance(exponent, int) else 0
