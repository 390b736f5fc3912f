"""What parts of a genome need of each other: wins, betting, patterns, totals and teams."""

from __future__ import annotations

from collections.abc import Iterator

from darwindeck.genome.problems import Path, Problem
from darwindeck.genome.schema.actions import Award
from darwindeck.genome.schema.betting import BettingPhase, ShowdownMethod, ShowdownPhase
from darwindeck.genome.schema.patterns import HandEvaluationMethod, HandPattern
from darwindeck.genome.schema.setup import TableauMode
from darwindeck.genome.schema.things import Location
from darwindeck.genome.schema.transfers import CapturePhase
from darwindeck.genome.schema.tricks import TrickPhase
from darwindeck.genome.validation.facts import Facts

SCORE_WINS = ("high_score", "low_score", "first_to_score")
CAPTURE_WINS = ("capture_all", "most_captured")


def score_wins_need_scoring(facts: Facts) -> Iterator[Problem]:
    genome = facts.genome
    if genome.card_scoring or genome.scoring_rules or facts.has(Award):
        return
    for index, win in enumerate(genome.win_conditions):
        if win.type in SCORE_WINS:
            yield Problem(
                "win-needs-scoring",
                ("win_conditions", index),
                f"Score-based win condition requires card_scoring or scoring_rules; `{win.type}` "
                "has neither",
            )


def best_hand_needs_patterns(facts: Facts) -> Iterator[Problem]:
    evaluation = facts.genome.hand_evaluation
    if evaluation is not None and evaluation.method is HandEvaluationMethod.PATTERN_MATCH:
        return
    for index, win in enumerate(facts.genome.win_conditions):
        if win.type == "best_hand":
            found = f"its method is `{evaluation.method.value}`" if evaluation else "there is none"
            yield Problem(
                "win-needs-patterns",
                ("win_conditions", index),
                f"best_hand win condition requires hand_evaluation with PATTERN_MATCH; {found}",
            )


def betting_needs_chips(facts: Facts) -> Iterator[Problem]:
    chips = facts.genome.setup.starting_chips
    if chips > 0:
        return
    for path, _ in facts.all(BettingPhase):
        yield Problem(
            "betting-needs-chips",
            path,
            f"BettingPhase requires setup.starting_chips > 0; it is {chips}",
        )


def showdowns_need_evaluation(facts: Facts) -> Iterator[Problem]:
    evaluation = facts.genome.hand_evaluation
    if evaluation is not None and evaluation.method is not HandEvaluationMethod.NONE:
        return
    for path, phase in facts.all(BettingPhase):
        if phase.showdown_method is ShowdownMethod.HAND_EVALUATION:
            yield Problem(
                "showdown-needs-evaluation",
                (*path, "showdown_method"),
                "BettingPhase with HAND_EVALUATION showdown requires hand_evaluation",
            )
    for path, showdown in facts.all(ShowdownPhase):
        if showdown.method is ShowdownMethod.HAND_EVALUATION:
            yield Problem(
                "showdown-needs-evaluation",
                (*path, "method"),
                "ShowdownPhase with HAND_EVALUATION requires hand_evaluation",
            )


def capture_wins_need_capture(facts: Facts) -> Iterator[Problem]:
    genome = facts.genome
    if genome.setup.tableau_mode in (TableauMode.WAR, TableauMode.MATCH_RANK):
        return
    if facts.has(TrickPhase, CapturePhase) or Location.CAPTURED in facts.zones_filled:
        return
    for index, win in enumerate(genome.win_conditions):
        if win.type in CAPTURE_WINS and win.value is None:
            yield Problem(
                "win-needs-capture",
                ("win_conditions", index),
                "Capture win condition requires tableau_mode WAR or MATCH_RANK, or a phase that "
                f"brings cards to `{Location.CAPTURED}`; `{win.type}` has neither",
            )


def pattern_groups_fit(facts: Facts) -> Iterator[Problem]:
    evaluation = facts.genome.hand_evaluation
    places: list[tuple[Path, tuple[HandPattern, ...]]] = [(("patterns",), facts.genome.patterns)]
    if evaluation is not None:
        places.insert(0, (("hand_evaluation", "patterns"), evaluation.patterns))
    for path, patterns in places:
        for index, pattern in enumerate(patterns):
            if pattern.same_rank_groups and pattern.required_count:
                total = sum(pattern.same_rank_groups)
                if total > pattern.required_count:
                    yield Problem(
                        "pattern-groups-too-large",
                        (*path, index, "same_rank_groups"),
                        f"HandPattern '{pattern.name}': same_rank_groups sum ({total}) exceeds "
                        f"required_count ({pattern.required_count})",
                    )


def card_values_cover_ranks(facts: Facts) -> Iterator[Problem]:
    evaluation = facts.genome.hand_evaluation
    if evaluation is None or evaluation.method is not HandEvaluationMethod.POINT_TOTAL:
        return
    defined = {str(value.rank) for value in evaluation.card_values}
    missing = [rank for rank in facts.ranks if rank not in defined]
    if missing:
        yield Problem(
            "card-values-missing",
            ("hand_evaluation", "card_values"),
            f"POINT_TOTAL requires card_values for all ranks, missing: {', '.join(missing)}",
        )


def teams_are_sound(facts: Facts) -> Iterator[Problem]:
    genome = facts.genome
    path = ("teams",)
    if not genome.team_mode:
        if genome.teams:
            yield Problem(
                "teams-without-team-mode",
                path,
                f"{len(genome.teams)} teams are given although team_mode is False",
            )
        return
    if not genome.teams:
        yield Problem(
            "teams-missing",
            path,
            "team_mode=True requires teams to be defined: teams must be given as lists of seats",
        )
        return
    seen: set[int] = set()
    for index, team in enumerate(genome.teams):
        if not team:
            yield Problem("team-empty", (*path, index), f"Team {index} has no players")
        for place, player in enumerate(team):
            here = (*path, index, place)
            if not 0 <= player < genome.player_count:
                yield Problem(
                    "team-player-unknown",
                    here,
                    f"Team contains invalid player index {player} "
                    f"(player_count={genome.player_count})",
                )
            elif player in seen:
                yield Problem("team-player-twice", here, f"Duplicate player {player} in teams")
            seen.add(player)
    missing = [p for p in range(min(genome.player_count, 100)) if p not in seen]
    if missing:
        yield Problem(
            "team-player-missing",
            path,
            "Not all players assigned to teams "
            f"(missing: {', '.join(str(player) for player in missing)})",
        )
    if len(genome.teams) < 2:
        yield Problem("too-few-teams", path, "At least 2 teams required when team_mode=True, got 1")
