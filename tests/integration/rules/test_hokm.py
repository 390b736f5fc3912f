"""Hokm: trumps after five cards, seven tricks, kot, and who is hakem next."""

from __future__ import annotations

from random import Random

from tests.support.seeds import for_seeds
from tests.support.table import Table

RANKS = "2 3 4 5 6 7 8 9 10 J Q K A".split()


def test_the_hakem_names_trumps_with_five_cards_and_leads() -> None:
    table = Table("hokm")
    assert table.turn == 0
    assert [len(table.hand(seat)) for seat in range(4)] == [5] * 4
    assert len(table.moves) == 4
    table.say("name trumps: hearts")
    assert [len(table.hand(seat)) for seat in range(4)] == [13] * 4
    assert (table.view.trump, table.turn, table.role("hakem")) == ("hearts", 0, 0)


@for_seeds(30)
def test_hands_are_played_as_a_second_account_has_it(seed: int) -> None:
    rng = Random(seed)
    table = Table("hokm", seed=seed, match=True)
    hakem, totals = 0, [0, 0]
    for _ in range(3):
        assert table.turn == hakem
        table.say(rng.choice(table.moves))
        trump = str(table.view.trump)[0].upper()
        tricks, lead = [0, 0], hakem
        while max(tricks) < 7:
            trick: dict[int, str] = {}
            for seat in [*range(lead, 4), *range(lead)]:
                hand = table.hand(seat)
                led = next(iter(trick.values()), "")[-1:]
                suit = {card for card in hand if card[-1] == led}
                assert (table.turn, table.playable) == (seat, suit or hand)
                trick[seat] = rng.choice(sorted(suit or hand))
                table.play(trick[seat])
            led = trick[lead][-1]
            lead = max(trick, key=lambda one: _strength(trick[one], led, trump))
            tricks[lead % 2] += 1
        side = tricks.index(7)
        kot = not tricks[1 - side]
        totals[side] += 1 if not kot else 2 if side == hakem % 2 else 3
        if side != hakem % 2:
            hakem = (hakem + 1) % 4
        if max(totals) >= 7:
            break
        assert table.scores == tuple(totals)


def _strength(card: str, led: str, trump: str) -> tuple[int, int]:
    return 2 * (card[-1] == trump) or int(card[-1] == led), RANKS.index(card[:-1])
