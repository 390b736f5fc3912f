"""Players of made-up Baloot matches: wild ones for tests, steady ones with a temperament."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, Final, Protocol

from darwindeck.cards import Card
from darwindeck.oracles.baloot.baloot_cards import SUIT_WORDS, beats, codes
from darwindeck.oracles.baloot.temperament import (
    Temperament,
    hokum_weight,
    rest_is_certain,
    sun_weight,
)
from darwindeck.simulation.moves import Move
from darwindeck.simulation.state import State

WEIGHTS: Final = {
    "pass_turn": 6.0,
    "hokum": 2.0,
    "second_hokum": 2.0,
    "sun": 0.6,
    "ashkal": 1.0,
    "second_ashkal": 1.0,
    "double_closed": 0.5,
    "double_open": 0.5,
    "double_sun": 6.0,
    "before_you": 2.0,
    "turn_to_sun": 0.2,
    "triple": 3.0,
    "four_closed": 3.0,
    "four_open": 3.0,
    "gahwa": 3.0,
    "kawesh": 20.0,
    "sawa": 0.15,
    "akka": 1.0,
}


class TableTalk(Protocol):
    """What players are told about the table."""

    random: random.Random
    state: State
    floor: Card
    trump: str | None
    fields: dict[str, Any]
    tricks: list[list[tuple[int, Card]]]

    def hands(self) -> list[list[Card]]: ...


class Players(Protocol):
    """Four players who decide everything in a match."""

    def call(self, table: TableTalk, seat: int, names: Sequence[str], moves: Sequence[Move]) -> int:
        """Which of these calls, by their names in the genome."""

    def project(self, table: TableTalk, moves: Sequence[Move]) -> Move | None:
        """The project that is announced, of those in the hand in the order of their worth."""

    def calls_baloot(self, table: TableTalk) -> bool: ...

    def card(self, table: TableTalk, seat: int, moves: Sequence[Move]) -> Move: ...


class WildPlayers:
    """Players who do anything at all, so that rare things happen often."""

    def call(self, table: TableTalk, seat: int, names: Sequence[str], moves: Sequence[Move]) -> int:
        weights = [WEIGHTS.get(name, 1.0) for name in names]
        return table.random.choices(range(len(names)), weights)[0]

    def project(self, table: TableTalk, moves: Sequence[Move]) -> Move | None:
        return moves[0] if table.random.random() >= 0.1 and moves else None

    def calls_baloot(self, table: TableTalk) -> bool:
        return table.random.random() < 0.9

    def card(self, table: TableTalk, seat: int, moves: Sequence[Move]) -> Move:
        return table.random.choice(moves)


class SteadyPlayers:
    """Players who bid by the worth of their hands and leave the cards to a computer player."""

    def __init__(self, player: str = "mc:8", temperament: Temperament | None = None) -> None:
        self.player = player
        self.temperament = Temperament() if temperament is None else temperament

    def project(self, table: TableTalk, moves: Sequence[Move]) -> Move | None:
        return moves[-1] if moves and table.random.random() < self.temperament.announce else None

    def calls_baloot(self, table: TableTalk) -> bool:
        return table.random.random() < self.temperament.baloot

    def card(self, table: TableTalk, seat: int, moves: Sequence[Move]) -> Move:
        if len(moves) == 1:
            return moves[0]
        if self._leads(table) and table.random.random() < self.temperament.lead_best:
            best = self._best_of_suits(table, moves)
            if best:
                return table.random.choice(best)
        return table.state.choose(self.player, seat, seed=table.random.getrandbits(32))

    @staticmethod
    def _leads(table: TableTalk) -> bool:
        return not table.tricks[-1]

    @staticmethod
    def _best_of_suits(table: TableTalk, moves: Sequence[Move]) -> list[Move]:
        """The cards that nothing left in their suits can beat, as everybody at the table knows."""
        trump = None if table.trump is None else SUIT_WORDS.index(table.trump)
        gone = set(codes(card for trick in table.tricks for _, card in trick))
        found = []
        for move in moves:
            if move.card is None:
                continue
            (card,) = codes([move.card])
            suit = range(card & ~7, (card & ~7) + 8)
            if not any(beats(other, card, trump) for other in suit if other not in gone):
                found.append(move)
        return found

    def call(self, table: TableTalk, seat: int, names: Sequence[str], moves: Sequence[Move]) -> int:
        if "name_trumps" in names:
            return self._name(table, seat, names, moves)
        wanted = self._wanted(table, seat, names)
        passes = ("pass_turn", "confirm", "play_on", "no_akka")
        if wanted not in names:
            wanted = next((name for name in passes if name in names), names[0])
        return list(names).index(wanted)

    def _wanted(self, table: TableTalk, seat: int, names: Sequence[str]) -> str:
        """What a player would say; anything that is not allowed stands for a pass."""
        temper, chance = self.temperament, table.random
        hands = [codes(hand) for hand in table.hands()]
        hand, (floor,) = hands[seat], codes([table.floor])
        if "kawesh" in names and chance.random() < temper.kawesh:
            return "kawesh"
        if "hokum" in names or "second_hokum" in names:
            second = "second_hokum" in names
            return temper.bid(hand, floor, second=second, names=names, chance=chance)
        if "sawa" in names:
            trump = None if table.trump is None else SUIT_WORDS.index(table.trump)
            certain = rest_is_certain(hands, seat, trump)
            return "sawa" if certain and chance.random() < temper.sawa else ""
        if "before_you" in names:
            wants = temper.likely(sun_weight((*hand, floor)), temper.before_you, chance)
            return "before_you" if wants else ""
        if "confirm" in names:
            wants = temper.likely(sun_weight((*hand, floor)), temper.turn_to_sun, chance)
            return "turn_to_sun" if wants else ""
        if "double_sun" in names:
            return (
                "double_sun" if temper.likely(sun_weight(hand), temper.double_sun, chance) else ""
            )
        if "sun" in names and temper.likely(
            sun_weight((*hand, floor)), temper.sun_over_hokum, chance
        ):
            return "sun"
        if "double_closed" in names:
            return self._double(table, hand, floor)
        return self._raise(names, chance)

    def _double(self, table: TableTalk, hand: Sequence[int], floor: int) -> str:
        temper, chance = self.temperament, table.random
        trump = table.fields.get("ts", 0)
        weight = hokum_weight(hand, floor >> 3 if trump == 4 else trump)
        if not temper.likely(weight, temper.double, chance):
            return ""
        return "double_closed" if chance.random() < temper.closed else "double_open"

    def _raise(self, names: Sequence[str], chance: random.Random) -> str:
        """One of two partners raises, so each does half as often."""
        temper = self.temperament
        often = {
            "akka": temper.akka,
            "triple": temper.triple / 2,
            "four_closed": temper.four / 2,
            "gahwa": temper.gahwa / 2,
        }
        name = next((name for name in often if name in names), "")
        return name if chance.random() < often.get(name, 0.0) else ""

    def _name(
        self, table: TableTalk, seat: int, names: Sequence[str], moves: Sequence[Move]
    ) -> int:
        temper, chance = self.temperament, table.random
        (hand,), (floor,) = [codes(table.hands()[seat])], codes([table.floor])
        if "turn_to_sun" in names and temper.likely(
            sun_weight((*hand, floor)), temper.turn_to_sun, chance
        ):
            return list(names).index("turn_to_sun")
        suit = SUIT_WORDS[temper.trumps(hand, floor)]
        return next(number for number, move in enumerate(moves) if suit in move.text)
