"""Where the zones of a game lie on a table: from owner, order, sight, piles and use alone."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

from darwindeck.genome.expressions import Call, Name, nodes_of, parse
from darwindeck.genome.schema import (
    BuildPhase,
    BuildUnit,
    CapturePhase,
    ClaimPhase,
    DiscardPhase,
    DrawPhase,
    GameGenome,
    HandPart,
    Location,
    MeldPhase,
    Move,
    Owner,
    PileKey,
    PileOrder,
    PlayPhase,
    Sees,
    Shown,
    TableHints,
    TrickPhase,
    ZoneHint,
    ZoneSpec,
)
from darwindeck.genome.survey import survey
from darwindeck.genome.tree import walk
from darwindeck.simulation.labels import Labels


class Region(StrEnum):
    """The part of the table that a zone takes."""

    HAND = "hand"
    FRONT = "front"
    """Before its owner."""
    SIDE = "side"
    """Beside its owner's name, small."""
    STOCK = "stock"
    """In the middle: stock, discard pile, a turned card."""
    CENTRE = "centre"
    """In the middle, with room: what is played to or captured from."""
    COLUMNS = "columns"
    FOUNDATIONS = "foundations"
    UNDER = "under"
    """Beneath the piles of another zone."""
    DRAWER = "drawer"
    """Out of play: only counted."""


class Form(StrEnum):
    """How the cards of a zone lie: in a row, a fan, a pile."""

    FAN = "fan"
    ROW = "row"
    PILE = "pile"
    PILES = "piles"
    MELDS = "melds"
    COLUMN = "column"


class Use(StrEnum):
    """What the rules do with a zone."""

    DEALT = "dealt"
    """The deal fills it."""
    DRAWN_FROM = "drawn from"
    PLAYED_FROM = "played from"
    PLAYED_TO = "played to"
    PUT_TO = "put to"
    MELDED_TO = "melded to"
    BUILT_FROM = "built from"
    BUILT_TO = "built to"
    GROWS = "cards are built on those that lie there"
    RUNS = "runs are moved from it"
    CAPTURED_FROM = "captured from"
    WON = "tricks or captures go there"
    MOVED_FROM = "moved from"
    MOVED_TO = "moved to"
    READ = "a rule reads it"


class ZoneLayout(NamedTuple):
    """Where and how the cards of a zone lie."""

    region: Region
    form: Form
    always: bool = False
    """Whether it is drawn even while it is empty."""
    never: bool = False
    """Whether it is drawn only while a move touches it."""
    row: int = 0
    column: int = 0
    """Its place in a grid, from 1; 0: in none."""
    over: str = ""
    """A zone whose place it shares, and on whose cards its own lie."""


_PICKED = {Use.BUILT_FROM, Use.DRAWN_FROM, Use.PLAYED_FROM}
_LEAVES = _PICKED | {Use.CAPTURED_FROM, Use.MOVED_FROM}
"""Uses by which cards leave a zone again before the hand ends."""
_WORKED_ON = {Use.DEALT, Use.BUILT_FROM, Use.GROWS}
"""Uses of piles whose cards, one on the other, are what the game is about."""
_WAYS = {"source", "target", "zone", "collect_to", "to", "table", "out_to"}
"""Fields that say where cards go; any other expression that names a zone reads it."""
_SEVERAL = {PileKey.MANY, PileKey.BY_RANK, PileKey.BY_SUIT, PileKey.FIXED}


def layout(labels: Labels) -> tuple[ZoneLayout, ...]:
    """Where each zone of a game lies, in the order of its zones."""
    found = uses(labels.genome, frozenset(labels.zone_number))
    covered = {str(zone.beneath) for zone in labels.zones if zone.beneath}
    plain = tuple(
        ZoneLayout(Region.UNDER, Form.PILE)
        if str(zone.name) in covered
        else _owned(zone, found[str(zone.name)], labels)
        if zone.owner is not Owner.TABLE
        else _of_the_table(zone, found[str(zone.name)])
        for zone in labels.zones
    )
    hints = labels.genome.table
    return plain if hints is None else _as_hinted(labels, plain, hints)


def _as_hinted(
    labels: Labels, plain: tuple[ZoneLayout, ...], hints: TableHints
) -> tuple[ZoneLayout, ...]:
    """The same with the hints of the genome heeded; a zone over another takes its place."""
    said = {hint.zone: hint for hint in hints.zones}
    names = [str(zone.name) for zone in labels.zones]
    placed = {
        name: _hinted(at, said.get(name, ZoneHint(name)))
        for name, at in zip(names, plain, strict=True)
    }
    for name in names:
        over = placed[name].over
        if over:
            below = placed[over]
            placed[name] = placed[name]._replace(
                region=below.region, row=below.row, column=below.column
            )
    return tuple(placed[name] for name in names)


def _hinted(at: ZoneLayout, hint: ZoneHint) -> ZoneLayout:
    region = at.region if hint.place is None else Region(hint.place.value)
    if region is not at.region:
        at = at._replace(region=region, form=_form(region, at))
    return at._replace(
        always=at.always if hint.show is None else hint.show is Shown.ALWAYS,
        never=hint.show is Shown.NEVER,
        row=hint.row or 0,
        column=hint.column or 0,
        over=hint.over,
    )


def _form(region: Region, at: ZoneLayout) -> Form:
    """How the cards lie in a region that the rules alone would not have given to their zone."""
    if region is Region.DRAWER:
        return Form.PILE
    if region is Region.CENTRE:
        return Form.MELDS if at.form in (Form.MELDS, Form.PILES, Form.COLUMN) else Form.ROW
    if at.form is Form.COLUMN:
        return Form.PILE
    return at.form


def _owned(zone: ZoneSpec, use: set[Use], labels: Labels) -> ZoneLayout:
    stack = zone.order is PileOrder.STACK
    if zone.name == Location.HAND or _serves_as_hand(zone, use, labels):
        unseen = zone.sees is Sees.NOBODY and stack
        return ZoneLayout(Region.HAND, Form.PILE if unseen else Form.FAN)
    if zone.piles in _SEVERAL:
        if Use.BUILT_TO in use or stack:
            return ZoneLayout(Region.FRONT, Form.PILES, always=True)
        return ZoneLayout(Region.FRONT, Form.MELDS)
    out_of_play = zone.sees is Sees.NOBODY and Use.DEALT not in use and not use & _PICKED
    if Use.WON in use or out_of_play:
        return ZoneLayout(Region.SIDE, Form.PILE)
    if zone.sees in (Sees.NOBODY, Sees.TOP) and stack:
        return ZoneLayout(Region.FRONT, Form.PILE)
    if zone.sees is Sees.OWNER:
        return ZoneLayout(Region.SIDE, Form.ROW)
    return ZoneLayout(Region.FRONT, Form.ROW)


def _serves_as_hand(zone: ZoneSpec, use: set[Use], labels: Labels) -> bool:
    """Whether a zone is what its owner plays from, in a game without hands."""
    own = zone.sees is Sees.OWNER and Use.PLAYED_FROM in use
    return own and Location.HAND not in labels.zone_number


def _of_the_table(zone: ZoneSpec, use: set[Use]) -> ZoneLayout:
    stack = zone.order is PileOrder.STACK
    if zone.name == Location.DECK:
        return ZoneLayout(Region.STOCK, Form.PILE)
    in_view = zone.sees is Sees.ALL and use >= _WORKED_ON
    if zone.piles is PileKey.FIXED and (zone.beneath or Use.RUNS in use or in_view):
        return ZoneLayout(Region.COLUMNS, Form.COLUMN, always=True)
    if Use.BUILT_TO in use and (stack or zone.piles in (PileKey.BY_SUIT, PileKey.FIXED)):
        # What cards are taken from again lies apart from where they come to rest.
        region = Region.STOCK if Use.BUILT_FROM in use else Region.FOUNDATIONS
        return ZoneLayout(region, Form.PILE, always=True)
    if zone.piles in _SEVERAL:
        return ZoneLayout(Region.CENTRE, Form.MELDS)
    if stack and zone.sees is Sees.ALL and Use.PLAYED_TO in use and Use.DRAWN_FROM not in use:
        return ZoneLayout(Region.CENTRE, Form.ROW, always=True)
    if stack:
        always = bool(use & {Use.PLAYED_TO, Use.PUT_TO, Use.DRAWN_FROM})
        return ZoneLayout(Region.STOCK, Form.PILE, always)
    if zone.sees is Sees.NOBODY:
        return ZoneLayout(Region.STOCK, Form.PILE)
    passed_through = {Use.MOVED_FROM, Use.MOVED_TO} <= use and Use.DEALT not in use
    if use & {Use.CAPTURED_FROM, Use.PLAYED_TO, Use.MELDED_TO} or passed_through:
        return ZoneLayout(Region.CENTRE, Form.ROW, always=Use.CAPTURED_FROM in use)
    if not use & _LEAVES and Use.READ not in use:
        return ZoneLayout(Region.DRAWER, Form.PILE)
    return ZoneLayout(Region.STOCK, Form.ROW)


def uses(genome: GameGenome, names: frozenset[str]) -> dict[str, set[Use]]:
    """What the rules do with each zone."""
    found: dict[str, set[Use]] = {name: set() for name in names}
    for expression, use in _all_uses(genome):
        for name in zones_in(expression, names):
            found[name].add(use)
    return found


def zones_in(expression: object, names: frozenset[str]) -> frozenset[str]:
    """The zones that an expression mentions."""
    nodes = nodes_of(parse(str(expression)))
    said = (
        n.id if isinstance(n, Name) else n.function for n in nodes if isinstance(n, Name | Call)
    )
    return names.intersection(said)


def _all_uses(genome: GameGenome) -> Iterator[tuple[object, Use]]:
    for _, part in walk(genome):
        yield from _uses_in(part)
    for step in genome.setup.deal or ():
        yield step.zone, Use.DEALT
    for _, part in walk(genome.setup.after_deal):
        if isinstance(part, Move):
            yield part.target, Use.DEALT
    for found in survey(genome).expressions:
        if found.field not in _WAYS:
            yield found.expr, Use.READ


def _uses_in(part: object) -> Iterator[tuple[object, Use]]:
    match part:
        case BuildPhase():
            for move in part.moves:
                yield move.source, Use.BUILT_FROM
                yield move.target, Use.BUILT_TO
                if move.onto is not None:
                    yield move.target, Use.GROWS
                if move.unit is not BuildUnit.CARD:
                    yield move.source, Use.RUNS
        case DrawPhase():
            yield part.source, Use.DRAWN_FROM
        case PlayPhase() | ClaimPhase():
            yield part.source, Use.PLAYED_FROM
            yield part.target, Use.PLAYED_TO
        case DiscardPhase():
            yield part.source, Use.PLAYED_FROM
            yield part.target, Use.PUT_TO
        case MeldPhase():
            yield part.source, Use.PLAYED_FROM
            yield part.target, Use.MELDED_TO
        case CapturePhase():
            yield part.source, Use.PLAYED_FROM
            yield part.table, Use.CAPTURED_FROM
            yield part.target, Use.MELDED_TO if part.building else Use.WON
        case TrickPhase():
            yield part.source, Use.PLAYED_FROM
            yield part.collect_to, Use.WON
        case HandPart():
            yield part.zone, Use.READ
        case Move():
            yield part.source, Use.MOVED_FROM
            yield part.target, Use.MOVED_TO


def layout_text(labels: Labels) -> str:
    """The regions of a game's table as text, for people to read."""
    lines = []
    for zone, at in zip(labels.zones, layout(labels), strict=True):
        kind = f"{zone.owner.value}, {zone.order.value}, {zone.sees.value} sees"
        piles = "" if zone.piles is PileKey.ONE else f", piles {zone.piles.value}"
        always = ", also empty" if at.always else ""
        lines.append(f"{zone.name}: {at.region}, {at.form}{always}{_place(at)} ({kind}{piles})")
    return "\n".join(lines) + "\n"


def _place(at: ZoneLayout) -> str:
    """What hints say of a zone."""
    said = [f"row {at.row}"] if at.row else []
    said += [f"column {at.column}"] if at.column else []
    said += [f"over {at.over}"] if at.over else []
    said += ["never shown"] if at.never else []
    return "".join(f", {one}" for one in said)
