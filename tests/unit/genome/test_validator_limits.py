"""Limits of the engine: what is beyond them is refused, what is just within them can be played."""

from __future__ import annotations

from dataclasses import replace

import pytest

from darwindeck._core import CoreGame
from darwindeck.genome.bytecode import BytecodeCompiler
from darwindeck.genome.schema import (
    BlockPhase,
    Call,
    CallChoice,
    ChoiceKind,
    ClaimPhase,
    DrawPhase,
    GameGenome,
    Let,
    Phase,
    PlayPhase,
    Scope,
    ScoringRule,
    Sees,
    Suit,
    TurnStructure,
)
from tests.support.broken_genomes import codes
from tests.support.genomes import minimal_genome
from tests.support.small_games import award_genome, claim_genome, term_genome, tricks_genome
from tests.support.sound_genomes import put


def plays(genome: GameGenome) -> bool:
    """Whether the engine plays it, also in a thread of its own."""
    game = CoreGame(BytecodeCompiler().compile_genome(genome))
    found = game.simulate(2, seed=1, players=["random"], threads=2)
    return bool(found["games"] == 2)


def scoring(amount: str, *lets: Let) -> GameGenome:
    genome = tricks_genome(lets=lets, scoring_rules=(ScoringRule(amount),))
    return replace(genome, match=replace(genome.match, hands=1))  # type: ignore[type-var]


def chain(length: int, terms: int) -> GameGenome:
    """Lets built on each other, each a sum of many terms."""
    lets = [Let("l0", "let", "tricks", Scope.SEAT)]
    for number in range(1, length):
        sum_of_terms = f"l{number - 1}" + " + 1" * terms
        lets.append(Let(f"l{number}", "let", sum_of_terms, Scope.SEAT))
    return scoring(f"l{length - 1}", *lets)


class TestExpressions:
    def test_may_be_long_sums(self) -> None:
        genome = scoring(" + ".join(["tricks"] * 140))
        assert codes(genome) == set()
        assert plays(genome)

    def test_may_be_built_on_lets_so_deep(self) -> None:
        assert codes(chain(25, 1)) == set()
        assert plays(chain(25, 1))
        assert codes(chain(26, 1)) == {"expression-too-large"}

    def test_may_be_so_deep_with_lets_written_out(self) -> None:
        assert codes(chain(24, 20)) == set()
        assert plays(chain(24, 20))
        assert codes(chain(24, 22)) == {"expression-too-large"}

    @pytest.mark.parametrize(
        ("condition", "quick"),
        [
            ("any(each, " * 6 + "tricks > 1" + ")" * 6, True),
            ("any(each, " * 8 + "tricks > 1" + ")" * 8, False),
            ("most(" * 10 + "tricks" + ")" * 10, False),
            ("piles(captured, " * 2 + "size(pile) > 1" + ") > 0" * 2, True),
            ("piles(captured, " * 4 + "size(pile) > 1" + ") > 0" * 4, False),
        ],
    )
    def test_may_take_so_long(self, condition: str, quick: bool) -> None:
        genome = scoring(f"if({condition}, 1, 0)")
        assert codes(genome) == (set() if quick else {"expression-too-slow"})
        if quick:
            assert plays(genome)

    def test_lets_of_players_asked_of_sides_count_for_each_player(self) -> None:
        squares = [Let("l0", "let", "tricks", Scope.SEAT)]
        for number in range(1, 12):
            squares.append(
                Let(f"l{number}", "let", f"mod(l{number - 1}(team(turn)), 7)", Scope.SEAT)
            )
        genome = replace(term_genome(), lets=(*term_genome().lets, *squares))
        slow = put(genome, "scoring_rules.0.amount", "l11")
        assert codes(slow) == {"expression-too-slow"}
        quick = replace(slow, lets=(*term_genome().lets, *squares[:8]))
        quick = put(quick, "scoring_rules.0.amount", "l7")
        assert codes(quick) == set()
        assert plays(quick)


def naming(*choices: CallChoice) -> GameGenome:
    path = "turn_structure.phases.0.calls.1"
    return put(award_genome(), path, Call("say", "say something", choices=choices))


def numbers(name: str, high: int, step: int = 1) -> CallChoice:
    return CallChoice(name, name, ChoiceKind.NUMBER, low=1, high=high, step=step)


class TestCalls:
    def test_name_at_most_three_things(self) -> None:
        three = naming(numbers("a", 4), numbers("b", 4), numbers("c", 4))
        assert codes(three) == set()
        assert plays(three)
        four = naming(numbers("a", 4), numbers("b", 4), numbers("c", 4), numbers("d", 4))
        assert codes(four) == {"call-too-large"}

    def test_name_things_of_at_most_256_values(self) -> None:
        assert codes(naming(numbers("a", 256))) == set()
        assert plays(naming(numbers("a", 256)))
        assert codes(naming(numbers("a", 257))) == {"call-too-large"}
        assert codes(naming(numbers("a", 512, step=2))) == set()
        words = tuple(f"w{number}" for number in range(257))
        assert codes(naming(CallChoice("a", "a", ChoiceKind.WORD, words=words))) == {
            "call-too-large"
        }

    def test_name_no_suit_twice(self) -> None:
        suits = (Suit.HEARTS, Suit.SPADES, Suit.HEARTS)
        twice = CallChoice("a", "a", ChoiceKind.SUIT, suits=suits)
        assert codes(naming(twice)) == {"contradicting-call"}
        assert codes(naming(replace(twice, suits=suits[:2]))) == set()


def asking(*phases: Phase) -> GameGenome:
    structure = TurnStructure((*phases, PlayPhase("discard")))
    return minimal_genome(turn_structure=structure, max_turns=100)


class TestAskingWhetherSomebodyCouldAct:
    def test_rests_on_no_long_row_of_such_questions(self) -> None:
        names = "abcdef"
        row = [
            DrawPhase(name=name, when=f"can({below})" if below else "hand_size < 9")
            for name, below in zip(names, ["", *names], strict=False)
        ]
        assert codes(asking(*row[:4])) == set()
        assert plays(asking(*row[:4]))
        assert codes(asking(*row)) == {"circular-can"}

    def test_does_not_rest_on_itself(self) -> None:
        one, other = DrawPhase(name="one", when="can(other)"), DrawPhase(name="other")
        assert codes(asking(one, other)) == set()
        assert codes(asking(one, replace(other, when="not can(one)"))) == {"circular-can"}
        assert codes(asking(replace(one, when="can(one)"))) == {"circular-can"}

    def test_is_found_inside_and_behind_lets(self) -> None:
        inner = DrawPhase(when="open")
        block = BlockPhase((inner,), name="block")
        genome = replace(asking(block), lets=(Let("open", "open", "can(block)", Scope.SEAT),))
        assert codes(genome) == {"circular-can"}
        other = replace(genome, lets=(Let("open", "open", "hand_size < 9", Scope.SEAT),))
        assert codes(other) == set()


class TestPhases:
    def test_are_at_most_a_thousand(self) -> None:
        play = PlayPhase("discard")
        assert codes(asking(*[play] * 999)) == set()
        assert codes(asking(*[play] * 1000)) == {"too-large"}


class TestClaims:
    @pytest.mark.parametrize("sees", Sees)
    def test_are_about_cards_that_others_cannot_see(self, sees: Sees) -> None:
        genome = put(claim_genome(), "zones.2.sees", sees)
        hidden = sees is Sees.NOBODY
        assert ("claim-in-sight" in codes(genome)) != (hidden or sees is Sees.OWNER)
        if hidden:
            assert codes(genome) == set()
            assert plays(genome)

    def test_are_not_made_on_the_usual_discard_pile(self) -> None:
        claim = ClaimPhase()
        assert codes(asking(claim)) == {"claim-in-sight"}
        assert codes(asking(replace(claim, target="captured"))) == set()
