"""Text for terminals that lack some characters."""

from __future__ import annotations

from typing import TextIO

_INSTEAD = str.maketrans(
    {
        "♣": "c",
        "♦": "d",
        "♥": "h",
        "♠": "s",
        "×": "x",
        "−": "-",
        "–": "-",
        "—": "-",
        "•": "*",
        "·": "-",
        "…": "...",
        "’": "'",
        "“": '"',
        "”": '"',
        "½": "1/2",
        "≥": ">=",
        "≤": "<=",
        "→": "->",
    }
)


def fit(text: str, encoding: str) -> str:
    """The text in characters that the encoding has: "7♥" becomes "7h" where there is no heart."""
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return text.translate(_INSTEAD).encode(encoding, "replace").decode(encoding)
    return text


class FittingStream:
    """A stream that writes what the one beneath it can show."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    @property
    def encoding(self) -> str:
        return self._stream.encoding or "utf-8"

    def write(self, text: str) -> int:
        return self._stream.write(fit(text, self.encoding))

    def flush(self) -> None:
        self._stream.flush()

    def isatty(self) -> bool:
        return self._stream.isatty()

    def fileno(self) -> int:
        return self._stream.fileno()
