"""Schafkopf: the called ace, the auction, Wenz and solos, runners and who pays whom."""

from __future__ import annotations

from random import Random

import pytest

from tests.support.second_account import play_tricks, won_by
from tests.support.seeds import for_seeds
from tests.support.table import Table, these

POINTS = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2}
PLAIN = "7 8 9 J Q K 10 A".split()
SUITS = "DHSC"
PARTNER, SOLO, WENZ = "bid partner game", "bid solo", "bid wenz"
NAMES = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}


def bid(table: Table, text: str) -> Table:
    """The first player bids, and nobody else."""
    table.say(text)
    while "pass" in table.moves:
        table.say("pass")
    return table


def called(table: Table, suit: str) -> Table:
    bid(table, PARTNER)
    (move,) = [move for move in table.moves if NAMES[suit] in move]
    return table.say(move)


def test_an_ace_may_be_called_of_a_suit_one_has_but_not_the_ace() -> None:
    table = Table("schafkopf", "QC QS JH 7C 8C AS 9S 7H")
    bid(table, PARTNER)
    assert [move.split()[-1] for move in table.moves] == ["clubs"]


def test_who_can_call_no_ace_cannot_play_with_a_partner() -> None:
    assert PARTNER not in Table("schafkopf", "QC QS JH JC AS 9S 8H 7H").moves
    assert PARTNER in Table("schafkopf", "QC QS JH JC AS 9S 8H 7D").moves


def test_a_bid_must_be_higher_and_the_auction_ends_when_three_have_passed() -> None:
    table = Table("schafkopf", seed=1).say(WENZ)
    assert table.moves == ["pass", SOLO, "bid wenz tout", "bid solo tout"]
    table.say("pass", "pass", SOLO, "pass")
    assert table.turn == 3
    assert table.role("declarer") == 3


def test_four_passes_throw_the_cards_in() -> None:
    table = Table("schafkopf", seed=1, match=True).say(*["pass"] * 4)
    assert table.hand_number == 1
    assert table.view.dealer == 0


CALLER = "QC QS QH JC 7C 9D 8D 7D"
HOLDER = "AC 10C 9C 8H 9H AS KS 9S"


def test_the_called_ace_is_played_when_its_suit_is_led() -> None:
    table = called(Table("schafkopf", CALLER, HOLDER), "C").play("7C")
    assert table.playable == these("AC")
    table.play("AC")
    assert table.role("declarer's partner") == 1


def test_its_holder_leads_it_first_of_its_suit() -> None:
    third, fourth = "AD 10D KD QD JD 10S 8S 7S", "KC 8C JS JH AH KH 10H 7H"
    table = called(Table("schafkopf", CALLER, HOLDER, third, fourth), "C").play("9D 9H AD KC")
    assert table.turn == 1
    assert table.playable == table.hand(1) - these("10C 9C")


def test_its_holder_may_run_away_with_four_cards_of_it() -> None:
    holder = "AC 10C 9C 8C AD KS 9S 8S"
    table = called(Table("schafkopf", "QC QS QH JC 7C 9D 8D 7D", holder), "C").play("9D")
    table.play("AD")
    for _ in range(2):
        table.play(min(table.playable))
    assert table.turn == 1
    assert these("10C 9C 8C AC") <= table.playable
    table.play("8C")
    # Once its suit has been led the ace is a card like any other.
    while table.turn != 1:
        table.play(min(table.playable))
    assert "AC" in table.hand(1)


def test_the_called_ace_is_not_thrown_off() -> None:
    table = called(Table("schafkopf", CALLER, HOLDER, "AD 10D KD JS JH JD QD 7S"), "C")
    table.play("9D")
    assert "AC" not in table.playable
    assert these("10C 9C") <= table.playable


def test_in_a_wenz_only_jacks_are_trumps() -> None:
    table = bid(Table("schafkopf", "JC JS AH 10H KH QH 9H 8H", "QC QS 7H 7C 8C 9C 7S 8S"), WENZ)
    table.play("AH")
    assert table.playable == these("7H")


def trump_order(mode: str, suit: str) -> list[str]:
    """The trumps from low to high."""
    high = ["J"] if mode == "wenz" else ["J", "Q"]
    plain = [f"{rank}{suit}" for rank in PLAIN if suit and rank not in high]
    return [*plain, *(f"{rank}{colour}" for rank in high for colour in SUITS)]


def runners(side: set[str], order: list[str]) -> int:
    """How many of the highest trumps one side has without a gap, if there are three."""
    row = 0
    while row < len(order) and (order[-1 - row] in side) == (order[-1] in side):
        row += 1
    return row if row >= 3 else 0


@pytest.mark.parametrize("game", [PARTNER, WENZ, SOLO, "bid wenz tout", "bid solo tout"])
@for_seeds(10)
def test_a_hand_is_played_and_scored_as_a_second_account_has_it(game: str, seed: int) -> None:
    rng = Random(seed)
    table = Table("schafkopf", seed=seed)
    if game not in table.moves:
        return
    bid(table, game)
    suit = ""
    if not table.playable:
        move = rng.choice(table.moves)
        suit = next(letter for letter, name in NAMES.items() if name in move)
        table.say(move)
    dealt = [table.hand(seat) for seat in range(4)]
    mode = "wenz" if "wenz" in game else "suit"
    ace = f"A{suit}" if game == PARTNER else ""
    order = trump_order(mode, "H" if ace else suit)
    sought = False

    def kind(card: str) -> str:
        return "trump" if card in order else card[-1]

    def legal(hand: set[str], played: list[str]) -> set[str]:
        own = {card for card in hand if kind(card) == suit}
        bound = ace in hand and not sought
        if not played:
            return hand - own | {ace} if bound and len(own) < 4 else hand
        led = {card for card in hand if kind(card) == kind(played[0])}
        if bound and ace in led:
            return {ace}
        return led or (hand - {ace} if bound and len(hand) > 1 else hand)

    def height(card: str) -> int:
        return order.index(card) if card in order else PLAIN.index(card[:-1])

    taken = []
    for _ in range(8):
        taken += play_tricks(table, rng, 1, height, kind, "trump", legal=legal)
        sought = sought or kind(taken[-1][1][0]) == suit
    side = [seat for seat in range(4) if seat == 0 or ace in dealt[seat]]
    cards = won_by(taken, side)
    points = sum(POINTS.get(card[:-1], 0) for card in cards)
    tricks = len(cards) // 4
    value = 1 if ace else 5
    value += runners({card for seat in side for card in dealt[seat]}, order)
    made = points > 60
    if "tout" in game:
        made, value = tricks == 8, 2 * value
    else:
        value += (points > 90 or points <= 30) + (tricks in (0, 8))
    value = value if made else -value
    each = value * (4 - len(side)) // len(side)
    wanted = tuple(each if seat in side else -value for seat in range(4))
    assert table.result.scores == wanted
    assert sum(wanted) == 0
