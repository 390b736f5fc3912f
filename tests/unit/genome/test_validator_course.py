"""What the validator finds in the course of a game, its end and its hidden cards."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from darwindeck.genome.expressions.vocabulary import VOCABULARY
from darwindeck.genome.schema import (
    Announce,
    Attribute,
    Award,
    BettingPhase,
    BlockPhase,
    BuildMove,
    BuildPhase,
    Call,
    CallChoice,
    CallPhase,
    CardCondition,
    CardRanking,
    CardScoringRule,
    ChoiceKind,
    ChoicePhase,
    ClaimPhase,
    Counter,
    DeckEmptyAction,
    Declare,
    DeclarePhase,
    DoPhase,
    DrawPhase,
    EndHand,
    EndPhase,
    Expose,
    GameRules,
    HandPattern,
    HouseSpec,
    If,
    Let,
    MatchRules,
    MeldPhase,
    Moment,
    NamedCards,
    NoOption,
    Owner,
    PassPhase,
    PatternValue,
    Phase,
    PlayAgain,
    PlayPhase,
    Redeal,
    Reference,
    RepeatPhase,
    RoleSpec,
    Scope,
    ScoringRule,
    ScoringTrigger,
    Sees,
    SetTrump,
    SetupRules,
    ShowdownMethod,
    Skip,
    SpecialEffect,
    Stake,
    TriggerMode,
    TurnsPhase,
    TurnStructure,
    WinCondition,
)
from darwindeck.genome.short_forms import USUAL_ZONES
from tests.support.broken_genomes import (
    ACE,
    auction,
    codes,
    melding,
    minimal,
    with_phases,
)
from tests.support.sound_genomes import (
    DISCARDS,
    FULL,
    HAND,
    MELDS,
    STOCK,
    WON,
    auction_genome,
    betting_genome,
    melding_genome,
    put,
)


class TestWhatMustComeAbout:
    def test_roles_and_counters_are_only_missed_where_they_are_read(self) -> None:
        assert minimal(roles=(RoleSpec("maker", "maker"),)) == set()
        assert minimal(counters=(Counter("bid", "bid"),)) == set()

    def test_a_scoring_rule_changes_a_counter(self) -> None:
        rules = (ScoringRule(1, into="bags"), ScoringRule("bags"))
        counters = (Counter("bags", "bags", Scope.SEAT),)
        assert minimal(scoring_rules=rules, counters=counters) == set()
        assert minimal(scoring_rules=(ScoringRule(1, into="bugs"),), counters=counters) == {
            "unknown-name"
        }

    def test_chips_are_paid_by_a_house(self) -> None:
        rules = (ScoringRule(1, into="chips"),)
        setup = SetupRules(5, starting_chips=10)
        assert minimal(scoring_rules=rules, setup=setup, house=HouseSpec()) == set()
        assert minimal(scoring_rules=rules, setup=setup) == {"house-missing"}
        assert minimal(scoring_rules=rules, house=HouseSpec()) == {"chips-missing"}

    @pytest.mark.parametrize(
        ("moment", "comes"),
        [
            (Moment.DEALT, True),
            (Moment.PLAYED, True),
            (Moment.TURN_END, True),
            (Moment.HAND_END, True),
            (Moment.LED, False),
            (Moment.TRICK_END, False),
            (Moment.MELDED, False),
            (Moment.DRAWN, False),
            (Moment.CAPTURED, False),
        ],
    )
    def test_moments_are_brought_about_by_phases(self, moment: Moment, comes: bool) -> None:
        effect = SpecialEffect(ACE, moment, (Award(1),))
        assert minimal(special_effects=(effect,)) == (set() if comes else {"moment-never-comes"})

    @pytest.mark.parametrize("trigger", [ScoringTrigger.TRICK_WIN, ScoringTrigger.SET_COMPLETE])
    def test_so_are_triggers(self, trigger: ScoringTrigger) -> None:
        rule = CardScoringRule(ACE, 1, trigger)
        assert minimal(card_scoring=(rule,)) == {"moment-never-comes"}

    @pytest.mark.parametrize(
        ("win", "code"),
        [
            (WinCondition("custom", when="size(deck) == 0"), None),
            (WinCondition("custom", when="hand_size == 0"), "not-here"),
            (WinCondition("custom", when="any(each, hand_size == 0)"), None),
            (WinCondition("custom", when="any(each, score > 1)"), "not-provided"),
            (WinCondition("custom", when="true", value="chips"), "not-provided"),
            (WinCondition("most_chips"), "chips-missing"),
            (WinCondition("custom", when="true", value="hand_size", ties=("hand_size",)), None),
            (WinCondition("empty_hand", trigger_mode=TriggerMode.DECK_EMPTY), "win-out-of-reach"),
            (WinCondition("custom", trigger_mode=TriggerMode.ALL_HANDS_EMPTY), None),
        ],
    )
    def test_wins_are_within_reach(self, win: WinCondition, code: str | None) -> None:
        assert minimal(win_conditions=(win,)) == ({code} if code else set())

    def test_hands_become_empty_only_if_cards_leave_them(self) -> None:
        drawing = TurnsPhase((DrawPhase(),), until="size(deck) == 0")
        assert with_phases(drawing) == {"win-out-of-reach"}

    def test_a_named_card_needs_a_call_that_names(self) -> None:
        play = PlayPhase("discard", CardCondition(same=(Attribute.RANK,), of=Reference.NAMED))
        assert with_phases(play) == {"not-provided"}
        choice = CallChoice("wanted", "rank", ChoiceKind.RANK)
        ask = CallPhase((Call("ask", "ask", (choice,)),))
        assert with_phases(ask, play) == set()

    def test_declarations_may_come_from_a_phase_or_an_action(self) -> None:
        run = HandPattern(
            "run", 1, min_size=3, consecutive=True, tags=("runs",), values=(PatternValue("v", 3),)
        )
        rules = (ScoringRule("declared(runs, v)"),)
        play = PlayPhase("discard")
        changes: dict[str, Any] = {"patterns": (run,), "scoring_rules": rules}
        assert with_phases(play, **changes) == {"not-provided"}
        phase = DeclarePhase(("run",), announce=Announce.NOW)
        assert with_phases(phase, play, **changes) == set()
        assert with_phases(DoPhase((Declare(("run",)),)), play, **changes) == set()


class TestEndings:
    def test_a_number_of_hands_ends_the_game_but_does_not_say_who_wins(self) -> None:
        genome = put(melding_genome(), "win_conditions", ())
        assert codes(genome) == {"no-winner"}
        assert codes(put(genome, "match", MatchRules())) == {"endless-game", "no-winner"}
        assert codes(put(genome, "match", None)) == {"endless-game", "no-winner"}

    @pytest.mark.parametrize(
        "until", ["any(each, hand_size == 0)", "size(deck) == 0", "turns > 100"]
    )
    def test_turns_end_by_their_condition(self, until: str) -> None:
        assert melding(("turn_structure.phases.0.until", until)) == set()

    @pytest.mark.parametrize("never", ["false", "1 > 2", "not true"])
    def test_a_condition_that_never_holds_ends_nothing(self, never: str) -> None:
        changes = (("turn_structure.phases.0.until", never), ("special_effects", ()))
        assert melding(*changes) == {"endless-phase"}

    def test_turns_also_end_by_an_action_or_a_win(self) -> None:
        never = ("turn_structure.phases.0.until", "false")
        assert melding(never) == set()
        no_effect = ("special_effects", ())
        ending = ("turn_structure.phases.0.phases.2.then", (If("size(deck) == 0", (EndHand(),)),))
        assert melding(never, no_effect, ending) == set()
        win = ("win_conditions", (WinCondition("empty_hand"),))
        assert melding(never, no_effect, win) == set()

    def test_turns_that_only_use_cards_up_end_by_themselves(self) -> None:
        playing = TurnsPhase((PlayPhase("discard"),))
        wins = (WinCondition("high_score", trigger_mode=TriggerMode.THRESHOLD_GATE),)
        scoring = (ScoringRule("hand_size"),)
        assert with_phases(playing, win_conditions=wins, scoring_rules=scoring) == set()
        drawing = TurnsPhase((DrawPhase(), PlayPhase("discard")))
        assert with_phases(drawing, win_conditions=wins, scoring_rules=scoring) == {"endless-phase"}
        rules = GameRules(deck_empty_action=DeckEmptyAction.SKIP_DRAW)
        changes: dict[str, Any] = {"win_conditions": wins, "scoring_rules": scoring}
        assert with_phases(drawing, game_rules=rules, **changes) == set()
        stuck = TurnsPhase((ChoicePhase((DrawPhase(),), none_open=NoOption.END_HAND),))
        assert with_phases(stuck, PlayPhase("discard"), **changes) == set()

    def test_bare_turns_go_round_only_if_there_is_nothing_else(self) -> None:
        wins = (WinCondition("high_score", trigger_mode=TriggerMode.THRESHOLD_GATE),)
        changes: dict[str, Any] = {"win_conditions": wins, "scoring_rules": (ScoringRule(1),)}
        drawing = (DrawPhase(), PlayPhase("discard"))
        assert with_phases(*drawing, **changes) == {"endless-phase"}
        assert with_phases(*drawing, DoPhase((Award(1),)), **changes) == set()

    @pytest.mark.parametrize(
        ("changes", "ends"),
        [
            ({"rounds": 2}, True),
            ({"rounds": None}, False),
            ({"rounds": None, "close": "calls == 4"}, True),
            ({"rounds": None, "pass_is_final": True}, True),
        ],
    )
    def test_calls_end(self, changes: dict[str, Any], ends: bool) -> None:
        calls = CallPhase((Call("go_on", "go on", is_pass=True),), **changes)
        assert with_phases(calls, PlayPhase("discard")) == (set() if ends else {"endless-phase"})

    def test_an_action_may_end_the_calls(self) -> None:
        stop = Call("stop", "stop", do=(EndPhase(),))
        assert with_phases(CallPhase((stop,), rounds=None), PlayPhase("discard")) == set()

    @pytest.mark.parametrize(
        ("changes", "ends"),
        [
            ({}, False),
            ({"as_long_as": "hand_size > 3"}, True),
            ({"may_stop": "true"}, True),
        ],
    )
    def test_repetitions_end(self, changes: dict[str, Any], ends: bool) -> None:
        calls = CallPhase((Call("go_on", "go on"),))
        repeat = RepeatPhase((calls,), **changes)
        found = with_phases(TurnsPhase((repeat, PlayPhase("discard"))))
        assert found == (set() if ends else {"endless-phase"})

    def test_a_hand_that_is_always_thrown_in_is_never_played(self) -> None:
        setup = SetupRules(5, after_deal=(Redeal(),))
        assert minimal(setup=setup) == {"endless-game"}
        setup = SetupRules(5, after_deal=(If("size(deck) == 0", (Redeal(),)),))
        assert minimal(setup=setup) == set()
        assert with_phases(DoPhase((EndHand(),)), PlayPhase("discard")) == {"endless-game"}


class TestActionsInPlace:
    def test_phases_end_only_inside_phases(self) -> None:
        assert minimal(setup=SetupRules(5, after_deal=(EndPhase(),))) == {"not-here"}

    def test_turns_are_skipped_only_where_turns_go_round(self) -> None:
        effect = SpecialEffect(ACE, Moment.PLAYED, (Skip(), PlayAgain()))
        assert minimal(special_effects=(effect,)) == set()
        assert auction(("special_effects", (effect,))) == {"not-here"}


class TestHiddenCards:
    @pytest.mark.parametrize(
        ("when", "hidden"),
        [
            ("count(hand, aces) > 0", False),
            ("count(hand(turn), aces) > 0", False),
            ("hand_size(left(turn)) > 3", False),
            ("size(hand(left(turn))) > 3", False),
            ("count(captured(left(turn)), aces) > 0", False),
            ("count(hand(left(turn)), aces) > 0", True),
            ("any(each, count(hand, aces) > 2)", True),
            ("rank(deck) == A", True),
            ("size(deck) == 0", False),
            ("trick > 1 and (made or count(hand(partner(turn)), aces) == 1)", True),
        ],
    )
    def test_decide_nothing(self, when: str, hidden: bool) -> None:
        found = auction(("turn_structure.phases.1.lead.0.when", when))
        assert found == ({"reads-hidden-cards"} if hidden else set())

    @pytest.mark.parametrize("sees", [Sees.NOBODY, Sees.TOP])
    @pytest.mark.parametrize(
        "cards",
        [
            CardCondition(same=(Attribute.SUIT,)),
            CardCondition(any_of=(CardCondition(beats=Reference.TOP),)),
            CardCondition(not_=CardCondition(step=1, of=Reference.IN_FORCE)),
            CardCondition(named="alike"),
        ],
    )
    def test_on_top_of_a_pile_fit_nothing(self, cards: CardCondition, sees: Sees) -> None:
        pile = next(zone for zone in USUAL_ZONES if zone.name == "discard")
        others = [zone for zone in USUAL_ZONES if zone != pile]
        found = minimal(
            zones=(*others, replace(pile, sees=sees)),
            card_sets=(NamedCards("alike", "like card", CardCondition(same=(Attribute.RANK,))),),
            turn_structure=TurnStructure((PlayPhase("discard", valid_play_condition=cards),)),
        )
        assert ("reads-hidden-cards" in found) == (sees is Sees.NOBODY)

    def test_in_a_zone_compared_with_fit_nothing(self) -> None:
        cards = CardCondition(rank_in="deck")
        found = with_phases(PlayPhase("discard", valid_play_condition=cards))
        assert "reads-hidden-cards" in found

    def test_may_not_be_read_by_way_of_a_let(self) -> None:
        lets = (*auction_genome().lets, Let("rich", "rich", "count(hand(dealer), aces) > 1"))
        when = ("turn_structure.phases.1.lead.0.when", "rich")
        assert auction(("lets", lets), when) == {"reads-hidden-cards"}

    @pytest.mark.parametrize("word", sorted(VOCABULARY))
    def test_are_not_looked_for_in_words_without_their_arguments(self, word: str) -> None:
        for given in ("hand", "hand, hand, hand, hand, hand"):
            when = ("turn_structure.phases.1.lead.0.when", f"{word}({given})")
            assert auction(when) != set()

    def test_may_be_counted_afterwards(self) -> None:
        rule = ("scoring_rules.0.amount", "count(hand(dealer), aces)")
        assert auction(rule) == set()

    def test_that_are_laid_open_may_be_read(self) -> None:
        opened = ("turn_structure.phases.0.then", (Expose("hand(dealer)"),))
        when = ("turn_structure.phases.1.lead.0.when", "count(hand(dealer), aces) > 0")
        assert auction(opened, when) == set()


class TestCounts:
    @pytest.mark.parametrize(
        ("phase", "sound"),
        [
            (DrawPhase(count="5 - hand_size"), True),
            (DrawPhase(count=0), False),
            (DrawPhase(count=53), False),
            (DrawPhase(count="0 - hand_size"), False),
            (PlayPhase("discard", min_cards=0, max_cards=4), True),
            (PlayPhase("discard", min_cards=-1, max_cards=4), False),
            (PlayPhase("discard", min_cards=3, max_cards=2), False),
            (ClaimPhase(min_cards=3, max_cards=2, target="captured"), False),
        ],
    )
    def test_can_be_meant(self, phase: Phase, sound: bool) -> None:
        found = with_phases(phase, PlayPhase("discard"))
        assert found == (set() if sound else {"bad-count"})

    def test_of_chips_can_be_paid(self) -> None:
        genome = betting_genome()
        assert codes(put(genome, "setup.after_deal", (Stake(100, "each"),))) == set()
        assert codes(put(genome, "setup.after_deal", (Stake(101, "each"),))) == {"bad-count"}
        assert codes(put(genome, "turn_structure.phases.0.min_bet", 101)) == {"bad-count"}

    def test_of_calls_are_limited(self) -> None:
        path = "turn_structure.phases.0.calls.1.choices.0.high"
        assert auction((path, 200)) == set()
        assert auction((path, 255)) == {"too-large"}


class TestPots:
    def test_are_decided_by_a_later_round(self) -> None:
        fold = BettingPhase(10, showdown_method=ShowdownMethod.FOLD_ONLY)
        genome = betting_genome()
        phases = genome.turn_structure.phases
        assert codes(put(genome, "turn_structure.phases", (fold, *phases))) == set()
        assert codes(put(genome, "turn_structure.phases", (fold,))) == {"pot-never-decided"}


class TestPhasesThatDoNothing:
    @pytest.mark.parametrize(
        "phase",
        [
            BlockPhase(()),
            ChoicePhase(()),
            TurnsPhase(()),
            RepeatPhase(()),
            DoPhase(()),
            CallPhase(()),
            BuildPhase(()),
            MeldPhase(()),
            PassPhase(1, ()),
            DoPhase((If("true", ()),)),
        ],
    )
    def test_are_found(self, phase: Phase) -> None:
        assert "empty-list" in with_phases(phase, PlayPhase("discard"), zones=None)

    def test_a_pass_to_nobody_is_none(self) -> None:
        assert with_phases(PassPhase(1, ("none", "none")), PlayPhase("discard")) == {"does-nothing"}
        assert with_phases(PassPhase(1, ("left(turn)", "none")), PlayPhase("discard")) == set()

    def test_moves_between_piles_are_fine(self) -> None:
        move = BuildMove("hand", "discard", CardCondition(step=1, of=Reference.TOP))
        assert with_phases(TurnsPhase((BuildPhase((move,)),))) == set()


def test_a_genome_with_everything_in_its_place_is_sound() -> None:
    zones = (STOCK, HAND, WON, DISCARDS, replace(MELDS, owner=Owner.SEAT))
    assert minimal(zones=zones, rankings=(CardRanking(FULL),), card_scoring=None) == set()
    set_trump = TurnStructure((PlayPhase("discard", then=(SetTrump("hearts"),)),))
    assert minimal(turn_structure=set_trump) == set()
