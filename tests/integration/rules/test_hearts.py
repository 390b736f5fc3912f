"""Hearts: passing, the first trick, breaking hearts, counting points, the moon."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.support.seeds import for_seeds
from tests.support.table import Table, genome_of, these, won_at

CLUBS = "2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AC"
DIAMONDS = CLUBS.replace("C", "D")
HEARTS = CLUBS.replace("C", "H")
SPADES = CLUBS.replace("C", "S")


def after_passing(*hands: str, match: bool = False, target: int = 100) -> Table:
    """A table at which the players hold these hands once they have passed to the left.

    The last three cards of each hand are those that its holder got from the right.
    """
    kept = [hand.split()[:10] for hand in hands]
    given = [hand.split()[10:] for hand in (*hands[1:], hands[0])]
    dealt = [" ".join(own + gift) for own, gift in zip(kept, given, strict=True)]
    table = Table(won_at(genome_of("hearts"), target), *dealt, match=match)
    for gift in given:
        table.play(" ".join(gift))
    return table


@pytest.mark.parametrize(("hand", "receiver"), [(1, 1), (2, 3), (3, 2), (5, 1)])
def test_cards_are_passed_left_then_right_then_across(hand: int, receiver: int) -> None:
    table = Table("hearts", match=True, seed=hand)
    for _ in range(hand - 1):
        table.play_hand()
    assert table.view.hand_number == hand
    given = {seat: sorted(table.hand(seat))[:3] for seat in range(4)}
    for seat, three in given.items():
        table.play(" ".join(three), seat)
    assert table.hand(receiver) >= set(given[0])


def test_no_cards_are_passed_in_the_fourth_hand() -> None:
    table = Table("hearts", match=True)
    for _ in range(3):
        table.play_hand()
    assert table.view.hand_number == 4
    assert table.playable == these("2C")


def test_all_pass_before_they_see_what_they_get() -> None:
    table = Table("hearts", CLUBS, DIAMONDS, HEARTS, SPADES)
    assert list(table.state.to_move) == [0, 1, 2, 3]
    table.play("2C 3C 4C")
    assert table.hand(1) == these(DIAMONDS)
    assert "2C" not in table.playable
    assert list(table.state.to_move) == [1, 2, 3]


def test_the_two_of_clubs_leads_also_after_it_was_passed() -> None:
    table = Table("hearts", CLUBS, DIAMONDS, HEARTS, SPADES)
    table.play("2C 3C 4C 2D 3D 4D 2H 3H 4H 2S 3S 4S")
    assert table.hand(1) >= these("2C 3C 4C")
    assert table.turn == 1
    assert table.playable == these("2C")


# --- the first trick ------------------------------------------------------------------------------


def test_no_points_in_the_first_trick() -> None:
    table = after_passing(CLUBS, DIAMONDS, SPADES.replace("2S", "AH"), HEARTS.replace("AH", "2S"))
    table.play("2C 2D")
    assert table.hand(2) - table.playable == these("AH QS")


def test_points_may_be_played_to_the_first_trick_by_who_has_nothing_else() -> None:
    table = after_passing(CLUBS, HEARTS.replace("2H", "QS"), DIAMONDS, SPADES.replace("QS", "2H"))
    table.play("2C")
    assert table.playable == these(HEARTS) - these("2H") | these("QS")


def test_clubs_must_be_followed_in_the_first_trick() -> None:
    table = after_passing(CLUBS.replace("AC", "2D"), DIAMONDS.replace("2D", "AC"), HEARTS, SPADES)
    table.play("2C")
    assert table.playable == these("AC")


# --- breaking hearts ------------------------------------------------------------------------------


def broken_or_not() -> Table:
    """Player 0 leads to the second trick and holds hearts."""
    return after_passing(
        "2C AC KC QC JC 10C 9C 8C 7C 6C AH KH QH",
        "3C AS KS QS JS 10S 9S 8S 7S 6S JH 10H 9H",
        "4C AD KD QD JD 10D 9D 8D 7D 6D 5D 8H 7H",
        "5C 5S 4S 3S 2S 4D 3D 2D 2H 3H 4H 5H 6H",
    )


def test_hearts_may_not_be_led_until_they_are_broken() -> None:
    table = broken_or_not().play("2C 3C 4C 5C")
    assert table.turn == 3
    assert table.playable == these("5S 4S 3S 2S 4D 3D 2D")


def test_the_queen_of_spades_does_not_break_hearts() -> None:
    table = broken_or_not().play("2C 3C 4C 5C 5S 6C 6S 5D")
    assert table.turn == 1
    table.play("7S 6D 4S AC")
    table.play("QS 7D 3S KC")
    assert table.turn == 1
    assert table.playable == these("AS KS JS 10S 9S 8S")


def test_a_heart_thrown_on_another_suit_breaks_hearts() -> None:
    table = broken_or_not().play("2C 3C 4C 5C 5S AH 6S 5D")
    assert table.turn == 1
    assert table.playable == these("AS KS QS JS 10S 9S 8S 7S JH 10H 9H")


def test_who_holds_nothing_but_hearts_may_lead_them() -> None:
    table = after_passing(
        "2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC 2D",
        "AC AH KH QH JH 10H 9H 8H 7H 6H 5H 4H 3H",
        "3D 4D 5D 6D 7D 8D 9D 10D JD QD KD AD 2H",
        SPADES,
    )
    table.play("2C AC 3D 2S")
    assert table.turn == 1
    assert table.playable == these("AH KH QH JH 10H 9H 8H 7H 6H 5H 4H 3H")


# --- points ---------------------------------------------------------------------------------------


def test_the_highest_card_of_the_suit_led_wins_and_leads() -> None:
    table = broken_or_not().play("2C 3C 4C 5C 2D AH JH AD")
    assert table.turn == 2
    assert table.tricks == (0, 0, 1, 1)
    assert table.hand_scores == (0, 0, 2, 0)


def test_hearts_count_one_and_the_queen_of_spades_thirteen() -> None:
    table = broken_or_not().play("2C 3C 4C 5C 5S AH QS 8H")
    assert table.hand_scores == (0, 15, 0, 0)


def test_shooting_the_moon_gives_the_others_26() -> None:
    table = after_passing(
        "2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC 2D",
        "AC AH KH QH JH 10H 9H 8H 7H 6H 5H 4H 3H",
        "3D 4D 5D 6D 7D 8D 9D 10D JD QD KD AD 2H",
        SPADES,
    )
    table.play("2C AC 3D 2S")
    table.play("AH 2H QS KC")
    assert table.play_out().result.scores == (26, 0, 26, 26)
    assert table.result.winners == (1,)


def test_25_points_are_not_the_moon() -> None:
    table = after_passing(
        "2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC 4H 2H",
        "AC KC AH KH QH JH 10H 9H 8H 7H 6H 5H 2D",
        "3D 4D 5D 6D 7D 8D 9D 10D JD QD KD AD 3H",
        SPADES,
    )
    table.play("2C AC 3D 2S")
    table.play("KC 3H QS 3C")
    for heart in "AH KH QH JH 10H 9H 8H 7H 6H".split():
        table.play(heart)
        while table.turn != 1:
            table.say(table.moves[0])
    assert table.hand_scores == (0, 25, 0, 0)
    table.play("2D").play_out()
    assert table.result.scores == (0, 25, 1, 0)


def test_the_game_ends_when_somebody_has_a_hundred_and_the_lowest_wins() -> None:
    table = Table("hearts", match=True, seed=5).play_out()
    scores = table.result.scores
    assert max(scores) >= 100
    winners = tuple(seat for seat, score in enumerate(scores) if score == min(scores))
    assert table.result.winners == winners


def test_a_hundred_is_judged_only_after_the_hand() -> None:
    table = after_passing(
        "2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC 2D",
        "AC AH KH QH JH 10H 9H 8H 7H 6H 5H 4H 3H",
        "3D 4D 5D 6D 7D 8D 9D 10D JD QD KD AD 2H",
        SPADES,
        match=True,
        target=16,
    )
    table.play("2C AC 3D 2S")
    table.play("AH 2H QS KC")
    assert table.hand_scores == (0, 15, 0, 0)
    table.play("KH")
    assert not table.state.over
    # With the moon it is the others who pass the limit.
    assert table.play_out().result.winners == (1,)


@for_seeds(10)
def test_every_hand_is_worth_26_points_or_78(seed: int) -> None:
    table = Table("hearts", match=True, seed=seed)
    totals = [0]
    while not table.state.over:
        assert sum(table.play_hand().tricks) in (0, 13)
        totals.append(sum(table.scores))
    assert {after - before for before, after in pairwise(totals)} <= {26, 78}
