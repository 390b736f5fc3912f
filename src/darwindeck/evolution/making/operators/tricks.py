"""Trick play: what must be led, what must be followed with, who leads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from darwindeck.evolution.making.operators.base import MutationOperator, pick, pick_other
from darwindeck.evolution.making.operators.packs import trumps
from darwindeck.evolution.making.sites import Draft
from darwindeck.genome.examples.common import FOLLOW_SUIT, SUIT_LED
from darwindeck.genome.problems import Path
from darwindeck.genome.schema import (
    BreakingRule,
    CardCondition,
    CardRule,
    Choose,
    GameGenome,
    Reference,
    TrickPhase,
)
from darwindeck.genome.tree import put, with_item, without

TRUMP = CardCondition(trump=True)
BEATING = CardCondition(beats=Reference.WINNER)
HIGHER_OF_SUIT = CardRule(CardCondition(all_of=(SUIT_LED, BEATING)))


def chosen_tricks(draft: Draft) -> list[tuple[Path, TrickPhase]]:
    """Trick phases in which players choose their cards."""
    return [found for found in draft.all(TrickPhase) if found[1].choose is Choose.PICK]


class AddDutyMutation(MutationOperator):
    """Gives players of a trick one more duty."""

    def places(self, draft: Draft) -> Sequence[tuple[Path, CardRule]]:
        found: list[tuple[Path, CardRule]] = []
        for path, phase in chosen_tricks(draft):
            for rule in self._leading(draft):
                if rule.cards not in [other.cards for other in phase.lead]:
                    found.append(((*path, "lead"), rule))
            for rule in self._following(draft, phase):
                if rule.cards not in [other.cards for other in phase.follow]:
                    found.append(((*path, "follow"), rule))
        return found

    def _leading(self, draft: Draft) -> list[CardRule]:
        rules = []
        if trumps(draft):
            rules.append(CardRule(CardCondition(not_=TRUMP), when="trick == 1"))
            rules.append(CardRule(CardCondition(not_=TRUMP)))
            rules.append(CardRule(TRUMP, when="trick == 1"))
        return rules

    def _following(self, draft: Draft, phase: TrickPhase) -> list[CardRule]:
        if not phase.follow and not phase.lead_suit_required:
            return [FOLLOW_SUIT, CardRule(BEATING)]
        rules = [HIGHER_OF_SUIT, CardRule(BEATING)]
        if trumps(draft):
            rules.append(CardRule(TRUMP))
        return rules

    def change(self, draft: Draft, place: tuple[Path, CardRule], rng: Random) -> GameGenome:
        path, rule = place
        genome = draft.genome
        *above, field = path
        phase = next(part for where, part in draft.all(TrickPhase) if where == tuple(above))
        if field == "follow" and not phase.follow and phase.lead_suit_required:
            genome = put(genome, path, (FOLLOW_SUIT,))
        first = rule == HIGHER_OF_SUIT or (field == "follow" and rule == FOLLOW_SUIT)
        count = len(phase.lead) if field == "lead" else len(phase.follow) or 1
        genome = with_item(genome, path, 0 if first else count, rule)
        if field == "follow":
            follows = phase.lead_suit_required or rule == FOLLOW_SUIT
            genome = put(genome, (*above, "lead_suit_required"), follows)
        return genome


class DropDutyMutation(MutationOperator):
    """Takes a duty of trick play away."""

    rough = True
    usual = 0.2

    def places(self, draft: Draft) -> Sequence[Path]:
        found: list[Path] = []
        for path, phase in chosen_tricks(draft):
            found += [(*path, "lead", index) for index in range(len(phase.lead))]
            found += [(*path, "follow", index) for index in range(len(phase.follow))]
        return found

    def change(self, draft: Draft, place: Path, rng: Random) -> GameGenome:
        genome = without(draft.genome, place)
        *above, field, _ = place
        phase = next(part for where, part in draft.all(TrickPhase) if where == tuple(above))
        if field == "follow" and len(phase.follow) == 1:
            genome = put(genome, (*above, "lead_suit_required"), False)
        return genome


class SwapDutiesMutation(MutationOperator):
    """Lets the second of two duties bind before the first."""

    rough = True
    usual = 0.1

    def places(self, draft: Draft) -> Sequence[tuple[Path, int]]:
        found: list[tuple[Path, int]] = []
        for path, phase in chosen_tricks(draft):
            for field in ("lead", "follow"):
                count = len(getattr(phase, field))
                found += [((*path, field), index) for index in range(count - 1)]
        return found

    def change(self, draft: Draft, place: tuple[Path, int], rng: Random) -> GameGenome:
        path, index = place
        *above, field = path
        phase = next(part for where, part in draft.all(TrickPhase) if where == tuple(above))
        rules = list(getattr(phase, str(field)))
        rules[index], rules[index + 1] = rules[index + 1], rules[index]
        return put(draft.genome, path, tuple(rules))


class ChangeLeaderMutation(MutationOperator):
    """Lets somebody else lead to the first trick."""

    usual = 0.2

    def places(self, draft: Draft) -> Sequence[Path]:
        found: list[Path] = []
        for path, phase in chosen_tricks(draft):
            if "holder" not in str(phase.leader):
                found.append((*path, "leader"))
        return found

    def change(self, draft: Draft, place: Path, rng: Random) -> GameGenome | None:
        *above, field = place
        phase = next(part for where, part in draft.all(TrickPhase) if where == tuple(above))
        ways = ["left(dealer)", "dealer", "right(dealer)"]
        other = pick_other(ways, str(getattr(phase, str(field))), rng)
        return None if other is None else put(draft.genome, place, other)


class ChangeBreakingMutation(MutationOperator):
    """Brings in a suit that must be broken before it is led, or takes that rule away."""

    usual = 0.4

    def places(self, draft: Draft) -> Sequence[Path]:
        spoken = any("broken" in str(use.expr) for use in draft.survey.expressions)
        if spoken or not draft.suits:
            return ()
        return [path for path, _ in chosen_tricks(draft)]

    def change(self, draft: Draft, place: Path, rng: Random) -> GameGenome:
        phase = next(part for where, part in draft.all(TrickPhase) if where == place)
        if phase.breaking_suit is not None:
            changed = replace(phase, breaking_suit=None, breaking_rule=BreakingRule.NONE)
        else:
            suit = draft.genome.setup.trump_suit or pick(draft.suits, rng)
            rule = BreakingRule.CANNOT_LEAD_UNTIL_BROKEN
            changed = replace(phase, breaking_suit=suit, breaking_rule=rule)
        return put(draft.genome, place, changed)
