"""Sheepshead: queens and jacks are trumps, a picker and an unknown partner, leasters."""

from __future__ import annotations

from random import Random

from tests.support.second_account import own_suit, play_tricks, won_by
from tests.support.seeds import for_seeds
from tests.support.table import Table, genome_of, these

TRUMPS = "7D 8D 9D KD 10D AD JD JH JS JC QD QH QS QC".split()
PLAIN = "7 8 9 K 10 A".split()
WORTH = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2}


def suit(card: str) -> str:
    return "trump" if card in TRUMPS else own_suit(card)


def height(card: str) -> int:
    return TRUMPS.index(card) if card in TRUMPS else PLAIN.index(card[:-1])


def worth(cards: list[str]) -> int:
    return sum(WORTH.get(card[:-1], 0) for card in cards)


def test_the_picker_takes_the_blind_and_buries_two_cards() -> None:
    table = Table("sheepshead", "7C 8C", blind="QC QS")
    table.say("pass", "pick up the blind")
    assert table.turn == 1
    assert these("QC QS") <= table.hand(1)
    buried = sorted(table.hand(1))[:2]
    table.play(" ".join(buried))
    assert table.cards("buried") == set(buried)
    assert table.turn == 0


def test_queens_and_jacks_follow_trumps_and_not_their_suits() -> None:
    table = Table("sheepshead", "AC", "QC 9C JC", blind="7D 8D").say(*["pass"] * 5)
    table.play("AC")
    assert table.playable == {card for card in table.hand(1) if suit(card) == "C"}
    assert these("QC JC").isdisjoint(table.playable)


def test_whoever_plays_the_jack_of_diamonds_is_the_partner() -> None:
    table = Table("sheepshead", "AC", "9C", "8C", "7C JD", "KC", blind="7D 8D")
    table.say("pass", "pick up the blind").play("7D 8D")
    assert table.role("picker's partner") is None
    while table.role("picker's partner") is None:
        table.step()
    assert table.role("picker's partner") == 3


@for_seeds(15)
def test_a_hand_is_played_and_scored_as_a_second_account_has_it(seed: int) -> None:
    rng = Random(seed)
    double = rng.random() < 0.5
    table = Table(genome_of("sheepshead", bump="double" if double else "single"), seed=seed)
    picker = rng.choice([None, 0, 1, 2, 3, 4])
    buried: list[str] = []
    blind = sorted(table.cards("blind"))
    table.say(*["pass"] * (5 if picker is None else picker))
    if picker is not None:
        table.say("pick up the blind")
        buried = rng.sample(sorted(table.hand(picker)), 2)
        table.play(" ".join(buried))
    held = [table.hand(seat) for seat in range(5)]
    taken = play_tricks(table, rng, 6, height, suit, "trump")
    tricks = [sum(winner == seat for winner, _ in taken) for seat in range(5)]
    if picker is None:
        points = [worth(won_by(taken, [seat])) for seat in range(5)]
        points[taken[-1][0]] += worth(blind)
        counted = [p if tricks[seat] else 999 for seat, p in enumerate(points)]
        best = [seat for seat in range(5) if counted[seat] == min(counted)]
        alone = len(best) == 1
        expected = [(4 if seat in best else -1) if alone else 0 for seat in range(5)]
    else:
        partner = next((seat for seat in range(5) if "JD" in held[seat]), None)
        side = {picker, partner} - {None}
        points_made = worth(won_by(taken, [s for s in side if s is not None])) + worth(buried)
        won = sum(tricks[seat] for seat in side if seat is not None)
        units = 1 + (points_made > 90) + (won == 6)
        if points_made <= 60 and won < 6:
            units = -(1 + (points_made <= 30) + (won == 0)) * (2 if double else 1)
        elif won == 6:
            units = 3
        expected = [-units] * 5
        expected[picker] = 4 * units if len(side) == 1 else 2 * units
        if partner not in (None, picker):
            expected[partner or 0] = units
    assert table.result.scores == tuple(expected)
