"""Rare things are dealt on purpose, happen, and let every law apply."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import suppress

import pytest

from darwindeck.cards import Suit
from darwindeck.laws import check_game, laws_for
from darwindeck.laws.court import Court
from darwindeck.laws.record import play
from darwindeck.oracles.pidro.deals import RARE, finished_matches, openings, rare
from darwindeck.oracles.pidro.hand import Hand
from darwindeck.oracles.pidro.laws import LAWS
from darwindeck.simulation.state import Start
from tests.oracles.pidro.generators import pidro, told


def held(hand: Hand) -> list[int]:
    """How many trumps everybody had before any were killed."""
    return [len(hand.trump.of(cards)) for cards in hand.six]


def dealt(hand: Hand) -> int:
    """How many trumps were among the first 36 cards."""
    return sum(len(hand.trump.of(cards)) for cards in hand.nine)


def with_two(hand: Hand) -> int:
    """How many cards were in the trick with the two."""
    return next(
        len(t.plays) for t in hand.tricks if hand.trump.two in [card for _, card in t.plays]
    )


HAPPENS: dict[str, Callable[[Hand], bool]] = {
    "a seat without trumps": lambda hand: 0 in held(hand),
    "a bidder without trumps": lambda hand: held(hand)[hand.bidder or 0] == 0,
    "seven trumps": lambda hand: held(hand)[0] == 7,
    "eight trumps": lambda hand: held(hand)[1] == 8,
    "nine trumps": lambda hand: held(hand)[0] == 9,
    "nine trumps with all points": lambda hand: (
        held(hand)[1] == 9 and hand.trump.points(hand.six[1]) == 14
    ),
    "a dealer with too many trumps": lambda hand: held(hand)[hand.dealer] > 6,
    "a dealer with nine trumps who robs more": lambda hand: held(hand)[hand.dealer] == 10,
    "nothing left for the dealer": lambda hand: not hand.robbed,
    "a player who stays short": lambda hand: any(len(hand.ready[seat]) < 6 for seat in hand.others),
    "fewer than eight trumps dealt": lambda hand: (
        dealt(hand) < 8 and len(hand.ready[hand.dealer]) == 6
    ),
    "14 over 14": lambda hand: [call.bid for call in hand.calls].count(14) == 3,
    "14 over the partner's 14": lambda hand: [c.seat for c in hand.calls if c.bid == 14] == [1, 3],
    "a forced dealer": lambda hand: hand.calls[-1].forced and hand.bidder == hand.dealer,
    "a two in a trick of the other side": lambda hand: any(
        (trick.winner or 0) % 2 != seat % 2
        for trick in hand.tricks
        for seat, card in trick.plays
        if card == hand.trump.two
    ),
    "a lone two": lambda hand: with_two(hand) == 1,
    "a bid that is just made": lambda hand: hand.captured()[hand.bidders] == hand.bid,
    "a bid that fails by one": lambda hand: hand.captured()[hand.bidders] == hand.bid - 1,
}


def test_every_rare_case_is_told_apart() -> None:
    assert set(HAPPENS) == set(RARE)


@pytest.mark.parametrize("trump", list(Suit))
@pytest.mark.parametrize("name", RARE)
def test_a_rare_case_happens_when_it_is_dealt(name: str, trump: Suit) -> None:
    opening = rare(pidro(), name, trump)
    (hand,) = told(play(pidro(), opening.start, ("random",), opening=opening.moves))
    assert hand.trump.suit == trump
    assert HAPPENS[name](hand), f"{name}: trumps {held(hand)}"


def test_rare_cases_are_rare_and_dealt_all_the_same() -> None:
    """How often each of them was seen in the hands that the laws are looked at."""
    seen: Counter[str] = Counter()
    for opening in openings(pidro()):
        for hand in told(play(pidro(), opening.start, ("random",), opening=opening.moves)):
            seen.update(name for name, happens in HAPPENS.items() if happens(hand))
    assert set(seen) == set(HAPPENS)


def test_matches_end_with_one_side_at_the_target_and_with_both() -> None:
    goal = 62
    ends = {}
    for opening in finished_matches(pidro()):
        record = play(pidro(), opening.start, ("random",), opening=opening.moves)
        assert len(record.moves) == len(opening.moves)
        last = told(record)[-1]
        assert last.after is not None
        ends[opening.name] = sorted(score >= goal for score in last.after)
        assert set(last.winners) in ({0, 2}, {1, 3})
    assert ends == {
        "one side at the target": [False, True],
        "both sides at the target": [True, True],
    }


def test_no_law_is_idle_and_none_is_broken() -> None:
    report = check_game(pidro(), games=1, seed=3, most_moves=400)
    assert report.kept, str(report)
    assert [law.name for law in report.idle] == []
    assert report.openings == len(RARE) + 2


def test_all_52_properties_are_there_under_the_words_of_the_document() -> None:
    numbers = [law.name for law in LAWS.laws if law.name.startswith("property ")]
    assert numbers == [f"property {number}" for number in range(1, 53)]
    assert len({law.sentence for law in LAWS.laws}) == len(LAWS.laws)
    assert set(LAWS.laws) <= set(laws_for(pidro().genome))


@pytest.mark.parametrize(
    "options",
    [
        {"rules": "tournament"},
        {"dealer_hand": "short"},
        {"dealer_keeps": "any_six"},
        {"forced_dealer": "any_bid"},
        {"fourteen": "nobody"},
        {"discards": "all_face_up"},
        {"killed_trumps": "played_first"},
        {"killed_trumps": "played_first", "dealer_keeps": "any_six"},
        {"target": "31"},
    ],
    ids=str,
)
def test_other_readings_keep_the_laws_that_speak_of_them(options: dict[str, str]) -> None:
    game = pidro(**options)
    records = [play(game, Start(seed, True, None, None), ("random",)) for seed in range(3)]
    for name in RARE:
        with suppress(AssertionError):  # not every opening is legal under other rules
            opening = rare(game, name)
            records.append(play(game, opening.start, ("random",), opening=opening.moves))
    assert len(records) > 15
    court = Court(game, LAWS, LAWS.laws)
    verdicts = [v for record in records for v in court.of_game(record, frozenset(), ("random",))]
    assert len(verdicts) > 5_000
    assert [v for v in verdicts if v.what is not None] == []
