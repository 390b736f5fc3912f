"""What the terms of a game come to, as far as a seat knows the cards."""

from __future__ import annotations

from darwindeck.genome.examples import get_genome
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


def test_what_is_asked_says_how_many_cards_go_to_whom() -> None:
    state = Game(get_genome("hearts")).deal(3)
    assert state.view(0).task == "pass three cards to West"
    state = state.apply(state.legal_moves(0)[0], 0)
    assert state.view(0).task == "pass two more to West"
    assert state.view(1).task == "pass three cards to North"
    assert played("hearts", 12).view(0).task in ("", "lead a card", "play a card")
