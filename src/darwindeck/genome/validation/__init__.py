"""The checks of the validator, by theme, in the order in which their problems are reported."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice

from darwindeck.genome.problems import Problem
from darwindeck.genome.schema.genome import GameGenome
from darwindeck.genome.survey import survey
from darwindeck.genome.validation import (
    agreement,
    bounds,
    course,
    deck,
    endings,
    expressions,
    limits,
    names,
    options,
    orders,
    patterns,
    phases,
    provision,
    requirements,
    secrets,
    table,
    words,
)
from darwindeck.genome.validation.facts import Facts

MAX_PROBLEMS = 1_000

Check = Callable[[Facts], Iterable[Problem]]

GUARDS: tuple[Check, ...] = (
    bounds.lists_are_short,
    bounds.the_deck_is_small,
    names.names_are_not_reserved,
)
"""Checks that guard all others: a genome that fails them is not examined further."""

REQUIREMENTS: tuple[Check, ...] = (
    requirements.score_wins_need_scoring,
    requirements.best_hand_needs_patterns,
    requirements.betting_needs_chips,
    requirements.showdowns_need_evaluation,
    requirements.capture_wins_need_capture,
    requirements.pattern_groups_fit,
    requirements.card_values_cover_ranks,
    requirements.teams_are_sound,
)
"""What wins, betting, patterns and teams need; always reported first, in this order."""

CHECKS: tuple[Check, ...] = (
    bounds.the_game_itself,
    bounds.numbers_are_within_bounds,
    names.names_are_words,
    names.names_are_declared_once,
    names.names_do_not_clash,
    names.names_are_known,
    names.colours_are_known,
    names.card_sets_are_not_circular,
    names.things_have_labels,
    names.texts_are_printable,
    words.words_are_of_something,
    words.words_say_no_rule,
    table.table_hints_can_be_drawn,
    deck.the_deck_is_sound,
    deck.stand_ins_are_clear,
    deck.zones_are_sound,
    deck.the_deal_fits,
    deck.nothing_is_dealt_to_the_stock,
    orders.orders_cover_the_deck,
    orders.worth_is_of_the_card,
    orders.comparisons_have_an_order,
    orders.modes_are_covered,
    orders.table_lines_can_be_reached,
    orders.conditions_choose_cards,
    patterns.patterns_can_be_matched,
    patterns.patterns_say_something,
    patterns.shares_make_sense,
    expressions.lets_are_not_circular,
    expressions.expressions_make_sense,
    expressions.awards_are_small,
    limits.phases_are_few,
    limits.options_are_few,
    limits.the_table_is_small,
    limits.conditions_are_quick,
    limits.calls_are_small,
    limits.lets_are_shallow,
    limits.expressions_are_quick,
    limits.asking_comes_to_an_end,
    provision.what_is_read_is_set,
    provision.zones_get_cards,
    provision.trumps_come_about,
    provision.modes_come_about,
    provision.chips_are_given_out,
    provision.scores_go_somewhere,
    provision.moments_come,
    provision.wins_are_within_reach,
    provision.edges_have_their_zones,
    provision.references_have_a_card,
    provision.evaluation_is_whole,
    phases.phases_do_something,
    phases.counts_make_sense,
    phases.bets_can_be_foreseen,
    phases.calls_can_be_made,
    phases.declaring_makes_sense,
    phases.leads_are_chosen,
    endings.the_game_ends,
    endings.somebody_wins,
    endings.pots_are_decided,
    endings.pots_by_name_hold_chips,
    endings.phases_end,
    course.actions_are_in_their_place,
    course.hands_are_played,
    course.the_limit_lets_a_hand_end,
    course.later_deals_fit,
    course.passes_fit_the_hands,
    course.hands_exist,
    course.conditions_find_what_they_ask,
    course.the_table_is_used,
    course.stakes_can_be_paid,
    secrets.moves_depend_on_what_is_seen,
    secrets.claims_are_laid_unseen,
    secrets.cards_picked_are_seen,
    agreement.the_deal_agrees,
    agreement.trumps_agree,
    agreement.trick_play_agrees,
    agreement.claims_agree,
    agreement.counters_agree,
    agreement.calls_agree,
    agreement.edges_agree,
    options.options_are_sound,
    options.settings_point_somewhere,
    options.choices_can_be_tried,
)

LAST: tuple[Check, ...] = (secrets.what_is_told_is_announced,)
"""Checks that look into what expressions mean: they are left out as long as anything is wrong."""


def problems_of(genome: object) -> list[Problem]:
    """Every problem of a genome, first what its parts need of each other."""
    if not isinstance(genome, GameGenome):
        wrong = f"Expected a GameGenome, got {type(genome).__name__}"
        return [Problem("wrong-type", (), wrong)]
    problems = problems_as_written(genome)
    if problems or not genome.options:
        return problems
    facts = Facts(genome, survey(genome))
    found = options.choices_leave_the_genome_sound(facts, problems_as_written)
    return list(islice(found, MAX_PROBLEMS))


def problems_as_written(genome: GameGenome) -> list[Problem]:
    """Every problem of a genome with its options as they stand, no other choice being tried."""
    found = survey(genome)
    if not found.complete:
        return found.problems
    facts = Facts(genome, found)
    too_large = _all(GUARDS, facts)
    problems = _all(REQUIREMENTS, facts) + too_large
    if not too_large:
        problems += _all(CHECKS, facts)
    if not problems:
        problems = _all(LAST, facts)
    return problems[:MAX_PROBLEMS]


def _all(checks: tuple[Check, ...], facts: Facts) -> list[Problem]:
    problems: list[Problem] = []
    for check in checks:
        problems += islice(check(facts), MAX_PROBLEMS)
    return problems
