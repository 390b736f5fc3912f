"""What happened, told in words, to everybody or to one seat."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from darwindeck.cards import Card
from darwindeck.english import counted, is_plural, join
from darwindeck.genome.bytecode.names import INTO
from darwindeck.genome.schema import Owner, Scope, ScoreOp, Sees
from darwindeck.simulation.events import Event, EventKind, Spot
from darwindeck.simulation.labels import NO_CARD, TRICK, Labels
from darwindeck.simulation.moves import OPEN_TO_ALL, Decision
from darwindeck.simulation.table import ONLOOKER, Table


def tell(
    table: Table, decision: Decision | None, secret: bool, seat: int | None
) -> tuple[Event, ...]:
    """What happened before a position came about, as one seat (or an `ONLOOKER`) saw it; with None,
    everything.

    `decision` is what was decided before, `secret` whether others could not see that.
    """
    teller = _Teller(table, decision, secret, seat)
    events: list[Event] = []
    raw = table.position.events()
    begin = 0
    while begin < len(raw):
        end = begin + 1
        if raw[begin][0] == EventKind.CARDS:
            while end < len(raw) and raw[end][0] == EventKind.CARDS:
                end += 1
            events.extend(teller.cards([item[1:] for item in raw[begin:end]]))
        else:
            events.extend(teller.event(raw[begin]))
        begin = end
    return tuple(events)


class _Teller:
    """Tells what happened to one seat, or, to None, everything."""

    def __init__(
        self, table: Table, decision: Decision | None, secret: bool, seat: int | None
    ) -> None:
        self.table = table
        self.labels: Labels = table.labels
        self.decision = decision
        self.secret = secret
        self.listener = seat

    def event(self, raw: Sequence[Any]) -> tuple[Event, ...]:
        kind, *rest = raw
        event = _BY_KIND[kind](self, *rest)
        return () if event is None else (event,)

    def _card(self, number: int) -> Card:
        return self.labels.cards[number]

    # --- cards that move -------------------------------------------------------------------------

    def cards(self, moves: Sequence[tuple[int, int, int, int]]) -> list[Event]:
        """Cards that go the same way are told of together."""
        ways: dict[tuple[int, int], list[tuple[int, bool]]] = {}
        for card, source, target, seen in moves:
            sees = self.listener is None or self._saw(self.listener, source, target, seen)
            ways.setdefault((source, target), []).append((card, sees))
        return [self._way(source, target, going) for (source, target), going in ways.items()]

    def _saw(self, seat: int, source: int, target: int, seen: int) -> bool:
        """Whether a seat saw which card went from one place to another.

        An onlooker did if everybody at the table did and the card lay or lies in the open: two
        players who see a card pass between their hands do not show it around.
        """
        if seat != ONLOOKER:
            return bool(seen & 1 << seat)
        everybody = (1 << len(self.labels.seats)) - 1
        return seen & everybody == everybody and (self._is_open(source) or self._is_open(target))

    def _is_open(self, number: int) -> bool:
        """Whether everybody can look at the cards that come to lie in a place."""
        if number >= len(self.table.places):
            return False
        place = self.table.places[number]
        if place.open or place.zone == TRICK:
            return True
        return self.labels.zones[place.zone].sees in (Sees.ALL, Sees.TOP)

    def _way(self, source: int, target: int, going: list[tuple[int, bool]]) -> Event:
        seen = [card for card, sees in going if sees]
        hidden = len(going) - len(seen)
        what = [self.labels.cards_text(seen)] if seen else []
        if hidden:
            what.append(counted(hidden, "other card" if seen else "card"))
        goes = "goes" if len(going) == 1 else "go"
        way = f"from {self.table.place(source)} to {self.table.place(target)}"
        return Event(
            EventKind.CARDS,
            f"{join(what)} {goes} {way}",
            cards=tuple(self._card(card) for card in seen),
            count=len(going),
            source=self._spot(source),
            target=self._spot(target),
        )

    def _spot(self, number: int) -> Spot:
        label = self.table.place(number)
        if number >= len(self.table.places):
            return Spot("", None, label, number)
        place = self.table.places[number]
        if place.zone == TRICK:
            return Spot("", None, label, number)
        spec = self.labels.zones[place.zone]
        owner = place.owner if spec.owner is Owner.SEAT else None
        return Spot(spec.name, owner, label, number)

    def _shuffled(self, place: int) -> Event:
        return Event(EventKind.SHUFFLED, f"{self.table.place(place)} is shuffled")

    def _shown(self, place: int, card: int) -> Event:
        where = self.table.place(place)
        if card == NO_CARD:
            verb = "are" if is_plural(where) else "is"
            return Event(EventKind.SHOWN, f"{where} {verb} laid open", target=self._spot(place))
        text = f"{self.labels.card_texts[card]} is shown in {where}"
        faces, spot = (self._card(card),), self._spot(place)
        return Event(EventKind.SHOWN, text, cards=faces, count=1, target=spot)

    # --- what players do -------------------------------------------------------------------------

    def _decision(self, seat: int, code: int) -> Event | None:
        decision = self.decision
        if decision is None or decision.move.code != code:
            return None
        hears = self.listener in (None, seat) or (
            decision.move.kind in OPEN_TO_ALL and not self.secret
        )
        if not hears:
            return None
        return Event(EventKind.DECISION, decision.text, seat=seat, move=decision.move)

    def _declared(self, seat: int, pattern: int, shown: bool, cards: Sequence[int]) -> Event:
        text = f"{self.labels.seat(seat)} declares {self.labels.patterns[pattern]}"
        if not shown and self.listener not in (None, seat):
            return Event(EventKind.DECLARED, text, seat=seat)
        text = f"{text}: {self.labels.cards_text(list(cards))}"
        faces = tuple(self._card(card) for card in cards)
        return Event(EventKind.DECLARED, text, seat=seat, cards=faces, count=len(faces))

    def _claim(self, seat: int, count: int, rank: int) -> Event:
        name = self.labels.rank(rank)
        said = counted(count, name)
        return Event(
            EventKind.CLAIM, f"{self.labels.seat(seat)} claims {said}", seat=seat, count=count
        )

    def _challenge(self, seat: int, by: int, honest: bool) -> Event:
        truth = "true" if honest else "false"
        text = f"{self.labels.seat(by)} challenges {self.labels.seat(seat)}: the claim is {truth}"
        return Event(EventKind.CHALLENGE, text, seat=by)

    # --- what comes of it ------------------------------------------------------------------------

    def _hand(self, number: int, deal: int, dealer: int) -> Event:
        text = f"hand {number}: {self.labels.seat(dealer)} deals"
        return Event(EventKind.HAND, text, seat=dealer)

    def _trick(self, winner: int, number: int) -> Event:
        text = f"{self.labels.seat(winner)} wins trick {number}"
        return Event(EventKind.TRICK, text, seat=_seat(winner, self.labels))

    def _trump(self, suit: int) -> Event:
        known = suit < len(self.labels.suits)
        text = f"{self.labels.suit(suit)} are trumps" if known else "there are no trumps"
        return Event(EventKind.TRUMP, text)

    def _mode(self, mode: int) -> Event | None:
        label = self.labels.modes[mode]
        return Event(EventKind.MODE, f"the game is {label}") if label else None

    def _role(self, role: int, seat: int) -> Event:
        label = self.labels.roles[role]
        holder = _seat(seat, self.labels)
        verb = "becomes" if holder is not None else "is now"
        text = f"{self.labels.seat(seat)} {verb} the {label}"
        return Event(EventKind.ROLE, text, seat=holder)

    def _named(self, suit: int) -> Event | None:
        if suit >= len(self.labels.suits):
            return None
        return Event(EventKind.NAMED, f"{self.labels.suit(suit)} must be matched")

    def _scored(self, who: int, amount: int, rule: int) -> Event:
        seat = who if who < 100 else None
        name = self.labels.seat(who) if who < 100 else self.labels.side(who - 100)
        rules = self.labels.genome.scoring_rules or ()
        label, text = "", f"{name}: {amount:+d}"
        if rule < len(rules):
            label = rules[rule].label
            text = self._kept(who, rules[rule].into, rules[rule].op is ScoreOp.SET, amount)
        text = f"{text} ({label})" if label else text
        return Event(EventKind.SCORED, text, seat=seat, amount=amount)

    def _kept(self, who: int, into: str, is_set: bool, amount: int) -> str:
        """What a scoring rule has changed, and how."""
        change = f"now {amount}" if is_set else f"{amount:+d}"
        name = self.labels.seat(who) if who < 100 else self.labels.side(who - 100)
        kept = next((c for c in self.labels.genome.counters if c.name == into), None)
        if kept is None or into in INTO:
            return f"{name}: {change}"
        if kept.flag:
            name = "it" if kept.scope is Scope.TABLE else name
            verb = "is" if who < 100 or kept.scope is Scope.TABLE else "are"
            return f"{name} {verb}{'' if amount > 0 else ' not'} {kept.label}"
        what = f"{kept.label} {change}"
        if kept.scope is Scope.TABLE:
            return what
        said = next((said for said in self.labels.genome.words if said.of == into), None)
        if said is None or not said.one or is_set:
            return f"{name}: {what}"
        does = "gets" if amount > 0 else "loses"
        verb = does if who < 100 else does.removesuffix("s")
        return f"{name} {verb} {counted(abs(amount), said.one, said.many or None)}"

    def _chips(self, seat: int, amount: int) -> Event:
        does = "gets" if amount > 0 else "pays"
        text = f"{self.labels.seat(seat)} {does} {counted(abs(amount), 'chip')}"
        return Event(EventKind.CHIPS, text, seat=seat, amount=amount)

    def _sits_out(self, seat: int) -> Event:
        text = f"{self.labels.seat(seat)} is out of the hand"
        return Event(EventKind.SITS_OUT, text, seat=seat)

    def _reversed(self) -> Event:
        return Event(EventKind.REVERSED, "the direction of play is reversed")

    def _turn(self, seat: int) -> Event:
        return Event(EventKind.TURN, f"it is {self.labels.seat(seat)}'s turn", seat=seat)

    def _hand_over(self, scored: bool) -> Event:
        text = "the hand is over" if scored else "the hand is over and not scored"
        return Event(EventKind.HAND_OVER, text)

    def _thrown_in(self) -> Event:
        return Event(EventKind.THROWN_IN, "the cards are thrown in")

    def _game_over(self, winners: int, limit: str | None) -> Event:
        if limit == "turns":
            return Event(EventKind.GAME_OVER, "the game is broken off at its limit of turns")
        if limit is not None:
            text = "the game is broken off because one decision would take too much work"
            return Event(EventKind.GAME_OVER, text)
        won = [self.labels.seat(seat) for seat in range(self.labels.players) if winners & 1 << seat]
        verb = "wins" if len(won) == 1 else "win"
        text = f"{join(won)} {verb} the game" if won else "nobody wins the game"
        return Event(EventKind.GAME_OVER, text)


_BY_KIND: dict[str, Callable[..., Event | None]] = {
    EventKind.HAND: _Teller._hand,
    EventKind.SHUFFLED: _Teller._shuffled,
    EventKind.DECISION: _Teller._decision,
    EventKind.SHOWN: _Teller._shown,
    EventKind.TRICK: _Teller._trick,
    EventKind.TRUMP: _Teller._trump,
    EventKind.MODE: _Teller._mode,
    EventKind.ROLE: _Teller._role,
    EventKind.NAMED: _Teller._named,
    EventKind.DECLARED: _Teller._declared,
    EventKind.SCORED: _Teller._scored,
    EventKind.CHIPS: _Teller._chips,
    EventKind.SITS_OUT: _Teller._sits_out,
    EventKind.REVERSED: _Teller._reversed,
    EventKind.TURN: _Teller._turn,
    EventKind.CLAIM: _Teller._claim,
    EventKind.CHALLENGE: _Teller._challenge,
    EventKind.HAND_OVER: _Teller._hand_over,
    EventKind.THROWN_IN: _Teller._thrown_in,
    EventKind.GAME_OVER: _Teller._game_over,
}
"""How each kind of event is told."""


def _seat(number: int, labels: Labels) -> int | None:
    return number if number < len(labels.seats) else None
