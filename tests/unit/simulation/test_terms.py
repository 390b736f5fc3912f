"""What the terms of a game come to, as far as a seat knows the cards."""

from __future__ import annotations

from dataclasses import replace

import pytest

from darwindeck.genome.examples import get_genome
from darwindeck.genome.schema import CardCondition, Let, NamedCards, Scope
from darwindeck.genome.terms import readings
from darwindeck.simulation import Game, State, View


def played(name: str, moves: int, seed: int = 5) -> State:
    state = Game(get_genome(name)).deal(seed)
    for number in range(moves):
        state = state.apply(state.choose("random", seed=number))
    return state


def term(view: View, name: str) -> tuple[int | None, ...]:
    return next(found.values for found in view.terms if found.name == name)


def test_own_cards_count_and_those_of_others_are_unknown() -> None:
    state = played("gin-rummy", 4)
    for seat in (0, 1):
        values = term(state.view(seat), "deadwood")
        assert values[seat] is not None
        assert values[1 - seat] is None


def test_cards_that_everybody_saw_are_counted_though_they_lie_face_down() -> None:
    state = Game(get_genome("pidro")).deal(5)
    while sum(state.view(0).tricks) < 3 and not state.over:
        state = state.apply(state.choose("random"))
    views = [state.view(seat) for seat in range(4)]
    assert len({term(view, "taken") for view in views}) == 1
    assert None not in term(views[0], "taken")


def test_what_is_public_is_known_to_all() -> None:
    for seat in range(4):
        assert term(played("bridge", 0).view(seat), "vulnerable") == (0, 0)


def test_a_term_names_what_it_reads() -> None:
    of = readings(get_genome("canasta"))
    assert of["frozen"].of_subject == {"discard", "melds"}
    assert of["frozen"].terms == {"opened", "minimum"}
    assert readings(get_genome("gin-rummy"))["undercut"].of_all == {"hand"}
    assert readings(get_genome("pinochle"))["meld"].declared


@pytest.mark.parametrize(
    "expression",
    ["count(discard, hearts_held)", "size(hand(holder(qs)))", "own"],
)
def test_what_depends_on_hidden_cards_by_the_way_is_not_known(expression: str) -> None:
    """Which cards are meant, or whose are counted, may tell of cards that nobody else sees."""
    held = NamedCards("hearts_held", "held card", CardCondition(rank_in="hand"))
    own = Let("own", "own", "count(hand, hearts_held)")
    genome = get_genome("gin-rummy")
    genome = replace(
        genome, card_sets=(*genome.card_sets, held), lets=(own, Let("asked", "asked", expression))
    )
    assert readings(genome)["asked"].guesswork


def test_the_same_term_of_others_is_read_as_that_of_others() -> None:
    mine = Let("mine", "mine", "points(hand, values)")
    side = Let("ours", "ours", "points(hand, values)", scope=Scope.TEAM)
    asked = Let("asked", "asked", "mine + sum(others(turn), mine)")
    genome = replace(
        get_genome("gin-rummy"), lets=(mine, side, asked, Let("sides", "sides", "ours"))
    )
    assert readings(genome)["asked"].of_all == {"hand"}
    assert readings(genome)["sides"].of_all == {"hand"}
    assert readings(genome)["mine"].of_all == set()


def test_what_is_asked_says_how_many_cards_go_to_whom() -> None:
    state = Game(get_genome("hearts")).deal(3)
    assert state.view(0).task == "pass three cards to West"
    state = state.apply(state.legal_moves(0)[0], 0)
    assert state.view(0).task == "pass two more to West"
    assert state.view(1).task == "pass three cards to North"
    assert played("hearts", 12).view(0).task in ("", "lead a card", "play a card")
