"""The core and the reference engine play the same game, step by step."""

from __future__ import annotations

import copy
import itertools
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from darwindeck import get_genome
from darwindeck.genome.codec import decode_valid_genome, encode_genome
from darwindeck.genome.options import apply_options, fold_options
from darwindeck.genome.schema import (
    BettingPhase,
    CallPhase,
    ChoicePhase,
    Choose,
    ClaimPhase,
    DiscardPhase,
    DrawPhase,
    HandEvaluation,
    HandEvaluationMethod,
    HandPart,
    Let,
    Part,
    Pay,
    Phase,
    PotShare,
    RepeatPhase,
    ShowdownMethod,
    TurnsPhase,
    TurnStructure,
)
from darwindeck.genome.schema.genome import GameGenome
from darwindeck.genome.tree import put, transform, walk
from darwindeck.library import library_ids
from tests.property.test_after_blocks import patience_of, some_parts
from tests.reference import genome as genomes
from tests.reference import parts, running, scoring
from tests.reference import places as card_places
from tests.reference.compare import Disagreement
from tests.reference.phases import trick, turns
from tests.reference.running import Done, play_game
from tests.support.no_choice import NO_CHOICE

SEED = 20_261
OF_LIBRARY_GAME = 240
OF_OTHER_GAME = 130
OF_PART = 6_600
"""With the library about 20,000 decisions in all."""


GIVEN_UP = ("canasta",)
"""Games with decisions that are too much for the second engine, which tries all ways to go on:
whether somebody can go out with twenty-five cards in hand."""


def shown(done: Done) -> str:
    return "\n".join(f"{item.what}: {item.core} | {item.reference}" for item in done.differences)


@pytest.mark.parametrize("name", library_ids())
def test_the_engines_agree_on_the_library(name: str) -> None:
    done = Done("library", 0, name)
    play_game("library", get_genome(name), SEED, OF_LIBRARY_GAME, done)
    assert not done.differences, shown(done)
    assert done.too_much == 0 or name in GIVEN_UP
    assert done.decisions >= OF_LIBRARY_GAME or name in (*NO_CHOICE, *GIVEN_UP)


@pytest.mark.parametrize("part", ["bred", "random"])
def test_the_engines_agree_on_games_nobody_has_written(part: str) -> None:
    make = parts.games(None)[part]
    compared = 0
    for number in itertools.count():
        if compared >= OF_PART:
            return
        genome = make(running._number(SEED, part, number))
        if genome is None:
            continue
        done = Done(part, number, genome.name)
        play_game(part, genome, SEED + number, OF_OTHER_GAME, done)
        assert not done.differences, f"{part} {number} ({genome.name}): {shown(done)}"
        compared += done.decisions
        genomes.forget()


@pytest.mark.parametrize(
    ("name", "limit"),
    [("durak", 3), ("durak", 8), ("blackjack", 3), ("oh-hell", 2), ("pidro", 1), ("uno", 13)],
)
def test_the_engines_agree_where_the_limit_cuts_a_match_off(name: str, limit: int) -> None:
    """The turn that would be one too many does not begin: nobody is asked in it, and what is kept
    for a turn stays as it is (§6.56)."""
    done = Done("library", 0, name)
    play_game("library", replace(get_genome(name), max_turns=limit), SEED, 40, done)
    assert not done.differences, shown(done)
    assert done.decisions >= limit


def with_drawing(*phases: Phase) -> GameGenome:
    """Old Maid with other phases in each turn."""
    genome = get_genome("old-maid")
    first, _ = genome.turn_structure.phases
    turns = TurnsPhase(phases, until="size(deck) > 50")
    return replace(genome, turn_structure=TurnStructure((first, turns)), max_turns=60)


def aside(source: str, mandatory: bool) -> DiscardPhase:
    return DiscardPhase("deck", 2, mandatory, source=source, choose=Choose.RANDOM)


@pytest.mark.parametrize(
    "phases",
    [
        (DrawPhase("pairs", 3, False, choose=Choose.RANDOM),),
        (DrawPhase("pairs(right(turn))", 3, choose=Choose.RANDOM), aside("hand", False)),
        (aside("pairs", True), aside("hand", False)),
    ],
)
def test_the_engines_agree_on_cards_by_lot(phases: tuple[Phase, ...]) -> None:
    """Each card has the same chance, in whichever pile of the zone it lies (§P8.4, §P10.3)."""
    done = Done("library", 0, "old-maid")
    play_game("library", with_drawing(*phases), SEED, 40, done)
    assert not done.differences, shown(done)
    assert done.decisions >= 40


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"to": ["right(turn)", "left(turn)"], "count": 1},
        {"to": ["left(turn)", "across(turn)"], "count": 2, "cards": {"suit": "hearts"}},
        {"to": ["left(turn)", "across(turn)", "right(turn)"], "count": 5},
    ],
)
def test_the_engines_agree_on_cards_for_several(changes: dict[str, Any]) -> None:
    """Cards are passed to several seats in one hand, also if there are too few (§P11.1a)."""
    data = copy.deepcopy(encode_genome(get_genome("hearts")))
    phases = data["turn_structure"]["phases"]
    passing = next(phase for phase in phases if phase["kind"] == "pass")
    passing.update({"split": True, **changes})
    done = Done("library", 0, "hearts")
    play_game("library", decode_valid_genome(data), SEED, 120, done)
    assert not done.differences, shown(done)
    assert done.decisions >= 120


@pytest.mark.parametrize(
    "changes",
    [
        {"exact_first": True},
        {"several": False},
        {"by": ["sum"]},
        {"by": ["equal"]},
        {"builds": "builds"},
        {"builds": None},
        {"values": "court_values"},
    ],
)
def test_the_engines_agree_on_builds(changes: dict[str, Any]) -> None:
    """What a card may take or be built with, with builds and without (§P13.1, §P13.2a)."""
    data = copy.deepcopy(encode_genome(get_genome("casino")))
    options = data["turn_structure"]["phases"][0]["phases"][0]["options"]
    for option in (options[0], options[2]):
        option.update(changes)
    done = Done("library", 0, "casino")
    play_game("library", decode_valid_genome(data), SEED, 200, done)
    assert not done.differences, shown(done)
    assert done.decisions >= 200


OUT_OF_TURN: dict[str, list[dict[str, Any]]] = {
    "whoever can plays": [
        {
            "kind": "play",
            "who": "from(others(turn), left(turn))",
            "target": "discard",
            "valid_play_condition": {"same": ["rank"], "of": "top"},
            "mandatory": False,
            "source": "hand",
            "then": [{"kind": "play_again", "who": "left(turn)"}],
        }
    ],
    "whoever has few cards draws": [
        {"kind": "draw", "who": "others(turn)", "mandatory": False, "when": "hand_size < 3"},
        {"kind": "do", "when": "hand_size == 4", "actions": [{"kind": "skip", "count": 1}]},
    ],
    "all answer at once, the first in order has the turn": [
        {
            "kind": "call",
            "who": "from(each, left(turn))",
            "when": "hand_size > 2",
            "simultaneous": True,
            "calls": [
                {
                    "name": "take_over",
                    "label": "take over",
                    "when": "hand_size < 6",
                    "rank": 1,
                    "do": [
                        {"kind": "play_again", "who": "turn"},
                        {"kind": "move", "source": "deck", "target": "hand", "count": 1},
                    ],
                },
                {"name": "let_be", "label": "let be", "is_pass": True},
            ],
        }
    ],
    "the player gives up, or gives the turn away": [
        {
            "kind": "choice",
            "may_pass": "true",
            "options": [
                {
                    "kind": "call",
                    "calls": [
                        {
                            "name": "give_up",
                            "label": "give up",
                            "do": [{"kind": "sit_out", "who": "turn"}],
                        }
                    ],
                    "rounds": 1,
                },
                {
                    "kind": "do",
                    "when": "hand_size == 4",
                    "actions": [{"kind": "play_again", "who": "right(turn)"}],
                },
            ],
        }
    ],
    "the turn moves on by itself": [
        {
            "kind": "do",
            "when": "hand_size == 4 and any(each, played > 0)",
            "actions": [{"kind": "play_again", "who": "left(turn)"}],
        }
    ],
}


@pytest.mark.parametrize("what", OUT_OF_TURN)
@pytest.mark.parametrize("name", ["crazy-eights", "mau-mau", "uno"])
def test_the_engines_agree_on_what_is_done_out_of_turn(name: str, what: str) -> None:
    """Before each turn others may act, and somebody else may be given the turn (§6.26a)."""
    data = copy.deepcopy(encode_genome(get_genome(name)))
    phases = data["turn_structure"]["phases"]
    turns = next((phase for phase in phases if phase["kind"] == "turns"), None)
    if turns is None:
        turns = {"kind": "turns", "phases": phases}
        data["turn_structure"]["phases"] = [turns]
    turns["before_turn"] = OUT_OF_TURN[what]
    done = Done("library", 0, name)
    play_game("library", decode_valid_genome(data), SEED, 160, done)
    assert not done.differences, shown(done)
    assert done.decisions >= 160


def test_the_engines_agree_on_jumping_in() -> None:
    """Whole matches with an option: what is kept for a turn starts again with a hand (§6.7)."""
    genome = apply_options(get_genome("mau-mau"), {"jumping_in": "allowed"})
    done = Done("library", 0, "mau-mau")
    play_game("library", genome, SEED, 1_500, done)
    assert not done.differences, shown(done)
    assert done.decisions >= 1_500


def test_the_engines_agree_on_a_packet_by_lot() -> None:
    """Of cards that are taken by lot from a pile with order the first lies uppermost (§7.17)."""
    data = copy.deepcopy(encode_genome(get_genome("cribbage")))
    data["turn_structure"]["phases"][3]["actions"][0]["choose"] = "random"
    done = Done("library", 0, "cribbage")
    play_game("library", decode_valid_genome(data), SEED, 60, done)
    assert not done.differences, shown(done)
    assert done.decisions >= 60


def test_the_engines_agree_on_all_cards_of_a_number_that_may_be_none() -> None:
    """`all` takes everything whatever the number says, but a share of none is skipped (§P8.1,
    §P10.1)."""
    even = "if(mod(turns, 2) == 0, 1, 0)"
    phases = (
        DiscardPhase("pairs", even, source="hand", choose=Choose.ALL),
        DrawPhase("pairs(right(turn))", even, choose=Choose.ALL),
        aside("hand", False),
    )
    done = Done("library", 0, "old-maid")
    play_game("library", with_drawing(*phases), SEED, 40, done)
    assert not done.differences, shown(done)


SECOND_LOW = PotShare("low hand", lowest=True, ranks=("A", "2", "3", "4", "5", "6", "7", "8"))
"""Ranks that are not named are outside the order."""


def changed_holdem(kind: str, **fields: Any) -> GameGenome:
    """Texas Hold'em with some fields of all parts of a kind changed."""
    data = copy.deepcopy(
        encode_genome(replace(fold_options(get_genome("texas-holdem")), options=()))
    )

    def change(part: Any) -> None:
        if isinstance(part, dict):
            if part.get("kind") == kind or kind in part:
                part.update(fields)
            part = list(part.values())
        for inner in part if isinstance(part, list | tuple) else ():
            change(inner)

    change(data)
    return decode_valid_genome(data)


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("stake", {"dead": True}),
        ("betting", {"reopening": "min(1, raised)"}),
        ("parts", {"parts": [{"zone": "hand", "count": 1}, {"zone": "board", "count": 4}]}),
        ("betting", {"first": "next(dealer, groups(board) == 0 or most(groups(hand)))"}),
    ],
)
def test_the_engines_agree_on_other_ways_of_betting(kind: str, fields: dict[str, Any]) -> None:
    """Dead stakes (§7.21), who may raise (§P17.4a), hands made of parts
    (§P6.1a), groups (§P4.17)."""
    done = Done("library", 0, kind)
    play_game("library", changed_holdem(kind, **fields), SEED, 150, done)
    assert not done.differences, shown(done)
    assert done.decisions >= 150


SECOND_BOARD = PotShare("second board", parts=(HandPart("hand"), HandPart("burnt")))
"""The burnt cards as another board for the same hands."""


@pytest.mark.parametrize(
    ("name", "fields"),
    [
        ("texas-holdem", {"shares": (SECOND_BOARD,)}),
        ("texas-holdem", {"lowest": True}),
        ("draw-poker", {"shares": (PotShare("low hand", lowest=True),)}),
        ("draw-poker", {"lowest": True, "shares": (PotShare("high hand"), SECOND_LOW)}),
        ("betting-war", {"method": HandEvaluationMethod.HIGH_CARD, "lowest": True}),
        ("betting-war", {"method": HandEvaluationMethod.CARD_COUNT, "lowest": True}),
    ],
)
def test_the_engines_agree_on_pots_that_are_parted(name: str, fields: dict[str, Any]) -> None:
    """Low hands, two boards, several comparisons (§P6.1b, §P6.1c, §P17.10a)."""
    genome = get_genome(name)
    usual = genome.hand_evaluation or HandEvaluation(HandEvaluationMethod.NONE)
    phases = tuple(
        replace(phase, showdown_method=ShowdownMethod.HAND_EVALUATION)
        if isinstance(phase, BettingPhase) and phase is genome.turn_structure.phases[-1]
        else phase
        for phase in genome.turn_structure.phases
    )
    course = replace(genome.turn_structure, phases=phases)
    changed = replace(genome, hand_evaluation=replace(usual, **fields), turn_structure=course)
    done = Done("library", 0, name)
    play_game("library", changed, SEED, 150, done)
    assert not done.differences, shown(done)


@pytest.mark.parametrize("fields", [{"bring_in": 3}, {"bring_in": "min(4, chips)", "max_bet": 30}])
def test_the_engines_agree_on_who_brings_in(fields: dict[str, Any]) -> None:
    """With fixed bets and with bets of any amount (§P17.3a)."""
    genome = get_genome("simple-poker")
    path, phase = next((p, q) for p, q in walk(genome) if isinstance(q, BettingPhase))
    done = Done("library", 0, "simple-poker")
    changed = put(genome, path, replace(phase, **fields))
    play_game(
        "library",
        replace(changed, setup=replace(changed.setup, starting_chips=40)),
        SEED,
        150,
        done,
    )
    assert not done.differences, shown(done)


def test_the_engines_agree_on_parts_of_pots() -> None:
    """Pots that have no room, amounts that are paid out of them, and several who share (§7.21,
    §7.22)."""
    genome = get_genome("pope-joan")
    counters = tuple(replace(counter, high=9) for counter in genome.counters)

    def shared(part: Part) -> Part:
        if isinstance(part, Pay) and part.pot == "pope_pot":
            return replace(part, who="others(turn)", amount="5 - hand_size")
        return replace(part, who="each", amount=7) if part == Pay("last_to_play") else part

    changed = transform(replace(genome, counters=counters), shared)
    assert isinstance(changed, GameGenome)
    done = Done("library", 0, "pope-joan")
    play_game("library", changed, SEED, 200, done)
    assert not done.differences, shown(done)


def test_the_engines_agree_on_claims_of_at_least_two_cards() -> None:
    """Whoever has two cards left picks one, and the other comes with it (§6.59, §P18.1)."""
    genome = get_genome("cheat")
    (claims,) = genome.turn_structure.phases
    assert isinstance(claims, TurnsPhase)
    (claim,) = claims.phases
    assert isinstance(claim, ClaimPhase)
    twos = replace(claims, phases=(replace(claim, min_cards=2, allow_challenge=False),))
    done = Done("library", 0, "cheat")
    changed = replace(genome, turn_structure=TurnStructure((twos,)))
    play_game("library", changed, SEED, 300, done)
    assert not done.differences, shown(done)
    assert done.decisions >= 300


def test_the_engines_agree_that_a_rank_said_twice_is_one_rank() -> None:
    """At most one card is of one of these ranks (§P5.3)."""
    genome = get_genome("dou-dizhu")
    patterns = tuple(
        replace(pattern, at_most_one=pattern.at_most_one * 2) for pattern in genome.patterns
    )
    assert patterns != genome.patterns
    done = Done("library", 0, "dou-dizhu")
    play_game("library", replace(genome, patterns=patterns), SEED, 300, done)
    assert not done.differences, shown(done)


def test_the_engines_agree_that_nobody_can_do_what_never_happens() -> None:
    """What is inside a phase whose `when` is false is as if it did not stand there (§2.6)."""

    def never(part: Part) -> Part:
        if not isinstance(part, ChoicePhase):
            return part
        named = any(option.name == "playing_on" for option in part.options)
        return replace(part, when="false") if named else part

    done = Done("library", 0, "canasta")
    play_game("library", transform(get_genome("canasta"), never), SEED, 100, done)
    assert not done.differences, shown(done)
    assert done.decisions >= 100


def test_the_engines_agree_on_answers_at_once_to_a_question_that_is_closed() -> None:
    """Whoever would tell by not being asked is asked, and can only decline (§6.43f, §P15.7)."""
    genome = get_genome("baloot")

    def at_once(part: Any) -> Any:
        if isinstance(part, CallPhase) and part.name == "claiming":
            return replace(part, simultaneous=True)
        return part

    done = Done("library", 0, "baloot")
    play_game("library", transform(genome, at_once), SEED, 400, done)
    assert not done.differences, shown(done)
    assert done.decisions >= 400


def test_the_engines_agree_on_what_is_said_of_nobody() -> None:
    """Without an auction there is no declarer; a let of sides asked of nobody is false (§P4.3)."""
    genome = get_genome("bridge")

    def silent(part: Any) -> Any:
        if isinstance(part, CallPhase):
            return replace(part, when="false")
        if isinstance(part, Let) and part.name == "vulnerable":
            return replace(part, value="hand_number == 1")
        return part

    done = Done("library", 0, "bridge")
    play_game("library", transform(genome, silent), SEED, 160, done)
    assert not done.differences, shown(done)


def test_the_engines_agree_that_what_must_hold_binds_nobody_else() -> None:
    """What others decide in a repeat that must end in a certain way is free (§6.37)."""
    genome = get_genome("durak")

    def bound(part: Any) -> Any:
        if isinstance(part, RepeatPhase) and part.label == "Defence":
            return replace(part, who="turn", after="false")
        return part

    done = Done("library", 0, "durak")
    play_game("library", transform(genome, bound), SEED, 150, done)
    assert not done.differences, shown(done)


@pytest.mark.parametrize("number", [*range(12), 386])
def test_the_engines_agree_on_what_must_hold_afterwards(number: int) -> None:
    """Blocks, repeats and choices in each other, most of them with an `after` (§6.36)."""
    done = Done("blocks", number, "")
    play_game("blocks", patience_of(some_parts(Random(number))), SEED, 60, done)
    assert not done.differences, shown(done)


# --- a broken reference is noticed ----------------------------------------------------------------


def one_point_more(add: Callable[..., None]) -> Callable[..., None]:
    return lambda position, subject, amount: add(position, subject, amount + 1)


def any_card(playable: Callable[..., list[int]]) -> Callable[..., list[int]]:
    return lambda frame, position: sorted(frame.source(position, frame.seat))


def nobody_sees(seers: Callable[..., int]) -> Callable[..., int]:
    return lambda position, card: 0


def never_skipping(skip: Callable[..., None]) -> Callable[..., None]:
    def forget(frame: Any, position: Any) -> None:
        position.skips = 0

    return forget


def winner_stays(judge: Callable[..., None]) -> Callable[..., None]:
    def first_wins(frame: Any, position: Any, who: int, card: int) -> None:
        if position.winning < 0:
            judge(frame, position, who, card)

    return first_wins


@pytest.mark.parametrize(
    ("game", "where", "name", "broken"),
    [
        ("hearts", scoring, "add_points", one_point_more),
        ("hearts", trick.Trick, "playable", any_card),
        ("crazy-eights", card_places, "seers_before", nobody_sees),
        ("uno", turns.Turns, "skip", never_skipping),
        ("briscola", trick.Trick, "judge_card", winner_stays),
    ],
)
def test_a_broken_reference_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
    game: str,
    where: Any,
    name: str,
    broken: Callable[[Any], Any],
) -> None:
    monkeypatch.setattr(where, name, broken(getattr(where, name)))
    done = Done("library", 0, game)
    play_game("library", get_genome(game), SEED, 400, done)
    assert done.differences


# --- the harness ----------------------------------------------------------------------------------


def test_a_comparison_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    def compare(decisions: int) -> dict[str, tuple[int, int]]:
        state = running.State(tmp_path / "state.sqlite", SEED)
        return running.run(
            state,
            decisions=decisions,
            seed=SEED,
            processes=1,
            folder=None,
            differences=None,
            names=["random"],
            quiet=True,
        )

    first = compare(300)["random"][0]
    assert first >= 300
    assert compare(first) == {"random": (first, 0)}
    assert compare(first + 1)["random"][0] > first


def test_a_state_file_is_of_one_seed(tmp_path: Path) -> None:
    running.State(tmp_path / "state.sqlite", 1)
    with pytest.raises(ValueError, match="seed 1, not 2"):
        running.State(tmp_path / "state.sqlite", 2)


def test_a_difference_can_be_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(scoring, "add_points", one_point_more(scoring.add_points))
        done = Done("library", 0, "hearts")
        play_game("library", get_genome("hearts"), SEED, 400, done)
        path = tmp_path / "difference.json"
        path.write_text(done.differences[0].to_json())
        with pytest.raises(Disagreement):
            running.again(path)
    running.again(path)
