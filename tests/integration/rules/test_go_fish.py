"""Go Fish: asking, fishing, going on, books and the end of the stock."""

from __future__ import annotations

from dataclasses import replace

from darwindeck import get_genome
from darwindeck.genome.schema import CallPhase, Let, Scope, TurnsPhase
from darwindeck.simulation import EventKind, Game
from tests.support.seeds import for_seeds
from tests.support.stacked import Sitting, rounds, same_cards, sit

HANDS = (
    "2♣ 3♣ 4♣ 5♣ 6♣",
    "2♦ 2♥ 7♦ 8♦ 9♦",
    "3♦ 7♥ 8♥ 9♥ 10♥",
    "4♦ J♦ Q♦ K♦ A♦",
)


def deal(stock: str, hands: tuple[str, ...] = HANDS) -> Sitting:
    return sit("go-fish", rounds(*hands), stock)


def test_one_asks_any_other_player_for_a_rank_one_holds() -> None:
    game = deal("K♠")
    asked = {
        f"ask {player} for {rank}"
        for player in ("West", "North", "East")
        for rank in ("twos", "threes", "fours", "fives", "sixes")
    }
    assert game.may() == asked


def test_a_term_of_whoever_is_asked_decides_who_may_be() -> None:
    """Only players with five cards may be asked: West has given two away."""
    genome = get_genome("go-fish")
    laying, turns = genome.turn_structure.phases
    assert isinstance(turns, TurnsPhase)
    drawing, asking, books = turns.phases
    assert isinstance(asking, CallPhase)
    ask = replace(asking.calls[0], when="rich(asked)")
    turns = replace(turns, phases=(drawing, replace(asking, calls=(ask,)), books))
    structure = replace(genome.turn_structure, phases=(laying, turns))
    rich = Let("rich", "rich", "hand_size >= 5", Scope.SEAT)
    genome = replace(genome, turn_structure=structure, lets=(rich,))
    game = sit(Game(genome), rounds(*HANDS), "K♠").play("South: ask West for twos")
    assert {said.split()[1] for said in game.may()} == {"North", "East"}


def test_all_cards_of_the_rank_are_handed_over_and_the_asker_goes_on() -> None:
    game = deal("K♠").play("South: ask West for twos")
    assert same_cards(game.cards("South's hand"), "2♣ 3♣ 4♣ 5♣ 6♣ 2♦ 2♥")
    assert same_cards(game.cards("West's hand"), "7♦ 8♦ 9♦")
    assert game.turn == "South"
    assert len(game.cards("the stock")) == 32, "nothing was fished"


def test_who_asks_in_vain_fishes_one_card_and_the_turn_passes() -> None:
    game = deal("K♠ K♥").play("South: ask East for twos")
    assert same_cards(game.cards("South's hand"), "2♣ 3♣ 4♣ 5♣ 6♣ K♠")
    assert game.turn == "West", "not the player who was asked"


def test_fishing_the_rank_asked_for_gives_another_turn() -> None:
    game = deal("2♠ K♥").play("South: ask East for twos")
    assert "2♠" in game.cards("South's hand")
    assert game.turn == "South"
    assert any("2♠ is shown" in text for text in game.text_of(EventKind.SHOWN))


def test_fishing_another_rank_one_holds_gives_no_other_turn() -> None:
    game = deal("3♠ K♥").play("South: ask East for twos")
    assert "3♠" in game.cards("South's hand")
    assert game.turn == "West"
    assert game.text_of(EventKind.SHOWN) == [], "the others do not see it"


def test_four_of_a_rank_are_laid_down_as_a_book_and_score() -> None:
    game = deal("2♠ K♥").play("South: ask East for twos", "South: ask West for twos")
    assert same_cards(game.cards("South's book 1"), "2♣ 2♦ 2♥ 2♠")
    assert same_cards(game.cards("South's hand"), "3♣ 4♣ 5♣ 6♣")
    assert game.turn == "South"
    assert game.number("hand_score")[0] == 1


def test_a_book_that_is_dealt_is_laid_down_at_once() -> None:
    hands = ("2♣ 2♦ 2♥ 2♠ 6♣", "3♣ 4♣ 7♦ 8♦ 9♦", *HANDS[2:])
    game = deal("K♠", hands)
    assert same_cards(game.cards("South's book 1"), "2♣ 2♦ 2♥ 2♠")
    assert game.cards("South's hand") == ["6♣"]


def test_who_has_no_cards_draws_one_and_asks_with_it() -> None:
    """South asks for the last two and has laid down everything."""
    hands = ("2♣ 2♦ 2♥ 3♣ 3♥", "2♠ 3♦ 3♠ 8♦ 9♦", "4♣ 7♥ 8♥ 9♥ 10♥", HANDS[3])
    game = deal("K♠ Q♠", hands)
    game.play("South: ask West for twos", "South: ask West for threes")
    assert game.turn == "South"
    assert game.cards("South's hand") == ["K♠"], "the asker goes on and draws a card for it"
    assert game.may() == {f"ask {player} for kings" for player in ("West", "North", "East")}


@for_seeds(6)
def test_all_thirteen_books_are_made_and_most_books_win(seed: int) -> None:
    game = sit("go-fish", seed=seed).play_out()
    places = [game.place(item[2]) for item in game.state.position.places()]
    books = [(name.split("'")[0], game.cards(name)) for name in places if " book " in name]
    assert len(books) == 13
    assert all(len(cards) == 4 and len({card[:-1] for card in cards}) == 1 for _, cards in books)
    made = tuple(sum(owner == seat for owner, _ in books) for seat in game.game.seats)
    assert game.result.scores == made
    most = tuple(seat for seat, count in enumerate(made) if count == max(made))
    assert game.result.winners == most
