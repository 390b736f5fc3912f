"""Cheat: claims that rise, challenges and who takes the pile, going out."""

from __future__ import annotations

from dataclasses import replace

import pytest

from darwindeck import get_genome
from darwindeck.genome.schema import DealStep
from darwindeck.simulation import EventKind, Game
from tests.support.stacked import Sitting, changed, rounds, same_cards, sit

SOUTH = "A♣ A♦ 2♣ 3♣ 4♣ 5♣ 6♣ 7♣ 8♣ 9♣ 10♣ J♣ Q♣"
WEST = "A♥ A♠ 2♦ 3♦ 4♦ 5♦ 6♦ 7♦ 8♦ 9♦ 10♦ J♦ Q♦"
NORTH = "2♥ 3♥ 4♥ 5♥ 6♥ 7♥ 8♥ 9♥ 10♥ J♥ Q♥ K♥ K♣"
EAST = "2♠ 3♠ 4♠ 5♠ 6♠ 7♠ 8♠ 9♠ 10♠ J♠ Q♠ K♠ K♦"


def begin() -> Sitting:
    return sit("cheat", rounds(SOUTH, WEST, NORTH, EAST))


def small(*hands: str) -> Sitting:
    """Smaller hands; the other cards stay out of play."""
    size = len(hands[0].split())
    setup = replace(
        get_genome("cheat").setup, cards_per_player=size, deal=(DealStep(packets=(1,) * size),)
    )
    game: Game = changed("cheat", setup=setup)
    return sit(game, rounds(*hands))


def lay(game: Sitting, cards: str) -> Sitting:
    """The player whose turn it is lays cards face down."""
    seat, names = game.turn, cards.split()
    for place, card in enumerate(names):
        rank = next(iter(game.may())).partition(" as ")[2].split(" ")[0]
        game.play(f"{seat}: lay {card} face down as {rank}{' as well' if place else ''}")
    if any(text.startswith("lay just") for text in game.may(seat)):
        game.play(f"{seat}: lay just")
    return game


def nobody_challenges(game: Sitting) -> Sitting:
    while "let it stand" in game.may():
        game.play(f"{game.turn}: let it stand")
    return game


def claims(game: Sitting) -> list[str]:
    return game.text_of(EventKind.CLAIM)


# --- claims ------------------------------------------------------------------------------------


def test_all_cards_are_dealt_and_the_dealers_left_begins_with_aces() -> None:
    game = begin()
    assert [len(game.cards(f"{seat}'s hand")) for seat in game.game.seats] == [13] * 4
    assert game.turn == "South"
    assert "lay A♣ face down as aces" in game.may()
    assert "lay Q♣ face down as aces" in game.may(), "any card may be laid"


def test_the_rank_rises_from_claim_to_claim_and_the_ace_follows_the_king() -> None:
    game = begin()
    for _ in range(14):
        seat = game.turn
        lay(game, game.cards(f"{seat}'s hand")[0])
        nobody_challenges(game)
        if game.state.over:
            break
    said = [text.split(" ")[-1] for text in claims(game)]
    order = "ace two three four five six seven eight nine ten jack queen king ace".split()
    assert said == order


def test_one_to_four_cards_may_be_laid() -> None:
    game = begin()
    lay(game, "A♣ A♦ 2♣ 3♣")
    assert game.turn == "West", "four are the most"
    assert claims(game) == ["South claims four aces"]


def test_cards_are_laid_face_down() -> None:
    game = lay(begin(), "2♣ 3♣")
    (pile,) = [p for p in game.state.view(1).piles if p.label == "the pile"]
    assert pile.cards == (None, None)


# --- challenges --------------------------------------------------------------------------------


def test_the_others_are_asked_in_turn_from_the_left() -> None:
    game = lay(begin(), "A♣")
    assert game.turn == "West"
    assert game.may() == {"challenge", "let it stand"}
    game.play("West: let it stand")
    assert game.turn == "North"
    game.play("North: let it stand")
    assert game.turn == "East"
    game.play("East: let it stand")
    assert game.turn == "West", "it is West's turn to claim twos"
    assert "lay 2♦ face down as twos" in game.may()


def test_after_one_challenge_nobody_else_is_asked() -> None:
    game = lay(begin(), "A♣").play("West: challenge")
    assert "lay 2♦ face down as twos" in game.may("West")


@pytest.mark.parametrize(
    ("laid", "loser"), [("A♣ A♦", "North"), ("A♣ 2♣", "South"), ("5♣ 6♣", "South")]
)
def test_the_loser_of_a_challenge_takes_the_pile(laid: str, loser: str) -> None:
    """One wrong card is enough to make a claim false."""
    game = lay(begin(), laid).play("West: let it stand", "North: challenge")
    assert game.cards("the pile") == []
    assert len(game.cards(f"{loser}'s hand")) == (15 if loser == "North" else 13)
    assert set(laid.split()) <= set(game.cards(f"{loser}'s hand"))
    assert game.turn == "West", "the next player goes on, whoever lost"


def test_the_whole_pile_is_taken_not_only_the_last_cards() -> None:
    game = nobody_challenges(lay(begin(), "A♣ A♦"))
    lay(game, "3♦").play("North: challenge")
    assert same_cards(game.cards("West's hand"), f"{WEST} A♣ A♦")


def test_only_the_cards_just_laid_are_shown() -> None:
    game = nobody_challenges(lay(begin(), "5♣"))
    lay(game, "2♦").play("North: challenge")
    assert game.text_of(EventKind.SHOWN) == ["2♦ is shown in the pile"]
    assert "5♣" in game.cards("North's hand"), "an old lie does not matter"


def test_the_rank_goes_on_after_a_challenge() -> None:
    game = lay(begin(), "A♣").play("West: challenge")
    lay(game, "2♦")
    assert claims(game)[-1].startswith("West claims")
    assert claims(game)[-1].endswith("two")


# --- going out ---------------------------------------------------------------------------------


def test_the_last_card_wins_only_when_it_is_not_challenged_or_true() -> None:
    hands = ("A♣", "2♦", "3♥", "4♠")
    game = lay(small(*hands), "A♣")
    assert not game.state.over, "the others are asked first"
    game.play("West: let it stand", "North: let it stand", "East: let it stand")
    assert game.result.winner == 0


def test_a_true_last_card_wins_though_it_is_challenged() -> None:
    game = lay(small("A♣", "2♦", "3♥", "4♠"), "A♣").play("West: challenge")
    assert game.result.winner == 0


def test_a_false_last_card_comes_back_when_it_is_challenged() -> None:
    game = lay(small("K♣", "2♦", "3♥", "4♠"), "K♣").play("West: challenge")
    assert not game.state.over
    assert game.cards("South's hand") == ["K♣"]
    lay(game, "2♦").play("North: challenge")
    assert game.result.winner == 1
