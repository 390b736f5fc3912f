"""A game between one person and the computer."""

from __future__ import annotations

import json

import pytest

from darwindeck.genome.examples import get_genome
from darwindeck.play import NoSavedGame, Session
from darwindeck.simulation import Game


def seated(name: str = "hearts", seat: int = 0, opponents: str = "random") -> Session:
    return Session.begin(Game(get_genome(name)), seat, [opponents], seed=5)


def on_to_your_turn(session: Session) -> None:
    while session.go_on():
        pass


def played(session: Session, decisions: int) -> Session:
    for _ in range(decisions):
        on_to_your_turn(session)
        session.decide(session.view.legal_moves[0])
    on_to_your_turn(session)
    return session


def test_opponents_move_until_the_person_is_asked() -> None:
    session = seated(seat=1)
    on_to_your_turn(session)
    assert session.your_turn
    assert session.view.seat == 1
    assert session.view.legal_moves


def test_the_same_seed_gives_the_same_game() -> None:
    first, second = played(seated(), 8), played(seated(), 8)
    assert first.to_json() == second.to_json()
    assert first.view == second.view


def test_news_are_told_once() -> None:
    session = seated()
    first = session.news()
    assert first
    assert session.news() == ()
    played(session, 3)
    assert session.news() == session.story[len(first) :]


def test_the_person_hears_nothing_of_secret_moves() -> None:
    session = played(seated(), 3)
    passed = [event.text for event in session.story if ": pass " in event.text]
    assert len(passed) == 3
    assert all(text.startswith("South: ") for text in passed)


def test_undo_goes_back_to_the_last_decision_and_forgets_what_came_after() -> None:
    session = played(seated(), 4)
    before, story = session.view, session.story
    session.decide(session.view.legal_moves[-1])
    on_to_your_turn(session)
    assert session.view != before
    assert session.undo()
    assert session.view == before
    assert session.story == story


def test_the_same_moves_after_an_undo_lead_to_the_same_game() -> None:
    session = played(seated(), 5)
    end = session.to_json()
    session.undo()
    session.undo()
    assert played(session, 2).to_json() == end


def test_there_is_nothing_to_undo_before_the_first_decision() -> None:
    session = seated()
    on_to_your_turn(session)
    assert not session.undo()


def test_a_hint_is_a_legal_move() -> None:
    session = seated("crazy-eights")
    on_to_your_turn(session)
    found = session.hints()
    assert 1 <= len(found) <= 3
    assert all(hint.move in session.view.legal_moves for hint in found)


def test_a_saved_game_goes_on_where_it_was_left() -> None:
    session = played(seated(seat=2), 6)
    again = Session.from_json(session.to_json())
    assert again.view == session.view
    assert again.story == session.story
    assert again.opponents == session.opponents == ("random", "random", "", "random")
    assert again.undo()
    session.undo()
    assert again.view == session.view
    assert played(again, 3).to_json() == played(session, 3).to_json()


def test_a_resumed_game_tells_what_happened_since_the_last_decision() -> None:
    session = played(seated(), 6)
    session.news()
    session.decide(session.view.legal_moves[0])
    on_to_your_turn(session)
    assert Session.from_json(session.to_json()).news() == session.news()


@pytest.mark.parametrize(
    "table",
    [
        None,
        [],
        {},
        {"seat": 4, "opponents": ["", "random", "random", "random"], "seed": 1},
        {"seat": True, "opponents": ["random", "", "random", "random"], "seed": 1},
        {"seat": 0, "opponents": ["random"] * 4, "seed": 1},
        {"seat": 0, "opponents": ["", "random", "random"], "seed": 1},
        {"seat": 0, "opponents": ["", "random", "random", 3], "seed": 1},
        {"seat": 0, "opponents": ["", "random", "random", "random"], "seed": -1},
    ],
)
def test_a_file_without_a_sensible_table_is_refused(table: object) -> None:
    data = json.loads(seated().to_json())
    data["table"] = table
    with pytest.raises(NoSavedGame):
        Session.from_json(json.dumps(data))


def test_unknown_players_are_refused_before_the_game() -> None:
    with pytest.raises(ValueError, match="is no player"):
        seated(opponents="nobody-at-all")
    data = json.loads(seated().to_json())
    data["table"]["opponents"][1] = "nobody-at-all"
    with pytest.raises(ValueError, match="is no player"):
        Session.from_json(json.dumps(data))


def test_opponents_are_one_for_all_or_one_for_each() -> None:
    game = Game(get_genome("hearts"))
    session = Session.begin(game, 1, ["random", "greedy", "random"], seed=1)
    assert session.opponents == ("random", "", "greedy", "random")
    with pytest.raises(ValueError, match="one for each of 3"):
        Session.begin(game, 1, ["random", "greedy"], seed=1)
    with pytest.raises(ValueError, match="no seat 4"):
        Session.begin(game, 4, ["random"], seed=1)


def test_nobody_has_to_decline_by_hand_what_they_could_not_do() -> None:
    """In UNO one is asked about the drawn card even if it does not fit: that is said for you."""
    session = seated("uno")
    declined = 0
    for _ in range(40):
        on_to_your_turn(session)
        if session.over:
            break
        assert len(session.view.legal_moves) > 1 or "draw" in session.view.legal_moves[0].text
        draw = [move for move in session.view.legal_moves if move.text.startswith("draw")]
        heard = len(session.story)
        session.decide(draw[0] if draw else session.view.legal_moves[0])
        on_to_your_turn(session)
        said = [event.text for event in session.story[heard:]]
        declined += "South: pass" in said and "South: draw from the stock" in said
    assert declined > 3
    assert session.undo()
    assert session.your_turn
