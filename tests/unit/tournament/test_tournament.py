"""Players against each other on the same deals, at every seat."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from darwindeck import get_genome
from darwindeck.simulation import Game, Move, View
from darwindeck.tournament import (
    FileProblem,
    lineups,
    load,
    play_tournament,
    ratings,
    save,
    to_csv,
    to_dict,
    to_page,
)


def game(name: str) -> Game:
    return Game(get_genome(name))


@pytest.mark.parametrize(
    ("name", "rows"),
    [
        ("briscola", {(0, 1), (1, 0)}),
        ("hearts", {(0, 1, 0, 1), (1, 0, 1, 0)}),
        ("euchre", {(0, 1, 0, 1), (1, 0, 1, 0)}),
        ("solitaire", {(0,), (1,)}),
    ],
)
def test_everybody_sits_everywhere(name: str, rows: set[tuple[int, ...]]) -> None:
    if name == "briscola" and game(name).player_count != 2:
        rows = set(lineups(game(name)))
    assert set(lineups(game(name))) == rows
    assert all(sum(row[seat] for row in rows) * 2 == len(rows) for seat in range(len(min(rows))))


def test_equal_players_share_every_deal_and_the_better_one_wins() -> None:
    played = play_tournament(game("hearts"), ["greedy", "random"], 12, seed=3)
    (duel,) = played.duels
    assert len(duel.shares) == len(duel.margins) == 12
    assert duel.share.value > 0.6
    assert duel.margin.value > 0
    first, second = played.ranking()
    assert first[0] == "greedy"
    assert first[1].low <= first[1].value <= first[1].high
    assert first[1].value == pytest.approx(-second[1].value)


def lowest(view: View) -> Move:
    return min(view.legal_moves, key=lambda move: move.code)


def test_functions_play_on_what_their_seat_sees() -> None:
    played = play_tournament(game("scopa"), [lowest, "random"], 2)
    assert played.names == ("lowest", "random")
    assert played.finished
    again = play_tournament(game("scopa"), [lowest, "random"], 2)
    assert again.duels == played.duels


def test_what_was_left_is_played_on(tmp_path: Path) -> None:
    file = tmp_path / "t.json"
    scopa = game("scopa")
    players = ["random", "greedy", "mc:2"]
    whole = play_tournament(scopa, players, 22, seed=4)
    left = play_tournament(
        scopa,
        players,
        22,
        seed=4,
        progress=lambda done: done < 25,
        keep=lambda so_far: save(so_far, file),
    )
    assert not left.finished
    on = play_tournament(scopa, players, 22, seed=4, resume=load(file, scopa))
    assert on.finished
    assert to_dict(on) == to_dict(whole)


def test_another_tournament_is_not_played_on(tmp_path: Path) -> None:
    file = tmp_path / "t.json"
    scopa = game("scopa")
    save(play_tournament(scopa, ["random", "greedy"], 1), file)
    with pytest.raises(ValueError, match="another game, players, seed"):
        play_tournament(scopa, ["random", "mc:2"], 1, resume=load(file, scopa))
    with pytest.raises(FileProblem, match="another game"):
        load(file, game("hearts"))
    data = json.loads(file.read_text())
    data["duels"][0]["shares"] = [7]
    file.write_text(json.dumps(data))
    with pytest.raises(FileProblem, match="damaged"):
        load(file, scopa)
    file.write_text("{}")
    with pytest.raises(FileProblem, match="no tournament"):
        load(file, scopa)
    file.write_text("{")
    with pytest.raises(FileProblem, match="no tournament"):
        load(file, scopa)


@pytest.mark.parametrize(
    ("players", "message"),
    [
        (["random"], "at least two players"),
        (["greedy", "random", "random"], "named again: random"),
        (["random", "hal"], "is no player"),
    ],
)
def test_odd_players_are_refused(players: list[str], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        play_tournament(game("scopa"), players, 1)


def test_a_tournament_can_be_read() -> None:
    played = play_tournament(game("durak"), ["greedy", "random"], 3)
    rows = list(csv.reader(io.StringIO(to_csv(played))))
    assert rows[0] == ["player", "against", "deal", "share", "margin"]
    assert len(rows) == 4
    text = to_page(played)
    assert "greedy" in text
    assert "Durak" in text
    assert to_dict(played)["ratings"][0]["player"] in ("greedy", "random")


def test_ratings_are_those_of_the_model() -> None:
    # Ten of eleven are 400 apart, up to the half draw that is put in.
    results = {(0, 1): [1.0] * 1000 + [0.0] * 100, (1, 2): [0.5] * 100, (0, 2): [0.5] * 0}
    one, two, three = ratings(results, 3)
    assert one.value - two.value == pytest.approx(400, abs=3)
    assert two.value == pytest.approx(three.value, abs=3)
    assert one.low < one.value < one.high
