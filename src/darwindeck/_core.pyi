from collections.abc import Callable, Sequence
from typing import Any, Final, final

__all__ = [
    "CoreBatch",
    "CoreGame",
    "CoreTable",
    "CoreView",
    "JsonDoorError",
    "Position",
    "__version__",
    "arrays_version",
    "audit_faults",
    "audit_games",
    "audit_laws",
    "check_json",
    "describe_features",
    "fingerprint",
    "has_learnt",
    "judge_moment",
    "learn_game",
    "learning_version",
    "replay_hand",
    "schooling",
    "study_games",
    "teach_game",
    "verify_bytecode",
    "weights_of",
]

__version__: Final[str]

class JsonDoorError(ValueError):
    """JSON turned away at the door. Its text names the place and the reason."""

    kind: str
    """Why, as a fixed name: ``too_large``, ``not_utf8``, ``empty``, ``not_json``,
    ``trailing_text``, ``too_deep``, ``too_many_values``, ``string_too_long``,
    ``number_too_long``, ``number_out_of_range`` or ``duplicate_key``."""
    line: int
    """From 1."""
    column: int
    """In characters, from 1."""
    message: str
    """The reason without the place."""

def check_json(
    data: bytes,
    *,
    max_bytes: int,
    max_depth: int,
    max_values: int,
    max_string: int,
    max_digits: int,
) -> None:
    """Raise :class:`JsonDoorError` unless ``data`` is strict JSON within the limits.

    ``max_depth`` counts levels of arrays and objects, ``max_values`` values without keys,
    ``max_string`` characters of one string or key, ``max_digits`` all digits of one number.
    Other threads run meanwhile.
    """

def fingerprint(data: bytes) -> int:
    """The stable 64-bit identity of ``data``, the same in every process and on every platform."""

def study_games(
    game: CoreGame,
    deals: int,
    *,
    seed: int,
    lineups: Sequence[Sequence[str]],
    first: int = 0,
    single_hand: bool = False,
    most: int = 1_000_000,
    most_effort: int = ...,
    course: bool = False,
    checkpoints: int = 0,
    playouts: int = 0,
    trials: int = 0,
    worlds: int = 0,
    widest: int = 8,
    touches: int = 0,
    noted: bool = False,
    forks: int = 0,
    work: int = ...,
    threads: int = 1,
    progress: Callable[[int], object] | None = None,
) -> list[dict[str, Any]]:
    """Plays each deal with every line-up; see :func:`darwindeck.evaluation.traces.play_games`."""

def audit_games(
    game: CoreGame,
    moves: int,
    *,
    seed: int,
    most: int = 10_000,
    matches: int = 0,
    fault: tuple[str, int] | None = None,
    threads: int = 1,
    progress: Callable[[int], object] | None = None,
) -> dict[str, Any]:
    """Plays games at random under the laws until so many moves are made; see
    :mod:`darwindeck.laws.long_run`.

    One game in ``matches`` is a whole match, the others are single hands; each is broken off after
    ``most`` moves. ``fault`` is the name of one and after how many moves of every game it happens.
    The same games are played in any number of ``threads``.
    """

def audit_faults() -> list[tuple[str, str]]:
    """Faults for :func:`audit_games`: name, and the law that must be found broken."""

def audit_laws() -> list[str]:
    """The names of the laws that the core looks at."""

def judge_moment(
    game: CoreGame, before: dict[str, Any] | None, now: dict[str, Any]
) -> list[tuple[str, str]]:
    """The laws that are broken at a moment by what is told of it and of the one before, and how."""

def schooling(player_text: str) -> int | None:
    """In how many steps a player learns a game before it plays; None if it does not learn.

    :class:`ValueError` if there is no such player.
    """

def learn_game(
    game: CoreGame,
    steps: int,
    *,
    threads: int = 1,
    progress: Callable[[int], object] | None = None,
) -> None:
    """Learns a game in so many steps, unless that was done.

    ``progress`` is called now and then with the steps that are done; :class:`KeyboardInterrupt` is
    raised if it returns False.
    """

def teach_game(game: CoreGame, steps: int, weights: bytes) -> bool:
    """Takes what was learnt before; False if the bytes are damaged or of another version."""

def has_learnt(game: CoreGame, steps: int) -> bool:
    """Whether anything was learnt in so many steps."""

def weights_of(game: CoreGame, steps: int) -> bytes | None:
    """What was learnt in so many steps, as bytes; None if nothing was."""

def learning_version(game: CoreGame) -> tuple[int, int]:
    """The versions of the encoding of a game, and of the learner."""

def arrays_version() -> tuple[int, int]:
    """The versions of the planes of observations and of the numbers of moves."""

def describe_features() -> list[tuple[str, str, str, str]]:
    """The kinds of features: name, meaning, what its two numbers are."""

def verify_bytecode(data: bytes) -> None:
    """Raise :class:`ValueError` unless ``data`` is bytecode that the core can run."""

def replay_hand(
    game: CoreGame,
    *,
    deck: Sequence[int],
    dealer: int,
    scores: Sequence[int],
    steps: Sequence[tuple[int, int, int, int]],
    single_hand: bool = True,
    seed: int = 0,
) -> dict[str, Any]:
    """Follow the record of one hand, legal or not; see :mod:`darwindeck.archives.replay`.

    A step is a seat, a kind of deed (0 declines, 1 calls, 2 plays a card, 3 declares), the number
    of the call, card or pattern, and the code of what a call names or the lowest card of what is
    declared (-1: any).
    """

@final
class CoreGame:
    """A game, ready to be played. A bug in the core comes out as a :class:`RuntimeError`."""

    def __new__(cls, bytecode: bytes) -> CoreGame:
        """Raise :class:`ValueError` unless the bytecode is sound."""

    @property
    def players(self) -> int:
        """The number of players."""
    @property
    def seats(self) -> int:
        """The number of seats, with the house."""
    @property
    def phases(self) -> int:
        """The number of phases."""
    def private_phases(self) -> list[tuple[bool, bool]]:
        """Of each phase, whether what is open in it depends on hidden cards, and whether it may be
        declined."""
    def deal(
        self,
        seed: int,
        *,
        single_hand: bool = False,
        deck: Sequence[int] | None = None,
        dealer: int | None = None,
        stacks: Sequence[int] | None = None,
        counters: Sequence[tuple[int, int, int]] = ...,
    ) -> Position:
        """The first position of a match, or of a single hand.

        ``deck`` orders the cards of the first deal, the card dealt first at the end; ``dealer``
        says who deals it; ``stacks`` are the chips of each player; ``counters`` are numbers of
        counters, whose it is, and what they begin with.
        """

    def rank_hands(self, hands: Sequence[Sequence[int]]) -> list[tuple[int, int, int] | None]:
        """How good hands are by the hand evaluation; the higher the better, and None is the lowest.

        The first number is the priority of the pattern that the hand forms.
        """

    def hand_total(self, cards: Sequence[int]) -> int:
        """What cards come to together by the hand evaluation, as it helps most."""

    def card_order(self, mode: int, trump: int) -> list[tuple[int, int]]:
        """Of each card the suit it counts as and how high it is in it; 255 for a card of no suit.

        255 is no trump suit.
        """

    def try_trick(
        self,
        phase: int,
        mode: int,
        trump: int,
        hands: Sequence[Sequence[int]],
        played: Sequence[int],
    ) -> tuple[list[bytes], int | None] | None:
        """Plays a trick in the middle of a hand that nobody has dealt, as an example.

        The first seat leads; ``played`` is one card of each seat that plays, allowed or not. Tells
        what each could have played, and who has won if all who hold cards have played; None if the
        rules know no such trick.
        """

    def array_sizes(self) -> tuple[int, int]:
        """How many numbers what a seat sees has, and how many numbers of moves there are."""
    def action_sections(
        self,
    ) -> list[tuple[int, int, int, int, str, list[tuple[str, int]], int, bool]]:
        """The sections of the numbers of moves in order: kind of move, slot, phase (65535: any),
        number of the call or build, what a card is for, parts with the number of their values,
        first number, whether each combination has a number; see
        :class:`darwindeck.envs.encoding.Section`."""
    def faces(self) -> bytes:
        """The lowest card of each face."""
    def planes(self) -> list[tuple[str, str, str, int, int, int, int]]:
        """The planes of what a seat sees in order: name, meaning, what its numbers stand for, of
        what (-1: of nothing), whose (-1: nobody's), first number, how many."""
    def table(
        self, seed: int = 0, *, single_hand: bool = True, position: Position | None = None
    ) -> CoreTable:
        """A game to be stepped by number: a new one, or one that goes on from a position."""

    def simulate(
        self,
        games: int,
        *,
        seed: int,
        players: Sequence[str],
        threads: int = 1,
        single_hand: bool = False,
        rotate: bool = False,
        detailed: bool = False,
        first: int = 0,
        work: int | None = None,
        progress: Callable[[int], object] | None = None,
    ) -> dict[str, Any]:
        """Plays many games; see :func:`darwindeck.simulation.simulate_game`.

        ``work`` bounds what all decisions of one game may take together; a game that takes more is
        stopped without a winner. If it is given, ``units`` of the answer says what all games took.
        """

@final
class Position:
    """One moment of a game, with the chance that is still to come beside it. It never changes.

    Seats and cards are numbers; several of them come as :class:`bytes`.
    """

    @property
    def over(self) -> bool:
        """Whether the game is over."""
    @property
    def winners(self) -> bytes:
        """The seats that have won."""
    @property
    def limit_reached(self) -> bool:
        """Whether only a limit stopped the game."""
    @property
    def limit_reason(self) -> str | None:
        """Which limit: ``turns``, or ``work`` where one decision would have taken too much of it;
        None if none did."""
    def to_move(self) -> bytes:
        """The seats that may decide something now."""
    def asked(self) -> int | None:
        """The seat that is asked first; None if nobody is."""
    def forced(self) -> int | None:
        """What the seat that is asked has to say, if it is asked only so that others learn nothing:
        it can do nothing but decline."""
    def legal(self, seat: int) -> list[int]:
        """What a seat may decide now, as numbers."""
    def amounts(self, seat: int) -> tuple[int, int] | None:
        """The least and the most that a seat may bet or raise by; None if it may not."""
    def apply(self, seat: int, code: int) -> Position:
        """The position after a seat has decided; :class:`ValueError` if it may not decide that."""
    def choose(self, seat: int, player_text: str, seed: int) -> int:
        """What a player of some kind would decide for a seat, seeing only what the seat may see."""
    def features(
        self, seat: int
    ) -> list[tuple[int, list[tuple[int, int, int, int, int]], list[int]]]:
        """What a seat sees (with the code 0) and each of its moves; see
        :mod:`darwindeck.players.encoding`."""
    def mixture(self, seat: int, player_text: str) -> list[tuple[int, float]]:
        """How often somebody who plays by what was learnt makes which move of a seat.

        By what is worth most all but one have no share; bets are drawn.
        """

    def prospects(
        self, seat: int, player_text: str, seed: int
    ) -> list[tuple[int, float, int, float, float, int, int]]:
        """What the moves of a seat promise to an expert who sees what the seat sees, best first.

        Code, worth, in how many worlds the hand was played to its end, by how much more than the
        others the own side gained on average, in what share of them nobody did better, in how many
        worlds it took the trick in progress, and in how many that came to its end.
        """
    def redeal(self, seat: int, seed: int, player_text: str | None = None) -> Position:
        """A position that a seat could be in for all it can see, as likely as a player of some kind
        thinks it is there; each as likely as any other, if none is named."""
    def view(self, seat: int) -> CoreView:
        """What a seat sees."""
    def looks_the_same(self, other: Position, seat: int) -> bool:
        """Whether a seat sees exactly the same in this position and in another of the same game."""
    def frames(self) -> list[tuple[int, int]]:
        """The phases in progress, outermost first: number of the phase, seat that acts in it."""
    def call_values(self, seat: int, code: int) -> list[tuple[int, int]]:
        """What a call names: pairs of the number of a choice and a value (-1: none)."""
    def places(self) -> list[tuple[int, int, int, bytes, bool]]:
        """Every place: zone, owner, number, cards from the bottom up, whether it was laid open.

        The zone of the trick in progress is 255.
        """
    def knowledge(self, card: int) -> tuple[int, int]:
        """The seats that know where a card is, and those that know its place in its pile, too."""
    def lacks(self, seat: int) -> bytes:
        """Cards that, as everybody knows, a seat does not hold."""
    def trick(self) -> list[tuple[int, int]]:
        """The cards of the trick in progress that lie face up: who played which."""
    def picked(self, seat: int) -> bytes:
        """Cards picked so far by the seat that is picking, or by a seat that decides in secret."""
    def passing(self, seat: int) -> tuple[int, int] | None:
        """To whom a seat has to pass cards now, and how many; None where no cards are passed."""
    def reasons(self) -> list[tuple[int, str, int]]:
        """Which lines of the rules keep the player who is to play a card from some of them.

        The number of the phase, in which list the line stands (``playable``, ``lead``, ``follow``
        or ``duties``), and which line it is.
        """
    def worth_of_cards(self, table: int) -> list[int]:
        """What every card is worth now by a point table; empty if there is no such table."""
    def declarations(self) -> list[tuple[int, int, bytes, bool, bool]]:
        """Combinations declared in this hand: seat, pattern, cards, whether they score, whether
        shown."""
    def numbers(self) -> dict[str, Any]:
        """The numbers of the position by name."""
    def quantities(self) -> list[list[int]]:
        """What each `let` comes to: one number for the table, or one for each seat or side."""
    def card_orders(self) -> list[tuple[int, int]]:
        """Of each card the suit it is of now (promoted cards are trumps), and its place in the
        order of the cards, the higher the stronger."""
    def events(self) -> list[tuple[Any, ...]]:
        """What happened since the last decision, in order; the first item says of what kind."""
    def chance(self) -> list[tuple[Any, ...]]:
        """What chance decided since the last decision, in order, for a referee or another engine.

        ``("shuffle", zone, owner, number, cards)``: a pile lies in this order from the bottom up,
        the deal shuffles the zone of undealt cards; a place without order is never listed.
        ``("cards", zone, owner, number, cards)``: these were taken at random, in this order.
        ``("seat", seat)``: the first dealer. Places are numbered as in :meth:`places`.
        """

    def digest(self) -> int:
        """One number for everything that matters in the position."""

@final
class CoreView:
    """What one seat sees of a moment; it holds nothing else."""

    @property
    def seat(self) -> int:
        """The seat."""
    def redeal(self, seed: int) -> Position:
        """A position that agrees with everything the seat sees, each as likely as any other.

        Whoever has decided already in secret has decided something there.
        """
    def to_dict(self) -> dict[str, Any]:
        """Everything as plain values; cards are numbers, None where the seat does not know."""

@final
class CoreTable:
    """A game in progress that is stepped by number, in place."""

    @property
    def asked(self) -> int | None:
        """The seat that is asked; None once the game is over."""
    @property
    def over(self) -> bool:
        """Whether the game is over."""
    @property
    def limit_reached(self) -> bool:
        """Whether only a limit stopped it."""
    @property
    def in_secret(self) -> bool:
        """Whether several seats decide at once, unseen by each other."""
    @property
    def undealt(self) -> int:
        """How many cards have not been dealt, or lie in the stock."""
    @property
    def chance_decided(self) -> bool:
        """Whether chance has decided something since the last decision; only a table that goes on
        from a position knows."""
    def told(self, seat: int) -> str:
        """What a seat was told since the last decision, as text without words; only a table that
        goes on from a position knows."""
    def reset(self, seed: int, *, single_hand: bool = True) -> None:
        """Begins anew."""
    def to_move(self) -> bytes:
        """The seats that may decide something now."""
    def legal_ids(self, seat: int | None = None) -> list[int]:
        """The numbers of what the seat that is asked, or another, may do, in order."""
    def legal_codes(self, seat: int | None = None) -> list[tuple[int, int]]:
        """These numbers with the codes of their moves."""
    def step(self, number: int, seat: int | None = None) -> None:
        """Does what the seat that is asked, or another that may decide, says by a number.

        :class:`ValueError` if it may not; nothing has happened then.
        """
    def play(self, seat: int, code: int) -> None:
        """Makes a move by its code; :class:`ValueError` if it is not legal."""
    def observe(self, seat: int, observation: Any, mask: Any | None = None) -> None:
        """Writes what a seat sees to an array of float32, and what it may do to one of uint8."""
    def rewards(self, reward_name: str = "gain") -> list[float]:
        """What each player has gained since the last time, if a hand has come to its end."""
    def view(self, seat: int) -> CoreView:
        """What a seat sees."""
    def position(self) -> Position:
        """The moment it has come to."""
    def copy(self) -> CoreTable:
        """The same game once more."""

@final
class CoreBatch:
    """Many games at once; see :class:`darwindeck.envs.Batch`."""

    def __new__(
        cls,
        game: CoreGame,
        games: int,
        *,
        single_hand: bool = True,
        reward_name: str = "gain",
        threads: int = 1,
        recall: bool | None = None,
    ) -> CoreBatch: ...
    @property
    def kept(self) -> int:
        """How many moments of what has happened are kept."""
    def reset(
        self,
        seed: int,
        observations: Any,
        masks: Any,
        legal: Any,
        counts: Any,
        rewards: Any,
        done: Any,
        to_move: Any,
    ) -> None:
        """Begins all games anew and writes where they stand."""
    def step(
        self,
        actions: Any,
        observations: Any,
        masks: Any,
        legal: Any,
        counts: Any,
        rewards: Any,
        done: Any,
        to_move: Any,
    ) -> None:
        """Steps all games by one number each and writes where they stand.

        :class:`ValueError` or :class:`TypeError` if a number may not be said or an array does not
        fit; nothing has happened then.
        """
    def table(self, origin: CoreGame, number: int) -> CoreTable:
        """A copy of one of the games."""
