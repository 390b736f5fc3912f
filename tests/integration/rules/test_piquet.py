"""Piquet: the exchange, point, sequences and sets, repique and pique, cards and capot."""

from __future__ import annotations

from random import Random

import pytest

from tests.support.second_account import heights, own_suit, play_tricks
from tests.support.seeds import for_seeds
from tests.support.table import Table

ORDER = "7 8 9 10 J Q K A".split()
height = heights(" ".join(ORDER))
LETTERS = str.maketrans("♣♦♥♠", "CDHS")
PIPS = {"J": 10, "Q": 10, "K": 10, "A": 11}
SEQUENCES = {"tierce": 3, "quart": 4, "quint": 15, "sixième": 16, "septième": 17, "huitième": 18}
SETS = {"trio": 3, "quatorze": 14}
LENGTH = {name: number for number, name in enumerate(SEQUENCES, 3)} | {"trio": 3, "quatorze": 4}


def suits_of(hand: set[str]) -> list[list[str]]:
    return [[card for card in hand if own_suit(card) == suit] for suit in "CDHS"]


def counted(cards: list[str]) -> tuple[int, int]:
    """A point: how many cards, and what they count."""
    return len(cards), sum(PIPS.get(card[:-1]) or int(card[:-1]) for card in cards)


def test_elder_exchanges_one_to_five_cards() -> None:
    table = Table("piquet", "7C 8C 9C 7D 8D 9D 7H 8H 9H 7S 8S KS").play("7C")
    assert "discard nothing" in table.moves
    table.play("8C 9C 7D 8D")
    assert len(table.hand(0)) == 12
    assert table.turn == 1


def test_a_hand_without_court_cards_is_carte_blanche() -> None:
    blank = "7C 8C 9C 10C AC 7D 8D 9D 10D AD 7H 8H"
    table = Table("piquet", blank)
    assert set(table.moves) == {"announce a hand without court cards", "say nothing"}
    assert Table("piquet", "KC", blank).turn == 1


@pytest.mark.parametrize(
    ("diamonds", "drawn", "scores"),
    [
        ("10D JD QD KD", "9D 9C", (0, 0)),
        ("10D JD QD AD", "9D 9C", (0, 4)),
        ("9D JD QD KD", "10D 9C", (4, 0)),
        ("9D 10D JD QD", "AD KD", (0, 5)),
    ],
)
def test_a_point_is_compared_by_length_and_then_by_what_it_counts(
    diamonds: str, drawn: str, scores: tuple[int, int]
) -> None:
    """Elder has four clubs that count forty."""
    elder = "10C JC QC KC 7H 8H 9H 7S 8S 9S 7D 8D"
    younger = f"{diamonds} 10H JH QH 10S JS QS 7C 8C"
    table = Table("piquet", elder, younger, deck=drawn)
    table.play("8D").say("discard nothing", "leave them")
    table.play("8C").say("discard nothing", "leave them unseen")
    for _ in (0, 1):
        points = [move for move in table.moves if ": " in move]
        table.say(max(points, key=lambda move: counted(move.partition(": ")[2].split())))
    while not table.playable:
        table.say(table.moves[-1])
    table.play("7S")
    # One for the card led.
    assert table.hand_scores == (scores[0] + 1, scores[1])


@for_seeds(12)
def test_a_deal_is_played_and_scored_as_a_second_account_has_it(seed: int) -> None:
    rng = Random(seed)
    table = Table("piquet", seed=seed)
    blank = [0, 0]
    while not any(move.startswith("declare point") for move in table.moves):
        seat = table.turn or 0
        move = rng.choice(table.moves)
        if move.startswith("announce"):
            assert not any(card[:-1] in ("J", "Q", "K") for card in table.hand(seat))
            blank[seat] = 10
        table.say(move)
    hands = [table.hand(0), table.hand(1)]
    assert [len(hand) for hand in hands] == [12, 12]
    said: list[tuple[int, int]] = [(0, 0), (0, 0)]
    for seat in (0, 1):
        assert table.turn == seat
        offered = {move.partition(": ")[2] for move in table.moves if ": " in move}
        held = suits_of(hands[seat])
        # A part of a suit is no point.
        assert {frozenset(cards.translate(LETTERS).split()) for cards in offered} == {
            frozenset(of) for of in held if len(of) >= 3
        }
        move = rng.choice(table.moves)
        if ": " in move:
            said[seat] = counted(move.partition(": ")[2].split())
        table.say(move)
    before, sets = list(blank), [0, 0]
    if said[0] != said[1]:
        before[said.index(max(said))] += max(said)[0]
    sequences = _declare(table, rng, SEQUENCES)
    trios = _declare(table, rng, SETS)
    for kind, worth, into in ((sequences, SEQUENCES, before), (trios, SETS, sets)):
        best = [max(((LENGTH[n], top) for n, top in kind[seat]), default=(0, 0)) for seat in (0, 1)]
        if best[0] != best[1]:
            winner = best.index(max(best))
            into[winner] += sum(worth[name] for name, _ in kind[winner])
    score = [before[seat] + sets[seat] for seat in (0, 1)]
    bonus = [False, False]
    for seat in (0, 1):
        if score[seat] >= 30 and before[1 - seat] == 0:
            bonus[seat] = True
    for seat in (0, 1):
        score[seat] += 60 * bonus[seat]
    tricks = [0, 0]
    leader = 0
    for number in range(1, 13):
        assert table.turn == leader
        ((winner, _),) = play_tricks(table, rng, 1, height)
        score[leader] += 1
        if leader == 0 and score[0] >= 30 and score[1] == 0 and not bonus[0]:
            score[0] += 30
            bonus[0] = True
        score[winner] += winner != leader
        score[winner] += number == 12
        if number == 12 and score[0] >= 30 and score[1] == 0 and not bonus[0]:
            score[0] += 30
        tricks[winner] += 1
        leader = winner
    for seat in (0, 1):
        score[seat] += 40 if tricks[seat] == 12 else 10 if tricks[seat] > 6 else 0
    assert table.result.scores == tuple(score)


def _declare(table: Table, rng: Random, kinds: dict[str, int]) -> list[list[tuple[str, int]]]:
    """What each player declares, with its top card."""
    found: list[list[tuple[str, int]]] = [[], []]
    for seat in (0, 1):
        while table.turn == seat and any(
            move.removeprefix("declare ").partition(":")[0] in kinds for move in table.moves
        ):
            move = rng.choice(table.moves)
            name, _, cards = move.removeprefix("declare ").partition(": ")
            table.say(move)
            if name not in kinds:
                break
            found[seat].append((name, max(ORDER.index(card[:-1]) for card in cards.split())))
    return found
