"""What happened, as a player is told it."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from darwindeck.english import third_person
from darwindeck.genome.examples import get_genome, library_ids
from darwindeck.play import Session
from darwindeck.play.news import News
from darwindeck.simulation import Game


def told(name: str, moves: int = 30, seed: int = 5) -> list[str]:
    """What the first seat hears of the beginning of a game in which it takes part."""
    game = Game(get_genome(name))
    session = Session.begin(game, 0, ["random"], seed)
    for _ in range(moves):
        while session.go_on():
            pass
        if session.over:
            break
        session.decide(session.view.legal_moves[0])
    return list(News(game, 0).lines(session.story))


def test_who_plays_which_card_is_told_in_a_players_words() -> None:
    lines = told("hearts", seed=3)
    assert lines[:2] == ["Hand 1: you deal", "Everybody gets 13 cards"]
    cards = r"(10|[2-9JQKA])[♣♦♥♠]"
    assert any(re.fullmatch(rf"East plays {cards}", line) for line in lines)
    assert any(re.fullmatch(rf"You play {cards}", line) for line in lines)
    assert any(re.fullmatch(r"(West|North|East) wins trick \d+", line) for line in lines)
    assert not any("goes from" in line and "to the trick" in line for line in lines)


def test_what_was_passed_is_told_as_far_as_it_was_seen() -> None:
    lines = told("hearts", 4)
    assert any(re.fullmatch(r"You give \S+ \S+ \S+ to West", line) for line in lines)
    assert any(re.fullmatch(r"East gives you \S+ \S+ \S+", line) for line in lines)
    assert "West gives three cards to North" in lines


def test_drawing_is_told_once() -> None:
    lines = told("uno")
    assert any(re.fullmatch(r"West draws a card", line) for line in lines)
    assert not any("draws from the stock" in line for line in lines)


def test_calls_are_told_as_deeds() -> None:
    assert any(re.match(r"(West|North|East) bids \d", line) for line in told("spades"))
    lines = told("go-fish", 60)
    assert any(re.match(r"\w+ asks you for \w+", line) for line in lines)


def test_what_is_discarded_and_what_is_played_differ() -> None:
    assert any(re.match(r"West discards \S+$", line) for line in told("rummy"))
    assert any(re.match(r"West plays \S+$", line) for line in told("crazy-eights"))


def test_what_was_said_is_not_said_again() -> None:
    lines = told("texas-holdem", 12)
    pairs = list(pairwise(lines))
    assert any(re.match(r"(You|Player \d) (raise|call|bet)s?\b", line) for line in lines)
    assert not any(re.search("raise|call|bet", one) and " pay" in other for one, other in pairs)
    assert any(" fold" in line for line in lines)
    assert not any("out of the hand" in line for line in lines)
    assert any(re.fullmatch(r"Player \d shows \S+ \S+", line) for line in lines)
    lines = told("klaverjas", 8)
    assert any("wins trick" in line for line in lines)
    assert not any("finished trick" in line for line in lines)


def test_the_only_move_is_marked_as_such() -> None:
    game = Game(get_genome("hearts"))
    session = Session.begin(game, 0, ["random"], 5)
    news = News(game, 0)
    for _ in range(200):
        only = session.only_move
        session.news()
        if not session.go_on():
            session.decide(session.view.legal_moves[0])
        elif only is not None and only.card is not None and not session.view.picked:
            lines = list(news.lines(session.news(), forced=True))
            assert f"You {only.text} (you have no choice)" == lines[0]
            return
    raise AssertionError("there was always a choice")


@pytest.mark.parametrize("name", library_ids())
def test_every_game_is_told_in_whole_lines(name: str) -> None:
    for line in told(name, 25):
        assert line.strip() == line
        assert line[:1] == line[:1].upper()
        assert "nobody's" not in line
        assert not re.search(r"\bSouth (is|wins|plays|draws|becomes|gets|pays)\b", line), line


def test_verbs_agree_with_who_does_it() -> None:
    assert third_person("not call it") == "does not call it"
    lines = [line for seed in range(12) for line in told("euchre", 4, seed)]
    assert any(line.endswith("orders up the turned card and plays alone") for line in lines)
    lines = [line for seed in range(12) for line in told("ninety-nine", 6, seed)]
    assert any(line.endswith("bid cards are laid open") for line in lines)


def test_whose_place_it_is_is_told_from_where_the_player_sits() -> None:
    lines = told("tichu", 20)
    assert any(re.match(r"You give \S+ \S+ to East", line) for line in lines)
    assert any(re.match(r"East gives you ", line) for line in lines)
    assert "East gives a card to North" in lines
    roles = [line for line in lines if "becomes the last to have played" in line]
    assert len(roles) == len(
        {tuple(lines[n - 1 : n + 1]) for n, li in enumerate(lines) if li in roles}
    )
    lines = told("palace", 6)
    assert not any("discards" in line for line in lines)
    assert any(re.match(r"\w+ puts? \S+ with (their|your) face-up cards", li) for li in lines), (
        lines
    )


def test_a_pile_that_is_turned_over_is_not_listed() -> None:
    lines = told("uno", 150)
    assert any(re.fullmatch(r"\d+ cards go from the discard pile to the stock", li) for li in lines)


def test_a_challenge_and_a_named_suit_are_told_once() -> None:
    lines = told("cheat", 60)
    assert any("challenges you: the claim is" in line for line in lines)
    assert not any(re.fullmatch(r"(You|East|North|West) challenges?", line) for line in lines)
    lines = told("crazy-eights", 60)
    assert any("as the suit that must be matched" in line for line in lines)
    assert not any(re.fullmatch(r"\w+ must be matched", line) for line in lines)
