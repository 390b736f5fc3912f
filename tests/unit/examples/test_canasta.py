"""Canasta: the pack, melds, the pile and its freezing, going out, and the count."""

from __future__ import annotations

from typing import Any

import pytest

from darwindeck.cards import Card, Suit
from darwindeck.genome.conditions import CardContext
from darwindeck.genome.options import apply_options
from darwindeck.genome.patterns import matches_pattern
from darwindeck.genome.schema import (
    AssignRole,
    BlockPhase,
    CallPhase,
    ChoicePhase,
    DiscardPhase,
    DoPhase,
    DrawPhase,
    EndHand,
    ForEach,
    If,
    LayOff,
    MeldPhase,
    Moment,
    Move,
    NoOption,
    Owner,
    PileKey,
    RepeatPhase,
    Set,
    TurnsPhase,
    While,
)
from darwindeck.library import create_canasta_genome
from tests.support.cards import Table
from tests.support.layout import Layout, cards, composition
from tests.support.position import phases_of

GAME = create_canasta_genome()
NS, EW = GAME.teams
SEVEN_KINGS = "KC KC KD KD KH KH KS"
MIXED_KINGS = "KC KC KD KD KH * 2S"


def phase(name: str) -> Any:
    (found,) = [p for p in phases_of(GAME, BlockPhase) + phases_of(GAME, DoPhase) if p.name == name]
    return found


def drawing() -> ChoicePhase:
    choices: list[ChoicePhase] = phases_of(GAME, ChoicePhase)
    return choices[0]


def layout(score: tuple[int, int] = (0, 0), **zones: Any) -> Layout:
    table = {
        "hand": ["4C 5C", "4D 5D", "4H 5H", "4S 5S"],
        "deck": "9C",
        "discard": "6C",
        "melds": [[], []],
        "red_threes_laid": ["", ""],
    }
    flags = {name: [0] * 4 for name in ("exposed", "concealed", "asked", "allowed", "refused")}
    return Layout(
        GAME, {"score": dict(zip((NS, EW), score, strict=True)), **flags}, **table | zones
    )


def melds(text: str) -> list[str]:
    context = CardContext.of(GAME)
    return [p.name for p in GAME.patterns if matches_pattern(cards(text), p, context)]


# the cards and the deal


def test_two_packs_with_four_jokers() -> None:
    ranks = composition(GAME)
    assert sum(ranks.values()) == 108
    assert ranks.pop("joker") == 4
    assert set(ranks.values()) == {8}


@pytest.mark.parametrize(
    ("ranks", "worth"),
    [(["2", "A"], 20), (["K", "Q", "J", "10", "9", "8"], 10), (["7", "6", "5", "4"], 5)],
)
def test_card_points_of_the_ranks(ranks: list[str], worth: int) -> None:
    for rank in ranks:
        for suit in Suit:
            assert Table(GAME).worth(Card(suit, rank), "card_points") == worth


def test_card_points_of_jokers_and_threes() -> None:
    table = Table(GAME)
    worths = [table.worth(card, "card_points") for card in cards("* 3C 3S 3D 3H")]
    assert worths == [50, 5, 5, 0, 0]


def test_eleven_cards_each_to_two_partnerships() -> None:
    assert GAME.team_mode
    assert GAME.teams == ((0, 2), (1, 3))
    deal = GAME.setup.deal or ()
    assert [(step.zone, sum(step.packets)) for step in deal] == [("hand", 11), ("discard", 1)]


def test_a_wild_card_or_red_three_turned_up_is_covered() -> None:
    cover, _ = GAME.setup.after_deal
    assert isinstance(cover, While)
    assert cover.do == (Move("deck", "discard", count=1),)
    for top, covered in (("*", True), ("2C", True), ("3H", True), ("3S", False), ("KC", False)):
        assert layout(discard=f"4C {top}").judge(cover.condition) is covered
    assert layout(discard="2C 4C").judge(cover.condition) is False


def test_red_threes_are_laid_out_and_replaced_at_the_deal_and_when_drawn() -> None:
    _, at_deal = GAME.setup.after_deal
    assert isinstance(at_deal, ForEach)
    (loop,) = at_deal.do
    assert isinstance(loop, While)
    lay_out, replace = loop.do
    assert isinstance(lay_out, Move)
    assert (lay_out.source, lay_out.target, lay_out.count) == ("hand", "red_threes_laid", 1)
    assert replace == Move("deck", "hand", count=1)
    assert layout(hand=["3D 4C", "3C", "", ""]).judge(loop.condition, 0) is True
    assert layout(hand=["3D 4C", "3C", "", ""]).judge(loop.condition, 1) is False

    (drawn,) = [e for e in GAME.special_effects if e.moment == Moment.DRAWN]
    assert [c for c in cards("3C 3D 3H 3S 4H") if Table(GAME).fits(c, drawn.cards)] == cards(
        "3D 3H"
    )
    (again,) = drawn.do
    assert isinstance(again, While)
    first, at_the_end, last = again.do
    assert (first, last) == (lay_out, replace)
    assert at_the_end == If("size(deck) == 0", (EndHand(),))


# melds


@pytest.mark.parametrize(
    ("held", "found"),
    [
        ("KC KD KH", ["group"]),
        ("KC KC KC", ["group"]),
        ("KC KD *", ["group"]),
        ("KC KD 2C 2D *", ["group"]),
        ("KC KD 2C 2D * *", []),
        ("KC 2C *", []),
        ("KC KD", []),
        ("KC KD QH", []),
        ("2C 2D 2H", []),
        ("* * *", []),
        ("3C 3S 3S", ["black threes"]),
        ("3C 3C 3S 3S", ["black threes"]),
        ("3C 3S", []),
        ("3C 3S 2C", []),
        ("3D 3H 3D", []),
        (SEVEN_KINGS, ["group", "canasta"]),
        (MIXED_KINGS, ["group", "canasta"]),
        ("KC KC KD KD 2S 2C *", ["group", "canasta"]),
        ("KC KC KD 2D 2S 2C *", []),
        ("KC KC KD KD KH KH *", ["group", "canasta"]),
    ],
)
def test_melds_of_one_rank_with_at_most_three_wild_cards(held: str, found: list[str]) -> None:
    assert melds(held) == found


def test_partners_share_one_meld_of_each_rank() -> None:
    (zone,) = [zone for zone in GAME.zones or () if zone.name == "melds"]
    assert (zone.owner, zone.piles) == (Owner.TEAM, PileKey.BY_RANK)
    assert all(m.lay_off in (LayOff.OWN, LayOff.NONE) for m in phases_of(GAME, MeldPhase))


@pytest.mark.parametrize(
    ("score", "minimum"),
    [(-5, 15), (0, 50), (1495, 50), (1500, 90), (2995, 90), (3000, 120), (4995, 120)],
)
def test_minimum_of_the_first_meld_rises_with_the_score(score: int, minimum: int) -> None:
    assert layout((score, 0)).judge("minimum", 2) == minimum


def test_a_side_is_open_once_its_melds_are_worth_the_minimum() -> None:
    kings = [["KC KD KH *"], []]
    assert layout(melds=kings).judge("opened", 0) is True
    assert layout(melds=kings).judge("opened", 1) is False
    assert layout((1500, 0), melds=kings).judge("opened", 2) is False


# the pile


@pytest.mark.parametrize(
    ("pile", "melded", "frozen"),
    [
        ("6C 7C", True, False),
        ("6C 7C", False, True),
        ("2C 7C", True, True),
        ("* 7C", True, True),
        ("3H 7C", True, True),
        ("3S 7C", True, False),
    ],
)
def test_pile_is_frozen_before_the_first_meld_and_by_wild_cards_and_red_threes(
    pile: str, melded: bool, frozen: bool
) -> None:
    lay = layout(discard=pile, melds=[["AC AD AH"] if melded else [], []])
    assert lay.judge("frozen", 0) is frozen


@pytest.mark.parametrize(
    ("pile", "hand", "may"),
    [
        ("4C 6C", "KC", True),
        ("6C", "KC QC", True),
        ("6C", "KC", False),
        ("4C 3S", "KC QC", False),
        ("4C 2S", "KC QC", False),
        ("4C *", "KC QC", False),
        ("3S 4C", "KC QC", True),
    ],
)
def test_black_threes_and_wild_cards_stop_the_pile_as_does_one_card_against_one(
    pile: str, hand: str, may: bool
) -> None:
    lay = layout(discard=pile, hand=[hand, "4C", "4C", "4C"])
    assert lay.judge("takeable", 0) is may


def test_a_frozen_pile_needs_two_natural_cards_from_the_hand_and_the_minimum_first() -> None:
    block = phase("take_frozen_pile")
    assert block.when == "takeable and frozen"
    with_top, further, rest = block.phases
    assert isinstance(with_top, MeldPhase)
    assert (with_top.with_top_of, with_top.mandatory) == ("discard", True)
    assert with_top.after == "picked_from(hand, natural_cards) >= 2"
    assert isinstance(further, RepeatPhase)
    assert (further.as_long_as, further.after) == ("not opened", "opened")
    assert isinstance(rest, DoPhase)
    reds, others = rest.actions
    assert isinstance(reds, Move)
    assert (reds.source, reds.target) == ("discard", "red_threes_laid")
    assert others == Move("discard", "hand")
    natural = [
        card for card in cards("* 2C 3C KC 4D") if Table(GAME).count([card], "natural_cards")
    ]
    assert natural == cards("3C KC 4D")


def test_an_unfrozen_pile_may_be_taken_onto_a_meld_or_for_a_new_one() -> None:
    onto, new = phase("take_pile_onto_meld"), phase("take_pile_for_new_meld")
    assert onto.when == new.when == "takeable and not frozen"
    assert (onto.phases[0].new_melds, onto.phases[0].lay_off) == (False, LayOff.OWN)
    assert (new.phases[0].new_melds, new.phases[0].lay_off) == (True, LayOff.NONE)
    assert onto.phases[0].with_top_of == new.phases[0].with_top_of == "discard"
    assert onto.phases[1] == new.phases[1] == phase("take_frozen_pile").phases[2]


def test_whoever_takes_the_pile_can_finish_the_turn() -> None:
    for name in ("take_frozen_pile", "take_pile_onto_meld", "take_pile_for_new_meld"):
        after = phase(name).after
        for hand, piles, may in (
            ("KC QC", [], True),
            ("KC", [], False),
            ("", [], False),
            ("KC", [SEVEN_KINGS], True),
            ("", [SEVEN_KINGS], True),
        ):
            lay = layout(hand=[hand, "4C", "4C", "4C"], melds=[piles, []])
            assert lay.judge(after, 0) is may


def test_without_a_stock_the_pile_must_be_taken_onto_a_meld_or_play_may_end() -> None:
    choice = drawing()
    assert choice.none_open == NoOption.END_HAND
    draw = choice.options[0]
    assert isinstance(draw, DrawPhase)
    assert layout(deck="").judge(draw.when) is False
    decline = phase("decline")
    assert decline in choice.options
    assert decline.actions == (EndHand(),)
    for stock, forced, may in (("", 0, True), ("", 1, False), ("9C", 0, False)):
        lay = layout(deck=stock)
        lay.values |= {"can": lambda _, forced=forced: forced, "take_pile_onto_meld": ""}
        assert lay.judge(decline.when, 0) is may


# going out


def test_going_out_needs_a_canasta_and_an_empty_hand() -> None:
    block = phase("going_out")
    for hand, piles, may in (
        ("", [SEVEN_KINGS], True),
        ("", [MIXED_KINGS], True),
        ("", [SEVEN_KINGS.removesuffix(" KS")], False),
        ("4C", [SEVEN_KINGS], False),
    ):
        lay = layout(hand=[hand, "4C", "4C", "4C"], melds=[piles, []])
        assert lay.judge(block.after, 0) is may


def test_black_threes_are_melded_only_when_going_out() -> None:
    with_threes = [
        block.name
        for block in phases_of(GAME, BlockPhase)
        if any(m.patterns == ("black threes",) for m in block.phases if isinstance(m, MeldPhase))
    ]
    assert with_threes == ["going_out_concealed", "going_out"]


def test_playing_on_ends_with_a_discard_that_is_not_the_last_card() -> None:
    block = phase("playing_on")
    *_, discard = block.phases
    assert isinstance(discard, DiscardPhase)
    assert discard.mandatory
    for hand, may in (("KC", True), ("", False)):
        lay = layout(hand=[hand, "4C", "4C", "4C"], melds=[[SEVEN_KINGS], []])
        assert lay.judge(block.after, 0) is may


def test_a_first_meld_must_reach_the_minimum_in_the_same_turn() -> None:
    melding, _ = phase("playing_on").phases
    for piles, may in (([], True), (["AC AD AH"], True), (["KC KD KH"], False)):
        lay = layout(hand=["KC QC", "4C", "4C", "4C"], melds=[piles, []])
        assert lay.judge(melding.after, 0) is may


def test_going_out_concealed_lays_a_whole_canasta_and_only_new_melds() -> None:
    block = phase("going_out_concealed")
    first, canasta, more, threes, last = block.phases
    assert first.actions == (Set("concealed", 1),)
    assert (canasta.patterns, canasta.mandatory) == (("canasta",), True)
    melding = [canasta, more.phases[0], threes]
    assert all(m.lay_off == LayOff.NONE and m.new_melds for m in melding)
    assert last.when == "hand_size == 1"
    assert layout().judge(block.when, 0) is True
    lay = layout()
    lay.values["exposed"] = [1, 0, 0, 0]
    assert lay.judge(block.when, 0) is False
    (melded,) = [e for e in GAME.special_effects if e.moment == Moment.MELDED]
    assert melded.do == (Set("exposed", 1),)


def test_minimum_for_going_out_concealed_is_an_option() -> None:
    low = [["4C 4C 4D 4D 4H 4H 4S"], []]
    for choice, may in (("not_needed", True), ("needed", False)):
        game = apply_options(GAME, {"concealed_minimum": choice})
        (block,) = [
            p for p in phases_of(Layout(game).genome, BlockPhase) if p.name == "going_out_concealed"
        ]
        lay = layout(hand=["", "4C", "4C", "4C"], melds=low)
        assert bool(lay.judge(block.after, 0)) is may


def test_a_partner_who_is_asked_decides() -> None:
    asking, answering = phases_of(GAME, CallPhase)
    assert [call.name for call in asking.calls] == ["ask", "do_not_ask"]
    assert "can(playing_on)" in asking.when
    assert (answering.who, answering.when) == ("partner(turn)", "any(each, asked)")
    yes, no = answering.calls
    assert yes.do == (Set("allowed", 1, who="partner(turn)"),)
    assert no.do == (Set("refused", 1, who="partner(turn)"),)
    assert phase("playing_on").when == "not allowed"
    assert phase("going_out").when == "not refused"
    assert "not refused" in phase("going_out_concealed").when


# the count


def test_play_ends_when_somebody_is_out() -> None:
    (turns,) = GAME.turn_structure.phases
    assert isinstance(turns, TurnsPhase)
    assert turns.until == "set(out)"
    out = (AssignRole("out"),)
    assert phase("going_out").then == phase("going_out_concealed").then == out
    for name in ("take_frozen_pile", "take_pile_onto_meld", "take_pile_for_new_meld"):
        assert phase(name).then == (If("hand_size == 0", out),)


def test_a_hand_is_counted_for_the_sides() -> None:
    lay = layout(
        hand=["", "KC *", "4C", "3S 2D"],
        melds=[[SEVEN_KINGS, "AC AD 2H"], ["QC QC QD QD QH QS *", "4C 4D 4H"]],
        red_threes_laid=["3D 3H", "3D"],
    )
    north_south = 70 + 60 + 500 + 200 + 100 - 5
    east_west = 60 + 50 + 15 + 300 + 100 - (10 + 50 + 5 + 20)
    assert lay.hand_scores() == {NS: north_south, EW: east_west}


def test_going_out_concealed_earns_200_instead() -> None:
    lay = layout(hand=["", "4C", "4C", "4C"])
    assert lay.awards("Going out") == {(0,): 100}
    assert lay.awards("Going out concealed") == {}
    lay.values["concealed"] = [1, 0, 0, 0]
    assert lay.awards("Going out") == {}
    assert lay.awards("Going out concealed") == {(0,): 200}


@pytest.mark.parametrize(("threes", "worth"), [("", 0), ("3D", 100), ("3D 3D 3H", 300)])
def test_red_threes_count_against_a_side_without_melds(threes: str, worth: int) -> None:
    melded = layout(red_threes_laid=[threes, ""], melds=[["AC AD AH"], []])
    assert melded.awards("Red threes") == {NS: worth}
    without = layout(red_threes_laid=[threes, ""])
    assert without.awards("Red threes of a side that has melded nothing")[NS] == -worth
    assert without.awards("Red threes") == {}


def test_all_four_red_threes_count_800() -> None:
    lay = layout(red_threes_laid=["", "3D 3D 3H 3H"], melds=[[], ["AC AD AH"]])
    assert lay.awards("Red threes") == {EW: 800}


def test_game_is_to_5000_or_thirty_hands() -> None:
    (win,) = GAME.win_conditions
    assert (win.type, win.threshold) == ("high_score", 5000)
    assert GAME.match is not None
    assert GAME.match.hands == 30
