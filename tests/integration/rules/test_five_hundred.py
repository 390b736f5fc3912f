"""Five Hundred: bids, the kitty, bowers and the joker, misère, and what contracts are worth."""

from __future__ import annotations

from random import Random

from tests.support.second_account import own_suit
from tests.support.seeds import for_seeds
from tests.support.table import Table

PLAIN = "4 5 6 7 8 9 10 J Q K A".split()
TRUMP = "4 5 6 7 8 9 10 Q K A".split()
JOKER = "joker-"
TWIN = {"S": "C", "C": "S", "D": "H", "H": "D"}
SUITS = {"spades": "S", "clubs": "C", "diamonds": "D", "hearts": "H"}
STRAINS = [*SUITS, "no trumps"]


def suit(card: str, trump: str) -> str:
    if card == JOKER:
        return trump or "joker"
    if trump and card == f"J{TWIN[trump]}":
        return trump
    return own_suit(card)


def height(card: str, trump: str) -> int:
    if card == JOKER:
        return 100
    if suit(card, trump) != trump:
        return PLAIN.index(card[:-1])
    if card[:-1] == "J":
        return 99 if own_suit(card) == trump else 98
    return TRUMP.index(card[:-1])


def bid(table: Table, text: str, seat: int) -> Table:
    """One player bids, all others pass."""
    for player in range(4):
        table.say(next(m for m in table.moves if text in m) if player == seat else "pass")
    return table


def test_misere_needs_a_bid_of_seven_and_lies_below_eight() -> None:
    table = Table("five-hundred")
    assert not any(move.startswith("bid misère") for move in table.moves)
    table.say(next(move for move in table.moves if "7" in move and "no trumps" in move))
    table.say(next(move for move in table.moves if move.startswith("bid misère")))
    assert not any("7" in move for move in table.moves)
    assert any("8" in move and "spades" in move for move in table.moves)


def test_open_misere_lies_between_ten_diamonds_and_ten_hearts() -> None:
    table = Table("five-hundred")
    table.say(next(move for move in table.moves if "10" in move and "diamonds" in move))
    assert any(move.startswith("bid open misère") for move in table.moves)
    table.say(next(move for move in table.moves if move.startswith("bid open misère")))
    assert sorted(move for move in table.moves if "10" in move) == sorted(
        move for move in table.moves if "hearts" in move or "no trumps" in move
    )


@for_seeds(14)
def test_a_hand_is_played_and_scored_as_a_second_account_has_it(seed: int) -> None:
    rng = Random(seed)
    table = Table("five-hundred", seed=seed)
    seat, level, strain = rng.randrange(4), rng.randint(6, 10), rng.randrange(5)
    misere = rng.random() < 0.25
    text = "open misère" if misere else f"{level}"
    found = [m for m in table.moves if text in m and (misere or STRAINS[strain] in m)]
    assert len(found) == 1
    bid(table, found[0], seat)
    trump = "" if misere else SUITS.get(STRAINS[strain], "")
    assert len(table.hand(seat)) == 13
    table.play(" ".join(rng.sample(sorted(table.hand(seat)), 3)))
    order = [p for p in range(4) if not misere or p != (seat + 2) % 4]
    tricks = [0] * 4
    failed: dict[int, set[str]] = {player: set() for player in range(4)}
    leader = seat
    for number in range(10):
        at = order.index(leader)
        trick: dict[int, str] = {}
        led = ""
        for player in order[at:] + order[:at]:
            if trick and not led and JOKER in trick.values() and not trump:
                names = {own for own in "SCDH" if own not in failed[leader]}
                names = names if table.hand(leader) else set("SCDH")
                if table.turn == leader and any("nominate" in move for move in table.moves):
                    assert len(table.moves) == len(names)
                    move = rng.choice(table.moves)
                    led = next(short for name, short in SUITS.items() if name in move)
                    table.say(move)
                else:
                    # Only one suit could be named.
                    (led,) = names
            hand = table.hand(player)
            same = {card for card in hand if suit(card, trump) == led}
            may = same or hand
            if trick and not same and misere and player == seat and JOKER in hand:
                may = {JOKER}
            assert table.turn == player
            assert table.playable == may
            card = rng.choice(sorted(may))
            if trick and not trump and suit(card, trump) != led:
                failed[player].add(led)
            if not trick and (trump or card != JOKER):
                led = suit(card, trump)
            trick[player] = card
            table.play(card)

        def strength(player: int, trick: dict[int, str] = trick, led: str = led) -> tuple[int, int]:
            card = trick[player]
            own = suit(card, trump)
            return (2 if own in (trump or "joker", "joker") else own == led, height(card, trump))

        leader = max(trick, key=strength)
        tricks[leader] += 1
        assert table.state.over or table.turn == leader or number < 9
    value = 500 if misere else 100 * (level - 6) + 20 * strain + 40
    side = tricks[seat] + tricks[(seat + 2) % 4]
    made = tricks[seat] == 0 if misere else side >= level
    points = max(value, 250) if made and not misere and side == 10 else value if made else -value
    other = 0 if misere else 10 * (10 - side)
    expected = tuple(points if p % 2 == seat % 2 else other for p in range(4))
    assert table.result.scores == expected
