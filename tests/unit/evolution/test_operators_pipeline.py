"""The pipeline: what comes out of it is sound, new and repeatable."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from darwindeck.evolution.making.door import (
    INVALID,
    REASONS,
    SAME,
    STUCK,
    acceptable,
    hands_played,
)
from darwindeck.evolution.making.operators import (
    OPERATORS,
    EnableTeamModeMutation,
    MutationOperator,
    MutationPipeline,
    NoMutation,
    TweakParameterMutation,
    create_default_pipeline,
    create_designing_pipeline,
    mutate,
)
from darwindeck.evolution.making.sites import Draft
from darwindeck.evolution.making.tidy import tidy
from darwindeck.genome.completeness import check_genome_completeness
from darwindeck.genome.examples import (
    create_baloot_genome,
    create_hearts_genome,
    create_scopa_genome,
    create_war_genome,
)
from darwindeck.genome.schema import GameGenome
from darwindeck.genome.tree import put
from darwindeck.genome.validator import GenomeValidator
from darwindeck.rulebook import generate_rulebook


class Nothing(MutationOperator):
    """Proposes the game as it is."""

    def places(self, draft: Draft) -> Sequence[int]:
        return (0,)

    def change(self, draft: Draft, place: int, rng: Random) -> GameGenome:
        return draft.genome


class Renaming(MutationOperator):
    """Changes a word, and nothing that is played."""

    def places(self, draft: Draft) -> Sequence[int]:
        return range(3)

    def change(self, draft: Draft, place: int, rng: Random) -> GameGenome:
        label = f"pile number {place}"
        return put(draft.genome, ("zones", 0, "label"), label)


def test_the_default_pipeline_has_all_operators() -> None:
    names = {type(operator).__name__ for operator in create_default_pipeline().operators}
    assert {"EnableTeamModeMutation", "TweakParameterMutation", "AddPhaseMutation"} <= names


def test_a_mutation_is_valid_complete_and_plays_differently() -> None:
    for genome in (create_hearts_genome(), create_scopa_genome(), create_baloot_genome()):
        child = mutate(genome, seed=5)
        assert GenomeValidator.validate(child) == []
        assert check_genome_completeness(child)
        assert acceptable(child, (genome,)) is None
        assert child.generation == genome.generation + 1


def test_the_seed_decides_the_child() -> None:
    genome = create_hearts_genome()
    assert mutate(genome, seed=3) == mutate(genome, seed=3)
    children = {mutate(genome, seed=seed) for seed in range(6)}
    assert len(children) == 6


def test_what_was_counted_before_does_not_change_the_child() -> None:
    genome = create_scopa_genome()
    pipeline = create_default_pipeline()
    first = [pipeline.mutate(genome, seed=seed) for seed in range(4)]
    again = [pipeline.mutate(genome, seed=seed) for seed in (3, 2, 1, 0)]
    assert first == list(reversed(again))


def test_a_child_does_not_claim_to_be_its_parent() -> None:
    hearts = create_hearts_genome()
    child = mutate(hearts, seed=1)
    assert child.genome_id != hearts.genome_id
    assert child.description == ""
    assert "Hearts is" not in generate_rulebook(child)
    assert "standard four-player game" not in generate_rulebook(child)


def test_a_child_has_no_options_left() -> None:
    assert mutate(create_baloot_genome(), seed=2).options == ()


def test_a_proposal_that_changes_nothing_counts_as_rejected() -> None:
    pipeline = MutationPipeline([Nothing(1.0)])
    with pytest.raises(NoMutation, match="'hearts'"):
        pipeline.mutate(create_hearts_genome(), seed=0)
    rate = pipeline.rates["nothing"]
    assert rate.proposals > 0
    assert rate.accepted == 0
    assert rate.rejected["unchanged"] == rate.proposals


def test_a_proposal_that_plays_the_same_counts_as_rejected() -> None:
    pipeline = MutationPipeline([Renaming(1.0)])
    with pytest.raises(NoMutation):
        pipeline.mutate(create_hearts_genome(), seed=0)
    assert pipeline.rates["renaming"].rejected == {SAME: pipeline.rates.total.proposals}


def test_rates_add_up() -> None:
    pipeline = create_default_pipeline()
    child = create_hearts_genome()
    for seed in range(5):
        child = pipeline.mutate(child, seed=seed)
    total = pipeline.rates.total
    assert total.accepted == 5
    assert total.proposals == total.accepted + total.rejected.total()
    assert set(total.rejected) <= set(REASONS)
    assert "all" in str(pipeline.rates)


def test_intensity_is_the_number_of_changes() -> None:
    pipeline = create_default_pipeline(intensity=3.0)
    _, story = pipeline.mutate_with_story(create_hearts_genome(), seed=1)
    assert len(story.split(", ")) == 3
    assert pipeline.rates.total.accepted == 3


def test_an_operator_that_does_not_apply_is_not_asked() -> None:
    pipeline = MutationPipeline([EnableTeamModeMutation(1.0), TweakParameterMutation(1.0)])
    teams = pipeline.mutate(create_war_genome(), seed=1)
    while not teams.team_mode:
        teams = pipeline.mutate(teams, seed=teams.generation)
    before = pipeline.rates["enable team mode"].proposals
    pipeline.mutate(teams, seed=5)
    assert pipeline.rates["enable team mode"].proposals == before


def test_a_pipeline_needs_an_operator() -> None:
    with pytest.raises(ValueError, match="at least one operator"):
        MutationPipeline([])


# --- the door -------------------------------------------------------------------------------------


def test_the_door_lets_the_library_in() -> None:
    assert acceptable(create_hearts_genome()) is None


def test_the_door_turns_an_invalid_game_away_with_the_reason() -> None:
    broken = put(create_hearts_genome(), ("setup", "cards_per_player"), 14)
    rejection = acceptable(broken)
    assert rejection is not None
    assert rejection.reason == INVALID
    assert "cards_per_player" in rejection.detail


def test_the_door_turns_a_renamed_game_away() -> None:
    hearts = create_hearts_genome()
    rejection = acceptable(put(hearts, ("name",), "Spits"), (hearts,))
    assert rejection is not None
    assert rejection.reason == SAME


def test_twice_as_many_points_for_everything_are_the_same_game() -> None:
    game = tidy(create_hearts_genome())
    doubled = put(game, ("win_conditions", 0, "threshold"), 200)
    for index, rule in enumerate(game.card_scoring or ()):
        doubled = put(doubled, ("card_scoring", index, "points"), 2 * rule.points)
    for field in ("when", "amount"):
        text = str(getattr((game.scoring_rules or ())[0], field)).replace("26", "52")
        doubled = put(doubled, ("scoring_rules", 0, field), text)
    rejection = acceptable(doubled, (game,))
    assert rejection is not None
    assert rejection.reason == SAME


def test_the_door_turns_a_game_away_that_does_not_finish() -> None:
    game = put(create_hearts_genome(), ("max_turns",), 60)
    rejection = acceptable(game)
    assert rejection is not None
    assert rejection.reason == STUCK


def test_how_many_hands_a_game_has_can_be_asked() -> None:
    assert hands_played(create_war_genome()) == (1, 1)
    fewest, most = hands_played(create_hearts_genome())
    assert 3 < fewest <= most


def test_a_new_game_is_changed_as_a_designer_would() -> None:
    rough = {operator().name for operator in OPERATORS if operator.rough}
    assert {"tweak constant", "duplicate phase", "change term"} <= rough
    pipeline = create_designing_pipeline()
    assert not rough & {operator.name for operator in pipeline.operators}
    assert len(pipeline.operators) + len(rough) == len(OPERATORS)
