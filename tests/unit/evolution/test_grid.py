"""The axes of the archive."""

from __future__ import annotations

from darwindeck.evaluation.results import Evaluation, Metric, Stage
from darwindeck.evolution.grid import FAMILIES, GRID, cell_of, cells_within, family_of, measures_of
from darwindeck.genome.schema import Phase


def evaluation(family: str = "trick", **values: float) -> Evaluation:
    return Evaluation(
        genome_id="game",
        key="0",
        seeds=(0,),
        effort="quick",
        stage=Stage.SEARCH,
        family=family,
        player_count=2,
        team_count=0,
        problems=(),
        metrics={name: Metric(name, value, value, value, 1) for name, value in values.items()},
    )


def test_every_kind_of_phase_has_a_family() -> None:
    kinds = {part.kind for part in Phase.__subclasses__() if part.kind}
    assert len(kinds) > 10
    assert {family_of(kind) for kind in kinds} == set(FAMILIES)
    assert family_of("none") == "other"


def test_a_game_is_placed_by_family_length_skill_and_interaction() -> None:
    measures = measures_of(evaluation(minutes=10, interaction=0.5, skill_share=0.8))
    assert GRID.describe(cell_of(measures)) == {
        "family": "tricks",
        "length": "8 to 16 min",
        "skill": "mostly skill",
        "interaction": "some interaction",
    }


def test_lengths_double_from_bin_to_bin_and_have_no_end() -> None:
    def length(minutes: float) -> str:
        measures = measures_of(evaluation(minutes=minutes, interaction=0, skill_share=0))
        return GRID.describe(cell_of(measures))["length"]

    assert length(0) == length(3.9) == "under 4 min"
    assert length(4.1) == "4 to 8 min"
    assert length(31) == "16 to 32 min"
    assert length(33) == length(10_000) == "over 32 min"


def test_before_skill_is_measured_all_its_cells_are_open() -> None:
    measures = measures_of(evaluation(minutes=10, interaction=0.5, skill_greedy=0.3))
    cells = cells_within(measures, free="skill")
    assert len(set(cells)) == 4
    assert cell_of(measures) in cells
    described = [GRID.describe(cell) for cell in cells]
    assert len({one["skill"] for one in described}) == 4
    assert {one["length"] for one in described} == {"8 to 16 min"}
