"""Schieber Jass: trumps and the games without, the duty to follow, weis, stöck and the count."""

from __future__ import annotations

from itertools import combinations
from random import Random

from tests.support.second_account import own_suit
from tests.support.seeds import for_seeds
from tests.support.table import Table, these

PLAIN = "6 7 8 9 10 J Q K A".split()
TRUMP = "6 7 8 10 Q K A 9 J".split()
NAMES = {"clubs": "C", "diamonds": "D", "hearts": "H", "spades": "S"}
WEIS = {3: 20, 4: 50, 5: 100, 6: 150, 7: 200, 8: 250, 9: 300}


def worth(card: str, game: str) -> int:
    rank, suit = card[:-1], own_suit(card)
    usual = {"10": 10, "K": 4, "Q": 3, "J": 2}
    if game == "up":
        return {**usual, "A": 11, "8": 8}.get(rank, 0)
    if game == "down":
        return {**usual, "6": 11, "8": 8}.get(rank, 0)
    if suit == game:
        return {**usual, "A": 11, "J": 20, "9": 14}.get(rank, 0)
    return {**usual, "A": 11}.get(rank, 0)


def height(card: str, game: str) -> int:
    if game == "down":
        return -PLAIN.index(card[:-1])
    return (TRUMP if own_suit(card) == game else PLAIN).index(card[:-1])


def legal(hand: set[str], trick: list[str], game: str) -> set[str]:
    if not trick:
        return hand
    led = own_suit(trick[0])
    trumps = {card for card in hand if own_suit(card) == game}
    same = {card for card in hand if own_suit(card) == led}
    if led == game:
        return trumps if trumps - {f"J{game}"} else hand
    best = max((height(card, game) for card in trick if own_suit(card) == game), default=-1)
    over = {card for card in trumps if height(card, game) > best}
    if same:
        return same | over
    return (hand - trumps) | over or hand


def chosen(game: str, *hands: str, seed: int = 0) -> Table:
    table = Table("jass", *hands, seed=seed)
    return table.say(next(move for move in table.moves if game in move))


def test_the_choice_may_be_pushed_to_the_partner() -> None:
    table = Table("jass").say("push")
    assert table.turn == 2
    assert "push" not in table.moves


def test_the_jack_of_trumps_need_not_follow() -> None:
    assert legal(these("JH 6C"), ["9H"], "H") == these("JH 6C")
    assert legal(these("JH 6H 6C"), ["9H"], "H") == these("JH 6H")


def test_a_trump_is_not_undercut_while_there_is_another_card() -> None:
    assert legal(these("7H 6C"), ["AS", "9H"], "H") == these("6C")
    assert legal(these("7H 6H"), ["AS", "9H"], "H") == these("7H 6H")
    assert legal(these("7S JH 7H"), ["AS", "9H"], "H") == these("7S JH")


@for_seeds(12)
def test_a_hand_is_played_and_counted_as_a_second_account_has_it(seed: int) -> None:
    rng = Random(seed)
    table = Table("jass", seed=seed)
    if rng.random() < 0.4:
        table.say("push")
    table.say(rng.choice([move for move in table.moves if move != "push"]))
    view = table.view
    trump = NAMES[str(view.trump)] if view.trump else ""
    game = trump or ("down" if "undenufe" in str(view.mode) else "up")
    factor = 3 if not trump else 2 if trump in "CS" else 1
    hands = [table.hand(seat) for seat in range(4)]
    points = [0, 0]
    said: list[tuple[int, int, str, set[str]]] = []
    stoeck: set[int] = set()
    taken: list[tuple[int, list[str]]] = []
    leader = 0
    for number in range(9):
        trick: dict[int, str] = {}
        for seat in [(leader + k) % 4 for k in range(4)]:
            while not table.playable:
                assert table.turn == seat
                assert number == 0 or "stöck" in " ".join(table.moves)
                move = rng.choice(table.moves)
                name, _, cards = move.removeprefix("declare ").partition(": ")
                table.say(move)
                if cards and name == "stöck":
                    stoeck.add(seat)
                elif cards:
                    said.append((seat, *_kind(name), set(_short(cards))))
            may = legal(table.hand(seat), list(trick.values()), game)
            assert table.turn == seat
            assert table.playable == may
            trick[seat] = rng.choice(sorted(may))
            table.play(trick[seat])
        winner = _winner(trick, game, trump)
        taken.append((winner, list(trick.values())))
        points[winner % 2] += factor * sum(worth(card, game) for card in trick.values())
        leader = winner
    points[leader % 2] += 5 * factor
    if len({winner % 2 for winner, _ in taken}) == 1:
        points[leader % 2] += 100 * factor
    for seat in stoeck:
        assert {f"K{trump}", f"Q{trump}"} <= hands[seat]
        points[seat % 2] += 20 * factor
    if said:
        best = min(said, key=lambda one: _order(one, trump))
        for seat, value, _, _ in said:
            points[seat % 2] += factor * value * (seat % 2 == best[0] % 2)
    assert table.result.scores == tuple(points[seat % 2] for seat in range(4))


def _winner(trick: dict[int, str], game: str, trump: str) -> int:
    led = own_suit(next(iter(trick.values())))

    def strength(seat: int) -> tuple[bool, bool, int]:
        card = trick[seat]
        return own_suit(card) == trump, own_suit(card) == led, height(card, game)

    return max(trick, key=strength)


def _kind(name: str) -> tuple[int, str]:
    """What a weis is worth, and whether it is a sequence or four of a kind."""
    if name.endswith("in sequence"):
        numbers = "three four five six seven eight nine".split()
        return WEIS[3 + numbers.index(name.split()[0])], "sequence"
    return {"four of a kind": 100, "four nines": 150, "four jacks": 200}[name], "four"


def _short(cards: str) -> list[str]:
    symbols = {"♣": "C", "♦": "D", "♥": "H", "♠": "S"}
    return [f"{card[:-1]}{symbols[card[-1]]}" for card in cards.split()]


def _order(one: tuple[int, int, str, set[str]], trump: str) -> tuple[int, ...]:
    seat, value, _, cards = one
    top = max(PLAIN.index(card[:-1]) for card in cards)
    in_trumps = bool(trump) and all(own_suit(card) == trump for card in cards)
    return -value, -len(cards), -top, -in_trumps, seat


@for_seeds(10)
def test_what_may_be_declared_is_what_trying_all_sets_finds(seed: int) -> None:
    table = chosen("obenabe", seed=seed)
    hand = sorted(table.hand(0))
    found = set()
    for size in range(3, 10):
        for cards in combinations(hand, size):
            ranks = sorted(PLAIN.index(card[:-1]) for card in cards)
            suits = {own_suit(card) for card in cards}
            run = ranks == list(range(ranks[0], ranks[0] + size)) and len(suits) == 1
            four = size == 4 and len(set(ranks)) == 1 and ranks[0] >= PLAIN.index("9")
            if run or four:
                found.add(frozenset(cards))
    seen = {
        frozenset(_short(move.partition(": ")[2]))
        for move in table.moves
        if table.turn == 0 and ": " in move
    }
    assert seen == found
