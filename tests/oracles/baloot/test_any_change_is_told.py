"""Whatever is changed in the record of a match is told, unless another match may have been so."""

from __future__ import annotations

import copy
import os
from collections import Counter
from functools import lru_cache
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from darwindeck.archives.door import ArchiveError
from darwindeck.oracles.baloot.match import examine
from darwindeck.oracles.baloot.reader import BalootReader
from tests.oracles.baloot.faults.fault import Events, Json, rounds
from tests.oracles.baloot.server import play_match

SCALE = float(os.environ.get("DARWINDECK_TEST_SCALE", "1"))
EXAMPLES = max(20, round(60 * SCALE))

NEEDED = frozenset({1, 4, 6, 12, 15})
"""Events of which none may be missing, doubled or out of its place."""
UNKNOWN = frozenset({"bw", "em"})
"""What a result says and nothing settles."""
RUBBISH: tuple[Any, ...] = ("x", [], {}, 1.5, -3, 77, 10**20, "\x1b[31m")


@lru_cache(maxsize=1)
def matches() -> list[Json]:
    return [play_match(seed) for seed in (61, 62, 63)]


def told(match: Json) -> Counter[str]:
    """Everything that is said about a match."""
    try:
        report = examine(BalootReader("changed").match(match), engine=False)
    except ArchiveError as error:
        return Counter([str(error)])
    found = [str(item) for item in report.all_divergences()]
    found += [str(item) for item in report.all_irregularities()]
    found += [item.what for item in report.record.skipped]
    return Counter(found)


@lru_cache(maxsize=1)
def usual() -> list[Counter[str]]:
    return [told(match) for match in matches()]


def firm(events: Events) -> Events:
    """The events whose order matters; hands and opening may change places."""
    kept = [event for event in events if event["e"] in (1, 2, 4, 6, 12, 15)]
    return sorted(kept[:2], key=str) + kept[2:]


def assert_told(number: int, changed: Json) -> None:
    found = told(changed)
    assert found != usual()[number]
    assert all(text.isprintable() for text in found)


@given(st.data())
@settings(max_examples=EXAMPLES, deadline=None)
def test_an_event_that_is_missing_doubled_or_elsewhere_is_told(data: st.DataObject) -> None:
    number = data.draw(st.integers(0, len(matches()) - 1))
    changed = copy.deepcopy(matches()[number])
    events = data.draw(st.sampled_from(rounds(changed)))
    at = data.draw(st.sampled_from([n for n, e in enumerate(events) if e["e"] in NEEDED]))
    event = events[at]
    deed = data.draw(st.sampled_from(("drop", "double", "move")))
    if deed == "drop":
        del events[at]
    elif deed == "double":
        events.insert(at, copy.deepcopy(event))
    else:
        # Before or after a declaration, a claim or an interruption an event may stand as well.
        order = firm(events)
        events.insert(data.draw(st.integers(0, len(events) - 1)), events.pop(at))
        if firm(events) == order:
            return
    assert_told(number, changed)


@given(st.data())
@settings(max_examples=EXAMPLES, deadline=None)
def test_another_number_in_a_result_is_told(data: st.DataObject) -> None:
    number = data.draw(st.integers(0, len(matches()) - 1))
    changed = copy.deepcopy(matches()[number])
    results = [event["rs"] for events in rounds(changed) for event in events if event["e"] == 12]
    stated = data.draw(st.sampled_from(results))
    name = data.draw(st.sampled_from(sorted({"p1", "p2", "e1", "e2", "s1", "s2", *stated})))
    if name in UNKNOWN or (name == "w" and stated.get("p1") == stated.get("p2")):
        return
    if isinstance(stated.get(name), list):
        del stated[name][:1]
    else:
        stated[name] = stated.get(name, 0) + data.draw(st.sampled_from((-2, -1, 1, 2, 10)))
    if changed != matches()[number]:
        assert_told(number, changed)


@given(st.data())
@settings(max_examples=EXAMPLES, deadline=None)
def test_another_state_after_a_call_is_told(data: st.DataObject) -> None:
    number = data.draw(st.integers(0, len(matches()) - 1))
    changed = copy.deepcopy(matches()[number])
    bids = [e for events in rounds(changed) for e in events if e.get("rb") == -1]
    call = data.draw(st.sampled_from(bids))
    name = data.draw(st.sampled_from(("ts", "gm", "gem", "rd", "hc", "rb")))
    call[name] = data.draw(st.sampled_from((1, 2, 3, 77, -7)))
    assert_told(number, changed)


@given(st.data())
@settings(max_examples=EXAMPLES, deadline=None)
def test_rubbish_in_any_field_is_told(data: st.DataObject) -> None:
    number = data.draw(st.integers(0, len(matches()) - 1))
    changed = copy.deepcopy(matches()[number])
    events = data.draw(st.sampled_from(rounds(changed)))
    event = data.draw(st.sampled_from([e for e in events if e["e"] in (1, 2, 4, 6, 12, 15)]))
    place = event["rs"] if event["e"] == 12 else event
    names = [name for name in place if name not in UNKNOWN]
    name = data.draw(st.sampled_from(names))
    rubbish = data.draw(st.sampled_from(RUBBISH))
    if not (rubbish in ([], {}) and not place[name]):
        place[name] = rubbish
        assert_told(number, changed)
