"""Spade Casino: builds as at Casino, and every spade counts."""

from __future__ import annotations

from random import Random

from tests.support.seeds import for_seeds
from tests.support.table import Table, these


def test_a_build_waits_for_the_card_that_was_kept() -> None:
    table = Table("spade-casino", "5C 9H KH QH", "JC QC KC 2C", tableau="4D 7H 10C 8D")
    table.say("build 9 with 5♣")
    # Seven and two add up to nine as well.
    table.play("2C 9H")
    while not table.cards("captured", 0):
        table.say(table.moves[0])
    assert table.cards("captured", 0) == these("4D 5C 9H 7H 2C")


@for_seeds(12)
def test_every_spade_counts_and_the_hand_gives_twenty_four_points(seed: int) -> None:
    """Three fewer if both have as many cards. What is held is held against who captured it."""
    rng = Random(seed)
    table = Table("spade-casino", seed=seed)
    captured: list[set[str]] = [set(), set()]
    taker = -1
    while table.state.to_move:
        lying = table.cards("tableau") | table.cards("builds", 0) | table.cards("builds", 1)
        table.say(rng.choice(table.moves))
        if not table.state.to_move:
            break
        for seat in (0, 1):
            held = table.cards("captured", seat)
            taker = seat if held != captured[seat] else taker
            captured[seat] = held
    rest = these(" ".join(f"{r}{s}" for s in "CDHS" for r in "A 2 3 4 5 6 7 8 9 10 J Q K".split()))
    rest -= captured[0] | captured[1]
    assert lying <= rest
    scores = table.result.scores
    assert sum(scores) in (21, 24)
    # What the last card took, or was left, goes to one of both.
    assert scores in [points(captured, rest, seat) for seat in (0, 1)]


def points(captured: list[set[str]], rest: set[str], last: int) -> tuple[int, ...]:
    held = [cards | (rest if seat == last else set()) for seat, cards in enumerate(captured)]
    found = []
    for seat, cards in enumerate(held):
        spades = sum(card[-1] == "S" for card in cards)
        extra = len(cards & {"JS", "2S"}) + 2 * ("10D" in cards)
        aces = sum(card[:-1] == "A" for card in cards)
        most = 3 * (len(cards) > len(held[1 - seat]))
        found.append(spades + extra + aces + most)
    return tuple(found)
