"""Imperial: imperials and the better point are declared, and honours are taken in tricks."""

from __future__ import annotations

from random import Random

from tests.support.second_account import heights, play_tricks
from tests.support.seeds import for_seeds
from tests.support.table import Table, these

HEIGHT = heights("7 8 9 10 A J Q K")
PIPS = {"A": 11, "K": 10, "Q": 10, "J": 10}
HONOURS = {"K", "Q", "J", "A", "7"}


def pips(card: str) -> int:
    return PIPS.get(card[:-1], 0) or int(card[:-1])


def point(hand: set[str]) -> int:
    """What the best suit of a hand counts."""
    return max(sum(pips(card) for card in hand if card[-1] == suit) for suit in "CDHS")


def imperials(hand: set[str]) -> int:
    ranks = sum({f"{rank}{suit}" for suit in "CDHS"} <= hand for rank in ("K", "Q", "J", "A", "7"))
    suits = sum({f"{rank}{suit}" for rank in "KQJA"} <= hand for suit in "CDHS")
    return ranks + suits


def declare_all(table: Table) -> Table:
    """Everybody declares what they can: imperials, then the suit that counts most."""
    while any(":" in move for move in table.moves):
        named = [move for move in table.moves if ":" in move]
        table.say(max(named, key=_counts))
        if "done" in table.moves and not any(":" in move for move in table.moves):
            table.say("done")
    return table


def _counts(move: str) -> int:
    return sum(pips(card) for card in _cards(move))


def _cards(move: str) -> list[str]:
    signs = {"♣": "C", "♦": "D", "♥": "H", "♠": "S"}
    words = move.partition(": ")[2].replace(",", " ").split()
    return [f"{word[:-1]}{signs[word[-1]]}" for word in words if word[-1] in signs]


def test_aces_stand_between_jacks_and_tens() -> None:
    clubs = "AC 10C 9C"
    table = Table("imperial", "JC QC KC", clubs, turned_up="7H")
    declare_all(table).play("JC")
    # The ace does not beat the jack, so any club will do.
    assert table.playable == these(clubs)
    table = Table("imperial", "10C QC KC", "AC JC 9C", turned_up="7H")
    declare_all(table).play("10C")
    assert table.playable == these("AC JC")


def test_of_two_points_the_one_that_counts_more_scores() -> None:
    # Four clubs of 40 against five diamonds of 44; spades and hearts are shorter.
    elder = "AC KC QC 9C 7S 8S 9S 7H 8H 9H 7D 8D"
    younger = "9D 10D JD QD AD 10S JS QS 10H JH KH 8C"
    table = declare_all(Table("imperial", elder, younger, turned_up="10C"))
    table.play("AC")
    assert table.hand_scores == (0, 1)


def test_a_turned_honour_is_the_dealers() -> None:
    assert Table("imperial", turned_up="7H").hand_scores == (0, 1)
    assert Table("imperial", turned_up="10H").hand_scores == (0, 0)


def test_a_king_may_serve_two_imperials() -> None:
    table = Table("imperial", "KC KD KH KS QC JC AC 7D 8D 9D 7S 8S", turned_up="10H")
    declare_all(table)
    table.play(sorted(table.playable)[0])
    assert table.hand_scores[0] >= 12


@for_seeds(20)
def test_a_hand_is_played_and_scored_as_a_second_account_has_it(seed: int) -> None:
    rng = Random(seed)
    table = Table("imperial", seed=seed)
    (turned,) = table.cards("turned_up")
    hands = [table.hand(seat) for seat in (0, 1)]
    score = [0, int(turned[:-1] in HONOURS)]
    declare_all(table)
    points = [point(hand) for hand in hands]
    score[points.index(max(points))] += 1
    for seat in (0, 1):
        score[seat] += 6 * imperials(hands[seat])
    trump = turned[-1]

    def legal(hand: set[str], played: list[str]) -> set[str]:
        if not played:
            return hand
        led = {card for card in hand if card[-1] == played[0][-1]}
        over = {card for card in led if HEIGHT(card) > HEIGHT(played[0])}
        return over or led or {card for card in hand if card[-1] == trump} or hand

    won = [0, 0]
    while sum(won) < 12:
        ((winner, cards),) = play_tricks(table, rng, 1, HEIGHT, trump=trump, legal=legal)
        won[winner] += 1
        score[winner] += sum(c[-1] == trump and c[:-1] in HONOURS for c in cards)
        if max(score) >= 18:
            assert max(table.result.scores) >= 18
            return
    for seat in (0, 1):
        score[seat] += 12 if won[seat] == 12 else max(0, won[seat] - 6)
    assert table.result.scores == tuple(score)
