"""Inference: type, range and needs of an expression, from the leaves up."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from darwindeck.genome.expressions.environment import MISSING, Environment
from darwindeck.genome.expressions.reading import in_order_of_reading
from darwindeck.genome.expressions.requirements import IN_CARDS, IN_SEATS, NEEDS, RESTS_ON
from darwindeck.genome.expressions.results import RESULTS
from darwindeck.genome.expressions.syntax import (
    Binary,
    Call,
    ExpressionError,
    Name,
    Negative,
    Node,
    Not,
    Number,
    nodes_of,
    parse,
    print_node,
    shorten,
)
from darwindeck.genome.expressions.types import (
    FITS,
    MAY_BE_NONE,
    NUMBERS,
    UNKNOWN,
    Typed,
    fits,
    type_name,
)
from darwindeck.genome.expressions.vocabulary import ROUNDINGS, VOCABULARY, Word
from darwindeck.genome.expressions.wording import close_name, counted, signature
from darwindeck.genome.limits import MAX_CHANGE, MAX_EXPANDED, MAX_NUMBER
from darwindeck.genome.schema.calls import CallChoice, ChoiceKind
from darwindeck.genome.schema.things import Owner, Scope

MAX_DEPTH = 100
"""How deep an expression is looked at; what can be read is never deeper."""


class Inferred(NamedTuple):
    """What can be said of an expression wherever it stands."""

    typed: Typed
    needs: frozenset[str]
    findings: tuple[tuple[str, str], ...]
    """Codes and messages."""
    words: int
    """How large it is with lets written out."""


NOTHING = Inferred(UNKNOWN, frozenset(), (), 0)


def infer(expr: str | int, env: Environment) -> Inferred:
    """Type, range and needs of an expression, whatever its place."""
    known = env.cache.get(expr)
    if isinstance(known, Inferred):
        return known
    inference = _Inference(env)
    try:
        node: Node = Number(expr) if isinstance(expr, int) else parse(str(expr))
    except ExpressionError as error:
        found = NOTHING._replace(findings=(("expression-syntax", _sentence(str(error))),))
    else:
        typed = inference.infer(node)
        inference.measure(expr)
        found = Inferred(
            typed, frozenset(inference.needs), tuple(inference.findings), inference.words
        )
    if not env.cache.get("resting"):
        env.cache[expr] = found
    return found


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def type_of(expr: str | int | Node, env: Environment) -> str:
    """The type of an expression, or of a part of one; `unknown` if it has none."""
    if isinstance(expr, str | int):
        return infer(expr, env).typed.type
    return _Inference(env).infer(expr).type


class _Inference:
    """One pass over one expression."""

    def __init__(self, env: Environment) -> None:
        self.env = env
        self.needs: set[str] = set()
        self.findings: list[tuple[str, str]] = []
        self.words = 0
        self.in_pile = 0
        self.about_each = 0
        self.about_one = False
        """Whether what is asked is asked of single players, not of sides."""
        self.depth = 0

    def report(self, code: str, message: str) -> Typed:
        if (code, message) not in self.findings:
            self.findings.append((code, message))
        return UNKNOWN

    def measure(self, expr: str | int) -> None:
        if self.words > MAX_EXPANDED:
            self.report(
                "expression-too-large",
                f"With its lets written out `{shorten(str(expr))}` has more than "
                f"{MAX_EXPANDED:,} words",
            )

    def infer(self, node: Node) -> Typed:
        if self.depth > MAX_DEPTH:
            return self.report("expression-too-large", f"Nested deeper than {MAX_DEPTH} levels")
        self.depth += 1
        typed = self.inner(node)
        self.depth -= 1
        return typed

    def inner(self, node: Node) -> Typed:
        self.words += 1
        match node:
            case Number(value):
                return self.bounded(value, value, node)
            case Name(name):
                return self.name(name)
            case Call():
                return self.call(node)
            case Not(operand):
                self.want("bool", operand, "`not`")
                return Typed("bool")
            case Negative(operand):
                typed = self.want("int", operand, "`-`")
                return self.bounded(-typed.high, -typed.low, node)
            case Binary():
                return self.binary(node)

    # --- names -----------------------------------------------------------------------------------

    def name(self, name: str) -> Typed:
        word = VOCABULARY.get(name)
        required = [kind for kind in word.takes if not kind.endswith("?")] if word else []
        if word is not None and not required:
            return self.word(word, ())
        typed = self.declared(name, asked_of=None)
        if typed is not None:
            return typed
        if word is not None:
            return self.report(
                "wrong-argument-count",
                f"`{name}` needs {counted(len(required), 'argument')}: {signature(word)}",
            )
        return self.unknown(name)

    def unknown(self, name: str) -> Typed:
        env = self.env
        known = [*VOCABULARY, *env.zones, *env.roles, *env.counters, *env.lets, *env.options]
        hint = close_name(name, [*known, *env.choices, *env.suits, *env.ranks])
        return self.report("unknown-word", f"`{name}` is not known{hint}")

    def declared(self, name: str, asked_of: Typed | None) -> Typed | None:
        """A name that the genome declares, perhaps asked of a seat or side."""
        env = self.env
        if name == "pile" and asked_of is None:
            if not self.in_pile:
                self.needs.add("pile")
            return Typed("zone")
        if name in env.zones:
            return self.asked("zone", name, env.zones[name] is not Owner.TABLE, asked_of)
        if name in env.counters:
            counter = env.counters[name]
            kind = "bool" if counter.flag else "int"
            typed = self.asked(kind, name, counter.scope is not Scope.TABLE, asked_of)
            members = self.members(asked_of) if counter.scope is Scope.SEAT else 1
            return self.spread(typed, counter.low, counter.high, members)
        if name in env.lets:
            let = env.lets[name]
            inferred = self.let(name)
            typed = self.asked(inferred.typed.type, name, let.scope is not Scope.TABLE, asked_of)
            members = self.members(asked_of) if let.scope is Scope.SEAT else 1
            return self.spread(typed, inferred.typed.low, inferred.typed.high, members)
        return self.plain(name, asked_of)

    def plain(self, name: str, asked_of: Typed | None) -> Typed | None:
        env = self.env
        if name in env.roles:
            return self.asked("seat", name, False, asked_of)
        if name in env.choices:
            self.needs.add(f"choice:{name}")
            typed = _choice_type(env.choices[name], env)
            asked = self.asked(typed.type, name, False, asked_of)
            return typed if asked.type == typed.type else asked
        if name in env.suits:
            return self.asked("suit", name, False, asked_of)
        if name in env.ranks:
            return self.asked("rank", name, False, asked_of)
        if name in env.options:
            return self.report(
                "wrong-argument",
                f"The option `{name}` can only be compared with one of its choices: "
                f"`{name} == {env.options[name][0] if env.options[name] else '…'}`",
            )
        return None

    def asked(self, kind: str, name: str, of_somebody: bool, asked_of: Typed | None) -> Typed:
        if asked_of is None:
            if of_somebody:
                self.reads_subject()
            return Typed(kind)
        if not of_somebody:
            return self.report(
                "wrong-argument-count",
                f"`{name}` is not asked of anybody; write it without brackets",
            )
        if not fits(asked_of.type, "subject"):
            return self.report(
                "wrong-argument",
                f"`{name}` is asked of {type_name('subject')}, not of {type_name(asked_of.type)}",
            )
        return Typed(kind)

    def reads_subject(self) -> None:
        """Notes that the expression asks the subject, unless one is given right here."""
        if not self.about_each:
            self.needs.add("subject")

    def members(self, asked_of: Typed | None) -> int:
        """Over how many seats a quantity may be summed."""
        if asked_of is None:
            return 1 if self.about_one else max(self.env.sides, default=1)
        return 1 if asked_of.type == "seat" else self.env.players

    def spread(self, typed: Typed, low: int, high: int, members: int) -> Typed:
        if typed.type != "int":
            return typed
        return self.bounded(min(low, low * members), max(high, high * members), None)

    def let(self, name: str) -> Inferred:
        _infer_lets(self.env)
        known = self.env.cache[("let", name)]
        if not isinstance(known, Inferred):
            return NOTHING
        self.needs |= known.needs - {"subject"}
        self.words += known.words
        return known

    # --- words -----------------------------------------------------------------------------------

    def call(self, node: Call) -> Typed:
        word = VOCABULARY.get(node.function)
        if word is not None:
            return self.word(word, node.arguments)
        if len(node.arguments) != 1:
            known = self.declared(node.function, asked_of=None)
            if known is None:
                return self.unknown(node.function)
            return self.report(
                "wrong-argument-count",
                f"`{node.function}` is asked of one player or side, not of {len(node.arguments)}",
            )
        asked_of = self.infer(node.arguments[0])
        return self.declared(node.function, asked_of) or self.unknown(node.function)

    def word(self, word: Word, arguments: tuple[Node, ...]) -> Typed:
        for feature in RESTS_ON.get(word.name, ()):
            if feature not in self.env.has:
                self.report("not-provided", f"`{word.name}` has no sense here: {MISSING[feature]}")
        if word.name in NEEDS:
            self.needs.add(NEEDS[word.name])
        if word.name == "turn":
            self.reads_subject()
        takes = list(word.takes)
        if word.of_subject:
            takes.append("subject?")
        least = sum(not kind.endswith("?") for kind in takes)
        if not least <= len(arguments) <= len(takes):
            if not takes:
                return self.report(
                    "wrong-argument-count", f"`{word.name}` takes nothing in brackets"
                )
            return self.report(
                "wrong-argument-count",
                f"Expected {signature(word)}, got {counted(len(arguments), 'argument')}",
            )
        types = [
            self.argument(word, kind.removesuffix("?"), argument, arguments)
            for kind, argument in zip(takes, arguments, strict=False)
        ]
        asked_of = types[-1] if word.of_subject and len(arguments) == len(takes) else None
        return self.result(word, arguments, types, asked_of)

    def argument(self, word: Word, kind: str, node: Node, arguments: tuple[Node, ...]) -> Typed:
        if kind.startswith("each "):
            self.about_each += 1
            before, self.about_one = self.about_one, not _means_sides(arguments[0])
            typed = self.argument(word, kind.removeprefix("each "), node, arguments)
            self.about_one = before
            self.about_each -= 1
            return typed
        where = f"`{word.name}`"
        if kind == "same":
            return self.infer(node)
        if kind == "pile bool":
            self.in_pile += 1
            typed = self.want("bool", node, where)
            self.in_pile -= 1
            return typed
        if kind == "number":
            return self.literal(node, where)
        if kind in FITS:
            return self.want(kind, node, where)
        return self.named(word, kind, node, arguments)

    def literal(self, node: Node, where: str) -> Typed:
        if not isinstance(node, Number):
            return self.report(
                "divisor-not-a-number",
                f"{where} divides by a plain number only, not by `{shorten(print_node(node))}`",
            )
        if node.value <= 0:
            return self.report(
                "division-by-zero", f"{where} divides by a number above 0, not by {node.value}"
            )
        return Typed("int", node.value, node.value)

    def named(self, word: Word, kind: str, node: Node, arguments: tuple[Node, ...]) -> Typed:
        """An argument that is the plain name of something."""
        env = self.env
        known: Iterable[str]
        match kind:
            case "cards":
                known = env.card_sets
            case "table":
                known = env.tables
            case "role":
                known = {*env.roles, "dealer"} if word.name == "is" else env.roles
            case "phase":
                known = env.phases
            case "call":
                known = env.calls
            case "choice":
                known = env.choices
            case "pattern":
                known = {pattern.name for pattern in env.patterns}
            case "tag":
                known = env.tags
            case "value":
                tag = arguments[0]
                known = env.tags.get(tag.id, ()) if isinstance(tag, Name) else ()
            case "rounding":
                known = ROUNDINGS
            case "mode":
                known = env.modes
            case _:
                known = ()
        what = {"cards": "card set", "table": "point table"}.get(kind, kind)
        if not isinstance(node, Name | Number):
            return self.report(
                "wrong-argument",
                f"`{word.name}` takes the name of a {what}, not `{shorten(print_node(node))}`",
            )
        name = node.id if isinstance(node, Name) else str(node.value)
        if name not in known:
            return self.report(
                "unknown-name",
                f"`{word.name}` names the {what} `{name}`, which nothing declares"
                f"{close_name(name, known)}",
            )
        if kind == "choice":
            self.choice_argument(word, name, arguments)
        return Typed("name")

    def choice_argument(self, word: Word, name: str, arguments: tuple[Node, ...]) -> None:
        if word.name == "first_to_name" and isinstance(arguments[0], Name):
            call = arguments[0].id
            if name not in self.env.calls.get(call, (name,)):
                self.report("unknown-name", f"The call `{call}` does not name a `{name}`")
        else:
            self.needs.add(f"choice:{name}")

    def result(
        self,
        word: Word,
        arguments: tuple[Node, ...],
        types: list[Typed],
        asked_of: Typed | None,
    ) -> Typed:
        if word.of_subject and asked_of is None:
            self.reads_subject()
        special = RESULTS.get(word.name)
        if special is not None:
            return special(self, arguments, types)
        if word.gives != "int":
            return Typed(word.gives)
        low, high = word.range
        if word.name in IN_CARDS:
            return Typed("int", low, min(high, max(low, self.env.cards)))
        if word.name in IN_SEATS:
            return Typed("int", low, min(high, self.env.players))
        members = self.members(asked_of) if word.of_subject else 1
        return self.spread(Typed("int"), low, high, members)

    def amount(self, expr: str | int) -> Typed:
        """The range of an amount that a pattern is worth."""
        if isinstance(expr, int):
            return Typed("int", expr, expr)
        return _of_its_own(("worth", expr), expr, self.env)

    # --- operators -------------------------------------------------------------------------------

    def want(self, wanted: str, node: Node, where: str, known: Typed | None = None) -> Typed:
        typed = known or self.infer(node)
        if fits(typed.type, wanted) and typed.type != "none":
            return typed
        self.report(
            "wrong-argument",
            f"{where} takes {type_name(wanted)}, but `{shorten(print_node(node))}` is "
            f"{type_name(typed.type)}",
        )
        return UNKNOWN

    def bounded(self, low: int, high: int, node: Node | None) -> Typed:
        if max(abs(low), abs(high)) > MAX_NUMBER:
            text = f"`{shorten(print_node(node))}`" if node is not None else "A quantity"
            self.report(
                "overflow",
                f"{text} may lie anywhere from {low:,} to {high:,}, beyond {MAX_NUMBER:,}; "
                "give the counters in it their true `low` and `high`, or cap it with min and max",
            )
            return UNKNOWN
        return Typed("int", low, high)

    def binary(self, node: Binary) -> Typed:
        """A chain such as a + b + c is gone along, not down, so that its length costs no depth."""
        chain = [node]
        while isinstance(chain[-1].left, Binary):
            chain.append(chain[-1].left)
        typed: Typed | None = None
        for link in reversed(chain):
            typed = self.link(link, typed)
        return typed or UNKNOWN

    def link(self, node: Binary, left: Typed | None) -> Typed:
        """One operation; `left` is what is to its left, if that is inferred already."""
        self.words += 1
        where = f"`{node.operator}`"
        match node.operator:
            case "and" | "or":
                self.want("bool", node.left, where, left)
                self.want("bool", node.right, where)
                return Typed("bool")
            case "==" | "!=":
                self.equality(node, left)
                return Typed("bool")
            case "in":
                self.want("seat", node.left, where, left)
                self.want("seats", node.right, where)
                return Typed("bool")
        one = self.want("int", node.left, where, left)
        other = self.want("int", node.right, where)
        if node.operator not in ("+", "-", "*"):
            return Typed("bool")
        if "unknown" in (one.type, other.type):
            return UNKNOWN
        if node.operator == "+":
            return self.bounded(one.low + other.low, one.high + other.high, node)
        if node.operator == "-":
            return self.bounded(one.low - other.high, one.high - other.low, node)
        corners = [a * b for a in (one.low, one.high) for b in (other.low, other.high)]
        return self.bounded(min(corners), max(corners), node)

    def equality(self, node: Binary, left: Typed | None) -> None:
        for one, other in ((node.left, node.right), (node.right, node.left)):
            if self.choice_of_list(one, other):
                return
        left = left or self.infer(node.left)
        right = self.infer(node.right)
        if not self.comparable(left.type, right.type, node):
            self.report(
                "wrong-argument",
                f"`{shorten(print_node(node))}` compares "
                f"{type_name(left.type)} with "
                f"{type_name(right.type)}",
            )

    def comparable(self, left: str, right: str, node: Binary) -> bool:
        if "unknown" in (left, right) or left == right:
            return True
        if left in NUMBERS and right in NUMBERS:
            return True
        if {left, right} == {"rank", "int"}:
            # ranks such as 7 and 10 look like numbers
            number = node.left if left == "int" else node.right
            return isinstance(number, Number) and str(number.value) in self.env.ranks
        return "none" in (left, right) and bool({left, right} & MAY_BE_NONE)

    def choice_of_list(self, one: Node, other: Node) -> bool:
        """A comparison of the mode, an option or a named word with one of a fixed list."""
        if not isinstance(one, Name) or not isinstance(other, Name):
            return False
        env = self.env
        if one.id in env.options and other.id not in env.options:
            known: Iterable[str] = env.options[one.id]
        elif one.id == "mode" and other.id != "mode":
            known = env.modes
        elif one.id in env.choices and _choice_type(env.choices[one.id], env).type == "word":
            lists = [choice.words for choice in env.choices[one.id]]
            words = {word for listed in lists for word in listed}
            if other.id not in words and self.is_value(other.id):
                return False
            places = {listed.index(other.id) for listed in lists if other.id in listed}
            others = {listed[at] for listed in lists for at in places if at < len(listed)}
            if len(places) > 1 or len(others) > 1:
                self.report(
                    "wrong-argument",
                    f"`{one.id}` is named from different lists, so that `{other.id}` does not say "
                    "which word is meant; give each list a choice of its own",
                )
            known = words
        else:
            return False
        if one.id not in env.options:
            self.infer(one)
        if other.id not in known:
            self.report(
                "unknown-name",
                f"`{one.id}` is compared with `{other.id}`, which is none of "
                f"{', '.join(f'`{name}`' for name in sorted(known)) or 'its choices'}"
                f"{close_name(other.id, known)}",
            )
        return True

    def is_value(self, name: str) -> bool:
        env = self.env
        return name in VOCABULARY or name in env.counters or name in env.lets or name in env.choices


def _infer_lets(env: Environment) -> None:
    """Infers every let after those it reads; one that reads itself stays unknown."""
    if env.cache.get("lets"):
        return
    env.cache["lets"] = True
    for name in env.lets:
        env.cache[("let", name)] = None
    for name in in_order_of_reading(env)[0]:
        env.cache[("let", name)] = infer(env.lets[name].value, env)


def _choice_type(choices: tuple[CallChoice, ...], env: Environment) -> Typed:
    kinds = {choice.type for choice in choices}
    if len(kinds) != 1:
        return UNKNOWN
    match kinds.pop():
        case ChoiceKind.NUMBER:
            lows = [_bound(min(choice.numbers, default=choice.low), env) for choice in choices]
            highs = [_bound(max(choice.numbers, default=choice.high), env) for choice in choices]
            return Typed("int", min(t.low for t in lows), max(t.high for t in highs))
        case ChoiceKind.WORD:
            return Typed("word", 0, max(0, max(len(choice.words) for choice in choices) - 1))
        case kind:
            return Typed(kind.value)


def _bound(expr: str | int, env: Environment) -> Typed:
    if isinstance(expr, int):
        return Typed("int", expr, expr)
    return _of_its_own(("bound", expr), expr, env)


def _of_its_own(key: tuple[str, str], expr: str, env: Environment) -> Typed:
    """The range of an expression that another one rests on.

    While one such expression is looked at, others count as any small number: they might lead back
    to it.
    """
    known = env.cache.get(key)
    if isinstance(known, Typed):
        return known
    any_small = Typed("int", -MAX_CHANGE, MAX_CHANGE)
    if env.cache.get("resting"):
        return any_small
    _infer_lets(env)
    env.cache["resting"] = True
    found = infer(expr, env).typed
    env.cache["resting"] = False
    typed = found if found.type == "int" else any_small
    env.cache[key] = typed
    return typed


def _means_sides(seats: Node) -> bool:
    """Whether some of the seats may be a whole side."""
    words = [part for part in nodes_of(seats) if isinstance(part, Name | Call)]
    said = {part.id if isinstance(part, Name) else part.function for part in words}
    return not said.isdisjoint(("teams", "team", "opponents"))
