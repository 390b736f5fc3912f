"""The list of games, whole and narrowed down."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from darwindeck.cli import app
from darwindeck.genome.examples import get_genome, library_ids


def listed(*arguments: str) -> list[str]:
    """The games that a list shows."""
    result = CliRunner().invoke(app, ["games", *arguments, "--json"])
    assert result.exit_code == 0, result.output
    return [item["game"] for item in json.loads(result.stdout)]


def test_without_a_wish_every_game_is_listed() -> None:
    assert set(library_ids()) <= set(listed())


PATIENCES = {"elevens", "freecell", "simple-simon", "solitaire", "spider", "storehouse"}


@pytest.mark.parametrize(
    ("arguments", "games"),
    [
        (["--players", "1"], PATIENCES),
        (["--kind", "solo"], PATIENCES),
        (["--kind", "house"], {"blackjack"}),
        (["--kind", "bluffing"], {"cheat"}),
        (["--kind", "shedding", "--cards", "54"], {"dou-dizhu"}),
        (["--kind", "shedding", "--players", "2"], {"durak"}),
        (
            ["--kind", "tricks", "--players", "2"],
            {
                "all-fours",
                "bezique",
                "briscola",
                "german-whist",
                "imperial",
                "piquet",
                "schnapsen",
                "two-handed-pinochle",
                "war",
            },
        ),
        (["--kind", "tricks", "--kind", "passing"], {"hearts", "omnibus-hearts"}),
        (["--cards", "108"], {"canasta", "uno"}),
        (["--cards", "20-24"], {"euchre", "schnapsen"}),
        (["--kind", "melding", "--sides", "2"], {"canasta"}),
        (["--players", "9"], set()),
    ],
)
def test_a_list_is_narrowed_down(arguments: list[str], games: set[str]) -> None:
    assert set(listed(*arguments)) & set(library_ids()) == games


def test_no_sides_means_everybody_for_themselves() -> None:
    alone = set(listed("--sides", "0"))
    for name in library_ids():
        assert (name in alone) == (not get_genome(name).team_mode)


def test_programs_get_what_there_is_to_know_of_a_game() -> None:
    (bridge,) = json.loads(CliRunner().invoke(app, ["games", "bridge", "--json"]).stdout)
    assert bridge["players"] == 4
    assert bridge["sides"] == [[0, 2], [1, 3]]
    assert bridge["cards"] == 52
    assert bridge["kinds"] == ["calling", "tricks"]
    assert bridge["description"] == get_genome("bridge").description


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--kind", "trick"], "no kind 'trick'; did you mean `tricks`?"),
        (["--cards", "many"], "32 or 24-40"),
        (["--cards", "24-"], "32 or 24-40"),
        (["hearts", "--players", "4"], "a list can be narrowed down"),
    ],
)
def test_a_wish_that_makes_no_sense_is_answered(arguments: list[str], says: str) -> None:
    result = CliRunner().invoke(app, ["games", *arguments])
    assert result.exit_code == 2
    assert says in " ".join(result.output.split())


def test_a_list_of_nothing_says_so() -> None:
    assert "no game" in CliRunner().invoke(app, ["games", "--players", "9"]).output
