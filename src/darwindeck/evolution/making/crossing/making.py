"""Crossing two games: mechanics propose, mending makes whole, the door decides."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from random import Random

from darwindeck._core import fingerprint
from darwindeck.evolution.making.crossing.ablation import too_long, without_idle_clauses
from darwindeck.evolution.making.crossing.anatomy import Anatomy
from darwindeck.evolution.making.crossing.mechanic import Mechanic, Proposal, leaves_choices
from darwindeck.evolution.making.crossing.mending import mended
from darwindeck.evolution.making.crossing.play import (
    Auction,
    Drawing,
    Order,
    PlayAtTable,
    TrickRules,
    Trumps,
    WholePlay,
)
from darwindeck.evolution.making.crossing.table import HandSize, OtherDeck, Partnerships, Players
from darwindeck.evolution.making.crossing.turns import Exchange, Melding, SpecialCards, WayOfDrawing
from darwindeck.evolution.making.crossing.worth import Bonus, Combinations, Scoring, Winning
from darwindeck.evolution.making.door import UNWANTED, acceptable
from darwindeck.evolution.making.operators.rates import Rates
from darwindeck.evolution.making.spoken_words import with_true_words
from darwindeck.evolution.making.tidy import tidy
from darwindeck.genome.schema import GameGenome

MECHANICS: tuple[Mechanic, ...] = (
    Auction(),
    TrickRules(),
    Trumps(),
    Order(),
    Drawing(),
    WholePlay(),
    PlayAtTable(),
    Scoring(),
    Bonus(),
    Combinations(),
    Winning(),
    Exchange(),
    SpecialCards(),
    Melding(),
    WayOfDrawing(),
    Partnerships(),
    OtherDeck(),
    HandSize(),
    Players(),
)
"""Every kind of transplant."""


TRAITS = 0.15
"""How often a mere trait, such as the deck, is tried before the mechanics."""

MENDED = 2
"""So many games with the same kind of mechanic are mended in vain before another kind is tried."""


class NoCrossover(RuntimeError):
    """Neither game has a mechanic that makes another sound game of the other."""


class Crossing:
    """Crosses games, and counts what became of the proposals."""

    def __init__(
        self,
        mechanics: tuple[Mechanic, ...] = MECHANICS,
        allowed: Callable[[GameGenome], bool] | None = None,
        hopeful: Callable[[GameGenome], bool] | None = None,
    ) -> None:
        self.mechanics = mechanics
        self.allowed = allowed
        """Says whether a game is what its owner wants; None: any game is."""
        self.hopeful = hopeful
        """Says of a game with something new, not yet mended, whether it is worth mending."""
        self.rates = Rates()

    def cross(self, a: GameGenome, b: GameGenome, seed: int) -> tuple[GameGenome, str]:
        """A child of two games, and what it took from which.

        Mechanics of `b` are tried in `a`; if none fits, mechanics of `a` in `b`; mere traits come
        last as a rule. Raises `NoCrossover` if nothing makes a sound new game.
        """
        rng = Random(f"crossover {a.genome_id} {b.genome_id} {seed}")
        first, second = _anatomy(a), _anatomy(b)
        tiers = (True, False) if rng.random() < TRAITS else (False, True)
        for last_resort in tiers:
            for host, donor in ((first, second), (second, first)):
                kinds = [m for m in self.mechanics if m.last_resort is last_resort]
                found = self._attempt(host, donor, kinds, rng)
                if found is not None:
                    child, what = found
                    story = f"took {what} from {donor.genome.name}"
                    return self._named(child, a, b, seed), story
        raise NoCrossover(
            f"no mechanic of '{b.genome_id}' makes another sound game of '{a.genome_id}', or the "
            "other way round"
        )

    def graft(
        self, host: GameGenome, donors: Sequence[GameGenome], seed: int
    ) -> tuple[GameGenome, str, int]:
        """The host with a mechanic of one of the donors, what it is, and which donor it was.

        The mechanic is drawn, and then whoever has one that fits: what few games have comes up as
        often as what all have. Raises `NoCrossover` if no mechanic of anybody fits.
        """
        rng = Random(f"graft {host.genome_id} {seed}")
        taker = _anatomy(host)
        left = [m for m in self.mechanics if not m.last_resort for _ in range(m.tries)]
        order = list(range(len(donors)))
        while left:
            mechanic = rng.choices(left, [m.weight for m in left])[0]
            left.remove(mechanic)
            rng.shuffle(order)
            mended_in_vain = 0
            for number in order:
                donor = _anatomy(donors[number])
                proposal = mechanic.propose(taker, donor, rng)
                if proposal is None or not self._is_hopeful(proposal.genome):
                    continue
                parents = (taker.genome, donor.genome)
                if leaves_choices(host) and not leaves_choices(proposal.genome):
                    continue
                child, reason = self._judged(proposal, parents)
                self.rates.count(mechanic.name, reason)
                if child is not None:
                    story = f"took {proposal.what} from {donor.genome.name}"
                    return self._named(child, host, donors[number], seed), story, number
                mended_in_vain += 1
                if mended_in_vain == MENDED:
                    break
        raise NoCrossover(f"nobody has a mechanic that fits into '{host.genome_id}'")

    def _attempt(
        self, host: Anatomy, donor: Anatomy, mechanics: list[Mechanic], rng: Random
    ) -> tuple[GameGenome, str] | None:
        """The host with a mechanic of the donor, and what it is; None if none of them fits."""
        parents = (host.genome, donor.genome)
        chosen = any(leaves_choices(parent) for parent in parents)
        left = [mechanic for mechanic in mechanics for _ in range(mechanic.tries)]
        while left:
            mechanic = rng.choices(left, [m.weight for m in left])[0]
            left.remove(mechanic)
            proposal = mechanic.propose(host, donor, rng)
            if proposal is None or (chosen and not leaves_choices(proposal.genome)):
                left = [other for other in left if other is not mechanic]
                continue
            child, reason = self._judged(proposal, parents)
            self.rates.count(mechanic.name, reason)
            if child is not None:
                return child, proposal.what
        return None

    def _judged(
        self, proposal: Proposal, parents: tuple[GameGenome, GameGenome]
    ) -> tuple[GameGenome | None, str | None]:
        child = mended(proposal.genome, proposal.essential)
        if child is None:
            return None, "does not fit"
        if not self._wanted(child):
            return None, UNWANTED
        rejection = acceptable(child, parents)
        if rejection is not None:
            return None, rejection.reason
        if too_long(child, parents):
            return None, "too long"
        whole = without_idle_clauses(child, proposal.doubtful, parents)
        if whole is None:
            return None, "changes nothing"
        spoken = with_true_words(whole, parents)
        return (spoken, None) if spoken == child or self._wanted(spoken) else (None, UNWANTED)

    def _is_hopeful(self, proposed: GameGenome) -> bool:
        return self.hopeful is None or self.hopeful(proposed)

    def _wanted(self, child: GameGenome) -> bool:
        return self.allowed is None or self.allowed(child)

    def _named(self, child: GameGenome, a: GameGenome, b: GameGenome, seed: int) -> GameGenome:
        origin = f"{a.genome_id} {a.generation} {b.genome_id} {b.generation} {seed}"
        number = f"{fingerprint(origin.encode()):016x}"[:8]
        return replace(
            child,
            genome_id=f"game-{number}",
            name=f"Game {number}",
            description="",
            sources=(),
            generation=max(a.generation, b.generation) + 1,
        )


def crossover_with_story(
    a: GameGenome,
    b: GameGenome,
    seed: int,
    allowed: Callable[[GameGenome], bool] | None = None,
) -> tuple[GameGenome, str]:
    """A child of two games, and what it took from one of them, in words.

    `allowed` says whether a child is wanted; None: any is.
    """
    return Crossing(allowed=allowed).cross(a, b, seed)


@lru_cache(maxsize=256)
def _anatomy(genome: GameGenome) -> Anatomy:
    """A game taken apart; a game that lends to many is taken apart once."""
    return Anatomy(tidy(genome))


def crossover(a: GameGenome, b: GameGenome, seed: int) -> GameGenome:
    """A valid, complete game that carries a working mechanic of one in the other, as a rule of `b`
    in `a`.

    It plays differently from both. The seed decides which mechanic it is. Raises `NoCrossover` if
    there is none that fits.
    """
    return crossover_with_story(a, b, seed)[0]
