"""A game, ready to be played."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from darwindeck._core import CoreGame
from darwindeck.cards import Card
from darwindeck.genome.checked import CheckedGame, check
from darwindeck.genome.limits import MAX_CHIPS
from darwindeck.genome.schema import Counter, GameGenome, Life, Scope
from darwindeck.players import prepare
from darwindeck.simulation.labels import Labels

if TYPE_CHECKING:
    from darwindeck.simulation.state import State

MOST_SEED = 2**64 - 1


class CoreFailure(RuntimeError):
    """The core failed at a game: a bug, never a matter of the genome or of the moves."""


class Game:
    """A game, ready to be played.

    The genome is checked first: `GenomeError` lists what is wrong with it. Its options count as
    they are set.
    """

    def __init__(self, genome: GameGenome | CheckedGame) -> None:
        self.checked = check(genome)
        self.genome = self.checked.genome
        with self.guarded():
            self.core = CoreGame(self.checked.rules_bytecode)
        self.labels = Labels(self.checked.expanded)

    @property
    def bytecode(self) -> bytes:
        """The rules, as the core has them, under the name of the genome."""
        return self.checked.bytecode

    @property
    def seats(self) -> tuple[str, ...]:
        """What the seats are called, in order of play; the house comes last."""
        return self.labels.seats

    @property
    def player_count(self) -> int:
        return self.labels.players

    @property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        return self.labels.sides

    @property
    def cards(self) -> tuple[Card, ...]:
        """Every card of the game, copies included."""
        return self.labels.cards

    def deal(
        self,
        seed: int,
        *,
        deck: Sequence[Card] | None = None,
        dealer: int | None = None,
        stacks: Sequence[int] | None = None,
        stakes: Mapping[str, int | Sequence[int]] | None = None,
    ) -> State:
        """The beginning of a match: the first hand is dealt.

        The seed decides everything that is left to chance. `deck` gives the cards of the first deal
        in the order in which they are dealt, the first card first; `dealer` is the seat that deals
        it. `stacks` are the chips that each player begins with. `stakes` are numbers that counters
        kept for the match begin with: one for a counter of the table, otherwise one for all or one
        for each seat or side.
        """
        return self._begin(seed, False, deck, dealer, stacks, stakes)

    def hand(
        self,
        seed: int,
        *,
        deck: Sequence[Card] | None = None,
        dealer: int | None = None,
        stacks: Sequence[int] | None = None,
        stakes: Mapping[str, int | Sequence[int]] | None = None,
    ) -> State:
        """The beginning of a single hand; the game is over when the hand is. See `deal`."""
        return self._begin(seed, True, deck, dealer, stacks, stakes)

    def _begin(
        self,
        seed: int,
        single_hand: bool,
        deck: Sequence[Card] | None,
        dealer: int | None,
        stacks: Sequence[int] | None,
        stakes: Mapping[str, int | Sequence[int]] | None,
    ) -> State:
        from darwindeck.simulation.state import Start, State

        start = Start(
            checked_seed(seed),
            single_hand,
            None if deck is None else self._numbered(deck),
            dealer,
            self.checked_stacks(stacks),
            self.checked_stakes(stakes or {}),
        )
        return State.begin(self, start)

    def checked_stacks(self, stacks: Sequence[int] | None) -> tuple[int, ...] | None:
        """The chips that players begin with, if they make sense."""
        if stacks is None:
            return None
        if len(stacks) != self.player_count or not all(map(_is_whole, stacks)):
            raise ValueError(
                f"stacks must be {self.player_count} whole numbers, one for each player: "
                f"{list(stacks)!r}"
            )
        if min(stacks) < 0 or sum(stacks) > MAX_CHIPS:
            raise ValueError(
                f"stacks must not be negative, nor more than {MAX_CHIPS:,} chips in all: "
                f"{list(stacks)!r}"
            )
        return tuple(stacks)

    def checked_stakes(
        self, stakes: Mapping[str, int | Sequence[int]]
    ) -> tuple[tuple[str, tuple[int, ...]], ...]:
        """The numbers that counters begin with, if they make sense; in the counters' order."""
        counters = {c.name: c for c in self.labels.genome.counters if c.life is Life.MATCH}
        unknown = [name for name in stakes if name not in counters]
        if unknown:
            known = f": {', '.join(counters)}" if counters else "; this game has none"
            raise ValueError(
                f"{unknown[0]!r} is no stake: stakes are counters kept for the match{known}"
            )
        return tuple(
            (name, self._checked_stake(counter, stakes[name]))
            for name, counter in counters.items()
            if name in stakes
        )

    def _checked_stake(self, counter: Counter, given: int | Sequence[int]) -> tuple[int, ...]:
        many = {
            Scope.TABLE: 1,
            Scope.SEAT: len(self.seats),
            Scope.TEAM: len(self.teams),
        }[counter.scope]
        whole = isinstance(given, int)
        values = (given,) * many if isinstance(given, int) else tuple(given)
        players = counter.scope is Scope.SEAT and len(values) == self.player_count
        if not all(map(_is_whole, values)) or (len(values) != many and not players):
            wanted = "a whole number" if many == 1 or whole else f"{many} whole numbers"
            raise ValueError(f"{counter.name!r} must be {wanted}: {given!r}")
        for value in values:
            if not counter.low <= value <= counter.high:
                raise ValueError(
                    f"{counter.name!r} must be from {counter.low} to {counter.high}: {value}"
                )
        return values

    def _numbered(self, deck: Sequence[Card]) -> tuple[int, ...]:
        """The numbers of the cards of a deck, in its order."""
        free: dict[Card, list[int]] = {}
        for number, card in enumerate(self.cards):
            free.setdefault(card, []).append(number)
        numbers = []
        for card in deck:
            if not free.get(card):
                many = "is there too often" if card in free else "is no card of this game"
                raise ValueError(f"the deck does not fit the game: {card} {many}")
            numbers.append(free[card].pop(0))
        missing = [str(card) for card, left in free.items() for _ in left]
        if missing:
            raise ValueError(f"the deck does not fit the game: {', '.join(missing)} missing")
        return tuple(numbers)

    def prepare(
        self,
        players: Iterable[str],
        *,
        threads: int = 1,
        progress: Callable[[int, int], object] | None = None,
    ) -> None:
        """Lets players who learn do so before they play; see `darwindeck.players.weights`.

        Whoever is asked for a move without this learns then. `progress` is told how many steps are
        done, and of how many.
        """
        with self.guarded():
            rules = self.checked.rules_bytecode
            prepare(self.core, rules, players, threads=threads, progress=progress)

    @contextmanager
    def guarded(self) -> Iterator[None]:
        """A failure of the core names the game at which it happened."""
        try:
            yield
        except RuntimeError as error:
            if not str(error).startswith("the core failed"):
                raise
            name = f"'{self.genome.name}' " if self.genome.name else ""
            raise CoreFailure(f"{name}(genome_id {self.genome.genome_id}): {error}") from error

    def __reduce__(self) -> tuple[Any, ...]:
        return Game, (self.genome,)

    def __repr__(self) -> str:
        return f"Game({self.genome.name or self.genome.genome_id!r})"


def _is_whole(number: object) -> bool:
    return type(number) is int


def checked_seed(seed: int) -> int:
    """A seed, if it is one."""
    if type(seed) is not int or not 0 <= seed <= MOST_SEED:
        raise ValueError(f"a seed must be a whole number from 0 to 2**64 - 1, not {seed!r}")
    return seed
