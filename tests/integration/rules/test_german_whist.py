"""German Whist: tricks for cards of the stock, then tricks that count."""

from __future__ import annotations

from random import Random

from tests.support.second_account import heights, play_tricks
from tests.support.seeds import for_seeds
from tests.support.table import STOCK, Table, these

ORDER = heights("2 3 4 5 6 7 8 9 10 J Q K A")


def test_the_turned_card_names_trumps() -> None:
    table = Table("german-whist", turned_card="7S")
    assert table.view.trump == "spades"
    assert len(table.cards(STOCK)) == 25


def test_the_winner_takes_the_turned_card_and_the_loser_the_next_of_the_stock() -> None:
    table = Table("german-whist", "AC", "2C", turned_card="7S", deck="9H 8D")
    table.play("AC 2C")
    assert "7S" in table.hand(0)
    assert "9H" in table.hand(1)
    assert table.cards("turned_card") == these("8D")
    # Trumps stay what the first card named.
    assert table.view.trump == "spades"


def test_suit_must_be_followed_while_there_is_a_stock() -> None:
    table = Table("german-whist", "AC", "2C 3C", turned_card="7S").play("AC")
    assert all(card.endswith("C") for card in table.playable)


@for_seeds(12)
def test_a_game_is_played_as_a_second_account_has_it(seed: int) -> None:
    table = Table("german-whist", seed=seed)
    rng = Random(seed)
    trump = str(table.view.trump)[0].upper()
    first = []
    for number in range(13):
        turned, hands = table.cards("turned_card"), [table.hand(0), table.hand(1)]
        taken = play_tricks(table, rng, 1, ORDER, trump=trump)
        first += taken
        winner, cards = taken[0]
        assert turned <= table.hand(winner)
        assert len(table.hand(0)) == len(table.hand(1)) == 13
        assert not (table.hand(winner) - turned) - hands[winner]
        assert not set(cards) & (table.hand(0) | table.hand(1))
        assert len(table.cards(STOCK)) == max(0, 23 - 2 * number)
    late = play_tricks(table, rng, 13, ORDER, trump=trump)
    won = [sum(winner == seat for winner, _ in late) for seat in (0, 1)]
    assert table.result.winner == won.index(max(won))
