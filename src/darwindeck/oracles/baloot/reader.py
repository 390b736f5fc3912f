"""The archive format of a mobile Baloot server: one JSON object a match, or a bare round.

    {"v": …, "n": title, "ps": [...], …, "s1": final, "s2": final, "rs": [{"r": [events]}, …]}

An event is an object with a kind `e`. **Fields that are zero, false, null or empty are omitted**,
so an absent `s1` is 0, an absent `ts` is spades, an absent `b` is the empty word. Seats are 1 to 4,
teams 1 (seats 1 and 3) and 2. A card is 13 · suit + rank with suits ♠ ♥ ♣ ♦ and ranks 5 (7) to 12
(ace); sets of cards are masks of 52 bits.

Known kinds of events: 15 hands, 1 opening, 2 call, 3 declaration, 4 card, 5 claim of the rest,
6 trick gathered, 7 foul (qayd), 8 chat, 9 resumed, 10 left, 11 came back, 12 result, 16 hand thrown
in (kawesh). Anything else is listed as skipped.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from darwindeck.archives.door import ArchiveError, one_line
from darwindeck.archives.record import (
    Awarded,
    Claim,
    Collection,
    Event,
    Flaw,
    Hands,
    Interruption,
    MatchRecord,
    Opening,
    Place,
    Play,
    RecordedCall,
    RecordedDeclaration,
    RoundRecord,
    Skipped,
    StatedResult,
    Value,
)
from darwindeck.cards import Card, Rank, Suit

SOURCE: Final = "baloot mobile archive"
SIDES: Final = ((0, 2), (1, 3))
SUITS: Final = (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS)
RANKS: Final = {
    5: Rank.SEVEN,
    6: Rank.EIGHT,
    7: Rank.NINE,
    8: Rank.TEN,
    9: Rank.JACK,
    10: Rank.QUEEN,
    11: Rank.KING,
    12: Rank.ACE,
}
CARDS: Final[Mapping[int, Card]] = {
    13 * suit + rank: Card(SUITS[suit], name) for suit in range(4) for rank, name in RANKS.items()
}
"""The card of each number."""
_CARD_OF_BIT: Final = {1 << number: card for number, card in CARDS.items()}
NUMBERS: Final[Mapping[Card, int]] = {card: number for number, card in CARDS.items()}
NO_CARDS: Final = (1 << 52) - 1 - sum(1 << number for number in CARDS)
"""The bits of a mask that mean no card."""

WORDS: Final = (
    "pass hokom sun ashkal beforeyou thany wala hokom2 turntosun waraq clubs hearts spades "
    "diamonds hokomclose hokomopen double triple qahwa"
).split()
"""The words of the auction."""
DECLARED: Final = {
    1: "sira",
    2: "fifty",
    3: "hundred",
    4: "four hundred",
    5: "akka",
    6: "baloot",
}
"""What the numbers of `prj` announce."""

HEADER: Final = "v n ps psN psRP psRN psCb psV psSb rL Id t chA gT pT s1 s2 rs".split()
FIELDS: Final[Mapping[int, frozenset[str]]] = {
    kind: frozenset(["e", *names.split()])
    for kind, names in {
        1: "p fc t1s t2s",
        2: "p b rb gm ts gem rd hc",
        3: "p prj prjC",
        4: "p c",
        5: "p",
        6: "p",
        7: "p ch wc ac cihs ets",
        8: "p uid msg",
        9: "p",
        10: "p dbId",
        11: "p dbId n rp s",
        12: "rs",
        15: "bhr fhr",
        16: "p",
    }.items()
}
RESULT: Final = frozenset("p1 p2 e1 e2 r1 r2 m em w b s1 s2 kbt lr lmw cc bw".split())
CALL_VALUES: Final = ("gm", "ts", "gem", "rd", "hc", "rb")
RESULT_VALUES: Final = ("m", "em", "kbt", "lr", "lmw", "cc", "bw")
RANGES: Final[Mapping[str, tuple[int, int]]] = {
    "gm": (0, 3),
    "ts": (0, 4),
    "gem": (0, 4),
    "rd": (-1, 4),
    "hc": (0, 1),
    "rb": (-1, 4),
    "kbt": (0, 1),
    "lr": (0, 1),
    "lmw": (0, 2),
    "cc": (0, 1),
}
"""The least and the most that numbers of calls and results can be."""

MOST_ROUNDS: Final = 2_000
MOST_EVENTS: Final = 5_000
MOST_FLAWS: Final = 200
MOST_POINTS: Final = 100_000
MOST_SKIPPED: Final = 200


class _Wrong(Exception):
    """A value that cannot be what it must be."""


class BalootReader:
    """Reads one file that has passed the door."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.flaws: list[Flaw] = []
        self.ids: list[Any] = []
        self._skipped: dict[str, tuple[int, Place]] = {}
        self._round = 0
        self._event: int | None = None
        self._readers: dict[int, Callable[[int, dict[str, Any]], Event | None]] = {
            1: self._opening,
            2: self._call,
            3: self._declaration,
            4: self._play,
            5: lambda at, event: Claim(at, self._seat_or_none(event), "rest", {}),
            6: lambda at, event: Collection(at, _seat(event)),
            7: self._foul,
            9: lambda at, event: Interruption(at, "resumed", self._seat_or_none(event)),
            10: lambda at, event: Interruption(at, "left", self._player(event)),
            11: lambda at, event: Interruption(at, "came back", self._player(event)),
            12: self._result,
            16: lambda at, event: Claim(at, self._seat_or_none(event), "throw in", {}),
        }

    # --- the file --------------------------------------------------------------------------------

    def match(self, data: Any) -> MatchRecord:
        if not isinstance(data, dict):
            raise ArchiveError(self.file, f"expected one object for a match, got {_kind(data)}")
        bare = "rs" not in data and "r" in data
        if not bare and "rs" not in data:
            raise ArchiveError(
                self.file, "no rounds: expected a match with `rs` or a round with `r`"
            )
        listed = [data] if bare else data["rs"]
        if not isinstance(listed, list):
            raise ArchiveError(self.file, f"`rs` must be a list of rounds, not {_kind(listed)}")
        if len(listed) > MOST_ROUNDS:
            raise ArchiveError(self.file, f"{len(listed)} rounds; no match has over {MOST_ROUNDS}")
        self._header(data, bare)
        rounds = [part for index, item in enumerate(listed) for part in self._parts(index, item)]
        return MatchRecord(
            file=self.file,
            game="baloot",
            source=SOURCE,
            seats=4,
            sides=SIDES,
            rounds=tuple(rounds),
            title=one_line(str(data.get("n", "")), 80),
            players=self._names(data.get("psN")),
            final=None if bare else self._final(data),
            whole=not bare,
            header={
                name: value
                for name in ("v", "rL", "Id", "t", "chA", "gT", "pT")
                if isinstance(value := data.get(name), int | str)
            },
            flaws=tuple(self.flaws),
            skipped=tuple(
                Skipped(what, count, first) for what, (count, first) in self._skipped.items()
            ),
        )

    def _header(self, data: dict[str, Any], bare: bool) -> None:
        ids = data.get("ps")
        self.ids = ids if isinstance(ids, list) else []
        place = Place(self.file)
        for name in data:
            if name not in HEADER and not (bare and name == "r"):
                self._skip(f"header field `{one_line(name, 40)}`", place)
        if not bare:
            for name in HEADER:
                # Scores of zero are omitted, so that their absence says something.
                if name not in data and name not in ("s1", "s2"):
                    self._skip(f"header field `{name}` is absent", place)

    def _final(self, data: dict[str, Any]) -> tuple[int, ...] | None:
        if "s1" not in data and "s2" not in data:
            return None
        try:
            return _number(data, "s1"), _number(data, "s2")
        except _Wrong as wrong:
            self.flaws.append(Flaw(None, None, f"the final score is not readable: {wrong}"))
            return None

    @staticmethod
    def _names(names: Any) -> tuple[str, ...]:
        if not isinstance(names, list) or len(names) != 4:
            return ()
        return tuple(one_line(str(name), 40) for name in names)

    def _skip(self, what: str, place: Place) -> None:
        if what in self._skipped:
            count, first = self._skipped[what]
            self._skipped[what] = count + 1, first
        elif len(self._skipped) < MOST_SKIPPED:
            self._skipped[what] = 1, place

    def _flaw(self, message: str) -> None:
        if len(self.flaws) < MOST_FLAWS:
            self.flaws.append(Flaw(self._round, self._event, message))

    # --- rounds ----------------------------------------------------------------------------------

    def _parts(self, index: int, item: Any) -> list[RoundRecord]:
        """A round of the file, cut where cards were dealt again within it."""
        self._round, self._event = index, None
        events = item.get("r") if isinstance(item, dict) else None
        if not isinstance(events, list):
            self._flaw(f"a round must be an object with a list `r`, not {_kind(item)}")
            return [RoundRecord(index, ())]
        for name in item:
            if name != "r" and (name not in HEADER or len(item) < len(HEADER)):
                self._skip(f"field `{one_line(name, 40)}` of a round", Place(self.file, index))
        if len(events) > MOST_EVENTS:
            self._flaw(f"{len(events)} events; only the first {MOST_EVENTS} are read")
            events = events[:MOST_EVENTS]
        parts: list[list[Event]] = [[]]
        chatter = 0
        for at, raw in enumerate(events):
            card = _plain_card(at, raw)
            if card is not None:
                parts[-1].append(card)
                continue
            self._event = at
            found = self._read(at, raw)
            if not found:
                chatter += isinstance(raw, dict) and raw.get("e") == 8
            elif type(found[0]) in (Hands, Opening) and self._again(parts[-1], found[0]):
                parts.append(found)
            else:
                parts[-1].extend(found)
        return [
            RoundRecord(index, tuple(part), chatter if number == 0 else 0)
            for number, part in enumerate(parts)
        ]

    def _again(self, part: Sequence[Event], event: Event) -> bool:
        """Whether cards are dealt anew; said twice over it is a flaw."""
        kind = type(event)
        before = [e for e in part if type(e) is kind and _stage(e) == _stage(event)]
        if not before:
            return False
        if any(type(e) in (RecordedCall, Claim) for e in part):
            return True
        if before[-1][1:] == event[1:]:
            what = "the hands" if kind is Hands else "the opening"
            place = Place(self.file, self._round, event.at)
            self._skip(f"{what} of a round, given again", place)
        else:
            what = "the hands are" if kind is Hands else "the opening of the round is"
            self._flaw(f"{what} given twice, and differently")
        return False

    def _read(self, at: int, raw: Any) -> list[Event]:
        """What an event of the file says; nothing if it is passed over."""
        if not isinstance(raw, dict):
            self._flaw(f"an event must be an object, not {_kind(raw)}")
            return []
        kind = raw.get("e")
        if kind == 8:
            return []
        if type(kind) is not int or kind not in FIELDS:
            self._skip(f"event kind {_brief(kind)}", Place(self.file, self._round, at))
            return []
        if not raw.keys() <= FIELDS[kind]:
            place = Place(self.file, self._round, at)
            for name in sorted(raw.keys() - FIELDS[kind]):
                self._skip(f"field `{one_line(name, 40)}` of e={kind}", place)
        try:
            if kind == 15:
                return self._hands(at, raw)
            event = self._readers[kind](at, raw)
        except _Wrong as wrong:
            self._flaw(f"e={kind}: {wrong}")
            return []
        return [] if event is None else [event]

    # --- events ----------------------------------------------------------------------------------

    def _hands(self, at: int, event: dict[str, Any]) -> list[Event]:
        stages = (("first", _masks(event, "bhr")), ("full", _masks(event, "fhr")))
        hands: list[Event] = [Hands(at, stage, cards) for stage, cards in stages if cards]
        if not hands:
            raise _Wrong("expected `bhr`, four masks of cards")
        return hands

    def _opening(self, at: int, event: dict[str, Any]) -> Event:
        turned_up = _card(event, "fc") if "fc" in event else None
        scores = (_score(event, "t1s"), _score(event, "t2s"))
        return Opening(at, _seat(event), turned_up, scores)

    def _call(self, at: int, event: dict[str, Any]) -> Event:
        word = event.get("b")
        if word is None:
            word = ""
        if not isinstance(word, str):
            raise _Wrong(f"`b` must be a word, not {_brief(word)}")
        if word and word not in WORDS:
            word = self._nearest_word(at, word)
        values: dict[str, Value] = {name: self._bounded(event, name) for name in CALL_VALUES}
        return RecordedCall(at, _seat(event), one_line(word, 40), values)

    def _nearest_word(self, at: int, word: str) -> str:
        """A word of the auction that is only written oddly is read, and named as a flaw."""
        letters = "".join(letter for letter in word.lower() if letter.isalnum())
        if letters not in WORDS:
            self._skip(f"word `{one_line(word, 40)}` of e=2", Place(self.file, self._round, at))
            return word
        self._flaw(
            f"e=2: `b` is {_brief(word)} and must be '{letters}', "
            "without spaces, capitals or invisible characters"
        )
        return letters

    def _bounded(self, event: Mapping[str, Any], name: str) -> int:
        """A whole number; one that it cannot be is a flaw, and is kept."""
        value = _number(event, name)
        low, high = RANGES.get(name, (value, value))
        if not low <= value <= high:
            self._flaw(
                f"e={event.get('e', 12)}: `{name}` is {_brief(value)} "
                f"and must be from {low} to {high}"
            )
        return value

    def _declaration(self, at: int, event: dict[str, Any]) -> Event | None:
        seat, number = _seat(event), _number(event, "prj")
        cards = _mask_cards(event["prjC"], "prjC") if event.get("prjC") else None
        if number and number not in DECLARED:
            place = Place(self.file, self._round, at)
            self._skip(f"declaration `prj` {_brief(number)}", place)
            return None
        if not number and cards is None:
            raise _Wrong("expected `prj`, what is announced, or `prjC`, the cards shown")
        return RecordedDeclaration(at, seat, DECLARED.get(number, ""), cards)

    def _play(self, at: int, event: dict[str, Any]) -> Event:
        return Play(at, _seat(event), _card(event, "c"))

    def _foul(self, at: int, event: dict[str, Any]) -> Event:
        values: dict[str, Value] = {
            name: value
            for name in ("ch", "wc", "ac", "cihs", "ets")
            if isinstance(value := event.get(name), int | str)
        }
        return Claim(at, self._seat_or_none(event), "foul", values)

    def _result(self, at: int, event: dict[str, Any]) -> Event:
        stated = event.get("rs")
        if not isinstance(stated, dict):
            raise _Wrong(f"`rs` must be an object, not {_kind(stated)}")
        if not stated.keys() <= RESULT:
            place = Place(self.file, self._round, at)
            for name in sorted(stated.keys() - RESULT):
                self._skip(f"field `{one_line(name, 40)}` of the result", place)
        pair = {name: (_number(stated, f"{name}1"), _number(stated, f"{name}2")) for name in "pes"}
        return StatedResult(
            at,
            scores=pair["s"],
            totals=pair["p"],
            card_points=pair["e"],
            awarded=(_awarded(stated, "r1"), _awarded(stated, "r2")),
            winner=_team(stated, "w"),
            declarer=_team(stated, "b"),
            values={name: self._bounded(stated, name) for name in RESULT_VALUES},
        )

    def _seat_or_none(self, event: dict[str, Any]) -> int | None:
        return _seat(event) if event.get("p") else None

    def _player(self, event: dict[str, Any]) -> int | None:
        """The seat of a player who is named by an id."""
        name = event.get("dbId")
        for seat, known in enumerate(self.ids[:4]):
            if name is not None and str(known) == str(name):
                return seat
        return self._seat_or_none(event)


def _stage(event: Event) -> str:
    return event.stage if isinstance(event, Hands) else ""


# --- values --------------------------------------------------------------------------------------


def _brief(value: Any) -> str:
    return one_line(repr(value), 40)


def _kind(value: Any) -> str:
    names = {dict: "an object", list: "a list", str: "a text", type(None): "nothing"}
    return names.get(type(value), one_line(repr(value), 40))


def _number(event: Mapping[str, Any], name: str) -> int:
    """A whole number; an absent one is 0."""
    value = event.get(name, 0)
    if type(value) is int:
        if -(1 << 53) <= value <= 1 << 53:
            return value
    elif value is None or value is False:
        return 0
    elif value is True:
        return 1
    elif type(value) is float and value.is_integer() and abs(value) <= 1 << 53:
        return int(value)
    raise _Wrong(f"`{name}` must be a whole number, not {_brief(value)}")


def _score(event: Mapping[str, Any], name: str) -> int:
    value = _number(event, name)
    if abs(value) > MOST_POINTS:
        raise _Wrong(f"`{name}` must be a score, not {_brief(value)}")
    return value


def _seat(event: Mapping[str, Any]) -> int:
    value = event.get("p")
    if type(value) is int and 1 <= value <= 4:
        return value - 1
    raise _Wrong(f"`p` must be a seat from 1 to 4, not {_brief(value)}")


def _team(event: Mapping[str, Any], name: str) -> int | None:
    value = _number(event, name)
    if value in (1, 2):
        return value - 1
    if value == 0:
        return None
    raise _Wrong(f"`{name}` must be team 1 or 2, not {_brief(value)}")


def _card(event: Mapping[str, Any], name: str) -> Card:
    value = event.get(name)
    card = CARDS.get(value) if type(value) is int else None
    if card is None:
        raise _Wrong(f"`{name}` must be the number of a card, not {_brief(value)}")
    return card


def _plain_card(at: int, raw: Any) -> Play | None:
    """A card as nearly every event is one, read without further ado; None: look closer."""
    if type(raw) is dict and len(raw) == 3 and raw.get("e") == 4:
        seat, number = raw.get("p"), raw.get("c")
        if type(seat) is int and type(number) is int and 1 <= seat <= 4 and number in CARDS:
            return Play(at, seat - 1, CARDS[number])
    return None


def _mask_cards(value: Any, name: str) -> tuple[Card, ...]:
    if type(value) is float and value.is_integer():
        value = int(value)
    if type(value) is not int or not 0 <= value < 1 << 52:
        raise _Wrong(f"`{name}` must be a mask of 52 bits, not {_brief(value)}")
    if value & NO_CARDS:
        number = (value & NO_CARDS).bit_length() - 1
        raise _Wrong(f"`{name}` has bit {number}, which is no card of the game")
    cards = []
    while value:
        lowest = value & -value
        cards.append(_CARD_OF_BIT[lowest])
        value ^= lowest
    return tuple(cards)


def _masks(event: Mapping[str, Any], name: str) -> tuple[tuple[Card, ...], ...] | None:
    value = event.get(name)
    if value is None or value == [] or (isinstance(value, list) and not any(value)):
        return None
    if not isinstance(value, list) or len(value) != 4:
        raise _Wrong(f"`{name}` must be four masks of cards, not {_brief(value)}")
    return tuple(_mask_cards(mask if mask is not None else 0, name) for mask in value)


def _awarded(stated: Mapping[str, Any], name: str) -> tuple[Awarded, ...]:
    listed = stated.get(name)
    if listed is None:
        return ()
    if not isinstance(listed, list) or len(listed) > 32:
        raise _Wrong(f"`{name}` must be a list of declarations, not {_brief(listed)}")
    return tuple(_award(item, name) for item in listed)


def _award(item: Any, name: str) -> Awarded:
    value = item.get("val", 0) if isinstance(item, dict) else None
    if isinstance(value, str) and value.removeprefix("-").isdecimal() and len(value) < 8:
        value = int(value)
    if type(value) is not int:
        raise _Wrong(f"`{name}` must list declarations with `n` and `val`, not {_brief(item)}")
    written = item.get("n", "")
    return Awarded(written if isinstance(written, str) else _brief(written), value)
