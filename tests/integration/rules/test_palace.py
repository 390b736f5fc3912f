"""Palace: twos and tens, the pile, and three rows of cards to be got rid of."""

from __future__ import annotations

from random import Random

from tests.support.seeds import for_seeds
from tests.support.table import Table, these

RANKS = "2 3 4 5 6 7 8 9 10 J Q K A".split()


def begun(*hands: str, seed: int = 0) -> Table:
    """Nobody exchanges cards."""
    return Table("palace", *hands, seed=seed).say(*["stop"] * 4)


def test_a_card_in_hand_may_be_exchanged_for_one_that_lies_open() -> None:
    table = Table("palace", "3C 4C 5C")
    open_card = sorted(table.cards("face_up", 0))[0]
    table.play(f"3C {open_card}")
    assert "3C" in table.cards("face_up", 0)
    assert open_card in table.hand(0)
    assert table.turn == 0
    assert table.say("stop").turn == 1


def test_the_lowest_ordinary_card_begins() -> None:
    assert begun("2C 10C KC", "5C 6C 7C", "3D 9C 9D", "4C 8C 8D").turn == 2


def test_a_card_must_be_as_high_as_the_top_card_unless_it_is_a_two() -> None:
    table = begun("3C 4D 5D", "KC KD KH", "2C 9C QD", "AC AD AH").play("3C KC").say("play just K♣")
    assert table.turn == 2
    assert table.playable == these("2C")
    table.play("2C")
    assert table.playable == these("AC AD AH")


def test_several_cards_of_one_rank_are_played_together() -> None:
    table = begun("3C 3D KC", "4C 5C 6C", "7C 8C 9C", "JC QC KH").play("3C")
    assert "3D" in table.playable


@for_seeds(12)
def test_what_may_be_played_is_what_a_second_account_allows(seed: int) -> None:
    table = begun(seed=seed)
    rng = Random(seed)
    for _ in range(80):
        if table.state.over or table.turn is None:
            break
        seat = table.turn
        picked = bool(table.state.view(seat).picked)
        pile = list(next(p.cards for p in table.state.view(0).piles if p.zone == "discard"))
        source = table.hand(seat) or table.cards("face_up", seat)
        if not picked:
            top = str(pile[-1].rank) if pile and pile[-1] else "2"
            fitting = {
                card
                for card in source
                if card[:-1] in ("2", "10") or RANKS.index(card[:-1]) >= RANKS.index(top)
            }
            assert table.playable == fitting
            assert any("take" in move for move in table.moves) is bool(pile) or fitting
        table.say(rng.choice(table.moves))


def test_a_ten_takes_the_pile_away_and_gives_another_turn() -> None:
    table = begun("3C 10D KC", "4C 5C 6C", "7C 8C 9C", "JC QC KH").play("3C 4C 7C JC")
    assert table.turn == 0
    table.play("10D")
    assert these("3C 4C 7C JC 10D") <= table.cards("burned")
    assert table.cards("discard") == set()
    assert table.turn == 0


def test_four_equal_cards_take_the_pile_away() -> None:
    table = begun("3C 3D 3H", "3S 5C 6C", "7C 8C 9C", "JC QC KH").play("3C 3D 3H")
    assert table.turn == 1
    table.play("3S")
    assert these("3C 3D 3H 3S") <= table.cards("burned")
    assert table.turn == 1


def test_hands_are_filled_up_to_three_while_the_stock_lasts() -> None:
    table = begun("3C 4D KC", "5C 6C 8C", "7C 8D 9C", "JC QC KH").play("3C")
    assert len(table.hand(0)) == 3


@for_seeds(2)
def test_one_player_is_left_and_loses(seed: int) -> None:
    table = Table("palace", seed=seed)
    while not table.state.over:
        table.step()
    if not table.result.limit_reached:
        assert len(table.result.winners) == 3
