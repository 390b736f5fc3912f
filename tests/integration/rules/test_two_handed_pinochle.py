"""Two-handed Pinochle: melds after won tricks, nines of trumps, twelve last tricks with duties."""

from __future__ import annotations

from collections import Counter
from random import Random

from tests.integration.rules.test_bezique import NAMES, cards_of
from tests.support.second_account import heights, own_suit
from tests.support.seeds import for_seeds
from tests.support.table import Table

height = heights("9 J Q K 10 A")
POINTS = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2}
WORTH = {
    "marriage": 20,
    "royal marriage": 40,
    "run": 150,
    "pinochle": 40,
    "aces around": 100,
    "kings around": 80,
    "queens around": 60,
    "jacks around": 40,
}


def after_a_trick(hand: str, turned: str = "JH") -> Table:
    """Hearts are trumps; player 0 has won the first trick with the ace of clubs."""
    other = "9C 9C KC KC QC QC KD KD QD QD 10D 10D"
    table = Table("two-handed-pinochle", f"AC {hand}", other, turned_card=turned)
    return table.play("AC 9C")


def test_a_run_may_follow_a_royal_marriage_but_no_marriage_a_run() -> None:
    table = after_a_trick("AC AH 10H KH QH JH 9S 9S 9D 9D JC")
    table.say(next(move for move in table.moves if "royal marriage" in move))
    assert not any("declare" in move for move in table.moves)
    table.play("AC").step()
    assert any(move.startswith("declare run") for move in table.moves)


def test_no_marriage_is_made_of_a_run() -> None:
    table = after_a_trick("AC AH 10H KH QH JH 9S 9S 9D 9D JC")
    table.say(next(move for move in table.moves if move.startswith("declare run")))
    table.play("AC").step()
    assert table.turn == 0
    assert not any("royal marriage" in move for move in table.moves)


def test_a_nine_is_exchanged_for_the_turned_card_and_scores() -> None:
    table = after_a_trick("9H 9D 9S JC JC 10C 10C 10S JS AS AS")
    table.say("exchange the nine of trumps for the turned card")
    assert table.hand_scores == (10, 0)
    assert table.cards("turned_card") == {"9H"}


def test_a_turned_nine_scores_for_the_dealer() -> None:
    assert Table("two-handed-pinochle", turned_card="9H").hand_scores == (0, 10)


@for_seeds(8)
def test_a_hand_is_played_and_scored_as_a_second_account_has_it(seed: int) -> None:
    table = Table("two-handed-pinochle", seed=seed)
    rng = Random(seed)
    trump = NAMES[str(table.view.trump)]
    points = list(table.hand_scores)
    leader, last = 0, 0
    for number in range(24):
        while not any(move.startswith("play") for move in table.moves):
            assert table.turn == leader
            move = rng.choice(table.moves)
            kind = move.removeprefix("declare ").partition(":")[0]
            if move.startswith("declare ") and kind != "nothing":
                check(kind, cards_of(table, leader), trump)
                points[leader] += WORTH[kind]
            points[leader] += 10 * ("nine" in move)
            table.say(move)
        bound = not table.cards("turned_card")
        assert bound == (number >= 12)
        led = play(table, rng, leader, set(cards_of(table, leader)))
        other = 1 - leader
        hand = set(cards_of(table, other))
        answer = play(table, rng, other, duty(hand, led, trump) if bound else hand)
        won = (
            height(answer) > height(led)
            if own_suit(answer) == own_suit(led)
            else own_suit(answer) == trump
        )
        last = leader = other if won else leader
        points[last] += sum(POINTS.get(card[:-1], 0) for card in (led, answer))
    points[last] += 10
    assert table.result.scores == tuple(points)


def play(table: Table, rng: Random, seat: int, may: set[str]) -> str:
    assert table.turn == seat
    assert table.playable == may
    card = rng.choice(sorted(may))
    table.play(card)
    return card


def duty(hand: set[str], led: str, trump: str) -> set[str]:
    """Suit is followed; only a trump led must be beaten; whoever cannot follow plays a trump."""
    same = {card for card in hand if own_suit(card) == own_suit(led)}
    over = {card for card in same if own_suit(led) == trump and height(card) > height(led)}
    return over or same or {card for card in hand if own_suit(card) == trump} or hand


def check(kind: str, held: Counter[str], trump: str) -> None:
    """What is melded is held."""
    if kind.endswith("around"):
        rank = {"aces": "A", "kings": "K", "queens": "Q", "jacks": "J"}[kind.split()[0]]
        assert all(held[f"{rank}{suit}"] for suit in "CDHS")
    elif kind == "pinochle":
        assert held["QS"]
        assert held["JD"]
    elif kind == "run":
        assert all(held[f"{rank}{trump}"] for rank in "A 10 K Q J".split())
    else:
        suits = trump if kind.startswith("royal") else "CDHS".replace(trump, "")
        assert any(held[f"K{suit}"] and held[f"Q{suit}"] for suit in suits)
