"""One game, told move by move."""

from __future__ import annotations

import pytest

from darwindeck.cli.telling import told
from darwindeck.genome.examples import get_genome, library_ids
from darwindeck.simulation import Game, State, game_seed


def replayed(game: Game, seed: int) -> State:
    """The game that is told, played again to its end."""
    state = game.hand(game_seed(seed, 0))
    number = 0
    while not state.over:
        number += 1
        state = state.apply(state.choose("random", seed=game_seed(seed, number)))
    return state


@pytest.mark.parametrize("name", library_ids())
def test_every_move_is_told_in_order(name: str) -> None:
    game = Game(get_genome(name))
    lines = iter(told(game, ["random"], 2, single_hand=True))
    for decision in replayed(game, 2).log:
        assert f"  {decision.text}" in lines, decision.text


def test_a_card_that_only_goes_where_the_move_said_is_not_told_twice() -> None:
    lines = list(told(Game(get_genome("hearts")), ["random"], 2, single_hand=True))
    played = [line for line in lines if ": play " in line]
    assert len(played) == 52
    assert not any(line.endswith("hand to the trick") for line in lines)


def test_the_end_names_the_winner_and_what_everybody_has() -> None:
    game = Game(get_genome("euchre"))
    result = replayed(game, 2).result
    assert result is not None
    *_, end, first, second = told(game, ["random"], 2, single_hand=True)
    assert end == f"The end: {result.text}"
    assert first == f"  South and North: {result.team_scores[0]}"
    assert second == f"  West and East: {result.team_scores[1]}"


def test_each_hand_begins_after_an_empty_line() -> None:
    lines = list(told(Game(get_genome("simple-poker")), ["random"], 2, single_hand=False))
    hands = [number for number, line in enumerate(lines) if line.startswith("hand ")]
    assert len(hands) > 1
    assert all(lines[number - 1] == "" for number in hands)
