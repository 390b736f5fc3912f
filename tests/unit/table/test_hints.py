"""Hints for a table: heeded by it, refused where they make no sense, and no part of the game."""

from __future__ import annotations

from dataclasses import replace

import pytest

from darwindeck import Game, get_genome
from darwindeck.evolution.making.tidy import tidy
from darwindeck.genome.checked import check
from darwindeck.genome.codec import from_json, to_json
from darwindeck.genome.schema import (
    ShowHint,
    Shown,
    TableFact,
    TableHints,
    TablePlace,
    ZoneHint,
)
from darwindeck.genome.validation import problems_of
from darwindeck.table.layout import Region, ZoneLayout, layout
from darwindeck.table.model import TableModel, TableMoment


def laid_out(genome_id: str, *hints: ZoneHint) -> dict[str, ZoneLayout]:
    genome = replace(get_genome(genome_id), table=TableHints(zones=hints))
    labels = Game(genome).labels
    names = [str(zone.name) for zone in labels.zones]
    return dict(zip(names, layout(labels), strict=True))


def played(genome_id: str, table: TableHints | None, moves: int) -> tuple[TableModel, TableMoment]:
    model = TableModel(Game(replace(get_genome(genome_id), table=table)))
    moment = model.begin(3)
    for step in range(moves):
        seat = moment.position.to_move()[0]
        open_moves = model.choices(moment.table, seat)
        moment = moment.after(seat, open_moves[step * 7 % len(open_moves)].code, "player")
    return model, moment


def test_hints_are_no_part_of_the_game() -> None:
    hinted = get_genome("bridge")
    plain = replace(hinted, table=None)
    assert hinted.table is not None
    assert check(hinted).key == check(plain).key
    assert check(hinted).rules_bytecode == check(plain).rules_bytecode
    assert from_json(to_json(hinted)) == hinted


def test_a_zone_lies_where_it_is_said() -> None:
    placed = laid_out("michigan", ZoneHint("widow", place=TablePlace.DRAWER, show=Shown.NEVER))
    assert placed["widow"].region is Region.DRAWER
    assert placed["widow"].never
    shared = laid_out("sevens", ZoneHint("up", row=2, column=3), ZoneHint("down", over="up"))
    assert (shared["down"].row, shared["down"].column, shared["down"].over) == (2, 3, "up")


def test_a_fact_says_what_is_known_and_no_more() -> None:
    facts = TableHints(facts=(TableFact("contract", ("contract", "trump", "multiplier")),))
    model, moment = played("bridge", facts, 6)
    assert model.view(moment, 0)["facts"] == ["contract: 7, diamonds"]
    before = model.view(model.begin(3), 0)
    assert "facts" not in before, "nothing has been bid"


def test_a_term_of_cards_that_a_seat_has_not_seen_is_not_said() -> None:
    facts = TableHints(facts=(TableFact("so far", ("card_total",)),))
    model, moment = played("skat", facts, 24)
    declarer = next(seat for label, seat in model.view(moment, 0)["roles"] if label == "declarer")
    values = dict(
        zip((x.name for x in model.labels.genome.lets), moment.position.quantities(), strict=True)
    )
    assert values["card_total"][0] > 0
    other = (declarer + 1) % 3
    assert "facts" not in model.view(moment, other), (
        "what lies in the skat is the declarer's secret"
    )


def test_counters_and_roles_are_shown_as_is_said() -> None:
    shown = TableHints(
        shown=(ShowHint("price", Shown.ALWAYS), ShowHint("on_ace", Shown.NEVER)),
    )
    model, moment = played("michigan", shown, 1)
    labels = [counter["label"] for counter in model.view(moment, 0).get("counters", [])]
    assert "price" in labels
    assert "number of chips on the ace of hearts" not in labels
    model, moment = played("bridge", TableHints(shown=(ShowHint("bidder", Shown.NEVER),)), 6)
    assert ["last bidder", 0] not in model.view(moment, 0).get("roles", [])


WRONG = [
    (TableHints(zones=(ZoneHint("nowhere"),)), "unknown-name"),
    (TableHints(zones=(ZoneHint("widow"), ZoneHint("widow"))), "duplicate-name"),
    (TableHints(zones=(ZoneHint("widow", place=TablePlace.FRONT),)), "hint-cannot-be-drawn"),
    (TableHints(zones=(ZoneHint("hand", row=1),)), "hint-cannot-be-drawn"),
    (TableHints(zones=(ZoneHint("widow", row=0),)), "hint-cannot-be-drawn"),
    (TableHints(zones=(ZoneHint("widow", over="widow"),)), "hint-cannot-be-drawn"),
    (TableHints(zones=(ZoneHint("widow", over="hand"),)), "hint-cannot-be-drawn"),
    (TableHints(shown=(ShowHint("nothing", Shown.NEVER),)), "unknown-name"),
    (TableHints(facts=(TableFact("chips", ()),)), "empty-list"),
    (TableHints(facts=(TableFact("chips", ("hand",)),)), "unknown-name"),
    (TableHints(facts=(TableFact("x" * 500, ("price",)),)), "too-large"),
    (TableHints(facts=(TableFact("a\nb", ("price",)),)), "unprintable-text"),
]


@pytest.mark.parametrize(("hints", "code"), WRONG)
def test_hints_that_no_table_can_follow_are_refused(hints: TableHints, code: str) -> None:
    wrong = replace(get_genome("michigan"), table=hints)
    assert code in {problem.code for problem in problems_of(wrong)}


def test_hints_of_what_is_gone_go_with_it() -> None:
    genome = get_genome("michigan")
    assert tidy(genome).table == genome.table
    lost = replace(genome, table=TableHints(zones=(ZoneHint("gone"),)))
    assert tidy(lost).table is None
