"""Schwimmen: changing cards, knocking, three of a kind, and the lowest hand that loses a life."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from tests.support.seeds import for_seeds
from tests.support.table import Table, these

VALUES = {"A": 11, "K": 10, "Q": 10, "J": 10}
ALL, PASS, KNOCK = "change all three cards", "pass", "knock"
KEEP, CHANGE = "keep the hand", "lay the hand open and take the second packet"


def worth(hand: set[str]) -> Fraction:
    if len({card[:-1] for card in hand}) == 1:
        return Fraction(61, 2)
    suits = [[c for c in hand if c[-1] == suit] for suit in "CDHS"]
    return Fraction(max(sum(VALUES.get(c[:-1], 0) or int(c[:-1]) for c in one) for one in suits))


def lives(table: Table) -> tuple[int, ...]:
    return table.counter("count of lives")


def begun(*hands: str, packet: str = "", deck: str = "", match: bool = False) -> Table:
    return Table("schwimmen", *hands, packet=packet, deck=deck, match=match).say(KEEP)


def test_the_dealer_may_take_the_second_packet_unseen() -> None:
    table = Table("schwimmen", "", "", "", "7C 8D 9H", packet="AC KC QD")
    assert (table.turn, table.moves) == (3, [KEEP, CHANGE])
    table.say(CHANGE)
    assert table.hand(3) == these("AC KC QD")
    assert table.cards("tableau") == these("7C 8D 9H")
    assert table.turn == 0


def test_one_card_or_all_are_changed() -> None:
    table = begun("7C 8D 9H", "AD KD 7H", packet="AC KS QS")
    table.play("AC")
    assert table.playable == these("7C 8D 9H")
    table.play("7C")
    assert table.hand(0) == these("AC 8D 9H")
    table.say(ALL)
    assert table.hand(1) == these("7C KS QS")
    assert table.cards("tableau") == these("AD KD 7H")


def test_four_passes_bring_new_open_cards() -> None:
    table = begun(packet="7C 8C 9D", deck="AC AD 10S")
    table.say(PASS, PASS, PASS)
    assert table.cards("tableau") == these("7C 8C 9D")
    table.say(PASS)
    assert table.cards("tableau") == these("AC AD 10S")


def test_after_a_knock_everybody_else_has_one_more_turn() -> None:
    table = begun("AC KC 7H", "8D 9D 7D", "AS KS 8H", "AD KH 9H", match=True).say(KNOCK)
    for seat in (1, 2, 3):
        assert table.turn == seat
        assert KNOCK not in table.moves
        table.say(PASS)
    assert table.hand_number == 2
    assert lives(table) == (4, 4, 4, 3)


def test_31_ends_the_hand_at_once() -> None:
    table = begun("AC KC 7H", "8D 9D 7D", "AS KS 8H", "AH QH 9H", packet="10C 8S 9C", match=True)
    table.play("10C 7H")
    assert table.hand_number == 2
    assert lives(table) == (4, 4, 3, 4)


def test_three_aces_cost_everybody_else_a_life() -> None:
    table = begun("AC AD 7H", packet="AS 8S 9C", match=True).play("AS 7H")
    assert lives(table) == (4, 3, 3, 3)


def test_three_of_a_kind_lie_between_30_and_31() -> None:
    table = begun("7C 7D 7H", "KS QS 10S", "KD QD AH", "9C 9D KC", match=True)
    table.say(KNOCK, PASS, PASS, PASS)
    # 30 of spades is less than three sevens, but 19 of a suit is the lowest.
    assert lives(table) == (4, 4, 4, 3)


@for_seeds(20)
def test_a_hand_is_played_and_scored_as_a_second_account_has_it(seed: int) -> None:
    rng = Random(seed)
    table = Table("schwimmen", seed=seed, match=True).say(rng.choice([KEEP, CHANGE]))
    hands = [table.hand(seat) for seat in range(4)]
    open_cards = table.cards("tableau")
    seat, knocker, passes = 0, None, 0
    while True:
        assert table.turn == seat
        assert table.playable == open_cards
        assert (KNOCK in table.moves) == (knocker is None)
        move = rng.choice([PASS, PASS, ALL, KNOCK if knocker is None else PASS, *open_cards])
        passes = passes + 1 if move == PASS else 0
        if move in open_cards:
            table.play(move)
            assert table.playable == hands[seat]
            given = rng.choice(sorted(hands[seat]))
            hands[seat] = hands[seat] - {given} | {move}
            open_cards = open_cards - {move} | {given}
            table.play(given)
        else:
            table.say(move)
        if move == ALL:
            hands[seat], open_cards = open_cards, hands[seat]
        if move == KNOCK:
            knocker = seat
        if {card[:-1] for card in hands[seat]} == {"A"} or worth(hands[seat]) == 31:
            break
        if passes == 4:
            open_cards, passes = table.cards("tableau"), 0
        if (seat + 1) % 4 == knocker:
            break
        seat = (seat + 1) % 4
    assert table.hand_number == 2
    fire = {card[:-1] for card in hands[seat]} == {"A"}
    lowest = min(map(worth, hands))
    losing = [at != seat if fire else worth(hand) == lowest for at, hand in enumerate(hands)]
    assert lives(table) == tuple(4 - lost for lost in losing)


def test_when_all_pass_and_no_three_cards_are_left_the_hand_ends() -> None:
    table = begun("7C 8D 9H", "AC KC 7S", "AD KD 8S", "AH KH 9S", match=True)
    for _ in range(5):
        assert table.hand_number == 1
        table.say(*[PASS] * 4)
    assert table.hand_number == 1
    assert len(table.cards("deck")) == 2
    table.say(*[PASS] * 4)
    assert table.hand_number == 2
    assert lives(table) == (3, 4, 4, 4)
