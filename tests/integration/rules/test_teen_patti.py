"""Teen Patti: blind and seen stakes, side shows, shows, and which hand of three is better."""

from __future__ import annotations

from random import Random

from tests.support.seeds import for_seeds
from tests.support.table import Table

LOOK, STAY = "look at the cards", "stay blind"
SAME_BLIND, DOUBLE_BLIND = "stake the same blind", "stake double blind"
DOUBLE, FOUR = "pay double the stake", "pay four times the stake"
SHOW, SIDE, PACK = "ask for a show", "ask for a side show", "pack"
RANKS = "2 3 4 5 6 7 8 9 10 J Q K A".split()


def strength(hand: set[str]) -> tuple[int, ...]:
    """How good a hand of three is, compared as numbers in order."""
    ranks = sorted((RANKS.index(card[:-1]) for card in hand), reverse=True)
    colour = len({card[-1] for card in hand}) == 1
    top = 1 if ranks == [12, 1, 0] else ranks[0]
    row = ranks == [12, 1, 0] or ranks[0] - ranks[1] == ranks[1] - ranks[2] == 1
    if len(set(ranks)) == 1:
        return (6, *ranks)
    if row:
        return (5 if colour else 4, top)
    if colour:
        return (3, *ranks)
    if len(set(ranks)) == 2:
        return (2, ranks[1], sum(ranks) - 2 * ranks[1])
    return (1, *ranks)


def held(table: Table, seat: int) -> set[str]:
    return table.hand(seat) | table.cards("face_down", seat)


def stake(table: Table) -> int:
    return table.counter("stake")[0]


def test_blind_players_pay_the_stake_and_others_double() -> None:
    table = Table("teen-patti", seed=1)
    assert set(table.chips) == {99}
    table.say(STAY, SAME_BLIND)
    assert table.chips == (98, 99, 99, 99)
    table.say(LOOK, DOUBLE)
    assert (table.chips[1], stake(table)) == (97, 1)


def test_a_raise_doubles_the_stake() -> None:
    table = Table("teen-patti", seed=1).say(STAY, DOUBLE_BLIND)
    assert (table.chips[0], stake(table)) == (97, 2)
    table.say(LOOK, FOUR)
    assert (table.chips[1], stake(table)) == (91, 4)


def test_the_stake_is_never_above_eight() -> None:
    table = Table("teen-patti", seed=1)
    table.say(STAY, DOUBLE_BLIND, STAY, DOUBLE_BLIND, STAY, DOUBLE_BLIND, STAY)
    assert stake(table) == 8
    assert table.moves == [SAME_BLIND, PACK]


def test_who_has_looked_asks_for_no_show_of_a_blind_player() -> None:
    table = Table("teen-patti", seed=1).say(STAY, PACK, STAY, PACK, STAY, SAME_BLIND, LOOK)
    assert SHOW not in table.moves
    table.say(DOUBLE, STAY)
    assert SHOW in table.moves


def test_the_last_player_left_has_the_pot() -> None:
    table = Table("teen-patti", seed=1, match=True).say(STAY, PACK, STAY, PACK, STAY, PACK)
    assert table.hand_number == 2
    # Everybody has put in the boot of the next hand.
    assert table.chips == (98, 98, 98, 102)


@for_seeds(20)
def test_the_better_hand_wins_a_show_and_of_equals_who_did_not_ask(seed: int) -> None:
    table = Table("teen-patti", seed=seed, match=True)
    table.say(STAY, PACK, STAY, PACK, STAY, SAME_BLIND, STAY)
    asker, other = held(table, 3), held(table, 2)
    table.say(SHOW)
    winner = 3 if strength(asker) > strength(other) else 2
    before = [98, 98, 97, 97]
    before[winner] += 6
    assert table.chips == tuple(before)


@for_seeds(20)
def test_a_side_show_is_refused_or_costs_the_lower_hand(seed: int) -> None:
    table = Table("teen-patti", seed=seed).say(LOOK, DOUBLE, LOOK)
    assert SIDE in table.moves
    table.say(SIDE)
    assert (table.turn, table.moves) == (0, ["refuse", "compare hands"])
    refused = Random(seed).random() < 0.2
    asked, asker = held(table, 0), held(table, 1)
    table.say("refuse" if refused else "compare hands")
    assert table.turn == 2
    active = table.state.position.numbers()["active"]
    loser = 0 if strength(asker) > strength(asked) else 1
    assert active == (15 if refused else 15 & ~(1 << loser))


@for_seeds(10)
def test_chips_are_neither_made_nor_lost(seed: int) -> None:
    table = Table("teen-patti", seed=seed, match=True)
    while not table.state.over:
        numbers = table.state.position.numbers()
        assert sum(numbers["chips"][:4]) + numbers["pot"] == 400
        table.step()
