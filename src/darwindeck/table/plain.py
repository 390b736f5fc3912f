"""Texts from outside, fit for a page."""

from __future__ import annotations

from typing import Any


def plain(text: str, most: int | None = None) -> str:
    """Text from outside, fit for a page: what cannot be seen is shown as a mark."""
    if most is not None and len(text) > most:
        text = text[: most - 1] + "…"
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)


def cleaned(value: Any) -> Any:
    """JSON values with every text made plain."""
    if isinstance(value, str):
        return plain(value)
    if isinstance(value, dict):
        return {plain(key): cleaned(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [cleaned(item) for item in value]
    return value


__all__ = ["cleaned", "plain"]
