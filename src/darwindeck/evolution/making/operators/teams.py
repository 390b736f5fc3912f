"""Playing in sides: making them, dissolving them, seating them otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations
from random import Random

from darwindeck.evolution.making.operators.base import MutationOperator, pick
from darwindeck.evolution.making.repair import Teams, repair, with_players
from darwindeck.evolution.making.sites import Draft
from darwindeck.genome.schema import GameGenome

ACROSS: Teams = ((0, 2), (1, 3))
BESIDE: Teams = ((0, 1), (2, 3))
AROUND: Teams = ((0, 3), (1, 2))


class EnableTeamModeMutation(MutationOperator):
    """Makes a game of single players one of two sides, with at least four players."""

    usual = 0.03

    def places(self, draft: Draft) -> Sequence[int]:
        genome = draft.genome
        if genome.team_mode or (genome.player_count % 2 and genome.player_count > 4):
            return ()
        return (max(4, genome.player_count),)

    def change(self, draft: Draft, place: int, rng: Random) -> GameGenome:
        genome = with_players(draft.genome, place)
        if place == 4:
            teams = pick((ACROSS, ACROSS, BESIDE, AROUND), rng)
        else:
            teams = tuple(tuple(range(side, place, 2)) for side in range(2))
        return repair(replace(genome, team_mode=True, teams=teams))


class DisableTeamModeMutation(MutationOperator):
    """Lets everybody play for themselves."""

    usual = 0.03

    def places(self, draft: Draft) -> Sequence[str]:
        return ("teams",) if draft.genome.team_mode else ()

    def change(self, draft: Draft, place: str, rng: Random) -> GameGenome:
        return repair(replace(draft.genome, team_mode=False, teams=()))


class MutateTeamAssignmentMutation(MutationOperator):
    """Seats the members of the sides otherwise; the sides keep their sizes."""

    usual = 0.05

    def places(self, draft: Draft) -> Sequence[Teams]:
        genome = draft.genome
        if not genome.team_mode or not genome.teams or genome.player_count > 6:
            return ()
        sizes = [len(team) for team in genome.teams]
        now = _seating(genome.teams)
        found: dict[tuple[frozenset[int], ...], Teams] = {}
        for order in permutations(range(genome.player_count)):
            seats = iter(order)
            teams = tuple(tuple(sorted(next(seats) for _ in range(size))) for size in sizes)
            if _seating(teams) != now:
                found.setdefault(_seating(teams), teams)
        return tuple(found.values())

    def change(self, draft: Draft, place: Teams, rng: Random) -> GameGenome:
        return replace(draft.genome, teams=place)


def _seating(teams: Teams) -> tuple[frozenset[int], ...]:
    """Who sits with whom, whichever side is named first."""
    return tuple(sorted((frozenset(team) for team in teams), key=sorted))
