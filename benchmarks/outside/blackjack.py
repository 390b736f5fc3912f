"""Blackjack against exact play.

What a decision costs is worked out, not played for: the worth of hitting, standing and doubling
down follows from the own cards, the card that the house shows and those of the other players, all
others being as likely as any. So a few hundred hands tell what by their results a hundred thousand
would not.
"""

from __future__ import annotations

import random
from functools import cache

from benchmarks.outside.contest import Contest, Row
from darwindeck.library import get_genome
from darwindeck.simulation import Game
from tests.integration.openspiel.harness import Ours

Cards = tuple[int, ...]
"""How many cards of each worth: ace, 2 to 9, and ten."""

DECK: Cards = (4, 4, 4, 4, 4, 4, 4, 4, 4, 16)
STANDS = 17


def worth(cards: Cards) -> tuple[int, bool]:
    """What cards count, and whether an ace counts as eleven."""
    total = sum((place + 1) * count for place, count in enumerate(cards))
    return (total + 10, True) if cards[0] and total <= 11 else (total, False)


def add(cards: Cards, place: int, count: int = 1) -> Cards:
    return (*cards[:place], cards[place] + count, *cards[place + 1 :])


def _unseen(own: Cards, shown: int, others: Cards) -> Cards:
    left = (all_ - a - b for all_, a, b in zip(DECK, own, others, strict=True))
    return add(tuple(left), shown, -1)


def _holes(unseen: Cards, shown: int) -> list[tuple[int, float]]:
    """The house's hidden card: it has looked already, so that it has no natural."""
    forbidden = 9 if shown == 0 else 0 if shown == 9 else -1
    left = [0 if place == forbidden else count for place, count in enumerate(unseen)]
    total = sum(left)
    return [(place, count / total) for place, count in enumerate(left) if count]


@cache
def _house(pips: int, ace: bool, unseen: Cards) -> tuple[float, ...]:
    """How often the house ends with 17, 18, 19, 20, 21 and bust; its aces count one in `pips`."""
    total = pips + 10 if ace and pips <= 11 else pips
    if total >= STANDS:
        return tuple(float(total == end or (end == 22 and total > 21)) for end in range(17, 23))
    count = sum(unseen)
    sums = [0.0] * 6
    for place, left in enumerate(unseen):
        if left:
            ends = _house(pips + place + 1, ace or not place, add(unseen, place, -1))
            for number, share in enumerate(ends):
                sums[number] += share * left / count
    return tuple(sums)


@cache
def standing(own: Cards, shown: int, others: Cards) -> float:
    """What standing brings, in stakes."""
    total, _ = worth(own)
    unseen, value = _unseen(own, shown, others), 0.0
    for hole, chance in _holes(unseen, shown):
        ends = _house(shown + hole + 2, not (shown and hole), add(unseen, hole, -1))
        for end, share in zip(range(17, 23), ends, strict=True):
            value += chance * share * ((total > end or end == 22) - (total < end < 22))
    return value


def _draws(own: Cards, shown: int, others: Cards) -> list[tuple[int, float]]:
    """The next card from the stock, while one is hidden at the house."""
    unseen = _unseen(own, shown, others)
    hidden = dict(_holes(unseen, shown))
    count = sum(unseen) - 1
    return [
        (place, (left - hidden.get(place, 0.0)) / count)
        for place, left in enumerate(unseen)
        if left
    ]


@cache
def hitting(own: Cards, shown: int, others: Cards) -> float:
    """What one more card brings, with best play from there."""
    value = 0.0
    for place, chance in _draws(own, shown, others):
        after = add(own, place)
        total, _ = worth(after)
        if total > 21:
            value -= chance
        elif total == 21:
            value += chance * standing(after, shown, others)
        else:
            value += chance * max(standing(after, shown, others), hitting(after, shown, others))
    return value


@cache
def doubling(own: Cards, shown: int, others: Cards) -> float:
    """What a stake twice as high and one card brings."""
    value = 0.0
    for place, chance in _draws(own, shown, others):
        after = add(own, place)
        value += 2 * chance * (-1.0 if worth(after)[0] > 21 else standing(after, shown, others))
    return value


CALLS = {"hit": hitting, "stand": standing, "double_down": doubling}


def _cards(numbers: list[int]) -> Cards:
    counts = [0] * 10
    for card in numbers:
        rank = card % 13
        counts[0 if rank == 12 else min(rank + 1, 9)] += 1
    return tuple(counts)


@cache
def _game() -> Game:
    return Game(get_genome("blackjack"))


def _play(player: str, number: int) -> Row:
    """One hand of three: what the decisions of each cost on average, in hundredths of the stake."""
    game = _game()
    game.prepare([player])
    ours = Ours(game, _deck(number), dealer=3)
    cost = 0.0
    made = 0
    while not ours.over:
        seat, made = ours.asked, made + 1
        choices = {code: choice for choice, code in ours.choices(seat).items()}
        code = ours.position.choose(seat, player, made)
        calls = {str(choice[1]) for choice in choices.values()}
        if len(choices) > 1 and calls <= CALLS.keys():
            own = _cards(ours.zone("hand", seat))
            shown = _cards(ours.zone("hand", 3)[-1:]).index(1)
            beside = [card for at in range(3) if at != seat for card in ours.zone("hand", at)]
            values = {name: CALLS[name](own, shown, _cards(beside)) for name in calls}
            cost += max(values.values()) - values[str(choices[code][1])]
        ours.do(seat, code)
    return {"% of the stake lost to exact play": 100 * cost / 3}


def _deck(number: int) -> list[int]:
    return random.Random(f"outside blackjack {number}").sample(range(52), 52)


def contests() -> dict[str, Contest]:
    return {
        "blackjack": Contest(
            "Blackjack",
            "exact play",
            _play,
            ("% of the stake lost to exact play",),
            ("<", 0.3),
        )
    }
