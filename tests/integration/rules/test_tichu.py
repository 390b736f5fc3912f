"""Tichu: what beats what, the four special cards, wishes, bombs and the count."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from tests.support.seeds import for_seeds
from tests.support.table import Table, these

NUMBERS = "2 3 4 5 6 7 8 9 10 J Q K A".split()
PHOENIX, DOG, MAH_JONG, DRAGON = "phoenix-", "dog-", "mah_jong-", "dragon-"
BOMBS = {"four": 1, "flush": 2}
Kind = tuple[str, int, float]
"""What some cards are, how many, and how high."""


def value(card: str) -> float:
    rank = card.partition("-")[0]
    usual = {"mah_jong": 1, "phoenix": 1.5, "dragon": 15, "dog": 0}
    return usual[rank] if rank in usual else 2 + NUMBERS.index(rank)


def kinds(cards: frozenset[str]) -> list[Kind]:
    """All that some cards can be taken for."""
    size = len(cards)
    if size == 1:
        (card,) = cards
        return [] if card == DOG else [("single", 1, value(card))]
    if cards & {DOG, DRAGON}:
        return []
    natural = [int(value(card)) for card in cards - {PHOENIX}]
    found: list[Kind] = []
    for stands_for in range(2, 15) if PHOENIX in cards else [0]:
        values = sorted(natural + [stands_for] * (PHOENIX in cards))
        counts = {v: values.count(v) for v in values}
        run = values[-1] - values[0] == len(counts) - 1
        if min(values) > 1:
            if len(counts) == 1 and size in (2, 3):
                found.append(("pair" if size == 2 else "triple", size, values[0]))
            if len(counts) == 1 and size == 4 and PHOENIX not in cards:
                found.append(("four", 4, values[0]))
            if sorted(counts.values()) == [2, 3]:
                found.append(("full", 5, max(counts, key=lambda v: counts[v])))
            if size >= 4 and set(counts.values()) == {2} and run:
                found.append(("stairs", size, values[-1]))
        if size >= 5 and len(counts) == size and run:
            suits = {card.partition("-")[2] for card in cards}
            flush = len(suits) == 1 and PHOENIX not in cards
            found.append(("flush" if flush else "straight", size, values[-1]))
            if flush:
                found.append(("straight", size, values[-1]))
    return found


def lies(cards: frozenset[str]) -> Kind:
    return max(kinds(cards), key=lambda kind: (BOMBS.get(kind[0], 0), kind[2]))


def beats(cards: frozenset[str], other: Kind) -> bool:
    for kind in kinds(cards):
        bomb, against = BOMBS.get(kind[0], 0), BOMBS.get(other[0], 0)
        if bomb > against:
            return True
        if kind[0] == other[0] == "flush" and kind[1:] > other[1:]:
            return True
        if kind[:2] == other[:2] and kind[2] > other[2]:
            return True
    return False


def legal(hand: set[str], table: frozenset[str], wished: str) -> list[frozenset[str]]:
    """All sets that may be played; if the wish can be granted, those that grant it."""
    sets = [frozenset(s) for n in range(1, len(hand) + 1) for s in combinations(sorted(hand), n)]
    if table:
        lying = lies(table)
        may = [one for one in sets if beats(one, lying)]
        if lying[0] == "single" and 2 <= lying[2] <= 14 and PHOENIX in hand:
            may.append(frozenset([PHOENIX]))
    else:
        may = [one for one in sets if kinds(one) or one == {DOG}]
    granting = [one for one in may if any(card.partition("-")[0] == wished for card in one)]
    return granting or may


def ready(table: Table) -> bool:
    """Whether somebody is asked to play in turn."""
    passing = any(move.startswith("pass ") for move in table.moves)
    return bool(table.playable) and not passing


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("5-jade 5-star phoenix-", ("triple", 3, 5)),
        ("5-jade 5-star 6-jade phoenix-", ("stairs", 4, 6)),
        ("9-jade 9-star K-jade K-star phoenix-", ("full", 5, 13)),
        ("mah_jong- 2-jade 3-star 4-jade 5-jade", ("straight", 5, 5)),
        ("J-jade Q-star K-jade A-jade phoenix-", ("straight", 5, 14)),
        ("2-jade 3-jade 4-jade 5-jade 6-jade", ("flush", 5, 6)),
    ],
)
def test_the_second_account_knows_the_combinations(cards: str, expected: Kind) -> None:
    assert lies(frozenset(cards.split())) == expected


@for_seeds(6)
def test_what_may_be_played_is_what_trying_all_sets_allows(seed: int) -> None:
    rng = Random(seed)
    table = Table("tichu", seed=seed)
    wished, picked = "", set[str]()
    passed, before = set[int](), frozenset[str]()
    while not table.state.over:
        seat = table.turn or 0
        lying = frozenset(table.cards("tableau"))
        if lying != before or not lying:
            passed.clear()
        before = lying
        if ready(table) and len(table.hand(seat)) <= 8:
            open_wish = bool(table.counter("under a wish")[0])
            may = legal(table.hand(seat), lying, wished if open_wish else "")
            if seat in passed:
                # Whoever is asked once more may only bomb the trick before it is taken.
                may = legal(table.hand(seat), lying, "")
                may = [one for one in may if lies(one)[0] in BOMBS]
            fitting = [one for one in may if picked <= one]
            assert table.playable == {card for one in fitting for card in one - picked}
        move = rng.choice(table.state.legal_moves())
        if move.text.startswith("wish for") and "nothing" not in move.text:
            word = move.text.split()[-1]
            names = "twos threes fours fives sixes sevens eights nines tens jacks queens kings aces"
            wished = dict(zip(names.split(), NUMBERS, strict=True)).get(word, word)
        if move.text == "pass":
            passed.add(seat)
        table.say(move.text)
        view = table.state.view(seat)
        picked = {f"{card.rank}-{card.suit or ''}" for card in view.picked}
    totals = table.result.scores
    assert len(set(totals)) <= 2


@for_seeds(6)
def test_a_hand_is_counted_as_a_second_account_has_it(seed: int) -> None:
    rng = Random(seed)
    table = Table("tichu", seed=seed)
    called: dict[int, int] = {}
    out: list[int] = []
    while not table.state.over:
        seat = table.turn or 0
        move = rng.choice(table.moves)
        called[seat] = {"call Tichu": 100, "call grand Tichu": 200}.get(move, called.get(seat, 0))
        table.say(move)
        for player in range(4):
            if len(table.hand(player)) == 0 and player not in out and table.state.over is False:
                out.append(player)
        if not table.hand(seat) and seat not in out:
            out.append(seat)
    points = [0, 0]
    for player, amount in called.items():
        points[player % 2] += amount if out[0] == player else -amount
    scores = table.result.scores
    if len(out) == 2 and out[0] % 2 == out[1] % 2:
        points[out[0] % 2] += 200
        assert scores == tuple(points[player % 2] for player in range(4))
    else:
        # All cards together are worth 100.
        assert scores[0] + scores[1] == sum(points) + 100


def exchanged(*hands: str) -> Table:
    """Nobody calls anything, and twos and the four special cards are kept."""
    table = Table("tichu", *hands)
    while not ready(table):
        quiet = [move for move in table.moves if move == "say nothing"]
        gifts = [
            m.text for m in table.state.legal_moves() if m.card and str(m.card.rank) in NUMBERS[1:]
        ]
        table.say((quiet or gifts)[0])
    return table


def test_a_bomb_may_be_played_before_a_trick_is_taken_and_the_turn_goes_on_from_it() -> None:
    table = exchanged("mah_jong-", "2-jade 2-sword 2-pagoda 2-star")
    assert table.turn == 0
    table.play("mah_jong-")
    if any("just" in move for move in table.moves):
        table.say(next(move for move in table.moves if "just" in move))
    table.say("wish for nothing")
    for _ in range(3):
        table.say(*[move for move in table.moves if move == "say nothing"])
        table.say("pass")
    assert table.turn == 1
    assert table.playable == these("2-jade 2-sword 2-pagoda 2-star")
    table.play("2-jade")
    while table.turn == 1:
        table.say(table.moves[0])
    assert len(table.cards("tableau")) == 4
    assert table.turn == 2


def test_the_dog_gives_the_lead_to_the_partner() -> None:
    table = exchanged("mah_jong- dog-")
    table.play("dog-")
    table.say(*[move for move in table.moves if move == "say nothing"])
    assert table.turn == 2
    assert table.cards("tableau") == set()


@for_seeds(4)
def test_each_gives_one_card_to_every_other_and_nobody_sees_what_comes_before_all_have(
    seed: int,
) -> None:
    rng = Random(seed)
    table = Table("tichu", seed=seed)
    while not any(move.startswith("pass ") for move in table.moves):
        table.say(rng.choice(table.moves))
    before = [table.hand(seat) for seat in range(4)]
    given: dict[tuple[int, int], str] = {}
    names = table.state.game.seats
    while len(given) < 12:
        seat = rng.choice(sorted(table.state.to_move))
        move = rng.choice(table.state.legal_moves(seat))
        assert move.card is not None
        to = move.text.rpartition(" to ")[2]
        assert to == names[(seat + (1, 2, 3)[sum(giver == seat for giver, _ in given)]) % 4]
        given[seat, names.index(to)] = f"{move.card.rank}-{move.card.suit or ''}"
        assert [table.hand(player) for player in range(4)] == before
        table.state = table.state.apply(move, seat)
    for seat in range(4):
        gone = {card for (giver, _), card in given.items() if giver == seat}
        got = {card for (_, to), card in given.items() if to == seat}
        assert len(gone) == len(got) == 3
        assert table.hand(seat) == (before[seat] - gone) | got
