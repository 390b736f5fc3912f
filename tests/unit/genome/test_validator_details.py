"""What the checks find and what they let pass, theme by theme."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from darwindeck.genome.problems import Problem
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
    CardBlock,
    CardCondition,
    CardFace,
    CardPoints,
    CardRanking,
    CardRule,
    CardScoringRule,
    ChoiceKind,
    ChoicePhase,
    ClaimPhase,
    ClaimRankMode,
    Counter,
    Deal,
    DealStep,
    DeckEmptyAction,
    DeckSpec,
    Declare,
    DeclarePhase,
    DiscardPhase,
    DoPhase,
    DrawPhase,
    EndHand,
    EndPhase,
    Expose,
    FillHands,
    GameGenome,
    GameRules,
    HandPattern,
    HouseSpec,
    If,
    Let,
    MatchRules,
    MeldPhase,
    Moment,
    Move,
    NamedCards,
    NoOption,
    Option,
    OptionChoice,
    Owner,
    PassPhase,
    PatternValue,
    Phase,
    PileKey,
    PlayAgain,
    PlayPhase,
    PointTable,
    Rank,
    RankSpec,
    Redeal,
    Reference,
    RepeatPhase,
    RoleSpec,
    Scope,
    ScoringRule,
    ScoringTrigger,
    Sees,
    Set,
    SetMode,
    Setting,
    SetTrump,
    SetupRules,
    ShowdownMethod,
    Skip,
    SpecialEffect,
    Stake,
    Suit,
    SuitSpec,
    TieKey,
    TrickPhase,
    TriggerMode,
    TurnsPhase,
    TurnStructure,
    WinCondition,
    ZoneSpec,
)
from darwindeck.genome.validator import GenomeValidator
from tests.support.genomes import minimal_genome
from tests.support.sound_genomes import (
    DISCARDS,
    FULL,
    HAND,
    MELDS,
    SEVEN_UP,
    STOCK,
    SUITS,
    WON,
    auction_genome,
    betting_genome,
    melding_genome,
    put,
)

ANY = CardCondition()
ACE = CardCondition(rank=Rank.ACE)
SUIT_ALIKE = (Attribute.SUIT,)


def codes(genome: GameGenome) -> set[str]:
    return {p.code for p in GenomeValidator.validate(genome) if isinstance(p, Problem)}


def auction(*changes: tuple[str, Any]) -> set[str]:
    genome = auction_genome()
    for path, value in changes:
        genome = put(genome, path, value)
    return codes(genome)


def melding(*changes: tuple[str, Any]) -> set[str]:
    genome = melding_genome()
    for path, value in changes:
        genome = put(genome, path, value)
    return codes(genome)


def minimal(**changes: Any) -> set[str]:
    return codes(minimal_genome(**changes))


def with_phases(*phases: Phase, **changes: Any) -> set[str]:
    return minimal(turn_structure=TurnStructure(phases), **changes)


class TestTheDeck:
    def test_printed_cards_and_jokers_are_declared(self) -> None:
        deck = DeckSpec(
            (CardBlock(("red", "blue"), ("1", "skip"), 4), CardBlock((), ("joker",), 2)),
            suits=(SuitSpec("red", "red", "r", "red"), SuitSpec("blue", "blue", "b", "blue")),
            ranks=(
                RankSpec("1", "one", "1"),
                RankSpec("skip", "skip", "s"),
                RankSpec("joker", "joker", "*"),
            ),
        )
        setup = SetupRules(5, initial_deck="custom")
        assert minimal(deck=deck, setup=setup) == set()
        assert minimal(deck=replace(deck, suits=()), setup=setup) == {"unknown-suit"}
        assert minimal(deck=replace(deck, ranks=deck.ranks[:2]), setup=setup) == {"unknown-rank"}

    def test_a_card_can_be_taken_out_as_often_as_it_is_there(self) -> None:
        deck = DeckSpec((CardBlock(SUITS, FULL, 2),))
        queen = CardFace(Suit.CLUBS, Rank.QUEEN)
        setup = SetupRules(5, initial_deck="custom")
        assert minimal(deck=replace(deck, without=(queen, queen)), setup=setup) == set()
        assert minimal(deck=replace(deck, without=(queen,) * 3), setup=setup) == {
            "card-not-in-deck"
        }

    def test_128_cards_are_allowed(self) -> None:
        setup = SetupRules(5, initial_deck="custom")
        deck = DeckSpec((CardBlock(SUITS, SEVEN_UP, 4),))
        assert minimal(deck=deck, setup=setup) == set()
        assert minimal(deck=DeckSpec((CardBlock(SUITS, SEVEN_UP, 5),)), setup=setup) == {
            "deck-too-large"
        }
        huge = DeckSpec((CardBlock(SUITS, SEVEN_UP, 10**9),))
        assert "deck-too-large" in minimal(deck=huge, setup=setup)

    def test_a_french_suit_is_not_declared_again(self) -> None:
        deck = DeckSpec((CardBlock(SUITS, FULL),), suits=(SuitSpec("hearts", "heart", "h", "red"),))
        assert minimal(deck=deck) == {"duplicate-name"}

    def test_a_named_deck_may_be_spelled_out(self) -> None:
        deck = DeckSpec((CardBlock(SUITS, FULL),))
        assert minimal(deck=deck) == set()
        assert minimal(deck=deck, setup=SetupRules(5, initial_deck="custom")) == set()
        assert minimal(setup=SetupRules(5, initial_deck="custom")) == {"unknown-deck"}


class TestTheDeal:
    def test_counts_every_player_and_what_is_turned_up(self) -> None:
        assert minimal(setup=SetupRules(26), player_count=2) == set()
        assert minimal(setup=SetupRules(25, initial_discard_count=2)) == set()
        assert minimal(setup=SetupRules(25, initial_discard_count=3)) == {"deal-exceeds-deck"}

    def test_adds_its_steps_up(self) -> None:
        steps = (DealStep((3, 2)), DealStep((3,)), DealStep((1,), zone="deck"))
        assert auction(("setup.deal", steps)) == {"deal-exceeds-deck"}
        assert auction(("setup.deal", steps[:2])) == set()

    def test_of_all_cards_may_come_out_uneven(self) -> None:
        deal = (DealStep(all_cards=True),)
        for size in (17, 18):
            setup = SetupRules(size, deal=deal)
            assert minimal(player_count=3, setup=setup) == set()
        assert minimal(player_count=3, setup=SetupRules(16, deal=deal)) == {"contradicting-deal"}

    def test_may_give_one_player_more(self) -> None:
        deal = (DealStep((3,)), DealStep((2,), to="dealer"))
        for size in (3, 5):
            assert minimal(setup=SetupRules(size, deal=deal)) == set()
        assert minimal(setup=SetupRules(6, deal=deal)) == {"contradicting-deal"}

    def test_to_piles_follows_the_zone(self) -> None:
        columns = ZoneSpec("columns", "columns", piles=PileKey.FIXED, pile_count=3)
        deal = (DealStep((5,)), DealStep(zone="columns", piles=(1, 2, 3)))
        genome: dict[str, Any] = {
            "zones": (STOCK, HAND, DISCARDS, columns),
            "setup": SetupRules(5, deal=deal),
        }
        assert minimal(**genome) == set()
        assert minimal(
            **genome | {"zones": (STOCK, HAND, DISCARDS, replace(columns, pile_count=4))}
        ) == {"contradicting-deal"}
        plain = ZoneSpec("columns", "columns")
        assert minimal(**genome | {"zones": (STOCK, HAND, DISCARDS, plain)}) == {
            "contradicting-deal"
        }

    def test_says_how_many_cards_are_turned_up(self) -> None:
        deal = (DealStep((5,)), DealStep((1,), zone="discard"))
        assert minimal(setup=SetupRules(5, initial_discard_count=1, deal=deal)) == set()
        assert minimal(setup=SetupRules(5, deal=deal)) == {"contradicting-deal"}

    def test_later_deals_need_cards_too(self) -> None:
        phase = PlayPhase("discard")
        assert with_phases(phase, DoPhase((Deal((3,)),))) == set()
        assert with_phases(phase, DoPhase((Deal((30,)),))) == {"deal-exceeds-deck"}
        renewed = DoPhase((Move("discard", "deck"), Deal((30,))))
        assert with_phases(phase, renewed) == set()


class TestZones:
    def test_of_the_table_have_no_owner_to_see_them(self) -> None:
        zone = ZoneSpec("widow", "widow", sees=Sees.OWNER)
        assert minimal(zones=(STOCK, HAND, DISCARDS, zone)) == {"contradicting-zone"}

    def test_piles_are_counted_where_they_are_fixed(self) -> None:
        zone = ZoneSpec("widow", "widow", pile_count=3)
        assert minimal(zones=(STOCK, HAND, DISCARDS, zone)) == {"contradicting-zone"}
        by_suit = replace(zone, piles=PileKey.BY_SUIT, pile_count=4)
        assert minimal(zones=(STOCK, HAND, DISCARDS, by_suit)) == set()

    def test_lie_beneath_each_other_pile_by_pile(self) -> None:
        below = ZoneSpec("below", "below", piles=PileKey.FIXED, pile_count=7)
        above = replace(below, name="above", label="above", beneath="below")
        assert minimal(zones=(STOCK, HAND, DISCARDS, below, above)) == set()
        six = replace(below, pile_count=6)
        assert minimal(zones=(STOCK, HAND, DISCARDS, six, above)) == {"contradicting-zone"}

    def test_give_only_what_has_come_to_them(self) -> None:
        widow = ZoneSpec("widow", "widow", sees=Sees.NOBODY)
        genome: dict[str, Any] = {
            "zones": (STOCK, HAND, DISCARDS, widow),
            "turn_structure": TurnStructure((DrawPhase("widow"), PlayPhase("discard"))),
        }
        assert minimal(**genome) == {"zone-never-filled"}
        deal = (DealStep((5,)), DealStep((3,), zone="widow"))
        assert minimal(**genome, setup=SetupRules(5, deal=deal)) == set()
        moved = SetupRules(5, after_deal=(Move("deck", "widow", count=3),))
        assert minimal(**genome, setup=moved) == set()
        exposed = SetupRules(5, after_deal=(Expose("widow"),))
        assert minimal(**genome, setup=exposed) == {"zone-never-filled"}

    def test_are_needed_by_what_speaks_of_them(self) -> None:
        no_hand = (STOCK, DISCARDS)
        assert "unknown-word" in minimal(zones=no_hand)
        assert "missing-zone" in with_phases(DoPhase((FillHands(3),)), zones=no_hand)
        draw = TurnStructure((DrawPhase(), DiscardPhase("pile_of_mine")))
        mine = ZoneSpec("pile_of_mine", "pile")
        zones = (STOCK, HAND, mine)
        assert minimal(turn_structure=draw, zones=zones) == {"missing-zone"}
        rules = GameRules(deck_empty_action=DeckEmptyAction.SKIP_DRAW)
        assert minimal(turn_structure=draw, zones=zones, game_rules=rules) == set()


class TestNames:
    @pytest.mark.parametrize("name", ["", "two words", "9lives", "in", "naïve", "x" * 100])
    def test_are_words(self, name: str) -> None:
        assert "bad-name" in minimal(roles=(RoleSpec(name, "role"),))

    @pytest.mark.parametrize(
        "changes",
        [
            {"roles": (RoleSpec("hand", "h"),), "zones": (STOCK, HAND, DISCARDS)},
            {"counters": (Counter("tricks", "t"),)},
            {"counters": (Counter("bid", "b"),), "lets": (Let("bid", "b", 1),)},
            {"lets": (Let("pile", "p", 1),)},
            {"roles": (RoleSpec("hearts", "h"),)},
            {"counters": (Counter("A", "a"),)},
        ],
    )
    def test_stand_for_one_thing(self, changes: dict[str, Any]) -> None:
        assert minimal(**changes) == {"name-clash"}

    def test_of_card_sets_may_be_those_of_suits(self) -> None:
        diamonds = NamedCards("diamonds", "diamond", CardCondition(suit=Suit.DIAMONDS))
        assert minimal(card_sets=(diamonds,)) == set()

    def test_of_calls_and_counters_may_be_alike(self) -> None:
        assert auction(("turn_structure.phases.0.calls.1.name", "contract")) == set()

    def test_of_calls_are_unique_in_their_phase_only(self) -> None:
        phases = auction_genome().turn_structure.phases
        again = CallPhase((Call("bid", "bid again"), Call("pass_by", "pass")))
        assert auction(("turn_structure.phases", (*phases, again))) == set()
        twice = CallPhase((Call("bid", "bid"), Call("bid", "bid again")))
        assert auction(("turn_structure.phases", (*phases, twice))) == {"duplicate-name"}

    def test_of_choices_have_one_type(self) -> None:
        other = Call("shout", "shout", (CallChoice("level", "level", ChoiceKind.SUIT),))
        phases = auction_genome().turn_structure.phases
        assert "name-clash" in auction(("turn_structure.phases", (*phases, CallPhase((other,)))))

    def test_of_readings_may_be_numbers(self) -> None:
        reading = Option("goal", "goal", (OptionChoice("62", "62 points"),), "62")
        assert minimal(options=(reading,)) == set()

    def test_of_what_a_call_names_may_be_no_suit(self) -> None:
        path = "turn_structure.phases.0.calls.1.choices.1.suits"
        assert auction((path, ("clubs", "none"))) == set()
        assert "unknown-suit" in auction((path, ("clubs", "cups")))

    def test_colours_are_those_of_the_suits(self) -> None:
        red = (NamedCards("reds", "red card", CardCondition(colour="red")),)
        green = (NamedCards("greens", "green card", CardCondition(colour="green")),)
        assert minimal(card_sets=red) == set()
        assert "unknown-name" in minimal(card_sets=green)


class TestOrders:
    def test_jokers_need_no_place(self) -> None:
        deck = DeckSpec(
            (CardBlock(SUITS, FULL), CardBlock((), ("joker",), 2)),
            ranks=(RankSpec("joker", "joker", "*"),),
        )
        setup = SetupRules(5, initial_deck="custom")
        assert minimal(deck=deck, setup=setup, rankings=(CardRanking(FULL),)) == set()

    def test_list_only_ranks_of_the_deck(self) -> None:
        assert auction(("rankings.0.sequence", FULL)) == {"unknown-rank"}

    def test_trumps_and_sequences_have_their_own(self) -> None:
        assert auction(("rankings.0.sequence", SEVEN_UP[:-1])) == {"order-misses-rank"}
        assert auction(("rankings.0.trump", SEVEN_UP[1:])) == {"order-misses-rank"}

    def test_none_at_all_is_an_answer_where_nothing_is_compared(self) -> None:
        assert minimal(rankings=()) == set()
        cheating = ClaimPhase(rank_mode=ClaimRankMode.PLAYER_CHOICE)
        assert with_phases(cheating, rankings=()) == set()
        assert with_phases(ClaimPhase(), rankings=()) == {"no-order"}
        run = HandPattern("run", 1, min_size=3, consecutive=True)
        assert minimal(rankings=(), patterns=(run,)) == {"no-order"}
        beat = PlayPhase("discard", CardCondition(beats=Reference.TOP))
        assert with_phases(beat, rankings=()) == {"no-order"}

    def test_modes_are_put_in_force(self) -> None:
        high, low = CardRanking(FULL, mode="high"), CardRanking(FULL, mode="low")
        play = PlayPhase("discard", then=(SetMode("high"),))
        assert with_phases(play, rankings=(high,)) == set()
        assert with_phases(play, rankings=(high, low)) == {"mode-never-set"}
        assert with_phases(play, rankings=(low,)) == {"mode-never-set", "unknown-name"}

    def test_lines_of_a_table_may_overlap(self) -> None:
        lines = (
            CardPoints(CardCondition(rank=Rank.ACE, suit=Suit.SPADES), 20),
            CardPoints(ACE, 11),
            CardPoints(ANY, 1),
        )
        assert minimal(point_tables=(PointTable("worth", "points", lines),)) == set()
        table = PointTable("worth", "points", (*lines, CardPoints(ACE, 5)))
        assert minimal(point_tables=(table,)) == {"unreachable-line"}

    def test_lines_that_play_decides_hide_nothing(self) -> None:
        lines = (
            CardPoints(CardCondition(rank=Rank.JACK, trump=True), 20),
            CardPoints(CardCondition(rank=Rank.JACK), 2),
        )
        assert auction(("point_tables.0.lines", lines)) == set()

    def test_conditions_of_promoted_cards_may_fit_any_suit(self) -> None:
        jack_of_clubs = CardCondition(suit=Suit.CLUBS, printed_suit=Suit.SPADES, rank=Rank.JACK)
        sets = (*auction_genome().card_sets, NamedCards("odd", "odd jack", jack_of_clubs))
        assert auction(("card_sets", sets)) == set()
        ace_of_clubs = replace(jack_of_clubs, rank=Rank.ACE)
        sets = (*auction_genome().card_sets, NamedCards("odd", "odd ace", ace_of_clubs))
        assert auction(("card_sets", sets)) == {"no-such-card"}


class TestPatterns:
    @pytest.mark.parametrize(
        ("pattern", "code"),
        [
            (HandPattern("p", 1, required_count=60), "pattern-impossible"),
            (HandPattern("p", 1, same_suit_count=14), "pattern-impossible"),
            (HandPattern("p", 1, same_rank_groups=(5,)), "pattern-impossible"),
            (HandPattern("p", 1, sequence_length=14), "pattern-impossible"),
            (HandPattern("p", 1, min_size=5, different=(Attribute.SUIT,)), "pattern-impossible"),
            (HandPattern("p", 1, min_size=5, same=(Attribute.RANK,)), "pattern-impossible"),
            (HandPattern("p", 1, exact=(ACE,) * 5), "pattern-impossible"),
            (HandPattern("p", 1, min_size=2, cards=ACE, consecutive=True), None),
            (HandPattern("p", 1, required_count=5, sequence_length=6), "pattern-contradiction"),
            (HandPattern("p", 1, required_count=5, same_suit_count=6), "pattern-contradiction"),
            (HandPattern("p", 1, max_size=2, natural_min=3), "pattern-contradiction"),
            (
                HandPattern(
                    "p", 1, min_size=2, same=(Attribute.SUIT,), different=(Attribute.SUIT,)
                ),
                "pattern-contradiction",
            ),
            (
                HandPattern("p", 1, min_size=3, consecutive=True, same=(Attribute.RANK,)),
                "pattern-contradiction",
            ),
            (HandPattern("p", 1, min_size=3, wild_max=2), "pattern-contradiction"),
            (
                HandPattern("p", 1, min_size=3, tie_keys=(TieKey.SEQUENCE_TOP,)),
                "pattern-contradiction",
            ),
            (HandPattern("p", 1, sequence_length=14, sequence_wrap=True), None),
            (HandPattern("p", 1, same_rank_groups=(4, 4)), None),
            (HandPattern("p", 1, exact=(ACE,) * 4), None),
            (HandPattern("p", 1, min_size=7, same=(Attribute.RANK,), wild="twos"), None),
            (
                HandPattern("p", 1, min_size=7, same=(Attribute.RANK,), wild="twos", wild_max=2),
                "pattern-impossible",
            ),
            (HandPattern("p", 1, required_ranks=(Rank.TEN, Rank.ACE)), None),
        ],
    )
    def test_are_judged_by_the_deck(self, pattern: HandPattern, code: str | None) -> None:
        twos = NamedCards("twos", "two", CardCondition(rank=Rank.TWO))
        found = minimal(patterns=(pattern,), card_sets=(twos,), rankings=(CardRanking(FULL),))
        assert found == ({code} if code else set())

    def test_of_a_double_deck_may_be_larger(self) -> None:
        deck = DeckSpec((CardBlock(SUITS, SEVEN_UP, 2),))
        pattern = HandPattern("p", 1, same_rank_groups=(8,))
        setup = SetupRules(5, initial_deck="custom")
        assert minimal(deck=deck, setup=setup, patterns=(pattern,)) == set()


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
    def test_a_number_of_hands_is_enough(self) -> None:
        genome = put(melding_genome(), "win_conditions", ())
        assert codes(genome) == set()
        assert codes(put(genome, "match", MatchRules())) == {"endless-game"}
        assert codes(put(genome, "match", None)) == {"endless-game"}

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

    def test_may_not_be_read_by_way_of_a_let(self) -> None:
        lets = (*auction_genome().lets, Let("rich", "rich", "count(hand(dealer), aces) > 1"))
        when = ("turn_structure.phases.1.lead.0.when", "rich")
        assert auction(("lets", lets), when) == {"reads-hidden-cards"}

    def test_may_be_counted_afterwards(self) -> None:
        rule = ("scoring_rules.0.amount", "count(hand(dealer), aces)")
        assert auction(rule) == set()

    def test_that_are_laid_open_may_be_read(self) -> None:
        opened = ("turn_structure.phases.0.then", (Expose("hand(dealer)"),))
        when = ("turn_structure.phases.1.lead.0.when", "count(hand(dealer), aces) > 0")
        assert auction(opened, when) == set()


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
            (ClaimPhase(min_cards=3, max_cards=2), False),
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
        assert auction((path, 300)) == {"too-large"}


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
