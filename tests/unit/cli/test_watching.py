"""What one sees while a run goes on."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from rich.console import Console

from darwindeck.cli.watching import Display, LiveWatch, PlainWatch, archive_text, plain_line
from darwindeck.evolution.grid import GRID
from darwindeck.evolution.runs.progress import Progress

FIRST = GRID.grid_to_int_index((0, 0, 3, 0))
LAST = GRID.grid_to_int_index((7, 4, 0, 2))
PROGRESS = Progress(
    generation=3,
    generations=10,
    activity="breeding",
    done=13,
    tasks=24,
    num_elites=2,
    cells=GRID.cells,
    filled={FIRST: 0.6, LAST: 0.2},
    best=(("Balodine", 0.6, "k1"), ("Tamavel", 0.2, "k2")),
    rejected={"no decisions": 8, "stuck": 12},
    proposals=40,
    evaluations=60,
    evaluations_per_minute=61.4,
    core_share=0.71,
    elapsed=80.0,
    time_left=200.0,
)


def shown(progress: Progress | None, width: int = 80) -> str:
    display = Display("run-3 · balanced")
    display.progress = progress
    console = Console(width=width, record=True, file=io.StringIO())
    console.print(display)
    return console.export_text()


@pytest.mark.parametrize("width", [40, 80, 120])
def test_the_display_says_where_the_run_stands(width: int) -> None:
    text = " ".join(shown(PROGRESS, width).replace("│", " ").split())
    assert "Generation 4 of 10" in text
    assert "13/24" in text
    assert "1 Balodine 60" in text
    assert "20 of 40 turned away: 12 stuck, 8 no decisions" in text
    assert "61 evaluations a minute, 71 % of the work in the core, 3 min left" in text


@pytest.mark.parametrize("width", [40, 80, 120])
def test_no_line_is_wider_than_the_terminal(width: int) -> None:
    assert all(len(line) <= width for line in shown(PROGRESS, width).splitlines())


def test_before_the_first_report_the_display_says_so() -> None:
    assert "setting up" in shown(None)


def test_each_filled_cell_is_drawn_in_its_place_and_shade() -> None:
    head, scale, *families, legend = archive_text(PROGRESS.filled, GRID.cells).plain.splitlines()
    assert head == f"2 of {GRID.cells} cells filled"
    assert scale.split() == ["<4", "4–8", "8–16", "16–32", ">32", "min"]
    assert len(families) == 8
    assert families[0].split() == ["tricks", "···█", "····", "····", "····", "····"]
    assert families[7].split() == ["other", "····", "····", "····", "····", "░···"]
    assert "luck … skill" in legend


def test_an_endless_run_tells_no_number_of_generations() -> None:
    line = plain_line(replace(PROGRESS, generations=None, time_left=None))
    assert line.startswith("generation 4: 2 elites, best Balodine 60 of 100, 20 of 40 turned away")
    assert "left" not in line


def test_measuring_again_is_named() -> None:
    assert plain_line(replace(PROGRESS, activity="measuring the best again")).startswith(
        "measuring the best again: "
    )


def test_a_pipe_gets_one_line_for_each_generation() -> None:
    file = io.StringIO()
    with PlainWatch(Console(file=file, width=200)) as watch:
        for generation in (0, 1):
            for done, elites in ((0, 5), (1, 5), (2, 5), (2, 6 + generation)):
                known = replace(PROGRESS, num_elites=elites, done=done, tasks=2)
                watch(replace(known, generation=generation))
    assert [line.split(",")[0] for line in file.getvalue().splitlines()] == [
        "generation 1 of 10: 6 elites",
        "generation 2 of 10: 7 elites",
    ]


def test_a_name_from_outside_does_nothing_to_the_terminal() -> None:
    strange = replace(PROGRESS, best=(("[red]\x1b[31mX", 0.5, "k"),), rejected={"\x1b[2J": 1})
    for text in (shown(strange), plain_line(strange)):
        assert "\x1b" not in text
        assert "[red]" in text


def test_a_terminal_shows_the_display_while_the_run_goes_on_and_then_clears_it() -> None:
    file = io.StringIO()
    console = Console(file=file, width=80, force_terminal=True, legacy_windows=False)
    with LiveWatch(console, "run-3") as watch:
        watch(PROGRESS)
        watch.refresh()
    assert "Balodine" in file.getvalue()
    assert "\x1b[2K" in file.getvalue()


def test_the_first_generation_is_told_game_by_game() -> None:
    console = Console(width=200, record=True, file=io.StringIO())
    watch = PlainWatch(console)
    first = replace(PROGRESS, generation=0, done=1, news=("Hearts, changed: 61 of 100",))
    for report in (replace(first, done=0, news=()), first, first):
        watch(report)
    assert console.export_text() == "1/24 Hearts, changed: 61 of 100\n"
