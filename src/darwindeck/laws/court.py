"""Laws applied to recorded games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from darwindeck.laws.game_laws import GameLaws, Watch
from darwindeck.laws.general import GENERAL, NO_FAILURE
from darwindeck.laws.law import Broken, Law, Occasion
from darwindeck.laws.moment import WatchedMoment
from darwindeck.laws.record import Record, play, some_number
from darwindeck.simulation import Game
from darwindeck.simulation.state import Start

MOST_IN_A_PAIR = 500
"""So many moves of a hand are followed to see whether exchanged cards are noticed."""

FAILURES = (RuntimeError, ValueError, LookupError, AssertionError)
"""What may be raised while a law is looked at, if the core fails or says what cannot be."""


class Ruling(NamedTuple):
    """What came out of applying a law once."""

    law: Law
    what: str | None
    """What was wrong; None if the law was kept."""
    record: Record
    moves: int
    """After how many moves of the record."""


class Court:
    """Applies laws to games of one genome."""

    def __init__(
        self, game: Game, own: GameLaws | None = None, laws: Sequence[Law] | None = None
    ) -> None:
        """`own` are the laws of this game alone; `laws` are those that are applied, if not all."""
        self.game = game
        every = (*GENERAL, *(own.laws if own else ()))
        self.laws: tuple[Law, ...] = tuple(
            law for law in (every if laws is None else laws) if law.needs.holds(game.genome)
        )
        self._at: dict[str, list[Law]] = {}
        for law in self.laws:
            self._at.setdefault(law.at, []).append(law)
        general = {Occasion.STATE, Occasion.STEP, Occasion.LOOK}
        own_occasions = any(law.at not in set(Occasion) for law in self.laws)
        self._watch = own.watch if own and own_occasions else None
        self._walks = self._watch is not None or bool(general & self._at.keys())

    def of_rules(self) -> Iterator[Ruling]:
        """What the laws say about the rules themselves, before a card is dealt."""
        none = Record(self.game, Start(0, False, None, None))
        yield from self._applied(Occasion.RULES, self.game, none, 0)

    def of_game(
        self, record: Record, looks: frozenset[int], players: Sequence[str]
    ) -> Iterator[Ruling]:
        """What the laws say about a game, at these moments also those that take long."""
        if record.digests and self._walks:
            yield from self._of_moments(record, looks)
        yield from self._applied(Occasion.GAME, record, record, len(record.moves))
        if looks and Occasion.PAIR in self._at:
            yield from self._of_pair(record, players)

    def _of_moments(self, record: Record, looks: frozenset[int]) -> Iterator[Ruling]:
        reached = 0
        try:
            for number, verdicts in self._followed(record, looks):
                reached = number
                yield from verdicts
        except FAILURES as error:
            what = f"while following the game: {type(error).__name__}: {error}"
            yield Ruling(NO_FAILURE, what, record, reached)

    def _followed(
        self, record: Record, looks: frozenset[int]
    ) -> Iterator[tuple[int, Iterator[Ruling]]]:
        """The moments of a game, each with what the laws say about it."""
        watch = self._watch(self.game) if self._watch else None
        moment = WatchedMoment(record)
        while True:
            yield moment.number, self._of_moment(moment, moment.number in looks, watch)
            if moment.is_last:
                return
            moment = WatchedMoment(record, moment)

    def _of_moment(
        self, moment: WatchedMoment, closely: bool, watch: Watch | None
    ) -> Iterator[Ruling]:
        record, number = moment.record, moment.number
        yield from self._applied(Occasion.STATE, moment, record, number)
        if number:
            yield from self._applied(Occasion.STEP, moment, record, number)
        if closely:
            yield from self._applied(Occasion.LOOK, moment, record, number)
        for at, thing in watch.look(moment) if watch is not None else ():
            yield from self._applied(at, thing, record, number)

    def _of_pair(self, record: Record, players: Sequence[str]) -> Iterator[Ruling]:
        seed = record.start.seed
        deck = list(range(len(self.game.cards)))
        Random(seed).shuffle(deck)
        hand = play(self.game, Start(seed, True, tuple(deck), None), players, MOST_IN_A_PAIR)
        yield from self._applied(Occasion.PAIR, hand, hand, len(hand.moves))
        if hand.failure:
            yield Ruling(NO_FAILURE, hand.failure, hand, len(hand.moves))

    def _applied(self, at: str, thing: Any, record: Record, moves: int) -> Iterator[Ruling]:
        for law in self._at.get(at, ()):
            try:
                for found in law.check(thing):
                    if isinstance(found, Broken):
                        yield Ruling(law, found.what, record, found.moves)
                    else:
                        yield Ruling(law, found, record, moves)
            except FAILURES as error:
                what = f"while looking at '{law.name}': {type(error).__name__}: {error}"
                yield Ruling(NO_FAILURE, what, record, moves)


def moments_to_look_at(record: Record, looks: int) -> frozenset[int]:
    """The moments of a game that are looked at closely: the first, the last and some others."""
    count = len(record.digests)
    if looks >= count:
        return frozenset(range(count))
    chance = Random(some_number(record.start.seed, looks))
    others = chance.sample(range(count), looks)
    return frozenset([*others, 0, count - 1][-looks:] if looks else ())
