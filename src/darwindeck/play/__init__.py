"""Playing at a terminal: one person against the computer, at any game."""

from darwindeck.play.session import NoSavedGame, Session
from darwindeck.play.terminal import Terminal

__all__ = ["NoSavedGame", "Session", "Terminal"]
