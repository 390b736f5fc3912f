"""Counterexamples become smaller, stay counterexamples, and can be replayed."""

from __future__ import annotations

from typing import Any

from darwindeck import get_genome
from darwindeck._core import Position
from darwindeck.laws import LawReport, Violation, check_game, laws_for, shrunk, smallest
from darwindeck.simulation import Game, MatchLog
from tests.support.mutants import Mutant, phase
from tests.support.odd_core import odd_game


def lost_points(truth: Position) -> list[tuple[Any, ...]]:
    """Points are told only while no hand has ended."""
    return [event for event in truth.events() if event[0] != "scored"]


def of_law(report: LawReport, name: str) -> Violation:
    return smallest(report.violations)[name]


def test_the_hand_of_a_violation_is_dealt_by_itself() -> None:
    game = odd_game(get_genome("hearts"), events=lost_points)
    report = check_game(game, games=1, seed=1, looks=0)
    last = [v for v in report.violations if v.law.name == "points"][-1]
    assert last.move > 100
    small = shrunk(game, last, tries=0)
    assert small.law == last.law
    assert small.start.single_hand
    assert small.start.deck is not None
    assert small.move <= 12 + 52


def test_a_shrunk_violation_is_one() -> None:
    two = Mutant(
        "the two goes to the winner",
        "pidro",
        "law property 3",
        lambda data: phase(data, "play").update(keep=[]),
    )
    game = two.game()
    law = next(law for law in laws_for(game.genome) if law.name == "property 3")
    report = check_game(game, games=1, seed=4, most_moves=200, laws=(law,))
    found = of_law(report, "property 3")
    small = shrunk(game, found)
    assert small.move <= found.move
    assert small.law.name == "property 3"
    assert shrunk(game, found) == small
    read = MatchLog.from_text(small.log(game).to_text(), game)
    assert read.state.digest == small.state(game).digest
    # The two was played to a trick that another side won: at least a whole trick after five calls.
    assert 5 + 2 <= small.move <= 5 + 4 * 6 + 3


def test_what_is_wrong_before_any_move_needs_no_moves() -> None:
    game = odd_game(get_genome("hearts"), places=lambda truth: truth.places()[1:])
    report = check_game(game, games=1, seed=1, single_hand=True, looks=0)
    assert shrunk(game, report.violations[-1]).move == 0


def test_of_several_violations_of_a_law_the_one_with_the_fewest_moves_is_taken() -> None:
    game = odd_game(get_genome("hearts"), places=lambda truth: truth.places()[1:])
    report = check_game(game, games=2, seed=1, single_hand=True, looks=0)
    assert {name: found.move for name, found in smallest(report.violations).items()}["cards"] == 0
    assert smallest([]) == {}


def test_a_sound_game_has_nothing_to_shrink() -> None:
    report = check_game(Game(get_genome("euchre")), games=1, seed=1, single_hand=True)
    assert smallest(report.violations) == {}
