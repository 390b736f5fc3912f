"""What words rest on: what a genome must have and what must be going on for them to have sense."""

from __future__ import annotations

RESTS_ON: dict[str, tuple[str, ...]] = {
    "trick": ("tricks",),
    "tricks_played": ("tricks",),
    "tricks": ("tricks",),
    "took_last": ("tricks",),
    "leader": ("tricks",),
    "winner": ("tricks",),
    "led_trump": ("tricks", "trumps"),
    "broken": ("breaking",),
    "trump": ("trumps",),
    "mode": ("modes",),
    "bids": ("calls",),
    "calls": ("calls",),
    "passes_in_row": ("calls",),
    "standing": ("calls",),
    "house": ("house",),
    "partner": ("partners",),
    "across": ("opposite seats",),
    "other": ("two sides",),
    "chips": ("chips",),
    "staked": ("chips",),
    "owed": ("chips",),
    "raised": ("betting",),
    "pot": ("chips",),
    "declared": ("declarations",),
    "total": ("totals",),
    "better": ("compared hands",),
    "last_taker": ("captures",),
    "hand_size": ("hands",),
    "score": ("scoring",),
    "hand_score": ("scoring",),
}
"""What a genome must have for a word to have a sense."""

NEEDS: dict[str, str] = {
    "trick": "trick",
    "led_trump": "trick",
    "leader": "trick",
    "bids": "calls",
    "calls": "calls",
    "passes_in_row": "calls",
    "standing": "calls",
    "first_to_name": "calls",
    "played": "turn",
    "drawn": "turn",
    "picked": "picked",
    "picked_from": "picked",
}
"""What must be going on for a word to have a value."""

NEED_NAMES: dict[str, str] = {
    "trick": "while a trick is being played",
    "calls": "in a call phase",
    "turn": "while players act",
    "picked": "in `after` of a play, a discard or a meld",
    "subject": "where somebody is spoken of; say whose it is, as in `any(each, …)`",
    "pile": "inside `piles` and `first_pile`, and in `after` of a move of building",
}

IN_CARDS = frozenset(
    {"trick", "tricks", "tricks_played", "hand_size", "played", "drawn", "picked"}
    | {"picked_from", "size", "count", "piles", "unbroken"}
)
"""Words that count cards, or things of which there are no more than cards."""

IN_SEATS = frozenset({"number", "position"})
"""Words that are never more than the number of players."""
