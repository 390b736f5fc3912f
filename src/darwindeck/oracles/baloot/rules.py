"""The readings of the disputed rules, for the recomputation.

Names and choices are those of the options of the genome (`baloot.json` of the library), so
that one mapping puts the same reading in force in both. `qayd` and `sawa` are readings of what the
genome leaves out: fouls, and claims that are not certain.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Final

from darwindeck.quoting import QuotedValueError

CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    "all_pass_dealer": ("next_dealer", "same_dealer"),
    "kawesh_dealer": ("same_dealer", "next_dealer"),
    "ashkal_again": ("allowed", "not_allowed"),
    "sun_double_from": ("over_100", "from_100"),
    "under_trump": ("free", "duty"),
    "partner_winning": ("free", "free_if_safe"),
    "project_ties": ("position", "trumps_first"),
    "sun_rounding": ("nearest_ten", "half_up", "fifths"),
    "hokum_rounding": ("larger_side", "other_side", "buyer_side"),
    "khasara_by": ("raw_points", "game_points"),
    "equal_totals": ("sun_splits", "both_split", "buyer_loses"),
    "baloot_counts": ("before_khasara", "after_khasara"),
    "swept_baloot": ("kept", "lost"),
    "doubles": ("winner_takes_all", "multiply_both"),
    "qayd": ("cards", "kaboot"),
    "sawa": ("claimer", "holders", "others"),
}
"""Every option with its choices; the first is in force unless another is chosen."""

OUTSIDE: Final = frozenset({"qayd", "sawa"})
"""Options that only the recomputation has."""

OPEN: Final = frozenset({"equal_totals", "swept_baloot", "project_ties", "qayd", "sawa"})
"""Options that nothing decides yet: a round that fits any of their readings does not diverge."""


@dataclass(frozen=True)
class Rules:
    """One reading of every disputed rule."""

    all_pass_dealer: str = "next_dealer"
    kawesh_dealer: str = "same_dealer"
    ashkal_again: str = "allowed"
    sun_double_from: str = "over_100"
    under_trump: str = "free"
    partner_winning: str = "free"
    project_ties: str = "position"
    sun_rounding: str = "nearest_ten"
    hokum_rounding: str = "larger_side"
    khasara_by: str = "raw_points"
    equal_totals: str = "sun_splits"
    baloot_counts: str = "before_khasara"
    swept_baloot: str = "kept"
    doubles: str = "winner_takes_all"
    qayd: str = "cards"
    sawa: str = "claimer"

    def __post_init__(self) -> None:
        for item in fields(self):
            value = getattr(self, item.name)
            if value not in CHOICES[item.name]:
                choices = ", ".join(CHOICES[item.name])
                raise QuotedValueError(
                    f"'{item.name}' cannot be '{value}'; its choices are: {choices}"
                )


DEFAULT: Final = Rules()
