"""Games made up at random: sound, complete, various, and the same for the same seed everywhere."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import pairwise
from random import Random

import pytest

import darwindeck
from darwindeck._core import verify_bytecode
from darwindeck.cards import Card, Rank, Suit
from darwindeck.evolution import generate_random_genome, generate_random_patterns
from darwindeck.evolution.kinds import family_in_rules
from darwindeck.evolution.making import random_genomes
from darwindeck.evolution.making.children import make_child
from darwindeck.evolution.making.dice import Dice
from darwindeck.evolution.making.random_genomes import FAMILIES, random_game
from darwindeck.genome.bytecode import BytecodeCompiler
from darwindeck.genome.codec import from_json, to_json
from darwindeck.genome.completeness import IDENTITY, check_genome_completeness
from darwindeck.genome.decks import card_count
from darwindeck.genome.examples import get_genome, get_seed_genomes
from darwindeck.genome.patterns import compare_patterns, find_best_matching_pattern
from darwindeck.genome.schema import (
    BettingPhase,
    CallPhase,
    CapturePhase,
    ClaimPhase,
    GameGenome,
    HandEvaluationMethod,
    MeldPhase,
    PlayPhase,
    TrickPhase,
    TriggerMode,
    WinCondition,
)
from darwindeck.genome.survey import survey
from darwindeck.genome.validator import GenomeValidator
from darwindeck.rulebook import generate_rulebook
from tests.support.seeds import for_seeds

GAMES = 200
"""So many games are looked at, one by one and together."""


@cache
def games() -> tuple[GameGenome, ...]:
    return tuple(map(generate_random_genome, range(GAMES)))


def rules_of(genome: GameGenome) -> dict[str, object]:
    """The game without its name."""
    names = (*IDENTITY, "name")
    return {key: value for key, value in genome.to_dict().items() if key not in names}


# --- each game -----------------------------------------------------------------------------------


@for_seeds(GAMES)
def test_a_random_game_is_valid_and_complete(seed: int) -> None:
    genome = generate_random_genome(seed)
    assert GenomeValidator.validate(genome) == []
    assert check_genome_completeness(genome).complete
    assert check_genome_completeness(genome.to_dict()).complete
    assert from_json(to_json(genome)) == genome
    verify_bytecode(BytecodeCompiler().compile_genome(genome))
    assert 0 < genome.setup.cards_per_player * genome.player_count <= card_count(genome)


@for_seeds(GAMES)
def test_the_rulebook_of_a_random_game_says_what_scores(seed: int) -> None:
    genome = generate_random_genome(seed)
    text = generate_rulebook(genome).lower()
    assert genome.name.lower() in text
    for rule in genome.card_scoring or ():
        assert str(abs(rule.points)) in text
    evaluation = genome.hand_evaluation
    for pattern in evaluation.patterns if evaluation else ():
        assert pattern.name.lower() in text


@for_seeds(GAMES)
def test_a_random_game_comes_to_an_end(seed: int) -> None:
    """It has a last hand, or a last turn, at which somebody is found to have won."""
    genome = generate_random_genome(seed)
    match = genome.match
    assert match is not None
    assert match.hands is not None
    assert 1 <= match.hands <= 20
    ends = {win.when for win in genome.win_conditions}
    limits = [int(when.split()[-1]) for when in ends if when and when.startswith("turns >= ")]
    assert all(0 < limit < genome.max_turns for limit in limits)
    assert limits or f"hand_number == {match.hands}" in ends
    if not survey(genome).by_type.get(TrickPhase) and not genome.setup.starting_chips:
        assert limits or genome.hand_evaluation is not None
    for win in genome.win_conditions:
        if win.type in ("high_score", "low_score", "first_to_score") and win.when is None:
            assert 0 < win.threshold <= 5_000
            assert win.trigger_mode is TriggerMode.THRESHOLD_GATE
            assert genome.card_scoring or genome.scoring_rules


# --- all games together --------------------------------------------------------------------------


def test_every_family_comes_up() -> None:
    families = Counter(genome.description for genome in games())
    assert len(FAMILIES) >= 8
    assert set(families) == {family.description for family in FAMILIES}
    assert max(families.values()) < GAMES // 3


def test_games_differ_in_players_and_packs() -> None:
    assert {genome.player_count for genome in games()} == {2, 3, 4, 5, 6}
    assert {24, 32, 40, 52, 104} <= {card_count(genome) for genome in games()}
    assert len({genome.setup.cards_per_player for genome in games()}) > 8


def test_different_seeds_give_different_games() -> None:
    assert len({repr(sorted(rules_of(genome).items())) for genome in games()}) == GAMES


def test_negative_seeds_give_games_of_their_own() -> None:
    assert rules_of(generate_random_genome(-7)) != rules_of(generate_random_genome(7))


def test_many_mechanics_come_up() -> None:
    parts = Counter(kind for genome in games() for kind in survey(genome).by_type)
    wanted = (
        TrickPhase,
        CallPhase,
        MeldPhase,
        CapturePhase,
        BettingPhase,
        ClaimPhase,
        PlayPhase,
    )
    assert {kind for kind in wanted if parts[kind] < 5} == set()
    assert sum(genome.team_mode for genome in games()) >= 5
    assert sum(bool(genome.special_effects) for genome in games()) >= 10
    assert sum(genome.setup.trump_suit is not None for genome in games()) >= 3
    assert sum(bool(genome.lets) for genome in games()) >= 5
    assert sum(bool(genome.roles) for genome in games()) >= 5


def test_a_single_family_has_many_games() -> None:
    """Within a family hardly anything but the course of a turn is alike."""
    for family in FAMILIES:
        made = [family.make(Dice(f"{family.description} {seed}")) for seed in range(40)]
        assert len({repr(sorted(rules_of(game).items())) for game in made}) == len(made)
        assert len({game.player_count for game in made}) >= 3


def test_no_game_of_the_library_is_copied() -> None:
    library = [rules_of(genome) for genome in get_seed_genomes()]
    for genome in games():
        rules = rules_of(genome)
        for known in library:
            assert rules["turn_structure"] != known["turn_structure"] or (
                rules["setup"] != known["setup"]
                or rules["scoring_rules"] != known["scoring_rules"]
                or rules["win_conditions"] != known["win_conditions"]
            )


# --- how they are made ---------------------------------------------------------------------------

PRINT_GAMES = """
from darwindeck import generate_random_genome, generate_random_patterns, to_json
for seed in range(40):
    print(to_json(generate_random_genome(seed)), generate_random_patterns(seed))
"""


@pytest.mark.slow
def test_a_seed_gives_the_same_game_in_every_process() -> None:
    printed = [
        subprocess.run(
            [sys.executable, "-c", PRINT_GAMES],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            check=True,
        ).stdout
        for hash_seed in ("0", "1", "4711")
    ]
    assert printed[0].count(b'"random-') == 40
    assert printed[0] == printed[1] == printed[2]


def test_the_first_attempt_is_nearly_always_sound() -> None:
    made = [random_game(Dice(f"first attempt {number}")) for number in range(300)]
    assert sum(bool(GenomeValidator.validate(game)) for game in made) <= 3


def test_an_unsound_game_is_made_up_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    sound = random_game(Dice("sound"))
    attempts = iter([replace(sound, player_count=0), replace(sound, rankings=None), sound])
    monkeypatch.setattr(random_genomes, "random_game", lambda dice, kind: next(attempts))
    assert rules_of(generate_random_genome(1)) == rules_of(sound)
    assert next(attempts, None) is None


def test_an_unsound_game_is_never_returned(monkeypatch: pytest.MonkeyPatch) -> None:
    unsound = replace(random_game(Dice("sound")), player_count=0)
    monkeypatch.setattr(random_genomes, "random_game", lambda dice, kind: unsound)
    with pytest.raises(RuntimeError, match="seed 17"):
        generate_random_genome(17)


def test_random_games_are_part_of_the_public_interface() -> None:
    assert darwindeck.generate_random_genome is generate_random_genome
    assert darwindeck.generate_random_patterns is generate_random_patterns


# --- patterns ------------------------------------------------------------------------------------

PACK = [Card(suit, rank) for suit in Suit for rank in Rank]


@for_seeds(100)
def test_random_patterns_are_in_a_strict_order(seed: int) -> None:
    patterns = generate_random_patterns(seed)
    assert len(patterns) >= 4
    assert len({pattern.name for pattern in patterns}) == len(patterns)
    for better, worse in pairwise(patterns):
        assert compare_patterns(better, worse) > 0
        assert compare_patterns(worse, better) < 0


@for_seeds(100)
def test_random_patterns_can_be_used_at_a_showdown(seed: int) -> None:
    """A game of five cards becomes one of these hands, and is sound."""
    patterns = generate_random_patterns(seed)
    game = get_genome("simple-poker")
    assert game.hand_evaluation is not None
    evaluation = replace(game.hand_evaluation, patterns=patterns)
    assert evaluation.method is HandEvaluationMethod.PATTERN_MATCH
    assert GenomeValidator.validate(replace(game, hand_evaluation=evaluation)) == []


@for_seeds(20)
def test_every_hand_comes_to_one_of_the_random_patterns(seed: int) -> None:
    patterns = generate_random_patterns(seed)
    size = patterns[0].required_count
    assert size is not None
    shuffled = Random(seed)
    found = Counter(
        find_best_matching_pattern(shuffled.sample(PACK, size), patterns) for _ in range(400)
    )
    assert None not in found
    assert len(found) > 1


def test_patterns_of_different_seeds_differ() -> None:
    assert len({generate_random_patterns(seed) for seed in range(100)}) > 95


def test_a_game_that_runs_out_of_turns_is_decided_as_its_last_hand() -> None:
    """Where few points are good, the fewest win at the turn limit too."""
    lows = 0
    for genome in games():
        wins = genome.win_conditions
        at_limit = [win for win in wins if (win.when or "").startswith("turns >=")]
        compared = [win for win in wins if win.value == "score" and win not in at_limit]
        for win in at_limit:
            if compared:
                assert comparison(win) == comparison(compared[-1])
                lows += compared[-1].type == "low_score"
    assert lows > 0


def comparison(win: WinCondition) -> tuple[object, object]:
    return win.value, win.comparison


@pytest.mark.parametrize("kind", sorted({kind for family in FAMILIES for kind in family.kinds}))
def test_a_game_of_a_kind_that_is_asked_for_is_of_that_kind(kind: str) -> None:
    games = [make_child("random", (), 0, seed, family=kind)[0] for seed in range(3)]
    assert {family_in_rules(game) for game in games} == {kind}
