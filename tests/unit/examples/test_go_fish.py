"""Go Fish: asking, fishing, books."""

from __future__ import annotations

from collections.abc import Sequence

from darwindeck.cards import Card, Rank
from darwindeck.genome.decks import deck_cards
from darwindeck.genome.schema import (
    Action,
    Attribute,
    CallPhase,
    ChoiceKind,
    DeckEmptyAction,
    DrawPhase,
    If,
    MeldPhase,
    Move,
    PlayAgain,
    ScoringTrigger,
    Show,
    TurnsPhase,
)
from darwindeck.library import create_go_fish_genome
from tests.support.cards import Table, cards
from tests.support.position import Position, phases_of

GAME = create_go_fish_genome()


def ask() -> tuple[Action, ...]:
    (phase,) = phases_of(GAME, CallPhase)
    (call,) = phase.calls
    return tuple(call.do)


def turns() -> TurnsPhase:
    (phase,) = phases_of(GAME, TurnsPhase)
    assert isinstance(phase, TurnsPhase)
    return phase


def asking(hands: Sequence[Sequence[Card]], catch: Sequence[Card] = ()) -> Position:
    """Seat 0 asks seat 1 for sevens."""
    table = Table(GAME, named=Rank.SEVEN)
    zones = {"hand": hands, "catch": [catch, (), (), ()]}
    return Position(GAME, zones, table=table, asked=1)


def test_four_players_get_five_cards_each() -> None:
    assert GAME.player_count == 4
    assert len(deck_cards(GAME)) == 52
    assert [sum(step.packets) for step in GAME.setup.deal or ()] == [5]


def test_one_asks_any_other_player_for_a_rank_one_holds() -> None:
    (phase,) = phases_of(GAME, CallPhase)
    (call,) = phase.calls
    whom, what = call.choices
    assert (whom.type, whom.seats) == (ChoiceKind.SEAT, "others(turn)")
    assert (what.type, what.ranks_in) == (ChoiceKind.RANK, "hand")
    assert Position(GAME, {"hand": [cards("7S"), [], [], []]}).judge(phase.when, seat=0)
    assert not Position(GAME, {"hand": [cards("7S"), [], [], []]}).judge(phase.when, seat=1)


def test_player_who_has_the_rank_gives_all_of_it_and_the_asker_goes_on() -> None:
    (given,) = ask()
    assert isinstance(given, If)
    hands = [cards("7S"), cards("7H 7D 2C"), [], []]
    assert asking(hands).judge(given.condition)
    move, again = given.then
    assert isinstance(move, Move)
    assert (move.source, move.target, move.count) == ("hand(asked)", "hand", None)
    table = Table(GAME, named=Rank.SEVEN)
    assert [c for c in hands[1] if table.fits(c, move.cards)] == cards("7H 7D")
    assert isinstance(again, PlayAgain)


def test_otherwise_the_asker_fishes_and_goes_on_only_with_the_rank_asked_for() -> None:
    (given,) = ask()
    assert isinstance(given, If)
    hands = [cards("7S"), cards("2C"), cards("7H"), []]
    assert not asking(hands).judge(given.condition)
    fish, lucky, keep = given.otherwise
    assert isinstance(fish, Move)
    assert (fish.source, fish.target, fish.count) == ("deck", "catch", 1)
    assert isinstance(lucky, If)
    # A seven that was in the hand before, even one drawn in this very turn, is no catch.
    assert not asking(hands, catch=cards("3H")).judge(lucky.condition)
    assert asking(hands, catch=cards("7D")).judge(lucky.condition)
    assert lucky.then == (Show("catch"), PlayAgain())
    assert lucky.otherwise == ()
    assert keep == Move("catch", "hand")


def test_player_without_cards_draws_one_while_the_stock_lasts() -> None:
    draw = turns().phases[0]
    assert isinstance(draw, DrawPhase)
    assert draw.count == 1
    assert Position(GAME, {"hand": [[], [], [], []]}).judge(draw.when)
    assert not Position(GAME, {"hand": [cards("7S"), [], [], []]}).judge(draw.when)
    assert GAME.game_rules is not None
    assert GAME.game_rules.deck_empty_action == DeckEmptyAction.SKIP_DRAW


def test_books_of_four_are_laid_down_at_once_also_after_the_deal() -> None:
    (book,) = GAME.patterns
    assert (book.min_size, book.max_size, book.same) == (4, 4, (Attribute.RANK,))
    melds = phases_of(GAME, MeldPhase)
    assert len(melds) == 2
    assert all(meld.automatic for meld in melds)
    assert isinstance(GAME.turn_structure.phases[0], MeldPhase)


def test_book_counts_one_and_most_books_win_when_all_thirteen_are_made() -> None:
    (rule,) = GAME.card_scoring or ()
    assert (rule.points, rule.trigger) == (1, ScoringTrigger.SET_COMPLETE)
    (win,) = GAME.win_conditions
    assert (win.type, win.value) == ("high_score", "score")
    assert Position(GAME, {"deck": [], "hand": [[]] * 4}).judge(turns().until)
    assert not Position(GAME, {"deck": cards("7S"), "hand": [[]] * 4}).judge(turns().until)
    holding = {"deck": [], "hand": [cards("7S 7H"), [], cards("7D 7C"), []]}
    assert not Position(GAME, holding).judge(turns().until)
