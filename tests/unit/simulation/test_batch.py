"""Many games: what is counted adds up, and bad requests are refused."""

from __future__ import annotations

import importlib.util
import json
from dataclasses import replace

import pytest

from darwindeck.genome import get_genome
from darwindeck.simulation import (
    CoreFailure,
    Game,
    SimulationResult,
    Summary,
    game_seed,
    simulate_game,
)


@pytest.fixture(scope="module")
def result() -> SimulationResult:
    return simulate_game(get_genome("crazy-eights"), 60, seed=3)


def test_every_game_has_one_outcome(result: SimulationResult) -> None:
    assert result.games_played == 60
    assert sum(result.wins) + result.draws + result.limit_reached == 60
    assert result.player_wins == (sum(result.wins),)
    assert len(result.scores) == 4
    assert result.turns.count == 60
    assert result.turns.low <= result.turns.mean <= result.turns.high
    assert result.branching.count == round(result.decisions.mean * 60)
    assert 0 < result.forced < 1
    assert result.avg_winner_score >= 100


def test_team_games_count_teams() -> None:
    result = simulate_game(get_genome("euchre"), 40)
    assert sum(result.team_wins) + result.draws + result.limit_reached == 40
    assert sum(result.wins) == sum(result.team_wins)
    assert result.wins[0] + result.wins[2] == result.team_wins[0]


def test_the_result_is_the_same_with_any_number_of_threads(result: SimulationResult) -> None:
    genome = get_genome("crazy-eights")
    for threads in (1, 2, 5):
        assert simulate_game(genome, 60, seed=3, threads=threads) == result
    assert simulate_game(genome, 60, seed=4) != result


def test_the_course_of_games_is_followed_on_request(result: SimulationResult) -> None:
    assert result.lead_changes is not None
    assert result.winner_led is not None
    assert result.decided_at is not None
    assert 0 <= result.winner_led.low <= result.winner_led.high <= 1
    assert 0 <= result.decided_at.low <= result.decided_at.high <= 1
    brief = simulate_game(get_genome("crazy-eights"), 10, detailed=False)
    assert brief.lead_changes is brief.winner_led is brief.decided_at is None


def test_a_single_hand_has_one_hand() -> None:
    result = simulate_game(get_genome("hearts"), 10, single_hand=True)
    assert (result.hands.low, result.hands.high) == (1, 1)


def test_players_who_change_seats_are_counted_by_player() -> None:
    genome = get_genome("crazy-eights")
    names = ("greedy", "random", "random", "random")
    fixed = simulate_game(genome, 40, names)
    assert fixed.player_wins == fixed.wins
    moving = simulate_game(genome, 40, names, rotate=True)
    assert sum(moving.player_wins) == sum(moving.wins)
    assert moving.player_wins != moving.wins


def test_game_i_of_a_batch_can_be_dealt_alone() -> None:
    genome = get_genome("war")
    game = Game(genome)
    won = [0, 0]
    for index in range(20):
        outcome = game.deal(game_seed(7, index)).result
        assert outcome is not None
        assert outcome.winner is not None
        won[outcome.winner] += 1
    assert simulate_game(genome, 20, seed=7).wins == tuple(won)


def test_progress_is_told_up_to_the_end() -> None:
    told: list[int] = []
    simulate_game(get_genome("hearts"), 30, progress=told.append)
    assert told == sorted(told)
    assert told[-1] == 30


def test_what_progress_raises_stops_the_batch() -> None:
    def stop(done: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        simulate_game(get_genome("canasta"), 10_000, progress=stop)


# --- requests that cannot be met -----------------------------------------------------------------


@pytest.mark.parametrize("count", [0, -1, 1.5, True])
def test_there_must_be_games_and_threads(count: int) -> None:
    genome = get_genome("war")
    with pytest.raises(ValueError, match="num_games must be a whole number from 1 up"):
        simulate_game(genome, count)
    with pytest.raises(ValueError, match="threads must be a whole number from 1 up"):
        simulate_game(genome, 1, threads=count)


def test_there_must_be_a_player_for_all_or_one_for_each() -> None:
    genome = get_genome("hearts")
    with pytest.raises(ValueError, match="one for each of 4"):
        simulate_game(genome, 1, ["random", "random"])
    with pytest.raises(ValueError, match="one for each of 4"):
        simulate_game(genome, 1, [])
    with pytest.raises(ValueError, match=r'"hal" is no player.*Players are easy, fair, strong'):
        simulate_game(genome, 1, "hal")


def test_seeds_must_be_seeds() -> None:
    with pytest.raises(ValueError, match="a seed must be"):
        simulate_game(get_genome("war"), 1, seed=-5)


def test_an_audit_without_laws_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("darwindeck.simulation.batch.find_spec", lambda name: None)
    with pytest.raises(RuntimeError, match=r"the package darwindeck\.laws is missing"):
        simulate_game(get_genome("war"), 1, audit=True)


def test_an_audit_plays_every_game_under_the_laws(monkeypatch: pytest.MonkeyPatch) -> None:
    class Laws:
        seeds: list[int] = []  # noqa: RUF012

        def audit_game(
            self, game: Game, seed: int, *, players: tuple[str, ...], single_hand: bool
        ) -> None:
            assert game.genome.genome_id == "war"
            assert (players, single_hand) == (("random",), False)
            self.seeds.append(seed)

    laws = Laws()
    there = importlib.util.find_spec("darwindeck")
    monkeypatch.setattr("darwindeck.simulation.batch.find_spec", lambda name: there)
    monkeypatch.setattr("darwindeck.simulation.batch.import_module", lambda name: laws)
    simulate_game(get_genome("war"), 3, seed=9, audit=True)
    assert laws.seeds == [game_seed(9, index) for index in range(3)]


def test_a_failure_of_the_core_names_the_game() -> None:
    class Broken:
        def simulate(self, *args: object, **options: object) -> None:
            raise RuntimeError("the core failed: index out of bounds")

    game = Game(replace(get_genome("war"), name="Test Game", genome_id="test-game"))
    game.core = Broken()  # type: ignore[assignment]
    with pytest.raises(CoreFailure, match=r"'Test Game' \(genome_id test-game\): the core failed"):
        simulate_game(game, 1)


# --- what comes out ------------------------------------------------------------------------------


def test_a_result_survives_json(result: SimulationResult) -> None:
    text = json.dumps(result.to_dict())
    assert SimulationResult.from_dict(json.loads(text)) == result
    brief = simulate_game(get_genome("euchre"), 5, detailed=False)
    assert SimulationResult.from_dict(json.loads(json.dumps(brief.to_dict()))) == brief
    with pytest.raises(ValueError, match="it lacks, or should not have, seed"):
        SimulationResult.from_dict({k: v for k, v in result.to_dict().items() if k != "seed"})


def test_counts_that_do_not_add_up_are_refused(result: SimulationResult) -> None:
    first, *others = result.wins
    with pytest.raises(ValueError, match="do not add up to 60 games"):
        replace(result, wins=(first + 1, *others))
    with pytest.raises(ValueError, match="do not add up"):
        replace(result, team_wins=(1, 1))
    with pytest.raises(ValueError, match="cannot be among"):
        replace(result, lost=result.draws + 1)
    with pytest.raises(ValueError, match="turns are those of 1 games"):
        replace(result, turns=replace(result.turns, count=1))
    with pytest.raises(ValueError, match=r"share of 1\.5"):
        replace(result, forced=1.5)


def test_numbers_in_short() -> None:
    # 2, 4, 9: mean 5, squared deviations 9 + 1 + 16 = 26, divided by 2.
    summary = Summary.of((3, 15, 101, 2, 9))
    assert summary.deviation == pytest.approx(13**0.5)
    assert replace(summary, deviation=0.0) == Summary(3, 5.0, 0.0, 2.0, 9.0)
    assert Summary.of((1, 500, 250_000, 500, 500), 1000) == Summary(1, 0.5, 0.0, 0.5, 0.5)
    assert Summary.of((0, 0, 0, 0, 0)).count == 0
