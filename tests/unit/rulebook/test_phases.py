"""Every kind of phase and of action has its own words, also the short forms of the documents."""

from __future__ import annotations

from typing import Any

import pytest

from darwindeck.cards import Rank, Suit
from darwindeck.genome.codec import kinds_of
from darwindeck.genome.schema import (
    Action,
    BettingPhase,
    BreakingRule,
    CardCondition,
    CardValue,
    ClaimPhase,
    ClaimRankMode,
    DiscardPhase,
    DoPhase,
    DrawPhase,
    EndHand,
    ForEach,
    GameGenome,
    GameRules,
    HandEvaluation,
    HandEvaluationMethod,
    If,
    Location,
    PassAction,
    PassPhase,
    Phase,
    PlayPhase,
    Reverse,
    ScoringRule,
    SequenceDirection,
    SetupRules,
    TableauMode,
    TrickPhase,
    TurnStructure,
    While,
    WinComparison,
    WinCondition,
)
from darwindeck.rulebook import generate_rulebook
from darwindeck.rulebook.sections.play.writer import HANDLERS
from darwindeck.rulebook.words import Words
from tests.support.genomes import minimal_genome


def rulebook(*phases: Phase, **changes: Any) -> str:
    genome = minimal_genome(turn_structure=TurnStructure(phases=phases), **changes)
    return " ".join(generate_rulebook(genome).split())


def test_every_kind_of_phase_has_a_handler() -> None:
    assert set(HANDLERS) == set(kinds_of(Phase).values())


def test_every_kind_of_action_has_words() -> None:
    words = Words(minimal_genome())
    known = set(words.actions._kinds) | {If, While, ForEach}
    assert known == set(kinds_of(Action).values())


def test_a_bare_play_phase_makes_turns() -> None:
    text = rulebook(PlayPhase(target=Location.DISCARD))
    assert "The players take turns" in text
    assert "Play a card onto the discard pile." in text


def test_who_can_play_nothing_that_may_be_done_passes() -> None:
    free = PlayPhase(Location.DISCARD)
    assert "If you cannot, you pass." not in rulebook(free)
    bound = PlayPhase(Location.DISCARD, after="size(discard) < 4")
    assert "If you cannot, you pass." in rulebook(bound)


def test_drawing_and_discarding_in_turns() -> None:
    text = rulebook(DrawPhase(), PlayPhase(Location.DISCARD), DiscardPhase(count=2))
    assert "1. Draw the top card of the stock." in text
    assert "3. Discard any two cards." in text
    assert "When the stock runs out" in text


def test_a_game_that_never_draws_says_nothing_about_the_stock() -> None:
    assert "runs out" not in rulebook(PlayPhase(target=Location.DISCARD))


def test_trick_phase_in_short_form() -> None:
    text = rulebook(
        TrickPhase(breaking_suit=Suit.HEARTS, breaking_rule=BreakingRule.CANNOT_PLAY_UNTIL_BROKEN)
    )
    assert "must follow suit" in text
    assert "Hearts may not be played until they are broken" in text
    assert "trump" not in text


def test_low_cards_may_win_tricks() -> None:
    assert "The lowest card of the suit led wins the trick." in rulebook(
        TrickPhase(high_card_wins=False)
    )


@pytest.mark.parametrize(
    ("mode", "said"),
    [
        (TableauMode.WAR, "the highest captures them all"),
        (TableauMode.MATCH_RANK, "A card captures a card of the same rank from the table."),
        (TableauMode.SEQUENCE, "Cards are built on the piles downwards in suit without a gap"),
    ],
)
def test_tableau_modes(mode: TableauMode, said: str) -> None:
    setup = SetupRules(
        cards_per_player=5,
        tableau_mode=mode,
        sequence_direction=SequenceDirection.DESCENDING,
    )
    assert said in rulebook(PlayPhase(target=Location.TABLEAU), setup=setup)


@pytest.mark.parametrize(
    ("phase", "said"),
    [
        (ClaimPhase(), "The rank due for the first claim of a hand is the ace"),
        (ClaimPhase(rank_mode=ClaimRankMode.PLAYER_CHOICE), "names any rank they like"),
        (
            ClaimPhase(rank_mode=ClaimRankMode.FIXED, fixed_rank=Rank.QUEEN),
            "The rank due is always the same: queens.",
        ),
        (ClaimPhase(allow_challenge=False), "Nobody may challenge the claim."),
        (ClaimPhase(pile_penalty=False), "The cards stay on the discard pile"),
    ],
)
def test_claims(phase: Phase, said: str) -> None:
    assert said in rulebook(phase)


def test_passing_cards_to_the_same_neighbour_every_time() -> None:
    text = rulebook(PassPhase(2, to=("left(turn)",)), TrickPhase(), player_count=4)
    assert "passes them face down to the player to their left" in text


@pytest.mark.parametrize(
    ("to", "said"),
    [
        (
            ("left(turn)", "left(turn)", "across(turn)", "none"),
            "In the first and second hand you pass them to the player to your left, in the third "
            "hand to the player opposite you and in the fourth hand no cards are passed;",
        ),
        (
            ("none", "right(turn)", "none"),
            "In the first and third hand no cards are passed, and in the second hand you pass them "
            "to the player to your right;",
        ),
    ],
)
def test_passing_to_the_same_player_in_several_hands_is_said_once(
    to: tuple[str, ...], said: str
) -> None:
    text = rulebook(PassPhase(2, to=to), TrickPhase(), player_count=4)
    assert said in text


def test_betting_in_short_form() -> None:
    values = tuple(CardValue(rank, 1) for rank in Rank)
    text = rulebook(
        BettingPhase(min_bet=10, all_in=False, may_check=False, max_raises=0),
        setup=SetupRules(cards_per_player=5, starting_chips=100),
        hand_evaluation=HandEvaluation(HandEvaluationMethod.POINT_TOTAL, card_values=values),
    )
    assert "**Bet** 10 chips" in text
    assert "Nobody may raise." in text
    assert "must fold" in text
    assert "side pot" not in text
    assert "the player with the best total takes the pot" in text


def test_passes_in_a_row() -> None:
    rules = GameRules(consecutive_pass_action=PassAction.CLEAR_TABLEAU, passes_to_trigger=3)
    text = rulebook(PlayPhase(Location.TABLEAU, CardCondition(rank=Rank.ACE)), game_rules=rules)
    assert "When three players in a row pass, the table is cleared" in text


@pytest.mark.parametrize(
    ("win", "said"),
    [
        (WinCondition("empty_hand"), "As soon as a player has no cards left"),
        (WinCondition("empty_hand", required_hand_size=1), "has only one card left"),
        (WinCondition("capture_all"), "has captured all the cards"),
        (WinCondition("first_to_score", threshold=7), "has 7 points or more"),
        (
            WinCondition("low_score", threshold=7, comparison=WinComparison.LOWEST),
            "the player with the lower score has won",
        ),
        (WinCondition("last_with_chips"), "only one player has chips left"),
        (WinCondition("most_captured", when="size(deck) == 0"), "the most captured cards has won"),
    ],
)
def test_win_conditions(win: WinCondition, said: str) -> None:
    assert said in rulebook(PlayPhase(Location.DISCARD), win_conditions=(win,))


def test_teams_that_do_not_sit_opposite() -> None:
    genome: GameGenome = minimal_genome(player_count=4, team_mode=True, teams=((0, 1), (2, 3)))
    text = generate_rulebook(genome)
    assert "the first player and the second player; the third player and the fourth player" in text


@pytest.mark.slow
def test_deeply_nested_actions_and_expressions_are_told_in_time() -> None:
    action: Action = EndHand()
    for level in range(40):
        action = If(f"turns > {level}", then=(action,), otherwise=(Reverse(),))
    text = rulebook(DoPhase((action,), label="Depths"))
    assert text.count("the direction of play is reversed") == 40

    who = "each"
    for _ in range(20):
        who = f"where({who}, size(deck) > 3)"
    condition = "turns > 1"
    for level in range(14):
        condition = f"if({condition}, turns > {level}, turns < {level})"
    amount = "turns"
    for _ in range(20):
        amount = f"sum(each, {amount})"
    genome = minimal_genome(
        scoring_rules=(ScoringRule(amount=amount, who=who, when=condition),),
    )
    assert "Scoring" in generate_rulebook(genome)
