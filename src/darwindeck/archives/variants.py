"""Which reading of a disputed rule recorded matches bear out: evidence, as data.

What a round says about a point is one of three things: it cannot tell, if every reading gives what
is recorded or the point does not come up; it supports the readings that give what is recorded; and
it refutes those that do not. A round that no reading fits refutes them all.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from darwindeck.archives.record import Place
from darwindeck.archives.sheets import csv_text


@dataclass
class PointReading:
    """One reading of a point, with the rounds that speak for it and against it."""

    name: str
    supported: list[Place] = field(default_factory=list)
    refuted: list[Place] = field(default_factory=list)


@dataclass
class Point:
    """A disputed point of the rules, and what recorded rounds say about it."""

    option: str
    choices: dict[str, PointReading]
    """By their names; the first is in force unless another is chosen."""
    unit: str = "rounds"
    cannot_tell: int = 0
    unfit: list[Place] = field(default_factory=list)
    """Rounds in which the point came up and that fit no reading."""
    note: str = ""
    """What else is to be known about the evidence."""

    def hear(self, place: Place, fitting: Collection[str] | None) -> None:
        """Counts a round: the readings that give what is recorded; None: it cannot tell."""
        if fitting is None or len(set(fitting)) == len(self.choices):
            self.cannot_tell += 1
            return
        if not fitting:
            self.unfit.append(place)
        for choice in self.choices.values():
            (choice.supported if choice.name in fitting else choice.refuted).append(place)

    @property
    def deciding(self) -> list[Place]:
        """The rounds that tell readings apart, in the order in which they were read."""
        some = next(iter(self.choices.values()))
        wrong = set(self.unfit)
        # Every round that decides stands in each choice, for it or against it.
        every = dict.fromkeys((*some.supported, *some.refuted))
        return [place for place in every if place not in wrong]

    @property
    def verdict(self) -> str:
        """What the evidence comes to, in a few words."""
        if not self.deciding:
            return "no round decides"
        clear = [choice.name for choice in self.choices.values() if not self._against(choice)]
        if len(clear) == 1:
            return f"only {clear[0]} is never refuted"
        if clear:
            return f"never refuted: {', '.join(clear)}"
        best = min(self.choices.values(), key=self._against)
        return f"no reading fits every round; {best.name} is refuted least"

    def _against(self, choice: PointReading) -> int:
        return len(set(choice.refuted) - set(self.unfit))


def make_points(choices: Mapping[str, Iterable[str]]) -> dict[str, Point]:
    """A point without evidence for each option."""
    return {
        option: Point(option, {name: PointReading(name) for name in names})
        for option, names in choices.items()
    }


def variants_csv(points: Iterable[Point]) -> str:
    """A line for each reading, and after them one for each round that decides."""
    header = ("option", "reading", "supports", "refutes", "cannot tell", "fits none", "place")
    rows: list[tuple[object, ...]] = []
    for point in points:
        for choice in point.choices.values():
            rows.append(
                (
                    point.option,
                    choice.name,
                    len(choice.supported),
                    len(choice.refuted),
                    point.cannot_tell,
                    len(point.unfit),
                    None,
                )
            )
        for choice in point.choices.values():
            rows += [
                (point.option, choice.name, 1, None, None, None, str(place))
                for place in choice.supported
            ]
            rows += [
                (point.option, choice.name, None, 1, None, None, str(place))
                for place in choice.refuted
            ]
    return csv_text(header, rows)
