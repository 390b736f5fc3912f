"""Moves in a card player's words, from the labels of the genome alone."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence

from darwindeck._core import Position
from darwindeck.cards import Card
from darwindeck.english import (
    counted,
    infinitive,
    join,
    number_word,
    ordinal,
    plural,
    singular,
    uncapitalised,
)
from darwindeck.genome.expressions import Name
from darwindeck.genome.schema import (
    BettingPhase,
    BlockPhase,
    BuildPhase,
    Call,
    CallChoice,
    CallPhase,
    CapturePhase,
    ChoiceKind,
    ChoicePhase,
    Choose,
    ClaimPhase,
    ClaimRankMode,
    DeclarePhase,
    DiscardPhase,
    DrawPhase,
    Location,
    MeldPhase,
    Owner,
    PassPhase,
    Phase,
    PlayPhase,
    RepeatPhase,
    TrickPhase,
    TurnsPhase,
)
from darwindeck.simulation.labels import NO_CARD, NOWHERE, Labels
from darwindeck.simulation.moves import (
    NO_OPTION,
    Fields,
    Move,
    MoveKind,
    amount_of,
    fields_of,
)
from darwindeck.simulation.table import Table

_SINGLE = 128
"""From this number on, `c` of a build move is a certain card and not a count."""

_NOTHING: dict[type[Phase], str] = {
    DiscardPhase: "discard nothing",
    DrawPhase: "draw nothing",
    MeldPhase: "meld nothing",
    CapturePhase: "take nothing",
    DeclarePhase: "declare nothing",
}


def worded(table: Table, seat: int, codes: Sequence[int]) -> tuple[Move, ...]:
    """The moves of these numbers, which a seat may make now, each with words of its own."""
    fields = [fields_of(code) for code in codes]
    words = MoveWords(table, seat, fields)
    texts = [words.text(code, parts) for code, parts in zip(codes, fields, strict=True)]
    details = (
        words.option_detail,
        # Options that are alike in all that can be said of them at once.
        lambda parts: "" if parts.option == NO_OPTION else f"{ordinal(parts.option + 1)} way",
        words.pile_detail,
        words.laid_detail,
    )
    for detail in details:
        texts = _told_apart(texts, [detail(parts) for parts in fields])
    cards = [words.card(parts) for parts in fields]
    return tuple(
        Move(code, text, card, _amounts(table, seat, code))
        for code, text, card in zip(codes, _numbered(texts), cards, strict=True)
    )


def _amounts(table: Table, seat: int, code: int) -> range | None:
    """What may be bet or raised by, if the move is a bet of which the player names the amount."""
    bounds = table.position.amounts(seat) if amount_of(code) else None
    return None if bounds is None else range(bounds[0], bounds[1] + 1)


def task(table: Table, seat: int) -> str:
    """What the phase in progress asks of a seat, where that can be said in a few words."""
    passing = table.position.passing(seat)
    if passing is not None:
        to, count = passing
        left = count - len(table.position.picked(seat))
        begun = left < count and not _is_split(table.phase)
        cards = f"{number_word(left)} more" if begun else counted(left, "card")
        return f"pass {cards} to {table.labels.seat(to)}"
    match table.phase:
        case TrickPhase():
            what = "play a card" if table.trick else "lead a card"
        case DiscardPhase(count=int(count), mandatory=True, choose=Choose.PICK) as phase:
            left = count - len(table.position.picked(table.acting(seat)))
            verb, rest = MoveWords(table, seat, ()).verb(phase, NOWHERE)
            what = f"{verb} {'a card' if count == 1 else counted(left, 'card')}{rest}"
        case CapturePhase(building=True):
            what = "build with a card"
        case PlayPhase(max_cards=1) | CapturePhase():
            what = "play a card"
        case ClaimPhase() as phase:
            what = f"lay cards face down{MoveWords(table, seat, ()).claimed(phase)}"
        case _:
            return ""
    actor = table.acting(seat)
    return what if actor == seat else f"{what} for {table.labels.seat(actor)}"


def laid_out(position: Position) -> set[int]:
    """The cards of declarations that everybody has seen."""
    return {card for _, _, cards, _, shown in position.declarations() if shown for card in cards}


def _told_apart(texts: list[str], details: list[str]) -> list[str]:
    """Texts to which details are added where equal ones differ in them."""
    found: dict[str, set[str]] = {}
    for text, detail in zip(texts, details, strict=True):
        found.setdefault(text, set()).add(detail)
    return [
        f"{text} ({detail})" if detail and len(found[text]) > 1 else text
        for text, detail in zip(texts, details, strict=True)
    ]


def _numbered(texts: list[str]) -> list[str]:
    """Texts made different from each other: equal cards of the pack are told apart by numbers."""
    often, seen = Counter(texts), Counter[str]()
    for index, text in enumerate(texts):
        if often[text] > 1:
            seen[text] += 1
            texts[index] = f"{text} (no. {seen[text]})"
    return texts


class MoveWords:
    """Puts the moves of one decision into words."""

    def __init__(self, table: Table, seat: int, moves: Sequence[Fields]) -> None:
        self.table = table
        self.labels: Labels = table.labels
        self.seat = seat
        self.actor = table.acting(seat)
        self.picked: tuple[int, ...] = tuple(table.position.picked(self.actor))
        piles = (parts.b for parts in moves if parts.kind is MoveKind.CARD)
        self.pile = next(piles, NOWHERE)
        """Where the cards go that are being picked, if they are laid on a pile."""

    def text(self, code: int, parts: Fields) -> str:
        phase = self.phase(parts)
        if parts.kind is MoveKind.CALL:
            text = self._call(code, parts, phase)
        elif parts.kind is MoveKind.DECLARE:
            text = self._declare(code, parts)
        else:
            text = _BY_KIND[parts.kind](self, parts, phase)
        if self.actor == self.seat:
            return text
        if amount_of(code):
            # The amount stands at the end, so that another can be said instead.
            return f"for {self.labels.seat(self.actor)}: {text}"
        return f"{text} for {self.labels.seat(self.actor)}"

    def phase(self, parts: Fields) -> Phase:
        """The phase that a move belongs to."""
        phase = self.table.phase
        assert phase is not None, "moves are made in a phase"
        if isinstance(phase, ChoicePhase) and parts.option != NO_OPTION:
            return phase.options[parts.option]
        return phase

    def card(self, parts: Fields) -> Card | None:
        """The card that a move picks."""
        if parts.kind is MoveKind.CARD and parts.card != NO_CARD:
            return self.labels.cards[parts.card]
        return None

    # --- details that tell moves apart -----------------------------------------------------------

    def option_detail(self, parts: Fields) -> str:
        """What is particular about the option that a move belongs to."""
        if parts.option == NO_OPTION:
            return ""
        phase = self.phase(parts)
        if phase.label:
            return infinitive(phase.label) or uncapitalised(phase.label)
        return self._particular(phase)

    def _particular(self, phase: Phase) -> str:
        match phase:
            case BlockPhase() | RepeatPhase() | TurnsPhase() if phase.phases:
                return self._particular(phase.phases[0])
            case DiscardPhase() if isinstance(phase.count, int):
                most = counted(phase.count, "card")
                return most if phase.mandatory else f"up to {most}"
            case PlayPhase(together=(pattern,)):
                return f"{_named(pattern)} to the {self._zone(phase.target)}"
            case PlayPhase():
                return f"to the {self._zone(phase.target)}"
            case DrawPhase():
                return f"from the {self._zone(phase.source)}"
            case MeldPhase():
                return _combinations(phase)
        return ""

    def pile_detail(self, parts: Fields) -> str:
        """Which pile the card of a move goes to."""
        laid = parts.kind is MoveKind.CARD and isinstance(self.phase(parts), MeldPhase)
        return self.table.place(parts.b) if laid else ""

    def laid_detail(self, parts: Fields) -> str:
        """Whether the card of a move lies on the table since it was declared."""
        if parts.kind is not MoveKind.CARD:
            return ""
        return "laid out" if parts.card in laid_out(self.table.position) else "from the hand"

    # --- picking cards ---------------------------------------------------------------------------

    def _card(self, parts: Fields, phase: Phase) -> str:
        card = self.labels.card_texts[parts.card]
        if isinstance(phase, CapturePhase) and parts.c == 1:
            return f"{'add' if phase.building else 'take'} {self._heap(parts.card, phase) or card}"
        if isinstance(phase, CapturePhase) and phase.building:
            return f"build {self._worth(parts.b)} with {card}"
        verb, rest = self.verb(phase, parts.b)
        # In a choice nothing has been picked yet, and of a capture the card played is no pick.
        going_on = self.picked and parts.option == NO_OPTION and not _is_split(phase)
        return f"{verb} {card}{rest}{' as well' if going_on else ''}"

    def _heap(self, card: int, phase: CapturePhase) -> str:
        """The pile of which a card is taken only with all the others; empty if it lies in none."""
        if phase.builds is None:
            return ""
        zone = self.labels.zone_number.get(self.labels.zone_of(phase.builds)[0])
        for number, place in enumerate(self.table.places):
            if place.zone == zone and card in place.cards:
                return f"{self.table.place(number)}: {self.labels.cards_text(place.cards)}"
        return ""

    def _worth(self, number: int) -> int:
        """What a pile is worth by its place among those of its owner."""
        place = self.table.places[number]
        first = next(at for at, p in enumerate(self.table.places) if (p.zone, p.owner) == place[:2])
        return number - first + 1

    def _done(self, parts: Fields, phase: Phase) -> str:
        if not self.picked:
            return _NOTHING.get(type(phase), "stop")
        if isinstance(phase, CapturePhase):
            return "add no more" if phase.building else "take no more"
        verb, rest = self.verb(phase, self.pile)
        return f"{verb} just {self.labels.cards_text(self.picked)}{rest}"

    def verb(self, phase: Phase, pile: int) -> tuple[str, str]:
        """What is done with a card in a phase: what stands before it, and what after it."""
        match phase:
            case PassPhase(split=True):
                passing = self.table.position.passing(self.seat)
                return "pass", "" if passing is None else f" to {self.labels.seat(passing[0])}"
            case PassPhase():
                return "pass", ""
            case DiscardPhase():
                return self._discard(phase)
            case DrawPhase():
                return "take", ""
            case MeldPhase() if pile != NOWHERE and self.table.places[pile].cards:
                return "lay", f" on {self.labels.cards_text(self.table.places[pile].cards)}"
            case MeldPhase():
                return "meld", ""
            case ClaimPhase():
                return "lay", f" face down{self.claimed(phase)}"
        return "play", ""

    def _discard(self, phase: DiscardPhase) -> tuple[str, str]:
        zone, owner = self.labels.zone_of(phase.target)
        if zone == Location.DISCARD:
            return "discard", ""
        if zone == Location.HAND:
            if isinstance(owner, Name) and owner.id in self.labels.role_label:
                return "give", f" to the {self.labels.role_label[owner.id]}"
            return "give", " away"
        return "put", f" {self._onto(zone)}"

    def _onto(self, zone: str) -> str:
        return f"{self.labels.onto(zone)} the {self.labels.zone_label(zone)}"

    def claimed(self, phase: ClaimPhase) -> str:
        if phase.rank_mode is ClaimRankMode.PLAYER_CHOICE or self.table.phase is not phase:
            return ""
        return f" as {plural(self.labels.rank(self.table.numbers['claim_rank']))}"

    # --- calls -----------------------------------------------------------------------------------

    def _call(self, code: int, parts: Fields, phase: Phase) -> str:
        assert isinstance(phase, CallPhase), "calls are made in a phase of calls"
        call = phase.calls[parts.a]
        values = [value for _, value in self.table.position.call_values(self.actor, code)]
        return self.call(call, values)

    def call(self, call: Call, values: Sequence[int]) -> str:
        """A call with what it names: "ask East for queens", "bid 4 spades"."""
        text = call.label
        left: list[str] = []
        for choice, value in zip(call.choices, values, strict=True):
            filled = self._filled(text, choice, value)
            if filled is None:
                word = self.value(choice, value)
                left.append(singular(word) if left[-1:] == ["1"] else word)
            else:
                text = filled
        if not left:
            return text
        text = re.sub(r"^make an? (\w+)$", r"\1", text)
        return f"{text}{':' if ' ' in text else ''} {' '.join(left)}"

    def _filled(self, text: str, choice: CallChoice, value: int) -> str | None:
        """A label in which what it leaves open is named; None if it does not speak of it."""
        label = re.escape(choice.label)
        some = re.search(rf"\b(an?|any|another|one) {label}\b", text)
        if choice.type is ChoiceKind.NUMBER:
            unit = choice.label.removeprefix("number of ")
            if some is None or unit == choice.label:
                return None
            unit = singular(unit) if value == 1 else unit
            return f"{text[: some.start()]}{value} {unit}{text[some.end() :]}"
        if some is not None:
            named = self.value(choice, value)
            if choice.type is ChoiceKind.RANK:
                named = plural(named)
            return f"{text[: some.start()]}{named}{text[some.end() :]}"
        certain = re.search(rf"\bthe (\w+ )?{label}( that .*)?$", text)
        if certain is None:
            return None
        return f"{text[: certain.start()]}{self.value(choice, value)} as {certain[0]}"

    def value(self, choice: CallChoice, value: int) -> str:
        match choice.type:
            case ChoiceKind.NUMBER:
                return str(value)
            case ChoiceKind.SUIT:
                return self.labels.suit(value)
            case ChoiceKind.RANK:
                return self.labels.rank(value)
            case ChoiceKind.SEAT:
                return self.labels.seat(value)
            case ChoiceKind.WORD:
                return choice.words[value].replace("_", " ")

    def _declare(self, code: int, parts: Fields) -> str:
        """A combination with its cards, which are known once it is declared."""
        before = Counter(_declared(self.table.position.declarations()))
        after = self.table.position.apply(self.seat, code).declarations()
        found = [item for item in _declared(after) if item not in before]
        name = self.labels.patterns[parts.a]
        cards = found[0][2] if found else (parts.card,)
        return f"declare {name}: {self.labels.cards_text(cards)}"

    # --- building --------------------------------------------------------------------------------

    def _build(self, parts: Fields, phase: Phase) -> str:
        source = self.table.places[parts.a].cards
        if parts.c >= _SINGLE:
            cards: tuple[int, ...] = (parts.c - _SINGLE,)
        else:
            cards = source[len(source) - parts.c :]
        moved = self.labels.cards_text(cards)
        return f"move {moved} from {self.table.place(parts.a)} to {self.table.place(parts.b)}"

    # --- betting ---------------------------------------------------------------------------------

    def _owed(self) -> int:
        numbers = self.table.numbers
        staked = numbers["staked"]
        still_in = [s for s in range(self.labels.players) if numbers["active"] & 1 << s]
        most = max((int(staked[s]) for s in still_in), default=0)
        return max(0, most - int(staked[self.actor]))

    def _bet(self, parts: Fields, phase: Phase) -> str:
        assert isinstance(phase, BettingPhase), "bets are made in a betting phase"
        owed = self._owed()
        if parts.a or parts.b:
            raises = owed or self._is_bet(phase)
            return f"{'raise by' if raises else 'bet'} {parts.b << 16 | parts.a}"
        bounds = self.table.position.amounts(self.seat)
        least = bounds[0] if bounds else 0
        if owed == 0:
            return f"bet {least}"
        return f"raise to {self.table.numbers['staked'][self.actor] + owed + least}"

    def _is_bet(self, phase: BettingPhase) -> bool:
        """Whether somebody has bet though nothing is owed: only then may one fold who may check."""
        legal = self.table.position.legal(self.seat) if phase.may_check else ()
        return any(fields_of(code).kind is MoveKind.FOLD for code in legal)

    def _match(self, parts: Fields, phase: Phase) -> str:
        owed, chips = self._owed(), self.table.numbers["chips"][self.actor]
        if owed == 0:
            return f"bring in {self._brought_in()}"
        return f"call {owed}" if chips >= owed else f"call with the last {chips}"

    def _brought_in(self) -> int:
        """What the player stakes who brings in: only then is something staked though nothing is
        owed."""
        position = self.table.position
        codes = [c for c in position.legal(self.seat) if fields_of(c).kind is MoveKind.MATCH]
        after = position.apply(self.seat, codes[0]).numbers()["chips"][self.actor]
        return int(self.table.numbers["chips"][self.actor]) - int(after)

    # --- what a phase lets one do ----------------------------------------------------------------

    def deed(self, phase: Phase) -> str:
        """What somebody does who begins a phase."""
        if phase.label:
            return infinitive(phase.label) or uncapitalised(phase.label)
        match phase:
            case BlockPhase() | RepeatPhase() | TurnsPhase() if phase.phases:
                return self.deed(phase.phases[0])
            case ChoicePhase():
                return join([self.deed(option) for option in phase.options], "or")
            case DrawPhase():
                return self._draw(phase)
            case MeldPhase() if 0 < len(phase.patterns) <= 3:
                return f"meld {_combinations(phase)}"
            case DiscardPhase():
                return self._put_aside(phase)
            case CallPhase():
                return join([call.label for call in phase.calls if not call.is_pass], "or")
        return _DEEDS.get(type(phase), "go on")

    def _draw(self, phase: DrawPhase) -> str:
        zone, owner = self.labels.zone_of(phase.source)
        place = f"the {self.labels.zone_label(zone)}"
        number = self.labels.zone_number.get(zone)
        if number is not None and self.labels.zones[number].owner is not Owner.TABLE:
            of_others = owner is not None and owner != Name("turn")
            label = self.labels.zone_label(zone)
            place = f"another player's {label}" if of_others else f"your own {label}"
        if phase.choose is Choose.ALL:
            return f"take all cards from {place}"
        target, _ = self.labels.zone_of(phase.target)
        many = isinstance(phase.count, int) and phase.count > 1
        cards = f" {number_word(int(phase.count))} cards" if many else ""
        if target != Location.HAND:
            return f"turn{cards or ' a card'} from {place} onto the {self._zone(phase.target)}"
        return f"draw{cards} from {place}"

    def _put_aside(self, phase: DiscardPhase) -> str:
        if phase.choose is Choose.PICK:
            return "discard"
        verb, rest = self._discard(phase)
        if phase.choose is Choose.ALL:
            return f"{verb} all cards{rest}"
        count = phase.count if isinstance(phase.count, int) else 1
        cards = "card" if count == 1 else f"{number_word(count)} cards"
        if phase.choose is Choose.RANDOM:
            return f"{verb} {counted(count, 'card')} at random{rest}"
        return f"{verb} the {phase.choose.value} {cards}{rest}"

    def _zone(self, expression: str) -> str:
        return self.labels.zone_label(self.labels.zone_of(expression)[0])


_BY_KIND: dict[MoveKind, Callable[[MoveWords, Fields, Phase], str]] = {
    MoveKind.CARD: MoveWords._card,
    MoveKind.DONE: MoveWords._done,
    MoveKind.PASS: lambda words, parts, phase: _NOTHING.get(type(phase), "pass"),
    MoveKind.STOP: lambda words, parts, phase: "stop",
    MoveKind.TAKE: lambda words, parts, phase: words.deed(phase),
    MoveKind.OPTION: lambda words, parts, phase: words.deed(phase),
    MoveKind.BUILD: MoveWords._build,
    MoveKind.CHECK: lambda words, parts, phase: "check",
    MoveKind.BET: MoveWords._bet,
    MoveKind.MATCH: MoveWords._match,
    MoveKind.FOLD: lambda words, parts, phase: "fold",
    MoveKind.CHALLENGE: lambda words, parts, phase: "challenge",
    MoveKind.ACCEPT: lambda words, parts, phase: "let it stand",
    MoveKind.RANK: lambda words, parts, phase: f"say {plural(words.labels.rank(parts.a))}",
}
"""How each kind of move is said."""


def _is_split(phase: Phase | None) -> bool:
    """Whether cards are passed of which each goes to somebody else."""
    return isinstance(phase, PassPhase) and phase.split


def _named(pattern: str) -> str:
    """A pattern as one speaks of it."""
    return pattern.replace("_", " ")


def _combinations(phase: MeldPhase) -> str:
    return join([_named(pattern) for pattern in phase.patterns], "or")


_DEEDS: dict[type[Phase], str] = {
    PlayPhase: "play a card",
    MeldPhase: "meld",
    CapturePhase: "play a card",
    BuildPhase: "move a card",
    ClaimPhase: "lay cards face down",
    DeclarePhase: "declare",
    BettingPhase: "bet",
    PassPhase: "pass cards",
}


def _declared(
    declarations: Sequence[tuple[int, int, Sequence[int], bool, bool]],
) -> list[tuple[int, int, tuple[int, ...]]]:
    return [(seat, pattern, tuple(cards)) for seat, pattern, cards, _, _ in declarations]
