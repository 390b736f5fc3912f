"""Games played to be looked at: what a look shows, and that it changes nothing."""

from __future__ import annotations

import pytest

from darwindeck._core import study_games
from darwindeck.evaluation.traces import GameTrace, Looks, play_games
from darwindeck.genome import get_genome
from darwindeck.simulation import Game, simulate_game

EVERYTHING = Looks(course=True, checkpoints=4, playouts=8, trials=2, worlds=4, touches=2)


@pytest.fixture(scope="module")
def game() -> Game:
    return Game(get_genome("crazy-eights"))


@pytest.fixture(scope="module")
def traces(game: Game) -> list[GameTrace]:
    return play_games(game, 6, [["random"], ["greedy"]], seed=5, looks=EVERYTHING)


def outcome(trace: GameTrace) -> tuple[object, ...]:
    return trace.shares, trace.standings, trace.turns, trace.hands, trace.decisions


def test_each_deal_is_played_with_every_line_up_in_order(traces: list[GameTrace]) -> None:
    assert [(t.deal, t.lineup) for t in traces] == [(d, n) for d in range(6) for n in range(2)]


def test_a_closer_look_changes_no_game(game: Game, traces: list[GameTrace]) -> None:
    blind = play_games(game, 6, [["random"], ["greedy"]], seed=5)
    assert list(map(outcome, blind)) == list(map(outcome, traces))


def test_traces_are_the_same_in_any_number_of_threads(game: Game, traces: list[GameTrace]) -> None:
    for threads in (2, 5):
        again = play_games(
            game, 6, [["random"], ["greedy"]], seed=5, looks=EVERYTHING, threads=threads
        )
        assert again == traces


def test_deals_can_be_played_in_parts(game: Game, traces: list[GameTrace]) -> None:
    lineups = [["random"], ["greedy"]]
    rest = play_games(game, 2, lineups, seed=5, first=4, looks=EVERYTHING)
    assert rest == traces[8:]


def test_what_is_noted_of_decisions_fits_together(traces: list[GameTrace]) -> None:
    for trace in traces:
        notes = (trace.seats, trace.kinds, trace.counts, trace.leaders)
        assert {len(note) for note in notes} == {trace.decisions}
        assert sum(count > 1 for count in trace.counts) == trace.choices
        assert sum(trace.shares) == pytest.approx(1)


def test_moments_lie_in_order_and_chances_add_up(traces: list[GameTrace]) -> None:
    for trace in traces:
        moments = [at.decision for at in trace.checkpoints]
        assert moments == sorted(set(moments))
        assert moments[0] == 0
        assert moments[-1] < trace.decisions
        for at in trace.checkpoints:
            assert sum(at.chances) == pytest.approx(1, abs=1e-5)


def test_trials_have_a_value_for_every_move_and_world(traces: list[GameTrace]) -> None:
    for trace in traces:
        assert len(trace.trials) == 2
        for trial in trace.trials:
            assert 2 <= len(trial.values) <= min(trial.moves, 8)
            assert {len(values) for values in trial.values} == {4}


def test_random_games_end_as_often_and_as_long_as_in_a_batch(game: Game) -> None:
    traces = play_games(game, 300, [["random"]], seed=1)
    batch = simulate_game(game, 300, "random", seed=2)
    turns = sum(trace.turns for trace in traces) / len(traces)
    error = batch.turns.deviation / 300**0.5
    assert turns == pytest.approx(batch.turns.mean, abs=5 * error)


def test_a_long_game_is_broken_off(game: Game) -> None:
    (trace,) = play_games(game, 1, [["random"]], seed=1, most=5)
    assert trace.broken_off
    assert trace.decisions == 5
    assert not trace.finished
    assert trace.result == (0.25,) * 4


def test_estimates_are_right_on_average_where_random_players_play_on() -> None:
    """Whoever is thought to win with some chance does so about that often."""
    game = Game(get_genome("war"))
    assert not play_games(game, 1, [["random"]], seed=1, looks=EVERYTHING)[0].checkpoints
    tricks = Game(get_genome("briscola"))
    looks = Looks(checkpoints=3, playouts=16)
    traces = play_games(tricks, 60, [["random"]], seed=8, single_hand=True, looks=looks)
    last = [(t.checkpoints[-1].chances[0], t.shares[0]) for t in traces]
    hoped, won = (sum(values) / len(last) for values in zip(*last, strict=True))
    assert hoped == pytest.approx(won, abs=0.2)
    ahead = [won for chance, won in last if chance > 0.5]
    behind = [won for chance, won in last if chance < 0.5]
    assert sum(ahead) / len(ahead) > sum(behind) / len(behind) + 0.2


def test_nobody_cannot_play(game: Game) -> None:
    with pytest.raises(ValueError, match="nobody plays"):
        study_games(game.core, 1, seed=1, lineups=[[]])
    with pytest.raises(ValueError, match="at least one line-up"):
        study_games(game.core, 1, seed=1, lineups=[])
    with pytest.raises(ValueError, match="is no player"):
        study_games(game.core, 1, seed=1, lineups=[["hal"]])
