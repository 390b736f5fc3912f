"""DarwinDeck: a card game is a file.

Everything a user of the library needs is importable from here: the parts of the language, the gate,
the games and the rulebook.
"""

from darwindeck import genome
from darwindeck._core import __version__
from darwindeck.genome import *  # noqa: F403
from darwindeck.genome.bytecode import BytecodeCompiler, BytecodeHeader
from darwindeck.rulebook import build_rulebook, generate_rulebook, to_html, to_markdown, to_pdf

__all__ = [
    "BytecodeCompiler",
    "BytecodeHeader",
    "__version__",
    "build_rulebook",
    "generate_rulebook",
    "to_html",
    "to_markdown",
    "to_pdf",
]
__all__ += genome.__all__
