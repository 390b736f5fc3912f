"""What the engine can hold: how deep terms may be built on each other, how long a question may take
to answer, how much one call may name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from darwindeck.genome.expressions import Call as Asking
from darwindeck.genome.expressions import ExpressionError, Name, Node, parse
from darwindeck.genome.expressions.check import in_order_of_reading, infer
from darwindeck.genome.expressions.reading import names_read
from darwindeck.genome.expressions.syntax import Binary, Negative, Not, shorten
from darwindeck.genome.limits import (
    MAX_ASKING,
    MAX_CONDITION_STEPS,
    MAX_CONDITIONS,
    MAX_LETS_DEEP,
    MAX_LEVELS,
    MAX_NAMED,
    MAX_OPTIONS,
    MAX_PHASES,
    MAX_PLACES,
    MAX_POT_SHARES,
    MAX_RANKS,
    MAX_SHAPES,
    MAX_STEPS,
    MAX_SUITS,
    MAX_TABLES,
    MAX_TAGS,
    MAX_VALUES,
)
from darwindeck.genome.problems import Path, Problem
from darwindeck.genome.schema.base import Part
from darwindeck.genome.schema.calls import Call, CallChoice, CallPhase, ChoiceKind
from darwindeck.genome.schema.patterns import HandPattern
from darwindeck.genome.schema.phases import ChoicePhase, Phase
from darwindeck.genome.schema.selectors import CardCondition
from darwindeck.genome.schema.things import Owner, PileKey, Scope, ZoneSpec
from darwindeck.genome.schema.transfers import BuildPhase
from darwindeck.genome.validation.facts import Facts

_FOR_EACH_SEAT = frozenset(
    "next previous where sum highest lowest any all most least".split(),
)
_PILES = 64


def phases_are_few(facts: Facts) -> Iterator[Problem]:
    found = sum(1 for _ in facts.all(Phase))
    if found > MAX_PHASES:
        path = ("turn_structure", "phases")
        yield Problem("too-large", path, f"There are {found:,} phases, at most {MAX_PHASES:,}")


OPTIONS: tuple[tuple[type[Part], str], ...] = (
    (ChoicePhase, "options"),
    (CallPhase, "calls"),
    (BuildPhase, "moves"),
)
"""Lists that a player chooses from."""


def options_are_few(facts: Facts) -> Iterator[Problem]:
    for kind, field in OPTIONS:
        for path, part in facts.survey.by_type.get(kind, ()):
            found = len(getattr(part, field))
            if found > MAX_OPTIONS:
                message = f"`{field}` has {found:,} entries, at most {MAX_OPTIONS}"
                yield Problem("too-large", (*path, field), message)


def the_table_is_small(facts: Facts) -> Iterator[Problem]:
    """What is worked out before play: where cards lie, and what they are in every mode."""
    for field, found, most in (
        ("suits", len(facts.suits), MAX_SUITS),
        ("ranks", len(facts.ranks), MAX_RANKS),
    ):
        if found > most:
            message = f"The deck has {found} {field}, at most {most}"
            yield Problem("deck-too-large", ("deck",), message)
    places = sum(_places(facts, zone) for zone in facts.genome.zones or ())
    if places > MAX_PLACES:
        message = f"The zones have {places:,} places for cards, at most {MAX_PLACES:,}"
        yield Problem("too-large", ("zones",), message)
    tables = (len(facts.env.modes) + 1) * (len(facts.suits) + 1)
    if tables > MAX_TABLES:
        message = (
            f"{len(facts.env.modes)} modes with {len(facts.suits)} suits are {tables:,} ways to "
            f"compare cards, at most {MAX_TABLES}"
        )
        yield Problem("too-large", ("rankings",), message)
        return
    evaluation = facts.genome.hand_evaluation
    shares = () if evaluation is None else evaluation.shares
    if len(shares) > MAX_POT_SHARES:
        message = f"The pot is parted {len(shares)} times, at most {MAX_POT_SHARES}"
        yield Problem("too-large", ("hand_evaluation", "shares"), message)
    patterns = sum(1 for _ in facts.all(HandPattern))
    if evaluation is not None:
        patterns += sum(len(share.patterns or evaluation.patterns) for share in shares)
    if patterns * tables > MAX_SHAPES:
        message = f"{patterns} patterns in {tables} modes and trump suits are too many"
        yield Problem("too-large", ("patterns",), message)
    conditions = sum(1 for _ in facts.all(CardCondition)) + _WRITTEN_OUT
    if conditions * tables > MAX_CONDITIONS:
        message = f"{conditions:,} conditions on cards in {tables} modes and trump suits"
        yield Problem("too-large", (), f"{message} are too many")
    tags = {tag for _, pattern in facts.all(HandPattern) for tag in pattern.tags}
    if len(tags) > MAX_TAGS:
        message = f"The patterns have {len(tags)} different tags, at most {MAX_TAGS}"
        yield Problem("too-large", ("patterns",), message)


_WRITTEN_OUT = 500
"""More conditions than short forms can stand for."""


def _places(facts: Facts, zone: ZoneSpec) -> int:
    genome = facts.genome
    seats = genome.player_count + (genome.house is not None)
    sides = len(genome.teams) if genome.team_mode else genome.player_count
    owners = {Owner.TABLE: 1, Owner.SEAT: seats, Owner.TEAM: sides}[zone.owner]
    piles = {
        PileKey.ONE: 1,
        PileKey.FIXED: zone.pile_count,
        PileKey.BY_RANK: len(facts.ranks),
        PileKey.BY_SUIT: len(facts.suits),
        PileKey.MANY: 0,
    }[zone.piles]
    return owners * piles


def conditions_are_quick(facts: Facts) -> Iterator[Problem]:
    """A card set may stand in another, and that in another; written out they must stay small."""
    sets = {named.name: named.cards for named in facts.genome.card_sets}
    known: dict[str, _Work] = {}

    def work(condition: CardCondition, above: frozenset[str]) -> _Work:
        inner = [work(part, above) for part in (*condition.any_of, *condition.all_of)]
        if condition.not_ is not None:
            inner.append(work(condition.not_, above))
        name = condition.named
        if name is not None and name in sets and name not in above:
            if name not in known:
                known[name] = work(sets[name], above | {name})
            inner.append(known[name])
        return _Work(
            1 + sum(part.steps for part in inner),
            1 + max((part.levels for part in inner), default=0),
        )

    for path, condition in facts.all(CardCondition):
        steps, levels = work(condition, frozenset())
        if steps > MAX_CONDITION_STEPS or levels > MAX_LEVELS:
            yield Problem(
                "too-large",
                path,
                f"With its card sets written out the condition has {steps:,} parts in {levels} "
                f"levels, at most {MAX_CONDITION_STEPS:,} in {MAX_LEVELS}",
            )
            return


def calls_are_small(facts: Facts) -> Iterator[Problem]:
    for path, call in facts.all(Call):
        if len(call.choices) > MAX_NAMED:
            yield Problem(
                "call-too-large",
                (*path, "choices"),
                f"The call '{call.name}' names {len(call.choices)} things, at most {MAX_NAMED}",
            )
        for index, choice in enumerate(call.choices):
            values = _values(facts, choice)
            if values > MAX_VALUES:
                yield Problem(
                    "call-too-large",
                    (*path, "choices", index),
                    f"'{choice.name}' may have {values:,} different values, at most {MAX_VALUES}",
                )


def _values(facts: Facts, choice: CallChoice) -> int:
    if choice.type is ChoiceKind.WORD:
        return len(choice.words)
    if choice.type is not ChoiceKind.NUMBER:
        return 0
    if choice.numbers:
        return len(choice.numbers)
    low, high = infer(choice.low, facts.env).typed, infer(choice.high, facts.env).typed
    if low.type != "int" or high.type != "int":
        return 0
    return (high.high - low.low) // max(1, choice.step) + 1


def lets_are_shallow(facts: Facts) -> Iterator[Problem]:
    lets = facts.env.lets
    depths: dict[str, int] = {}
    for name in in_order_of_reading(facts.env)[0]:
        tree = _tree(lets[name].value)
        below = [depths[other] for other in names_read(tree) if other in depths] if tree else []
        depths[name] = 1 + max(below, default=-1)
        if depths[name] > MAX_LETS_DEEP:
            index = next(i for i, let in enumerate(facts.genome.lets) if let.name == name)
            yield Problem(
                "expression-too-large",
                ("lets", index, "value"),
                f"The let '{name}' is built on others, and they on others, more than "
                f"{MAX_LETS_DEEP} deep",
            )
            return


class _Work(NamedTuple):
    """What it takes to work an expression out."""

    steps: int
    levels: int


def expressions_are_quick(facts: Facts) -> Iterator[Problem]:
    effort = _Effort(facts)
    for use in facts.survey.expressions:
        steps, levels = effort.of(use.expr)
        text = shorten(str(use.expr))
        if steps > MAX_STEPS:
            yield Problem(
                "expression-too-slow",
                use.path,
                f"`{text}` takes more than {MAX_STEPS:,} steps: it asks about all players or "
                "piles for each of all players or piles, and so on",
            )
        elif levels > MAX_LEVELS:
            yield Problem(
                "expression-too-large",
                use.path,
                f"With its lets written out `{text}` is more than {MAX_LEVELS} levels deep",
            )


class _Effort:
    """Counts steps and levels; each let is worked out once, those it is built on before it."""

    def __init__(self, facts: Facts) -> None:
        self.seats = max(2, facts.genome.player_count)
        self.of_seats = {name for name, let in facts.env.lets.items() if let.scope is Scope.SEAT}
        self.lets: dict[str, _Work] = {}
        self.known: dict[str | int, _Work] = {}
        for name in in_order_of_reading(facts.env)[0]:
            self.lets[name] = self.of(facts.env.lets[name].value)

    def of(self, expr: str | int) -> _Work:
        if expr not in self.known:
            tree = _tree(expr)
            self.known[expr] = _Work(1, 1) if tree is None else self.work(tree)
        return self.known[expr]

    def work(self, node: Node) -> _Work:
        match node:
            case Asking(function, arguments):
                return self.asking(function, [self.work(argument) for argument in arguments])
            case Name(name):
                return self.asking(name, [])
            case Binary(_, left, right):
                return self.asking("", [self.work(left), self.work(right)])
            case Not(operand) | Negative(operand):
                return self.asking("", [self.work(operand)])
            case _:
                return _Work(1, 1)

    def asking(self, word: str, arguments: list[_Work]) -> _Work:
        own = sum(argument.steps for argument in arguments)
        levels = 1 + max((argument.levels for argument in arguments), default=0)
        if word in _FOR_EACH_SEAT and arguments:
            return _Work(own * self.seats + arguments[0].steps, levels)
        if word in ("piles", "first_pile"):
            return _Work(own * _PILES, levels)
        let = self.lets.get(word, _Work(1, 0))
        times = self.seats if arguments and word in self.of_seats else 1
        return _Work(own + times * let.steps, max(levels, 1 + let.levels))


def asking_comes_to_an_end(facts: Facts) -> Iterator[Problem]:
    """Whether a player could act in a phase must not rest on itself."""
    asked = _asked(facts)
    for path, phase in facts.all(Phase):
        if phase.name and _rests(phase.name, asked, MAX_ASKING):
            yield Problem(
                "circular-can",
                path,
                f"Whether a player could act in '{phase.name}' rests on `can(…)`, that on another "
                f"`can(…)`, and so on: more than {MAX_ASKING} times, or on itself",
            )


def _asked(facts: Facts) -> dict[str, set[str]]:
    """For each phase with a name: the phases of which it asks, also by lets and inside it."""
    by_let: dict[str, set[str]] = {}
    for name in in_order_of_reading(facts.env)[0]:
        by_let[name] = _asks(facts.env.lets[name].value, by_let)
    by_part: dict[Path, set[str]] = {}
    for use in facts.survey.expressions:
        by_part.setdefault(use.path, set()).update(_asks(use.expr, by_let))
    found: dict[str, set[str]] = {}
    for path, phase in facts.all(Phase):
        if phase.name:
            inside = [asks for at, asks in by_part.items() if at[: len(path)] == path]
            found.setdefault(phase.name, set()).update(*inside)
    return found


def _asks(expr: str | int, by_let: dict[str, set[str]]) -> set[str]:
    tree = _tree(expr)
    found: set[str] = set()
    waiting = [tree] if tree is not None else []
    while waiting:
        match waiting.pop():
            case Asking("can", (Name(phase), *rest)):
                found.add(phase)
                waiting += rest
            case Asking(function, arguments):
                found |= by_let.get(function, set())
                waiting += arguments
            case Name(name):
                found |= by_let.get(name, set())
            case Binary(_, left, right):
                waiting += (left, right)
            case Not(operand) | Negative(operand):
                waiting.append(operand)
    return found


def _rests(phase: str, asked: dict[str, set[str]], times: int) -> bool:
    """Whether answers about a phase rest on others more often than that."""
    below = asked.get(phase, set())
    return bool(below) and (times == 0 or any(_rests(name, asked, times - 1) for name in below))


def _tree(expr: str | int) -> Node | None:
    if isinstance(expr, int):
        return None
    try:
        return parse(str(expr))
    except ExpressionError:
        return None
