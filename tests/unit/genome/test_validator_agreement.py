"""What the validator finds in fields that say a thing twice, and in options."""

from __future__ import annotations

import pytest

from darwindeck.genome.schema import (
    Call,
    CallChoice,
    CallPhase,
    CardRule,
    ChoiceKind,
    Counter,
    DiscardPhase,
    Option,
    OptionChoice,
    PlayPhase,
    Set,
    Setting,
    SetupRules,
    Suit,
    TrickPhase,
    TurnStructure,
)
from tests.support.broken_genomes import (
    ANY,
    auction,
    minimal,
    with_phases,
)
from tests.support.sound_genomes import (
    auction_genome,
)


class TestAgreement:
    def test_trumps_may_be_said_twice(self) -> None:
        tricks = TrickPhase(trump_suit=Suit.SPADES)
        structure = TurnStructure((tricks,), is_trick_based=True)
        setup = SetupRules(5, trump_suit=Suit.SPADES)
        assert minimal(turn_structure=structure, setup=setup) == set()
        other = SetupRules(5, trump_suit=Suit.HEARTS)
        assert minimal(turn_structure=structure, setup=other) == {"contradicting-trump"}

    @pytest.mark.parametrize(
        ("until", "tricks", "agrees"),
        [
            ("false", 8, True),
            ("false", 7, False),
            ("tricks_played == 5", 5, True),
            ("tricks_played >= 5", 5, True),
            ("tricks_played == 5", 8, False),
            ("any(each, tricks > 4)", 8, True),
        ],
    )
    def test_the_number_of_tricks(self, until: str, tricks: int, agrees: bool) -> None:
        found = auction(
            ("turn_structure.phases.1.until", until), ("turn_structure.tricks_per_hand", tricks)
        )
        assert found == (set() if agrees else {"contradicting-tricks"})

    def test_hands_that_change_size_may_have_any_number_of_tricks(self) -> None:
        phases = auction_genome().turn_structure.phases
        smaller = (phases[0], DiscardPhase("captured", 2), phases[1])
        assert (
            auction(("turn_structure.phases", smaller), ("turn_structure.tricks_per_hand", 6))
            == set()
        )

    def test_trick_games_say_so(self) -> None:
        assert auction(("turn_structure.is_trick_based", False)) == {"contradicting-tricks"}
        structure = TurnStructure((PlayPhase("discard"),), is_trick_based=True)
        assert minimal(turn_structure=structure) == {"contradicting-tricks"}

    def test_suit_need_not_be_followed(self) -> None:
        free = (CardRule(ANY),)
        path = "turn_structure.phases.1"
        assert auction((f"{path}.follow", free)) == {"contradicting-follow"}
        assert auction((f"{path}.follow", free), (f"{path}.lead_suit_required", False)) == set()
        assert auction((f"{path}.follow", ())) == set()

    def test_a_flag_is_yes_or_no(self) -> None:
        flag = (Counter("closed", "closed", flag=True, low=0, high=1),)
        path = "setup.after_deal"
        counters = ("counters", (*auction_genome().counters, *flag))
        assert auction(counters, (path, (Set("closed", 1),))) == set()
        assert auction(counters, (path, (Set("closed", "true"),))) == set()
        assert auction(counters, (path, (Set("closed", 2),))) == {"contradicting-counter"}

    def test_simultaneous_calls_have_no_height(self) -> None:
        calls = CallPhase((Call("bid", "bid", key=1),), simultaneous=True)
        assert with_phases(calls, PlayPhase("discard")) == {"contradicting-call"}
        twice = CallPhase((Call("bid", "bid"),), simultaneous=True, rounds=2)
        assert with_phases(twice, PlayPhase("discard")) == {"contradicting-call"}

    def test_a_choice_says_only_what_fits_its_type(self) -> None:
        choice = CallChoice("strain", "suit", ChoiceKind.SUIT, words=("one", "two"))
        call = CallPhase((Call("name_it", "name", (choice,)),))
        assert with_phases(call, PlayPhase("discard")) == {"contradicting-call"}


class TestOptions:
    def options(self, *choices: OptionChoice, value: str = "one") -> set[str]:
        return minimal(options=(Option("reading", "reading", choices, value),))

    def test_are_tried_out(self) -> None:
        one = OptionChoice("one", "one")
        for pointer, value in (("/player_count", "3"), ("/name", '"x"'), ("/teams", "[]")):
            two = OptionChoice("two", "two", (Setting(pointer, value),))
            assert self.options(one, two) == set()

    @pytest.mark.parametrize(
        ("pointer", "value", "code"),
        [
            ("/player_count", "30", "option-breaks-genome"),
            ("/player_count", '"three"', "bad-setting"),
            ("/player_count", "three", "bad-setting"),
            ("/no_such_field", "3", "bad-pointer"),
            ("/setup/deal/0/packets", "3", "bad-pointer"),
            ("player_count", "3", "bad-pointer"),
            ("", "3", "bad-pointer"),
            ("/options/0/name", '"x"', "bad-pointer"),
            ("/options", "[]", "bad-pointer"),
            ("/genome_id", '"x"', "bad-pointer"),
            ("/zones/0", "3", "bad-pointer"),
        ],
    )
    def test_that_break_the_genome_are_found(self, pointer: str, value: str, code: str) -> None:
        two = OptionChoice("two", "two", (Setting(pointer, value),))
        assert self.options(OptionChoice("one", "one"), two) == {code}

    def test_may_choose_the_readings_of_others(self) -> None:
        inner = Option("a", "a", (OptionChoice("x", "x"), OptionChoice("y", "y")), "x")
        preset = OptionChoice("all_y", "all y", (Setting("/options/0/value", '"y"'),))
        outer = Option("b", "b", (OptionChoice("as_it_is", "as it is"), preset), "as_it_is")
        assert minimal(options=(inner, outer)) == set()

    def test_in_force_are_what_the_genome_says(self) -> None:
        one = OptionChoice("one", "one", (Setting("/player_count", "2"),))
        assert self.options(one) == set()
        three = OptionChoice("one", "one", (Setting("/player_count", "3"),))
        assert self.options(three) == {"contradicting-option"}

    def test_too_many_for_a_large_genome_are_not_tried(self) -> None:
        choices = tuple(
            OptionChoice(f"c{i}", "choice", (Setting("/player_count", "2"),)) for i in range(800)
        )
        assert self.options(*choices, value="c0") == {"too-large"}
