"""What a player may do can depend only on what that player can see.

Nobody at a table can keep to a rule that reads cards hidden from everybody who would have to apply
it. What happens as a consequence (actions, scoring) may read anything: the cards are then shown.
"""

from __future__ import annotations

from collections.abc import Iterator

from darwindeck.genome.expressions import Call as Asking
from darwindeck.genome.expressions import ExpressionError, Name, Node, parse, print_node
from darwindeck.genome.expressions.syntax import shorten
from darwindeck.genome.implied import zones_meant
from darwindeck.genome.privacy import Privacy, after_of_pile
from darwindeck.genome.problems import Path, Problem
from darwindeck.genome.schema.actions import (
    AssignRole,
    Change,
    Choose,
    DrawLots,
    Expose,
    ForEach,
    If,
    Set,
    While,
)
from darwindeck.genome.schema.base import Part
from darwindeck.genome.schema.betting import ShowdownPhase
from darwindeck.genome.schema.calls import Call, CallChoice
from darwindeck.genome.schema.genome import GameGenome
from darwindeck.genome.schema.phases import BlockPhase, ChoicePhase, DoPhase, Phase, RepeatPhase
from darwindeck.genome.schema.selectors import CardCondition, CardRule
from darwindeck.genome.schema.things import Location, Owner, Sees, ZoneSpec
from darwindeck.genome.schema.transfers import (
    BuildMove,
    CapturePhase,
    ClaimPhase,
    DiscardPhase,
    DrawPhase,
    MeldPhase,
    PlayPhase,
)
from darwindeck.genome.schema.tricks import TrickPhase
from darwindeck.genome.schema.worth import Moment, ScoringRule, SpecialEffect
from darwindeck.genome.short_forms import USUAL_ZONES
from darwindeck.genome.survey import survey
from darwindeck.genome.validation.facts import Facts, zone_name

LEGALITY: frozenset[tuple[type[Part], str]] = frozenset(
    {
        (Call, "when"),
        (Call, "key"),
        (Call, "equal_ok"),
        (CallChoice, "low"),
        (CallChoice, "high"),
        (CardRule, "when"),
        (PlayPhase, "after"),
        (PlayPhase, "min_cards"),
        (PlayPhase, "max_cards"),
        (DiscardPhase, "after"),
        (DiscardPhase, "count"),
        (MeldPhase, "after"),
        (BuildMove, "after"),
        (RepeatPhase, "may_stop"),
        (RepeatPhase, "after"),
        (BlockPhase, "after"),
        (ChoicePhase, "may_pass"),
    }
)
"""The fields that decide what a player may do."""


def moves_depend_on_what_is_seen(facts: Facts) -> Iterator[Problem]:
    # What is laid open during the hand may be read (when, only play can tell), and what was won.
    privacy = Privacy(facts.genome, _laid_open(facts) | facts.zones_won)
    for use in facts.survey.expressions:
        if (type(use.part), use.field) in LEGALITY and isinstance(use.expr, str):
            asked = after_of_pile(use.part) if isinstance(use.part, BuildMove) else use.expr
            hidden = privacy.unseen(asked)
            if hidden is not None:
                yield Problem(
                    "reads-hidden-cards",
                    use.path,
                    f"`{shorten(str(use.expr))}` decides what a player may do, but reads "
                    f"`{shorten(hidden)}`, which that player cannot see",
                )
    for path, part in facts.survey.parts:
        for field, cards, pile in _fitting(part):
            if privacy.unseen_cards(cards, pile):
                yield Problem(
                    "reads-hidden-cards",
                    (*path, *field),
                    "Which cards may be played here depends on cards that the player cannot see: "
                    f"the top of `{shorten(pile)}`, or what lies in a zone that is compared with",
                )


def _fitting(part: Part) -> Iterator[tuple[Path, CardCondition | None, str]]:
    """What the cards that may be moved in a part must be, with the pile they go to."""
    match part:
        case PlayPhase():
            yield ("valid_play_condition",), part.valid_play_condition, part.target
            for field, rules in (("allowed", part.allowed), ("duties", part.duties)):
                for number, rule in enumerate(rules):
                    yield (field, number, "cards"), rule.cards, part.target
        case DiscardPhase():
            yield ("cards",), part.cards, part.target
        case BuildMove():
            yield ("onto",), part.onto, part.target
            yield ("on_empty",), part.on_empty, part.target
            yield ("packet",), part.packet, part.source


def _laid_open(facts: Facts) -> set[str]:
    return {name for _, action in facts.all(Expose) for name in zones_meant(action.zone)}


def what_is_told_is_announced(facts: Facts) -> Iterator[Problem]:
    """Counters and roles are public at once: what hidden cards decide of them must be announced."""
    for kind, name, path, hidden in _unannounced(facts):
        yield Problem(
            "tells-hidden-cards",
            path,
            f"The {kind} '{name}' is known to all at once, but `{shorten(str(hidden))}` reads "
            f"cards that not all can see; if that is meant, say `announced` of the {kind}",
        )


def announced_at_last(genome: GameGenome) -> set[tuple[str, str]]:
    """The counters and roles, each as its kind and name, that ought to say `announced`."""
    return {(kind, name) for kind, name, _, _ in _unannounced(Facts(genome, survey(genome)))}


def _unannounced(facts: Facts) -> Iterator[tuple[str, str, Path, str | int]]:
    """Counters and roles that hidden cards decide, where, and what reads these."""
    privacy = Privacy(facts.genome)
    parts = dict(facts.survey.parts)
    roles = {role.name for role in facts.genome.roles if role.announced}
    counters = {counter.name for counter in facts.genome.counters if counter.announced}
    told: set[tuple[str, str]] = set()
    exprs: tuple[str | int, ...]
    for path, action in facts.survey.parts:
        match action:
            case AssignRole(role=name, to=to) | DrawLots(role=name, among=to):
                kind, announced, exprs = "role", name in roles, (to,)
            case Set(counter=name, to=amount, who=who):
                kind, announced, exprs = "counter", name in counters, (amount, who)
            case Change(counter=name, by=amount, who=who):
                kind, announced, exprs = "counter", name in counters, (amount, who)
            case ScoringRule(into=name, amount=amount, who=who, when=when) if name not in INTO:
                kind, announced, exprs = "counter", name in counters, (amount, who, when)
            case _:
                continue
        if announced or (kind, name) in told or _is_told_at_the_end(facts, path, parts):
            continue
        above = [parts[path[:length]] for length in range(len(path)) if path[:length] in parts]
        phases = [part for part in above if isinstance(part, Phase)]
        # Where a player does something, it is that which tells.
        by_itself = bool(phases) and isinstance(phases[-1], DoPhase)
        asked = [*exprs, *(expr for part in above for expr in _conditions(part))]
        asked += [expr for phase in phases for expr in (phase.when, phase.who) if by_itself]
        hidden = next((expr for expr in asked if privacy.reads(expr)), None)
        if hidden is not None:
            told.add((kind, name))
            yield kind, name, path, hidden


INTO = ("hand_score", "chips")
"""What scoring rules change that is no counter."""


def _conditions(part: Part) -> tuple[str | int | None, ...]:
    """What decides whether, and for whom, the parts inside a part happen."""
    match part:
        case If(condition=condition) | While(condition=condition):
            return (condition,)
        case ForEach(who=who):
            return (who,)
        case SpecialEffect(when=when):
            return (when,)
    return ()


def _is_told_at_the_end(facts: Facts, path: Path, parts: dict[Path, Part]) -> bool:
    """Whether the hand is over, or as good as over, once something is told."""
    for length in range(1, len(path) + 1):
        match parts.get(path[:length]):
            case SpecialEffect(moment=Moment.HAND_END) | ScoringRule(moment=Moment.HAND_END):
                return True
    phases = facts.genome.turn_structure.phases
    last = next((i for i in reversed(range(len(phases))) if not _decides_nothing(phases[i])), 0)
    if path[:2] == ("turn_structure", "phases") and len(path) > 2:
        number = path[2]
        assert isinstance(number, int)
        if number > last or (number == last and path[3:4] == ("then",)):
            return True
    return False


def _decides_nothing(phase: Phase) -> bool:
    return isinstance(phase, DoPhase | ShowdownPhase)


def claims_are_laid_unseen(facts: Facts) -> Iterator[Problem]:
    """Of cards that everybody can see nobody would claim anything."""
    sees = {zone.name: zone.sees for zone in facts.genome.zones or ()}
    if facts.genome.zones is None:
        sees = {Location.DISCARD: Sees.TOP, Location.TABLEAU: Sees.ALL}
    for path, claim in facts.all(ClaimPhase):
        zone = zone_name(claim.target)
        seen = sees.get(zone, Sees.NOBODY)
        if seen not in (Sees.NOBODY, Sees.OWNER):
            yield Problem(
                "claim-in-sight",
                (*path, "target"),
                f"Cards are laid face down on `{zone}`, but its cards can be seen by others "
                f"(`sees` is `{seen.value}`)",
            )


def cards_picked_are_seen(facts: Facts) -> Iterator[Problem]:
    """Whoever picks cards must see them; of unseen cards one takes the top one, or any."""
    listed = facts.genome.zones
    zones = {zone.name: zone for zone in (USUAL_ZONES if listed is None else listed)}
    laid_open = _laid_open(facts)
    for path, part in facts.survey.parts:
        for field, source in _picked_from(part):
            hidden = _unseen(source, zones, part.who if isinstance(part, Phase) else None)
            if hidden is not None and hidden not in laid_open:
                yield Problem(
                    "picks-unseen-cards",
                    (*path, field),
                    f"A player picks from `{shorten(source)}`, but cannot see the cards of "
                    f"'{hidden}'; they may be taken from the top or at random",
                )


def _picked_from(part: Part) -> Iterator[tuple[str, str]]:
    """The zone from which the player of a phase picks cards, with its field."""
    match part:
        case DrawPhase() | DiscardPhase() if part.choose is Choose.PICK:
            yield "source", part.source
        case TrickPhase() if part.choose in (Choose.PICK, Choose.ALL):
            yield "source", part.source
        case MeldPhase() if not part.automatic:
            yield "source", part.source
        case PlayPhase() | CapturePhase() | ClaimPhase():
            yield "source", part.source


def _unseen(source: str, zones: dict[str, ZoneSpec], who: str | None) -> str | None:
    """The zone, if any, whose cards the player cannot see."""
    try:
        waiting: list[Node] = [parse(source)]
    except ExpressionError:
        return None
    while waiting:
        match waiting.pop():
            case Asking("if", (_, then, otherwise)):
                waiting += (otherwise, then)
            case Name(name) if name in zones and _hides(zones[name], own=True):
                return name
            case Asking(name, (whose,)) if name in zones:
                own = whose == Name("turn") or print_node(whose) == who
                ally = own or (isinstance(whose, Asking) and whose.function == "partner")
                zone = zones[name]
                if _hides(zone, own=ally if zone.sees is Sees.TEAM else own):
                    return name
    return None


def _hides(zone: ZoneSpec, *, own: bool) -> bool:
    """Whether a zone hides its cards from its owner, or from somebody else."""
    match zone.sees:
        case Sees.NOBODY:
            return True
        case Sees.OTHERS:
            return own or zone.owner is Owner.TABLE
        case Sees.OWNER | Sees.TEAM:
            return not own and zone.owner is not Owner.TABLE
    return False
