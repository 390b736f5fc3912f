"""How games end."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from darwindeck.genome import get_genome
from darwindeck.simulation import Game, Result


def result(genome_id: str, seed: int, *, hand: bool = False) -> Result:
    chance = random.Random(seed)
    game = Game(get_genome(genome_id))
    state = game.hand(seed) if hand else game.deal(seed)
    while not state.over:
        assert state.result is None
        state = state.apply(chance.choice(state.legal_moves()))
    assert state.result is not None
    return state.result


def test_the_highest_score_wins_and_the_others_follow() -> None:
    found = result("crazy-eights", 1)
    best = max(range(4), key=lambda seat: found.scores[seat])
    assert found.winner == best
    assert found.winners == (best,)
    order = sorted(found.scores, reverse=True)
    assert found.places == tuple(1 + order.index(score) for score in found.scores)
    assert found.ranking[0] == (best,)
    assert found.team_scores == ()
    assert found.winning_team is None
    assert found.chips == ()
    assert str(found) == f"{('South', 'West', 'North', 'East')[best]} wins"


def test_where_low_scores_win_the_lowest_is_first() -> None:
    found = result("hearts", 2)
    order = sorted(found.scores)
    assert found.places == tuple(1 + order.index(score) for score in found.scores)


def test_a_team_wins_together() -> None:
    found = result("euchre", 1)
    assert found.winning_team in (0, 1)
    assert found.winners == ((0, 2), (1, 3))[found.winning_team]
    assert found.winner is None
    assert sorted(found.places) == [1, 1, 3, 3]
    assert found.team_scores[found.winning_team] == max(found.team_scores)
    assert str(found) in ("South and North win", "West and East win")


def test_a_game_about_chips_is_ranked_by_them() -> None:
    found = result("simple-poker", 3)
    assert sum(found.chips) == 4000
    order = sorted(found.chips, reverse=True)
    assert found.places == tuple(1 + order.index(chips) for chips in found.chips)


def test_winners_who_share_are_first_together() -> None:
    found = result("old-maid", 1)
    assert len(found.winners) == 3
    assert found.winner is None
    assert sorted(found.places) == [1, 1, 1, 4]
    assert str(found).endswith("share the win")


def test_a_lost_game_has_no_places() -> None:
    lost = next(r for seed in range(9) if not (r := result("solitaire", seed)).winners)
    assert lost.places == ()
    assert lost.ranking == ()
    assert str(lost) == "nobody wins"


def test_a_game_that_reaches_its_limit_is_broken_off() -> None:
    genome = replace(get_genome("crazy-eights"), max_turns=5)
    state = Game(genome).deal(1)
    while not state.over:
        state = state.apply(state.legal_moves()[0])
    assert state.result is not None
    assert state.result.limit_reached
    assert state.result.winners == ()
    assert state.result.places == ()
    assert str(state.result) == "broken off at the limit of turns"


@pytest.mark.parametrize("genome_id", ["hearts", "crazy-eights", "euchre"])
def test_a_single_hand_ends_after_one_hand(genome_id: str) -> None:
    chance = random.Random(1)
    state = Game(get_genome(genome_id)).hand(1)
    while not state.over:
        assert state.view(0).hand_number == 1
        state = state.apply(chance.choice(state.legal_moves()))
    assert state.result is not None
    assert state.result.winners
