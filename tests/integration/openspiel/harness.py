"""Playing the same hand in two engines: ours and OpenSpiel's.

Both get the same deal. At every decision both must ask the same player and allow the same things;
one of these is chosen at random and done in both. Every test says in its own words what the moves
of one engine are called in the other.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest

from darwindeck.genome.schema import CallPhase, GameGenome, Phase
from darwindeck.simulation import Game, MoveKind
from darwindeck.simulation.moves import fields_of

pyspiel: Any = pytest.importorskip(
    "pyspiel", reason="open_spiel, the other engine, is not installed: it has no build for this"
)

SCALE = float(os.environ.get("DARWINDECK_TEST_SCALE", "1"))

Choice = tuple[str | int, ...]
"""What a move of ours is called: its kind, and the number of a card or a call with its values."""
Hand = list[int]
"""The numbers of some cards."""
Policy = Callable[[random.Random, Sequence[int]], int]
"""Which of some actions is chosen."""


def hands(count: int) -> range:
    """The numbers of the hands that a test plays: so many at the usual scale."""
    return range(max(1, round(count * SCALE)))


@contextmanager
def hand_named(name: str, number: int) -> Iterator[random.Random]:
    """The dice for one hand; whatever goes wrong in it says which hand it was."""
    try:
        yield random.Random(f"{name} {number}")
    except AssertionError as error:
        error.add_note(f"in hand {number} of {name}")
        raise


def covered(seen: Mapping[str, int], *cases: str) -> None:
    """All these cases must have come about; fewer hands than usual need not bring them all."""
    missing = [case for case in cases if not seen.get(case)]
    assert SCALE < 1 or not missing, f"never seen: {missing} of {dict(seen)}"


def anything(dice: random.Random, actions: Sequence[int]) -> int:
    """Any action, all alike."""
    return dice.choice(actions)


def with_phases(genome: GameGenome, *phases: Phase) -> GameGenome:
    """The game with other phases."""
    return replace(genome, turn_structure=replace(genome.turn_structure, phases=phases))


def dealt(deck: Sequence[int], dealer: int, packets: Sequence[int], seats: int = 4) -> list[Hand]:
    """The hand of each seat if packets of these sizes go round from the dealer's left."""
    found: list[Hand] = [[] for _ in range(seats)]
    at = 0
    for size in packets:
        for step in range(seats):
            found[(dealer + 1 + step) % seats] += deck[at : at + size]
            at += size
    return found


def in_turn(hands: Sequence[Hand], first: int = 0) -> list[int]:
    """The cards of some hands, one of each in turn, beginning with one of them."""
    order = [*hands[first:], *hands[:first]]
    return [hand[k] for k in range(len(order[0])) for hand in order]


def rank_major(card: int, ranks: int = 13) -> int:
    """What a card of ours is called where cards are counted rank by rank, clubs to spades."""
    return card % ranks * 4 + card // ranks


class Ours:
    """A hand in our engine."""

    def __init__(self, game: Game, deck: Sequence[int], dealer: int, seed: int = 0) -> None:
        self.game = game
        self.position = game.core.deal(
            seed, single_hand=True, deck=list(reversed(deck)), dealer=dealer
        )

    @property
    def over(self) -> bool:
        return self.position.over

    @property
    def asked(self) -> int:
        """The seat that is to decide."""
        seat = self.position.asked()
        assert seat is not None, "nobody is asked"
        return seat

    @property
    def numbers(self) -> dict[str, Any]:
        return self.position.numbers()

    def choices(self, seat: int) -> dict[Choice, int]:
        """What a seat may do: what it is called, and its number."""
        codes = self.position.legal(seat)
        found = {self._named(seat, code): code for code in codes}
        assert len(found) == len(codes), "two moves are the same"
        return found

    def do(self, seat: int, code: int) -> None:
        self.position = self.position.apply(seat, code)

    def piles(self, name: str, owner: int | None = None) -> list[Hand]:
        """The piles of a zone that hold cards, each from the bottom up; of one owner, if given."""
        number = self.game.labels.zone_number[name]
        return [
            list(cards)
            for zone, whose, _, cards, _ in self.position.places()
            if zone == number and owner in (None, whose) and cards
        ]

    def zone(self, name: str, owner: int | None = None) -> Hand:
        """The cards of a zone."""
        return [card for pile in self.piles(name, owner) for card in pile]

    def side_score(self, side: int) -> int:
        """What a side has scored in this hand, with what its players have."""
        numbers = self.numbers
        own = sum(numbers["score"][seat] for seat in self.game.teams[side])
        return int(numbers["side_score"][side] + own)

    def _named(self, seat: int, code: int) -> Choice:
        move = fields_of(code)
        if move.kind is MoveKind.CALL:
            values = (value for _, value in self.position.call_values(seat, code))
            return "call", self._call(move.a), *values
        if move.kind in (MoveKind.CARD, MoveKind.BUILD):
            return move.kind.name.lower(), move.option, move.card, move.b
        return move.kind.name.lower(), move.option

    def _call(self, number: int) -> str:
        phases = (self.game.labels.phases[phase] for phase, _ in self.position.frames()[::-1])
        phase = next(phase for phase in phases if isinstance(phase, CallPhase))
        return phase.calls[number].name


class Duel:
    """One hand in both engines."""

    def __init__(
        self,
        ours: Ours,
        theirs: Any,
        dice: random.Random,
        *,
        action: Callable[[Choice], int],
        first_player: int = 0,
    ) -> None:
        self.ours = ours
        self.theirs = theirs
        self.dice = dice
        self.action = action
        """What a move of ours is called by OpenSpiel."""
        self.first_player = first_player
        """The seat of OpenSpiel's player 0; the others follow in the same order."""
        self.history: list[str] = []

    def seat(self, player: int) -> int:
        return (player + self.first_player) % self.ours.game.player_count

    def player(self, seat: int) -> int:
        return (seat - self.first_player) % self.ours.game.player_count

    def chance(self, *actions: int) -> None:
        """What chance does in OpenSpiel, as it did in ours."""
        for action in actions:
            assert self.theirs.is_chance_node(), self.tell("chance has no part in this")
            assert action in self.theirs.legal_actions(), self.tell(f"chance cannot do {action}")
            self.theirs.apply_action(action)

    def allowed(self) -> dict[int, int]:
        """What may be done now in both engines: the action of OpenSpiel, the number of ours."""
        player = self.theirs.current_player()
        assert player >= 0, self.tell("OpenSpiel asks nobody")
        assert not self.ours.over, self.tell("ours is over")
        seat = self.ours.asked
        assert seat == self.seat(player), self.tell(f"ours asks seat {seat}")
        choices = self.ours.choices(seat)
        found = {self.action(choice): code for choice, code in choices.items()}
        assert len(found) == len(choices), self.tell("two moves are one for OpenSpiel")
        self.compare(found, self.theirs.legal_actions())
        return found

    def compare(self, ours: Iterable[int], theirs: Iterable[int]) -> None:
        """Both must allow the same actions."""
        own, other = set(ours), set(theirs)
        if own != other:
            only_ours = sorted(map(self.word, own - other))
            only_theirs = sorted(map(self.word, other - own))
            raise AssertionError(
                self.tell(f"only ours allows {only_ours}, only OpenSpiel {only_theirs}")
            )

    def decide(self, policy: Policy = anything) -> int:
        """Compares what may be done, and does one of these things in both engines."""
        allowed = self.allowed()
        action = policy(self.dice, sorted(allowed))
        self.do(action, allowed[action])
        return action

    def do(self, action: int, code: int) -> None:
        """Does the same in both engines."""
        seat = self.ours.asked
        self.history.append(f"{seat}: {self.word(action)}")
        self.theirs.apply_action(action)
        self.ours.do(seat, code)

    def word(self, action: int) -> str:
        return str(self.theirs.action_to_string(self.theirs.current_player(), action))

    def finish(self) -> None:
        """Both must be over."""
        assert self.ours.over, self.tell("ours goes on")
        assert self.theirs.is_terminal(), self.tell("OpenSpiel goes on")

    @property
    def returns(self) -> list[int]:
        """What OpenSpiel gives to each seat."""
        returns = self.theirs.returns()
        return [round(returns[self.player(seat)]) for seat in range(len(returns))]

    def tell(self, what: str) -> str:
        """What is wrong, with everything that was done before."""
        return f"{what}\nafter {'; '.join(self.history) or 'nothing'}\n{self.theirs}"
