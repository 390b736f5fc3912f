"""Preferans: the auction, whists, misère, all-pass with the talon leading, and the Sochi score."""

from __future__ import annotations

from functools import partial
from random import Random

from tests.support.second_account import Trick, heights, own_suit, play_tricks
from tests.support.seeds import for_seeds
from tests.support.table import Table, these

height = heights("7 8 9 10 J Q K A")
NAMES = {"clubs": "C", "diamonds": "D", "hearts": "H", "spades": "S"}
POOL, DUMP = "pool", "dump"
LEFT, RIGHT = "left-hand whists", "right-hand whists"


def legal(hand: set[str], trick: list[str], trump: str, talon: str = "") -> set[str]:
    """Follow suit, or else trump; in the first tricks of an all-pass follow the talon."""
    of_talon = {card for card in hand if talon and own_suit(card) == talon}
    if of_talon or not trick:
        return of_talon or hand
    same = {card for card in hand if own_suit(card) == own_suit(trick[0])}
    return same or {card for card in hand if own_suit(card) == (talon or trump)} or hand


def named(table: Table, text: str) -> Table:
    return table.say(f"bid {text}")


def test_misere_ranks_above_eight_and_below_nine_and_is_a_first_bid() -> None:
    table = named(Table("preferans"), "8 no trumps")
    assert "bid misère" in table.moves
    table.say("bid misère")
    assert not any(move.startswith("bid 8") for move in table.moves)
    named(table, "9 spades")
    assert table.turn == 0
    assert "bid misère" not in table.moves


def test_in_an_all_pass_the_talon_says_what_is_led() -> None:
    table = Table("preferans", "7H 7C", talon="8H 9S").say(*["pass"] * 3)
    assert table.turn == 0
    shown = next(iter(table.cards("shown")))
    assert table.playable == {card for card in table.hand(0) if own_suit(card) == shown[-1]}


def test_whoever_cannot_follow_must_trump() -> None:
    assert legal(these("7C 8H"), ["AS"], "H") == these("8H")
    assert legal(these("7C 8D"), ["AS"], "H") == these("7C 8D")


@for_seeds(14)
def test_a_hand_is_played_and_scored_as_a_second_account_has_it(seed: int) -> None:
    rng = Random(seed)
    table = Table("preferans", seed=seed)
    kind = rng.choice(["contract", "contract", "contract", "misère", "all-pass"])
    declarer = rng.randrange(3)
    if kind == "all-pass":
        table.say(*["pass"] * 3)
        _all_pass(table, rng)
        return
    for seat in range(3):
        say = "bid misère" if kind == "misère" else "bid 6 spades"
        table.say(say if seat == declarer else "pass")
    assert table.turn == declarer
    table.play(" ".join(rng.sample(sorted(table.hand(declarer)), 2)))
    if kind == "misère":
        taken = play_tricks(table, rng, 10, height, legal=lambda h, t: legal(h, t, ""))
        own = _tricks(taken)[declarer]
        assert table.counter(POOL)[declarer] == (10 if own == 0 else 0)
        assert table.counter(DUMP)[declarer] == 10 * own
        return
    table.say(rng.choice(table.moves))
    level = table.counter("level")[0]
    trump = NAMES[str(table.view.trump)] if table.view.trump else ""
    whisting, halving = set[int](), set[int]()
    while any("whist" in move for move in table.moves):
        seat = table.turn or 0
        move = rng.choice(table.moves)
        if "half" in move:
            halving.add(seat)
        elif "whist" in move:
            whisting.add(seat)
            halving.clear()
        table.say(move)
    if "play with closed cards" in table.moves:
        assert len(whisting) == 1
        table.say("play with closed cards")
    taken = []
    if whisting or level == 10:
        taken = play_tricks(
            table, rng, 10, height, trump=trump, legal=lambda h, t: legal(h, t, trump)
        )
    _contract(table, declarer, level, whisting, halving, _tricks(taken))


def _tricks(taken: list[Trick]) -> list[int]:
    return [sum(winner == seat for winner, _ in taken) for seat in range(3)]


def _contract(
    table: Table,
    declarer: int,
    level: int,
    whisting: set[int],
    halving: set[int],
    tricks: list[int],
) -> None:
    value, quota = 2 * (level - 5), {6: 4, 7: 2}.get(level, 1)
    played = bool(whisting) or level == 10
    short = max(0, level - tricks[declarer]) if played else 0
    against = 10 - tricks[declarer]
    pool, dump = [0] * 3, [0] * 3
    whists: dict[str, list[int]] = {LEFT: [0] * 3, RIGHT: [0] * 3}
    if short:
        dump[declarer] = value * short
    else:
        pool[declarer] = value
    both = len(whisting) == 2
    for seat in {0, 1, 2} - {declarer}:
        on = LEFT if (seat + 1) % 3 == declarer else RIGHT
        own = tricks[seat] if both else against
        gained = value * short + (value * own if seat in whisting else 0)
        gained += value * quota // 2 if seat in halving else 0
        whists[on][seat] = gained
        if seat in whisting and against < quota:
            first = (declarer + 1) % 3 == seat
            duty = quota if not both else quota // 2 if level < 8 else 0 if first else 1
            dump[seat] = value * max(0, duty - own)
    assert table.counter(POOL) == tuple(pool)
    assert table.counter(DUMP) == tuple(dump)
    assert table.counter(LEFT) == tuple(whists[LEFT])
    assert table.counter(RIGHT) == tuple(whists[RIGHT])


def _led_by(talon: str, hand: set[str], trick: list[str]) -> set[str]:
    return legal(hand, trick, "", talon)


def _all_pass(table: Table, rng: Random) -> None:
    taken: list[Trick] = []
    for number in range(10):
        assert table.turn == (0 if number < 2 else taken[-1][0])
        talon = next(iter(table.cards("shown")))[-1] if number < 2 else ""
        taken += play_tricks(
            table,
            rng,
            1,
            height,
            trump=talon,
            legal=partial(_led_by, talon),
        )
    tricks = _tricks(taken)
    assert table.counter(DUMP) == tuple(tricks)
    assert table.counter(POOL) == tuple(int(own == 0) for own in tricks)
