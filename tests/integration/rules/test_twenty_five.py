"""Twenty-Five and Spoil Five: low cards are high in black, and the best trumps may be held back."""

from __future__ import annotations

from random import Random

from tests.support.seeds import for_seeds
from tests.support.table import Table, these

RED = "A 2 3 4 5 6 7 8 9 10 J Q K".split()
BLACK = "10 9 8 7 6 5 4 3 2 A J Q K".split()


def trumps_of(suit: str) -> list[str]:
    """The trumps, the highest first."""
    low = "2 3 4 6 7 8 9 10" if suit in "CS" else "10 9 8 7 6 4 3 2"
    ranks = ["5", "J", "A", "K", "Q", *low.split()]
    cards = [f"{rank}{suit}" for rank in ranks]
    if suit != "H":
        cards.insert(2, "AH")
    return cards


def height(card: str) -> int:
    return (BLACK if card[-1] in "CS" else RED).index(card[:-1])


def winner(trick: dict[int, str], trump: str) -> int:
    best = trumps_of(trump)
    ruffed = [seat for seat in trick if trick[seat] in best]
    if ruffed:
        return min(ruffed, key=lambda seat: best.index(trick[seat]))
    led = next(iter(trick.values()))[-1]
    return max((s for s in trick if trick[s][-1] == led), key=lambda seat: height(trick[seat]))


def legal(hand: set[str], led: str, trump: str) -> set[str]:
    """What may be played to a trick that is begun."""
    best = trumps_of(trump)
    trumps = {card for card in hand if card in best}
    if led in best:
        held_back = {c for c in trumps if c in best[:3] and best.index(c) < best.index(led)}
        return trumps if trumps - held_back else hand
    followers = {card for card in hand - trumps if card[-1] == led[-1]}
    return followers | trumps if followers else hand


@for_seeds(15)
def test_a_hand_is_played_as_a_second_account_has_it(seed: int) -> None:
    table = Table("twenty-five", seed=seed)
    rng = Random(seed)
    trump = str(table.view.trump)[0].upper()
    points = [0] * 5
    lead = 0
    for _ in range(5):
        trick: dict[int, str] = {}
        for seat in [*range(lead, 5), *range(lead)]:
            assert table.turn == seat
            while not table.playable or "leave the turned card" in table.moves:
                table.say(rng.choice(table.moves))
            hand = table.hand(seat)
            if len(hand) > 5 - sum(points) // 5:
                table.play(rng.choice(sorted(table.playable)))
                hand = table.hand(seat)
            expected = legal(hand, next(iter(trick.values())), trump) if trick else hand
            assert table.playable == expected
            trick[seat] = rng.choice(sorted(expected))
            table.play(trick[seat])
        lead = winner(trick, trump)
        points[lead] += 5
        if points[lead] == 25:
            break
    assert table.result.scores == tuple(points)


def test_the_dealer_may_rob_an_ace_that_is_turned_up() -> None:
    table = Table("twenty-five", turned_card="AC")
    assert table.turn == 4
    table.say("rob the pack")
    assert "AC" in table.hand(4)
    table.play(sorted(table.hand(4))[0])
    assert table.turn == 0


def test_whoever_holds_the_ace_of_trumps_may_rob_before_their_first_card() -> None:
    table = Table("twenty-five", "AC 2D 3D 4D 6D", turned_card="7C").say("rob the pack")
    assert "7C" in table.hand(0)
    table.play("2D")
    assert table.playable == these("AC 3D 4D 6D 7C")


def test_25_points_win_at_once() -> None:
    hand = "5C JC AC KC QC"
    table = Table("twenty-five", hand, turned_card="2C")
    table.say("leave the turned card")
    for card in hand.split():
        table.play(card)
        while table.turn not in (0, None):
            table.step()
    assert table.result.winners == (0,)
    assert table.result.scores[0] == 25


def test_three_tricks_win_the_pool_of_spoil_five() -> None:
    hand = "5C JC AC KC QC"
    table = Table("spoil-five", hand, turned_card="2C").say("leave the turned card")
    assert table.counter("pool") == (11,)
    for card in hand.split()[:3]:
        table.play(card)
        while table.turn != 0:
            table.step()
    assert set(table.moves) == {"take the pool", "play on for all five tricks"}
    table.say("take the pool")
    assert table.result.scores == (11 - 2, -2, -2, -2, -3)


def test_all_five_tricks_of_spoil_five_are_paid_by_everybody() -> None:
    hand = "5C JC AC KC QC"
    table = Table("spoil-five", hand, turned_card="2C").say("leave the turned card")
    for number, card in enumerate(hand.split()):
        if number == 3:
            table.say("play on for all five tricks")
        table.play(card)
        while table.turn not in (0, None):
            table.step()
    assert table.result.scores == (11 - 2 + 8, -4, -4, -4, -5)
