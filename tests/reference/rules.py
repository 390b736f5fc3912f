"""The rules of one game, sorted for use: what a genome says, looked up once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from tests.reference.cards import Deck, deck_of
from tests.reference.genome import (
    BuildPhase,
    CardScoringRule,
    ClaimPhase,
    GameGenome,
    GameRules,
    HandPattern,
    MatchRules,
    Phase,
    PlayPhase,
    ScoringRule,
    SpecialEffect,
    ZoneSpec,
    phases_of,
)
from tests.reference.state import NOBODY
from tests.reference.text import Node

STOCK = "deck"
"""The zone of the undealt cards (§3.4)."""


class Rules:
    """What never changes while a game is played."""

    def __init__(self, genome: GameGenome) -> None:
        self.genome = genome
        self.deck: Deck = deck_of(genome)
        self.zones: dict[str, ZoneSpec] = {zone.name: zone for zone in genome.zones or ()}
        self.hidden_stock = STOCK not in self.zones
        if self.hidden_stock:
            self.zones[STOCK] = ZoneSpec(name=STOCK, label="stock", order="stack", sees="nobody")
        elif self.zones[STOCK].order != "stack":
            self.zones[STOCK] = replace(self.zones[STOCK], order="stack")
        self.players = genome.player_count
        self.seats = self.players + (genome.house is not None)
        self.house = self.players if genome.house is not None else NOBODY
        self.everybody = (1 << self.seats) - 1
        self.teams = genome.team_mode
        self.sides: tuple[tuple[int, ...], ...] = (
            genome.teams if genome.team_mode else tuple((seat,) for seat in range(self.players))
        )
        self.side_of: dict[int, int] = {
            seat: number for number, side in enumerate(self.sides) for seat in side
        }
        self.phases: tuple[Phase, ...] = phases_of(genome)
        self.number_of: dict[Phase, int] = {phase: i for i, phase in enumerate(self.phases)}
        self.match: MatchRules = genome.match or MatchRules()
        self.game_rules: GameRules = genome.game_rules or GameRules()
        self.patterns: dict[str, HandPattern] = {item.name: item for item in genome.patterns}
        self.effects: dict[str, list[SpecialEffect]] = _by(genome.special_effects, "moment")
        self.scoring: dict[str, list[tuple[int, ScoringRule]]] = {}
        for number, rule in enumerate(genome.scoring_rules or ()):
            self.scoring.setdefault(rule.moment, []).append((number, rule))
        self.card_scoring: dict[str, list[CardScoringRule]] = _by(
            genome.card_scoring or (), "trigger"
        )
        self.lookers: dict[tuple[str, int], int] = {
            (name, owner): self._lookers(zone, owner)
            for name, zone in self.zones.items()
            for owner in self.owners(zone)
        }
        """By zone and owner: the seats (a bit each) that may look at all its cards."""
        self.zone_elsewhere = zone_elsewhere(genome, self.phases)
        """The zone of the pile in question outside phases that play, discard or build (§P2.5)."""
        self.trump: str = genome.setup.trump_suit or ""
        """The trump suit at the beginning of each hand (§2.12, §P1.6)."""
        self.face_of: list[int] = [self.deck.faces.index(face) for face in self.deck.faces]
        """By card: the first card of the deck with the same face."""
        self.dead_ends: dict[tuple[int, int], set[Any]] = {}
        """What looking ahead from the decision in progress has found to lead nowhere."""
        self.engine: Any = None
        """What goes on from a position: the module `engine`, set by it."""
        self.can: Callable[[Any, str, int], bool] = _nobody_asked

    def owners(self, zone: ZoneSpec) -> tuple[int, ...]:
        """Whose piles a zone has: the table's, each seat's (the house's too) or each side's
        (§P1.8)."""
        if zone.owner == "table":
            return (NOBODY,)
        return tuple(range(self.seats if zone.owner == "seat" else len(self.sides)))

    def _lookers(self, zone: ZoneSpec, owner: int) -> int:
        """Who may look at all cards of a zone of an owner (§9.1)."""
        everybody = self.everybody
        if zone.sees == "all":
            return everybody
        if zone.sees in ("nobody", "top"):
            return 0
        if zone.owner == "table":
            return 0 if zone.sees == "others" else everybody
        own = 1 << owner if zone.owner == "seat" else sum(1 << seat for seat in self.sides[owner])
        if zone.sees == "owner":
            return own
        if zone.sees == "others":
            return everybody & ~own
        side = self.side_of.get(owner) if zone.owner == "seat" else owner
        return own | (0 if side is None else sum(1 << seat for seat in self.sides[side]))


def zone_elsewhere(genome: GameGenome, phases: tuple[Phase, ...]) -> str:
    """The zone to which all play, build and claim phases go, if they all name the same one;
    otherwise `discard` (§P2.5)."""
    targets: list[Node] = []
    for phase in phases:
        if isinstance(phase, PlayPhase | ClaimPhase):
            targets.append(phase.target)
        elif isinstance(phase, BuildPhase):
            targets += [move.target for move in phase.moves]
    zones = {zone.name for zone in genome.zones or ()}
    named = {name for target in targets for name in words_of(target) if name in zones}
    return named.pop() if len(named) == 1 else "discard"


def words_of(node: Node) -> set[str]:
    """All words of an expression."""
    return {node.word}.union(*(words_of(argument) for argument in node.arguments))


def _nobody_asked(position: Any, phase: str, seat: int) -> bool:
    raise AssertionError("the engine has not said how to look ahead")


def _by(items: tuple[Any, ...], name: str) -> dict[str, list[Any]]:
    """Items by one of their fields, in their order."""
    found: dict[str, list[Any]] = {}
    for item in items:
        found.setdefault(getattr(item, name), []).append(item)
    return found
