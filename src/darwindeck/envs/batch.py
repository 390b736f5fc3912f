"""Many games at once, stepped by arrays of numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from darwindeck._core import CoreBatch, Position
from darwindeck.envs.source import as_game, checked_reward, needed
from darwindeck.genome.schema import GameGenome
from darwindeck.simulation import Game
from darwindeck.simulation.batch import core_count
from darwindeck.simulation.game import checked_seed

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

OVER, LIMIT = 1, 2
"""What `Batch.done` says of a game that came to its end: by the rules, or by a limit."""

MOST_GAMES, MOST_THREADS = 2**20, 1_024


class Batch:
    """Many games of one genome that are stepped together; one that is over begins anew at once.

    After each step the arrays hold, in a row for each game, what the seat that is asked sees
    (`observations`), what it may do (`masks`; the same as a list of numbers in `legal`, of which
    the first `counts` of a row count), what each player gained with the step (`rewards`),
    whether the game came to its end with it (`done`: 0, `OVER`, `LIMIT`) and who is asked now
    (`to_move`). They are the same arrays all the time: copy what is to be kept.

    What happens depends on the seed and on the actions alone, not on the number of threads.
    """

    observations: NDArray[np.float32]
    masks: NDArray[np.bool_]
    legal: NDArray[np.int32]
    counts: NDArray[np.int32]
    rewards: NDArray[np.float32]
    done: NDArray[np.uint8]
    to_move: NDArray[np.int32]

    def __init__(
        self,
        genome: Game | GameGenome | str,
        games: int,
        *,
        seed: int = 0,
        single_hand: bool = True,
        reward: str = "gain",
        threads: int | None = None,
        recall: bool | None = None,
        arrays: dict[str, Any] | None = None,
    ) -> None:
        """Begins the games.

        Args:
            genome: what is played.
            games: how many at once.
            seed: decides all deals.
            single_hand: whether a game is one hand, and not a match.
            reward: what is gained: `gain`, `margin` or `win`.
            threads: how many; None: as many as the machine has cores.
            recall: whether what has happened is kept, in at most 32 megabytes, so that it need not
                be worked out again; None: in games that begin in few ways. It changes no number.
            arrays: arrays of your own to write to, by name, of the type and shape of `shapes`.
        """
        np = needed("numpy", "gymnasium")
        self.game = as_game(genome)
        core = self.game.core
        if type(games) is not int or not 1 <= games <= MOST_GAMES:
            raise ValueError(
                f"games must be a whole number from 1 to {MOST_GAMES:,}, not {games!r}"
            )
        count = core_count() if threads is None else threads
        if type(count) is not int or not 1 <= count <= MOST_THREADS:
            raise ValueError(
                f"threads must be a whole number from 1 to {MOST_THREADS:,}, not {threads!r}"
            )
        with self.game.guarded():
            self._core = CoreBatch(
                core,
                games,
                single_hand=single_hand,
                reward_name=checked_reward(reward),
                threads=count,
                recall=recall,
            )
            size, actions = core.array_sizes()
        self.games = games
        self.action_count = actions
        self.shapes: dict[str, tuple[Any, tuple[int, ...]]] = {
            "observations": (np.float32, (games, size)),
            "masks": (np.bool_, (games, actions)),
            "legal": (np.int32, (games, actions)),
            "counts": (np.int32, (games,)),
            "rewards": (np.float32, (games, core.players)),
            "done": (np.uint8, (games,)),
            "to_move": (np.int32, (games,)),
        }
        given = dict(arrays or {})
        for name, (kind, shape) in self.shapes.items():
            found = given.pop(name, None)
            if found is None:
                found = np.zeros(shape, kind)
            elif not isinstance(found, np.ndarray) or found.dtype != kind:
                raise TypeError(f"{name} must be a NumPy array of {np.dtype(kind)}: {found!r:.80}")
            setattr(self, name, found)
        if given:
            raise ValueError(f"there is no array {next(iter(given))!r}: {', '.join(self.shapes)}")
        bits = self.masks.view(np.uint8)
        self._arrays = (
            self.observations,
            bits,
            self.legal,
            self.counts,
            self.rewards,
            self.done,
            self.to_move,
        )
        self._ids = np.dtype(np.int64)
        self._whole = np.integer
        self._as_array = np.asarray
        self.reset(seed)

    def reset(self, seed: int) -> None:
        """Begins all games anew."""
        with self.game.guarded():
            self._core.reset(checked_seed(seed), *self._arrays)

    def step(self, actions: Any) -> None:
        """Does what was said in each game: one number for each.

        `ValueError` if one may not be said there; nothing has happened then.
        """
        numbers = self._as_array(actions)
        if numbers.dtype != self._ids:
            if not issubclass(numbers.dtype.type, self._whole):
                raise TypeError(f"actions must be whole numbers, not {numbers.dtype}")
            numbers = numbers.astype(self._ids)
        with self.game.guarded():
            self._core.step(numbers, *self._arrays)

    @property
    def recalls(self) -> bool:
        """Whether what has happened is kept."""
        return self._core.kept > 0

    def position(self, number: int) -> Position:
        """Where one of the games stands, as the core has it."""
        return self._core.table(self.game.core, number).position()

    def __len__(self) -> int:
        return self.games
