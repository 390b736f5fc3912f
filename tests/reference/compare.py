"""Plays the core and the reference engine side by side and compares all there is to compare.

After each decision: who is asked, what each of them may do, what happened and who saw it, where the
cards lie and who knows it, the numbers everybody sees, and in the end the result. Moves are chosen
by the harness; chance is what the core reports.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from random import Random
from typing import Any

from darwindeck._core import Position as CorePosition
from darwindeck.genome.codec import encode_genome
from darwindeck.genome.schema import GameGenome
from darwindeck.simulation.game import Game
from darwindeck.simulation.moves import MoveKind, fields_of
from darwindeck.simulation.result import result_of
from darwindeck.simulation.state import Start, State
from tests.reference import engine, views
from tests.reference import genome as genomes
from tests.reference.chance import Chance
from tests.reference.looking_ahead import TooMuchWork
from tests.reference.moves import NEW_PILE, Move
from tests.reference.rules import Rules
from tests.reference.state import NOBODY, Position

NONE = 255
NOWHERE = 0xFFFF
SINGLE = 128
CALL = int(MoveKind.CALL)
VIEW_EVERY = 23
"""At every so manieth decision the views themselves are compared, seat by seat; at all others what
they are made of: places, who knows which card, numbers."""


class Disagreement(Exception):
    """The two engines differ."""

    def __init__(self, what: str, core: Any, reference: Any) -> None:
        super().__init__(what)
        self.what = what
        self.core = core
        self.reference = reference

    def __str__(self) -> str:
        return f"{self.what}:\n  core      {self.core}\n  reference {self.reference}"


class TooMuch(Exception):
    """One of the engines has stopped the match because a decision takes too much work (§6.57)."""


@dataclass
class Difference:
    """A difference, with all that is needed to see it again."""

    part: str
    genome: dict[str, Any]
    seed: int
    single_hand: bool
    moves: list[tuple[int, int]]
    what: str
    core: str
    reference: str

    def to_json(self) -> str:
        return json.dumps(asdict(self), ensure_ascii=False, indent=1)

    @classmethod
    def from_json(cls, text: str) -> Difference:
        data = json.loads(text)
        data["moves"] = [tuple(move) for move in data["moves"]]
        return cls(**data)


class Pair:
    """One game in both engines."""

    def __init__(self, genome: GameGenome) -> None:
        self.genome = genome
        self.encoded: dict[str, Any] = encode_genome(genome)
        self.game = Game(genome)
        self.rules = Rules(genomes.read_genome(self.encoded))
        labels = self.game.labels
        self.suits = [str(suit) for suit in labels.suits]
        self.ranks = [str(rank) for rank in labels.ranks]
        self.zones = [str(zone.name) for zone in labels.zones]
        self.modes = ["", *(m for m in self._modes())]
        self.roles = [role.name for role in self.rules.genome.roles]
        self.patterns = [pattern.name for pattern in self.rules.genome.patterns]
        faces = tuple((str(card.suit or ""), str(card.printed_rank)) for card in self.game.cards)
        if faces != self.rules.deck.faces:
            raise Disagreement("the deck", faces, self.rules.deck.faces)

    def _modes(self) -> list[str]:
        named = [item.mode for item in self.rules.genome.rankings or ()]
        named += [item.mode for item in self.rules.genome.point_tables or ()]
        return [mode for mode in dict.fromkeys(named) if mode]

    def suit(self, number: int) -> str:
        return self.suits[number] if 0 <= number < len(self.suits) else ""

    def rank(self, number: int) -> str:
        return self.ranks[number] if 0 <= number < len(self.ranks) else ""

    def seat(self, number: int) -> int:
        return number if 0 <= number < self.rules.seats else NOBODY


@dataclass
class Match:
    """One match or single hand, played by both engines."""

    pair: Pair
    seed: int
    single_hand: bool = True
    moves: list[tuple[int, int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.core: CorePosition = self.pair.game.core.deal(self.seed, single_hand=self.single_hand)
        self.chance = Chance()
        self.reference: Position = engine.set_up(self.pair.rules, self.chance, self.single_hand)
        self.raw_places: list[tuple[int, int, int, bytes, bool]] = []
        self.begun = False

    # --- playing ---------------------------------------------------------------------------------

    def begin(self) -> None:
        """Both engines come to the first decision."""
        self._hear_core()
        engine.run(self.reference)
        self.begun = True
        self.compare()

    def play(self, seat: int, code: int) -> None:
        """Both engines carry out a decision and come to the next one."""
        self.moves.append((seat, code))
        move = self.move_of(seat, code)
        self.core = self.core.apply(seat, code)
        self._hear_core()
        self.reference.events = []
        engine.apply(self.reference, seat, move)
        self.compare()

    def play_on(self, dice: Random, most: int) -> int:
        """Plays random moves; says how many were made."""
        made = 0
        while not self.core.over and made < most:
            seats = self.core.to_move()
            seat = seats[0] if len(seats) == 1 else dice.choice(list(seats))
            legal = self.core.legal(seat)
            code = legal[0] if len(legal) == 1 else dice.choice(legal)
            self.play(seat, self._with_amount(seat, code, dice))
            made += 1
        return made

    def _with_amount(self, seat: int, code: int, dice: Random) -> int:
        """A bet of which the player names the amount (§P19.5a), by some amount: often the least or
        the most."""
        parts, amounts = fields_of(code), self.core.amounts(seat)
        if amounts is None or parts.kind is not MoveKind.BET or not (parts.a or parts.b):
            return code
        least, most = amounts
        amount = dice.choice((least, most, dice.randint(least, most)))
        return code & 0xFFFFFFFF | (amount & 0xFFFF) << 32 | (amount >> 16) << 48

    # --- translating -----------------------------------------------------------------------------

    def _hear_core(self) -> None:
        """What the core has come to, and what chance has brought; `TooMuch` if it has given up."""
        if self.core.limit_reason == "work":
            raise TooMuch
        self.raw_places = self.core.places()
        self.chance.add(self._chance())

    def _chance(self) -> list[tuple[Any, ...]]:
        told: list[tuple[Any, ...]] = []
        for kind, *rest in self.core.chance():
            if kind == "seat":
                told.append((kind, rest[0]))
            else:
                _, _, number, cards = rest
                told.append((kind, number, list(cards)))
        return told

    def move_of(self, seat: int, code: int) -> Move:
        """A move of the core as the reference has it."""
        parts = fields_of(code)
        kind = parts.kind.name.lower()
        option = -1 if parts.option == NONE else parts.option
        match parts.kind:
            case MoveKind.CARD:
                pile = -1 if parts.c == 1 else self._pile_of_move(parts.b, option)
                return Move(kind, option, parts.card, pile, taken=parts.c == 1)
            case MoveKind.CALL:
                return Move(
                    kind, option, what=parts.a, values=self._named(seat, code, parts.a, option)
                )
            case MoveKind.BUILD:
                cards = parts.c
                return Move(
                    kind,
                    option,
                    card=cards - SINGLE if cards >= SINGLE else -1,
                    pile=NEW_PILE if parts.b == NOWHERE else parts.b,
                    source=parts.a,
                    what=1 if cards >= SINGLE else cards,
                    values=(parts.card,),
                )
            case MoveKind.RANK:
                return Move(kind, option, values=(self.pair.rank(parts.a),))
            case MoveKind.DECLARE:
                return self._declaration(seat, option, parts.card, parts.a, parts.b)
            case MoveKind.BET:
                phase = self._phase(option)
                named = phase is not None and phase.max_bet is not None
                return Move(kind, option, what=parts.a + (parts.b << 16) if named else -1)
        return Move(kind, option)

    def _declaration(self, seat: int, option: int, card: int, pattern: int, place: int) -> Move:
        """A combination by its place among those of its pattern that could be declared (§P19.2)."""
        name = self.pair.patterns[pattern]
        listed = [
            move
            for move in engine.legal(self.reference, seat)
            if move.kind == "declare" and move.values[0] == name
        ]
        if place < len(listed) and listed[place].card == card:
            return listed[place]
        return Move("declare", option, card, values=(name,))

    def _pile_of_move(self, number: int, option: int) -> int:
        phase = self._phase(option)
        building = phase is not None and phase.kind == "capture" and phase.building
        if phase is None or (phase.kind != "meld" and not building):
            return -1
        return NEW_PILE if number == NOWHERE else number

    def _phase(self, option: int) -> Any:
        """The phase of the reference that a move belongs to."""
        phase = engine.phase_now(self.reference)
        if phase is not None and phase.kind == "choice" and option >= 0:
            return phase.options[option]
        return phase

    def _named(self, seat: int, code: int, call: int, option: int) -> tuple[int | str, ...]:
        values = self.core.call_values(seat, code)
        if not values:
            return ()
        phase = self._phase(option)
        named: list[int | str] = []
        for (_, value), choice in zip(values, phase.calls[call].choices, strict=True):
            if choice.type == "suit":
                named.append(self.pair.suit(value))
            elif choice.type == "rank":
                named.append(self.pair.rank(value))
            else:
                named.append(value)
        return tuple(named)

    # --- comparing -------------------------------------------------------------------------------

    def compare(self) -> None:
        """Raises `Disagreement` if anything differs, `TooMuch` if one engine has given up
        (§6.57)."""
        if self.reference.stop_reason == "work":
            raise TooMuch
        if self.chance.items:
            raise Disagreement("chance that nobody wanted", self.chance.items, None)
        self._same("over", self.core.over, self.reference.over)
        self._compare_events()
        self._compare_places()
        self._compare_numbers()
        if self.core.over:
            self._compare_result()
            return
        seats = list(self.core.to_move())
        self._same("seats asked", seats, sorted(engine.asked(self.reference)))
        for seat in seats:
            self._compare_moves(seat)
        if len(self.moves) % VIEW_EVERY == self.seed % VIEW_EVERY:
            self.compare_views()

    @staticmethod
    def _same(what: str, core: Any, reference: Any) -> None:
        if core != reference:
            raise Disagreement(what, core, reference)

    def _compare_moves(self, seat: int) -> None:
        theirs = [self.move_of(seat, code) for code in self.core.legal(seat)]
        try:
            ours = engine.legal(self.reference, seat)
        except TooMuchWork as error:
            raise TooMuch from error
        if theirs != ours and (len(theirs) != len(ours) or set(theirs) != set(ours)):
            raise Disagreement(
                f"moves of seat {seat}",
                [m for m in theirs if m not in ours],
                [m for m in ours if m not in theirs],
            )
        if any(move.kind == "bet" for move in ours):
            frame: Any = self.reference.frames[-1]
            amounts = frame.amounts(self.reference)
            self._same(f"amounts of seat {seat}", self.core.amounts(seat), amounts)

    def _compare_events(self) -> None:
        theirs = [event for raw in self.core.events() if (event := self._event(raw)) is not None]
        ours = self.reference.events or []
        if theirs != ours:
            raise Disagreement("events", _first_other(theirs, ours), _first_other(ours, theirs))

    def _event(self, raw: tuple[Any, ...]) -> tuple[Any, ...] | None:
        """An event of the core in the words of the reference."""
        kind, *rest = raw
        pair = self.pair
        if kind == "card":
            card, source, target, seen = rest
            return (kind, card, source, target, seen)
        if kind == "decision":
            return None
        if kind == "shuffled":
            return (kind, rest[0])
        if kind == "shown":
            return (kind, rest[0], rest[1] if rest[1] != NONE else NOBODY)
        if kind == "trick":
            return (kind, pair.seat(rest[0]), rest[1])
        if kind in ("trump", "named"):
            return (kind, pair.suit(rest[0]))
        if kind == "mode":
            return (kind, pair.modes[rest[0]])
        if kind == "role":
            return (kind, pair.roles[rest[0]], pair.seat(rest[1]))
        if kind == "declared":
            seat, pattern, shown, cards = rest
            return (kind, seat, pair.patterns[pattern], bool(shown), tuple(sorted(cards)))
        if kind == "scored":
            who, amount, rule = rest
            return (kind, who, amount, -1 if rule == 0xFFFF else rule)
        if kind == "claim":
            return (kind, rest[0], rest[1], pair.rank(rest[2]))
        return tuple(raw)

    def _compare_places(self) -> None:
        """Every card lies in the same place and is known to the same seats."""
        reference = self.reference
        knowledge = self.core.knowledge
        if len(self.raw_places) != len(reference.places):
            raise Disagreement(
                "piles", [p[:3] for p in self.raw_places], [p.number for p in reference.places]
            )
        for zone, _, number, cards, is_open in self.raw_places:
            place = reference.places[number]
            key = f"{place.zone or 'the trick'} {place.owner} {place.pile}"
            if zone == NONE and place.zone:
                self._same("zone of the trick", zone, place.zone)
            if list(cards) != place.cards and (
                zone != NONE or sorted(cards) != sorted(place.cards)
            ):
                raise Disagreement(f"cards in {key}", list(cards), place.cards)
            self._same(f"{key} laid open", is_open, place.open)
            if zone == NONE:
                continue
            hidden = views.hidden_from(reference, place)
            for card, mask in hidden:
                theirs = knowledge(card)[0] & mask
                ours = reference.known[card] & mask
                if theirs != ours:
                    raise Disagreement(f"who knows that card {card} is in {key}", theirs, ours)

    def _compare_numbers(self) -> None:
        numbers, reference, pair = self.core.numbers(), self.reference, self.pair
        theirs: dict[str, Any] = {
            "turn": pair.seat(numbers["turn"]),
            "dealer": pair.seat(numbers["dealer"]),
            "trump": pair.suit(numbers["trump"]),
            "mode": pair.modes[numbers["mode"]],
            "in_force": pair.suit(numbers["in_force"]),
        }
        ours: dict[str, Any] = {
            "turn": reference.turn,
            "dealer": reference.dealer,
            "trump": reference.trump,
            "mode": reference.mode,
            "in_force": reference.in_force,
        }
        for name in (
            "hand_number",
            "turns",
            "score",
            "hand_score",
            "side_score",
            "side_hand_score",
        ):
            theirs[name] = numbers[name]
            ours[name] = getattr(reference, name)
        players = pair.rules.players
        for name in ("tricks", "chips", "staked"):
            theirs[name] = list(numbers[name])[:players]
            ours[name] = getattr(reference, name)[:players]
        theirs["pot"] = numbers["pot"]
        ours["pot"] = reference.pot
        theirs["active"] = numbers["active"] & (1 << players) - 1
        ours["active"] = sum(1 << s for s in range(players) if reference.active[s])
        registers = numbers["registers"]
        for spec, (at, length) in zip(
            pair.rules.genome.counters, numbers["counters_at"], strict=True
        ):
            theirs[spec.name] = registers[at : at + length]
            ours[spec.name] = reference.counters[spec.name][:length]
        at = numbers["roles_at"]
        for index, name in enumerate(pair.roles):
            theirs[name] = pair.seat(registers[at + index])
            ours[name] = reference.roles[name]
        if not pair.rules.teams:
            for name in ("side_score", "side_hand_score"):
                theirs.pop(name)
                ours.pop(name)
        if theirs != ours:
            wrong = [name for name, value in theirs.items() if ours[name] != value]
            raise Disagreement(
                "numbers", {n: theirs[n] for n in wrong}, {n: ours[n] for n in wrong}
            )
        declared = [
            (seat, pair.patterns[pattern], tuple(sorted(cards)), scores, shown)
            for seat, pattern, cards, scores, shown in self.core.declarations()
        ]
        own = [(d.seat, d.pattern, d.cards, d.scores, d.shown) for d in reference.declared]
        if declared != own:
            self._same("declarations", declared, own)

    def compare_views(self) -> None:
        """What each seat sees, as players get it."""
        start = Start(self.seed, self.single_hand, None, None)
        state = State(self.pair.game, start, self.core, None)
        for seat in range(self.pair.rules.seats):
            theirs = views.told_by_core(state.view(seat), self.pair.game.labels)
            ours = views.view(self.reference, seat)
            if theirs != ours:
                wrong = [name for name in theirs if theirs[name] != ours.get(name)]
                raise Disagreement(
                    f"view of seat {seat}",
                    {name: theirs[name] for name in wrong},
                    {name: ours.get(name) for name in wrong},
                )

    def _compare_result(self) -> None:
        result = result_of(self.pair.game.labels, self.core)
        reference = self.reference
        self._same("winners", list(result.winners), sorted(reference.winners))
        self._same("what stopped it", self.core.limit_reason or "", reference.stop_reason)
        ours = views.result_scores(reference)
        self._same("final scores", list(result.scores), ours)


def _first_other(events: list[Any], others: list[Any]) -> list[Any]:
    """The events from the first one that differs, a few of them."""
    same = 0
    while same < min(len(events), len(others)) and events[same] == others[same]:
        same += 1
    return events[same : same + 6]
