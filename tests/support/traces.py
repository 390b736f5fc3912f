"""Games written down by hand, with known answers."""

from __future__ import annotations

from collections.abc import Sequence

from darwindeck.evaluation.traces import Checkpoint, GameTrace, Trial

MANY = 10_000
"""So many playouts that an estimate has no noise to speak of."""


def told(
    chances: Sequence[Sequence[float]], shares: Sequence[float], playouts: int = MANY
) -> GameTrace:
    """A game in which chances were estimated before each decision."""
    checkpoints = tuple(Checkpoint(at, tuple(p), playouts) for at, p in enumerate(chances))
    return GameTrace(
        shares=tuple(shares),
        decisions=len(chances),
        choices=len(chances),
        checkpoints=checkpoints,
    )


def decided(counts: Sequence[int], **rest: object) -> GameTrace:
    """A game with decisions among so many moves each."""
    fields: dict[str, object] = {
        "shares": (1.0, 0.0),
        "decisions": len(counts),
        "choices": sum(count > 1 for count in counts),
        "counts": bytes(counts),
        "kinds": bytes(len(counts)),
        "seats": bytes(place % 2 for place in range(len(counts))),
        "leaders": bytes(len(counts)),
    }
    return GameTrace(**(fields | rest))  # type: ignore[arg-type]  # built from one table of fields


def trial(*values: Sequence[float]) -> Trial:
    """A decision with the values of its moves, world by world."""
    return Trial("play", len(values), tuple(map(tuple, values)))
