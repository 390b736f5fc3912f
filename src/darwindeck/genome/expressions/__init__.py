"""The small expression language of genomes: text in files, a tree in memory, one canonical form."""

from darwindeck.genome.expressions.syntax import (
    Binary,
    Call,
    Expr,
    ExpressionError,
    Name,
    Negative,
    Node,
    Not,
    Number,
    nodes_of,
    parse,
    print_node,
)

__all__ = [
    "Binary",
    "Call",
    "Expr",
    "ExpressionError",
    "Name",
    "Negative",
    "Node",
    "Not",
    "Number",
    "parse",
    "print_node",
    "nodes_of",
]
