"""Cards, rankings, conditions, expressions, patterns and hands, worked out by hand."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

from tests.reference import genome as genomes
from tests.reference.conditions import fits, fitting, points
from tests.reference.genome import CardCondition, HandPattern, read_genome, read_part
from tests.reference.patterns import best_declaration, declarable, forms, forms_set, sets_forming
from tests.reference.places import set_out_piles
from tests.reference.rankings import beats, equal, order_now
from tests.reference.rules import Rules
from tests.reference.showdown import NOTHING, hand_key, total_of
from tests.reference.state import SIDE, Env, Position, places_in
from tests.reference.text import BadExpression, parse
from tests.reference.words import cards_in, number, seat, seats, value, zone


def game(**fields: Any) -> dict[str, Any]:
    """A genome that says no more than it must, and these fields."""
    return {
        "schema_version": "2.0",
        "genome_id": "test",
        "generation": 0,
        "setup": {"cards_per_player": 0},
        "turn_structure": {"phases": []},
        "win_conditions": [],
        "special_effects": [],
        "scoring_rules": [],
    } | fields


def position_of(**fields: Any) -> Position:
    """A position of such a game, with empty piles and the last player as dealer."""
    genome = read_genome(game(**fields))
    rules = Rules(genome)
    position = Position(rules, rules.seats, len(rules.sides), len(rules.deck))
    set_out_piles(position)
    position.dealer = genome.player_count - 1
    for counter in genome.counters:
        size = {"table": 1, "seat": rules.seats, "team": len(rules.sides)}[counter.scope]
        position.counters[counter.name] = [counter.start] * size
    return position


def card(position: Position, text: str) -> int:
    """The number of a card such as `QH`, the first copy of it."""
    suits = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
    faces = position.rules.deck.faces
    return int(faces.index((suits[text[-1]], text[:-1]) if text[-1] in suits else ("", text)))


def cards(position: Position, text: str) -> list[int]:
    """Several cards; a card named twice is two copies of it."""
    found: list[int] = []
    for each in text.split():
        first = card(position, each)
        face = position.rules.deck.faces[first]
        found.append(first + sum(position.rules.deck.faces[c] == face for c in found))
    return found


def put(position: Position, zone_name: str, owner: int, text: str) -> None:
    """Lays cards into the first pile of a zone."""
    place = places_in(position, zone_name, owner)[0]
    for each in cards(position, text):
        place.cards.append(each)
        position.where[each] = place.number


# --- the file


def test_every_part_that_the_reference_lists_is_read() -> None:
    listed = genomes.PAGE.split("- Parts: ")[1].split("\n")[0]
    for name in re.findall(r"\[(\w+)\]", listed):
        assert genomes.part(name).__name__ == name
        assert ("| field |" in genomes.PARTS[name]) == bool(genomes.holds(name)), name
    with pytest.raises(AttributeError, match="Joker"):
        _ = genomes.Joker


def test_an_option_that_is_chosen_puts_its_settings_into_the_file() -> None:
    option = {
        "name": "low",
        "label": "",
        "value": "no",
        "choices": [
            {"name": "no", "label": ""},
            {"name": "yes", "label": "", "sets": [{"path": "/max_turns", "value": "7"}]},
        ],
    }
    assert read_genome(game(options=[option])).max_turns == 1000
    assert read_genome(game(options=[option]), {"low": "yes"}).max_turns == 7


def test_short_forms_are_written_out() -> None:
    phases = [{"kind": "play", "target": "tableau"}]
    setup = {"cards_per_player": 2, "initial_discard_count": 1, "tableau_mode": "war"}
    war = read_genome(game(setup=setup, turn_structure={"phases": phases}))
    (trick,) = war.turn_structure.phases
    assert isinstance(trick, genomes.TrickPhase)
    assert trick.tie == "first"
    assert trick.follow == ()
    assert war.rankings is not None
    assert war.rankings[0].across_suits
    assert war.rankings[0].plain[-1] == "A"
    assert [step.packets for step in war.setup.deal or ()] == [(1, 1), (1,)]
    setup["tableau_mode"] = "none"
    (turns,) = read_genome(
        game(setup=setup, turn_structure={"phases": phases})
    ).turn_structure.phases
    assert isinstance(turns, genomes.TurnsPhase)


def test_the_duties_of_a_trick_in_short() -> None:
    trick = {
        "kind": "trick",
        "breaking_suit": "hearts",
        "breaking_rule": "cannot_lead_until_broken",
    }
    (found,) = read_genome(game(turn_structure={"phases": [trick]})).turn_structure.phases
    assert isinstance(found, genomes.TrickPhase)
    assert [line.cards.same for line in found.follow] == [("suit",)]
    assert [str(line.when) for line in found.lead] == ["not(broken)"]


# --- rankings


BOWERS = {
    "plain": ["9", "10", "J", "Q", "K", "A"],
    "trump": ["9", "10", "Q", "K", "A", "J"],
    "promote": [
        {"cards": {"rank": "J", "printed_trump": False, "trump_colour": True}, "above": "A"}
    ],
}


def test_a_promoted_card_is_a_trump_above_its_rank_and_below_the_next() -> None:
    position = position_of(rankings=[BOWERS])
    position.trump = "hearts"
    left, right = card(position, "JD"), card(position, "JH")
    assert order_now(position).suits[left] == "hearts"
    assert beats(position, left, card(position, "AH"))
    assert beats(position, right, left)
    assert not beats(position, left, right)
    assert beats(position, card(position, "9H"), card(position, "AS"))
    assert not beats(position, card(position, "AD"), card(position, "KC"))
    position.trump = ""
    assert order_now(position).suits[left] == "diamonds"
    assert not beats(position, left, card(position, "QD"))


def test_of_several_promotions_above_one_rank_the_later_is_higher() -> None:
    jacks = [
        {"cards": {"rank": "J", "printed_suit": suit}, "above": "A"}
        for suit in ("diamonds", "hearts", "spades", "clubs")
    ]
    position = position_of(
        rankings=[{"plain": ["7", "8", "9", "Q", "K", "10", "A"], "promote": jacks}]
    )
    position.trump = "spades"
    order = ["7S", "AS", "JD", "JH", "JS", "JC"]
    for low, high in pairwise(order):
        assert beats(position, card(position, high), card(position, low))
        assert not beats(position, card(position, low), card(position, high))


def test_where_the_lowest_wins_trumps_still_beat_the_others() -> None:
    position = position_of(rankings=[BOWERS])
    position.trump = "hearts"
    assert beats(position, card(position, "9S"), card(position, "AS"), lowest_wins=True)
    assert beats(position, card(position, "AH"), card(position, "9S"), lowest_wins=True)
    assert not beats(position, card(position, "9S"), card(position, "AH"), lowest_wins=True)


def test_across_suits_every_card_beats_the_lower_ones() -> None:
    position = position_of(rankings=[{"plain": ["2", "3", "4"], "across_suits": True}])
    assert beats(position, card(position, "3C"), card(position, "2S"))
    assert equal(position, card(position, "3C"), card(position, "3S"))
    assert not beats(position, card(position, "KC"), card(position, "2S"))


# --- conditions and points


def fit(position: Position, text: str, **fields: Any) -> str:
    """Which of some cards fit a condition."""
    condition = read_part(CardCondition, fields)
    found = fitting(position, condition, cards(position, text), Env(0))
    return " ".join(each for each in text.split() if card(position, each) in found)


def test_conditions_that_look_at_the_card_alone() -> None:
    position = position_of(rankings=[BOWERS])
    position.trump = "hearts"
    hand = "JD AH 9D AS"
    assert fit(position, hand) == hand
    assert fit(position, hand, trump=True) == "JD AH"
    assert fit(position, hand, suit="diamonds") == "9D"
    assert fit(position, hand, printed_suit="diamonds") == "JD 9D"
    assert fit(position, hand, trump_colour=False) == "AS"
    assert fit(position, hand, any_of=[{"rank": "9"}, {"suit": "spades"}]) == "9D AS"
    assert fit(position, hand, not_={"rank": "A"}) == "JD 9D"


def test_conditions_that_compare_with_the_top_card() -> None:
    position = position_of()
    assert fit(position, "8H 9S", same=["suit"]) == ""
    put(position, "discard", -1, "9H")
    assert fit(position, "8H 9S 8S", same=["suit"]) == "8H"
    assert fit(position, "8H 9S 8S", same=["rank"], of="in_force") == "9S"
    assert fit(position, "8H 9S 8S", step=-1) == "8H 8S"
    assert fit(position, "10H 9S 8H", beats="top") == "10H"
    position.in_force = "spades"
    assert fit(position, "8H 9S 8S", same=["suit"], of="in_force") == "9S 8S"
    assert fit(position, "8H 9S 8S", same=["colour"], of="in_force") == "8H"


def test_the_highest_unseen_card() -> None:
    position = position_of()
    put(position, "hand", 0, "QH AH")
    position.played_cards = {card(position, "KS"), card(position, "AS")}
    assert fit(position, "QH AH QS KD", highest="unplayed") == "AH QS"
    position.played_cards = {card(position, "KH")}
    assert fit(position, "QH", highest="unplayed") == ""
    assert fit(position, "QH", highest="unseen") == "QH"


def test_the_first_line_of_a_point_table_counts() -> None:
    lines = [
        {"cards": {"rank": "J", "trump": True}, "points": 20},
        {"cards": {"rank": "J"}, "points": 2},
    ]
    table = {"name": "worth", "label": "", "lines": lines}
    position = position_of(rankings=[BOWERS], point_tables=[table])
    position.trump = "hearts"
    assert [points(position, "worth", card(position, c)) for c in ("JH", "JD", "JS", "9H")] == [
        20,
        20,
        2,
        0,
    ]


# --- expressions


def test_grammar_binds_as_the_page_says() -> None:
    assert str(parse("1 + 2 * 3 == 7 and not a or b")) == "or(and(==(+(1, *(2, 3)), 7), not(a)), b)"
    assert str(parse("-x - -2")) == "-(minus(x), minus(2))"
    for bad in ("1 +", "(1", "a b", "1 < 2 < 3"):
        with pytest.raises(BadExpression):
            parse(bad)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("div(-7, 2, down)", -4),
        ("div(-7, 2, up)", -3),
        ("div(-7, 2, half_up)", -3),
        ("div(-7, 2, half_down)", -4),
        ("div(7, 2, half_up)", 4),
        ("mod(-7, 5)", 3),
        ("if(1 < 2, 10, 20)", 10),
        ("min(3, 4) + max(3, 4) + abs(-5)", 12),
        ("sum(each, position)", 10),
        ("number(others(turn))", 3),
        ("highest(each, hand_size)", 2),
        ("left(dealer) + 0", 0),
        ("offset(turn, -1) + 0", 3),
        ("across(turn) + 0", 2),
        ("size(hand(partner(turn)))", 1),
        ("hand_size(team(turn))", 3),
        ("score", 5),
        ("score(team(turn))", 5 + 7 + 100),
        ("score(opponents(turn))", 9),
        ("other(score)", 9),
        ("points(hand, pips)", 3),
        ("bid(partner(turn))", 4),
        ("bid(team(turn))", 6),
        ("twice", 4),
        ("twice(partner(turn))", 8),
        ("standing", 0),
        ("amount", -1),
    ],
)
def test_numbers(text: str, expected: int) -> None:
    position = partners()
    assert number(position, parse(text), Env(0)) == expected


@pytest.mark.parametrize(
    "text",
    [
        "most(score, team(turn))",
        "not most(score)",
        "any(teams, score == 9)",
        "all(each, hand_size <= 2)",
        "partner(turn) in team(turn)",
        "not (left(turn) in team(turn))",
        "team(turn) == team(partner(turn))",
        "trump == none and not set(declarer) and declarer == none",
        "suit(hand) == clubs and rank(hand) == A",
        "rank(hand(partner(turn))) == 10",
        "suit(hand(left(turn))) == none",
        "holder(aces) == turn",
        "count(hand, aces) == 1 and count(hand(each), aces) == 1",
        "next(turn, hand_size == 1) == partner(turn)",
        "previous(turn, false) == turn",
        "where(each, hand_size > 0) == turn",
        "from(each, right(turn)) == right(turn)",
        "strictness == hard and strictness != soft",
        "clockwise",
        "is(dealer, right(turn)) and is(dealer, opponents(turn))",
        "mode == none",
    ],
)
def test_conditions(text: str) -> None:
    assert value(partners(), parse(text), Env(0)) is True


def partners() -> Position:
    """Four players in two sides; South holds A♣ 2♦, North 10♥."""
    position = position_of(
        player_count=4,
        team_mode=True,
        teams=[[0, 2], [1, 3]],
        card_sets=[{"name": "aces", "label": "ace", "cards": {"rank": "A"}}],
        counters=[{"name": "bid", "label": "bid", "scope": "seat"}],
        roles=[{"name": "declarer", "label": "declarer"}],
        lets=[{"name": "twice", "label": "twice", "value": "2 * bid", "scope": "seat"}],
        options=[{"name": "strictness", "label": "", "choices": [], "value": "hard"}],
        point_tables=[
            {
                "name": "pips",
                "label": "pips",
                "lines": [{"cards": {"rank": r}, "points": p} for r, p in (("A", 1), ("2", 2))],
            }
        ],
        turn_structure={
            "phases": [
                {
                    "kind": "call",
                    "calls": [
                        {
                            "name": "bids",
                            "label": "bid",
                            "choices": [{"name": "amount", "label": "", "type": "number"}],
                        }
                    ],
                }
            ]
        },
    )
    put(position, "hand", 0, "AC 2D")
    put(position, "hand", 2, "10H")
    position.score = [5, 6, 7, 3]
    position.side_score = [100, 0]
    position.counters["bid"] = [2, 3, 4, 5]
    return position


def test_seats_and_zones() -> None:
    position = partners()
    assert seats(position, parse("each"), Env(1)) == [0, 1, 2, 3]
    assert seats(position, parse("opponents(turn)"), Env(1)) == [SIDE]
    assert seat(position, parse("left(left(turn))"), Env(3)) == 1
    position.in_game[0] = False
    assert seat(position, parse("left(turn)"), Env(3)) == 1
    assert seats(position, parse("from(each, turn)"), Env(2)) == [2, 3, 1]
    assert cards_in(position, zone(position, parse("hand(team(turn))"), Env(0))) == cards(
        position, "AC 2D 10H"
    )


# --- patterns


def pattern(**fields: Any) -> HandPattern:
    return read_part(HandPattern, {"name": "it", "rank_priority": 1} | fields)


RUMMY = {
    "rankings": [{"plain": ["A", *"23456789", "10", "J", "Q", "K"]}],
    "deck": {
        "blocks": [
            {
                "suits": ["clubs", "diamonds", "hearts", "spades"],
                "ranks": ["A", *"23456789", "10", "J", "Q", "K"],
                "copies": 2,
            },
            {"suits": [], "ranks": ["joker"], "copies": 2},
        ]
    },
    "card_sets": [{"name": "jokers", "label": "joker", "cards": {"rank": "joker"}}],
}


@pytest.mark.parametrize(
    ("hand", "fields", "expected"),
    [
        ("5H 6H 7H", {"same": ["suit"], "consecutive": True}, True),
        ("5H 6D 7H", {"same": ["suit"], "consecutive": True}, False),
        ("5H 7H joker", {"same": ["suit"], "consecutive": True, "wild": "jokers"}, True),
        ("5H 8H joker", {"same": ["suit"], "consecutive": True, "wild": "jokers"}, False),
        ("5H 6H joker", {"consecutive": True}, False),
        ("QH KH AH", {"consecutive": True}, False),
        ("QH KH AH", {"consecutive": True, "sequence_wrap": True}, False),
        ("KH AH 2H", {"consecutive": True, "sequence_wrap": True}, True),
        ("KH AH joker joker", {"consecutive": True, "wild": "jokers", "wild_max": 1}, False),
        ("5H 5D 5C", {"same": ["rank"], "different": ["suit"]}, True),
        ("5H 5H 5C", {"same": ["rank"], "different": ["suit"]}, False),
        ("5H 5D 5C 5S joker", {"same": ["rank"], "different": ["suit"], "wild": "jokers"}, False),
        ("5H joker joker", {"same": ["rank"], "wild": "jokers"}, True),
        ("joker joker", {"same": ["rank"], "wild": "jokers", "natural_min": 1}, False),
        ("5H 5D 6C 6D 9S", {"same_rank_groups": [2, 2]}, True),
        ("5H 5D 6C joker 9S", {"same_rank_groups": [2, 2], "wild": "jokers"}, True),
        ("5H 5D 5C 6D 6S", {"same_rank_groups": [3, 3]}, False),
        ("5H 5D 6C 6D", {"same_rank_groups": [2, 2], "sequence_length": 2}, True),
        ("5H 5D 7C 7D", {"same_rank_groups": [2, 2], "sequence_length": 2}, False),
        (
            "5H 5D 6C joker",
            {"same_rank_groups": [2, 2], "sequence_length": 2, "wild": "jokers"},
            True,
        ),
        ("KH QH", {"exact": [{"rank": "Q"}, {"rank": "K"}], "same": ["suit"]}, True),
        ("KH KH", {"exact": [{"rank": "Q"}, {"rank": "K"}]}, False),
        ("KH QS", {"exact": [{}, {"rank": "K"}]}, True),
        ("KH joker", {"exact": [{"rank": "Q"}, {"rank": "K"}], "wild": "jokers"}, True),
        ("2H 4H 6H joker", {"same_suit_count": 4, "wild": "jokers"}, True),
        ("2H 4H 6D joker", {"same_suit_count": 4, "wild": "jokers"}, False),
        ("2H 4H 2D joker", {"different": ["rank"], "wild": "jokers"}, False),
        ("2H 4H 6D joker", {"different": ["rank"], "wild": "jokers"}, True),
        ("2H 4H 6D", {"required_ranks": ["2", "6"]}, True),
        ("2H 4H 6D", {"required_ranks": ["2", "2"]}, False),
        ("joker joker", {"same": ["suit"]}, False),
        ("2H 3D", {"same": ["colour"]}, True),
        ("2H 3C", {"same": ["colour"]}, False),
        ("2H 3H", {"cards": {"suit": "hearts"}, "min_size": 3}, False),
    ],
)
def test_which_sets_form_a_pattern(hand: str, fields: dict[str, Any], expected: bool) -> None:
    position = position_of(**RUMMY)
    assert forms(position, Env(0), pattern(**fields), cards(position, hand)) is expected


PATTERNS: list[dict[str, Any]] = [
    {"same": ["suit"], "consecutive": True, "min_size": 3, "wild": "jokers", "wild_max": 1},
    {"same": ["rank"], "min_size": 3, "max_size": 4, "wild": "jokers"},
    {
        "same_rank_groups": [2, 2],
        "sequence_length": 2,
        "min_size": 4,
        "max_size": 5,
        "wild": "jokers",
    },
    {"same_rank_groups": [3, 2], "required_count": 5, "wild": "jokers"},
    {"exact": [{"rank": "5"}, {"rank": "6"}, {"colour": "red"}], "wild": "jokers"},
    {"different": ["rank"], "min_size": 2, "max_size": 3, "wild": "jokers"},
    {"same_suit_count": 3, "max_size": 4, "required_ranks": ["6"]},
    {"consecutive": True, "sequence_wrap": True, "min_size": 3},
]


@pytest.mark.parametrize("fields", PATTERNS)
def test_all_sets_are_found(fields: dict[str, Any]) -> None:
    """The sets that are built up are those that trying all sets finds."""
    position = position_of(**RUMMY, patterns=[{"name": "it", "rank_priority": 1} | fields])
    hand = cards(position, "5H 5H 5D 6D 6H 6C KH AH 2H joker joker")
    (the_pattern,) = position.rules.genome.patterns
    faces = position.rules.deck.faces
    now = order_now(position)
    expected = set()
    for number_of_set in range(1, 1 << len(hand)):
        chosen = tuple(c for place, c in enumerate(hand) if number_of_set >> place & 1)
        if forms_set(now, the_pattern, chosen):
            expected.add(tuple(sorted(faces[c] for c in chosen)))
    found = [
        tuple(sorted(faces[c] for c in each))
        for each in sets_forming(position, Env(0), ["it"], hand)
    ]
    assert len(found) == len(set(found))
    assert set(found) == expected


def declarations(**fields: Any) -> Callable[[str], list[tuple[str, str]]]:
    """The most valuable choice from a hand, in words."""
    position = position_of(**RUMMY, **fields)

    def chosen(hand: str) -> list[tuple[str, str]]:
        found = best_declaration(
            position,
            Env(0),
            [each.name for each in position.rules.genome.patterns],
            cards(position, hand),
        )
        ranks = position.rules.deck.rank
        return [(name, " ".join(ranks(c) for c in used)) for name, used in found]

    return chosen


def worth(name: str, amount: int, **fields: Any) -> dict[str, Any]:
    return {
        "name": name,
        "rank_priority": 1,
        "values": [{"name": "points", "amount": amount}],
    } | fields


def test_the_most_valuable_choice_of_declarations() -> None:
    run = {"same": ["suit"], "consecutive": True}
    choose = declarations(
        patterns=[
            worth("tierce", 20, min_size=3, max_size=3, **run),
            worth("quart", 50, min_size=4, max_size=4, **run),
            worth("four", 100, min_size=4, max_size=4, same=["rank"]),
            worth("pair", 5, exact=[{"rank": "K"}, {"rank": "Q"}], tags=["pair"]),
        ]
    )
    assert choose("5H 6H 7H 8H 9H") == [("quart", "5 6 7 8")]
    assert choose("5H 6H 7H 8H 9H 10H JH") == [("tierce", "9 10 J"), ("quart", "5 6 7 8")]
    assert choose("QH KH KC KD KS JH") == [("four", "K K K K"), ("pair", "K Q")]
    assert choose("2H 9D") == []


def test_cards_that_serve_a_declaration_serve_no_other_of_a_common_tag() -> None:
    position = position_of(
        **RUMMY,
        patterns=[
            {
                "name": "marriage",
                "rank_priority": 1,
                "exact": [{"rank": "K"}, {"rank": "Q"}],
                "same": ["suit"],
            }
        ],
    )
    hand = cards(position, "KH QH QH KC")
    assert declarable(position, Env(0), ["marriage"], hand) == [
        ("marriage", tuple(sorted(cards(position, "QH KH"))))
    ]


# --- hands


POKER = [
    {"name": "straight flush", "rank_priority": 8, "required_count": 5, "same_suit_count": 5,
     "sequence_length": 5, "sequence_wrap": True, "tie_keys": ["sequence_top"]},
    {"name": "four", "rank_priority": 7, "required_count": 5, "same_rank_groups": [4],
     "tie_keys": ["group_ranks", "other_cards"]},
    {"name": "full house", "rank_priority": 6, "required_count": 5, "same_rank_groups": [3, 2],
     "tie_keys": ["group_ranks"]},
    {"name": "flush", "rank_priority": 5, "required_count": 5, "same_suit_count": 5,
     "tie_keys": ["card_ranks"]},
    {"name": "straight", "rank_priority": 4, "required_count": 5, "sequence_length": 5,
     "sequence_wrap": True, "tie_keys": ["sequence_top"]},
    {"name": "three", "rank_priority": 3, "required_count": 5, "same_rank_groups": [3],
     "tie_keys": ["group_ranks", "other_cards"]},
    {"name": "two pairs", "rank_priority": 2, "required_count": 5, "same_rank_groups": [2, 2],
     "tie_keys": ["group_ranks", "other_cards"]},
    {"name": "pair", "rank_priority": 1, "required_count": 5, "same_rank_groups": [2],
     "tie_keys": ["group_ranks", "other_cards"]},
    {"name": "high card", "rank_priority": 0, "required_count": 5, "tie_keys": ["card_ranks"]},
]  # fmt: skip


def test_poker_hands_in_order() -> None:
    position = position_of(
        rankings=[{"plain": [*"23456789", "10", "J", "Q", "K", "A"]}],
        hand_evaluation={"method": "pattern_match", "patterns": POKER},
    )
    hands = [
        "2C 3C 4D",
        "2C 3C 4D 5H 7S",
        "2C 3C 4D 6H 7S",
        "2C 2D 3H 4S 6C",
        "2C 2D 3H 5S 6C",
        "3C 3D 2H 2S 4C",
        "3C 3D 2H 2S 5C",
        "2C 2D 2H 3S 4C",
        "AC 2D 3H 4S 5C",
        "2C 3D 4H 5S 6C 6D 6H",
        "2C 3C 4C 5C 7C",
        "2C 2D 2H 3S 3C",
        "3C 3D 3H 2S 2C AC",
        "2C 2D 2H 2S 3C",
        "AC 2C 3C 4C 5C KC KD",
        "2C 3C 4C 5C 6C",
    ]
    keys = [hand_key(position, Env(0), cards(position, hand)) for hand in hands]
    assert keys[0] == NOTHING
    assert keys == sorted(keys)
    assert len(set(keys)) == len(keys)


def test_a_wild_card_makes_the_best_of_a_hand() -> None:
    position = position_of(
        **(RUMMY | {"rankings": [{"plain": [*"23456789", "10", "J", "Q", "K", "A"]}]}),
        hand_evaluation={
            "method": "pattern_match",
            "patterns": [each | {"wild": "jokers"} for each in POKER],
        },
    )

    def key(hand: str) -> tuple[Any, ...]:
        return hand_key(position, Env(0), cards(position, hand))

    assert key("AC KC QC JC joker") == key("AC KC QC JC 10C")
    assert key("AC 2C 3C 4C joker") == key("AC 2C 3C 4C 5C")
    assert key("AC AD KC KD joker") == key("AC AD AH KC KD")
    assert key("AC KD QC JC joker") > key("AC AD QC JC KC")


def test_totals_with_two_values() -> None:
    values = [{"rank": str(n), "value": n} for n in range(2, 11)]
    values += [{"rank": r, "value": 10} for r in "JQK"]
    values.append({"rank": "A", "value": 11, "alternate_value": 1})
    position = position_of(
        hand_evaluation={
            "method": "point_total",
            "card_values": values,
            "target_value": 21,
            "bust_threshold": 22,
        }
    )

    def total(hand: str) -> int:
        return total_of(position, cards(position, hand))

    assert total("AC KC") == 21
    assert total("AC AD 9H") == 21
    assert total("AC AD AH 9H") == 12
    assert total("KC QC 5H AC AD AH") == 28
    assert hand_key(position, Env(0), cards(position, "KC QC 5H")) == NOTHING
    assert hand_key(position, Env(0), cards(position, "KC QC")) > hand_key(
        position, Env(0), cards(position, "KC 9C")
    )


def test_every_word_of_the_reference_has_a_meaning() -> None:
    from tests.reference.words import WORDS

    page = genomes.PAGE.split("## Words of expressions")[1]
    page = page.split("\n## ")[0]
    words = {line.split("`")[1] for line in page.splitlines() if line.startswith("| `")}
    assert words <= set(WORDS)


def test_genomes_are_read_only() -> None:
    genome = read_genome(game())
    with pytest.raises(AttributeError):
        genome.name = "other"
    assert fits(position_of(), None, 0, Env(0))
