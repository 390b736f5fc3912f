"""Reads Bridge in Portable Bridge Notation (PBN): deals, auctions, play, results and scores.

A file is one record; each of its games is a round, and no score is carried from one to the next.
Seats are South, West, North, East, sides North-South and East-West. A line of the play has the
cards of a trick by seats, not in the order of play; here they are put into that order.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from darwindeck.archives.door import ArchiveError, one_line
from darwindeck.archives.record import (
    Event,
    Hands,
    MatchRecord,
    Opening,
    Play,
    RecordedCall,
    RoundRecord,
    StatedResult,
    Value,
)
from darwindeck.cards import Card
from darwindeck.oracles.bridge.notation import (
    CARDS,
    CONTRACT,
    MOST_GAMES,
    SEATS,
    SIDES,
    Clerk,
    beats,
    full_contract,
)

VULNERABLE: Final = {
    "NONE": (),
    "LOVE": (),
    "-": (),
    "NS": (0,),
    "EW": (1,),
    "ALL": (0, 1),
    "BOTH": (0, 1),
}
READ: Final = frozenset(
    "Event Site Date Board West North East South Dealer Vulnerable Deal Scoring Declarer Contract "
    "Result Score Auction Play Note".split()
)

OF_BRIDGE: Final = frozenset("Deal Dealer Auction Play Contract Declarer".split())
"""Tags of which every file about Bridge has some; other notations have the rest as well."""

_TAG = re.compile(r'\s*\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]')
_TOKEN = re.compile(r"=\d+=|\$\d+|[^\s=$]+")
_COMMENT = re.compile(r"[{};]")
_POINTS = re.compile(r"(?:(NS|EW)\s*)?([+-]?\d{1,5})(?!\d)")
_TRICKS = re.compile(r"(?:(NS|EW)\s*)?(\d{1,2})(?!\d)")


EXPECTED = ("Deal", "Dealer", "Vulnerable", "Contract", "Declarer", "Result")
"""What every deal should say; where it does not, less can be compared."""


@dataclass
class _Game:
    """One game as it stands in the file."""

    tags: dict[str, str] = field(default_factory=dict)
    tokens: dict[str, list[str]] = field(default_factory=dict)


def read_pbn(data: bytes, name: str) -> list[MatchRecord]:
    """The games of a file, as one record."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    reader = _Reader(name, "PBN")
    tags: set[str] = set()
    for game in _games(text):
        if len(reader.rounds) == MOST_GAMES:
            raise ArchiveError(name, f"more than {MOST_GAMES:,} games, which no file holds")
        tags |= set(game.tags)
        reader.game(game)
    if not reader.rounds:
        raise ArchiveError(name, 'holds no game: no tag such as [Deal "…"] was found')
    if not tags & OF_BRIDGE:
        known = ", ".join(one_line(tag, 20) for tag in sorted(tags)[:8])
        said = f"no Bridge: hands, auction, contract and play are missing, its tags are {known}"
        raise ArchiveError(name, said)
    return [reader.record()]


def _games(text: str) -> Iterator[_Game]:
    """Games end with an empty line; `#` stands for what the game before had."""
    game, before = _Game(), _Game()
    section: str | None = None
    comment = False
    for line in (*text.splitlines(), ""):
        if not comment and line.startswith("%"):
            continue
        if not comment and not line.strip():
            if game.tags:
                yield game
                game, before = _Game(), game
            section = None
            continue
        at = 0
        while not comment and (tag := _TAG.match(line, at)):
            at = tag.end()
            section = tag[1]
            value = tag[2].replace('\\"', '"').replace("\\\\", "\\").strip()
            if value.startswith("#"):
                value = before.tags.get(section, "")
            game.tags.setdefault(section, value)
        plain, comment = _without_comments(line[at:], comment)
        if section is not None and plain.strip():
            game.tokens.setdefault(section, []).extend(_TOKEN.findall(plain))


def _without_comments(line: str, comment: bool) -> tuple[str, bool]:
    """A line without {…} and ;…, and whether it ends within a comment."""
    parts = []
    start = 0
    for mark in _COMMENT.finditer(line):
        if comment:
            if mark[0] == "}":
                comment, start = False, mark.end()
        elif mark[0] != "}":
            parts.append(line[start : mark.start()])
            if mark[0] == ";":
                return " ".join(parts), False
            comment = True
    if not comment:
        parts.append(line[start:])
    return " ".join(parts), comment


class _Reader(Clerk):
    marked: set[str]
    """What the game that is being read marks as irregular."""

    def game(self, game: _Game) -> None:
        tags = {name: value for name, value in game.tags.items() if value not in ("", "?")}
        for name in tags:
            if name not in READ:
                self.skip(f"tag `{name}`")
        if not self.rounds:
            self.title = one_line(tags.get("Event", ""))
            names = (
                one_line(tags.get(seat, ""), 60) for seat in ("South", "West", "North", "East")
            )
            self.players = tuple(names)
        events: list[Event] = []
        self.marked = {
            what
            for tag, what in (("Declarer", "declarer"), ("Result", "tricks"), ("Play", "play"))
            if tags.get(tag, "").startswith("^")
        }
        hands = self._hands(tags.get("Deal"))
        if hands is not None:
            events.append(Hands(len(events), "full", hands))
        dealer = self._seat("Dealer", tags.get("Dealer"))
        caller = self._seat("Auction", tags.get("Auction"))
        if dealer is None:
            dealer = caller
        if dealer is not None:
            events.append(Opening(len(events), dealer, None, (0, 0)))
        first = dealer if caller is None else caller
        if first is not None:
            for seat, word in self._calls(game.tokens.get("Auction", []), first):
                events.append(RecordedCall(len(events), seat, word, {}))
        contract, declarer = self._contract(tags)
        leader = self._seat("Play", tags.get("Play"))
        if leader is not None:
            trump = _trump(contract) or _trump_called(events)
            for seat, card in self._plays(game.tokens.get("Play", []), leader, trump):
                events.append(Play(len(events), seat, card))
        result = self._result(len(events), tags, contract, declarer)
        if result is not None:
            events.append(result)
        for name in EXPECTED:
            if name not in tags:
                self.skip(f"a deal that does not say `{name}`")
        marked = frozenset(self.marked)
        self.rounds.append(RoundRecord(len(self.rounds), tuple(events), marked=marked))

    def _seat(self, tag: str, value: str | None) -> int | None:
        if value is None:
            return None
        seat = SEATS.get(value.lstrip("^").upper()[:1])
        if seat is None:
            self.flaw(f"{tag} is `{value}` and must be N, E, S or W")
        return seat

    def _hands(self, value: str | None) -> tuple[tuple[Card, ...], ...] | None:
        if value is None:
            return None
        first, colon, rest = value.partition(":")
        hands = rest.split()
        start = SEATS.get(first.strip().upper())
        if not colon or start is None or len(hands) != 4:
            self.flaw("Deal must be a seat, a colon and four hands")
            return None
        if "-" in hands:
            self.skip("deals in which not every hand is given")
            return None
        dealt: list[tuple[Card, ...]] = [()] * 4
        for turn, hand in enumerate(hands):
            suits = hand.upper().split(".")
            cards = [
                suit + rank for suit, held in zip("SHDC", suits, strict=False) for rank in held
            ]
            if len(suits) != 4 or any(card not in CARDS for card in cards):
                self.flaw(f"Deal has a hand `{hand}`, which is not four suits of ranks")
                return None
            dealt[(start + turn) % 4] = tuple(CARDS[card] for card in cards)
        return tuple(dealt)

    def _calls(self, tokens: list[str], seat: int) -> Iterator[tuple[int, str]]:
        bid, passes, made = False, 0, 0
        for token in tokens:
            word = token.upper().rstrip("!?")
            if word == "*":
                return
            if not word or word[0] in "=$+":
                continue
            if word[0] == "^":
                self.marked.add("auction")
                if word == "^S":
                    seat = (seat + 1) % 4
                continue
            if word == "AP":
                while passes < (3 if bid else 4):
                    yield seat, "Pass"
                    seat, passes, made = (seat + 1) % 4, passes + 1, made + 1
                return
            if word == "-":
                if made:
                    self.skip("turns of the auction that were left out")
                seat = (seat + 1) % 4
                continue
            if word in ("PASS", "P"):
                called, passes = "Pass", passes + 1
            elif word in ("X", "XX"):
                called, passes = word, 0
            elif CONTRACT.fullmatch(word) and not word.endswith("X"):
                called, passes, bid = full_contract(word), 0, True
            else:
                self.flaw(f"`{token}` is no call")
                return
            yield seat, called
            seat, made = (seat + 1) % 4, made + 1

    def _plays(
        self, tokens: list[str], first: int, trump: str | None
    ) -> Iterator[tuple[int, Card]]:
        names: list[str] = []
        for token in tokens:
            word = token.upper().rstrip("!?")
            if word == "*":
                break
            if not word or word[0] in "=$+":
                continue
            if word[0] == "^":
                self.marked.add("play")
                continue
            if word not in CARDS and word not in ("-", "--"):
                self.flaw(f"`{token}` is no card")
                return
            names.append(word)
        leader = first
        for start in range(0, len(names), 4):
            row = {(first + at) % 4: name for at, name in enumerate(names[start : start + 4])}
            best: tuple[int, str] | None = None
            for seat in ((leader + turn) % 4 for turn in range(4)):
                name = row.get(seat, "-")
                if name not in CARDS:
                    return
                yield seat, CARDS[name]
                if best is None or beats(name, best[1], trump):
                    best = seat, name
            if best is not None:
                leader = best[0]

    def _contract(self, tags: dict[str, str]) -> tuple[str | None, int | None]:
        contract = tags.get("Contract")
        if contract is not None:
            written = contract.upper().replace(" ", "")
            if written == "PASS":
                contract = "Pass"
            elif CONTRACT.fullmatch(written):
                contract = full_contract(written)
            else:
                self.flaw(f"Contract is `{contract}`, which is no contract")
                contract = None
        return contract, self._seat("Declarer", tags.get("Declarer"))

    def _result(
        self, at: int, tags: dict[str, str], contract: str | None, declarer: int | None
    ) -> StatedResult | None:
        values: dict[str, Value] = {}
        if contract is not None:
            values["contract"] = contract
        if declarer is not None:
            values["declarer"] = declarer
        vulnerable = tags.get("Vulnerable")
        if vulnerable is not None:
            if vulnerable.upper() in VULNERABLE:
                values["vulnerable"] = VULNERABLE[vulnerable.upper()]
            else:
                self.flaw(f"Vulnerable is `{vulnerable}` and must be None, NS, EW or All")
        side = None if declarer is None else declarer % 2
        tricks = self._number("Result", _TRICKS, tags.get("Result"), side)
        if tricks is not None and side is not None:
            values["tricks"] = tricks[1] if tricks[0] == side else 13 - tricks[1]
        points = self._number("Score", _POINTS, tags.get("Score"), side)
        scores = None
        if points is not None:
            net = points[1] if points[0] == 0 else -points[1]
            scores = (max(net, 0), max(-net, 0))
        if not values and scores is None:
            return None
        return StatedResult(at, scores, None, None, ((), ()), None, side, values)

    def _number(
        self, tag: str, form: re.Pattern[str], value: str | None, side: int | None
    ) -> tuple[int, int] | None:
        """The side and the number of a tag such as "NS 420"; without a side the declarer's."""
        if value is None:
            return None
        found = form.match(value.upper().lstrip("^"))
        if found is None:
            self.skip(f"values of `{tag}` in another unit")
            return None
        whose = SIDES[found[1]] if found[1] else side
        return None if whose is None else (whose, int(found[2]))


def _trump(contract: str | None) -> str | None:
    return contract[1] if contract is not None and contract != "Pass" else None


def _trump_called(events: list[Event]) -> str | None:
    bids = [
        event.word
        for event in events
        if isinstance(event, RecordedCall) and event.word[0].isdigit()
    ]
    return _trump(bids[-1]) if bids else None
