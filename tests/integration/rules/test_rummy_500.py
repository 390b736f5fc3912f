"""Rummy 500: reaching into the discard pile, what melds and cards left score."""

from __future__ import annotations

from itertools import combinations
from random import Random

from tests.support.seeds import for_seeds
from tests.support.table import Table

SEVERAL = "take several cards of the discard pile:"
REACH = "reaching into the pile"
RANKS = "2 3 4 5 6 7 8 9 10 J Q K A".split()


def is_run(cards: tuple[str, ...]) -> bool:
    places = sorted(RANKS.index(card[:-1]) for card in cards)
    low = sorted(-1 if place == 12 else place for place in places)
    row = any(one == list(range(one[0], one[0] + len(one))) for one in (places, low))
    return len(cards) > 2 and len({card[-1] for card in cards}) == 1 and row


def is_meld(cards: tuple[str, ...]) -> bool:
    return is_run(cards) or (len(cards) in (3, 4) and len({card[:-1] for card in cards}) == 1)


def can_use(card: str, others: set[str], melds: list[set[str]]) -> bool:
    """Whether a card may be melded or laid off at once, with these other cards in hand."""
    near = [one for one in others if one[-1] == card[-1] or one[:-1] == card[:-1]]
    for many in range(min(len(near), 12) + 1):
        for more in combinations(near, many):
            new = (card, *more)
            if is_meld(new) or any(is_meld((*meld, *new)) for meld in melds):
                return True
    return False


def test_what_is_reached_must_be_melded_at_once() -> None:
    hands = ("8C 8D 2H 3S KD QD 4C", "9C 9D 5H 6S JD KH 7C", "AC AD 2C 7S 3D 4H 6H")
    table = Table("rummy-500", *hands, discard="8H", deck="5S JS QS")
    assert REACH not in table.moves, "a single card lies there"
    table.say("draw from the stock").play("KD").say("draw from the stock")
    assert REACH not in table.moves, "nobody melds an eight with nines"
    table.play("JD").say("draw from the stock").play("7S")
    table.say(REACH)
    # The king makes a run with the jack that lies on it, the eight a set.
    assert table.moves == [f"{SEVERAL} 3", f"{SEVERAL} 4"]
    table.say(f"{SEVERAL} 4")
    assert table.playable >= {"8C", "8D"}
    table.play("8C")
    assert table.hand_scores == (15, 0, 0)
    assert {"KD", "JD", "7S"} < table.hand(0)


def test_cards_score_when_they_are_melded_and_against_who_holds_them() -> None:
    hands = ("AC AD AH 10S KC 2C 3C", "4C 5C 6C 7C 8C 9C JC", "4D 5D 6D 7D 8D 9D JD")
    table = Table("rummy-500", *hands, discard="QH", deck="10D")
    table.say("draw from the stock").play("AC AD")
    assert table.hand_scores == (45, 0, 0)


@for_seeds(30)
def test_who_may_reach_how_deep_as_a_second_account_has_it(seed: int) -> None:
    rng = Random(seed)
    table = Table("rummy-500", seed=seed)
    deep: set[int] = set()
    for _ in range(200):
        if table.state.over:
            break
        moves = table.moves
        if "draw from the stock" in moves:
            deep = depths(table)
            assert (REACH in moves) == bool(deep)
        elif moves[0].startswith(SEVERAL):
            assert {int(move.split()[-1]) for move in moves} == deep
        table.say(REACH) if REACH in moves and rng.random() < 0.5 else table.step()


def depths(table: Table) -> set[int]:
    """How many cards of the discard pile the player may take whose turn begins."""
    zones = dict(enumerate(str(zone.name) for zone in table.state.game.labels.zones))
    faces = [f"{card.rank}{str(card.suit)[0].upper()}" for card in table.state.game.cards]
    lain = [
        (zones.get(zone), [faces[card] for card in held])
        for zone, _, _, held, _ in table.state.position.places()
    ]
    (pile,) = [held for zone, held in lain if zone == "discard"]
    melds = [set(held) for zone, held in lain if zone == "melds" and held]
    assert table.turn is not None
    hand = table.hand(table.turn)
    return {
        depth
        for depth in range(2, len(pile) + 1)
        if can_use(pile[-depth], hand | set(pile[len(pile) - depth + 1 :]), melds)
    }
