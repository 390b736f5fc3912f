"""The server of tables: who may come in, what they may do, what they are sent."""

from __future__ import annotations

import json
import os
import re
import signal
import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from darwindeck import get_genome
from darwindeck._core import schooling
from darwindeck.genome.checked import check
from darwindeck.genome.codec import to_json
from darwindeck.ratings import read_ratings
from darwindeck.table import server
from darwindeck.table.apart import do
from darwindeck.table.party import hashed
from darwindeck.table.room import LEVELS
from darwindeck.table.server import hosts_of, make_app
from darwindeck.table.store import Store
from tests.support.tables import HOST, ORIGIN, Seat, client_of, opened

FOUR_PERSONS = [{"kind": "person"}] * 4


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with client_of(tmp_path / "tables.sqlite") as client:
        yield client


def socket(client: TestClient, table: str) -> WebSocketTestSession:
    return client.websocket_connect(at(table), headers={"Origin": ORIGIN})


def at(table: str) -> str:
    return f"ws://{HOST}/ws/{table}"


def closed(session: WebSocketTestSession) -> int:
    """The code with which a socket is closed."""
    while True:
        try:
            session.receive_text()
        except WebSocketDisconnect as found:
            return found.code


# --- playing -------------------------------------------------------------------------------------


@pytest.mark.parametrize("genome_id", ["hearts", "uno", "canasta", "scopa", "blackjack"])
def test_a_person_plays_against_computers(client: TestClient, genome_id: str) -> None:
    made = opened(client, genome_id)
    with socket(client, made["table"]) as session:
        seat = Seat(session, made["seats"][0])
        frame = seat.until_asked()
        for _ in range(20):
            if frame["view"]["over"]:
                break
            assert frame["view"]["seat"] == 0
            seat.move(frame)
            frame = seat.until_asked(seat.hear("step", "snapshot"))
    numbers = [frame["seq"] for frame in seat.frames if "seq" in frame]
    assert numbers == list(range(1, len(numbers) + 1))


def test_a_bet_is_made_of_the_amount_that_is_said(client: TestClient) -> None:
    made = opened(client, "texas-holdem")
    with socket(client, made["table"]) as session:
        seat = Seat(session, made["seats"][0])
        frame = seat.until_asked()
        while not any("amounts" in move for move in frame["view"]["moves"]):
            kinds = [move["kind"] for move in frame["view"]["moves"]]
            seat.move(frame, kinds.index("fold" if "fold" in kinds else "check"))
            frame = seat.until_asked(seat.hear("step", "snapshot"))
        moves = frame["view"]["moves"]
        number = next(n for n, move in enumerate(moves) if "amounts" in move)
        low, high = moves[number]["amounts"]
        for wrong in (low - 1, high + 1, "all"):
            seat.say({"t": "move", "seq": frame["seq"], "move": number, "amount": wrong})
            frame = seat.hear("snapshot")
            assert frame["view"]["moves"] == moves
        said = {"t": "move", "seq": frame["seq"], "move": number, "amount": low + 1}
        seat.say(said)
        told = seat.hear("step")["events"]
    assert any(f"{moves[number]['text']} {low + 1}" in event["text"] for event in told)


def test_a_game_without_decisions_is_over_at_once(client: TestClient) -> None:
    made = opened(client, "war")
    with socket(client, made["table"]) as session:
        frame = Seat(session, made["seats"][0]).hear("snapshot")
    assert frame["view"]["over"]
    assert frame["view"]["result"]
    assert len(frame["events"]) > 100


def test_nothing_is_sent_to_whom_nothing_has_changed(client: TestClient) -> None:
    """Who passes which card is seen by nobody else, nor how many have been picked."""
    made = opened(client, "hearts", seats=FOUR_PERSONS)
    with socket(client, made["table"]) as one, socket(client, made["table"]) as other:
        south, west = Seat(one, made["seats"][0]), Seat(other, made["seats"][1])
        frame = south.hear("snapshot")
        west.hear("snapshot")
        for _ in range(2):
            south.move(frame)
            frame = south.hear("step")
        west.say({"t": "move", "seq": -1, "move": 0})
        assert west.hear("step", "snapshot")["t"] == "snapshot"


def test_a_move_counts_although_somebody_else_has_moved_meanwhile(client: TestClient) -> None:
    """But only once, and only as long as the same moves are open."""
    made = opened(client, "hearts", seats=FOUR_PERSONS)
    with socket(client, made["table"]) as one, socket(client, made["table"]) as other:
        south, west = Seat(one, made["seats"][0]), Seat(other, made["seats"][1])
        first = south.hear("snapshot")
        frame = west.hear("snapshot")
        for _ in range(3):
            west.move(frame)
            frame = west.hear("step")
        seen = south.hear("step")
        assert seen["view"]["moves"] == first["view"]["moves"]
        south.move(first)
        assert south.hear("step", "snapshot")["t"] == "step"
        south.move(first)
        assert south.hear("step", "snapshot")["t"] == "snapshot"


def test_undo_goes_back_to_the_last_decision(client: TestClient) -> None:
    made = opened(client, "hearts")
    with socket(client, made["table"]) as session:
        seat = Seat(session, made["seats"][0])
        first = seat.until_asked()
        seat.move(first)
        seat.until_asked(seat.hear("step", "snapshot"))
        seat.say({"t": "undo"})
        again = seat.hear("snapshot")
    # The others may have answered before or after: they stay where they were.
    first["view"].pop("to_move"), again["view"].pop("to_move")
    assert again["view"] == first["view"]


def test_among_persons_nothing_is_undone(client: TestClient) -> None:
    made = opened(client, "hearts", seats=FOUR_PERSONS)
    with socket(client, made["table"]) as session:
        seat = Seat(session, made["seats"][0])
        frame = seat.hear("snapshot")
        seat.move(frame)
        seat.hear("step")
        seat.say({"t": "undo"})
        seat.say({"t": "move", "seq": 0, "move": 0})
        assert seat.hear("snapshot", "step")["view"]["picked"]


def test_a_hint_is_one_of_the_moves(client: TestClient) -> None:
    made = opened(client, "hearts")
    with socket(client, made["table"]) as session:
        seat = Seat(session, made["seats"][0])
        frame = seat.until_asked()
        seat.say({"t": "hint"})
        hint = seat.hear("hint")
    last = [frame for frame in seat.frames if "view" in frame][-1]
    assert hint["seq"] == last["seq"]
    assert last["view"]["moves"] == frame["view"]["moves"]
    assert 1 <= len(hint["moves"]) <= 3
    assert hint["why"].endswith(".")
    for item in hint["moves"]:
        words = frame["view"]["moves"][item["move"]]["text"]
        assert item["text"].lower().startswith(words.lower())


def test_an_open_seat_is_taken_once(client: TestClient) -> None:
    seats = [{"kind": "person"}, {"kind": "open"}, {"kind": "computer", "level": "easy"}]
    made = opened(client, "hearts", seats=[*seats, {"kind": "computer"}])
    said = json.dumps({"secret": made["watch"], "seat": 1, "name": "Ann"})
    first = client.post(f"/api/tables/{made['table']}/sit", content=said)
    assert first.status_code == 200
    assert client.post(f"/api/tables/{made['table']}/sit", content=said).status_code == 409
    with socket(client, made["table"]) as session:
        seat = Seat(session, first.json()["secret"])
        assert seat.hear("people")["seats"][1]["name"] == "Ann"
        assert seat.hear("snapshot")["view"]["seat"] == 1


def test_onlookers_see_and_cannot_act(client: TestClient) -> None:
    made = opened(client, "hearts", seats=FOUR_PERSONS)
    with socket(client, made["table"]) as one, socket(client, made["table"]) as other:
        seat, onlooker = Seat(one, made["seats"][0]), Seat(other, made["watch"])
        frame, seen = seat.hear("snapshot"), onlooker.hear("snapshot")
        assert seen["view"]["seat"] is None
        assert all("faces" not in pile for pile in seen["view"]["piles"])
        onlooker.move(seen)
        onlooker.say({"t": "undo"})
        seat.move(frame)
        assert seat.hear("step")["seq"] == frame["seq"] + 1


def test_a_computer_plays_for_somebody_who_is_away(tmp_path: Path) -> None:
    seats = [{"kind": "person"}, {"kind": "person"}]
    with client_of(tmp_path / "tables.sqlite", patience=0.0) as client:
        made = opened(client, "briscola", seats=seats)
        with socket(client, made["table"]) as one:
            south = Seat(one, made["seats"][0])
            assert south.hear("people")["seats"][1]["may_stand_in"]
            south.say({"t": "stand in", "seat": 0})
            south.say({"t": "stand in", "seat": "1"})
            south.say({"t": "stand in", "seat": 1})
            assert south.hear("people")["seats"][1]["stood_in"]
            for _ in range(3):
                south.move(south.until_asked())
            south.until_asked()
            with socket(client, made["table"]) as other:
                Seat(other, made["seats"][1]).hear("snapshot")
                assert not south.hear("people")["seats"][1]["stood_in"]


def test_nobody_who_has_just_left_is_replaced(client: TestClient) -> None:
    made = opened(client, "briscola", seats=[{"kind": "person"}, {"kind": "person"}])
    with socket(client, made["table"]) as one:
        south = Seat(one, made["seats"][0])
        south.say({"t": "stand in", "seat": 1})
        south.say({"t": "move", "seq": -1, "move": 0})
        south.hear("snapshot")
        south.hear("snapshot")
    assert not any(
        seat["stood_in"] or seat["may_stand_in"]
        for frame in south.frames
        if frame["t"] == "people"
        for seat in frame["seats"]
    )


def test_what_was_called_is_told_to_whoever_comes_back(client: TestClient) -> None:
    made = opened(client, "bridge")
    with socket(client, made["table"]) as session:
        seat = Seat(session, made["seats"][0])
        seat.move(seat.until_asked())
        seat.until_asked(seat.hear("step"))
    with socket(client, made["table"]) as session:
        calls = Seat(session, made["seats"][0]).hear("snapshot")["calls"]
    heard = [e for f in seat.frames for e in f.get("events", ()) if e.get("call")]
    assert [seat for seat, _ in calls][-4:] == [event["seat"] for event in heard][-4:]
    assert all(words for _, words in calls)


def test_a_link_becomes_a_qr_code(client: TestClient) -> None:
    answer = client.post("/api/qr", content=json.dumps({"text": f"{ORIGIN}/#/table/1/2"}))
    assert answer.json()["image"].startswith("data:image/svg+xml")
    wrongs: list[Any] = [{}, [], {"text": ""}, {"text": 7}, {"text": "x" * 301}]
    for wrong in wrongs:
        assert client.post("/api/qr", content=json.dumps(wrong)).status_code == 400


def test_friends_are_told_an_address_that_they_can_reach(tmp_path: Path) -> None:
    with client_of(tmp_path / "one.sqlite") as client:
        assert client.get("/api/here").json() == {"origin": None}
    app = make_app(Store(tmp_path / "two.sqlite"), hosts_of(["127.0.0.1", "192.168.7.3"], 8642))
    with TestClient(app, base_url=ORIGIN, headers={"Origin": ORIGIN}) as client:
        assert client.get("/api/here").json() == {"origin": "http://192.168.7.3:8642"}


def test_the_page_offers_the_levels_there_are() -> None:
    page = (server.PAGE / "app.js").read_text("utf-8")
    found = re.search(r"const LEVELS = (\[.*?\]);", page)
    assert found is not None
    assert json.loads(found[1]) == list(LEVELS)
    for level in LEVELS:
        assert schooling(level), "a level is a player of the core"


def test_computers_wait_until_the_last_hand_has_been_looked_at(client: TestClient) -> None:
    """Whoever is there is waited for, and what they are waited for is told."""
    made = opened(client, "simple-poker")
    with socket(client, made["table"]) as one:
        seat = Seat(one, made["seats"][0], hasty=False)
        frame = seat.until_asked()
        while not any(event["kind"] == "hand_over" for event in frame.get("events", ())):
            fold = [m["kind"] for m in frame["view"].get("moves", ())]
            if "fold" in fold:
                seat.move(frame, fold.index("fold"))
            elif fold:
                seat.move(frame)
            frame = seat.hear("step")
        assert seat.hear("people")["reading"] == [0]
        seat.say({"t": "move", "seq": -1, "move": 0})
        still = seat.hear("step", "snapshot")
        assert still["t"] == "snapshot", "nothing goes on"
        if "moves" not in still["view"]:
            seat.say({"t": "ready"})
            assert seat.hear("people")["reading"] == []
            seat.hear("step")


def test_a_game_is_rated_once_by_each_who_has_played_it(client: TestClient, tmp_path: Path) -> None:
    made = opened(client, "war", seats=[{"kind": "person"}, {"kind": "person"}])

    def rate(secret: str, **said: Any) -> Any:
        content = json.dumps({"secret": secret, **said})
        return client.post(f"/api/tables/{made['table']}/rating", content=content)

    assert rate("x" * 22, rating=7).status_code == 404
    assert rate(made["watch"], rating=7).status_code == 403
    for wrong in (0, 11, "7", None, True, 7.5):
        assert rate(made["seats"][0], rating=wrong).status_code == 400
    assert rate(made["seats"][0], rating=7, again=True, line="two \n lines").status_code == 201
    assert rate(made["seats"][0], rating=9).status_code == 409
    assert rate(made["seats"][1], rating=3, again=False).status_code == 201
    kept = read_ratings(tmp_path / "ratings.jsonl").of(check(get_genome("war")).key)
    assert [(r.rating, r.again, r.line) for r in kept] == [(7, True, "two lines"), (3, False, "")]


def test_the_worth_of_a_game_is_measured_when_somebody_wants_to_know(client: TestClient) -> None:
    answer = client.post("/api/games/scopa/worth", content="{}")
    assert answer.status_code == 200, answer.text
    found = answer.json()
    assert 0 < found["score"] < 1
    assert found["sentence"]
    assert all(0 <= part["value"] <= 1 and part["why"] for part in found["parts"])
    assert client.post("/api/games/no-such/worth", content="{}").status_code == 404
    assert client.post("/api/games/scopa/worth", content="[1]").status_code == 400


def test_a_list_of_games_tells_how_long_a_hand_is_and_shows_some_cards(client: TestClient) -> None:
    games = {game["game"]: game for game in client.get("/api/games").json()}
    for game in games.values():
        assert game["minutes"] >= 1
        assert len(game["fan"]) == 3
        assert all(-1 <= face["suit"] < len(game["suits"]) for face in game["fan"])
    assert games["schnapsen"]["minutes"] < games["canasta"]["minutes"]


def test_a_match_that_goes_on_is_not_rated(client: TestClient, tmp_path: Path) -> None:
    made = opened(client, "hearts")
    said = json.dumps({"secret": made["seats"][0], "rating": 7})
    assert client.post(f"/api/tables/{made['table']}/rating", content=said).status_code == 409
    assert not (tmp_path / "ratings.jsonl").exists()


# --- who may come in -----------------------------------------------------------------------------


def test_a_wrong_secret_opens_nothing(client: TestClient) -> None:
    made = opened(client, "hearts", seats=FOUR_PERSONS)
    other = opened(client, "hearts")
    wrong: list[Any] = ["", "x" * 22, made["table"], other["seats"][0], None]
    for secret in wrong:
        with socket(client, made["table"]) as session:
            Seat(session, secret)
            assert closed(session) == 4401
    with socket(client, made["table"]) as session:
        Seat(session, made["seats"][0])
        assert closed(session) == 4429, "after five wrong ones an address has to wait"


def test_a_table_that_is_not_there_answers_like_a_wrong_secret(client: TestClient) -> None:
    with socket(client, "0" * 16) as session:
        Seat(session, "x" * 22)
        assert closed(session) == 4401


def test_secrets_have_128_bits_and_are_kept_as_hashes(client: TestClient, tmp_path: Path) -> None:
    made = opened(client, "hearts", seats=FOUR_PERSONS)
    every = [*made["seats"], made["watch"]]
    assert len(set(every)) == 5
    assert all(len(secret) >= 22 for secret in every)
    kept = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert all(secret.encode() not in kept for secret in every)
    assert hashed(every[0]) in kept


def test_a_second_window_takes_the_seat_over(client: TestClient) -> None:
    made = opened(client, "hearts")
    with socket(client, made["table"]) as one, socket(client, made["table"]) as other:
        Seat(one, made["seats"][0]).hear("snapshot")
        Seat(other, made["seats"][0]).hear("snapshot")
        assert closed(one) == 4409


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Host": "evil.example"}, 421),
        ({"Host": "127.0.0.1:8642.evil.example"}, 421),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "http://127.0.0.1:8643"}, 403),
    ],
)
def test_strangers_are_turned_away(
    client: TestClient, headers: dict[str, str], status: int
) -> None:
    assert client.get("/api/games", headers=headers).status_code == status
    assert client.post("/api/tables", content="{}", headers=headers).status_code == status
    made = opened(client, "hearts")
    with (
        pytest.raises(WebSocketDisconnect),
        client.websocket_connect(at(made["table"]), headers={"Origin": ORIGIN, **headers}),
    ):
        pass


def test_a_socket_without_origin_is_turned_away(client: TestClient) -> None:
    made = opened(client, "hearts")
    del client.headers["Origin"]
    with pytest.raises(WebSocketDisconnect), client.websocket_connect(at(made["table"])):
        pass
    assert client.post("/api/tables", content="{}").status_code == 403


def test_pages_carry_a_strict_policy(client: TestClient) -> None:
    for path in ("/", "/page/app.js", "/api/games"):
        headers = client.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "script-src 'self';" in policy
        assert "unsafe" not in policy
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["x-content-type-options"] == "nosniff"
    page = client.get("/").text
    assert "<script>" not in page
    assert "style=" not in page
    assert "http:" not in page


def test_only_pages_lie_under_page(client: TestClient) -> None:
    for path in ("/page/../server.py", "/page/%2e%2e/server.py", "/page/..%2fserver.py", "/docs"):
        assert client.get(path).status_code == 404


# --- what makes no sense -------------------------------------------------------------------------


def test_moves_that_are_not_offered_change_nothing(client: TestClient) -> None:
    made = opened(client, "hearts", seats=FOUR_PERSONS)
    with socket(client, made["table"]) as session:
        seat = Seat(session, made["seats"][0])
        frame = seat.hear("snapshot")
        odd: list[Any] = [-1, 13, 2**70, "0", None, True, 0.0, [0], {"move": 0}]
        for number in odd:
            seat.say({"t": "move", "seq": frame["seq"], "move": number})
            again = seat.hear("step", "snapshot")
            assert again["t"] == "snapshot"
            assert again["view"] == frame["view"]
            frame = again


def test_a_move_counts_once(client: TestClient) -> None:
    made = opened(client, "hearts", seats=FOUR_PERSONS)
    with socket(client, made["table"]) as session:
        seat = Seat(session, made["seats"][0])
        frame = seat.hear("snapshot")
        seat.move(frame)
        seat.move(frame)
        assert len(seat.hear("step")["view"]["picked"]) == 1
        assert len(seat.hear("snapshot")["view"]["picked"]) == 1


def test_nobody_moves_out_of_turn(client: TestClient) -> None:
    made = opened(client, "oh-hell", seats=FOUR_PERSONS)
    for secret in made["seats"]:
        with socket(client, made["table"]) as session:
            seat = Seat(session, secret)
            frame = seat.hear("snapshot")
            if "moves" not in frame["view"]:
                seat.move(frame)
                assert seat.hear("step", "snapshot")["view"] == frame["view"]


@pytest.mark.parametrize(
    "text", ["", "[]", "null", "{", '"move"', "[" * 3000, '{"t": []}', '{"t": "move"}', "9" * 4000]
)
def test_messages_that_make_no_sense_do_no_harm(client: TestClient, text: str) -> None:
    made = opened(client, "hearts", seats=FOUR_PERSONS)
    with socket(client, made["table"]) as session:
        seat = Seat(session, made["seats"][0])
        frame = seat.hear("snapshot")
        session.send_text(text)
        seat.say({"t": "move", "seq": 0, "move": 0})
        assert seat.hear("snapshot")["view"] == frame["view"]


def test_a_flood_is_cut_off(client: TestClient) -> None:
    made = opened(client, "hearts", seats=FOUR_PERSONS)
    with socket(client, made["table"]) as session:
        seat = Seat(session, made["seats"][0])
        for _ in range(200):
            seat.say({"t": "nothing"})
        assert closed(session) == 4429


def test_large_bodies_and_many_requests_are_turned_away(client: TestClient) -> None:
    assert client.post("/api/games", content=b"x" * 400_001).status_code == 413
    answers = [client.post("/api/tables", content="{}").status_code for _ in range(80)]
    assert answers[0] == 400
    assert answers[-1] == 429


@pytest.mark.parametrize(
    "said",
    [
        [],
        {"game": 7},
        {"game": "../../etc/passwd"},
        {"game": "hearts", "seats": []},
        {"game": "hearts", "seats": [{"kind": "person"}] * 5},
        {"game": "hearts", "seats": [{"kind": "ghost"}] * 4},
        {"game": "hearts", "seats": [{"kind": "computer", "level": "mc:9999999"}] * 4},
        {"game": "hearts", "options": {"no": "such"}},
        {"game": "hearts", "options": [1]},
    ],
)
def test_tables_that_make_no_sense_are_not_opened(client: TestClient, said: object) -> None:
    answer = client.post("/api/tables", content=json.dumps(said))
    assert answer.status_code in (400, 404)
    assert answer.json()["error"]


# --- names and games from outside ----------------------------------------------------------------

MARKUP = "<script>alert(1)</script><img src=x onerror=alert(1)>'\"`"
HOSTILE = f"{MARKUP}\u202e\x1b[2J\u200b"


def test_hostile_names_become_plain_text(client: TestClient) -> None:
    genome = json.loads(to_json(get_genome("uno")))
    genome["name"] = HOSTILE
    assert client.post("/api/games", content=json.dumps(genome)).status_code == 400
    genome["name"] = MARKUP
    brought = client.post("/api/games", content=json.dumps(genome))
    assert brought.status_code == 201, brought.text
    seats = [{"kind": "person", "name": HOSTILE[::-1] * 50}, *[{"kind": "computer"}] * 3]
    made = opened(client, brought.json()["game"], seats=seats)
    with socket(client, made["table"]) as session:
        seat = Seat(session, made["seats"][0])
        seat.until_asked()
    texts = [client.get("/api/games").text, *map(json.dumps, seat.frames)]
    people = next(frame for frame in seat.frames if frame["t"] == "people")
    assert len(people["seats"][0]["name"]) <= 40
    for text in texts:
        assert not {"\u202e", "\x1b", "\u200b"} & set(
            json.dumps(json.loads(text), ensure_ascii=False)
        )


def test_a_game_that_is_not_valid_is_not_kept(client: TestClient, tmp_path: Path) -> None:
    for content in (b"{}", b"[1", b"\xff", b'{"genome_id": "x"}'):
        answer = client.post("/api/games", content=content)
        assert answer.status_code == 400
        assert answer.json()["problems"]
    with sqlite3.connect(tmp_path / "tables.sqlite") as db:
        assert db.execute("SELECT count(*) FROM games").fetchone() == (0,)
    db.close()


def test_a_game_is_judged_by_playing_it() -> None:
    text = to_json(get_genome("scopa"))
    assert do("judge", text.encode()).made["genome"] == text
    assert do("judge", b"{}").problems


def brought(client: TestClient, genome_id: str) -> str:
    answer = client.post("/api/games", content=to_json(get_genome(genome_id)))
    assert answer.status_code == 201, answer.text
    return str(answer.json()["game"])


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="finds a process by /proc")
def test_a_game_from_outside_is_played_in_a_process_of_its_own(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """This one never makes anything of its genome, and outlives the other."""

    def never(*_: object) -> None:
        raise AssertionError("a game from outside is not played here")

    monkeypatch.setattr(server, "Room", never)
    name = brought(client, "briscola")
    assert name in [game["game"] for game in client.get("/api/games").json()]
    assert client.get(f"/api/games/{name}").json()["rules"]
    made = opened(client, name, seats=[{"kind": "person"}, {"kind": "open"}])
    with socket(client, made["table"]) as one:
        seat = Seat(one, made["seats"][0])
        seat.hear("snapshot")
        seat.say({"t": "fill"})
        for _ in range(3):
            seat.move(seat.until_asked())
        view = seat.until_asked()["view"]
        os.kill(worker_of(made["table"]), signal.SIGKILL)
        assert "closed" in seat.hear("error")["text"]
    with socket(client, made["table"]) as one:
        seat = Seat(one, made["seats"][0])
        assert seat.hear("people")["seats"][1]["kind"] == "computer"
        assert seat.hear("snapshot")["view"] == view
        seat.say({"t": "hint"})
        assert seat.hear("hint")


def worker_of(table: str) -> int:
    """The process in which a table is played."""
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            words = path.read_bytes().split(b"\0")
            if b"darwindeck.table.worker" in words and table.encode() in words:
                return int(path.parent.name)
    raise AssertionError("the table is played nowhere")


# --- nothing is lost -----------------------------------------------------------------------------


def test_a_table_goes_on_where_it_was(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    with client_of(path) as client:
        made = opened(client, "hearts")
        with socket(client, made["table"]) as session:
            seat = Seat(session, made["seats"][0])
            seat.hear("snapshot")
            left = 6
            while True:
                # What is no move is answered by the present state, and by nothing that came before.
                seat.say({"t": "move", "seq": -1, "move": 0})
                frame = seat.hear("snapshot")
                if left and "moves" in frame["view"]:
                    seat.move(frame)
                    left -= 1
                elif not left and frame["view"]["to_move"] == [0]:
                    # Everybody waits for this seat: nothing happens now that it does not do.
                    break
                else:
                    seat.hear("step")
    with client_of(path) as client, socket(client, made["table"]) as session:
        again = Seat(session, made["seats"][0]).hear("snapshot")
    assert again["view"] == frame["view"]
    assert again["log"]


def test_another_edition_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA user_version = 99")
    db.close()
    with pytest.raises(ValueError, match="another edition"):
        client_of(path)
