"""Hand histories in the PHH format: TOML, one hand in a `.phh` file, several in a `.phhs` file.

Players are listed from the one who would post the small blind; with two, from the big blind.
Amounts become whole numbers of the smallest unit that a hand uses.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any

from darwindeck.archives.door import ArchiveError, one_line
from darwindeck.archives.record import (
    Call,
    Event,
    Exchange,
    Flaw,
    Hands,
    MatchRecord,
    Opening,
    Place,
    Result,
    RoundRecord,
    Skipped,
    Value,
)
from darwindeck.cards import Card

VARIANT = "NT"
"""No-limit Texas hold'em, as the format calls it."""
MOST_PLAYERS = 10

_SUITS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
_RANKS = {"T": "10", **{rank: rank for rank in "23456789JQKA"}}
_CARDS = {f"{r}{s}": Card(suit, rank) for r, rank in _RANKS.items() for s, suit in _SUITS.items()}
_PLAYER = re.compile(r"p([1-9][0-9]?)", re.ASCII)
_DECIMALS = 6
_MOST_AMOUNT = 10**12


class _Unfit(ValueError):
    """A hand that has not the form it must have."""


def read_phh(data: bytes, name: str) -> list[MatchRecord]:
    """The hands of a file, one record for each; `ArchiveError` if it is not TOML at all."""
    try:
        read = tomllib.loads(data.decode("utf-8-sig"), parse_float=Decimal)
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise ArchiveError(name, f"not readable as TOML: {one_line(str(error))}") from None
    if "actions" in read or "variant" in read:
        return [_record(read, name, 0)]
    hands = [hand for hand in read.values() if isinstance(hand, dict)]
    if not hands or len(hands) < len(read):
        raise ArchiveError(name, "no hand history: there is neither a hand nor a table of hands")
    return [_record(hand, name, number) for number, hand in enumerate(hands)]


def _record(hand: Mapping[str, Any], name: str, number: int) -> MatchRecord:
    try:
        return _read(hand, name, number)
    except _Unfit as error:
        flaw = Flaw(number, None, one_line(str(error)))
        return MatchRecord(name, "texas-holdem", "PHH", 0, (), (), whole=False, flaws=(flaw,))


def _read(hand: Mapping[str, Any], name: str, number: int) -> MatchRecord:
    variant = hand.get("variant")
    if variant != VARIANT:
        what = f"variant {one_line(str(variant), 20)}"
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
    least = _number(hand.get("min_bet"), "min_bet")
    finishing = _stated(hand, "finishing_stacks", players)
    winnings = _stated(hand, "winnings", players)
    said = [text.split("#")[0].split() for text in actions]
    amounts = [_number(Decimal(w[2]), "cbr") for w in said if _is_raise(w)]
    every = [*stacks, *antes, *posts, least, *(finishing or ()), *(winnings or ()), *amounts]
    unit = max((_places(amount) for amount in every), default=0)

    def whole(amount: Decimal) -> int:
        return int(amount.scaleb(unit))

    if players == 2:
        # With two the posts are listed the other way round.
        antes, posts = antes[::-1], posts[::-1]
    values: dict[str, Value] = {
        "antes": tuple(map(whole, antes)),
        "posts": tuple(map(whole, posts)),
        "min_bet": whole(least),
        "unit": unit,
        "trimmed": int(hand.get("ante_trimming_status") is True),
    }
    events: list[Event] = [
        Opening(0, players - 1, None, tuple(map(whole, stacks))),
        *_events(said, players, whole),
    ]
    result: dict[str, Value] = {}
    if finishing is not None:
        result["finishing_stacks"] = tuple(map(whole, finishing))
    if winnings is not None and any(winnings):
        result["winnings"] = tuple(map(whole, winnings))
    events.append(Result(len(said), None, None, None, (), None, None, result))
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


def _is_raise(words: Sequence[str]) -> bool:
    return len(words) == 3 and words[1] == "cbr" and bool(_AMOUNT.fullmatch(words[2]))


_AMOUNT = re.compile(r"[0-9]{1,12}(\.[0-9]{1,6})?", re.ASCII)


def _events(
    said: Sequence[Sequence[str]], players: int, whole: Callable[[Decimal], int]
) -> Iterator[Call | Exchange | Hands]:
    """What was dealt and done, in order; the cards that each player is known to have held first."""
    held: list[tuple[Card, ...]] = [()] * players
    found: list[Call | Exchange] = []
    for at, words in enumerate(said):
        match words:
            case ["d", "dh", player, cards]:
                held[_seat(player, players)] = _cards(cards)
            case ["d", "db", cards]:
                found.append(Exchange(at, players - 1, None, _cards(cards)))
            case [player, "sm"] | [player, "sm", "-"]:
                _seat(player, players)
            case [player, "sm", cards]:
                seat = _seat(player, players)
                shown = _cards(cards)
                held[seat] = shown or held[seat]
            case [player, "f" | "cc" as word]:
                found.append(Call(at, _seat(player, players), word, {}))
            case [player, "cbr", amount] if _AMOUNT.fullmatch(amount):
                to = whole(Decimal(amount))
                found.append(Call(at, _seat(player, players), "cbr", {"to": to}))
            case []:
                pass
            case _:
                raise _Unfit(f"action {at + 1} is not understood: {one_line(' '.join(words), 60)}")
    yield Hands(0, "hole", tuple(held))
    yield from found


def _seat(player: str, players: int) -> int:
    match = _PLAYER.fullmatch(player)
    if match is None or not 1 <= int(match[1]) <= players:
        raise _Unfit(f"there is no player {one_line(player, 20)!r}")
    return int(match[1]) - 1


def _cards(text: str) -> tuple[Card, ...]:
    """The cards of a text, if all of them are known."""
    pairs = [text[place : place + 2] for place in range(0, len(text), 2)]
    if "??" in pairs:
        return ()
    try:
        return tuple(_CARDS[pair] for pair in pairs)
    except KeyError:
        raise _Unfit(f"no cards: {one_line(text, 40)!r}") from None


def _stated(hand: Mapping[str, Any], field: str, many: int) -> list[Decimal] | None:
    """The numbers of a field that may be left out."""
    return _numbers(hand, field, many) if field in hand else None


def _numbers(hand: Mapping[str, Any], field: str, many: int | None = None) -> list[Decimal]:
    values = hand.get(field)
    if not isinstance(values, list) or (many is not None and len(values) != many):
        raise _Unfit(f"`{field}` must be a list with a number for each player")
    return [_number(value, field) for value in values]


def _number(value: Any, field: str) -> Decimal:
    if type(value) not in (int, Decimal):
        raise _Unfit(f"`{field}` is no number: {one_line(str(value), 40)}")
    number = Decimal(value)
    if not number.is_finite() or abs(number) > _MOST_AMOUNT or _places(number) > _DECIMALS:
        raise _Unfit(f"`{field}` is no amount of chips: {one_line(str(value), 40)}")
    return number


def _places(number: Decimal) -> int:
    """How many decimal places a number needs."""
    exponent = number.as_tuple().exponent
    if not isinstance(exponent, int) or exponent >= 0:
        return 0
    exponent = number.normalize().as_tuple().exponent
    return max(0, -exponent) if isinstance(exponent, int) else 0
