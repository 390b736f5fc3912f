"""The auction of Baloot as an automaton that hears recorded calls, one after the other.

It knows whose turn it is, who may answer at the same time, and what may be said. Turns and words
that recorded matches settle are held against the record as faults; where they leave something open,
the record is followed and a remark is made.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from darwindeck.archives.record import RecordedCall, Value
from darwindeck.oracles.baloot.baloot_cards import SUIT_WORDS

PASSES: Final = frozenset({"pass", "thany", "wala", "waraq", ""})
RAISES: Final = frozenset({"hokomclose", "hokomopen", "double", "triple", "qahwa"})
TARGET_OF_DOUBLE: Final = 100
NO_TRUMP: Final = 4
"""What `ts` says as long as no trump suit holds."""
GAHWA: Final = 4
"""What `gem` says in a gahwa."""


class CallFault(NamedTuple):
    """A call that the rules, or the source itself, do not allow."""

    at: int | None
    expected: object
    """What the source says."""
    computed: object
    message: str
    contradiction: bool
    """Whether the source contradicts itself and not only the rules."""
    stated: bool = False
    """Whether only the state is wrong that the source gives after the call."""


class Remark(NamedTuple):
    """Something that the record leaves open or does in its own way."""

    at: int | None
    topic: str
    message: str


@dataclass
class Contract:
    """What was bought, and by whom."""

    mode: str
    """"sun" or "hokum"."""
    buyer: int
    round: int
    ashkal: bool = False
    trump: int | None = None
    level: int = 1
    gahwa: bool = False
    closed: bool = False
    raiser: int | None = None
    floor_to_caller: bool = False
    """Whether the caller of an ashkal took the floor card, and not the partner."""

    @property
    def side(self) -> int:
        return self.buyer % 2

    @property
    def taker(self) -> int:
        """Who takes the floor card."""
        given = self.ashkal and not self.floor_to_caller
        return (self.buyer + 2) % 4 if given else self.buyer

    @property
    def raises(self) -> int:
        """How often it was raised, as the source counts."""
        return GAHWA if self.gahwa else self.level - 1

    def __str__(self) -> str:
        what = "Sun" if self.mode == "sun" else "Hokum"
        if self.ashkal:
            what = "ashkal"
        elif self.trump is not None:
            what += f" in {SUIT_WORDS[self.trump]}"
        times = " with gahwa" if self.gahwa else f" ×{self.level}" if self.level > 1 else ""
        return f"{what} by seat {self.buyer + 1}{times}"


class Spoken(NamedTuple):
    """A call as the automaton understood it, for whoever puts it to the engine."""

    call: RecordedCall
    stage: str
    """"turn", "answer", "last word", "naming", "before you" or "raise"."""
    round: int


@dataclass
class Auction:
    """An auction in progress."""

    dealer: int
    floor_suit: int | None
    floor_ace: bool
    scores: tuple[int, ...] | None = None
    """What the sides have; None: it is not known."""
    round: int = 1
    position: int = 1
    stage: str = "turns"
    """"turns", "answers", "before you", "settled" or "all passed"."""
    contract: Contract | None = None
    pending: set[int] = field(default_factory=set)
    spoken: list[Spoken] = field(default_factory=list)
    faults: list[CallFault] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)
    confirmed: bool = False
    """Whether the buyer has had the last word about Hokum."""
    overcalled: bool = False
    """Whether somebody took a Hokum over with Sun."""
    asked_in_vain: set[int] = field(default_factory=set)
    raisers: set[int] = field(default_factory=set)
    """Who raised to the level that holds."""
    before: Contract | None = None
    """The Hokum that was taken over, whose state the source may go on giving for a while."""
    suns: list[Contract] = field(default_factory=list)
    """Every Sun that was called."""
    passed: Counter[int] = field(default_factory=Counter)
    """Who has passed to the question that stands."""

    # --- hearing ---------------------------------------------------------------------------------

    def hear(self, call: RecordedCall) -> None:
        if not call.word:
            self.remarks.append(Remark(call.at, "empty word", "an empty word is read as a pass"))
        turn_words = ("thany", "waraq", "wala") if self.round == 1 else ("thany", "waraq")
        if self.stage != "turns" and call.word in turn_words:
            self._fault(call, "pass", f"`{call.word}` outside the rounds of calls", True)
        last = self.spoken[-1].call if self.spoken else None
        if last is not None and call.word not in PASSES and last[1:] == call[1:]:
            self._fault(call, "once", f"seat {call.seat + 1} calls `{call.word}` twice", True)
            return
        stage = {"turns": self._turn, "answers": self._answer, "before you": self._before_you}
        stage.get(self.stage, self._settled)(call)
        self._compare(call)

    def _note(self, call: RecordedCall, stage: str) -> None:
        self.spoken.append(Spoken(call, stage, self.round))

    def _fault(
        self, call: RecordedCall, computed: object, message: str, contradiction: bool
    ) -> None:
        said = f"seat {call.seat + 1}: {call.word or 'nothing'}"
        self.faults.append(CallFault(call.at, said, computed, message, contradiction))

    def _place(self, seat: int) -> int:
        """The position of a seat, from 1 for the dealer's right-hand neighbour to 4."""
        return (seat - self.dealer - 1) % 4 + 1

    def _turn(self, call: RecordedCall) -> None:
        seat = (self.dealer + self.position) % 4
        if call.seat != seat:
            turn = f"it is seat {seat + 1}'s turn"
            self._fault(call, turn, f"seat {call.seat + 1} calls when {turn}", True)
            place = self._place(call.seat)
            if place < self.position:
                if self.round == 2 or call.word not in ("wala", "waraq", "hokom2"):
                    return
                self.round = 2
            self.position = place
        self._note(call, "turn")
        if call.word in PASSES:
            self._pass_in_turn(call)
        elif call.word in ("hokom", "hokom2"):
            if call.word != ("hokom" if self.round == 1 else "hokom2"):
                self._fault(call, self._menu(), f"`{call.word}` in round {self.round}", False)
            self.contract = Contract("hokum", call.seat, self.round)
            if self.round == 1:
                self.contract.trump = self.floor_suit
            self.pending = {(call.seat + places) % 4 for places in (1, 2, 3)}
            if self.round == 2 and self._place(call.seat) > 2:
                self.pending.discard((call.seat + 2) % 4)
            self.stage = "answers"
        elif call.word in ("sun", "ashkal"):
            self._sun(call)
        else:
            self._fault(call, self._menu(), f"`{call.word}` before anything is bought", False)
            self._next()

    def _menu(self) -> str:
        words = {1: ["pass", "hokom", "sun"], 2: ["wala", "hokom2", "sun"]}[self.round]
        if self.position == 4:
            words[0] = "thany" if self.round == 1 else "waraq"
        if self.position >= 3 and not self.floor_ace:
            words.append("ashkal")
        return "one of " + ", ".join(words)

    def _pass_in_turn(self, call: RecordedCall) -> None:
        wanted = {1: ("pass", "thany"), 2: ("wala", "waraq")}[self.round][self.position == 4]
        if call.word and call.word != wanted:
            self._fault(
                call,
                wanted,
                f"`{call.word}` where a pass in round {self.round} by position {self.position} "
                f"is `{wanted}`",
                True,
            )
        self._next()

    def _next(self) -> None:
        self.position += 1
        if self.position > 4:
            if self.round == 2:
                self.stage = "all passed"
            else:
                self.round, self.position = 2, 1

    def _sun(self, call: RecordedCall) -> None:
        ashkal = call.word == "ashkal"
        if ashkal and (self._place(call.seat) < 3 or self.floor_ace):
            why = "over an ace" if self.floor_ace else f"by position {self._place(call.seat)}"
            self._fault(call, "no ashkal", f"ashkal {why}", False)
        self.contract = Contract("sun", call.seat, self.round, ashkal=ashkal)
        self.passed = Counter()
        self.suns.append(self.contract)
        place = self._place(call.seat)
        opponents = ((call.seat + 1) % 4, (call.seat + 3) % 4)
        self.pending = {seat for seat in opponents if self._place(seat) < place}
        self.stage = "before you" if self.pending else "settled"

    def _answer(self, call: RecordedCall) -> None:
        """Answers to Hokum: all at once, in any order, then the buyer's last word."""
        contract = self._bought()
        if call.seat == contract.buyer:
            self._last_word(call, contract)
            return
        before = call.word == "beforeyou" and _number(call.values, "gm") == 1
        if call.word in ("sun", "ashkal") or before:
            # What `beforeyou` means in answer to Hokum is not recorded but for what it leads to.
            call = call._replace(word="sun") if before else call
            self._note(call, "answer")
            self._take_over(call)
            return
        if call.word in RAISES and (call.seat % 2 != contract.side or contract.level > 1):
            self._raise(call, contract)
            self.pending.discard(call.seat)
            return
        if call.word in PASSES and contract.level > 1 and call.seat not in self.pending:
            self._note(call, "raise")
            self._pass_once(call, contract)
            return
        if call.word in PASSES:
            self._note(call, "answer")
            if call.seat not in self.pending:
                if call.seat in self.asked_in_vain:
                    self._fault(call, "no second answer", "an answer is given twice", True)
                else:
                    text = "the buyer's partner, who had spoken, answers Hokum"
                    self.remarks.append(Remark(call.at, "partner asked", text))
            self.pending.discard(call.seat)
            self.asked_in_vain.add(call.seat)
            return
        if call.word == "beforeyou":
            text = "`beforeyou` in answer to Hokum"
            self.remarks.append(Remark(call.at, "before you in hokum", text))
            self.pending.discard(call.seat)
            raises = _number(call.values, "gem")
            if raises > contract.raises:
                self._raise(call._replace(word="hokomopen"), contract)
            return
        self._fault(call, "pass, sun or a double", f"`{call.word}` in answer to Hokum", False)

    def _last_word(self, call: RecordedCall, contract: Contract) -> None:
        if self.pending and contract.level == 1:
            missing = ", ".join(f"seat {seat + 1}" for seat in sorted(self.pending))
            text = f"the buyer has the last word before {missing} answered"
            if contract.round == 1:
                self._fault(call, f"an answer of {missing}", text, True)
            else:
                self.remarks.append(Remark(call.at, "answers missing", text))
        self.pending = set()
        suit = SUIT_WORDS.index(call.word) if call.word in SUIT_WORDS else None
        self.stage = "settled"
        self.confirmed = True
        if call.word == "turntosun":
            self._note(call, "last word")
            contract.mode, contract.trump = "sun", None
            # Whether the opponents are then asked to take the Sun over is not recorded.
            self.stage, self.overcalled = "before you", True
        elif suit is not None:
            self._note(call, "naming")
            if contract.round == 1:
                self._fault(call, "pass or turntosun", "a suit is named in round 1", False)
            elif suit == self.floor_suit:
                self._fault(call, "another suit", "the suit of the floor card is named", False)
            contract.trump = suit
        elif call.word in PASSES and contract.round == 1:
            self._note(call, "last word")
            if contract.trump is None and _number(call.values, "ts") < NO_TRUMP:
                contract.trump = _number(call.values, "ts")
        elif call.word in RAISES:
            self._raise(call, contract)
        elif not call.word:
            self._note(call, "last word")
            suit = _number(call.values, "ts")
            contract.trump = suit if suit < NO_TRUMP else contract.trump
        else:
            wanted = "pass or turntosun" if contract.round == 1 else "a suit or turntosun"
            self._fault(call, wanted, f"`{call.word}` as the buyer's last word", False)
            self.confirmed = False

    def _take_over(self, call: RecordedCall) -> None:
        """Somebody answers Hokum with Sun; of several the holder that the source names counts."""
        before, waiting = self._bought(), set(self.pending) - {call.seat}
        self._sun(call)
        self.overcalled = True
        self.before = before if before.mode == "hokum" else self.before
        self.asked_in_vain = waiting | self.pending
        self.pending = set()
        self.stage = "before you"
        if before.level > 1:
            text = "a doubled Hokum is taken over with Sun"
            self.remarks.append(Remark(call.at, "sun over double", text))

    def _before_you(self, call: RecordedCall) -> None:
        contract = self._bought()
        opponent = call.seat % 2 != contract.side
        if call.word == "beforeyou":
            self._note(call, "before you")
            if not opponent or self._place(call.seat) > self._place(contract.buyer):
                self._fault(call, "an opponent with an earlier position", "`beforeyou`", False)
            self._sun(call)
            self.stage = "before you"
            return
        if call.word in PASSES:
            self._note(call, "before you")
            self._pass_once(call, contract)
            if call.seat in self.pending:
                self.pending.discard(call.seat)
            elif not self.overcalled and not opponent:
                text = "a seat that is not asked passes to Sun"
                self.remarks.append(Remark(call.at, "asked about sun", text))
            return
        if call.word in ("sun", "ashkal", "turntosun") and self.overcalled:
            self._note(call, "answer")
            self._second_sun(call, contract)
            return
        self._settled(call)

    def _pass_once(self, call: RecordedCall, contract: Contract) -> None:
        """A seat passes once to a question, and there may be several questions about a Sun."""
        doubling = contract.mode == "sun" and self._may_double_sun(contract)
        self.passed[call.seat] += 1
        if self.passed[call.seat] > 1 + doubling + self.overcalled:
            self._fault(call, "one pass", f"seat {call.seat + 1} passes twice", True)

    def _second_sun(self, call: RecordedCall, contract: Contract) -> None:
        """Two seats answer Hokum with Sun: whoever the source then names holds the contract."""
        if _number(call.values, "rb") in (call.seat + 1, (call.seat + 2) % 4 + 1):
            if _number(call.values, "rb") == contract.buyer + 1:
                return
            self._take_over(call)
            text = f"of two Suns that of seat {call.seat + 1} holds"
            self.remarks.append(Remark(call.at, "two suns", text))

    def _settled(self, call: RecordedCall) -> None:
        if self.contract is None or self.stage == "all passed":
            self._fault(call, "no more calls", f"`{call.word}` after the auction is over", True)
        elif call.word in PASSES:
            self._note(call, "raise")
            self._pass_once(call, self.contract)
            # Whom a server asks about doubling is not settled, but not whoever spoke last.
            nobody_raised = self.contract.mode == "hokum" and self.contract.level == 1
            last = self.contract.buyer if nobody_raised else self.contract.raiser
            if call.seat == last:
                said = f"seat {call.seat + 1} passes and has nothing to answer"
                self._fault(call, "no question", said, True)
        elif call.word in RAISES:
            self._raise(call, self.contract)
        else:
            self._fault(call, "pass or a raise", f"`{call.word}` after the purchase", False)

    def _raise(self, call: RecordedCall, contract: Contract) -> None:
        self._note(call, "raise")
        self.passed = Counter()
        opponent, stated = call.seat % 2 != contract.side, _number(call.values, "gem")
        word, level = call.word, contract.level
        chooses = word in ("hokomclose", "hokomopen")
        if chooses and stated == contract.raises:
            # Both opponents double at once, or somebody chooses without raising.
            contract.closed = word == "hokomclose"
            text = "the game is closed or opened without a further raise"
            self.remarks.append(Remark(call.at, "choice without raise", text))
            self.raisers.add(call.seat)
            return
        if contract.mode == "sun":
            self._double_sun(call, contract, opponent)
            return
        wanted = {1: "opponents", 2: "buyers", 3: "opponents", 4: "buyers"}[level]
        right = (wanted == "opponents") == opponent and not contract.gahwa
        right &= {
            "hokomclose": level in (1, 3),
            "hokomopen": level in (1, 3),
            "double": level == 1,
            "triple": level == 2,
            "qahwa": level == 4,
        }[word]
        if not right:
            if stated > contract.raises and word == "qahwa":
                text = f"gahwa is called over level {level}"
                self.remarks.append(Remark(call.at, "early gahwa", text))
            else:
                text = f"`{word}` by seat {call.seat + 1} at level {level}"
                self._fault(call, f"a raise by the {wanted}", text, False)
        contract.raiser = call.seat
        self.raisers = {call.seat}
        if contract.trump is None and _number(call.values, "ts") < NO_TRUMP:
            contract.trump = _number(call.values, "ts")
        if word == "qahwa":
            contract.level, contract.gahwa, contract.closed = 4, True, False
        else:
            contract.level = min(4, level + 1)
            if chooses:
                contract.closed = word == "hokomclose"

    def _double_sun(self, call: RecordedCall, contract: Contract, opponent: bool) -> None:
        if call.word != "double" or contract.level > 1 or not opponent:
            self._fault(call, "one `double` by an opponent", f"`{call.word}` in Sun", False)
        elif not self._may_double_sun(contract):
            text = f"Sun is doubled at {self.scores}"
            self._fault(call, "only the buyers over 100", text, False)
        contract.level, contract.raiser = 2, call.seat
        self.raisers = {call.seat}

    def _may_double_sun(self, contract: Contract) -> bool:
        """Only the buyers must have passed 100; whether at 100 or over it is left open."""
        if self.scores is None:
            return True
        return self.scores[contract.side] >= TARGET_OF_DOUBLE >= self.scores[1 - contract.side]

    def _bought(self) -> Contract:
        assert self.contract is not None
        return self.contract

    # --- what the source says about it -----------------------------------------------------------

    def _compare(self, call: RecordedCall) -> None:
        """Holds the state that the source gives after a call against the automaton's."""
        contract, values = self.contract, call.values
        mode, holder = _number(values, "gm"), _number(values, "rb")
        if contract is None:
            if mode or holder > 0:
                self._stated(call, f"gm {mode}, rb {holder}", "nothing is bought", "the purchase")
            else:
                self._compare_nothing(call, trumps=True)
            return
        if contract.mode == "hokum":
            modes: tuple[int, ...] = (2,)
        else:
            modes = (1, 3) if contract.ashkal else (1,)
        holders = {contract.buyer + 1}
        if contract.ashkal:
            # No recorded match settles whom the source names.
            holders.add((contract.buyer + 2) % 4 + 1)
        if self.before is not None and (mode, holder) == (2, self.before.buyer + 1):
            return
        if mode not in modes:
            self._stated(call, f"gm {mode}", f"gm {modes[-1]}", "the mode")
        if holder not in holders:
            self._stated(call, f"rb {holder}", f"rb {contract.buyer + 1}", "the buyer")
        if contract.mode == "hokum" and contract.trump is not None:
            suit = _number(values, "ts")
            settled = self.confirmed or contract.level > 1
            if suit != contract.trump and (self.confirmed or suit != NO_TRUMP):
                told = f"ts {suit}"
                if settled or contract.round == 1:
                    self._stated(call, told, f"ts {contract.trump}", "the trump suit")
        if self.before is not None and self.before.level > 1:
            # Whether raises of a Hokum that was taken over are still counted is not recorded.
            return
        if _number(values, "gem") != contract.raises:
            stated = f"gem {_number(values, 'gem')}"
            self._stated(call, stated, f"gem {contract.raises}", "the number of raises")
        elif self.raisers and _number(values, "rd") - 1 not in self.raisers:
            stated = f"rd {_number(values, 'rd')}"
            self._stated(call, stated, f"rd {min(self.raisers) + 1}", "the last raiser")
        elif _number(values, "hc") and not contract.closed and not contract.gahwa:
            self._stated(call, "hc 1", "hc 0", "the game as closed")
        elif not self.raisers and self.before is None:
            # What `ts` says of a Hokum that became Sun is not recorded.
            open_suit = contract.trump is not None or self.overcalled
            self._compare_nothing(call, trumps=not open_suit)

    def _compare_nothing(self, call: RecordedCall, *, trumps: bool) -> None:
        """Holds the state against what it must be while nobody has raised or named trumps."""
        for name, expected, what in (
            ("gem", (0,), "the number of raises"),
            ("rd", (0, -1), "the last raiser"),
            ("hc", (0,), "the game as closed"),
            ("ts", (NO_TRUMP,) if trumps else range(NO_TRUMP + 1), "the trump suit"),
        ):
            stated = _number(call.values, name)
            if stated not in expected:
                self._stated(call, f"{name} {stated}", f"{name} {expected[0]}", what)
                return

    def _stated(self, call: RecordedCall, stated: str, computed: str, what: str) -> None:
        message = f"after `{call.word}` the source states {what} as {stated}, not {computed}"
        self.faults.append(CallFault(call.at, stated, computed, message, True, True))

    # --- the end ---------------------------------------------------------------------------------

    def settle(self, taker: int) -> None:
        """Of several Suns the one holds whose floor card went to the seat that has it."""
        contract = self.contract
        if contract is None or contract.taker == taker:
            return
        if contract.ashkal and contract.buyer == taker:
            contract.floor_to_caller = True
            text = "the floor card of an ashkal goes to its caller"
            self.remarks.append(Remark(None, "ashkal", text))
            return
        for other in reversed(self.suns):
            if other.taker == taker and contract.mode == "sun":
                self.contract = other
                text = f"of several Suns that of seat {other.buyer + 1} holds, by the floor card"
                self.remarks.append(Remark(None, "two suns", text))
                return

    def close(self, at: int | None) -> None:
        """Play begins: whoever had still to answer did not."""
        contract = self.contract
        if contract is None:
            text = "cards are played although nothing was bought"
            self.faults.append(CallFault(at, "play", "no contract", text, True))
            return
        if contract.mode == "sun":
            if self.pending and not self.overcalled:
                missing = ", ".join(f"seat {seat + 1}" for seat in sorted(self.pending))
                text = f"{missing} was not asked whether to take the Sun over"
                self.remarks.append(Remark(at, "before you not asked", text))
            return
        if contract.round == 2 and contract.level == 1 and self.confirmed:
            silent = {(contract.buyer + 1) % 4, (contract.buyer + 3) % 4} - set(self.passed)
            if silent:
                missing = ", ".join(f"seat {seat + 1}" for seat in sorted(silent))
                text = f"{missing} was not asked about doubling"
                self.remarks.append(Remark(at, "doubling not asked", text))
        if self.confirmed or contract.level > 1:
            return
        if contract.round == 2 and contract.trump is None:
            text = "no trump suit is named"
        else:
            text = "the buyer of Hokum does not confirm it"
        self.faults.append(CallFault(at, "play", "the buyer's last word", text, True))


def stated_contract(call: RecordedCall, round_number: int) -> Contract | None:
    """The contract as the source states it after a call; None if it states none."""
    values = call.values
    mode, buyer, suit = _number(values, "gm"), _number(values, "rb") - 1, _number(values, "ts")
    raises, raiser = _number(values, "gem"), _number(values, "rd") - 1
    if mode not in (1, 2, 3) or not 0 <= buyer < 4 or not 0 <= raises <= GAHWA:
        return None
    hokum = mode == 2
    return Contract(
        "hokum" if hokum else "sun",
        buyer,
        round_number,
        ashkal=mode == 3,
        trump=suit if hokum and 0 <= suit < NO_TRUMP else None,
        level=min(4, raises + 1),
        gahwa=raises == GAHWA,
        closed=bool(_number(values, "hc")),
        raiser=raiser if 0 <= raiser < 4 and raises else None,
    )


def _number(values: Mapping[str, Value], name: str) -> int:
    value = values.get(name, 0)
    return value if isinstance(value, int) else 0
