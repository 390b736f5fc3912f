"""Seven-Card Stud Hi-Lo: the best and the lowest five of seven cards."""

from __future__ import annotations

import pytest

from tests.support.stacked import game_of, named


def won(one: str, other: str) -> list[int]:
    """What two have whose seven cards are these, if nobody bets."""
    game = game_of("seven-card-stud-hi-lo", players="2")
    mine, theirs = one.split(), other.split()
    cards = named(game, " ".join(c for pair in zip(mine, theirs, strict=True) for c in pair))
    rest = [card for card in range(len(game.cards)) if card not in cards]
    state = game.hand(1, deck=[game.cards[card] for card in (*cards, *rest)], dealer=1)
    state = state.apply("bring in 2").apply("call 2")
    while not state.over:
        state = state.apply("check")
    return list(state.position.numbers()["chips"])


@pytest.mark.parametrize(
    ("one", "other", "chips"),
    [
        # Five to the ace is a straight and the lowest hand.
        ("A♠ 2♠ 3♠ 4♦ 5♠ K♣ Q♣", "A♥ 2♥ 3♥ 4♥ 6♦ K♦ Q♦", [1003, 997]),
        # The flush is high, the seven low.
        ("K♠ Q♠ J♠ 9♠ 8♠ 2♣ 3♣", "A♥ 2♥ 3♦ 5♦ 7♣ K♦ Q♦", [1000, 1000]),
        # Nine is too high, and a pair leaves four ranks: the best hand takes all.
        ("A♠ A♣ 2♠ 3♠ 5♦ K♣ Q♣", "A♥ 2♥ 3♦ 5♣ 9♣ K♦ Q♦", [1003, 997]),
        # Both are eight low: the second card decides, and aces beat kings for the other half.
        ("A♠ A♣ 2♠ 3♠ 7♦ 8♣ Q♣", "A♥ 2♥ 3♦ 6♣ 8♦ K♦ K♥", [1000, 1000]),
    ],
)
def test_the_pot_is_parted(one: str, other: str, chips: list[int]) -> None:
    assert won(one, other) == chips
    assert won(other, one) == chips[::-1]
