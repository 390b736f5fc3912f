"""What a mechanic is, and what they all need."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from darwindeck.evolution.making.crossing.anatomy import Anatomy, kinds_in, written_in
from darwindeck.evolution.making.crossing.fitting import Fitting
from darwindeck.evolution.making.tidy import is_hollow
from darwindeck.genome.expressions import Call as Asked
from darwindeck.genome.expressions import Expr, ExpressionError, Name, nodes_of, parse
from darwindeck.genome.schema import (
    Action,
    BettingPhase,
    BreakingRule,
    BuildPhase,
    CallPhase,
    CapturePhase,
    CardCondition,
    CardRule,
    CardScoringRule,
    ChoicePhase,
    Choose,
    ClaimPhase,
    DealStep,
    DiscardPhase,
    DrawPhase,
    GameGenome,
    Location,
    MatchRules,
    MeldPhase,
    Part,
    PassPhase,
    Phase,
    PlayPhase,
    ScoringRule,
    ScoringTrigger,
    SetTrump,
    TrickPhase,
)
from darwindeck.genome.survey import survey
from darwindeck.genome.tree import walk
from darwindeck.genome.validation.facts import zone_name


@dataclass(frozen=True)
class Proposal:
    """A game with a mechanic of another, not yet mended."""

    genome: GameGenome
    what: str
    """What was taken, after "took": "the auction"."""
    essential: tuple[Part, ...]
    """The clauses without which it would not have been taken."""
    doubtful: tuple[Part, ...] = ()
    """Clauses that worked in the donor and might come to nothing here."""


class Mechanic(ABC):
    """A kind of transplant: whole clauses that work together, with all that they depend on."""

    name: str
    weight: int = 1
    """How often it is tried where it can be."""
    tries: int = 1
    """How often it is tried at most: more than once if chance chooses what is taken."""
    last_resort: bool = False
    """Whether it is tried only if nothing else fits: hardly a mechanic, but a trait."""

    @abstractmethod
    def propose(self, host: Anatomy, donor: Anatomy, rng: Random) -> Proposal | None:
        """The host with this mechanic of the donor; None if the donor has none that would fit."""


# --- what clauses say -----------------------------------------------------------------------------


def words_in(value: Any) -> set[str]:
    """Every word of every expression in a part or a list of parts, names included."""
    found: set[str] = set()
    for text in _expressions(value):
        try:
            tree = parse(text)
        except ExpressionError:
            continue
        for node in nodes_of(tree):
            if isinstance(node, Name):
                found.add(node.id)
            elif isinstance(node, Asked):
                found.add(node.function)
    return found


def _expressions(value: Any) -> Iterable[str]:
    if isinstance(value, Expr):
        yield str(value)
    elif isinstance(value, tuple | list):
        for item in value:
            yield from _expressions(item)
    elif isinstance(value, Part):
        for inner in vars(value).values():
            yield from _expressions(inner)


def all_words(genome: GameGenome, value: Any) -> set[str]:
    """The words of some clauses and of the lets that they read."""
    found = words_in(value)
    lets = {let.name: let for let in genome.lets}
    waiting = [name for name in found if name in lets]
    while waiting:
        more = words_in(lets[waiting.pop()]) - found
        found |= more
        waiting += [name for name in more if name in lets]
    return found


# --- what play provides and scoring needs ---------------------------------------------------------

_OF_TRICKS = {"tricks", "took_last", "tricks_played", "winner", "led_trump", "leader"}
_OF_TEAMS = {"partner", "opponents", "team", "teams", "other"}
_TRIGGERS = {
    ScoringTrigger.TRICK_WIN: "captured",
    ScoringTrigger.CAPTURE: "captured",
    ScoringTrigger.SET_COMPLETE: "melds",
    ScoringTrigger.PLAY: "play",
}
"""What cards must have come to, to score."""


def provided(game: Anatomy) -> set[str]:
    """What the play of a game brings about that a score can be made of."""
    kinds = kinds_in(game.phases)
    found: set[str] = set()
    if TrickPhase in kinds:
        found.add("tricks")
    filled = {
        zone_name(str(use.expr))
        for use in survey(game.genome).expressions
        if use.wanted == "zone" and use.field in ("target", "collect_to", "to", "out_to")
    }
    if Location.CAPTURED in filled or CapturePhase in kinds:
        found.add("captured")
    if MeldPhase in kinds:
        found.add("melds")
    if game.genome.setup.starting_chips:
        found.add("chips")
    if _leaves_cards(game):
        found.add("hand")
    return found


def _leaves_cards(game: Anatomy) -> bool:
    """Whether a hand ends while some still hold cards."""
    if any(win.type == "empty_hand" for win in game.genome.win_conditions):
        return True
    if game.turns is None:
        return MeldPhase in kinds_in(game.phases) and game.trick is None
    until = str(game.turns.until)
    return "any(each, hand_size == 0)" in until or "set(" in until


_CHOICES = (
    BettingPhase,
    BuildPhase,
    CallPhase,
    CapturePhase,
    ChoicePhase,
    ClaimPhase,
    PassPhase,
    PlayPhase,
)


def leaves_choices(genome: GameGenome) -> bool:
    """Whether players ever have anything to choose, as far as the clauses show."""
    for _, part in walk(genome):
        if isinstance(part, _CHOICES):
            return True
        if isinstance(part, TrickPhase | DiscardPhase | DrawPhase) and part.choose is Choose.PICK:
            return True
        if isinstance(part, MeldPhase) and not part.automatic:
            return True
    return False


def needed(game: Anatomy, rules: Any) -> set[str]:
    """What some scoring rules make a score of."""
    words = all_words(game.genome, rules)
    found: set[str] = set()
    if words & _OF_TRICKS:
        found.add("tricks")
    if Location.CAPTURED in words or "last_taker" in words:
        found.add("captured")
    if {"chips", "staked", "pot"} & words:
        found.add("chips")
    if Location.HAND in words or "hand_size" in words:
        found.add("hand")
    for zone in game.genome.zones or ():
        if zone.name in words and zone.name not in list(Location):
            found.add("melds" if _is_melded(game, zone.name) else f"zone {zone.name}")
    for rule in rules:
        if isinstance(rule, CardScoringRule):
            found.add(_TRIGGERS.get(rule.trigger, "hand"))
        if isinstance(rule, ScoringRule) and rule.moment == "captured":
            found.add("captures")
    return found


def as_taken(rules: Any, game: Anatomy) -> Any:
    """Scores for cards won in tricks as scores for captured cards, or the other way round."""
    kinds = kinds_in(game.phases)
    usual = ScoringTrigger.TRICK_WIN if TrickPhase in kinds else ScoringTrigger.CAPTURE
    taken = (ScoringTrigger.TRICK_WIN, ScoringTrigger.CAPTURE)
    return tuple(
        replace(rule, trigger=usual)
        if isinstance(rule, CardScoringRule) and rule.trigger in taken
        else rule
        for rule in rules
    )


def _is_melded(game: Anatomy, zone: str) -> bool:
    return any(
        isinstance(use.part, MeldPhase) and zone_name(str(use.expr)) == zone
        for use in survey(game.genome).expressions
        if use.wanted == "zone" and use.field == "target"
    )


def scoring(genome: GameGenome) -> tuple[Part, ...]:
    return (*(genome.scoring_rules or ()), *(genome.card_scoring or ()))


def outside_writers(game: Anatomy, rules: Any) -> set[str]:
    """Roles and counters that scoring reads and that only the play or the calls set."""
    genome = game.genome
    names = {role.name for role in genome.roles} | {counter.name for counter in genome.counters}
    return (all_words(genome, rules) & names) - written_in(rules)


def speaks_of_teams(genome: GameGenome, clauses: Any) -> bool:
    return bool(all_words(genome, clauses) & _OF_TEAMS)


# --- taking clauses out ---------------------------------------------------------------------------


def without_phases(genome: GameGenome, gone: Iterable[Phase]) -> GameGenome:
    dropped = list(gone)
    phases = tuple(phase for phase in genome.turn_structure.phases if phase not in dropped)
    return replace(genome, turn_structure=replace(genome.turn_structure, phases=phases))


def with_phases(genome: GameGenome, phases: Iterable[Phase]) -> GameGenome:
    return replace(genome, turn_structure=replace(genome.turn_structure, phases=tuple(phases)))


def without_actions(value: Any, kinds: tuple[type[Action], ...]) -> Any:
    """Clauses without any action of some kinds."""
    if isinstance(value, tuple):
        kept = []
        for item in value:
            if isinstance(item, kinds):
                continue
            new = without_actions(item, kinds)
            if new is item or not (isinstance(new, Part) and is_hollow(new)):
                kept.append(new)
        same = len(kept) == len(value) and all(a is b for a, b in zip(kept, value, strict=True))
        return value if same else tuple(kept)
    if not isinstance(value, Part):
        return value
    changes = {}
    for name, old in vars(value).items():
        if isinstance(old, tuple | Part):
            new = without_actions(old, kinds)
            if new is not old:
                changes[name] = new
    return replace(value, **changes) if changes else value


def without_trumps(genome: GameGenome) -> GameGenome:
    """The game without anything that makes a suit trumps."""
    genome = without_actions(genome, (SetTrump,))
    return replace(genome, setup=replace(genome.setup, trump_suit=None))


def without_scoring(genome: GameGenome) -> GameGenome:
    return replace(genome, scoring_rules=(), card_scoring=(), win_conditions=())


def plain_tricks(game: Anatomy) -> GameGenome:
    """The game without duties in trick play that are about certain cards: they belong to what
    these cards score."""
    trick = game.trick
    if trick is None:
        return game.genome
    trumps = game.genome.setup.trump_suit
    plain = replace(
        trick,
        lead=tuple(rule for rule in trick.lead if not is_about_cards(rule, game.genome)),
        follow=tuple(rule for rule in trick.follow if not is_about_cards(rule, game.genome)),
    )
    if "holder" in words_in(replace(TrickPhase(), leader=trick.leader)):
        plain = replace(plain, leader="left(dealer)")
    if trick.breaking_suit is not None and trick.breaking_suit != trumps:
        plain = replace(plain, breaking_suit=None, breaking_rule=BreakingRule.NONE)
    return with_phases(game.genome, (plain if phase == trick else phase for phase in game.phases))


def is_about_cards(rule: CardRule, genome: GameGenome) -> bool:
    """Whether a duty names suits or ranks, not just the suit led or trumps."""
    named = {cards.name: cards.cards for cards in genome.card_sets}
    for _, part in walk(rule):
        if isinstance(part, CardCondition):
            whole = named.get(str(part.named), part)
            inside = [c for _, c in walk(whole) if isinstance(c, CardCondition)]
            if any(c.suit or c.rank or c.suits or c.ranks for c in inside):
                return True
    return False


def with_scoring(host: GameGenome, donor: GameGenome, fitting: Fitting) -> GameGenome:
    """The host scored, won and ended as the donor is."""
    match = host.match or MatchRules()
    hands = donor.match.hands if donor.match is not None else None
    return replace(
        host,
        scoring_rules=fitting.clause(donor.scoring_rules or ()),
        card_scoring=as_taken(fitting.clause(donor.card_scoring or ()), Anatomy(host)),
        win_conditions=fitting.clause(donor.win_conditions),
        match=replace(match, hands=hands),
    )


def dealt_zones(donor: GameGenome, fitting: Fitting, host: GameGenome) -> tuple[DealStep, ...]:
    """How the donor deals to those of its zones that come along, hands apart."""
    brought = {zone.name for zone in fitting.dependencies.zones}
    there = {zone_name(str(step.zone)) for step in host.setup.deal or ()}
    return tuple(
        fitting.clause(step)
        for step in donor.setup.deal or ()
        if zone_name(str(step.zone)) in brought - there - {Location.HAND}
    )


def with_deal_steps(genome: GameGenome, steps: tuple[DealStep, ...]) -> GameGenome:
    if not steps:
        return genome
    deal = (*(genome.setup.deal or ()), *steps)
    return replace(genome, setup=replace(genome.setup, deal=deal))


def with_teams_of(host: GameGenome, donor: GameGenome) -> GameGenome:
    """The host in the donor's partnerships, if as many play."""
    if donor.team_mode and host.player_count == donor.player_count and not host.team_mode:
        return replace(host, team_mode=True, teams=donor.teams)
    return host
