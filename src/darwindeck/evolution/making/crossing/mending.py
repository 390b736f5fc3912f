"""Making a game whole again after a transplant: what no longer works goes, what is said twice is
said alike, and the deal fits the deck."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from darwindeck.evolution.making.crossing.anatomy import Anatomy, kinds_in
from darwindeck.evolution.making.tidy import tidy
from darwindeck.genome.decks import deck_cards
from darwindeck.genome.problems import Path, Problem
from darwindeck.genome.schema import (
    Action,
    Attribute,
    Call,
    CallPhase,
    CardCondition,
    CardPoints,
    CardRule,
    CardScoringRule,
    Deal,
    DealStep,
    DeckEmptyAction,
    DeclarePhase,
    FillHands,
    FirstDealer,
    GameGenome,
    GameRules,
    HandPattern,
    Keep,
    Let,
    Location,
    Move,
    NextDealer,
    Owner,
    Part,
    PassAction,
    PassPhase,
    Phase,
    PileOrder,
    Promotion,
    Reference,
    ScoringRule,
    Sees,
    SetTrump,
    SpecialEffect,
    TrickPhase,
    WinCondition,
    ZoneSpec,
)
from darwindeck.genome.tree import fields_of, walk
from darwindeck.genome.validation import problems_as_written
from darwindeck.genome.validation.deck import receivers
from darwindeck.genome.validation.facts import zone_name

ROUNDS = 8
"""How often a game is mended: a clause that is dropped may have been the last to set something
that others read."""

MOSTLY = 0.6
"""So much of a game must still be there when it is mended; with less it is a ruin."""

_DROPPABLE = (
    ScoringRule,
    SpecialEffect,
    CardScoringRule,
    Phase,
    Action,
    CardRule,
    CardPoints,
    HandPattern,
    WinCondition,
    Keep,
    Let,
    Call,
    DealStep,
    Promotion,
)
_DEFAULTS: dict[str, Any] = {
    "leader": "left(dealer)",
    "first": "left(dealer)",
    "next_leader": "winner",
    "equal_ok": "false",
    "out_to": None,
    "may_stop": "true",
}
"""Fields that have a usual value to fall back on."""


def mended(genome: GameGenome, essential: Iterable[Part]) -> GameGenome | None:
    """The game in a form that is valid, without losing what is essential; None if there is none."""
    kept = tuple(essential)
    whole = _clauses(genome)
    for _ in range(ROUNDS):
        genome = tidy(agreed(tidy(genome)))
        problems = problems_as_written(genome)
        if _clauses(genome) < MOSTLY * whole:
            return None
        if not problems:
            return genome if _carries(genome, kept) else None
        changed = _without(genome, problems, kept)
        if changed is None or changed == genome:
            return None
        genome = changed
    return None


def _clauses(genome: GameGenome) -> int:
    """How many clauses there are to play by."""
    return (
        len(genome.scoring_rules or ())
        + len(genome.card_scoring or ())
        + len(genome.special_effects)
        + len(genome.win_conditions)
        + sum(1 for _, part in walk(genome.turn_structure) if isinstance(part, Phase | Call))
    )


def _carries(genome: GameGenome, essential: tuple[Part, ...]) -> bool:
    """Whether the kinds of clauses that are essential are still there."""
    kinds = kinds_in(genome)
    return all(type(part) in kinds for part in essential)


# --- dropping what does not work ------------------------------------------------------------------

_STEP = re.compile(r"\.([A-Za-z_]\w*)|\[(\d+)\]")


def steps(problem: Problem) -> Path:
    """The path of a problem, step by step."""
    return tuple(
        name if name else int(index)
        for name, index in _STEP.findall(problem.path.removeprefix("$"))
    )


def _without(
    genome: GameGenome, problems: list[Problem], essential: tuple[Part, ...]
) -> GameGenome | None:
    drop: set[Path] = set()
    reset: dict[Path, Any] = {}
    for problem in problems:
        path = steps(problem)
        if path and path[-1] in _DEFAULTS and _value(genome, path) != _DEFAULTS[str(path[-1])]:
            reset[path] = _DEFAULTS[str(path[-1])]
            continue
        found = _droppable(genome, path, essential)
        if found is None:
            return None
        drop.add(found)
    whole: GameGenome = _rebuilt(genome, (), drop, reset)
    return whole


def _value(genome: GameGenome, path: Path) -> Any:
    value: Any = genome
    for step in path:
        value = value[step] if isinstance(step, int) else getattr(value, step)
    return value


def _droppable(genome: GameGenome, path: Path, essential: tuple[Part, ...]) -> Path | None:
    """The innermost clause around a problem that can be left out."""
    for length in range(len(path), 0, -1):
        if isinstance(path[length - 1], int):
            part = _value(genome, path[:length])
            if isinstance(part, _DROPPABLE) and not _is_vital(part, essential):
                return path[:length]
    return None


def _is_vital(part: Part, essential: tuple[Part, ...]) -> bool:
    kinds = {type(clause) for clause in essential if isinstance(clause, Phase)}
    whole = [clause for _, clause in walk(part) if isinstance(clause, Part)]
    return any(clause in essential for clause in whole) or any(
        type(clause) in kinds for clause in whole
    )


def _rebuilt(value: Any, path: Path, drop: set[Path], reset: dict[Path, Any]) -> Any:
    if isinstance(value, tuple):
        return tuple(
            _rebuilt(item, (*path, index), drop, reset)
            for index, item in enumerate(value)
            if (*path, index) not in drop
        )
    if not isinstance(value, Part):
        return value
    changes: dict[str, Any] = {}
    for name, _, _ in fields_of(type(value)):
        here = (*path, name)
        old = getattr(value, name)
        new = reset[here] if here in reset else _rebuilt(old, here, drop, reset)
        if new is not old and new != old:
            changes[name] = new
    return replace(value, **changes) if changes else value


# --- saying things alike --------------------------------------------------------------------------


def agreed(genome: GameGenome) -> GameGenome:
    """The game with everything that is said twice said alike, and a deal that fits."""
    genome = _zones(_fit_deal(genome))
    genome = _edges(genome)
    genome = replace(genome, turn_structure=replace(genome.turn_structure, phases=_tricks(genome)))
    structure = genome.turn_structure
    tricks = TrickPhase in kinds_in(genome)
    return replace(
        genome,
        turn_structure=replace(
            structure, is_trick_based=tricks, tricks_per_hand=_number_of_tricks(genome)
        ),
    )


def _number_of_tricks(genome: GameGenome) -> int | None:
    anatomy = Anatomy(genome)
    if anatomy.trick is None or anatomy.trick.until != "false" or anatomy.trick.out_to is not None:
        return None
    quiet = (CallPhase, PassPhase, DeclarePhase, TrickPhase)
    others = kinds_in(genome) & {FillHands, Deal}
    if others or not all(isinstance(phase, quiet) for phase in anatomy.phases):
        return None
    hands = {
        zone_name(str(end))
        for _, move in walk(genome)
        if isinstance(move, Move)
        for end in (move.source, move.target)
    }
    return None if Location.HAND in hands else genome.setup.cards_per_player


def _tricks(genome: GameGenome) -> tuple[Phase, ...]:
    named = SetTrump in kinds_in(genome)
    fixed = None if named else genome.setup.trump_suit
    anatomy = Anatomy(genome)
    hand, dealt_out = anatomy.hand, anatomy.deals_all

    def fit(phase: Phase) -> Phase:
        changes: dict[str, Any] = {}
        for name in ("phases", "options"):
            inner = getattr(phase, name, None)
            if inner:
                changes[name] = tuple(fit(below) for below in inner)
        if isinstance(phase, PassPhase) and isinstance(phase.count, int):
            changes["count"] = min(phase.count, max(1, hand // 3))
        if isinstance(phase, TrickPhase) and "holder(" in str(phase.leader) and not dealt_out:
            # the card that one must hold to lead may be in the stock
            changes["leader"] = _DEFAULTS["leader"]
            changes["lead"] = tuple(rule for rule in phase.lead if "trick" not in str(rule.when))
        if isinstance(phase, TrickPhase):
            changes["trump_suit"] = fixed if phase.trump_suit is not None else None
            if phase.follow:
                changes["lead_suit_required"] = any(_follows(r.cards) for r in phase.follow)
        return replace(phase, **changes) if changes else phase

    return tuple(fit(phase) for phase in genome.turn_structure.phases)


def _follows(condition: CardCondition) -> bool:
    if Attribute.SUIT in condition.same and condition.of is Reference.LED:
        return True
    return any(_follows(part) for part in (*condition.all_of, *condition.any_of))


_USUAL = {
    Location.HAND: ZoneSpec(Location.HAND, "hand", owner=Owner.SEAT, sees=Sees.OWNER),
    Location.DECK: ZoneSpec(Location.DECK, "stock", order=PileOrder.STACK, sees=Sees.NOBODY),
    Location.DISCARD: ZoneSpec(
        Location.DISCARD, "discard pile", order=PileOrder.STACK, sees=Sees.TOP
    ),
    Location.CAPTURED: ZoneSpec(Location.CAPTURED, "cards won", owner=Owner.SEAT, sees=Sees.NOBODY),
}


def _zones(genome: GameGenome) -> GameGenome:
    """The usual zones that clauses take for granted."""
    zones = genome.zones or ()
    names = {zone.name for zone in zones}
    missing = [Location.HAND, Location.DECK]
    trick = Anatomy(genome).trick
    if trick is not None and zone_name(str(trick.collect_to)) == Location.CAPTURED:
        missing.append(Location.CAPTURED)
    return replace(genome, zones=(*zones, *(_USUAL[name] for name in missing if name not in names)))


def _edges(genome: GameGenome) -> GameGenome:
    rules = genome.game_rules or GameRules()
    names = {zone.name for zone in genome.zones or ()}
    if (
        rules.deck_empty_action is DeckEmptyAction.RESHUFFLE_DISCARD
        and Location.DISCARD not in names
    ):
        rules = replace(rules, deck_empty_action=DeckEmptyAction.SKIP_DRAW)
    clears = rules.consecutive_pass_action is PassAction.CLEAR_TABLEAU
    if clears and Location.TABLEAU not in names:
        rules = replace(rules, consecutive_pass_action=PassAction.NONE)
    if rules.consecutive_pass_action is PassAction.NONE:
        rules = replace(rules, passes_to_trigger=None)
    match, setup = genome.match, genome.setup
    if match is not None and match.first_dealer is FirstDealer.HOUSE and genome.house is None:
        match = replace(match, first_dealer=FirstDealer.RANDOM, next_dealer=NextDealer.LEFT)
    if setup.trump_suit is not None and SetTrump in kinds_in(genome):
        setup = replace(setup, trump_suit=None)
    return replace(genome, game_rules=rules, match=match, setup=setup)


def _fit_deal(genome: GameGenome) -> GameGenome:
    """The deal with as many cards to each player as the deck allows."""
    setup, players = genome.setup, genome.player_count
    if setup.deal is None:
        return genome
    names = {zone.name: zone for zone in genome.zones or ()}
    cards = len(deck_cards(genome))
    deal = [step for step in setup.deal if zone_name(str(step.zone)) in names]
    while True:
        each, others = 0, 0
        for step in deal:
            zone = names[zone_name(str(step.zone))]
            count = sum(step.piles) if step.piles else sum(step.packets)
            if step.all_cards:
                continue
            if zone.owner is Owner.TABLE:
                others += count
            elif zone.name == Location.HAND and receivers(step.to, players) == players:
                each += count
            else:
                others += count * receivers(step.to, players)
        if each * players + others <= cards or each <= 1:
            break
        deal = _shorter(deal)
    dealt_out = any(step.all_cards for step in deal)
    hand = each + ((cards - others) // players if dealt_out else 0)
    up = sum(sum(step.packets) for step in deal if zone_name(str(step.zone)) == Location.DISCARD)
    return replace(
        genome,
        setup=replace(setup, deal=tuple(deal), cards_per_player=hand, initial_discard_count=up),
    )


def _shorter(deal: list[DealStep]) -> list[DealStep]:
    """A deal of one card less to each player."""
    for index in range(len(deal) - 1, -1, -1):
        step = deal[index]
        whole = not step.all_cards and not step.piles and sum(step.packets) > 1
        if zone_name(str(step.zone)) == Location.HAND and whole:
            count = sum(step.packets) - 1
            return [*deal[:index], replace(step, packets=(1,) * count), *deal[index + 1 :]]
    return deal[:0]


def with_hand(genome: GameGenome, size: int) -> GameGenome:
    """The game with so many cards dealt to each player, one by one."""
    deal = list(genome.setup.deal or ())
    mine = [
        i
        for i, step in enumerate(deal)
        if zone_name(str(step.zone)) == Location.HAND and step.to == "each"
    ]
    first = mine[0] if mine else 0
    rest = [step for i, step in enumerate(deal) if i not in mine]
    rest.insert(min(first, len(rest)), DealStep(packets=(1,) * size))
    setup = replace(genome.setup, deal=tuple(rest), cards_per_player=size)
    return replace(genome, setup=setup)
