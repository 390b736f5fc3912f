"""What certain cards do when they are played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from darwindeck.evolution.making.operators.base import MutationOperator, pick, pick_other
from darwindeck.evolution.making.operators.phases import stock_left
from darwindeck.evolution.making.sites import Draft
from darwindeck.genome.schema import (
    Action,
    CapturePhase,
    CardCondition,
    ClaimPhase,
    ForEach,
    GameGenome,
    Location,
    Moment,
    Move,
    PlayAgain,
    PlayPhase,
    Reverse,
    Skip,
    SpecialEffect,
    TurnsPhase,
)
from darwindeck.genome.tree import put, with_item, without
from darwindeck.genome.validation.endings import is_all_turns

MOST_EFFECTS = 3

Deeds = tuple[Action, ...]


def deeds(draft: Draft) -> list[Deeds]:
    """What a played card can do in this game: something to the course of play. Points for a card
    that everybody must play some time would be no choice."""
    genome = draft.genome
    found: list[Deeds] = []
    turns = draft.has(TurnsPhase) or is_all_turns(draft.facts)
    several = genome.player_count > 1
    if turns and several and draft.has(PlayPhase, CapturePhase):
        found += [(PlayAgain(),), (Skip(),)]
        if genome.player_count > 2:
            found.append((Reverse(),))
        if Location.HAND in draft.facts.env.zones and stock_left(genome) > 4:
            draw = Move(Location.DECK, "hand(left(turn))", count=1)
            found += [
                (draw,),
                (replace(draw, count=2), Skip()),
                (ForEach("others(turn)", (Move(Location.DECK, Location.HAND, count=1),)),),
            ]
    return found


class AddEffectMutation(MutationOperator):
    """Lets some cards do something when they are played."""

    usual = 0.6

    def places(self, draft: Draft) -> Sequence[Deeds]:
        plays = draft.has(PlayPhase, CapturePhase) and not draft.has(ClaimPhase)
        if not plays or len(draft.genome.special_effects) >= MOST_EFFECTS:
            return ()
        return deeds(draft)

    def change(self, draft: Draft, place: Deeds, rng: Random) -> GameGenome | None:
        known = draft.genome.special_effects
        taken = {effect.cards for effect in known}
        ranks = [rank for rank in draft.ranks if CardCondition(rank=rank) not in taken]
        if not ranks:
            return None
        cards = CardCondition(rank=pick(ranks, rng))
        effect = SpecialEffect(cards, Moment.PLAYED, place)
        return with_item(draft.genome, ("special_effects",), len(known), effect)


class RemoveEffectMutation(MutationOperator):
    """Lets some cards no longer do anything."""

    usual = 0.3

    def places(self, draft: Draft) -> Sequence[int]:
        return range(len(draft.genome.special_effects))

    def change(self, draft: Draft, place: int, rng: Random) -> GameGenome:
        return without(draft.genome, ("special_effects", place))


class ChangeEffectMutation(MutationOperator):
    """Lets some cards do something else."""

    def places(self, draft: Draft) -> Sequence[int]:
        effects = draft.genome.special_effects
        return [i for i, effect in enumerate(effects) if effect.moment is Moment.PLAYED]

    def change(self, draft: Draft, place: int, rng: Random) -> GameGenome | None:
        effect = draft.genome.special_effects[place]
        other = pick_other(deeds(draft), effect.do, rng)
        return None if other is None else put(draft.genome, ("special_effects", place, "do"), other)
