"""Michigan: boodle cards, the widow, and sequences that go on until a card is missing."""

from __future__ import annotations

from random import Random

from tests.support.seeds import for_seeds
from tests.support.table import Table

RANKS = "2 3 4 5 6 7 8 9 10 J Q K A".split()
BOODLE = {"AH", "KC", "QD", "JS"}
POOLS = ("ace of hearts", "king of clubs", "queen of diamonds", "jack of spades")


def after(card: str) -> str:
    place = RANKS.index(card[:-1]) + 1
    return f"{RANKS[place]}{card[-1]}" if place < len(RANKS) else ""


def test_everybody_pays_for_the_boodle_cards_and_the_dealer_twice() -> None:
    table = Table("michigan")
    assert table.chips == (196, 196, 196, 192)
    assert table.counter("pool on the ace of hearts") == (5,)


def test_the_dealer_may_take_the_widow() -> None:
    table = Table("michigan")
    hand, widow = table.hand(3), table.cards("widow")
    table.say("exchange your hand for the widow")
    assert table.hand(3) == widow
    assert table.cards("put_away") == hand


@for_seeds(15)
def test_a_hand_is_played_and_scored_as_a_second_account_has_it(seed: int) -> None:
    table = Table("michigan", seed=seed).say("exchange your hand for the widow")
    rng = Random(seed)
    hands = [table.hand(seat) for seat in range(4)]
    chips = [196, 196, 196, 192]
    turn, last, idle = 0, "", 0
    while all(hands) and idle < 4:
        own = hands[turn]
        suits = {card[-1] for card in own} - {last[-1:]}
        lowest = {
            min((c for c in own if c[-1] == s), key=lambda c: RANKS.index(c[:-1])) for s in suits
        }
        if not lowest:
            turn, idle = (turn + 1) % 4, idle + 1
            continue
        idle = 0
        assert table.turn == turn
        assert table.playable == lowest
        last = rng.choice(sorted(lowest))
        while True:
            table.play(last)
            hands[turn].remove(last)
            chips[turn] += 5 if last in BOODLE else 0
            following = after(last)
            holders = [seat for seat in range(4) if following in hands[seat]]
            if not holders or not all(hands):
                break
            turn = holders[0]
            assert table.turn == turn
            assert table.playable == {following}
            last = following
    if not all(hands):
        left = sum(len(hand) for hand in hands)
        chips = [
            c + (left if not hand else -len(hand)) for c, hand in zip(chips, hands, strict=True)
        ]
    assert table.chips == tuple(chips)


def test_the_buyer_of_the_widow_pays_the_dealer() -> None:
    table = Table("michigan").say("keep your hand and offer the widow for sale")
    widow = table.cards("widow")
    table.say("bid 3").say("pass").say("pass")
    assert table.chips == (193, 196, 196, 195)
    assert table.hand(0) == widow


def test_what_nobody_plays_stays_for_the_next_hand() -> None:
    """Chips only change hands: what a hand has not given out lies on the boodle cards."""
    table = Table("michigan", match=True)
    for _ in range(2_000):
        if table.hand_number > 3:
            break
        table.step()
        pools = sum(table.counter(f"pool on the {card}")[0] for card in POOLS)
        assert sum(table.chips) + pools == 800
    assert table.hand_number > 3
