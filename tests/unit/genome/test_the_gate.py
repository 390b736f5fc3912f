"""What once passed the gate and is no game: each gets one clear message."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest

from darwindeck.cards import Suit
from darwindeck.genome.codec import decode_genome, to_json
from darwindeck.genome.completeness import CURE, MOST_NAMED, check_genome_completeness
from darwindeck.genome.examples import LIBRARY
from darwindeck.genome.expressions.vocabulary import RESERVED
from darwindeck.genome.limits import limits
from darwindeck.genome.reference import reference_text
from darwindeck.genome.schema import (
    AssignRole,
    CaptureBy,
    CapturePhase,
    Change,
    Choose,
    ClaimPhase,
    Counter,
    DealStep,
    DiscardPhase,
    DoPhase,
    DrawPhase,
    Expose,
    GameGenome,
    If,
    MeldPhase,
    Moment,
    PassPhase,
    Phase,
    PlayPhase,
    RoleSpec,
    ScoringRule,
    Sees,
    Set,
    SpecialEffect,
    TrickPhase,
    TurnStructure,
    ZoneSpec,
)
from darwindeck.genome.schema.selectors import CardCondition
from darwindeck.genome.short_forms import USUAL_ZONES
from darwindeck.genome.validation import problems_of
from darwindeck.genome.validation.bounds import BOUNDS, MAX_LENGTHS
from darwindeck.genome.validator import GenomeValidator
from darwindeck.rulebook import generate_rulebook
from tests.support.genomes import minimal_genome
from tests.support.sound_genomes import auction_genome, put


def codes(genome: GameGenome) -> set[str]:
    return {problem.code for problem in problems_of(genome)}


class TestPicking:
    """Nobody picks among cards at which they cannot look."""

    def picking(self, *phases: Phase, sees: Sees = Sees.NOBODY) -> set[str]:
        genome = minimal_genome(turn_structure=TurnStructure(phases))
        zones = [replace(zone, sees=sees) if zone.name == "deck" else zone for zone in USUAL_ZONES]
        return codes(replace(genome, zones=tuple(zones)))

    @pytest.mark.parametrize(
        "phase",
        [
            DrawPhase("deck", choose=Choose.PICK),
            PlayPhase("discard", source="deck"),
            DiscardPhase("discard", source="deck"),
            TrickPhase(source="deck"),
            MeldPhase(("pair",), source="deck", target="discard"),
            CapturePhase((CaptureBy.EQUAL,), "values", source="deck"),
            ClaimPhase(source="deck"),
            PlayPhase("discard", source="if(hand_size > 0, hand, deck)"),
            PlayPhase("discard", source="hand(left(turn))"),
        ],
        ids=lambda phase: f"{phase.kind} {phase.source}",
    )
    def test_from_what_cannot_be_seen_is_refused(
        self,
        phase: PlayPhase | DiscardPhase | TrickPhase | MeldPhase | CapturePhase | ClaimPhase,
    ) -> None:
        assert "picks-unseen-cards" in self.picking(phase)
        if "deck" in str(phase.source):
            assert "picks-unseen-cards" not in self.picking(phase, sees=Sees.ALL)

    @pytest.mark.parametrize(
        "phase",
        [
            DrawPhase("deck"),
            DrawPhase("hand(left(turn))", choose=Choose.RANDOM),
            PlayPhase("discard", source="top(deck)"),
            PlayPhase("discard", source="hand(turn)"),
            PlayPhase("discard", source="hand(dealer)", who="dealer"),
            DiscardPhase("discard", source="deck", choose=Choose.TOP),
        ],
        ids=lambda phase: f"{phase.kind} {phase.source}",
    )
    def test_what_is_seen_or_not_picked_is_allowed(self, phase: Phase) -> None:
        assert "picks-unseen-cards" not in self.picking(phase)

    def test_cards_laid_open_are_seen(self) -> None:
        phase = PlayPhase("discard", source="deck")
        opened = DoPhase((Expose("deck"),))
        assert "picks-unseen-cards" not in self.picking(opened, phase)

    def test_files_without_zones_have_a_stock_that_nobody_sees(self) -> None:
        phase = DrawPhase("deck", choose=Choose.PICK)
        genome = minimal_genome(turn_structure=TurnStructure((phase, PlayPhase("discard"))))
        assert genome.zones is None
        assert codes(genome) == {"picks-unseen-cards"}


class TestPassing:
    def passing(self, count: int | str, **changes: object) -> GameGenome:
        genome = auction_genome()
        structure = genome.turn_structure
        phases = (PassPhase(count, ("left(turn)",)), *structure.phases)
        return replace(genome, turn_structure=replace(structure, phases=phases), **changes)  # type: ignore[arg-type]

    def test_as_many_cards_as_were_dealt_can_be_passed(self) -> None:
        assert codes(self.passing(8)) == set()
        assert codes(self.passing(9)) == {"pass-exceeds-hand"}

    def test_a_number_that_may_be_small_enough_is_left_to_play(self) -> None:
        assert codes(self.passing("hand_size + 1")) == set()

    def test_cards_drawn_before_count_as_well(self) -> None:
        genome = self.passing(9)
        draw = DoPhase((Set("contract", 0),)), DrawPhase(count=1, who="each")
        phases = (draw[1], *genome.turn_structure.phases)
        more = replace(genome, turn_structure=TurnStructure(phases, True, None))
        assert "pass-exceeds-hand" not in codes(more)

    def test_where_all_cards_are_dealt_a_hand_has_its_share(self) -> None:
        deal = replace(auction_genome().setup, deal=(DealStep(all_cards=True),))
        assert "pass-exceeds-hand" not in codes(self.passing(8, setup=deal))
        assert "pass-exceeds-hand" in codes(self.passing(9, setup=deal))


class TestTheAim:
    def test_no_library_game_leaves_it_open(self) -> None:
        assert all(create().win_conditions for create in LIBRARY.values())

    @pytest.mark.parametrize("name", ["hearts", "spades", "scopa", "draw-poker"])
    def test_without_a_win_condition_nobody_knows_what_is_good(self, name: str) -> None:
        assert "no-winner" in codes(replace(LIBRARY[name](), win_conditions=()))


class TestTrumps:
    @pytest.mark.parametrize(
        ("setup", "phase", "fits"),
        [
            (None, None, True),
            (Suit.SPADES, Suit.SPADES, True),
            (Suit.SPADES, None, False),
            (None, Suit.SPADES, False),
            (Suit.SPADES, Suit.HEARTS, False),
        ],
    )
    def test_set_up_and_phase_say_the_same(
        self, setup: Suit | None, phase: Suit | None, fits: bool
    ) -> None:
        genome = put(LIBRARY["spades"](), "setup.trump_suit", setup)
        genome = put(genome, "turn_structure.phases.1.trump_suit", phase)
        assert ("contradicting-trump" not in codes(genome)) == fits


def telling(*actions: object, **changes: object) -> GameGenome:
    """The auction with actions after the deal."""
    genome = auction_genome()
    return replace(genome, setup=replace(genome.setup, after_deal=actions), **changes)  # type: ignore[arg-type]


class TestAnnouncing:
    @pytest.mark.parametrize(
        "action",
        [
            AssignRole("maker", "holder(aces)"),
            Set("contract", "count(hand(dealer), aces)"),
            Change("contract", "count(hand(dealer), aces)"),
            Set("contract", "suits(hand(dealer))"),
            If("count(hand(dealer), aces) > 2", (Set("contract", 1),)),
            If("total_aces > 2", (Set("contract", 1),)),
        ],
    )
    def test_what_hidden_cards_decide_must_be_announced(self, action: object) -> None:
        lets = auction_genome().lets
        count = "sum(each, count(hand, aces))"
        lets = (*lets, replace(lets[0], name="total_aces", label="aces", value=count))
        genome = telling(action, lets=lets)
        assert codes(genome) == {"tells-hidden-cards"}
        announced = replace(
            genome,
            roles=(RoleSpec("maker", "maker", announced=True),),
            counters=(replace(genome.counters[0], announced=True),),
        )
        assert codes(announced) == set()

    @pytest.mark.parametrize(
        "action",
        [
            AssignRole("maker", "left(dealer)"),
            Set("contract", "hand_size(dealer)"),
            Set("contract", "size(deck)"),
            If("score(dealer) > 2", (Set("contract", 1),)),
        ],
    )
    def test_what_everybody_sees_need_not_be(self, action: object) -> None:
        assert codes(telling(action)) == set()

    def test_when_the_hand_ends_nothing_is_told_too_soon(self) -> None:
        genome = auction_genome()
        tally = Counter("tally", "tally", low=0, high=100)
        reads = "count(hand(dealer), aces)"
        effect = SpecialEffect(CardCondition(), Moment.HAND_END, (Set("tally", reads),))
        rule = ScoringRule("tally", who="dealer", label="Tally")
        late = replace(
            genome,
            counters=(*genome.counters, tally),
            special_effects=(effect,),
            scoring_rules=(*(genome.scoring_rules or ()), rule),
        )
        assert codes(late) == set()
        early = replace(effect, moment=Moment.TRICK_END)
        assert codes(replace(late, special_effects=(early,))) == {"tells-hidden-cards"}

    def test_of_cards_that_all_can_see_nothing_is_told(self) -> None:
        genome = telling(AssignRole("maker", "holder(aces)"))
        zones = [
            replace(zone, sees=Sees.ALL) if zone.name == "hand" else zone
            for zone in genome.zones or ()
        ]
        assert "tells-hidden-cards" not in codes(replace(genome, zones=tuple(zones)))

    def test_the_rulebook_says_what_is_announced(self) -> None:
        genome = LIBRARY["schnapsen"]()
        value = "the closing value is your winning value"
        assert f"{value} (said aloud)" in generate_rulebook(genome)
        silent = tuple(replace(counter, announced=False) for counter in genome.counters)
        assert f"{value}." in generate_rulebook(replace(genome, counters=silent))

    def test_play_does_not_depend_on_it(self) -> None:
        from darwindeck.genome.bytecode import BytecodeCompiler

        genome = auction_genome()
        told = replace(genome, counters=(replace(genome.counters[0], announced=True),))
        compiler = BytecodeCompiler()
        assert compiler.compile_genome(genome, 1) == compiler.compile_genome(told, 1)


class TestNames:
    @pytest.mark.parametrize("word", sorted(RESERVED))
    def test_a_zone_with_the_name_of_a_word_gives_one_message(self, word: str) -> None:
        text = to_json(LIBRARY["hearts"]())
        renamed = re.sub(r"\bcaptured\b", word, text)
        problems = problems_of(decode_genome(json.loads(renamed)))
        assert [problem.code for problem in problems] == ["name-clash"]
        assert f"The zone '{word}' has the name of a word of the language" in str(problems[0])

    def test_a_game_without_a_name_is_valid_but_leaves_a_question_open(self) -> None:
        genome = replace(LIBRARY["hearts"](), name="")
        assert GenomeValidator.validate(genome) == []
        result = check_genome_completeness(genome)
        assert [(q.number, q.missing) for q in result.unanswered] == [(1, ("name",))]
        assert generate_rulebook(genome).startswith("# Hearts")


class TestIncompleteness:
    def test_names_ten_things_and_the_cure(self) -> None:
        data = minimal_genome().to_dict()
        shortest = {
            name: data[name]
            for name in ("schema_version", "genome_id", "setup", "turn_structure", "win_conditions")
        }
        shortest["setup"] = {"cards_per_player": 7}
        shortest["turn_structure"] = {"phases": [{"kind": "play", "target": "discard"}]}
        result = check_genome_completeness(shortest)
        assert sum(len(question.missing) for question in result.unanswered) > 20
        text = str(result)
        missing = {name for question in result.unanswered for name in question.missing}
        named = [name for seen in re.findall(r"see ([^)]*)", text) for name in seen.split(", ")]
        assert len(missing & {name.partition(" and ")[0] for name in named}) <= MOST_NAMED
        assert CURE in text
        assert len(text) < 1_500

    def test_a_file_that_says_everything_needs_no_cure(self) -> None:
        data = LIBRARY["hearts"]().to_dict()
        assert CURE not in str(check_genome_completeness({**data, "zones": None}))


class TestTheReference:
    def test_lists_every_limit_and_every_reserved_word(self) -> None:
        text = reference_text()
        for limit in limits():
            assert f"| {limit.value:,} | {limit.meaning} |" in text
        for part, field, low, high in BOUNDS:
            assert f"| `{part.__name__}.{field}` | {low:,} | {high:,} |" in text
        for name, most in MAX_LENGTHS.items():
            assert f"| `{name}` | {most:,} |" in text
        reserved = text.partition("## Reserved words")[2].partition("## Limits")[0]
        assert set(re.findall(r"`(\w+)`", reserved)) == RESERVED


class TestZonesThatRulesMean:
    @pytest.mark.parametrize("name", ["deck", "hand", "discard"])
    @pytest.mark.parametrize("change", [{"piles": "many"}, {"owner": "team"}])
    def test_have_one_place_for_each_owner(self, name: str, change: dict[str, str]) -> None:
        genome = LIBRARY["crazy-eights"]()
        zones = [replace(z, **change) if z.name == name else z for z in genome.zones or ()]  # type: ignore[arg-type]
        assert "contradicting-zone" in codes(replace(genome, zones=tuple(zones)))

    def test_do_not_lie_beneath_themselves(self) -> None:
        genome = auction_genome()
        one, other = ZoneSpec("one", "one", beneath="two"), ZoneSpec("two", "two")
        ring = replace(other, beneath="one")
        assert "contradicting-zone" not in codes(
            replace(genome, zones=(*(genome.zones or ()), one, other))
        )
        assert "contradicting-zone" in codes(
            replace(genome, zones=(*(genome.zones or ()), one, ring))
        )
