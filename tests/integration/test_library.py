"""The library: every game valid, complete, shipped and written out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from darwindeck.genome import examples
from darwindeck.genome.absent import may_be_left_out, of_part
from darwindeck.genome.codec import from_json, kinds_of, to_json
from darwindeck.genome.completeness import check_genome_completeness
from darwindeck.genome.conditions import CardContext, card_matches
from darwindeck.genome.decks import card_count, deck_cards
from darwindeck.genome.implied import said_again
from darwindeck.genome.options import apply_options
from darwindeck.genome.problems import Path
from darwindeck.genome.schema import Action, GameGenome, Phase, TrickPhase
from darwindeck.genome.schema.base import Part, fields_of
from darwindeck.genome.tree import walk
from darwindeck.genome.validator import GenomeValidator
from darwindeck.library import get_genome, get_seed_genomes, library_ids
from darwindeck.library.shelf import FOLDER

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
def test_a_library_file_is_canonical_and_named_after_its_game(genome: GameGenome) -> None:
    file = FOLDER / f"{genome.genome_id}.json"
    text = file.read_text(encoding="utf-8")
    assert text == to_json(genome)
    assert from_json(text) == genome
    assert GameGenome.from_dict(genome.to_dict()) == genome


@every_game
def test_a_library_file_says_where_the_rules_come_from(genome: GameGenome) -> None:
    assert genome.description
    assert genome.sources


def test_a_file_of_an_ordinary_game_is_short() -> None:
    assert len(to_json(get_genome("hearts")).splitlines()) <= 110


@pytest.mark.parametrize(
    ("name", "most"), [("cribbage", 431), ("skat", 443), ("dou-dizhu", 795), ("tichu", 1617)]
)
def test_a_difficult_game_is_said_in_half_of_what_it_took(name: str, most: int) -> None:
    """The first edition said Cribbage in 863 numbers, words and expressions, Skat in 886, Dou Dizhu
    in 1,591 and Tichu in 3,235."""
    assert _amount(get_genome(name).to_dict()) <= most


def _amount(data: Any) -> int:
    if isinstance(data, dict):
        return sum(map(_amount, data.values()))
    return sum(map(_amount, data)) if isinstance(data, list | tuple) else 1


@every_game
def test_what_a_file_leaves_out_says_nothing_or_follows(genome: GameGenome) -> None:
    data = genome.to_dict()
    data.pop("$schema")
    again = said_again(genome)
    for path, part, written in _written(genome, data, ()):
        for field in fields_of(type(part)):
            if field.name not in written:
                value = getattr(part, field.name)
                assert may_be_left_out(type(part), field, of_part(part)), (path, field.name)
                assert value == field.default or (*path, field.name) in again, (path, field.name)


def _written(value: Any, data: Any, path: Path) -> Iterator[tuple[Path, Part, dict[str, Any]]]:
    if isinstance(value, Part):
        yield path, value, data
        for name in data.keys() - {"kind"}:
            yield from _written(getattr(value, name), data[name], (*path, name))
    elif isinstance(value, tuple):
        for index, (item, inner) in enumerate(zip(value, data, strict=True)):
            yield from _written(item, inner, (*path, index))


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


@every_game
def test_the_choices_in_force_leave_the_game_as_it_is(genome: GameGenome) -> None:
    for option in genome.options:
        assert apply_options(genome, {option.name: option.value}) == genome


@pytest.mark.parametrize(
    ("name", "table", "trump", "mode", "total"),
    [
        ("baloot", "card_points", None, "sun", 120),
        ("baloot", "card_points", "hearts", "hokum", 152),
        ("briscola", "card_points", None, "", 120),
        ("klaverjas", "card_points", "clubs", "", 152),
        ("pidro", "card_points", "spades", "", 14),
        ("pinochle", "counters", None, "", 240),
        ("schnapsen", "card_points", None, "", 120),
        ("uno", "card_points", None, "", 1240),
    ],
)
def test_the_cards_of_the_deck_are_worth_what_they_should(
    name: str, table: str, trump: str | None, mode: str, total: int
) -> None:
    genome = get_genome(name)
    context = CardContext.of(genome, mode=mode, trump=trump)
    lines = next(t.lines for t in context.point_tables if t.name == table)
    worth = [
        next((line.points for line in lines if card_matches(card, line.cards, context)), 0)
        for card in deck_cards(genome)
    ]
    assert sum(worth) == total


@pytest.mark.parametrize(
    ("name", "shared", "sides", "target"),
    [("hearts", 26, 4, 100), ("euchre", 1, 2, 10), ("schnapsen", 1, 2, 7)],
)
def test_the_most_hands_are_enough_to_reach_the_target(
    name: str, shared: int, sides: int, target: int
) -> None:
    match = get_genome(name).match
    assert match is not None
    assert match.hands is not None
    assert match.hands * shared > sides * (target - 1)


def test_a_choice_may_put_others_in_force() -> None:
    tournament = apply_options(get_genome("pidro"), {"rules": "tournament"})
    values = {option.name: option.value for option in tournament.options}
    assert (values["fourteen"], values["discards"]) == ("dealer_only", "face_down")
    assert tournament.match is not None
    assert tournament.match.first_dealer == "random"


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
