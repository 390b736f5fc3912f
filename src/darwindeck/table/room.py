"""One table at which a match is played: who sits there, what each of them is sent, and when."""

from __future__ import annotations

import asyncio
import math
import os
import time
from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache, partial
from typing import Any, NamedTuple, Protocol

from darwindeck._core import Position
from darwindeck.english import capitalised
from darwindeck.genome.codec import from_json
from darwindeck.genome.schema import CallPhase, TrickPhase
from darwindeck.simulation import EventKind, Game, game_seed
from darwindeck.simulation.hints import MOST as MOST_HINTS
from darwindeck.simulation.hints import Hint, reason, unit_of
from darwindeck.simulation.labels import NO_CARD
from darwindeck.simulation.moves import amount_of, bet_code, fields_of
from darwindeck.simulation.table import ONLOOKER, Table
from darwindeck.table.model import Json, OpenMove, TableModel
from darwindeck.table.party import Party
from darwindeck.table.plain import written
from darwindeck.table.store import SeatRow, Store, TableRow
from darwindeck.text.moves import worded

LEVELS = ("easy", "fair", "strong", "expert")
"""How well a computer plays, in the words of the core."""
STAND_IN = "fair"
"""How well a computer plays for somebody who is away."""
PATIENCE = 60.0
"""Seconds after which a computer may play for somebody who is away."""
HINTS = "expert:400ms"
"""Who is asked for a hint: whoever sees what the seat sees, and thinks no longer than that."""
PAUSE = 30.0
"""Seconds for which computers wait after a hand, until everybody who is there wants to go on."""
BEAT = 0.7
"""Seconds between what is done without a person. It is the same whatever the cards are."""
_WINDOW = 3
"""So many beats pass while somebody may speak out of turn."""
_REMEMBERED = 80
"""So many of the things that a seat was told are told again to it when it comes back. They are
counted, not the moments: how often others decided in secret must not show."""
_Told = tuple[str, str, int | None]
"""Of something that was told: its kind, its words, and which seat called, if one did."""
_ENDS = {EventKind.HAND_OVER.value, EventKind.THROWN_IN.value}
_THINKERS = ThreadPoolExecutor(os.cpu_count() or 1, "thinker")
"""Computers of all tables take turns in these threads, so that the server can answer."""
_ADVISERS = ThreadPoolExecutor(1, "adviser")
"""Hints are worked out one after the other, so that they hold up no computer."""


@lru_cache(maxsize=64)
def _model(genome: str) -> TableModel:
    """Tables at which the same is played share what is known of the game, and what was learnt."""
    return TableModel(Game(from_json(genome)))


class Listener(Protocol):
    """Somebody who is connected to a table."""

    def send(self, text: str) -> None:
        """Takes a message that is to go out; never waits."""


class _Feed:
    """What one seat, or all onlookers, have been sent."""

    def __init__(self) -> None:
        self.seq = 0
        self.last = ""
        """The view that was sent last."""
        self.listeners: list[Listener] = []


class _Asked(NamedTuple):
    """What a seat may do at the moment."""

    since: int
    """With this message and those after it the same moves were offered."""
    seq: int
    choices: list[OpenMove]


class Room:
    """A table and its match. Everything is done in one event loop."""

    def __init__(
        self,
        row: TableRow,
        store: Store,
        beat: float = BEAT,
        patience: float = PATIENCE,
        model: TableModel | None = None,
    ) -> None:
        self.id = row.id
        self.store = store
        self.beat = beat
        self.patience = patience
        self.model = model or _model(row.genome)
        self.seed = row.seed
        self.party = Party(row, store, self._seated)
        self.moves: list[tuple[int, int]] = []
        players = (*range(self.model.labels.players), ONLOOKER)
        self._told = {seat: deque[_Told](maxlen=_REMEMBERED) for seat in players}
        """What each seat was told since the hand began."""
        self._last_trick: Json | None = None
        self._begin()
        for seat, code in row.moves:
            self._advance(seat, code)
        self._feeds: dict[int, _Feed] = {}
        self._asked: dict[int, _Asked] = {}
        self._stand_ins: set[int] = set()
        """Seats of persons who are away, for whom a computer plays until they come back."""
        self._away = {
            seat: time.monotonic() for seat, who in enumerate(self.seats) if who.kind == "person"
        }
        """Since when a person is not there."""
        self._task: asyncio.Task[None] | None = None
        self._hinting: asyncio.Task[None] | None = None
        self._changed = asyncio.Event()
        self._reading: set[int] = set()
        """Persons who are still looking at how the last hand was scored."""
        self._wake: asyncio.TimerHandle | None = None
        self.failed = False

    def _begin(self) -> None:
        self.moment = self.model.begin(self.seed)
        self._fresh = [self.moment]
        """Moments of this hand that nobody was told of yet."""
        self._last_trick = None
        for told in self._told.values():
            told.clear()
        self.moves.clear()

    def _advance(self, seat: int, code: int) -> None:
        self.moment = self.moment.after(seat, code, self.model.labels.seats[seat])
        if any(kind == EventKind.HAND for kind, *_ in self.moment.position.events()):
            self._fresh.clear()
            for told in self._told.values():
                told.clear()
        self._fresh.append(self.moment)
        self.moves.append((seat, code))

    def _hear(self) -> tuple[dict[int, list[Json]], list[Json]]:
        """What everybody hears of the last moment, and the tricks that it completed."""
        heard: dict[int, list[Json]] = {}
        tricks: list[Json] = []
        for moment in self._fresh:
            heard = {seat: self.model.heard(moment, seat) for seat in self._told}
            for seat, events in heard.items():
                self._told[seat].extend(map(_remembered, events))
            tricks = self.model.tricks(moment)
            self._last_trick = tricks[-1] if tricks else self._last_trick
        self._fresh.clear()
        return heard, tricks

    # --- who sits there --------------------------------------------------------------------------

    @property
    def seats(self) -> list[SeatRow]:
        return self.party.seats

    def look(self, seat: int) -> None:
        """Somebody has sat down; the seats were written down elsewhere."""
        row = self.store.table(self.id)
        assert row is not None, "a table that is there"
        self.party.seats[seat] = row.seats[seat]
        self._seated(seat)

    def _seated(self, seat: int) -> None:
        self._tell_all(self.people())
        self._changed.set()

    @property
    def persons(self) -> int:
        return sum(who.kind != "computer" for who in self.seats)

    # --- what they are sent ----------------------------------------------------------------------

    def people(self) -> Json:
        """Who sits where, and who is there."""
        return {
            "t": "people",
            "seats": [
                {
                    "kind": who.kind,
                    "level": who.level,
                    "name": who.name,
                    "here": self._is_here(seat),
                    "stood_in": seat in self._stand_ins,
                    "may_stand_in": self._may_stand_in(seat),
                }
                for seat, who in enumerate(self.seats)
            ],
            "undo": self.persons == 1,
            "beat": self.beat,
            "reading": sorted(self._reading),
        }

    def _is_here(self, seat: int) -> bool:
        return seat in self._feeds and bool(self._feeds[seat].listeners)

    def _may_stand_in(self, seat: int) -> bool:
        left = self._away.get(seat)
        return (
            left is not None
            and seat not in self._stand_ins
            and time.monotonic() - left >= self.patience
        )

    def stand_in(self, seat: object) -> None:
        """A computer plays for somebody who has been away for long, until they are back."""
        if type(seat) is int and self._may_stand_in(seat):
            self._stand_ins.add(seat)
            self._tell_all(self.people())
            self._changed.set()

    def join(self, seat: int, listener: Listener) -> Listener | None:
        """Connects somebody. A seat has one listener: whoever was there before is given back."""
        feed = self._feeds.setdefault(seat, _Feed())
        former = feed.listeners.pop() if seat != ONLOOKER and feed.listeners else None
        feed.listeners.append(listener)
        self._away.pop(seat, None)
        self._stand_ins.discard(seat)
        listener.send(written(self.model.table))
        self._tell_all(self.people())
        self._snapshot(seat, listener)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run())
        return former

    def leave(self, seat: int, listener: Listener) -> None:
        feed = self._feeds.get(seat)
        if feed is None or listener not in feed.listeners:
            return
        feed.listeners.remove(listener)
        if seat != ONLOOKER and not feed.listeners:
            self._away[seat] = time.monotonic()
            self._reading.discard(seat)
            asyncio.get_running_loop().call_later(self.patience, self._tell_if_away, seat)
        self._tell_all(self.people())
        self._changed.set()
        if not self.is_watched:
            self.close()

    def _tell_if_away(self, seat: int) -> None:
        if self._may_stand_in(seat):
            self._tell_all(self.people())

    @property
    def is_watched(self) -> bool:
        return any(feed.listeners for feed in self._feeds.values())

    def close(self) -> None:
        """Stops the computers: nobody is there."""
        self._stop_waiting()
        if self._task is not None:
            self._task.cancel()
            self._task = None

    def _tell_all(self, message: Json) -> None:
        text = written(message)
        for feed in self._feeds.values():
            for listener in feed.listeners:
                listener.send(text)

    def _step(self) -> None:
        """Sends what has happened, to each what they saw; nothing to whom nothing has changed."""
        heard, tricks = self._hear()
        for seat, feed in self._feeds.items():
            if not feed.listeners:
                continue
            view, choices = self.model.seen(self.moment, seat)
            events = heard[seat]
            text = written(view)
            if text == feed.last and not events:
                continue
            feed.seq += 1
            feed.last = text
            self._note(seat, feed, choices)
            head: Json = {"t": "step", "seq": feed.seq, "events": events}
            if tricks:
                head["tricks"] = tricks
            text = f'{written(head)[:-1]},"view":{text}}}'
            for listener in feed.listeners:
                listener.send(text)

    def _snapshot(self, seat: int, listener: Listener | None = None) -> None:
        """Sends everything as it is now, to one listener or to all of a seat."""
        feed = self._feeds[seat]
        feed.seq += 1
        view, choices = self.model.seen(self.moment, seat)
        feed.last = written(view)
        self._note(seat, feed, choices)
        self._hear()
        told = self._told[seat]
        log = [text for _, text, _ in told if text]
        message: Json = {"t": "snapshot", "seq": feed.seq, "view": view, "log": log}
        calls = _calls(told)
        if calls:
            message["calls"] = calls
        if self._last_trick is not None:
            message["last_trick"] = self._last_trick
        if not self.moves:
            message["events"] = self.model.heard(self.moment, seat)
        text = written(message)
        for each in feed.listeners if listener is None or seat == ONLOOKER else [listener]:
            each.send(text)

    def _note(self, seat: int, feed: _Feed, choices: list[OpenMove]) -> None:
        """Remembers what the numbers of the moves just sent stand for."""
        before = self._asked.get(seat)
        same = before is not None and before.choices == choices
        self._asked[seat] = _Asked(before.since if same and before else feed.seq, feed.seq, choices)

    # --- what they do ----------------------------------------------------------------------------

    def say(self, seat: int, message: Json) -> None:
        """Does what a seat asks for; what makes no sense is left alone."""
        match message.get("t"):
            case "move":
                self.move(seat, message.get("seq"), message.get("move"), message.get("amount"))
            case "undo":
                self.undo(seat)
            case "hint" if self._hinting is None or self._hinting.done():
                self._hinting = asyncio.create_task(self.hint(seat))
            case "stand in":
                self.stand_in(message.get("seat"))
            case "ready":
                self.ready(seat)

    # --- the pause after a hand ------------------------------------------------------------------

    def _rest_after_hand(self, told: Iterable[str]) -> None:
        """Gives everybody who is there time to look at how a hand was scored."""
        if self.moment.position.over or not _ENDS.intersection(told):
            return
        self._reading = {
            seat
            for seat, who in enumerate(self.seats)
            if who.kind == "person" and self._is_here(seat)
        }
        if self._reading:
            self._stop_waiting()
            self._wake = asyncio.get_running_loop().call_later(PAUSE, self._all_ready)
            self._tell_all(self.people())

    def ready(self, seat: int) -> None:
        """A seat wants to go on."""
        if seat in self._reading:
            self._reading.discard(seat)
            self._tell_all(self.people())
            if not self._reading:
                self._all_ready()

    def _all_ready(self) -> None:
        self._stop_waiting()
        self._reading.clear()
        self._changed.set()

    def _stop_waiting(self) -> None:
        if self._wake is not None:
            self._wake.cancel()
            self._wake = None

    # --- moves -----------------------------------------------------------------------------------

    def move(self, seat: int, seq: object, number: object, amount: object = None) -> None:
        """A seat makes a move of the list it was sent, of an amount if it is a bet; anything else
        gets it the present state."""
        asked = self._asked.get(seat)
        if (
            asked is None
            or self.failed
            or type(seq) is not int
            or type(number) is not int
            or not asked.since <= seq <= asked.seq
            or not 0 <= number < len(asked.choices)
        ):
            self._snapshot(seat)
            return
        code = asked.choices[number].code
        low, high = asked.choices[number].touch.get("amounts", (0, 0))
        if amount is not None:
            if type(amount) is not int or not 0 < low <= amount <= high:
                self._snapshot(seat)
                return
            code = bet_code(code, amount)
        try:
            self._make(seat, code)
        except Exception:
            self._fail()

    def _make(self, seat: int, code: int) -> None:
        # Legal or not shows before anything is written, and nothing is told before it is.
        self.moment.position.apply(seat, code)
        self.store.add_move(self.id, len(self.moves), seat, code)
        self._asked.pop(seat, None)
        self._advance(seat, code)
        # Whoever moves has seen enough of the last hand.
        self.ready(seat)
        self._step()
        self._rest_after_hand(event[0] for event in self.moment.position.events())
        self._changed.set()

    def undo(self, seat: int) -> None:
        """Goes back to the seat's last decision; only while all others are computers."""
        if self.persons != 1 or self.seats[seat].kind != "person":
            return
        at = self._last_choice(seat)
        if at is None:
            return
        kept = self.moves[:at]
        self.store.take_back(self.id, at)
        self._begin()
        for mover, code in kept:
            self._advance(mover, code)
        self._asked.clear()
        self._all_ready()
        for each in self._feeds:
            self._snapshot(each)
        self._changed.set()

    def _last_choice(self, seat: int) -> int | None:
        """The number of the last move of a seat at which it had a choice."""
        moment, found = self.model.begin(self.seed), None
        for number, (mover, code) in enumerate(self.moves):
            if mover == seat and len(moment.position.legal(seat)) > 1:
                found = number
            moment = moment.after(mover, code, "")
        return found

    async def hint(self, seat: int) -> None:
        """Tells a seat the best moves of an expert who sees no more than it does, with facts."""
        asked, table = self._asked.get(seat), self.moment.table
        if asked is None or not asked.choices:
            return
        chance = game_seed(self.seed ^ 1, len(self.moves))
        advise = partial(self._advice, table, seat, chance)
        found = await asyncio.get_running_loop().run_in_executor(_ADVISERS, advise)
        now = self._asked.get(seat)
        # Others may have done something meanwhile that changes nothing in what the seat can do.
        if now is None or now.choices != asked.choices:
            return
        moves = [
            {"move": number, "text": capitalised(hint.text)}
            for hint in found
            if (number := self._number(asked, hint.move.code)) is not None
        ]
        if moves:
            message = {"t": "hint", "seq": now.seq, "moves": moves, "why": reason(found)}
            for listener in self._feeds[seat].listeners:
                listener.send(written(message))

    def _advice(self, table: Table, seat: int, chance: int) -> tuple[Hint, ...]:
        """The best moves of a seat, the best first."""
        game = self.model.game
        game.prepare([HINTS])
        with game.guarded():
            found = table.position.prospects(seat, HINTS, chance)[:MOST_HINTS]
        moves = worded(table, seat, [code for code, *_ in found])
        unit = unit_of(game)
        return tuple(
            Hint(move, deals, points, share, (taken, ended), unit)
            for move, (_, _, deals, points, share, taken, ended) in zip(moves, found, strict=True)
        )

    def _number(self, asked: _Asked, code: int) -> int | None:
        """Which of the moves that were sent is meant: the very same, or one with an equal card."""
        for number, choice in enumerate(asked.choices):
            if choice.code == code:
                return number
        if amount_of(code):
            bets = (n for n, choice in enumerate(asked.choices) if amount_of(choice.code))
            return next(bets, None)
        card = fields_of(code).card
        face = None if card == NO_CARD else self.model.face_of[card]
        alike = (n for n, choice in enumerate(asked.choices) if choice.touch.get("face") == face)
        return next(alike, None)

    # --- what is done without them ---------------------------------------------------------------

    async def _run(self) -> None:
        """Computers move, each on the beat; where a person is asked, it waits."""
        clock = asyncio.get_running_loop().time
        try:
            while not self.moment.position.over:
                self._changed.clear()
                moment, begun = self.moment, clock()
                forced = None if self._reading else self._forced_for_all_to_see()
                if forced is not None:
                    self._make(*forced)
                    continue
                choose = None if self._reading else self._automatic()
                if choose is None:
                    await self._changed.wait()
                    continue
                seat, decide = choose
                code = await asyncio.get_running_loop().run_in_executor(_THINKERS, decide)
                await self._rest(begun, clock)
                if self.moment is moment:
                    self._make(seat, code)
        except asyncio.CancelledError:
            raise
        except Exception:
            self._fail()

    def _fail(self) -> None:
        """A fault of the core or of a genome stops this table alone, and no log names a card."""
        self.failed = True
        self._tell_all({"t": "error", "text": "Something went wrong at this table. It is closed."})

    async def _rest(self, begun: float, clock: Callable[[], float]) -> None:
        """Waits for the next beat, however long somebody has been thinking."""
        phase = self.moment.table.phase
        speaks = isinstance(phase, CallPhase) and any(call.out_of_turn for call in phase.calls)
        beat = self.beat * (_WINDOW if speaks and self.persons else 1)
        if self.moment.table.in_secret:
            # Nobody sees who has answered before all have: together they take about a beat.
            beat /= max(1, len(self.moment.position.to_move()))
        if beat > 0:
            beats = max(1, math.ceil((clock() - begun) / beat))
            await asyncio.sleep(begun + beats * beat - clock())
        else:
            await asyncio.sleep(0)

    def _chosen(self, position: Position, seat: int, player: str, chance: int) -> int:
        """What a player decides, who may have to learn the game first."""
        self.model.game.prepare([player])
        return position.choose(seat, player, chance)

    def _automatic(self) -> tuple[int, Callable[[], int]] | None:
        """Who acts next without a person, and how it is decided; None: a person does."""
        position = self.moment.position
        chance = game_seed(self.seed, len(self.moves))
        for seat in (position.asked(), *position.to_move()):
            if seat is None:
                continue
            if seat >= len(self.seats):
                return seat, partial(self._chosen, position, seat, "greedy", chance)
            who = self.seats[seat]
            if who.kind == "computer" or seat in self._stand_ins:
                if seat != position.asked() and not self.moment.table.in_secret:
                    continue
                player = who.level if who.level in LEVELS else STAND_IN
                return seat, partial(self._chosen, position, seat, player, chance)
            if seat == position.asked() and self.persons == 1:
                forced = position.forced()
                if forced is not None:
                    return seat, partial(int, forced)
        return None

    def _forced_for_all_to_see(self) -> tuple[int, int] | None:
        """A person's only card to a trick: everybody can count it, so it is played at once."""
        position, table = self.moment.position, self.moment.table
        seat = position.asked()
        if seat is None or seat >= len(self.seats) or self.seats[seat].kind != "person":
            return None
        if not isinstance(table.phase, TrickPhase) or table.phase.before_card:
            return None
        held = self.model.held(table, table.acting(seat))
        legal = position.legal(seat) if held == 1 else []
        return (seat, legal[0]) if len(legal) == 1 else None


def _remembered(event: Json) -> _Told:
    caller = event["seat"] if event.get("call") else None
    return event["kind"], event.get("text", ""), caller


def _calls(told: Iterable[_Told]) -> list[list[Any]]:
    """What was called in this hand: seat and words."""
    found: list[list[Any]] = []
    for kind, text, caller in told:
        if kind == EventKind.HAND.value:
            found.clear()
        elif caller is not None:
            found.append([caller, text.partition(": ")[2]])
    return found
