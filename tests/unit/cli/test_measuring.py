"""Measuring how fast things are."""

from __future__ import annotations

import pytest

from darwindeck.cli.measuring import GameGauges, Gauge, SearchGauge, choices, measure
from darwindeck.genome.examples import get_genome
from darwindeck.simulation import Game


class Machine:
    """Something that takes a known time, on a machine that is busy at first."""

    def __init__(self, each: float, delays: tuple[float, ...] = ()) -> None:
        self.each = each
        self.delays = list(delays)
        self.asked: list[int] = []

    def work(self, times: int) -> float:
        self.asked.append(times)
        return times * self.each + (self.delays.pop(0) if self.delays else 0.0)


def test_a_gauge_finds_out_how_often_a_thing_can_be_done() -> None:
    machine = Machine(0.001)
    gauge = Gauge(machine.work)
    gauge.settle(0.5)
    gauge.take()
    assert machine.asked[-1] == 500
    assert gauge.rate == pytest.approx(1000)


def test_what_every_round_costs_once_is_not_taken_for_the_thing_itself() -> None:
    machine = Machine(0.001)
    gauge = Gauge(lambda times: 0.1 + machine.work(times))
    gauge.settle(0.3)
    gauge.take()
    assert machine.asked[-1] >= 100


def test_what_takes_longer_than_its_time_is_done_once() -> None:
    machine = Machine(3.0)
    gauge = Gauge(machine.work)
    gauge.settle(0.5)
    gauge.take()
    assert set(machine.asked) == {1}


def test_the_fastest_round_counts() -> None:
    machine = Machine(0.25)
    gauge = Gauge(machine.work)
    gauge.settle(0.25)
    machine.delays = [4.0, 0.0, 2.0]
    for _ in range(3):
        gauge.take()
    assert gauge.seconds == pytest.approx(0.25)


def test_things_to_compare_are_measured_in_turns() -> None:
    order: list[str] = []

    def named(name: str) -> Gauge:
        def work(times: int) -> float:
            order.append(name)
            return 1.0 * times

        return Gauge(work)

    measure([named("a"), named("b")], seconds=3.0, rounds=3)
    assert order[-6:] == ["a", "b"] * 3


class Thinker:
    """A player who prepares, then makes playouts, on a machine that is busy now and then."""

    def __init__(self, before: float, each: float) -> None:
        self.before = before
        self.each = each
        self.delays: list[float] = []

    def think(self, playouts: int) -> float:
        delay = self.delays.pop(0) if self.delays else 0.0
        return self.before + playouts * self.each + delay


def test_what_a_player_prepares_is_no_playout() -> None:
    thinker = Thinker(before=0.03, each=1e-5)
    gauge = SearchGauge(thinker.think)
    gauge.settle(0.1)
    # The preparation of a busy round may take longer than all playouts of another one.
    thinker.delays = [5.0, 0.0, 0.0, 2.0]
    gauge.take()
    gauge.take()
    assert gauge.known
    assert gauge.rate == pytest.approx(1e5)


def test_of_playouts_that_cannot_be_told_from_the_preparation_nothing_is_said() -> None:
    thinker = Thinker(before=1.0, each=1e-9)
    gauge = SearchGauge(thinker.think)
    gauge.settle(0.1)
    gauge.take()
    assert not gauge.known


def test_the_figures_of_a_game_are_those_of_its_games() -> None:
    gauges = GameGauges(get_genome("hearts"), threads=2, single_hand=True)
    measure(gauges.gauges(), seconds=0.02, rounds=2)
    figures = gauges.figures()
    # Three cards are passed by each of four players, then 52 are played.
    assert figures.decisions_per_game == 64
    assert figures.decisions_per_second == pytest.approx(64 * figures.games_per_second)
    assert figures.playouts_per_second is not None
    assert figures.playouts_per_second > 0
    assert figures.load_microseconds > 0
    assert figures.threads == 2


def test_search_is_measured_at_real_decisions() -> None:
    core = Game(get_genome("hearts")).core
    found = list(choices(core, True))
    assert len(found) == 3
    assert all(len(position.legal(seat)) > 1 for position, seat in found)


def test_a_game_without_decisions_has_no_search() -> None:
    gauges = GameGauges(get_genome("war"), threads=1)
    measure(gauges.gauges(), seconds=0.02, rounds=2)
    assert gauges.figures().playouts_per_second is None
    assert gauges.figures().games_per_second > 0
