"""What a table says to a seat: enough to play by, and nothing that is hidden."""

from __future__ import annotations

import gc
import json
from collections.abc import Iterator

import pytest

from darwindeck import get_genome, library_ids
from darwindeck.simulation import Game
from darwindeck.simulation.table import ONLOOKER
from darwindeck.table.describing import rules
from darwindeck.table.model import TableModel, TableMoment
from darwindeck.table.plain import plain
from tests.support.seeds import SCALE

KEYS = set(
    "seat to_move turn dealer hand over piles trick trump mode suit_in_force pot out roles picked "
    "declared reversed broken scores hand_scores tricks chips staked counters moves ask result id "
    "zone pile owner count faces known open kind text face to new index call values pass label of "
    "flag pattern source target amount amounts sorted at why first_meld pots hand_names takes "
    "may_take sum facts always".split()
)
"""Everything that a frame may hold: no seed, no code, no number of a card."""


def keys(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        yield from value
        for item in value.values():
            yield from keys(item)
    elif isinstance(value, list):
        for item in value:
            yield from keys(item)


def moments(model: TableModel, seed: int, most: int = 60) -> Iterator[TableMoment]:
    """A match between players who choose at random."""
    moment = model.begin(seed)
    for number in range(most):
        yield moment
        seat = moment.position.asked()
        if seat is None:
            return
        code = moment.position.choose(seat, "random", number)
        moment = moment.after(seat, code, model.labels.seats[seat])


def model_of(genome_id: str) -> TableModel:
    return TableModel(Game(get_genome(genome_id)))


# --- what can be done ----------------------------------------------------------------------------


@pytest.mark.parametrize("genome_id", library_ids())
def test_every_move_is_open_under_something_that_can_be_touched(genome_id: str) -> None:
    model = model_of(genome_id)
    for moment in moments(model, 3):
        seat = moment.position.asked()
        if seat is None:
            return
        view = model.view(moment, seat)
        lying = {pile["id"]: pile for pile in view["piles"]}
        assert view["ask"]
        assert len({move["text"] for move in view["moves"]}) == len(view["moves"])
        for move in view["moves"]:
            if "face" in move:
                pile = lying[move["pile"]]
                assert move["face"] in pile.get("faces", ()), move
                if "index" in move:
                    assert pile["faces"][move["index"]] == move["face"]
            if isinstance(move.get("to"), int):
                assert move["to"] in lying
        for choice in model.choices(moment.table, seat):
            moment.position.apply(seat, choice.code)


def test_equal_cards_are_one_move() -> None:
    model = model_of("pinochle")
    for moment in moments(model, 1, 40):
        seat = moment.position.asked()
        assert seat is not None
        cards = [m["face"] for m in model.view(moment, seat).get("moves", ()) if "face" in m]
        assert len(cards) == len(set(cards))
        assert not any("no." in m["text"] for m in model.view(moment, seat)["moves"])


def test_a_card_laid_out_and_its_twin_are_two_moves() -> None:
    model = model_of("bezique")
    told: set[str] = set()
    for seed in range(1, 12):
        for moment in moments(model, seed, 80):
            seat = moment.position.asked()
            moves = model.view(moment, seat).get("moves", ()) if seat is not None else ()
            told |= {m["text"].partition(" (")[2] for m in moves if "face" in m}
    assert told == {"", "laid out)", "from the hand)"}


def test_a_trick_is_shown_whole() -> None:
    model = model_of("hearts")
    found = [trick for moment in moments(model, 2) for trick in model.tricks(moment)]
    assert [trick["number"] for trick in found] == list(range(1, len(found) + 1))
    assert len(found) > 8
    for trick in found:
        assert sorted(seat for seat, _ in trick["cards"]) == [0, 1, 2, 3]
        assert trick["winner"] in range(4)


def test_calls_say_what_they_name() -> None:
    model = model_of("bridge")
    moment = next(moments(model, 1))
    seat = moment.position.asked()
    assert seat is not None
    bids = [move for move in model.view(moment, seat)["moves"] if move.get("values")]
    assert len(bids) == 35
    assert {value[0] for value in bids[0]["values"]} == {"number", "suit"}


@pytest.mark.parametrize("genome_id", library_ids())
def test_the_rules_tell_of_what_is_asked(genome_id: str) -> None:
    model = model_of(genome_id)
    told = set(places(rules(model.game.genome)))
    for moment in moments(model, 4, 30):
        seat = moment.position.asked()
        if seat is None:
            return
        at = model.view(moment, seat)["at"]
        around = [at.rsplit("/", n)[0] if n else at for n in range(at.count("/") + 1)]
        assert told & set(around), at


def places(value: object) -> Iterator[str]:
    """Every phase that a rulebook tells of."""
    if isinstance(value, dict):
        yield from value.get("at", ())
        value = list(value.values())
    if isinstance(value, list):
        for item in value:
            yield from places(item)


# --- what is hidden ------------------------------------------------------------------------------


@pytest.mark.parametrize("genome_id", library_ids())
def test_frames_hold_nothing_but_what_they_may(genome_id: str) -> None:
    model = model_of(genome_id)
    for moment in moments(model, 5, 25):
        for seat in (*range(len(model.labels.seats)), ONLOOKER):
            frame = [model.view(moment, seat), model.events(moment, seat)]
            assert set(keys(frame)) <= KEYS
            json.dumps(frame, allow_nan=False)


def test_an_onlooker_sees_what_everybody_sees() -> None:
    model = model_of("hearts")
    for moment in moments(model, 4, 30):
        view = model.view(moment, ONLOOKER)
        assert view["seat"] is None
        assert "moves" not in view
        assert all("faces" not in pile and "known" not in pile for pile in view["piles"])
        assert view["trick"] == model.view(moment, 0)["trick"]
        passed = [e for e in model.events(moment, ONLOOKER) if e["kind"] == "card"]
        trick = {len(moment.table.places) - 1}
        for event in passed:
            if not {event["source"], event["target"]} & trick:
                assert event["faces"] == []


def test_what_cannot_be_seen_is_shown_as_a_mark() -> None:
    assert plain("Queen of spades") == "Queen of spades"
    assert plain("\u202egnol\x1b[2J\u200b") == "\ufffdgnol\ufffd[2J\ufffd"
    assert plain("x" * 10_000, 80) == "x" * 79 + "…"


def test_a_hand_is_sorted_by_what_its_cards_count_as() -> None:
    """The left bower is held among the trumps, which are held last."""
    model = model_of("euchre")
    left = {"spades": "J♣", "clubs": "J♠", "hearts": "J♦", "diamonds": "J♥"}
    symbol = {"spades": "♠", "clubs": "♣", "hearts": "♥", "diamonds": "♦"}
    promoted = 0
    for seed in range(8):
        for moment in moments(model, seed, 14):
            view = model.view(moment, 0)
            hand = next((pile for pile in view["piles"] if pile.get("sorted")), None)
            if hand is None or "trump" not in view:
                continue
            names = [model.table["faces"][face]["name"] for face in hand["sorted"]]
            assert sorted(hand["sorted"]) == hand["faces"]
            bower = left[view["trump"]]
            trumps = {name for name in names if name == bower or symbol[view["trump"]] in name}
            assert set(names[len(names) - len(trumps) :]) == trumps
            promoted += bower in trumps
    assert promoted


@pytest.mark.parametrize("genome_id", library_ids()[:: 1 if SCALE > 1 else 5])
def test_a_move_leaves_nothing_behind_that_has_to_be_looked_for(genome_id: str) -> None:
    """Cycles of objects make a server stop now and then to find them: all tables wait meanwhile."""
    model = model_of(genome_id)

    def play(seed: int) -> None:
        for moment in moments(model, seed, 12):
            for seat in (*range(model.labels.players), ONLOOKER):
                model.heard(moment, seat)
                model.seen(moment, seat)
            model.tricks(moment)

    play(1)  # What is worked out once is kept.
    gc.collect()
    gc.disable()
    try:
        play(2)
        assert gc.collect() == 0
    finally:
        gc.enable()


@pytest.mark.parametrize(
    "genome_id", [name for name in library_ids() if get_genome(name).player_count == 1]
)
def test_every_card_of_the_columns_that_a_lone_player_builds_on_can_be_read(genome_id: str) -> None:
    model = model_of(genome_id)
    zones = model.table["zones"]
    moment = model.begin(3)
    piles = model.view(moment, 0)["piles"]
    built_on = {
        piles[move.touch["to"]]["zone"]
        for move in model.choices(moment.table, 0)
        if move.touch["kind"] == "build"
    }
    covered = {
        pile["zone"] for pile in piles if sum(face >= 0 for face in pile.get("faces", ())) > 1
    }
    assert all(zones[zone]["form"] == "column" for zone in built_on & covered)
