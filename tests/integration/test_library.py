"""The library: every game valid, complete, shipped and written out."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import resources
from typing import Any

import pytest

from darwindeck.genome import examples
from darwindeck.genome.codec import from_json, kinds_of, to_json
from darwindeck.genome.completeness import check_genome_completeness
from darwindeck.genome.decks import card_count
from darwindeck.genome.examples import get_genome, get_seed_genomes, library_ids
from darwindeck.genome.options import apply_options
from darwindeck.genome.schema import Action, GameGenome, Phase, TrickPhase
from darwindeck.genome.schema.base import Part, fields_of
from darwindeck.genome.tree import walk
from darwindeck.genome.validator import GenomeValidator

GAMES = {  # players, cards
    "war": (2, 52),
    "scopa": (2, 40),
    "uno": (4, 108),
    "crazy-eights": (4, 52),
    "old-maid": (4, 51),
    "go-fish": (4, 52),
    "rummy": (4, 52),
    "solitaire": (1, 52),
    "hearts": (4, 52),
    "spades": (4, 52),
    "partnership-spades": (4, 52),
    "simple-poker": (4, 52),
    "draw-poker": (4, 52),
    "blackjack": (3, 52),
    "betting-war": (2, 52),
    "bridge": (4, 52),
    "pinochle": (4, 48),
    "euchre": (4, 24),
    "canasta": (4, 108),
    "cheat": (4, 52),
    "baloot": (4, 32),
    "pidro": (4, 52),
}
TEAMS = {"partnership-spades", "bridge", "pinochle", "euchre", "canasta", "baloot", "pidro"}

every_game = pytest.mark.parametrize("genome", get_seed_genomes(), ids=lambda g: g.genome_id)


def test_the_22_games_are_there() -> None:
    assert set(GAMES) <= set(library_ids())


@pytest.mark.parametrize("name", GAMES)
def test_a_game_has_its_players_cards_and_teams(name: str) -> None:
    genome = get_genome(name)
    assert (genome.player_count, card_count(genome)) == GAMES[name]
    assert genome.team_mode is (name in TEAMS)
    assert genome.teams == (((0, 2), (1, 3)) if name in TEAMS else ())


@pytest.mark.parametrize("name", GAMES)
def test_a_game_has_a_factory_of_its_name(name: str) -> None:
    maker = getattr(examples, f"create_{name.replace('-', '_')}_genome")
    assert maker() == get_genome(name)


@every_game
def test_a_library_game_is_valid(genome: GameGenome) -> None:
    assert GenomeValidator.validate(genome) == []


@every_game
def test_a_library_game_is_complete(genome: GameGenome) -> None:
    result = check_genome_completeness(genome)
    assert result.complete, f"{genome.genome_id}: {result}"
    assert check_genome_completeness(genome.to_dict()).complete


@every_game
def test_a_library_game_ships_as_canonical_json(genome: GameGenome) -> None:
    file = resources.files(examples) / "json" / f"{genome.genome_id}.json"
    text = file.read_text(encoding="utf-8")
    assert text == to_json(genome)
    assert from_json(text) == genome


@every_game
def test_library_json_writes_every_field_out(genome: GameGenome) -> None:
    data = genome.to_dict()
    data.pop("$schema")
    for part, written in _written(genome, data):
        expected = {
            *(field.name for field in fields_of(type(part))),
            *(["kind"] if part.kind else []),
        }
        assert set(written) == expected, type(part).__name__


def _written(part: Any, data: Any) -> Iterator[tuple[Part, dict[str, Any]]]:
    if isinstance(part, Part):
        if type(part).__name__ == "CardCondition":
            return
        yield part, data
        for name, _, _ in fields_of(type(part)):
            yield from _written(getattr(part, name), data[name])
    elif isinstance(part, tuple):
        for item, value in zip(part, data, strict=True):
            yield from _written(item, value)


@every_game
def test_a_game_ends_after_a_stated_number_of_hands(genome: GameGenome) -> None:
    assert genome.match is not None
    assert genome.match.hands is not None


@every_game
def test_every_choice_of_every_option_gives_a_valid_game(genome: GameGenome) -> None:
    for option in genome.options:
        for choice in option.choices:
            chosen = apply_options(genome, {option.name: choice.name})
            assert GenomeValidator.validate(chosen) == [], (option.name, choice.name)
            assert check_genome_completeness(chosen).complete


def test_partnership_spades_has_tricks_and_partners_across() -> None:
    genome = get_genome("partnership-spades")
    assert any(isinstance(phase, TrickPhase) for phase in genome.turn_structure.phases)
    assert genome.teams == ((0, 2), (1, 3))
    assert len(genome.win_conditions) > 0


def test_the_library_uses_the_whole_language() -> None:
    """A kind of phase or action that no game needs is mostly one too many."""
    used = {type(part) for genome in get_seed_genomes() for _, part in walk(genome)}
    unused = {*kinds_of(Phase).values(), *kinds_of(Action).values()} - used
    # A showdown without betting, points for a call (Cribbage's "go") and leaving off bidding early.
    assert {part.__name__ for part in unused} <= {"ShowdownPhase", "Award", "EndPhase"}
