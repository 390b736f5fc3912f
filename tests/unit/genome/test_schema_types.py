"""The types of the language: names, values and defaults that users build on."""

from __future__ import annotations

import dataclasses
import pickle

import pytest

from darwindeck.cards import Card, Rank, Suit
from darwindeck.genome import schema
from darwindeck.genome.schema import (
    AIHints,
    BettingPhase,
    BreakingRule,
    CardCondition,
    CardScoringRule,
    CardValue,
    ClaimPhase,
    ClaimRankMode,
    DeckEmptyAction,
    DiscardPhase,
    DrawPhase,
    Expr,
    GameGenome,
    GameRules,
    HandEvaluation,
    HandEvaluationMethod,
    HandPattern,
    Location,
    PassAction,
    PlayPhase,
    ScoringTrigger,
    SetupRules,
    ShowdownMethod,
    TableauMode,
    TieBreaker,
    TrickPhase,
    TriggerMode,
    TurnStructure,
    WinComparison,
    WinCondition,
)
from tests.support.genomes import minimal_genome

PUBLIC = """
GameGenome SetupRules TurnStructure PlayPhase DrawPhase DiscardPhase TrickPhase BettingPhase
ClaimPhase WinCondition CardScoringRule CardCondition ScoringTrigger HandPattern HandEvaluation
HandEvaluationMethod CardValue WinComparison TriggerMode ClaimRankMode BreakingRule ShowdownMethod
GameRules PassAction DeckEmptyAction TieBreaker AIHints SpecialEffect ScoringRule TableauMode
Location Suit Rank Card
""".split()


@pytest.mark.parametrize("name", PUBLIC)
def test_every_public_type_is_importable_from_the_schema(name: str) -> None:
    assert hasattr(schema, name)
    assert name in schema.__all__


def values(enum: type) -> dict[str, str]:
    return {member.name: member.value for member in enum}  # type: ignore[attr-defined]


def test_enum_values_are_stable() -> None:
    expected: dict[type, str] = {
        ScoringTrigger: "trick_win capture play hand_end set_complete",
        HandEvaluationMethod: "none high_card point_total pattern_match card_count",
        WinComparison: "highest lowest first none",
        TriggerMode: "immediate threshold_gate all_hands_empty deck_empty each_score",
        ClaimRankMode: "sequential player_choice fixed",
        BreakingRule: "none cannot_lead_until_broken cannot_play_until_broken",
        ShowdownMethod: "hand_evaluation highest_card fold_only",
        PassAction: "none clear_tableau end_round skip_player",
        DeckEmptyAction: "reshuffle_discard game_ends skip_draw",
        TieBreaker: "active_player alternating split battle",
    }
    for enum, words in expected.items():
        assert values(enum) == {word.upper(): word for word in words.split()}


def test_the_french_ranks_are_named_ace_to_king() -> None:
    names = "ACE TWO THREE FOUR FIVE SIX SEVEN EIGHT NINE TEN JACK QUEEN KING".split()
    assert [rank.name for rank in Rank] == names
    assert {suit.name for suit in Suit} == {"HEARTS", "DIAMONDS", "CLUBS", "SPADES"}


def test_defaults_are_stable() -> None:
    assert GameRules() == GameRules(
        consecutive_pass_action=PassAction.NONE,
        passes_to_trigger=None,
        deck_empty_action=DeckEmptyAction.RESHUFFLE_DISCARD,
        keep_top_discard=True,
        tie_breaker=TieBreaker.ACTIVE_PLAYER,
        same_player_on_win=False,
    )
    assert AIHints() == AIHints(None, 0.7, 0.3, 0.1, 0.2, 0.4, 0.1)
    win = WinCondition(type="empty_hand")
    assert (win.threshold, win.comparison) == (0, WinComparison.HIGHEST)
    assert (win.trigger_mode, win.required_hand_size) == (TriggerMode.IMMEDIATE, None)
    claim = ClaimPhase()
    assert (claim.rank_mode, claim.fixed_rank) == (ClaimRankMode.SEQUENTIAL, None)
    assert claim.starting_rank is Rank.ACE
    trick = TrickPhase()
    assert (trick.breaking_suit, trick.breaking_rule) == (None, BreakingRule.NONE)
    assert (trick.lead_suit_required, trick.trump_suit, trick.high_card_wins) == (True, None, True)
    betting = BettingPhase(min_bet=10)
    assert betting.showdown_method is ShowdownMethod.HAND_EVALUATION
    setup = SetupRules(cards_per_player=5)
    assert (setup.initial_deck, setup.initial_discard_count) == ("standard_52", 0)
    assert (setup.trump_suit, setup.starting_chips) == (None, 0)
    assert setup.tableau_mode is TableauMode.NONE
    assert (setup.sequence_wrap, setup.sequence_must_match_suit) == (False, True)
    assert setup.sequence_gap_allowed == 1
    pattern = HandPattern("Flush", 60)
    assert pattern.sequence_wrap is False
    for field in ("required_count", "same_suit_count", "same_rank_groups", "sequence_length"):
        assert getattr(pattern, field) is None
    evaluation = HandEvaluation(method=HandEvaluationMethod.NONE)
    assert (evaluation.patterns, evaluation.card_values) == ((), ())
    assert (evaluation.target_value, evaluation.bust_threshold) == (None, None)


def test_a_genome_has_no_teams_unless_it_says_so() -> None:
    genome = minimal_genome()
    assert genome.team_mode is False
    assert genome.teams == ()
    assert (genome.card_scoring, genome.hand_evaluation) == ((), None)
    assert (genome.game_rules, genome.ai_hints) == (GameRules(), None)


def test_a_genome_keeps_its_teams() -> None:
    genome = minimal_genome(player_count=4, team_mode=True, teams=((0, 2), (1, 3)))
    assert genome.team_mode is True
    assert genome.teams == ((0, 2), (1, 3))


def test_lists_become_tuples_at_every_depth() -> None:
    genome = GameGenome(
        schema_version="2.0",
        genome_id="lists",
        generation=0,
        setup=SetupRules(cards_per_player=5),
        turn_structure=TurnStructure(phases=[PlayPhase(target=Location.DISCARD)]),  # type: ignore[arg-type]
        win_conditions=[WinCondition(type="empty_hand")],  # type: ignore[arg-type]
        special_effects=[],  # type: ignore[arg-type]
        scoring_rules=[],  # type: ignore[arg-type]
        teams=[[0], [1]],  # type: ignore[arg-type]
    )
    assert genome.teams == ((0,), (1,))
    assert genome.turn_structure.phases == (PlayPhase(target=Location.DISCARD),)
    assert hash(genome) == hash(dataclasses.replace(genome))


def test_every_part_can_be_replaced_hashed_and_pickled() -> None:
    parts: list[schema.Part] = [
        TrickPhase(),
        ClaimPhase(),
        DrawPhase(),
        DiscardPhase(),
        BettingPhase(min_bet=10),
        PlayPhase(target=Location.DISCARD, valid_play_condition=CardCondition(rank=Rank.EIGHT)),
        CardScoringRule(CardCondition(suit=Suit.HEARTS), -1, ScoringTrigger.HAND_END),
        CardValue(rank=Rank.ACE, value=11, alternate_value=1),
        minimal_genome(),
    ]
    for part in parts:
        assert dataclasses.replace(part) == part
        assert hash(dataclasses.replace(part)) == hash(part)
        assert pickle.loads(pickle.dumps(part)) == part


def test_parts_are_frozen() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        minimal_genome().player_count = 3  # type: ignore[misc]


def test_text_becomes_an_expression_in_canonical_form() -> None:
    phase = DrawPhase(count="1+( bid )", source="hand( left(turn) )")
    assert phase.count == "1 + bid"
    assert isinstance(phase.count, Expr)
    assert phase.source == "hand(left(turn))"
    assert DrawPhase(count=3).count == 3
    assert DrawPhase(count="3") == DrawPhase(count=3)


def test_a_location_equals_the_zone_it_names() -> None:
    assert PlayPhase(target=Location.DISCARD).target == Location.DISCARD
    assert PlayPhase(target="discard") == PlayPhase(target=Location.DISCARD)


def test_names_of_the_french_pack_become_members() -> None:
    condition = CardCondition(suit="hearts", rank="Q", suits=("red",))
    assert condition.suit is Suit.HEARTS
    assert condition.rank is Rank.QUEEN
    assert condition.suits == ("red",)
    assert Card("hearts", "Q") == Card(Suit.HEARTS, Rank.QUEEN)
    assert str(Card(Suit.SPADES, Rank.TEN)) == "10♠"
