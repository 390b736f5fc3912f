"""Genomes as games of OpenSpiel: its own tests and algorithms, and its own Kuhn and Leduc poker."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel")

from open_spiel.python import rl_environment  # type: ignore[import-untyped]  # noqa: E402
from open_spiel.python.algorithms import (  # type: ignore[import-untyped]  # noqa: E402
    cfr,
    expected_game_score,
    exploitability,
    ismcts,
    mcts,
)

from darwindeck.envs import openspiel  # noqa: E402
from darwindeck.evolution import generate_random_genome  # noqa: E402
from darwindeck.genome.codec import to_json  # noqa: E402

GAMES = Path(__file__).parents[3] / "examples" / "games"
KUHN, LEDUC = (str(GAMES / f"{name}-poker.json") for name in ("kuhn", "leduc"))


def loaded(genome: str, **params: Any) -> Any:
    return pyspiel.load_game(openspiel.SHORT_NAME, {"genome": genome, **params})


def ours_of(theirs: Any, state: Any, action: int) -> int:
    """Our number for an action of theirs: fold, check or call, bet or raise."""
    legal = {state.action_to_string(state.current_player(), a): a for a in state.legal_actions()}
    player = theirs.current_player()
    word = theirs.action_to_string(player, action).lower()
    if word == "pass":
        # Of Kuhn poker: to check, or to fold once there is a bet.
        wanted = "check" if "check" in legal else "fold"
    elif word == "bet":
        wanted = "bet" if any(text.startswith("bet") for text in legal) else "call"
    else:
        wanted = {"fold": "fold", "call": "check" if "check" in legal else "call", "raise": "bet"}[
            word
        ]
    return int(next(number for text, number in legal.items() if text.startswith(wanted)))


def pairs(ours: Any, theirs: Any, cards: dict[int, int]) -> Iterator[tuple[Any, Any]]:
    """Both trees at once: every state of ours with the same state of theirs."""
    yield ours, theirs
    if ours.is_terminal() or theirs.is_terminal():
        return
    if ours.is_chance_node():
        assert theirs.is_chance_node()
        own, other = dict(ours.chance_outcomes()), dict(theirs.chance_outcomes())
        assert {cards[card]: chance for card, chance in own.items()} == pytest.approx(other)
        for card in own:
            yield from pairs(ours.child(card), theirs.child(cards[card]), cards)
        return
    assert ours.current_player() == theirs.current_player()
    actions = {ours_of(theirs, ours, action): action for action in theirs.legal_actions()}
    assert sorted(actions) == ours.legal_actions()
    for number, action in actions.items():
        yield from pairs(ours.child(number), theirs.child(action), cards)


@pytest.mark.parametrize(
    ("genome", "name", "cards", "states"),
    [
        (KUHN, "kuhn_poker", {0: 0, 1: 1, 2: 2}, 12),
        # Their cards go rank by rank, ours suit by suit.
        (LEDUC, "leduc_poker", {0: 0, 1: 2, 2: 4, 3: 1, 4: 3, 5: 5}, 936),
    ],
)
def test_small_poker_is_the_same_game_as_openspiels_own(
    genome: str, name: str, cards: dict[int, int], states: int
) -> None:
    told: dict[str, str] = {}
    back: dict[str, str] = {}
    game, other = loaded(genome), pyspiel.load_game(name)
    assert game.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM
    for ours, theirs in pairs(game.new_initial_state(), other.new_initial_state(), cards):
        assert ours.is_terminal() == theirs.is_terminal()
        if ours.is_terminal():
            assert ours.returns() == theirs.returns()
        elif not ours.is_chance_node():
            mine, other_state = ours.information_state_string(), theirs.information_state_string()
            # What a player knows is the same in both, no more and no less.
            assert told.setdefault(mine, other_state) == other_state
            assert back.setdefault(other_state, mine) == mine
    assert len(told) == states


def test_kuhn_poker_is_solved() -> None:
    game = loaded(KUHN)
    solver = cfr.CFRPlusSolver(game)
    for _ in range(40):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    value = expected_game_score.policy_value(game.new_initial_state(), [policy] * 2)
    assert value[0] == pytest.approx(-1 / 18, abs=2e-3)
    assert exploitability.exploitability(game, policy) < 0.01


def test_leduc_poker_has_the_value_that_is_known() -> None:
    """A policy that OpenSpiel found for its own game, played in ours."""
    own = pyspiel.load_game("leduc_poker")
    solver = pyspiel.CFRPlusSolver(own)
    for _ in range(60):
        solver.evaluate_and_update_policy()
    found = solver.average_policy()
    cards = {0: 0, 1: 2, 2: 4, 3: 1, 4: 3, 5: 5}

    def value(ours: Any, theirs: Any) -> float:
        if ours.is_terminal():
            return float(ours.returns()[0])
        if ours.is_chance_node():
            parts = [
                chance * value(ours.child(card), theirs.child(cards[card]))
                for card, chance in ours.chance_outcomes()
            ]
        else:
            parts = [
                chance * value(ours.child(ours_of(theirs, ours, action)), theirs.child(action))
                for action, chance in found.get_state_policy(theirs)
                if chance > 1e-3
            ]
        return float(sum(parts))

    game = loaded(LEDUC)
    assert value(game.new_initial_state(), own.new_initial_state()) == pytest.approx(
        -0.0856, abs=0.01
    )


@pytest.mark.parametrize("name", [KUHN, LEDUC, "hearts", "gin-rummy", "texas-holdem", "cheat"])
def test_openspiels_random_simulations_pass(name: str) -> None:
    game = loaded(name)
    with contextlib.redirect_stdout(io.StringIO()):
        pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


def test_so_they_do_on_games_that_nobody_made() -> None:
    played = 0
    for seed in range(6):
        game = loaded(to_json(generate_random_genome(seed)))
        if game.core.table(0).over:
            continue
        played += 1
        with contextlib.redirect_stdout(io.StringIO()):
            pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)
    assert played


def test_its_search_bots_play() -> None:
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    for name in (LEDUC, "euchre"):
        game = loaded(name)
        bots = [
            ismcts.ISMCTSBot(game, evaluator, 2.0, 6, random_state=np.random.RandomState(1)),
            mcts.MCTSBot(game, 2.0, 4, evaluator, random_state=np.random.RandomState(1)),
        ]
        state = game.new_initial_state()
        decisions = 0
        while not state.is_terminal() and decisions < 6:
            if state.is_chance_node():
                state.apply_action(state.chance_outcomes()[0][0])
                continue
            action = bots[decisions % 2].step(state)
            assert action in state.legal_actions()
            state.apply_action(action)
            decisions += 1
        assert decisions


def test_a_resampled_state_is_the_same_to_its_player() -> None:
    game = loaded("hearts")
    state = game.new_initial_state()
    state.apply_action(7)
    for _ in range(20):
        state.apply_action(state.legal_actions()[0])
    player = state.current_player()
    random = np.random.RandomState(2)
    other = state.resample_from_infostate(player, random.random_sample)
    assert other.information_state_string(player) == state.information_state_string(player)
    np.testing.assert_array_equal(other.observed(player), state.observed(player))
    assert other.legal_actions() == state.legal_actions()
    others = [seat for seat in range(4) if seat != player]
    assert any((other.observed(seat) != state.observed(seat)).any() for seat in others)


def test_information_states_do_not_tell_hidden_cards() -> None:
    """Two deals that differ in what a player cannot see are the same to it."""
    game = loaded(LEDUC)
    first, second = game.new_initial_state(), game.new_initial_state()
    for state, cards in ((first, (0, 1)), (second, (0, 5))):
        for card in cards:
            state.apply_action(card)
        state.apply_action(state.legal_actions()[0])
    assert first.information_state_string(0) == second.information_state_string(0)
    assert first.information_state_string(1) != second.information_state_string(1)
    assert first.observation_string(0) == second.observation_string(0)


@pytest.mark.parametrize("name", ["sevens", "crazy-eights", "cribbage", "hearts", "draw-poker"])
def test_what_a_player_was_told_decides_what_it_sees(name: str) -> None:
    """Two deals in which two cards are exchanged, and the same actions: whoever was told the same
    in both sees the same numbers, and may do the same."""
    game = loaded(name)
    alike = 0
    for seed in range(5):
        random = Random(seed)
        deck = random.sample(range(game.cards), game.cards)
        one, other = random.sample(range(game.cards), 2)
        exchanged = list(deck)
        exchanged[one], exchanged[other] = deck[other], deck[one]
        both = [openspiel.HistoryPoint(game)._heard(game.begun(d, seed)) for d in (deck, exchanged)]
        for _ in range(40):
            tables: list[Any] = [moment.table for moment in both]
            for seat in range(game.num_players()):
                if both[0].told[seat] == both[1].told[seat]:
                    alike += 1
                    seen = [np.zeros(game.encoding.size, np.float32) for _ in tables]
                    for table, array in zip(tables, seen, strict=True):
                        table.observe(seat, array)
                    np.testing.assert_array_equal(seen[0], seen[1])
                    assert tables[0].legal_ids(seat) == tables[1].legal_ids(seat)
            common = set(tables[0].legal_ids()) & set(tables[1].legal_ids())
            if tables[0].asked != tables[1].asked or not common:
                break
            action = random.choice(sorted(common))
            both = [moment.after(action) for moment in both]
    assert alike > 50


def test_how_many_cards_others_pick_in_secret_is_not_told() -> None:
    state = loaded("hearts").new_initial_state()
    state.apply_action(3)
    before = [state.information_state_string(seat) for seat in range(4)]
    for _ in range(3):
        state.apply_action(state.legal_actions()[0])
    after = [state.information_state_string(seat) for seat in range(4)]
    assert [a == b for a, b in zip(before, after, strict=True)] == [False, True, True, True]


def test_a_state_can_be_copied_and_written_down() -> None:
    game = loaded(KUHN)
    state = game.new_initial_state()
    state.apply_action(2)
    copy = state.clone()
    copy.apply_action(0)
    assert state.is_chance_node()
    assert not copy.is_chance_node()
    text = pyspiel.serialize_game_and_state(game, copy)
    _, again = pyspiel.deserialize_game_and_state(text)
    assert again.information_state_string() == copy.information_state_string()


@pytest.mark.parametrize(
    ("params", "reason"),
    [
        ({"genome": "no-such-game"}, "neither a game"),
        ({"genome": KUHN, "chance": "fate"}, "no chance"),
        ({"genome": KUHN, "dealer": 9}, "no seat 9"),
        ({"genome": KUHN, "reward": "fame"}, "no reward"),
    ],
)
def test_parameters_that_make_no_sense_are_refused(params: dict[str, Any], reason: str) -> None:
    with pytest.raises(Exception, match=reason):
        loaded(**params)


def test_more_chance_than_a_first_deal_is_not_dealt_card_by_card() -> None:
    state = loaded("crazy-eights", chance="explicit").new_initial_state()
    with pytest.raises(Exception, match="chance=sampled"):
        play_on(state, 4_000)


def play_on(state: Any, most: int) -> None:
    """Draws whenever that is possible, so that the stock is used up."""
    for _ in range(most):
        actions = state.legal_actions()
        state.apply_action(actions[0] if state.is_chance_node() else actions[-1])


@pytest.mark.parametrize("name", [KUHN, "spades"])
def test_its_agents_get_observations(name: str) -> None:
    env = rl_environment.Environment(loaded(name))
    step = env.reset()
    for _ in range(20):
        if step.last():
            break
        player = step.observations["current_player"]
        assert len(step.observations["info_state"][player]) == env.game.encoding.size
        step = env.step([step.observations["legal_actions"][player][0]])


@pytest.mark.parametrize("name", ["hearts", "euchre"])
def test_states_that_were_dealt_card_by_card_are_written_down(name: str) -> None:
    game = loaded(name, chance="explicit")
    with contextlib.redirect_stdout(io.StringIO()):
        pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
