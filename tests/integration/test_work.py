"""One decision takes no more than so much work; what would take more stops the match, and all who
play matches learn why."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from darwindeck._core import CoreGame
from darwindeck.evaluation import evaluate_game
from darwindeck.evolution.making.door import acceptable
from darwindeck.genome.bytecode import BytecodeCompiler
from darwindeck.genome.examples import get_genome
from darwindeck.genome.schema import BlockPhase, GameGenome, MeldPhase, PlayPhase, RepeatPhase
from darwindeck.genome.tree import transform
from darwindeck.laws import audit_game
from darwindeck.simulation import Game, simulate_game
from tests.support.patience import patience
from tests.support.tiny_games import tiny_draws

PUZZLE = "mod(points(near, pips) * points(near, pips), 7) == 3"
"""No square leaves this rest, but to find that out every set of cards must be tried."""


@cache
def puzzle() -> GameGenome:
    phase = PlayPhase("near", min_cards=14, max_cards=26, after=PUZZLE)
    return patience((BlockPhase((phase,)),), 40, copies=4)


def test_a_decision_that_takes_too_much_work_stops_the_match() -> None:
    state = Game(puzzle()).deal(1)
    assert state.over
    result = state.result
    assert result is not None
    assert result.limit_reached
    assert result.limit_reason == "work"
    assert result.winners == ()
    assert result.text == "broken off because one decision would take too much work"
    assert state.events[-1].text.endswith("one decision would take too much work")


def test_the_limit_of_turns_is_another_reason() -> None:
    genome = replace(get_genome("crazy-eights"), max_turns=5)
    state = Game(genome).deal(1)
    while not state.over:
        state = state.apply(state.legal_moves()[0])
    assert state.result is not None
    assert state.result.limit_reason == "turns"


def test_batches_count_such_matches() -> None:
    result = simulate_game(puzzle(), 3, threads=1)
    assert (result.limit_reached, result.work_exceeded) == (3, 3)
    assert simulate_game(get_genome("war"), 3).work_exceeded == 0


def test_laws_evaluation_and_evolution_take_such_a_game_for_unplayable() -> None:
    with pytest.raises(Exception, match="too much work"):
        audit_game(Game(puzzle()), 1)
    problems = evaluate_game(puzzle(), effort="quick", threads=1).problems
    assert problems == ("cannot be played: one decision would take too much work",)
    assert acceptable(puzzle()) is not None


def test_the_work_of_a_match_can_be_bounded() -> None:
    core = CoreGame(BytecodeCompiler().compile_genome(get_genome("canasta")))
    free = core.simulate(2, seed=1, players=["random"], work=10**9)
    assert (free["limit"], free["work"]) == (0, 0)
    bound = core.simulate(2, seed=1, players=["random"], work=free["units"] // 8)
    assert (bound["limit"], bound["work"]) == (2, 2)
    assert bound["units"] < free["units"]


def test_the_work_is_the_same_in_any_number_of_threads() -> None:
    core = CoreGame(BytecodeCompiler().compile_genome(get_genome("gin-rummy")))
    units = {
        core.simulate(6, seed=3, players=["random"], threads=threads, work=10**9)["units"]
        for threads in (1, 2, 3)
    }
    assert len(units) == 1


def test_a_batch_is_called_off_in_the_midst_of_a_match() -> None:
    """This match has millions of turns; nobody waits for its end."""
    endless = replace(
        tiny_draws(),
        max_turns=10_000_000,
        win_conditions=(
            replace(tiny_draws().win_conditions[0], when="turns >= 9000000", threshold=0),
        ),
    )
    core = CoreGame(BytecodeCompiler().compile_genome(endless))
    for detailed in (False, True):
        tally = core.simulate(
            1, seed=1, players=["random"], detailed=detailed, progress=lambda done: False
        )
        assert tally["games"] == 0


def must_meld(part: object) -> object:
    """A repeat in which melding is no longer up to the player."""
    if isinstance(part, RepeatPhase) and isinstance(part.phases[0], MeldPhase):
        return replace(part, phases=(replace(part.phases[0], mandatory=True), *part.phases[1:]))
    return part


def test_melds_that_must_be_laid_one_after_the_other_are_looked_through_in_bounded_work() -> None:
    """Canasta with one word changed, which once took minutes for a match."""
    genome = transform(get_genome("canasta"), must_meld)
    assert genome != get_genome("canasta")
    core = CoreGame(BytecodeCompiler().compile_genome(genome))
    tally = core.simulate(2, seed=1, players=["random"], threads=1)
    assert (tally["games"], tally["work"]) == (2, 2)
