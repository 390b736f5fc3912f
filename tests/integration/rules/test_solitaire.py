"""Klondike: building, empty columns, turning cards, the waste pile, winning and being stuck."""

from __future__ import annotations

from itertools import pairwise

from tests.support.seeds import for_seeds
from tests.support.stacked import Sitting, game_of, sit

RANKS = "A 2 3 4 5 6 7 8 9 10 J Q K".split()
PACK = [f"{rank}{suit}" for rank in RANKS for suit in "♣♦♥♠"]
TURN = "Player 1: turn three cards from the stock onto the waste pile"


def klondike(
    columns: str, stock: str = "", face_down: dict[int, str] | None = None, **options: str
) -> Sitting:
    """The seven face-up cards, the stock (what is turned first comes first) and face-down piles.

    A face-down pile is written from the bottom up; cards that are not named fill the rest, aces
    last, so that they lie at the end of the stock.
    """
    down = {pile: cards.split() for pile, cards in (face_down or {}).items()}
    used = {*columns.split(), *stock.split(), *(card for pile in down.values() for card in pile)}
    free = [card for card in reversed(PACK) if card not in used]
    piles = []
    for pile in range(1, 8):
        named = down.get(pile, [])
        fill = [free.pop(0) for _ in range(pile - 1 - len(named))]
        piles.append(" ".join(fill + named))
    return sit(game_of("solitaire", **options), *piles, columns, stock, " ".join(free))


def moves(game: Sitting) -> set[str]:
    """What may be built now."""
    return {text for text in game.may() if text.startswith("move")}


def move(game: Sitting, text: str) -> Sitting:
    return game.play(f"Player 1: move {text}")


COLUMNS = "7♠ 6♦ 6♠ 5♣ 9♥ Q♦ J♥"


def test_the_layout() -> None:
    game = klondike(COLUMNS)
    for column in range(1, 8):
        assert game.cards(f"column {column}") == [COLUMNS.split()[column - 1]]
        assert len(game.cards(f"face-down pile {column}")) == column - 1
    assert len(game.cards("the stock")) == 24


def test_columns_are_built_down_in_alternate_colours() -> None:
    game = klondike(COLUMNS)
    assert moves(game) == {
        "move 6♦ from column 2 to column 1",
        "move 5♣ from column 4 to column 2",
    }, "6♠ does not go on 7♠, and 5♣ not on 6♠"


def test_the_card_beneath_is_turned_up_at_once() -> None:
    game = klondike(COLUMNS, face_down={2: "Q♣"})
    move(game, "6♦ from column 2 to column 1")
    assert game.cards("column 1") == ["7♠", "6♦"]
    assert game.cards("column 2") == ["Q♣"]
    assert game.cards("face-down pile 2") == []
    assert "move J♥ from column 7 to column 2" in game.may()


def test_a_run_moves_as_a_whole_or_in_part() -> None:
    game = klondike("7♠ 6♦ 7♣ 5♣ 9♥ Q♦ J♥", face_down={2: "8♥"})
    move(game, "6♦ from column 2 to column 1")
    move(game, "5♣ from column 4 to column 1")
    assert game.cards("column 1") == ["7♠", "6♦", "5♣"]
    assert {
        "move 7♠ 6♦ 5♣ from column 1 to column 2",
        "move 6♦ 5♣ from column 1 to column 3",
    } <= moves(game)
    move(game, "6♦ 5♣ from column 1 to column 3")
    assert game.cards("column 3") == ["7♣", "6♦", "5♣"]
    assert game.cards("column 1") == ["7♠"]


def test_only_a_king_may_be_moved_to_an_empty_column() -> None:
    """Column 1 becomes empty, for nothing lies beneath it."""
    game = klondike("6♦ 7♠ K♣ 5♥ 9♥ Q♥ J♥")
    move(game, "6♦ from column 1 to column 2")
    assert game.cards("column 1") == []
    to_the_gap = {text for text in moves(game) if text.endswith("to column 1")}
    assert to_the_gap == {"move K♣ from column 3 to column 1"}


def test_a_king_goes_to_an_empty_column_with_the_cards_on_it() -> None:
    game = klondike("6♦ 7♠ K♣ 5♥ 9♥ Q♥ J♥")
    move(game, "6♦ from column 1 to column 2")
    move(game, "Q♥ from column 6 to column 3")
    move(game, "K♣ Q♥ from column 3 to column 1")
    assert game.cards("column 1") == ["K♣", "Q♥"]


def test_foundations_begin_with_the_ace_and_go_up_in_suit() -> None:
    game = klondike("A♦ 2♦ 2♠ 3♦ 9♥ Q♦ J♥")
    assert "move 2♦ from column 2 to the foundation of diamonds" not in moves(game)
    move(game, "A♦ from column 1 to the foundation of diamonds")
    assert "move 2♠ from column 3 to the foundation of diamonds" not in moves(game)
    move(game, "2♦ from column 2 to the foundation of diamonds")
    move(game, "3♦ from column 4 to the foundation of diamonds")
    assert game.cards("the foundation of diamonds") == ["A♦", "2♦", "3♦"]


def foundation_with_two(may_return: bool) -> Sitting:
    option = "may_return" if may_return else "stay"
    game = klondike("A♦ 2♦ 3♠ 4♥ 9♥ Q♦ J♥", foundation_cards=option)
    move(game, "A♦ from column 1 to the foundation of diamonds")
    return move(game, "2♦ from column 2 to the foundation of diamonds")


def test_a_card_on_a_foundation_stays_unless_the_option_lets_it_return() -> None:
    back = "move 2♦ from the foundation of diamonds to column 3"
    assert back not in moves(foundation_with_two(may_return=False))
    assert back in moves(foundation_with_two(may_return=True))


# --- the stock ---------------------------------------------------------------------------------


def test_three_cards_are_turned_and_only_the_last_is_free() -> None:
    game = klondike("8♣ 8♠ K♣ K♥ K♠ K♦ J♥", stock="7♦ 7♥ 2♣ Q♦ Q♥ 10♠").play(TURN)
    assert game.cards("the waste pile") == ["7♦", "7♥", "2♣"]
    assert not any("the waste pile to" in text for text in moves(game))
    game.play(TURN)
    move(game, "10♠ from the waste pile to column 7")
    assert game.cards("the waste pile")[-1] == "Q♥", "the next one is free now"
    move(game, "Q♥ from the waste pile to column 3")


def test_one_card_is_turned_where_the_option_says_so() -> None:
    game = klondike("8♣ 8♠ K♣ K♥ K♠ K♦ J♥", stock="7♦ 7♥ 2♣", turned="one")
    turn = next(text for text in game.may() if text.startswith("turn"))
    game.play(f"Player 1: {turn}")
    assert game.cards("the waste pile") == ["7♦"]
    assert "move 7♦ from the waste pile to column 1" in game.may()


def turn_all(game: Sitting) -> Sitting:
    while game.cards("the stock"):
        game.play(TURN)
    return game


def test_the_waste_pile_is_turned_over_and_comes_in_the_same_order() -> None:
    game = klondike("7♠ 6♦ K♣ K♥ K♠ K♦ J♥", stock="Q♣ Q♠ J♦ J♣ J♠ 10♥")
    first = list(reversed(game.cards("the stock")))
    move(game, "6♦ from column 2 to column 1")
    turn_all(game).play("Player 1: turn the waste pile over")
    assert list(reversed(game.cards("the stock"))) == first
    assert game.cards("the waste pile") == []
    game.play(TURN)
    assert game.cards("the waste pile") == ["Q♣", "Q♠", "J♦"]


def test_fewer_than_three_cards_are_turned_as_they_are() -> None:
    """One card of the stock has been played, so that the last turn brings two."""
    game = klondike("J♥ 6♦ K♣ K♥ K♠ K♦ Q♠", stock="Q♣ J♦ 10♠").play(TURN)
    move(game, "10♠ from the waste pile to column 1")
    turn_all(game).play("Player 1: turn the waste pile over")
    for _ in range(8):
        assert game.cards("the stock")
        game.play(TURN)
    assert game.cards("the stock") == []
    assert len(game.cards("the waste pile")) == 23


def test_a_whole_pass_without_a_move_loses_the_game() -> None:
    game = turn_all(klondike("K♣ K♥ K♠ K♦ J♣ J♠ 9♣", stock="9♠ 7♣ 7♠"))
    game.play("Player 1: turn the waste pile over")
    assert game.state.over
    assert game.result.winners == ()


def test_after_a_move_another_pass_is_allowed() -> None:
    game = klondike("7♠ 6♦ K♣ K♥ K♠ K♦ J♥")
    move(game, "6♦ from column 2 to column 1")
    turn_all(game).play("Player 1: turn the waste pile over")
    assert not game.state.over
    turn_all(game).play("Player 1: turn the waste pile over")
    assert game.state.over, "nothing was moved in the second pass"


# --- the end -----------------------------------------------------------------------------------


def easy_deal() -> Sitting:
    """Every card can go straight to its foundation: layer by layer, then three by three."""
    layers = [[""] * 8 for _ in range(7)]
    cards = iter(PACK)
    for depth in range(7):
        for column in range(depth + 1, 8):
            layers[depth][column] = next(cards)
    piles = {
        column: " ".join(layers[depth][column] for depth in range(column - 1, 0, -1))
        for column in range(2, 8)
    }
    rest = list(cards)
    stock = [card for i in range(0, 24, 3) for card in reversed(rest[i : i + 3])]
    return klondike(" ".join(layers[0][1:]), " ".join(stock), piles)


def test_the_game_is_won_when_all_cards_are_up() -> None:
    game = easy_deal()
    while not game.state.over:
        up = [text for text in sorted(moves(game)) if "to the foundation" in text]
        game.play(f"Player 1: {up[0]}" if up else TURN)
    assert game.result.winner == 0
    for suit, symbol in zip("clubs diamonds hearts spades".split(), "♣♦♥♠", strict=True):
        assert game.cards(f"the foundation of {suit}") == [f"{rank}{symbol}" for rank in RANKS]


def test_a_thousand_moves_are_the_most() -> None:
    """A king may wander between two empty columns; the limit of moves ends that."""
    game = klondike("K♣ 6♦ 7♠ 8♠ 9♥ Q♦ J♥", face_down={2: "7♥"})
    move(game, "6♦ from column 2 to column 3")
    move(game, "7♥ from column 2 to column 4")
    for made in range(2, 1000):
        here, there = (1, 2) if made % 2 == 0 else (2, 1)
        assert not game.state.over
        move(game, f"K♣ from column {here} to column {there}")
    assert game.state.over
    assert game.number("turns") == 1000
    assert game.result.winners == ()
    assert not game.result.limit_reached


@for_seeds(4)
def test_columns_and_foundations_are_in_order_whatever_is_played(seed: int) -> None:
    game = Sitting(sit("solitaire").game.hand(seed)).play_out()
    for suit, symbol in zip("clubs diamonds hearts spades".split(), "♣♦♥♠", strict=True):
        up = game.cards(f"the foundation of {suit}")
        assert up == [f"{rank}{symbol}" for rank in RANKS[: len(up)]]
    for column in range(1, 8):
        cards = game.cards(f"column {column}")
        for lower, upper in pairwise(cards):
            assert RANKS.index(lower[:-1]) - RANKS.index(upper[:-1]) == 1
            assert (lower[-1] in "♣♠") != (upper[-1] in "♣♠")
    assert game.number("turns") <= 1000
