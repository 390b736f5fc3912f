"""Piquet: the exchange, point, sequences and sets, repique and pique, cards and capot."""

from __future__ import annotations

from random import Random

from tests.support.second_account import heights, own_suit, play_tricks
from tests.support.seeds import for_seeds
from tests.support.table import Table, these

ORDER = "7 8 9 10 J Q K A".split()
height = heights(" ".join(ORDER))
PIPS = {"J": 10, "Q": 10, "K": 10, "A": 11}
SEQUENCES = {"tierce": 3, "quart": 4, "quint": 15, "sixième": 16, "septième": 17, "huitième": 18}
SETS = {"trio": 3, "quatorze": 14}
LENGTH = {name: number for number, name in enumerate(SEQUENCES, 3)} | {"trio": 3, "quatorze": 4}


def point(hand: set[str]) -> tuple[int, int]:
    """The best point: how many cards, and what they count."""
    suits = [[card for card in hand if own_suit(card) == suit] for suit in "CDHS"]
    return max((len(of), sum(PIPS.get(c[:-1]) or int(c[:-1]) for c in of)) for of in suits)


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


def test_a_point_is_compared_by_length_and_then_by_what_it_counts() -> None:
    assert point(these("AC KC QC 7D 8D 9D")) == (3, 31)
    assert point(these("AC KC QC 7D 8D 9D 10D")) == (4, 34)


@for_seeds(12)
def test_a_deal_is_played_and_scored_as_a_second_account_has_it(seed: int) -> None:
    rng = Random(seed)
    table = Table("piquet", seed=seed)
    blank = [0, 0]
    while "declare no point" not in table.moves:
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
        own = point(hands[seat])
        if seat == 1 and (0, 0) < own < said[0]:
            # All that younger could say is that it is good.
            assert not {"say that it is good", "declare no point"} & set(table.moves)
            continue
        assert table.turn == seat
        move = rng.choice(table.moves)
        if seat == 0 or said[0] == (0, 0):
            assert len(table.moves) == 2
            said[seat] = own if move != "declare no point" else (0, 0)
        else:
            possible = {"say that it is good"}
            if own == said[0]:
                possible.add("say that it is equal")
            if own > said[0]:
                possible.add("say that it is not good")
            assert set(table.moves) == possible
            said[seat] = own if move != "say that it is good" else (0, 0)
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
