"""Crazy Eights: what fits, naming a suit, drawing up to three cards, the stock and the score."""

from __future__ import annotations

from darwindeck.simulation import EventKind
from tests.support.stacked import Sitting, hands_of, rounds, same_cards, sit, won_at


def deal(south: str, west: str, north: str, east: str, then: str) -> Sitting:
    """Hands of five cards, then the card turned up and the stock."""
    return sit("crazy-eights", rounds(south, west, north, east), then)


MORE = ("2♦ 3♦ 6♦ 5♦ 7♦", "2♠ 3♠ 4♠ 5♠ 6♠")
OTHERS = ("2♣ 3♣ 4♣ 5♣ 6♣", "2♦ 3♦ 4♦ 5♦ 6♦", "2♠ 3♠ 4♠ 5♠ 6♠")


def test_a_card_fits_by_suit_or_rank_and_an_eight_always() -> None:
    game = deal("2♥ 9♠ 8♣ K♠ Q♦", *OTHERS, "9♥")
    assert game.turn == "South"
    assert game.may() == {"play 2♥", "play 9♠", "play 8♣"}


def test_a_player_who_can_play_may_not_draw() -> None:
    game = deal("2♥ Q♠ K♣ K♠ Q♦", *OTHERS, "9♥")
    assert game.may() == {"play 2♥"}


def test_an_eight_asks_for_a_suit_and_that_suit_must_be_matched() -> None:
    game = deal("8♣ Q♠ K♣ K♠ Q♦", "2♣ 3♣ 4♦ 5♥ 8♦", *MORE, "9♥ K♥")
    game.play("South: play 8♣")
    named = {text.split(" ")[1] for text in game.may()}
    assert named == {"clubs", "diamonds", "hearts", "spades"}
    game.play("South: name diamonds")
    assert game.may("West") == {"play 4♦", "play 8♦"}, "clubs are not in force"


def test_a_named_suit_holds_until_the_next_card() -> None:
    game = deal("8♣ Q♠ K♣ K♠ Q♦", "4♦ 3♣ 4♥ 5♥ 8♦", "4♠ 5♦ 6♠ 7♠ 9♠", "2♠ 3♠ 6♦ 7♣ 9♣", "9♥ K♥")
    game.play("South: play 8♣", "South: name diamonds")
    game.play("West: play 4♦")
    assert game.may("North") == {"play 4♠", "play 5♦"}
    game.play("North: play 4♠")
    assert "play 5♦" not in game.may("East"), "spades are in force now"


def test_a_player_who_cannot_play_draws_and_plays_the_first_that_fits() -> None:
    game = deal("2♠ 3♠ 4♠ 5♠ 6♠", *OTHERS[:2], "10♠ J♠ Q♠ K♠ A♠", "9♥ K♦ 7♥ 7♣")
    assert same_cards(game.cards("South's hand"), "2♠ 3♠ 4♠ 5♠ 6♠ K♦ 7♥")
    assert game.may() == {"play 7♥"}
    game.play("South: play 7♥")
    assert game.turn == "West"
    assert len(game.cards("South's hand")) == 6


def test_after_three_cards_that_do_not_fit_the_turn_passes() -> None:
    game = deal("2♠ 3♠ 4♠ 5♠ 6♠", "2♥ 3♣ 4♣ 5♣ 6♣", *OTHERS[1:2], "A♠ K♠ Q♠ J♠ 10♠", "9♥ K♦ Q♦ J♦")
    assert game.turn == "West"
    assert same_cards(game.cards("South's hand"), "2♠ 3♠ 4♠ 5♠ 6♠ K♦ Q♦ J♦")
    assert len(game.cards("the stock")) == 28


def test_a_drawn_eight_may_be_played_and_names_a_suit() -> None:
    game = deal("2♠ 3♠ 4♠ 5♠ 6♠", *OTHERS[:2], "10♠ J♠ Q♠ K♠ A♠", "9♥ 8♦")
    game.play("South: play 8♦", "South: name clubs")
    assert game.turn == "West"
    assert game.may() == {"play 2♣", "play 3♣", "play 4♣", "play 5♣", "play 6♣"}


def test_an_eight_turned_up_goes_back_into_the_stock() -> None:
    game = deal("2♠ 3♠ 4♠ 5♠ 6♠", *OTHERS[:2], "10♠ J♠ Q♠ K♠ A♠", "8♥ 8♦ 8♣")
    (top,) = game.cards("the discard pile")
    assert not top.startswith("8")
    assert "the stock is shuffled" in game.text_of(EventKind.SHUFFLED)
    assert len(game.cards("the stock")) + len(game.cards("South's hand")) == 36


def test_the_stock_is_renewed_from_the_discards_under_the_top_card() -> None:
    """Three cards are left in the stock. West cannot play and needs cards from the discards."""
    game = sit(
        hands_of("crazy-eights", 12),
        rounds(
            "2♥ 2♠ 3♠ 4♠ 5♠ 6♠ 7♠ 8♠ 8♣ 9♠ J♠ Q♠",
            "2♦ 3♦ 4♦ 5♦ 6♦ 7♦ 10♦ J♦ Q♦ K♦ A♦ 8♦",
            "2♣ 3♣ 4♣ 5♣ 6♣ 7♣ 9♣ 10♣ J♣ Q♣ K♣ A♣",
            "3♥ 4♥ 5♥ 6♥ 7♥ 9♥ 10♥ J♥ Q♥ K♥ A♥ 8♥",
        ),
        "9♦ 10♠ K♠ A♠",
    )
    game.play("South: play 9♠", "West: play 8♦", "West: name hearts")
    assert game.turn == "East", "North has drawn three spades in vain"
    assert game.cards("the stock") == []
    game.play("East: play 8♥", "East: name clubs", "South: play 8♣", "South: name hearts")
    assert game.turn == "West", "West has only diamonds, but draws an eight out of the old discards"
    assert game.cards("the discard pile") == ["8♣"]
    diamonds = "2♦ 3♦ 4♦ 5♦ 6♦ 7♦ 10♦ J♦ Q♦ K♦ A♦".split()
    drawn = [card for card in game.cards("West's hand") if card not in diamonds]
    assert same_cards(game.cards("the stock") + drawn, "9♦ 9♠ 8♦ 8♥")
    assert "the stock is shuffled" in game.text_of(EventKind.SHUFFLED)


def test_going_out_scores_what_the_others_hold() -> None:
    """Eight 50, court cards 10, ace 1, others their number; nothing for one's own cards."""
    game = sit(hands_of("crazy-eights", 2), rounds("2♥ 3♥", "7♥ 8♣", "9♥ K♣", "10♥ A♠"), "A♥")
    game.play("South: play 2♥", "West: play 7♥", "North: play 9♥", "East: play 10♥")
    game.play("South: play 3♥")
    assert game.scored() == ["South: +61 (Going out)"]
    assert game.result.scores == (61, 0, 0, 0)


def test_going_out_with_an_eight_ends_the_hand_without_a_suit() -> None:
    game = sit(hands_of("crazy-eights", 1), rounds("8♠", "Q♥", "9♥", "10♥"), "A♥")
    game.play("South: play 8♠")
    assert game.result.scores == (29, 0, 0, 0)


def test_the_first_with_a_hundred_points_wins_the_match() -> None:
    target = won_at("crazy-eights", 5)
    for game in (sit(target, match=True, seed=seed) for seed in range(3)):
        game.play_out()
        assert max(game.result.scores) >= 5
        assert game.number("hand_number") == 1, "anybody who goes out has at least 5 points"


def test_a_match_goes_on_below_a_hundred_points() -> None:
    game = sit("crazy-eights", match=True, seed=3).play_out()
    won = [int(text.split("+")[1].split(" ")[0]) for text in game.scored()]
    assert sum(game.result.scores) == sum(won)
    assert max(game.result.scores) >= 100
    assert sorted(game.result.scores)[-2] < 100 or game.result.winner is not None
    before_the_last = max(game.result.scores) - won[-1]
    assert before_the_last < 100
