"""War: battles, running out of cards in them, and the order in which cards are collected.

The card dealt last lies on top of a pile. Piles are written here in the order in which they will be
turned up, so they are dealt from the last card to the first.
"""

from __future__ import annotations

from darwindeck.simulation import EventKind
from tests.support.stacked import Sitting, rounds, sit

SUITS = "♣♦♥♠"
RANKS = "2 3 4 5 6 7 8 9 10 J Q K A".split()
PAIRS = [(f"{rank}{one}", f"{rank}{other}") for rank in RANKS for one, other in ("♣♦", "♥♠")]
"""The pack in 26 pairs of equal cards."""


def war(south: list[str], north: list[str]) -> Sitting:
    """A game of War with these piles, the card turned up first at the head."""
    return sit("war", rounds(" ".join(reversed(south)), " ".join(reversed(north))))


def ties() -> tuple[list[str], list[str]]:
    """Two piles whose cards are equal, card for card."""
    return [one for one, _ in PAIRS], [other for _, other in PAIRS]


def ties_without_low_cards() -> tuple[list[str], list[str]]:
    """The same without 2♣, 2♦, 3♣ and 3♦: 24 cards each."""
    pairs = [pair for pair in PAIRS if pair not in (("2♣", "2♦"), ("3♣", "3♦"))]
    return [one for one, _ in pairs], [other for _, other in pairs]


def moved(game: Sitting) -> list[str]:
    return game.text_of(EventKind.CARDS)


def tricks(game: Sitting) -> list[str]:
    return game.text_of(EventKind.TRICK)


def test_winner_puts_both_cards_under_the_pile_its_own_first() -> None:
    south, north = ties()
    south[0], south[-1] = south[-1], south[0]  # A♥ against 2♦
    game = war(south, north)
    assert moved(game)[2:5] == [
        "A♥ goes from South's pile to the trick",
        "2♦ goes from North's pile to the trick",
        "A♥ 2♦ go from the trick to South's pile",
    ]


def test_collected_cards_come_up_again_in_the_order_collected() -> None:
    """North wins two turns; after the 24 cards it has left, it turns up what it won, in order."""
    south = "3♣ 3♦".split()
    north = "5♣ 4♦".split()
    used = {*south, *north}
    rest = [f"{rank}{suit}" for rank in RANKS for suit in SUITS if f"{rank}{suit}" not in used]
    # From the third turn on South always wins, so that North's cards run out one by one.
    south += rest[24:]
    north += rest[:24]
    game = war(south, north)
    turned = [text for text in moved(game) if text.endswith("North's pile to the trick")]
    firsts = [text.split(" ")[0] for text in turned]
    assert firsts[26:30] == ["5♣", "3♣", "4♦", "3♦"]


def test_equal_cards_lay_three_down_and_one_up() -> None:
    south, north = ties()
    # 2♣ meets 2♦; then three cards each are laid down and A♥ meets 4♦.
    south[4], south[-1] = south[-1], south[4]
    game = war(south, north)
    laid = moved(game)[2:]
    up_south = next(text for text in laid if text.endswith("South's pile to the trick"))
    up_north = next(text for text in laid if text.endswith("North's pile to the trick"))
    assert up_south.startswith("2♣ 2♥ 3♣ 3♥ A♥ ")
    assert up_north.startswith("2♦ 2♠ 3♦ 3♠ 4♦ ")
    assert tricks(game)[0] == "South wins trick 1"


def test_winner_of_a_battle_collects_its_own_cards_first_in_the_order_played() -> None:
    south, north = ties()
    south[4], south[-1] = south[-1], south[4]
    game = war(south, north)
    collected = next(text for text in moved(game) if "from the trick to" in text)
    assert collected == "2♣ 2♥ 3♣ 3♥ A♥ 2♦ 2♠ 3♦ 3♠ 4♦ go from the trick to South's pile"


def test_battles_that_use_up_both_piles_give_a_draw() -> None:
    """Equal at every turn: after six battles one card is left to each, and it is equal too."""
    game = war(*ties())
    assert game.result.winners == (0, 1)
    assert game.number("turns") == 1
    assert tricks(game) == []
    assert game.cards("South's pile") == game.cards("North's pile") == []


def test_too_few_cards_for_a_battle_turn_up_the_last_one() -> None:
    """In the last battle one card each is left: it is turned up, and the higher one takes all."""
    south, north = ties()
    # The last cards are A♥ and A♠; instead South's is K♥, which is laid face down else.
    south[25], south[23] = south[23], south[25]
    game = war(south, north)
    assert game.result.winner == 1
    assert len(game.cards("North's pile")) == 52
    assert game.number("turns") == 1


def test_a_player_without_a_card_for_the_battle_loses_it() -> None:
    """South loses a turn, so that its last card is one that ties: North still has two cards."""
    south, north = ties_without_low_cards()
    # 2♦ and 3♦ are laid face down in the first battle; A♥ and A♠ are the last to be turned up.
    south, north = ["2♣", south[0], "2♦", *south[1:]], ["3♣", north[0], "3♦", *north[1:]]
    assert (south[-1], north[-1]) == ("A♥", "A♠")
    game = war(south, north)
    assert tricks(game) == ["North wins trick 1", "North wins trick 2"]
    assert game.result.winner == 1
    assert len(game.cards("North's pile")) == 52


def test_who_has_more_cards_lays_three_down_where_the_other_cannot() -> None:
    """South has three cards left for a battle and turns up the third, North its fourth."""
    south, north = ties_without_low_cards()
    game = war(["2♣", "2♦", *south], ["3♣", "3♦", *north])
    battle = moved(game)[8:]
    by_south = next(text for text in battle if text.endswith("South's pile to the trick"))
    by_north = next(text for text in battle if text.endswith("North's pile to the trick"))
    assert by_south.split(" go ")[0].endswith("K♣ K♥ A♣ A♥")
    # North has won 3♣ 2♣ and 3♦ 2♦, which come after its other cards: the fourth card is 3♣.
    assert by_north.split(" go ")[0].endswith("K♦ K♠ A♦ A♠ 3♣")
    assert tricks(game)[2] == "South wins trick 3"


def test_after_a_thousand_turns_the_larger_pile_wins() -> None:
    # One game in about seven hundred is that long.
    decided = [Sitting(sit("war").game.hand(seed, dealer=0)) for seed in (173, 214, 1488, 1939)]
    long = [game for game in decided if game.number("turns") == 1000]
    assert len(long) == 4, "the games are not long enough"
    for game in long:
        south, north = len(game.cards("South's pile")), len(game.cards("North's pile"))
        assert south + north == 52
        assert game.result.winners == ((0,) if south > north else (1,) if north > south else (0, 1))
        assert not game.result.limit_reached
