"""Old Maid: pairs, drawing unseen from the right, and the odd queen."""

from __future__ import annotations

from collections import Counter

from darwindeck.simulation import EventKind
from tests.support.seeds import for_seeds
from tests.support.stacked import Sitting, rounds, sit

RANKS = "2 3 4 5 6 7 8 9 10 J K A".split()
SEATS = ("South", "West", "North", "East")


def ways(game: Sitting) -> list[tuple[str, str, int]]:
    """From where to where cards went, and how many, in order."""
    found = []
    for event in game.told:
        if event.kind is EventKind.CARDS:
            source, _, target = event.text.partition(" from ")[2].partition(" to ")
            found.append((source, target, event.count))
    return found


def drawn(game: Sitting) -> list[tuple[str, str]]:
    """Who drew from whom, in order."""
    return [
        (target.removesuffix("'s hand"), source.removesuffix("'s hand"))
        for source, target, _ in ways(game)
        if source.endswith("hand") and target.endswith("hand")
    ]


def pairs(game: Sitting) -> list[list[str]]:
    places = game.state.position.places()
    names = [game.place(item[2]) for item in places]
    return [game.cards(name) for name in names if " pair " in name]


def test_pairs_dealt_are_laid_down_at_once_and_the_third_of_a_rank_is_kept() -> None:
    """South is dealt three twos and five pairs, so that two odd cards are left."""
    south = "2♣ 2♦ 2♥ 3♣ 3♦ 4♣ 4♦ 5♣ 5♦ 6♣ 6♦ 7♣ 7♦"
    west = "8♣ 8♦ 9♣ 9♦ 10♣ 10♦ J♣ J♦ K♣ K♦ A♣ A♦ Q♠"
    north = "3♥ 3♠ 4♥ 4♠ 5♥ 5♠ 6♥ 6♠ 7♥ 7♠ 8♥ 8♠ Q♥"
    east = "9♥ 9♠ 10♥ 10♠ J♥ J♠ K♥ K♠ A♥ A♠ Q♦ 2♠"
    game = sit("old-maid", rounds(south, west, north, east))
    first = next(
        i for i, way in enumerate(ways(game)) if way[:2] == ("East's hand", "South's hand")
    )
    laid = [source for source, target, _ in ways(game)[:first] if " pair " in target]
    assert (
        laid
        == ["South's hand"] * 6 + ["West's hand"] * 6 + ["North's hand"] * 6 + ["East's hand"] * 5
    )


def test_a_player_without_cards_is_passed_over_and_nobody_draws_from_them() -> None:
    """West is dealt six pairs and Q♠, South six pairs and Q♥, North and East the rest."""
    south = "2♣ 2♦ 3♣ 3♦ 4♣ 4♦ 5♣ 5♦ 6♣ 6♦ 7♣ 7♦ Q♥"
    west = "8♣ 8♦ 9♣ 9♦ 10♣ 10♦ J♣ J♦ K♣ K♦ A♣ A♦ Q♠"
    north = "2♥ 2♠ 3♥ 3♠ 4♥ 4♠ 5♥ 5♠ 6♥ 6♠ 7♥ 7♠ Q♦"
    east = "8♥ 8♠ 9♥ 9♠ 10♥ 10♠ J♥ J♠ K♥ K♠ A♥ A♠"
    game = sit("old-maid", rounds(south, west, north, east))
    # East has nothing but pairs and is out at once: South's right-hand neighbour is North.
    # South draws Q♦ and lays down two queens: South and North are out, West has the last one.
    assert drawn(game) == [("South", "North")]
    assert game.cards("West's hand") == ["Q♠"]
    assert game.result.winners == (0, 2, 3)


@for_seeds(8)
def test_everything_is_paired_but_one_queen(seed: int) -> None:
    game = Sitting(sit("old-maid").game.hand(seed, dealer=seed % 4))
    hands = {seat: game.cards(f"{seat}'s hand") for seat in SEATS}
    left = {seat: cards for seat, cards in hands.items() if cards}
    ((loser, cards),) = left.items()
    assert len(cards) == 1
    assert cards[0].startswith("Q")
    assert set(game.result.winners) == set(range(4)) - {SEATS.index(loser)}
    assert len(pairs(game)) == 25
    assert all(one[:-1] == other[:-1] for one, other in pairs(game))
    ranks = Counter(one[:-1] for one, _ in pairs(game))
    assert ranks == Counter({**dict.fromkeys(RANKS, 2), "Q": 1})


@for_seeds(8)
def test_one_draws_from_the_nearest_player_to_the_right_who_has_cards(seed: int) -> None:
    game = Sitting(sit("old-maid").game.hand(seed, dealer=3))
    held = Counter[str]()
    draws = 0
    for source, target, count in ways(game):
        if source.endswith("hand") and target.endswith("hand"):
            seat = SEATS.index(target.removesuffix("'s hand"))
            to_the_right = [f"{SEATS[(seat - step) % 4]}'s hand" for step in (1, 2, 3)]
            assert source == next(hand for hand in to_the_right if held[hand])
            assert count == 1
            draws += 1
        held[source] -= count
        held[target] += count
    assert draws
