"""What the players of the package have learnt belongs to the games as they are."""

from __future__ import annotations

import pytest

from darwindeck import get_genome, library_ids
from darwindeck._core import learn_game, schooling, teach_game, weights_of
from darwindeck.players.weights import SHIPPED, file_name
from darwindeck.simulation import Game

STEPS = schooling("strong") or 0
SMALLEST = "betting-war"
RESTLESS = 400
"""After so many turns of a hand players become restless."""
LONG = {"cheat", "palace", "spite-and-malice", "war", "beggar-my-neighbour"}
"""Games in which hands take that long: cards come back to the hand, or nobody decides anything."""


def test_every_game_of_the_library_is_learnt_and_nothing_else() -> None:
    """After a change of rules, encoding or learner `make weights` learns what is missing."""
    games = [Game(get_genome(name)) for name in library_ids()]
    wanted = {file_name(game.core, game.bytecode, STEPS) for game in games}
    assert {path.name for path in SHIPPED.iterdir()} == wanted
    assert sum(path.stat().st_size for path in SHIPPED.iterdir()) < 95_000 * len(wanted)


@pytest.mark.parametrize("name", library_ids())
def test_the_core_takes_what_was_learnt(name: str) -> None:
    game = Game(get_genome(name))
    learnt = (SHIPPED / file_name(game.core, game.bytecode, STEPS)).read_bytes()
    assert teach_game(game.core, STEPS, learnt)
    assert weights_of(game.core, STEPS) == learnt


@pytest.mark.parametrize("name", sorted(set(library_ids()) - LONG))
def test_players_end_hands_before_they_become_restless(name: str) -> None:
    """All turns count, those of hands that were thrown in as well."""
    game = Game(get_genome(name))
    if len(game.seats) > 1:
        learnt = (SHIPPED / file_name(game.core, game.bytecode, STEPS)).read_bytes()
        assert teach_game(game.core, STEPS, learnt)
        players = [f"learned:{STEPS}"] * len(game.seats)
        played = game.core.simulate(8, seed=5, players=players, single_hand=True)
        assert played["limit"] == 0
        assert played["turns"][-1] < RESTLESS


def test_the_smallest_game_is_learnt_again_bit_for_bit() -> None:
    game = Game(get_genome(SMALLEST))
    learn_game(game.core, STEPS, threads=2)
    learnt = (SHIPPED / file_name(game.core, game.bytecode, STEPS)).read_bytes()
    assert weights_of(game.core, STEPS) == learnt
