"""Blackjack: soft totals, the house's rules, naturals, doubling, pushes and the chips."""

from __future__ import annotations

from dataclasses import replace

import pytest

from darwindeck import get_genome
from darwindeck.simulation import EventKind, Game
from tests.support.stacked import Sitting, changed, game_of, rounds, sit

OUT_OF_IT = "10♣ 9♣"
"""Nineteen, for players of whom nothing is to be told."""


def deal(
    south: str,
    house: str,
    then: str = "",
    west: str = OUT_OF_IT,
    east: str = "10♦ 9♦",
    bet: int = 20,
    game: Game | str = "blackjack",
    match: bool = False,
) -> Sitting:
    """Everybody has bet the same. The second card of the house is the one that is shown."""
    sitting = sit(game, rounds(south, west, east, house), then, dealer="the house", match=match)
    return sitting.play(*(f"{seat}: bet {bet} chips" for seat in ("South", "West", "East")))


def stand(game: Sitting, *seats: str) -> Sitting:
    for seat in seats:
        if game.turn == seat:
            game.play(f"{seat}: stand")
    return game


def won(game: Sitting) -> int:
    """What South has won in the end."""
    return game.result.chips[0] - 500


# --- bets --------------------------------------------------------------------------------------


def test_bets_are_ten_to_a_hundred_in_tens_and_made_before_the_deal() -> None:
    game = sit("blackjack", dealer="the house")
    assert game.may() == {f"bet {chips} chips" for chips in range(10, 101, 10)}
    assert game.cards("South's hand") == []


def test_nobody_bets_more_than_they_have() -> None:
    setup = replace(get_genome("blackjack").setup, starting_chips=35)
    game = sit(changed("blackjack", setup=setup), dealer="the house")
    assert game.may() == {"bet 10 chips", "bet 20 chips", "bet 30 chips"}


def test_the_house_shows_one_card_and_hides_the_other() -> None:
    game = deal("10♠ 7♠", "K♥ 6♥")
    (pile,) = game.state.view(0).zone("hand", 3)
    assert [str(card) for card in pile.known] == ["6♥"]
    assert [str(card) for card in game.state.view(0).zone("hand", 1)[0].cards] == ["10♣", "9♣"]


# --- totals ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("south", "house", "result"),
    [
        ("10♠ 8♠", "10♥ 7♥", 20),
        ("10♠ 7♠", "10♥ 7♥", 0),
        ("10♠ 6♠", "10♥ 7♥", -20),
        ("A♠ 7♠", "10♥ 7♥", 20),
        ("A♠ 6♠", "10♥ 7♥", 0),
        ("K♠ Q♠", "J♥ 10♥", 0),
    ],
)
def test_the_higher_total_wins_the_bet_and_equal_totals_push(
    south: str, house: str, result: int
) -> None:
    assert won(stand(deal(south, house), "South", "West", "East")) == result


def test_an_ace_counts_one_where_eleven_would_be_too_much() -> None:
    """A 7 is 18; with a 9 it is 17, not 27."""
    game = deal("A♠ 7♠", "10♥ 7♥", "9♠").play("South: hit")
    assert game.turn == "South"
    assert won(stand(game, "South", "West", "East")) == 0


def test_of_two_aces_one_counts_eleven() -> None:
    """A A is 12; with a 9 it is 21, and nothing more is asked."""
    game = deal("A♠ A♣", "10♥ 7♥", "9♠").play("South: hit")
    assert game.turn == "West"
    assert won(stand(game, "West", "East")) == 20


def test_more_than_twenty_one_loses_even_if_the_house_is_bust_too() -> None:
    game = deal("10♠ 6♠", "10♥ 6♥", "K♠ K♦").play("South: hit")
    assert game.turn == "West", "South is out of the hand"
    stand(game, "West", "East")
    assert won(game) == -20
    assert game.result.chips[1:] == (520, 520), "the house has 26"


# --- the house ---------------------------------------------------------------------------------


def test_the_house_draws_to_sixteen_and_stands_on_seventeen() -> None:
    game = stand(deal("10♠ 8♠", "10♥ 6♥", "A♠ 5♠"), "South", "West", "East")
    assert len(game.cards("the house's hand")) == 3
    assert won(game) == 20


def test_the_house_stands_on_soft_seventeen() -> None:
    game = stand(deal("10♠ 8♠", "A♥ 6♥", "3♠"), "South", "West", "East")
    assert len(game.cards("the house's hand")) == 2
    assert won(game) == 20


def test_the_house_draws_again_when_its_ace_has_to_count_one() -> None:
    """A 5 is 16, with a 10 still 16, with a 4 it is 20."""
    game = stand(deal("10♠ 8♠", "A♥ 5♥", "10♥ 4♠ 9♥"), "South", "West", "East")
    assert len(game.cards("the house's hand")) == 4
    assert won(game) == -20


def test_the_house_does_not_draw_when_everybody_is_bust() -> None:
    game = deal("10♠ 6♠", "10♥ 6♥", "K♠ K♦ K♣", west="10♣ 5♣", east="10♦ 5♦")
    game.play("South: hit", "West: hit", "East: hit")
    assert len(game.cards("the house's hand")) == 2
    assert game.result.chips == (480, 480, 480)


def test_the_house_does_not_draw_against_naturals_alone() -> None:
    game = deal("A♠ K♠", "10♥ 6♥", "9♥", west="A♣ K♣", east="A♦ K♦")
    assert game.state.over
    assert len(game.cards("the house's hand")) == 2
    assert game.result.chips == (530, 530, 530)


# --- naturals ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("bet", "pays"), [(10, 15), (30, 45), (100, 150)])
def test_a_natural_pays_three_to_two(bet: int, pays: int) -> None:
    game = deal("A♠ K♠", "10♥ 7♥", bet=bet)
    assert game.turn == "West", "South is not asked"
    assert won(stand(game, "West", "East")) == pays


def test_the_option_of_six_to_five() -> None:
    (option,) = [o for o in get_genome("blackjack").options if "natural" in o.label]
    other = next(choice.name for choice in option.choices if choice.name != option.value)
    game = deal("A♠ K♠", "10♥ 7♥", bet=100, game=game_of("blackjack", **{option.name: other}))
    assert won(stand(game, "West", "East")) == 120


def test_twenty_one_with_three_cards_is_no_natural() -> None:
    game = deal("A♠ 5♠", "10♥ 7♥", "5♦").play("South: hit")
    assert won(stand(game, "West", "East")) == 20


def test_a_natural_beats_twenty_one_of_the_house() -> None:
    game = stand(deal("A♠ K♠", "10♥ 6♥", "5♥"), "West", "East")
    assert won(game) == 30
    assert game.result.chips[1:] == (480, 480)


def test_a_natural_of_the_house_takes_all_bets_at_once_but_those_of_naturals() -> None:
    game = deal("A♠ K♠", "A♥ K♥")
    assert game.state.over, "nobody is asked"
    assert won(game) == 0, "a push"
    assert game.result.chips[1:] == (480, 480)


def test_everybody_hears_which_cards_made_the_natural_of_the_house() -> None:
    """The next hand follows at once, so that the cards cannot be looked at any more."""
    game = deal("10♠ 6♠", "A♥ K♥", match=True)
    told = game.state.view(0).events
    shown = {str(card) for event in told if event.kind is EventKind.SHOWN for card in event.cards}
    assert {"A♥", "K♥", "10♣", "9♣"} <= shown


def test_twenty_one_of_several_cards_does_not_beat_a_natural_of_the_house() -> None:
    game = deal("10♠ 6♠", "K♥ A♥", "5♥")
    assert game.state.over
    assert won(game) == -20


# --- doubling ----------------------------------------------------------------------------------


def test_doubling_takes_one_card_and_twice_the_bet() -> None:
    game = deal("6♠ 5♠", "10♥ 7♥", "8♠").play("South: double down")
    assert game.turn == "West"
    assert won(stand(game, "West", "East")) == 40


def test_a_double_is_lost_twice() -> None:
    game = deal("6♠ 5♠", "10♥ 7♥", "2♠").play("South: double down")
    assert won(stand(game, "West", "East")) == -40
    game = deal("10♠ 5♠", "10♥ 7♥", "J♠").play("South: double down")
    assert won(stand(game, "West", "East")) == -40


def test_doubling_is_only_for_the_first_two_cards() -> None:
    game = deal("2♠ 3♠", "10♥ 7♥", "4♠").play("South: hit")
    assert game.may() == {"hit", "stand"}


def test_doubling_needs_the_chips() -> None:
    setup = replace(get_genome("blackjack").setup, starting_chips=35)
    game = deal("6♠ 5♠", "10♥ 7♥", bet=20, game=changed("blackjack", setup=setup))
    assert game.may() == {"hit", "stand"}


def test_the_option_to_double_only_nine_ten_and_eleven() -> None:
    (option,) = [o for o in get_genome("blackjack").options if "double" in o.label]
    other = next(choice.name for choice in option.choices if choice.name != option.value)
    strict = game_of("blackjack", **{option.name: other})
    assert "double down" in deal("6♠ 5♠", "10♥ 7♥", game=strict).may()
    assert "double down" in deal("6♠ 3♠", "10♥ 7♥", game=strict).may()
    assert "double down" not in deal("6♠ 6♥", "10♥ 7♥", game=strict).may()


# --- the match ---------------------------------------------------------------------------------


def test_the_house_always_deals_and_twenty_hands_are_played() -> None:
    game = deal("10♠ 7♠", "10♥ 7♥", match=True)
    dealers = set()
    while not game.state.over:
        dealers.add(game.number("dealer"))
        game.play(f"{game.turn}: {'stand' if 'stand' in game.may() else 'bet 10 chips'}")
    assert dealers == {3}
    assert game.number("hand_number") == 20
    chips = game.result.chips
    assert game.result.winners == tuple(seat for seat in range(3) if chips[seat] == max(chips))


def test_a_player_with_fewer_than_ten_chips_is_out() -> None:
    setup = replace(get_genome("blackjack").setup, starting_chips=25)
    game = deal("10♠ 6♠", "10♥ 7♥", game=changed("blackjack", setup=setup), match=True)
    stand(game, "South", "West", "East")
    assert game.chips() == (5, 45, 45)
    assert game.turn == "West", "South cannot bet any more"
