"""What players could choose, clause by clause, and what else it would have brought.

The core numbers the clauses of a phase by what a move does and the number of the call, option,
build move or combination.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from darwindeck.evaluation.traces import Fork, GameTrace
from darwindeck.genome.problems import Path
from darwindeck.genome.schema import CallPhase, ChoicePhase, GameGenome, Phase
from darwindeck.genome.tree import walk
from darwindeck.simulation import Game
from darwindeck.simulation.moves import OPEN_TO_ALL, MoveKind

SPOKEN = OPEN_TO_ALL - {MoveKind.PASS, MoveKind.STOP, MoveKind.TAKE} | {MoveKind.DECLARE}
"""What somebody chooses by saying or declaring it, or as one of several things to do."""
_SAID = {MoveKind.BET: "bet or raise", MoveKind.MATCH: "call a bet"}
"""What is not called by the name of its kind."""


@dataclass(frozen=True)
class Choice:
    """A clause that could be chosen beside another one."""

    phase: int
    clause: int
    offered: int
    chosen: int
    towards: tuple[Fork, ...]
    """Decisions for something else at which it was tried instead."""
    away: tuple[Fork, ...]
    """Decisions for it at which something else was tried instead."""

    @property
    def deed(self) -> MoveKind:
        return MoveKind(self.clause >> 8)

    @property
    def number(self) -> int:
        return self.clause & 0xFF

    def gains(self) -> list[float]:
        """What it brought more than something else, wherever both were tried."""
        return [fork.gain for fork in self.towards] + [-fork.gain for fork in self.away]

    def promising(self, share: float) -> list[float]:
        """What it would have brought more where it promised most, by what players have learnt."""
        ordered = sorted(self.towards, key=lambda fork: -fork.promise)
        return [fork.gain for fork in ordered[: max(1, round(share * len(ordered)))]]


def choices(traces: Iterable[GameTrace]) -> list[Choice]:
    """Every clause that was a choice in some games, by phase."""
    counts: dict[tuple[int, int], list[int]] = defaultdict(lambda: [0, 0])
    towards: dict[tuple[int, int], list[Fork]] = defaultdict(list)
    away: dict[tuple[int, int], list[Fork]] = defaultdict(list)
    for trace in traces:
        if trace.notes is None:
            continue
        for phase, clause, offered, chosen in trace.notes.clauses:
            counts[phase, clause][0] += offered
            counts[phase, clause][1] += chosen
        for fork in trace.notes.forks:
            if fork.clause != fork.chosen:
                towards[fork.phase, fork.clause].append(fork)
                away[fork.phase, fork.chosen].append(fork)
    return [
        Choice(
            phase,
            clause,
            offered,
            chosen,
            tuple(towards[phase, clause]),
            tuple(away[phase, clause]),
        )
        for (phase, clause), (offered, chosen) in sorted(counts.items())
    ]


class Wordings:
    """Where phases and clauses stand in a file, and how one speaks of them."""

    def __init__(self, game: Game, genome: GameGenome) -> None:
        self._phases: Sequence[Phase] = game.labels.phases
        self._genome = genome

    @cached_property
    def _paths(self) -> list[tuple[Path, Phase]]:
        return [(path, part) for path, part in walk(self._genome) if isinstance(part, Phase)]

    def path(self, phase: int) -> Path:
        """Where a phase stands; nowhere, if the long form of the rules has it twice."""
        wanted = self._phases[phase]
        found = [path for path, part in self._paths if part == wanted]
        if len(found) == 1:
            return found[0]
        named = [path for path, part in self._paths if part.name and part.name == wanted.name]
        return named[0] if len(named) == 1 else ()

    def name(self, phase: int) -> str:
        """What a phase is called."""
        found = self._phases[phase]
        return found.label or found.name.replace("_", " ") or found.kind

    def clause(self, choice: Choice) -> tuple[Path, str]:
        """Where a clause stands, and what whoever chooses it does."""
        phase, path = self._phases[choice.phase], self.path(choice.phase)
        if isinstance(phase, CallPhase) and choice.deed is MoveKind.CALL:
            label = phase.calls[choice.number].label
            return (*path, "calls", choice.number) if path else (), f"“{label}”"
        if isinstance(phase, ChoicePhase) and choice.deed is MoveKind.OPTION:
            option = phase.options[choice.number]
            said = option.label or option.name.replace("_", " ") or option.kind
            if isinstance(option, CallPhase) and len(option.calls) == 1:
                said = option.calls[0].label
            return (*path, "options", choice.number) if path else (), f"“{said}”"
        return path, f"“{_SAID.get(choice.deed, choice.deed.name.lower())}”"

    def is_pass(self, choice: Choice) -> bool:
        """Whether it says that one does nothing."""
        phase = self._phases[choice.phase]
        if isinstance(phase, CallPhase) and choice.deed is MoveKind.CALL:
            return phase.calls[choice.number].is_pass
        return choice.deed in (MoveKind.CHECK, MoveKind.ACCEPT)
