"""Barbu: seven contracts, each once for each dealer, doubling, tricks and dominoes."""

from __future__ import annotations

from random import Random

import pytest

from tests.support.second_account import heights, own_suit, play_tricks, won_by
from tests.support.seeds import for_seeds
from tests.support.table import Table, these

ORDER = "2 3 4 5 6 7 8 9 10 J Q K A".split()
CONTRACTS = ("no tricks", "no hearts", "no queens", "no last tricks", "Barbu")
height = heights(" ".join(ORDER))


def named(table: Table, text: str) -> Table:
    """The call that begins so."""
    return table.say(next(move for move in table.moves if move.startswith(text)))


def declared(contract: str, *hands: str, seed: int = 0) -> Table:
    """Player 3 deals and declares; nobody doubles."""
    table = named(Table("barbu", *hands, seed=seed), f"declare {contract}")
    while "stop" in table.moves:
        table.say("stop")
    return table


def test_no_contract_is_declared_twice_by_one_dealer() -> None:
    table = Table("barbu", match=True, seed=3)
    dealer = table.turn
    named(table, "declare no tricks")
    for _ in range(4):
        table.play_hand()
    assert table.turn == dealer
    assert not any(move == "declare no tricks" for move in table.moves)


def test_only_the_dealer_is_doubled_in_trumps() -> None:
    table = named(Table("barbu"), "declare trumps")
    assert [move for move in table.moves if "double" in move] == ["double the player on your right"]


def test_a_doubled_player_redoubles_in_turn() -> None:
    table = named(Table("barbu"), "declare no tricks").say("double the player on your left", "stop")
    assert table.turn == 1
    assert "redouble the player on your right" in table.moves
    assert "double the player on your right" not in table.moves


def legal(hand: set[str], trick: list[str], trump: str, hearts_last: bool) -> set[str]:
    if not trick:
        others = {card for card in hand if own_suit(card) != "H"}
        return others or hand if hearts_last else hand
    led = own_suit(trick[0])
    same = {card for card in hand if own_suit(card) == led}
    trumps = [card for card in trick if own_suit(card) == trump]
    best = max((height(card) for card in trumps), default=-1)
    over = {card for card in hand if own_suit(card) == trump and height(card) > best}
    if same:
        return over or same if led == trump else same
    return over or hand


def penalty(contract: str, taken: list[tuple[int, list[str]]], seat: int) -> int:
    cards = won_by(taken, [seat])
    tricks = sum(winner == seat for winner, _ in taken)
    match contract:
        case "no tricks":
            return -2 * tricks
        case "no hearts":
            return -sum(6 if c == "AH" else 2 for c in cards if own_suit(c) == "H")
        case "no queens":
            return -6 * sum(card[:-1] == "Q" for card in cards)
        case "no last tricks":
            return -20 * (taken[12][0] == seat) - 10 * (taken[11][0] == seat)
        case "Barbu":
            return -20 * ("KH" in cards)
    return 5 * tricks


@for_seeds(14)
def test_a_hand_is_played_and_scored_as_a_second_account_has_it(seed: int) -> None:
    rng = Random(seed)
    contract = rng.choice((*CONTRACTS, "trumps"))
    table = Table("barbu", seed=seed)
    call = rng.choice([move for move in table.moves if move.startswith(f"declare {contract}")])
    table.say(call)
    names = {"clubs": "C", "diamonds": "D", "hearts": "H", "spades": "S"}
    trump = names[str(table.view.trump)] if contract == "trumps" else ""
    stakes: dict[frozenset[int], int] = {}
    step = {"left": 1, "opposite": 2, "right": 3}
    while any("double" in move for move in table.moves) or "stop" in table.moves:
        move = rng.choice(table.moves)
        seat = table.turn or 0
        if "double" in move:
            other = (seat + step[move.split()[-1]]) % 4
            assert contract != "trumps" or 3 in (seat, other)
            stakes[frozenset((seat, other))] = 2 if move.startswith("re") else 1
        table.say(move)
    taken: list[tuple[int, list[str]]] = []
    seen: list[str] = []
    while len(taken) < 13:
        taken += play_tricks(
            table,
            rng,
            1,
            height,
            trump=trump,
            legal=lambda hand, trick: legal(hand, trick, trump, contract in ("no hearts", "Barbu")),
        )
        seen += taken[-1][1]
        if contract == "no queens" and sum(card[:-1] == "Q" for card in seen) == 4:
            break
        if contract == "Barbu" and "KH" in seen:
            break
    assert table.turn is None
    made = [penalty(contract, taken, seat) for seat in range(4)]
    expected = list(made)
    for pair, stake in stakes.items():
        one, other = pair
        expected[one] += stake * (made[one] - made[other])
        expected[other] += stake * (made[other] - made[one])
    assert table.result.scores == tuple(expected)


@for_seeds(6)
def test_dominoes_are_played_and_scored_as_a_second_account_has_it(seed: int) -> None:
    rng = Random(seed)
    table = Table("barbu", seed=seed)
    start = rng.choice(ORDER)
    options = [move for move in table.moves if move.startswith("declare dominoes")]
    assert len(options) == 13
    table.say(options[ORDER.index(start)])
    while "stop" in table.moves:
        table.say("stop")
    lies: dict[str, tuple[int, int]] = {}
    out: list[int] = []
    first = ORDER.index(start)
    while table.turn is not None:
        seat = table.turn
        may = set()
        for card in table.hand(seat):
            at = ORDER.index(card[:-1])
            low, high = lies.get(own_suit(card), (first, first - 1))
            if at in (low - 1, high + 1) and (own_suit(card) in lies or at == first):
                may.add(card)
        moves = table.state.legal_moves()
        assert len(moves) == len(may)
        before = table.hand(seat)
        table.say(rng.choice([move.text for move in moves]))
        (card,) = before - table.hand(seat)
        assert card in may
        at = ORDER.index(card[:-1])
        low, high = lies.get(own_suit(card), (at, at))
        lies[own_suit(card)] = (min(low, at), max(high, at))
        if not table.hand(seat):
            out.append(seat)
    out += [seat for seat in range(4) if seat not in out]
    points = dict(zip(out, (40, 20, 10, -5), strict=True))
    assert table.result.scores == tuple(points[seat] for seat in range(4))


@pytest.mark.parametrize(("hand", "may"), [("2H 3C", "3C"), ("2H 3H", "2H 3H")])
def test_hearts_are_not_led_in_barbu_while_another_card_is_held(hand: str, may: str) -> None:
    assert legal(these(hand), [], "", True) == these(may)
