"""Every limit of the language, each in one place.

The reader of files, the validator and the core keep to these numbers; the reference lists them, and
the core's are generated from here. What a limit is of stands after it.
"""

from __future__ import annotations

import ast
import inspect
import itertools
import sys
from typing import NamedTuple

# --- the file ------------------------------------------------------------------------------------

MAX_FILE_BYTES = 4_000_000
"""bytes of a file"""
MAX_FILE_DEPTH = 64
"""levels of lists and objects in a file"""
MAX_FILE_VALUES = 400_000
"""values in a file"""
MAX_STRING = 20_000
"""characters of one string in a file"""
MAX_DIGITS = 40
"""digits of one number in a file"""
MAX_INTEGER = 1_000_000_000
"""the largest number of a field, above or below 0"""

# --- the genome ----------------------------------------------------------------------------------

MAX_PARTS = 20_000
"""parts of a genome, each phase, action, condition and so on counted"""
MAX_NESTING = 48
"""levels of parts that lie inside each other"""
MAX_LIST = 1_000
"""entries of a list"""
MAX_NAME = 60
"""characters of a name"""
MAX_LABEL = 300
"""characters of a label"""
MAX_TEXT = 2_000
"""characters of any other text"""
MAX_PLAYERS = 12
"""players, without the house"""
MAX_TURNS = 10_000_000
"""turns that `max_turns` may allow"""

# --- cards ---------------------------------------------------------------------------------------

MAX_CARDS = 128
"""cards of a deck"""
MAX_CARD_FACES = 400
"""combinations of suits and ranks that the blocks of a deck name, those taken out counted"""
MAX_SUITS = 32
"""suits of a deck"""
MAX_RANKS = 64
"""ranks of a deck"""
MAX_POINTS = 10_000
"""points of one card, above or below 0"""
MAX_PLACES = 4_000
"""places where cards can lie: every pile of every owner of every zone"""
MAX_TABLES = 200
"""modes of the ranking times one more than the suits: in each of them cards are compared anew"""
MAX_CONDITIONS = 1_000_000
"""conditions on cards, times that number"""
MAX_CONDITION_STEPS = 5_000
"""steps to work out which cards a condition means, the card sets in it written out"""
MAX_SHAPES = 5_000
"""patterns, times that number"""
MAX_TAGS = 64
"""different tags of patterns"""
MAX_POT_SHARES = 4
"""comparisons of hands, beside the first, that decide a share of the pot"""

# --- expressions ---------------------------------------------------------------------------------

MAX_EXPRESSION = 4_000
"""characters of an expression"""
MAX_WORDS = 300
"""words, numbers and signs of an expression"""
MAX_EXPRESSION_DEPTH = 60
"""levels of brackets in an expression"""
MAX_EXPRESSIONS = 400_000
"""characters of all expressions together"""
MAX_LETS_DEEP = 24
"""lets that are built on each other, one on the next"""
MAX_EXPANDED = 20_000
"""words of an expression with its lets written out"""
MAX_LEVELS = 500
"""levels of an expression with its lets written out"""
MAX_STEPS = 50_000
"""steps to work an expression out"""
MAX_ASKING = 3
"""answers to `can` that rest on each other"""
MAX_NUMBER = 2_147_483_647
"""the largest number that an expression may come to, above or below 0"""
MAX_CHANGE = 1_000_000
"""the largest number that a counter is set to or changed by, above or below 0"""
MAX_AWARD = 10_000_000
"""points or chips that one rule gives, above or below 0"""

# --- phases --------------------------------------------------------------------------------------

MAX_PHASES = 1_000
"""phases of a game"""
MAX_OPTIONS = 128
"""options of one choice, calls of one phase, moves of one build phase"""
MAX_NAMED = 3
"""things that one call names"""
MAX_VALUES = 256
"""values of each of them"""
MAX_CALLS = 1_000
"""different things that can be said with one call"""

# --- play ----------------------------------------------------------------------------------------

MAX_SCORE = 1_000_000
"""points of a player or side, above or below 0; a score that would go beyond stays there"""
MAX_HAND_SCORE = 100_000
"""points in one hand, above or below 0; they stay there as well"""
MAX_CHIPS = 10_000_000
"""chips of a player, or in the pot; they stay there as well"""


class Limit(NamedTuple):
    """One of the limits above."""

    name: str
    value: int
    meaning: str


def limits() -> list[Limit]:
    """All limits, in the order in which they stand here."""
    module = sys.modules[__name__]
    body = ast.parse(inspect.getsource(module)).body
    found = []
    for statement, following in itertools.pairwise(body):
        match statement, following:
            case (
                ast.Assign(targets=[ast.Name(id=name)]),
                ast.Expr(value=ast.Constant(value=str() as text)),
            ):
                found.append(Limit(name, getattr(module, name), " ".join(text.split())))
    return found
