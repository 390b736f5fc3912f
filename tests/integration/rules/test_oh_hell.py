"""Oh Hell: the size of the hands, the dealer's bid, exact bids."""

from __future__ import annotations

import pytest

from tests.support.seeds import for_seeds
from tests.support.table import Table, genome_of, these

CLUBS = "AC KC QC JC 10C 9C 8C 7C 6C 5C"
DIAMONDS = CLUBS.replace("C", "D")
HEARTS = CLUBS.replace("C", "H")
SPADES = CLUBS.replace("C", "S")


def bids(*numbers: int) -> list[str]:
    return [f"bid {number} trick" if number == 1 else f"bid {number} tricks" for number in numbers]


def spades_are_trumps(*numbers: int, missed_bid: str = "counted") -> Table:
    """Player 0 has ten trumps and takes every trick."""
    genome = genome_of("oh-hell", missed_bid=missed_bid)
    table = Table(genome, SPADES, HEARTS, DIAMONDS, CLUBS, turned_card="2S")
    return table.say(*bids(*numbers))


def test_hands_go_from_ten_cards_down_to_one_and_up_again() -> None:
    table = Table("oh-hell", match=True)
    sizes = []
    while not table.state.over:
        sizes.append({len(table.hand(seat)) for seat in range(4)})
        table.play_hand()
    assert sizes == [{n} for n in (*range(10, 0, -1), *range(2, 11))]
    best = max(table.result.scores)
    assert all(table.result.scores[seat] == best for seat in table.result.winners)


def test_the_suit_of_the_turned_card_is_trumps() -> None:
    table = Table("oh-hell", turned_card="7D")
    assert table.view.trump == "diamonds"


def test_nobody_bids_more_than_there_are_tricks() -> None:
    assert Table("oh-hell").moves == bids(*range(11))


def test_the_dealers_bid_may_not_make_the_bids_equal_the_tricks() -> None:
    table = Table("oh-hell").say(*bids(3, 2, 1))
    assert table.turn == 3
    assert table.moves == bids(0, 1, 2, 3, 5, 6, 7, 8, 9, 10)


def test_the_dealer_is_free_when_the_others_bid_more_than_there_are_tricks() -> None:
    assert Table("oh-hell").say(*bids(5, 5, 1)).moves == bids(*range(11))


def test_the_player_after_the_dealer_leads_any_card() -> None:
    table = spades_are_trumps(10, 0, 0, 1)
    assert table.turn == 0
    assert table.playable == these(SPADES)


def test_suit_must_be_followed_and_trumps_win() -> None:
    table = Table(
        "oh-hell",
        SPADES.replace("AS", "AC"),
        HEARTS.replace("AH", "KC"),
        CLUBS.replace("AC", "2C").replace("KC", "AS"),
        DIAMONDS,
        turned_card="AH",
    )
    table.say(*bids(1, 1, 1, 1)).play("AC")
    assert table.playable == these("KC")
    table.play("KC")
    assert table.playable == these(CLUBS) - these("AC KC") | these("2C")
    table.play("2C")
    assert table.playable == these(DIAMONDS)
    table.play("5D")
    assert table.tricks == (1, 0, 0, 0)
    table.play("KS 5H")
    assert table.playable == these("AS")
    table.play("AS 6D")
    assert table.tricks == (1, 1, 0, 0)


@pytest.mark.parametrize(
    ("numbers", "scores"),
    [
        ((10, 0, 0, 1), (20, 10, 10, 0)),
        ((9, 0, 0, 0), (10, 10, 10, 10)),
        ((0, 1, 2, 3), (10, 0, 0, 0)),
    ],
)
def test_ten_for_an_exact_bid_and_one_for_every_trick(
    numbers: tuple[int, ...], scores: tuple[int, ...]
) -> None:
    assert spades_are_trumps(*numbers).play_out().result.scores == scores


def test_where_only_exact_bids_score() -> None:
    table = spades_are_trumps(9, 0, 0, 3, missed_bid="ignored")
    assert table.play_out().result.scores == (0, 10, 10, 0)


@for_seeds(5)
def test_the_tricks_of_a_hand_are_as_many_as_its_cards(seed: int) -> None:
    table = Table("oh-hell", seed=seed).play_hand()
    assert sum(table.tricks) == 10
    assert sum(table.counter("bid")) != 10
    exact = zip(table.counter("bid"), table.tricks, table.result.scores, strict=True)
    assert all(score == tricks + 10 * (bid == tricks) for bid, tricks, score in exact)
