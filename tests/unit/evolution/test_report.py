"""The report of a run, and the words about descent, pace and the archive."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from darwindeck.evolution.grid import GRID
from darwindeck.evolution.report import (
    ancestry,
    archive_maps,
    descent,
    descent_words,
    likeness_words,
    pace_of,
    run_page,
)
from darwindeck.evolution.report.descent import change_words
from darwindeck.evolution.report.novelties import novelties
from darwindeck.evolution.report.pace import duration
from darwindeck.evolution.report.relatives import KNOWN, relatives_elsewhere
from darwindeck.evolution.runs.best import best_games
from darwindeck.evolution.runs.records import Timing
from darwindeck.evolution.runs.settings import Settings
from darwindeck.evolution.runs.store import RunStore
from darwindeck.genome.examples import get_genome
from darwindeck.genome.options import fold_options
from darwindeck.library import library_ids
from tests.support.runs import hostile, small_games, small_run

VOID = {"meta", "br", "img", "hr", "link", "input"}
HOSTILE = "</title></style></details><script>alert(1)</script><img src=x onerror=alert(1)>"


class Page(HTMLParser):
    """Which elements and attributes a page has, and whether every element is closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.attributes: list[tuple[str, str, str]] = []
        self.words: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes += [(tag, name, value or "") for name, value in attrs]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes += [(tag, name, value or "") for name, value in attrs]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def written(path: Path) -> str:
    with RunStore.open(path) as store:
        return run_page(store, "demo", best_games(store, 3))


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_run(tmp_path_factory.mktemp("runs") / "demo.run")


@pytest.fixture(scope="module")
def page(demo: Path) -> str:
    return written(demo)


def test_the_page_tells_the_best_games_their_rules_and_where_they_come_from(page: str) -> None:
    text = " ".join(" ".join(Page(page).words).split())
    assert "1. Coralette" in text
    assert re.search(r"Its rules: [a-z ]+ from Scopa", text)
    assert "Most like " in text
    assert "the queen of spades costs 20" in text
    assert "now: The queen of spades in a trick scores 20 points" in text
    assert "captures from the table one card of the same value" in text
    assert "does not finish" in text
    assert "5 evaluations in 30 s" in text


def test_every_element_of_the_page_is_closed(page: str) -> None:
    assert Page(page).open == []


def test_the_page_loads_nothing_and_runs_nothing(page: str) -> None:
    parsed = Page(page)
    assert parsed.tags.isdisjoint({"script", "link", "img", "iframe", "object", "form", "base"})
    links = [value for _, name, value in parsed.attributes if name in ("href", "src", "xlink:href")]
    assert links
    assert all(value.startswith("#") for value in links)
    assert not [name for _, name, _ in parsed.attributes if name.startswith("on")]
    outside = set(re.findall(r"https?://[^\"' <]*", page))
    assert outside <= {"http://www.w3.org/2000/svg"}
    assert "default-src 'none'" in page


def test_every_link_of_the_page_leads_somewhere(page: str) -> None:
    parsed = Page(page)
    anchors = {value for _, name, value in parsed.attributes if name == "id"}
    wanted = {value[1:] for _, name, value in parsed.attributes if name == "href"}
    assert wanted <= anchors


def test_texts_of_a_strange_run_stay_texts(tmp_path: Path) -> None:
    games = [
        replace(hostile(game, HOSTILE), name=f"{HOSTILE}{place}")
        for place, game in enumerate(small_games())
    ]
    page = written(small_run(tmp_path / "strange.run", games))
    parsed = Page(page)
    assert parsed.tags.isdisjoint({"script", "img"})
    assert parsed.open == []
    assert any("<script>alert(1)</script>" in words for words in parsed.words)


def test_a_run_that_has_nothing_yet_has_a_page_too(tmp_path: Path) -> None:
    path = tmp_path / "new.run"
    RunStore.create(path, Settings().to_dict()).close()
    text = " ".join(Page(written(path)).words)
    assert "No game was found" in text
    assert "The archive is empty" in text
    assert "The run is not finished" in text


# descent


def test_ancestors_come_after_their_children(demo: Path) -> None:
    with RunStore.open(demo) as store:
        steps = ancestry(store, "k-coralette")
    assert [step.game.name for step in steps] == [
        "Coralette",
        "Tamavel",
        "Balodine",
        "Scopa",
        "Hearts",
    ]
    assert steps[0].parents == ("k-scopa", "k-tamavel")
    assert steps[-1].story == "a game of the library"
    assert not any(step.changes for step in steps)


def test_a_step_tells_the_rules_it_changed(demo: Path) -> None:
    with RunStore.open(demo) as store:
        balodine, hearts = ancestry(store, "k-balodine", rules=True)
    assert [change_words(change) for change in balodine.changes] == [
        "now: The queen of spades in a trick scores 20 points for the player who wins it."
    ]
    assert hearts.changes == ()


def test_a_game_that_is_its_own_ancestor_ends_the_search(tmp_path: Path) -> None:
    games = small_games()
    games[2] = replace(games[2], parents=("k-coralette", "k-balodine"))
    with RunStore.open(small_run(tmp_path / "odd.run", games)) as store:
        names = [step.game.name for step in ancestry(store, "k-coralette", rules=True)]
    assert sorted(names) == ["Balodine", "Coralette", "Scopa", "Tamavel"]


@pytest.mark.parametrize(
    ("shares", "says"),
    [
        ({"Hearts": 0.99}, "Its rules: nearly all from Hearts"),
        (
            {"Hearts": 0.5, "Scopa": 0.3},
            "Its rules: about half from Hearts, about a third from Scopa, about a quarter new",
        ),
        ({"Hearts": 0.75, "Scopa": 0.02}, "Its rules: most from Hearts, about a quarter new"),
        ({}, "Its rules: nearly all new"),
    ],
)
def test_descent_is_told_by_what_is_left_in_the_rules(shares: dict[str, float], says: str) -> None:
    assert descent_words(shares) == says


def test_what_is_left_of_a_game_is_what_its_rulebook_still_says(demo: Path) -> None:
    with RunStore.open(demo) as store:
        tamavel = store.named("tamavel")
        assert tamavel is not None
        shares = descent(store, tamavel)
        assert sum(shares.values()) <= 1.001
        assert max(shares.values()) > 0.6
        new = replace(tamavel, roots={"war": 1.0})
        assert descent(store, new)["War"] < 0.3


def test_what_is_new_is_told_beside_the_nearest_game() -> None:
    oh_hell = fold_options(get_genome("oh-hell"))
    first, second = novelties(oh_hell, "euchre")
    assert first.startswith("Unlike Euchre: ")
    assert second
    assert novelties(oh_hell, "no-such-game") == ()


@pytest.mark.parametrize(
    "name", ["baloot", "bridge", "cribbage", "euchre", "oh-hell", "rummy", "scopa", "uno"]
)
@pytest.mark.parametrize("nearest", ["hearts", "spades"])
def test_what_is_new_is_told_in_whole_sentences(name: str, nearest: str) -> None:
    """A line of a table says nothing without its head."""
    told = novelties(fold_options(get_genome(name)), nearest)
    assert told
    assert all(text.endswith((".", "…")) for text in told)


@pytest.mark.parametrize(
    ("name", "nearest"), [("uno", "crazy-eights"), ("rummy", "go-fish"), ("scopa", "casino")]
)
def test_what_is_new_is_no_bookkeeping(name: str, nearest: str) -> None:
    told = " ".join(novelties(fold_options(get_genome(name)), nearest))
    for idle in ("take turns, going", "added to their total", "The game ends"):
        assert idle not in told


@pytest.mark.parametrize(
    ("name", "nearest"),
    [("uno", "rummy"), ("thirty-one", "hearts"), ("president", "uno"), ("hearts", "whist")],
)
def test_what_is_new_is_understood_by_itself(name: str, nearest: str) -> None:
    for told in novelties(fold_options(get_genome(name)), nearest):
        _, _, said = told.partition(": ")
        assert not said.startswith(("This ", "You may do this ", "The same "))
        for pointing in ("the last column", "at the same time", "scores loses"):
            assert pointing not in said


def test_likeness_names_the_nearest_game() -> None:
    assert likeness_words(small_games()[2]).startswith("most like Hearts, 41 % different")


@pytest.mark.parametrize(
    ("name", "elsewhere"),
    [("briscola", "Sixty-Six"), ("scopa", "Escoba"), ("crazy-eights", "Switch"), ("war", None)],
)
def test_relatives_outside_the_library_are_known_by_their_mechanics(
    name: str, elsewhere: str | None
) -> None:
    assert relatives_elsewhere(get_genome(name)) == (() if elsewhere is None else (elsewhere,))


def test_relatives_outside_the_library_are_outside_it() -> None:
    assert not {one.name for one in KNOWN} & {get_genome(name).name for name in library_ids()}


# pace and maps


def test_pace_is_taken_over_all_generations() -> None:
    pace = pace_of([Timing(0, 30.0, 48.0, 36.0, 20, 2), Timing(1, 30.0, 60.0, 45.0, 40, 2)])
    assert pace.per_minute == 60
    assert pace.busy_share == 0.9
    assert pace.core_share == 0.75
    assert pace.words() == (
        "60 evaluations in 60 s, 60 a minute with 2 workers; 90 % of the wall time at work, "
        "68 % in the core"
    )


def test_a_run_without_timings_has_no_pace() -> None:
    assert pace_of([]).words() == "nothing was measured yet"


@pytest.mark.parametrize(
    ("seconds", "says"),
    [
        (0, "0 s"),
        (99, "99 s"),
        (120, "2 min"),
        (5940, "99 min"),
        (7200, "2 h"),
        (7500, "2 h 5 min"),
    ],
)
def test_times_are_told_as_one_says_them(seconds: float, says: str) -> None:
    assert duration(seconds) == says


def test_cells_that_differ_in_interaction_share_a_square_the_best_first() -> None:
    low = GRID.grid_to_int_index((2, 1, 3, 0))
    high = GRID.grid_to_int_index((2, 1, 3, 2))
    maps = archive_maps({low: 0.3, high: 0.6})
    assert [item.title for item in maps] == list(GRID.axes[0].labels)
    assert maps[2].cells == {(1, 3): (high, low)}
    assert not any(item.cells for place, item in enumerate(maps) if place != 2)
