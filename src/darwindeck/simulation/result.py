"""How a game ended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from darwindeck._core import Position
from darwindeck.genome.schema import GameGenome, WinComparison
from darwindeck.simulation.labels import Labels
from darwindeck.simulation.words import play_words


@dataclass(frozen=True)
class Result:
    """How a game ended."""

    winner: int | None
    """The seat that has won alone; None if several share the win or nobody has won."""
    winners: tuple[int, ...]
    """All seats that have won; of a team all its seats."""
    winning_team: int | None
    """The number of the team that has won alone."""
    scores: tuple[int, ...]
    """By seat; where teams score, each of their seats has what the team has."""
    team_scores: tuple[int, ...]
    """By team, with what its seats have scored; empty where there are no teams."""
    chips: tuple[int, ...]
    """By seat; empty in a game without chips."""
    places: tuple[int, ...]
    """By seat: 1 for those who have won. The others follow by score, or by chips in a game about
    them; where the game is decided by something else, they all share the place after the winners.
    Empty if nobody has won."""
    limit_reached: bool
    """Whether only a limit stopped it."""
    limit_reason: str | None
    """Which limit: `turns`, or `work` where one decision would have taken too much of it."""
    text: str
    """The result in words."""

    @property
    def ranking(self) -> tuple[tuple[int, ...], ...]:
        """The seats by their places, those who share one together."""
        return tuple(
            tuple(seat for seat, other in enumerate(self.places) if other == place)
            for place in sorted(set(self.places))
        )

    def __str__(self) -> str:
        return self.text


def result_of(labels: Labels, position: Position) -> Result:
    """How a game that is over has ended."""
    numbers = position.numbers()
    players = range(labels.players)
    winners = tuple(seat for seat in position.winners if seat in players)
    team = next((i for i, side in enumerate(labels.sides) if set(side) == set(winners)), None)
    own = [int(numbers["score"][seat]) for seat in players]
    team_scores = tuple(
        sum(own[seat] for seat in side) + int(numbers["side_score"][number])
        for number, side in enumerate(labels.sides)
    )
    of_seat = {seat: i for i, side in enumerate(labels.sides) for seat in side}
    scores = tuple(team_scores[of_seat[seat]] if seat in of_seat else own[seat] for seat in players)
    chips = tuple(int(numbers["chips"][seat]) for seat in players)
    has_chips = labels.genome.setup.starting_chips > 0 or any(chips)
    limit = position.limit_reason
    standings = _standings(labels, scores, chips)
    return Result(
        winner=winners[0] if len(winners) == 1 else None,
        winners=winners,
        winning_team=team,
        scores=scores,
        team_scores=team_scores,
        chips=chips if has_chips else (),
        places=_places(winners, standings) if winners and not limit else (),
        limit_reached=limit is not None,
        limit_reason=limit,
        text=play_words().outcome(labels, winners, team, limit),
    )


def _standings(labels: Labels, scores: Sequence[int], chips: Sequence[int]) -> tuple[int, ...]:
    """What each seat has of what the game is about, the higher the better."""
    about = _about(labels.genome)
    if about == "chips":
        return tuple(chips)
    if about == "":
        return (0,) * labels.players
    sign = -1 if about == "low" else 1
    return tuple(sign * score for score in scores)


def _about(genome: GameGenome) -> str:
    """What players are compared by: `high` or `low` scores, `chips`; empty: something else."""
    for win in genome.win_conditions:
        if win.type in ("most_chips", "last_with_chips"):
            return "chips"
        if win.type in ("high_score", "low_score", "first_to_score"):
            return "low" if win.comparison is WinComparison.LOWEST else "high"
    return ""


def _places(winners: tuple[int, ...], standings: tuple[int, ...]) -> tuple[int, ...]:
    keys = [(seat in winners, standing) for seat, standing in enumerate(standings)]
    keys = [(True, 0) if won else (False, standing) for won, standing in keys]
    return tuple(1 + sum(other > key for other in keys) for key in keys)
