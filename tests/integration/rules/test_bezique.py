"""Bezique: combinations after won tricks, sevens of trumps, and eight last tricks with duties."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from darwindeck.simulation import View
from tests.support.second_account import heights, own_suit
from tests.support.seeds import for_seeds
from tests.support.table import Table

ORDER = "7 8 9 J Q K 10 A"
height = heights(ORDER)
NAMES = {"clubs": "C", "diamonds": "D", "hearts": "H", "spades": "S"}


def cards_of(table: Table, seat: int) -> Counter[str]:
    """A hand with its twins."""
    labels = table.state.game.labels
    number = labels.zone_number["hand"]
    held: Counter[str] = Counter()
    for zone, owner, _, cards, _ in table.state.position.places():
        if zone == number and owner == seat:
            for card in cards:
                found = labels.cards[card]
                held[f"{found.rank}{str(found.suit)[0].upper()}"] += 1
    return held


def sequence(trump: str) -> list[str]:
    return [f"{rank}{trump}" for rank in "A 10 K Q J".split()]


def after_a_trick(hand: str, other: str = "7C", turned: str = "8H") -> Table:
    """Hearts are trumps; player 0 has won the first trick with the ace of clubs."""
    table = Table("bezique", f"AC {hand}", other, turned_card=turned)
    return table.play(f"AC {other.split()[0]}")


def test_the_winner_of_a_trick_may_declare_one_combination() -> None:
    table = after_a_trick("KS QS KD QD")
    assert [move for move in table.moves if "marriage" in move] == [
        "declare marriage: Q♦ K♦",
        "declare marriage: Q♠ K♠",
    ]
    table.say("declare marriage: Q♠ K♠")
    assert not any("declare" in move for move in table.moves)
    assert sum(cards_of(table, 0).values()) == 8


def test_a_sequence_may_follow_a_royal_marriage_but_no_marriage_a_sequence() -> None:
    table = after_a_trick("AH 10H KH QH JH")
    assert any("royal marriage" in move for move in table.moves)
    table.say(next(move for move in table.moves if move.startswith("declare sequence")))
    # The next trick is won with the ace of trumps.
    table.play("AH").step()
    assert table.turn == 0
    assert not any("royal marriage" in move for move in table.moves)


def test_a_card_that_was_laid_out_and_its_twin_are_two_moves() -> None:
    table = after_a_trick("KS KS QS 7D 8D 9D 7C")
    table.say("declare marriage: Q♠ K♠")
    kings = [move for move in table.moves if "K♠" in move]
    assert kings == ["play K♠ (laid out)", "play K♠ (from the hand)"]
    # The queen lies open and has no twin.
    assert [move for move in table.moves if "Q♠" in move] == ["play Q♠"]
    # Everybody sees whether the married king still lies there.
    for move, seen in zip(kings, (False, True), strict=True):
        view = table.state.apply(move).view(1)
        assert ("K♠" in lying_open(view)) == seen


def lying_open(view: View) -> list[str]:
    """What north sees of south's cards."""
    (pile,) = (pile for pile in view.piles if pile.zone == "hand" and pile.owner == 0)
    return [str(card) for card in pile.known]


@pytest.mark.parametrize(("played", "again"), [("laid out", True), ("from the hand", False)])
def test_a_king_that_has_married_marries_no_more_but_its_twin_does(
    played: str, again: bool
) -> None:
    table = Table(
        "bezique",
        "AC KS KS QS QS 7D 8D 9D",
        "7C 8C 9C 7D 8D 9D JC QC",
        turned_card="8H",
        deck="9S 8C 9S 9C",
    )
    table.play("AC 7C").say("declare marriage: Q♠ K♠", f"play K♠ ({played})").play("8C")
    assert table.turn == 0
    assert any("marriage" in move for move in table.moves) == again


def test_a_seven_is_exchanged_for_the_turned_card_and_scores() -> None:
    table = after_a_trick("7H 8C 9C 8S 9S 8D 9D")
    table.say("exchange the seven of trumps for the turned card")
    assert table.hand_scores == (10, 0)
    assert cards_of(table, 0)["8H"] >= 1


def test_a_turned_seven_scores_for_the_dealer() -> None:
    assert Table("bezique", turned_card="7H").hand_scores == (0, 10)


def test_the_double_bezique_comes_after_one_bezique_at_most() -> None:
    table = after_a_trick("QS QS JD JD")
    assert any("double bezique" in move for move in table.moves)
    table.say(next(move for move in table.moves if "double bezique" in move))
    assert not any("declare bezique" in move for move in table.moves)


@for_seeds(8)
def test_a_hand_is_played_and_scored_as_a_second_account_has_it(seed: int) -> None:
    table = Table("bezique", seed=seed)
    rng = Random(seed)
    trump = NAMES[str(table.view.trump)]
    points = list(table.hand_scores)
    worth = {
        "marriage": 20,
        "royal marriage": 40,
        "sequence": 250,
        "sequence after a marriage": 250,
        "bezique": 40,
        "double bezique": 500,
        "four aces": 100,
        "four kings": 80,
        "four queens": 60,
        "four jacks": 40,
    }
    leader, tricks, last = 0, 0, 0
    while tricks < 32:
        stock = bool(table.cards("turned_card"))
        while not any(move.startswith("play") for move in table.moves):
            assert table.turn == leader
            move = rng.choice(table.moves)
            if move.startswith("declare "):
                kind = move.removeprefix("declare ").partition(":")[0]
                held = cards_of(table, leader)
                if kind != "nothing":
                    _check(kind, held, trump)
                    points[leader] += worth[kind]
            if "seven" in move:
                points[leader] += 10
            table.say(move)
        drawn = bool(table.cards("turned_card"))
        led = _play(table, rng, leader, set(cards_of(table, leader)))
        other = 1 - leader
        hand = set(cards_of(table, other))
        may = hand if drawn else _duty(hand, led, trump)
        answer = _play(table, rng, other, may)
        won = (
            height(answer) > height(led)
            if own_suit(answer) == own_suit(led)
            else own_suit(answer) == trump
        )
        last = other if won else leader
        points[last] += 10 * sum(card[:-1] in ("A", "10") for card in (led, answer))
        leader = last
        tricks += 1
        assert stock or tricks > 23
    points[last] += 10
    assert table.result.scores == tuple(points)


def _play(table: Table, rng: Random, seat: int, may: set[str]) -> str:
    assert table.turn == seat
    assert table.playable == may
    card = rng.choice(sorted(may))
    table.play(card)
    return card


def _duty(hand: set[str], led: str, trump: str) -> set[str]:
    same = {card for card in hand if own_suit(card) == own_suit(led)}
    over = {card for card in same if height(card) > height(led)}
    return over or same or {card for card in hand if own_suit(card) == trump} or hand


def _check(kind: str, held: Counter[str], trump: str) -> None:
    """What is declared is held."""
    if kind.startswith("four"):
        rank = {"aces": "A", "kings": "K", "queens": "Q", "jacks": "J"}[kind.split()[1]]
        assert sum(held[f"{rank}{suit}"] for suit in "CDHS") >= 4
    elif "bezique" in kind:
        need = 2 if kind.startswith("double") else 1
        assert held["QS"] >= need
        assert held["JD"] >= need
    elif kind.startswith("sequence"):
        assert all(held[card] for card in sequence(trump))
    else:
        suits = trump if kind.startswith("royal") else "CDHS".replace(trump, "")
        assert any(held[f"K{suit}"] and held[f"Q{suit}"] for suit in suits)
