"""The position: everything that a game in progress consists of, and nothing that its rules say.

Seats are numbers from 0 in order of play; the house, where there is one, is the number after the
last player. A *subject* is a seat, or a side as `SIDE + number`. Cards are numbers of the deck, in
the order in which the deck lists them. Suits, ranks, modes, zones, roles and counters are their
names. `NOBODY` is no seat, "" is no suit.
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

    def __init__(self, phase: Any, seat: int) -> None:
        self.phase = phase
        """The phase of the genome (the long form)."""
        self.seat = seat
        """Who acts in it; `NOBODY`: nobody in particular."""
        self.step = 0
        """How far it has come."""
        self.moved_at = 0
        """How long `Position.moved` was when its present player's part began."""

    def copy(self) -> Frame:
        """A copy that can be changed without changing this frame."""
        other = object.__new__(type(self))
        other.__dict__ = {
            name: value[:] if type(value) is list else value
            for name, value in self.__dict__.items()
        }
        return other


class Position:
    """One moment of a game."""

    def __init__(self, rules: Any, seats: int, sides: int, cards: int) -> None:
        self.rules = rules
        """What never changes: see `engine.Rules`. Shared by all copies."""
        # --- cards
        self.places: list[Place] = []
        self.index: dict[tuple[str, int], tuple[int, ...]] = {}
        """By zone and owner: the numbers of its piles in `places`. Never changed in place."""
        self.where: list[int] = [-1] * cards
        """By card: the number of its place."""
        self.trick_place = NOBODY
        """The number of the place of the trick in progress."""
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
        self.chance: Any = None
        """Where chance is told of. Shared by all copies."""
        self.single_hand = False
        """Whether only one hand is played (§8.14)."""
        self.hands_played = 0
        self.turns_in_hand = 0
        """Turns counted since this deal began (§6.54)."""
        self.decisions_in_turn = 0
        self.waiting = False
        """Whether the innermost phase waits for a decision."""
        self.judging = False
        """Whether a step was made after which wins and `until` have yet to be judged (§6.44)."""
        self.ending = ""
        """Something ends the hand: "scored", "unscored", "game" (§6.52), "redeal same" or "redeal
        next"; empty: nothing does."""
        self.phase_ended = False
        """Whether `end_phase` has happened in the list of actions in progress (§6.49)."""
        self.play_again = NOBODY
        """Who has the next turn, if that is not the next player (§6.26)."""
        self.cards_moved = 0
        """Cards that have ever moved, decisions that were asked, and decisions other than to
        decline: what happened in a pass or a turn is the difference (§6.28-6.30)."""
        self.asked_times = 0
        self.decided_times = 0
        # --- numbers
        self.score: list[int] = [0] * seats
        self.hand_score: list[int] = [0] * seats
        self.side_score: list[int] = [0] * sides
        """By side: points of the side alone, without those of its members."""
        self.side_hand_score: list[int] = [0] * sides
        self.chips: list[int] = [0] * seats
        self.staked: list[int] = [0] * seats
        self.dead: list[int] = [0] * seats
        """By seat: chips put into the pot in this hand that are no part of a stake (§7.21)."""
        self.raised = 0
        """The greatest bet or raise of the round of betting in progress, or of the last one
        (§P17.5)."""
        self.pot = 0
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
        self.led = NOBODY
        """The card led to the trick in progress or, until the next begins, to the last (§P2.4)."""
        self.winning = NOBODY
        """The card that is winning it, or has won it (§P2.4)."""
        self.leader = NOBODY
        self.winner = NOBODY
        """Who is winning the trick, or has won the last one."""
        self.took_last = NOBODY
        """Who took the last trick of this hand."""
        self.last_taker = NOBODY
        self.last_to_play = NOBODY
        """Who was the last in this hand to play a card in a turn of their own (§6.28)."""
        self.trick_number = 0
        self.tricks_played = 0
        # --- memory of this turn and phase
        self.drawn_cards: set[int] = set()
        """Cards drawn this turn."""
        self.moved: list[tuple[int, str]] = []
        """Every card moved in this hand and the zone it came from, in order; without cards dealt in
        the set-up, played to a trick or collected from one (§P2.11)."""
        self.turn_began = 0
        """How long `moved` was when the present turn began."""
        self.played_cards: set[int] = set()
        self.played_by: dict[int, int] = {}
        """Cards played in this hand."""
        # --- calls and declarations
        self.calls = Calls()
        self.calls_in_hand: list[MadeCall] = []
        self.choices: dict[str, int | str] = {}
        """What the call being considered or carried out names, by the name of the choice."""
        self.named_suit = NO_SUIT
        self.failures: frozenset[tuple[int, str]] = frozenset()
        """Who has failed to follow which suit in this hand."""
        self.named_rank = ""
        """What a call named last (`of: named`)."""
        self.declared: list[Declared] = []
        self.claims = 0
        """Claims made in this hand."""
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
        fields = other.__dict__
        fields.update(self.__dict__)
        for name in _LISTS:
            fields[name] = fields[name][:]
        other.places = [place.copy() for place in self.places]
        other.frames = [frame.copy() for frame in self.frames]
        other.counters = {name: values[:] for name, values in self.counters.items()}
        other.roles = self.roles.copy()
        other.choices = self.choices.copy()
        other.index = self.index.copy()
        other.drawn_cards = self.drawn_cards.copy()
        other.played_cards = self.played_cards.copy()
        other.played_by = self.played_by.copy()
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
    "dead",
    "tricks",
    "played",
    "drawn",
    "moved",
    "calls_in_hand",
    "winners",
)
ELSEWHERE = -2
"""The pile in question is not that of a phase that plays, discards or builds (§P2.5)."""


class Env:
    """For whom and about what an expression or a card condition is judged."""

    __slots__ = ("choices", "lying_on", "onto", "pile", "subject")

    def __init__(
        self,
        subject: int,
        choices: dict[str, int | str] | None = None,
        onto: int = ELSEWHERE,
        pile: int = NOBODY,
        lying_on: int = NOBODY,
    ) -> None:
        self.subject = subject
        """The seat or side the rule concerns, which is also `turn` (§P4.3)."""
        self.choices = choices
        """What the call that is being judged would name; None: no call is being judged (§P4.8)."""
        self.onto = onto
        """The number of the pile in question for `of: top`: where a phase that plays, discards or
        builds puts the card; NOBODY: there is none, or it is not said which; `ELSEWHERE`: as §P2.5
        says for everywhere else."""
        self.pile = pile
        """The number of the pile that `piles` asks about, or that cards were built to."""
        self.lying_on = lying_on
        """The card that `top` means, where a card of a packet is compared with the one below."""


def places_in(position: Position, zone: str, owner: int) -> list[Place]:
    """The piles of a zone that belong to an owner, in their order."""
    places = position.places
    return [places[number] for number in position.index.get((zone, owner), ())]


def moved_in_phase(position: Position) -> dict[int, str]:
    """The cards moved since the innermost phase in progress, or its present player's part, began,
    each with the zone it last came from (§P4.15, `picked`)."""
    since = position.frames[-1].moved_at if position.frames else 0
    return dict(position.moved[since:])


def moved_this_turn(position: Position) -> dict[int, str]:
    """The cards moved since the present turn began, each with the zone it last came from
    (§P2.11)."""
    return dict(position.moved[position.turn_began :])
