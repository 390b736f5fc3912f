"""Ninety-Nine: bids by the suits of cards laid aside, and trumps by the bids that were made."""

from __future__ import annotations

from random import Random

from tests.support.second_account import heights, play_tricks
from tests.support.seeds import for_seeds
from tests.support.table import Table, these

VALUES = {"S": 1, "H": 2, "C": 3, "D": 0}
ORDER = heights("6 7 8 9 10 J Q K A")
TAKEN = "number of players who took what they had bid in the last deal"


def bid(table: Table, *bids: str) -> Table:
    for cards in bids:
        table.play(cards)
    return table


def test_three_cards_are_laid_aside_as_a_bid() -> None:
    table = bid(Table("ninety-nine", "6C 7D 8H"), "6C 7D 8H")
    assert table.cards("bid_cards", 0) == these("6C 7D 8H")
    assert table.turn == 1
    assert len(table.hand(0)) == 9


def test_the_first_hand_has_no_trumps() -> None:
    assert Table("ninety-nine").view.trump is None


def test_a_revelation_goes_before_a_declaration_and_shows_both_bid_and_hand() -> None:
    table = bid(Table("ninety-nine", "6C 7D 8H", "6D 7H 8S", "6H 7S 8C"), "6C 7D 8H", "6D 7H 8S")
    table.play("6H 7S 8C")
    table.say("declare", seat=0).say("play without a premium", seat=1).say("reveal", seat=2)
    assert table.role("player with the premium") == 2
    assert table.counter("premium") == (60,)
    shown = {pile.zone: pile.cards for pile in table.state.view(0).piles if pile.owner == 2}
    assert None not in (*shown["hand"], *shown["bid_cards"])


@for_seeds(12)
def test_a_hand_is_played_and_scored_as_a_second_account_has_it(seed: int) -> None:
    table = Table("ninety-nine", seed=seed)
    rng = Random(seed)
    bids = []
    for seat in range(3):
        cards = rng.sample(sorted(table.hand(seat)), 3)
        bids.append(sum(VALUES[card[-1]] for card in cards))
        table.play(" ".join(cards))
    said = [rng.choice(["play without a premium", "declare", "reveal"]) for _ in range(3)]
    for seat, word in enumerate(said):
        table.say(word, seat=seat)
    taken = play_tricks(table, rng, 9, ORDER)
    tricks = [sum(winner == seat for winner, _ in taken) for seat in range(3)]
    made = [tricks[seat] == bids[seat] for seat in range(3)]
    points = [
        count + (10 * (4 - sum(made)) if good else 0)
        for count, good in zip(tricks, made, strict=True)
    ]
    for word, premium in (("reveal", 60), ("declare", 30)):
        if word in said:
            player = said.index(word)
            for seat in [player] if made[player] else {0, 1, 2} - {player}:
                points[seat] += premium
            break
    assert table.result.scores == tuple(points)


def test_trumps_are_set_by_how_many_made_their_bids() -> None:
    suits = {0: "diamonds", 1: "spades", 2: "hearts", 3: "clubs"}
    seen = set()
    for seed in range(40):
        table = Table("ninety-nine", match=True, seed=seed).play_hand()
        made = table.counter(TAKEN)[0]
        assert table.view.trump == suits[made]
        seen.add(made)
    assert len(seen) > 1
