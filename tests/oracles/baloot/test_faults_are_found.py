"""One thing changed in a clean match: it is found, once, and put into the right category."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from typing import Any

import pytest

from darwindeck.archives.divergences import Divergence
from darwindeck.oracles.baloot.match import examine
from darwindeck.oracles.baloot.reader import CARDS, BalootReader
from tests.oracles.baloot.server import Json
from tests.oracles.baloot.test_matches_agree import matches

Events = list[Json]
IDS = sorted(CARDS)


def examined(match: Json) -> list[Divergence]:
    return examine(BalootReader("faulty").match(match)).all_divergences()


def rounds(match: Json) -> list[Events]:
    return [item["r"] for item in match["rs"]]


def pick(match: Json, chance: random.Random, kind: int, has: str = "e") -> tuple[Events, int]:
    places = [
        (events, number)
        for events in rounds(match)
        for number, event in enumerate(events)
        if event["e"] == kind and has in event
    ]
    return chance.choice(places)


def result(match: Json, chance: random.Random) -> Json:
    events, number = pick(match, chance, 12)
    stated: Json = events[number]["rs"]
    return stated


def put(stated: Json, name: str, value: int) -> None:
    """As a server writes it: zero is left out."""
    stated.pop(name, None)
    if value:
        stated[name] = value


Fault = Callable[[Json, random.Random], None]


def collector(match: Json, chance: random.Random) -> None:
    events, number = pick(match, chance, 6)
    events[number]["p"] = events[number]["p"] % 4 + 1


def ten_points_moved(match: Json, chance: random.Random) -> None:
    stated = result(match, chance)
    put(stated, "e1", stated.get("e1", 0) + 10)
    put(stated, "e2", stated.get("e2", 0) - 10)


def last_trick_not_counted(match: Json, chance: random.Random) -> None:
    while True:
        stated = result(match, chance)
        if not stated.get("kbt"):
            put(stated, f"p{stated['lmw']}", stated[f"p{stated['lmw']}"] - 10)
            return


def other_last_trick(match: Json, chance: random.Random) -> None:
    stated = result(match, chance)
    stated["lmw"] = 3 - stated["lmw"]


def doubled_score(match: Json, chance: random.Random) -> None:
    stated = result(match, chance)
    for name in ("s1", "s2"):
        put(stated, name, 2 * stated.get(name, 0))


def kaboot_flag(match: Json, chance: random.Random) -> None:
    stated = result(match, chance)
    put(stated, "kbt", 1 - stated.get("kbt", 0))


def other_buyer(match: Json, chance: random.Random) -> None:
    stated = result(match, chance)
    stated["b"] = 3 - stated["b"]


def award_added(match: Json, chance: random.Random) -> None:
    stated = result(match, chance)
    stated["r1"] = [*stated.get("r1", []), {"n": "sira", "val": "20"}]


def final_score(match: Json, chance: random.Random) -> None:
    match["s1"] = match.get("s1", 0) + 1


def opening_score(match: Json, chance: random.Random) -> None:
    events, number = pick(match, chance, 1)
    events[number]["t1s"] = events[number].get("t1s", 0) + 3


def dealer(match: Json, chance: random.Random) -> None:
    events, number = pick(match, chance, 1)
    events[number]["p"] = events[number]["p"] % 4 + 1


def hands_exchanged(match: Json, chance: random.Random) -> None:
    events, number = pick(match, chance, 15, "fhr")
    hands = events[number]["fhr"]
    cards = [next(c for c in IDS if hands[seat] >> c & 1) for seat in (0, 1)]
    for seat in (0, 1):
        hands[seat] ^= sum(1 << card for card in cards)


def card_twice(match: Json, chance: random.Random) -> None:
    events, number = pick(match, chance, 15, "fhr")
    hands = events[number]["fhr"]
    own = next(c for c in IDS if hands[0] >> c & 1)
    other = next(c for c in IDS if hands[1] >> c & 1)
    hands[0] ^= 1 << own | 1 << other


def other_card(match: Json, chance: random.Random) -> None:
    events, number = pick(match, chance, 4)
    events[number]["c"] = chance.choice([c for c in IDS if c != events[number]["c"]])


def impossible_card(match: Json, chance: random.Random) -> None:
    events, number = pick(match, chance, 4)
    events[number]["c"] = 99


def other_player(match: Json, chance: random.Random) -> None:
    events, number = pick(match, chance, 4)
    events[number]["p"] = events[number]["p"] % 4 + 1


def other_trump(match: Json, chance: random.Random) -> None:
    while True:
        events, number = pick(match, chance, 2, "gm")
        call = events[number]
        if call.get("ts", 0) != 4:
            put(call, "ts", (call.get("ts", 0) + 1) % 4)
            return


def dropped(kind: int, has: str = "e") -> Fault:
    def drop(match: Json, chance: random.Random) -> None:
        events, number = pick(match, chance, kind, has)
        del events[number]

    return drop


def doubled(kind: int) -> Fault:
    def double(match: Json, chance: random.Random) -> None:
        events, number = pick(match, chance, kind)
        events.insert(number, copy.deepcopy(events[number]))

    return double


FAULTS: dict[str, tuple[Fault, str]] = {
    "a trick gathered by the other side": (collector, "trick"),
    "ten card points moved": (ten_points_moved, "card_abnat"),
    "last trick not counted": (last_trick_not_counted, "total_points"),
    "last trick of the other side": (other_last_trick, "last_trick"),
    "score doubled": (doubled_score, "multiplier"),
    "kaboot flag": (kaboot_flag, "kaboot"),
    "other buyer": (other_buyer, "contract"),
    "award added": (award_added, "declaration"),
    "final score": (final_score, "cumulative"),
    "opening score": (opening_score, "cumulative"),
    "dealer": (dealer, "dealer"),
    "cards of hands exchanged": (hands_exchanged, "hands"),
    "card in two hands": (card_twice, "hands"),
    "another card": (other_card, "hands"),
    "no card": (impossible_card, "reading"),
    "another player": (other_player, "play"),
    "other trump suit": (other_trump, "auction"),
    "opening dropped": (dropped(1), "dealer"),
    "card dropped": (dropped(4), "play"),
    "collection dropped": (dropped(6), "trick"),
    "result dropped": (dropped(12), "result"),
    "hands dropped": (dropped(15, "fhr"), "hands"),
    "card twice": (doubled(4), "hands"),
    "collection twice": (doubled(6), "trick"),
    "result twice": (doubled(12), "result"),
    "announcement twice": (doubled(3), "declaration"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_found_in_its_category(name: str) -> None:
    fault, category = FAULTS[name]
    for number, match in enumerate(matches()[:3]):
        faulty = copy.deepcopy(match)
        fault(faulty, random.Random(number))
        found = examined(faulty)
        assert category in [str(item.category) for item in found], [str(item) for item in found]
        assert len(found) <= 3, [str(item) for item in found]
        wanted = "A" if category == "reading" else "D"
        assert [i.triage.value for i in found if i.category == category] == [wanted] * len(
            [i for i in found if i.category == category]
        )


def test_a_divergence_says_where_it_is_and_what_was_expected() -> None:
    faulty: Any = copy.deepcopy(matches()[0])
    events, number = pick(faulty, random.Random(1), 6)
    events[number]["p"] = events[number]["p"] % 4 + 1
    (found,) = examined(faulty)
    place = rounds(faulty).index(events)
    assert (found.archive_file, found.round_index, found.event_index) == ("faulty", place, number)
    assert {found.expected, found.computed} == {"team 1", "team 2"}
    assert found.reason
    assert str(found).startswith(f"faulty, round {place + 1}, event {number}: trick [D]: ")


def test_a_changed_rule_is_told_from_a_contradiction() -> None:
    """A score that the match goes on with is a matter of rules, any other a contradiction."""
    faulty = copy.deepcopy(matches()[0])
    last = [events for events in rounds(faulty) if events[-1]["e"] == 12][-1]
    stated = last[-1]["rs"]
    put(stated, "s1", stated.get("s1", 0) + 5)
    (found,) = examined(faulty)
    assert found.triage.value == "D"
    put(faulty, "s1", faulty.get("s1", 0) + 5)
    (found,) = examined(faulty)
    assert found.triage.value == "C"
