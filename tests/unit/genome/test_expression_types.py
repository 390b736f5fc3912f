"""Types, ranges and needs of expressions."""

from __future__ import annotations

from typing import Any

import pytest

from darwindeck.genome.expressions import Name, parse
from darwindeck.genome.expressions.check import (
    Environment,
    check,
    in_order_of_reading,
    infer,
    names_read,
    type_of,
)
from darwindeck.genome.expressions.environment import MISSING
from darwindeck.genome.expressions.requirements import RESTS_ON
from darwindeck.genome.schema import (
    Call,
    CallChoice,
    CallPhase,
    CardBlock,
    CardValue,
    ChoiceKind,
    Counter,
    DeckSpec,
    HandEvaluation,
    HandEvaluationMethod,
    HandPattern,
    HouseSpec,
    Let,
    PatternValue,
    Rank,
    RankSpec,
    Scope,
    SuitSpec,
    ZoneSpec,
)
from darwindeck.genome.schema.phases import TurnStructure
from darwindeck.genome.survey import ANYBODYS, CALLING, PLAYING, Place
from tests.support.genomes import minimal_genome
from tests.support.sound_genomes import auction_genome, betting_genome, put

AUCTION = Environment.of(auction_genome())
BETTING = Environment.of(betting_genome())


def environment(**changes: Any) -> Environment:
    return Environment.of(minimal_genome(**changes))


def problems(text: str, env: Environment = AUCTION, place: Place | None = None) -> list[str]:
    wanted = type_of(text, env)
    return [p.code for p in check(text, wanted, env, place).problems]


class TestTypes:
    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("7", "int"),
            ("true", "bool"),
            ("not true", "bool"),
            ("contract + 1", "int"),
            ("-contract", "int"),
            ("10 * made", "int"),
            ("contract > 2 and made", "bool"),
            ("dealer", "seat"),
            ("maker", "seat"),
            ("left(partner(maker))", "seat"),
            ("each", "seats"),
            ("others(turn)", "seats"),
            ("where(each, hand_size > 3)", "seats"),
            ("from(each, left(dealer))", "seats"),
            ("team(maker)", "side"),
            ("opponents(maker)", "side"),
            ("maker in team(turn)", "bool"),
            ("hand", "zone"),
            ("captured(team(maker))", "zone"),
            ("top(deck)", "zone"),
            ("trump", "suit"),
            ("hearts", "suit"),
            ("suit(deck)", "suit"),
            ("rank(deck)", "rank"),
            ("A", "rank"),
            ("none", "none"),
            ("rank(deck) == 7", "bool"),
            ("rank(deck) == K", "bool"),
            ("trump == none", "bool"),
            ("level", "int"),
            ("strain", "suit"),
            ("strain == hearts", "bool"),
            ("place(strain)", "int"),
            ("goal == short", "bool"),
            ("goal != long", "bool"),
            ("is(maker)", "bool"),
            ("is(dealer, team(maker))", "bool"),
            ("set(maker)", "bool"),
            ("called(bid, partner(turn))", "bool"),
            ("first_to_name(bid, strain, team(maker))", "seat"),
            ("other(tricks)", "int"),
            ("other(made)", "bool"),
            ("if(made, maker, none)", "seat"),
            ("if(made, turn, each)", "seats"),
            ("if(made, 1, made)", "int"),
            ("count(hand, aces)", "int"),
            ("points(captured, card_points)", "int"),
            ("piles(captured, size(pile) > 3)", "int"),
            ("sum(teams, tricks)", "int"),
            ("holder(aces)", "seat"),
            ("next(turn, hand_size > 0)", "seat"),
            ("div(contract, 2, half_up)", "int"),
            ("mod(contract, 2)", "int"),
            ("any(each, hand_size == 0)", "bool"),
            ("can(auction)", "bool"),
        ],
    )
    def test_of_sound_expressions(self, text: str, expected: str) -> None:
        assert infer(text, AUCTION).findings == ()
        assert type_of(text, AUCTION) == expected

    @pytest.mark.parametrize(
        ("text", "code"),
        [
            ("1 + dealer", "wrong-argument"),
            ("not contract", "wrong-argument"),
            ("contract and made", "wrong-argument"),
            ("dealer < maker", "wrong-argument"),
            ("dealer == 1", "wrong-argument"),
            ("dealer == hearts", "wrong-argument"),
            ("none == 1", "wrong-argument"),
            ("rank(deck) == 2", "wrong-argument"),
            ("1 in each", "wrong-argument"),
            ("maker in maker == true", "expression-syntax"),
            ("if(1, 2, 3)", "wrong-argument"),
            ("if(made, 1, dealer)", "wrong-argument"),
            ("if(made, 1)", "wrong-argument-count"),
            ("left", "wrong-argument-count"),
            ("left()", "wrong-argument-count"),
            ("left(none)", "wrong-argument"),
            ("left(1)", "wrong-argument"),
            ("dealer(turn)", "wrong-argument-count"),
            ("deck(turn)", "wrong-argument-count"),
            ("maker(turn)", "wrong-argument-count"),
            ("hand(1)", "wrong-argument"),
            ("hand(turn, turn)", "wrong-argument-count"),
            ("tricks(1)", "wrong-argument"),
            ("count(hand, made)", "unknown-name"),
            ("count(hand, 1 + 1)", "wrong-argument"),
            ("count(aces, aces)", "unknown-word"),
            ("points(hand, card_point)", "unknown-name"),
            ("is(auction)", "unknown-name"),
            ("set(dealer)", "unknown-name"),
            ("called(bidding)", "unknown-name"),
            ("can(bid)", "unknown-name"),
            ("first_to_name(pass_by, strain, each)", "unknown-name"),
            ("goal == medium", "unknown-name"),
            ("goal", "wrong-argument"),
            ("goal + 1", "wrong-argument"),
            ("div(contract, 2, upwards)", "unknown-name"),
            ("div(contract, 0, up)", "division-by-zero"),
            ("div(contract, -2, up)", "division-by-zero"),
            ("mod(contract, 0)", "division-by-zero"),
            ("div(contract, contract, up)", "divisor-not-a-number"),
            ("contrakt", "unknown-word"),
            ("contrakt(turn)", "unknown-word"),
            ("contrakt(turn, turn)", "unknown-word"),
            ("1 +", "expression-syntax"),
            ("", "expression-syntax"),
            ("a b", "expression-syntax"),
        ],
    )
    def test_of_unsound_expressions(self, text: str, code: str) -> None:
        assert code in problems(text)

    def test_an_unknown_part_causes_no_further_problems(self) -> None:
        assert problems("10 * contrakt + 1 > 3 and made") == ["unknown-word"]

    def test_a_part_of_a_tree_has_a_type(self) -> None:
        assert type_of(Name("maker"), AUCTION) == "seat"
        assert type_of(parse("contract + 1"), AUCTION) == "int"

    def test_a_flag_is_a_condition(self) -> None:
        env = environment(counters=(Counter("closed", "closed", flag=True),))
        assert type_of("closed", env) == "bool"
        assert problems("not closed", env) == []

    def test_the_words_of_a_call(self) -> None:
        choice = CallChoice("helping", "helping", ChoiceKind.WORD, words=("small", "large"))
        phase = CallPhase((Call("order", "order", (choice,)),))
        env = environment(turn_structure=TurnStructure((phase,)))
        assert infer("helping == large", env).findings == ()
        assert infer("10 * helping", env).typed[1:] == (0, 10)
        assert "unknown-name" in problems("helping == huge", env)

    def test_suits_and_ranks_of_another_deck(self) -> None:
        deck = DeckSpec(
            (CardBlock(("red",), ("skip", "5")),),
            suits=(SuitSpec("red", "red", "r", "red"),),
            ranks=(RankSpec("skip", "skip", "s"),),
        )
        env = environment(deck=deck)
        assert type_of("red", env) == "suit"
        assert problems("rank(discard) == skip or rank(discard) == 5", env) == []
        assert problems("suit(discard) == hearts", env) == ["unknown-word"]


class TestWantedTypes:
    @pytest.mark.parametrize(
        ("text", "wanted"),
        [
            ("made", "int"),
            ("maker", "seats"),
            ("team(maker)", "seats"),
            ("none", "seat"),
            ("none", "suit"),
            ("made", "term"),
            ("strain", "suit"),
        ],
    )
    def test_fit(self, text: str, wanted: str) -> None:
        assert check(text, wanted, AUCTION).problems == []

    @pytest.mark.parametrize(
        ("text", "wanted"),
        [
            ("contract", "bool"),
            ("each", "seat"),
            ("none", "seats"),
            ("none", "zone"),
            ("maker", "int"),
            ("hearts", "rank"),
            ("maker", "suit"),
        ],
    )
    def test_do_not_fit(self, text: str, wanted: str) -> None:
        codes = [p.code for p in check(text, wanted, AUCTION).problems]
        assert codes == ["wrong-expression-type"]


class TestRanges:
    @pytest.mark.parametrize(
        ("text", "low", "high"),
        [
            ("contract", 0, 8),
            ("-contract", -8, 0),
            ("contract - 3", -3, 5),
            ("contract * contract", 0, 64),
            ("(contract - 5) * (contract - 2)", -30, 18),
            ("min(contract, 3)", 0, 3),
            ("max(contract, 3)", 3, 8),
            ("abs(contract - 5)", 0, 5),
            ("abs(-2 - contract)", 2, 10),
            ("div(contract + 1, 2, up)", 0, 5),
            ("div(contract - 5, 2, down)", -3, 2),
            ("mod(contract, 3)", 0, 2),
            ("if(made, contract, -1)", -1, 8),
            ("10 * made", 0, 10),
            ("sum(each, contract)", 0, 32),
            ("highest(each, contract - 2)", -2, 6),
            ("level", 1, 8),
            ("tricks", 0, 32),
            ("hand_size(each)", 0, 32),
            ("number(each)", 0, 4),
            ("points(captured, card_points)", 0, 352),
        ],
    )
    def test_follow_the_arithmetic(self, text: str, low: int, high: int) -> None:
        assert check(text, "int", AUCTION).range == (low, high)

    def test_of_a_side_is_that_of_all_its_members(self) -> None:
        counters = (
            Counter("own", "own", Scope.SEAT, low=-5, high=10),
            Counter("shared", "shared", Scope.TEAM, low=-5, high=10),
        )
        genome = put(auction_genome(), "counters", (*auction_genome().counters, *counters))
        env = Environment.of(genome)
        assert infer("own(dealer)", env).typed[1:] == (-5, 10)
        assert infer("own", env).typed[1:] == (-10, 20)
        assert infer("own(each)", env).typed[1:] == (-20, 40)
        assert infer("shared(team(dealer))", env).typed[1:] == (-5, 10)

    def test_of_a_choice_are_those_of_its_bounds(self) -> None:
        low = CallChoice("low", "low", ChoiceKind.NUMBER, low=1, high=4)
        high = CallChoice("high", "high", ChoiceKind.NUMBER, low="contract", high="2 * contract")
        phase = CallPhase((Call("bid", "bid", (low, high)),))
        counters = (Counter("contract", "contract", low=2, high=5),)
        env = environment(turn_structure=TurnStructure((phase,)), counters=counters)
        assert infer("low", env).typed[1:] == (1, 4)
        assert infer("high", env).typed[1:] == (2, 10)

    def test_of_choices_that_rest_on_each_other_are_wide(self) -> None:
        one = CallChoice("one", "one", ChoiceKind.NUMBER, low="other_one", high="other_one")
        two = CallChoice("other_one", "other", ChoiceKind.NUMBER, low="one", high="one")
        phase = CallPhase((Call("bid", "bid", (one, two)),))
        env = environment(turn_structure=TurnStructure((phase,)))
        assert infer("one", env).typed == infer("other_one", env).typed

    def test_of_declarations_are_those_of_their_patterns(self) -> None:
        run = HandPattern("run", 1, min_size=3, tags=("runs",), values=(PatternValue("worth", 20),))
        sink = HandPattern(
            "sink", 1, min_size=4, tags=("runs",), values=(PatternValue("worth", -1),)
        )
        env = environment(patterns=(run, sink))
        assert infer("declared(runs, worth)", env).typed[1:] == (-13, 340)

    def test_of_a_total_are_those_of_the_card_values(self) -> None:
        values = tuple(CardValue(rank, 10, -1) for rank in Rank)
        evaluation = HandEvaluation(HandEvaluationMethod.POINT_TOTAL, card_values=values)
        env = environment(hand_evaluation=evaluation)
        assert infer("total(hand)", env).typed[1:] == (-52, 520)

    @pytest.mark.parametrize(
        "text", ["score * score", "1000000000 + 1000000000 + 1000000000", "sum(each, 1000000000)"]
    )
    def test_beyond_32_bits_are_problems(self, text: str) -> None:
        assert "overflow" in problems(text)

    def test_a_capped_value_does_not_overflow(self) -> None:
        assert problems("min(score, 1000) * 1000") == []


class TestNeeds:
    @pytest.mark.parametrize(
        ("text", "need"),
        [
            ("trick == 1", "trick"),
            ("leader == turn", "trick"),
            ("bids == 0", "calls"),
            ("standing", "calls"),
            ("played > 0", "turn"),
            ("level > 2", "choice:level"),
            ("place(strain)", "choice:strain"),
            ("tricks", "subject"),
            ("hand", "subject"),
            ("most(tricks)", "subject"),
        ],
    )
    def test_are_found(self, text: str, need: str) -> None:
        assert need in infer(text, AUCTION).needs

    @pytest.mark.parametrize(
        "text",
        [
            "tricks(maker)",
            "hand(dealer)",
            "any(each, hand_size == 0)",
            "sum(teams, tricks)",
            "number(where(each, hand_size == 0))",
            "tricks_played",
            "made",
            "size(deck)",
        ],
    )
    def test_of_nobody_in_particular_there_are_none(self, text: str) -> None:
        assert infer(text, AUCTION).needs == frozenset()

    def test_are_met_by_the_place(self) -> None:
        assert problems("trick == 1", place=PLAYING) == []
        assert problems("trick == 1", place=CALLING) == ["not-here"]
        assert problems("size(pile)", place=PLAYING) == ["not-here"]
        assert problems("size(pile)", place=PLAYING | {"pile"}) == []
        assert problems("picked == 2", place=PLAYING) == ["not-here"]
        assert problems("picked == 2", place=PLAYING | {"picked"}) == []
        assert problems("standing", place=CALLING) == []
        assert problems("level", place=ANYBODYS) == ["not-here"]
        assert problems("level", place=ANYBODYS | {"choice:level"}) == []
        assert problems("trick == 1", place=None) == []

    def test_of_a_let_are_those_of_its_value(self) -> None:
        genome = put(auction_genome(), "lets.0.value", "trick > 1")
        assert infer("made", Environment.of(genome)).needs == {"trick"}


class TestWhatAGameHas:
    @pytest.mark.parametrize(
        "text", ["chips", "pot", "staked", "house == turn", "mode == high", "broken"]
    )
    def test_is_missed_where_it_is_not(self, text: str) -> None:
        assert "not-provided" in problems(text)

    def test_chips_where_chips_are_given_out(self) -> None:
        assert problems("chips + pot + staked", BETTING) == []

    def test_tricks_only_in_trick_games(self) -> None:
        assert "not-provided" in problems("tricks", BETTING)

    def test_partners_only_in_pairs(self) -> None:
        assert problems("partner(turn)") == []
        assert "not-provided" in problems("partner(turn)", BETTING)

    def test_the_other_side_only_if_there_are_two(self) -> None:
        assert "not-provided" in problems("other(hand_size)", BETTING)
        assert problems("other(hand_size)", environment(player_count=2)) == []

    def test_a_seat_opposite_only_if_their_number_is_even(self) -> None:
        assert problems("across(turn)", environment(player_count=4)) == []
        assert "not-provided" in problems("across(turn)", environment(player_count=3))

    def test_the_house_only_with_a_house(self) -> None:
        assert problems("house", environment(house=HouseSpec())) == []

    def test_hands_only_with_the_zone(self) -> None:
        env = environment(zones=(ZoneSpec("deck", "stock"),))
        assert "not-provided" in problems("hand_size", env)


class TestReading:
    def test_names_in_the_place_of_plain_names_are_not_read(self) -> None:
        assert sorted(names_read(parse("count(hand, aces) + declared(runs, meld) + meld"))) == [
            "count",
            "declared",
            "hand",
            "meld",
        ]

    def test_lets_come_after_what_they_read(self) -> None:
        lets = (Let("c", "c", "a + b"), Let("b", "b", "a + 1"), Let("a", "a", 1))
        order, circular = in_order_of_reading(environment(lets=lets))
        assert order == ["a", "b", "c"]
        assert circular == []

    def test_lets_that_read_each_other_are_found(self) -> None:
        lets = (Let("a", "a", "b"), Let("b", "b", "a"), Let("c", "c", 1), Let("d", "d", "a + c"))
        order, circular = in_order_of_reading(environment(lets=lets))
        assert order == ["c"]
        assert circular == ["a", "b", "d"]
        assert type_of("a + b", environment(lets=lets)) == "unknown"


class TestHostileExpressions:
    @pytest.mark.parametrize(
        "text",
        [
            "1" + " + 1" * 240,
            "true" + " and true" * 240,
            "(" * 55 + "1" + ")" * 55,
            "not " * 50 + "true",
            ("(" + "not " * 7) * 55 + "true" + ")" * 55,
            "(1 + " * 55 + "1" + ")" * 55,
            "-" * 300 + "1",
            "left(" * 55 + "turn" + ")" * 55,
            "x" * 5_000,
            "9" * 50,
        ],
    )
    def test_are_judged_without_harm(self, text: str) -> None:
        check(text, "int", AUCTION, PLAYING)

    def test_a_let_that_doubles_many_times_is_too_large(self) -> None:
        lets = [Let("l0", "let", 1)]
        lets += [Let(f"l{i}", "let", f"min(l{i - 1}, l{i - 1})") for i in range(1, 100)]
        found = infer("l99", environment(lets=tuple(lets)))
        assert "expression-too-large" in [code for code, _ in found.findings]

    def test_a_long_chain_of_lets_is_followed(self) -> None:
        lets = [Let(f"l{i}", "let", f"l{i + 1} + 1") for i in range(190)]
        env = environment(lets=(*lets, Let("l190", "let", 1)))
        assert infer("l0", env).typed[1:] == (191, 191)


def test_whatever_a_word_rests_on_can_be_told_to_be_missing() -> None:
    assert {feature for features in RESTS_ON.values() for feature in features} <= MISSING.keys()
