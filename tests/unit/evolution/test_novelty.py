"""How far games are from the library."""

from __future__ import annotations

from dataclasses import replace

import pytest

from darwindeck.evolution.clones import play_digest
from darwindeck.evolution.novelty import (
    distance,
    library_sayings,
    nearest_known,
    sayings,
)
from darwindeck.evolution.runs.settings import Settings
from darwindeck.genome.examples import get_genome
from darwindeck.genome.options import fold_options
from darwindeck.genome.schema import GameGenome


def hearts_to(points: int) -> GameGenome:
    hearts = fold_options(get_genome("hearts"))
    assert hearts.match is not None
    return replace(
        hearts,
        name="Something Else",
        genome_id="something-else",
        win_conditions=tuple(
            replace(condition, threshold=points) if condition.threshold else condition
            for condition in hearts.win_conditions
        ),
    )


def test_a_renamed_game_played_to_another_score_is_the_same_game() -> None:
    assert distance(sayings(hearts_to(101)), library_sayings("hearts")) == pytest.approx(
        0, abs=0.02
    )
    nearest = nearest_known(hearts_to(101))
    assert nearest.genome_id == "hearts"
    assert nearest.distance < 0.05 < Settings().novelty


def test_a_game_is_no_distance_from_itself_and_the_same_from_both_sides() -> None:
    war, scopa = sayings(get_genome("war")), sayings(get_genome("scopa"))
    assert distance(war, war) == 0
    assert distance(war, scopa) == distance(scopa, war)
    assert 0.5 < distance(war, scopa) <= 1


def test_games_that_people_tell_apart_are_further_than_the_bound_of_novelty() -> None:
    bound = Settings().novelty
    pairs = [("spades", "partnership-spades"), ("uno", "crazy-eights"), ("rummy", "gin-rummy")]
    for one, other in pairs:
        assert distance(library_sayings(one), library_sayings(other)) > bound, (one, other)


def test_the_digest_ignores_names_and_notices_rules() -> None:
    hearts = fold_options(get_genome("hearts"))
    assert play_digest(hearts) == play_digest(replace(hearts, name="Other", genome_id="other"))
    assert play_digest(hearts) != play_digest(hearts_to(40))
