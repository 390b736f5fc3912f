"""Every two players meet on the same deals, at every seat."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from darwindeck._core import schooling
from darwindeck.english import join
from darwindeck.evaluation.intervals import mean_of
from darwindeck.evaluation.results import Metric
from darwindeck.evaluation.traces import play_games
from darwindeck.genome.schema import WinComparison
from darwindeck.simulation import Game, Move, Result, View, game_seed
from darwindeck.simulation.hints import unit_of
from darwindeck.tournament.rating import Rating, ratings

Player = str | Callable[[View], Move]
"""A player of the core by its name, or a function that chooses one of `view.legal_moves`."""

CHUNK = 10
"""So many deals are played before they are kept."""
LONGEST = 20_000
"""After so many decisions a game is broken off."""


@dataclass
class Duel:
    """Two players on some deals: of each deal, the mean over all seatings."""

    one: int
    other: int
    shares: list[float] = field(default_factory=list)
    """What the first took of each deal: 1 where it did better by what decides the match, 1/2 for
    equals."""
    margins: list[float] = field(default_factory=list)
    """By how many points or chips it did better, for each of its seats or sides."""

    @property
    def share(self) -> Metric:
        return mean_of("share", self.shares, (0.0, 1.0))

    @property
    def margin(self) -> Metric:
        return mean_of("margin", self.margins)


@dataclass
class Tournament:
    """Players who have met, or are about to."""

    game: Game
    names: tuple[str, ...]
    deals: int
    """How many deals every two of them play."""
    seed: int = 0
    single_hand: bool = True
    duels: list[Duel] = field(default_factory=list)

    @property
    def played(self) -> int:
        """How many deals have been played, all duels together."""
        return sum(len(duel.shares) for duel in self.duels)

    @property
    def wanted(self) -> int:
        return self.deals * len(self.duels)

    @property
    def finished(self) -> bool:
        return self.played >= self.wanted

    def ratings(self) -> list[Rating]:
        """How strong each player is."""
        results = {(duel.one, duel.other): duel.shares for duel in self.duels}
        return ratings(results, len(self.names), self.seed)

    def ranking(self) -> list[tuple[str, Rating]]:
        """The players, the strongest first."""
        return sorted(zip(self.names, self.ratings(), strict=True), key=lambda one: -one[1].value)


def play_tournament(
    game: Game,
    players: Sequence[Player],
    deals: int = 100,
    *,
    seed: int = 0,
    single_hand: bool = True,
    threads: int = 1,
    progress: Callable[[int], object] | None = None,
    resume: Tournament | None = None,
    keep: Callable[[Tournament], object] | None = None,
) -> Tournament:
    """Lets every two players meet on the same deals, at every seat.

    `progress` is told how many deals are played; if it returns False, the tournament is left as it
    is by then. `resume` is a tournament that was left, to be played on; `keep` is given it now and
    then.
    """
    tournament = _begin(game, players, deals, seed, single_hand, resume)
    for number in range(0, deals, CHUNK):
        for duel in tournament.duels:
            done = len(duel.shares)
            until = min(deals, number + CHUNK)
            if done >= until:
                continue
            pair = (players[duel.one], players[duel.other])
            for share, margin in _meet(tournament, pair, done, until - done, threads):
                duel.shares.append(share)
                duel.margins.append(margin)
            if keep is not None:
                keep(tournament)
            if progress is not None and progress(tournament.played) is False:
                return tournament
    return tournament


def _begin(
    game: Game,
    players: Sequence[Player],
    deals: int,
    seed: int,
    single_hand: bool,
    resume: Tournament | None,
) -> Tournament:
    names = tuple(_name(player) for player in players)
    if len(names) < 2:
        raise ValueError(f"a tournament needs at least two players, not {len(names)}")
    twice = [name for name in dict.fromkeys(names) if names.count(name) > 1]
    if twice:
        raise ValueError(
            f"each player is named once, and sits everywhere in turn; named again: {join(twice)}"
        )
    if type(deals) is not int or deals < 1:
        raise ValueError(f"deals must be a whole number from 1 up, not {deals!r}")
    pairs = list(combinations(range(len(names)), 2))
    if resume is None:
        duels = [Duel(*pair) for pair in pairs]
        return Tournament(game, names, deals, seed, single_hand, duels)
    same = (resume.names, resume.seed, resume.single_hand) == (names, seed, single_hand)
    if not same or resume.game.checked.key != game.checked.key:
        raise ValueError("the tournament that was left had another game, players, seed or length")
    resume.deals = deals
    return resume


def _name(player: Player) -> str:
    if isinstance(player, str):
        schooling(player)  # ValueError if nobody is called that
        return player
    return str(getattr(player, "__name__", type(player).__name__))


def lineups(game: Game) -> list[tuple[int, ...]]:
    """Who sits where: 0 and 1 by seat, so that each of the two sits everywhere equally often."""
    teams = game.teams if any(len(team) > 1 for team in game.teams) else ()
    side_of = {seat: side for side, team in enumerate(teams) for seat in team}
    sides = len(teams) or game.player_count
    rows = {
        tuple(
            (side_of.get(seat, seat) + shift) % sides % 2 ^ swap
            for seat in range(game.player_count)
        )
        for shift in range(sides)
        for swap in (0, 1)
    }
    return sorted(rows)


def _meet(
    tournament: Tournament, pair: tuple[Player, Player], first: int, deals: int, threads: int
) -> Iterator[tuple[float, float]]:
    """Share and margin of the first of two players, deal by deal."""
    game, rows = tournament.game, lineups(tournament.game)
    played = [
        (row, standings)
        for row, standings in (
            _by_core(tournament, (pair[0], pair[1]), rows, first, deals, threads)
            if isinstance(pair[0], str) and isinstance(pair[1], str)
            else _by_hand(tournament, pair, rows, first, deals)
        )
    ]
    alone = game.player_count == 1
    for number in range(deals):
        some = played[number * len(rows) : (number + 1) * len(rows)]
        if alone:
            one = [value for row, (value,) in some if row[0] == 0]
            other = [value for row, (value,) in some if row[0] == 1]
            margins = [a - b for a, b in zip(one, other, strict=True)]
        else:
            margins = [_margin(row, standings) for row, standings in some]
        shares = [0.5 if margin == 0 else float(margin > 0) for margin in margins]
        yield math.fsum(shares) / len(shares), math.fsum(margins) / len(margins)


def _margin(row: tuple[int, ...], standings: Sequence[float]) -> float:
    """By how much the seats of the first player did better than those of the second."""
    sums, counts = [0.0, 0.0], [0, 0]
    for who, value in zip(row, standings, strict=True):
        sums[who] += value
        counts[who] += 1
    return sums[0] / counts[0] - sums[1] / counts[1]


def _by_core(
    tournament: Tournament,
    pair: tuple[str, str],
    rows: list[tuple[int, ...]],
    first: int,
    deals: int,
    threads: int,
) -> Iterator[tuple[tuple[int, ...], tuple[float, ...]]]:
    game = tournament.game
    seated = [[pair[who] for who in row] for row in rows]
    traces = play_games(
        game,
        deals,
        seated,
        seed=tournament.seed,
        first=first,
        single_hand=tournament.single_hand,
        most=LONGEST,
        threads=threads,
    )
    teams = game.teams if any(len(team) > 1 for team in game.teams) else ()
    for trace in traces:
        points = any(trace.standings)
        by_side = trace.standings if points and len(trace.shares) > 1 else trace.shares
        if teams:
            side = {seat: number for number, team in enumerate(teams) for seat in team}
            values = tuple(float(by_side[side[seat]]) for seat in range(game.player_count))
        else:
            values = tuple(map(float, by_side))
        yield rows[trace.lineup], values


def _by_hand(
    tournament: Tournament,
    pair: tuple[Player, Player],
    rows: list[tuple[int, ...]],
    first: int,
    deals: int,
) -> Iterator[tuple[tuple[int, ...], tuple[float, ...]]]:
    game = tournament.game
    wins = game.checked.expanded.win_conditions
    low = any(win.comparison is WinComparison.LOWEST for win in wins)
    chips = unit_of(game) == "chips"
    for number in range(first, first + deals):
        seed = game_seed(tournament.seed, number)
        for row in rows:
            state = game.hand(seed) if tournament.single_hand else game.deal(seed)
            for made in range(LONGEST):
                seat = state.asked
                if seat is None:
                    break
                who = pair[row[seat]] if seat < len(row) else "greedy"
                if isinstance(who, str):
                    move = state.choose(who, seat, seed=game_seed(seed, made))
                else:
                    legal = state.legal_moves(seat)
                    move = legal[0] if len(legal) == 1 else who(state.view(seat))
                state = state.apply(move, seat)
            yield row, _standings(state.result, len(row), chips, low)


def _standings(result: Result | None, seats: int, chips: bool, low: bool) -> tuple[float, ...]:
    """What each seat has in the end, the more the better; where nothing counts, who has won."""
    if result is None:
        return (0.0,) * seats
    values = result.chips if chips else result.scores
    if not any(values):
        return tuple(float(seat in result.winners) for seat in range(seats))
    return tuple(-float(value) if low and not chips else float(value) for value in values[:seats])
