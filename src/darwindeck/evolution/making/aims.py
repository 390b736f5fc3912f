"""What one does of one's own will must be good for something: aims and the signs of scores."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest

from darwindeck.evolution.making.crossing.anatomy import Anatomy, kinds_in
from darwindeck.evolution.making.crossing.mechanic import (
    all_words,
    needed,
    scoring,
    without_phases,
)
from darwindeck.evolution.making.operators.endings import SCORE_TYPES, reversed_aim
from darwindeck.genome.schema import (
    CapturePhase,
    CardCondition,
    CardScoringRule,
    DiscardPhase,
    DrawPhase,
    FillHands,
    GameGenome,
    Location,
    MeldPhase,
    Move,
    Part,
    PlayPhase,
    ScoreOp,
    ScoringRule,
    ScoringTrigger,
    TrickPhase,
    WinComparison,
)
from darwindeck.genome.tree import transform, walk
from darwindeck.genome.validation.facts import zone_name

_GOING_OUT = "hand_size == 0"


def sign_of(rule: ScoringRule) -> int:
    """Whether a rule gives points (1), takes some (-1), or says neither (0)."""
    text = str(rule.amount).strip()
    if text == "0":
        return 0
    return -1 if text.startswith("-") else 1


def opposite_amount(amount: int | str) -> int | str:
    """The amount with the other sign."""
    if isinstance(amount, int):
        return -amount
    if amount.startswith("-1 * ") and amount[len("-1 * ") :].isidentifier():
        return amount[len("-1 * ") :]
    if amount.startswith("-") and amount[1:].lstrip()[:1].isdigit():
        return amount[1:].lstrip()
    if amount[:1].isdigit():
        return f"-{amount}"
    return f"-1 * {amount}" if amount.isidentifier() else f"-1 * ({amount})"


def with_melds_that_pay(genome: GameGenome) -> GameGenome:
    """Who lays down combinations must gain by it, else nobody lays any, or is punished for what
    cannot be helped: where nothing else is scored the aim is turned round, otherwise the score of
    the combinations."""
    wins = genome.win_conditions
    low = wins and all(
        win.type in SCORE_TYPES and win.comparison is WinComparison.LOWEST for win in wins
    )
    if not low or TrickPhase in kinds_in(genome.turn_structure):
        return genome
    rules = scoring(genome)
    bad = [rule for rule in rules if _is_of_melds(rule, genome) and _sign(rule) > 0]
    if not bad:
        return genome
    if len(bad) == len(rules):
        return replace(genome, win_conditions=tuple(map(reversed_aim, wins)))
    return _with_other_signs(genome, bad)


def _is_of_melds(rule: Part, genome: GameGenome) -> bool:
    return needed(Anatomy(genome), (rule,)) == {"melds"}


def with_cards_left_that_cost(genome: GameGenome) -> GameGenome:
    """Where a hand ends as soon as somebody has got rid of their cards, a card that is left does
    its holder no good."""
    wins = genome.win_conditions
    aims = {win.comparison for win in wins if win.type in SCORE_TYPES}
    if len(aims) != 1 or not _is_ended_by_going_out(genome):
        return genome
    good = 1 if aims == {WinComparison.HIGHEST} else -1
    bad = [
        rule
        for rule in genome.card_scoring or ()
        if rule.trigger is ScoringTrigger.HAND_END and _sign(rule) == good
    ]
    return _with_other_signs(genome, bad) if bad else genome


def _is_ended_by_going_out(genome: GameGenome) -> bool:
    return any(
        f"any(each, {_GOING_OUT})" in str(getattr(part, "until", ""))
        for _, part in walk(genome.turn_structure)
    )


def without_throwing_away(genome: GameGenome) -> GameGenome:
    """Where one wants to get rid of cards, nobody just throws some away before the play: who does
    so draws others, or the cards come back some time."""
    if not _is_ended_by_going_out(genome):
        return genome
    game = Anatomy(genome)
    rest = walk((game.play, game.after, genome.special_effects))
    sources = tuple(source for _, part in rest if (source := getattr(part, "source", None)))
    used = all_words(genome, (sources, scoring(genome)))
    gone = [
        phase
        for phase, after in zip_longest(game.before, game.before[1:])
        if isinstance(phase, DiscardPhase)
        and not kinds_in(after) & {DrawPhase, FillHands, Move}
        and zone_name(str(phase.target)) not in used
    ]
    return without_phases(genome, gone) if gone else genome


def with_as_many_drawn_as_played(genome: GameGenome) -> GameGenome:
    """Who plays one card each turn to capture draws no more than one: else hands only grow."""
    steps = Anatomy(genome).steps
    played = [step for step in steps if isinstance(step, CapturePhase)]
    if len(played) != 1 or kinds_in(steps) & {DiscardPhase, MeldPhase, PlayPhase}:
        return genome

    def mended(part: Part) -> Part:
        if not isinstance(part, DrawPhase) or part.source != Location.DECK or part not in steps:
            return part
        return replace(part, count=1) if isinstance(part.count, int) and part.count > 1 else part

    return transform(genome, mended)


def with_one_say_about_a_suit(genome: GameGenome) -> GameGenome:
    """A suit of which one should have most costs nothing card by card, or the other way round."""
    wins = {win.comparison for win in genome.win_conditions}
    if len(wins) != 1:
        return genome
    good = 1 if wins == {WinComparison.HIGHEST} else -1
    suits = {named.name: named.cards.suit for named in genome.card_sets}
    said = [all_words(genome, rule) for rule in genome.scoring_rules or () if _sign(rule) == good]
    wanted = {suits[name] for words in said if "most" in words for name in words & suits.keys()}
    bad = [
        rule
        for rule in genome.card_scoring or ()
        if rule.condition == CardCondition(suit=rule.condition.suit)
        and rule.condition.suit in wanted - {None}
        and _sign(rule) == -good
    ]
    kept = tuple(rule for rule in genome.card_scoring or () if rule not in bad)
    return replace(genome, card_scoring=kept) if bad else genome


def _sign(rule: Part) -> int:
    if isinstance(rule, CardScoringRule):
        return (rule.points > 0) - (rule.points < 0)
    if not isinstance(rule, ScoringRule) or rule.op is not ScoreOp.ADD:
        return 0
    return sign_of(rule) if rule.into == "hand_score" else 0


def _with_other_signs(genome: GameGenome, bad: Sequence[Part]) -> GameGenome:
    def turned(part: Part) -> Part:
        if part not in bad:
            return part
        if isinstance(part, CardScoringRule):
            return replace(part, points=-part.points)
        assert isinstance(part, ScoringRule), part
        return replace(part, amount=opposite_amount(part.amount))

    return replace(
        genome,
        scoring_rules=transform(genome.scoring_rules, turned),
        card_scoring=transform(genome.card_scoring, turned),
    )
