"""Rummy: melds, laying off, the discard, going out and the end of the stock."""

from __future__ import annotations

from tests.support.seeds import for_seeds
from tests.support.stacked import Sitting, game_of, hands_of, rounds, same_cards, sit, won_at

STOCK = "South: draw from the stock"
TAKE = "South: draw from the discard pile"
OTHERS = ("3♣ 4♦ 5♠ 9♥ J♥ K♠ 6♦", "A♣ 3♦ 4♠ 6♠ 8♣ 9♣ J♠", "2♥ 3♥ 5♦ 7♦ 8♦ 10♣ Q♣")


def deal(south: str, then: str) -> Sitting:
    """South's hand, then the card turned up and the stock."""
    return sit("rummy", rounds(south, *OTHERS), then)


def small(south: str, west: str, north: str, east: str, then: str) -> Sitting:
    return sit(hands_of("rummy", len(south.split())), rounds(south, west, north, east), then)


def melds(game: Sitting) -> list[list[str]]:
    names = [game.place(item[2]) for item in game.state.position.places()]
    return [sorted(game.cards(name)) for name in names if name.startswith("meld ")]


# --- drawing and discarding --------------------------------------------------------------------


def test_one_draws_from_the_stock_or_takes_the_top_discard() -> None:
    game = deal("7♥ 8♥ 2♣ 2♦ K♥ Q♦ 10♦", "K♦ A♠")
    assert game.may() == {"draw from the stock", "draw from the discard pile"}
    game.play(TAKE)
    assert "K♦" in game.cards("South's hand")


def test_the_card_just_taken_from_the_discards_may_not_be_discarded() -> None:
    game = deal("7♥ 8♥ 2♣ 2♦ K♥ Q♦ 10♦", "K♦ A♠").play(TAKE)
    assert "discard K♦" not in game.may()
    assert "discard K♥" in game.may()


def test_a_card_drawn_from_the_stock_may_be_discarded() -> None:
    game = deal("7♥ 8♥ 2♣ 2♦ K♥ Q♦ 10♦", "K♦ A♠").play(STOCK)
    assert "discard A♠" in game.may()


# --- melds -------------------------------------------------------------------------------------


def test_sets_and_runs_of_three_or_more_are_melded() -> None:
    game = deal("7♥ 8♥ 9♠ 10♥ 2♣ 2♦ 2♠", "K♦ 10♠").play(STOCK)
    assert game.may() == {"meld 2♣", "meld 2♦", "meld 2♠", "meld nothing"}
    game.meld("South", "2♣ 2♦ 2♠")
    assert melds(game) == [sorted(["2♣", "2♦", "2♠"])]


def test_several_melds_in_one_turn() -> None:
    game = deal("7♥ 8♥ 10♥ 9♠ 2♣ 2♦ 2♠", "K♦ 9♦").play(STOCK).meld("South", "2♣ 2♦ 2♠")
    assert not any(text.startswith("meld") for text in game.may())
    game = deal("7♥ 8♥ 10♥ J♦ 2♣ 2♦ 2♠", "6♥ A♠").play(TAKE).meld("South", "2♣ 2♦ 2♠")
    game.meld("South", "6♥ 7♥ 8♥")
    assert len(melds(game)) == 2


def test_a_run_is_of_one_suit() -> None:
    game = deal("7♥ 8♥ 9♠ 4♣ Q♦ K♣ 10♦", "K♦ J♣").play(STOCK)
    assert not any(text.startswith("meld") for text in game.may())


def test_the_ace_is_low_in_runs() -> None:
    game = deal("A♥ 4♥ 5♥ Q♥ K♥ 10♦ 7♠", "K♦ 2♣").play(STOCK)
    assert not any(text.startswith("meld") for text in game.may()), "no queen, king, ace"
    game = deal("A♦ 2♦ Q♥ K♥ 10♦ 7♠ 4♣", "K♦ A♠").play(STOCK)
    assert not any(text.startswith("meld") for text in game.may()), "two cards are no run"


def ace_game(south: str, **options: str) -> set[str]:
    hands = ("4♦ 9♥ J♥ K♠ 6♦ 5♠ 3♣", "A♣ 4♠ 6♠ 8♣ 9♣ J♠ 2♥", "5♦ 7♦ 8♦ 10♣ 5♥ 7♣ 6♥")
    game = sit(game_of("rummy", **options), rounds(south, *hands), "10♠ 10♥").play(STOCK)
    return {text for text in game.may() if text.startswith("meld ")} - {"meld nothing"}


def test_ace_two_three_is_a_run() -> None:
    assert ace_game("A♦ 2♦ 3♦ Q♥ K♣ 7♠ 4♣") == {"meld A♦", "meld 2♦", "meld 3♦"}


def test_queen_king_ace_is_a_run_only_where_the_ace_may_be_high() -> None:
    hand = "A♦ Q♦ K♦ 2♣ 2♠ 7♠ 4♣"
    assert ace_game(hand) == set()
    (option,) = [o for o in game_of("rummy").genome.options if o.name.startswith("ace")]
    other = next(choice.name for choice in option.choices if choice.name != option.value)
    assert ace_game(hand, **{option.name: other}) == {"meld A♦", "meld Q♦", "meld K♦"}
    assert ace_game("A♦ 2♦ K♦ 2♣ Q♠ 7♠ 4♣", **{option.name: other}) == set(), "king, ace, two"


# --- laying off --------------------------------------------------------------------------------


def laid_out() -> Sitting:
    """South melds 6♥ 7♥ 8♥ and leaves the turn to West, who can lay off at both ends."""
    game = small("6♥ 7♥ 8♥ K♣", "5♥ 9♥ 10♥ 2♠", "3♣ 4♦ J♠ Q♦", "3♦ 4♠ J♣ Q♣", "K♦ A♠ 2♦ 2♥")
    game.play(STOCK).meld("South", "6♥ 7♥ 8♥").play("South: discard A♠")
    return game.play("West: draw from the stock")


def test_cards_are_laid_off_on_anybodys_meld_at_both_ends() -> None:
    game = laid_out()
    game.play("West: lay 5♥ on 6♥ 7♥ 8♥", "West: lay just 5♥")
    assert melds(game) == [sorted(["5♥", "6♥", "7♥", "8♥"])]
    game.play("West: lay 9♥", "West: lay 10♥")
    assert melds(game) == [sorted("5♥ 6♥ 7♥ 8♥ 9♥ 10♥".split())]


def test_a_card_that_would_leave_a_gap_is_laid_off_only_with_the_card_between() -> None:
    game = laid_out().play("West: lay 10♥")
    assert not any(text.startswith("lay just") for text in game.may())
    game.play("West: lay 9♥", "West: lay just")
    assert melds(game) == [sorted("6♥ 7♥ 8♥ 9♥ 10♥".split())]


def test_the_fourth_card_of_a_rank_is_laid_off_on_a_set() -> None:
    game = small("6♥ 6♣ 6♦ K♣", "6♠ 9♥ 10♥ 2♠", "3♣ 4♦ J♠ Q♦", "3♦ 4♠ J♣ Q♣", "K♦ A♠ 2♦ 2♥")
    game.play(STOCK).meld("South", "6♥ 6♣ 6♦").play(
        "South: discard A♠", "West: draw from the stock"
    )
    game.play("West: lay 6♠")
    assert melds(game) == [sorted(["6♥", "6♣", "6♦", "6♠"])]
    assert same_cards(game.cards("West's hand"), "9♥ 10♥ 2♠ 2♦")


def test_nothing_may_be_laid_off_before_a_meld_lies_there() -> None:
    game = deal("7♥ 8♥ 2♣ 2♦ K♥ Q♦ 10♦", "K♦ A♠").play(STOCK)
    assert not any(text.startswith("lay") for text in game.may())


# --- going out ---------------------------------------------------------------------------------


def test_going_out_with_a_discard_scores_the_others_pips() -> None:
    """Court cards ten, ace one, others their number."""
    game = small("6♥ 7♥ 8♥", "K♣ A♠ 2♠", "3♣ J♠ 10♦", "3♦ 4♠ Q♣", "K♦ 9♠")
    game.play(STOCK).meld("South", "6♥ 7♥ 8♥")
    game.play("South: discard 9♠")
    assert game.scored() == ["South: +53 (Going out)"]
    assert game.result.scores == (10 + 1 + 2 + 3 + 10 + 10 + 3 + 4 + 10, 0, 0, 0)


def test_going_out_without_a_discard() -> None:
    game = small("6♥ 7♥ 8♥", "K♣ A♠ 2♠", "3♣ J♠ 10♦", "3♦ 4♠ Q♣", "K♦ 9♥")
    game.play(STOCK).meld("South", "6♥ 7♥ 8♥ 9♥")
    assert game.result.scores == (53, 0, 0, 0)


def test_the_first_with_a_hundred_points_wins() -> None:
    game = sit(won_at("rummy", 1), match=True).play_out()
    assert game.result.winner is not None
    assert max(game.result.scores) >= 1


# --- the stock ---------------------------------------------------------------------------------


def exhausted() -> Sitting:
    """Three cards are left in the stock; everybody draws from it and discards what they drew."""
    game = sit(
        hands_of("rummy", 12),
        rounds(
            "2♠ 4♠ 6♠ 8♠ 10♠ Q♠ 3♥ 5♥ 7♥ 9♥ J♥ K♥",
            "2♥ 4♥ 6♥ 8♥ 10♥ Q♥ 3♠ 5♠ 7♠ 9♠ J♠ K♠",
            "2♣ 4♣ 6♣ 8♣ 10♣ Q♣ 3♦ 5♦ 7♦ 9♦ J♦ K♦",
            "2♦ 4♦ 6♦ 8♦ 10♦ Q♦ 3♣ 5♣ 7♣ 9♣ J♣ K♣",
        ),
        "A♠ A♥ A♦ A♣",
    )
    for seat, card in (("South", "A♥"), ("West", "A♦"), ("North", "A♣")):
        draw_and_discard(game, seat, card)
    return game


def draw_and_discard(game: Sitting, seat: str, card: str) -> None:
    game.play(f"{seat}: draw from the stock")
    if "meld nothing" in game.may():
        game.play(f"{seat}: meld nothing")
    game.play(f"{seat}: discard {card}")


def test_an_empty_stock_is_made_of_the_discards_turned_over_not_shuffled() -> None:
    game = exhausted()
    assert game.cards("the stock") == []
    assert game.cards("the discard pile") == ["A♠", "A♥", "A♦", "A♣"]
    game.play("East: draw from the stock")
    assert "A♠" in game.cards("East's hand"), "the card that lay at the bottom"
    assert game.cards("the stock") == ["A♣", "A♦", "A♥"]


def test_the_second_time_the_stock_is_empty_the_hand_ends_without_a_score() -> None:
    game = exhausted()
    for seat, card in (("East", "A♠"), ("South", "A♥"), ("West", "A♦"), ("North", "A♣")):
        draw_and_discard(game, seat, card)
    assert game.turn == "East"
    game.play("East: draw from the stock")
    assert game.state.over
    assert game.scored() == []
    assert game.result.scores == (0, 0, 0, 0)


def test_the_discards_may_still_be_taken_when_the_stock_is_empty() -> None:
    game = exhausted()
    game.play("East: draw from the discard pile")
    assert "A♣" in game.cards("East's hand")


@for_seeds(4)
def test_melds_are_always_sets_or_runs(seed: int) -> None:
    order = "A 2 3 4 5 6 7 8 9 10 J Q K".split()
    game = sit("rummy", seed=seed).play_out("greedy")
    for cards in melds(game):
        ranks = sorted(order.index(card[:-1]) for card in cards)
        suits = {card[-1] for card in cards}
        is_set = len(set(ranks)) == 1 and len(suits) == len(cards) >= 3
        is_run = len(suits) == 1 and ranks == list(range(ranks[0], ranks[0] + len(ranks)))
        assert is_set or (is_run and len(cards) >= 3)
