"""Short cuts change nothing: what is played quickly comes out as what is played step by step.

Where nobody watches, tricks of random players and cards that are turned up without a choice are
played without the machinery that serves everything else. Where the course of a game is followed,
they are not. Apart from what is only known of a game that was followed, both must agree.
"""

from __future__ import annotations

import os
from dataclasses import replace
from typing import Any

import pytest

from darwindeck import get_genome, library_ids
from darwindeck._core import CoreGame
from darwindeck.evolution import generate_random_genome
from darwindeck.genome.bytecode import BytecodeCompiler
from darwindeck.genome.schema import BuildMove, CardCondition, Moment, NamedCards, ScoringRule
from darwindeck.genome.tree import transform
from tests.support.seeds import for_seeds
from tests.support.watching import SLOW

SCALE = float(os.environ.get("DARWINDECK_TEST_SCALE", "1"))
FOLLOWED = {"lead_changes", "winner_led", "decided_at"}
"""What is known only of games that were followed."""


def both_ways(game: CoreGame, games: int, **more: Any) -> list[dict[str, Any]]:
    """What comes out of the same games played quickly, and step by step."""
    arguments: dict[str, Any] = {"seed": 11, "players": ["random"], "threads": 1} | more
    found = [game.simulate(games, **arguments, detailed=detailed) for detailed in (False, True)]
    assert all(found[0][name][0] == 0 for name in FOLLOWED)
    return [{name: of[name] for name in of.keys() - FOLLOWED} for of in found]


def core(name: str) -> CoreGame:
    return CoreGame(BytecodeCompiler().compile_genome(get_genome(name)))


@pytest.mark.parametrize("name", [name for name in library_ids() if name not in SLOW])
def test_matches_come_out_the_same(name: str) -> None:
    quick, slow = both_ways(core(name), round(40 * SCALE))
    assert quick == slow
    assert quick["games"] == round(40 * SCALE)


@pytest.mark.parametrize("name", library_ids())
def test_single_hands_come_out_the_same(name: str) -> None:
    games = round((3 if name in SLOW else 100) * SCALE)
    quick, slow = both_ways(core(name), games, single_hand=True)
    assert quick == slow


@pytest.mark.parametrize("name", ["war", "hearts"])
def test_in_any_number_of_threads_and_from_any_game_on(name: str) -> None:
    game = core(name)
    quick, slow = both_ways(game, 130, threads=3, first=1_000)
    assert quick == slow
    assert quick == both_ways(game, 130, first=1_000)[0]
    assert quick != both_ways(game, 130, first=1_001)[0]


@pytest.mark.parametrize("name", ["hearts", "bridge", "euchre", "klaverjas", "war"])
def test_tricks_take_the_same_work(name: str) -> None:
    quick, slow = both_ways(core(name), 10, single_hand=name != "war", work=100_000_000)
    assert quick["units"] == slow["units"] > 0


@for_seeds(60)
def test_random_games_come_out_the_same(seed: int) -> None:
    game = CoreGame(BytecodeCompiler().compile_genome(generate_random_genome(seed)))
    quick, slow = both_ways(game, 10, single_hand=True)
    assert quick == slow


def test_who_played_a_card_is_known_after_tricks_that_were_played_quickly() -> None:
    """A point for each card of one's tricks that one played oneself."""
    own = NamedCards("own_cards", "own cards", CardCondition(own_play=True))
    rule = ScoringRule("count(captured, own_cards)", moment=Moment.HAND_END)
    genome = get_genome("hearts")
    asked = replace(
        genome,
        card_sets=(*genome.card_sets, own),
        scoring_rules=(*(genome.scoring_rules or ()), rule),
    )
    game = CoreGame(BytecodeCompiler().compile_genome(asked))
    quick, slow = both_ways(game, 40, single_hand=True)
    assert quick == slow


@pytest.mark.parametrize("after", ["size(pile) != 3", "rank(pile) != Q or size(pile) > 2"])
@pytest.mark.parametrize(
    "name", ["spite-and-malice", "spider", "freecell", "solitaire", "kings-in-the-corner", "sevens"]
)
def test_what_must_hold_of_a_pile_is_judged_as_if_it_depended_on_more(
    name: str, after: str
) -> None:
    """By the top card of the pile and its size it is judged once for all piles; with anything else
    in it, for each move."""

    def played(more: str) -> dict[str, Any]:
        def changed(part: Any) -> Any:
            if not isinstance(part, BuildMove):
                return part
            return replace(part, after=f"(({part.after}) or size(pile) > 5) and ({after}){more}")

        genome = transform(get_genome(name), changed)
        game = CoreGame(BytecodeCompiler().compile_genome(genome))
        return game.simulate(3, seed=5, players=["random"], threads=1, single_hand=True)

    assert played("") == played(" and size(deck) >= 0")
    assert played("") != played(" and size(pile) > 2")
