"""The rules of Baloot on its auction, its cards and its tricks; see also test_baloot_scoring."""

from __future__ import annotations

import random
from functools import cache
from itertools import combinations
from typing import Any

import pytest

from darwindeck.cards import Card, Rank, Suit
from darwindeck.genome.conditions import CardContext
from darwindeck.genome.decks import deck_cards
from darwindeck.genome.expressions import Node
from darwindeck.genome.options import apply_options, fold_options
from darwindeck.genome.patterns import matches_pattern
from darwindeck.genome.schema import (
    Among,
    Announce,
    CallPhase,
    ContestScores,
    ContestSide,
    ContestTie,
    DealerAfter,
    DeclarePhase,
    Direction,
    DoPhase,
    Expr,
    FillHands,
    GameGenome,
    Move,
    Phase,
    Redeal,
    TrickPhase,
)
from darwindeck.genome.tree import walk
from darwindeck.library import create_baloot_genome
from tests.support.cards import Table, card, cards, playable
from tests.support.evaluate import Evaluator, evaluate, unevaluated

PLAIN = "7 8 9 J Q K 10 A".split()
TRUMPS = "7 8 Q K 10 A 9 J".split()
SEQUENCE = "7 8 9 10 J Q K A".split()
MODES = {"sun": "sun", "hokum": "hokum"}


@cache
def baloot(**options: str) -> GameGenome:
    return fold_options(apply_options(create_baloot_genome(), options))


@cache
def phase(name: str, **options: str) -> Any:
    found = [p for _, p in walk(baloot(**options)) if isinstance(p, Phase) and p.name == name]
    assert len(found) == 1
    return found[0]


def judge(expression: str, seat: int, **facts: Any) -> Any:
    """What an expression comes to for a seat; seat 0 sits at the dealer's left, seat 3 deals."""
    return _evaluator(seat, facts)(Expr(expression).tree)


def _evaluator(seat: int, facts: dict[str, Any]) -> Evaluator:
    def position(ev: Evaluator, arguments: tuple[Node, ...]) -> int:
        return int(ev(arguments[0]) if arguments else seat) + 1

    def where(ev: Evaluator, arguments: tuple[Node, ...]) -> tuple[int, ...]:
        seats, condition = arguments
        return tuple(s for s in ev(seats) if _evaluator(s, facts)(condition))

    return Evaluator(
        {
            "turn": seat,
            "dealer": 3,
            "position": unevaluated(position),
            "where": unevaluated(where),
            "team": lambda s: (s % 2, s % 2 + 2),
            "opponents": lambda s: (1 - s % 2, 3 - s % 2),
            "others": lambda s: tuple(x for x in range(4) if x != s),
            "left": lambda s: (s + 1) % 4,
            **MODES,
            "A": "A",
            **facts,
        }
    )


def menu(name: str, seat: int, floor: str = "8H", **facts: Any) -> set[str]:
    """The calls that a seat may make in a phase."""
    turned = card(floor)
    known = {
        "rank": lambda _: str(turned.rank),
        "suit": lambda _: turned.suit,
        "count": lambda *_: 0,
        "floor": "floor",
        "hand": "hand",
        "low_cards": "low_cards",
        **facts,
    }
    found = set()
    for call in phase(name).calls:
        for suit in list(Suit) if call.choices else [None]:
            if judge(call.when, seat, **known, named=suit):
                found.add(f"{call.name} {suit}" if suit else call.name)
    return found


# --- cards ---------------------------------------------------------------------------------------


def test_the_deck_has_the_32_cards_from_seven_to_ace() -> None:
    deck = deck_cards(baloot())
    assert len(deck) == len(set(deck)) == 32
    assert {card.rank for card in deck} == set(map(Rank, SEQUENCE))


def test_card_points_add_up_to_120_in_sun_and_152_in_hokum() -> None:
    deck = deck_cards(baloot())
    sun = Table(baloot(), mode="sun")
    assert sum(sun.worth(c, "card_points") for c in deck) == 120
    for trump in Suit:
        hokum = Table(baloot(), mode="hokum", trump=trump)
        assert sum(hokum.worth(c, "card_points") for c in deck) == 152
        worth = {str(c.rank): hokum.worth(c, "card_points") for c in deck if c.suit == trump}
        assert worth == {"J": 20, "9": 14, "A": 11, "10": 10, "K": 4, "Q": 3, "8": 0, "7": 0}


def test_plain_suits_and_trumps_have_orders_of_their_own() -> None:
    hokum = Table(baloot(), mode="hokum", trump=Suit.SPADES)
    for suit, order in ((Suit.SPADES, TRUMPS), (Suit.HEARTS, PLAIN)):
        for low, high in combinations(order, 2):
            assert hokum.beats(Card(suit, Rank(high)), Card(suit, Rank(low)))
            assert not hokum.beats(Card(suit, Rank(low)), Card(suit, Rank(high)))
    assert hokum.beats(card("7S"), card("AH"))
    sun = Table(baloot(), mode="sun")
    assert not sun.beats(card("JS"), card("7H"))
    assert sun.beats(card("AS"), card("10S"))


# --- deal ----------------------------------------------------------------------------------------


def test_five_cards_in_packets_of_three_and_two_and_one_for_the_floor() -> None:
    deal = baloot().setup.deal
    assert deal is not None
    assert [(step.packets, step.zone) for step in deal] == [((3, 2), "hand"), ((1,), "floor")]
    match = baloot().match
    assert match is not None
    assert match.direction is Direction.COUNTERCLOCKWISE


def test_the_taker_gets_the_floor_card_and_two_more_the_others_three() -> None:
    dealt = phase("second_deal")
    assert isinstance(dealt, DoPhase)
    move, fill = dealt.actions
    assert isinstance(move, Move)
    assert isinstance(fill, FillHands)
    assert (move.source, move.target, fill.size, fill.to) == ("floor", "hand(taker)", 8, "each")
    assert 32 - 4 * 5 - 1 == (8 - 6) + 3 * (8 - 5)


# --- the auction ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["first_calls", "second_calls"])
def test_the_third_and_fourth_may_call_ashkal_unless_the_floor_card_is_an_ace(name: str) -> None:
    for seat in range(4):
        calls = {call.removeprefix("second_") for call in menu(name, seat)}
        expected = {"pass_turn", "hokum", "sun"} | ({"ashkal"} if seat >= 2 else set())
        assert calls == expected
        assert not any("ashkal" in call for call in menu(name, seat, floor="AH"))


def test_ashkal_makes_the_partner_take_the_floor_card() -> None:
    (ashkal,) = (c for c in phase("first_calls").calls if c.name == "ashkal")
    roles = {action.role: action.to for action in ashkal.do[:2]}
    assert roles == {"buyer": "turn", "taker": "partner(turn)"}


def test_ashkal_in_the_second_round_is_an_option() -> None:
    def whens(**options: str) -> list[str]:
        return [
            call.when
            for name in ("second_calls", "second_answers")
            for call in phase(name, **options).calls
            if call.name == "second_ashkal"
        ]

    assert "false" not in whens()
    assert whens(ashkal_again="not_allowed") == ["false", "false"]


def test_only_a_hand_of_sevens_eights_and_nines_may_be_thrown_in() -> None:
    (low,) = (s for s in baloot().card_sets if s.name == "low_cards")
    ranks = {c.rank for c in playable(Table(baloot(), mode="sun"), low.cards)}
    assert ranks == {Rank.SEVEN, Rank.EIGHT, Rank.NINE}
    for name in ("first_calls", "second_calls"):
        for held in range(6):
            assert ("kawesh" in menu(name, 0, count=lambda *_, held=held: held)) is (held == 5)
        (kawesh,) = (c for c in phase(name).calls if c.name == "kawesh")
        assert kawesh.out_of_turn


def test_who_deals_after_a_hand_thrown_in_is_an_option() -> None:
    def dealers(**options: str) -> list[DealerAfter]:
        return [p.dealer for _, p in walk(baloot(**options)) if isinstance(p, Redeal)]

    # Kawesh in the first round; all pass in the second, or kawesh there.
    same, next_ = DealerAfter.SAME, DealerAfter.NEXT
    assert dealers() == [same, next_, same]
    assert dealers(kawesh_dealer="next_dealer") == [next_, next_, next_]
    assert dealers(all_pass_dealer="same_dealer") == [same, same, same]


def test_a_purchase_in_hokum_is_answered_by_all_three_at_once() -> None:
    answers = phase("first_answers")
    assert answers.simultaneous
    for buyer in range(4):
        asked = judge(answers.who, 0, buyer=buyer)
        assert set(asked) == {0, 1, 2, 3} - {buyer}
        for seat in asked:
            doubles = {"double_closed", "double_open"} if (seat - buyer) % 2 else set()
            ashkal = {"ashkal"} if seat >= 2 else set()
            assert menu("first_answers", seat, buyer=buyer) == {
                "pass_turn",
                "sun",
                *doubles,
                *ashkal,
            }
    ranks = {call.name: call.rank for call in answers.calls}
    assert ranks["sun"] > ranks["ashkal"] > ranks["double_open"] > ranks["pass_turn"]


def test_in_the_second_round_the_partner_answers_only_if_still_to_speak() -> None:
    who = phase("second_answers").who
    assert [set(judge(who, 0, buyer=buyer)) for buyer in range(4)] == [
        {1, 2, 3},
        {0, 2, 3},
        {1, 3},
        {0, 2},
    ]


def test_another_suit_than_that_of_the_floor_is_named_in_the_second_round() -> None:
    assert menu("naming", 0, floor="8H") == {
        "name_trumps clubs",
        "name_trumps diamonds",
        "name_trumps spades",
        "turn_to_sun",
    }
    assert menu("first_confirmation", 0) == {"confirm", "turn_to_sun"}


def test_only_earlier_opponents_may_take_a_sun_over() -> None:
    who = phase("before_you").who
    assert [set(judge(who, 0, buyer=buyer)) for buyer in range(4)] == [set(), {0}, {1}, {0, 2}]


def test_sun_may_be_doubled_only_while_its_buyers_alone_are_past_100() -> None:
    def allowed(buyers: int, others: int, **options: str) -> bool:
        scores = {(0, 2): buyers, (1, 3): others}
        when = phase("sun_double", **options).when
        return bool(judge(when, 0, buyer=0, mode="sun", score=lambda side: scores[side]))

    assert [allowed(*s) for s in ((101, 100), (100, 99), (131, 127), (50, 20))] == [
        True,
        False,
        False,
        False,
    ]
    assert allowed(100, 99, sun_double_from="from_100")
    assert not allowed(101, 100, sun_double_from="from_100")


def test_hokum_is_raised_in_turn_up_to_gahwa_which_is_always_open() -> None:
    chain = {
        "tripling": ("team(buyer)", {"level": 3}),
        "calling_four": ("opponents(buyer)", {"level": 4}),
        "calling_gahwa": ("team(buyer)", {"gahwa": 1, "closed": 0}),
    }
    for name, (who, sets) in chain.items():
        found = phase(name)
        assert found.who == who
        changes = {a.counter: a.to for a in found.calls[-1].do if hasattr(a, "counter")}
        assert sets.items() <= changes.items()
    closing = {c.name: c.do[1].to for c in phase("calling_four").calls if c.do}
    assert closing == {"four_closed": 1, "four_open": 0}


# --- projects ------------------------------------------------------------------------------------


def project(held: str, mode: str) -> tuple[str, int, int] | None:
    """The name, the raw points and the game points of some cards taken together."""
    facts = {**MODES, "mode": mode}
    context = CardContext.of(baloot(), mode=mode)
    found = [
        pattern
        for pattern in baloot().patterns
        if "project" in pattern.tags
        and evaluate(pattern.when, facts)
        and matches_pattern(cards(held), pattern, context)
    ]
    if not found:
        return None
    (pattern,) = found
    amounts = {value.name: evaluate(value.amount, facts) for value in pattern.values}
    return pattern.name.split()[0], amounts["raw"], amounts["game"]


@pytest.mark.parametrize(
    ("held", "hokum", "sun"),
    [
        ("9S 10S JS", ("sira", 20, 2), ("sira", 20, 4)),
        ("QD KD AD", ("sira", 20, 2), ("sira", 20, 4)),
        ("9S JS QS", None, None),
        ("KD AD 7D", None, None),
        ("9S 10S JH", None, None),
        ("7H 8H 9H 10H", ("fifty", 50, 5), ("fifty", 50, 10)),
        ("7H 8H 9H 10H JH", ("hundred", 100, 10), ("hundred", 100, 20)),
        ("9H 10H JH QH KH AH", ("hundred", 100, 10), ("hundred", 100, 20)),
        ("10C 10D 10H 10S", ("hundred", 100, 10), ("hundred", 100, 20)),
        ("KC KD KH KS", ("hundred", 100, 10), ("hundred", 100, 20)),
        ("9C 9D 9H 9S", None, None),
        ("AC AD AH AS", ("hundred", 100, 10), ("four", 400, 40)),
    ],
)
def test_projects_and_what_they_are_worth(held: str, hokum: Any, sun: Any) -> None:
    assert project(held, "hokum") == hokum
    assert project(held, "sun") == sun


def test_a_higher_project_is_better_than_any_lower_one() -> None:
    priority = {p.name.split()[0]: p.rank_priority for p in baloot().patterns}
    assert priority["four"] > priority["hundred"] > priority["fifty"] > priority["sira"]
    assert len({p.rank_priority for p in baloot().patterns if p.name.startswith("hundred")}) == 1


def test_the_side_with_the_best_project_scores_all_of_its_own() -> None:
    declaring = phase("declaring_projects")
    assert isinstance(declaring, DeclarePhase)
    contest = declaring.contest
    assert contest is not None
    assert (contest.side, contest.winner_scores) == (ContestSide.TEAM, ContestScores.ALL)
    assert (contest.trumps_first, contest.ties) == (False, ContestTie.EARLIER_SEAT)
    assert (declaring.announce, declaring.when) == (Announce.CLASS_ONLY, "trick == 1")
    assert declaring.shown_when == "trick == 2"
    assert phase("declaring_projects", project_ties="trumps_first").contest.trumps_first


def test_only_a_hundred_uses_up_the_king_and_queen_of_trumps() -> None:
    sharing = {p.name.split()[0] for p in baloot().patterns if {"project", "baloot"} <= set(p.tags)}
    assert sharing == {"hundred", "four"}
    (baloot_pattern,) = (p for p in baloot().patterns if p.name == "baloot")
    table = Table(baloot(), mode="hokum", trump=Suit.DIAMONDS)
    assert playable(table, *baloot_pattern.exact) == {card("KD"), card("QD")}
    assert phase("declaring_baloot").announce is Announce.ON_LAST_CARD
    names = [p.name for p in phase("play").before_card]
    assert names.index("declaring_projects") < names.index("declaring_baloot")


def test_a_hundred_is_worth_nothing_as_a_baloot() -> None:
    for pattern in baloot().patterns:
        values = {value.name for value in pattern.values}
        expected = {"baloot_raw", "baloot_game"} if pattern.name == "baloot" else {"raw", "game"}
        assert values == expected


# --- tricks --------------------------------------------------------------------------------------


class Trick:
    """A trick in progress; seat 0 has led."""

    def __init__(self, played: list[Card], mode: str, trump: Suit | None) -> None:
        self.played = played
        self.trump = trump
        self.seat = len(played)
        plain = Table(baloot(), mode=mode, trump=trump)
        self.best = 0
        for seat, c in enumerate(played):
            if plain.beats(c, played[self.best]):
                self.best = seat
        self.table = Table(
            baloot(), led=played[0], winner=played[self.best], mode=mode, trump=trump
        )

    def by_the_genome(self, held: list[Card], akka: bool = False, **options: str) -> set[Card]:
        """The first duty that can be satisfied binds."""
        play = phase("play", **options)
        assert isinstance(play, TrickPhase)
        facts = {
            "led_trump": self.table.is_trump(self.played[0]),
            "winner": self.best,
            "leader": 0,
            "akka": lambda whom: akka and whom == self.best,
        }
        for duty in play.follow:
            if judge(duty.when, self.seat, **facts):
                fitting = {c for c in held if self.table.fits(c, duty.cards)}
                if fitting:
                    return fitting
        return set(held)

    def by_the_book(self, held: list[Card], under_trump: bool = False) -> set[Card]:
        led, winning = self.played[0], self.played[self.best]
        enemy = (self.seat - self.best) % 2 == 1
        same = {c for c in held if c.suit == led.suit}
        trumps = {c for c in held if c.suit == self.trump}

        def higher(c: Card) -> bool:
            if winning.suit != self.trump:
                return True
            return TRUMPS.index(c.rank) > TRUMPS.index(winning.rank)

        if same and led.suit == self.trump and enemy and any(map(higher, same)):
            return set(filter(higher, same))
        if same:
            return same
        if not trumps or not enemy or led.suit == self.trump:
            return set(held)
        if any(map(higher, trumps)):
            return set(filter(higher, trumps))
        return trumps if under_trump else set(held)


def random_tricks(count: int, seed: int) -> Any:
    rng = random.Random(seed)
    deck = sorted(deck_cards(baloot()), key=str)
    for _ in range(count):
        rng.shuffle(deck)
        mode = rng.choice(["sun", "hokum", "hokum", "hokum"])
        trump = rng.choice(list(Suit)) if mode == "hokum" else None
        before, size = rng.randint(1, 3), rng.randint(1, 8)
        yield Trick(deck[:before], mode, trump), deck[before : before + size]


def test_the_duties_of_a_follower_are_those_of_the_rules() -> None:
    for trick, held in random_tricks(1500, seed=1):
        assert trick.by_the_genome(held) == trick.by_the_book(held)


def test_undertrumping_is_a_duty_by_option() -> None:
    free, bound = 0, 0
    for trick, held in random_tricks(1500, seed=2):
        forced = trick.by_the_genome(held, under_trump="duty")
        assert forced == trick.by_the_book(held, under_trump=True)
        free += forced == trick.by_the_genome(held)
        bound += forced != trick.by_the_genome(held)
    assert free > bound > 0


@pytest.mark.parametrize(
    ("played", "held", "safe", "expected"),
    [
        # The partner leads and wins; the second player has followed; we play before the last.
        (["KH", "7H"], "8S 9D", False, "8S"),
        (["KH", "7H"], "8S 9D", True, "8S 9D"),
        # Fourth in hand nobody can spoil it.
        (["7H", "KH", "9H"], "8S 9D", False, "8S 9D"),
        # An opponent wins: the duty is the same whatever was announced.
        (["AH"], "8S 9D", True, "8S"),
    ],
)
def test_freedom_while_the_partner_is_winning_needs_a_safe_card_by_option(
    played: list[str], held: str, safe: bool, expected: str
) -> None:
    trick = Trick([card(c) for c in played], "hokum", Suit.SPADES)
    allowed = trick.by_the_genome(cards(held), akka=safe, partner_winning="free_if_safe")
    assert allowed == set(cards(expected))


def test_in_a_closed_game_no_trump_is_led_while_another_suit_is_held() -> None:
    akka, closed = phase("play").lead
    table = Table(baloot(), mode="hokum", trump=Suit.CLUBS)
    assert (akka.when, closed.when) == ("akka", "closed")
    assert {c.suit for c in playable(table, closed.cards)} == set(Suit) - {Suit.CLUBS}


def test_akka_is_the_highest_card_left_of_a_plain_suit_other_than_the_ace() -> None:
    (akka,) = (s.cards for s in baloot().card_sets if s.name == "akka_cards")
    assert (akka.trump, akka.highest) == (False, Among.UNPLAYED)
    assert akka.not_ is not None
    assert akka.not_.rank is Rank.ACE


def test_a_claim_needs_command_of_every_suit_from_the_fifth_trick_on() -> None:
    def may_claim(trick: int = 5, leader: int = 0, doubtful: int = 0, trumps_out: int = 0) -> bool:
        facts = {"hand": "hand", "doubtful_cards": "doubtful_cards", "trumps_out": trumps_out}
        when = phase("claiming").when
        return bool(
            judge(
                when, 0, trick=trick, leader=leader, hand_size=4, count=lambda *_: doubtful, **facts
            )
        )

    assert may_claim()
    assert not may_claim(trick=4)
    assert not may_claim(leader=1)
    assert not may_claim(doubtful=1)
    assert not may_claim(trumps_out=1)


def test_every_choice_in_force_leaves_the_genome_as_it_is() -> None:
    genome = create_baloot_genome()
    for option in genome.options:
        assert apply_options(genome, {option.name: option.value}) == genome


def test_call_phases_that_ask_several_at_once_are_simultaneous() -> None:
    at_once = {p.name for _, p in walk(baloot()) if isinstance(p, CallPhase) and p.simultaneous}
    assert at_once == {
        "first_answers",
        "second_answers",
        "second_double",
        "before_you",
        "sun_double",
        "tripling",
        "calling_four",
        "calling_gahwa",
    }
