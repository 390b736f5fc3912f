"""What a seat could work out by itself is worked out right, and from nothing that it cannot see."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from darwindeck import get_genome, library_ids
from darwindeck.genome.schema import TrickPhase
from darwindeck.simulation import Game
from darwindeck.simulation.table import ONLOOKER
from darwindeck.simulation.view import View
from darwindeck.table.insight import Pot, pots
from darwindeck.table.model import TableModel
from tests.unit.table.test_model import model_of, moments

TRICKS = [
    genome_id
    for genome_id in library_ids()
    if any(isinstance(phase, TrickPhase) for phase in Game(get_genome(genome_id)).labels.phases)
]


# --- why not -------------------------------------------------------------------------------------


@pytest.mark.parametrize("genome_id", TRICKS)
def test_every_card_that_may_not_be_played_to_a_trick_has_a_reason(genome_id: str) -> None:
    model = model_of(genome_id)
    for moment in moments(model, 6):
        seat, table = moment.position.asked(), moment.table
        if seat is None or not isinstance(table.phase, TrickPhase):
            continue
        view = model.view(moment, seat)
        held = model.held(table, table.acting(seat))
        open_to = {move["face"] for move in view["moves"] if "face" in move}
        own = {move["pile"] for move in view["moves"] if "face" in move}
        if held is None or len(own) != 1:
            continue
        pile = next(pile for pile in view["piles"] if pile["id"] in own)
        assert bool(set(pile["faces"]) - open_to) == bool(view.get("why")), view.get("why")


def said(genome_id: str, seed: int = 0, most: int = 200) -> set[str]:
    model = model_of(genome_id)
    found: set[str] = set()
    for moment in moments(model, seed, most):
        seat = moment.position.asked()
        if seat is not None:
            found.update(model.view(moment, seat).get("why", ()))
    return found


def test_reasons_name_the_suit_the_card_and_the_rule() -> None:
    hearts = said("hearts")
    assert "You must lead the two of clubs." in hearts
    assert "Hearts may not be led before they are broken." in hearts
    assert "You must follow diamonds." in hearts
    klaverjas = said("klaverjas")
    assert any(text.startswith("You must follow spades and beat ") for text in klaverjas)
    assert any(text.startswith("You must play a trump that beats ") for text in klaverjas)
    assert said("durak") >= {"You may only play a card that beats the top card now."}
    assert "You may only play a trump now." in said("pidro")
    eights = said("crazy-eights", most=40)
    assert all("of the same rank as the top card or an eight" in text for text in eights)
    assert eights


def test_a_reason_is_that_of_whoever_is_asked() -> None:
    model = model_of("hearts")
    for moment in moments(model, 2):
        for seat in (*range(4), ONLOOKER):
            if seat not in tuple(moment.position.to_move()):
                assert "why" not in model.view(moment, seat)


# --- captures ------------------------------------------------------------------------------------


def test_a_card_takes_what_was_said_that_it_would() -> None:
    model = model_of("scopa")
    table = model.labels.zone_number["tableau"]
    seen = 0
    for moment in moments(model, 3, 80):
        seat = moment.position.asked()
        if seat is None:
            break
        place = next(place for place in moment.table.places if place.zone == table)
        for choice in model.choices(moment.table, seat):
            if "takes" not in choice.touch:
                continue
            after = moment.position.apply(seat, choice.code)
            gone = {rest[0] for kind, *rest in after.events() if kind == "card"}
            taken = sorted({model.face_of[card] for card in gone & set(place.cards)})
            assert choice.touch["takes"] == taken
            if "sum" in choice.touch:
                parts, total = choice.touch["sum"].split(" = ")
                assert sum(map(int, parts.split(" + "))) == int(total)
                seen += 1
    assert seen


# --- chips ---------------------------------------------------------------------------------------


def pots_of(staked: list[int], chips: list[int], out: list[int], dead: int = 0) -> list[Pot]:
    given = SimpleNamespace(staked=staked, chips=chips, out=out, pot=sum(staked) + dead)
    return pots(cast(View, given))


@pytest.mark.parametrize(
    ("staked", "chips", "out", "expected"),
    [
        ([50, 50, 50], [10, 10, 10], [], []),
        ([20, 60, 60], [0, 40, 40], [], [(60, (0, 1, 2)), (80, (1, 2))]),
        ([20, 60, 100], [0, 0, 0], [], [(60, (0, 1, 2)), (80, (1, 2)), (40, (2,))]),
        ([20, 60, 60, 30], [0, 40, 40, 0], [3], [(80, (0, 1, 2)), (90, (1, 2))]),
        ([20, 20, 10], [0, 0, 5], [2], []),
    ],
)
def test_the_pot_divides_where_somebody_has_no_more(
    staked: list[int], chips: list[int], out: list[int], expected: list[Any]
) -> None:
    found = pots_of(staked, chips, out)
    assert found == expected
    assert not found or sum(pot.chips for pot in found) == sum(staked)


def test_what_nobody_staked_by_name_is_part_of_the_first_pot() -> None:
    assert pots_of([20, 60, 60], [0, 40, 40], [], dead=6)[0] == Pot(66, (0, 1, 2))


@pytest.mark.parametrize("genome_id", ["draw-poker", "omaha", "texas-holdem", "seven-card-stud"])
def test_a_hand_is_called_by_its_name_to_whoever_sees_it(genome_id: str) -> None:
    model = model_of(genome_id)
    judged = model.game.genome.hand_evaluation
    assert judged is not None
    names = {pattern.name.lower() for pattern in judged.patterns}
    heard = set()
    for moment in moments(model, 5):
        if moment.position.over:
            break
        for seat in (*range(model.labels.players), ONLOOKER):
            called = model.view(moment, seat).get("hand_names", ())
            for whose, name in enumerate(called):
                assert not name or whose == seat, "no hand lies open before the end"
                heard.add(name.lower())
    assert heard - {""} <= names
    assert len(heard) > 2


def test_totals_count_aces_as_they_help() -> None:
    model = model_of("blackjack")
    worth = {str(rank): int(rank) for rank in range(2, 11)} | {"J": 10, "Q": 10, "K": 10}
    seen = 0
    for seed in range(12):
        for moment in moments(model, seed, 30):
            view = model.view(moment, 0)
            for whose, name in enumerate(view.get("hand_names", ())):
                piles = [p for p in view["piles"] if p.get("owner") == whose and p.get("faces")]
                ranks = [model.table["faces"][f]["rank"] for p in piles for f in p["faces"]]
                if name and "A" not in ranks:
                    assert int(name) == sum(worth[rank] for rank in ranks)
                elif name:
                    low = sum(worth.get(rank, 1) for rank in ranks)
                    assert int(name) == (low + 10 if low + 10 <= 21 else low)
                    seen += 1
    assert seen


# --- melds ---------------------------------------------------------------------------------------


def test_what_a_first_meld_lacks_is_told_until_it_is_there() -> None:
    model: TableModel = model_of("canasta")
    told = set()
    for seed in range(2):
        for moment in moments(model, seed, 150):
            seat = moment.position.asked()
            if seat is None:
                break
            lacks = model.view(moment, seat).get("first_meld")
            if lacks is not None:
                have, need = lacks
                assert have < need
                told.add(tuple(lacks))
    assert (0, 50) in told
    assert any(have for have, _ in told)
