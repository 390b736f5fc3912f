"""How often proposals come to something, operator by operator."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field


@dataclass
class Rate:
    """The proposals of one operator."""

    proposals: int = 0
    accepted: int = 0
    rejected: Counter[str] = field(default_factory=Counter)
    """How many were turned away, by reason."""

    @property
    def share_rejected(self) -> float:
        """From 0 to 1; 0 if nothing was proposed."""
        return 1 - self.accepted / self.proposals if self.proposals else 0.0

    def add(self, other: Rate) -> None:
        self.proposals += other.proposals
        self.accepted += other.accepted
        self.rejected += other.rejected


class Rates:
    """The proposals of all operators of a pipeline, by the operators' names."""

    def __init__(self) -> None:
        self._rates: dict[str, Rate] = {}

    def count(self, operator: str, reason: str | None) -> None:
        """Counts one proposal; `reason` is why it was turned away, None if it was accepted."""
        rate = self[operator]
        rate.proposals += 1
        if reason is None:
            rate.accepted += 1
        else:
            rate.rejected[reason] += 1

    def __getitem__(self, operator: str) -> Rate:
        return self._rates.setdefault(operator, Rate())

    def __iter__(self) -> Iterator[str]:
        return iter(sorted(self._rates))

    def add(self, other: Rates) -> None:
        """Counts what another pipeline has counted, too."""
        for name in other:
            self[name].add(other[name])

    @property
    def total(self) -> Rate:
        """All operators together."""
        whole = Rate()
        for name in self:
            whole.add(self[name])
        return whole

    def __str__(self) -> str:
        lines = [f"{'operator':32}{'proposals':>10}{'rejected':>10}  reasons"]
        for name, rate in [*((name, self[name]) for name in self), ("all", self.total)]:
            reasons = ", ".join(f"{reason} {n}" for reason, n in rate.rejected.most_common())
            lines.append(f"{name:32}{rate.proposals:>10}{rate.share_rejected:>10.1%}  {reasons}")
        return "\n".join(lines)
