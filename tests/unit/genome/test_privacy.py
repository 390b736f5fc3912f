"""Which expressions and phases depend on cards that others cannot see."""

from __future__ import annotations

from dataclasses import replace

import pytest

from darwindeck import get_genome, library_ids
from darwindeck.evolution import generate_random_genome
from darwindeck.genome.expansion import expand
from darwindeck.genome.privacy import Privacy, all_phases, may_decline
from darwindeck.genome.schema import CardCondition, Let, NamedCards, Phase, PlayPhase
from darwindeck.simulation import Game

DURAK = replace(
    expand(get_genome("durak")),
    lets=(
        Let("mine", "trumps held", "count(hand, trumps)"),
        Let("ready", "ready", "mine > 0 and size(deck) > 0"),
    ),
)


@pytest.mark.parametrize(
    ("expr", "reads", "private"),
    [
        ("count(hand, trumps) > 0", True, True),
        ("count(hand(turn), trumps) > 0", True, True),
        ("count(hand(left(turn)), trumps) > 0", True, False),
        ("any(each, count(hand, trumps) > 0)", True, False),
        ("mine > 2", True, True),
        ("mine(left(turn)) > 2", True, False),
        ("size(attack) > 0 and ready", True, True),
        ("not (any(each, mine > 0) and mine > 0)", True, True),
        ("count(deck, trumps) > 0", True, False),
        ("holder(trumps) == turn", True, False),
        ("hand_size > 3 and size(deck) == 0", False, False),
        ("count(attack, trumps) > 0", False, False),
        ("rank(discard) == A", True, False),
        ("score > 10", False, False),
        ("7", False, False),
    ],
)
def test_expressions_read_hidden_cards_and_those_of_the_player_alone_are_private(
    expr: str, reads: bool, private: bool
) -> None:
    privacy = Privacy(DURAK)
    assert privacy.reads(expr) == reads
    assert privacy.private(expr) == private


def test_the_top_card_of_a_pile_that_is_seen_is_no_secret() -> None:
    uno = Privacy(expand(get_genome("uno")))
    assert not uno.reads("count(top(discard), wild_cards) == 1")
    assert not uno.reads("rank(discard) == wild")
    assert uno.reads("count(discard, wild_cards) == 1")


def test_card_sets_that_name_each_other_read_no_cards_and_end_nothing() -> None:
    circle = (
        NamedCards("trumps", "trump", CardCondition(named="others")),
        NamedCards("others", "card", CardCondition(named="trumps")),
    )
    privacy = Privacy(replace(DURAK, card_sets=circle))
    assert not privacy.reads("count(attack, trumps) > 0")
    assert not privacy.unseen_cards(CardCondition(named="trumps"), "attack")


def test_alone_nobody_has_a_secret() -> None:
    assert not Privacy(replace(DURAK, player_count=1)).reads("count(hand, trumps)")


def _hushed(genome_id: str) -> list[Phase]:
    genome = expand(get_genome(genome_id))
    privacy = Privacy(genome)
    return [phase for phase in all_phases(genome) if privacy.hushed(phase)]


def test_throwing_in_and_playing_the_drawn_card_may_be_declined_unseen() -> None:
    for genome_id, count in (("durak", 2), ("uno", 1)):
        plays = [phase for phase in _hushed(genome_id) if isinstance(phase, PlayPhase)]
        assert len(plays) == count
        assert not any(phase.mandatory for phase in plays)


def test_what_must_be_done_is_never_hushed() -> None:
    for genome_id in ("hearts", "crazy-eights", "go-fish", "solitaire", "president"):
        assert _hushed(genome_id) == []


def test_a_repeat_may_be_declined_if_it_may_be_left_or_its_first_phase_may_be_declined() -> None:
    for genome_id in ("schnapsen", "rummy"):
        repeats = [phase for phase in _hushed(genome_id) if phase.kind == "repeat"]
        assert len(repeats) == 1
        assert may_decline(repeats[0])


def test_the_core_finds_the_same_phases_private() -> None:
    genomes = [get_genome(genome_id) for genome_id in library_ids()]
    genomes += [generate_random_genome(seed) for seed in range(30)]
    for genome in genomes:
        expanded = expand(genome)
        privacy = Privacy(expanded)
        found = [(privacy.phase(phase), may_decline(phase)) for phase in all_phases(expanded)]
        assert Game(genome).core.private_phases() == found, genome.genome_id
