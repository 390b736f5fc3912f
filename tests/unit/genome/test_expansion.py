"""Expansion: short forms mean exactly the long ones."""

from __future__ import annotations

from dataclasses import replace

import pytest

from darwindeck._core import CoreGame
from darwindeck.genome.bytecode import BytecodeCompiler
from darwindeck.genome.bytecode.compiler import compile_expanded
from darwindeck.genome.examples import get_genome, get_seed_genomes
from darwindeck.genome.expansion import expand
from darwindeck.genome.options import apply_options
from darwindeck.genome.schema import (
    Attribute,
    BreakingRule,
    BuildPhase,
    CapturePhase,
    CardCondition,
    CardRanking,
    CardRule,
    ChoicePhase,
    DealStep,
    DiscardPhase,
    DrawPhase,
    GameGenome,
    GameRules,
    MatchRules,
    Part,
    Phase,
    PlayPhase,
    Reference,
    SequenceDirection,
    SetupRules,
    Suit,
    TableauMode,
    TieBreaker,
    TrickPhase,
    TrickTie,
    TurnsPhase,
    TurnStructure,
)
from darwindeck.genome.tree import expressions, transform, walk
from darwindeck.genome.validation import problems_as_written
from darwindeck.genome.validator import GenomeValidator
from tests.support.genomes import minimal_genome

FOLLOW = CardRule(CardCondition(same=(Attribute.SUIT,), of=Reference.LED))


def same_play(one: GameGenome, other: GameGenome) -> bool:
    compile_genome = BytecodeCompiler().compile_genome
    return compile_genome(one)[13:] == compile_genome(other)[13:]


def on_the_table(mode: TableauMode, **rules: object) -> GameGenome:
    return minimal_genome(
        setup=SetupRules(cards_per_player=5, tableau_mode=mode),
        turn_structure=TurnStructure((PlayPhase("tableau"),)),
        game_rules=replace(GameRules(), **rules),  # type: ignore[arg-type]
    )


def tricks(**fields: object) -> GameGenome:
    phase = replace(TrickPhase(), **fields)  # type: ignore[arg-type]
    return minimal_genome(turn_structure=TurnStructure((phase,), is_trick_based=True))


@pytest.mark.parametrize("genome", get_seed_genomes(), ids=lambda genome: genome.genome_id)
def test_a_lowered_game_is_valid_and_stays_as_it_is(genome: GameGenome) -> None:
    expanded = expand(genome)
    assert GenomeValidator.validate(expanded) == []
    assert expand(expanded) == expanded
    assert expanded.options == ()


@pytest.mark.parametrize("mode", TableauMode)
@pytest.mark.parametrize("tie", TieBreaker)
def test_every_tableau_mode_has_a_long_form(mode: TableauMode, tie: TieBreaker) -> None:
    expanded = expand(on_the_table(mode, tie_breaker=tie))
    assert GenomeValidator.validate(expanded) == []
    assert expanded.setup.tableau_mode is TableauMode.NONE


def test_cards_per_player_is_a_deal_of_single_cards() -> None:
    short = minimal_genome()
    long = minimal_genome(setup=SetupRules(cards_per_player=5, deal=(DealStep((1,) * 5),)))
    assert same_play(short, long)


def test_bare_moves_are_turns_that_go_round() -> None:
    moves = (DrawPhase(), PlayPhase("discard"), DiscardPhase())
    short = minimal_genome(turn_structure=TurnStructure(moves))
    long = minimal_genome(turn_structure=TurnStructure((TurnsPhase(moves),)))
    assert same_play(short, long)


def test_following_suit_is_a_duty() -> None:
    assert same_play(tricks(), tricks(follow=(FOLLOW,)))
    assert not same_play(tricks(), tricks(lead_suit_required=False))


def test_breaking_a_suit_is_a_duty_of_the_leader() -> None:
    not_hearts = CardCondition(not_=CardCondition(suit=Suit.HEARTS))
    unbroken = CardRule(not_hearts, when="not broken")
    rule = BreakingRule.CANNOT_LEAD_UNTIL_BROKEN
    expanded = expand(tricks(breaking_suit=Suit.HEARTS, breaking_rule=rule))
    (phase,) = expanded.turn_structure.phases
    assert isinstance(phase, TrickPhase)
    assert phase.lead == (unbroken,)
    assert phase.follow == (FOLLOW,)
    rule = BreakingRule.CANNOT_PLAY_UNTIL_BROKEN
    expanded = expand(tricks(breaking_suit=Suit.HEARTS, breaking_rule=rule))
    (phase,) = expanded.turn_structure.phases
    assert isinstance(phase, TrickPhase)
    assert phase.follow == (FOLLOW, unbroken)


def test_war_on_the_table_is_a_trick_without_suits() -> None:
    expanded = expand(on_the_table(TableauMode.WAR, tie_breaker=TieBreaker.BATTLE))
    (phase,) = expanded.turn_structure.phases
    assert isinstance(phase, TrickPhase)
    assert phase.tie is TrickTie.BATTLE
    assert phase.follow == ()
    assert expanded.rankings is not None
    assert all(ranking.across_suits for ranking in expanded.rankings)


def test_matching_ranks_on_the_table_is_a_capture() -> None:
    expanded = expand(on_the_table(TableauMode.MATCH_RANK))
    (turns,) = expanded.turn_structure.phases
    assert isinstance(turns, TurnsPhase)
    assert isinstance(turns.phases[0], CapturePhase)


def test_a_sequence_on_the_table_is_building() -> None:
    expanded = expand(on_the_table(TableauMode.SEQUENCE))
    (turns,) = expanded.turn_structure.phases
    assert isinstance(turns, TurnsPhase)
    build = turns.phases[0]
    assert isinstance(build, BuildPhase)
    onto = build.moves[0].onto
    assert onto is not None
    (step,) = onto.any_of
    assert (step.step, step.same, step.of) == (1, (Attribute.SUIT,), Reference.TOP)


def test_what_a_genome_leaves_open_is_played_ace_high_in_one_hand() -> None:
    expanded = expand(minimal_genome())
    assert expanded.rankings == (CardRanking(plain=tuple("2 3 4 5 6 7 8 9 10 J Q K A".split())),)
    assert expanded.match == MatchRules(hands=1)


def test_clauses_of_other_readings_disappear() -> None:
    pidro = get_genome("pidro")
    any_six = apply_options(pidro, {"dealer_keeps": "any_six"})
    names = [phase.name for phase in expand(pidro).turn_structure.phases]
    assert "robbing" in names
    assert "choosing_six" not in names
    names = [phase.name for phase in expand(any_six).turn_structure.phases]
    assert "choosing_six" in names
    assert "robbing" not in names


def steps_of(**setup: object) -> list[int | None]:
    genome = on_the_table(TableauMode.SEQUENCE)
    rules = replace(genome.setup, **setup)  # type: ignore[arg-type]
    (turns,) = expand(replace(genome, setup=rules)).turn_structure.phases
    assert isinstance(turns, TurnsPhase)
    build = turns.phases[0]
    assert isinstance(build, BuildPhase)
    onto = build.moves[0].onto
    assert onto is not None
    return [condition.step for condition in onto.any_of]


def test_a_sequence_that_goes_round_continues_at_the_other_end() -> None:
    assert steps_of(sequence_gap_allowed=2) == [1, 2]
    assert steps_of(sequence_gap_allowed=2, sequence_wrap=True) == [1, 2, -12, -11]
    both = SequenceDirection.BOTH
    assert steps_of(sequence_direction=both, sequence_wrap=True) == [1, -1, -12, 12]


def test_what_is_said_of_sequences_concerns_the_table_alone() -> None:
    plain, wrapped = minimal_genome(), minimal_genome(setup=SetupRules(5, sequence_wrap=True))
    assert same_play(plain, wrapped)


def test_nobody_can_do_what_never_happens() -> None:
    never = DrawPhase(name="never", when="false")
    play = PlayPhase("discard", when="not can(never)")
    (turns,) = expand(
        minimal_genome(turn_structure=TurnStructure((never, play)))
    ).turn_structure.phases
    assert isinstance(turns, TurnsPhase)
    assert [(phase.name, phase.when) for phase in turns.phases] == [("", "true")]


def test_nobody_can_do_what_is_inside_a_phase_that_never_happens() -> None:
    """Canasta asks elsewhere whether one of its ways to go on is open: `can(playing_on)`."""

    def never(part: Part) -> Part:
        if not isinstance(part, ChoicePhase):
            return part
        named = any(option.name == "playing_on" for option in part.options)
        return replace(part, when="false") if named else part

    genome = transform(get_genome("canasta"), never)
    assert genome != get_genome("canasta")
    assert not any("playing_on" in text for text in expressions(expand(genome)))
    game = CoreGame(BytecodeCompiler().compile_genome(genome))
    assert game.simulate(1, seed=1, players=["random"], single_hand=True)["games"] == 1


@pytest.mark.parametrize("name", ["baloot", "bridge", "canasta", "cribbage", "uno"])
def test_any_phase_may_never_happen(name: str) -> None:
    """Such a game is turned away, or it can be played."""
    genome = get_genome(name)
    phases = [part for _, part in walk(genome) if isinstance(part, Phase)]
    for phase in phases:

        def never(part: Part, phase: Phase = phase) -> Part:
            return replace(phase, when="false") if part is phase else part

        changed = transform(genome, never)
        assert changed != genome
        if not problems_as_written(changed):
            compile_expanded(expand(changed))
