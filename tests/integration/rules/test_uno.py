"""UNO: action cards (also turned up first and played last), wild cards, saying "Uno", the score."""

from __future__ import annotations

from dataclasses import replace

import pytest

from darwindeck import get_genome
from darwindeck.simulation import EventKind, Game
from tests.support.stacked import Sitting, game_of, hands_of, rounds, same_cards, sit

HANDS = (
    "red 1, red 5, blue 5, green 9, yellow 2, wild, wild draw four",
    "red 2, red 6, blue 6, green 8, yellow 3, yellow 4, blue skip",
    "red 3, red 7, blue 7, green 7, yellow 5, yellow 6, blue 8",
    "red 4, red 8, blue 4, green 6, yellow 7, yellow 8, blue 9",
)


def turned_up(card: str, *stock: str, asks_all: bool = False) -> Sitting:
    """The usual hands and a card turned up first."""
    return sit("uno", rounds(*HANDS), ", ".join((card, *stock)), asks_all=asks_all)


def small(*hands: str, up: str, stock: str = "") -> Sitting:
    """Hands of another size, to come to the end quickly."""
    return sit(hands_of("uno", len(hands[0].split(","))), rounds(*hands), f"{up}, {stock}")


# --- the card turned up first ------------------------------------------------------------------


def test_a_number_turned_up_lets_the_player_at_the_dealers_left_begin() -> None:
    game = turned_up("red 9")
    assert game.turn == "South"
    assert len(game.cards("the stock")) == 79


def test_a_skip_turned_up_skips_the_first_player() -> None:
    assert turned_up("red skip").turn == "West"


def test_a_reverse_turned_up_lets_the_dealer_begin_and_play_go_the_other_way() -> None:
    game = turned_up("red reverse")
    assert game.turn == "East"
    game.play("East: play red 4")
    assert game.turn == "North"


def test_a_draw_two_turned_up_is_drawn_by_the_first_player_who_is_skipped() -> None:
    game = turned_up("red draw two", "green 1", "green 2")
    assert same_cards(game.cards("South's hand"), f"{HANDS[0]}, green 1, green 2")
    assert game.turn == "West"


def test_a_wild_turned_up_lets_the_first_player_name_the_colour_and_play() -> None:
    game = turned_up("wild")
    assert game.turn == "South"
    assert {text.split(" ")[1] for text in game.may()} == {"red", "yellow", "green", "blue"}
    game.play("South: name green")
    assert game.turn == "South"
    assert game.may() == {"play green 9", "play wild", "draw from the stock"}


def test_a_wild_draw_four_turned_up_goes_back() -> None:
    game = turned_up("wild draw four")
    assert game.cards("the discard pile") != ["wild draw four"]
    assert "the stock is shuffled" in game.text_of(EventKind.SHUFFLED)


# --- what fits ---------------------------------------------------------------------------------


def test_colour_number_or_symbol_and_a_wild_fit() -> None:
    game = turned_up("red 9")
    fitting = {"play red 1", "play red 5", "play green 9", "play wild", "draw from the stock"}
    assert game.may() == fitting, "not the wild draw four: South has red cards"


def test_symbols_match_each_other() -> None:
    game = small(
        "yellow skip, red 1", "red 2, red 3", "red skip, green 1", "red 5, red 6", up="yellow 5"
    )
    game.play("South: play yellow skip", "South: say “Uno”")
    assert game.may("North") == {"play red skip", "draw from the stock"}


def test_wild_draw_four_only_without_a_card_of_the_colour() -> None:
    """The same number in another colour, or a wild, does not stand in its way."""
    game = small(
        "wild draw four, wild, green 9",
        "red 1, red 2, red 3",
        "red 4, red 5, red 6",
        "red 7, red 8, blue 1",
        up="red 9",
    )
    assert "play wild draw four" in game.may()
    game = small(
        "wild draw four, wild, red 9",
        "red 1, red 2, red 3",
        "red 4, red 5, red 6",
        "red 7, red 8, blue 1",
        up="red 9",
    )
    assert "play wild draw four" not in game.may()


def test_the_named_colour_decides_about_the_wild_draw_four() -> None:
    game = small(
        "wild, red 1, red 2",
        "wild draw four, green 5, red 3",
        "red 4, red 5, red 6",
        "red 7, red 8, blue 1",
        up="red 9",
    )
    game.play("South: play wild", "South: name green")
    assert "play wild draw four" not in game.may("West")
    game = small(
        "wild, red 1, red 2",
        "wild draw four, green 5, red 3",
        "red 4, red 5, red 6",
        "red 7, red 8, blue 1",
        up="red 9",
    )
    game.play("South: play wild", "South: name blue")
    assert game.may("West") == {"play wild draw four", "draw from the stock"}


def test_wild_draw_four_makes_the_next_player_draw_four_and_miss_the_turn() -> None:
    game = small(
        "wild draw four, wild, green 9",
        "red 1, red 2, red 3",
        "red 4, red 5, red 6",
        "red 7, red 8, blue 1",
        up="yellow 4",
        stock="green 1, green 2, green 3, green 4",
    )
    game.play("South: play wild draw four", "South: name blue")
    assert len(game.cards("West's hand")) == 7
    assert game.turn == "North"
    assert game.may() == {"draw from the stock"}, "only blue cards fit, not the yellow 4 below"


# --- drawing -----------------------------------------------------------------------------------


def test_a_player_may_draw_though_they_could_play() -> None:
    game = turned_up("red 9", "yellow 9").play("South: draw from the stock")
    assert game.turn == "South", "the card drawn fits"
    plays = {text for text in game.may() if text.startswith("play")}
    assert plays == {"play yellow 9"}, "only the card drawn may be played now"


def test_a_drawn_card_may_be_kept() -> None:
    game = turned_up("red 9", "yellow 9").play("South: draw from the stock")
    keep = next(text for text in game.may() if not text.startswith("play"))
    game.play(f"South: {keep}")
    assert game.turn == "West"
    assert len(game.cards("South's hand")) == 8


def test_a_drawn_card_that_does_not_fit_ends_the_turn() -> None:
    game = turned_up("red 9", "yellow 8").play("South: draw from the stock")
    assert game.turn == "West"


def test_the_others_do_not_learn_whether_the_drawn_card_fits() -> None:
    """The player is asked in any case, and says the same with or without a card that fits."""
    told = []
    for drawn in ("yellow 9", "yellow 8"):
        game = turned_up("red 9", drawn, asks_all=True).play("South: draw from the stock")
        assert game.turn == "South"
        assert ("play yellow 9" in game.may()) == (drawn == "yellow 9")
        west = game.state.view(1)
        game.play("South: pass")
        told.append((west, game.state.view(1)))
        assert game.turn == "West"
    assert told[0] == told[1]


def test_a_drawn_wild_draw_four_needs_a_hand_without_the_colour_too() -> None:
    game = turned_up("red 9", "wild draw four").play("South: draw from the stock")
    assert game.turn == "West", "South has red cards"
    game = small(
        "green 9, blue 9",
        "red 2, red 3",
        "red 4, red 5",
        "red 6, red 7",
        up="red 1",
        stock="wild draw four",
    )
    game.play("South: draw from the stock", "South: play wild draw four")
    assert len(game.cards("South's hand")) == 2


def test_the_stock_is_renewed_from_the_discards_under_the_top_card() -> None:
    """With hands of 26 three cards are left in the stock."""
    game = sit(hands_of("uno", 26), seed=1, asks_all=True)
    renewed = False
    while not renewed and not game.state.over:
        pile = game.cards("the discard pile")
        game.step()
        played = game.state.log[-1].move.text.partition("play ")[2]
        pile += [played] if played else []
        moved = [e for e in game.state.events if "from the discard pile to the stock" in e.text]
        renewed = bool(moved)
    assert moved[0].count == len(pile) - 1
    assert game.cards("the discard pile")[0] == pile[-1]
    assert "the stock is shuffled" in [event.text for event in game.state.events]


# --- action cards ------------------------------------------------------------------------------


def test_a_skip_skips_the_next_player() -> None:
    game = small("red skip, red 1", "red 2, red 3", "red 4, red 5", "red 6, red 7", up="red 9")
    game.play("South: play red skip", "South: say “Uno”")
    assert game.turn == "North"


def test_a_reverse_turns_play_round_and_a_second_one_back() -> None:
    game = small(
        "red reverse, red 1, blue 1",
        "red 2, red 3, blue 2",
        "red 4, red 5, blue 3",
        "blue reverse, red reverse, red 7",
        up="red 9",
    )
    game.play("South: play red reverse")
    assert game.turn == "East"
    game.play("East: play red reverse")
    assert game.turn == "South"
    game.play("South: play red 1", "South: say “Uno”")
    assert game.turn == "West"


def test_draw_two_and_skip_go_with_the_direction_of_play() -> None:
    game = small(
        "red reverse, red 1, blue 1",
        "red 2, red 3, blue 2",
        "red 4, red 5, blue 3",
        "red draw two, red skip, red 7",
        up="red 9",
    )
    game.play("South: play red reverse", "East: play red draw two")
    assert len(game.cards("North's hand")) == 5
    assert game.turn == "West"


def test_a_draw_two_cannot_be_passed_on() -> None:
    game = small(
        "red draw two, red 1",
        "red draw two, red 3",
        "red 4, red 5",
        "red 6, red 7",
        up="red 9",
    )
    game.play("South: play red draw two", "South: say “Uno”")
    assert len(game.cards("West's hand")) == 4
    assert game.turn == "North"
    assert len(game.cards("North's hand")) == 2


def test_a_draw_two_as_the_last_card_is_still_drawn_and_counts() -> None:
    game = small("red draw two", "blue 3", "green 4", "yellow 5", up="red 9", stock="wild, blue 1")
    game.play("South: play red draw two")
    assert same_cards(game.cards("West's hand"), "blue 3, wild, blue 1")
    assert game.result.scores == (3 + 50 + 1 + 4 + 5, 0, 0, 0)


def test_a_wild_draw_four_as_the_last_card_is_still_drawn_and_counts() -> None:
    game = small(
        "wild draw four",
        "blue 3",
        "green 4",
        "yellow 5",
        up="red 9",
        stock="blue 1, blue 2, blue 4, blue skip",
    )
    game.play("South: play wild draw four")
    assert len(game.cards("West's hand")) == 5
    assert game.result.scores == (3 + 1 + 2 + 4 + 20 + 4 + 5, 0, 0, 0)


@pytest.mark.parametrize("card", ["red skip", "red draw two"])
def test_with_two_players_a_skip_or_draw_two_gives_another_turn(card: str) -> None:
    duel = hands_of("uno", 3, player_count=2)
    game = sit(duel, rounds(f"{card}, red 1, red 2", "red 3, red 4, red 5"), "red 9")
    game.play(f"South: play {card}")
    assert game.turn == "South"
    assert len(game.cards("North's hand")) == (5 if card == "red draw two" else 3)


# --- saying "Uno" ------------------------------------------------------------------------------


def last_but_one() -> Sitting:
    game = small("red 1, red 2", "red 3, red 4", "red 5, red 6", "red 7, red 8", up="red 9")
    return game.play("South: play red 1")


def test_who_says_uno_cannot_be_caught() -> None:
    game = last_but_one()
    assert game.may() == {"say “Uno”", "say nothing"}
    game.play("South: say “Uno”")
    assert game.turn == "West"
    assert "play red 3" in game.may()


@pytest.mark.parametrize("catcher", ["West", "North", "East"])
def test_who_says_nothing_may_be_caught_by_anybody_and_draws_two(catcher: str) -> None:
    game = last_but_one().play("South: say nothing")
    for other in ("West", "North", "East"):
        if other == catcher:
            game.play(f"{other}: catch the player who did not say “Uno”")
            break
        game.play(f"{other}: let it pass")
    assert len(game.cards("South's hand")) == 3
    assert game.turn == "West", "the turn goes on as usual"
    assert "play red 3" in game.may()


def test_who_is_not_caught_draws_nothing_and_goes_out() -> None:
    game = last_but_one().play("South: say nothing")
    game.play("West: let it pass", "North: let it pass", "East: let it pass")
    assert len(game.cards("South's hand")) == 1
    game.play("West: play red 3", "West: say “Uno”", "North: play red 5", "North: say “Uno”")
    game.play("East: play red 7", "East: say “Uno”", "South: play red 2")
    assert game.result.scores == (4 + 6 + 8, 0, 0, 0)


def test_nobody_is_caught_where_uno_need_not_be_said() -> None:
    game = sit(game_of("uno", saying_uno="not_required"), rounds(*HANDS), "red 9")
    game.play_out()
    assert not any("Uno" in str(made) for made in game.state.log)


# --- the score ---------------------------------------------------------------------------------


def seventy_points(game: Game, match: bool) -> Sitting:
    """South goes out, while 50 points are left in West's hand, 20 in North's and 0 in East's."""
    hands = ("red 1, red 2", "red 3, wild draw four", "red 5, red reverse", "red 7, blue 0")
    sitting = sit(game, rounds(*hands), "red 9", match=match)
    sitting.play("South: play red 1", "South: say “Uno”", "West: play red 3", "West: say “Uno”")
    sitting.play("North: play red 5", "North: say “Uno”", "East: play red 7", "East: say “Uno”")
    return sitting.play("South: play red 2")


def test_numbers_count_their_value_actions_twenty_and_wilds_fifty() -> None:
    game = seventy_points(hands_of("uno", 2), match=False)
    assert game.scored() == ["South: +70 (Going out)"]


@pytest.mark.parametrize(("target", "over"), [(70, True), (71, False)])
def test_the_match_ends_when_somebody_has_enough_points(target: int, over: bool) -> None:
    (win,) = get_genome("uno").win_conditions
    assert win.threshold == 500
    game = hands_of("uno", 2, win_conditions=(replace(win, threshold=target),))
    sitting = seventy_points(game, match=True)
    assert sitting.scores() == (70, 0, 0, 0)
    assert sitting.state.over is over
