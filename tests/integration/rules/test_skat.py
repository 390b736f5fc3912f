"""Skat: bidding, grand with jacks alone as trumps, matadors, null and overbid games."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from tests.support.second_account import own_suit, play_tricks, won_by
from tests.support.seeds import for_seeds
from tests.support.table import Table, these

JACKS = "JD JH JS JC".split()
PLAIN = "7 8 9 Q K 10 A".split()
NULL = "7 8 9 10 J Q K A".split()
WORTH = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2}
BASE = {"D": 9, "H": 10, "S": 11, "C": 12, "": 24}
NAMES = {"D": "diamonds", "H": "hearts", "S": "spades", "C": "clubs"}


def worth(cards: list[str]) -> int:
    return sum(WORTH.get(card[:-1], 0) for card in cards)


def said(table: Table, text: str) -> Table:
    """The call that begins so, or names that number."""
    found = [move for move in table.moves if move == text or text in move.split()]
    assert found, f"{text}: {table.moves}"
    return table.say(found[0])


def test_middlehand_bids_to_forehand_and_rearhand_to_the_survivor() -> None:
    table = Table("skat", dealer=2)
    assert table.turn == 1
    said(table, "18")
    assert table.turn == 0
    table.say("hold the bid")
    assert table.turn == 1
    table.say("pass")
    assert table.turn == 2
    assert not any("18" in move.split() for move in table.moves)
    said(table, "20")
    assert table.turn == 0
    table.say("pass")
    assert table.role("declarer") == 2
    assert table.counter("bid") == (20,)


def test_if_the_listener_passes_the_bidder_listens_to_rearhand() -> None:
    table = said(Table("skat", dealer=2), "22").say("pass")
    assert table.turn == 2
    table.say("pass")
    assert table.role("declarer") == 1


def test_if_nobody_bids_forehand_may_play_at_18_or_throw_the_cards_in() -> None:
    table = Table("skat", dealer=2).say("pass", "pass")
    assert table.turn == 0
    assert set(table.moves) == {"throw the cards in", "play at 18"}
    again = Table("skat", dealer=2, match=True).say("pass", "pass", "throw the cards in")
    assert again.turn == 2


def declared(game: str, *hands: str, skat: str = "", start: int = 18) -> Table:
    """Forehand plays a game from the hand, at a bid."""
    table = Table("skat", *hands, skat=skat) if skat else Table("skat", *hands)
    said(table, str(start)).say("hold the bid", "pass", "pass", "play from the hand")
    return said(table, game) if game in NAMES.values() else table.say(game)


def test_in_grand_only_the_jacks_are_trumps() -> None:
    table = declared(
        "announce grand",
        "JC JS 7H 8H 9H 10H QH KH AH 7C",
        "JD JH 7D 8D 9D 10D QD KD AD 8C",
        "9C 10C QC KC AC 7S 8S 9S 10S QS",
        skat="KS AS",
    ).say("announce nothing more")
    table.play("JC")
    assert table.playable == these("JD JH")
    table.play("JD")
    assert len(table.playable) == 10


@pytest.mark.parametrize(
    ("hand", "skat", "count"),
    [
        ("JC JS 7H 8H 9H 10H QH KH AH 7C", "KS AS", 2),
        ("7H 8H 9H 10H QH KH AH 7C 8C 9C", "KS AS", 4),
        ("JC JS JH JD AH 10H KH QH 9H 7C", "KS AS", 9),
        ("JC JS JH 7D AH 10H KH QH 9H 7C", "JD AS", 9),
        ("JS JH JD 7D AH 10H KH QH 9H 7C", "KS AS", 1),
    ],
)
def test_matadors_are_counted_from_the_jack_of_clubs(hand: str, skat: str, count: int) -> None:
    table = declared("hearts", hand, skat=skat).say("announce nothing more")
    tricks = play_tricks(table, Random(1), 10, heights("H"), counts_as("H"), "T")
    assert table.result.scores[0] == result(tricks, hand.split(), skat.split(), "H", 18)
    held = {*hand.split(), *skat.split()}
    assert matadors(held, "H") == count


def counts_as(trump: str) -> Callable[[str], str]:
    def suit(card: str) -> str:
        is_trump = trump != "N" and (card in JACKS or own_suit(card) == trump)
        return "T" if is_trump else own_suit(card)

    return suit


def heights(trump: str) -> Callable[[str], int]:
    if trump == "N":
        return lambda card: NULL.index(card[:-1])
    return lambda card: 10 + JACKS.index(card) if card in JACKS else PLAIN.index(card[:-1])


def matadors(held: set[str], trump: str) -> int:
    order = [*reversed(JACKS), *(f"{rank}{trump}" for rank in reversed(PLAIN) if trump)]
    run = 0
    while run < len(order) and (order[run] in held) == (order[0] in held):
        run += 1
    return run


def result(
    tricks: list[tuple[int, list[str]]],
    hand: list[str],
    skat: list[str],
    trump: str,
    bid: int,
    from_hand: bool = True,
) -> int:
    """What the game is worth to declarer 0, who announced nothing more."""
    points = worth(won_by(tricks, [0])) + worth(skat)
    taken = sum(winner == 0 for winner, _ in tricks)
    level = matadors({*hand, *skat}, trump) + 1 + from_hand
    level += (points >= 90 or points <= 30) + (taken in (0, 10))
    value = BASE[trump] * level
    if value < bid:
        return -2 * BASE[trump] * -(-bid // BASE[trump])
    return value if points >= 61 else -2 * value


@for_seeds(25)
def test_a_hand_is_played_and_scored_as_a_second_account_has_it(seed: int) -> None:
    rng = Random(seed)
    table = Table("skat", seed=seed)
    amount = rng.choice([18, 24, 36, 59, 72, 96])
    said(table, str(amount)).say("hold the bid", "pass", "pass")
    from_hand = rng.random() < 0.4
    table.say("play from the hand" if from_hand else "take the skat")
    if not from_hand:
        table.play(" ".join(rng.sample(sorted(table.hand(0)), 2)))
    skat = sorted(table.cards("skat"))
    hand = sorted(table.hand(0))
    trump = rng.choice(["", "D", "H", "S", "C", "N"])
    null = 35 if from_hand else 23
    if trump == "N" and amount > null:
        assert "announce Null" not in table.moves
        trump = ""
    if trump == "N":
        table.say("announce Null")
        tricks: list[tuple[int, list[str]]] = []
        while len(tricks) < 10 and not any(winner == 0 for winner, _ in tricks):
            tricks += play_tricks(table, rng, 1, heights("N"), counts_as("N"))
        lost = any(winner == 0 for winner, _ in tricks)
        assert table.result.scores == (-2 * null if lost else null, 0, 0)
        return
    if trump:
        said(table, NAMES[trump])
    else:
        table.say("announce grand")
    if from_hand:
        table.say("announce nothing more")
    tricks = play_tricks(table, rng, 10, heights(trump), counts_as(trump), "T")
    expected = result(tricks, hand, skat, trump, amount, from_hand)
    assert table.result.scores == (expected, 0, 0)
