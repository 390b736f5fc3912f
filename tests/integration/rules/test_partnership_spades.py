"""Partnership Spades: bids added, tricks pooled, nil judged for its own bidder."""

from __future__ import annotations

from tests.support.seeds import for_seeds
from tests.support.table import Table, genome_of, won_at

CLUBS = "2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AC"
DIAMONDS = CLUBS.replace("C", "D")
HEARTS = CLUBS.replace("C", "H")
SPADES = CLUBS.replace("C", "S")


def bids(*numbers: int) -> list[str]:
    return [f"bid {number} trick" if number == 1 else f"bid {number} tricks" for number in numbers]


def all_spades(*numbers: int, match: bool = False, target: int = 500) -> Table:
    """Player 0 has all the spades and takes every trick; players 0 and 2 are partners."""
    genome = won_at(genome_of("partnership-spades"), target)
    table = Table(genome, SPADES, HEARTS, DIAMONDS, CLUBS, match=match)
    return table.say(*bids(*numbers)).play_hand()


def test_the_bids_of_partners_are_added_and_their_tricks_pooled() -> None:
    # Player 2 takes nothing: the partner's thirteen tricks make the bid of both.
    assert all_spades(7, 3, 5, 2).result.team_scores == (121, -50)


def test_both_fail_when_the_sum_is_not_reached() -> None:
    assert all_spades(10, 1, 4, 1).result.team_scores == (-140, -20)


def test_nil_made_is_scored_beside_the_bid_of_the_partner() -> None:
    assert all_spades(11, 2, 0, 1).result.team_scores == (110 + 2 + 100, -30)


def test_nil_is_judged_for_its_own_bidder() -> None:
    """The tricks of a failed nil count for the partner's bid."""
    assert all_spades(0, 2, 5, 1).result.team_scores == (-100 + 50 + 8, -30)


def test_both_partners_may_bid_nil() -> None:
    # Thirteen overtricks make ten bags.
    assert all_spades(0, 0, 0, 0).result.team_scores == (-100 + 100 + 13 - 100, 200)


def test_bags_belong_to_the_side() -> None:
    table = all_spades(2, 0, 2, 0, match=True)
    assert table.scores == (49, 200)
    assert table.counter("bags") == (9, 0)


def test_ten_bags_cost_a_hundred_and_the_rest_is_kept() -> None:
    table = all_spades(1, 1, 1, 1, match=True)
    assert table.scores == (20 + 11 - 100, -20)
    assert table.counter("bags") == (1, 0)


def test_the_side_that_reaches_the_target_wins() -> None:
    table = all_spades(8, 1, 5, 1, match=True, target=130)
    assert table.result.winning_team == 0
    assert table.result.winner is None
    assert table.result.winners == (0, 2)


def test_a_side_far_enough_below_zero_loses() -> None:
    table = all_spades(5, 10, 2, 5, match=True, target=150)
    assert table.result.team_scores == (76, -150)
    assert table.result.winning_team == 0


def test_when_both_are_far_below_zero_the_higher_wins() -> None:
    table = all_spades(7, 10, 8, 7, match=True, target=150)
    assert table.result.team_scores == (-150, -170)
    assert table.result.winning_team == 0


def test_equal_sides_at_the_target_play_on() -> None:
    table = all_spades(0, 6, 0, 3, match=True, target=87)
    assert table.scores == (-87, -90)
    assert table.state.over
    table = all_spades(7, 8, 7, 6, match=True, target=140)
    assert table.scores == (-140, -140)
    assert not table.state.over


@for_seeds(10)
def test_thirteen_tricks_are_taken_and_scores_belong_to_sides(seed: int) -> None:
    table = Table("partnership-spades", seed=seed).play_hand()
    bid, tricks = table.counter("bid"), table.tricks
    assert sum(tricks) == 13
    for side, members in enumerate(((0, 2), (1, 3))):
        wanted, taken = (sum(numbers[m] for m in members) for numbers in (bid, tricks))
        over = max(0, taken - wanted)
        score = over - 100 * (over // 10)
        score += 10 * wanted if taken >= wanted else -10 * wanted
        score += sum(100 if tricks[m] == 0 else -100 for m in members if bid[m] == 0)
        assert table.result.team_scores[side] == score
