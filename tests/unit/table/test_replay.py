"""A match that is over can be seen again, as everybody saw it; one that goes on cannot."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from darwindeck import get_genome, library_ids
from darwindeck.oracles.baloot.made_up import made_up_match
from darwindeck.simulation import Game, MatchLog, State
from darwindeck.table.apart import do
from darwindeck.table.model import Json, TableModel, TableMoment
from darwindeck.table.replay import replay, replay_of, replay_of_round, standalone
from tests.oracles.bridge.boards import Board
from tests.support.seeds import SCALE
from tests.support.tables import client_of, opened

MOVES = round(60 * max(1.0, SCALE))


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with client_of(tmp_path / "tables.sqlite") as client:
        yield client


def played(genome_id: str, most: int = MOVES) -> State:
    state = Game(get_genome(genome_id)).deal(5)
    for number in range(most):
        if state.asked is None:
            break
        state = state.apply(state.choose("random", seed=number))
    return state


def views(data: Json) -> Iterator[Json]:
    """Every moment of a replay, put together from what changed."""
    view: Json = {"piles": {}}
    for frame in data["frames"]:
        for key, value in frame["view"].items():
            if key == "piles":
                view = {**view, "piles": {**view["piles"], **value}}
            else:
                view = {**view, key: value}
        view["piles"] = {key: pile for key, pile in view["piles"].items() if pile is not None}
        yield view


@pytest.mark.parametrize("genome_id", library_ids())
def test_every_seat_sees_again_what_it_saw(genome_id: str) -> None:
    state = played(genome_id)
    log = MatchLog.of(state)
    model = TableModel(log.game)
    moment = model.begin(5)
    moves = iter(log.moves)
    for view in views(replay_of(log)):
        for seat in range(model.labels.players):
            saw = model.view(moment, seat)
            assert {str(pile["id"]) for pile in saw["piles"]} == view["piles"].keys()
            for pile in saw["piles"]:
                _compare(pile, view["piles"][str(pile["id"])], seat)
            assert saw["trick"] == (view.get("trick") or [])
            assert saw["over"] == view["over"]
        made = next(moves, None)
        if made is not None:
            moment = moment.after(*made, "")


def _compare(pile: Json, shown: Json, seat: int) -> None:
    seen = [mask >> seat & 1 for mask in shown["seen"]]
    faces = [face for face, sees in zip(shown["faces"], seen, strict=True) if sees]
    assert sorted(faces) == sorted(face for face in pile.get("faces", ()) if face >= 0)
    assert len(shown["faces"]) == len(pile.get("faces", ())) or pile.get("count", 0)


def test_a_seat_hears_again_what_it_heard() -> None:
    state = played("hearts", 20)
    model = TableModel(state.game)
    moments: list[TableMoment] = [model.begin(5)]
    for made in MatchLog.of(state).moves:
        moments.append(moments[-1].after(*made, model.labels.seats[made.seat]))
    frames = replay_of(MatchLog.of(state))["frames"]
    for moment, frame in zip(moments, frames, strict=True):
        for seat in range(4):
            heard = frame.get("heard", {}).get(str(seat), frame["events"])
            assert heard == model.events(moment, seat)


def test_a_match_is_seen_again_only_when_it_is_over(client: TestClient) -> None:
    going = opened(client, "hearts")
    said = json.dumps({"secret": going["seats"][0]})
    assert client.post(f"/api/tables/{going['table']}/replay", content=said).status_code == 409
    over = opened(client, "war")
    where = f"/api/tables/{over['table']}/replay"
    wrongs: list[Any] = [{}, [], {"secret": 3}, {"secret": going["seats"][0]}]
    for wrong in wrongs:
        assert client.post(where, content=json.dumps(wrong)).status_code == 404
    for secret in (over["seats"][0], over["watch"]):
        answer = client.post(where, content=json.dumps({"secret": secret}))
        assert answer.status_code == 200
        assert answer.json()["frames"][-1]["view"]["result"]


def test_a_log_is_shown_in_notation_or_as_it_was_saved(client: TestClient) -> None:
    log = MatchLog.of(played("scopa", 12))
    for text in (log.to_text(), log.to_json()):
        answer = client.post("/api/replays", content=text.encode())
        assert answer.status_code == 200, answer.text
        assert len(answer.json()["frames"]) == 13
    for nonsense in (b"", b"{}", b"hearts\n1. x", b"\xff\xfe"):
        verdict = do("show", nonsense)
        assert verdict.made is None
        assert verdict.problems


def test_too_many_moves_are_refused() -> None:
    model = TableModel(Game(get_genome("hearts")))
    with pytest.raises(ValueError, match="20,001 moves"):
        replay(model, model.begin(1), [(0, 0)] * 20_001)


def test_a_page_of_its_own_is_whole_and_obeys_no_name() -> None:
    genome = replace(get_genome("scopa"), name="</script><script>alert(1)</script>")
    state = Game(genome).deal(1)
    page = standalone(replay_of(MatchLog.of(state)))
    assert page.count("<script") == page.count("</script>") == 3
    assert "alert(1)" in page
    found = re.search(r'id="replay">(.*?)</script>', page)
    assert found is not None
    assert json.loads(found[1])["table"]["name"] == genome.name
    asked = set(re.findall(r'from\s*"([^"]+)"', page))
    assert not asked, "imports stand in the encoded modules alone"
    assert "http://" not in page.replace("http://www.w3.org", "")


# --- rounds of archives --------------------------------------------------------------------------

HAND = b"""
variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [5, 10, 0]
min_bet = 10
starting_stacks = [1000, 1000, 1000]
actions = ['d dh p1 AcAd', 'd dh p2 ????', 'd dh p3 KcKd', 'p3 cbr 30', 'p1 cbr 90', 'p2 f', 'p3 f']
finishing_stacks = [1040, 990, 970]
"""


def texts(shown: Json) -> list[str]:
    """What was decided, in words."""
    told = (event for frame in shown["frames"] for event in frame["events"])
    return [event["text"] for event in told if event["kind"] == "decision"]


def test_a_deal_of_bridge_is_seen_again_call_by_call_and_card_by_card() -> None:
    boards = [Board(3), Board(4)]
    file = "".join(board.text() for board in boards).encode()
    for number, board in enumerate(boards):
        shown = replay_of_round(file, "deals.pbn", number)
        assert shown["round"] == {"number": number, "of": 2, "stopped": ""}
        assert len(texts(shown)) == len(board.calls) + 52
        assert len([trick for f in shown["frames"] for trick in f.get("tricks", ())]) == 13
    assert len(texts(replay_of_round(boards[0].lin().encode(), "deal.lin", 0))) > 52
    with pytest.raises(ValueError, match="no round 3"):
        replay_of_round(file, "deals.pbn", 2)


def test_a_deal_is_seen_up_to_what_the_rules_forbid() -> None:
    board = Board(5)
    # Somebody plays a card that they do not hold.
    board.rows[2] = board.rows[0]
    shown = replay_of_round(board.text().encode(), "deal.pbn", 0)
    assert "against the rules" in shown["round"]["stopped"]
    assert len(board.calls) + 8 <= len(texts(shown)) < len(board.calls) + 12


def test_a_hand_of_cards_and_chips_is_seen_again() -> None:
    shown = replay_of_round(HAND, "hand.phh", 0)
    said = [text.partition(": ")[2] for text in texts(shown)]
    assert said == ["raise by 20", "raise by 60", "fold", "fold"]
    assert shown["frames"][-1]["view"]["over"]


def test_rounds_of_a_match_are_seen_again_with_their_auctions() -> None:
    match = json.dumps(made_up_match(1, "greedy", {})).encode()
    shown = replay_of_round(match, "match.json", 0)
    assert shown["round"]["stopped"] == ""
    assert len([trick for f in shown["frames"] for trick in f.get("tricks", ())]) == 8
    assert shown["round"]["of"] > 1


def test_what_is_no_archive_is_told_apart(client: TestClient) -> None:
    file = Board(3).text().encode()
    answer = client.post("/api/replays?name=deal.pbn&round=0", content=file)
    assert answer.status_code == 200, answer.text
    assert answer.json()["round"]["of"] == 1
    for name, number in (("deal.pbn", "7"), ("deal.pbn", "-1"), ("x.phh", "0"), ("deal.txt", "0")):
        answer = client.post(f"/api/replays?name={name}&round={number}", content=file)
        assert answer.status_code == 400
        assert answer.json()["error"]
