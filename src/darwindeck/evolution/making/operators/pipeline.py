"""The pipeline: operators propose, repair mends, the door decides."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from darwindeck._core import fingerprint
from darwindeck.evolution.making.door import UNCHANGED, UNWANTED, Rejection, acceptable
from darwindeck.evolution.making.operators.base import MutationOperator
from darwindeck.evolution.making.operators.rates import Rates
from darwindeck.evolution.making.operators.wording import with_true_labels
from darwindeck.evolution.making.repair import repair
from darwindeck.evolution.making.sites import Draft
from darwindeck.evolution.making.spoken_words import with_true_words
from darwindeck.evolution.making.tidy import tidy
from darwindeck.genome.schema import GameGenome

MOST_TRIES = 40
"""How many proposals are made before every place of every operator is gone through."""

DISCOURAGED = 0.3
"""What becomes of an operator's probability, for this mutation only, when it was turned away."""

LAST_RESORT = 400
"""How many of those are tried."""


Door = Callable[[GameGenome, Sequence[GameGenome]], Rejection | None]


class NoMutation(RuntimeError):
    """No operator has found a change that makes another sound game."""


class MutationPipeline:
    """Changes games by one operator at a time, picked by its probability.

    `intensity` is the number of changes that a mutation makes on average, at least one. The counts
    in `rates` grow with every mutation and decide nothing.
    """

    def __init__(
        self,
        operators: Sequence[MutationOperator],
        intensity: float = 1.0,
        allowed: Callable[[GameGenome], bool] | None = None,
        door: Door = acceptable,
    ) -> None:
        if not operators:
            raise ValueError("a pipeline needs at least one operator")
        self.operators = list(operators)
        self.intensity = max(1.0, intensity)
        self.allowed = allowed
        """Says whether a game is what its owner wants; None: any game is."""
        self.door = door
        """Says why a game may not come in; None: it may."""
        self.rates = Rates()

    def mutate(self, genome: GameGenome, seed: int) -> GameGenome:
        """A valid, complete game that plays differently from this one; the seed decides which.

        Raises `NoMutation` if none is found.
        """
        return self.mutate_with_story(genome, seed)[0]

    def mutate_with_story(self, genome: GameGenome, seed: int) -> tuple[GameGenome, str]:
        """The same, and the operators that brought it about."""
        rng = Random(f"mutation {seed}")
        more = self.intensity - 1
        changes = 1 + int(more) + (rng.random() < more % 1)
        whole = settled(genome)
        child = whole
        story = []
        for _ in range(changes):
            child, name = self._changed(child, whole, rng)
            story.append(name)
        return named(child, genome, f"{genome.genome_id} {genome.generation} {seed}"), (
            ", ".join(story)
        )

    def _changed(
        self, genome: GameGenome, origin: GameGenome, rng: Random
    ) -> tuple[GameGenome, str]:
        draft = Draft(genome)
        left = _Left(self.operators, draft)
        for _ in range(MOST_TRIES):
            picked = left.pick(rng)
            if picked is None:
                break
            operator, place = picked
            proposal = operator.change(draft, place, rng)
            changed = self._judged(operator, proposal, genome, origin)
            if changed is not None:
                return changed, operator.name
            left.discourage(operator)
        for operator, proposal in self._everything(draft, rng):
            changed = self._judged(operator, proposal, genome, origin)
            if changed is not None:
                return changed, operator.name
        raise NoMutation(
            f"no operator found a change of '{genome.genome_id}' that makes another sound game"
        )

    def _everything(
        self, draft: Draft, rng: Random
    ) -> Iterator[tuple[MutationOperator, GameGenome | None]]:
        tried = 0
        for operator in self.operators:
            for place in operator.places(draft):
                if tried == LAST_RESORT:
                    return
                tried += 1
                yield operator, operator.change(draft, place, rng)

    def _judged(
        self,
        operator: MutationOperator,
        proposal: GameGenome | None,
        genome: GameGenome,
        origin: GameGenome,
    ) -> GameGenome | None:
        """The proposal, mended, if the door lets it in."""
        changed = genome
        if proposal is not None and proposal != genome:
            changed = with_true_labels(tidy(repair(proposal)), genome)
            changed = with_true_words(changed, (genome,))
        parents = (genome,) if genome is origin else (genome, origin)
        if changed == genome:
            rejection: Rejection | None = Rejection(UNCHANGED)
        elif self.allowed is not None and not self.allowed(changed):
            rejection = Rejection(UNWANTED)
        else:
            rejection = self.door(changed, parents)
        self.rates.count(operator.name, rejection.reason if rejection else None)
        return None if rejection else changed


class _Left:
    """What can still be tried with one game: no place of an operator comes up twice."""

    def __init__(self, operators: Sequence[MutationOperator], draft: Draft) -> None:
        self.draft = draft
        self.operators = [operator for operator in operators if operator.probability > 0]
        self.weights = [operator.probability for operator in self.operators]
        self.places: dict[MutationOperator, list[Any]] = {}

    def pick(self, rng: Random) -> tuple[MutationOperator, Any] | None:
        """An operator that has a place in the game, the more probable ones more often."""
        while self.operators:
            index = rng.choices(range(len(self.operators)), self.weights)[0]
            operator = self.operators[index]
            if operator not in self.places:
                self.places[operator] = list(operator.places(self.draft))
            places = self.places[operator]
            if places:
                return operator, places.pop(rng.randrange(len(places)))
            del self.operators[index], self.weights[index]
        return None

    def discourage(self, operator: MutationOperator) -> None:
        """An operator that was turned away comes up less often."""
        if operator in self.operators:
            self.weights[self.operators.index(operator)] *= DISCOURAGED


_tidied: OrderedDict[int, GameGenome] = OrderedDict()
"""Children that were made here, by their identity: they need no second tidying."""


def settled(genome: GameGenome) -> GameGenome:
    """The game as mutation sees it: its options chosen, no leftovers."""
    return genome if _tidied.get(id(genome)) is genome else tidy(genome)


def named(child: GameGenome, parent: GameGenome, origin: str) -> GameGenome:
    """A child under a name of its own; what its parent was called and said of itself is gone."""
    number = f"{fingerprint(origin.encode()):016x}"[:8]
    child = replace(
        child,
        genome_id=f"game-{number}",
        name=f"Game {number}",
        description="",
        sources=(),
        generation=parent.generation + 1,
    )
    _tidied[id(child)] = child
    while len(_tidied) > 64:
        _tidied.popitem(last=False)
    return child
