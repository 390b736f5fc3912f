"""Whatever a clause reads or waits for must come from somewhere."""

from __future__ import annotations

from collections.abc import Iterator

from darwindeck.genome.expressions import Call, ExpressionError, Name, Node, nodes_of, parse
from darwindeck.genome.expressions.check import close_name, names_read
from darwindeck.genome.expressions.vocabulary import VOCABULARY
from darwindeck.genome.problems import Path, Problem
from darwindeck.genome.schema.actions import (
    AssignRole,
    Award,
    Change,
    Deal,
    DrawLots,
    FillHands,
    Move,
    Pay,
    Set,
    SetMode,
    Stake,
)
from darwindeck.genome.schema.patterns import HandEvaluationMethod
from darwindeck.genome.schema.ranking import CardRanking
from darwindeck.genome.schema.selectors import CardCondition, Reference
from darwindeck.genome.schema.setup import TableauMode
from darwindeck.genome.schema.things import Life, Location
from darwindeck.genome.schema.transfers import (
    BuildMove,
    CapturePhase,
    ClaimPhase,
    DrawPhase,
    MeldPhase,
    PassPhase,
    PlayPhase,
)
from darwindeck.genome.schema.tricks import TrickPhase
from darwindeck.genome.schema.worth import (
    CardScoringRule,
    DeckEmptyAction,
    FirstDealer,
    Moment,
    PassAction,
    ScoringRule,
    ScoringTrigger,
    SpecialEffect,
    TriggerMode,
    WinCondition,
)
from darwindeck.genome.validation.facts import Facts, zone_name
from darwindeck.genome.validation.requirements import CAPTURE_WINS, SCORE_WINS

WIN_TYPES = (
    "empty_hand",
    *SCORE_WINS,
    *CAPTURE_WINS,
    "best_hand",
    "most_chips",
    "last_with_chips",
    "custom",
)
CHIP_WINS = ("most_chips", "last_with_chips")
SCORED_INTO = ("hand_score", "chips")


def what_is_read_is_set(facts: Facts) -> Iterator[Problem]:
    """Roles and counters that something reads must be set by something."""
    assigned = {action.role for _, action in facts.all(AssignRole)}
    assigned |= {action.role for _, action in facts.all(DrawLots)}
    changed = {action.counter for _, action in facts.all(Set)}
    changed |= {action.counter for _, action in facts.all(Change)}
    changed |= {rule.into for _, rule in facts.all(ScoringRule)}
    roles = facts.env.roles - assigned
    # One that is kept for the match may be a stake, which a match can begin with.
    kept = {name for name, counter in facts.env.counters.items() if counter.life is Life.MATCH}
    counters = facts.env.counters.keys() - changed - kept
    if not roles and not counters:
        return
    reported: set[str] = set()
    for path, name in _names_read(facts):
        if name in reported or name in VOCABULARY or name in facts.env.zones:
            continue
        if name in roles:
            reported.add(name)
            yield Problem(
                "role-never-assigned", path, f"Nothing ever gives anybody the role '{name}'"
            )
        elif name in counters:
            reported.add(name)
            yield Problem(
                "counter-never-changes", path, f"Nothing ever changes the counter '{name}'"
            )


def _names_read(facts: Facts) -> Iterator[tuple[Path, str]]:
    for use in facts.survey.expressions:
        if isinstance(use.expr, str):
            try:
                tree = parse(str(use.expr))
            except ExpressionError:
                continue
            for name in (*names_read(tree), *_roles_asked_for(tree)):
                yield use.path, name


def _roles_asked_for(tree: Node) -> Iterator[str]:
    for node in nodes_of(tree):
        match node:
            case Call("is" | "set", (Name(role), *_)):
                yield role


def zones_get_cards(facts: Facts) -> Iterator[Problem]:
    """Cards are taken only from zones to which some come."""
    for use in facts.survey.expressions:
        if use.wanted == "zone" and use.field in ("source", "with_top_of"):
            zone = zone_name(str(use.expr))
            if zone in facts.env.zones and zone not in facts.zones_filled:
                yield Problem(
                    "zone-never-filled",
                    use.path,
                    f"Cards are taken from '{zone}', but none ever come there",
                )


def trumps_come_about(facts: Facts) -> Iterator[Problem]:
    if "trumps" in facts.env.has:
        return
    for path, condition in facts.all(CardCondition):
        for field in ("trump", "printed_trump", "trump_colour"):
            if getattr(condition, field) is not None:
                yield Problem(
                    "trump-never-set",
                    (*path, field),
                    "The condition asks for trumps, but nothing ever makes a suit trumps",
                )
    for path, ranking in facts.all(CardRanking):
        if ranking.trump or ranking.promote:
            field = "trump" if ranking.trump else "promote"
            yield Problem(
                "trump-never-set",
                (*path, field),
                "The ranking orders trumps, but nothing ever makes a suit trumps",
            )


def modes_come_about(facts: Facts) -> Iterator[Problem]:
    put_in_force = {action.mode for _, action in facts.all(SetMode)}
    for index, ranking in enumerate(facts.genome.rankings or ()):
        if ranking.mode and ranking.mode not in put_in_force:
            yield Problem(
                "mode-never-set",
                ("rankings", index, "mode"),
                f"Nothing ever puts the mode '{ranking.mode}' in force",
            )


def chips_are_given_out(facts: Facts) -> Iterator[Problem]:
    genome = facts.genome
    if genome.setup.starting_chips > 0:
        return
    message = "Chips are used, but setup.starting_chips is 0"
    for path in [*(at for at, _ in facts.all(Stake)), *(at for at, _ in facts.all(Pay))]:
        yield Problem("chips-missing", path, message)
    for path, rule in facts.all(ScoringRule):
        if rule.into == "chips":
            yield Problem("chips-missing", (*path, "into"), message)
    for index, win in enumerate(genome.win_conditions):
        if win.type in CHIP_WINS:
            yield Problem("chips-missing", ("win_conditions", index, "type"), message)


def scores_go_somewhere(facts: Facts) -> Iterator[Problem]:
    counters = facts.env.counters
    for path, rule in facts.all(ScoringRule):
        if rule.into not in SCORED_INTO and rule.into not in counters:
            known = [*SCORED_INTO, *counters]
            yield Problem(
                "unknown-name",
                (*path, "into"),
                f"No counter is called '{rule.into[:60]}'; a rule changes `hand_score`, `chips` or "
                f"a counter{close_name(rule.into, known)}",
            )
        elif rule.into == "chips" and facts.genome.house is None:
            yield Problem(
                "house-missing",
                (*path, "into"),
                "Chips are paid by the house, but the genome has no house",
            )
    match = facts.genome.match
    if match is not None and match.first_dealer is FirstDealer.HOUSE and facts.genome.house is None:
        yield Problem(
            "house-missing",
            ("match", "first_dealer"),
            "The house deals, but the genome has no house",
        )


def moments_come(facts: Facts) -> Iterator[Problem]:
    """An effect or a score at a moment that no phase ever brings about."""
    comes = _moments(facts)
    for path, effect in facts.all(SpecialEffect):
        if not comes[effect.moment]:
            yield _never((*path, "moment"), effect.moment)
    for path, rule in facts.all(ScoringRule):
        if not comes[rule.moment]:
            yield _never((*path, "moment"), rule.moment)
    triggers = {
        ScoringTrigger.TRICK_WIN: comes[Moment.TRICK_END],
        ScoringTrigger.CAPTURE: comes[Moment.CAPTURED],
        ScoringTrigger.PLAY: comes[Moment.PLAYED],
        ScoringTrigger.HAND_END: True,
        ScoringTrigger.SET_COMPLETE: comes[Moment.MELDED],
    }
    for path, scoring in facts.all(CardScoringRule):
        if not triggers[scoring.trigger]:
            yield _never((*path, "trigger"), scoring.trigger)


def _never(path: Path, moment: str) -> Problem:
    return Problem("moment-never-comes", path, f"No phase ever brings about the moment `{moment}`")


def _moments(facts: Facts) -> dict[Moment, bool]:
    setup = facts.genome.setup
    tricks = facts.has(TrickPhase)
    table_takes = setup.tableau_mode in (TableauMode.WAR, TableauMode.MATCH_RANK)
    captures = facts.has(CapturePhase) or table_takes or tricks
    builds = any(zone_name(move.source) == Location.HAND for _, move in facts.all(BuildMove))
    plays = facts.has(PlayPhase, CapturePhase, ClaimPhase) or builds or tricks
    turned_up = setup.initial_discard_count > 0 or Location.DISCARD in facts.zones_filled
    draws = facts.has(DrawPhase, Deal, FillHands) or any(
        move.source == Location.DECK for _, move in facts.all(Move)
    )
    comes = dict.fromkeys(Moment, True)
    comes |= {
        Moment.TURNED_UP: turned_up,
        Moment.DRAWN: draws,
        Moment.PLAYED: plays,
        Moment.LED: tricks,
        Moment.CAPTURED: captures or Location.CAPTURED in facts.zones_filled,
        Moment.MELDED: facts.has(MeldPhase),
        Moment.TRICK_END: tricks,
    }
    return comes


def wins_are_within_reach(facts: Facts) -> Iterator[Problem]:
    hands_empty = _hands_get_empty(facts)
    for index, win in enumerate(facts.genome.win_conditions):
        path = ("win_conditions", index)
        if win.type not in WIN_TYPES:
            yield Problem(
                "unknown-win-type",
                (*path, "type"),
                f"Unknown win condition '{win.type[:60]}'; known are {', '.join(WIN_TYPES)}"
                f"{close_name(win.type, WIN_TYPES)}",
            )
            continue
        if win.type == "custom" and win.when is None and win.trigger_mode is TriggerMode.IMMEDIATE:
            yield Problem(
                "win-says-nothing", path, "A custom win condition needs `when`: what ends the game"
            )
        yield from _reach(facts, win, path, hands_empty)


def _reach(facts: Facts, win: WinCondition, path: Path, hands_empty: bool) -> Iterator[Problem]:
    genome = facts.genome
    waits_for_hands = (win.type == "empty_hand" and win.when is None) or (
        win.trigger_mode is TriggerMode.ALL_HANDS_EMPTY
    )
    if waits_for_hands and not hands_empty:
        yield Problem(
            "win-out-of-reach", path, "Hands never become empty: no phase takes cards from them"
        )
    if win.trigger_mode is TriggerMode.DECK_EMPTY and not _stock_shrinks(facts):
        yield Problem(
            "win-out-of-reach",
            (*path, "trigger_mode"),
            "The stock never runs out: nothing is drawn from it",
        )
    if win.type in SCORE_WINS and not _scores(facts):
        rules = genome.scoring_rules or ()
        if rules or genome.card_scoring:
            yield Problem(
                "win-out-of-reach", path, f"`{win.type}` compares scores, but no rule adds to them"
            )
    if win.type == "first_to_score" and win.threshold <= 0 and win.when is None:
        yield Problem(
            "win-out-of-reach",
            (*path, "threshold"),
            f"`first_to_score` needs a threshold above 0, got {win.threshold}",
        )


def _scores(facts: Facts) -> bool:
    genome = facts.genome
    into = {rule.into for rule in genome.scoring_rules or ()}
    return bool(genome.card_scoring) or "hand_score" in into or facts.has(Award)


def _hands_get_empty(facts: Facts) -> bool:
    if Location.HAND in facts.zones_emptied or facts.has(PassPhase):
        return True
    # games without hands (everybody has a pile) wait for nothing of the kind
    return Location.HAND not in facts.env.zones


def _stock_shrinks(facts: Facts) -> bool:
    return Location.DECK in facts.zones_emptied or facts.has(Deal, FillHands)


def edges_have_their_zones(facts: Facts) -> Iterator[Problem]:
    """What happens at the edges of a game needs the piles it speaks of."""
    rules = facts.genome.game_rules
    zones = facts.env.zones
    if rules is None:
        return
    drawn = Location.DECK in facts.zones_emptied
    if (
        drawn
        and rules.deck_empty_action is DeckEmptyAction.RESHUFFLE_DISCARD
        and Location.DISCARD not in zones
    ):
        yield Problem(
            "missing-zone",
            ("game_rules", "deck_empty_action"),
            f"The discards are reshuffled, but there is no zone `{Location.DISCARD}`",
        )
    if rules.consecutive_pass_action is PassAction.CLEAR_TABLEAU and Location.TABLEAU not in zones:
        yield Problem(
            "missing-zone",
            ("game_rules", "consecutive_pass_action"),
            f"The table is cleared, but there is no zone `{Location.TABLEAU}`",
        )


def references_have_a_card(facts: Facts) -> Iterator[Problem]:
    """`same` and `step` compare with the card of `of`; points are read from a table."""
    tricks = facts.has(TrickPhase)
    for path, condition in facts.all(CardCondition):
        if (condition.same or condition.step is not None) and condition.of is None:
            field = "same" if condition.same else "step"
            yield Problem(
                "reference-missing",
                (*path, "of"),
                f"`{field}` needs `of`: the card to compare with",
            )
        if condition.of is not None and not condition.same and condition.step is None:
            yield Problem(
                "reference-missing",
                (*path, "same"),
                "`of` is given, but nothing is compared with it",
            )
        bounds = condition.min_points is not None or condition.max_points is not None
        if bounds != (condition.point_table is not None):
            yield Problem(
                "reference-missing",
                (*path, "point_table"),
                "`point_table` and `min_points` or `max_points` belong together",
            )
        for field in ("of", "beats"):
            reference = getattr(condition, field)
            if reference in (Reference.LED, Reference.WINNER) and not tricks:
                yield Problem(
                    "not-provided",
                    (*path, field),
                    f"The card is compared with `{reference.value}`, but no phase plays tricks",
                )


def evaluation_is_whole(facts: Facts) -> Iterator[Problem]:
    evaluation = facts.genome.hand_evaluation
    if evaluation is None:
        return
    path = ("hand_evaluation",)
    total = evaluation.method is HandEvaluationMethod.POINT_TOTAL
    match = evaluation.method is HandEvaluationMethod.PATTERN_MATCH
    if evaluation.patterns and not match:
        yield Problem(
            "contradicting-evaluation",
            (*path, "patterns"),
            f"Patterns are given, but the method is `{evaluation.method.value}`",
        )
    if (evaluation.card_values or evaluation.target_value is not None) and not total:
        yield Problem(
            "contradicting-evaluation",
            (*path, "card_values"),
            f"Values are given, but the method is `{evaluation.method.value}`",
        )
    target, bust = evaluation.target_value, evaluation.bust_threshold
    if target is not None and bust is not None and bust <= target:
        yield Problem(
            "contradicting-evaluation",
            (*path, "bust_threshold"),
            f"The target {target} would already be too much: the limit is {bust}",
        )
    seen: set[str] = set()
    for index, value in enumerate(evaluation.card_values):
        if value.rank in seen:
            yield Problem(
                "duplicate-name",
                (*path, "card_values", index),
                f"The rank '{value.rank}' has two values",
            )
        seen.add(value.rank)
