"""Mutation operators: what each changes by itself."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from darwindeck.evolution.making.operators import (
    OPERATORS,
    AddCardScoringMutation,
    AddEffectMutation,
    AddPhaseMutation,
    AddScoringRuleMutation,
    ChangeCardsMutation,
    DisableTeamModeMutation,
    EnableTeamModeMutation,
    MutateTeamAssignmentMutation,
    MutationOperator,
    ReorderRanksMutation,
    TweakParameterMutation,
)
from darwindeck.evolution.making.operators.base import near
from darwindeck.evolution.making.operators.wording import with_true_labels
from darwindeck.evolution.making.random_genomes import generate_random_genome
from darwindeck.evolution.making.sites import Draft
from darwindeck.evolution.making.tidy import tidy
from darwindeck.genome.examples import (
    create_canasta_genome,
    create_hearts_genome,
    create_partnership_spades_genome,
    create_war_genome,
    get_genome,
    get_seed_genomes,
)
from darwindeck.genome.schema import (
    CardCondition,
    DiscardPhase,
    DrawPhase,
    GameGenome,
    Location,
    PlayPhase,
    ScoringTrigger,
    SetupRules,
    TurnStructure,
    WinCondition,
)
from darwindeck.genome.tree import put, walk
from darwindeck.genome.validator import GenomeValidator


def create_team_genome() -> GameGenome:
    return GameGenome(
        schema_version="2.0",
        genome_id="team-test",
        generation=0,
        setup=SetupRules(cards_per_player=13),
        turn_structure=TurnStructure(phases=(PlayPhase(target=Location.DISCARD),)),
        special_effects=(),
        win_conditions=(WinCondition(type="high_score", threshold=100),),
        scoring_rules=(),
        player_count=4,
        team_mode=True,
        teams=((0, 2), (1, 3)),
    )


# --- sides ----------------------------------------------------------------------------------------


def test_enabling_teams_makes_war_a_game_of_two_sides_of_two() -> None:
    genome = create_war_genome()
    mutated = EnableTeamModeMutation(probability=1.0).mutate(genome)
    assert mutated.team_mode is True
    assert len(mutated.teams) == 2
    assert mutated.player_count == 4
    assert mutated.generation == genome.generation + 1
    assert GenomeValidator.validate(mutated) == []


def test_disabling_teams_leaves_no_sides() -> None:
    mutated = DisableTeamModeMutation(probability=1.0).mutate(create_team_genome())
    assert mutated.team_mode is False
    assert mutated.teams == ()


def test_disabling_teams_leaves_a_library_game_valid() -> None:
    mutated = DisableTeamModeMutation(probability=1.0).mutate(create_partnership_spades_genome())
    assert GenomeValidator.validate(mutated) == []


def test_a_new_assignment_seats_every_player_once_and_differently() -> None:
    genome = create_team_genome()
    mutated = MutateTeamAssignmentMutation(probability=1.0).mutate(genome)
    assert mutated.team_mode is True
    assert sorted(seat for team in mutated.teams for seat in team) == [0, 1, 2, 3]
    assert {frozenset(team) for team in mutated.teams} != {frozenset(t) for t in genome.teams}


def test_operators_give_the_same_genome_back_where_they_do_not_apply() -> None:
    war, teams = create_war_genome(), create_team_genome()
    assert DisableTeamModeMutation(probability=1.0).mutate(war) is war
    assert MutateTeamAssignmentMutation(probability=1.0).mutate(war) is war
    assert EnableTeamModeMutation(probability=1.0).mutate(teams) is teams


# --- all operators --------------------------------------------------------------------------------


@pytest.mark.parametrize("operator", OPERATORS, ids=lambda operator: operator.__name__)
def test_every_operator_changes_some_game_of_the_library(
    operator: type[MutationOperator],
) -> None:
    made = operator(1.0)
    for genome in map(tidy, get_seed_genomes()):
        for seed in range(3):
            mutated = made.mutate(genome, Random(seed))
            if mutated is not genome:
                assert mutated.generation == genome.generation + 1
                assert replace(mutated, generation=genome.generation) != genome
                return
    pytest.fail(f"{made.name} found nothing to change in the whole library")


@pytest.mark.parametrize("operator", OPERATORS, ids=lambda operator: operator.__name__)
def test_the_same_chance_makes_the_same_change(operator: type[MutationOperator]) -> None:
    made = operator(1.0)
    for genome in get_seed_genomes()[::5]:
        assert made.mutate(genome, Random(7)) == made.mutate(genome, Random(7))


def test_an_operator_with_no_probability_never_changes_anything() -> None:
    genome = create_hearts_genome()
    operator = TweakParameterMutation(probability=0.0)
    assert all(operator.mutate(genome, Random(seed)) is genome for seed in range(20))


@pytest.mark.parametrize("probability", [-0.1, 1.5])
def test_a_probability_outside_0_to_1_is_turned_away(probability: float) -> None:
    with pytest.raises(ValueError, match="from 0 to 1"):
        TweakParameterMutation(probability=probability)


def test_operators_have_names_in_words() -> None:
    assert TweakParameterMutation().name == "tweak parameter"
    names = [operator().name for operator in OPERATORS]
    assert len(set(names)) == len(names)


# --- what they aim at -----------------------------------------------------------------------------


@pytest.mark.parametrize("value", [1, 3, 7, 13, 100, 152, 500, 5000, -13, -1])
def test_a_number_nearby_is_another_one_within_its_range_and_never_nothing(value: int) -> None:
    for seed in range(40):
        found = near(value, Random(seed), -10_000, 10_000)
        assert found is not None
        assert found not in (value, 0)
        assert abs(found) <= max(2 * abs(value), abs(value) + 2)


def test_ranks_are_not_reordered_where_that_is_the_same_game_with_other_cards() -> None:
    assert ReorderRanksMutation().places(Draft(create_war_genome())) == ()
    assert ReorderRanksMutation().places(Draft(create_hearts_genome()))


def test_ranks_are_put_into_orders_that_people_know() -> None:
    draft = Draft(tidy(create_hearts_genome()))
    operator = ReorderRanksMutation()
    (place,) = operator.places(draft)
    found = {operator.change(draft, place, Random(seed)) for seed in range(20)}
    orders = {game.rankings[0].plain for game in found if game is not None and game.rankings}
    assert {order[-1] for order in orders} == {"K", "2", "A"}
    assert all("".join(order).count("34567") == 1 for order in orders)


def test_a_card_that_several_rules_name_is_exchanged_in_all_of_them() -> None:
    """Else the eight stays wild, and another card costs fifty."""
    draft = Draft(tidy(get_genome("crazy-eights")))
    operator = ChangeCardsMutation()
    eights = [
        (path, "rank")
        for path, part in draft.all(CardCondition)
        if part.rank == "8" and (path, "rank") in operator.places(draft)
    ]
    assert len(eights) > 1
    for place in eights:
        changed = operator.change(draft, place, Random(1))
        assert changed is not None
        (dearest,) = [
            line.cards.rank
            for table in changed.point_tables or ()
            for line in table.lines
            if line.points == 50
        ]
        rules = replace(changed, point_tables=())
        named = [part.rank for _, part in walk(rules) if isinstance(part, CardCondition)]
        assert "8" not in named
        assert dearest != "8"
        assert dearest in named


def test_where_a_contract_is_played_for_nothing_else_comes_to_score() -> None:
    for name in ("spades", "oh-hell", "euchre"):
        draft = Draft(tidy(get_genome(name)))
        assert AddScoringRuleMutation().places(draft) in ((), [])
        assert AddCardScoringMutation().places(draft) in ((), [])
    assert AddScoringRuleMutation().places(Draft(tidy(create_hearts_genome())))


def test_cards_score_for_choices_and_not_for_being_played() -> None:
    for genome in map(tidy, get_seed_genomes()):
        draft = Draft(genome)
        assert all("award" not in str(deed).lower() for deed in AddEffectMutation().places(draft))
        triggers = AddCardScoringMutation().places(draft)
        assert ScoringTrigger.PLAY not in triggers


def test_no_discard_comes_beside_a_play_that_must_fit_the_same_pile() -> None:
    for name in ("crazy-eights", "mau-mau"):
        places = AddPhaseMutation().places(Draft(tidy(get_genome(name))))
        assert not any(isinstance(phase, DiscardPhase) for *_, phase in places)


def test_the_name_of_a_card_set_does_not_outlive_its_cards() -> None:
    hearts = create_hearts_genome()
    king = put(hearts, ("card_sets", 0, "cards"), CardCondition(rank="K"))
    red = put(hearts, ("card_sets", 0, "cards"), CardCondition(colour="red"))
    assert with_true_labels(king, hearts).card_sets[0].label == "king"
    assert with_true_labels(red, hearts).card_sets[0].label == "special card"
    assert with_true_labels(hearts, hearts) == hearts


def test_a_score_is_not_called_by_a_card_that_it_is_no_longer_for() -> None:
    pitch = tidy(get_genome("pitch"))
    (place,) = [i for i, rule in enumerate(pitch.scoring_rules or ()) if rule.label == "Jack"]
    (jack,) = [i for i, named in enumerate(pitch.card_sets) if named.cards.rank == "J"]
    king = put(pitch, ("card_sets", jack, "cards", "rank"), "K")
    reworded = with_true_labels(king, pitch).scoring_rules
    assert reworded
    assert [rule.label for rule in reworded][place] == ""
    assert "High" in [rule.label for rule in reworded]


def test_what_cards_are_for_stays_true_of_other_cards() -> None:
    hearts = create_hearts_genome()
    changed = put(hearts, ("card_sets", 1, "cards"), CardCondition(suit="clubs"))
    assert with_true_labels(changed, hearts).card_sets[1].label == "penalty card"


def test_calls_and_states_speak_of_cards_by_the_names_they_have_now() -> None:
    bezique = tidy(get_genome("bezique"))
    (seven,) = [i for i, n in enumerate(bezique.card_sets) if n.label == "seven of trumps"]
    eight = put(bezique, ("card_sets", seven, "cards", "rank"), "8")
    reworded = with_true_labels(eight, bezique)
    labels = [str(getattr(part, "label", "")) for _, part in walk(reworded)]
    assert "show the eight of trumps" in labels
    assert not any("seven of trumps" in label for label in labels)


def test_two_card_sets_that_change_get_two_names() -> None:
    canasta = tidy(create_canasta_genome())
    changed = canasta
    for index in range(len(canasta.card_sets)):
        changed = put(changed, ("card_sets", index, "cards"), CardCondition(colour="black"))
    labels = [named.label for named in with_true_labels(changed, canasta).card_sets]
    assert len(set(labels)) == len(labels)


def test_the_label_of_a_scoring_rule_stays_while_it_is_about_the_same() -> None:
    hearts = create_hearts_genome()
    dearer = put(hearts, ("scoring_rules", 0, "amount"), 30)
    other = put(hearts, ("scoring_rules", 0, "when"), "any(each, hand_score == 20)")
    assert _first_label(with_true_labels(dearer, hearts)) == "Shooting the moon"
    assert _first_label(with_true_labels(other, hearts)) == ""


def _first_label(genome: GameGenome) -> str:
    assert genome.scoring_rules
    return genome.scoring_rules[0].label


def test_nothing_is_added_to_a_turn_that_undoes_what_players_are_after() -> None:
    """Where a play must beat another, no card is thrown away beside it, and who wants to have none
    left draws none for pleasure."""
    president = tidy(get_genome("president"))
    added = [phase for _, _, phase in AddPhaseMutation().places(Draft(president))]
    assert not any(isinstance(phase, DiscardPhase) for phase in added)
    bred = generate_random_genome(205)
    assert any(isinstance(part, PlayPhase) and part.beating for _, part in walk(bred))
    added = [phase for _, _, phase in AddPhaseMutation().places(Draft(bred))]
    assert not any(isinstance(phase, DiscardPhase) for phase in added)
    assert all(phase.mandatory for phase in added if isinstance(phase, DrawPhase))
