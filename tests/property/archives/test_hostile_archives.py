"""Whatever a file holds, it is read and examined without a crash, within bounds."""

from __future__ import annotations

import copy
import json
from functools import lru_cache
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from darwindeck.archives import validate_archive_scoring
from darwindeck.archives.door import ArchiveError
from darwindeck.archives.validate import scoring_result
from darwindeck.oracles.baloot.match import examine
from darwindeck.oracles.baloot.reader import FIELDS, WORDS, BalootReader
from tests.oracles.baloot.server import Json, play_match

NUMBERS = st.one_of(st.integers(-2, 60), st.sampled_from([2**52 - 1, 2**53, 2**70, -(2**60)]))
VALUES = st.one_of(
    NUMBERS,
    st.booleans(),
    st.none(),
    st.floats(allow_nan=False),
    st.sampled_from(["", "20", "x", *WORDS]),
    st.lists(NUMBERS, max_size=4),
    st.dictionaries(st.sampled_from(["n", "val", "e"]), NUMBERS, max_size=2),
)
NAMES = sorted({name for names in FIELDS.values() for name in names})
EVENTS = st.one_of(
    VALUES,
    st.dictionaries(st.sampled_from(NAMES), VALUES, max_size=6),
    st.builds(
        lambda kind, rest: {**rest, "e": kind},
        st.sampled_from(sorted(FIELDS)),
        st.dictionaries(st.sampled_from(NAMES), VALUES, max_size=6),
    ),
)


def examined(data: Any) -> None:
    try:
        report = examine(BalootReader("any").match(data))
    except ArchiveError:
        return
    for divergence in scoring_result("any", [report]).divergences:
        assert "\n" not in str(divergence)
    report.auctions()


@given(st.lists(EVENTS, max_size=30))
def test_a_round_of_anything_is_examined(events: list[Any]) -> None:
    examined({"r": events})


@lru_cache(maxsize=1)
def match() -> Json:
    played = play_match(1)
    return {**played, "rs": played["rs"][:3]}


def places(value: Any) -> list[tuple[Any, Any]]:
    keys = list(value) if isinstance(value, dict) else range(len(value))
    found = [(value, key) for key in keys]
    for key in keys:
        if isinstance(value[key], dict | list):
            found += places(value[key])
    return found


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_a_match_with_changed_places_is_examined(data: st.DataObject) -> None:
    changed = copy.deepcopy(match())
    for _ in range(data.draw(st.integers(1, 5))):
        holder, key = data.draw(st.sampled_from(places(changed)))
        what = data.draw(st.sampled_from(["change", "drop", "double"]))
        if what == "change":
            holder[key] = data.draw(VALUES)
        elif what == "drop" or isinstance(holder, dict):
            del holder[key]
        else:
            holder.insert(key, copy.deepcopy(holder[key]))
    examined(changed)


@given(st.integers(0, 20_000), st.binary(max_size=4))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_cut_file_is_one_line_or_read(tmp_path: Path, length: int, noise: bytes) -> None:
    file = tmp_path / "cut.json"
    file.write_bytes(json.dumps(match()).encode()[:length] + noise)
    result = validate_archive_scoring(file)
    assert result.error is None or "\n" not in result.error
