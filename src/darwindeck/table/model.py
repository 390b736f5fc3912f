"""A game at a table as plain JSON values: the table itself, and what one seat sees of a moment.

Cards are numbers of faces, which the table names once; two equal cards have the same number. Cards
that a seat cannot see are only counted, and sets lie in the order of the pack, so that nothing is
told by order or number. No code of a move, number of a card or seed is ever in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from darwindeck._core import Position
from darwindeck.cards import Card, Suit
from darwindeck.english import capitalised, join
from darwindeck.genome.decks import deck_spec
from darwindeck.genome.schema import (
    BettingPhase,
    BlockPhase,
    CallChoice,
    CallPhase,
    CapturePhase,
    CardCondition,
    ChoiceKind,
    ClaimPhase,
    Direction,
    DiscardPhase,
    DrawPhase,
    MeldPhase,
    Owner,
    Phase,
    PileOrder,
    PlayPhase,
    RepeatPhase,
    Sees,
    TrickPhase,
    TurnsPhase,
)
from darwindeck.rulebook.words.faces import matching
from darwindeck.rulebook.words.lexicon import Lexicon
from darwindeck.simulation import Decision, Event, EventKind, Game, Move, MoveKind
from darwindeck.simulation.labels import NO_CARD, NOWHERE, TRICK, Labels
from darwindeck.simulation.moves import Fields, fields_of
from darwindeck.simulation.result import result_of
from darwindeck.simulation.table import ONLOOKER, Table
from darwindeck.simulation.view import Pile, View, view_of
from darwindeck.table.describing import index_of, phase_paths
from darwindeck.table.insight import Insight, pots
from darwindeck.table.layout import Region, layout, zones_in
from darwindeck.table.plain import cleaned, plain
from darwindeck.table.reasons import Reasons
from darwindeck.text.events import tell
from darwindeck.text.kept import Keeping
from darwindeck.text.moves import MoveWords, laid_out, task, worded

Json = dict[str, Any]

HIDDEN = -1
"""Stands for the face of a card that cannot be seen, in a pile of which others can."""
_SINGLE = 128
"""From this number on, `c` of a build move is a certain card and not a count."""
_HELD = {str(Suit.CLUBS): 1, str(Suit.DIAMONDS): 2, str(Suit.SPADES): 3, str(Suit.HEARTS): 4}
"""Red and black suits take turns in a hand."""
_MOST_NAME = 80
"""Letters of a name that are shown."""
_FEW = 3
"""Things to do that are named together."""
_UNSAID = {EventKind.TURN, EventKind.SHUFFLED}
"""What a log need not say."""


class TableMoment(NamedTuple):
    """A position, and how it came about."""

    table: Table
    decision: Decision | None = None
    secret: bool = False
    """Whether others could not see the decision."""
    before: Table | None = None

    @property
    def position(self) -> Position:
        return self.table.position

    def after(self, seat: int, code: int, name: str) -> TableMoment:
        """The moment after a seat has decided; `ValueError` if it may not decide that."""
        position = self.position.apply(seat, code)
        move = worded(self.table, seat, [code])[0]
        decision = Decision(seat, name, move)
        labels = self.table.labels
        return TableMoment(Table(labels, position), decision, self.table.in_secret, self.table)


class OpenMove(NamedTuple):
    """A move that is open to a seat: what the core calls it, and what one touches to make it."""

    code: int
    touch: Json


class TableModel:
    """Speaks of one game to pages and programs."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.labels: Labels = game.labels
        faces = {card: number for number, card in enumerate(dict.fromkeys(game.cards))}
        self.face: dict[Card, int] = faces
        self.face_of: tuple[int, ...] = tuple(faces[card] for card in game.cards)
        """The face of a card, by the number that the core gives it."""
        self.zones = layout(game.labels)
        self._zone_names = frozenset(game.labels.zone_number)
        self._phases = phase_paths(game.labels.genome)
        self.insight = Insight(game)
        self._keeping = Keeping(game.labels)

    @cached_property
    def _reasons(self) -> Reasons:
        return Reasons(self.labels)

    # --- the table -------------------------------------------------------------------------------

    @cached_property
    def table(self) -> Json:
        """What does not change while the game is played."""
        labels, genome = self.labels, self.labels.genome
        match = genome.match
        data = {
            "t": "table",
            "game": genome.genome_id,
            "name": plain(genome.name or genome.genome_id, _MOST_NAME),
            "seats": [capitalised(name) for name in labels.seats],
            "players": labels.players,
            "sides": [list(side) for side in labels.sides],
            "counterclockwise": match is not None and match.direction is Direction.COUNTERCLOCKWISE,
            "suits": list(self._suits()),
            "faces": list(self._faces()),
            "zones": list(self._zones()),
            "chips": genome.setup.starting_chips > 0,
            "tricks": any(isinstance(phase, TrickPhase) for phase in labels.phases),
            "points": bool(genome.scoring_rules or genome.card_scoring),
            "wild": self._wild(),
            "breaking": labels.suit_name(labels.breaking) if labels.breaking else "",
        }
        clean: Json = cleaned(data)
        return clean

    def _wild(self) -> list[int]:
        """Faces that may stand for others in a combination, as far as the cards alone say so."""
        lexicon = Lexicon(self.labels.genome)
        names = {pattern.wild for pattern in self.labels.genome.patterns if pattern.wild}
        found = [matching(lexicon, CardCondition(named=name)) or [] for name in names]
        return sorted({self.face[card] for cards in found for card in cards})

    def _suits(self) -> Iterator[Json]:
        spec = deck_spec(self.labels.genome)
        own = {str(suit.name): suit for suit in spec.suits} if spec else {}
        for name in self.labels.suits:
            label = self.labels.suit_name(name)
            if name in Suit._value2member_map_:
                yield {"name": name, "label": label, "colour": Suit(name).colour.value}
            else:
                colour = own[name].colour if name in own else ""
                yield {"name": name, "label": label, "colour": colour}

    def _faces(self) -> Iterator[Json]:
        suits = {name: number for number, name in enumerate(self.labels.suits)}
        texts = dict(zip(self.game.cards, self.labels.card_texts, strict=True))
        for card in self.face:
            suit = suits.get(str(card.suit), -1)
            yield {"suit": suit, "rank": self._index(card), "name": texts[card]}

    def _index(self, card: Card) -> str:
        return index_of(card, deck_spec(self.labels.genome))

    def _zones(self) -> Iterator[Json]:
        labels = self.labels
        for spec, label, at in zip(labels.zones, labels.zone_labels, self.zones, strict=True):
            yield {
                "name": str(spec.name),
                "label": label,
                "owner": spec.owner.value,
                "order": spec.order.value,
                "piles": spec.piles.value,
                "region": at.region.value,
                "form": at.form.value,
                "always": at.always,
                "never": at.never,
                "row": at.row,
                "column": at.column,
                "over": labels.zone_number[at.over] if at.over else None,
                "beneath": labels.zone_number[str(spec.beneath)] if spec.beneath else None,
            }

    # --- a moment --------------------------------------------------------------------------------

    def begin(self, seed: int) -> TableMoment:
        return TableMoment(Table(self.labels, self.game.deal(seed).position))

    def view(self, moment: TableMoment, seat: int) -> Json:
        """What a seat, or an `ONLOOKER`, sees of a moment."""
        clean: Json = cleaned(self.seen(moment, seat)[0])
        return clean

    def seen(self, moment: TableMoment, seat: int) -> tuple[Json, list[OpenMove]]:
        """The same with texts as they are, and what the moves stand for that are part of it."""
        table = moment.table
        terms = self.insight.reads_terms or self._keeping.says_terms
        seen = view_of(table, seat, "", (), (), table.position.over, terms=terms)
        data: Json = {
            "seat": None if seat == ONLOOKER else seat,
            "to_move": list(seen.to_move),
            "turn": seen.turn,
            "dealer": seen.dealer,
            "hand": seen.hand_number,
            "over": seen.over,
            "piles": list(self._piles(seen)),
            "trick": [[by, self.face[card]] for by, card in seen.trick],
        }
        data.update((name, value) for name, value in self._numbers(table, seen) if value)
        choices = self.choices(table, seat)
        if choices:
            data["moves"] = [choice.touch for choice in choices]
            data["ask"] = self._ask(table, seat, choices)
            why = self._reasons.of(table) if any("face" in c.touch for c in choices) else []
            if why:
                data["why"] = why
            lacks = self.insight.first_meld(table, table.acting(seat), seen)
            if lacks is not None:
                data["first_meld"] = list(lacks)
            if table.frames:
                data["at"] = self._phases[table.frames[-1][0]]
        if seen.over:
            data["result"] = result_of(self.labels, table.position).text
        return data, choices

    def _numbers(self, table: Table, seen: View) -> Iterator[tuple[str, Any]]:
        """What is not worth saying while it is nothing."""
        yield "trump", seen.trump
        yield "mode", seen.mode
        yield "suit_in_force", seen.suit_in_force
        yield "pot", seen.pot
        if seen.pot:
            yield "pots", [[pot.chips, list(pot.seats)] for pot in pots(seen)]
        yield "hand_names", self._hand_names(table, seen)
        yield "out", list(seen.out)
        yield "roles", [list(role) for role in self._keeping.roles(seen)]
        yield "picked", [self.face[card] for card in seen.picked]
        yield "declared", [self._declared(*item) for item in self._declarations(seen)]
        yield "reversed", table.numbers["reversed"]
        yield "broken", table.numbers["broken"]
        yield "scores", _unless_nothing(seen.team_scores or seen.scores)
        yield "hand_scores", _unless_nothing(seen.team_hand_scores or seen.hand_scores)
        yield "tricks", _unless_nothing(seen.tricks)
        yield "chips", _unless_nothing(seen.chips)
        yield "staked", _unless_nothing(seen.staked)
        yield "counters", list(self._counters(seen))
        yield "facts", list(self._keeping.facts(seen))

    def _hand_names(self, table: Table, seen: View) -> list[str]:
        """What the hands are called whose cards can all be seen; empty where they cannot."""
        seats = range(len(self.labels.seats))
        names = [self.insight.hand_name(table, whose, seen.seat) for whose in seats]
        return names if any(names) else []

    def _declarations(self, seen: View) -> Iterator[tuple[int, str, list[int]]]:
        for found in seen.declarations:
            yield found.seat, found.pattern, [self.face[card] for card in found.cards]

    def _declared(self, seat: int, pattern: str, faces: list[int]) -> Json:
        return {"seat": seat, "pattern": pattern, "faces": faces}

    def _counters(self, seen: View) -> Iterator[Json]:
        for kept in self._keeping.counters(seen):
            yield {
                "label": kept.counter.label,
                "of": kept.counter.of,
                "values": list(kept.counter.values),
                "flag": kept.counter.flag,
                "pot": kept.pot,
                "always": kept.always,
            }

    def _piles(self, seen: View) -> Iterator[Json]:
        within: dict[tuple[str, int | None], int] = {}
        for pile in seen.piles:
            if not pile.zone:
                continue
            key = pile.zone, pile.owner
            within[key] = within.get(key, -1) + 1
            number = self.labels.zone_number[pile.zone]
            row: Json = {"id": pile.number, "zone": number, "pile": within[key]}
            if pile.owner is not None:
                row["owner"] = pile.owner
            if all(card is None for card in pile.cards):
                row["count"] = len(pile.cards)
            else:
                row["faces"] = self._in_view(pile, number)
                if self.zones[number].region is Region.HAND:
                    row["sorted"] = self._sorted(row["faces"], seen)
            if pile.known:
                row["known"] = [self.face[card] for card in pile.known]
            if pile.laid_open:
                row["open"] = True
            yield row

    def _sorted(self, faces: list[int], seen: View) -> list[int]:
        """Faces in the order in which one holds them: by what they count as now, trumps last."""
        suits = sorted(self.labels.suits, key=lambda suit: _HELD.get(suit, 0))

        def place(face: int) -> tuple[int, int, int]:
            if face == HIDDEN:
                return len(suits) + 2, 0, 0
            suit, strength = seen.orders[self.face_of.index(face)]
            at = len(suits) + 1 if suit is None else suits.index(suit)
            return (len(suits) if suit == seen.trump and suit else at), strength, face

        return sorted(faces, key=place)

    def _in_view(self, pile: Pile, zone: int) -> list[int]:
        faces = [HIDDEN if card is None else self.face[card] for card in pile.cards]
        return sorted(faces) if self._is_set(zone) else faces

    def _is_set(self, zone: int) -> bool:
        spec = self.labels.zones[zone]
        return spec.order is PileOrder.SET and spec.sees is not Sees.TOP

    def laid_out(
        self, cards: Sequence[tuple[int, int]], zone: int, table: Table
    ) -> tuple[list[int], list[int]]:
        """Faces and what belongs to them, in the order in which they are held or lie."""
        if self.zones[zone].region is Region.HAND and self._is_set(zone):
            places = self._sorted(
                [face for face, _ in cards], view_of(table, ONLOOKER, "", (), (), False)
            )
            cards = sorted(cards, key=lambda card: places.index(card[0]))
        elif self._is_set(zone):
            cards = sorted(cards)
        return [face for face, _ in cards], [seen for _, seen in cards]

    # --- moves -----------------------------------------------------------------------------------

    def choices(self, table: Table, seat: int) -> list[OpenMove]:
        """What a seat may do; moves that differ only in which of two equal cards they take are one.

        Their order is that of the core, which knows no hidden card.
        """
        codes = [] if seat == ONLOOKER else table.position.legal(seat)
        if not codes:
            return []
        unlike: dict[object, int] = {}
        lying = {
            card: (place.number, index)
            for place in table.places
            for index, card in enumerate(place.cards)
        }
        for code in codes:
            unlike.setdefault(self._likeness(table, fields_of(code), lying), code)
        codes = list(unlike.values())
        moves = worded(table, seat, codes)
        words = MoveWords(table, seat, [fields_of(code) for code in codes])
        return [
            OpenMove(
                move.code, self._touch(words, move, lying) | self._takes(table, seat, move.code)
            )
            for move in moves
        ]

    def _takes(self, table: Table, seat: int, code: int) -> Json:
        found = self.insight.captures(table, seat, code)
        for name in ("takes", "may_take"):
            if name in found:
                found[name] = sorted({self.face_of[card] for card in found[name]})
        return found

    def _likeness(
        self, table: Table, parts: Fields, lying: dict[int, tuple[int, int]]
    ) -> tuple[object, ...]:
        """What makes a move another move for somebody who cannot tell equal cards apart."""
        card, c = parts.card, parts.c
        if parts.kind is MoveKind.BUILD:
            if c >= _SINGLE:
                c = self.face_of[c - _SINGLE]
            return parts.kind, parts.option, parts.a, parts.b, c, parts.c >= _SINGLE
        if card == NO_CARD or card not in lying:
            return parts.kind, parts.option, card, parts.a, parts.b, c
        face = self.face_of[card], card in laid_out(table.position)
        return parts.kind, parts.option, face, lying[card][0], parts.a, parts.b, c

    def _touch(self, words: MoveWords, move: Move, lying: dict[int, tuple[int, int]]) -> Json:
        parts = fields_of(move.code)
        touch: Json = {"kind": move.kind.name.lower(), "text": move.text}
        match move.kind:
            case MoveKind.CARD if parts.card != NO_CARD:
                touch["face"] = self.face_of[parts.card]
                touch["pile"] = lying[parts.card][0]
                touch.update(self._goes_to(words, parts))
            case MoveKind.BUILD:
                touch.update(self._build(words.table, parts, lying))
            case MoveKind.TAKE | MoveKind.OPTION:
                source = self._drawn_from(words, words.phase(parts))
                if source is not None:
                    touch["pile"] = source
            case MoveKind.CALL:
                touch.update(self._call(words, parts, move.code))
            case MoveKind.BET if move.amounts is not None and len(move.amounts) > 1:
                touch["text"] = move.text.rpartition(" ")[0]
                touch["amounts"] = [move.amounts[0], move.amounts[-1]]
        return touch

    def _goes_to(self, words: MoveWords, parts: Fields) -> Json:
        """Where a card goes that is picked."""
        phase = words.phase(parts)
        match phase:
            case MeldPhase() if parts.b < len(words.table.places):
                return {"to": parts.b}
            case MeldPhase():
                zone = self._zone(phase.target)
                return {} if zone is None else {"new": zone}
            case TrickPhase():
                return {"to": "trick"}
            case CapturePhase(building=True) if parts.c != 1:
                return {"to": parts.b}
            case CapturePhase():
                target = None if parts.c == 1 else phase.table
            case PlayPhase() | DiscardPhase() | ClaimPhase() | DrawPhase():
                target = phase.target
            case _:
                target = None
        place = None if target is None else self._place(words, target)
        return {} if place is None else {"to": place}

    def _build(self, table: Table, parts: Fields, lying: dict[int, tuple[int, int]]) -> Json:
        source = table.places[parts.a]
        card = parts.c - _SINGLE if parts.c >= _SINGLE else source.cards[-parts.c]
        touch: Json = {"face": self.face_of[card], "pile": parts.a, "to": parts.b}
        if self.labels.zones[source.zone].order is PileOrder.STACK:
            touch["index"] = lying[card][1]
        return touch

    def _call(self, words: MoveWords, parts: Fields, code: int) -> Json:
        phase = words.phase(parts)
        assert isinstance(phase, CallPhase), "calls are made in a phase of calls"
        call = phase.calls[parts.a]
        values = words.table.position.call_values(words.actor, code)
        named = [
            [choice.type.value, choice.label, self._value(words, choice, value)]
            for choice, (_, value) in zip(call.choices, values, strict=True)
        ]
        touch: Json = {"call": capitalised(call.label), "values": named}
        if call.is_pass:
            touch["pass"] = True
        return touch

    def _value(self, words: MoveWords, choice: CallChoice, value: int) -> str | int:
        match choice.type:
            case ChoiceKind.NUMBER:
                return value
            case ChoiceKind.SUIT if 0 <= value < len(self.labels.suits):
                return self.labels.suits[value]
            case ChoiceKind.RANK:
                return self._index(Card("", self.labels.ranks[value]))
            case _:
                return words.value(choice, value)

    def _drawn_from(self, words: MoveWords, phase: Phase) -> int | None:
        """The pile one touches to begin something that draws."""
        match phase:
            case DrawPhase():
                return self._place(words, phase.source)
            case BlockPhase() | RepeatPhase() | TurnsPhase() if phase.phases:
                return self._drawn_from(words, phase.phases[0])
        return None

    def _zone(self, expression: object) -> int | None:
        found = zones_in(expression, self._zone_names)
        return self.labels.zone_number[min(found)] if len(found) == 1 else None

    def _place(self, words: MoveWords, expression: object) -> int | None:
        """The one place that an expression means for whoever acts; None if it is not certain."""
        zone = self._zone(expression)
        if zone is None:
            return None
        owner = self.labels.zones[zone].owner
        actor = words.actor if owner is Owner.SEAT else self.labels.side_of(words.actor)
        own = [
            place.number
            for place in words.table.places
            if place.zone == zone and (owner is Owner.TABLE or place.owner == actor)
        ]
        return own[0] if len(own) == 1 else None

    def held(self, table: Table, seat: int) -> int | None:
        """How many cards a seat has to play from; None if that cannot be told from one place."""
        phase = table.phase
        if not isinstance(phase, TrickPhase):
            return None
        place = self._place(MoveWords(table, seat, ()), phase.source)
        return None if place is None else len(table.places[place].cards)

    # --- what is asked ---------------------------------------------------------------------------

    def _ask(self, table: Table, seat: int, choices: Sequence[OpenMove]) -> str:
        """What a seat is asked to do, as a sentence."""
        kinds = {fields_of(choice.code).kind for choice in choices}
        asked = task(table, seat)
        if asked and MoveKind.CARD in kinds:
            return capitalised(asked)
        asked = _question(table.phase, kinds) or self._options(table.phase, choices)
        actor = table.acting(seat)
        return asked if actor == seat else f"{asked} for {self.labels.seat(actor)}"

    def _options(self, phase: Phase | None, choices: Sequence[OpenMove]) -> str:
        """What may be done, if that is said in a few words."""
        deeds = list(dict.fromkeys(_deed(choice.touch) for choice in choices))
        touched = any("face" in choice.touch for choice in choices)
        if touched and len(deeds) <= _FEW:
            return capitalised(join(deeds, "or"))
        return capitalised(phase.label) if phase is not None and phase.label else "Your turn"

    # --- what happened ---------------------------------------------------------------------------

    def events(self, moment: TableMoment, seat: int | None) -> list[Json]:
        """What a seat, or an `ONLOOKER`, saw and heard since the moment before; None: all of it."""
        clean: list[Json] = cleaned(self.heard(moment, seat))
        return clean

    def heard(self, moment: TableMoment, seat: int | None) -> list[Json]:
        """The same with texts as they are."""
        told = tell(moment.table, moment.decision, moment.secret, seat)
        found = [self._event(event) for event in told]
        if moment.decision is not None and moment.decision.move.kind is MoveKind.CALL:
            for event in found:
                if event["kind"] == EventKind.DECISION.value:
                    event["call"] = True
        return found

    def _event(self, event: Event) -> Json:
        data: Json = {"kind": event.kind.value, "text": capitalised(event.text)}
        if event.kind in _UNSAID:
            del data["text"]
        if event.seat is not None:
            data["seat"] = event.seat
        for name, spot in (("source", event.source), ("target", event.target)):
            if spot is not None:
                data[name] = spot.number
        if event.kind is EventKind.CARDS:
            data["faces"] = sorted(self.face[card] for card in event.cards)
            data["count"] = event.count
        elif event.cards:
            data["faces"] = [self.face[card] for card in event.cards]
        if event.amount:
            data["amount"] = event.amount
        return data

    def tricks(self, moment: TableMoment) -> list[Json]:
        """The tricks that were completed since the moment before, each as it lay at its end.

        The card that completes a trick collects it, so that no position shows it whole.
        """
        if moment.before is None:
            return []
        everybody = (1 << len(self.labels.seats)) - 1
        places = moment.before.places
        lying = [[by, self.face_of[card]] for by, card in moment.before.trick]
        found: list[Json] = []
        for kind, *rest in moment.position.events():
            if kind == EventKind.CARDS:
                card, source, target, seen = rest
                trick = target < len(places) and places[target].zone == TRICK
                if trick and seen & everybody == everybody:
                    lying.append([places[source].owner, self.face_of[card]])
            elif kind == EventKind.TRICK:
                if lying:
                    found.append({"cards": lying, "winner": rest[0], "number": rest[1]})
                lying = []
        return found


def _unless_nothing(values: Sequence[int]) -> list[int]:
    return list(values) if any(values) else []


def _deed(touch: Json) -> str:
    """What a move does, whichever card it is done with."""
    if "face" not in touch:
        return str(touch["text"])
    return "move a card" if touch["kind"] == "build" else f"{touch['text'].split()[0]} a card"


def _question(phase: Phase | None, kinds: set[MoveKind]) -> str | None:
    """What somebody is asked in a phase whose kind says it all; None: its options say it."""
    match phase:
        case DiscardPhase() if MoveKind.CARD in kinds:
            return phase.label or "Choose cards to put aside"
        case MeldPhase():
            return phase.label or "Meld, or go on"
        case ClaimPhase():
            return "Do you believe it?"
        case BettingPhase():
            return "Your bet"
        case CallPhase():
            calls = [call.label for call in phase.calls if not call.is_pass]
            return capitalised(calls[0] if len(calls) == 1 else phase.label or "your call")
    return None


__all__ = ["HIDDEN", "NOWHERE", "OpenMove", "TableMoment", "TableModel"]
