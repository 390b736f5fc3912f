"""Coinche: the auction, coinche and surcoinche, contracts made and lost."""

from __future__ import annotations

from random import Random

from tests.integration.rules.test_belote import WORTH, legal, strength
from tests.support.seeds import for_seeds
from tests.support.table import Table


def test_a_bid_must_be_higher_and_names_a_suit() -> None:
    table = Table("coinche")
    assert len(table.moves) == 1 + 10 * 4
    table.say("bid 90 hearts")
    assert not any("80" in move or "90" in move for move in table.moves)
    assert "say coinche" in table.moves
    table.say("pass")
    assert "say coinche" not in table.moves, "the partner of the bidder"


def test_after_a_coinche_nobody_bids_and_only_the_bidders_may_answer() -> None:
    table = Table("coinche").say("bid 80 spades", "say coinche")
    assert table.moves == ["pass", "say surcoinche"]
    table.say("say surcoinche")
    assert (table.counter("multiplier"), table.counter("contract")) == ((4,), (80,))
    assert (table.turn, table.view.trump) == (0, "spades")


def test_nobody_bids_and_the_next_player_deals() -> None:
    table = Table("coinche", match=True).say("pass", "pass", "pass", "pass")
    assert (table.turn, table.hand_number) == (1, 1)


def _bid(table: Table, rng: Random) -> tuple[int, int, int]:
    """A random auction: who has bid what, and how often it counts."""
    bidder, contract, times, passes = -1, 0, 1, 0
    while (bidder < 0 or passes < 3) and times < 4:
        seat = table.turn
        assert seat is not None
        bids = [move for move in table.moves if move.startswith("bid")]
        others = [move for move in table.moves if not move.startswith("bid") and move != "pass"]
        move = rng.choice([*others, "pass", rng.choice(bids) if bids else "pass"])
        if bidder < 0 and seat == 3 and bids:
            move = bids[rng.randrange(8)]
        table.say(move)
        passes = passes + 1 if move == "pass" else 0
        if move.startswith("bid"):
            bidder, contract = seat, int(move.split()[1])
        elif move != "pass":
            times *= 2
    return bidder, contract, times


@for_seeds(40)
def test_a_hand_is_played_and_scored_as_a_second_account_has_it(seed: int) -> None:
    rng = Random(seed)
    table = Table("coinche", seed=seed)
    bidder, contract, times = _bid(table, rng)
    trump = str(table.view.trump)[0].upper()
    hands = [table.hand(seat) for seat in range(4)]
    points, tricks, lead = [0, 0], [0, 0], 0
    for _ in range(8):
        trick: dict[int, str] = {}
        for seat in [*range(lead, 4), *range(lead)]:
            expected = legal(table.hand(seat), trick, seat, trump)
            assert (table.turn, table.playable) == (seat, expected)
            trick[seat] = rng.choice(sorted(expected))
            table.play(trick[seat])
        led = next(iter(trick.values()))[-1]
        lead = max(trick, key=lambda one: strength(trick[one], trump, led))
        tricks[lead % 2] += 1
        for card in trick.values():
            special = {f"J{trump}": 20, f"9{trump}": 14}
            points[lead % 2] += special.get(card, WORTH.get(card[:-1], 0))
    points[lead % 2] += 10
    for seat, hand in enumerate(hands):
        points[seat % 2] += 20 * ({f"K{trump}", f"Q{trump}"} <= hand)
    own, other = bidder % 2, 1 - bidder % 2
    made = tricks[other] == 0 if contract == 250 else points[own] >= max(82, contract)
    totals = [0, 0]
    if times > 1:
        totals[own if made else other] = times * (160 + contract)
    elif made:
        totals[own], totals[other] = contract + points[own], points[other]
    else:
        totals[other] = 160 + contract
    assert table.result.scores == tuple(totals[seat % 2] for seat in range(4))
