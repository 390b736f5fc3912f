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
from darwindeck.simulation import Game, MatchLog, State
from darwindeck.table.apart import do
from darwindeck.table.model import Json, Moment, TableModel
from darwindeck.table.replay import replay, replay_of, standalone
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
    moments: list[Moment] = [model.begin(5)]
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
