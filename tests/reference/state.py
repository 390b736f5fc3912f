"""The position: everything that a game in progress consists of, and nothing that its rules say.

Seats are numbers from 0 in order of play; the house, where there is one, is the number after the
last player. A *subject* is a seat, or a side as `SIDE + number`. Cards are numbers of the deck, in
the order in which the deck lists them. Suits, ranks, modes, zones, roles and counters are their names.
`NOBODY` is no seat, "" is no suit.
"""

from __future__ import annotations

from typing import Any

NOBODY = -1
"""No seat."""
SIDE = 100
"""A subject from this number on is a side: `SIDE + 1` is the second side."""
NO_SUIT = ""
"""No trumps, or no suit in force."""


class Place:
    """Cards that lie in one place: one pile of one zone of one owner."""

    __slots__ = ("cards", "number", "open", "owner", "pile", "zone")

    def __init__(self, zone: str, owner: int, pile: int, number: int) -> None:
        self.zone = zone
        self.owner = owner
        """A seat; in a zone of sides the number of the side; `NOBODY` for a zone of the table."""
        self.pile = pile
        """Which pile of this zone and owner, from 0. By rank or suit: in the order of the deck."""
        self.number = number
        """Its index in `Position.places`."""
        self.cards: list[int] = []
        """From the bottom up; the last one is the top."""
        self.open = False
        """Whether it was laid open for the rest of the hand."""

    def copy(self) -> Place:
        other = Place(self.zone, self.owner, self.pile, self.number)
        other.cards = self.cards[:]
        other.open = self.open
        return other


class TrickCard:
    """A card played to the trick in progress."""

    __slots__ = ("card", "face_down", "seat")

    def __init__(self, seat: int, card: int, face_down: bool = False) -> None:
        self.seat = seat
        self.card = card
        self.face_down = face_down
        """Laid face down in a battle."""


class MadeCall:
    """A call that was made in this hand. Never changed once it is made."""

    __slots__ = ("call", "key", "phase", "seat", "values")

    def __init__(
        self, seat: int, phase: int, call: str, values: dict[str, int | str], key: int | None
    ) -> None:
        self.seat = seat
        self.phase = phase
        """The number of the call phase."""
        self.call = call
        """The name of the call."""
        self.values = values
        """What it names: by the name of the choice, a number, suit, rank, seat or word's number."""
        self.key = key
        """Its height."""


class Calls:
    """The calls of the call phase in progress, or of the last one."""

    __slots__ = ("bids", "made", "passes_in_row", "standing")

    def __init__(self) -> None:
        self.made: list[MadeCall] = []
        self.bids = 0
        """Calls with a height."""
        self.passes_in_row = 0
        self.standing: MadeCall | None = None
        """The call that stands."""

    def copy(self) -> Calls:
        other = Calls()
        other.made = self.made[:]
        other.bids = self.bids
        other.passes_in_row = self.passes_in_row
        other.standing = self.standing
        return other


class Declared:
    """A combination that was declared in this hand."""

    __slots__ = ("cards", "pattern", "phase", "scores", "seat", "shown")

    def __init__(
        self,
        seat: int,
        pattern: str,
        cards: tuple[int, ...],
        phase: int,
        scores: bool = True,
        shown: bool = True,
    ) -> None:
        self.seat = seat
        self.pattern = pattern
        self.cards = cards
        self.phase = phase
        """The number of the declare phase; -1 for the action."""
        self.scores = scores
        """Whether it may score: not lost in a contest."""
        self.shown = shown
        """Whether its cards were shown to all."""

    def copy(self) -> Declared:
        return Declared(self.seat, self.pattern, self.cards, self.phase, self.scores, self.shown)


class Frame:
    """A phase in progress. Each kind of phase has a subclass with its own fields."""

    __slots__ = ("phase", "seat", "step")

    def __init__(self, phase: Any, seat: int) -> None:
        self.phase = phase
        """The phase of the genome (the long form)."""
        self.seat = seat
        """Who acts in it; `NOBODY`: nobody in particular."""
        self.step = 0
        """How far it has come."""

    def copy(self) -> Frame:
        """A copy that can be changed without changing this frame."""
        other = object.__new__(type(self))
        for kind in type(self).__mro__:
            for name in getattr(kind, "__slots__", ()):
                value = getattr(self, name)
                setattr(other, name, value[:] if type(value) is list else value)
        return other


class Position:
    """One moment of a game."""

    __slots__ = (
        "active",
        "broken",
        "calls",
        "calls_in_hand",
        "chips",
        "choices",
        "claim_rank",
        "control",
        "counters",
        "deal_number",
        "dealer",
        "declared",
        "direction",
        "drawn",
        "drawn_cards",
        "events",
        "foreseeing",
        "frames",
        "hand_number",
        "hand_score",
        "in_force",
        "in_game",
        "index",
        "known",
        "known_place",
        "last_taker",
        "leader",
        "mode",
        "named_rank",
        "named_suit",
        "over",
        "picked",
        "picked_from",
        "places",
        "played",
        "played_cards",
        "roles",
        "rules",
        "score",
        "side_hand_score",
        "side_score",
        "skips",
        "staked",
        "stop_reason",
        "taken_from",
        "took_last",
        "trick",
        "trick_number",
        "tricks",
        "tricks_played",
        "trump",
        "turn",
        "turns",
        "where",
        "winner",
        "winners",
    )

    def __init__(self, rules: Any, seats: int, sides: int, cards: int) -> None:
        self.rules = rules
        """What never changes: see `engine.Rules`. Shared by all copies."""
        # --- cards
        self.places: list[Place] = []
        self.index: dict[tuple[str, int], tuple[int, ...]] = {}
        """By zone and owner: the numbers of its piles in `places`. Never changed in place."""
        self.where: list[int] = [-1] * cards
        """By card: the number of its place; -1: in the trick in progress."""
        self.trick: list[TrickCard] = []
        """The trick in progress, in the order played; empty once it is collected."""
        self.known: list[int] = [0] * cards
        """By card: the seats (a bit each) that know where it is without looking now."""
        self.known_place: list[int] = [0] * cards
        """By card: the seats that know at which place of its pile it lies, too."""
        # --- the course
        self.hand_number = 0
        self.deal_number = 0
        self.turns = 0
        self.dealer = NOBODY
        self.turn = NOBODY
        """The player whose turn it is."""
        self.direction = 1
        """1: towards higher seats; -1: the other way."""
        self.in_game: list[bool] = [True] * seats
        """By seat: not out of the game by `match.out`."""
        self.active: list[bool] = [True] * seats
        """By seat: still in this hand (neither out of the game nor sitting out nor folded)."""
        self.control: list[int] = list(range(seats))
        """By seat: who chooses for it."""
        self.skips = 0
        """Players that will miss their turn."""
        self.frames: list[Frame] = []
        """The phases in progress, outermost first."""
        # --- numbers
        self.score: list[int] = [0] * seats
        self.hand_score: list[int] = [0] * seats
        self.side_score: list[int] = [0] * sides
        """By side: points of the side alone, without those of its members."""
        self.side_hand_score: list[int] = [0] * sides
        self.chips: list[int] = [0] * seats
        self.staked: list[int] = [0] * seats
        self.tricks: list[int] = [0] * seats
        self.played: list[int] = [0] * seats
        """By seat: cards played this turn."""
        self.drawn: list[int] = [0] * seats
        self.counters: dict[str, list[int]] = {}
        """By name: one value for the table, or one for each seat, or one for each side."""
        self.roles: dict[str, int] = {}
        """By name: a seat or `NOBODY`."""
        # --- trumps, tricks, piles
        self.trump = NO_SUIT
        self.mode = ""
        self.in_force = NO_SUIT
        """The suit named for the discard pile, until the next card is played on it."""
        self.broken = False
        self.leader = NOBODY
        self.winner = NOBODY
        """Who is winning the trick, or has won the last one."""
        self.took_last = NOBODY
        """Who took the last trick of this hand."""
        self.last_taker = NOBODY
        self.trick_number = 0
        self.tricks_played = 0
        # --- memory of this turn and phase
        self.drawn_cards: set[int] = set()
        """Cards drawn this turn."""
        self.taken_from: dict[int, str] = {}
        """By card moved this turn: the zone it was taken from."""
        self.played_cards: set[int] = set()
        """Cards played in this hand."""
        self.picked: list[int] = []
        """Cards moved in the phase in progress so far, by the seat that acts (`picked`)."""
        self.picked_from: list[str] = []
        """For each of `picked`, the zone it was taken from (`picked_from`)."""
        # --- calls and declarations
        self.calls = Calls()
        self.calls_in_hand: list[MadeCall] = []
        self.choices: dict[str, int | str] = {}
        """What the call being considered or carried out names, by the name of the choice."""
        self.named_suit = NO_SUIT
        self.named_rank = ""
        """What a call named last (`of: named`)."""
        self.declared: list[Declared] = []
        self.claim_rank = ""
        """The rank that the next claim of the sequence names."""
        # --- the end
        self.over = False
        self.winners: list[int] = []
        self.stop_reason = ""
        """Why a game has been stopped without a winner: "turns" or "work"."""
        # --- what has happened since the last decision
        self.events: list[tuple[Any, ...]] | None = []
        """None while looking ahead."""
        self.foreseeing: Any = None
        """While looking ahead: for whom, and how much may still be looked at."""

    def copy(self) -> Position:
        """A copy that can be changed without changing this position."""
        other = object.__new__(Position)
        for name in _SHARED:
            setattr(other, name, getattr(self, name))
        for name in _LISTS:
            setattr(other, name, getattr(self, name)[:])
        other.places = [place.copy() for place in self.places]
        other.frames = [frame.copy() for frame in self.frames]
        other.counters = {name: values[:] for name, values in self.counters.items()}
        other.roles = self.roles.copy()
        other.choices = self.choices.copy()
        other.index = self.index.copy()
        other.taken_from = self.taken_from.copy()
        other.drawn_cards = self.drawn_cards.copy()
        other.played_cards = self.played_cards.copy()
        other.calls = self.calls.copy()
        other.declared = [item.copy() for item in self.declared]
        other.events = None if self.events is None else self.events[:]
        return other


_LISTS = (
    "where",
    "trick",
    "known",
    "known_place",
    "in_game",
    "active",
    "control",
    "score",
    "hand_score",
    "side_score",
    "side_hand_score",
    "chips",
    "staked",
    "tricks",
    "played",
    "drawn",
    "picked",
    "picked_from",
    "calls_in_hand",
    "winners",
)
_COPIED = (
    "places",
    "frames",
    "counters",
    "roles",
    "choices",
    "index",
    "taken_from",
    "drawn_cards",
    "played_cards",
    "calls",
    "declared",
    "events",
)
_SHARED = tuple(name for name in Position.__slots__ if name not in _LISTS and name not in _COPIED)


class Env:
    """For whom and about what an expression or a card condition is judged."""

    __slots__ = ("call", "choices", "pile", "subject", "turn")

    def __init__(
        self,
        subject: int,
        turn: int,
        choices: dict[str, int | str] | None = None,
        pile: Place | None = None,
    ) -> None:
        self.subject = subject
        """The seat or side the rule concerns: `score` is its score."""
        self.turn = turn
        """The seat that the word `turn` names."""
        self.choices = choices
        """What a call (the one considered, or being carried out) names; None: what
        `Position.choices` holds."""
        self.pile = pile
        """The pile that is played or built on (`of: top`), or looked at (`piles`)."""
        self.call = ""
        """The call being considered."""


def places_in(position: Position, zone: str, owner: int) -> list[Place]:
    """The piles of a zone that belong to an owner, in their order."""
    places = position.places
    return [places[number] for number in position.index.get((zone, owner), ())]
