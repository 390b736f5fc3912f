"""What kind of thing an expression gives, as far as the words need it."""

from __future__ import annotations

from darwindeck.genome.expressions import Binary, Call, Name, Negative, Node, Not, Number
from darwindeck.genome.expressions.vocabulary import VOCABULARY
from darwindeck.genome.schema import ChoiceKind
from darwindeck.rulebook.words.lexicon import Lexicon

_CHOICE = {
    ChoiceKind.NUMBER: "int",
    ChoiceKind.SUIT: "suit",
    ChoiceKind.RANK: "rank",
    ChoiceKind.SEAT: "seat",
    ChoiceKind.WORD: "word",
}


def kind_of(node: Node, lexicon: Lexicon) -> str:
    """ "int", "bool", "seat", "seats", "suit", "rank", "mode", "word" or "none"."""
    match node:
        case Number() | Negative():
            return "int"
        case Not() | Binary("and" | "or" | "==" | "!=" | "<" | "<=" | ">" | ">=" | "in"):
            return "bool"
        case Binary():
            return "int"
        case Name(name):
            return _name_kind(name, lexicon)
        case Call("if", (_, then, _)):
            return kind_of(then, lexicon)
        case Call("other", (inner,)):
            return kind_of(inner, lexicon)
        case Call(name, _):
            return _name_kind(name, lexicon)


def _name_kind(name: str, lexicon: Lexicon) -> str:
    if name in lexicon.choices:
        return _CHOICE[lexicon.choices[name].type]
    if name in lexicon.counters:
        return "bool" if lexicon.counters[name].flag else "int"
    if name in lexicon.lets:
        return let_kind(name, lexicon)
    if name in lexicon.roles:
        return "seat"
    if name in VOCABULARY:
        gives = VOCABULARY[name].gives
        return "seats" if gives == "side" else gives
    if name in lexicon.suits:
        return "suit"
    if name in lexicon.ranks:
        return "rank"
    if name in lexicon.modes:
        return "mode"
    return "word"


def let_kind(name: str, lexicon: Lexicon) -> str:
    value = lexicon.lets[name].value
    if isinstance(value, int):
        return "int"
    from darwindeck.genome.expressions import Expr

    expr = Expr(value)
    return "int" if expr.error is not None else kind_of(expr.tree, lexicon)
