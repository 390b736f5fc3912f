"""Every law can be broken, and is found broken: the core is made to lie."""

from __future__ import annotations

from typing import Any

import pytest

from darwindeck import get_genome
from darwindeck._core import Position
from darwindeck.laws import LAWS, BrokenLaw, LawReport, audit_game, check_game
from darwindeck.simulation import Game, simulate_game
from darwindeck.simulation.labels import TRICK
from darwindeck.simulation.moves import Move
from darwindeck.simulation.state import State
from tests.support.odd_core import Lie, odd_game


def hand_of(genome_id: str, **lies: Lie) -> LawReport:
    """One hand of a game of the library, of which the core tells lies."""
    game = odd_game(get_genome(genome_id), **lies)
    return check_game(game, games=1, seed=5, single_hand=True, looks=6)


def broken(report: LawReport) -> set[str]:
    return {violation.law.name for violation in report.violations}


def changed(name: str, change: Any) -> Lie:
    """A lie about one of the numbers of a position."""

    def numbers(truth: Position) -> dict[str, Any]:
        found = truth.numbers()
        return found | {name: change(found[name])}

    return numbers


def first_more(values: list[int]) -> list[int]:
    return [values[0] + 1, *values[1:]]


def without_a_card(truth: Position) -> list[Any]:
    places = truth.places()
    found = next(number for number, place in enumerate(places) if place[3])
    zone, owner, number, cards, laid_open = places[found]
    places[found] = (zone, owner, number, cards[1:], laid_open)
    return places


def with_a_card_twice(truth: Position) -> list[Any]:
    places = truth.places()
    lying = next(cards for *_, cards, _ in places if cards)
    others = [number for number, place in enumerate(places) if place[3] is not lying]
    zone, owner, number, cards, laid_open = places[others[0]]
    assert zone != TRICK
    places[others[0]] = (zone, owner, number, cards + lying[:1], laid_open)
    return places


def with_no_cards(truth: Position) -> list[tuple[Any, ...]]:
    return [event for event in truth.events() if event[0] != "card"]


def with_no_points(truth: Position) -> list[tuple[Any, ...]]:
    return [event for event in truth.events() if event[0] != "scored"]


def with_no_payments(truth: Position) -> list[tuple[Any, ...]]:
    return [event for event in truth.events() if event[0] != "chips"]


def all_of_the_first_hand(truth: Position, seat: int) -> bytes:
    return next(cards for _, owner, _, cards, _ in truth.places() if owner == seat)


def refusing(truth: Position, seat: int, code: int) -> Position:
    if code == max(truth.legal(seat)) != min(truth.legal(seat)):
        raise ValueError("not today")
    return truth.apply(seat, code)


def accepting(truth: Position, seat: int, code: int) -> Position:
    return truth if code not in truth.legal(seat) else truth.apply(seat, code)


def failing(truth: Position, seat: int, code: int) -> Position:
    if code not in truth.legal(seat):
        raise RuntimeError("the core failed: out of cards")
    return truth.apply(seat, code)


def one_winner(truth: Position) -> list[int]:
    return list(truth.winners[:1])


class Forgetful:
    """Says another number each time it is asked."""

    def __init__(self, step: int = 1) -> None:
        self.asked = 0
        self.step = step

    def __call__(self, truth: Position) -> int:
        self.asked += self.step
        return truth.digest() ^ self.asked


LIES: dict[str, tuple[str, str, dict[str, Lie]]] = {
    "a card is missing": ("cards", "hearts", {"places": without_a_card}),
    "a card is there twice": ("cards", "hearts", {"places": with_a_card_twice}),
    "nobody hears of cards": ("told moves", "hearts", {"events": with_no_cards}),
    "a chip comes from nowhere": (
        "chips",
        "simple-poker",
        {"numbers": changed("chips", first_more)},
    ),
    "chips are lost from the pot": (
        "chips",
        "simple-poker",
        {"numbers": changed("pot", lambda pot: pot - 1)},
    ),
    "nobody hears of payments": ("chips", "simple-poker", {"events": with_no_payments}),
    "a point comes from nowhere": ("points", "hearts", {"numbers": changed("score", first_more)}),
    "nobody hears of points": ("points", "hearts", {"events": with_no_points}),
    "nobody can move": ("someone to move", "hearts", {"to_move": lambda truth: b""}),
    "somebody moves for ever": ("someone to move", "hearts", {"to_move": lambda truth: b"\0"}),
    "turns go on": (
        "bounded length",
        "hearts",
        {"numbers": changed("turns", lambda turns: turns + 30_000)},
    ),
    "turns go back": (
        "bounded length",
        "hearts",
        {"numbers": changed("turns", lambda turns: 100 - turns)},
    ),
    "a decision takes too long": (
        "bounded work",
        "hearts",
        {"limit_reason": lambda truth: "work"},
    ),
    "somebody has won too early": ("result", "hearts", {"winners": lambda truth: [0]}),
    "one of two partners wins": ("result", "partnership-spades", {"winners": one_winner}),
    "a hand is known to lack what it holds": (
        "true knowledge",
        "hearts",
        {"lacks": all_of_the_first_hand},
    ),
    "the same moves lead elsewhere": ("replay", "hearts", {"digest": Forgetful()}),
    "a listed move is refused": ("listed moves", "spades", {"apply": refusing}),
    "any move is accepted": ("listed moves", "hearts", {"apply": accepting}),
    "a wrong move breaks the core": ("listed moves", "hearts", {"apply": failing}),
    "a move is listed twice": (
        "listed moves",
        "hearts",
        {"legal": lambda truth, seat: truth.legal(seat) * 2},
    ),
    "another world has other hands": (
        "unnoticed deal",
        "hearts",
        {"redeal": lambda truth, seat, seed: truth.redeal((seat + 1) % 4, seed)},
    ),
    "everybody knows where all cards are": (
        "unnoticed exchange",
        "hearts",
        {"knowledge": lambda truth, card: (15, 15)},
    ),
    "what hands lack tells what they hold": (
        "unnoticed exchange",
        "hearts",
        {"lacks": lambda truth, seat: b"" if truth.over else truth.places()[seat][3]},
    ),
    "the position is never the same": ("notation", "hearts", {"digest": Forgetful(1 << 40)}),
    "the core fails": ("no failure", "hearts", {"choose": lambda truth, *args: _fail()}),
}


def _fail() -> int:
    raise RuntimeError("the core failed: out of luck")


@pytest.mark.parametrize("name", LIES)
def test_a_lie_is_found_out(name: str) -> None:
    law, genome_id, lies = LIES[name]
    assert law in broken(hand_of(genome_id, **lies))


def test_every_law_is_broken_by_some_lie() -> None:
    by_number = {law for law, _, _ in LIES.values()}
    assert by_number | {"words"} == {law.name for law in LAWS}


def test_moves_with_the_same_words_are_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    listed = State.legal_moves

    def mumbled(self: State, seat: int | None = None) -> tuple[Move, ...]:
        return tuple(Move(move.code, "play a card", move.card) for move in listed(self, seat))

    monkeypatch.setattr(State, "legal_moves", mumbled)
    assert "words" in broken(hand_of("hearts"))


@pytest.mark.parametrize("genome_id", ["hearts", "simple-poker", "spades"])
def test_an_honest_core_keeps_every_law(genome_id: str) -> None:
    report = hand_of(genome_id)
    assert report.kept, str(report)
    assert report.moves > 0 < report.looks


def test_a_violation_says_how_to_see_it_again() -> None:
    game = odd_game(get_genome("hearts"), lacks=all_of_the_first_hand)
    report = check_game(game, games=2, seed=5, single_hand=True, looks=0)
    violation = next(v for v in report.violations if v.game == 1 and v.move == 7)
    state = violation.state(Game(get_genome("hearts")))
    assert len(state.log) == 7
    assert state.start == violation.start
    text = str(violation)
    assert f"seed {violation.start.seed}" in text
    assert all(f"{seat}:{code}" in text for seat, code in violation.moves)
    assert str(violation) in str(report)


def test_an_audit_raises_at_the_first_violation() -> None:
    game = odd_game(get_genome("hearts"), places=without_a_card)
    with pytest.raises(BrokenLaw, match=r"^hearts: cards, game 0, after 0 moves: .*0 places"):
        audit_game(game, 3, players=("random",), single_hand=True)


def test_a_simulation_can_be_audited() -> None:
    audited = simulate_game(get_genome("hearts"), 2, seed=4, single_hand=True, audit=True)
    assert audited == simulate_game(get_genome("hearts"), 2, seed=4, single_hand=True)
    with pytest.raises(BrokenLaw):
        simulate_game(
            odd_game(get_genome("hearts"), places=without_a_card), 2, single_hand=True, audit=True
        )


def test_a_report_is_the_same_every_time() -> None:
    reports = [check_game(get_genome("go-fish"), games=2, seed=8, looks=3) for _ in range(2)]
    assert reports[0] == reports[1]


def test_games_are_those_of_a_simulation() -> None:
    """The deals are the same; so are the lengths of hands in which every card is played."""
    report = check_game(get_genome("spades"), games=3, seed=2, single_hand=True, looks=0)
    result = simulate_game(get_genome("spades"), 3, seed=2, single_hand=True)
    assert report.moves == result.decisions.mean * 3
