"""Big Two: what is played together, what beats what, passing, and the penalties."""

from __future__ import annotations

from dataclasses import replace

from darwindeck import get_genome
from darwindeck.genome.schema import DealStep
from tests.support.stacked import Sitting, changed, rounds, same_cards, sit

LOW = "3♦ 3♣ 3♥ 4♦ 4♣ 5♦ 6♦ 7♦ 8♣"


def deal(*hands: str, match: bool = False) -> Sitting:
    """Hands of a few cards, dealt to South, East and so on in the direction of play; the others
    stay out of play."""
    size = len(hands[0].split())
    setup = replace(
        get_genome("big-two").setup, cards_per_player=size, deal=(DealStep(packets=(1,) * size),)
    )
    game = changed("big-two", setup=setup)
    return sit(game, rounds(*hands), dealer="West", match=match)


def play(game: Sitting, *lines: str) -> Sitting:
    """ "South: 3♣ 3♦" plays a combination, "East: pass" passes."""
    for line in lines:
        seat, _, cards = line.partition(": ")
        if cards == "pass":
            game.play(line)
            continue
        first, *others = cards.split()
        game.play(f"{seat}: play {first}")
        for card in others:
            if card not in game.picked(seat) and game.picked(seat):
                game.play(f"{seat}: play {card} as well")
        if game.picked(seat):
            game.play(f"{seat}: play just")
    return game


def cards_open(game: Sitting, seat: str) -> set[str]:
    return {move.split()[1] for move in game.may(seat) if move.startswith("play ")}


def test_the_holder_of_the_three_of_diamonds_begins_with_it() -> None:
    game = deal("4♦ 4♣ 9♠", "3♦ 3♠ K♥", "5♦ 6♦ 7♠", "8♦ 9♦ 10♠")
    assert game.turn == "East"
    assert cards_open(game, "East") == {"3♦", "3♠"}, "alone, or as a pair"
    game.play("East: play 3♠")
    assert game.may() == {"play 3♦ as well"}, "the three of diamonds has to be with it"


def test_a_single_card_is_beaten_by_rank_and_then_by_suit() -> None:
    game = deal("3♦ 9♥ 4♣", "9♦ 9♠ 8♠", "10♦ 8♦ 7♦", "2♦ A♠ K♠")
    play(game, "South: 3♦", "East: 8♠")
    assert cards_open(game, "North") == {"10♦"}, (
        "the eight of diamonds is lower than that of spades"
    )
    play(game, "North: pass", "West: pass")
    assert cards_open(game, "South") == {"9♥"}


def test_a_pair_is_as_high_as_its_higher_card() -> None:
    game = deal("3♦ 3♥ 9♥ 9♣", "3♣ 3♠ 8♠ 4♠", "5♦ 6♦ 7♦ 8♦", "2♦ A♠ K♠ 9♠")
    play(game, "South: 3♦ 3♥")
    assert cards_open(game, "East") == {"3♣", "3♠"}, "spades beat hearts"
    play(game, "East: 3♣ 3♠")
    assert game.may("North") == {"pass"}
    play(game, "North: pass", "West: pass")
    assert cards_open(game, "South") == {"9♥", "9♣"}


def test_five_cards_beat_five_cards_by_kind() -> None:
    game = deal(
        "3♦ 4♣ 5♦ 6♦ 7♦",
        "3♣ 6♣ 9♣ J♣ K♣",
        "8♦ 8♣ 8♥ 4♥ 4♠",
        "10♦ J♦ Q♦ K♦ A♦",
    )
    play(game, "South: 3♦ 4♣ 5♦ 6♦ 7♦")
    assert game.state.over, "South has gone out"
    game = deal(
        "3♦ 4♣ 5♦ 6♦ 7♦ 2♠",
        "3♣ 6♣ 9♣ J♣ K♣ 2♥",
        "8♦ 8♣ 8♥ 4♥ 4♠ 2♣",
        "10♦ J♦ Q♦ K♦ A♦ 9♠",
    )
    play(game, "South: 3♦ 4♣ 5♦ 6♦ 7♦")
    assert cards_open(game, "East") == {"3♣", "6♣", "9♣", "J♣", "K♣"}, "a flush beats a straight"
    play(game, "East: 3♣ 6♣ 9♣ J♣ K♣")
    assert cards_open(game, "North") == {"8♦", "8♣", "8♥", "4♥", "4♠"}, "a full house beats a flush"
    play(game, "North: 8♦ 8♣ 8♥ 4♥ 4♠")
    assert cards_open(game, "West") == {"10♦", "J♦", "Q♦", "K♦", "A♦"}, "no straight will do"
    play(game, "West: 10♦ J♦ Q♦ K♦ A♦")
    assert same_cards(game.cards("the table"), "10♦ J♦ Q♦ K♦ A♦"), "a straight flush beats all"
    assert game.may("South") == {"pass"}


def test_four_of_a_kind_takes_any_fifth_card_and_beats_a_full_house() -> None:
    game = deal(
        "3♦ 3♣ 3♥ 6♦ 6♣ 9♦",
        "4♦ 4♣ 4♥ 4♠ 2♥ K♦",
        "8♦ 8♣ 8♥ 5♥ 5♠ 2♣",
        "10♦ J♦ Q♦ A♦ 9♣ 2♦",
    )
    play(game, "South: 3♦ 3♣ 3♥ 6♦ 6♣")
    assert cards_open(game, "East") == {"4♦", "4♣", "4♥", "4♠", "2♥", "K♦"}
    play(game, "East: 4♦ 4♣ 4♥ 4♠ K♦")
    assert game.may("North") == {"pass"}, "a higher full house does not beat four of a kind"


def test_straights_follow_the_order_of_the_ranks() -> None:
    """J-Q-K-A-2 is the highest straight; A-2-3-4-5 is none."""
    game = deal(
        "3♦ A♣ 2♣ 4♥ 5♥ 9♠",
        "4♦ 5♣ 6♥ 7♠ 8♥ 9♥",
        "J♦ Q♣ K♥ A♠ 2♥ 9♦",
        "10♦ J♣ Q♥ K♠ A♥ 9♣",
    )
    game.play("South: play 3♦")
    assert game.turn == "East", "nothing goes with it"
    game = deal(
        "3♦ 4♣ 5♦ 6♠ 7♦ 9♠",
        "4♦ 5♣ 6♥ 7♠ 8♥ 9♥",
        "J♦ Q♣ K♥ A♠ 2♥ 9♦",
        "10♦ J♣ Q♥ K♠ A♥ 9♣",
    )
    play(game, "South: 3♦ 4♣ 5♦ 6♠ 7♦", "East: 4♦ 5♣ 6♥ 7♠ 8♥", "North: J♦ Q♣ K♥ A♠ 2♥")
    assert game.may("West") == {"pass"}, "the ace is lower than the two"


def test_who_passed_may_play_again_and_the_last_player_leads_anew() -> None:
    game = deal("3♦ 9♥ K♠", "4♦ 10♠ A♠", "5♦ 8♦ 7♦", "6♦ Q♠ 2♠")
    play(game, "South: 3♦", "East: 4♦", "North: pass", "West: 6♦", "South: pass", "East: 10♠")
    assert "play 8♦" not in game.may("North")
    play(game, "North: pass", "West: Q♠", "South: pass", "East: pass", "North: pass")
    assert game.turn == "West"
    assert game.cards("the table") == []
    assert game.may() == {"play 2♠"}, "who leads does not pass"


def test_cards_left_cost_one_two_or_three_points_each() -> None:
    """South goes out with a straight flush after three single cards; East has played one of 13."""
    game = sit(
        "big-two",
        rounds(
            "3♦ 4♦ 5♦ 6♦ 7♦ 8♦ 9♦ 10♦ J♦ Q♦ K♦ A♦ 2♦",
            "3♣ 4♣ 5♣ 6♣ 7♣ 8♣ 9♣ 10♣ J♣ Q♣ K♣ A♣ 2♣",
            "3♥ 4♥ 5♥ 6♥ 7♥ 8♥ 9♥ 10♥ J♥ Q♥ K♥ A♥ 2♥",
            "3♠ 4♠ 5♠ 6♠ 7♠ 8♠ 9♠ 10♠ J♠ Q♠ K♠ A♠ 2♠",
        ),
        dealer="West",
    )
    play(game, "South: 3♦", "East: 3♣", "North: pass", "West: pass", "South: 2♦", "East: 2♣")
    play(game, "North: pass", "West: pass", "South: pass", "East: 4♣ 5♣ 6♣ 7♣ 8♣")
    play(game, "North: pass", "West: pass", "South: 5♦ 6♦ 7♦ 8♦ 9♦", "East: pass")
    play(game, "North: pass", "West: pass", "South: 10♦ J♦ Q♦ K♦ A♦", "East: pass")
    play(game, "North: pass", "West: pass", "South: 4♦")
    names = game.game.seats
    scores = dict(zip(names, game.result.scores, strict=True))
    assert scores == {"South": 0, "East": 6, "North": 39, "West": 39}
