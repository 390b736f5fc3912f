"""Players who learn: the same everywhere, stoppable at once, sensible on anything."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest

from darwindeck import get_genome
from darwindeck._core import learn_game, schooling, study_games, teach_game, weights_of
from darwindeck.genome.schema import GameGenome
from darwindeck.simulation import Game, MoveKind, simulate_game
from darwindeck.simulation.moves import fields_of


def learnt(name: str, steps: int, threads: int = 1) -> bytes:
    core = Game(get_genome(name)).core
    learn_game(core, steps, threads=threads)
    weights = weights_of(core, steps)
    assert weights is not None
    return weights


@pytest.mark.parametrize("name", ["briscola", "solitaire"])
def test_any_number_of_threads_learns_the_same(name: str) -> None:
    assert learnt(name, 9000) == learnt(name, 9000, threads=3)


def test_what_is_learnt_beats_chance() -> None:
    core = Game(get_genome("briscola")).core
    pairs = [["learned:30000", "random"], ["random", "learned:30000"]]
    traces = study_games(core, 100, seed=1, lineups=pairs, single_hand=True)
    won = sum(trace["shares"][trace["lineup"]] for trace in traces)
    assert won > 140


@pytest.mark.parametrize("name", ["mus", "baloot", "dou-dizhu"])
def test_players_learn_to_get_on_with_it(name: str) -> None:
    """Cards may be exchanged as long as all want to, or one hand thrown in after the other."""
    game, player = Game(get_genome(name)), "learned:60000"
    learn_game(game.core, 60_000)
    players = [player] * len(game.seats)
    played = game.core.simulate(20, seed=77, players=players, single_hand=True)
    assert played["limit"] == 0
    assert played["turns"][-1] < 200


def test_who_has_learnt_nothing_throws_in_hands_but_not_for_ever() -> None:
    """Whoever thinks nothing of any call passes at first, and becomes restless in the end."""
    game = Game(get_genome("baloot"))
    assert simulate_game(game, 3, players="learned:1", single_hand=True).limit_reached == 0


def test_a_hand_of_hundreds_of_decisions_is_learnt_from_before_it_ends() -> None:
    """Whoever holds what is to be claimed mostly lays that."""
    game = Game(get_genome("cheat"))
    learn_game(game.core, 60_000)
    true = lies = 0
    for seed in range(3):
        position = game.core.deal(seed)
        for number in range(300):
            seat = position.asked()
            if seat is None:
                break
            code = position.choose(seat, "learned:60000", number)
            move, due = fields_of(code), position.numbers()["claim_rank"]
            held = {fields_of(other).card for other in position.legal(seat)}
            if move.kind is MoveKind.CARD and not position.picked(seat):
                if move.card % 13 == due:
                    true += 1
                elif any(card < 52 and card % 13 == due for card in held):
                    lies += 1
            position = position.apply(seat, code)
    assert true > lies + 20


def test_what_was_learnt_can_be_taught() -> None:
    weights = learnt("scopa", 3000)
    core = Game(get_genome("scopa")).core
    assert weights_of(core, 3000) is None
    assert teach_game(core, 3000, weights)
    assert weights_of(core, 3000) == weights


@pytest.mark.parametrize("place", [0, 5, 9, 40, -1])
def test_damaged_weights_are_not_taken(place: int) -> None:
    weights = bytearray(learnt("scopa", 500))
    weights[place] ^= 4
    core = Game(get_genome("scopa")).core
    assert not teach_game(core, 500, bytes(weights))
    assert not teach_game(core, 500, bytes(weights[:place]))
    assert weights_of(core, 500) is None


def test_learning_is_told_of_and_stopped_at_once() -> None:
    core = Game(get_genome("hearts")).core
    heard: list[int] = []

    def stop(done: int) -> bool:
        heard.append(done)
        return len(heard) < 3

    begun = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        learn_game(core, 9_000_000, progress=stop)
    assert len(heard) == 3
    assert heard == sorted(heard)
    assert time.monotonic() - begun < 20
    assert weights_of(core, 9_000_000) is None


def test_names_say_in_how_many_steps_they_learn() -> None:
    assert schooling("learned:500") == 500
    assert schooling("learned") == 1_000_000
    assert schooling("greedy") is None
    with pytest.raises(ValueError, match="0 is no budget"):
        schooling("learned:0")
    with pytest.raises(ValueError, match="0 steps"):
        learn_game(Game(get_genome("war")).core, 0)


def test_where_nothing_is_decided_there_is_nothing_to_learn() -> None:
    core = Game(get_genome("war")).core
    learn_game(core, 100_000_000 // 20)
    assert simulate_game(get_genome("war"), 3, "learned:1000").games_played == 3


def endless() -> GameGenome:
    """Hearts that goes on for ever."""
    genome = get_genome("hearts")
    never = replace(genome.win_conditions[0], threshold=1_000_000)
    return replace(genome, win_conditions=(never,), max_turns=500)


def test_a_game_without_an_end_is_learnt_within_the_budget() -> None:
    result = simulate_game(endless(), 2, "learned:2000", single_hand=True)
    assert result.games_played == 2


@pytest.mark.parametrize("player", ["easy", "fair", "expert:20"])
def test_levels_play_any_game(player: str) -> None:
    if player.startswith("expert"):
        core = Game(get_genome("scopa")).core
        learn_game(core, 2000)
        weights = weights_of(core, 2000)
        assert weights is not None
        assert teach_game(core, 1_000_000, weights)
        played = core.simulate(2, seed=1, players=[player], single_hand=True)
        assert played["games"] == 2
    else:
        assert simulate_game(get_genome("scopa"), 2, player, single_hand=True).games_played == 2


@pytest.mark.parametrize("name", ["easy:5", "fair:5ms", "strong:1", "expert:0"])
def test_levels_take_no_odd_budgets(name: str) -> None:
    with pytest.raises(ValueError, match="is no player"):
        schooling(name)


def test_nobody_goes_round_in_circles_alone_while_anything_new_can_be_done() -> None:
    state = Game(get_genome("freecell")).hand(3)
    seen = set()
    for _ in range(60):
        if state.asked is None:
            break
        table = str(state.view(0).piles)
        assert table not in seen
        seen.add(table)
        state = state.apply(state.choose("learned:2000"))
    assert len(seen) > 10
