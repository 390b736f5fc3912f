"""What a game is about, and what is new in it."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from darwindeck.evolution.ideas import are_alike, ideas_of, library_ideas, twist_of
from darwindeck.evolution.novelty import is_known, is_variant, likest_known
from darwindeck.evolution.runs.settings import Settings
from darwindeck.genome.checked import is_sound
from darwindeck.genome.examples import get_genome
from darwindeck.genome.options import fold_options
from darwindeck.genome.schema import (
    CardCondition,
    DrawPhase,
    GameGenome,
    Moment,
    PassPhase,
    Rank,
    Reverse,
    SpecialEffect,
    TurnsPhase,
)
from darwindeck.genome.tree import at
from darwindeck.library import library_ids


def folded(name: str) -> GameGenome:
    return fold_options(get_genome(name))


def without_passing(game: GameGenome) -> GameGenome:
    phases = [one for one in game.turn_structure.phases if not isinstance(one, PassPhase)]
    return replace(game, turn_structure=replace(game.turn_structure, phases=tuple(phases)))


def with_passing(game: GameGenome) -> GameGenome:
    phases = (PassPhase(count=2, to=("left(turn)",)), *game.turn_structure.phases)
    return replace(game, turn_structure=replace(game.turn_structure, phases=phases))


@pytest.mark.parametrize("name", library_ids())
def test_a_known_game_has_no_twist_and_every_idea_has_a_clause(name: str) -> None:
    game = folded(name)
    assert twist_of(game).size == 0
    for idea, paths in ideas_of(game).items():
        assert paths, idea
        for path in paths:
            at(game, path)


def test_what_is_kept_of_the_library_is_what_follows_from_it() -> None:
    assert library_ideas() == {name: frozenset(ideas_of(folded(name))) for name in library_ids()}


def test_numbers_players_cards_and_rules_left_out_are_no_ideas() -> None:
    hearts = folded("hearts")
    longer = tuple(replace(win, threshold=7) for win in hearts.win_conditions)
    assert ideas_of(replace(hearts, win_conditions=longer)).keys() == ideas_of(hearts).keys()
    assert ideas_of(replace(hearts, player_count=3)).keys() == ideas_of(hearts).keys()
    plainer = without_passing(hearts)
    assert "cards passed on" in ideas_of(hearts)
    assert not ideas_of(plainer).keys() - ideas_of(hearts).keys()
    assert is_variant(plainer, 0.3)
    assert not is_variant(plainer, 0.0)


def test_one_idea_more_makes_a_variant_and_several_make_a_new_game() -> None:
    game = folded("big-two")
    turns = game.turn_structure.phases[-1]
    assert isinstance(turns, TurnsPhase)
    drawing = replace(turns, phases=(DrawPhase(), *turns.phases))
    phases = (*game.turn_structure.phases[:-1], drawing)
    one = replace(game, turn_structure=replace(game.turn_structure, phases=phases))
    assert is_sound(one)
    twist = twist_of(one)
    assert twist.genome_id == "big-two"
    assert twist.ideas == ("drawing each turn",)
    assert is_variant(one, 0.3)
    jacks = SpecialEffect(CardCondition(rank=Rank.JACK), Moment.PLAYED, (Reverse(),))
    two = replace(with_passing(one), special_effects=(*one.special_effects, jacks))
    assert is_sound(two)
    assert set(twist_of(two).ideas) == {
        "drawing each turn",
        "cards passed on",
        "cards that turn the direction round",
    }
    assert not is_variant(two, 0.3)


def test_a_variant_is_known_whatever_its_rulebook_says() -> None:
    game = with_passing(folded("spades"))
    assert is_known(game, novelty=0.001)
    assert likest_known(game).genome_id in ("spades", "partnership-spades")


def test_who_breeds_from_games_of_their_own_wants_variants() -> None:
    origin = json.dumps(folded("spades").to_dict())
    game = with_passing(folded("spades"))
    assert not is_variant(game, 0.3, (origin,))
    assert not is_known(game, 0.01, (origin,))
    assert is_known(game, Settings().novelty, (origin,))


def test_games_are_told_alike_if_hardly_an_idea_lies_between_them() -> None:
    hearts = folded("hearts")
    assert are_alike(hearts, replace(hearts, player_count=3))
    assert not are_alike(hearts, without_passing(hearts))
    assert not are_alike(hearts, folded("spades"))
