"""Styles: what counts how much, as stated weights; `docs/worth.md` gives the reasons."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Style:
    """A taste: how much each criterion weighs; the weights of a style add up to 1."""

    name: str
    text: str
    weights: Mapping[str, float]
    families: tuple[str, ...] = ()
    """The kinds of phase in which most decisions should be taken; empty: any."""

    def __post_init__(self) -> None:
        if abs(sum(self.weights.values()) - 1) > 1e-9:
            raise ValueError(f"the weights of '{self.name}' add up to {sum(self.weights.values())}")
        if ("kind" in self.weights) != bool(self.families):
            raise ValueError(f"'{self.name}' weighs the kind of game, or names kinds: both or none")


STYLES: dict[str, Style] = {
    style.name: style
    for style in (
        Style(
            "balanced",
            "choices and skill first, then suspense, and nothing that spoils an evening",
            {
                "agency": 0.13,
                "skill": 0.15,
                "depth": 0.20,
                "richness": 0.25,
                "range": 0.15,
                "interaction": 0.04,
                "suspense": 0.03,
                "drama": 0.01,
                "fairness": 0.02,
                "length": 0.01,
                "clarity": 0.01,
            },
        ),
        Style(
            "strategic",
            "the better player wins, and thinking further pays",
            {
                "agency": 0.27,
                "skill": 0.20,
                "depth": 0.33,
                "interaction": 0.08,
                "suspense": 0.05,
                "fairness": 0.05,
                "clarity": 0.02,
            },
        ),
        Style(
            "bluffing",
            "bets, claims and calls on cards that nobody else sees",
            {
                "kind": 0.20,
                "agency": 0.20,
                "skill": 0.10,
                "depth": 0.10,
                "interaction": 0.14,
                "suspense": 0.14,
                "drama": 0.06,
                "length": 0.03,
                "clarity": 0.03,
            },
            families=("betting", "claim", "call"),
        ),
        Style(
            "party",
            "soon explained, soon over, everybody in each other's way, open to the end",
            {
                "agency": 0.14,
                "skill": 0.05,
                "suspense": 0.16,
                "drama": 0.16,
                "interaction": 0.20,
                "brevity": 0.12,
                "clarity": 0.12,
                "fairness": 0.05,
            },
        ),
        Style(
            "trick-taking",
            "tricks, with everything that makes a balanced game",
            {
                "kind": 0.25,
                "agency": 0.18,
                "skill": 0.12,
                "depth": 0.15,
                "interaction": 0.08,
                "suspense": 0.10,
                "drama": 0.04,
                "fairness": 0.03,
                "length": 0.02,
                "clarity": 0.03,
            },
            families=("trick",),
        ),
    )
}
"""Every style by its name."""
