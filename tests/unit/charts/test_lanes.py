"""Lanes join every game with its parents, whatever the family tree looks like."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from darwindeck.charts.lanes import LaneRow, lane_svg, lane_text, lanes

Tree = list[tuple[int, tuple[int, ...]]]


@st.composite
def family_trees(draw: st.DrawFn) -> Tree:
    """Games numbered from the youngest; parents have higher numbers."""
    count = draw(st.integers(1, 12))
    tree: Tree = []
    for key in range(count):
        older = st.integers(key + 1, count)
        parents = draw(st.lists(older, max_size=2)) if key + 1 < count else []
        tree.append((key, tuple(parent for parent in parents if parent < count)))
    return tree


def reached(tree: Tree, rows: list[LaneRow]) -> set[tuple[int, int]]:
    """Which games the lanes lead to, found by walking down them."""
    found = set()
    for place, (key, _) in enumerate(tree):
        for at in (end for start, end in rows[place].below if start == rows[place].lane):
            for below in range(place + 1, len(rows)):
                at = dict(rows[below].above)[at]
                if at == rows[below].lane:
                    found.add((key, tree[below][0]))
                    break
    return found


@given(family_trees())
def test_lanes_lead_from_each_game_to_its_parents_and_to_nobody_else(tree: Tree) -> None:
    rows = lanes(tree)
    wanted = {(key, parent) for key, parents in tree for parent in parents}
    assert reached(tree, rows) == wanted


@given(family_trees())
def test_what_goes_out_of_a_row_comes_into_the_next(tree: Tree) -> None:
    rows = lanes(tree)
    for row, following in pairwise(rows):
        assert {at for _, at in row.below} == {at for at, _ in following.above}
    assert rows[-1].below == ()


@given(family_trees())
def test_a_row_is_drawn_with_one_dot(tree: Tree) -> None:
    for row in lanes(tree):
        before, line, after, margin = lane_text(row)
        assert line.count("●") == 1
        assert not any("●" in text for text in [*before, *after, margin])
        assert lane_svg(row, row.width).count("<circle") == 1


def test_a_single_line_needs_one_lane() -> None:
    rows = lanes([("c", ["b"]), ("b", ["a"]), ("a", [])])
    assert [lane_text(row)[1] for row in rows] == ["●", "●", "●"]
    assert [lane_text(row)[3] for row in rows] == ["│", "│", ""]


def test_two_parents_open_a_second_lane() -> None:
    rows = lanes([("child", ["mother", "father"]), ("mother", []), ("father", [])])
    _, line, after, margin = lane_text(rows[0])
    assert (line, after, margin) == ("●", ["├─╮"], "│ │")
    assert [lane_text(row)[1] for row in rows[1:]] == ["● │", "  ●"]


def test_a_parent_that_is_not_shown_gets_no_lane() -> None:
    assert lanes([("child", ["stranger"])])[0].below == ()
