"""Text from files, quoted so that a terminal shows it and never obeys it."""

from __future__ import annotations


def visible(text: str) -> str:
    """The text with hidden characters spelled out; only ends of lines stay as they are."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c == "\n" else f"\\u{ord(c):04x}" for c in text)


class QuotingError(Exception):
    """An error whose text may quote a file, or the name of one; every such error derives from it.

    What is quoted cannot do anything to whoever prints the text, a traceback included.
    """

    def __str__(self) -> str:
        return visible(super().__str__())


class QuotedValueError(QuotingError, ValueError):
    """A value that cannot be, in the words of whoever wrote it."""
