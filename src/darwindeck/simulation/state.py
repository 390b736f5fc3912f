"""One moment of a game."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cached_property
from typing import Any, NamedTuple

from darwindeck._core import Position
from darwindeck.english import join, possessive
from darwindeck.genome.codec import decode_valid_genome, encode_genome, parse_json
from darwindeck.genome.schema import SCHEMA_VERSION
from darwindeck.simulation.events import Event
from darwindeck.simulation.game import Game, checked_seed
from darwindeck.simulation.moves import Decision, IllegalMove, Move, meant
from darwindeck.simulation.result import Result, result_of
from darwindeck.simulation.table import Table
from darwindeck.simulation.view import View, view_of
from darwindeck.simulation.words import play_words

FORMAT = "darwindeck-game"
VERSION = 1


class Start(NamedTuple):
    """What a game began with, besides its genome."""

    seed: int
    single_hand: bool
    deck: tuple[int, ...] | None
    """The numbers of the cards in the order in which they are dealt; None: shuffled."""
    dealer: int | None
    stacks: tuple[int, ...] | None = None
    """The chips of each player; None: as the rules say."""
    stakes: tuple[tuple[str, tuple[int, ...]], ...] = ()
    """Counters that begin with other numbers than the rules say: one for the table, or one for each
    seat or side."""


class _Trail(NamedTuple):
    """The last decision, and those before it."""

    before: _Trail | None
    decision: Decision
    secret: bool
    """Whether other seats could not see it."""


class State:
    """One moment of a game. It never changes: a move leads to another state."""

    def __init__(self, game: Game, start: Start, position: Position, trail: _Trail | None) -> None:
        self.game = game
        self.start = start
        self.position = position
        """The position as the core has it."""
        self._trail = trail
        self._legal: dict[int, tuple[Move, ...]] = {}

    @classmethod
    def begin(cls, game: Game, start: Start) -> State:
        """The first moment of a game; see `Game.deal` and `Game.hand`."""
        seats = range(len(game.seats))
        if start.dealer is not None and start.dealer not in seats:
            raise ValueError(f"there is no seat {start.dealer} to deal: seats are {_span(seats)}")
        # The core deals from the end of its list.
        deck = None if start.deck is None else list(reversed(start.deck))
        with game.guarded():
            position = game.core.deal(
                start.seed,
                single_hand=start.single_hand,
                deck=deck,
                dealer=start.dealer,
                stacks=start.stacks,
                counters=_counters(game, start),
            )
        return cls(game, start, position, None)

    # --- whose turn it is ------------------------------------------------------------------------

    @cached_property
    def to_move(self) -> tuple[int, ...]:
        """The seats that may act now; empty once the game is over."""
        return tuple(self.position.to_move())

    @cached_property
    def asked(self) -> int | None:
        """The seat that is asked first; None once the game is over."""
        return self.position.asked()

    @property
    def over(self) -> bool:
        return self.position.over

    def legal_moves(self, seat: int | None = None) -> tuple[Move, ...]:
        """What a seat (by default the one that is asked) may do now; nothing if it may not act."""
        seat = self.asked if seat is None else self._seat(seat)
        if seat is None or seat not in self.to_move:
            return ()
        if seat not in self._legal:
            with self.game.guarded():
                codes = self.position.legal(seat)
                self._legal[seat] = play_words().worded(self._table, seat, codes)
        return self._legal[seat]

    @cached_property
    def forced(self) -> Move | None:
        """What the seat that is asked has to say, if it is asked only so that the others learn
        nothing about its cards: it can do nothing but decline."""
        with self.game.guarded():
            code = self.position.forced()
        return None if code is None else self.legal_moves()[0]

    def apply(self, move: Move | str, seat: int | None = None) -> State:
        """The state after a seat (by default the one that is asked) has made a move.

        A move may be given by its text. `IllegalMove` is raised if the seat may not make it now.
        """
        actor = self.asked if seat is None else self._seat(seat)
        if actor is None:
            raise IllegalMove(f"nobody can {move} any more: the game is over", None, -1, ())
        made = self._find(move, actor)
        with self.game.guarded():
            position = self.position.apply(actor, made.code)
        decision = Decision(actor, self.game.seats[actor], made)
        trail = _Trail(self._trail, decision, self._table.in_secret)
        return State(self.game, self.start, position, trail)

    def choose(self, player: str = "random", seat: int | None = None, *, seed: int = 0) -> Move:
        """What a computer player would do for a seat (by default the one that is asked).

        Players are named as in `simulate_game`. They see no more than the seat does.
        """
        actor = self.asked if seat is None else self._seat(seat)
        legal = self.legal_moves(actor)
        if actor is None or not legal:
            raise ValueError(self._whose_turn())
        self.game.prepare([player])
        with self.game.guarded():
            code = self.position.choose(actor, player, seed)
        found = meant(legal, code)
        assert found is not None, "a player chooses what is legal"
        return found

    # --- what there is to see --------------------------------------------------------------------

    def view(self, seat: int) -> View:
        """What a seat may see; the view holds nothing else."""
        seat = self._seat(seat)
        task = play_words().task(self._table, seat)
        legal, events = self.legal_moves(seat), self._told(seat)
        return view_of(self._table, seat, task, legal, events, self.over)

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """Everything that happened since the last decision, with that decision."""
        return self._told(None)

    def _told(self, seat: int | None) -> tuple[Event, ...]:
        last = self._trail
        decision, secret = (None, False) if last is None else (last.decision, last.secret)
        return play_words().tell(self._table, decision, secret, seat)

    @cached_property
    def result(self) -> Result | None:
        """How the game ended; None while it goes on."""
        return result_of(self.game.labels, self.position) if self.over else None

    @property
    def log(self) -> tuple[Decision, ...]:
        """Every move since the beginning, the first one first."""
        decisions = []
        trail = self._trail
        while trail is not None:
            decisions.append(trail.decision)
            trail = trail.before
        return tuple(reversed(decisions))

    @property
    def last(self) -> Decision | None:
        """The last move; None at the beginning."""
        return None if self._trail is None else self._trail.decision

    @property
    def digest(self) -> int:
        """One number for everything that matters in the position, the same on every machine."""
        return self.position.digest()

    # --- files -----------------------------------------------------------------------------------

    def to_json(self) -> str:
        """The game so far as a file: genome, seed and moves, from which it can be played again."""
        moves = [
            {"seat": item.seat, "code": str(item.move.code), "text": item.move.text}
            for item in self.log
        ]
        data = {
            "format": FORMAT,
            "version": VERSION,
            "edition": SCHEMA_VERSION,
            "genome": encode_genome(self.game.genome),
            **self._begun(),
            "moves": moves,
            "digest": f"{self.digest:016x}",
        }
        return json.dumps(data, ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str | bytes) -> State:
        """The state of a file that `to_json` wrote: the moves are played again.

        `GenomeError` if it is no JSON or its genome is not valid, `IllegalMove` if a move of it may
        not be made, `ValueError` if something else is wrong or another position comes out.
        """
        data = parse_json(text)
        if not isinstance(data, Mapping) or data.get("format") != FORMAT:
            raise ValueError(f'this is no game file: expected `"format": "{FORMAT}"`')
        if data.get("version") != VERSION:
            raise ValueError(
                f"a game file of version {data.get('version')!r}; this program reads {VERSION}"
            )
        edition = data.get("edition", "1.0")
        if edition != SCHEMA_VERSION:
            raise ValueError(
                f"a game of edition {edition!r} of the language; this program plays edition "
                f"{SCHEMA_VERSION!r}, in which it might take another course"
            )
        game = Game(decode_valid_genome(_member(data, "genome", Mapping)))
        state = cls.begin(game, _start(data, game))
        for number, item in enumerate(_member(data, "moves", list)):
            seat, code = _logged(item, number)
            state = state.apply(Move(code, _text(item, code)), seat)
        if f"{state.digest:016x}" != data.get("digest"):
            raise ValueError(
                "the moves of the file lead to another position than the one it was written at: "
                f"digest {state.digest:016x} instead of {data.get('digest')!r}"
            )
        return state

    def __reduce__(self) -> tuple[Any, ...]:
        return State.from_json, (self.to_json(),)

    def __repr__(self) -> str:
        made = len(self.log)
        name = self.game.genome.name or self.game.genome.genome_id
        return f"<State of {name}: {made} moves made, {self._whose_turn()}>"

    # --- inside ----------------------------------------------------------------------------------

    @cached_property
    def _table(self) -> Table:
        return Table(self.game.labels, self.position)

    def _begun(self) -> dict[str, Any]:
        """What the game began with, as a file has it: stacks and stakes only if they were given."""
        begun = self.start._asdict()
        if self.start.stacks is None:
            del begun["stacks"]
        begun["stakes"] = dict(self.start.stakes)
        return begun if self.start.stakes else {k: v for k, v in begun.items() if k != "stakes"}

    def _seat(self, seat: int) -> int:
        seats = range(len(self.game.seats))
        if type(seat) is not int or seat not in seats:
            raise ValueError(f"there is no seat {seat!r}: seats are {_span(seats)}")
        return seat

    def _find(self, move: Move | str, seat: int) -> Move:
        """The legal move that is meant; raises `IllegalMove` if there is none."""
        legal = self.legal_moves(seat)
        if isinstance(move, Move):
            found = meant(legal, move.code)
        else:
            called = (item if item.text == move else item.named(move) for item in legal)
            found = next((item for item in called if item is not None), None)
        if found is not None:
            return found
        name = self.game.seats[seat]
        may = join([item.offer for item in legal], "or") if legal else "do nothing now"
        reason = f"{name} cannot {move}: {self._whose_turn()}, and {name} may {may}"
        raise IllegalMove(reason, move if isinstance(move, Move) else None, seat, legal)

    def _whose_turn(self) -> str:
        if self.over:
            return "the game is over"
        names = [self.game.seats[seat] for seat in self.to_move]
        if len(names) == 1:
            return f"it is {possessive(names[0])} turn"
        return f"it is the turn of {join(names)} at the same time"


def _span(seats: range) -> str:
    return f"{seats[0]} to {seats[-1]}" if len(seats) > 1 else "only 0"


def _member(data: Mapping[str, Any], name: str, wanted: type[Any]) -> Any:
    value = data.get(name)
    if not isinstance(value, wanted):
        raise ValueError(f"a game file needs `{name}`; found {value!r}")
    return value


def _start(data: Mapping[str, Any], game: Game) -> Start:
    deck, dealer = data.get("deck"), data.get("dealer")
    numbers = range(len(game.cards))
    if deck is not None:
        whole = isinstance(deck, list) and all(type(card) is int for card in deck)
        if not whole or sorted(deck) != list(numbers):
            raise ValueError("`deck` must hold the number of every card once")
    if dealer is not None and type(dealer) is not int:
        raise ValueError(f"`dealer` must be the number of a seat; found {dealer!r}")
    stacks, stakes = data.get("stacks"), data.get("stakes", {})
    if stacks is not None and not isinstance(stacks, list):
        raise ValueError(f"`stacks` must be a list of numbers; found {stacks!r}")
    if not isinstance(stakes, Mapping):
        raise ValueError(f"`stakes` must name counters; found {stakes!r}")
    return Start(
        checked_seed(_member(data, "seed", int)),
        _member(data, "single_hand", bool),
        None if deck is None else tuple(deck),
        dealer,
        game.checked_stacks(stacks),
        game.checked_stakes(stakes),
    )


def _counters(game: Game, start: Start) -> list[tuple[int, int, int]]:
    """The counters that begin with other numbers: number of the counter, whose, what."""
    numbers = {counter.name: number for number, counter in enumerate(game.labels.genome.counters)}
    return [
        (numbers[name], owner, value)
        for name, values in start.stakes
        for owner, value in enumerate(values)
    ]


def _logged(item: Any, number: int) -> tuple[int, int]:
    seat = item.get("seat") if isinstance(item, Mapping) else None
    code = item.get("code") if isinstance(item, Mapping) else None
    digits = isinstance(code, str) and code.isascii() and code.isdecimal() and len(code) <= 20
    if type(seat) is not int or not digits:
        raise ValueError(f"`moves[{number}]` needs a `seat` and the `code` of a move: {item!r}")
    return seat, int(str(code))


def _text(item: Mapping[str, Any], code: int) -> str:
    text = item.get("text")
    return text if isinstance(text, str) else f"make move {code}"
