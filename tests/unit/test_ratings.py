"""How people liked games: kept line by line, within bounds, and nothing is lost by damage."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from darwindeck import ratings
from darwindeck.ratings import PersonRating, RatingError, add_rating, read_ratings

KEY = "0123456789abcdef"


def test_ratings_are_read_as_they_were_written(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "ratings.jsonl"
    assert read_ratings(path) == ((), ())
    first = PersonRating(KEY, "Hearts", 8, True, "“fine” ♥", "2026-01-31T12:00:00Z", "less luck")
    second = PersonRating("f" * 16, "War", 1)
    for rating in (first, second):
        add_rating(rating, path)
    found = read_ratings(path)
    assert found.kept == (first, second)
    assert found.of(KEY) == (first,)
    assert found.damaged == ()


@pytest.mark.parametrize(
    "wrong",
    [
        {"rating": 0},
        {"rating": 11},
        {"rating": True},
        {"rating": 7.0},
        {"rating": "7"},
        {"again": 1},
        {"line": "x" * 201},
        {"line": "two\nlines"},
        {"line": 7},
        {"change": "x" * 201},
        {"name": "x" * 81},
        {"game": "hearts"},
        {"at": "yesterday"},
    ],
)
def test_a_rating_that_makes_no_sense_is_none(wrong: dict[str, Any]) -> None:
    with pytest.raises(RatingError):
        PersonRating(**{"game": KEY, "name": "Hearts", "rating": 7, **wrong})


def test_damaged_lines_are_reported_and_cost_themselves_alone(tmp_path: Path) -> None:
    path = tmp_path / "ratings.jsonl"
    good = json.dumps({"game": KEY, "name": "Hearts", "rating": 7})
    bad = ["{", "[]", "\xff", '{"game": "x"}', f'{{"game": "{KEY}"}}', "[" * 9_000]
    path.write_text("\n".join([good, *bad, good[:-1] + ', "seed": 3}', good]), "latin-1")
    found = read_ratings(path)
    assert [rating.rating for rating in found.kept] == [7, 7]
    assert [damaged.line for damaged in found.damaged] == list(range(2, 9))
    assert all(damaged.problem for damaged in found.damaged)


def test_a_line_that_was_never_finished_does_not_damage_the_next_one(tmp_path: Path) -> None:
    path = tmp_path / "ratings.jsonl"
    path.write_text('{"game": "0123')
    add_rating(PersonRating(KEY, "Hearts", 9), path)
    found = read_ratings(path)
    assert [rating.rating for rating in found.kept] == [9]
    assert [damaged.line for damaged in found.damaged] == [1]


def test_the_file_does_not_grow_without_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "ratings.jsonl"
    monkeypatch.setattr(ratings, "MOST_BYTES", 150)
    rating = PersonRating(KEY, "Hearts", 9)
    add_rating(rating, path)
    add_rating(rating, path)
    with pytest.raises(RatingError, match="full"):
        add_rating(rating, path)
    assert path.stat().st_size <= 150
    assert read_ratings(path).damaged == ()
