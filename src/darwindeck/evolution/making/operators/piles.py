"""What goes on piles, what goes away from them, and who deals the cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from darwindeck.evolution.making.operators.base import MutationOperator, pick
from darwindeck.evolution.making.sites import Draft
from darwindeck.genome.problems import Path
from darwindeck.genome.schema import (
    Attribute,
    BuildMove,
    BuildPhase,
    BuildUnit,
    CapturePhase,
    CardCondition,
    GameGenome,
    If,
    Location,
    MatchRules,
    Moment,
    Move,
    NextDealer,
    Owner,
    PileKey,
    Reference,
    SpecialEffect,
    TrickPhase,
    WhoDeals,
)
from darwindeck.genome.tree import at, put, with_item


class PacketMutation(MutationOperator):
    """Lets only runs in suit be moved together, or any cards again."""

    usual = 0.3

    def places(self, draft: Draft) -> Sequence[Path]:
        moves = draft.facts.all(BuildMove)
        return [path for path, move in moves if move.unit is not BuildUnit.CARD]

    def change(self, draft: Draft, place: Path, rng: Random) -> GameGenome:
        move = at(draft.genome, place)
        packet = None
        if move.packet is None:
            step = move.onto.step if move.onto is not None and move.onto.step else -1
            packet = CardCondition(same=(Attribute.SUIT,), of=Reference.TOP, step=step)
        return put(draft.genome, (*place, "packet"), packet)


class FullPileMutation(MutationOperator):
    """Takes a pile that is built on away when it has so many cards."""

    usual = 0.3

    def places(self, draft: Draft) -> Sequence[tuple[Path, str, str]]:
        zones = {str(zone.name): zone for zone in draft.genome.zones or ()}
        tables = {name for name, zone in zones.items() if zone.owner is Owner.TABLE}
        built = {str(move.target) for _, move in draft.facts.all(BuildMove)}
        away = sorted(tables - built - {Location.DECK})
        rows = {name for name in tables & built if zones[name].piles is PileKey.FIXED}
        return [
            (path, name, target)
            for path, phase in draft.facts.all(BuildPhase)
            for name in sorted(rows & {str(move.target) for move in phase.moves})
            for target in away
            if zones[target].piles is PileKey.ONE
        ]

    def change(self, draft: Draft, place: tuple[Path, str, str], rng: Random) -> GameGenome:
        path, zone, target = place
        full = f"size(pile) >= {rng.randint(3, max(3, len(draft.ranks)))}"
        away = Move(f"first_pile({zone}, {full})", target)
        clear = If(f"piles({zone}, {full}) > 0", then=(away,))
        done = at(draft.genome, (*path, "then"))
        return with_item(draft.genome, (*path, "then"), len(done), clear)


class WhoDealsMutation(MutationOperator):
    """Lets whoever took cards last deal next, or the deal go round again."""

    usual = 0.3

    def places(self, draft: Draft) -> Sequence[MatchRules]:
        match = draft.genome.match
        taking = draft.has(TrickPhase, CapturePhase)
        if match is None or match.hands == 1 or draft.genome.player_count < 2 or not taking:
            return ()
        return (match,) if _deals_by_itself(draft.genome) or not draft.has(WhoDeals) else ()

    def change(self, draft: Draft, place: MatchRules, rng: Random) -> GameGenome:
        genome = draft.genome
        if _deals_by_itself(genome):
            effects = tuple(effect for effect in genome.special_effects if effect != _DEALS)
            match = replace(place, next_dealer=pick((NextDealer.LEFT, NextDealer.WINNER), rng))
            return replace(genome, special_effects=effects, match=match)
        genome = replace(genome, match=replace(place, next_dealer=NextDealer.SAME))
        return with_item(genome, ("special_effects",), len(genome.special_effects), _DEALS)


_DEALS = SpecialEffect(CardCondition(), Moment.HAND_END, (WhoDeals("last_taker"),))


def _deals_by_itself(genome: GameGenome) -> bool:
    return _DEALS in genome.special_effects
