"""What others cannot know: expressions that read hidden cards, phases in which hidden cards decide
what is open, and phases that may be declined.

Whoever may decline in such a phase is asked even if there is nothing they could do: otherwise the
others would learn what somebody holds from whether they are asked.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from enum import IntFlag
from typing import NamedTuple

from darwindeck.genome.expressions import (
    Binary,
    Call,
    ExpressionError,
    Name,
    Negative,
    Node,
    Not,
    parse,
    print_node,
)
from darwindeck.genome.expressions.vocabulary import VOCABULARY
from darwindeck.genome.schema import (
    Among,
    BlockPhase,
    BuildMove,
    BuildPhase,
    CallPhase,
    CapturePhase,
    CardCondition,
    CardRule,
    ChoicePhase,
    ClaimPhase,
    DeclarePhase,
    DiscardPhase,
    DrawPhase,
    GameGenome,
    Location,
    MeldPhase,
    Owner,
    PassPhase,
    Phase,
    PlayPhase,
    Reference,
    RepeatPhase,
    Scope,
    Sees,
    TrickPhase,
    TurnsPhase,
)
from darwindeck.genome.schema import Call as Said

_STANDARD = {
    Location.DECK: (Owner.TABLE, Sees.NOBODY),
    Location.HAND: (Owner.SEAT, Sees.OWNER),
    Location.DISCARD: (Owner.TABLE, Sees.TOP),
    Location.TABLEAU: (Owner.TABLE, Sees.ALL),
    Location.CAPTURED: (Owner.SEAT, Sees.NOBODY),
}
"""The zones of a genome that lists none."""
_OWN = (Sees.OWNER, Sees.TEAM)


class Hidden(IntFlag):
    """Whose hidden cards something depends on."""

    NO = 0
    """Nobody's."""
    OWN = 1
    """Those of the player whose turn it is, who alone may look at them."""
    OTHERS = 2
    """Those of other players, or cards that nobody may look at: the table has to be told."""


class Privacy:
    """What is private in one game."""

    def __init__(self, genome: GameGenome, laid_open: Collection[str] = ()) -> None:
        """`laid_open`: zones that everybody is taken to see, whatever is said of them."""
        if genome.zones is None:
            self._zones: dict[str, tuple[Owner, Sees]] = {str(k): v for k, v in _STANDARD.items()}
        else:
            self._zones = {zone.name: (zone.owner, zone.sees) for zone in genome.zones}
        self._zones |= dict.fromkeys(laid_open, (Owner.TABLE, Sees.ALL))
        self._lets = {let.name: let.value for let in genome.lets}
        self._of_sides = {let.name for let in genome.lets if let.scope is Scope.TEAM}
        self._card_sets = {named.name: named.cards for named in genome.card_sets}
        self._conditions = {pattern.name: pattern.when for pattern in genome.patterns}
        phases = tuple(all_phases(genome))
        self._named = {phase.name: phase for phase in phases if phase.name}
        self._keeps_back = any(
            isinstance(phase, DeclarePhase) and not phase.announce.is_open for phase in phases
        )
        self._alone = genome.player_count == 1 and genome.house is None
        self._known: dict[str, Hidden] = {}
        self._phases: dict[int, tuple[Phase, bool]] = {}

    # --- expressions -----------------------------------------------------------------------------

    def reads(self, expr: str | int | None) -> bool:
        """Whether what an expression comes to depends on cards that are hidden from somebody."""
        return not self._alone and self._reading(expr) != Hidden.NO

    def unseen(self, expr: str | int | None) -> str | None:
        """The part of an expression, if any, that takes cards which the player whose turn it is
        cannot see."""
        if Hidden.OTHERS not in self._reading(expr):
            return None
        parts = [
            part for part in self._parts(str(expr)) if Hidden.OTHERS in self._node(part, _Asked())
        ]
        return print_node(parts[0]) if parts else str(expr)

    def private(self, expr: str | int | None) -> bool:
        """Whether it takes cards that only the player whose turn it is sees to judge a part of it.

        Conditions joined by `and`, `or` and `not` are parts, each judged by itself.
        """
        if self._alone or not isinstance(expr, str):
            return False
        try:
            return any(Hidden.OWN in self._node(part, _Asked()) for part in self._parts(expr))
        except ExpressionError:
            return False

    def _parts(self, expr: str | int, within: frozenset[str] = frozenset()) -> Iterator[Node]:
        """The parts of a condition that are judged by themselves."""
        open_parts = [parse(str(expr))]
        while open_parts:
            match node := open_parts.pop():
                case Binary("and" | "or", left, right):
                    open_parts += (left, right)
                case Not(operand):
                    open_parts.append(operand)
                case Name(name) if name in self._lets.keys() - self._of_sides - within:
                    yield from self._parts(self._lets[name], within | {name})
                case _:
                    yield node

    def _reading(self, expr: str | int | None) -> Hidden:
        if not isinstance(expr, str):
            return Hidden.NO
        if expr not in self._known:
            self._known[expr] = Hidden.NO  # a let that is defined by itself reads nothing
            with suppress(ExpressionError):
                self._known[expr] = self._node(parse(str(expr)), _Asked())
        return self._known[expr]

    def _node(self, node: Node, asked: _Asked) -> Hidden:
        match node:
            case Call(function, arguments):
                return self._word(function, arguments, asked)
            case Name(name) if name in self._lets:
                return self._let(name, asked)
            case Binary(_, left, right):
                return self._node(left, asked) | self._node(right, asked)
            case Not(operand) | Negative(operand):
                return self._node(operand, asked)
        return Hidden.NO

    def _word(self, word: str, arguments: tuple[Node, ...], asked: _Asked) -> Hidden:
        found = Hidden.NO
        known = VOCABULARY.get(word)
        if not arguments:
            pass
        elif known is not None and known.reads:
            for zone in arguments[: sum(kind in ("heap", "zone") for kind in known.takes)]:
                found |= self._zone(zone, asked, known.reads == "top")
        elif word == "holder":
            found = Hidden.OTHERS if self.hides(Location.HAND) else Hidden.NO
        elif word == "declared":
            found = Hidden.OTHERS if self._keeps_back else Hidden.NO
        elif word == "can" and isinstance(arguments[0], Name):
            named = self._named.get(arguments[0].id)
            own = Hidden.OWN if named is not None and self.phase(named) else Hidden.NO
            found = asked.of(arguments[1:]).about(own)
        elif word in self._lets:
            found = self._let(word, asked.of(arguments))
        takes = () if known is None else known.takes
        for index, argument in enumerate(arguments):
            kind = takes[index] if index < len(takes) else ""
            inside = asked
            if kind.startswith("each "):
                inside = asked._replace(others=True)
            elif kind == "pile bool":
                inside = asked._replace(pile=arguments[0])
            elif kind == "cards" and isinstance(argument, Name):
                found |= asked.about(self._cards(self._card_sets.get(argument.id)))
            found |= self._node(argument, inside)
        return found

    def _let(self, name: str, asked: _Asked) -> Hidden:
        # A side's cards are a partner's as well.
        others = asked.others or name in self._of_sides
        return asked._replace(others=others).about(self._reading(self._lets[name]))

    # --- zones and cards -------------------------------------------------------------------------

    def hides(self, zone: str | None, *, top: bool = False) -> bool:
        """Whether somebody cannot see the cards of a zone; with `top`, its top card."""
        if self._alone or zone is None:
            return False
        try:
            return self._zone(parse(str(zone)), _Asked(), top) != Hidden.NO
        except ExpressionError:
            return False

    def _zone(self, zone: Node, asked: _Asked, top: bool = False) -> Hidden:
        match zone:
            case Call("top", (inner,)):
                return self._zone(inner, asked, True)
            case Call("those" | "first_pile", (inner, _)):
                return self._zone(inner, asked, top)
            case Call("if", (_, one, other)) | Call("joined", (one, other)):
                return self._zone(one, asked, top) | self._zone(other, asked, top)
            case Name("pile") if asked.pile is not None:
                return self._zone(asked.pile, asked._replace(pile=None), top)
            case Name(name) if name in self._zones:
                return asked.about(self._look(name, top))
            case Call(name, arguments) if name in self._zones:
                return asked.of(arguments).about(self._look(name, top))
        return Hidden.NO

    def _look(self, name: str, top: bool) -> Hidden:
        """Who sees a zone of the player whose turn it is."""
        owner, sees = self._zones[name]
        if sees is Sees.ALL or (sees is Sees.TOP and top):
            return Hidden.NO
        if sees in _OWN:
            return Hidden.NO if owner is Owner.TABLE else Hidden.OWN
        return Hidden.OTHERS

    def cards(self, condition: CardCondition | None) -> bool:
        """Whether which cards are meant depends on cards that are hidden from somebody."""
        return not self._alone and self._cards(condition) != Hidden.NO

    def unseen_cards(self, condition: CardCondition | None, pile: str | None) -> bool:
        """Whether it takes cards which the player whose turn it is cannot see to judge which cards
        are meant, where `pile` is the pile in question."""
        if Hidden.OTHERS in self._cards(condition):
            return True
        if pile is None or not self._compares_with_top(condition):
            return False
        try:
            return Hidden.OTHERS in self._zone(parse(pile), _Asked(), True)
        except ExpressionError:
            return False

    def _compares_with_top(self, condition: CardCondition | None) -> bool:
        for part in self._conditions_in(condition):
            likened = part.of or Reference.TOP if part.same or part.step else None
            if {part.beats, likened} & {Reference.TOP, Reference.IN_FORCE}:
                return True
        return False

    def _cards(self, condition: CardCondition | None) -> Hidden:
        found = Hidden.NO
        for part in self._conditions_in(condition):
            for zone in (part.rank_in, part.suit_in):
                if zone is not None:
                    found |= self._zone(Name(zone), _Asked())
            if part.highest is Among.UNSEEN:
                found |= self._zone(Name(Location.HAND), _Asked())
        return found

    def _conditions_in(self, condition: CardCondition | None) -> Iterator[CardCondition]:
        """A condition and all that it is made of; sets that name each other are met once."""
        waiting, met = [condition], set[str]()
        while waiting:
            part = waiting.pop()
            if part is None:
                continue
            yield part
            waiting += (*part.any_of, *part.all_of, part.not_)
            if part.named is not None and part.named not in met:
                met.add(part.named)
                waiting.append(self._card_sets.get(part.named))

    # --- phases ----------------------------------------------------------------------------------

    def phase(self, phase: Phase) -> bool:
        """Whether what is open in a phase depends on cards that are hidden from somebody."""
        if self._alone:
            return False
        known = self._phases.get(id(phase))
        if known is None:
            self._phases[id(phase)] = (phase, False)  # a phase that asks about itself
            self._phases[id(phase)] = known = (phase, self._is_private(phase))
        return known[1]

    def _is_private(self, phase: Phase) -> bool:
        if self.private(phase.when):
            return True
        match phase:
            case DrawPhase():
                return self.private(phase.count) or self.private(phase.source)
            case PlayPhase():
                return (
                    self._taken(phase.source, phase.valid_play_condition)
                    or self._rules((*phase.allowed, *phase.duties))
                    or any(map(self.private, (phase.min_cards, phase.max_cards, phase.after)))
                    or self.hides(phase.beating)
                    or self._forms(phase.together)
                )
            case DiscardPhase():
                return (
                    self._taken(phase.source, phase.cards)
                    or self.private(phase.count)
                    or self.private(phase.after)
                )
            case MeldPhase():
                return (
                    self._taken(phase.source, None)
                    or self.hides(phase.with_top_of, top=True)
                    or self._forms(phase.patterns)
                    or self.private(phase.after)
                )
            case CapturePhase() | ClaimPhase() | TrickPhase():
                return self._taken(phase.source, None)
            case BuildPhase():
                return any(map(self._build_move, phase.moves))
            case PassPhase():
                return self._taken(Location.HAND, phase.cards) or self.private(phase.count)
            case DeclarePhase():
                return self._taken(Location.HAND, None) or self._forms(phase.patterns)
            case CallPhase():
                return any(map(self.call, phase.calls))
        own = (
            getattr(phase, name, None) for name in ("may_pass", "as_long_as", "may_stop", "after")
        )
        return any(map(self.private, own)) or any(map(self.phase, inner_phases(phase)))

    def _build_move(self, move: BuildMove) -> bool:
        return (
            self._taken(move.source, move.onto)
            or self.cards(move.on_empty)
            or self.cards(move.packet)
            or self.private(after_of_pile(move))
        )

    def _taken(self, source: str, cards: CardCondition | None) -> bool:
        return self.hides(source) or self.private(source) or self.cards(cards)

    def _rules(self, rules: Iterable[CardRule]) -> bool:
        return any(self.cards(rule.cards) or self.private(rule.when) for rule in rules)

    def _forms(self, patterns: Iterable[str]) -> bool:
        return any(self.private(self._conditions.get(name)) for name in patterns)

    def call(self, call: Said) -> bool:
        """Whether it depends on hidden cards who may make a call, or what it may name."""
        if any(map(self.private, (call.when, call.key, call.equal_ok))):
            return True
        return any(
            any(map(self.private, (choice.low, choice.high, choice.seats)))
            or self.hides(choice.ranks_in)
            for choice in call.choices
        )

    def hushed(self, phase: Phase) -> bool:
        """Whether those who may decline in a phase are asked though nothing is open to them."""
        return may_decline(phase) and self.phase(phase)


def may_decline(phase: Phase) -> bool:
    """Whether a player need do nothing in a phase, whatever is open to them."""
    match phase:
        case DrawPhase() | PlayPhase() | DiscardPhase():
            return not phase.mandatory
        case MeldPhase():
            return not phase.mandatory and not phase.automatic
        case DeclarePhase():
            return not phase.automatic
        case CallPhase():
            return any(call.is_pass for call in phase.calls)
        case ChoicePhase():
            return phase.may_pass != "false"
        case RepeatPhase():
            return phase.may_stop != "false" or _first_may(phase.phases)
        case BlockPhase():
            return _first_may(phase.phases)
    return False


def _first_may(phases: tuple[Phase, ...]) -> bool:
    return bool(phases) and may_decline(phases[0])


def inner_phases(phase: Phase) -> tuple[Phase, ...]:
    """The phases inside a phase."""
    match phase:
        case TurnsPhase():
            return (*phase.phases, *phase.before_turn)
        case RepeatPhase() | BlockPhase():
            return phase.phases
        case ChoicePhase():
            return phase.options
        case TrickPhase():
            return phase.before_card
    return ()


def all_phases(genome: GameGenome) -> Iterator[Phase]:
    """Every phase of a game, each before those inside it, as bytecode numbers them."""

    def within(phases: Iterable[Phase]) -> Iterator[Phase]:
        for phase in phases:
            yield phase
            yield from within(inner_phases(phase))

    yield from within((*genome.setup.before_deal, *genome.turn_structure.phases))


def after_of_pile(move: BuildMove) -> str:
    """What must be so of the pile that cards are built to, as a question about all piles there."""
    return f"piles({move.target}, {move.after}) > 0"


class _Asked(NamedTuple):
    """Of whom something is asked within an expression."""

    others: bool = False
    """Whether of others than the player whose turn it is."""
    pile: Node | None = None
    """The zone whose piles are looked at one by one."""

    def of(self, arguments: tuple[Node, ...]) -> _Asked:
        """Of somebody who is named in brackets."""
        own = all(argument == Name("turn") for argument in arguments)
        return self if own else self._replace(others=True)

    def about(self, own: Hidden) -> Hidden:
        """What something of the player whose turn it is becomes if it is asked so."""
        return Hidden.OTHERS if self.others and own else own
