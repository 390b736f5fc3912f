"""A game told as an example of play: the deal, every decision, tricks, points and who wins.

All cards are told, as if they lay face up.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from darwindeck.english import capitalised, counted, join
from darwindeck.genome.schema import CallPhase, Location, TurnsPhase
from darwindeck.genome.tree import walk
from darwindeck.simulation.events import Event, EventKind
from darwindeck.simulation.game import Game
from darwindeck.simulation.labels import TRICK, Labels
from darwindeck.simulation.moves import Decision, MoveKind
from darwindeck.simulation.state import State
from darwindeck.simulation.table import Table

WIDTH = 96
LINES = 120
"""How long an example of play becomes, unless told otherwise."""

_UNTOLD = {EventKind.TURN, EventKind.SHUFFLED}
"""What need not be said: whose turn it is, the next decision shows."""
_PICKS = {MoveKind.CARD, MoveKind.DONE}
_STAKES = {MoveKind.BET, MoveKind.MATCH, MoveKind.CALL}
"""Decisions that say themselves how many chips are paid."""
_CARD = "\0"
"""Stands for a card in the words of a move."""


@dataclass(frozen=True)
class _Deed:
    """One thing that happened; of cards also which, where they came from and where they went."""

    event: Event
    cards: tuple[int, ...] = ()
    source: int = -1
    target: int = -1

    @property
    def kind(self) -> EventKind:
        return self.event.kind


def tell(state: State) -> str:
    """The game that led to a state, from its first deal on."""
    teller = Teller(state.game)
    told = State.begin(state.game, state.start)
    teller.add(told)
    for decision in state.log:
        told = told.apply(decision.move, decision.seat)
        teller.add(told, decision)
    return teller.text()


def example_of_play(
    game: Game,
    seed: int,
    player: str = "greedy",
    *,
    single_hand: bool = False,
    lines: int = LINES,
) -> str:
    """The beginning of a game between players of one kind, or all of it if it is short."""
    state = game.hand(seed) if single_hand else game.deal(seed)
    teller = Teller(game, lines)
    teller.add(state)
    made = 0
    while (seat := state.asked) is not None and not teller.is_full:
        move = state.choose(player, seed=made)
        state = state.apply(move)
        teller.add(state, Decision(seat, game.seats[seat], move))
        made += 1
    name = game.genome.name or game.genome.genome_id
    kind = "A single hand" if single_hand else "A match"
    return f"{name}. {kind} between {player} players, dealt from seed {seed}.\n{teller.text()}"


class Teller:
    """Tells a game state by state; `lines` is how long the story may become."""

    def __init__(self, game: Game, lines: int | None = None) -> None:
        self.labels: Labels = game.labels
        self.most = lines
        self._lines: list[str] = []
        self._said: list[str] = []
        """Decisions of the line in progress."""
        self._speaker: int | None = None
        """Who made the last of them."""
        self._then: list[str] = []
        """What came of them."""
        self._picking: list[Decision] = []
        """Cards that somebody picks one by one."""
        self._trick: list[str] = []
        """What has been played to the trick in progress and is not told yet."""
        self._played: tuple[int, ...] = ()
        """What the last decision has played to it."""
        self._named: set[int] = set()
        """The cards that the last decision has moved, as it says itself."""
        self._trick_number = 0
        self._unsaid = set(_held_back(game))
        """What whoever does nothing out of turn says."""
        self._declared: set[str] = set()
        """The combinations that were declared in this hand."""
        self._dealing = False
        """Whether a hand has begun and nobody has done anything with the cards dealt."""
        self._dealt = False
        """Whether a card of this hand has been dealt."""

    @property
    def is_full(self) -> bool:
        return self.most is not None and len(self._lines) >= self.most

    def text(self) -> str:
        """What has been told so far."""
        self._end_line()
        rest = ["", "And so on."] if self.is_full else []
        return "\n".join(self._lines + rest) + "\n"

    def add(self, state: State, decision: Decision | None = None) -> None:
        """Tells what happened up to a state that came about by a decision."""
        table = Table(self.labels, state.position)
        self._named.clear()
        deeds = list(_merged(_deeds(state, table), table))
        for deed in deeds:
            self._tell(deed, deeds, decision, table)

    def _tell(
        self, deed: _Deed, deeds: Sequence[_Deed], decision: Decision | None, table: Table
    ) -> None:
        match deed.kind:
            case EventKind.HAND:
                self._begin_hand(deed, deeds, table)
            case EventKind.DECISION if decision is not None:
                self._decide(decision, deeds, table)
            case EventKind.CARDS:
                self._move(deed, decision, table)
            case EventKind.TURN if not self._trick:
                self._end_line()
            case EventKind.TRICK:
                who, _, number = deed.event.text.rpartition(" trick ")
                self._trick_number = int(number)
                self._end_trick(f" - {who}")
            case EventKind.HAND_OVER | EventKind.THROWN_IN:
                self._end_line()
                self._said.append(capitalised(deed.event.text))
            case EventKind.GAME_OVER:
                self._end_line()
                self._standings(deeds, table)
                self._write(f"{capitalised(deed.event.text)}.", indent="")
            case EventKind.DECLARED:
                self._declare(deed, decision)
            case _ if deed.kind not in _UNTOLD and not _says(decision, deed, deeds):
                self._then.append(deed.event.text)

    # --- hands -----------------------------------------------------------------------------------

    def _begin_hand(self, deed: _Deed, deeds: Sequence[_Deed], table: Table) -> None:
        self._end_line()
        if sum(other.kind is EventKind.HAND for other in deeds) == 1:
            self._standings(deeds, table)
        if not self.is_full:
            self._lines.append("")
        self._write(f"{capitalised(deed.event.text)}.", indent="")
        self._dealing, self._dealt = True, False
        self._declared.clear()

    def _standings(self, deeds: Sequence[_Deed], table: Table) -> None:
        """What everybody has after a hand, points and chips."""
        if not self._lines:
            return
        numbers, labels = table.numbers, self.labels
        chips = list(numbers["chips"][: labels.players])
        for deed in _after_the_hand(deeds):
            for seat in deed.cards:
                chips[seat] -= deed.event.amount
        for name, points in (("Score", _points(table)), ("Chips", dict(enumerate(chips)))):
            if any(points.values()):
                names = labels.side if name == "Score" and labels.sides else labels.seat
                each = [f"{names(who)} {count}" for who, count in points.items()]
                self._write(f"{name}: {', '.join(each)}.")

    def _move(self, deed: _Deed, decision: Decision | None, table: Table) -> None:
        """Cards go from one place to another."""
        source, target = (_zone(number, table) for number in (deed.source, deed.target))
        self._dealing = self._dealing and source == self.labels.zone_number[Location.DECK]
        if self._dealing:
            self._deal(deed, table)
        elif target == TRICK:
            if deed.cards != self._played:
                self._trick.append(f"{_owner(deed, table)} {self.labels.cards_text(deed.cards)}")
        elif source != TRICK and not self._is_named(deed, decision):
            self._then.append(deed.event.text)

    def _is_named(self, deed: _Deed, decision: Decision | None) -> bool:
        """Whether a decision names the cards that move by it."""
        if decision is None or decision.move.kind not in _PICKS | {MoveKind.BUILD}:
            return False
        said = self._said[-1] if self._said else ""
        if not all(self.labels.card_texts[card] in said for card in deed.cards):
            return False
        # Where they go from there is another matter.
        first = not self._named.issuperset(deed.cards)
        self._named.update(deed.cards)
        return first

    def _deal(self, deed: _Deed, table: Table) -> None:
        self._end_line()
        self._dealt = True
        if _zone(deed.target, table) == self.labels.zone_number.get(Location.HAND):
            cards = self.labels.cards_text(sorted(deed.cards))
            self._write(f"{capitalised(table.place(deed.target))}: {cards}")
        else:
            self._write(f"{capitalised(deed.event.text)}.")

    def _declare(self, deed: _Deed, decision: Decision | None) -> None:
        """A combination is declared, or shown if it was declared before."""
        text = deed.event.text
        if text in self._declared:
            self._then.append(text.replace(" declares ", " shows ", 1))
        elif decision is None or decision.move.kind is not MoveKind.DECLARE:
            self._then.append(text)
        self._declared.add(text)

    # --- decisions -------------------------------------------------------------------------------

    def _decide(self, decision: Decision, deeds: Sequence[_Deed], table: Table) -> None:
        if decision.move.kind is MoveKind.CALL and decision.move.text in self._unsaid:
            return
        if self._then:
            self._end_line()
        self._dealing = self._dealing and not self._dealt
        self._played = ()
        if self._picking and self._picking[-1].seat != decision.seat:
            self._say(self._picking.pop())
        silent = {EventKind.DECISION} | _UNTOLD
        if decision.move.kind in _PICKS and all(deed.kind in silent for deed in deeds):
            self._picking.append(decision)
            return
        moved = [deed for deed in deeds if deed.kind is EventKind.CARDS]
        played = [deed for deed in moved if _zone(deed.target, table) == TRICK]
        if not played:
            self._say(decision)
            return
        if not self._trick:
            self._end_line()
        self._played = played[0].cards
        said, cards = self._worded(decision), self.labels.cards_text(self._played)
        owner = _owner(played[0], table)
        usual = said in (f"play {cards}", f"play {cards} for {owner}")
        self._trick.append(f"{owner} {cards}" if usual else f"{decision.name} {said}")
        self._trick_number = table.numbers["trick"]

    def _say(self, decision: Decision) -> None:
        """Tells a decision; who decides is said once in a line."""
        said = self._worded(decision)
        self._said.append(said if self._speaker == decision.seat else f"{decision.name}: {said}")
        self._speaker = decision.seat

    def _worded(self, decision: Decision) -> str:
        """A decision in words, with the cards that were picked before it."""
        parts: list[tuple[str, list[str]]] = []
        for item in [*self._picking, decision]:
            if item.move.kind is MoveKind.DONE and parts:
                continue
            form, cards = self._form(item)
            if parts and parts[-1][0] == form:
                parts[-1][1].extend(cards)
            else:
                parts.append((form, cards))
        self._picking.clear()
        return ", ".join(form.replace(_CARD, " ".join(cards)) for form, cards in parts)

    def _form(self, decision: Decision) -> tuple[str, list[str]]:
        """The words of a move without its card, and the card."""
        text = decision.move.text
        if decision.move.kind is not MoveKind.CARD:
            return text, []
        card = self.labels.card_texts[decision.move.code >> 16 & 0xFF]
        return text.removesuffix(" as well").replace(card, _CARD, 1), [card]

    # --- lines -----------------------------------------------------------------------------------

    def _end_trick(self, outcome: str = "") -> None:
        """Tells a trick, or what has been played to it so far."""
        if self._trick:
            self._write(f"Trick {self._trick_number}: {', '.join(self._trick)}{outcome}.")
            self._trick.clear()

    def _end_line(self) -> None:
        self._end_trick()
        if self._said or self._then:
            said, then = "; ".join(self._said), "; ".join(self._then)
            self._write(capitalised(f"{' - '.join(part for part in (said, then) if part)}."))
        self._said.clear()
        self._then.clear()
        self._speaker = None

    def _write(self, text: str, indent: str = "  ") -> None:
        if not self.is_full:
            wrapped = textwrap.wrap(
                text, WIDTH, initial_indent=indent, subsequent_indent=f"{indent}    "
            )
            self._lines.extend(wrapped)


def _held_back(game: Game) -> Iterator[str]:
    """What is said before turns by those who let the play go on: nobody wants to read it."""
    for _, turns in walk(game.genome):
        if isinstance(turns, TurnsPhase):
            for _, phase in walk(turns.before_turn):
                if isinstance(phase, CallPhase) and phase.simultaneous:
                    yield from (call.label for call in phase.calls if call.is_pass)


def _points(table: Table) -> dict[int, int]:
    """The score of each seat, or of each side."""
    numbers, labels = table.numbers, table.labels
    if not labels.sides:
        return dict(enumerate(numbers["score"][: labels.players]))
    own, shared = numbers["score"], numbers["side_score"]
    return {
        side: sum(own[seat] for seat in members) + shared[side]
        for side, members in enumerate(labels.sides)
    }


def _after_the_hand(deeds: Sequence[_Deed]) -> Iterator[_Deed]:
    """Chips that were moved after the next hand had begun."""
    begun = False
    for deed in deeds:
        begun = begun or deed.kind is EventKind.HAND
        if begun and deed.kind is EventKind.CHIPS:
            yield deed


def _zone(number: int, table: Table) -> int:
    """The zone of a place; -1 if the place is there no more."""
    return table.places[number].zone if number < len(table.places) else -1


def _owner(deed: _Deed, table: Table) -> str:
    """Whose cards are moved."""
    return table.labels.seat(table.places[deed.source].owner)


def _says(decision: Decision | None, deed: _Deed, deeds: Sequence[_Deed]) -> bool:
    """Whether a decision says itself that something happens."""
    if decision is None or deed.kind is not EventKind.CHIPS:
        return False
    own = deed.event.seat == decision.seat and deed.event.amount < 0
    return own and decision.move.kind in _STAKES and deed not in _after_the_hand(deeds)


# --- what happened, as the core tells it ----------------------------------------------------------


def _deeds(state: State, table: Table) -> Iterator[_Deed]:
    """What happened before a state: the events in words, with the places that cards have passed."""
    events = list(state.events)
    for is_cards, run in groupby(table.position.events(), key=lambda raw: raw[0] == "card"):
        if is_cards:
            ways: dict[tuple[int, int], list[int]] = {}
            for _, card, source, target, _ in run:
                ways.setdefault((source, target), []).append(card)
            for (source, target), cards in ways.items():
                yield _Deed(events.pop(0), tuple(cards), source, target)
            continue
        for kind, *rest in run:
            # Not everything that the core notes is worth an event.
            if events and events[0].kind == kind:
                place = rest[0] if kind == EventKind.SHOWN else -1
                yield _Deed(events.pop(0), source=place)


def _merged(deeds: Iterator[_Deed], table: Table) -> Iterator[_Deed]:
    """Alike things that happen one after the other, told as one."""
    for (kind, amount, place), run in groupby(deeds, key=_alike):
        items = list(run)
        if kind is EventKind.CHIPS:
            yield _paid(items, amount, table.labels)
        elif kind is EventKind.SHOWN and place >= 0 and items[0].event.cards:
            cards = [str(card) for item in items for card in item.event.cards]
            texts = " ".join(item.event.text.partition(" is shown")[0] for item in items)
            verb = "is" if len(cards) == 1 else "are"
            event = replace(items[0].event, text=f"{texts} {verb} shown in {table.place(place)}")
            yield replace(items[0], event=event)
        else:
            yield from items


def _alike(deed: _Deed) -> tuple[EventKind, int, int]:
    shown = deed.kind is EventKind.SHOWN
    return deed.kind, deed.event.amount, deed.source if shown and deed.event.cards else -1


def _paid(items: Sequence[_Deed], amount: int, labels: Labels) -> _Deed:
    """Seats that get or pay the same number of chips; `cards` of the deed are these seats."""
    seats = [item.event.seat for item in items if item.event.seat is not None]
    if len(seats) < 2:
        return replace(items[0], cards=tuple(seats))
    verb = "get" if amount > 0 else "pay"
    names = join([labels.seat(seat) for seat in seats])
    text = f"{names} {verb} {counted(abs(amount), 'chip')} each"
    return replace(items[0], event=replace(items[0].event, text=text), cards=tuple(seats))
