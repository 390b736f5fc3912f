"""Games broken on purpose: what a measure of worth must see.

Each breaker takes a clause that the game lives by and breaks it. Where a game has no such clause,
the rest would be no valid and complete game, or it is played as before, there is nothing to break.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from typing import Any

from darwindeck.evaluation.clauses import in_force
from darwindeck.evaluation.nets import Yardstick, compiled, nets
from darwindeck.genome.completeness import check_genome_completeness
from darwindeck.genome.schema import (
    Award,
    Call,
    CallPhase,
    CardCondition,
    CardPoints,
    Choose,
    Deal,
    DealStep,
    DiscardPhase,
    DrawPhase,
    Expose,
    FillHands,
    GameGenome,
    MatchRules,
    MeldPhase,
    Moment,
    Part,
    Phase,
    ScoringRule,
    SpecialEffect,
    TieBreaker,
    TrickPhase,
    WinComparison,
    WinCondition,
)

Breaker = Callable[[GameGenome], GameGenome]


def change(value: Any, how: Callable[[Part], Part | None]) -> Any:
    """A genome with every part changed, inside out; a part in a list goes if it becomes None."""
    if isinstance(value, Part):
        inner = {
            field.name: change(getattr(value, field.name), how)
            for field in fields(value)
            if isinstance(getattr(value, field.name), Part | tuple)
        }
        return how(replace(value, **inner))
    if isinstance(value, tuple):
        items = (change(item, how) for item in value)
        return tuple(item for item in items if item is not None)
    return value


def the_loser_wins(genome: GameGenome) -> GameGenome:
    """Whoever would have won by comparison loses, while everything scores as before."""
    turned = {
        WinComparison.HIGHEST: WinComparison.LOWEST,
        WinComparison.LOWEST: WinComparison.HIGHEST,
    }
    conditions = tuple(
        replace(one, comparison=turned.get(one.comparison, one.comparison))
        for one in genome.win_conditions
    )
    return replace(genome, win_conditions=conditions)


def hands_of_one_card(genome: GameGenome) -> GameGenome:
    """Everybody is dealt a single card."""

    def single(part: Part) -> Part:
        if isinstance(part, DealStep) and part.zone == "hand":
            return replace(part, packets=(1,), all_cards=False)
        if isinstance(part, Deal) and part.zone == "hand":
            return replace(part, packets=(1,))
        if isinstance(part, FillHands):
            return replace(part, size=1)
        return part

    dealt: GameGenome = change(genome, single)
    return replace(dealt, setup=replace(dealt.setup, cards_per_player=1))


def no_duty_to_follow(genome: GameGenome) -> GameGenome:
    """Any card may be played to a trick."""

    def free(part: Part) -> Part:
        if isinstance(part, TrickPhase):
            return replace(part, follow=(), lead=(), lead_suit_required=False)
        return part

    changed: GameGenome = change(genome, free)
    return changed


def first_scoring_rule_gone(genome: GameGenome) -> GameGenome:
    """The first thing that scores does not."""
    if genome.scoring_rules:
        return replace(genome, scoring_rules=genome.scoring_rules[1:])
    return replace(genome, card_scoring=(genome.card_scoring or ())[1:])


def nothing_scores(genome: GameGenome) -> GameGenome:
    """No points at all."""
    return replace(genome, scoring_rules=(), card_scoring=())


def won_by_lot(genome: GameGenome) -> GameGenome:
    """What was done counts for nothing: of all players, the one at the dealer's left wins."""
    conditions = tuple(
        one
        if one.comparison in (WinComparison.FIRST, WinComparison.NONE)
        else replace(one, value=0, ties=())
        for one in genome.win_conditions
    )
    rules = genome.game_rules
    assert rules is not None
    fair = replace(rules, tie_breaker=TieBreaker.ALTERNATING)
    return replace(genome, win_conditions=conditions, game_rules=fair)


def a_fortune_for_the_dealer(genome: GameGenome) -> GameGenome:
    """The dealer scores so much at the end of a hand that nothing else counts."""
    lowest = any(one.comparison is WinComparison.LOWEST for one in genome.win_conditions)
    gift = ScoringRule(-10_000 if lowest else 10_000, who="dealer", label="Dealer")
    return replace(genome, scoring_rules=(*(genome.scoring_rules or ()), gift))


def cards_worth_nothing(genome: GameGenome) -> GameGenome:
    """No card is worth a point."""

    def bare(part: Part) -> Part:
        return replace(part, points=0) if isinstance(part, CardPoints) else part

    changed: GameGenome = change(genome, bare)
    return changed


def no_calls(genome: GameGenome) -> GameGenome:
    """Nobody bids, names, asks or doubles."""
    return _without(genome, CallPhase)


def no_drawing(genome: GameGenome) -> GameGenome:
    """Nobody draws a card."""
    return _without(genome, DrawPhase)


def no_melds(genome: GameGenome) -> GameGenome:
    """Nobody lays a combination on the table."""
    return _without(genome, MeldPhase)


def last_phase_gone(genome: GameGenome) -> GameGenome:
    """What comes last in a hand does not come."""
    course = genome.turn_structure
    return replace(genome, turn_structure=replace(course, phases=course.phases[:-1]))


def picks_by_chance(genome: GameGenome) -> GameGenome:
    """Cards that were picked are taken at random."""

    def blind(part: Part) -> Part:
        if isinstance(part, DiscardPhase | TrickPhase | DrawPhase) and part.choose is Choose.PICK:
            return replace(part, choose=Choose.RANDOM)
        return part

    changed: GameGenome = change(genome, blind)
    return changed


def a_goal_out_of_reach(genome: GameGenome) -> GameGenome:
    """What ends the match is set a hundred times as high, and nothing bounds the hands."""

    def far(part: Part) -> Part:
        if isinstance(part, WinCondition):
            when = None if part.when is None else _NUMBER.sub(_hundredfold, part.when)
            return replace(part, threshold=100 * part.threshold, when=when)
        return part

    changed: GameGenome = change(genome, far)
    return replace(changed, match=replace(changed.match or MatchRules(), hands=None))


_NUMBER = re.compile(r"\b[1-9][0-9]*\b")


def _hundredfold(found: re.Match[str]) -> str:
    return str(100 * int(found[0]))


def rules_that_never_apply(genome: GameGenome) -> GameGenome:
    """The game is left as it is, with clauses of no consequence added to it."""
    more = tuple(
        ScoringRule(5 * number, when=f"hand_size(dealer) > {150 + number}", label=f"Bonus {number}")
        for number in range(1, 16)
    )
    return replace(genome, scoring_rules=(*(genome.scoring_rules or ()), *more))


def a_call_that_only_costs(genome: GameGenome) -> GameGenome:
    """Before play everybody may boast, and pays for it."""
    low = any(win.comparison is WinComparison.LOWEST for win in genome.win_conditions)
    cost = Award(5 if low else -5)
    return _with_talk(
        genome, Call("pass", "pass", is_pass=True), Call("boast", "boast", do=(cost,))
    )


def a_call_without_effect(genome: GameGenome) -> GameGenome:
    """Before play everybody says something, and nothing comes of it."""
    return _with_talk(genome, Call("nod", "nod"), Call("smile", "smile"))


def _with_talk(genome: GameGenome, *calls: Call) -> GameGenome:
    turns = genome.turn_structure
    talk = CallPhase(name="small_talk", label="Small talk", calls=calls)
    return replace(genome, turn_structure=replace(turns, phases=(talk, *turns.phases)))


def hands_laid_open(genome: GameGenome) -> GameGenome:
    """From the first card led on, all hands lie open."""
    effect = SpecialEffect(CardCondition(), Moment.LED, (Expose("hand(each)"),))
    return replace(genome, special_effects=(*genome.special_effects, effect))


def one_hand_is_enough(genome: GameGenome) -> GameGenome:
    """The target is a single point."""
    wins = tuple(
        replace(win, threshold=1) if win.threshold > 1 else win for win in genome.win_conditions
    )
    return replace(genome, win_conditions=wins)


def _without(genome: GameGenome, kind: type[Phase]) -> GameGenome:
    def kept(part: Part) -> Part | None:
        return None if isinstance(part, kind) else part

    changed: GameGenome = change(genome, kept)
    return changed


BREAKERS: dict[str, Breaker] = {
    breaker.__name__.replace("_", " "): breaker
    for breaker in (
        the_loser_wins,
        hands_of_one_card,
        no_duty_to_follow,
        first_scoring_rule_gone,
        nothing_scores,
        won_by_lot,
        a_fortune_for_the_dealer,
        cards_worth_nothing,
        no_calls,
        no_drawing,
        no_melds,
        last_phase_gone,
        picks_by_chance,
        a_goal_out_of_reach,
        rules_that_never_apply,
        a_call_that_only_costs,
        a_call_without_effect,
        hands_laid_open,
        one_hand_is_enough,
    )
}
"""Every breaker by what it does."""
UNFELT = (rules_that_never_apply, hands_laid_open)
"""Breakers that random players do not notice."""


def broken(genome: GameGenome) -> Iterator[tuple[str, GameGenome]]:
    """What breaks a game, and the broken game, for every breaker that applies."""
    whole = in_force(genome)
    yardstick = Yardstick(whole, nets(10, ("random",)), seed=0)
    for name, breaker in BREAKERS.items():
        changed = breaker(whole)
        bytecode = compiled(changed)
        if bytecode is None or yardstick.is_same(bytecode):
            continue
        if breaker not in UNFELT and yardstick.is_alike(bytecode):
            continue
        if check_genome_completeness(changed):
            yield name, changed
