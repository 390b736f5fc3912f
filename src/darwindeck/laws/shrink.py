"""Smaller counterexamples: the same law broken after fewer moves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

from darwindeck.genome.schema import Location
from darwindeck.laws.check import violation
from darwindeck.laws.court import FAILURES, Court
from darwindeck.laws.game_laws import laws_of
from darwindeck.laws.law import Occasion, Violation
from darwindeck.laws.record import play
from darwindeck.simulation import Game
from darwindeck.simulation.state import Start, State

TRIES = 60
"""How many other games are tried, unless told otherwise."""


def smallest(violations: Iterable[Violation]) -> dict[str, Violation]:
    """For each law that was broken, by its name, the violation with the fewest moves."""
    found: dict[str, Violation] = {}
    for item in violations:
        best = found.get(item.law.name)
        if best is None or item.move < best.move:
            found[item.law.name] = item
    return found


def shrunk(game: Game, found: Violation, tries: int = TRIES) -> Violation:
    """A violation of the same law with as few moves as could be found.

    First the hand in which it happened is dealt by itself; then other moves are made from places
    before the violation, and other hands are dealt. The same violation is always shrunk alike.
    """
    search = _Search(game, found)
    search.hand_alone()
    chance = Random(f"shrink {found.start.seed} {found.move}")
    for number in range(tries):
        if search.best.move == 0:
            break
        search.elsewhere(chance) if number % 2 else search.otherwise(chance)
    return search.best


class _Search:
    """Looks for a violation that is smaller than the best one so far."""

    def __init__(self, game: Game, found: Violation) -> None:
        self.game = game
        self.best = found
        self.court = Court(game, laws_of(game.genome), (found.law,))

    def otherwise(self, chance: Random) -> None:
        """Makes other moves from some place before the violation."""
        kept = self.best.moves[: chance.randrange(self.best.move)]
        self._try(self.best.start, kept, chance)

    def elsewhere(self, chance: Random) -> None:
        """The same violation in another hand, dealt from another seed."""
        start = self.best.start
        self._try(Start(chance.getrandbits(32), True, None, start.dealer), (), chance)

    def _try(self, start: Start, kept: Sequence[tuple[int, int]], chance: Random) -> None:
        most = self.best.move - 1
        position = State.begin(self.game, start).position
        moves = list(kept)
        try:
            for made in moves:
                position = position.apply(*made)
            while len(moves) < most and (seat := position.asked()) is not None:
                made = seat, chance.choice(position.legal(seat))
                position = position.apply(*made)
                moves.append(made)
        except FAILURES:
            return
        self._judge(start, moves)

    def hand_alone(self) -> None:
        """Deals the hand of the violation by itself, with the same cards in the same order."""
        positions = [State.begin(self.game, self.best.start).position]
        try:
            for seat, code in self.best.moves:
                positions.append(positions[-1].apply(seat, code))
        except FAILURES:
            return
        deals = [position.numbers()["deal_number"] for position in positions]
        # A violation of a hand's end is found when the next one is dealt already.
        for deal in sorted({deals[-1], deals[max(0, len(deals) - 2)]}):
            first = deals.index(deal)
            deck = _deck(self.game, positions[first].events(), positions[first].places())
            dealer = positions[first].numbers()["dealer"]
            if deck is not None:
                start = Start(self.best.start.seed, True, deck, dealer)
                self._judge(start, self.best.moves[first:])

    def _judge(self, start: Start, moves: Sequence[tuple[int, int]]) -> None:
        """Keeps a game if it breaks the law after fewer moves than the best one so far."""
        try:
            record = play(self.game, start, ("random",), len(moves), moves)
        except FAILURES:
            return
        if record.failure and self.best.law.at != Occasion.GAME:
            return
        looks = frozenset(range(len(record.digests)))
        verdicts = self.court.of_game(record, looks, ("random",))
        try:
            for verdict in verdicts:
                broken = verdict.what is not None and verdict.law.name == self.best.law.name
                if broken and verdict.moves < self.best.move:
                    assert verdict.what is not None, "it says what is wrong"
                    self.best = violation(verdict, verdict.what, self.best.game)
                    return
        except FAILURES:
            return


def _deck(
    game: Game,
    events: Sequence[tuple[object, ...]],
    places: Sequence[tuple[int, int, int, bytes, bool]],
) -> tuple[int, ...] | None:
    """The cards of a deal in the order in which they were dealt; None if it cannot be told."""
    zone = game.labels.zone_number[Location.DECK]
    stock = next(place for place in places if place[0] == zone)
    begun = max((i for i, event in enumerate(events) if event[0] == "hand"), default=None)
    if begun is None:
        return None
    dealt = [event[1] for event in events[begun:] if event[0] == "card" and event[2] == stock[2]]
    deck = tuple(card for card in dealt if isinstance(card, int)) + tuple(reversed(stock[3]))
    return deck if sorted(deck) == list(range(len(game.cards))) else None
