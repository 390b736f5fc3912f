"""The score of a hand of Baloot against arithmetic written down apart from the genome."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import pytest

from darwindeck.genome.options import apply_options, fold_options
from darwindeck.genome.schema import GameGenome
from darwindeck.library import create_baloot_genome
from tests.support.scoresheet import Hand, Scoresheet

SIDES = ((0, 2), (1, 3))
Pair = tuple[int, int]


@cache
def baloot(**options: str) -> GameGenome:
    return fold_options(apply_options(create_baloot_genome(), options))


@dataclass(frozen=True)
class Played:
    """A hand that has been played; pairs hold a number for each side."""

    mode: str
    buyer: int
    cards: Pair
    """Card points with the ten for the last trick."""
    tricks: Pair = (4, 4)
    projects: Pair = (0, 0)
    """In raw points."""
    baloot: Pair = (0, 0)
    level: int = 1
    raiser: int | None = None
    gahwa: bool = False

    def project_points(self, side: int) -> int:
        """In Sun 400 raw points are 40, like 200."""
        raw = min(self.projects[side], 200) if self.mode == "sun" else self.projects[side]
        return raw // 5 if self.mode == "sun" else raw // 10


def by_the_genome(played: Played, **options: str) -> Pair:
    last = 0 if played.cards[0] >= 10 else 1

    def points(seats: tuple[int, ...], *_: str) -> int:
        return sum(
            played.cards[side] - (10 if side == last else 0) for side in (0, 1) if side in seats
        )

    def declared(seats: tuple[int, ...], _: str, value: str) -> int:
        worth = {
            "raw": played.projects,
            "game": (played.project_points(0), played.project_points(1)),
            "baloot_raw": (20 * played.baloot[0], 20 * played.baloot[1]),
            "baloot_game": (2 * played.baloot[0], 2 * played.baloot[1]),
        }[value]
        return sum(worth[side] for side in (0, 1) if side in seats)

    result = Scoresheet(baloot(**options)).score_hand(
        Hand(
            roles={
                "buyer": played.buyer,
                "raiser": -1 if played.raiser is None else played.raiser,
            },
            table={
                "mode": played.mode,
                "sun": "sun",
                "hokum": "hokum",
                "level": played.level,
                "gahwa": int(played.gahwa),
            },
            seats={
                "tricks": (*played.tricks, 0, 0),
                "took_last": (int(last == 0), int(last == 1), 0, 0),
            },
            words={"points": points, "declared": declared},
        )
    )
    return result[SIDES[0]], result[SIDES[1]]


def card_points(played: Played) -> Pair:
    """Game points for cards, by the words of the rules."""
    if played.mode == "sun":
        found = []
        for amount in played.cards:
            tens, units = divmod(amount, 10)
            found.append(2 * tens + (0 if units < 5 else 1 if units == 5 else 2))
        return found[0], found[1]
    a, b = (amount // 10 + (amount % 10 > 5) for amount in played.cards)
    if a + b == 17:
        a, b = (a - 1, b) if played.cards[0] > played.cards[1] else (a, b - 1)
    return a, b


def by_the_book(played: Played) -> Pair:
    """Section by section as the rules have it, with the readings in force by default."""
    buyers, others = played.buyer % 2, 1 - played.buyer % 2
    raw = [played.cards[s] + played.projects[s] + 20 * played.baloot[s] for s in (0, 1)]
    bonus = [2 * played.baloot[s] for s in (0, 1)]
    pay = [0, 0]
    loser: int | None
    if 0 in played.tricks:
        loser = played.tricks.index(0)
        winner = 1 - loser
        pay[winner] = (44 if played.mode == "sun" else 25) + played.project_points(winner)
    else:
        cards = card_points(played)
        pay = [cards[s] + played.project_points(s) for s in (0, 1)]
        if raw[0] != raw[1]:
            loser = 0 if raw[0] < raw[1] else 1
        elif played.level > 1:
            assert played.raiser is not None
            loser = played.raiser % 2
        else:
            loser = buyers if played.mode == "hokum" else None
        if loser == buyers:
            pay[others], pay[buyers] = sum(pay), 0
            bonus[others], bonus[buyers] = sum(bonus), 0
    if played.level > 1:
        assert loser is not None
        pay[1 - loser], pay[loser] = played.level * sum(pay), 0
    if played.gahwa:
        assert loser is not None
        pay[1 - loser], pay[loser] = 152, 0
        bonus = [0, 0]
    return pay[0] + bonus[0], pay[1] + bonus[1]


def test_every_split_of_130_gives_26_points_in_sun() -> None:
    for amount in range(131):
        cards = (amount, 130 - amount)
        ahead = 0 if amount >= 65 else 1
        result = by_the_genome(Played("sun", ahead, cards))
        assert result == card_points(Played("sun", ahead, cards))
        assert sum(result) == 26


def test_every_split_of_162_gives_16_points_in_hokum() -> None:
    for amount in range(163):
        cards = (amount, 162 - amount)
        ahead = 0 if amount > 81 else 1
        result = by_the_genome(Played("hokum", ahead, cards))
        assert sum(result) == 16
        if amount != 81:
            assert result == card_points(Played("hokum", ahead, cards))


@pytest.mark.parametrize(
    ("mode", "cards", "expected"),
    [
        ("hokum", (147, 15), (15, 1)),
        ("hokum", (117, 45), (12, 4)),
        ("hokum", (115, 47), (11, 5)),
        ("hokum", (96, 66), (9, 7)),
        ("hokum", (126, 36), (12, 4)),
        ("sun", (65, 65), (13, 13)),
        ("sun", (75, 55), (15, 11)),
        ("sun", (66, 64), (14, 12)),
    ],
)
def test_rounding(mode: str, cards: Pair, expected: Pair) -> None:
    assert by_the_genome(Played(mode, 0, cards)) == expected


@pytest.mark.parametrize(
    ("played", "expected"),
    [
        # The buyers are behind: everything goes to the others.
        (Played("hokum", 0, (70, 92)), (0, 16)),
        (Played("sun", 1, (80, 50)), (26, 0)),
        # Projects count in the comparison and go with the rest.
        (Played("hokum", 0, (70, 92), projects=(50, 0)), (12, 9)),
        (Played("hokum", 0, (90, 72), projects=(0, 50)), (0, 21)),
        (Played("sun", 0, (90, 40), projects=(0, 100)), (0, 46)),
        # Equal game points, raw totals of 102 and 100: both keep their own.
        (Played("hokum", 0, (82, 80), projects=(0, 20), baloot=(1, 0)), (10, 10)),
        (Played("hokum", 1, (82, 80), projects=(0, 20), baloot=(1, 0)), (20, 0)),
        # Baloot saves the buyers, or is lost with everything else.
        (Played("hokum", 0, (72, 90), baloot=(1, 0)), (9, 9)),
        (Played("hokum", 0, (60, 102), baloot=(1, 0)), (0, 18)),
        # Equal totals.
        (Played("hokum", 0, (81, 81)), (0, 16)),
        (Played("sun", 0, (65, 65)), (13, 13)),
    ],
)
def test_khasara(played: Played, expected: Pair) -> None:
    assert by_the_genome(played) == by_the_book(played) == expected


@pytest.mark.parametrize(
    ("played", "expected"),
    [
        (Played("sun", 0, (130, 0), tricks=(8, 0)), (44, 0)),
        (Played("hokum", 0, (162, 0), tricks=(8, 0)), (25, 0)),
        (Played("hokum", 0, (0, 162), tricks=(0, 8)), (0, 25)),
        # The losers' projects vanish, the winners' count.
        (Played("sun", 0, (0, 130), tricks=(0, 8), projects=(20, 0)), (0, 44)),
        (Played("sun", 0, (130, 0), tricks=(8, 0), projects=(400, 0)), (84, 0)),
        (Played("hokum", 1, (162, 0), tricks=(8, 0), projects=(100, 0), baloot=(1, 0)), (37, 0)),
        (Played("hokum", 0, (162, 0), tricks=(8, 0), baloot=(0, 1)), (25, 2)),
        # A claim ends the hand early; no trick for the others is enough.
        (Played("hokum", 0, (162, 0), tricks=(5, 0)), (25, 0)),
    ],
)
def test_kaboot(played: Played, expected: Pair) -> None:
    assert by_the_genome(played) == by_the_book(played) == expected


@pytest.mark.parametrize(
    ("played", "expected"),
    [
        (Played("hokum", 0, (100, 62), level=2, raiser=1), (32, 0)),
        (Played("hokum", 0, (62, 100), level=3, raiser=2), (0, 48)),
        (Played("hokum", 0, (100, 62), projects=(0, 20), level=4, raiser=1), (72, 0)),
        (Played("sun", 0, (60, 70), level=2, raiser=1), (0, 52)),
        (Played("hokum", 0, (162, 0), tricks=(8, 0), level=2, raiser=3), (50, 0)),
        # Baloot is never multiplied and stays with its owners unless they fail as buyers.
        (Played("hokum", 0, (100, 62), baloot=(1, 0), level=2, raiser=1), (34, 0)),
        (Played("hokum", 0, (130, 32), baloot=(0, 1), level=2, raiser=1), (32, 2)),
        (Played("hokum", 0, (60, 102), baloot=(1, 0), level=2, raiser=1), (0, 34)),
        # Equal totals are lost by whoever raised last.
        (Played("hokum", 0, (81, 81), level=2, raiser=1), (32, 0)),
        (Played("hokum", 0, (81, 81), level=3, raiser=2), (0, 48)),
        (Played("sun", 1, (65, 65), level=2, raiser=0), (0, 52)),
        # Gahwa settles the match, and baloot is void.
        (Played("hokum", 0, (100, 62), level=4, raiser=0, gahwa=True), (152, 0)),
        (Played("hokum", 0, (62, 100), baloot=(0, 1), level=4, raiser=0, gahwa=True), (0, 152)),
    ],
)
def test_doubled_hands(played: Played, expected: Pair) -> None:
    assert by_the_genome(played) == by_the_book(played) == expected


def random_hands(count: int, seed: int) -> list[Played]:
    rng = random.Random(seed)
    found = []
    for _ in range(count):
        mode = rng.choice(["sun", "hokum"])
        total = 130 if mode == "sun" else 162
        amount = rng.choice([rng.randint(10, total - 10), rng.randint(60, total - 60), total // 2])
        projects = [0, 0]
        # Only one side scores projects, and never more than two hundreds.
        projects[rng.randint(0, 1)] = rng.choice([0, 0, 20, 40, 50, 70, 100, 120])
        baloots = [0, 0]
        if mode == "hokum":
            baloots[rng.randint(0, 1)] = rng.randint(0, 1)
        played = Played(
            mode,
            rng.randint(0, 3),
            (amount, total - amount),
            projects=(projects[0], projects[1]),
            baloot=(baloots[0], baloots[1]),
        )
        if rng.random() < 0.2:
            swept = rng.random() < 0.5
            played = replace(
                played,
                cards=(total, 0) if swept else (0, total),
                tricks=(8, 0) if swept else (0, 8),
            )
        if rng.random() < 0.5:
            level = 2 if mode == "sun" else rng.randint(2, 4)
            raiser = (played.buyer + level - 1) % 4
            gahwa = level == 4 and rng.random() < 0.5
            played = replace(
                played, level=level, gahwa=gahwa, raiser=played.buyer if gahwa else raiser
            )
        found.append(played)
    return found


def test_any_hand_scores_as_the_rules_say() -> None:
    for played in random_hands(400, seed=3):
        assert by_the_genome(played) == by_the_book(played), played


# --- the other readings --------------------------------------------------------------------------


def test_readings_of_rounding_in_sun_share_26_points() -> None:
    for amount in range(0, 131, 3):
        for buyer in (0, 1):
            # A project large enough keeps the buyers from failing, whatever the split.
            projects = (400, 0) if buyer == 0 else (0, 400)
            played = Played("sun", buyer, (amount, 130 - amount), projects=projects)
            for reading in ("half_up", "fifths"):
                result = by_the_genome(played, sun_rounding=reading)
                own = result[buyer] - 40
                assert own + result[1 - buyer] == 26
                cards = played.cards[buyer], played.cards[1 - buyer]
                if reading == "half_up":
                    assert own == int(cards[0] * 2 / 10 + 0.5)
                else:
                    assert result[1 - buyer] == int(cards[1] / 5)


@pytest.mark.parametrize(
    ("reading", "buyer", "expected"),
    [
        ("larger_side", 0, (9, 7)),
        ("other_side", 0, (10, 6)),
        ("buyer_side", 0, (9, 7)),
    ],
)
def test_readings_of_the_seventeenth_point_in_hokum(
    reading: str, buyer: int, expected: Pair
) -> None:
    assert by_the_genome(Played("hokum", buyer, (96, 66)), hokum_rounding=reading) == expected


@pytest.mark.parametrize(
    ("reading", "hokum", "sun"),
    [
        ("sun_splits", (0, 16), (13, 13)),
        ("both_split", (8, 8), (13, 13)),
        ("buyer_loses", (0, 16), (0, 26)),
    ],
)
def test_readings_of_equal_totals(reading: str, hokum: Pair, sun: Pair) -> None:
    assert by_the_genome(Played("hokum", 0, (81, 81)), equal_totals=reading) == hokum
    assert by_the_genome(Played("sun", 0, (65, 65)), equal_totals=reading) == sun


def test_khasara_may_be_decided_by_game_points() -> None:
    close = Played("hokum", 0, (79, 83))
    assert by_the_genome(close) == (0, 16)
    options = {"khasara_by": "game_points", "equal_totals": "buyer_loses"}
    assert by_the_genome(close, khasara_by="game_points", equal_totals="both_split") == (8, 8)
    assert by_the_genome(Played("hokum", 0, (83, 79)), **options) == (0, 16)
    assert by_the_genome(Played("hokum", 0, (90, 72)), **options) == (9, 7)


def test_baloot_may_count_after_khasara_only() -> None:
    saved = Played("hokum", 0, (72, 90), baloot=(1, 0))
    assert by_the_genome(saved) == (9, 9)
    assert by_the_genome(saved, baloot_counts="after_khasara") == (2, 16)
    options = {"khasara_by": "game_points", "baloot_counts": "after_khasara"}
    assert by_the_genome(saved, **options) == (2, 16)


def test_a_side_without_a_trick_may_lose_its_baloot() -> None:
    swept = Played("hokum", 0, (162, 0), tricks=(8, 0), baloot=(0, 1))
    assert by_the_genome(swept, swept_baloot="lost") == (25, 0)
    kept: dict[str, Any] = {"swept_baloot": "lost"}
    assert by_the_genome(replace(swept, baloot=(1, 0)), **kept) == (27, 0)


def test_doubles_may_multiply_each_sides_own_points() -> None:
    made = Played("hokum", 0, (100, 62), projects=(20, 0), baloot=(0, 1), level=3, raiser=2)
    assert by_the_genome(made) == (54, 2)
    assert by_the_genome(made, doubles="multiply_both") == (36, 20)
    failed = Played("hokum", 0, (60, 102), level=2, raiser=1)
    assert by_the_genome(failed, doubles="multiply_both") == (0, 32)


def test_the_match_is_to_152_and_an_exact_tie_is_played_on() -> None:
    (win,) = baloot().win_conditions
    assert (win.type, win.threshold) == ("first_to_score", 152)
    rules = baloot().game_rules
    assert rules is not None
    assert rules.tie_breaker == "battle"
