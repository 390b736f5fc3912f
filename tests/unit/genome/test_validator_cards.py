"""What the validator finds in decks, deals, zones, names, orders and patterns."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from darwindeck.genome.schema import (
    Attribute,
    Call,
    CallChoice,
    CallPhase,
    CardBlock,
    CardCondition,
    CardFace,
    CardPoints,
    CardRanking,
    ChoiceKind,
    ClaimPhase,
    ClaimRankMode,
    Counter,
    Deal,
    DealStep,
    DeckEmptyAction,
    DeckSpec,
    DiscardPhase,
    DoPhase,
    DrawPhase,
    Expose,
    FillHands,
    GameRules,
    HandPattern,
    Let,
    Move,
    NamedCards,
    Option,
    OptionChoice,
    PileKey,
    PlayPhase,
    PointTable,
    Rank,
    RankSpec,
    Reference,
    RoleSpec,
    Sees,
    SetMode,
    SetupRules,
    Suit,
    SuitSpec,
    TieKey,
    TurnStructure,
    ZoneSpec,
)
from tests.support.broken_genomes import (
    ACE,
    ANY,
    auction,
    minimal,
    with_phases,
)
from tests.support.sound_genomes import (
    DISCARDS,
    FULL,
    HAND,
    SEVEN_UP,
    STOCK,
    SUITS,
    auction_genome,
)


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
        steps = (DealStep((3, 2)), DealStep((3,)), DealStep((1,), to="dealer"))
        assert auction(("setup.deal", steps)) == {"deal-exceeds-deck"}
        assert auction(("setup.deal", steps[:2])) == set()

    @pytest.mark.parametrize("zone", ["deck", "if(dealer == turn, deck, hand)"])
    def test_gives_nothing_to_the_stock(self, zone: str) -> None:
        deal = (DealStep((8,)), DealStep((1,), zone=zone, to="left(dealer)"))
        assert "deals-nothing" in auction(("setup.deal", deal))
        assert "deals-nothing" in with_phases(
            PlayPhase("discard"), DoPhase((Deal((1,), zone=zone),))
        )

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
    @pytest.mark.parametrize("name", ["", "two words", "9lives", "naïve", "x" * 100])
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
        assert auction(("rankings.0.sequence", SEVEN_UP[:-1])) == set()
        assert auction(("rankings.0.trump", SEVEN_UP[1:])) == {"order-misses-rank"}

    def test_none_at_all_is_an_answer_where_nothing_is_compared(self) -> None:
        assert minimal(rankings=()) == set()
        cheating = ClaimPhase(rank_mode=ClaimRankMode.PLAYER_CHOICE, target="captured")
        assert with_phases(cheating, rankings=()) == set()
        assert with_phases(ClaimPhase(target="captured"), rankings=()) == {"no-order"}
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
