"""Names of new games."""

from __future__ import annotations

import re

from darwindeck.evolution.runs.names import (
    description_of,
    genome_id_of,
    library_names,
    name_for,
    names_for,
)

KEYS = [f"{number:016x}" for number in range(4000)]


def test_a_key_always_gives_the_same_name() -> None:
    assert name_for(KEYS[1], ()) == name_for(KEYS[1], ()) == next(names_for(KEYS[1]))


def test_thousands_of_games_get_names_of_their_own_that_no_library_game_has() -> None:
    taken = set(library_names())
    for key in KEYS:
        name = name_for(key, taken)
        assert genome_id_of(name) not in taken
        taken.add(genome_id_of(name))
    assert len(taken) == len(KEYS) + len(library_names())


def test_most_games_get_their_first_choice() -> None:
    assert len({next(names_for(key)) for key in KEYS}) > 0.9 * len(KEYS)


def test_names_can_be_said_aloud() -> None:
    for key in KEYS:
        name = next(names_for(key))
        assert re.fullmatch(r"[A-Z][a-z]{3,9}", name)
        assert not re.search(r"[^aeiou]{5}|[aeiou]{3}|(.)\1\1", name.lower())


def test_library_names_are_names_and_identifiers() -> None:
    assert {"crazy-eights", "war", "gin-rummy"} <= library_names()


def test_a_description_names_the_forebears_and_claims_to_be_none_of_them() -> None:
    assert (
        description_of("trick", 4, {"hearts": 0.75, "scopa": 0.25})
        == "A trick-taking game for four, descended from Hearts and Scopa."
    )
    assert (
        description_of("none", 2, {"war": 0.9, "scopa": 0.1})
        == "A card game for two, descended from War."
    )
    assert description_of("betting", 12, {}) == "A betting game for 12, made up at random."
