"""Expansion: the short forms of a genome become the long ones, so that each thing has one meaning.

`expand` gives a genome that spells its deck, zones, deal, rankings and match out, that has no
options and no clauses of readings that are not in force, and whose trick duties, captures and turns
are written at length. Whatever executes a genome reads only that.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any, TypeVar

from darwindeck.cards import Rank
from darwindeck.genome.decks import CUSTOM, STANDARD_52, deck_cards, deck_spec
from darwindeck.genome.expressions import Call as Asked
from darwindeck.genome.expressions import Name, Node
from darwindeck.genome.expressions.simplify import FALSE, simplified
from darwindeck.genome.options import fold_options
from darwindeck.genome.schema import (
    Attribute,
    BreakingRule,
    BuildMove,
    BuildPhase,
    Call,
    CaptureBy,
    CapturePhase,
    CardCondition,
    CardPoints,
    CardRanking,
    CardRule,
    DealStep,
    GameGenome,
    GameRules,
    HandPattern,
    Location,
    MatchRules,
    Phase,
    PlayPhase,
    PointTable,
    Reference,
    SequenceDirection,
    SetupRules,
    TableauMode,
    TieBreaker,
    TrickPhase,
    TrickTie,
    TurnsPhase,
    TurnStructure,
)
from darwindeck.genome.short_forms import USUAL_ZONES, forms_turns, is_void
from darwindeck.genome.tree import expressions, transform, walk, with_expressions

RANK_VALUES = "rank_values"
"""The point table that a capture by equal rank reads."""


def expand(genome: GameGenome) -> GameGenome:
    """The same game in long form only."""
    folded = _without_the_impossible(replace(fold_options(genome), options=()))
    words = frozenset(word for text in expressions(folded) for word in _WORD.findall(text))
    # What something else speaks of by its name stays, though nothing comes of it.
    genome = transform(folded, lambda part: part, keep=lambda item: _stays(item, words))
    genome = replace(
        genome,
        deck=deck_spec(genome) or STANDARD_52,
        zones=genome.zones if genome.zones is not None else USUAL_ZONES,
        rankings=_rankings(genome),
        point_tables=genome.point_tables or (),
        card_scoring=genome.card_scoring or (),
        scoring_rules=genome.scoring_rules or (),
        game_rules=genome.game_rules or GameRules(),
        match=genome.match or MatchRules(hands=1),
        setup=_setup(genome),
    )
    genome = _tableau(genome)
    course = _course(genome.turn_structure, genome.setup.trump_suit)
    return replace(genome, turn_structure=course)


T = TypeVar("T")


_WORD = re.compile(r"\w+")


def _without_the_impossible(genome: GameGenome) -> GameGenome:
    """Nobody can do what is inside a phase that never happens: such questions are answered."""
    phases = [part for _, part in walk(genome) if isinstance(part, Phase) and is_void(part)]
    gone = {part.name for phase in phases for _, part in walk(phase) if isinstance(part, Phase)}

    def known(node: Node) -> Node | None:
        match node:
            case Asked("can", (Name(name), *_)) if name in gone:
                return FALSE
        return None

    if gone.isdisjoint(word for text in expressions(genome) for word in _WORD.findall(text)):
        return genome
    answered = with_expressions(genome, lambda text: simplified(text, known))
    return genome if answered == genome else _without_the_impossible(answered)


def _stays(item: Any, words: frozenset[str]) -> bool:
    if not is_void(item) or isinstance(item, HandPattern):
        return True
    return isinstance(item, Call) and not words.isdisjoint(
        (item.name, *(choice.name for choice in item.choices))
    )


def _rankings(genome: GameGenome) -> tuple[CardRanking, ...]:
    """The rankings; where none is given, ranks in the order of the deck with the ace on top."""
    if genome.rankings is not None:
        return genome.rankings
    ranks = tuple(dict.fromkeys(card.rank for card in deck_cards(genome)))
    low = tuple(rank for rank in ranks if rank != Rank.ACE)
    return (CardRanking(plain=(*low, *(rank for rank in ranks if rank == Rank.ACE))),)


def _setup(genome: GameGenome) -> SetupRules:
    setup = genome.setup
    deal = setup.deal
    if deal is None:
        deal = (DealStep(packets=(1,) * setup.cards_per_player),) if setup.cards_per_player else ()
        if setup.initial_discard_count:
            deal += (DealStep(packets=(setup.initial_discard_count,), zone=Location.DISCARD),)
    tricks = [p for p in genome.turn_structure.phases if isinstance(p, TrickPhase)]
    trump = setup.trump_suit or next((p.trump_suit for p in tricks if p.trump_suit), None)
    return replace(setup, deal=deal, trump_suit=trump, initial_deck=CUSTOM)


def _course(structure: TurnStructure, trump: str | None) -> TurnStructure:
    phases = structure.phases
    if forms_turns(phases):
        phases = (TurnsPhase(phases=phases),)
    return replace(structure, phases=tuple(_long(phase, trump) for phase in phases))


def _long(phase: Phase, trump: str | None) -> Phase:
    """The phase, and those inside it, with the duties of tricks written out."""
    changed: dict[str, Any] = {}
    for name in ("phases", "options", "before_card", "before_turn"):
        inner = getattr(phase, name, None)
        if inner:
            changed[name] = tuple(_long(part, trump) for part in inner)
    if isinstance(phase, TrickPhase):
        changed |= _duties(phase) | {"trump_suit": trump}
    return replace(phase, **changed) if changed else phase


def _duties(trick: TrickPhase) -> dict[str, Any]:
    lead, follow = trick.lead, trick.follow
    if not follow and trick.lead_suit_required:
        follow = (CardRule(CardCondition(same=(Attribute.SUIT,), of=Reference.LED)),)
    if trick.breaking_suit is not None and trick.breaking_rule is not BreakingRule.NONE:
        other = CardCondition(not_=CardCondition(suit=trick.breaking_suit))
        unbroken = CardRule(other, when="not broken")
        lead = _with(lead, unbroken)
        if trick.breaking_rule is BreakingRule.CANNOT_PLAY_UNTIL_BROKEN:
            follow = _with(follow, unbroken)
    return {"lead": lead, "follow": follow}


def _with(duties: tuple[CardRule, ...], last: CardRule) -> tuple[CardRule, ...]:
    return duties if last in duties else (*duties, last)


def _tableau(genome: GameGenome) -> GameGenome:
    """What the tableau mode says of cards played to the table."""
    mode = genome.setup.tableau_mode
    if mode is TableauMode.NONE:
        return replace(genome, setup=_spelt_out(genome.setup))
    phases = tuple(
        _on_the_table(phase, genome) if _to_table(phase) else phase
        for phase in genome.turn_structure.phases
    )
    tricks = any(isinstance(phase, TrickPhase) for phase in phases)
    structure = replace(genome.turn_structure, phases=phases, is_trick_based=tricks)
    genome = replace(
        genome,
        turn_structure=structure,
        setup=_spelt_out(genome.setup),
    )
    if mode is TableauMode.WAR:
        rankings = tuple(replace(r, across_suits=True) for r in genome.rankings or ())
        return replace(genome, rankings=rankings)
    if mode is TableauMode.MATCH_RANK:
        ranks = tuple(dict.fromkeys(card.rank for card in deck_cards(genome)))
        lines = tuple(CardPoints(CardCondition(rank=r), i) for i, r in enumerate(ranks, 1))
        table = PointTable(RANK_VALUES, RANK_VALUES, lines)
        return replace(genome, point_tables=(*(genome.point_tables or ()), table))
    return genome


def _to_table(phase: Phase) -> bool:
    return isinstance(phase, PlayPhase) and phase.target == Location.TABLEAU


def _on_the_table(phase: Phase, genome: GameGenome) -> Phase:
    assert isinstance(phase, PlayPhase)
    common: dict[str, Any] = {"when": phase.when, "who": phase.who, "then": phase.then}
    setup = genome.setup
    if setup.tableau_mode is TableauMode.WAR:
        battle = (genome.game_rules or GameRules()).tie_breaker is TieBreaker.BATTLE
        return TrickPhase(
            lead_suit_required=False,
            source=phase.source,
            tie=TrickTie.BATTLE if battle else TrickTie.FIRST,
            **common,
        )
    if setup.tableau_mode is TableauMode.MATCH_RANK:
        return CapturePhase((CaptureBy.EQUAL,), RANK_VALUES, source=phase.source, **common)
    onto = CardCondition(any_of=tuple(_steps(setup, _ranks_in_order(genome))))
    move = BuildMove(phase.source, phase.target, onto, on_empty=CardCondition())
    return BuildPhase((move,), **common)


def _spelt_out(setup: SetupRules) -> SetupRules:
    """The set-up without what it says of cards played to the table."""
    return replace(
        setup,
        tableau_mode=TableauMode.NONE,
        sequence_direction=SequenceDirection.ASCENDING,
        sequence_wrap=False,
        sequence_must_match_suit=True,
        sequence_gap_allowed=1,
    )


def _ranks_in_order(genome: GameGenome) -> int:
    """How many ranks the order of sequences has."""
    rankings = genome.rankings or ()
    return max((len(ranking.sequence or ranking.plain) for ranking in rankings), default=0)


def _steps(setup: SetupRules, ranks: int) -> list[CardCondition]:
    """A card that continues a sequence: how many ranks apart, and of which suit.

    A sequence that goes round continues at the other end, all but so many ranks away.
    """
    same = (Attribute.SUIT,) if setup.sequence_must_match_suit else ()
    signs = {
        SequenceDirection.ASCENDING: (1,),
        SequenceDirection.DESCENDING: (-1,),
        SequenceDirection.BOTH: (1, -1),
    }[setup.sequence_direction]
    gaps = range(1, setup.sequence_gap_allowed + 1)
    steps = [sign * gap for sign in signs for gap in gaps]
    if setup.sequence_wrap:
        steps += [sign * (gap - ranks) for sign in signs for gap in gaps if gap < ranks]
    return [CardCondition(same=same, of=Reference.TOP, step=step) for step in dict.fromkeys(steps)]
