"""Expressions as text and as trees are the same thing."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from darwindeck.genome.expressions import (
    Binary,
    Call,
    Expr,
    ExpressionError,
    Name,
    Negative,
    Node,
    Not,
    Number,
    parse,
    print_node,
)
from darwindeck.genome.expressions.check import Environment, check, infer
from darwindeck.genome.expressions.vocabulary import VOCABULARY
from darwindeck.genome.survey import PLAYING
from tests.support.sound_genomes import auction_genome

ENVIRONMENT = Environment.of(auction_genome())
OWN_NAMES = ["hand", "deck", "maker", "contract", "made", "aces", "level", "strain", "goal"]
NAMES = st.sampled_from([*VOCABULARY, *OWN_NAMES, "hearts", "A", "nobody", "pile"])
OPERATORS = st.sampled_from("+ - * == != < <= > >= in and or".split())


def _larger(inner: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    arguments = st.lists(inner, max_size=3).map(tuple)
    # a minus before a number is part of the number
    signed = inner.filter(lambda node: not isinstance(node, Number))
    return st.one_of(
        st.builds(Call, NAMES, arguments),
        st.builds(Binary, OPERATORS, inner, inner),
        st.builds(Not, inner),
        st.builds(Negative, signed),
    )


TREES: st.SearchStrategy[Node] = st.recursive(
    st.one_of(st.builds(Number, st.integers(-1000, 1000)), st.builds(Name, NAMES)),
    _larger,
    max_leaves=12,
)


@given(TREES)
def test_a_printed_tree_parses_to_itself(tree: Node) -> None:
    assert parse(print_node(tree)) == tree


@given(TREES)
def test_the_text_of_an_expression_is_canonical(tree: Node) -> None:
    text = print_node(tree)
    assert Expr(text) == text
    assert Expr(f"  {text.replace(' ', '   ')} ") == text


@given(st.text(max_size=60))
def test_any_text_is_an_expression_or_is_refused(text: str) -> None:
    expr = Expr(text)
    try:
        assert print_node(parse(text.strip())) == expr
    except ExpressionError:
        assert expr == text.strip()
        assert [code for code, _ in infer(expr, ENVIRONMENT).findings] == ["expression-syntax"]


@given(TREES)
def test_any_tree_is_judged_and_a_sound_one_has_a_type_and_a_range(tree: Node) -> None:
    found = check(print_node(tree), "int", ENVIRONMENT, PLAYING)
    low, high = found.range
    assert low <= high
    if not found.problems:
        assert found.type in ("int", "bool", "word")
        assert -(2**31) < low <= high < 2**31
