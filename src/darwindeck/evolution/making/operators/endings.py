"""How a game is won."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from darwindeck.evolution.making.constants import numbers_moved, rewritten
from darwindeck.evolution.making.door import hands_played
from darwindeck.evolution.making.operators.base import MutationOperator, near
from darwindeck.evolution.making.operators.scoring import scores_count
from darwindeck.evolution.making.sites import Draft
from darwindeck.genome.schema import (
    GameGenome,
    Moment,
    TrickPhase,
    TriggerMode,
    WinComparison,
    WinCondition,
)
from darwindeck.genome.tree import put, without

SCORE_TYPES = ("high_score", "low_score", "first_to_score")


class ReverseAimMutation(MutationOperator):
    """Lets the lowest win where the highest won, or the other way round."""

    usual = 0.3

    def places(self, draft: Draft) -> Sequence[str]:
        wins = draft.genome.win_conditions
        if not draft.has(TrickPhase):
            # What is done of one's own will is not shunned, and to go out is an aim of its own.
            return ()
        compared = [
            win
            for win in wins
            if win.comparison in _OPPOSITE and win.type not in ("most_chips", "last_with_chips")
        ]
        return ("aim",) if compared and len(compared) == len(wins) else ()

    def change(self, draft: Draft, place: str, rng: Random) -> GameGenome:
        wins = tuple(reversed_aim(win) for win in draft.genome.win_conditions)
        return replace(draft.genome, win_conditions=wins)


_OPPOSITE = {
    WinComparison.HIGHEST: WinComparison.LOWEST,
    WinComparison.LOWEST: WinComparison.HIGHEST,
}


def reversed_aim(win: WinCondition) -> WinCondition:
    """Scores still run up to the same target; only who has then won is turned round."""
    kinds = {"high_score": "low_score", "first_to_score": "low_score", "low_score": "high_score"}
    return replace(win, comparison=_OPPOSITE[win.comparison], type=kinds.get(win.type, win.type))


class ChangeTargetMutation(MutationOperator):
    """Lets a game go to another score."""

    def places(self, draft: Draft) -> Sequence[int]:
        wins = draft.genome.win_conditions
        match = draft.genome.match
        found = [i for i, win in enumerate(wins) if win.type in SCORE_TYPES and win.threshold > 0]
        if found and match is not None and match.hands == hands_played(draft.genome)[0]:
            return ()  # the target is never reached before the last hand
        return found

    def change(self, draft: Draft, place: int, rng: Random) -> GameGenome | None:
        before = draft.genome.win_conditions[place].threshold
        after = near(before, rng, 1, 10_000)
        if after is None:
            return None
        wins = tuple(
            replace(
                rewritten(win, numbers_moved(frozenset({"score"}), {before: after})),
                threshold=after if win.threshold == before else win.threshold,
            )
            for win in draft.genome.win_conditions
        )
        return replace(draft.genome, win_conditions=wins)


class RemoveWinMutation(MutationOperator):
    """Leaves out one of several ways to win."""

    rough = True
    usual = 0.03

    def places(self, draft: Draft) -> Sequence[int]:
        wins = draft.genome.win_conditions
        return range(len(wins)) if len(wins) > 1 else ()

    def change(self, draft: Draft, place: int, rng: Random) -> GameGenome:
        return without(draft.genome, ("win_conditions", place))


class ChangeRaceMutation(MutationOperator):
    """Makes points count one after the other, so that whoever gets there first has won, or again
    only after the hand."""

    usual = 0.2

    def places(self, draft: Draft) -> Sequence[int]:
        rules = draft.genome.scoring_rules or ()
        if sum(rule.moment is Moment.HAND_END for rule in rules) < 2:
            return ()
        return [
            index
            for index, win in enumerate(draft.genome.win_conditions)
            if win.type in SCORE_TYPES and win.threshold > 0 and win.trigger_mode in _RACES
        ]

    def change(self, draft: Draft, place: int, rng: Random) -> GameGenome:
        path = ("win_conditions", place, "trigger_mode")
        return put(draft.genome, path, _RACES[draft.genome.win_conditions[place].trigger_mode])


_RACES = {
    TriggerMode.THRESHOLD_GATE: TriggerMode.EACH_SCORE,
    TriggerMode.EACH_SCORE: TriggerMode.THRESHOLD_GATE,
}


class ChangeMatchMutation(MutationOperator):
    """Makes a game of many hands one of a few, decided by the score after the last."""

    usual = 0.3

    def places(self, draft: Draft) -> Sequence[int]:
        genome = draft.genome
        if genome.match is None or genome.match.hands == 1 or not scores_count(draft):
            return ()
        if any(win.type not in SCORE_TYPES for win in genome.win_conditions):
            return ()
        waits = any("hand_number" in str(win.when) for win in genome.win_conditions)
        spoken = sum("hand_number" in str(use.expr) for use in draft.survey.expressions)
        return () if waits or spoken else (1, 3, 4, 5, 6, 8)

    def change(self, draft: Draft, place: int, rng: Random) -> GameGenome:
        genome = draft.genome
        assert genome.match is not None
        lowest = any(win.comparison is WinComparison.LOWEST for win in genome.win_conditions)
        win = WinCondition(
            "low_score" if lowest else "high_score",
            comparison=WinComparison.LOWEST if lowest else WinComparison.HIGHEST,
            trigger_mode=TriggerMode.THRESHOLD_GATE,
            when=f"hand_number == {place}",
            value="score",
        )
        match = replace(genome.match, hands=place)
        return put(replace(genome, match=match), ("win_conditions",), (win,))
