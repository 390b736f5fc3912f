"""Texts from outside, fit for a page."""

from __future__ import annotations

import json
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
    return value if _is_plain(_text(value)) else _cleaned(value)


def written(value: Any) -> str:
    """A value as JSON in which everything can be seen."""
    text = _text(value)
    return text if _is_plain(text) else _text(_cleaned(value))


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _is_plain(text: str) -> bool:
    """Whether JSON holds nothing that cannot be seen, itself or as an escaped control character."""
    return text.isprintable() and "\\u" not in text


def _cleaned(value: Any) -> Any:
    if isinstance(value, str):
        return plain(value)
    if isinstance(value, dict):
        return {plain(key): _cleaned(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_cleaned(item) for item in value]
    return value
