"""War: the cards decide everything."""

from __future__ import annotations

from collections import Counter

from darwindeck.genome.decks import deck_cards
from darwindeck.genome.schema import (
    Choose,
    CollectOrder,
    PileOrder,
    Sees,
    TieBreaker,
    TrickPhase,
    TrickTie,
    TriggerMode,
)
from darwindeck.library import create_war_genome
from tests.support.cards import Table, card, cards
from tests.support.position import Position, phases_of

WAR = create_war_genome()
ALL_CARDS = list(deck_cards(WAR))


def trick() -> TrickPhase:
    (phase,) = phases_of(WAR, TrickPhase)
    assert isinstance(phase, TrickPhase)
    return phase


def test_two_players_share_fifty_two_cards_dealt_out() -> None:
    assert WAR.player_count == 2
    assert WAR.team_mode is False
    assert len(set(ALL_CARDS)) == len(ALL_CARDS) == 52
    assert WAR.setup.cards_per_player == 26
    assert WAR.setup.deal is not None
    assert [step.all_cards for step in WAR.setup.deal] == [True]


def test_piles_lie_face_down_in_order() -> None:
    pile = next(zone for zone in WAR.zones or () if zone.name == "hand")
    assert (pile.order, pile.sees) == (PileOrder.STACK, Sees.NOBODY)


def test_rank_alone_decides_with_the_ace_high() -> None:
    table = Table(WAR)
    assert table.beats(card("AS"), card("KH"))
    assert table.beats(card("3C"), card("2S"))
    assert not table.beats(card("2S"), card("AD"))
    assert not table.beats(card("9S"), card("9H"))
    assert not table.beats(card("9H"), card("9S"))


def test_every_card_beats_as_many_as_rank_below_it() -> None:
    table = Table(WAR)
    beaten = Counter(sum(table.beats(mine, other) for other in ALL_CARDS) for mine in ALL_CARDS)
    assert beaten == {4 * lower: 4 for lower in range(13)}


def test_top_cards_are_turned_up_and_equal_ones_go_to_war() -> None:
    phase = trick()
    assert (phase.choose, phase.source) == (Choose.TOP, "hand")
    assert (phase.tie, phase.battle_cards) == (TrickTie.BATTLE, 3)
    assert phase.lead_suit_required is False
    assert phase.follow == ()


def test_winner_puts_own_cards_first_under_the_pile() -> None:
    phase = trick()
    assert phase.collect_to == "hand(winner)"
    assert phase.collect_to_bottom
    assert phase.collect_order == CollectOrder.WINNER_FIRST


def test_all_fifty_two_cards_win_at_once() -> None:
    win = WAR.win_conditions[0]
    assert (win.type, win.trigger_mode) == ("capture_all", TriggerMode.IMMEDIATE)
    assert Position(WAR, {"hand": [ALL_CARDS, []]}).judge(win.when)
    assert not Position(WAR, {"hand": [ALL_CARDS[1:], ALL_CARDS[:1]]}).judge(win.when)


def test_larger_pile_wins_after_a_thousand_turns() -> None:
    _, limit = WAR.win_conditions
    piles = {"hand": [ALL_CARDS[:30], ALL_CARDS[30:]]}
    assert not Position(WAR, piles, turns=999).judge(limit.when)
    position = Position(WAR, piles, turns=1000)
    assert position.judge(limit.when)
    assert [position.judge(limit.value, seat) for seat in (0, 1)] == [30, 22]
    assert limit.trigger_mode == TriggerMode.IMMEDIATE
    assert WAR.max_turns > 1000


def test_equal_piles_draw_also_when_both_are_used_up_in_one_war() -> None:
    _, limit = WAR.win_conditions
    assert Position(WAR, {"hand": [[], []]}, turns=1).judge(limit.when)
    assert not Position(WAR, {"hand": [cards("2S"), []]}, turns=1).judge(limit.when)
    assert WAR.game_rules is not None
    assert WAR.game_rules.tie_breaker == TieBreaker.SPLIT


def test_nothing_is_scored() -> None:
    assert (WAR.scoring_rules, WAR.card_scoring, WAR.point_tables) == ((), (), ())
