"""Reads Bridge in the `.lin` files of Bridge Base Online: deals, auctions, play, claims, results.

A file is a row of commands, `name|value|`: `md` dealer and hands, `sv` who is vulnerable, `mb` a
call, `an` what it means, `pc` a card, `mc` a claim, `qx` the next board, `rs` the results of all
boards. Calls and cards stand in order and without seats; whoever is on turn makes them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from darwindeck.archives.door import ArchiveError, one_line
from darwindeck.archives.record import (
    Claim,
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
from darwindeck.oracles.bridge.auction import hear
from darwindeck.oracles.bridge.notation import (
    CARDS,
    MOST_GAMES,
    SEATS,
    Clerk,
    beats,
    full_contract,
)

VULNERABLE: Final = {
    "O": (),
    "0": (),
    "-": (),
    "N": (0,),
    "E": (1,),
    "B": (0, 1),
}
PASSED_OVER: Final = frozenset("pg st rh nt bn pw mp up sk ha".split())
"""Pages, remarks and what concerns the screen, or boards as a whole."""

_COMMAND = re.compile(r"[a-z][a-z0-9]")
_CALL = re.compile(r"(?:([1-7])([CDHSN])T?|P(?:ASS)?|XX|X|D|R)(!?)", re.IGNORECASE)
_CARD = re.compile(r"([SHDC])(10|[2-9TJQKA])", re.IGNORECASE)
_SUITS = re.compile(r"([SHDC])((?:10|[2-9TJQKA])*)", re.IGNORECASE)
_RESULT = re.compile(r"([1-7])([CDHSN])T?([SWNE])(X{0,2}|R)(=|[+-]\d{1,2})")


@dataclass
class _Board:
    """One deal as it stands in the file."""

    name: str = ""
    """Room and number, such as "o46"."""
    hands: str | None = None
    vulnerable: str | None = None
    calls: list[tuple[str, bool]] = field(default_factory=list)
    """Each call and whether it was alerted."""
    meanings: dict[int, str] = field(default_factory=dict)
    """What calls were said to mean, by their numbers."""
    cards: list[str] = field(default_factory=list)
    claims: list[tuple[str, int]] = field(default_factory=list)
    """What was claimed, and after how many cards."""
    chatter: int = 0


def read_lin(data: bytes, name: str) -> list[MatchRecord]:
    """The deals of a file, as one record."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    reader = _Reader(name, "LIN")
    boards = list(reader.boards(text))
    if not boards:
        raise ArchiveError(name, "holds no deal: no command `md|…|` with the hands was found")
    for board, result in zip(boards, reader.results(boards), strict=True):
        reader.board(board, result)
    return [reader.record()]


class _Reader(Clerk):
    listed: str | None = None
    """The results of all boards, as they stand in the file."""
    first_board: int | None = None

    # --- commands --------------------------------------------------------------------------------

    def boards(self, text: str) -> Iterator[_Board]:
        board, begun, count = _Board(), False, 0
        for name, value in self._commands(text):
            if name == "qx" or (name == "md" and board.hands is not None):
                if begun:
                    yield board
                board, begun = _Board(), False
            if name == "md":
                begun, count = True, count + 1
                if count > MOST_GAMES:
                    said = f"more than {MOST_GAMES:,} deals, which no file holds"
                    raise ArchiveError(self.name, said)
            self._take(board, name, value)
        if begun:
            yield board

    def _commands(self, text: str) -> Iterator[tuple[str, str]]:
        """Names and values; where a bar is lost, reading goes on at the next name."""
        parts = text.split("|")
        at, lost = 0, 0
        while at + 1 < len(parts):
            name = parts[at].strip().lower()
            if _COMMAND.fullmatch(name):
                yield name, parts[at + 1].replace("\r", " ").replace("\n", " ").strip()
                at += 2
                continue
            lost += 1
            if lost <= 20:
                self.flaw(f"`{one_line(parts[at], 40)}` stands where a command must be")
            at += 1

    def _take(self, board: _Board, name: str, value: str) -> None:
        if name == "qx":
            board.name = value.lower()
        elif name == "md":
            board.hands = value
        elif name == "sv":
            board.vulnerable = value
        elif name == "mb":
            self._take_calls(board, value)
        elif name == "an":
            if board.calls:
                board.meanings[len(board.calls) - 1] = one_line(value, 120)
        elif name == "pc":
            board.cards += (
                [value[at : at + 2] for at in range(0, len(value), 2)]
                if (len(value) > 2 and "10" not in value)
                else [value]
            )
        elif name == "mc":
            board.claims.append((value, len(board.cards)))
        elif name == "ah":
            board.name = board.name or value.lower()
        elif name == "rs":
            self.listed = value
        elif name == "vg":
            fields = value.split(",")
            self.title = one_line(" ".join(filter(None, fields[:2])))
            if len(fields) > 3 and fields[3].isdecimal() and len(fields[3]) < 6:
                self.first_board = int(fields[3])
        elif name == "pn":
            self.players = tuple(one_line(player, 60) for player in value.split(",")[:4])
        elif name == "nt":
            board.chatter += 1
        elif name not in PASSED_OVER:
            self.skip(f"command `{name}`")

    def _take_calls(self, board: _Board, value: str) -> None:
        """One call, or several in a row without anything between them."""
        at = 0
        while at < len(value):
            found = _CALL.match(value, at)
            if found is None:
                board.calls.append((value, False))
                return
            word = found[0].rstrip("!").upper()
            if found[1]:
                word = full_contract(word if not word.endswith("N") else f"{word}T")
            else:
                word = {"P": "Pass", "PASS": "Pass", "D": "X", "R": "XX"}.get(word, word)
            board.calls.append((word, bool(found[3])))
            at = found.end()

    # --- results ---------------------------------------------------------------------------------

    def results(self, boards: list[_Board]) -> list[str]:
        """What the list of results says of each deal: two rooms a board, by number or in order."""
        nothing = [""] * len(boards)
        if self.listed is None:
            return nothing
        listed = [item.strip().upper() for item in self.listed.split(",")]
        places = [self._place(board) for board in boards]
        if None not in places and len(set(places)) == len(places):
            return [
                listed[place] if place is not None and 0 <= place < len(listed) else ""
                for place in places
            ]
        if len(listed) == len(boards):
            return listed
        if len(listed) == 2 * len(boards) and not any(listed[1::2]):
            return listed[::2]
        self.skip("results of boards (`rs`) that cannot be told apart")
        return nothing

    def _place(self, board: _Board) -> int | None:
        number = re.fullmatch(r"([oc])(\d{1,5})", board.name)
        if number is None or self.first_board is None:
            return None
        return 2 * (int(number[2]) - self.first_board) + (number[1] == "c")

    # --- deals -----------------------------------------------------------------------------------

    def board(self, board: _Board, result: str) -> None:
        events: list[Event] = []
        hands, dealer = self._hands(board.hands or "")
        if hands is not None:
            events.append(Hands(len(events), "full", hands))
        if dealer is not None:
            events.append(Opening(len(events), dealer, None, (0, 0)))
        calls: list[RecordedCall] = []
        for number, (word, alerted) in enumerate(board.calls):
            if dealer is None:
                break
            if not re.fullmatch(r"Pass|XX?|[1-7](?:[CDHS]|NT)", word):
                self.flaw(f"`{one_line(word, 40)}` is no call")
                break
            values: dict[str, Value] = {"alert": 1} if alerted or number in board.meanings else {}
            if number in board.meanings:
                values["means"] = board.meanings[number]
            calls.append(RecordedCall(len(events), (dealer + number) % 4, word, values))
            events.append(calls[-1])
        stated = self._result(result)
        strain, declarer = None, stated.get("declarer")
        if dealer is not None and calls:
            heard = hear(calls, dealer)
            if heard.closed and heard.contract is not None:
                strain, declarer = heard.contract.strain, heard.contract.declarer
        elif isinstance(contract := stated.get("contract"), str):
            strain = contract[1:].rstrip("X")
        leader = (declarer + 1) % 4 if isinstance(declarer, int) else None
        for number, (seat, card) in enumerate(self._plays(board.cards, leader, strain, hands)):
            events += self._claims(board, range(number, number + 1), len(events))
            events.append(Play(len(events), seat, card))
        played = sum(isinstance(event, Play) for event in events)
        events += self._claims(board, range(played, len(board.cards) + 1), len(events))
        vulnerable = (board.vulnerable or "").upper()[:1]
        if vulnerable in VULNERABLE:
            stated["vulnerable"] = VULNERABLE[vulnerable]
        elif board.vulnerable is not None:
            shown = one_line(board.vulnerable, 40)
            self.flaw(f"the vulnerable side is `{shown}` and must be o, n, e or b")
        if stated:
            side = declarer % 2 if isinstance(declarer, int) else None
            empty: tuple[tuple[()], tuple[()]] = ((), ())
            events.append(StatedResult(len(events), None, None, None, empty, None, side, stated))
        self.rounds.append(RoundRecord(len(self.rounds), tuple(events), board.chatter))

    def _claims(self, board: _Board, after: range, at: int) -> list[Claim]:
        """The claims that were made after so many cards."""
        found: list[Claim] = []
        for claim, cards in board.claims:
            if cards not in after:
                continue
            if claim.isdecimal() and len(claim) < 3:
                found.append(Claim(at + len(found), None, "rest", {"tricks": int(claim)}))
            else:
                self.flaw(f"a claim is `{one_line(claim, 40)}` and must be a number of tricks")
        return found

    def _hands(self, value: str) -> tuple[tuple[tuple[Card, ...], ...] | None, int | None]:
        """Hands and dealer; of a hand that is left out the other three tell the cards."""
        digit, listed = value[:1], value[1:].split(",")
        dealer = int(digit) - 1 if digit in ("1", "2", "3", "4") else None
        if dealer is None and digit != "0":
            self.flaw(f"the dealer is `{one_line(digit, 4)}` and must be a number from 1 to 4")
        dealt: list[tuple[Card, ...]] = []
        for hand in [*listed, "", "", ""][:4]:
            suits = _SUITS.findall(hand)
            if "".join(suit + ranks for suit, ranks in suits) != hand.strip():
                self.flaw(f"`{one_line(hand, 60)}` is no hand of suits and ranks")
                return None, dealer
            dealt.append(
                tuple(
                    CARDS[(suit + rank).upper()]
                    for suit, ranks in suits
                    for rank in ranks.replace("10", "T")
                )
            )
        given = [card for hand in dealt for card in hand]
        absent = [seat for seat in range(4) if not dealt[seat]]
        damaged = len(set(given)) < len(given) or any(len(hand) > 13 for hand in dealt)
        if len(absent) == 1 and (damaged or len(given) == 39):
            dealt[absent[0]] = tuple(card for card in CARDS.values() if card not in given)
        elif absent and not damaged:
            self.skip("deals in which not every hand is given")
            return None, dealer
        return tuple(dealt), dealer

    def _plays(
        self,
        cards: list[str],
        leader: int | None,
        strain: str | None,
        hands: tuple[tuple[Card, ...], ...] | None,
    ) -> Iterator[tuple[int, Card]]:
        best: tuple[int, str] | None = None
        for number, written in enumerate(cards):
            found = _CARD.fullmatch(written)
            if found is None:
                self.flaw(f"`{one_line(written, 40)}` is no card")
                return
            name = (found[1] + found[2].replace("10", "T")).upper()
            if leader is None:
                holders = [seat for seat in range(4) if hands and CARDS[name] in hands[seat]]
                if not holders:
                    self.skip("cards of a deal of which nobody knows who leads")
                    return
                leader = holders[0]
            if number % 4 == 0 and best is not None:
                leader, best = best[0], None
            seat = (leader + number % 4) % 4
            yield seat, CARDS[name]
            if best is None or beats(name, best[1], strain):
                best = seat, name

    def _result(self, result: str) -> dict[str, Value]:
        if result in ("PASS", "P"):
            return {"contract": "Pass"}
        found = _RESULT.fullmatch(result)
        if found is None:
            if result:
                self.skip("results of boards (`rs`) in another form")
            return {}
        times = "XX" if found[4] == "R" else found[4]
        over = 0 if found[5] == "=" else int(found[5])
        contract = full_contract(f"{found[1]}{found[2]}{times}")
        tricks = int(found[1]) + 6 + over
        return {"contract": contract, "declarer": SEATS[found[3]], "tricks": tricks}
