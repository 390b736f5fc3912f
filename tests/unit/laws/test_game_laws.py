"""Which laws speak of which genome, how often they apply, and laws of single games."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from types import SimpleNamespace

import pytest

from darwindeck import get_genome, library_ids
from darwindeck.evolution import generate_random_genome
from darwindeck.laws import LAWS, Law, Need, Occasion, check_game, game_laws, laws_for, sample_laws
from darwindeck.laws.game_laws import GameLaws, laws_of
from darwindeck.laws.law import Finding, kept
from darwindeck.laws.moment import WatchedMoment
from tests.support.odd_core import odd_game


def names(laws: tuple[Law, ...]) -> list[str]:
    return [law.name for law in laws]


def test_a_law_says_what_it_needs_of_a_genome() -> None:
    assert "chips" in names(laws_for(get_genome("simple-poker")))
    assert "chips" not in names(laws_for(get_genome("hearts")))
    for law in LAWS:
        assert law.sentence.endswith(".")
        assert law.needs.sentence
        assert law.at in set(Occasion)


def test_laws_of_single_games_are_found_by_the_name_of_the_game() -> None:
    with_laws = [name for name in library_ids() if laws_of(get_genome(name)) is not None]
    assert with_laws == ["pidro"]
    strange = replace(get_genome("hearts"), genome_id="pidro")
    assert laws_of(strange) is None
    for name in ("../pidro", "darwindeck", "__init__", "os", "pidro.cards", ""):
        assert laws_of(replace(get_genome("hearts"), genome_id=name)) is None


def test_a_report_says_how_often_each_law_applied() -> None:
    report = check_game(get_genome("spades"), games=2, seed=1, single_hand=True, looks=3)
    tallies = {tally.law.name: tally for tally in report.tallies}
    states = report.moves + 2
    assert tallies["cards"].applied == states
    assert tallies["words"].applied == report.looks == 6
    assert tallies["notation"].applied == 2
    assert report.idle == ()
    assert all(tally.broken == 0 for tally in report.tallies)


def test_a_law_that_never_applied_is_named() -> None:
    def never(moment: WatchedMoment) -> Iterator[Finding]:
        if moment.number < 0:
            yield None

    idle = Law("idle", "It never applies.", never)
    report = check_game(get_genome("spades"), games=1, seed=1, single_hand=True, laws=(idle,))
    assert report.idle == (idle,)
    assert report.kept


def test_a_law_of_ones_own_can_be_broken() -> None:
    def short(moment: WatchedMoment) -> Iterator[Finding]:
        yield kept(moment.number < 10, f"there are {moment.number} moves")

    law = Law("short games", "A game has less than ten moves.", short, Occasion.STEP)
    report = check_game(get_genome("spades"), games=1, seed=1, single_hand=True, laws=(law,))
    (tally,) = report.tallies
    assert tally.applied == report.moves
    assert tally.broken == report.moves - 9
    assert report.violations[0].what == "there are 10 moves"
    assert report.violations[0].move == 10


def test_a_law_that_needs_something_else_is_not_looked_at() -> None:
    law = Law("x", "X.", lambda thing: iter(["broken"]), needs=Need("none", lambda genome: False))
    assert check_game(get_genome("spades"), games=1, single_hand=True, laws=(law,)).kept


def test_games_made_up_at_random_can_be_sampled_cheaply() -> None:
    for seed in range(5):
        report = sample_laws(generate_random_genome(seed), seed=seed)
        assert report.kept, str(report)
        assert report.moves <= 100
    lying = odd_game(get_genome("hearts"), places=lambda truth: truth.places()[1:])
    assert not sample_laws(lying, seed=1).kept


def test_a_sample_is_the_same_every_time() -> None:
    assert sample_laws(get_genome("uno"), 3, 2) == sample_laws(get_genome("uno"), 3, 2)


def test_the_laws_of_a_game_need_no_more_than_laws(monkeypatch: pytest.MonkeyPatch) -> None:
    def many(moment: WatchedMoment) -> Iterator[str | None]:
        yield None if moment.number < 5 else "five moves"

    own = GameLaws((Law("few moves", "No game has five moves.", many),))
    module = SimpleNamespace(LAWS=own)
    monkeypatch.setattr(game_laws, "oracle_module", lambda game, part: module)
    report = check_game(get_genome("whist"), games=1, seed=1, single_hand=True, looks=0)
    assert {violation.law.name for violation in report.violations} == {"few moves"}
