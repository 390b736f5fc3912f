"""The words of expressions: what each takes, gives and means.

An expression is judged for a *subject*: the seat whose turn it is, or the seat or side a rule
concerns. A quantity that reads the subject may be asked of somebody else: `tricks(partner(turn))`.
Asked of a side, it is the sum over its members (a condition: whether it holds for one of them).

Types: `int`, `bool`, `seat`, `seats` (a list of seats in order of play; a side is one too),
`suit`, `rank`, `zone`, `heap` (a zone, or the cards of two); arguments that are plain names: `cards` (a card set), `table`, `role`,
`phase`, `call`, `choice`, `pattern`, `tag`, `value` (of a pattern), `rounding`; arguments that are judged for
each of some subjects: `each int`, `each bool`, and `pile bool`, which is judged for each pile,
called `pile`. A trailing `?` marks an argument that may be left out.

The range of a word is what it can be; a score, chips or a pot that would leave it stays at its end.
"""

from __future__ import annotations

from dataclasses import dataclass

COUNT = (0, 10_000)
ROUNDINGS = ("down", "up", "half_up", "half_down")


@dataclass(frozen=True)
class Word:
    """One word of the language."""

    name: str
    takes: tuple[str, ...]
    gives: str
    meaning: str
    of_subject: bool = False
    """Whether it reads the subject, and so takes another seat or side as its last argument."""
    range: tuple[int, int] = (0, 0)
    reads: str = ""
    """What it looks at in the zones that it takes: their `cards`, or the `top` card."""
    since: str = "1.0"
    """The edition of the language that it came with."""


def _subject(name: str, gives: str, meaning: str, low: int = 0, high: int = 10_000) -> Word:
    return Word(name, (), gives, meaning, True, (low, high) if gives == "int" else (0, 1))


_WORDS = (
    # the state of the game
    Word(
        "hand_number",
        (),
        "int",
        "number of the hand, from 1; hands thrown in do not count",
        range=(1, 10_000),
    ),
    Word(
        "deal_number",
        (),
        "int",
        "number of the deal, from 1, with those thrown in",
        range=(1, 100_000),
    ),
    Word("turns", (), "int", "turns taken in the game so far", range=(0, 1_000_000)),
    Word("trick", (), "int", "number of the trick being played, from 1", range=(1, 200)),
    Word("tricks_played", (), "int", "tricks completed in this hand", range=(0, 200)),
    Word("bids", (), "int", "calls with a height made in this phase", range=COUNT),
    Word("calls", (), "int", "calls made in this phase", range=COUNT),
    Word("passes_in_row", (), "int", "passes since the last call that was none", range=COUNT),
    Word(
        "standing",
        (),
        "int",
        "height of the call that stands; 0 if there is none",
        range=(-10_000, 10_000),
    ),
    Word("pot", (), "int", "chips in the pot", range=(0, 10_000_000)),
    Word(
        "raised",
        (),
        "int",
        "greatest bet or raise of this round of betting; 0 if there was none",
        range=(0, 10_000_000),
        since="2.0",
    ),
    Word("led_trump", (), "bool", "whether a trump was led to this trick"),
    Word("broken", (), "bool", "whether the suit that must be broken has been played"),
    Word("trump", (), "suit", "trump suit; none if there are no trumps"),
    Word("mode", (), "mode", "mode of the ranking in force"),
    Word("clockwise", (), "bool", "whether play goes clockwise at the moment"),
    # seats
    Word("none", (), "none", "no seat, or no suit"),
    Word("dealer", (), "seat", "dealer"),
    Word("turn", (), "seat", "player whose turn it is (or whom the rule concerns)"),
    Word("leader", (), "seat", "player who led to this trick"),
    Word("winner", (), "seat", "player who is winning the trick, or has won the last one"),
    Word("last_taker", (), "seat", "player who took cards last"),
    Word("house", (), "seat", "house"),
    Word("each", (), "seats", "every player"),
    Word("teams", (), "seats", "every side, one by one"),
    Word("left", ("seat",), "seat", "next player in the direction of play"),
    Word("right", ("seat",), "seat", "player before, against the direction of play"),
    Word("across", ("seat",), "seat", "player opposite"),
    Word("partner", ("seat",), "seat", "partner"),
    Word("offset", ("seat", "int"), "seat", "player so many places on"),
    Word(
        "next",
        ("seat", "each bool"),
        "seat",
        "nearest player after, of whom it is true; last of all the player themselves",
    ),
    Word(
        "previous",
        ("seat", "each bool"),
        "seat",
        "nearest player before, of whom it is true; last of all the player themselves",
    ),
    Word(
        "holder",
        ("cards",),
        "seat",
        "player who holds the card; of several cards, the lowest that anybody holds",
    ),
    Word(
        "first_to_name",
        ("call", "choice", "seats"),
        "seat",
        "first of them whose call named the same as the call that stands",
    ),
    Word("team", ("seat",), "side", "side of a player"),
    Word("opponents", ("seat",), "side", "players of the other sides"),
    Word("others", ("seats",), "seats", "all players but these"),
    Word("where", ("seats", "each bool"), "seats", "those of them of whom it is true"),
    Word("from", ("seats", "seat"), "seats", "they, in order of play from this one"),
    # what a player or side has
    _subject("score", "int", "points in the game", -1_000_000, 1_000_000),
    _subject("hand_score", "int", "points in this hand", -100_000, 100_000),
    _subject("tricks", "int", "tricks taken in this hand", 0, 200),
    _subject("took_last", "bool", "whether they took the last trick"),
    _subject("hand_size", "int", "cards in hand", 0, 128),
    _subject("chips", "int", "chips they have", -10_000_000, 10_000_000),
    _subject("staked", "int", "chips they have staked in this hand", 0, 10_000_000),
    _subject("owed", "int", "chips by which their stake falls short of the highest", 0, 10_000_000),
    _subject(
        "position", "int", "place in the order of the deal; 1 sits at the dealer's left", 1, 12
    ),
    _subject("active", "bool", "whether they are still in this hand"),
    _subject("played", "int", "cards played this turn", 0, 128),
    _subject("drawn", "int", "cards drawn this turn", 0, 128),
    _subject("picked", "int", "cards that are being judged", 0, 128),
    Word(
        "picked_from",
        ("zone", "cards"),
        "int",
        "of the cards being judged, such as come from the zone",
        range=(0, 128),
        reads="cards",
    ),
    Word(
        "is",
        ("role",),
        "bool",
        "whether they have the role, or are the dealer (of a side: one of its members)",
        True,
    ),
    Word("set", ("role",), "bool", "whether anybody has the role"),
    Word("called", ("call",), "bool", "whether they have made the call in this hand", True),
    Word(
        "place",
        ("choice",),
        "int",
        "place, from 1, of what the call names in its list",
        range=(1, 200),
    ),
    Word(
        "declared",
        ("tag", "value"),
        "int",
        "worth of what they have declared under this tag and may score",
        True,
        (0, 10_000),
    ),
    Word("can", ("phase",), "bool", "whether they could act in the phase now", True),
    # zones
    Word("size", ("heap",), "int", "cards in the zone", range=(0, 128)),
    Word(
        "count", ("heap", "cards"), "int", "such cards in the zone", range=(0, 128), reads="cards"
    ),
    Word(
        "points",
        ("heap", "table"),
        "int",
        "worth of the cards in the zone",
        range=(-100_000, 100_000),
        reads="cards",
    ),
    Word(
        "total",
        ("heap",),
        "int",
        "total of the cards in the zone by the hand evaluation",
        range=(0, 10_000),
        reads="cards",
    ),
    Word(
        "best",
        ("heap", "table"),
        "int",
        "sum of the best card of each suit in the zone",
        range=(0, 10_000),
        reads="cards",
    ),
    Word("suits", ("heap",), "int", "different suits in the zone", range=(0, 20), reads="cards"),
    Word(
        "groups",
        ("heap",),
        "int",
        "how good the cards in the zone are by how many are of one rank, then by rank",
        range=(0, 536_870_911),
        reads="cards",
        since="2.0",
    ),
    Word("suit", ("zone",), "suit", "suit of the top card", reads="top"),
    Word("rank", ("zone",), "rank", "rank of the top card", reads="top"),
    Word("top", ("zone",), "zone", "top card"),
    Word(
        "piles",
        ("zone", "pile bool"),
        "int",
        "piles of the zone of which it is true",
        range=(0, 128),
    ),
    # arithmetic
    Word(
        "if", ("bool", "same", "same"), "same", "the second if the first holds, otherwise the third"
    ),
    Word("min", ("int", "int"), "int", "lesser of the two"),
    Word("max", ("int", "int"), "int", "greater of the two"),
    Word("abs", ("int",), "int", "size without the sign"),
    Word("div", ("int", "number", "rounding"), "int", "divided by a number, rounded as stated"),
    Word("mod", ("int", "number"), "int", "rest of a division"),
    # over several
    Word("sum", ("seats", "each int"), "int", "sum over them"),
    Word("highest", ("seats", "each int"), "int", "highest among them"),
    Word("lowest", ("seats", "each int"), "int", "lowest among them"),
    Word("number", ("seats",), "int", "how many they are", range=(0, 12)),
    Word("any", ("seats", "each bool"), "bool", "whether it is true of one of them"),
    Word("all", ("seats", "each bool"), "bool", "whether it is true of all of them"),
    Word(
        "most",
        ("each int",),
        "bool",
        "whether they have more than every other player or side",
        True,
    ),
    Word(
        "least",
        ("each int",),
        "bool",
        "whether they have less than every other player or side",
        True,
    ),
    Word("other", ("each same",), "same", "the same of the only other side", True),
    Word("true", (), "bool", "always"),
    Word("false", (), "bool", "never"),
    # combinations
    Word(
        "forms",
        ("heap", "pattern"),
        "bool",
        "whether the cards in the zone form the pattern",
        reads="cards",
        since="2.0",
    ),
    Word(
        "ways",
        ("heap", "pattern"),
        "int",
        "sets of cards in the zone that form the pattern, none of them part of a larger one",
        range=(0, 100_000),
        reads="cards",
        since="2.0",
    ),
    Word(
        "in_ways",
        ("heap", "pattern"),
        "int",
        "cards of all these sets, added up",
        range=(0, 1_000_000),
        reads="cards",
        since="2.0",
    ),
    Word(
        "trailing",
        ("zone", "pattern"),
        "int",
        "cards on top of the pile, as many as form the pattern together",
        range=(0, 128),
        reads="cards",
        since="2.0",
    ),
    Word("joined", ("heap", "heap"), "heap", "cards of both", since="2.0"),
    Word("those", ("heap", "cards"), "heap", "such cards in the zone", reads="cards", since="2.0"),
    Word(
        "unbroken",
        ("heap", "cards"),
        "int",
        "such cards in the zone that are higher than every such card that is not in it",
        range=(0, 128),
        reads="cards",
        since="2.0",
    ),
    Word(
        "suited",
        ("heap", "table"),
        "int",
        "most that cards of one suit in the zone are worth together",
        range=(-100_000, 100_000),
        reads="cards",
        since="2.0",
    ),
    Word(
        "better",
        ("heap", "heap"),
        "bool",
        "whether the cards in the first zone are a better hand than those in the second",
        reads="cards",
        since="2.0",
    ),
    Word(
        "highest_in",
        ("heap", "cards"),
        "int",
        "how high the highest such card in the zone is: cards of the deck below it, and one; 0: none",
        range=(0, 129),
        reads="cards",
        since="2.0",
    ),
    Word(
        "lowest_in",
        ("heap", "cards"),
        "int",
        "how high the lowest such card in the zone is, likewise; none: above all cards",
        range=(1, 129),
        reads="cards",
        since="2.0",
    ),
    Word(
        "first_pile",
        ("zone", "pile bool"),
        "zone",
        "the first pile of the zone, of those that have cards, of which it is true",
        since="2.0",
    ),
    # comparing hands card by card, and finding the best of several
    Word(
        "from_highest",
        ("heap",),
        "int",
        "how good the cards in the zone are, compared one by one from the strongest rank down",
        range=(0, 1_073_741_823),
        reads="cards",
        since="2.0",
    ),
    Word(
        "from_lowest",
        ("heap",),
        "int",
        "how high the cards in the zone are, compared one by one from the weakest rank up",
        range=(0, 1_073_741_823),
        reads="cards",
        since="2.0",
    ),
    Word(
        "strongest",
        ("heap", "int"),
        "int",
        "strength, from 1, of the strongest rank of which so many cards are in the zone; 0: none",
        range=(0, 128),
        reads="cards",
        since="2.0",
    ),
    Word(
        "with_most",
        ("seats", "each int"),
        "seat",
        "first of them who has the most",
        since="2.0",
    ),
    Word(
        "with_least",
        ("seats", "each int"),
        "seat",
        "first of them who has the least",
        since="2.0",
    ),
    Word(
        "failed_to_follow",
        ("suit",),
        "bool",
        "whether they have failed to follow the suit in this hand",
        True,
        (0, 1),
        since="2.0",
    ),
)

VOCABULARY: dict[str, Word] = {word.name: word for word in _WORDS}
OPERATORS = ("and", "or", "not", "in")
PILE = "pile"
RESERVED = frozenset({*VOCABULARY, *OPERATORS, PILE})
"""Words that nothing a genome declares may be called."""
NEW_WORDS = frozenset(word.name for word in _WORDS if word.since != "1.0")
"""Words that files of the first edition may use as names of their own."""
