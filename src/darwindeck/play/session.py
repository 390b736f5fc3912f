"""A game between one person and the computer."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from darwindeck.genome.codec import parse_json
from darwindeck.simulation import Event, Game, Move, Result, State, View, game_seed
from darwindeck.simulation.game import MOST_SEED
from darwindeck.simulation.hints import Hint, hints

HINTS = "expert"
"""Who is asked for a hint."""


class NoSavedGame(ValueError):
    """A file that holds no game between a person and the computer."""


class _Mark(NamedTuple):
    """A moment to which one can go back."""

    state: State
    heard: int
    """How much had been heard by then."""


class Session:
    """A game between one person and the computer.

    It keeps the whole state, but gives away only what the person's seat may see: `view`, `story`
    and `news`.
    """

    def __init__(self, state: State, seat: int, opponents: Sequence[str], seed: int) -> None:
        players = state.game.player_count
        if seat not in range(players):
            raise ValueError(f"there is no seat {seat}: the game has {players} players")
        self.seat = seat
        self.seed = seed
        self.opponents = _seated(opponents, seat, players)
        """Who plays at each seat; the person's is empty."""
        self._state = state
        self._marks: list[_Mark] = []
        self._made = 0
        self._story: list[Event] = list(state.view(seat).events)
        self._told = 0

    @classmethod
    def begin(
        cls, game: Game, seat: int, opponents: Sequence[str], seed: int, single_hand: bool = False
    ) -> Session:
        """A new game. `opponents` are one for all other seats, or one for each in order."""
        state = game.hand(seed) if single_hand else game.deal(seed)
        session = cls(state, seat, opponents, seed)
        session.check_opponents()
        return session

    def check_opponents(self) -> None:
        """`ValueError` unless every opponent is a player that there is."""
        for name in dict.fromkeys(filter(None, self.opponents)):
            # A batch of no games plays nothing, but reads the names.
            self.game.core.simulate(0, seed=0, players=[name])

    # --- what the person may know ----------------------------------------------------------------

    @property
    def game(self) -> Game:
        return self._state.game

    @property
    def view(self) -> View:
        """What the person sees now."""
        return self._state.view(self.seat)

    @property
    def over(self) -> bool:
        return self._state.over

    @property
    def result(self) -> Result | None:
        return self._state.result

    @property
    def your_turn(self) -> bool:
        """Whether the person is asked and has a choice."""
        return self._state.asked == self.seat and self.only_move is None

    @property
    def only_move(self) -> Move | None:
        """What the person has to do now without any choice."""
        if self._state.asked != self.seat:
            return None
        legal = self._state.legal_moves(self.seat)
        return legal[0] if len(legal) == 1 else None

    @property
    def story(self) -> tuple[Event, ...]:
        """Everything the person has heard since the beginning."""
        return tuple(self._story)

    def news(self) -> tuple[Event, ...]:
        """What the person has heard since this was last asked."""
        fresh = tuple(self._story[self._told :])
        self._told = len(self._story)
        return fresh

    # --- moves -----------------------------------------------------------------------------------

    def decide(self, move: Move) -> None:
        """The person makes a move."""
        self._make(move, self.seat)

    def go_on(self) -> bool:
        """One opponent makes a move, or the person the only one they have; False if the person
        has a choice or the game is over."""
        asked, only = self._state.asked, self.only_move
        if asked is None or self.your_turn:
            return False
        if only is not None:
            self._make(only, asked)
            return True
        player = self.opponents[asked] if asked < len(self.opponents) else self._house()
        self._make(self._state.choose(player, asked, seed=self._chance()), asked)
        return True

    def hints(self) -> tuple[Hint, ...]:
        """What an expert would do, who sees no more than the person: the best moves first."""
        return hints(self._state, self.seat, player=HINTS, seed=self._chance())

    def undo(self) -> bool:
        """Goes back to the person's last decision; False if there was none."""
        if not self._marks:
            return False
        self._state, heard = self._marks.pop()
        del self._story[heard:]
        self._told = heard
        self._made = len(self._state.log)
        return True

    def _make(self, move: Move, seat: int) -> None:
        before = _Mark(self._state, len(self._story))
        self._state = self._state.apply(move, seat)
        if seat == self.seat and len(before.state.legal_moves(seat)) > 1:
            self._marks.append(before)
        self._made += 1
        self._story.extend(self._state.view(self.seat).events)

    def _chance(self) -> int:
        """The chance that a player has at this decision: the same whenever it is taken again."""
        return game_seed(self.seed, self._made)

    def _house(self) -> str:
        """Whoever decides for the house, should it have a choice."""
        return next(filter(None, self.opponents), "random")

    # --- files -----------------------------------------------------------------------------------

    def to_json(self) -> str:
        """The game so far: a game file with the table beside it."""
        data = json.loads(self._state.to_json())
        data["table"] = {"seat": self.seat, "opponents": list(self.opponents), "seed": self.seed}
        return json.dumps(data, ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str | bytes) -> Session:
        """The game of a file that `to_json` wrote, with all that was heard and can be undone."""
        end = State.from_json(text)
        seat, opponents, seed = _table(parse_json(text), end.game)
        session = cls(State.begin(end.game, end.start), seat, ("random",), seed)
        session.opponents = opponents
        session.check_opponents()
        for decision in end.log:
            session._make(decision.move, decision.seat)
        session._told = session._marks[-1].heard if session._marks else 0
        return session


def _seated(opponents: Sequence[str], seat: int, players: int) -> tuple[str, ...]:
    others = players - 1
    if len(opponents) not in (1, others):
        raise ValueError(
            f"opponents must be one for all other seats, or one for each of {others}, "
            f"not {len(opponents)}"
        )
    names = list(opponents) if len(opponents) == others else [opponents[0]] * others
    return (*names[:seat], "", *names[seat:])


def _table(data: Any, game: Game) -> tuple[int, tuple[str, ...], int]:
    """Seat, opponents and seed of a file."""
    table = data.get("table")
    if not isinstance(table, dict):
        raise NoSavedGame("it is a game file, but nobody was sitting at the table")
    seat: Any = table.get("seat")
    seed: Any = table.get("seed")
    opponents: Any = table.get("opponents")
    players = range(game.player_count)
    sits = type(seat) is int and seat in players
    seeded = type(seed) is int and 0 <= seed <= MOST_SEED
    filled = isinstance(opponents, list) and len(opponents) == len(players)
    if not (sits and seeded and filled and all(_plays(opponents, n, seat) for n in players)):
        raise NoSavedGame(f"its table makes no sense: {table!r}")
    return seat, tuple(opponents), seed


def _plays(opponents: list[Any], number: int, seat: int) -> bool:
    """Whether there is an opponent at every seat but the person's."""
    name = opponents[number]
    return isinstance(name, str) and (name == "") == (number == seat)
