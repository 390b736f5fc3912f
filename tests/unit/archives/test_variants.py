"""What counts as evidence for a reading and what against it."""

from __future__ import annotations

from darwindeck.archives.record import Place
from darwindeck.archives.variants import Point, make_points, variants_csv


def places(count: int) -> list[Place]:
    return [Place("a.json", number) for number in range(count)]


def point() -> Point:
    return make_points({"rounding": ("up", "down", "away")})["rounding"]


def test_a_round_that_fits_every_reading_or_none_comes_up_cannot_tell() -> None:
    heard = point()
    first, second = places(2)
    heard.hear(first, None)
    heard.hear(second, ["up", "down", "away"])
    assert heard.cannot_tell == 2
    assert heard.deciding == []
    assert heard.verdict == "no round decides"


def test_a_round_supports_what_fits_and_refutes_the_rest() -> None:
    heard = point()
    first, second = places(2)
    heard.hear(first, ["up", "down"])
    heard.hear(second, ["up"])
    assert heard.choices["up"].supported == [first, second]
    assert heard.choices["down"].refuted == [second]
    assert heard.choices["away"].refuted == [first, second]
    assert heard.deciding == [first, second]
    assert heard.verdict == "only up is never refuted"


def test_a_round_that_fits_nothing_refutes_all_and_decides_nothing() -> None:
    heard = point()
    first, second = places(2)
    heard.hear(first, [])
    heard.hear(second, ["down"])
    assert heard.unfit == [first]
    assert heard.choices["down"].refuted == [first]
    assert heard.deciding == [second]
    assert heard.verdict == "only down is never refuted"


def test_a_source_that_is_not_at_one_with_itself_is_said_to_be_so() -> None:
    heard = point()
    first, second, third = places(3)
    heard.hear(first, ["up"])
    heard.hear(second, ["down"])
    heard.hear(third, ["down"])
    assert heard.verdict == "no reading fits every round; down is refuted least"


def test_the_table_names_the_rounds_that_decide() -> None:
    heard = point()
    heard.hear(Place("=1+1.json", 2), ["up"])
    lines = variants_csv([heard]).splitlines()
    assert lines[1] == "rounding,up,1,0,0,0,"
    assert 'rounding,up,1,,,,"\'=1+1.json, round 3"' in lines
