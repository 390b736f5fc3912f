"""Klaverjas: values, the duty to trump in either city, bonuses within a trick, and scoring."""

from __future__ import annotations

from itertools import combinations

import pytest

from darwindeck.cards import Suit
from darwindeck.genome.conditions import CardContext
from darwindeck.genome.decks import deck_cards
from darwindeck.genome.options import apply_options, fold_options
from darwindeck.genome.patterns import matches_pattern
from darwindeck.genome.schema import Declare, GameGenome, TrickPhase
from darwindeck.library import create_klaverjas_genome
from tests.support.cards import Table, card, cards
from tests.support.evaluate import evaluate
from tests.support.scoresheet import Hand, Scoresheet

GENOME = create_klaverjas_genome()
ROTTERDAM = apply_options(GENOME, {"trump_duty": "always"})
MAKERS, OTHERS = (0, 2), (1, 3)


def trick_phase(genome: GameGenome = GENOME) -> TrickPhase:
    (phase,) = (p for p in genome.turn_structure.phases if isinstance(p, TrickPhase))
    return phase


def test_thirty_two_cards_worth_152_points_and_ten_for_the_last_trick() -> None:
    table = Table(GENOME, trump=Suit.HEARTS)
    pack = deck_cards(GENOME)
    assert len(pack) == 32
    assert sum(table.worth(c, "card_points") for c in pack) == 152
    assert [table.worth(c, "card_points") for c in cards("JH 9H JS 9S")] == [20, 14, 2, 0]


def test_jack_and_nine_are_the_highest_trumps_only() -> None:
    table = Table(GENOME, trump=Suit.HEARTS)
    assert table.beats(card("JH"), card("9H"))
    assert table.beats(card("9H"), card("AH"))
    assert table.beats(card("KS"), card("JS"))
    assert table.beats(card("10S"), card("KS"))


# --- duties --------------------------------------------------------------------------------------


def playable(
    hand: str, led: str, winning: str, *, partner_wins: bool = False, genome: GameGenome = GENOME
) -> str:
    """What may be played with hearts as trumps."""
    table = Table(genome, trump=Suit.HEARTS, led=card(led), winner=card(winning))
    held = cards(hand)
    quantities = {
        "led_trump": table.is_trump(card(led)),
        "winner": 2 if partner_wins else 3,
        "turn": 0,
        "opponents": lambda seat: (1, 3),
    }
    for rule in trick_phase(fold_options(genome)).follow:
        fitting = [c for c in held if table.fits(c, rule.cards)]
        if fitting and evaluate(rule.when, quantities):
            return " ".join(str(c) for c in fitting)
    return " ".join(str(c) for c in held)


@pytest.mark.parametrize("genome", [GENOME, ROTTERDAM], ids=["amsterdam", "rotterdam"])
@pytest.mark.parametrize(
    ("hand", "led", "winning", "expected"),
    [
        ("AS 7S JH", "KS", "KS", "A♠ 7♠"),
        ("AS JH 7H", "9H", "9H", "J♥"),
        ("AS 7H 8H", "9H", "9H", "7♥ 8♥"),
        ("AC JH 7H", "KS", "KS", "J♥ 7♥"),
        ("AC JH 7H", "KS", "8H", "J♥"),
        ("AC AD", "KS", "8H", "A♣ A♦"),
    ],
)
def test_duties_that_both_cities_share(
    genome: GameGenome, hand: str, led: str, winning: str, expected: str
) -> None:
    assert playable(hand, led, winning, genome=genome) == expected


def test_amsterdam_frees_a_player_whose_partner_is_winning() -> None:
    assert playable("AC 7H", "KS", "AS", partner_wins=True) == "A♣ 7♥"
    assert playable("AC 7H", "KS", "AS", partner_wins=True, genome=ROTTERDAM) == "7♥"


def test_amsterdam_forbids_a_lower_trump_unless_nothing_else_is_left() -> None:
    for partner_wins in (False, True):
        assert playable("AC 7H", "KS", "JH", partner_wins=partner_wins) == "A♣"
        assert playable("8H 7H", "KS", "JH", partner_wins=partner_wins) == "8♥ 7♥"
    assert playable("AC 9H 7H", "KS", "8H", partner_wins=True) == "A♣ 9♥"


def test_rotterdam_demands_even_a_lower_trump() -> None:
    assert playable("AC 7H", "KS", "JH", genome=ROTTERDAM) == "7♥"


# --- bonuses -------------------------------------------------------------------------------------


def bonus(trick: str) -> int:
    """What a trick earns with hearts as trumps: of each tag the best combination of its cards."""
    context = CardContext.of(GENOME, trump=Suit.HEARTS)
    found: dict[str, int] = {}
    for pattern in GENOME.patterns:
        (value,) = pattern.values
        (tag,) = pattern.tags
        subsets = (s for n in range(2, 5) for s in combinations(cards(trick), n))
        if any(matches_pattern(subset, pattern, context) for subset in subsets):
            found[tag] = max(found.get(tag, 0), int(value.amount))
    return sum(found.values())


@pytest.mark.parametrize(
    ("trick", "points"),
    [
        ("7S 8S 9S AH", 20),
        ("7S 8S 9S 10S", 50),
        ("9S 10S JS AS", 20),
        ("10S JS QS KS", 50),
        ("7S 8S 10S JS", 0),
        ("9S JS QS AS", 0),  # sequences go by the usual order, not by trick power
        ("KH QH 7S 8S", 20),
        ("JH QH KH 7S", 40),
        ("10H JH QH KH", 70),
        ("KS QS 7H 8C", 0),
        ("AS AH AD AC", 100),
        ("JS JH JD JC", 200),
        ("9S 9H 9D 9C", 0),
        ("AS 7S KS QS", 20),
    ],
)
def test_combinations_within_a_trick_earn_a_bonus(trick: str, points: int) -> None:
    assert bonus(trick) == points


def test_bonuses_are_counted_for_the_winner_before_the_trick_is_put_away() -> None:
    declare, move = trick_phase().after_trick
    assert isinstance(declare, Declare)
    assert declare.zone == trick_phase().collect_to == "finished_trick"
    assert declare.who == "winner"
    assert set(declare.patterns) == {pattern.name for pattern in GENOME.patterns}
    assert getattr(move, "target", None) == "captured(winner)"


# --- scoring -------------------------------------------------------------------------------------


def scored(
    points: tuple[int, int],
    *,
    bonuses: tuple[int, int] = (0, 0),
    taken: tuple[int, int] = (5, 3),
    last: int = 0,
) -> tuple[int, int]:
    """What the makers and the others score, from their card points, bonuses and tricks."""

    def of_side(values: tuple[int, int], seats: tuple[int, ...]) -> int:
        return values[0] if seats[0] in MAKERS else values[1]

    hand = Hand(
        roles={"maker": 0},
        seats={
            "tricks": (taken[0], taken[1], 0, 0),
            "took_last": (int(last == 0), int(last == 1), 0, 0),
        },
        words={
            "points": lambda seats, zone, table: of_side(points, seats),
            "declared": lambda seats, tag, value: of_side(bonuses, seats) if tag == "fours" else 0,
        },
    )
    found = Scoresheet(GENOME).score_hand(hand)
    return found[MAKERS], found[OTHERS]


def test_makers_with_more_than_the_others_score_as_the_others_do() -> None:
    assert scored((72, 80)) == (82, 80)
    assert scored((60, 92), bonuses=(50, 20)) == (120, 112)


def test_makers_who_do_not_get_more_lose_everything() -> None:
    assert scored((71, 81)) == (0, 162)
    assert scored((60, 92), bonuses=(20, 0)) == (0, 182)


def test_all_tricks_are_worth_a_hundred_more() -> None:
    assert scored((152, 0), taken=(8, 0)) == (262, 0)
    assert scored((0, 152), taken=(0, 8), last=1) == (0, 262)


def test_sixteen_hands_make_a_game() -> None:
    assert GENOME.match is not None
    assert GENOME.match.hands == 16
    (win,) = GENOME.win_conditions
    assert win.when is not None
    assert [n for n in range(1, 20) if evaluate(win.when, {"hand_number": n})] == [16]


def test_the_player_at_the_dealers_left_names_trumps_and_leads() -> None:
    naming = GENOME.turn_structure.phases[0]
    assert naming.who == "left(dealer)"
    assert trick_phase().leader == "left(dealer)"
    assert GENOME.teams == (MAKERS, OTHERS)
