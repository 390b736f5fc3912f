"""Sevens: rows are built from the sevens, and whoever can play must."""

from __future__ import annotations

from random import Random

from tests.support.seeds import for_seeds
from tests.support.table import Table, genome_of, won_at

RANKS = "A 2 3 4 5 6 7 8 9 10 J Q K".split()


def test_the_seven_of_diamonds_is_played_first_by_its_holder() -> None:
    table = Table("sevens", "AC", "7D 7C", dealer=3)
    assert table.turn == 1
    assert len(table.moves) == 1
    assert "7♦" in table.moves[0]


def test_a_six_waits_for_its_seven() -> None:
    table = Table("sevens", "7D 2C 3C 4C", "6C 6D 8D 8C")
    table.say(table.moves[0])
    cards = {word for move in table.moves for word in move.split() if word[-1] in "♣♦"}
    assert {"6♦", "8♦"} <= cards
    assert not {"6♣", "8♣"} & cards


def test_whoever_cannot_play_is_passed_over() -> None:
    stuck = "AC 2C 3C 4C 5C AH 2H 3H 4H 5H AS 2S 3S"
    table = Table("sevens", "7D", stuck)
    table.say(table.moves[0])
    assert table.turn == 2


@for_seeds(15)
def test_a_hand_is_played_as_a_second_account_has_it(seed: int) -> None:
    table = Table("sevens", seed=seed)
    rng = Random(seed)
    hands = [table.hand(seat) for seat in range(4)]
    rows: dict[str, list[int]] = {}
    seat = next(seat for seat in range(4) if "7D" in hands[seat])
    while all(hands):
        fitting = {card for card in hands[seat] if fits(card, rows)}
        if fitting:
            assert table.turn == seat
            by_card = {short(move): move for move in table.moves}
            assert set(by_card) == fitting
            card = rng.choice(sorted(fitting))
            table.say(by_card[card])
            hands[seat].remove(card)
            place = RANKS.index(card[:-1])
            low, high = rows.get(card[-1], [place, place])
            rows[card[-1]] = [min(low, place), max(high, place)]
        seat = (seat + 1) % 4
    assert table.result.scores == tuple(len(hand) for hand in hands)


def fits(card: str, rows: dict[str, list[int]]) -> bool:
    if not rows:
        return card == "7D"
    place = RANKS.index(card[:-1])
    if card[-1] not in rows:
        return card[:-1] == "7"
    low, high = rows[card[-1]]
    return place in (low - 1, high + 1)


def short(text: str) -> str:
    """The card that a move is about: "6C" of "put 6♣ onto …"."""
    words = [word.strip(",.;") for word in text.split()]
    card = next(word for word in words if word[-1:] in "♣♦♥♠" and word[:-1] in RANKS)
    return card[:-1] + "CDHS"["♣♦♥♠".index(card[-1])]


def test_the_game_ends_at_its_limit_and_the_lowest_wins() -> None:
    table = Table(won_at(genome_of("sevens"), 10), match=True, seed=2)
    while not table.state.over:
        table.play_hand()
    assert max(table.result.scores) >= 10
    best = min(table.result.scores)
    assert set(table.result.winners) == {s for s in range(4) if table.result.scores[s] == best}
