"""Logs of matches: replay to any step, undo and redo, notation and files, for any game."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from darwindeck import get_genome, library_ids
from darwindeck.evolution import generate_random_genome
from darwindeck.genome.options import apply_options
from darwindeck.simulation import Divergence, Game, IllegalMove, MatchLog, State
from darwindeck.simulation.state import Start
from darwindeck.text.shorthand import card_shorts, move_shorts, seat_shorts

SCALE = float(os.environ.get("DARWINDECK_TEST_SCALE", "1"))


def scaled(examples: int) -> int:
    return max(1, round(examples * SCALE))


@cache
def game_of(name: str) -> Game:
    return Game(get_genome(name))


@cache
def made_up(seed: int) -> Game:
    """A game made up at random."""
    return Game(generate_random_genome(seed))


games = st.one_of(st.sampled_from(library_ids()).map(game_of), st.integers(0, 200).map(made_up))


def played(
    game: Game, seed: int, moves: int, *, stacked: bool = False, hand: bool = False
) -> MatchLog:
    """A log of random moves, each by any of the seats that may act."""
    chance = Random(seed)
    deck = list(range(len(game.cards)))
    chance.shuffle(deck)
    log = MatchLog(game, Start(seed, hand, tuple(deck) if stacked else None, None))
    state = log.state
    made: list[tuple[int, int]] = []
    while len(made) < moves and state.to_move:
        seat = chance.choice(state.to_move)
        move = chance.choice(state.legal_moves(seat))
        state = state.apply(move, seat)
        made.append((seat, move.code))
    return MatchLog(game, log.start, made)


class Logging(RuleBasedStateMachine):
    """Moves are made, taken back, made again, written down and read, in any order."""

    @initialize(game=games, seed=st.integers(0, 2**64 - 1), hand=st.booleans())
    def begin(self, game: Game, seed: int, hand: bool) -> None:
        self.log = MatchLog(game, Start(seed, hand, None, None))
        self.model = [State.begin(game, self.log.start).digest]
        """The digest after each move of the log, those that were undone included."""

    @rule(data=st.data())
    def make(self, data: st.DataObject) -> None:
        state = self.log.state
        if not state.to_move:
            return
        seat = data.draw(st.sampled_from(state.to_move))
        move = data.draw(st.sampled_from(state.legal_moves(seat)))
        self.model = [*self.model[: self.log.at + 1], state.apply(move, seat).digest]
        self.log = self.log.make(move if data.draw(st.booleans()) else move.text, seat)

    @rule(seat=st.integers(0, 3), words=st.sampled_from(["play the joker", "", "bid 99"]))
    def make_nonsense(self, seat: int, words: str) -> None:
        before = self.log
        if seat < len(self.log.game.seats):
            with pytest.raises(IllegalMove):
                self.log.make(words, seat)
        assert self.log == before

    @rule(moves=st.integers(1, 5))
    def undo(self, moves: int) -> None:
        if moves > self.log.at:
            with pytest.raises(ValueError, match="cannot be taken back"):
                self.log.undo(moves)
        else:
            self.log = self.log.undo(moves)

    @rule(moves=st.integers(1, 5))
    def redo(self, moves: int) -> None:
        if moves > len(self.log) - self.log.at:
            with pytest.raises(ValueError, match="cannot be made again"):
                self.log.redo(moves)
        else:
            self.log = self.log.redo(moves)

    @rule(share=st.floats(0, 1))
    def go(self, share: float) -> None:
        self.log = self.log.go(round(share * len(self.log)))

    @rule(share=st.floats(0, 1))
    def replay(self, share: float) -> None:
        step = round(share * len(self.log))
        afresh = MatchLog(self.log.game, self.log.start, self.log.moves)
        assert self.log.replay(step).digest == afresh.replay(step).digest == self.model[step]

    @rule()
    def write_in_notation(self) -> None:
        text = self.log.to_text()
        read = MatchLog.from_text(text, self.log.game)
        assert read == self.log.go(len(self.log))
        assert read.to_text() == text

    @precondition(lambda self: len(self.log) < 40)
    @rule()
    def write_as_json(self) -> None:
        text = self.log.to_json()
        read = MatchLog.from_json(text)
        assert read == self.log.go(len(self.log))
        assert read.to_json() == text

    @invariant()
    def the_place_is_right(self) -> None:
        assert len(self.model) == len(self.log) + 1
        assert self.log.state.digest == self.model[self.log.at]
        assert len(self.log.state.log) == self.log.at
        assert self.log.divergence(self.log.game) is None


Logging.TestCase.settings = settings(max_examples=scaled(12), stateful_step_count=20, deadline=None)
TestLogging = Logging.TestCase


@pytest.mark.parametrize("genome_id", library_ids())
def test_every_game_of_the_library_can_be_written_and_read(genome_id: str) -> None:
    for seed in range(scaled(2)):
        log = played(game_of(genome_id), seed, 150, stacked=seed % 2 == 1)
        text = log.to_text()
        read = MatchLog.from_text(text, log.game if seed else None)
        assert read == log
        assert read.to_text() == text
        assert max(map(len, text.splitlines())) <= 100 or " " not in text.splitlines()[-1].strip()


@settings(max_examples=scaled(25))
@given(number=st.integers(0, 10_000), seed=st.integers(0, 1000))
def test_games_made_up_at_random_can_be_written_and_read(number: int, seed: int) -> None:
    log = played(Game(generate_random_genome(number)), seed, 60, stacked=seed % 2 == 1, hand=True)
    text = log.to_text()
    read = MatchLog.from_text(text, log.game)
    assert read == log
    assert read.to_text() == text


def test_the_notation_reads_as_players_would_write_it() -> None:
    log = played(game_of("pidro"), 3, 12)
    head, game, start, hand = log.to_text().splitlines()
    assert head == "darwindeck log, edition 2.0"
    assert re.fullmatch(r"game pidro [0-9a-f]{16}", game)
    assert start == "seed 3"
    moves, mark = hand.split(" =")
    assert moves == "1. W:11 N:14 E:14 S:-; E:t=C; S:4C; E:JC S:5S N:KC; N:2C E:8C S:3C"
    assert f"{log.state.digest:016x}".startswith(mark)


@settings(max_examples=scaled(20))
@given(game=games, seed=st.integers(0, 1000))
def test_every_move_has_a_shorthand_of_its_own(game: Game, seed: int) -> None:
    log = played(game, seed, seed % 60)
    for seat in log.state.to_move:
        shorts = move_shorts(log.state, seat)
        assert sorted(m.code for m in shorts.values()) == sorted(
            m.code for m in log.state.legal_moves(seat)
        )
        for short in shorts:
            assert not set(short) & set(" ;:\t\n")
            assert not short.startswith("=")
    assert len(set(card_shorts(game.labels))) == len(game.cards)
    assert len(set(seat_shorts(game))) == len(game.seats)


def test_options_that_were_chosen_are_written_down_and_read() -> None:
    genome = apply_options(get_genome("pidro"), {"rules": "tournament", "target": "31"})
    log = played(Game(genome), 2, 10)
    line = log.to_text().splitlines()[1]
    assert {"fourteen=dealer_only", "discards=face_down", "target=31"} <= set(line.split())
    assert MatchLog.from_text(log.to_text()) == log


# --- divergence -----------------------------------------------------------------------------------


def test_a_move_that_cannot_be_made_is_found_where_it_stands() -> None:
    log = played(game_of("hearts"), 1, 30)
    moves = list(log.moves)
    moves[17], moves[18] = moves[18], moves[17]
    with pytest.raises(Divergence, match="move 18: ") as found:
        MatchLog(log.game, log.start, moves).replay()
    assert found.value.step == 18


def test_a_text_that_leads_elsewhere_is_found_at_its_deal() -> None:
    log = played(game_of("spades"), 1, 80)
    text = log.to_text()
    first = next(line for line in text.splitlines() if line.startswith("2. "))
    wrong = text.replace("seed 1\n", "seed 2\n")
    with pytest.raises(Divergence):
        MatchLog.from_text(wrong)
    mark = text.split("=")[1].split()[0]
    with pytest.raises(Divergence, match=r"line \d+ ends at =00000000"):
        MatchLog.from_text(text.replace(f"={mark}", "=00000000"))
    with pytest.raises(Divergence, match="is deal 7; it comes to deal 2"):
        MatchLog.from_text(text.replace(first, f"7. {first[3:]}"))


def test_another_rule_is_found_at_the_first_move_that_it_changes() -> None:
    log = played(game_of("pidro"), 8, 60)
    assert log.divergence(game_of("pidro")) is None
    other = Game(apply_options(get_genome("pidro"), {"dealer_hand": "short"}))
    found = log.divergence(other)
    assert found is not None
    assert found.step >= 5  # not before trumps are named
    assert (
        log.replay(found.step - 1).digest
        == MatchLog(other, log.start, log.moves).replay(found.step - 1).digest
    )


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda text: text[1:], "line 1: a log begins with 'darwindeck log, edition 2.0'"),
        (lambda text: "", "a log begins with"),
        (lambda text: "darwindeck log, edition 2.0\n", "says which game was played"),
        (lambda text: text.replace("game hearts", "game nowhere"), "no game of the library"),
        (lambda text: text.replace("game hearts ", "game hearts f"), "with the rules f"),
        (lambda text: text.replace("seed 5", "seed x"), "line 3: expected `seed NUMBER`"),
        (lambda text: text.replace("seed 5", "seed 99999999999999999999"), "a seed must be"),
        (lambda text: text.replace("seed 5", "seed 5, dealer Q"), "found 'dealer Q'"),
        (lambda text: text.replace("1. ", "1. Q:7H "), "expected a move like S:…, found 'Q:7H'"),
        (lambda text: text.replace("1. ", "1. S:XX "), "S:XX cannot be; S may do"),
        (lambda text: text.replace("seed 5", "seed 5\ndeck AH KH"), "every card of the game once"),
        (lambda text: text.replace("seed 5", "seed 5\ndeck XX"), "'XX' is no card"),
        (lambda text: text + "#" * 5_000_000, "at most 4,000,000 are read"),
        (lambda text: text + "1. " * 1_000_000 + "2.", "is deal 2; it comes to deal 1"),
        (lambda text: text + "S:" + "A" * 1_000_000, "cannot be; S may do"),
    ],
)
def test_a_damaged_log_is_refused_with_the_place(change: object, message: str) -> None:
    text = played(game_of("hearts"), 5, 20).to_text()
    assert callable(change)
    with pytest.raises(ValueError, match=message.replace("…", ".")):
        MatchLog.from_text(change(text))


@settings(max_examples=scaled(40))
@given(data=st.data())
def test_no_damage_can_do_more_than_be_refused(data: st.DataObject) -> None:
    text = played(game_of("pidro"), 5, 40).to_text()
    at = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(at, min(len(text), at + 12)))
    damaged = text[:at] + data.draw(st.text(max_size=12)) + text[end:]
    try:
        read = MatchLog.from_text(damaged, game_of("pidro"))
    except ValueError:
        return
    assert MatchLog.from_text(read.to_text(), read.game) == read


# --- the same bytes everywhere --------------------------------------------------------------------

PROGRAM = """
import sys
from tests.property.test_match_log import game_of, played
for name in ("hearts", "canasta", "uno"):
    log = played(game_of(name), 11, 60, stacked=True)
    sys.stdout.write(log.to_text() + log.to_json())
"""


def test_other_processes_and_hash_seeds_write_the_same_bytes() -> None:
    texts = {
        subprocess.run(
            [sys.executable, "-c", PROGRAM],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8"},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("0", "4711")
    }
    assert len(texts) == 1
    assert len(texts.pop()) > 10_000
