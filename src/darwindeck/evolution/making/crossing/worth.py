"""Transplants of what is scored and who wins."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

from darwindeck.evolution.making.crossing.anatomy import Anatomy, kinds_in
from darwindeck.evolution.making.crossing.fitting import Fitting
from darwindeck.evolution.making.crossing.mechanic import (
    Mechanic,
    Proposal,
    all_words,
    as_taken,
    needed,
    outside_writers,
    plain_tricks,
    provided,
    scoring,
    speaks_of_teams,
    with_phases,
    with_scoring,
    with_teams_of,
    without_scoring,
    words_in,
)
from darwindeck.evolution.making.crossing.scale import nice, points_in_a_hand
from darwindeck.evolution.making.tidy import tidy
from darwindeck.genome.schema import (
    Attribute,
    CardCondition,
    CardRanking,
    CardScoringRule,
    Declare,
    DeclarePhase,
    FillHands,
    GameGenome,
    HandPattern,
    Location,
    Part,
    PatternValue,
    ScoreOp,
    ScoringRule,
    TriggerMode,
    WinComparison,
)
from darwindeck.genome.tree import walk
from darwindeck.genome.validation.facts import zone_name


class Scoring(Mechanic):
    """The whole of what is scored, who wins and when."""

    name = "scoring"
    weight = 3

    def propose(self, host: Anatomy, donor: Anatomy, rng: Random) -> Proposal | None:
        given = donor.genome
        rules = scoring(given)
        needs = needed(donor, rules)
        if not rules or not needs & {"tricks", "captured", "melds", "hand"}:
            return None
        if not needs - {"captures"} <= provided(host) or outside_writers(donor, rules):
            return None
        if set(scoring(host.genome)) == set(rules):
            return None
        base = tidy(without_scoring(plain_tricks(host)))
        fitting = Fitting(base, given, (rules, given.win_conditions))
        child = with_scoring(fitting.added(base), given, fitting)
        gates = all(w.trigger_mode is TriggerMode.THRESHOLD_GATE for w in given.win_conditions)
        if gates and host.turns is not None and host.turns.until == "false":
            turns = replace(host.turns, until="any(each, hand_size == 0)")
            phases = tuple(turns if p == host.turns else p for p in child.turn_structure.phases)
            child = with_phases(child, phases)
        if speaks_of_teams(given, (rules, given.win_conditions)):
            child = with_teams_of(child, given)
        return Proposal(child, "the scoring", (), scoring(child))


SLIGHT = 0.5
"""What would score less than this would have to be made a point, and outweigh the rest."""


class Bonus(Mechanic):
    """One thing that scores, in proportion to what the host scores."""

    name = "bonus"
    weight = 2
    tries = 2

    def propose(self, host: Anatomy, donor: Anatomy, rng: Random) -> Proposal | None:
        given = donor.genome
        if not scoring(host.genome) or not host.genome.win_conditions:
            return None
        offers = provided(host)
        rules = [rule for rule in scoring(given) if self._fits(rule, donor, offers)]
        if not rules:
            return None
        rule = rng.choice(rules)
        ratio = points_in_a_hand(host.genome) / points_in_a_hand(given)
        if host.low_wins != donor.low_wins:
            ratio = -ratio
        if abs(ratio) < 0.3 and not isinstance(getattr(rule, "amount", 0), int):
            return None
        if isinstance(rule, CardScoringRule) and abs(rule.points * ratio) < SLIGHT:
            return None
        fitting = Fitting(host.genome, given, (rule,))
        child = fitting.added(host.genome)
        new: Part = _scaled(fitting.clause(rule), ratio)
        if isinstance(new, ScoringRule):
            said = {(old.who, old.when) for old in child.scoring_rules or ()}
            labels = {old.label for old in child.scoring_rules or ()}
            if (new.who, new.when) in said or new.label in labels:
                return None
            if len(scoring(given)) == 1 or ("trick" in new.label.lower() and host.trick is None):
                # what is the whole result of a hand there is one score among others here
                new = replace(new, label="")
            child = replace(child, scoring_rules=(new, *(child.scoring_rules or ())))
            what = f"a score ({new.label.lower()})" if new.label else "a score"
        else:
            assert isinstance(new, CardScoringRule)
            if any(new.condition == old.condition for old in child.card_scoring or ()):
                return None
            taken: CardScoringRule = as_taken((new,), host)[0]
            new = taken
            child = replace(child, card_scoring=(*(child.card_scoring or ()), taken))
            what = "a score for cards"
        return Proposal(child, what, (new,))

    def _fits(self, rule: Part, donor: Anatomy, offers: set[str]) -> bool:
        needs = needed(donor, (rule,))
        if not needs or not needs <= offers or outside_writers(donor, (rule,)):
            return False
        if isinstance(rule, ScoringRule):
            plain = rule.op is ScoreOp.ADD and rule.into == "hand_score"
            words = all_words(donor.genome, rule)
            return plain and not words & {"hand_score", "score", "other", "declared", "mode"}
        return True


def _scaled(rule: Any, ratio: float) -> Any:
    """The rule with points in another proportion, in round numbers."""
    if isinstance(rule, CardScoringRule):
        return replace(rule, points=nice(rule.points * ratio))
    if isinstance(rule.amount, int):
        return replace(rule, amount=nice(rule.amount * ratio))
    factor = nice(ratio)
    return rule if factor == 1 else replace(rule, amount=f"{factor} * ({rule.amount})")


class Combinations(Mechanic):
    """Combinations of cards in the hand that are declared before the play, and score."""

    name = "combinations"
    weight = 2
    tries = 2

    def propose(self, host: Anatomy, donor: Anatomy, rng: Random) -> Proposal | None:
        mine = host.genome
        if host.hand < 4 or kinds_in(host.phases) & {DeclarePhase, Declare} or not host.play:
            return None
        if host.trick is None or mine.patterns:
            # Elsewhere to show one's hand gives the game away, or cards are combined already.
            return None
        if not scoring(mine) or not mine.win_conditions or not _has_hands(mine):
            return None
        chosen = _chosen(donor, host, rng)
        if not chosen:
            return None
        unit = points_in_a_hand(mine) / 2
        patterns = tuple(
            replace(
                pattern,
                rank_priority=place,
                values=(PatternValue(VALUE, max(1, nice(unit * place / len(chosen))), "points"),),
                tags=(TAG,),
                when="true",
            )
            for place, pattern in enumerate(chosen, start=1)
        )
        lender = replace(donor.genome, patterns=patterns)
        phase = DeclarePhase(tuple(p.name for p in patterns), label="Declaring combinations")
        fitting = Fitting(mine, lender, (phase,))
        child = fitting.added(mine)
        new = fitting.clause(phase)
        if not new.patterns:
            return None
        amount = f"declared({TAG}, {VALUE})"
        rule = ScoringRule(
            amount=f"-{amount}" if host.low_wins else amount,
            who="teams" if mine.team_mode else "each",
            when=f"{amount} > 0",
            label="Combinations",
        )
        at = host.span[0]
        if not child.rankings and any(p.consecutive for p in patterns):
            child = replace(child, rankings=fitting.rankings() or (CardRanking(host.order),))
        child = replace(
            with_phases(child, (*host.phases[:at], new, *host.phases[at:])),
            scoring_rules=(rule, *(child.scoring_rules or ())),
        )
        return Proposal(child, "the combinations", (new, rule))


TAG, VALUE = "combinations", "worth"
MOST_PATTERNS = 4
"""Nobody learns fifteen at once."""


def _has_hands(genome: GameGenome) -> bool:
    """Whether everybody holds cards when the play begins."""
    dealt = {zone_name(str(step.zone)) for step in genome.setup.deal or ()}
    return Location.HAND in dealt or FillHands in kinds_in(genome.setup)


def _chosen(donor: Anatomy, host: Anatomy, rng: Random) -> list[HandPattern]:
    """A few of the donor's combinations that could be dealt to a hand, the commonest first."""
    given = donor.genome
    evaluated = given.hand_evaluation.patterns if given.hand_evaluation else ()
    found: dict[str, HandPattern] = {}
    for pattern in (*given.patterns, *evaluated):
        plain = _as_meld(pattern)
        if plain is None or "mode" in words_in(plain) or _size(plain) > host.hand:
            continue
        if not _can_be_made(plain, host):
            continue
        if (host.has_trumps and host.trick is not None) or not _asks_for_trumps(plain):
            found.setdefault(plain.name, plain)
    ordered = sorted(found.values(), key=lambda p: (p.rank_priority, p.name))
    if len(ordered) > MOST_PATTERNS:
        places = sorted(rng.sample(range(len(ordered)), MOST_PATTERNS))
        ordered = [ordered[place] for place in places]
    return ordered


def _as_meld(pattern: HandPattern) -> HandPattern | None:
    """The pattern as a combination of just its cards; None if it is none."""
    if pattern.wild is not None:
        pattern = replace(pattern, wild=None, wild_max=None, natural_min=None)
    common: dict[str, Any] = {"name": pattern.name.lower(), "rank_priority": pattern.rank_priority}
    groups, suited, run = (
        pattern.same_rank_groups,
        pattern.same_suit_count,
        pattern.sequence_length,
    )
    if pattern.required_count is None and not (groups or suited or run):
        size = pattern.min_size or len(pattern.exact)
        sound = size > 1 and (pattern.same or pattern.exact or pattern.consecutive)
        return replace(pattern, **common, tie_keys=()) if sound else None
    if groups and len(groups) == 1 and not suited and not run:
        size = groups[0]
        return HandPattern(**common, min_size=size, max_size=size, same=(Attribute.RANK,))
    if groups or pattern.required_ranks:
        return None
    if run:
        same = (Attribute.SUIT,) if suited else ()
        return HandPattern(**common, min_size=run, max_size=run, same=same, consecutive=True)
    if suited:
        return HandPattern(**common, min_size=suited, max_size=suited, same=(Attribute.SUIT,))
    return None


def _can_be_made(pattern: HandPattern, host: Anatomy) -> bool:
    """Whether the host's deck has so many cards of one rank, or of one face."""
    copies = max(Counter(host.cards).values(), default=0)
    of_a_rank = max(Counter(str(card.rank) for card in host.cards).values(), default=0)
    if Attribute.RANK in pattern.same and _size(pattern) > of_a_rank:
        return False
    return max(Counter(pattern.exact).values(), default=0) <= copies


def _size(pattern: HandPattern) -> int:
    return pattern.min_size or len(pattern.exact) or 1


def _asks_for_trumps(pattern: HandPattern) -> bool:
    conditions = [part for _, part in walk(pattern) if isinstance(part, CardCondition)]
    return any(condition.trump is not None for condition in conditions)


class Winning(Mechanic):
    """Who has won, and when: also whether one strives for points or shuns them."""

    name = "win condition"
    weight = 1

    def propose(self, host: Anatomy, donor: Anatomy, rng: Random) -> Proposal | None:
        mine, given = host.genome, donor.genome
        theirs = given.win_conditions
        if not theirs or not scoring(mine) or not scoring(given):
            return None
        if host.trick is None:
            # What is done of one's own will is not shunned, and to go out is an aim of its own.
            return None
        if {w.comparison for w in mine.win_conditions} == {w.comparison for w in theirs}:
            return None
        kinds = {WinComparison.HIGHEST, WinComparison.LOWEST}
        if not all(w.comparison in kinds for w in (*theirs, *mine.win_conditions)):
            return None
        if any(words_in(w) - {"any", "each", "teams", "score", "most", "least"} for w in theirs):
            return None
        reach = max((abs(w.threshold) for w in mine.win_conditions), default=0)
        if not reach or outside_writers(donor, theirs):
            return None
        wins = tuple(replace(w, threshold=reach, when=None) for w in theirs[:1])
        return Proposal(replace(mine, win_conditions=wins), "the win condition", wins)
