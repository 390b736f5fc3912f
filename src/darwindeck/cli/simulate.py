"""`darwindeck simulate`: many games between computer players, and what came out of them."""

from __future__ import annotations

import json
import math
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Annotated, Any, NoReturn

import typer
from rich import box
from rich.console import Group, RenderableType
from rich.table import Table

from darwindeck.cli import completion
from darwindeck.cli.arguments import INTERRUPTED, AsJson, GameName, Options, Seed, Trust
from darwindeck.cli.bars import playing_bar
from darwindeck.cli.console import err, fail, out, safe
from darwindeck.cli.learning import prepare
from darwindeck.cli.source import load_game
from darwindeck.simulation import (
    Game,
    SimulationResult,
    State,
    Summary,
    game_seed,
    simulate_game,
)
from darwindeck.text.telling import tell as story_of

_Z = 1.959963984540054
"""Half the width of an interval that holds 95 % of a normal distribution, in deviations."""


def simulate(
    game: GameName,
    games: Annotated[int, typer.Option(min=1, help="How many.")] = 1000,
    players: Annotated[
        str,
        typer.Option(
            metavar="PLAYER,…",
            help="easy, fair, strong, expert, random, greedy, learned, mc, search, cheat; mc:200 "
            "and mc:50ms say how long they think, learned:50000 in how many steps it learns. One "
            "for all seats, or one for each.",
            autocompletion=completion.players,
        ),
    ] = "random",
    seed: Seed = 0,
    threads: Annotated[
        int | None, typer.Option(min=1, help="Default: as many as the machine has.")
    ] = None,
    option: Options = [],  # noqa: B006 - Typer reads the default, nothing changes it
    hands: Annotated[bool, typer.Option("--hands", help="Play single hands, not matches.")] = False,
    rotate: Annotated[
        bool, typer.Option("--rotate", help="Players move one seat on from game to game.")
    ] = False,
    as_json: AsJson = False,
    show: Annotated[
        bool, typer.Option("--show", help="Tell the first game of the batch, move by move.")
    ] = False,
    trust: Trust = False,
) -> None:
    """Let computer players play many games, and sum them up."""
    if show and as_json:
        fail("--show tells a game for reading; it goes without --json")
    ready = Game(load_game(game, option))
    names = [name.strip() for name in players.split(",")]
    prepare(ready, names, threads)
    if show:
        tell(ready, names, seed, hands)
        return
    result = run(ready, games, names, seed, threads, hands, rotate)
    if as_json:
        typer.echo(json.dumps(as_data(result), indent=2, ensure_ascii=False))
    elif result.games_played:
        out.print(report(ready, result))
    if result.games_played < games:
        stopped(result.games_played, games)


def tell(game: Game, players: list[str], seed: int, single_hand: bool) -> None:
    """Prints one game, move by move."""
    if len(players) not in (1, game.player_count):
        fail(f"--players takes one player for all seats, or one for each of {game.player_count}")
    try:
        # A batch of no games plays nothing, but reads the names of the players.
        game.core.simulate(0, seed=seed, players=players)
        state = played(game, players, seed, single_hand)
        for line in story_of(state).strip().splitlines():
            out.print(safe(line), highlight=False, soft_wrap=True)
    except ValueError as error:
        fail(str(error))
    except KeyboardInterrupt:
        err.print("stopped", highlight=False)
        raise typer.Exit(INTERRUPTED) from None


def played(game: Game, players: list[str], seed: int, single_hand: bool) -> State:
    """The end of a game that is dealt like the first one of a batch."""
    first = game_seed(seed, 0)
    state = game.hand(first) if single_hand else game.deal(first)
    while state.asked is not None:
        player = players[state.asked % len(players)]
        state = state.apply(state.choose(player, seed=game_seed(seed, len(state.log) + 1)))
    return state


def run(
    game: Game,
    games: int,
    players: list[str],
    seed: int,
    threads: int | None,
    single_hand: bool,
    rotate: bool,
) -> SimulationResult:
    """Plays, with a bar on the screen. Ctrl-C ends it with the games that are finished by then."""
    bar = playing_bar()
    task = bar.add_task("", total=games)
    try:
        with _until_interrupted() as goes_on, bar:

            def progress(done: int) -> bool:
                bar.update(task, completed=done)
                return goes_on()

            return simulate_game(
                game,
                games,
                players if len(players) > 1 else players[0],
                seed,
                threads,
                single_hand=single_hand,
                rotate=rotate,
                progress=progress,
            )
    except ValueError as error:
        fail(str(error))
    except KeyboardInterrupt:
        stopped(0, games)


@contextmanager
def _until_interrupted() -> Iterator[Callable[[], bool]]:
    """Ctrl-C only sets a mark, which can be asked for; pressed a second time it interrupts."""
    interrupted = False

    def note(number: int, frame: FrameType | None) -> None:
        nonlocal interrupted
        interrupted = True
        signal.signal(signal.SIGINT, signal.default_int_handler)

    before = signal.signal(signal.SIGINT, note)
    try:
        yield lambda: not interrupted
    finally:
        signal.signal(signal.SIGINT, before)


def stopped(finished: int, wanted: int) -> NoReturn:
    """Says how far a batch came before Ctrl-C."""
    err.print(f"stopped: {finished:,} of {wanted:,} games were finished", highlight=False)
    raise typer.Exit(INTERRUPTED)


def wilson(successes: int, trials: int) -> tuple[float, float]:
    """Wilson's interval: where a share lies with 95 % confidence."""
    if trials == 0:
        return 0.0, 1.0
    share, square = successes / trials, _Z * _Z
    middle = share + square / (2 * trials)
    reach = _Z * math.sqrt((share * (1 - share) + square / (4 * trials)) / trials)
    scale = 1 + square / trials
    return max(0.0, (middle - reach) / scale), min(1.0, (middle + reach) / scale)


def as_data(result: SimulationResult) -> dict[str, Any]:
    """The result and its intervals as plain values."""

    def intervals(wins: tuple[int, ...]) -> list[tuple[float, float]]:
        return [wilson(count, result.games_played) for count in wins]

    return {
        "result": result.to_dict(),
        "confidence": 0.95,
        "win_intervals": intervals(result.wins),
        "player_win_intervals": intervals(result.player_wins),
        "team_win_intervals": intervals(result.team_wins),
    }


def report(game: Game, result: SimulationResult) -> Group:
    """The result for reading."""
    parts: list[RenderableType] = [_headline(game, result), _wins(game, result)]
    if len(result.players) > 1 and result.player_wins != result.wins:
        parts.append(_players(result))
    parts.append(_facts(result))
    return Group(*parts)


def _headline(game: Game, result: SimulationResult) -> str:
    what = "hand" if result.single_hand else "game"
    many = f"{result.games_played:,} {what}{'s' if result.games_played != 1 else ''}"
    players = ", ".join(result.players)
    name = safe(game.genome.name or game.genome.genome_id)
    return f"[bold]{name}[/]: {many}, played by {safe(players)} (seed {result.seed})"


def _grid(*heads: str) -> Table:
    table = Table(box=box.SIMPLE_HEAD, header_style="bold", pad_edge=False)
    for number, head in enumerate(heads):
        table.add_column(head, justify="left" if number == 0 else "right", no_wrap=True)
    return table


def _wins(game: Game, result: SimulationResult) -> Table:
    """Wins and scores: by team, or by seat where there are none."""
    table = _grid("team" if game.teams else "seat", "wins", "share", "95 %", "in the end")
    if game.teams:
        rows = [
            (" and ".join(game.seats[seat] for seat in side), wins, result.scores[side[0]])
            for side, wins in zip(game.teams, result.team_wins, strict=True)
        ]
    else:
        rows = list(zip(game.seats, result.wins, result.scores, strict=False))
    for name, wins, score in rows:
        table.add_row(safe(name), *_share(wins, result.games_played), _spread(score))
    table.add_section()
    for name, count in (
        ("draws", result.draws - result.lost),
        ("won by nobody", result.lost),
        ("stopped by the limit", result.limit_reached - result.work_exceeded),
    ):
        table.add_row(name, *_share(count, result.games_played))
    if result.work_exceeded:
        table.add_row("too much work", *_share(result.work_exceeded, result.games_played))
    return table


def _players(result: SimulationResult) -> Table:
    """Wins by player, for players who changed seats."""
    table = _grid("player", "wins", "share", "95 %")
    for number, (name, wins) in enumerate(zip(result.players, result.player_wins, strict=True), 1):
        table.add_row(f"{number} {safe(name)}", *_share(wins, result.games_played))
    return table


def _share(count: int, total: int) -> tuple[str, str, str]:
    low, high = wilson(count, total)
    return f"{count:,}", f"{count / total:.1%}", f"{low:.1%} – {high:.1%}"


def _spread(summary: Summary) -> str:
    return f"{summary.mean:,.1f} ± {summary.deviation:,.1f}"


def _facts(result: SimulationResult) -> Table:
    table = _grid("in a game", "mean ± deviation", "least", "most")
    rows: list[tuple[str, Summary | None]] = [
        ("turns", result.turns),
        ("hands", result.hands),
        ("decisions", result.decisions),
        ("moves to choose from", result.branching),
        ("changes of the lead", result.lead_changes),
    ]
    for name, summary in rows:
        if summary is not None and summary.count:
            table.add_row(name, _spread(summary), f"{summary.low:,.0f}", f"{summary.high:,.0f}")
    table.add_row("decisions with one move only", f"{result.forced:.1%}")
    return table
