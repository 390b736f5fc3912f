"""How well planted faults are found: each is put into matches that were clean before."""

from __future__ import annotations

import copy
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from darwindeck.archives.divergences import Divergence, Irregularity
from darwindeck.archives.door import ArchiveError, parse_json
from darwindeck.archives.generate import archive_text
from darwindeck.oracles.baloot.match import MatchReport, examine
from darwindeck.oracles.baloot.reader import BalootReader
from tests.oracles.baloot.faults.fault import Fault, Json, NoPlaceError


@dataclass(frozen=True)
class Trial:
    """What came of one planted fault."""

    fault: Fault
    divergences: tuple[Divergence, ...]
    irregularities: tuple[Irregularity, ...]
    """Those that the clean match does not have."""
    unreadable: str

    @property
    def found(self) -> bool:
        """Whether anything at all was said about it."""
        told = self.fault.irregularity is not None and bool(self.irregularities)
        return bool(self.divergences or self.unreadable) or told

    @property
    def right(self) -> bool:
        """Whether it came out as it must: in its category, and nothing that does not follow."""
        fault = self.fault
        categories = {item.category for item in self.divergences}
        if fault.unreadable:
            return bool(self.unreadable)
        if self.unreadable:
            return False
        if fault.category is not None:
            named = {fault.category, fault.instead} - {None}
            return bool(categories & named) and categories <= named | fault.also
        if fault.irregularity is not None:
            kinds = {item.kind for item in self.irregularities}
            return not categories and fault.irregularity in kinds
        return not categories


def plant(fault: Fault, match: Json, chance: random.Random) -> str | None:
    """The text of a file with the fault; None if the match has no place for it."""
    faulty = copy.deepcopy(match)
    try:
        text = fault.plant(faulty, chance)
    except NoPlaceError:
        return None
    return archive_text(faulty) if text is None else text


def _examined(text: str) -> MatchReport:
    name = "planted"
    return examine(BalootReader(name).match(parse_json(text.encode(), name)))


def trials(
    faults: Iterable[Fault], matches: Sequence[Json], *, seed: int = 0, each: int = 1
) -> Iterator[Trial]:
    """Every fault in every match that has a place for it, `each` times; one seed, one result."""
    usual = [Counter(_known(_examined(archive_text(match)))) for match in matches]
    for fault in faults:
        for number, match in enumerate(matches):
            for again in range(each):
                chance = random.Random(f"{fault.name} {seed} {number} {again}")
                text = plant(fault, match, chance)
                if text is not None:
                    yield _trial(fault, text, usual[number])


def _known(report: MatchReport) -> list[tuple[str, str]]:
    return [(item.kind, item.details) for item in report.all_irregularities()]


def _trial(fault: Fault, text: str, usual: Counter[tuple[str, str]]) -> Trial:
    try:
        report = _examined(text)
    except ArchiveError as error:
        return Trial(fault, (), (), str(error))
    seen: Counter[tuple[str, str]] = Counter()
    new = []
    for item in report.all_irregularities():
        seen[item.kind, item.details] += 1
        if seen[item.kind, item.details] > usual[item.kind, item.details]:
            new.append(item)
    return Trial(fault, tuple(report.all_divergences()), tuple(new), "")


@dataclass
class Score:
    """How often a fault was planted, found, and found as what it is."""

    fault: Fault
    planted: int = 0
    found: int = 0
    right: int = 0
    wrong: list[Trial] = field(default_factory=list)

    def count(self, trial: Trial) -> None:
        self.planted += 1
        self.found += trial.found
        self.right += trial.right
        if not trial.right:
            self.wrong.append(trial)


def table(done: Iterable[Trial]) -> list[Score]:
    """The trials, counted for each fault."""
    scores: dict[str, Score] = {}
    for trial in done:
        scores.setdefault(trial.fault.name, Score(trial.fault)).count(trial)
    return list(scores.values())
