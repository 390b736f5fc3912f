"""Every game of the library can be played from Python, and in batches."""

from __future__ import annotations

import random

import pytest

import darwindeck
from darwindeck import simulation
from darwindeck.genome import get_genome, library_ids
from darwindeck.simulation import Game, SimulationResult, State, simulate_game

LONG = {"canasta", "gin-rummy", "uno", "rummy", "pinochle", "spades", "president", "tichu"}
"""Games whose matches take random players thousands of decisions: a hand of them is played."""


def random_game(genome_id: str, seed: int) -> State:
    chance = random.Random(seed)
    game = Game(get_genome(genome_id))
    state = game.hand(seed) if genome_id in LONG else game.deal(seed)
    while not state.over and len(state.log) < 4000:
        seat = chance.choice(state.to_move)
        code = chance.choice(state.position.legal(seat))
        state = state.apply(next(m for m in state.legal_moves(seat) if m.code == code), seat)
    return state


@pytest.mark.parametrize("genome_id", [name for name in library_ids() if name not in LONG])
def test_a_game_can_be_played_to_its_end_and_replayed(genome_id: str) -> None:
    state = random_game(genome_id, 11)
    assert state.result is not None
    assert State.from_json(state.to_json()).digest == state.digest


@pytest.mark.parametrize("genome_id", library_ids())
def test_a_batch_of_every_game_adds_up(genome_id: str) -> None:
    result = simulate_game(get_genome(genome_id), 8, single_hand=genome_id in LONG)
    assert isinstance(result, SimulationResult)
    assert sum(result.wins) + result.draws + result.limit_reached == 8


@pytest.mark.parametrize("genome_id", ["hearts", "spades", "briscola", "scopa", "euchre"])
def test_players_who_think_beat_players_who_do_not(genome_id: str) -> None:
    genome = get_genome(genome_id)
    seats = genome.player_count
    strong = {0, 2} if genome.team_mode else {0}
    players = ["mc:60" if seat in strong else "random" for seat in range(seats)]
    result = simulate_game(genome, 60, players, single_hand=True, seed=5)
    won = sum(result.player_wins[seat] for seat in strong)
    decided = sum(result.player_wins)
    assert won / decided > len(strong) / seats


def test_what_is_public_is_importable_from_the_top() -> None:
    for name in ("Game", "State", "View", "Result", "IllegalMove", "simulate_game"):
        assert getattr(darwindeck, name) is getattr(simulation, name)
        assert name in darwindeck.__all__
    for name in (
        "matches_pattern",
        "find_best_matching_pattern",
        "compare_patterns",
        "card_matches_rule",
    ):
        assert getattr(darwindeck, name) is getattr(simulation, name)
    assert callable(darwindeck.generate_random_genome)
    assert callable(darwindeck.generate_random_patterns)
