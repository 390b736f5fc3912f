"""Wizard: wizards and jesters, what is led after them, trumps by the turned card, exact bids."""

from __future__ import annotations

from random import Random

from darwindeck.simulation import State
from tests.support.seeds import for_seeds
from tests.support.table import Table, short

WIZARD, JESTER = "wizard-", "jester-"
ORDER = "2 3 4 5 6 7 8 9 10 J Q K A".split()


def held(state: State, seat: int) -> list[str]:
    """The cards of a hand; there are several of one face."""
    labels = state.game.labels
    number = labels.zone_number["hand"]
    return [
        short(labels.cards[card])
        for zone, owner, _, cards, _ in state.position.places()
        if zone == number and owner == seat
        for card in cards
    ]


def legal(hand: list[str], trick: list[str]) -> set[str]:
    """Suit is followed, if one is asked for; wizards and jesters may always be played."""
    led = next((card for card in trick if card != JESTER), None)
    if led in (None, WIZARD) or not any(card[-1] == led[-1] for card in hand):
        return set(hand)
    return {card for card in hand if card[-1] == led[-1] or card in (WIZARD, JESTER)}


def winner(trick: list[str], trump: str) -> int:
    """The place in a trick of the card that takes it."""
    if WIZARD in trick:
        return trick.index(WIZARD)
    plain = [card for card in trick if card != JESTER]
    if not plain:
        return 0
    suit = trump if any(card[-1] == trump for card in plain) else plain[0][-1]
    best = max((c for c in plain if c[-1] == suit), key=lambda card: ORDER.index(card[:-1]))
    return trick.index(best)


def play_hand(table: Table, rng: Random) -> tuple[list[list[str]], list[int]]:
    """Plays one hand at random beside this account; its tricks, and what everybody scores."""
    size = table.hand_number
    turned = table.cards("turned_card")
    assert len(turned) == (size < 15)
    trump = "" if turned & {JESTER} else "".join(turned)[-1:]
    if turned == {WIZARD}:
        assert len(table.moves) == 4
        table.say(rng.choice(table.moves))
        named = table.view.trump
        assert named is not None
        trump = str(named)[0].upper()
    bids: dict[int, int] = {}
    before = table.scores
    while len(bids) < 4:
        seat = table.turn
        assert seat is not None
        assert len(table.moves) == size + 1
        bids[seat] = rng.randrange(size + 1)
        number = bids[seat]
        table.say(f"bid {number} trick" if number == 1 else f"bid {number} tricks")
    leader = next(iter(bids))
    tricks, taken = [], [0] * 4
    for _ in range(size):
        trick: list[str] = []
        for place in range(4):
            seat = (leader + place) % 4
            assert table.turn == seat
            may = legal(held(table.state, seat), trick)
            assert table.playable == may
            card = rng.choice(sorted(may))
            move = next(m for m in table.state.legal_moves() if m.card and short(m.card) == card)
            trick.append(card)
            table.say(move.text)
        tricks.append(trick)
        leader = (leader + winner(trick, trump)) % 4
        taken[leader] += 1
    gained = [
        20 + 10 * taken[seat] if taken[seat] == bids[seat] else -10 * abs(taken[seat] - bids[seat])
        for seat in range(4)
    ]
    now = table.result.scores if table.state.over else table.scores
    assert [one - other for one, other in zip(now, before, strict=True)] == gained
    return tricks, gained


@for_seeds(6)
def test_a_match_goes_as_a_second_account_has_it(seed: int) -> None:
    rng = Random(seed)
    table = Table("wizard", seed=seed, match=True)
    tricks, total = [], [0] * 4
    for number in range(1, 16):
        assert table.hand_number == number
        found, gained = play_hand(table, rng)
        tricks += found
        total = [one + other for one, other in zip(total, gained, strict=True)]
    assert table.state.over
    assert table.result.scores == tuple(total)
    assert table.result.winners == tuple(s for s in range(4) if total[s] == max(total))
    # What is special about the game has come up.
    assert any(trick[0] == JESTER and trick[1] not in (JESTER, WIZARD) for trick in tricks)
    assert any(trick[0] == WIZARD for trick in tricks)


def test_the_account_of_tricks() -> None:
    assert winner([JESTER, "5C", "KC", "2H"], "H") == 3
    assert winner([JESTER, "5C", "AD", "KC"], "") == 3
    assert winner([JESTER, WIZARD, "AH", WIZARD], "H") == 1
    assert winner([JESTER] * 4, "H") == 0
    assert legal(["5C", "2H", WIZARD], [JESTER, "KC"]) == {"5C", WIZARD}
    assert legal(["5C", "2H"], [WIZARD, "KC"]) == {"5C", "2H"}
