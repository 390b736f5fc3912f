"""DarwinDeck: a card game is a file.

Everything a user of the library needs is importable from here: the parts of the language, the gate,
the games and the rulebook.
"""

from darwindeck import genome
from darwindeck._core import __version__
from darwindeck.genome import *  # noqa: F403
from darwindeck.rulebook import generate_rulebook

__all__ = ["__version__", "generate_rulebook"]
__all__ += genome.__all__
