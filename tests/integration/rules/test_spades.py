"""Spades, each for themselves: breaking spades, bids, nil, bags."""

from __future__ import annotations

from dataclasses import replace

from tests.support.seeds import for_seeds
from tests.support.table import Table, genome_of, these, won_at

CLUBS = "2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AC"
DIAMONDS = CLUBS.replace("C", "D")
HEARTS = CLUBS.replace("C", "H")
SPADES = CLUBS.replace("C", "S")


def bids(*numbers: int) -> list[str]:
    return [f"bid {number} trick" if number == 1 else f"bid {number} tricks" for number in numbers]


def one_suit_each(*numbers: int, match: bool = False) -> Table:
    """Player 0 has all the spades and takes every trick."""
    table = Table("spades", SPADES, HEARTS, DIAMONDS, CLUBS, match=match)
    return table.say(*bids(*numbers))


def test_everybody_bids_from_nil_to_thirteen() -> None:
    table = Table("spades")
    for seat in range(4):
        assert table.turn == seat
        assert table.moves == bids(*range(14))
        table.say("bid 13 tricks")
    assert table.counter("bid") == (13, 13, 13, 13)
    assert table.turn == 0


# --- spades are trumps and must be broken ---------------------------------------------------------


def broken_or_not() -> Table:
    table = Table(
        "spades",
        "2C 3C 4C 5C 6C 7C 8C 9C 10C AS KS QS JS",
        "KC 2D 3D 4D 5D 6D 7D 8D 9D 10D 10S 9S 8S",
        "QC 2H 3H 4H 5H 6H 7H 8H 9H 10H 7S 6S 5S",
        "AC JC JD QD KD AD JH QH KH AH 2S 3S 4S",
    )
    return table.say(*bids(3, 3, 3, 3))


def test_spades_may_not_be_led_until_they_are_broken() -> None:
    table = broken_or_not()
    assert table.turn == 0
    assert table.playable == these("2C 3C 4C 5C 6C 7C 8C 9C 10C")


def test_a_spade_that_trumps_breaks_spades() -> None:
    table = broken_or_not().play("2C KC QC AC")
    assert table.turn == 3
    assert not table.playable & these("2S 3S 4S")
    table.play("JC 3C 10S 2H")
    assert table.turn == 1
    assert table.playable >= these("9S 8S")


def test_suit_must_be_followed_before_trumping() -> None:
    table = broken_or_not().play("2C")
    assert table.playable == these("KC")


def test_who_is_void_may_trump_or_throw_anything() -> None:
    table = broken_or_not().play("2C KC QC AC JC 3C")
    assert table.playable == these("2D 3D 4D 5D 6D 7D 8D 9D 10D 10S 9S 8S")


def test_the_highest_trump_wins() -> None:
    table = broken_or_not().play("2C KC QC AC JC 3C 8S 7S")
    assert table.tricks == (0, 1, 0, 1)


def test_who_has_nothing_but_spades_may_lead_them() -> None:
    table = one_suit_each(13, 0, 0, 0)
    assert table.playable == these(SPADES)


# --- scores ---------------------------------------------------------------------------------------


def test_a_bid_made_exactly_and_nil_made() -> None:
    assert one_suit_each(13, 0, 0, 0).play_out().result.scores == (130, 100, 100, 100)


def test_a_failed_bid_costs_ten_for_each_trick_bid() -> None:
    assert one_suit_each(9, 1, 5, 13).play_out().result.scores == (94, -10, -50, -130)


def test_overtricks_count_one_each_and_are_kept_as_bags() -> None:
    table = one_suit_each(4, 0, 0, 0, match=True).play_hand()
    assert table.scores == (49, 100, 100, 100)
    assert table.counter("bags") == (9, 0, 0, 0)


def test_ten_bags_cost_a_hundred() -> None:
    table = one_suit_each(3, 0, 0, 0, match=True).play_hand()
    assert table.scores[0] == 30 + 10 - 100
    assert table.counter("bags") == (0, 0, 0, 0)


def test_bags_beyond_ten_are_kept() -> None:
    table = one_suit_each(1, 0, 0, 0, match=True).play_hand()
    assert table.scores[0] == 10 + 12 - 100
    assert table.counter("bags") == (2, 0, 0, 0)


def test_twenty_bags_at_once_cost_two_hundred() -> None:
    genome = genome_of("spades")
    nine = tuple(replace(c, start=9) if c.name == "bags" else c for c in genome.counters)
    table = Table(replace(genome, counters=nine), SPADES, HEARTS, DIAMONDS, CLUBS, match=True)
    table.say(*bids(1, 0, 0, 0)).play_hand()
    assert table.scores[0] == 10 + 12 - 200
    assert table.counter("bags") == (1, 9, 9, 9)


def test_bags_add_up_from_hand_to_hand() -> None:
    table = one_suit_each(4, 0, 0, 0, match=True).play_hand()
    assert table.counter("bags")[0] == 9
    while table.turn != 0:
        table.say("bid 0 tricks")
    table.say("bid 1 trick").play_hand()
    bags = table.counter("bags")[0]
    assert bags < 9
    # So the tenth bag has fallen: the other bags of this hand are kept.
    assert table.scores[0] == 49 + 10 + (bags + 1) - 100


def test_a_failed_nil_costs_a_hundred_and_its_tricks_are_bags() -> None:
    table = one_suit_each(0, 0, 0, 0, match=True).play_hand()
    assert table.scores == (-100 + 13 - 100, 100, 100, 100)
    assert table.counter("bags") == (3, 0, 0, 0)


def test_where_the_tricks_of_a_failed_nil_count_for_nothing() -> None:
    genome = genome_of("spades")
    (option,) = genome.options
    (other,) = (choice.name for choice in option.choices if choice.name != option.value)
    table = Table(genome_of("spades", **{option.name: other}), SPADES, HEARTS, DIAMONDS, CLUBS)
    table.say(*bids(0, 0, 0, 0))
    assert table.play_out().result.scores == (-100, 100, 100, 100)


# --- the end --------------------------------------------------------------------------------------


def decided_at(target: int, *numbers: int) -> Table:
    genome = won_at(genome_of("spades"), target)
    table = Table(genome, SPADES, HEARTS, DIAMONDS, CLUBS, match=True)
    return table.say(*bids(*numbers)).play_hand()


def test_the_target_wins_at_the_end_of_a_hand() -> None:
    assert decided_at(130, 13, 0, 0, 0).result.winners == (0,)
    assert not decided_at(131, 13, 0, 0, 0).state.over


def test_the_highest_of_those_who_reach_the_target_wins() -> None:
    assert decided_at(100, 10, 0, 0, 1).result.winners == (0,)


def test_the_game_goes_on_while_the_highest_are_equal() -> None:
    assert not decided_at(100, 9, 0, 0, 0).state.over


def test_the_best_wins_after_a_hundred_hands() -> None:
    table = Table("spades", match=True).play_out()
    assert table.view.hand_number == 100
    best = max(table.scores)
    assert best < 500
    assert table.result.winners == tuple(s for s in range(4) if table.scores[s] == best)


@for_seeds(10)
def test_thirteen_tricks_are_taken_in_every_hand(seed: int) -> None:
    table = Table("spades", seed=seed).play_hand()
    assert sum(table.tricks) == 13
    made = zip(table.counter("bid"), table.tricks, table.result.scores, strict=True)
    for bid, tricks, score in made:
        assert score == expected(bid, tricks)


def expected(bid: int, tricks: int) -> int:
    """What a hand is worth to a player without bags."""
    over = max(0, tricks - bid)
    kept = over - 100 if over >= 10 else over
    if bid == 0:
        return (100 if tricks == 0 else -100) + kept
    return kept + (10 * bid if tricks >= bid else -10 * bid)
