"""What servers and players do in their own way, or what nothing settles, is never a divergence."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import pairwise
from typing import Any

import pytest

from darwindeck.archives.divergences import IrregularityKind
from darwindeck.oracles.baloot.match import MatchReport, examine
from darwindeck.oracles.baloot.reader import BalootReader
from tests.oracles.baloot.server import Json, play_match

Events = list[Json]


@lru_cache(maxsize=1)
def matches() -> list[Json]:
    return [play_match(seed) for seed in range(40, 46)]


def rounds(match: Json) -> Iterator[Events]:
    for item in match["rs"]:
        yield item["r"]


def result(events: Events) -> Json | None:
    return next((event["rs"] for event in events if event["e"] == 12), None)


def words(events: Events) -> list[str]:
    return [event["b"] for event in events if event["e"] == 2]


Quirk = Callable[[Json], int]
"""Changes a match; returns how often."""


def noise(match: Json) -> int:
    """Chat, leaving and coming back, resumptions, emoji, kinds and fields nobody knows."""
    other: list[Json] = [
        {"e": 8, "uid": 7, "msg": "!"},
        {"e": 9},
        {"e": 10, "dbId": 2},
        {"e": 11, "dbId": 2, "n": "x", "rp": 3, "s": 2},
        {"e": 40, "what": [1]},
    ]
    for events in rounds(match):
        for number in range(len(events), 2, -3):
            events.insert(number, copy.deepcopy(other[number % len(other)]))
    match["unknown"] = {"deep": []}
    return 1


def kawesh_number_as_emoji(match: Json) -> int:
    """Event 16 in a deal that goes on."""
    for events in rounds(match):
        number = next((n for n, event in enumerate(events) if event["e"] == 2), None)
        if number is not None and not any(event["e"] == 16 for event in events):
            events.insert(number, {"e": 16, "p": 2})
    return 1


def double_after_the_last_word(match: Json) -> int:
    """The answers are passes, the buyer confirms, then an opponent doubles."""
    count = 0
    for events in rounds(match):
        calls = [event for event in events if event["e"] == 2]
        bought = next((call for call in calls if call["b"] == "hokom"), None)
        raised = [c for c in calls if c["b"] in ("hokomclose", "hokomopen", "triple", "qahwa")]
        if bought is None or not raised or any(c["b"] in ("sun", "ashkal") for c in calls):
            continue
        plain = {name: bought[name] for name in ("gm", "ts", "rb") if name in bought}
        after = events.index(bought) + 1
        rest = [event for event in events[after:] if event["e"] != 2]
        seats = [(bought["p"] + places - 1) % 4 + 1 for places in (1, 2, 3)]
        answers = [{"e": 2, "p": seat, "b": "pass", **plain} for seat in seats]
        trump = {"ts": raised[0]["ts"]} if "ts" in raised[0] else {}
        confirmed = {"e": 2, "p": bought["p"], "b": "pass", "gm": 2, "rb": bought["p"], **trump}
        events[after:] = [*answers, confirmed, *raised, *rest]
        count += 1
    return count


def ashkal_that_names_the_partner(match: Json) -> int:
    """The holder is the partner, and the mode is plain Sun."""
    count = 0
    for events in rounds(match):
        if "ashkal" not in words(events) or "beforeyou" in words(events):
            continue
        for event in events:
            if event["e"] == 2 and event.get("gm") == 3:
                event["rb"] = (event["rb"] + 1) % 4 + 1
                event["gm"] = 1
                count += 1
    return count


def ashkal_whose_caller_takes_the_floor_card(match: Json) -> int:
    count = 0
    for events in rounds(match):
        dealer, floor = next((e["p"], e["fc"]) for e in events if e["e"] == 1)
        calls = [event for event in events if event["e"] == 2]
        sun = next((call for call in calls if call["b"] == "sun"), None)
        if sun is None or floor % 13 == 12 or (sun["p"] - dealer - 1) % 4 < 2:
            continue
        if {"hokom", "hokom2", "beforeyou"} & set(words(events)):
            continue
        for call in calls[calls.index(sun) :]:
            call["gm"] = 3
        sun["b"] = "ashkal"
        count += 1
    return count


def taken_over_hokum_without_further_answers(match: Json) -> int:
    """After Sun in answer to Hokum the server does not wait for the others."""
    count = 0
    for events in rounds(match):
        calls = [event for event in events if event["e"] == 2]
        bought = next((n for n, c in enumerate(calls) if c["b"] in ("hokom", "hokom2")), None)
        sun = next((n for n, c in enumerate(calls) if c["b"] in ("sun", "ashkal")), None)
        if bought is None or sun is None or sun < bought:
            continue
        for call in calls[sun + 1 :]:
            if call["b"] == "pass":
                events.remove(call)
                count += 1
    return count


def old_state_until_all_have_answered(match: Json) -> int:
    """Sun in answer to Hokum is recorded with the state before it."""
    count = 0
    for events in rounds(match):
        calls = [event for event in events if event["e"] == 2]
        for before, call in pairwise(calls):
            if call["b"] in ("sun", "ashkal") and before.get("gm") == 2:
                call["gm"], call["rb"] = 2, before["rb"]
                count += 1
    return count


def passes_that_are_not_recorded(match: Json) -> int:
    """Questions of which too little is known: before-you, doubling after the second round."""
    count = 0
    for events in rounds(match):
        if {"hokomclose", "hokomopen", "beforeyou", "double"} & set(words(events)):
            continue
        calls = [event for event in events if event["e"] == 2]
        settled = next(
            (
                number
                for number, call in enumerate(calls)
                if call["b"] in ("sun", "ashkal", "clubs", "hearts", "spades", "diamonds")
            ),
            len(calls),
        )
        for call in calls[settled + 1 :]:
            events.remove(call)
            count += 1
    return count


def empty_word(match: Json) -> int:
    for events in rounds(match):
        for event in events:
            if event["e"] == 2 and event["b"] in ("pass", "wala"):
                del event["b"]
                return 1
    return 0


def nothing_shown(match: Json) -> int:
    for events in rounds(match):
        events[:] = [event for event in events if "prjC" not in event]
    return 1


def claim_without_a_word(match: Json) -> int:
    count = 0
    for events in rounds(match):
        claims = [event for event in events if event["e"] == 5]
        for event in claims:
            events.remove(event)
            count += 1
    return count


def last_trick_of_nobody_after_a_claim(match: Json) -> int:
    """The last trick was not played, so that its bonus may be nobody's."""
    count = 0
    for events in rounds(match):
        stated = result(events)
        if stated is None or not any(event["e"] == 5 for event in events):
            continue
        if stated.get("kbt"):
            del stated["lmw"]
            count += 1
    return count


def other_names_of_projects(match: Json) -> int:
    for events in rounds(match):
        stated = result(events) or {}
        for award in [*stated.get("r1", []), *stated.get("r2", [])]:
            # What recorded matches call a sira and a baloot is known.
            if award["n"] not in ("sira", "baloot"):
                award["n"] = "مشروع"
            award["val"] = int(award["val"])
    return 1


def wrong_em_and_no_last_round(match: Json) -> int:
    for events in rounds(match):
        stated = result(events)
        if stated is not None:
            stated["em"] = 3
            stated.pop("lr", None)
    return 1


def no_header(match: Json) -> int:
    """Nothing but the rounds: then there is no final score either."""
    for name in set(match) - {"rs"}:
        del match[name]
    return 1


def broken_off(match: Json) -> int:
    """The last round has no result, and the match ends as it stood."""
    last = list(rounds(match))[-1]
    opening = next(event for event in last if event["e"] == 1)
    del last[len(last) * 2 // 3 :]
    match["s1"], match["s2"] = opening.get("t1s", 0), opening.get("t2s", 0)
    return 1


def opening_before_the_hands(match: Json) -> int:
    for events in rounds(match):
        events[0], events[1] = events[1], events[0]
    return 1


def whole_numbers_as_floats_and_flags_as_truth(match: Json) -> int:
    for events in rounds(match):
        stated = result(events)
        if stated is not None:
            for name in ("s1", "s2", "e1", "e2"):
                if name in stated:
                    stated[name] = float(stated[name])
            for name in ("kbt", "lr"):
                if name in stated:
                    stated[name] = True
    return 1


QUIRKS: list[Quirk] = [
    noise,
    kawesh_number_as_emoji,
    double_after_the_last_word,
    ashkal_that_names_the_partner,
    ashkal_whose_caller_takes_the_floor_card,
    taken_over_hokum_without_further_answers,
    old_state_until_all_have_answered,
    passes_that_are_not_recorded,
    empty_word,
    nothing_shown,
    claim_without_a_word,
    last_trick_of_nobody_after_a_claim,
    other_names_of_projects,
    wrong_em_and_no_last_round,
    no_header,
    broken_off,
    opening_before_the_hands,
    whole_numbers_as_floats_and_flags_as_truth,
]


def examined(match: Json) -> MatchReport:
    return examine(BalootReader("quirky").match(match))


@pytest.mark.parametrize("quirk", QUIRKS, ids=lambda quirk: str(quirk.__name__))
def test_a_quirk_is_no_divergence(quirk: Quirk) -> None:
    count = 0
    for match in matches():
        changed = copy.deepcopy(match)
        count += quirk(changed)
        assert [str(item) for item in examined(changed).all_divergences()] == []
    assert count > 0


def foul(events: Events, value: int, side: int) -> Events:
    """A round that ends with a charge of foul play in the fourth trick."""
    ends = [number for number, event in enumerate(events) if event["e"] == 6]
    stated: dict[str, Any] = dict(result(events) or {})
    for name in ("kbt", "s1", "s2", "e1", "e2", "p1", "p2", "lmw", "r1", "r2"):
        stated.pop(name, None)
    stated.update({"cc": 1, "w": side + 1, f"s{side + 1}": value})
    return [*events[: ends[3] + 2], {"e": 7, "p": 2, "ch": 1, "wc": 5}, {"e": 12, "rs": stated}]


def test_what_a_foul_costs_is_left_open() -> None:
    played = [
        events
        for match in matches()
        for events in rounds(match)
        if result(events) and not any(e.get("gem") for e in events)
        if not any(e["e"] == 3 for e in events) and sum(e["e"] == 6 for e in events) > 4
    ]
    assert played
    for events in played[:3]:
        pot = 26 if (result(events) or {})["m"] == 1 else 16
        for value in (pot, 44 if pot == 26 else 25):
            report = examined({"r": foul(events, value, 1)})
            assert [str(item) for item in report.all_divergences()] == []
            kinds = [item.kind for item in report.all_irregularities()]
            assert IrregularityKind.OPEN in kinds
        (found,) = examined({"r": foul(events, pot + 3, 1)}).all_divergences()
        assert (found.category, found.triage) == ("qayd", "C")


def test_open_readings_are_said() -> None:
    report = examined(matches()[0])
    said = [i.details for i in report.all_irregularities() if i.kind is IrregularityKind.OPEN]
    claimed = [events for events in rounds(matches()[0]) if any(e["e"] == 5 for e in events)]
    assert len([text for text in said if text.startswith("sawa")]) == len(claimed)
