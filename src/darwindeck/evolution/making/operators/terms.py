"""Expressions: the numbers, terms and conditions of rules.

Every new expression is judged where it stands before it is proposed: its type must fit, and what it
reads must exist there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from darwindeck.evolution.making.constants import Steps, node_at, nodes, with_node, words_of
from darwindeck.evolution.making.operators.base import MutationOperator, near
from darwindeck.evolution.making.operators.card_conditions import suits_tell
from darwindeck.evolution.making.sites import Draft
from darwindeck.genome.expressions import (
    Binary,
    Call,
    Expr,
    ExpressionError,
    Name,
    Node,
    Number,
    print_node,
)
from darwindeck.genome.expressions.check import check, infer
from darwindeck.genome.expressions.simplify import simplified
from darwindeck.genome.schema import CardRule, GameGenome
from darwindeck.genome.survey import ExprUse
from darwindeck.genome.tree import put

REWORKED = frozenset({"scoring_rules", "lets", "patterns", "special_effects"})


def trees(draft: Draft) -> list[tuple[ExprUse, Node]]:
    """The expressions that are more than a plain number or name, as trees."""
    found: list[tuple[ExprUse, Node]] = []
    for use in draft.survey.expressions:
        if isinstance(use.expr, str) and use.wanted != "zone":
            try:
                tree = Expr(use.expr).tree
            except ExpressionError:
                continue
            if not isinstance(tree, Number | Name):
                found.append((use, tree))
    return found


def proposed(draft: Draft, use: ExprUse, tree: Node) -> GameGenome | None:
    """The game with another expression at a place, if it makes sense there."""
    text = simplified(print_node(tree))
    if text == simplified(str(use.expr)) or text in ("true", "false"):
        return None
    env = draft.facts.env
    typed = infer(text, env).typed
    if use.wanted in ("int", "term") and typed[1:] == (0, 0):
        return None
    if typed.low < 0 <= infer(str(use.expr), env).typed.low:
        return None
    if check(text, use.wanted, env, use.place, use.path).problems:
        return None
    return put(draft.genome, use.path, text)


class TweakConstantMutation(MutationOperator):
    """Changes a number in an expression a little, within what it is compared with."""

    rough = True
    usual = 0.5

    def places(self, draft: Draft) -> Sequence[tuple[ExprUse, Steps]]:
        found = []
        for use, tree in trees(draft):
            if use.path[0] == "win_conditions" and words_of(tree) & {"hand_number", "turns"}:
                continue
            if use.field in ("after", "until"):
                continue
            if use.path[0] == "lets" and "hand_number" in words_of(tree):
                continue
            for steps, node in nodes(tree):
                if isinstance(node, Number) and steps and _counts(use, tree, steps):
                    found.append((use, steps))
        return found

    def change(self, draft: Draft, place: tuple[ExprUse, Steps], rng: Random) -> GameGenome | None:
        use, steps = place
        tree = Expr(str(use.expr)).tree
        node = node_at(tree, steps)
        assert isinstance(node, Number)
        low, high = _bounds(draft, tree, steps)
        number = near(node.value, rng, low, high)
        if number is None:
            return None
        return proposed(draft, use, with_node(tree, steps, Number(number)))


def _counts(use: ExprUse, tree: Node, steps: Steps) -> bool:
    """Whether a number is one that may be changed by itself: no 0 or 1 that stands for yes or no,
    no divisor of a rotation, no exact count, which has its reason in the cards."""
    above = node_at(tree, steps[:-1])
    node = node_at(tree, steps)
    if isinstance(above, Call) and above.function == "mod":
        return False
    if isinstance(above, Binary) and above.operator == "==":
        return False
    if "top" in words_of(above):
        return False
    return not (isinstance(node, Number) and node.value in (0, -1))


def _bounds(draft: Draft, tree: Node, steps: Steps) -> tuple[int, int]:
    """What a number may be so that its comparison can come out either way."""
    above = node_at(tree, steps[:-1])
    if isinstance(above, Call) and above.function == "div":
        return 2, 100
    if isinstance(above, Binary) and above.operator in _COMPARING:
        other = above.right if steps[-1] == 0 else above.left
        try:
            typed = infer(print_node(other), draft.facts.env).typed
        except ExpressionError:
            return 0, 10_000
        if typed.type == "int" and typed.high > typed.low:
            first = typed.low + (above.operator in (">=", "<"))
            last = typed.high - (above.operator in (">", "<="))
            return first, max(first, last)
    return -10_000, 10_000


_COMPARING = frozenset({"==", "!=", "<", "<=", ">", ">="})

# --- other terms ----------------------------------------------------------------------------------

GROUPS: tuple[tuple[str, ...], ...] = (
    ("left", "right", "across"),
    ("highest", "lowest"),
    ("most", "least"),
    ("next", "previous"),
    ("dealer", "leader", "winner"),
)
"""Words that can stand for each other, and still say something that somebody could mean. Signs are
left alone: whoever makes a contract must not be paid for failing it."""


def _reworkable(draft: Draft) -> list[tuple[ExprUse, Node]]:
    """Expressions of which more than a number may change: what is scored, named and asked of cards,
    not what the course of a game and its end hang on."""
    return [
        (use, tree)
        for use, tree in trees(draft)
        if use.path[0] in REWORKED or isinstance(use.part, CardRule)
    ]


class ChangeTermMutation(MutationOperator):
    """Puts another word or name in the place of one in an expression."""

    rough = True
    usual = 0.4

    def places(self, draft: Draft) -> Sequence[tuple[ExprUse, Node]]:
        return [
            (use, tree)
            for use, tree in _reworkable(draft)
            if any(True for _ in _alternatives(draft, tree))
        ]

    def change(self, draft: Draft, place: tuple[ExprUse, Node], rng: Random) -> GameGenome | None:
        use, tree = place
        return _first_that_fits(draft, use, list(_alternatives(draft, tree)), rng)


def _first_that_fits(
    draft: Draft, use: ExprUse, ways: list[Node], rng: Random
) -> GameGenome | None:
    """The game with one of some expressions, tried in any order, in the place of another."""
    rng.shuffle(ways)
    for way in ways[:6]:
        changed = proposed(draft, use, way)
        if changed is not None:
            return changed
    return None


def _alternatives(draft: Draft, tree: Node) -> Iterator[Node]:
    for steps, node in nodes(tree):
        for other in _others(draft, node):
            yield with_node(tree, steps, other)


def _others(draft: Draft, node: Node) -> Iterator[Node]:
    env = draft.facts.env
    match node:
        case Call(function, arguments):
            for group in GROUPS:
                if function in group:
                    for word in group:
                        if word != function:
                            yield Call(word, arguments)
        case Name(name):
            for group in GROUPS:
                if name in group:
                    for word in group:
                        if word != name:
                            yield Name(word)
            known: tuple[Sequence[str], ...] = (
                sorted(env.card_sets),
                sorted(env.tables),
                draft.suits if suits_tell(draft) else (),
            )
            for names in known:
                if name in names:
                    for other_name in names:
                        if other_name != name:
                            yield Name(other_name)


class DropTermMutation(MutationOperator):
    """Makes an expression simpler: one condition, one case or one summand less."""

    rough = True
    usual = 0.05

    def places(self, draft: Draft) -> Sequence[tuple[ExprUse, Node]]:
        return [
            (use, tree) for use, tree in _reworkable(draft) if any(True for _ in _simpler(tree))
        ]

    def change(self, draft: Draft, place: tuple[ExprUse, Node], rng: Random) -> GameGenome | None:
        use, tree = place
        ways = list(_simpler(tree))
        rng.shuffle(ways)
        for way in ways[:6]:
            changed = proposed(draft, use, way)
            if changed is not None:
                return changed
        return None


def _simpler(tree: Node) -> Iterator[Node]:
    for steps, node in nodes(tree):
        match node:
            case Binary("and" | "or" | "+" | "-" | "*", left, right):
                yield with_node(tree, steps, left)
                yield with_node(tree, steps, right)
            case Call("if", (_, then, otherwise)):
                yield with_node(tree, steps, then)
                yield with_node(tree, steps, otherwise)
            case Call("min" | "max", (one, other)):
                yield with_node(tree, steps, one)
                yield with_node(tree, steps, other)
