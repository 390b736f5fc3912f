"""Nothing hidden leaves a table: not by what is sent, how often, in which order, how long or when.

Two worlds that differ only in cards which a seat has not seen are played side by side at real
tables, and every byte that the seat and onlookers are sent is compared.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from darwindeck import get_genome, library_ids
from darwindeck._core import Position
from darwindeck.evolution import generate_random_genome
from darwindeck.laws.record import Record, play
from darwindeck.laws.twins import Twin, TwinOutcome, Why
from darwindeck.laws.twins import TwinGame as Twins
from darwindeck.simulation import Game
from darwindeck.simulation.state import Start, State
from darwindeck.simulation.table import ONLOOKER, Table
from darwindeck.table.model import TableModel, TableMoment
from darwindeck.table.room import BEAT, Room
from darwindeck.table.store import SeatRow, Store, TableRow
from tests.support.seeds import SCALE, for_seeds
from tests.support.tables import client_of, opened

PAIRS = 2 if SCALE <= 1 else 10
"""Pairs of hidden cards that change places in each game."""
MOVES = 60 if SCALE <= 1 else 100_000
"""Decisions of a match; at scale it is played to its end."""
MOMENTS = 12 if SCALE <= 1 else 100_000
"""Moments of a match at which what is hidden is dealt anew."""
LONGEST = 1_000 if SCALE <= 1 else 100_000
"""Decisions after which a match is not followed any further."""


class Ear:
    """Hears everything that a seat is sent."""

    def __init__(self) -> None:
        self.heard: list[str] = []

    def send(self, text: str) -> None:
        self.heard.append(text)


class Stacked(TableModel):
    """A game that begins with a given position."""

    first: Position

    def begin(self, seed: int) -> TableMoment:
        return TableMoment(Table(self.labels, self.first))


class World:
    """A table with only persons at it, of whom one is listened to."""

    def __init__(self, game: Game, first: Position, seat: int) -> None:
        model = Stacked(game)
        model.first = first
        self.seat = seat
        self.store = Store(":memory:")
        persons = tuple(SeatRow("person", "", "", None) for _ in range(game.player_count))
        row = TableRow("a table", "", 1, b"", persons, (), False)
        self.store.add_table(row)
        self.room = Room(row, self.store, model=model)
        self.ears = {seat: Ear(), ONLOOKER: Ear()}
        for who, ear in self.ears.items():
            self.room.join(who, ear)

    def decide(self, actor: int, code: int) -> None:
        self.room._make(actor, code)

    def told(self) -> list[list[str]]:
        """Every frame so far, of the seat and of onlookers."""
        return [ear.heard for ear in self.ears.values()]

    def told_to_latecomers(self) -> list[list[str]]:
        """What somebody gets who comes now, or says something that makes no sense."""
        late = Ear()
        self.room.join(ONLOOKER, late)
        for wrong in ({"t": "move", "seq": -1, "move": 0}, {"t": "undo"}, {"t": "hello"}):
            self.room.say(self.seat, wrong)
        return [*self.told(), late.heard]

    def close(self) -> None:
        self.room.close()
        self.store.close()


class Watcher(Twin):
    """Follows two games that differ in cards that a seat has not seen, at two tables."""

    def __init__(self, game: Twins, seat: int, swap: dict[int, int]) -> None:
        super().__init__(game, seat, swap)
        rules = game.record.game
        self.ours = World(rules, game.history[0].position, seat)
        self.theirs = World(rules, self.table.position, seat)
        self.made = 0
        self.compared = 0

    def decide(self, actor: int, code: int) -> bool:
        self.theirs.decide(actor, code)
        return super().decide(actor, code)

    def look(self) -> TwinOutcome | None:
        outcome = super().look()
        if outcome is None:
            for actor, code in self.game.record.moves[self.made : self.at]:
                self.ours.decide(actor, code)
            self.made = self.at
            assert self.ours.told() == self.theirs.told()
            self.compared += 1
        return outcome

    def follow(self, moves: int) -> TwinOutcome:
        try:
            outcome = super().follow(moves)
            if outcome.why is Why.END:
                assert self.ours.told_to_latecomers() == self.theirs.told_to_latecomers()
        finally:
            self.ours.close()
            self.theirs.close()
        return outcome


def match(game: Game, seed: int) -> Record:
    deck = list(range(len(game.cards)))
    Random(seed).shuffle(deck)
    return play(game, Start(seed, False, tuple(deck), None), ("random",), MOVES)


def longest(twins: Twins, seat: int) -> tuple[int, list[int]]:
    """The longest beginning of a game after which there are cards that a seat has not seen."""
    moves = len(twins.record.moves)
    while len(unseen := twins.unseen(seat, moves)) < 2 and moves:
        moves = moves * 3 // 4
    return moves, unseen


def lies_open(game: Game) -> bool:
    """Whether everybody sees every card that is dealt."""
    state = game.deal(11)
    views = [state.view(seat) for seat in range(game.player_count)]
    return all(None not in pile.cards for view in views for pile in view.piles)


def frames_compared(game: Game, seed: int) -> int:
    """How often everything was compared, and found the same, with some cards exchanged."""

    async def compare() -> int:
        # Nothing is awaited: whatever a table would do by itself waits, and is never done.
        twins = Twins(match(game, seed))
        chance, compared = Random(seed), 0
        for _ in range(PAIRS):
            seat = chance.randrange(game.player_count)
            moves, unseen = longest(twins, seat)
            if len(unseen) > 1:
                one, other = chance.sample(unseen, 2)
                watcher = Watcher(twins, seat, {one: other, other: one})
                outcome = watcher.follow(moves)
                assert outcome.why is not Why.NOTICED, outcome.what
                compared += watcher.compared
        return compared

    return asyncio.run(compare())


@pytest.mark.parametrize("genome_id", library_ids())
def test_frames_are_the_same_if_hidden_cards_change_places(genome_id: str) -> None:
    game = Game(get_genome(genome_id))
    assert frames_compared(game, 11) or not match(game, 11).moves or lies_open(game)


@for_seeds(8 if SCALE <= 1 else 10)
def test_so_are_those_of_games_that_nobody_wrote(seed: int) -> None:
    assert frames_compared(Game(generate_random_genome(seed)), seed) >= 0


# --- every moment of whole matches ---------------------------------------------------------------


def moments(model: TableModel, seed: int) -> Iterator[TableMoment]:
    """Some moments of a whole match, or all of them."""
    record = play(model.game, Start(seed, False, None, None), ("random",), LONGEST)
    step = max(1, len(record.moves) // MOMENTS)
    moment = TableMoment(Table(model.labels, State.begin(model.game, record.start).position))
    for number, (seat, code) in enumerate(record.moves):
        if not number % step:
            yield moment
        moment = moment.after(seat, code, model.labels.seats[seat])


def views_compared(game: Game, seed: int) -> int:
    """How often the view of a seat was the same in another world that it could be in."""
    model, compared = TableModel(game), 0
    for moment in moments(model, seed):
        if moment.position.over:
            break
        for seat in range(game.player_count):
            other = moment.position.redeal(seat, compared)
            there = TableMoment(Table(model.labels, other))
            ours, theirs = model.view(moment, seat), model.view(there, seat)
            if moment.table.in_secret:
                # Who has answered already is public, and what a world dealt anew has forgotten.
                del ours["to_move"], theirs["to_move"]
            assert json.dumps(ours, sort_keys=True) == json.dumps(theirs, sort_keys=True)
            compared += 1
    return compared


@pytest.mark.parametrize("genome_id", library_ids())
def test_a_seat_sees_the_same_in_every_world_that_it_could_be_in(genome_id: str) -> None:
    game = Game(get_genome(genome_id))
    assert views_compared(game, 3) or not match(game, 3).moves


@for_seeds(5 if SCALE <= 1 else 10)
def test_so_it_does_in_games_that_nobody_wrote(seed: int) -> None:
    assert views_compared(Game(generate_random_genome(seed)), seed) >= 0


# --- saves, errors, logs, time -------------------------------------------------------------------


def test_what_is_saved_is_not_shown_before_the_match_is_over(tmp_path: Path) -> None:
    """Nor does anything tell whether it would have been worth seeing."""
    with client_of(tmp_path / "tables.sqlite") as client:
        answers = set()
        for _ in range(2):
            made = opened(client, "hearts", seats=[{"kind": "person"}] * 4)
            for secret in (made["seats"][0], made["watch"]):
                said = json.dumps({"secret": secret})
                answer = client.post(f"/api/tables/{made['table']}/replay", content=said)
                answers.add((answer.status_code, answer.text))
    assert len(answers) == 1
    assert answers.pop()[0] == 409


def test_a_fault_says_and_logs_nothing_of_the_cards(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)

    def told(fault: str) -> list[list[str]]:
        async def fail() -> list[list[str]]:
            game = Game(get_genome("hearts"))
            world = World(game, game.deal(3).position, 0)

            def broken(*_: Any) -> None:
                raise RuntimeError(fault)

            world.store.add_move = broken  # type: ignore[method-assign, assignment]
            try:
                world.room.say(0, {"t": "move", "seq": 1, "move": 0})
                return world.told()
            finally:
                world.close()

        return asyncio.run(fail())

    ours, theirs = told("seat 1 holds Q♠"), told("seat 2 holds 2♣")
    assert ours == theirs
    assert "closed" in ours[0][-1]
    assert [record for record in caplog.records if record.name.startswith("darwindeck")] == []


def test_computers_move_on_the_beat_however_long_they_think(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whatever the cards are: a quick decision and a slow one come at the same moments."""
    slept: list[float] = []

    async def rest(seconds: float) -> None:
        slept.append(seconds)

    async def rests(name: str, thinking: float) -> tuple[float, int]:
        game = Game(get_genome(name))
        world = World(game, game.deal(3).position, 0)
        try:
            monkeypatch.setattr(asyncio, "sleep", rest)
            await world.room._rest(100.0, partial(float, 100.0 + thinking))
            return thinking + slept.pop(), len(world.room.moment.position.to_move())
        finally:
            monkeypatch.undo()
            world.close()

    for thinking, beats in ((0.0, 1), (0.001, 1), (0.3, 1), (BEAT * 0.99, 1), (BEAT * 1.5, 2)):
        took, asked = asyncio.run(rests("whist", thinking))
        assert asked == 1
        assert took == pytest.approx(beats * BEAT)
    # Where several answer unseen, each of them takes a part of a beat.
    for thinking, parts in ((0.0, 1), (BEAT * 0.24, 1), (BEAT * 0.3, 2), (BEAT * 1.1, 5)):
        took, asked = asyncio.run(rests("hearts", thinking))
        assert asked == 4
        assert took == pytest.approx(parts * BEAT / 4)


def test_only_what_everybody_can_count_is_done_at_once() -> None:
    """A last card is played for its owner; one of several is not, though only one be legal."""

    async def done() -> list[tuple[int, bool]]:
        game = Game(get_genome("hearts"))
        world = World(game, game.deal(4).position, 0)
        seen: list[tuple[int, bool]] = []
        try:
            for number in range(200):
                position = world.room.moment.position
                seat = position.asked()
                if seat is None or any(kind == "hand_over" for kind, *_ in position.events()):
                    break
                if world.room.moment.table.trick:
                    held = world.room.model.held(world.room.moment.table, seat)
                    assert held is not None
                    forced = world.room._forced_for_all_to_see() is not None
                    if len(position.legal(seat)) == 1:
                        seen.append((held, forced))
                world.decide(seat, position.choose(seat, "random", number))
        finally:
            world.close()
        return seen

    seen = asyncio.run(done())
    assert {forced for held, forced in seen if held == 1} == {True}
    assert {forced for held, forced in seen if held > 1} == {False}
