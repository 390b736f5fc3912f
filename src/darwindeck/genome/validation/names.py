"""Names: each declared once, in a form that expressions can use, and declared if it is used."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from darwindeck.cards import Rank, Suit
from darwindeck.genome.decks import deck_spec
from darwindeck.genome.expressions.check import close_name
from darwindeck.genome.expressions.vocabulary import OPERATORS, RESERVED
from darwindeck.genome.limits import MAX_LABEL, MAX_NAME, MAX_TEXT
from darwindeck.genome.problems import Path, Problem
from darwindeck.genome.schema.base import Part, once_per_type
from darwindeck.genome.schema.calls import Call, CallChoice, CallPhase
from darwindeck.genome.schema.patterns import HandPattern, PatternValue
from darwindeck.genome.schema.phases import Phase
from darwindeck.genome.schema.ranking import CardRanking, PointTable
from darwindeck.genome.schema.selectors import CardCondition, NamedCards
from darwindeck.genome.schema.things import (
    CardBlock,
    CardFace,
    Counter,
    Let,
    Option,
    OptionChoice,
    RankSpec,
    RoleSpec,
    StandIn,
    SuitSpec,
    ZoneSpec,
)
from darwindeck.genome.schema.transfers import ClaimPhase, ClaimRankMode
from darwindeck.genome.survey import NameUse
from darwindeck.genome.tree import PlainSlot, fields_of, innermost
from darwindeck.genome.validation.facts import Facts

_WORD = re.compile(r"[A-Za-z_][A-Za-z_0-9]*")
_READING = re.compile(rf"[A-Za-z_0-9]{{1,{MAX_NAME}}}")

Declared = tuple[Path, str]
Named = (
    ZoneSpec
    | RoleSpec
    | Counter
    | Let
    | Option
    | OptionChoice
    | NamedCards
    | HandPattern
    | Call
    | CallChoice
    | PatternValue
)


def _declared(facts: Facts) -> dict[str, list[Declared]]:
    """Every declaration that expressions use by name, by kind."""
    genome = facts.genome
    lists: dict[str, tuple[str, Sequence[Named]]] = {
        "zone": ("zones", genome.zones or ()),
        "role": ("roles", genome.roles),
        "counter": ("counters", genome.counters),
        "let": ("lets", genome.lets),
        "option": ("options", genome.options),
        "card set": ("card_sets", genome.card_sets),
    }
    return {kind: _names((field,), parts) for kind, (field, parts) in lists.items()}


def _names(path: Path, parts: Iterable[Named]) -> list[Declared]:
    return [((*path, index, "name"), part.name) for index, part in enumerate(parts)]


def names_are_words(facts: Facts) -> Iterator[Problem]:
    """Whatever an expression may have to write must be a word of letters, digits and `_`."""
    genome = facts.genome
    written = [item for items in _declared(facts).values() for item in items]
    for index, table in enumerate(genome.point_tables or ()):
        written.append((("point_tables", index, "name"), table.name))
    for index, ranking in enumerate(genome.rankings or ()):
        if ranking.mode:
            written.append((("rankings", index, "mode"), ranking.mode))
    for path, phase in facts.all(Phase):
        if phase.name:
            written.append(((*path, "name"), phase.name))
    written += [((*path, "name"), call.name) for path, call in facts.all(Call)]
    written += [((*path, "name"), choice.name) for path, choice in facts.all(CallChoice)]
    written += [((*path, "name"), value.name) for path, value in facts.all(PatternValue)]
    for path, choice in facts.all(CallChoice):
        written += [((*path, "words", i), word) for i, word in enumerate(choice.words)]
    for path, pattern in facts.all(HandPattern):
        written += [((*path, "tags", i), tag) for i, tag in enumerate(pattern.tags)]
    for path, name in written:
        if not _WORD.fullmatch(name) or name in OPERATORS or len(name) > MAX_NAME:
            yield Problem(
                "bad-name",
                path,
                f"'{name[:MAX_NAME]}' cannot be used as a name: write letters, digits and `_`, "
                "beginning with a letter",
            )
    for index, option in enumerate(genome.options):
        for place, reading in enumerate(option.choices):
            if not _READING.fullmatch(reading.name):
                yield Problem(
                    "bad-name",
                    ("options", index, "choices", place, "name"),
                    f"'{reading.name[:MAX_NAME]}' cannot be used as a name: write letters, digits "
                    "and `_`",
                )
    for path, pattern in facts.all(HandPattern):
        if not pattern.name:
            yield Problem("bad-name", (*path, "name"), "A pattern needs a name")


def names_are_declared_once(facts: Facts) -> Iterator[Problem]:
    genome = facts.genome
    for kind, items in _declared(facts).items():
        yield from _twice(items, kind)
    yield from _twice(_names(("patterns",), genome.patterns), "pattern")
    if genome.hand_evaluation is not None:
        patterns = genome.hand_evaluation.patterns
        yield from _twice(_names(("hand_evaluation", "patterns"), patterns), "pattern")
    phases = [((*path, "name"), phase.name) for path, phase in facts.all(Phase) if phase.name]
    yield from _twice(phases, "phase")
    for path, calls in facts.all(CallPhase):
        yield from _twice(_names((*path, "calls"), calls.calls), "call")
    for path, call in facts.all(Call):
        yield from _twice(_names((*path, "choices"), call.choices), "choice")
    for path, choice in facts.all(CallChoice):
        yield from _twice([((*path, "words", i), w) for i, w in enumerate(choice.words)], "word")
    for index, option in enumerate(genome.options):
        yield from _twice(_names(("options", index, "choices"), option.choices), "choice")
    tables: list[Declared] = [
        (("point_tables", i), f"{table.name} in mode {table.mode}" if table.mode else table.name)
        for i, table in enumerate(genome.point_tables or ())
    ]
    yield from _twice(tables, "point table")
    modes: list[Declared] = [
        (("rankings", i, "mode"), ranking.mode) for i, ranking in enumerate(genome.rankings or ())
    ]
    yield from _twice(modes, "ranking of mode")
    yield from _deck_names(facts)


def _deck_names(facts: Facts) -> Iterator[Problem]:
    deck = facts.genome.deck
    if deck is None:
        return
    suits: list[Declared] = [((), suit) for suit in Suit]
    suits += [(("deck", "suits", i, "name"), s.name) for i, s in enumerate(deck.suits)]
    yield from _twice(suits, "suit")
    ranks: list[Declared] = [((), rank) for rank in Rank]
    ranks += [(("deck", "ranks", i, "name"), r.name) for i, r in enumerate(deck.ranks)]
    yield from _twice(ranks, "rank")


def _twice(items: Iterable[Declared], kind: str) -> Iterator[Problem]:
    seen: set[str] = set()
    for path, name in items:
        if name in seen:
            yield Problem("duplicate-name", path, f"The {kind} '{name}' is declared twice")
        seen.add(name)


_A_WORD = "a word of the language"


def names_are_not_reserved(facts: Facts) -> Iterator[Problem]:
    """Expressions cannot be read as long as something is called like one of their own words."""
    for kind, items in _declared(facts).items():
        for path, name in items:
            if name in RESERVED:
                yield _clash(path, kind, name, _A_WORD)
    for path, choice in facts.all(CallChoice):
        if choice.name in RESERVED:
            yield _clash((*path, "name"), "choice", choice.name, _A_WORD)


def names_do_not_clash(facts: Facts) -> Iterator[Problem]:
    """A name in an expression stands for one thing, whatever it is."""
    taken: dict[str, str] = dict.fromkeys(RESERVED, _A_WORD)
    for kind, items in _declared(facts).items():
        fresh: dict[str, str] = {}
        for path, name in items:
            if name in taken:
                yield _clash(path, kind, name, taken[name])
            fresh[name] = f"a {kind}" if kind != "option" else "an option"
        taken |= fresh
    fresh = {}
    kinds: dict[str, str] = {}
    for path, choice in facts.all(CallChoice):
        if choice.name in taken:
            yield _clash((*path, "name"), "choice", choice.name, taken[choice.name])
        fresh[choice.name] = "what a call names"
        before = kinds.setdefault(choice.name, choice.type)
        if before != choice.type:
            yield _clash(
                (*path, "name"), f"{choice.type} choice", choice.name, f"a {before} choice"
            )
    taken |= fresh
    for name in (*facts.suits, *facts.ranks):
        if taken.get(name, "a card set") not in ("a card set", _A_WORD):
            path = ("deck",)
            yield _clash(path, "suit" if name in facts.suits else "rank", name, taken[name])


def _clash(path: Path, kind: str, name: str, other: str) -> Problem:
    return Problem("name-clash", path, f"The {kind} '{name}' has the name of {other}")


_DECLARING = {(SuitSpec, "name"), (RankSpec, "name"), (CardRanking, "mode")}
_NOT_IN_DECK = {"suit": "unknown-suit", "rank": "unknown-rank"}
_OF_THE_DECK = (CardBlock, CardFace, StandIn)


def names_are_known(facts: Facts) -> Iterator[Problem]:
    """Whatever a field refers to by name must be declared somewhere."""
    known = _known(facts)
    declared_suits, declared_ranks = _faces(facts)
    standing = {str(card.stands_in): card.rank for card in facts.cards if card.stands_in}
    for use in facts.survey.names:
        kind, name = use.kind, use.name
        left_out = not name and isinstance(use.path[-1], str)
        if left_out or (type(use.part), use.field) in _DECLARING or _is_idle(use):
            continue
        if isinstance(use.part, _OF_THE_DECK):
            faces = declared_suits if kind == "suit" else declared_ranks
            if name not in faces:
                yield Problem(
                    _NOT_IN_DECK[kind],
                    use.path,
                    f"The deck uses the {kind} '{name[:MAX_NAME]}', which is neither French nor "
                    f"declared in deck.{kind}s{close_name(name, faces)}",
                )
        elif kind in ("suit", "rank"):
            if name not in known[kind] and not _is_no_suit(use):
                counted = standing.get(name) if kind == "rank" else None
                yield Problem(
                    _NOT_IN_DECK[kind],
                    use.path,
                    f"Cards of the rank '{name[:MAX_NAME]}' count as '{counted}'; say that instead"
                    if counted is not None
                    else f"The deck has no card of the {kind} '{name[:MAX_NAME]}'"
                    f"{close_name(name, known[kind])}",
                )
        elif name not in known[kind]:
            yield Problem(
                "unknown-name",
                use.path,
                f"No {kind} is called '{name[:MAX_NAME]}'{close_name(name, known[kind])}",
            )


def _is_no_suit(use: NameUse) -> bool:
    """A call may name `none` for no trumps."""
    return use.name == "none" and isinstance(use.part, CallChoice)


def _is_idle(use: NameUse) -> bool:
    """Where a sequence of claims starts says nothing of claims that follow no sequence."""
    return (
        isinstance(use.part, ClaimPhase)
        and use.field == "starting_rank"
        and use.part.rank_mode is not ClaimRankMode.SEQUENTIAL
    )


def _known(facts: Facts) -> dict[str, Iterable[str]]:
    env = facts.env
    return {
        "suit": facts.suits,
        "rank": facts.ranks,
        "zone": env.zones,
        "role": env.roles,
        "counter": env.counters,
        "card set": env.card_sets,
        "point table": env.tables,
        "pattern": {pattern.name for pattern in facts.genome.patterns},
        "tag": env.tags,
        "mode": env.modes,
        "phase": env.phases,
        "call": env.calls,
        "option": env.options,
        "let": env.lets,
    }


def _faces(facts: Facts) -> tuple[set[str], set[str]]:
    spec = deck_spec(facts.genome)
    suits = {str(suit) for suit in Suit} | {str(s.name) for s in (spec.suits if spec else ())}
    ranks = {str(rank) for rank in Rank} | {str(r.name) for r in (spec.ranks if spec else ())}
    return suits, ranks


def colours_are_known(facts: Facts) -> Iterator[Problem]:
    known = set(facts.colours.values())
    for path, condition in facts.all(CardCondition):
        if condition.colour is not None and condition.colour not in known:
            yield Problem(
                "unknown-name",
                (*path, "colour"),
                f"No suit of the deck has the colour '{condition.colour[:MAX_NAME]}'"
                f"{close_name(condition.colour, known)}",
            )


LABELLED: tuple[type[Part], ...] = (
    ZoneSpec,
    RoleSpec,
    Counter,
    Let,
    Option,
    NamedCards,
    PointTable,
    Call,
    CallChoice,
    SuitSpec,
    RankSpec,
)
"""Parts that the rulebook speaks of, and so needs a word for."""


def things_have_labels(facts: Facts) -> Iterator[Problem]:
    for kind in LABELLED:
        for path, part in facts.survey.by_type.get(kind, ()):
            if not part.label.strip():
                yield Problem(
                    "label-missing", (*path, "label"), "The rulebook needs a word for this"
                )
            elif len(part.label) > MAX_LABEL:
                yield Problem(
                    "too-large",
                    (*path, "label"),
                    f"A label has at most {MAX_LABEL} characters, this one {len(part.label):,}",
                )


def texts_are_printable(facts: Facts) -> Iterator[Problem]:
    """Text is shown on terminals and pages: no control characters, no hidden ones."""
    for path, part in facts.survey.parts:
        for here, text in _texts(part, path):
            if text and len(text) > MAX_TEXT:
                yield Problem(
                    "too-large",
                    here,
                    f"A text has at most {MAX_TEXT:,} characters, this one {len(text):,}",
                )
            elif text and not text.isprintable():
                odd = next(letter for letter in text if not letter.isprintable())
                yield Problem(
                    "unprintable-text",
                    here,
                    f"The text holds a character that cannot be printed (U+{ord(odd):04X})",
                )


def _texts(part: Part, path: Path) -> Iterator[tuple[Path, str | None]]:
    for name in _text_fields(type(part)):
        held = getattr(part, name)
        if isinstance(held, tuple):
            yield from (((*path, name, index), text) for index, text in enumerate(held))
        else:
            yield (*path, name), held


@once_per_type
def _text_fields(part: type[Part]) -> tuple[str, ...]:
    text = PlainSlot(str)
    return tuple(name for name, slot, _ in fields_of(part) if innermost(slot) == text)


def card_sets_are_not_circular(facts: Facts) -> Iterator[Problem]:
    """A card set, or the lines of a point table, may use another one, but not themselves."""
    tables = facts.genome.point_tables or ()
    declared = (
        ("card set", "card_sets", [named.name for named in facts.genome.card_sets]),
        ("point table", "point_tables", [table.name for table in tables]),
    )
    reads: dict[tuple[str, str], set[tuple[str, str]]] = {
        (kind, name): set() for kind, _, names in declared for name in names
    }
    fields = {field: (kind, names) for kind, field, names in declared}
    for use in facts.survey.names:
        if use.kind in ("card set", "point table") and use.path[0] in fields:
            kind, names = fields[str(use.path[0])]
            index = use.path[1]
            assert isinstance(index, int)
            reads[kind, names[index]].add((use.kind, use.name))
    done: set[tuple[str, str]] = set()
    while True:
        ready = [
            name for name in reads if name not in done and not (reads[name] & reads.keys() - done)
        ]
        if not ready:
            break
        done.update(ready)
    for kind, field, names in declared:
        for index, name in enumerate(names):
            if (kind, name) not in done:
                yield Problem(
                    "circular-card-set",
                    (field, index),
                    f"The {kind} '{name}' is defined by itself",
                )
