"""Hands and matches of Pidro for property tests: legal play from seeds and from stacked decks.

No state is put together by hand. What is rare in play is dealt on purpose: `RARE` of the laws of
the game names it, and `test_rare_cases.py` shows that it happens. ``DARWINDECK_TEST_SCALE``
multiplies the number of examples.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from functools import cache
from random import Random

from hypothesis import settings
from hypothesis import strategies as st

from darwindeck import get_genome
from darwindeck.cards import Suit
from darwindeck.genome.options import apply_options
from darwindeck.laws.court import Court
from darwindeck.laws.law import Law
from darwindeck.laws.moment import WatchedMoment
from darwindeck.laws.record import Record, play
from darwindeck.oracles.pidro.deals import RARE, rare
from darwindeck.oracles.pidro.hand import At, Hand, HandWatch
from darwindeck.oracles.pidro.laws import LAWS
from darwindeck.simulation import Game, State
from darwindeck.simulation.state import Start

SCALE = float(os.environ.get("DARWINDECK_TEST_SCALE", "1"))
PROPERTIES = {law.name: law for law in LAWS.laws}

sampled = settings(max_examples=max(1, round(20 * SCALE)), deadline=None)
"""How many hands each property is tried on."""


def of(*numbers: int) -> list[Law]:
    """Properties by their numbers in the document."""
    return [PROPERTIES[f"property {number}"] for number in numbers]


@cache
def pidro(**options: str) -> Game:
    return Game(apply_options(get_genome("pidro"), options))


# --- what is drawn --------------------------------------------------------------------------------

suits = st.sampled_from(list(Suit))
seeds = st.integers(0, 2**64 - 1)
dealers = st.integers(0, 3)


@st.composite
def dealt_hands(draw: st.DrawFn) -> Record:
    """A hand from a shuffled deck, with any calls and any cards."""
    start = Start(draw(seeds), True, None, draw(dealers))
    return play(pidro(), start, ("random",))


@st.composite
def rare_hands(draw: st.DrawFn) -> Record:
    """A hand in which something rare happens, in any suit; the rest is played at random."""
    opening = rare(pidro(), draw(st.sampled_from(list(RARE))), draw(suits))
    start = opening.start._replace(seed=draw(seeds))
    return play(pidro(), start, ("random",), opening=opening.moves)


hands = st.one_of(dealt_hands(), rare_hands())


@st.composite
def matches(draw: st.DrawFn) -> Record:
    """A match of players who pass more often than not, so that it comes to an end."""
    game, start = pidro(target="31"), Start(draw(seeds), False, None, None)
    chance = Random(start.seed)
    position = State.begin(game, start).position
    moves: list[tuple[int, int]] = []
    while (seat := position.asked()) is not None:
        legal = position.legal(seat)
        bidding = game.labels.phases[position.frames()[-1][0]].name == "auction"
        code = legal[0] if bidding and chance.random() < 0.8 else chance.choice(legal)
        position = position.apply(seat, code)
        moves.append((seat, code))
    return play(game, start, ("random",), len(moves), moves)


@st.composite
def states(draw: st.DrawFn) -> State:
    """Any moment of a hand."""
    record = draw(hands)
    state = State.begin(record.game, record.start)
    for seat, code in record.moves[: draw(st.integers(0, len(record.moves)))]:
        move = next(move for move in state.legal_moves(seat) if move.code == code)
        state = state.apply(move, seat)
    return state


# --- what is judged -------------------------------------------------------------------------------


def judged(law: Law, record: Record) -> int:
    """How often a law applied to a game; it must have been kept each time."""
    return all_judged((law,), record)[law.name]


def all_judged(laws: Sequence[Law], record: Record) -> Counter[str]:
    """How often each of some laws applied to a game; all must have been kept."""
    applied = Counter[str]()
    court = Court(record.game, LAWS, laws)
    for verdict in court.of_game(record, frozenset(), ("random",)):
        assert verdict.what is None, f"{verdict.law}: {verdict.what}, after {verdict.moves} moves"
        applied[verdict.law.name] += 1
    return applied


def told(record: Record) -> list[Hand]:
    """The hands of a game as they were played."""
    watch, moment, found = HandWatch(record.game), WatchedMoment(record), []
    while True:
        found += [thing for at, thing in watch.look(moment) if at == At.SCORED]
        if moment.is_last:
            return found
        moment = WatchedMoment(record, moment)
